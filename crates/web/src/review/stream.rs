//! The review as it comes: a worker of its own follows the game, then plays out what was costly.

use crate::helper::Helper;
use crate::session::record::{KeptGame, Replay};
use engine::{Record, Seat};
use leptos::prelude::*;
use review::{Chancy, Checked, Kind, Moment, Reason, What};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Choices of the quiz, and what they cost at least.
pub(super) const QUIZ: usize = 3;
const COSTLY: f64 = 0.02;

/// What is known so far.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// Everybody's chances at the start.
    pub(super) start: RwSignal<[f64; 6]>,
    /// Every input that was looked at, in order.
    pub(super) moments: RwSignal<Vec<Moment>>,
    /// Whether the whole game was followed.
    pub(super) done: RwSignal<bool>,
    /// Whether everything of this seat was played out.
    pub(super) ready: RwSignal<bool>,
    /// Whether everything that is played out has been.
    pub(super) all: RwSignal<bool>,
    /// Why the best answer was better, by moment.
    pub(super) why: RwSignal<Vec<(usize, Vec<Reason>)>>,
    /// The choices that are asked again, and what was answered.
    pub(super) quiz: RwSignal<Vec<Asked>>,
    /// The inputs before which a hint or a warning was seen.
    helped: StoredValue<Vec<usize>>,
}

/// A choice that is asked again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Asked {
    /// Its moment.
    pub(super) moment: usize,
    /// The answer that was tried: `Some(None)` shows all without one.
    pub(super) tried: Option<Option<engine::Answer>>,
}

impl Found {
    pub(super) fn new() -> Found {
        Found {
            start: RwSignal::new([0.0; 6]),
            moments: RwSignal::new(Vec::new()),
            done: RwSignal::new(false),
            ready: RwSignal::new(false),
            all: RwSignal::new(false),
            why: RwSignal::new(Vec::new()),
            quiz: RwSignal::new(Vec::new()),
            helped: StoredValue::new(Vec::new()),
        }
    }

    /// The number of the open quiz about this moment, if there is one.
    pub(super) fn open_quiz(self, moment: usize) -> Option<usize> {
        let at = |quiz: &Vec<Asked>| {
            quiz.iter().position(|asked| asked.moment == moment && asked.tried.is_none())
        };
        self.quiz.with(at).map(|at| at + 1)
    }

    /// What the choice of this moment cost.
    pub(super) fn cost(self, moment: usize) -> f64 {
        self.moments
            .with(|all| all.get(moment).and_then(|one| Some(one.choice()?.error)))
            .unwrap_or(0.0)
    }

    /// The throw of its turn that a choice of dice came after, counted from 1.
    pub(super) fn throw_of(self, moment: usize) -> Option<usize> {
        self.moments.with(|all| {
            let asked = all.get(moment)?;
            asked.choice().filter(|judged| judged.kind() == Kind::Keep)?;
            let before = all[..moment].iter().rev().take_while(|one| one.turn == asked.turn);
            let throws = before.filter(|one| {
                matches!(one.what, What::Chance(Chancy::First(_) | Chancy::Again(_)))
            });
            Some(throws.count())
        })
    }

    /// Why the best answer was better at this moment.
    pub(super) fn why_of(self, moment: usize) -> Vec<Reason> {
        let found = |all: &Vec<(usize, Vec<Reason>)>| {
            all.iter().find(|(at, _)| *at == moment).map(|(_, why)| why.clone())
        };
        self.why.with_untracked(found).unwrap_or_default()
    }

    /// Whether this choice was made after a hint or a warning is known here, not in the worker.
    fn mark(self, moment: &mut Moment, me: Seat) {
        let helped =
            moment.seat == me && self.helped.with_value(|inputs| inputs.contains(&moment.input));
        if let What::Choice(judged) = &mut moment.what {
            judged.helped = helped;
        }
    }

    /// Chooses the costliest choices, as far as is known: by the net at once, and in the order that playing out finds,
    /// until the first of them is answered or all of them are played out.
    fn choose(self, me: Seat) {
        let settled = self.ready.get_untracked();
        if settled
            || self.quiz.with_untracked(|quiz| quiz.iter().any(|asked| asked.tried.is_some()))
        {
            return;
        }
        let mut costly: Vec<(usize, f64)> = self.moments.with_untracked(|all| {
            let mine = all.iter().enumerate().filter(|(_, moment)| moment.seat == me);
            mine.filter_map(|(at, moment)| Some((at, moment.choice()?.error)))
                .filter(|(_, error)| COSTLY <= *error)
                .collect()
        });
        costly.sort_by(|a, b| b.1.total_cmp(&a.1));
        costly.truncate(QUIZ);
        let quiz: Vec<Asked> =
            costly.into_iter().map(|(moment, _)| Asked { moment, tried: None }).collect();
        if self.quiz.with_untracked(|before| *before != quiz) {
            self.quiz.set(quiz);
        }
    }

    fn hear(self, message: FromWorker, me: Seat) {
        match message {
            FromWorker::Part { start, mut moments, done } => {
                self.start.set(start);
                moments.iter_mut().for_each(|moment| self.mark(moment, me));
                self.moments.update(|all| all.extend(moments));
                if done {
                    // The graph is whole. Numbers and questions come in tasks of their own, so that the page answers between them.
                    let ask = move || {
                        if !self.moments.is_disposed() {
                            self.choose(me);
                        }
                    };
                    let tell = move || {
                        if self.done.try_set(true).is_none() {
                            set_timeout(ask, Duration::ZERO);
                        }
                    };
                    set_timeout(tell, Duration::ZERO);
                }
            }
            FromWorker::Settled { settled, mut moment, why } => {
                self.mark(&mut moment, me);
                self.moments.update(|all| {
                    if let Some(place) = all.get_mut(settled) {
                        *place = *moment;
                    }
                });
                self.why.update(|all| {
                    all.retain(|(at, _)| *at != settled);
                    all.push((settled, why));
                });
                self.choose(me);
            }
            FromWorker::Checked { at, checked } => self.moments.update(|all| {
                if at < all.len() {
                    review::take_over(all, at, checked);
                }
            }),
            FromWorker::Ready { ready } => self.ready.set(ready),
            FromWorker::All { all } => self.all.set(all),
        }
    }
}

/// What the worker says.
#[derive(Deserialize)]
#[serde(untagged)]
enum FromWorker {
    Part { start: [f64; 6], moments: Vec<Moment>, done: bool },
    Settled { settled: usize, moment: Box<Moment>, why: Vec<Reason> },
    Checked { at: usize, checked: Checked },
    Ready { ready: bool },
    All { all: bool },
}

/// What the page says to it.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum ToWorker<'a> {
    Review { record: &'a Record, seat: Seat },
}

/// Reviews a record through the eyes of this seat; the worker ends with what this returns.
pub(super) fn review(kept: &KeptGame, replay: &Replay, me: Seat, found: Found) -> Option<Helper> {
    let mut happened = 0;
    let mut helped = Vec::new();
    for (input, events) in replay.events.iter().enumerate() {
        if kept.helped.contains(&happened) {
            helped.push(input);
        }
        happened += events.len();
    }
    found.helped.set_value(helped);
    let helper = Helper::start(move |text| {
        if let Ok(message) = serde_json::from_str(text) {
            found.hear(message, me);
        }
    })?;
    helper.say(&ToWorker::Review { record: &kept.record, seat: me });
    Some(helper)
}

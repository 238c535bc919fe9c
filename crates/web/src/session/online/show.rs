//! The steps of the game on their way to the table, one after the other.

use super::{Online, Seat};
use crate::lang::t;
use crate::session::Session;
use crate::table::Board;
use engine::{Event, Need};
use leptos::prelude::*;
use protocol::{By, Step};
use std::time::Duration;

/// How long a step stays on the table before the next one is shown, if more are waiting.
const STEP_MS: u32 = 520;

/// A step on its way to the table.
pub(super) struct Shown {
    pub(super) step: Step,
    pub(super) when: When,
}

/// Why a step is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// It has just happened.
    Now,
    /// It was missed and is shown once more: nothing can be answered, and the log has it already.
    Past,
    /// The past has been seen: back to the board as it is.
    Back,
}

impl Online {
    /// Shows the steps that came, one after the other, so that they can be followed.
    pub(super) fn pump(&self) {
        if self.showing.get() {
            return;
        }
        let Some(Shown { step, when }) = self.queue.borrow_mut().pop_front() else {
            return;
        };
        let past = when == When::Past;
        match when {
            When::Now => {
                self.game.borrow_mut().shown = step.seq;
                self.clock(step.clock);
                self.remember();
            }
            When::Back => self.table.notice.set(None),
            When::Past => {}
        }
        if when == When::Now
            && step.by == By::Auto(self.lobby.you.get_untracked().unwrap_or(Seat::A))
        {
            self.tell("ok", "check", t().auto_answered().to_owned());
        }
        if when == When::Now {
            self.enter_in_log(&step);
        }
        let undo = step.undo && !past;
        self.show(*step.view, step.events, past, undo);
        let waiting = self.queue.borrow().len() as u32;
        let ms = self.settings.read(|p| p.speed).scale(STEP_MS);
        // What is missed was asked for; what is live must not lag behind.
        let ms = if past { ms.max(250) } else { ms / (1 + waiting / 3) };
        self.showing.set(true);
        let me = self.me.clone();
        set_timeout(
            move || {
                if let Some(online) = me.upgrade() {
                    online.showing.set(false);
                    online.pump();
                }
            },
            Duration::from_millis(ms.into()),
        );
    }

    /// Notes where a step begins in the log, or strikes out the one that was taken back.
    pub(super) fn enter_in_log(&self, step: &Step) {
        let mut marks = self.marks.borrow_mut();
        match step.took_back {
            None => marks.push((step.seq, self.table.events.with_untracked(Vec::len))),
            Some(back) => {
                let at = marks.iter().rposition(|(seq, _)| *seq == back).map(|n| marks.remove(n).1);
                drop(marks);
                if let Some(seat) = step.by.seat() {
                    self.table.take_back(at, seat);
                }
            }
        }
    }

    pub(super) fn show(&self, state: engine::State, news: Vec<Event>, past: bool, undo: bool) {
        let me = self.lobby.you.get_untracked();
        self.table.show(Board { state, me, news, undo, past });
        if past {
            return;
        }
        let latest = {
            let game = self.game.borrow();
            game.shown == game.seq
        };
        if let Need::Answer(ask) = state.need()
            && Some(ask.seat) == me
            && latest
            && let Some((answer, ms, _)) =
                crate::session::auto::answer(self.settings, &state, ask, false)
        {
            let seq = self.game.borrow().seq;
            let me = self.me.clone();
            set_timeout(
                move || {
                    if let Some(online) = me.upgrade()
                        && online.game.borrow().seq == seq
                    {
                        online.answer(answer);
                    }
                },
                Duration::from_millis(self.settings.read(|p| p.speed).scale(ms).into()),
            );
        }
    }
}

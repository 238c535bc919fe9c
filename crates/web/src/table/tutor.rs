//! The tutor: asks before an answer that costs much and cannot be taken back. It never answers by itself.

use super::coaching::{Asked, Wanted, asked, has_coach};
use super::{Table, now};
use crate::lang::{rich, t};
use crate::parts::icon;
use crate::prefs::Settings;
use bots::mind::same_answer;
use client::review::{kept, phrase, reason, tenths};
use engine::{Answer, Ask, Input, Need, State};
use leptos::prelude::*;
use review::{Reason, Valued};
use std::time::Duration;
use texts::Scene;

/// Whoever has answered waits no longer than this for the judgement of it.
const PATIENCE: Duration = Duration::from_millis(1500);
/// No answer is taken for this long after a warning, in milliseconds.
const GUARD: f64 = 350.0;
/// After this many games the tutor is offered, once.
const OFFERED_AFTER: u32 = 3;
/// From how many points on it then warns.
const OFFERED: u8 = 10;
/// With a clock the warning goes this many milliseconds before the time is up.
const BEFORE_THE_END: f64 = 5000.0;

/// What the tutor knows of the open question.
#[derive(Clone, Copy)]
pub(crate) struct Tutor {
    values: StoredValue<Option<(Asked, Vec<Valued>)>>,
    /// The answer that waits for its judgement.
    held: StoredValue<Option<(Asked, Answer)>>,
    /// The question that was warned about: once is enough.
    warned: StoredValue<Option<Asked>>,
    warning: RwSignal<Option<Warning>>,
}

/// A costly answer, not given yet.
#[derive(Clone, PartialEq)]
struct Warning {
    asked: Asked,
    answer: Answer,
    better: Answer,
    cost: f64,
    chance: f64,
    shown: bool,
    why: Vec<Reason>,
}

impl Tutor {
    pub(super) fn new() -> Tutor {
        Tutor {
            values: StoredValue::new(None),
            held: StoredValue::new(None),
            warned: StoredValue::new(None),
            warning: RwSignal::new(None),
        }
    }
}

/// From how many points on this player is warned; 0 is never.
fn limit(table: Table) -> u8 {
    let points = Settings::get().read(|prefs| prefs.tutor);
    if untrack(|| has_coach(table)) { points } else { 0 }
}

/// A new board: an old warning goes, and a new question is valued before it is answered.
pub(super) fn look(table: Table) {
    let tutor = table.coaching.tutor;
    let open = asked(table);
    let now_asked = open.map(|(asked, _)| asked);
    let old = tutor.warning.with_untracked(|warning| warning.as_ref().map(|one| one.asked));
    if old.is_some() && old != now_asked {
        tutor.warning.set(None);
    }
    if let Some((asked, state)) = open.filter(|_| limit(table) != 0) {
        let known = tutor.values.with_value(|known| known.as_ref().map(|(asked, _)| *asked));
        if known != Some(asked) {
            value(table, asked, &state);
        }
    }
}

fn value(table: Table, asked: Asked, state: &State) {
    let tutor = table.coaching.tutor;
    table.coaching.ask(state, Wanted::Values, move |said| {
        if tutor.values.try_set_value(Some((asked, said.options))).is_some() {
            return;
        }
        if let Some((_, answer)) = tutor.held.get_value().filter(|(of, _)| *of == asked) {
            tutor.held.set_value(None);
            table.answer(answer);
        }
    });
}

/// Whether an answer has to wait: it costs too much, or nobody knows yet.
pub(super) fn stops(table: Table, answer: Answer) -> bool {
    let tutor = table.coaching.tutor;
    let points = limit(table);
    let Some((asked, state)) = asked(table).filter(|_| points != 0) else { return false };
    if tutor.warned.get_value() == Some(asked) || can_be_taken_back(&state, answer) {
        tutor.warning.set(None);
        return false;
    }
    let known = tutor.values.with_value(|known| {
        let (of, options) = known.as_ref()?;
        (*of == asked).then(|| judge(&state, asked, options, answer))
    });
    let Some(warning) = known else {
        if tutor.held.get_value().is_none() {
            set_timeout(move || give_up_waiting(table, asked), PATIENCE);
        }
        tutor.held.set_value(Some((asked, answer)));
        return true;
    };
    tutor.held.set_value(None);
    match warning.filter(|one| f64::from(points) <= 100.0 * one.cost) {
        Some(warning) => {
            warn(table, &state, warning);
            true
        }
        None => false,
    }
}

/// Nobody waits for long: without a judgement the answer is given.
fn give_up_waiting(table: Table, asked: Asked) {
    let tutor = table.coaching.tutor;
    let held = tutor.held.try_get_value().flatten();
    if let Some((of, answer)) = held.filter(|(of, _)| *of == asked) {
        tutor.held.set_value(None);
        tutor.warned.set_value(Some(of));
        table.answer(answer);
    }
}

/// Whether the player could simply take it back: nothing is rolled or shown, and they are asked again.
fn can_be_taken_back(state: &State, answer: Answer) -> bool {
    let mut after = *state;
    let Need::Answer(ask) = state.need() else { return false };
    after.play(Input::Answer(answer), None).is_ok()
        && matches!(after.need(), Need::Answer(next) if next.seat == ask.seat)
        && state.taken_back_by(answer, &after).is_some()
}

fn judge(state: &State, asked: Asked, options: &[Valued], answer: Answer) -> Option<Warning> {
    let me = asked.1.seat.index();
    let same = same_answer(state, answer);
    let best = options.first()?;
    let given = options.iter().find(|one| one.answer == same || one.answer == answer)?;
    let (cost, chance) = (best.chances[me] - given.chances[me], given.chances[me]);
    let better = best.answer;
    Some(Warning { asked, answer, better, cost, chance, shown: false, why: Vec::new() })
}

fn warn(table: Table, state: &State, warning: Warning) {
    let tutor = table.coaching.tutor;
    let asked = warning.asked;
    tutor.warned.set_value(Some(asked));
    table.coaching.helps(asked);
    table.guard.set(now() + GUARD);
    table.urgent.set(format!("{} {}", t().tutor_title(), words(&warning)));
    let (better, other) = (warning.better, same_answer(state, warning.answer));
    tutor.warning.set(Some(warning));
    table.coaching.ask(state, Wanted::Why { better, other }, move |said| {
        let _ = tutor.warning.try_update(|open| {
            if let Some(open) = open.as_mut().filter(|open| open.asked == asked) {
                open.why = said.reasons;
            }
        });
    });
    if let Some(deadline) = table.deadline.get_untracked() {
        let left = (deadline - now() - BEFORE_THE_END).max(0.0) as u64;
        set_timeout(
            move || {
                let _ = tutor.warning.try_set(None);
            },
            Duration::from_millis(left),
        );
    }
    request_animation_frame(|| {
        crate::home::skip_to_now("think-again");
    });
}

fn words(warning: &Warning) -> String {
    let of_hundred = |part: f64| t().number((100.0 * part).round() as i64);
    let best = of_hundred(warning.chance + warning.cost);
    t().tutor_cost(&tenths(t(), warning.cost), &of_hundred(warning.chance), &best).plain()
}

/// Puts the warning away without answering; whether there was one.
pub(super) fn close(table: Table) -> bool {
    let open = table.coaching.tutor.warning;
    let was = open.with_untracked(Option::is_some);
    if was {
        open.set(None);
        crate::home::skip_to_now("act");
    }
    was
}

/// The warning, over Tokyo: the tray with its dice stays as it is.
#[component]
pub(crate) fn Warned() -> impl IntoView {
    let table = Table::get();
    let open = table.coaching.tutor.warning;
    move || {
        let warning = open.get()?;
        let Warning { asked: (_, ask), answer, better, shown, .. } = warning;
        let state = table.peek(|board| board.state)?;
        let best = shown.then(|| view! { <p class="best">{icon("check", "pos")} " " {told(table, &ask, better, &state)}</p> });
        let why = warning.why.iter().map(|one| view! { <li>{reason(t(), *one)}</li> });
        let why = shown.then(|| view! { <ul class="why">{why.collect_view()}</ul> });
        let show = move |_| {
            open.update(|open| open.iter_mut().for_each(|open| open.shown = true));
            crate::home::skip_to_now("think-again");
        };
        Some(view! {
            <section class="coach panel tutor" role="alertdialog" aria-labelledby="tutor-title" aria-describedby="tutor-words">
                <p><b id="tutor-title">{icon("bulb", "")} " " {t().tutor_title()}</b> <span id="tutor-words">{words(&warning)}</span></p>
                {best} {why}
                <div class="acts2">
                    <button class="btn gold" id="think-again" on:click=move |_| { close(table); }>{t().tutor_back()}</button>
                    {(!shown).then(|| view! { <button class="btn small" id="show-better" on:click=show>{icon("eye", "")} " " {t().tutor_show()}</button> })}
                    <button class="btn small ghost" id="answer-anyway" on:click=move |_| table.answer(answer)>{t().tutor_anyway()}</button>
                </div>
            </section>
        })
    }
}

fn told(table: Table, ask: &Ask, answer: Answer, state: &State) -> AnyView {
    let names: Vec<String> =
        table.players.with_untracked(|all| all.iter().map(|player| player.name.clone()).collect());
    let scene = Scene { rules: state.rules(), names: &names };
    let words = rich(phrase(t(), ask, answer, state, &scene));
    match kept(state, answer) {
        // Pressing it sets the dice; it never rolls.
        Some(keep) => view! { <button class="qopt" id="set-dice" on:click=move |_| table.keep.set(keep)>{words}</button> }.into_any(),
        None => words,
    }
}

/// The offer to be warned, once, to whoever has played a few games and has not found the setting.
#[component]
pub(super) fn Offer() -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    let fits = untrack(|| has_coach(table))
        && settings
            .read(|prefs| prefs.tutor == 0 && !prefs.tutor_offered && OFFERED_AFTER <= prefs.games);
    let answered = RwSignal::new(None::<bool>);
    if fits {
        // Other views read the settings while this one is made.
        request_animation_frame(move || settings.change(|prefs| prefs.tutor_offered = true));
    }
    let answer = move |yes: bool| {
        if yes {
            settings.change(|prefs| prefs.tutor = OFFERED);
        }
        answered.set(Some(yes));
    };
    move || {
        let inside = match answered.get() {
            None => view! {
                <p>{t().tutor_offer()}</p>
                <div class="acts2">
                    <button class="btn small gold" id="warn-me" on:click=move |_| answer(true)>{t().tutor_offer_yes()}</button>
                    <button class="btn small ghost" id="no-warning" on:click=move |_| answer(false)>{t().tutor_offer_no()}</button>
                </div>
            }
            .into_any(),
            Some(true) => view! { <p role="status">{t().tutor_offer_done()}</p> }.into_any(),
            Some(false) => return None,
        };
        fits.then(|| view! { <div class="offer" id="tutor-offer">{icon("bulb", "")}<div>{inside}</div></div> })
    }
}

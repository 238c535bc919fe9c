//! A game reviewed as it comes: first what the net says, then what is played out.

use engine::{Record, Seat};
use review::{Checked, Moment, Reason, Review, Reviewer, TURNS, Trial};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::DedicatedWorkerGlobalScope;

/// What was found is sent after this many milliseconds at the latest.
const BATCH_MS: f64 = 40.0;
/// Games for each answer of a costly choice, and to say why one was better.
const TRIAL_GAMES: usize = 100;
/// So many of them are played for each of the first choices before any is played out to the end: that puts them in order.
const FIRST_GAMES: usize = 24;
/// Choices of the seat that looks which are played out first, from 2 points on.
const FIRST: usize = 4;

/// What a review says as it comes. The page ends the worker when nobody reads on.
#[derive(Serialize)]
#[serde(untagged)]
enum Reviewed<'a> {
    Part { start: [f64; 6], moments: &'a [Moment], done: bool },
    Settled { settled: usize, moment: &'a Moment, why: &'a [Reason] },
    Checked { at: usize, checked: &'a Checked },
    Ready { ready: bool },
    All { all: bool },
}

fn tell(part: &Reviewed<'_>) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    if let Ok(text) = serde_json::to_string(part) {
        let _ = scope.post_message(&JsValue::from_str(&text));
    }
}

/// Follows a game and tells what it finds, then plays out what was costly.
pub(crate) fn review_game(record: Record, seat: Seat) {
    let Ok(mut reviewer) = Reviewer::new(record, None) else { return };
    let (mut moments, mut sent) = (Vec::new(), 0);
    let mut clock = js_sys::Date::now();
    loop {
        let step = reviewer.step();
        let done = step.is_none();
        moments.extend(step);
        if done || BATCH_MS <= js_sys::Date::now() - clock {
            let start = reviewer.start();
            tell(&Reviewed::Part { start, moments: &moments[sent..], done });
            sent = moments.len();
            clock = js_sys::Date::now();
        }
        if done {
            break;
        }
    }
    let record = reviewer.record().clone();
    let mut review = Review::from_parts(&reviewer, moments);
    let first: Vec<usize> =
        review.costly(Some(seat), 0.02).iter().take(FIRST).map(|one| one.moment).collect();
    // Everybody's choices of 5 points or more.
    let more = review.costly(None, 0.05);
    let more = more.iter().map(|one| one.moment).filter(|moment| !first.contains(moment));
    let more: Vec<usize> = more.collect();
    let mut trials: Vec<(usize, Trial)> =
        first.iter().filter_map(|&at| Some((at, trial(&record, &review.moments[at])?))).collect();
    for (at, trial) in &mut trials {
        (0..FIRST_GAMES).for_each(|_| {
            trial.step();
        });
        settle(&mut review.moments[*at], trial);
        tell(&Reviewed::Settled { settled: *at, moment: &review.moments[*at], why: &[] });
    }
    for (at, mut trial) in trials {
        finish(&record, &mut review.moments[at], &mut trial, at);
    }
    tell(&Reviewed::Ready { ready: true });
    for at in more {
        if let Some(mut trial) = trial(&record, &review.moments[at]) {
            finish(&record, &mut review.moments[at], &mut trial, at);
        }
    }
    for at in review::corrected(&review.moments) {
        let moment = &review.moments[at];
        let checked = review::check(bots::net(), &record, moment, TRIAL_GAMES, Some(TURNS), 1);
        if let Some(checked) = checked {
            tell(&Reviewed::Checked { at, checked: &checked });
            review::take_over(&mut review.moments, at, checked);
        }
    }
    tell(&Reviewed::All { all: true });
}

fn trial(record: &Record, moment: &Moment) -> Option<Trial> {
    Trial::new(bots::net(), record, moment, TRIAL_GAMES, Some(TURNS), 1)
}

/// Takes over what a trial has found so far.
fn settle(moment: &mut Moment, trial: &Trial) {
    if let Some(judged) = moment.choice() {
        let tried = trial.tried(judged.options[judged.chosen].answer);
        moment.settle(tried);
    }
}

/// Plays a choice out to the end, and says why one answer was better.
fn finish(record: &Record, moment: &mut Moment, trial: &mut Trial, at: usize) {
    while trial.step() {}
    settle(moment, trial);
    let Some((judged, state)) = moment.choice().zip(review::state_before(record, moment.input))
    else {
        return;
    };
    let (best, given) = (judged.best().0, judged.given().0);
    let why = match best == given {
        true => Vec::new(),
        false => review::why(bots::net(), &state, best, given, TRIAL_GAMES, 1),
    };
    tell(&Reviewed::Settled { settled: at, moment, why: &why });
}

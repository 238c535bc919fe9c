//! The review by keyboard: steps, turns, turning points, the quiz, what if. Single keys can be switched off.

use super::what_if::Line;
use super::{choices::Told, graph};
use crate::home::skip_to_now;
use crate::prefs::Settings;
use leptos::ev;
use leptos::prelude::*;
use review::{Turn, turning_points};
use wasm_bindgen::JsCast;

/// Listens while the review is on the page.
pub(super) fn listen(told: Told, turns: Memo<Vec<Turn>>, playing: RwSignal<bool>, line: Line) {
    let handle = window_event_listener(ev::keydown, move |event| {
        let with = event.ctrl_key() || event.alt_key() || event.meta_key();
        let target = event.target().and_then(|one| one.dyn_into::<web_sys::Element>().ok());
        let typing = target
            .is_some_and(|one| matches!(one.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
        if with || typing || !Settings::get().read(|prefs| prefs.keys) {
            return;
        }
        if act(&told, turns, playing, line, &event) {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

fn act(
    told: &Told,
    turns: Memo<Vec<Turn>>,
    playing: RwSignal<bool>,
    line: Line,
    event: &web_sys::KeyboardEvent,
) -> bool {
    let most = told.replay.events.len();
    let step = told.step;
    let at = step.get_untracked();
    let turn = turns.with_untracked(|turns| graph::turn_at(turns, at));
    let to_turn = |turn: usize| {
        turns.with_untracked(|turns| match turn.checked_sub(1) {
            Some(before) => turns.get(before).map(|turn| turn.to),
            None => turns.first().map(|first| first.from),
        })
    };
    match (event.key().to_lowercase().as_str(), event.shift_key()) {
        ("arrowleft", false) => step.set(at.saturating_sub(1)),
        ("arrowright", false) => step.set((at + 1).min(most)),
        ("arrowleft", true) => step.set(to_turn(turn.saturating_sub(1)).unwrap_or(0)),
        ("arrowright", true) => step.set(to_turn(turn + 1).unwrap_or(most)),
        ("home", _) => step.set(0),
        ("end", _) => step.set(most),
        (digit @ ("1" | "2" | "3"), _) => {
            let number = usize::from(digit.as_bytes()[0] - b'1');
            let points = turns.with_untracked(|turns| turning_points(turns, told.me));
            let Some(to) = points.get(number).and_then(|&at| to_turn(at + 1)) else { return false };
            step.set(to);
        }
        ("q", _) => {
            let open = told
                .found
                .quiz
                .with_untracked(|quiz| quiz.iter().position(|asked| asked.tried.is_none()));
            let Some(open) = open else { return false };
            skip_to_now(&format!("quiz-{open}"));
        }
        ("p", _) => playing.update(|on| *on = !*on),
        ("x", _) => {
            if line.base.get_untracked().is_some() {
                line.close();
            } else {
                line.open(&told.replay, &told.kept.record.inputs, at);
            }
        }
        ("f", _) => {
            return document()
                .get_element_by_id("try-it")
                .and_then(|one| one.dyn_into::<web_sys::HtmlElement>().ok())
                .map(|one| one.click())
                .is_some();
        }
        _ => return false,
    }
    true
}

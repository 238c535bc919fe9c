//! The whole game by keyboard. Single keys can be switched off and never work in a text field.

use super::dice::{probe, roll_free, stop, toggle};
use super::{Sheet, Table};
use crate::home::skip_to_now;
use crate::prefs::Settings;
use engine::{Answer, DiceSet, Place, Question};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Listens for keys while the table is on the page.
pub(crate) fn listen(table: Table, settings: Settings) {
    let handle = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape" {
            close(table);
            return;
        }
        if !settings.read(|p| p.keys)
            || event.ctrl_key()
            || event.alt_key()
            || event.meta_key()
            || typing(&event)
        {
            return;
        }
        if table.sheet.with_untracked(Option::is_some)
            || table.curtain.get_untracked().is_some()
            || table.elsewhere.get_untracked()
        {
            return;
        }
        if act(table, &event) {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

fn close(table: Table) {
    table.market_keys.set(false);
    if super::tips::hide(table) {
        return;
    }
    if super::tutor::close(table) {
        return;
    }
    if table.sheet.with_untracked(Option::is_some) {
        table.sheet.set(None);
    } else {
        table.notice.set(None);
    }
}

/// Whether the key goes to a field that takes text.
pub(crate) fn typing(event: &web_sys::KeyboardEvent) -> bool {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
    else {
        return false;
    };
    match target.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => !matches!(target.get_attribute("type").as_deref(), Some("checkbox" | "radio")),
        _ => false,
    }
}

/// Whether Enter would press what has the focus.
fn on_button(event: &web_sys::KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| matches!(element.tag_name().as_str(), "BUTTON" | "A" | "SUMMARY"))
}

fn act(table: Table, event: &web_sys::KeyboardEvent) -> bool {
    let question = table.peek(|board| board.mine().map(|ask| ask.question)).flatten();
    let digit = event
        .code()
        .strip_prefix("Digit")
        .or(event.code().strip_prefix("Numpad"))
        .and_then(|n| n.parse::<usize>().ok());
    let dice = matches!(
        question,
        Some(Question::Roll | Question::Change | Question::ChangeAside | Question::Probe)
    );
    match (event.key().to_lowercase().as_str(), digit) {
        (_, Some(n @ 1..=3))
            if table.market_keys.get_untracked() || question == Some(Question::Shop) =>
        {
            table.market_keys.set(false);
            let place = Place::MARKET[n - 1];
            if question == Some(Question::Shop) {
                super::shop::buy(table, place);
            } else if let Some(card) = table.peek(|board| board.state.card_at(place)).flatten() {
                table.sheet.set(Some(Sheet::Card(card)));
            }
        }
        (_, Some(0)) if dice => table.keep.set(DiceSet::NONE),
        (_, Some(n @ 1..=9)) if dice => toggle(table, n - 1, event.shift_key()),
        (_, Some(n @ 1..=9)) if question.is_some() => super::moves::press_numbered(n),
        ("r", _) if table.peek(|board| board.throw.is_some()) == Some(true) => table.throw(),
        ("r", _) if question == Some(Question::Roll) => roll_free(table),
        ("r", _) if question == Some(Question::Probe) => probe(table),
        ("enter", _) if dice && !on_button(event) => stop(table),
        ("y", _) if matches!(question, Some(Question::Yield | Question::Flee)) => {
            table.answer(Answer::Yes)
        }
        ("s", _) if matches!(question, Some(Question::Yield | Question::Flee)) => {
            table.answer(Answer::Pass)
        }
        ("b", _) => {
            table.market_keys.set(true);
            skip_to_now("market");
        }
        ("w", _) => table.answer(Answer::Sweep),
        ("e", _) if question == Some(Question::Shop) => table.answer(Answer::Pass),
        (" ", _) if table.waits_for_tap.get_untracked() && !on_button(event) => {
            table.session(|session| session.next())
        }
        ("z", _) if table.buying.get_untracked().is_some() => table.buying.set(None),
        ("z", _) => table.undo(),
        ("h", _) if question.is_some() && untrack(|| super::coaching::has_coach(table)) => {
            table.sheet.set(Some(Sheet::Hint));
        }
        ("t", _) => {
            skip_to_now("act");
        }
        ("l", _) => {
            if !skip_to_now("log-list") {
                table.sheet.set(Some(Sheet::Log));
            }
        }
        ("?", _) => {
            if !super::tips::show_focused(table) {
                table.sheet.set(Some(Sheet::Help));
            }
        }
        _ => return false,
    }
    true
}

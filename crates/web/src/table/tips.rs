//! Rule tips: two lines on any die, token, place, phase or card, by hover, focus, long press or `?`.
//!
//! Whatever has a tip says so in `data-tip`. A tap shows the tips of things that do nothing else; dice and cards have
//! theirs in the rules sheet and in the card's own sheet.

use super::Table;
use crate::lang::{rich, t};
use crate::parts::icon;
use crate::rules_page::{rules_at, tip};
use engine::{Card, Face};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// How long a pointer rests or a finger presses before a tip is shown.
const REST: Duration = Duration::from_millis(480);

/// How long a tip stays after the pointer has left, so that the pointer can reach it.
const LINGER: Duration = Duration::from_millis(220);

/// A tip on the page: what it is about, and where.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OpenTip {
    key: String,
    left: f64,
    top: f64,
    above: bool,
}

/// The tip of a face.
pub(crate) fn of_face(face: Face) -> &'static str {
    match face {
        Face::One | Face::Two | Face::Three => "star",
        Face::Energy => "energy",
        Face::Claw => "claw",
        Face::Heart => "heart",
    }
}

/// The tip of a card.
pub(crate) fn of_card(card: Card) -> String {
    format!("card-{}", card.id())
}

fn holder(event: &web_sys::Event) -> Option<Element> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest("[data-tip]").ok().flatten()
}

/// Dice explain themselves by hover and focus only in the first game: later they would cover what one looks at.
fn known(element: &Element) -> bool {
    element.matches(".die").unwrap_or(false)
        && crate::prefs::Settings::get().read(|prefs| 0 < prefs.games)
}

/// Listens for all that asks for a tip while the table is on the page.
pub(crate) fn listen(table: Table) {
    // Counts up whenever what was waited for no longer holds.
    let wait = StoredValue::new(0u32);
    let pressed = StoredValue::new(false);
    let later = move |delay: Duration, act: Box<dyn Fn()>| {
        wait.update_value(|n| *n += 1);
        let token = wait.get_value();
        set_timeout(
            move || {
                if wait.try_get_value() == Some(token) {
                    act();
                }
            },
            delay,
        );
    };
    let hide_soon = move || {
        later(
            LINGER,
            Box::new(move || {
                hide(table);
            }),
        )
    };
    let over = window_event_listener(leptos::ev::pointerover, move |event| {
        if event.pointer_type() != "mouse" {
            return;
        }
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if target.is_some_and(|element| element.closest("#tip").ok().flatten().is_some()) {
            wait.update_value(|n| *n += 1);
            return;
        }
        match holder(&event) {
            Some(element) if known(&element) => hide_soon(),
            Some(element) => later(REST, Box::new(move || show(table, &element))),
            None => hide_soon(),
        }
    });
    let down = window_event_listener(leptos::ev::pointerdown, move |event| {
        pressed.set_value(false);
        let inside = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if inside.is_some_and(|element| element.closest("#tip").ok().flatten().is_some()) {
            return;
        }
        hide(table);
        if event.pointer_type() != "mouse"
            && let Some(element) = holder(&event)
        {
            later(
                REST,
                Box::new(move || {
                    pressed.set_value(true);
                    show(table, &element);
                }),
            );
        }
    });
    let up = window_event_listener(leptos::ev::pointerup, move |event| {
        if event.pointer_type() != "mouse" {
            wait.update_value(|n| *n += 1);
        }
    });
    let cancel =
        window_event_listener(leptos::ev::pointercancel, move |_| wait.update_value(|n| *n += 1));
    let menu = window_event_listener(leptos::ev::contextmenu, move |event| {
        if pressed.get_value() {
            event.prevent_default();
        }
    });
    let click = window_event_listener(leptos::ev::click, move |event| {
        let Some(element) = holder(&event) else { return };
        let busy = element.matches("button, a, label").unwrap_or(true)
            || element.closest("button, a, label").ok().flatten().is_some();
        if !busy {
            wait.update_value(|n| *n += 1);
            show(table, &element);
        }
    });
    let focus = window_event_listener(leptos::ev::focusin, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let by_key =
            target.is_some_and(|element| element.matches(":focus-visible").unwrap_or(false));
        match holder(&event) {
            Some(element) if by_key && !known(&element) => {
                later(REST, Box::new(move || show(table, &element)))
            }
            _ => {}
        }
    });
    let blur = window_event_listener(leptos::ev::focusout, move |_| hide_soon());
    on_cleanup(move || {
        over.remove();
        down.remove();
        up.remove();
        cancel.remove();
        menu.remove();
        click.remove();
        focus.remove();
        blur.remove();
    });
}

/// Shows the tip on what has the focus; `false` if that has none.
pub(crate) fn show_focused(table: Table) -> bool {
    let focused = document().active_element();
    let Some(element) = focused.and_then(|element| element.closest("[data-tip]").ok().flatten())
    else {
        return false;
    };
    show(table, &element);
    true
}

fn show(table: Table, element: &Element) {
    let Some(key) = element.get_attribute("data-tip").filter(|_| element.is_connected()) else {
        return;
    };
    let (width, height) = (size(window().inner_width()), size(window().inner_height()));
    let place = element.get_bounding_client_rect();
    let left = (place.x() + place.width() / 2.0 - 150.0).clamp(8.0, (width - 308.0).max(8.0));
    let above = height / 2.0 < place.y();
    let top = if above { place.y() - 8.0 } else { place.y() + place.height() + 8.0 };
    hide(table);
    let _ = element.set_attribute("aria-describedby", "tip");
    let _ = table.tip.try_set(Some(OpenTip { key, left, top, above }));
}

fn size(value: Result<wasm_bindgen::JsValue, wasm_bindgen::JsValue>) -> f64 {
    value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0)
}

/// Takes the tip away; `false` if there was none.
pub(crate) fn hide(table: Table) -> bool {
    if table.tip.try_with_untracked(Option::is_none).unwrap_or(true) {
        return false;
    }
    if let Ok(list) = document().query_selector_all("[aria-describedby=tip]") {
        for n in 0..list.length() {
            if let Some(element) = list.get(n).and_then(|node| node.dyn_into::<Element>().ok()) {
                let _ = element.remove_attribute("aria-describedby");
            }
        }
    }
    table.tip.set(None);
    true
}

/// The tip itself.
#[component]
pub(crate) fn TipLayer() -> impl IntoView {
    let table = Table::get();
    move || {
        table.tip.get().and_then(|shown| {
            let book = table.rules()?.house_rules().0;
            let (glyph, title, text, more) = match shown.key.strip_prefix("card-") {
                Some(id) => {
                    let card = Card::ALL.into_iter().find(|card| card.id() == id)?;
                    let rules = table.rules()?;
                    let name = crate::words::card_name(card, &rules);
                    ("deck", name, rich(crate::words::card_effect(card, &rules)), None)
                }
                None => {
                    let tip = tip(&shown.key)?;
                    (tip.glyph, tip.title, tip.text, Some(tip.chapter))
                }
            };
            // It lies over the page, outside of the board, and so is a part of its own for those who go from part to part.
            Some(view! {
                <aside aria-labelledby="tip-title">
                    <div class="tipbox tipcard" class:above=shown.above id="tip" role="tooltip" style:left=format!("{}px", shown.left) style:top=format!("{}px", shown.top)>
                        <p><b id="tip-title">{icon(glyph, &format!("c-{glyph}"))} " " {title}</b></p>
                        <p>{text}</p>
                        {more.map(|chapter| view! { <p><a href=rules_at(book, chapter) target="_blank">{crate::words::book(book)} ": " {t().chapter_title(chapter)}</a></p> })}
                    </div>
                </aside>
            })
        })
    }
}

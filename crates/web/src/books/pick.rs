//! Small controls: a stepper, a die that turns, and a card to be chosen from all of them.

use crate::lang::t;
use crate::parts::{die_key, icon};
use crate::words::{card_name, face_word};
use engine::{Card, Face, Rulebook, Rules};
use leptos::leptos_dom::helpers::{IntervalHandle, TimeoutHandle};
use leptos::prelude::*;
use std::time::Duration;

/// How long a finger rests on a button before the number runs by itself, and how fast it runs then, in milliseconds.
const HOLD: (u64, u64) = (400, 90);

/// A number with a button on either side. Held down, a button goes on by itself; `+` and `-` do the same as the buttons.
#[component]
pub(super) fn Stepper(
    #[prop(into)] what: String,
    #[prop(into)] value: Signal<u8>,
    least: u8,
    most: u8,
    set: Callback<u8>,
    #[prop(optional, into)] id: String,
) -> impl IntoView {
    let step = move |by: i16| {
        let now = value.try_get_untracked().map_or(0, i16::from) + by;
        if let Ok(now) = u8::try_from(now)
            && (least..=most).contains(&now)
        {
            set.run(now);
        }
    };
    let key = move |event: leptos::ev::KeyboardEvent| match event.key().as_str() {
        "+" => step(1),
        "-" | "−" => step(-1),
        _ => {}
    };
    let (fewer, more) = (t().arb_fewer(&what).plain(), t().arb_more(&what).plain());
    let button = move |by: i16, class: &'static str, label: String, sign: &'static str| {
        // Whether the finger that is down has already counted: its click at the end counts no more.
        let counted = StoredValue::new(false);
        let running = StoredValue::new(None::<(TimeoutHandle, Option<IntervalHandle>)>);
        let stop = move || {
            let handles = running.try_update_value(Option::take).flatten();
            if let Some((wait, run)) = handles {
                wait.clear();
                if let Some(run) = run {
                    run.clear();
                }
            }
        };
        let hold = move |_| {
            stop();
            counted.set_value(false);
            let run = move || {
                let again = move || {
                    counted.try_update_value(|counted| *counted = true);
                    step(by);
                };
                again();
                let every = Duration::from_millis(HOLD.1);
                let handle = set_interval_with_handle(again, every).ok();
                running.try_update_value(|handles| {
                    if let Some((_, run)) = handles {
                        *run = handle;
                    }
                });
            };
            let wait = set_timeout_with_handle(run, Duration::from_millis(HOLD.0)).ok();
            running.set_value(wait.map(|wait| (wait, None)));
        };
        on_cleanup(stop);
        let press = move |_| {
            stop();
            if !counted.try_update_value(std::mem::take).unwrap_or(false) {
                step(by);
            }
        };
        let at_end = move || if by < 0 { value.get() <= least } else { most <= value.get() };
        view! {
            <button type="button" class=class aria-label=label aria-disabled=move || at_end().to_string() on:click=press on:pointerdown=hold on:pointerup=move |_| stop() on:pointerleave=move |_| stop() on:pointercancel=move |_| stop() on:contextmenu=|event| event.prevent_default()>{sign}</button>
        }
    };
    view! {
        <span class="stepper lg" id=id role="group" aria-label=what on:keydown=key>
            {button(-1, "less", fewer, "−")}
            <b aria-live="polite">{move || value.get()}</b>
            {button(1, "more", more, "+")}
        </span>
    }
}

/// The next face of a die that is tapped.
pub(super) fn turned(face: Face) -> Face {
    let at = Face::ALL.iter().position(|other| *other == face).unwrap_or(0);
    Face::ALL[(at + 1) % Face::ALL.len()]
}

/// Dice. A tap turns one; the faces below are put down one after the other, from the die that was touched last; the keys 1
/// to 6 choose a face.
#[component]
pub(super) fn TurningDice(
    #[prop(into)] dice: Signal<Vec<Face>>,
    set: Callback<(usize, Face)>,
) -> impl IntoView {
    let places = Memo::new(move |_| dice.with(Vec::len));
    // Where the next face goes.
    let next = RwSignal::new(0usize);
    let here = move || next.get() % places.get().max(1);
    let put = move |face: Face| {
        let place = untrack(here);
        next.set(place + 1);
        set.run((place, face));
    };
    let rows = move || {
        (0..places.get())
            .map(|place| {
                let face = Memo::new(move |_| dice.with(|dice| dice.get(place).copied().unwrap_or(Face::One)));
                let key = move |event: leptos::ev::KeyboardEvent| {
                    let number = event.key().parse::<usize>().ok();
                    if let Some(face) = number.and_then(|number| Face::ALL.get(number.checked_sub(1)?)) {
                        set.run((place, *face));
                    }
                };
                let tap = move |_| {
                    next.set(place);
                    set.run((place, turned(face.get_untracked())));
                };
                view! {
                    <button type="button" class="adie" class:next=move || here() == place aria-label=move || face_word(face.get()) on:keydown=key on:click=tap>
                        <svg viewBox="0 0 100 100" aria-hidden="true"><use href=move || format!("#die-{}", die_key(face.get())) /></svg>
                    </button>
                }
            })
            .collect_view()
    };
    let faces = Face::ALL.map(|face| {
        view! {
            <button type="button" class="aface" data-face=die_key(face) aria-label=move || t().arb_put_face(here() + 1, &face_word(face)).plain() on:click=move |_| put(face)>
                <svg viewBox="0 0 100 100" aria-hidden="true"><use href=format!("#die-{}", die_key(face)) /></svg>
            </button>
        }
    });
    view! {
        <div class="adice" role="group" aria-label=t().arb_dice()>{rows}</div>
        <div class="afaces" role="group" aria-label=t().arb_faces()><small aria-hidden="true">{t().arb_faces()}</small>{faces.collect_view()}</div>
    }
}

/// What a card is called in the other printing, if that is another name.
fn other_name(card: Card, name: &str) -> Option<String> {
    let books = [Rulebook::Icelandic, Rulebook::Dutch].into_iter();
    books.map(|book| card_name(card, &book.rules())).find(|other| other != name)
}

/// Whether a finger is what points here: a field that takes the keyboard would then cover half of the page with keys.
fn is_touch() -> bool {
    let query = window().match_media("(pointer: coarse)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

/// All cards that may be chosen, to be searched by the names of either printing.
#[component]
pub(super) fn CardPicker(
    title: String,
    cards: Vec<Card>,
    rules: Rules,
    choose: Callback<Card>,
    close: Callback<()>,
) -> impl IntoView {
    let search = RwSignal::new(String::new());
    request_animation_frame(|| {
        crate::home::skip_to_now(if is_touch() { "pick-title" } else { "pick-find" });
    });
    let mut named: Vec<(String, Option<String>, Card)> = Vec::new();
    for card in cards {
        let name = card_name(card, &rules);
        // Two copies of a title are one choice.
        if !named.iter().any(|(other, ..)| *other == name) {
            let other = other_name(card, &name);
            named.push((name, other, card));
        }
    }
    named.sort();
    let shown = move || {
        let wanted = search.get().trim().to_lowercase();
        named
            .iter()
            .filter(|(name, other, _)| {
                std::iter::once(name).chain(other).any(|name| name.to_lowercase().contains(&wanted))
            })
            .map(|(name, other, card)| {
                let card = *card;
                let other = other.clone().map(|other| view! { " " <small>{other}</small> });
                view! { <button type="button" class="btn small ghost" data-card=card.id() on:click=move |_| choose.run(card)>{name.clone()}{other}</button> }
            })
            .collect_view()
    };
    view! {
        <div class="veil" on:click=move |_| close.run(()) on:keydown=move |event| if event.key() == "Escape" { close.run(()) }>
            <section class="sheet panel" role="dialog" aria-modal="true" aria-labelledby="pick-title" on:click=|event| event.stop_propagation()>
                <header>
                    <h2 id="pick-title">{title}</h2>
                    <button class="iconbtn end" aria-label=t().close() on:click=move |_| close.run(())>"×"</button>
                </header>
                <div class="sheetbody rows">
                    <input class="input" id="pick-find" type="search" placeholder=t().find_card() aria-label=t().find_card() on:input=move |event| search.set(event_target_value(&event)) />
                    <div class="cds" id="pick-cards">{shown}</div>
                </div>
            </section>
        </div>
    }
}

/// A button that opens the choice of a card.
#[component]
pub(super) fn PickButton(
    #[prop(into)] words: String,
    /// What is chosen; what the button says, if it is not given.
    #[prop(optional, into)]
    title: String,
    #[prop(into)] id: String,
    cards: Callback<(), Vec<Card>>,
    rules: Rules,
    choose: Callback<Card>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let chosen = Callback::new(move |card| {
        open.set(false);
        choose.run(card);
    });
    let title = if title.is_empty() { words.clone() } else { title };
    view! {
        <button type="button" class="btn small ghost" id=id on:click=move |_| open.set(true)>{icon("deck", "")} " " {words}</button>
        {move || open.get().then(|| view! { <CardPicker title=title.clone() cards=cards.run(()) rules choose=chosen close=Callback::new(move |()| open.set(false)) /> })}
    }
}

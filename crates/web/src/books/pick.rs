//! Small controls: a stepper, a die that turns, and a card to be chosen from all of them.

use crate::lang::t;
use crate::parts::{die_key, icon};
use crate::words::{card_name, face_word};
use engine::{Card, Face, Rules};
use leptos::prelude::*;

/// A number with a button on either side.
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
        let now = i16::from(value.get_untracked()) + by;
        if let Ok(now) = u8::try_from(now)
            && (least..=most).contains(&now)
        {
            set.run(now);
        }
    };
    let (fewer, more) = (t().arb_fewer(&what).plain(), t().arb_more(&what).plain());
    view! {
        <span class="stepper lg" id=id role="group" aria-label=what>
            <button type="button" class="less" aria-label=fewer aria-disabled=move || (value.get() <= least).to_string() on:click=move |_| step(-1)>"−"</button>
            <b aria-live="polite">{move || value.get()}</b>
            <button type="button" class="more" aria-label=more aria-disabled=move || (most <= value.get()).to_string() on:click=move |_| step(1)>"+"</button>
        </span>
    }
}

/// The next face of a die that is tapped.
pub(super) fn turned(face: Face) -> Face {
    let at = Face::ALL.iter().position(|other| *other == face).unwrap_or(0);
    Face::ALL[(at + 1) % Face::ALL.len()]
}

/// Dice that turn by a tap; the keys 1 to 6 choose a face.
#[component]
pub(super) fn TurningDice(
    #[prop(into)] dice: Signal<Vec<Face>>,
    set: Callback<(usize, Face)>,
) -> impl IntoView {
    let places = Memo::new(move |_| dice.with(Vec::len));
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
                view! {
                    <button type="button" class="adie" aria-label=move || face_word(face.get()) on:keydown=key on:click=move |_| set.run((place, turned(face.get_untracked())))>
                        <svg viewBox="0 0 100 100" aria-hidden="true"><use href=move || format!("#die-{}", die_key(face.get())) /></svg>
                    </button>
                }
            })
            .collect_view()
    };
    view! { <div class="adice" role="group" aria-label=t().arb_dice()>{rows}</div> }
}

/// All cards that may be chosen, to be searched by name.
#[component]
pub(super) fn CardPicker(
    cards: Vec<Card>,
    rules: Rules,
    choose: Callback<Card>,
    close: Callback<()>,
) -> impl IntoView {
    let search = RwSignal::new(String::new());
    request_animation_frame(|| {
        crate::home::skip_to_now("pick-find");
    });
    let mut named: Vec<(String, Card)> = Vec::new();
    for card in cards {
        let name = card_name(card, &rules);
        // Two copies of a title are one choice.
        if !named.iter().any(|(other, _)| *other == name) {
            named.push((name, card));
        }
    }
    named.sort();
    let shown = move || {
        let wanted = search.get().trim().to_lowercase();
        named
            .iter()
            .filter(|(name, _)| name.to_lowercase().contains(&wanted))
            .map(|(name, card)| {
                let card = *card;
                view! { <button type="button" class="btn small ghost" data-card=card.id() on:click=move |_| choose.run(card)>{name.clone()}</button> }
            })
            .collect_view()
    };
    view! {
        <div class="veil" on:click=move |_| close.run(()) on:keydown=move |event| if event.key() == "Escape" { close.run(()) }>
            <section class="sheet panel" role="dialog" aria-modal="true" aria-labelledby="pick-title" on:click=|event| event.stop_propagation()>
                <header>
                    <h2 id="pick-title">{t().arb_turn_up()}</h2>
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
    view! {
        <button type="button" class="btn small ghost" id=id on:click=move |_| open.set(true)>{icon("deck", "")} " " {words}</button>
        {move || open.get().then(|| view! { <CardPicker cards=cards.run(()) rules choose=chosen close=Callback::new(move |()| open.set(false)) /> })}
    }
}

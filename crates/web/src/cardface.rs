//! A card as one holds it: cost, drawing, name, kind, text and rune strip; and the same with its rulings.

use crate::lang::{rich, t};
use crate::parts::{art, icon, rune};
use crate::words::{card_effect, card_name, kind_key, kind_word};
use engine::{Card, Rules};
use leptos::prelude::*;

/// The face of a card.
#[component]
pub(crate) fn CardFace(card: Card, rules: Rules) -> impl IntoView {
    let cost = card.price(&rules);
    view! {
        <article class="card" data-kind=kind_key(card)>
            <div class="art">{art(card)}</div>
            <span class="cost">{icon("energy", "")}{cost}<span class="vh">" " {t().energy_label()}</span></span>
            <h3>{card_name(card, &rules)}</h3>
            <div class="kind">{kind_word(card)}</div>
            <p>{rich(card_effect(card, &rules))}</p>
            {rune(card)}
        </article>
    }
}

/// The face and everything that is ruled about the card.
#[component]
pub(crate) fn CardDetails(card: Card, rules: Rules) -> impl IntoView {
    let rulings = crate::words::rulings(card, &rules);
    view! {
        <div class="details">
            <CardFace card rules />
            {(!rulings.is_empty()).then(|| view! {
                <div>
                    <h3>{t().rulings()}</h3>
                    <ul class="rulings">{rulings.into_iter().map(|ruling| view! { <li>{rich(ruling)}</li> }).collect_view()}</ul>
                </div>
            })}
        </div>
    }
}

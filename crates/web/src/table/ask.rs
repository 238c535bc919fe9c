//! Every other question: the card that asks, what it is about, and one button for each answer.

use super::Table;
use super::moves::{answer_button, question_words};
use crate::lang::rich;
use crate::parts::art;
use crate::words::{card_effect, card_name, kind_key};
use engine::Ask;
use leptos::prelude::*;

/// A question with its answers.
#[component]
pub(crate) fn AskTray(ask: Ask) -> impl IntoView {
    let table = Table::get();
    let words = move || question_words(table, ask);
    let rules = table.peek(|board| *board.state.rules());
    let card = ask.card.zip(rules).map(|(card, rules)| {
        view! {
            <div class="askcard">
                <span class="thumbbtn" data-kind=kind_key(card)>{art(card)}</span>
                <span><b>{card_name(card, &rules)}</b><small>{rich(card_effect(card, &rules))}</small></span>
            </div>
        }
    });
    let answers =
        move || table.see(|board| board.answers().iter().collect::<Vec<_>>()).unwrap_or_default();
    view! {
        <section class="tray panel prompt" id="act" role="alertdialog" aria-labelledby="prompt-title" aria-describedby="prompt-lead">
            <div class="asktitle"><h2 id="prompt-title">{move || words().0}</h2>{super::log::why_now(table)}</div>
            <p class="lead" id="prompt-lead">{move || words().1}</p>
            {card}
            <div class="acts2 answers">
                {move || answers().into_iter().map(|answer| answer_button(table, ask, answer)).collect_view()}
            </div>
        </section>
    }
}

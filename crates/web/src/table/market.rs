//! The market: three cards, what they cost, and what is left of the deck.

use super::{Sheet, Table};
use crate::lang::{rich, t};
use crate::parts::{art, icon};
use crate::words::{card_effect, card_name, kind_key, kind_word};
use engine::{Answer, Card, Place, Question, Seat};
use leptos::prelude::*;

/// The market.
#[component]
pub(crate) fn Market() -> impl IntoView {
    let table = Table::get();
    let head = move || {
        table.see(|board| {
            let energy = board.me.map(|me| board.state.monster(me).energy);
            (board.state.deck().len(), energy)
        })
    };
    let shopping = move || {
        table
            .see(|board| board.mine().is_some_and(|ask| ask.question == Question::Shop))
            .unwrap_or(false)
    };
    let sweepable = move || {
        table
            .see(|board| board.mine().is_some() && board.answers().contains(Answer::Sweep))
            .unwrap_or(false)
    };
    view! {
        <section class="market panel" id="market" tabindex="-1" class:open=shopping aria-label=t().market()>
            <header>
                <h2>{t().market()}</h2>
                <span class="end">
                    {icon("deck", "")} " "
                    {move || head().map(|(deck, energy)| view! {
                        {t().deck_left(deck).plain()}
                        {energy.map(|energy| view! { " · " {rich(t().you_have_energy(energy))} })}
                    })}
                </span>
            </header>
            <ul>
                {Place::MARKET.map(|place| view! { <li><Offer place /></li> }).collect_view()}
            </ul>
            <div class="mfoot">
                <span>{move || if shopping() { "" } else { t().market_opens_later() }}</span>
                <button
                    class="btn small"
                    aria-disabled=move || (!sweepable()).to_string()
                    on:click=move |_| if sweepable() { table.answer(Answer::Sweep) }
                >
                    {icon("sweep", "")} " " {rich(t().sweep_for(2))}
                </button>
            </div>
        </section>
    }
}

/// One place of the market.
#[component]
fn Offer(place: Place) -> impl IntoView {
    let table = Table::get();
    let card = Memo::new(move |_| table.see(|board| board.state.card_at(place)).flatten());
    let price = Memo::new(move |_| {
        table.see(|board| board.state.card_at(place).map(|card| price_for(board, card))).flatten()
    });
    move || {
        let Some(card) = card.get() else {
            return Some(
                view! { <div class="buy empty muted">{t().empty_slot()}</div> }.into_any(),
            );
        };
        let (cost, short) = price.get().unwrap_or((0, 0));
        let rules = table.rules()?;
        let name = card_name(card, &rules);
        let costs = if short == 0 {
            t().card_costs(cost).plain()
        } else {
            format!("{}, {}", t().card_costs(cost).plain(), t().energy_short(short).plain())
        };
        Some(view! {
            <button class="buy" data-kind=kind_key(card) on:click=move |_| table.sheet.set(Some(Sheet::Card(card)))>
                <span class="art">{art(card)}</span>
                <span class="t">
                    <b>{name}</b>
                    <span class="kind">{kind_word(card)}</span>
                    <span class="p">{rich(card_effect(card, &rules))}</span>
                </span>
                <span class="cost" class:no=move || short != 0>
                        {icon("energy", "")}
                        <span aria-hidden="true">{cost}</span>
                        <span class="vh">{costs}</span>
                    </span>
            </button>
        }
        .into_any())
    }
}

/// What a card costs whoever looks, and how much energy is missing.
pub(crate) fn price_for(board: &super::Board, card: Card) -> (u8, u8) {
    let buyer: Seat = board.me.unwrap_or(board.state.turn().seat);
    let price = board.state.price(buyer, card);
    (price, price.saturating_sub(board.state.monster(buyer).energy))
}

//! Buying: the market's cards as rows, the sweep, and the end of the turn.

use super::market::price_for;
use super::moves::answer_button;
use super::{Sheet, Table};
use crate::lang::{rich, t};
use crate::parts::{art, icon};
use crate::prefs::Settings;
use crate::words::{card_name, kind_key};
use engine::{Answer, Place};
use leptos::prelude::*;

/// Pick a card, sweep, or end your turn.
#[component]
pub(crate) fn ShopTray() -> impl IntoView {
    let table = Table::get();
    let energy = move || {
        table
            .see(|board| board.mine().map(|ask| board.state.monster(ask.seat).energy))
            .flatten()
            .unwrap_or(0)
    };
    let can = move |answer: Answer| {
        table
            .see(|board| board.mine().is_some() && board.answers().contains(answer))
            .unwrap_or(false)
    };
    let others = move || {
        table.see(|board| board.mine().map(|ask| (ask, others(&board.answers())))).flatten()
    };
    view! {
        <section class="tray panel shop" id="act" aria-label=t().ask_shop()>
            <div class="tray-status"><h2>{t().market()}</h2><p>{move || rich(t().buy_lead(energy()))}</p></div>
            <Planned />
            <div class="shelf">
                {[Place::First, Place::Second, Place::Third, Place::Top].map(|place| view! { <Shelf place /> }).collect_view()}
            </div>
            {move || others().map(|(ask, list)| (!list.is_empty()).then(|| view! { <div class="acts2 more">{list.into_iter().map(|answer| answer_button(table, ask, answer)).collect_view()}</div> }))}
            <ConfirmBuy />
            <div class="acts2">
                <button class="btn" id="sweep" aria-disabled=move || (!can(Answer::Sweep)).to_string() on:click=move |_| table.answer(Answer::Sweep)>
                    {icon("sweep", "")} " " <span>{rich(t().sweep_for(engine::State::SWEEP_PRICE))}</span> " " <kbd>"W"</kbd>
                </button>
                <button class="btn primary" id="end" on:click=move |_| table.answer(Answer::Pass)>{t().end_turn()} " " <kbd>"E"</kbd></button>
            </div>
        </section>
    }
}

/// The card that was planned, offered first.
#[component]
fn Planned() -> impl IntoView {
    let table = Table::get();
    move || {
        let card = table.plan.get()?;
        let (place, price, short, left, legal) = table.see(|board| {
            let place = Place::MARKET
                .into_iter()
                .find(|place| board.state.card_at(*place) == Some(card))?;
            let (price, short) = price_for(board, card);
            let energy = board.me.map_or(0, |me| board.state.monster(me).energy);
            let legal = board.mine().is_some() && board.answers().contains(Answer::Buy(place));
            Some((place, price, short, energy.saturating_sub(price), legal))
        })??;
        let name = card_name(card, &table.rules()?);
        Some(view! {
            <div class="plan" role="group" aria-label=t().planned()>
                <span class="chip on">{icon("check", "")} {t().planned()}</span>
                <span class="grow"><b>{name}</b> " " <small>{if legal { rich(t().leaves_you(left)) } else { rich(t().energy_short(short)) }}</small></span>
                <button class="btn small gold" id="buy-planned" aria-disabled=(!legal).to_string() on:click=move |_| buy(table, place)><span>{rich(t().buy_for(price))}</span></button>
            </div>
        })
    }
}

/// What else may be done while buying: cards of others, cards of one's own.
fn others(answers: &engine::Answers) -> Vec<Answer> {
    answers
        .iter()
        .filter(|answer| !matches!(answer, Answer::Pass | Answer::Sweep | Answer::Buy(_)))
        .collect()
}

/// One card that can be bought now or not yet.
#[component]
fn Shelf(place: Place) -> impl IntoView {
    let table = Table::get();
    let seen = Memo::new(move |_| {
        table
            .see(|board| {
                let card = board.state.card_at(place)?;
                let (price, short) = price_for(board, card);
                let energy = board.me.map_or(0, |me| board.state.monster(me).energy);
                let legal = board.mine().is_some() && board.answers().contains(Answer::Buy(place));
                Some((card, price, short, energy.saturating_sub(price), legal))
            })
            .flatten()
    });
    move || {
        let (card, price, short, left, legal) = seen.get()?;
        if place == Place::Top && !legal {
            return None;
        }
        let name = card_name(card, &table.rules()?);
        let spoken = name.clone();
        Some(view! {
            <div class="rowi" class:sel=legal class:planned=move || table.plan.get() == Some(card)>
                <button class="thumbbtn" data-kind=kind_key(card) aria-label=name.clone() on:click=move |_| table.sheet.set(Some(Sheet::Card(card)))>{art(card)}</button>
                <span class="grow">
                    <b>{name}</b>
                    <small>{if legal { rich(t().leaves_you(left)) } else { rich(t().energy_short(short)) }}</small>
                </span>
                <button class="btn small gold"  aria-disabled=(!legal).to_string() on:click=move |_| buy(table, place)>
                    {t().buy()} " " <span class="vh">{spoken}</span> {icon("energy", "")} {price} <span class="vh">{t().energy_label()}</span>
                </button>
            </div>
        })
    }
}

/// Buys a card. It cannot be taken back once a new card is revealed, so that is said once.
pub(crate) fn buy(table: Table, place: Place) {
    let settings = Settings::get();
    let legal = table
        .peek(|board| board.mine().is_some() && board.answers().contains(Answer::Buy(place)))
        .unwrap_or(false);
    if !legal {
        return;
    }
    if settings.read(|p| p.confirm_reveal) && table.confirm.get_untracked() != Some(place) {
        table.confirm.set(Some(place));
        return;
    }
    table.confirm.set(None);
    table.answer(Answer::Buy(place));
}

/// The question before a purchase that cannot be undone.
#[component]
fn ConfirmBuy() -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    on_cleanup(move || table.confirm.set(None));
    move || {
        table.confirm.get().map(|place| {
            view! {
                <div class="notice warn" role="alert">
                    {icon("deck", "")}
                    <span>
                        <b>{t().buying_reveals()}</b>

                        <span class="acts2">
                            <button class="btn small gold" id="confirm-buy" on:click=move |_| buy(table, place)>{t().buy()}</button>
                            <button class="btn small" on:click=move |_| table.confirm.set(None)>{t().cancel()}</button>
                            <button class="btn small ghost" on:click=move |_| { settings.change(|p| p.confirm_reveal = false); buy(table, place); }>{t().do_not_ask_again()}</button>
                        </span>
                    </span>
                </div>
            }
        })
    }
}

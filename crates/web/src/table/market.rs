//! The market: three cards, what they cost, and what is left of the deck.

use super::{Sheet, Table};
use crate::lang::{rich, t};
use crate::parts::{art, icon};
use crate::storage;
use crate::words::{card_effect, card_name, kind_key, kind_word};
use engine::{Answer, Card, Event, Place, Question, Seat};
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
    let top = move || {
        table
            .see(|board| {
                board.mine().is_some() && board.answers().contains(Answer::Buy(Place::Top))
            })
            .unwrap_or(false)
    };
    // Only for whoever plays on, and not while it is open.
    let opens = move || {
        let plays = |board: &super::Board| {
            board.me.is_some_and(|me| board.state.living().has(me))
                && board.state.outcome().is_none()
        };
        !shopping() && table.see(plays).unwrap_or(false)
    };
    let sweepable = move || {
        table
            .see(|board| board.mine().is_some() && board.answers().contains(Answer::Sweep))
            .unwrap_or(false)
    };
    view! {
        <section class="market panel" id="market" tabindex="-1" class:buying=shopping aria-label=t().market()>
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
                {move || top().then(|| view! { <li><Offer place=Place::Top /></li> })}
            </ul>
            <div class="mfoot" class:vh=move || !opens()>
                <span>{t().market_opens_later()}</span>
                <button
                    class="btn small"
                    aria-disabled=move || (!sweepable()).to_string()
                    on:click=move |_| if sweepable() { table.answer(Answer::Sweep) }
                >
                    {icon("sweep", "")} " " <span>{rich(t().sweep_for(engine::State::SWEEP_PRICE))}</span>
                </button>
            </div>
        </section>
    }
}

/// One place of the market: a card to look at, or to buy while it is time for that.
#[component]
fn Offer(place: Place) -> impl IntoView {
    let table = Table::get();
    let seen = Memo::new(move |_| {
        let spent = super::shop::being_spent(table);
        let held = table.buying.get() == Some(place);
        table
            .see(|board| {
                let card = board.state.card_at(place)?;
                let shop = board.mine().is_some_and(|ask| ask.question == Question::Shop);
                let (cost, _) = price_for(board, card);
                let energy = board.me.map_or(0, |me| board.state.monster(me).energy);
                let energy = if held { energy } else { energy.saturating_sub(spent) };
                Some((card, cost, energy, shop, held))
            })
            .flatten()
    });
    move || {
        let Some((card, cost, energy, shop, held)) = seen.get() else {
            return Some(
                view! { <div class="buy empty muted">{t().empty_slot()}</div> }.into_any(),
            );
        };
        if held {
            return Some(
                view! { <div class="slot"><i class="ring" aria-hidden="true"></i><span>{t().next_card_waits()}</span></div> }
                    .into_any(),
            );
        }
        let short = cost.saturating_sub(energy);
        let rules = table.rules()?;
        let name = card_name(card, &rules);
        let costs = if short == 0 {
            t().card_costs(cost).plain()
        } else {
            format!("{}, {}", t().card_costs(cost).plain(), t().energy_short(short).plain())
        };
        let open = move || table.sheet.set(Some(Sheet::Card(card)));
        let press = move |_| {
            if shop && super::shop::affordable(table, place) {
                super::shop::buy(table, place);
            } else {
                open();
            }
        };
        let can = shop && short == 0;
        let verb = can.then(|| view! { <span class="vh">{t().buy()} " "</span> });
        let left = shop.then(|| {
            let words =
                if short == 0 { t().leaves_you(energy - cost) } else { t().energy_short(short) };
            view! { <small class="left">{rich(words)}</small> }
        });
        let more = t().details_of(&name).plain();
        Some(view! {
            <button class="buy" class:open=shop class:can=can class:planned=move || table.plan.get() == Some(card) data-kind=kind_key(card) on:click=press>
                <span class="art">{art(card)}</span>
                <span class="t">
                    <b>{verb}{name}</b>
                    <span class="kind">{kind_word(card)}</span>
                    <span class="p">{rich(card_effect(card, &rules))}</span>
                    {move || (table.plan.get() == Some(card)).then(|| view! { <span class="chip on">{icon("check", "")} <span>{t().planned()}</span></span> })}
                </span>
                <span class="costs">
                    <span class="cost" class:no=move || short != 0>
                        {icon("energy", "")}
                        <span aria-hidden="true">{cost}</span>
                        <span class="vh">{costs}</span>
                    </span>
                    {left}
                </span>
            </button>
            {shop.then(|| view! { <button class="iconbtn info" aria-label=more on:click=move |_| open()>{icon("info", "")}</button> })}
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

/// Whether a purchase of this card can be planned: it lies in the market, and it is not yet time to buy.
pub(crate) fn can_plan(table: Table, card: Card) -> bool {
    table
        .see(|board| {
            let buying = board.mine().is_some_and(|ask| ask.question == Question::Shop);
            offered(board, card)
                && !buying
                && board.me.is_some_and(|me| board.state.living().has(me))
        })
        .unwrap_or(false)
}

/// A plan as the browser keeps it: in which game, whose, and which card.
type KeptPlan = (String, Option<Seat>, Option<Card>);

/// Plans to buy a card, or no longer.
pub(crate) fn plan(table: Table, card: Card) {
    table.plan.update(|plan| *plan = if *plan == Some(card) { None } else { Some(card) });
    let seat = table.peek(|board| board.me).flatten();
    let kept: KeptPlan = (table.game.get_untracked(), seat, table.plan.get_untracked());
    // Refused storage costs only the memory of it.
    let _ = storage::save("plan", &kept);
    table.sheet.set(None);
}

/// The plan that was made in this game before the page was loaded anew.
pub(crate) fn recall_plan(table: Table, board: &super::Board) {
    let Some((game, seat, card)) = storage::load::<KeptPlan>("plan") else { return };
    let there = card.is_some_and(|card| offered(board, card));
    if game == table.game.get_untracked() && seat == board.me && there {
        table.plan.set(card);
    }
}

fn offered(board: &super::Board, card: Card) -> bool {
    Place::MARKET.iter().any(|place| board.state.card_at(*place) == Some(card))
}

/// A plan ends when its card is gone, or when another looks at the table.
pub(crate) fn keep_plan(table: Table, board: &super::Board) {
    let Some(card) = table.plan.get_untracked() else { return };
    let same = table.peek(|old| old.me).is_none_or(|old| old == board.me);
    if same && offered(board, card) {
        return;
    }
    table.plan.set(None);
    let mine =
        board.me.is_some_and(|me| board.state.monster(me).cards.iter().any(|one| one == card));
    let bought = board.news.iter().any(|event| matches!(*event, Event::Bought { seat, card: one, .. } if one == card && Some(seat) == board.me));
    if same && !mine && !bought {
        let text = t().plan_gone(&card_name(card, board.state.rules())).plain();
        table.polite.set(text.clone());
        table.notice.set(Some(super::Notice { icon: "deck", text, ..super::Notice::default() }));
    }
}

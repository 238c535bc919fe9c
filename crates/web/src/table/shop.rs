//! Buying: the market's cards are the buttons. A purchase is made a moment after the press, until which it can be undone:
//! the new card that it turns up takes nothing back.

use super::Table;
use super::market::price_for;
use super::moves::answer_button;
use crate::lang::{rich, t};
use crate::parts::icon;
use crate::words::card_name;
use engine::{Answer, Place, Question};
use leptos::prelude::*;
use std::time::Duration;

/// How long a purchase can be undone.
const UNDO: Duration = Duration::from_millis(1500);

/// With less time than this on the clock, in milliseconds, a purchase is made at once.
const HASTE: f64 = 4000.0;

/// Sweep, or end your turn; the cards stand in the market.
#[component]
pub(crate) fn ShopTray() -> impl IntoView {
    let table = Table::get();
    let can = move |answer: Answer| {
        table
            .see(|board| board.mine().is_some() && board.answers().contains(answer))
            .unwrap_or(false)
    };
    let others = move || {
        table.see(|board| board.mine().map(|ask| (ask, others(&board.answers())))).flatten()
    };
    on_cleanup(move || table.buying.set(None));
    view! {
        <section class="tray panel shop" id="act" aria-label=t().ask_shop()>
            <div class="tray-status"><h2>{t().buy_or_end()}</h2><p>{t().market_is_buttons()}</p></div>
            <div class="toastrow"><Bought /></div>
            {move || others().map(|(ask, list)| (!list.is_empty()).then(|| view! { <div class="acts2 more">{list.into_iter().map(|answer| answer_button(table, ask, answer)).collect_view()}</div> }))}
            <div class="acts2 ends">
                <button class="btn" id="sweep" aria-disabled=move || (!can(Answer::Sweep)).to_string() on:click=move |_| table.answer(Answer::Sweep)>
                    {icon("sweep", "")} " " <span>{rich(t().sweep_for(engine::State::SWEEP_PRICE))}</span> " " <kbd>"W"</kbd>
                </button>
                <button class="btn primary" id="end" on:click=move |_| table.answer(Answer::Pass)>{t().end_turn()} " " <kbd>"E"</kbd></button>
            </div>
        </section>
    }
}

/// What else may be done while buying: cards of others, cards of one's own.
fn others(answers: &engine::Answers) -> Vec<Answer> {
    answers
        .iter()
        .filter(|answer| !matches!(answer, Answer::Pass | Answer::Sweep | Answer::Buy(_)))
        .collect()
}

/// The purchase that can still be undone, in words.
fn bought_words(table: Table) -> Option<texts::Rich> {
    let place = table.buying.get()?;
    table
        .see(|board| {
            let card = board.state.card_at(place)?;
            let (price, _) = price_for(board, card);
            let energy = board.me.map_or(0, |me| board.state.monster(me).energy);
            let name = card_name(card, board.state.rules());
            Some(t().buying_card(&name, energy.saturating_sub(price)))
        })
        .flatten()
}

#[component]
fn Bought() -> impl IntoView {
    let table = Table::get();
    move || {
        bought_words(table).map(|words| {
            view! {
                <div class="toast" id="bought">
                    {icon("check", "")}
                    <span>{rich(words)}</span>
                    <button class="btn small" id="undo-buy" on:click=move |_| table.buying.set(None)>{icon("undo", "")} " " {t().undo()} <i class="ring" aria-hidden="true"></i></button>
                </div>
            }
        })
    }
}

/// Buys a card, in a moment.
pub(crate) fn buy(table: Table, place: Place) {
    if !affordable(table, place) {
        return;
    }
    if table.buying.get_untracked().is_some() {
        table.then.set(Some(Answer::Buy(place)));
        return commit(table);
    }
    table.buying.set(Some(place));
    if let Some(words) = untrack(|| bought_words(table)) {
        table.polite.set(words.plain());
    }
    let hasty = table.deadline.get_untracked().is_some_and(|at| at - super::now() < HASTE);
    set_timeout(
        move || {
            if table.buying.try_get_untracked() == Some(Some(place)) {
                commit(table);
            }
        },
        if hasty { Duration::ZERO } else { UNDO },
    );
}

/// Whether a card can be paid, after the one that is being bought.
pub(crate) fn affordable(table: Table, place: Place) -> bool {
    let spent = being_spent(table);
    table
        .peek(|board| {
            let legal = board.mine().is_some() && board.answers().contains(Answer::Buy(place));
            let (Some(card), Some(me)) = (board.state.card_at(place), board.me) else {
                return false;
            };
            legal
                && table.buying.get_untracked() != Some(place)
                && spent + price_for(board, card).0 <= board.state.monster(me).energy
        })
        .unwrap_or(false)
}

/// The price of the card that is being bought.
pub(crate) fn being_spent(table: Table) -> u8 {
    let Some(place) = table.buying.get() else { return 0 };
    let price = |board: &super::Board| Some(price_for(board, board.state.card_at(place)?).0);
    table.see(price).flatten().unwrap_or(0)
}

/// Makes the purchase that is waiting.
pub(crate) fn commit(table: Table) {
    if let Some(place) = table.buying.get_untracked() {
        table.buying.set(None);
        table.answer(Answer::Buy(place));
    }
}

/// After a purchase: what was pressed while it waited.
pub(crate) fn go_on(table: Table) {
    let Some(next) = table.then.get_untracked() else { return };
    let question = table.peek(|board| board.mine().map(|ask| ask.question)).flatten();
    if question.is_none() {
        return;
    }
    table.then.set(None);
    if question == Some(Question::Shop) {
        set_timeout(
            move || match next {
                Answer::Buy(place) => buy(table, place),
                answer => table.answer(answer),
            },
            Duration::ZERO,
        );
    }
}

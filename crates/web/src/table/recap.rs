//! What happened since your last turn, at the start of your turn and on the curtain.

use super::{Sheet, Table};
use crate::lang::{rich, t};
use crate::parts::{icon, mark};
use crate::words::card_name;
use client::recap::Recap;
use engine::{Question, Seat, Spot};
use leptos::prelude::*;

/// How many lines are told before the rest is left to the log.
const LINES: usize = 4;

/// The card in the stage; gone with the first throw, or with a tap.
#[component]
pub(crate) fn RecapCard() -> impl IntoView {
    let table = Table::get();
    let due = Memo::new(move |_| {
        let (turn, seat) = table
            .see(|board| {
                let rolls = board.mine().is_some_and(|ask| ask.question == Question::Roll);
                let turn = board.state.turn();
                (rolls || board.throw.is_some()).then_some((turn.number, turn.seat))
            })
            .flatten()?;
        let first = table.events.with(|events| client::happened::throws(events)) < 2;
        (first && table.recapped.get() != turn).then_some((turn, seat))
    });
    move || {
        let (turn, seat) = due.get()?;
        let list = recap_list(table, seat)?;
        Some(view! {
            <section class="recap" id="recap" aria-label=t().recap_title()>
                <div class="rh">{icon("history", "")} <b>{t().recap_title()}</b>
                    <button class="iconbtn" id="recap-close" aria-label=t().close() on:click=move |_| table.recapped.set(turn)>"×"</button>
                </div>
                {list}
            </section>
        })
    }
}

/// The lines themselves; nothing if there is nothing to tell.
pub(crate) fn recap_list(table: Table, seat: Seat) -> Option<AnyView> {
    let recap = table.events.with_untracked(|events| Recap::since_last_turn(events, seat));
    let rules = table.rules()?;
    let mut lines: Vec<AnyView> = Vec::new();
    if let Some((before, after)) = recap.hearts {
        let by = recap.lost.iter().filter_map(|(by, amount)| {
            let by = (*by)?;
            Some(view! { <span class="who">{mark(table.species(by))} " " {table.name(by)} " " {*amount}</span> })
        });
        let by: Vec<_> = by.collect();
        let colon = if by.is_empty() { "" } else { ": " };
        let by = by
            .into_iter()
            .enumerate()
            .map(|(n, one)| view! { {if n == 0 { "" } else { ", " }}{one} });
        lines.push(view! { <li class="loss">{icon("heart", "c-heart")}<span><b>{rich(t().recap_lost(recap.total(), before, after))}</b>{colon}{by.collect_view()}</span></li> }.into_any());
    }
    let both = table.peek(|board| board.state.tokyo().bay_open).unwrap_or(false);
    for (who, spot) in &recap.tokyo {
        let name = table.name(*who);
        let words = match spot {
            Spot::Bay => t().holds_bay(&name),
            Spot::City if both => t().holds_city(&name),
            Spot::City => t().holds_tokyo(&name),
        };
        let words = words.plain();
        lines.push(view! { <li>{icon("tower", "")}<span>{mark(table.species(*who))} " " {words}</span></li> }.into_any());
    }
    for who in recap.out.iter().filter(|out| **out != seat) {
        let words = t().goes_home(&table.name(*who)).plain();
        lines.push(view! { <li>{icon("exit", "")}<span>{mark(table.species(*who))} " " {words}</span></li> }.into_any());
    }
    for (who, card) in &recap.bought {
        let words = t().recap_bought(&table.name(*who), &card_name(*card, &rules)).plain();
        lines.push(view! { <li>{icon("deck", "")}<span>{mark(table.species(*who))} " " {words}</span></li> }.into_any());
    }
    if lines.is_empty() {
        return None;
    }
    let more = lines.len().saturating_sub(LINES);
    lines.truncate(LINES);
    let rest = (0 < more).then(|| view! { <li><span></span><button class="open" on:click=move |_| table.sheet.set(Some(Sheet::Log))>{t().recap_more(more).plain()}</button></li> });
    Some(view! { <ul class="recaplist">{lines}{rest}</ul> }.into_any())
}

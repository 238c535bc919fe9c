//! The coach: what the best bot would do, with the same numbers as a review. It never answers by itself.

use super::{Link, Sheet, Table};
use crate::lang::{rich, t};
use crate::parts::icon;
use client::review::{kept, percent, phrase, tenths};
use engine::{Ask, State};
use leptos::prelude::*;
use review::{ErrorBand, Valued};
use texts::Scene;

/// Whether this table has a coach: alone against bots it has.
pub(crate) fn has_coach(table: Table) -> bool {
    table.link.get_untracked() == Link::Local && !table.shared()
}

/// The button in the bar while one is asked something.
#[component]
pub(crate) fn HintButton() -> impl IntoView {
    let table = Table::get();
    let asked = Memo::new(move |_| table.see(|board| board.mine().is_some()).unwrap_or(false));
    move || {
        (asked.get() && has_coach(table)).then(|| {
            view! { <button class="iconbtn" id="hint" aria-label=t().hint() aria-keyshortcuts="h" on:click=move |_| table.sheet.set(Some(Sheet::Hint))>{icon("bulb", "")}</button> }
        })
    }
}

/// Up to four answers, the best first: chance, cost, band. Pressing one that keeps dice keeps them.
#[component]
pub(crate) fn HintSheet() -> impl IntoView {
    let table = Table::get();
    let options = RwSignal::new(None::<Vec<Valued>>);
    let asked = table.peek(|board| board.mine().map(|ask| (ask, board.state))).flatten();
    table.session(|session| {
        session.hint(Box::new(move |found| {
            let _ = options.try_set(Some(found));
        }));
    });
    move || match (asked, options.get()) {
        (Some((ask, state)), Some(options)) => rows(table, ask, &state, &options),
        _ => view! { <p role="status">{t().hint_thinking()}</p> }.into_any(),
    }
}

fn rows(table: Table, ask: Ask, state: &State, options: &[Valued]) -> AnyView {
    let me = ask.seat.index();
    let names: Vec<String> =
        table.players.with_untracked(|all| all.iter().map(|player| player.name.clone()).collect());
    let scene = Scene { rules: state.rules(), names: &names };
    let best = options.first().map_or(0.0, |one| one.chances[me]);
    let rows = options.iter().map(|one| {
        let cost = best - one.chances[me];
        let band = ErrorBand::of(cost);
        let words = rich(phrase(t(), &ask, one.answer, state, &scene));
        let keep = kept(state, one.answer);
        let take = move |_| {
            if let Some(keep) = keep {
                table.keep.set(keep);
            }
            table.sheet.set(None);
        };
        let cost = match 0.0 < cost {
            true => view! { <small class="neg">"−" {tenths(t(), cost)} " " {band.sign()}</small> }.into_any(),
            false => view! { <small class="pos">{t().tag_best()}</small> }.into_any(),
        };
        view! { <li><button class="qopt hintrow" on:click=take><b class="num">{percent(t(), one.chances[me])}</b> {cost} <span class="ol">{words}</span></button></li> }
    });
    view! {
        <p class="muted">{t().hint_title()} " · " {t().by_the_net()}</p>
        <ol class="hintlist">{rows.collect_view()}</ol>
    }
    .into_any()
}

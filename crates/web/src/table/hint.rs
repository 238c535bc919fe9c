//! The coach: what the best bot would do, with the same numbers as a review. It never answers by itself.

use super::coaching::{Wanted, asked, has_coach};
use super::{Sheet, Table};
use crate::lang::{rich, t};
use crate::parts::icon;
use client::review::{cost as told, kept, percent, phrase, reason};
use engine::{Ask, State};
use leptos::prelude::*;
use review::{ErrorBand, Reason, Valued};
use texts::Scene;

/// How many answers a hint has.
const HINTS: usize = 4;

/// What the bar says at a table where the host has switched the coach on: everybody has it, and everybody knows.
#[component]
pub(crate) fn CoachChip() -> impl IntoView {
    let table = Table::get();
    move || {
        table.coaching.allowed.get().then(|| {
            view! { <span class="chip coachon" title=t().coach_on_hint()>{icon("bulb", "")} <span class="only-desk">{t().coach_on()}</span><span class="vh only-phone">{t().coach_on()}</span></span> }
        })
    }
}

/// The button in the bar while one is asked something.
#[component]
pub(crate) fn HintButton() -> impl IntoView {
    let table = Table::get();
    let open = Memo::new(move |_| table.see(|board| board.mine().is_some()).unwrap_or(false));
    move || {
        (open.get() && has_coach(table)).then(|| {
            view! { <button class="iconbtn" id="hint" aria-label=t().hint() aria-keyshortcuts="h" on:click=move |_| table.sheet.set(Some(Sheet::Hint))>{icon("bulb", "")}</button> }
        })
    }
}

/// Up to four answers, the best first: chance, cost, band. Pressing one that keeps dice keeps them.
#[component]
pub(crate) fn HintSheet() -> impl IntoView {
    let table = Table::get();
    let options = RwSignal::new(None::<Vec<Valued>>);
    // Why the first is better than the second, once that is counted.
    let why = RwSignal::new(Vec::<Reason>::new());
    let asked = asked(table);
    if let Some((question, state)) = asked {
        table.coaching.helps(question);
        table.coaching.ask(&state, Wanted::Values, move |mut said| {
            said.options.truncate(HINTS);
            if let [best, next, ..] = said.options[..] {
                let wanted = Wanted::Why { better: best.answer, other: next.answer };
                table.coaching.ask(&state, wanted, move |said| {
                    let _ = why.try_set(said.reasons);
                });
            }
            let _ = options.try_set(Some(said.options));
        });
    }
    move || match (asked, options.get()) {
        (Some(((_, ask), state)), Some(options)) => rows(table, ask, &state, &options, why),
        _ => view! { <p role="status">{t().hint_thinking()}</p> }.into_any(),
    }
}

fn rows(
    table: Table,
    ask: Ask,
    state: &State,
    options: &[Valued],
    why: RwSignal<Vec<Reason>>,
) -> AnyView {
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
            true => view! { <small class="neg">{told(t(), cost)} " " {band.sign()}</small> }.into_any(),
            false => view! { <small class="pos">{t().tag_best()}</small> }.into_any(),
        };
        view! { <li><button class="qopt hintrow" on:click=take><b class="num">{percent(t(), one.chances[me])}</b> {cost} <span class="ol">{words}</span></button></li> }
    });
    view! {
        <p class="muted">{t().hint_title()} " · " {t().by_the_net()}</p>
        <ol class="hintlist">{rows.collect_view()}</ol>
        <div role="status"><ul class="why">{move || why.get().into_iter().map(|one| view! { <li>{reason(t(), one)}</li> }).collect_view()}</ul></div>
    }
    .into_any()
}

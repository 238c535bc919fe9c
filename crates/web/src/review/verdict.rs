//! What decided the game, so that a glance is enough: one sentence, luck beside choices, and the costliest choices by name.

use super::account::{self, swing};
use super::stream::Found;
use crate::home::skip_to_now;
use crate::lang::t;
use client::review::{account_points, signed};
use engine::Seat;
use leptos::prelude::*;

/// The bars are drawn for this many points at least.
const LEAST: f64 = 0.3;

/// The verdict about this seat; it takes its room while the game is still being followed.
#[component]
pub(super) fn Verdict(found: Found, players: usize, me: Seat, won: Option<bool>) -> impl IntoView {
    let mine = Memo::new(move |_| {
        let ready = found.done.get();
        ready.then(|| account::sorted(found, players, me).into_iter().next()).flatten()
    });
    let words = move || match mine.get() {
        Some(mine) => t().verdict(review::Verdict::of(mine.luck, mine.own, won).id()).to_owned(),
        None => t().hint_thinking().to_owned(),
    };
    let bars = move || {
        let mine = mine.get();
        let [_, luck, own, ..] = mine.as_ref().map_or([0; 6], account_points);
        let (exact_luck, exact_own) =
            mine.as_ref().map_or((0.0, 0.0), |mine| (mine.luck, mine.own));
        let largest = LEAST.max(exact_luck.abs()).max(exact_own.abs());
        let known = mine.is_some();
        [(t().verdict_luck(), luck, exact_luck), (t().verdict_own(), own, exact_own)].map(
            |(label, points, exact)| {
                let class = if points < 0 { "num neg" } else { "num pos" };
                let number = if known { signed(points) } else { "…".to_owned() };
                view! { <li><span>{label}</span>{swing(exact, largest)}<b class=class>{number}</b></li> }
            },
        ).collect_view()
    };
    view! {
        <div class="verdictbox" id="verdict">
            <p class="verdict" role="status"><b>{words}</b></p>
            <ul class="balance" aria-label=t().luck_or_skill()>{bars}</ul>
            <Costliest found />
        </div>
    }
}

/// The costliest choices by turn and kind; what was better is not given away.
#[component]
fn Costliest(found: Found) -> impl IntoView {
    move || {
        let quiz = found.quiz.get();
        let rows = quiz.iter().enumerate().filter_map(|(at, asked)| {
            let (turn, kind) = found.moments.with(|all| {
                let moment = all.get(asked.moment)?;
                Some((moment.turn, moment.choice()?.kind()))
            })?;
            let title = t().turn_of_whom(turn, t().choice_kind(kind.name())).plain();
            let cost = asked.tried.map(|_| {
                let points = -(100.0 * found.cost(asked.moment)).round() as i64;
                view! { <b class="num neg">{signed(points)}</b> }
            });
            let open = move |_| {
                skip_to_now(&format!("quiz-{at}"));
            };
            Some(view! { <li><button class="turning" on:click=open><i>{at + 1}</i><span>{title}</span>{cost}</button></li> })
        });
        let rows = rows.collect_view();
        let all: f64 = quiz.iter().map(|asked| found.cost(asked.moment)).sum();
        let cost = (100.0 * all).round() as i64;
        let sum = (!quiz.is_empty()).then(|| t().choices_cost(quiz.len(), &signed(-cost)).plain());
        (found.done.get() && !quiz.is_empty()).then(|| view! { <p class="fine"><b>{t().costliest()}</b> " " <span class="muted">{sum}</span></p><ol class="turnings named">{rows}</ol> })
    }
}

/// To the parts of a long page.
#[component]
pub(super) fn Jumps() -> impl IntoView {
    let jumps = [
        ("graph", t().jump_graph()),
        ("account", t().account_luck()),
        ("choices", t().jump_choices()),
        ("turns", t().turn_by_turn()),
    ];
    let jumps = jumps.map(|(id, words)| {
        let jump = move |_| {
            skip_to_now(id);
        };
        view! { <button class="chip tab" on:click=jump>{words}</button> }
    });
    view! { <nav class="jumps" aria-label=t().review()>{jumps.collect_view()}</nav> }
}

//! What decided the game, so that a glance is enough: one sentence, luck beside choices, and the costliest choices by name.

use super::account::swing;
use super::stream::{Asked, Found, QUIZ};
use crate::home::skip_to_now;
use crate::lang::t;
use crate::parts::icon;
use client::review::{account_points, signed};
use leptos::prelude::*;
use review::Account;

/// The bars are drawn for this many points at least.
const LEAST: f64 = 0.3;

/// The verdict about this seat; it takes its room while the game is still being followed.
#[component]
pub(super) fn Verdict(found: Found, all: Memo<Vec<Account>>, won: Option<bool>) -> impl IntoView {
    let mine = Memo::new(move |_| {
        let ready = found.done.get();
        ready.then(|| all.with(|all| all.first().cloned())).flatten()
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

/// The costliest choices by turn and kind; what was better is not given away. They have their room from the start, and
/// what they cost together is told when their order is settled.
#[component]
fn Costliest(found: Found) -> impl IntoView {
    move || {
        let quiz = found.quiz.get();
        let ready = found.ready.get();
        let rows = quiz.iter().enumerate().filter_map(|(at, asked)| row(found, at, asked));
        let rows = rows.collect_view();
        let missing = if ready { 0 } else { QUIZ.saturating_sub(quiz.len()) };
        let room = (0..missing).map(|_| view! { <li class="room" aria-hidden="true"></li> });
        let room = room.collect_view();
        let words = match ready {
            true => {
                let all: i64 = quiz.iter().map(|asked| tenths_of(found, asked.moment)).sum();
                let cost = format!("−{}", t().decimal(all));
                view! { {t().choices_cost(quiz.len(), &cost).plain()} }.into_any()
            }
            false => view! { {icon("clock", "")} " " {t().costliest_open()} }.into_any(),
        };
        (!ready || !quiz.is_empty()).then(|| view! { <p class="fine"><b>{t().costliest()}</b> " " <span class="muted" role="status">{words}</span></p><ol class="turnings named">{rows} {room}</ol> })
    }
}

/// What a choice cost, in whole tenths of a point: what is printed adds up.
fn tenths_of(found: Found, moment: usize) -> i64 {
    (1000.0 * found.cost(moment)).round() as i64
}

/// One of the costliest choices, with its price once it was answered.
fn row(found: Found, at: usize, asked: &Asked) -> Option<AnyView> {
    let (turn, kind) = found.moments.with(|all| {
        let moment = all.get(asked.moment)?;
        Some((moment.turn, moment.choice()?.kind()))
    })?;
    let kind = t().choice_kind(kind.name());
    let what = match found.throw_of(asked.moment) {
        Some(throw) => t().choice_after_roll(kind, throw).plain(),
        None => kind.to_owned(),
    };
    let title = t().turn_of_whom(turn, &what).plain();
    let cost = asked.tried.map(|_| {
        let cost = format!("−{}", t().decimal(tenths_of(found, asked.moment)));
        view! { <b class="num neg">{cost}</b> }
    });
    let open = move |_| {
        skip_to_now(&format!("quiz-{at}"));
    };
    Some(view! { <li><button class="turning" on:click=open><i>{at + 1}</i><span>{title}</span>{cost}</button></li> }.into_any())
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

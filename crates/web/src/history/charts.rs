//! The trend of rate and luck, and where points are lost.

use super::History;
use crate::lang::t;
use crate::parts::icon;
use crate::route::Route;
use client::review::cost;
use leptos::prelude::*;
use review::history::{Dot, Pattern, TREND};
use review::{Kind, RateBand};

const HIGH: f64 = 220.0;
/// Half the height of the strip with the luck, below the rates.
const LUCK: f64 = 40.0;

/// Rates as dots, their mean as a line, luck as bars below, wins as stars.
#[component]
pub(super) fn Trend(history: RwSignal<History>) -> impl IntoView {
    let dots = Memo::new(move |_| history.with(History::trend));
    let missing = move || {
        let games = dots.with(Vec::len);
        (games < TREND).then(
            || view! { <p class="muted fine">{t().history_more_games(TREND - games).plain()}</p> },
        )
    };
    let open = move || {
        let open = history.with(|history| {
            history.games.iter().filter(|past| past.me.is_some() && past.tally.is_none()).count()
        });
        (0 < open).then(|| view! { <p class="muted fine" role="status">{icon("clock", "")} " " {t().history_counting(open).plain()}</p> })
    };
    // A narrow screen has a picture of its own, so that its words stay readable.
    let width = window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(1000.0);
    let (wide, left) = if width < 620.0 { (190.0, 128.0) } else { (640.0, 150.0) };
    let picture = move || dots.with(|dots| picture(dots, wide));
    view! {
        <section class="panel trend" aria-labelledby="trend-title">
            <header><h2 id="trend-title">{t().history_trend()}</h2></header>
            <div class="pad">
                <svg viewBox=format!("-{left} -20 {} {}", wide + left + 20.0, HIGH + 2.0 * LUCK + 44.0) role="img" aria-label=t().history_trend_label()>{picture}</svg>
                {missing} {open}
                <p class="muted fine">{t().history_trend_note()}</p>
            </div>
        </section>
    }
}

fn picture(dots: &[Dot], wide: f64) -> AnyView {
    let most = dots.iter().fold(3.0f64, |most, dot| most.max(dot.rate)).min(6.0);
    let x = |n: usize| wide * (n as f64 + 0.5) / dots.len().max(1) as f64;
    let y = |rate: f64| HIGH * rate.min(most) / most;
    let luckiest = dots.iter().fold(0.3f64, |most, dot| most.max(dot.luck.abs()));
    let middle = HIGH + LUCK + 20.0;
    let bands = [0.0, 0.5, 1.2, 2.0, 3.0].map(|from| {
        let name = t().rate_band(RateBand::of(from).id()).to_owned();
        let top = y(from);
        view! { <path class="grid" d=format!("M0 {top:.1}H{wide}") /><text class="axis" x="-8" y=top + 14.0>{name}</text> }
    });
    let marks = dots.iter().enumerate().map(|(n, dot)| {
        let (left, top) = (x(n), y(dot.rate));
        let luck = LUCK * dot.luck / luckiest;
        let (from, high) = if 0.0 < luck { (middle - luck, luck) } else { (middle, -luck) };
        let class = if luck < 0.0 { "bad" } else { "good" };
        let width = (wide / dots.len().max(1) as f64 * 0.6).clamp(2.0, 18.0);
        view! {
            {dot.won.then(|| view! { <circle class="won" cx=left cy=top r="9" /> })}
            <circle class="dot" cx=left cy=top r="5" />
            <rect class=class x=left - width / 2.0 y=from width=width height=high.max(1.0) />
        }
    });
    let line: Vec<String> = match dots.len() < TREND {
        true => Vec::new(),
        false => dots
            .iter()
            .enumerate()
            .filter_map(|(n, dot)| Some(format!("{:.1} {:.1}", x(n), y(dot.mean?))))
            .collect(),
    };
    let line =
        (1 < line.len()).then(|| view! { <path class="mean" d=format!("M{}", line.join("L")) /> });
    view! {
        {bands.collect_view()}
        <path class="grid" d=format!("M0 {middle}H{wide}") /><text class="axis" x="-8" y=middle + 5.0>{t().account_luck()}</text>
        {marks.collect_view()} {line}
    }
    .into_any()
}

/// Where points are lost, with a way to train it.
#[component]
pub(super) fn Kinds(history: RwSignal<History>) -> impl IntoView {
    let rows = move || {
        let kinds = history.with(History::kinds);
        let largest = kinds.iter().fold(0.01f64, |most, kind| most.max(kind.error));
        let rows = kinds.iter().map(|kind| {
            let width = format!("{:.0}%", 100.0 * kind.error / largest);
            view! {
                <li class="val"><span class="lb">{t().choice_kind(kind.kind.name()).to_owned()}</span><span class="tk" aria-hidden="true"><i style:width=width></i></span><b class="num neg">{cost(t(), kind.error)}</b><small class="muted">{kind.choices}</small></li>
            }
        });
        let pattern = history.with(History::pattern);
        // What is wrong in the same way again and again is trained first.
        let worst = pattern.map(|pattern| pattern.kind).or(kinds.first().map(|worst| worst.kind));
        let train = worst.map(|worst| {
            let kind = match worst {
                Kind::Keep | Kind::Yield | Kind::Purchase => worst.name(),
                _ => "cards",
            };
            view! { <p><a class="btn small" id="train" href=Route::Puzzles(Some(kind.to_owned())).href()>{icon("bulb", "")} " " {t().history_train(t().choice_kind(worst.name())).plain()}</a></p> }
        });
        let pattern =
            pattern.map(|pattern| view! { <p id="pattern"><b>{sentence(pattern)}</b></p> });
        view! { <ul class="vals">{rows.collect_view()}</ul> {pattern} {train} }
    };
    view! {
        <section class="panel"><header><h2>{icon("chart", "")} " " {t().points_by_kind()}</h2></header><div class="pad">{rows}</div></section>
    }
}

/// What is wrong with most costly choices of a kind.
fn sentence(Pattern { kind, passed, times, costly }: Pattern) -> String {
    let words = match (kind, passed) {
        (Kind::Yield, true) => t().pattern_stayed(times, costly),
        (Kind::Yield, false) => t().pattern_left(times, costly),
        (Kind::Purchase, true) => t().pattern_saved(times, costly),
        (Kind::Purchase, false) => t().pattern_bought(times, costly),
        (_, true) => t().pattern_stopped(times, costly),
        (_, false) => t().pattern_rolled_on(times, costly),
    };
    words.plain()
}

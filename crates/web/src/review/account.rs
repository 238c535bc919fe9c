//! Luck or skill: start + luck + own choices + others' choices + correction = result, for every seat.

use super::stream::Found;
use crate::lang::t;
use crate::parts::{face_quiet, icon, mark, monster_key};
use crate::table::Player;
use client::review::{account_points, cost, rate, signed, tenths};
use engine::Seat;
use leptos::prelude::*;
use review::{Account, accounts};

/// The accounts of what is known so far, the own one first, then by result.
///
/// They are reckoned once for all parts of the page, which are drawn anew only when a number changes.
pub(super) fn sorted(found: Found, players: usize, me: Seat) -> Memo<Vec<Account>> {
    Memo::new(move |_| {
        let start = found.start.get();
        found.moments.with(|moments| {
            let result = moments.last().map_or(start, |last| last.after);
            let mut all = accounts(&start, &result, moments, players);
            all.sort_by(|a, b| {
                (b.seat == me).cmp(&(a.seat == me)).then(b.result.total_cmp(&a.result))
            });
            all
        })
    })
}

/// The table of accounts.
#[component]
pub(super) fn Accounts(all: Memo<Vec<Account>>, players: Vec<Player>, me: Seat) -> impl IntoView {
    let shown = players;
    let rows = move || {
        let all = all.get();
        let largest = all
            .iter()
            .flat_map(|one| [one.luck, one.own, one.others])
            .fold(0.2f64, |most, part| most.max(part.abs()));
        all.iter().map(|account| row(account, &shown, largest, me)).collect_view()
    };
    view! {
        <section class="panel account" id="account" tabindex="-1" aria-labelledby="account-title">
            <header><h2 id="account-title">{t().luck_or_skill()}</h2><span class="end muted">{t().points_are_percent()}</span></header>
            <div class="scroll" tabindex="0" role="group" aria-label=t().luck_or_skill()>
                <table role="table">
                    <thead role="rowgroup"><tr role="row">
                        <th scope="col" role="columnheader">{t().account_monster()}</th>
                        <th scope="col" role="columnheader">{t().account_start()}</th>
                        <th scope="col" role="columnheader">"+ " {t().account_luck()}</th>
                        <th scope="col" role="columnheader">"+ " {t().account_own()}</th>
                        <th scope="col" role="columnheader">"+ " {t().account_others()}</th>
                        <th scope="col" role="columnheader">"+ " {t().account_drift()}</th>
                        <th scope="col" role="columnheader">"= " {t().account_result()}</th>
                    </tr></thead>
                    <tbody role="rowgroup">{rows}</tbody>
                </table>
            </div>
            <p class="pad muted fine">{t().account_note()}</p>
        </section>
    }
}

fn row(account: &Account, players: &[Player], largest: f64, me: Seat) -> Option<AnyView> {
    let player = players.get(account.seat.index())?;
    let [start, luck, own, others, drift, result] = account_points(account);
    let cells = [
        (luck, account.luck, t().account_luck()),
        (own, account.own, t().account_own()),
        (others, account.others, t().account_others()),
    ];
    let cells = cells.map(|(points, exact, head)| {
        let colour = if points < 0 { "num neg" } else { "num pos" };
        let tip = tenths(t(), exact);
        view! { <td class="part" role="cell" data-h=head title=tip>{swing(exact, largest)} <b class=colour>{signed(points)}</b></td> }
    });
    let mine = account.seat == me;
    // The roles stay when a narrow screen lays the cells out anew.
    Some(
        view! {
            <tr role="row" class:mine=mine data-m=monster_key(player.species) data-seat=account.seat.to_string()>
                <th scope="row" role="rowheader"><span class="whocell">{face_quiet(player.species)}<span><b>{mark(player.species)} " " {player.name.clone()}</b><small>{rate(t(), account)}</small></span></span></th>
                <td class="num start" role="cell" data-h=t().account_start()>{start}</td>
                {cells}
                <td class="part drift" role="cell" data-h=t().account_drift()><b class="num muted">{signed(drift)}</b></td>
                <td class="num sum" role="cell" data-h=t().account_result()>{result}</td>
            </tr>
        }
        .into_any(),
    )
}

/// A bar to the left or the right of nothing: `part` of the largest.
pub(super) fn swing(part: f64, largest: f64) -> AnyView {
    let width = format!("{:.0}%", 50.0 * (part.abs() / largest).min(1.0));
    let class = if part < 0.0 { "m" } else { "p" };
    view! { <span class="swing" aria-hidden="true"><i class=class style:width=width></i></span> }
        .into_any()
}

/// Where the own points went, by kind of choice.
#[component]
pub(super) fn Kinds(all: Memo<Vec<Account>>) -> impl IntoView {
    let rows = move || {
        let all = all.get();
        let mine = all.first()?;
        let largest = mine.kinds.iter().fold(0.01f64, |most, kind| most.max(kind.error));
        let rows = mine
            .kinds
            .iter()
            .map(|kind| {
                let width = format!("{:.0}%", 100.0 * kind.error / largest);
                view! {
                    <li class="val"><span class="lb">{t().choice_kind(kind.kind.name()).to_owned()}</span><span class="tk" aria-hidden="true"><i style:width=width></i></span><b class="num neg">{cost(t(), kind.error)}</b><small class="muted">{kind.choices}</small></li>
                }
            })
            .collect_view();
        let count: usize = mine.kinds.iter().map(|kind| kind.choices).sum();
        let count = t().choices_mattered(count).plain();
        Some(view! { <ul class="vals">{rows}</ul><p class="muted fine">{count}</p> })
    };
    view! {
        <section class="panel"><header><h2>{icon("chart", "")} " " {t().points_by_kind()}</h2></header><div class="pad">{rows}</div></section>
    }
}

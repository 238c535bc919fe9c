//! Those who are out and those who watch: everybody's chance to win as it stands, and who they think will. Players at the
//! table see none of it.

use super::coaching::Wanted;
use super::{Link, Table};
use crate::lang::t;
use crate::parts::{face_quiet, icon, mark, monster_key};
use crate::storage;
use client::review::{signed, whole_percent};
use engine::{Outcome, Seat, State};
use leptos::prelude::*;
use review::Chances;
use serde::{Deserialize, Serialize};

/// Where the calls of a game are kept between visits.
const CALLS: &str = "calls";

/// What those who do not play see and say.
#[derive(Clone, Copy)]
pub(crate) struct Watching {
    /// The chances now and before this turn.
    live: RwSignal<Option<[Chances; 2]>>,
    turn: StoredValue<u16>,
    /// Whether the worker is at it, and whether the table has moved on since.
    busy: StoredValue<bool>,
    stale: StoredValue<bool>,
    calls: RwSignal<Vec<Call>>,
    /// The game whose calls these are.
    game: StoredValue<String>,
}

/// Somebody said who will win.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Call {
    round: u16,
    seat: Seat,
    /// The chance of that monster just then.
    chance: f64,
}

impl Call {
    fn points(self, right: bool) -> i64 {
        client::calls::points(self.chance, right)
    }
}

impl Watching {
    pub(super) fn new() -> Watching {
        Watching {
            live: RwSignal::new(None),
            turn: StoredValue::new(0),
            busy: StoredValue::new(false),
            stale: StoredValue::new(false),
            calls: RwSignal::new(Vec::new()),
            game: StoredValue::new(String::new()),
        }
    }
}

/// The table as it stands, for those who may know who will win: whoever is out, alone against bots or at a server, and
/// whoever watches there.
fn seen(table: Table) -> Option<State> {
    let at_server = table.link.get_untracked() != Link::Local;
    if !at_server && table.shared() {
        return None;
    }
    table
        .peek(|board| {
            let state = board.state;
            let out = board.me.is_none_or(|me| !state.living().has(me));
            let on = !board.past && state.outcome().is_none() && 0 < state.turn().number;
            (out && on).then_some(state)
        })
        .flatten()
}

/// A new board: whoever may know it is told who will win, one table after the other.
pub(super) fn look(table: Table) {
    let watching = table.coaching.watching;
    recall(table);
    let Some(state) = seen(table) else { return watching.live.set(None) };
    if watching.busy.get_value() {
        return watching.stale.set_value(true);
    }
    watching.busy.set_value(true);
    watching.stale.set_value(false);
    let turn = state.turn().number;
    table.coaching.ask(&state, Wanted::Chances, move |said| {
        if watching.busy.try_set_value(false).is_some() {
            return;
        }
        let Some(chances) = said.chances else { return };
        let new_turn = watching.turn.get_value() != turn;
        watching.turn.set_value(turn);
        watching.live.update(|live| {
            let before = live.map_or(chances, |[now, before]| if new_turn { now } else { before });
            *live = Some([chances, before]);
        });
        if watching.stale.get_value() {
            look(table);
        }
    });
}

/// The calls of this game, after a reload too.
fn recall(table: Table) {
    let watching = table.coaching.watching;
    let game = table.game.get_untracked();
    if watching.game.get_value() == game {
        return;
    }
    let (of, calls): (String, Vec<Call>) = storage::load(CALLS).unwrap_or_default();
    watching.calls.set(if of == game { calls } else { Vec::new() });
    watching.game.set_value(game);
}

fn call(table: Table, seat: Seat) {
    let watching = table.coaching.watching;
    let (Some([now, _]), Some(round)) = (watching.live.get_untracked(), round(table)) else {
        return;
    };
    if watching.calls.with_untracked(|calls| calls.iter().any(|call| call.round == round)) {
        return;
    }
    watching.calls.update(|calls| calls.push(Call { round, seat, chance: now[seat.index()] }));
    // Refused storage costs only the memory of it.
    let _ = watching
        .calls
        .with_untracked(|calls| storage::save(CALLS, &(watching.game.get_value(), calls)));
}

fn round(table: Table) -> Option<u16> {
    table.see(|board| board.state.round())
}

/// Everybody's chance, and who will win.
#[component]
pub(crate) fn WhoWins() -> impl IntoView {
    let table = Table::get();
    let watching = table.coaching.watching;
    let mine = Memo::new(move |_| {
        let round = round(table)?;
        watching.calls.with(|calls| calls.iter().find(|call| call.round == round).copied())
    });
    let seats = Memo::new(move |_| table.see(|board| board.state.living()));
    let known = Memo::new(move |_| watching.live.with(Option::is_some));
    let rows = move || {
        let living = seats.get()?;
        let rows = living.iter().map(|seat| {
            let species = table.species(seat);
            let chance = move || watching.live.get().map(|[now, before]| (now[seat.index()], before[seat.index()]));
            let percent = move || chance().map_or("…".to_owned(), |(now, _)| whole_percent(t(), now));
            let change = move || chance().map(|(now, before)| {
                let points = (100.0 * now).round() as i64 - (100.0 * before).round() as i64;
                let class = if points < 0 { "neg" } else { "pos" };
                (points != 0).then(|| view! { <small class=class>{signed(points)}</small> })
            });
            let width = move || format!("{:.0}%", chance().map_or(0.0, |(now, _)| 100.0 * now));
            let called = move || mine.get().is_some_and(|call| call.seat == seat);
            let off = move || !known.get() || mine.get().is_some();
            view! {
                <li><button class="winner" data-m=monster_key(species) class:called=called aria-pressed=move || called().to_string() aria-disabled=move || off().to_string() on:click=move |_| call(table, seat)>
                    {face_quiet(species)}
                    <span class="who">{mark(species)} " " {table.name(seat)}</span>
                    <b class="num">{percent}</b> {change}
                    <span class="tk" aria-hidden="true"><i style:width=width></i></span>
                </button></li>
            }
        });
        Some(rows.collect_view())
    };
    let told = move || match mine.get() {
        Some(one) => {
            let chance = whole_percent(t(), one.chance);
            let (right, wrong) = (signed(one.points(true)), signed(one.points(false)));
            t().call_made(&table.name(one.seat), &chance, &right, &wrong).plain()
        }
        None => t().call_lead().to_owned(),
    };
    view! {
        <section class="whowins" aria-labelledby="who-wins">
            <h3 id="who-wins">{t().who_will_win()} " " <small class="muted">{icon("eye", "")} " " {t().only_watchers_see()}</small></h3>
            <ul class="foretold">{rows}</ul>
            <p class="fine" role="status">{told}</p>
        </section>
    }
}

/// At the end: what each call came to.
#[component]
pub(crate) fn Called(outcome: Option<Outcome>) -> impl IntoView {
    let table = Table::get();
    let winner = outcome.and_then(Outcome::winner);
    recall(table);
    let calls = table.coaching.watching.calls.get_untracked();
    (!calls.is_empty()).then(|| {
        let points = |call: &Call| call.points(winner == Some(call.seat));
        let sum: i64 = calls.iter().map(points).sum();
        let rows = calls.iter().map(|call| {
            let line = t().call_told(&table.name(call.seat), &whole_percent(t(), call.chance), &signed(points(call)));
            view! { <li>{line.plain()}</li> }
        });
        view! {
            <section class="calltold" aria-label=t().your_calls()>
                <p><b>{icon("trophy", "")} " " {t().your_calls()} ": " <span class=if sum < 0 { "neg" } else { "pos" }>{signed(sum)}</span></b></p>
                <ul class="fine">{rows.collect_view()}</ul>
            </section>
        }
    })
}

//! What happened, in words: the log, the caption on Tokyo, and the end.

use super::{Board, Link, Sheet, Table};
use crate::lang::{rich, t};
use crate::parts::{icon, mark};
use crate::route::Route;
use client::happened::{about, is_price, worth_telling};
use client::turns::Turn;
use engine::{Event, Outcome, Seat, Spot};
use leptos::prelude::*;
use texts::Rich;

/// The log at the side.
#[component]
pub(crate) fn LogPanel() -> impl IntoView {
    let table = Table::get();
    let undo = move || table.see(|board| board.undo).unwrap_or(false);
    let talk = move || table.voice.get() != super::Voice::None;
    let mine = move || table.see(|board| board.me.is_some()).unwrap_or(false);
    let watching = move || table.watchers.get();
    let waits = Memo::new(move |_| table.see(|board| board.asked().is_some()).unwrap_or(false));
    view! {
        <section class="log panel" aria-label=t().what_happened()>
            <header>
                <h2>{t().what_happened()}</h2>
                {move || waits.get().then(|| view! { <span id="why-now">{why_now(table)}</span> })}
                {move || (0 < watching()).then(|| view! { <span class="end" id="watching">{icon("eye", "")} " " {t().watching_count(watching()).plain()}</span> })}
            </header>
            <LogList id="log-list" />
            <footer>
                {move || (mine() && undo()).then(|| view! { <button class="btn small ghost" id="undo" on:click=move |_| table.undo()>
                    {icon("undo", "")} " " {t().undo_last_choice()}
                </button> })}
                {move || talk().then(|| view! { <super::talk::TalkBox /> })}
            </footer>
        </section>
    }
}

/// How many turns the log keeps on the page.
const SHOWN: usize = 30;

/// The list itself: one line for each turn, newest first. The turn that is on is unfolded, others by a press.
#[component]
pub(crate) fn LogList(id: &'static str) -> impl IntoView {
    let table = Table::get();
    let turns = Memo::new(move |_| table.events.with(|events| client::turns::turns(events)));
    let starts = move || {
        turns.with(|turns| {
            turns.iter().rev().take(SHOWN).map(|turn| turn.events.start).collect::<Vec<_>>()
        })
    };
    view! {
        <ol id=id class="folded" tabindex="0" aria-label=t().events_newest_first()>
            <For each=starts key=|start| *start let:start>
                <TurnLine turns start />
            </For>
        </ol>
    }
}

/// One turn: what it came to, what that meant for you, and everything that happened in it.
#[component]
fn TurnLine(turns: Memo<Vec<Turn>>, start: usize) -> impl IntoView {
    let table = Table::get();
    let turn = Memo::new(move |_| {
        turns.with(|turns| turns.iter().find(|turn| turn.events.start == start).cloned())
    });
    let newest = Memo::new(move |_| {
        turns.with(|turns| turns.last().is_some_and(|turn| turn.events.start == start))
    });
    let wanted = RwSignal::new(None::<bool>);
    let open = Memo::new(move |_| wanted.get().unwrap_or(newest.get()));
    let me = move || table.see(|board| board.me).flatten();
    let change = move || turn.with(|turn| Some(turn.as_ref()?.hearts(me()?))).unwrap_or(0);
    let press = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        wanted.set(Some(!open.get_untracked()));
    };
    view! {
        <li class:turn=move || turn.with(|turn| turn.as_ref().is_some_and(|turn| turn.seat.is_some()))>
            <details class="lt" class:loss=move || change() < 0 prop:open=move || open.get()>
                <summary on:click=press>
                    {move || turn.with(|turn| turn.as_ref().and_then(|turn| turn.seat).map(|seat| mark(table.species(seat))).unwrap_or_else(|| view! { <i></i> }.into_any()))}
                    <span class="sum">{move || turn.with(|turn| turn.as_ref().map(|turn| summary(table, turn, me())))}</span>
                    {move || match change() {
                        0 => None,
                        lost @ ..0 => Some(view! { <span class="change">{rich(t().lose_hearts(lost.unsigned_abs()))}</span> }),
                        gained => Some(view! { <span class="change gain">{rich(t().gain_hearts(gained.unsigned_abs()))}</span> }),
                    }}
                </summary>
                {move || open.get().then(|| turn.with(|turn| turn.as_ref().map(|turn| {
                    let end = turn.events.end;
                    view! {
                        <ul>{told(table, turn)}</ul>
                        {turn.seat.and_then(|_| ask_the_books(table, end, "btn small ghost asks", None))}
                    }
                })))}
            </details>
        </li>
    }
}

/// What *Why?* is asked about: a line of the log, or what the table waits for.
pub(crate) fn asked(table: Table, at: Option<usize>) -> String {
    let events: Vec<Event> = table.events.with_untracked(|events| match at {
        // What comes right after a line can tell what it was for.
        Some(at) => events.iter().take(at + 8).copied().collect(),
        None => Vec::new(),
    });
    let state = table.peek(|board| board.state);
    serde_json::json!({ "names": names(table), "state": state, "events": events, "at": at })
        .to_string()
}

fn names(table: Table) -> Vec<String> {
    table
        .players
        .with_untracked(|players| players.iter().map(|player| player.name.clone()).collect())
}

/// Asks why the table waits.
pub(crate) fn why_now(table: Table) -> AnyView {
    view! { <button class="whybtn" aria-label=t().why_now() title=t().why_now() on:click=move |_| table.sheet.set(Some(Sheet::Why(None)))>"?"</button> }
        .into_any()
}

/// What takes a turn to the arbiter, where it is known from its beginning. The game itself is not touched: at a server, where
/// it goes on meanwhile, the arbiter opens beside it.
pub(crate) fn ask_the_books(
    table: Table,
    upto: usize,
    class: &'static str,
    id: Option<&'static str>,
) -> Option<AnyView> {
    let known = table.heard(upto, |_| ()).is_some() || table.record().is_some();
    let online = table.link.get_untracked() != Link::Local;
    let address = if online { "/#/arbiter/game" } else { "#/arbiter/game" };
    let press = move |event: leptos::ev::MouseEvent| {
        if !hand_over(table, upto, online) {
            event.prevent_default();
        }
    };
    known.then(|| {
        view! { <a class=class id=id href=address target=online.then_some("_blank") on:click=press>{icon("book", "")} " " {t().arb_ask()}</a> }
            .into_any()
    })
}

/// Leaves a turn for the arbiter; whether there was room for it.
fn hand_over(table: Table, upto: usize, online: bool) -> bool {
    let names = names(table);
    let back = window().location().hash().unwrap_or_default();
    let game = match table.record() {
        Some(record) => serde_json::json!({ "record": record, "events": upto, "back": back }),
        // What this seat saw of the turn tells as much.
        None => {
            let turn = table.heard(upto, |turn| {
                serde_json::json!({
                    "start": turn.start, "opening": turn.opening, "since": turn.since,
                    "after": turn.after, "names": names, "back": back, "online": online,
                })
            });
            turn.unwrap_or_default()
        }
    };
    crate::storage::save("arbiter", &game)
}

/// Asks the books about a moment of a game that was played: after this many of its events.
pub(crate) fn ask_about(record: &engine::Record, events: usize) {
    let back = window().location().hash().unwrap_or_default();
    let game = serde_json::json!({ "record": record, "events": events, "back": back });
    if crate::storage::save("arbiter", &game) {
        let _ = window().location().set_hash(&format!("{}/game", Route::Arbiter.href()));
    }
}

/// A turn in one line: who, and what came of it.
fn summary(table: Table, turn: &Turn, me: Option<Seat>) -> AnyView {
    let Some(seat) = turn.seat else {
        return t().phase_start().into_any();
    };
    let mine = Some(seat) == me;
    let who = if mine { t().you_capital().to_owned() } else { table.name(seat) };
    let name = |seat: Seat| {
        if Some(seat) == me { t().you().to_owned() } else { table.name(seat) }
    };
    let mut parts: Vec<AnyView> = Vec::new();
    for (victim, amount) in &turn.hits {
        parts.push(rich(t().preview_damage(*amount, &name(*victim))));
    }
    if let Some(spot) = turn.took {
        let words = if spot == Spot::Bay { t().bay() } else { t().tokyo() };
        parts.push(view! { {icon("tower", "")} " " {words} }.into_any());
    }
    for (count, words) in [
        (turn.stars, t().gain_stars(turn.stars)),
        (turn.energy, t().gain_energy(turn.energy)),
        (turn.healed, t().gain_hearts(turn.healed)),
    ] {
        if 0 < count {
            parts.push(rich(words));
        }
    }
    if let Some(rules) = table.rules() {
        for (_, card) in &turn.bought {
            let card = crate::words::card_name(*card, &rules);
            parts.push(view! { {icon("deck", "")} " " {card} }.into_any());
        }
    }
    for out in &turn.out {
        parts.push(view! { {icon("exit", "")} " " {name(*out)} ": " {t().out()} }.into_any());
    }
    let parts = parts.into_iter().map(|part| view! { <span>{part}</span> });
    view! { <b>{who}</b> " " {parts.collect_view()} }.into_any()
}

/// Everything that happened in a turn, in order, with what was taken back.
fn told(table: Table, turn: &Turn) -> Vec<AnyView> {
    let mut lines = Vec::new();
    table.events.with(|events| {
        for at in turn.events.start..=turn.events.end {
            table.undone.with(|undone| taken_back(table, undone, at, &mut lines));
            let event = events.get(at).filter(|_| at < turn.events.end && !is_price(events, at));
            if let Some(words) =
                event.and_then(|event| sentence(table, *event)).filter(|words| !words.is_empty())
            {
                let label = format!("{} {}", t().why_ask(), words.plain());
                lines.push(
                    view! { <li><span>{rich(words)}</span> <button class="whybtn" aria-label=label on:click=move |_| table.sheet.set(Some(Sheet::Why(Some(at))))>"?"</button></li> }
                        .into_any(),
                );
            }
        }
    });
    lines
}

/// What was taken back at this place of the log.
fn taken_back(table: Table, undone: &[super::Undone], at: usize, lines: &mut Vec<AnyView>) {
    for one in undone.iter().filter(|one| one.at == at) {
        for words in one.events.iter().filter_map(|event| sentence(table, *event)) {
            lines.push(
                view! { <li class="gone">{icon("undo", "")} " " <s>{rich(words)}</s></li> }
                    .into_any(),
            );
        }
        let words = t().log_took_back(&table.name(one.seat));
        lines.push(view! { <li class="tookback">{rich(words)}</li> }.into_any());
    }
}

/// An event as a sentence; some go without saying.
pub(crate) fn sentence(table: Table, event: Event) -> Option<Rich> {
    table.scene(|scene| t().event(&event, scene))
}

/// The last thing that happened, on Tokyo.
#[component]
pub(crate) fn Caption() -> impl IntoView {
    let table = Table::get();
    let last = Memo::new(move |_| {
        table
            .events
            .with(|events| events.iter().rev().find(|event| worth_telling(**event)).copied())
    });
    move || {
        let told = last.get().and_then(|event| {
            let words = sentence(table, event)?;
            Some(
                view! { {about(event).map(|seat| mark(table.species(seat)))} " " {rich(words)} }
                    .into_any(),
            )
        });
        let standing = super::stage::standing(table);
        match (told, standing) {
            (Some(told), _) => Some(view! { <p class="say">{told}</p> }.into_any()),
            (None, Some(standing)) => Some(view! { <p class="say">{standing}</p> }.into_any()),
            (None, None) => Some(view! { <p class="say">{t().tokyo_is_empty()}<small>{t().first_claw_enters()}</small></p> }.into_any()),
        }
    }
}

/// How it ended, for the heading.
pub(crate) fn outcome_words(table: Table, board: &Board) -> String {
    let Some(outcome) = board.state.outcome() else {
        return String::new();
    };
    match outcome {
        Outcome::Stars(seat) => t().log_over_stars(&table.name(seat)).plain(),
        Outcome::LastStanding(seat) => t().log_over_last(&table.name(seat)).plain(),
        Outcome::EveryoneLoses => t().log_over_nobody().to_owned(),
        Outcome::Draw => t().log_over_draw().to_owned(),
    }
}

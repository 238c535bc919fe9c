//! What happened, in words: the log, the caption on Tokyo, and the end.

use super::{Board, Table};
use crate::lang::{rich, t};
use crate::parts::{icon, mark};
use engine::{Event, Outcome, Seat};
use leptos::prelude::*;
use texts::Rich;

/// How many events the log keeps on the page.
const SHOWN: usize = 160;

/// The log at the side.
#[component]
pub(crate) fn LogPanel() -> impl IntoView {
    let table = Table::get();
    let undo = move || table.see(|board| board.undo).unwrap_or(false);
    let talk = move || table.voice.get() != super::Voice::None;
    let mine = move || table.see(|board| board.me.is_some()).unwrap_or(false);
    let watching = move || table.watchers.get();
    view! {
        <section class="log panel" aria-label=t().what_happened()>
            <header>
                <h2>{t().what_happened()}</h2>
                {move || (0 < watching()).then(|| view! { <span class="end" id="watching">{icon("eye", "")} " " {t().watching_count(watching()).plain()}</span> })}
            </header>
            <LogList id="log-list" />
            <footer>
                {move || mine().then(|| view! { <button class="btn small ghost" id="undo" aria-disabled=move || (!undo()).to_string() title=move || if undo() { "" } else { t().nothing_to_undo() } on:click=move |_| table.undo()>
                    {icon("undo", "")} " " {t().undo_last_choice()}
                </button> })}
                {move || talk().then(|| view! { <button class="btn small ghost" on:click=move |_| table.sheet.set(Some(super::Sheet::Log))>{icon("chat", "")} " " {t().say()}</button> })}
            </footer>
        </section>
    }
}

/// One line of the log: a turn's heading or an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Line {
    Turn(usize, Event),
    Event(usize, Event),
    /// Taken back: by its number among those, and in it.
    Gone(usize, usize, Event),
    TookBack(usize, Seat),
}

/// The list itself: newest turn first, each turn in the order in which it happened.
#[component]
pub(crate) fn LogList(id: &'static str) -> impl IntoView {
    let table = Table::get();
    let lines = Memo::new(move |_| {
        table.events.with(|events| {
            let from = events.len().saturating_sub(SHOWN);
            let mut turns: Vec<Vec<Line>> = Vec::new();
            let mut turn = vec![];
            for at in from..=events.len() {
                turn.extend(table.undone.with(|undone| taken_back(table, undone, at)));
                let Some(event) = events.get(at) else { break };
                if matches!(event, Event::TurnStarted { .. }) {
                    turns.push(std::mem::replace(&mut turn, vec![Line::Turn(at, *event)]));
                } else if sentence(table, *event).is_some() {
                    turn.push(Line::Event(at, *event));
                }
            }
            turns.push(turn);
            turns.reverse();
            turns.concat()
        })
    });
    view! {
        <ol id=id tabindex="0" aria-label=t().events_newest_first()>
            <For each=move || lines.get() key=|line| *line let:line>
                {draw(table, line)}
            </For>
        </ol>
    }
}

/// What was taken back at this place of the log.
fn taken_back(table: Table, undone: &[super::Undone], at: usize) -> Vec<Line> {
    let here = undone.iter().enumerate().filter(|(_, one)| one.at == at);
    here.flat_map(|(n, one)| {
        let told =
            one.events.iter().enumerate().filter(|(_, event)| sentence(table, **event).is_some());
        let gone = told.map(move |(m, event)| Line::Gone(n, m, *event));
        gone.chain([Line::TookBack(n, one.seat)]).collect::<Vec<_>>()
    })
    .collect()
}

fn draw(table: Table, line: Line) -> AnyView {
    match line {
        Line::Gone(_, _, event) => {
            let words = sentence(table, event).map(rich);
            view! { <li class="gone">{icon("undo", "")}<s>{words}</s></li> }.into_any()
        }
        Line::TookBack(_, seat) => {
            view! { <li class="tookback">{mark(table.species(seat))}<span>{rich(t().log_took_back(&table.name(seat)))}</span></li> }.into_any()
        }
        Line::Turn(_, event) => {
            let words = match event {
                Event::TurnStarted { seat, turn, .. } => {
                    let players = table.players.with_untracked(Vec::len).max(1);
                    let round = (usize::from(turn).max(1) - 1) / players + 1;
                    t().round_and_who(round, &name_with_monster(table, seat)).plain()
                }
                _ => String::new(),
            };
            view! { <li class="turn">{words}</li> }.into_any()
        }
        Line::Event(_, event) => {
            let seat = seat_of(event);
            let words = sentence(table, event).map(rich);
            view! { <li>{match seat { Some(seat) => mark(table.species(seat)), None => view! { <i></i> }.into_any() }}<span>{words}</span></li> }.into_any()
        }
    }
}

/// `Bolt (The King)`.
pub(crate) fn name_with_monster(table: Table, seat: Seat) -> String {
    t().name_and_monster(&table.name(seat), &crate::words::monster(table.species(seat))).plain()
}

/// Whom an event is about.
pub(crate) fn seat_of(event: Event) -> Option<Seat> {
    match event {
        Event::ThrewForStart { seat, .. }
        | Event::Starts { seat }
        | Event::TurnStarted { seat, .. }
        | Event::Rolled { seat, .. }
        | Event::Stopped { seat, .. }
        | Event::Probed { seat, .. }
        | Event::DieSet { seat, .. }
        | Event::RolledAside { seat, .. }
        | Event::Used { seat, .. }
        | Event::Stars { seat, .. }
        | Event::Energy { seat, .. }
        | Event::Healed { seat, .. }
        | Event::Attacked { seat, .. }
        | Event::Prevented { seat, .. }
        | Event::Hurt { seat, .. }
        | Event::LostHearts { seat, .. }
        | Event::Tokens { seat, .. }
        | Event::Eliminated { seat }
        | Event::Reborn { seat, .. }
        | Event::Stayed { seat, .. }
        | Event::Left { seat, .. }
        | Event::Entered { seat, .. }
        | Event::MovedToCity { seat }
        | Event::Peeked { seat, .. }
        | Event::Bought { seat, .. }
        | Event::Taken { seat, .. }
        | Event::Swept { seat, .. }
        | Event::Discarded { seat, .. }
        | Event::Sold { seat, .. }
        | Event::Counter { seat, .. }
        | Event::Copied { seat, .. }
        | Event::CopyLost { seat, .. }
        | Event::EarnedTurn { seat, .. }
        | Event::DeclinedTurn { seat } => Some(seat),
        Event::Over { outcome } => outcome.winner(),
        _ => None,
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
                view! { {seat_of(event).map(|seat| mark(table.species(seat)))} " " {rich(words)} }
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

fn worth_telling(event: Event) -> bool {
    !matches!(
        event,
        Event::TurnStarted { .. }
            | Event::Rolled { .. }
            | Event::Stopped { .. }
            | Event::Revealed { .. }
            | Event::Counter { .. }
            | Event::Reshuffled { .. }
    )
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

/// What the turns since a player's own last turn did to it; before the first one there is nothing to tell.
pub(crate) fn since_last_turn(table: Table, seat: Seat) -> Option<AnyView> {
    let its_turn = table.peek(|board| board.state.turn().seat == seat)?;
    let (lost, played) = table.events.with_untracked(|events| {
        // The turn that has just begun is not the last one.
        let mut starts = if its_turn { 2 } else { 1 };
        let mut lost = 0u32;
        for event in events.iter().rev() {
            match *event {
                Event::TurnStarted { seat: other, .. } if other == seat => {
                    starts -= 1;
                    if starts == 0 {
                        return (lost, true);
                    }
                }
                Event::Hurt { seat: victim, from, to, .. } if victim == seat => {
                    lost += u32::from(from.saturating_sub(to))
                }
                _ => {}
            }
        }
        (lost, false)
    });
    match lost {
        0 if played => Some(t().since_then_nothing().into_any()),
        0 => None,
        lost => Some(rich(t().since_then_lost(lost))),
    }
}

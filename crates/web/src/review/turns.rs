//! Every turn of the game: who, with which dice, what came of it, how lucky it was, and what the choices in it cost.

use super::choices::{self, Told};
use super::stream::Found;
use crate::home::skip_to_now;
use crate::lang::t;
use crate::parts::{mark, small_die};
use crate::session::record::Replay;
use crate::table::Player;
use client::review::signed;
use engine::{Event, Seat};
use leptos::prelude::*;
use review::{ErrorBand, LuckBand};
use std::collections::BTreeMap;
use std::sync::Arc;
use texts::Scene;

/// A turn in the table: what came of it, and the step at which it was over.
struct Row {
    turn: u16,
    seat: Seat,
    dice: engine::Dice,
    what: Vec<Event>,
    end: usize,
}

/// What the review says of a turn.
#[derive(Clone, PartialEq)]
struct Numbers {
    /// The luck of whoever rolled.
    luck: f64,
    /// What choices cost: those of whoever rolled, then those of others.
    costs: Vec<Cost>,
}

/// What the choices of a seat cost it in a turn.
#[derive(Clone, PartialEq)]
struct Cost {
    seat: Seat,
    sum: f64,
    worst: f64,
    helped: bool,
    /// Open quizzes about them: nothing else is told then.
    quizzes: Vec<usize>,
}

impl Cost {
    fn none(seat: Seat) -> Cost {
        Cost { seat, sum: 0.0, worst: 0.0, helped: false, quizzes: Vec::new() }
    }

    /// Others' choices are told from 2 points on.
    fn is_told(&self) -> bool {
        !self.quizzes.is_empty() || ErrorBand::Inaccuracy <= ErrorBand::of(self.worst)
    }
}

/// The numbers of all turns, counted once whenever something changes. Before the quiz is known none are told: it might ask
/// about them.
fn numbers(found: Found) -> Memo<BTreeMap<u16, Numbers>> {
    Memo::new(move |_| {
        if !found.done.get() {
            return BTreeMap::new();
        }
        found.moments.with(|moments| {
            let turns = review::turns(moments).into_iter().map(|turn| {
                let mut costs = vec![Cost::none(turn.seat)];
                for (at, moment) in moments.iter().enumerate().take(turn.to).skip(turn.from) {
                    let Some(judged) = moment.choice() else { continue };
                    let place = costs.iter().position(|cost| cost.seat == moment.seat);
                    let place = place.unwrap_or_else(|| {
                        costs.push(Cost::none(moment.seat));
                        costs.len() - 1
                    });
                    let cost = &mut costs[place];
                    cost.sum += judged.error;
                    cost.worst = cost.worst.max(judged.error);
                    cost.helped |= judged.helped;
                    cost.quizzes.extend(found.open_quiz(at));
                }
                costs.retain(|cost| cost.seat == turn.seat || cost.is_told());
                (turn.number, Numbers { luck: turn.luck[turn.seat.index()], costs })
            });
            turns.collect()
        })
    })
}

/// Rows that are drawn in one task.
const AT_ONCE: usize = 10;

/// One row for each turn.
fn rows(replay: &Replay) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (at, event) in replay
        .events
        .iter()
        .enumerate()
        .flat_map(|(at, events)| events.iter().map(move |e| (at, e)))
    {
        if let Event::TurnStarted { seat, turn, .. } = *event {
            rows.push(Row { turn, seat, dice: engine::Dice::NONE, what: Vec::new(), end: at });
        }
        let Some(row) = rows.last_mut() else { continue };
        row.end = at + 1;
        match *event {
            Event::Stopped { dice, .. } | Event::Rolled { dice, .. } => row.dice = dice,
            Event::Stars { .. }
            | Event::Hurt { .. }
            | Event::Bought { .. }
            | Event::Entered { .. }
            | Event::Eliminated { .. } => row.what.push(*event),
            _ => {}
        }
    }
    rows
}

/// The list of turns.
#[component]
pub(super) fn Turns(
    replay: Arc<Replay>,
    told: Told,
    /// Everybody as the page calls them.
    players: Vec<Player>,
) -> impl IntoView {
    let (found, step) = (told.found, told.step);
    let shown = replay.clone();
    let at_turn = Memo::new(move |_| shown.states[step.get().saturating_sub(1)].turn().number);
    let players = Arc::new(players);
    // Sentences name everybody.
    let names: Vec<String> = told.kept.players().into_iter().map(|player| player.name).collect();
    let rules = told.kept.record.rules;
    let numbers = numbers(found);
    let row = move |Row { turn, seat, dice, what, end }: &Row| {
        let (turn, seat, end) = (*turn, *seat, *end);
        let scene = Scene { rules: &rules, names: &names };
        let what: Vec<String> =
            what.iter().map(|event| t().event(event, &scene).symbols()).collect();
        let species =
            players.get(seat.index()).map_or(engine::Species::Gigazaur, |player| player.species);
        let who = players.get(seat.index()).map(|player| player.name.clone());
        let spoken = dice.iter().map(crate::words::face_word).collect::<Vec<_>>().join(", ");
        let show = move |_| {
            step.set(end);
            skip_to_now("replay");
        };
        // Only the rows that change are drawn anew.
        let known = Memo::new(move |_| numbers.with(|all| all.get(&turn).cloned()));
        let luck = move || known.with(|known| known.as_ref().map(|known| lucky(known.luck)));
        let players = players.clone();
        let costs = move || {
            known.with(|known| {
                let costs = known.as_ref()?.costs.iter();
                Some(costs.map(|cost| costly(cost, seat, &players)).collect_view())
            })
        };
        view! {
            <tr class:sel=move || at_turn.get() == turn>
                <td class="n"><button class="turnlink" aria-label=t().turn_number(turn).plain() on:click=show>{turn}</button></td>
                <td class="nowrap">{mark(species)} " " {who}</td>
                <td><span class="minidice" role="img" aria-label=spoken>{dice.iter().map(|face| small_die(face, false)).collect_view()}</span></td>
                <td>{what.join(" ")}</td>
                <td class="num">{luck}</td>
                <td class="num costs">{costs}</td>
            </tr>
        }
    };
    let rows = Arc::new(rows(&replay));
    let parts = rows.len().div_ceil(AT_ONCE);
    let soon = super::Soon::new(parts);
    let part = move |part: usize| {
        let from = AT_ONCE * part;
        rows[from..rows.len().min(from + AT_ONCE)].iter().map(&row).collect_view()
    };
    view! {
        <section class="panel turns" id="turns" tabindex="-1">
            <header><h2>{t().turn_by_turn()}</h2></header>
            <div class="scroll" tabindex="0" role="group" aria-label=t().turn_by_turn()>
                <table>
                    <thead><tr><th scope="col">"#"</th><th scope="col">{t().turn_number(0).plain().replace('0', "")}</th><th scope="col">{t().final_dice()}</th><th scope="col">{t().what_happened()}</th><th scope="col">{t().account_luck()}</th><th scope="col">{t().jump_choices()}</th></tr></thead>
                    <tbody><For each=move || 0..soon.0.get().min(parts) key=|part| *part children=part /></tbody>
                </table>
            </div>
        </section>
    }
}

/// The luck of a turn, named from 20 points on.
fn lucky(luck: f64) -> AnyView {
    let points = (100.0 * luck).round() as i64;
    let class = if points < 0 { "neg" } else { "pos" };
    let word = LuckBand::of(luck).id().map(|id| t().fortune(id).to_owned());
    view! { <span class=class>{signed(points)}</span> " " <small>{word}</small> }.into_any()
}

/// What a seat's choices cost, with its mark where it is not its turn; an open quiz is not given away.
fn costly(cost: &Cost, roller: Seat, players: &[Player]) -> AnyView {
    let other = players.get(cost.seat.index()).filter(|_| cost.seat != roller).map(|player| {
        view! { {mark(player.species)} <span class="vh">{player.name.clone()}</span> }
    });
    let told = match &cost.quizzes[..] {
        [] => {
            let points = -(100.0 * cost.sum).round() as i64;
            let class = if points < 0 { "neg" } else { "muted" };
            let bulb = cost.helped.then(choices::bulb);
            view! { <span class=class>{signed(points)}</span> " " {choices::sign_of(cost.worst)} {bulb} }
                .into_any()
        }
        open => {
            let words: Vec<String> = open.iter().map(|&n| t().quiz_number(n).plain()).collect();
            view! { <span class="muted">{words.join(", ")}</span> }.into_any()
        }
    };
    view! { <span class="toll" data-seat=cost.seat.to_string()>{other} {told}</span> }.into_any()
}

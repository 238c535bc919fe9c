//! Questions that are taken from a game: a turn from its beginning, with everything that was done in it.

use engine::{At, Dice, Event, MonsterSetup, Need, Phase, Record, Setup, State};
use scenario::Start;
use scenario::ask::{Dispute, Move, retell};
use std::collections::VecDeque;

/// The question of the turn that a record stands in after this many events: the table at the beginning of the turn, and what
/// has been done since. Where a turn has only just begun, it is the turn before. `None` before the first turn.
pub fn of_record(record: &Record, events: usize) -> Option<Dispute> {
    let mut state = record.start().ok()?;
    let mut begun: Option<(Start, Vec<Move>)> = None;
    let mut log = Vec::new();
    for (number, input) in record.inputs.iter().enumerate() {
        let told = log.len();
        if events <= told {
            break;
        }
        let one = Move::of(*input, &state)?;
        state.play(*input, Some(&mut log)).ok()?;
        let fresh = log[told..].iter().any(starts_turn);
        let last = events <= log.len() || number + 1 == record.inputs.len();
        match &mut begun {
            Some((_, moves)) if !fresh || last => moves.push(one),
            _ if fresh => begun = Some((table_of(&state, &log[told..]), Vec::new())),
            _ => {}
        }
    }
    let (start, moves) = begun?;
    let names = record.players.iter().map(|player| player.name.clone()).collect();
    let table = Some(record.rules);
    Some(Dispute { names, moves, table, ..Dispute::about(start) })
}

/// The question of a turn of which one seat has seen the beginning and heard the events: the table at its first question, what
/// had happened up to there and since, and the table after it. If what was done cannot be told from them, it is the table as it
/// stands if the turn is still on, and else the table at its beginning.
pub fn of_turn(
    start: &State,
    opening: &[Event],
    since: &[Event],
    after: &State,
    names: Vec<String>,
) -> Dispute {
    let moves = told(start, since, after);
    if moves.is_none() && start.turn().number == after.turn().number {
        return of_position(after, names);
    }
    let (moves, table) = (moves.unwrap_or_default(), Some(*start.rules()));
    Dispute { names, moves, table, ..Dispute::about(table_of(start, opening)) }
}

/// What was done between two moments, from what happened.
fn told(start: &State, since: &[Event], after: &State) -> Option<Vec<Move>> {
    let mut state = *start;
    let mut moves = Vec::new();
    for input in retell::inputs(start, since, after)? {
        moves.push(Move::of(input, &state)?);
        state.play(input, None).ok()?;
    }
    Some(moves)
}

/// The question of a table as it stands, from what one seat sees.
pub fn of_position(state: &State, names: Vec<String>) -> Dispute {
    let table = Some(*state.rules());
    Dispute { names, table, ..Dispute::about(table_of(state, &[])) }
}

fn starts_turn(event: &Event) -> bool {
    matches!(event, Event::TurnStarted { .. })
}

/// A position without what only the engine understands: where in the turn it is, is said by the phase. A turn that opens with
/// a question is asked about from before what it had paid by then, for that is paid once more; `opening` tells how it began.
/// If it does not, the question comes after all that.
fn table_of(state: &State, opening: &[Event]) -> Start {
    let mut setup = state.setup();
    setup.engine = None;
    setup.outcome = None;
    setup.turn.phase = None;
    setup.rules_version = 0;
    let dice = setup.turn.dice;
    let throws =
        matches!(state.need(), Need::Roll { count, .. } if usize::from(count) == dice.len());
    let begun = opening.iter().rposition(starts_turn);
    setup.at = match (state.turn().phase, begun) {
        _ if throws => At::FirstThrow,
        (Phase::Start, Some(begun)) => {
            put_back(&mut setup, &opening[begun..]);
            At::Start
        }
        (Phase::Start, None) => At::FirstThrow,
        (Phase::Roll, _) if dice.is_empty() => At::FirstThrow,
        (Phase::Roll, _) => At::Roll,
        (Phase::Buy, _) => At::Buy,
        (Phase::End, _) => At::End,
        _ => At::Resolve,
    };
    if matches!(setup.at, At::Start | At::FirstThrow) {
        setup.turn.dice = Dice::NONE;
        setup.turn.rerolls = 0;
    }
    Start::Table(Box::new(setup))
}

/// The table before these events, which are those that can come before the first question of a turn.
fn put_back(setup: &mut Setup, events: &[Event]) {
    for event in events.iter().rev() {
        match *event {
            Event::Stars { seat, from, .. } => setup.monsters[seat.index()].stars = from,
            Event::Energy { seat, from, .. } => setup.monsters[seat.index()].energy = from,
            Event::Healed { seat, from, .. } => setup.monsters[seat.index()].hearts = from,
            Event::Counter { card, from, .. } => {
                setup.counters.insert(card, from);
            }
            Event::Discarded { seat, card } => {
                setup.discards.retain(|other| *other != card);
                let MonsterSetup { cards, .. } = &mut setup.monsters[seat.index()];
                cards.push(card);
            }
            Event::CopyLost { card, .. } => setup.copied = Some(card),
            _ => {}
        }
    }
}

/// How many turns are kept.
const KEPT: usize = 30;

/// The tables at which turns began, for whoever hears events and has no record.
#[derive(Default)]
pub struct Turns(VecDeque<(usize, State)>);

/// A turn as it was heard.
#[derive(Clone, Copy, Debug)]
pub struct Heard<'e> {
    /// The table at its first question.
    pub start: State,
    /// What had happened up to there, beginning with the turn.
    pub opening: &'e [Event],
    /// What happened since.
    pub since: &'e [Event],
    /// The table after it: at the first question of the next turn, or now.
    pub after: State,
}

impl Turns {
    /// These events have come, and then the table was this. If a turn began with them, it is kept.
    pub fn hear(&mut self, fresh: &[Event], events: usize, state: State) {
        if fresh.iter().any(starts_turn) {
            self.0.push_back((events, state));
            if KEPT < self.0.len() {
                self.0.pop_front();
            }
        }
    }

    /// Only this many events have happened after all.
    pub fn cut(&mut self, events: usize) {
        self.0.retain(|(at, _)| *at <= events);
    }

    /// The turn that the first `upto` of these events end in. `None` if its beginning or its end was not seen.
    pub fn turn<'e>(&self, events: &'e [Event], upto: usize, now: State) -> Option<Heard<'e>> {
        let began = events.get(..upto)?.iter().rposition(starts_turn)?;
        let first = |began: usize| {
            let (at, state) = *self.0.iter().find(|(at, _)| began < *at)?;
            let alone = !events.get(began + 1..at)?.iter().any(starts_turn);
            alone.then_some((at, state))
        };
        let (at, start) = first(began)?;
        let next = events[at..].iter().position(starts_turn);
        let (end, after) = match next {
            Some(next) => first(at + next)?,
            None => (events.len(), now),
        };
        Some(Heard { start, opening: &events[began..at], since: &events[at..end], after })
    }
}

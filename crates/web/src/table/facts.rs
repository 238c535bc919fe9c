//! What the screen needs beyond the state itself: what just happened, and what comes next.

use engine::{Answer, Dice, DiceSet, Event, Input, Seat, State};

/// The damage that comes to a seat if it does nothing about it.
pub(crate) fn incoming(state: &State, seat: Seat) -> u8 {
    let mut future = *state;
    // Everything is passed until the damage is done; the bound only guards against surprises.
    for _ in 0..24 {
        let mut events = Vec::new();
        if !future.answers().contains(Answer::Pass)
            || future.play(Input::Answer(Answer::Pass), Some(&mut events)).is_err()
        {
            break;
        }
        let lost = dealt(&events, seat);
        if 0 < lost {
            return lost;
        }
    }
    0
}

/// The damage that a seat took last.
pub(crate) fn dealt(events: &[Event], seat: Seat) -> u8 {
    events
        .iter()
        .rev()
        .take_while(|event| !matches!(event, Event::TurnStarted { .. }))
        .filter_map(|event| match *event {
            Event::Hurt { seat: victim, from, to, .. } if victim == seat => {
                Some(from.saturating_sub(to))
            }
            _ => None,
        })
        .sum()
}

/// Dice thrown beside the turn's own.
pub(crate) fn aside(events: &[Event]) -> Dice {
    let last = events.iter().rev().find_map(|event| match *event {
        Event::RolledAside { dice, .. } => Some(dice),
        _ => None,
    });
    last.unwrap_or_default()
}

/// Which throw of the turn this is.
pub(crate) fn throws(events: &[Event]) -> u8 {
    let thrown = events
        .iter()
        .rev()
        .take_while(|event| !matches!(event, Event::TurnStarted { .. }))
        .filter(|event| matches!(event, Event::Rolled { .. }))
        .count();
    (thrown as u8).max(1)
}

/// The round that a turn belongs to.
pub(crate) fn round(state: &State) -> usize {
    (usize::from(state.turn().number).max(1) - 1) / state.players().max(1) + 1
}

/// The dice that the last throw of the turn left as they lay.
pub(crate) fn held_back(events: &[Event], dice: Dice) -> DiceSet {
    let last = events.iter().rev().find_map(|event| match *event {
        Event::Rolled { thrown, .. } => Some(thrown),
        _ => None,
    });
    last.map_or(DiceSet::NONE, |thrown| thrown.not_in(dice.all()))
}

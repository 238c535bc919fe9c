//! What the screen needs beyond the state itself: what just happened, and what comes next.

use engine::{Dice, DiceSet, Event, Seat};

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

/// The dice that the last throw of the turn left as they lay.
pub(crate) fn held_back(events: &[Event], dice: Dice) -> DiceSet {
    let last = events.iter().rev().find_map(|event| match *event {
        Event::Rolled { thrown, .. } => Some(thrown),
        _ => None,
    });
    last.map_or(DiceSet::NONE, |thrown| thrown.not_in(dice.all()))
}

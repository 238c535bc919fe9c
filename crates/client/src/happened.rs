//! Single facts about what just happened, read from the events.

use engine::{Dice, DiceSet, Event, Seat};

/// The damage that a seat took in the turn that was played last.
pub fn dealt(events: &[Event], seat: Seat) -> u8 {
    this_turn(events)
        .filter_map(|event| match *event {
            Event::Hurt { seat: victim, from, to, .. } if victim == seat => {
                Some(from.saturating_sub(to))
            }
            _ => None,
        })
        .sum()
}

/// Which throw of the turn this is.
pub fn throws(events: &[Event]) -> u8 {
    let thrown = this_turn(events).filter(|event| matches!(event, Event::Rolled { .. })).count();
    (thrown as u8).max(1)
}

/// The dice that the last throw left as they lay.
pub fn held_back(events: &[Event], dice: Dice) -> DiceSet {
    let last = events.iter().rev().find_map(|event| match *event {
        Event::Rolled { thrown, .. } => Some(thrown),
        _ => None,
    });
    last.map_or(DiceSet::NONE, |thrown| thrown.not_in(dice.all()))
}

fn this_turn(events: &[Event]) -> impl Iterator<Item = &Event> {
    events.iter().rev().take_while(|event| !matches!(event, Event::TurnStarted { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Cause, TurnKind};

    const HURT: Event =
        Event::Hurt { seat: Seat::A, by: Some(Seat::B), from: 9, to: 7, why: Cause::Claws };

    fn turn(seat: Seat, turn: u16) -> Event {
        Event::TurnStarted { seat, turn, kind: TurnKind::Regular }
    }

    #[test]
    fn damage_is_that_of_this_turn_alone() {
        let events = [turn(Seat::B, 1), HURT, turn(Seat::C, 2), HURT, HURT];
        assert_eq!(dealt(&events, Seat::A), 4);
        assert_eq!(dealt(&events, Seat::B), 0);
        assert_eq!(dealt(&events[..2], Seat::A), 2);
    }

    #[test]
    fn throws_begin_anew_with_each_turn() {
        let dice = Dice::NONE.and(engine::Face::One);
        let roll = Event::Rolled { seat: Seat::A, dice, thrown: dice.all(), rerolls_left: 2 };
        assert_eq!(throws(&[turn(Seat::A, 1), roll, roll]), 2);
        assert_eq!(throws(&[roll, turn(Seat::A, 1)]), 1);
        assert!(held_back(&[roll], dice).is_empty());
    }
}

//! Single facts about what just happened, read from the events.

use engine::{Cause, Dice, DiceSet, Event, Seat};

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

/// Whom an event is about.
pub fn about(event: Event) -> Option<Seat> {
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

/// Whether an event is the price of the card that the next line tells of, price and all.
pub fn is_price(events: &[Event], at: usize) -> bool {
    match (events.get(at), events.get(at + 1)) {
        (
            Some(Event::Energy { seat, why: Cause::Payment, .. }),
            Some(Event::Bought { seat: buyer, .. }),
        ) => seat == buyer,
        _ => false,
    }
}

/// Whether an event stands for what happened when only one can be told: throws and what is done with the deck go without
/// saying.
pub fn worth_telling(event: Event) -> bool {
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

fn this_turn(events: &[Event]) -> impl Iterator<Item = &Event> {
    events.iter().rev().take_while(|event| !matches!(event, Event::TurnStarted { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Outcome, TurnKind};

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

    #[test]
    fn an_event_is_about_whoever_did_it() {
        assert_eq!(about(turn(Seat::C, 3)), Some(Seat::C));
        assert_eq!(about(HURT), Some(Seat::A), "whoever is hurt, not whoever hits");
        assert_eq!(about(Event::Over { outcome: Outcome::Stars(Seat::B) }), Some(Seat::B));
        assert_eq!(about(Event::Over { outcome: Outcome::Draw }), None);
    }

    /// A line that names card and price needs none before it that names the price alone.
    #[test]
    fn the_price_of_a_card_is_told_once() {
        let pays = |seat, why| Event::Energy { seat, from: 5, to: 2, why };
        let (card, place) = (engine::Card::Jets, engine::Place::MARKET[0]);
        let bought = Event::Bought { seat: Seat::A, card, place, price: 3 };
        let events = [pays(Seat::A, Cause::Payment), bought];
        assert!(is_price(&events, 0));
        assert!(!is_price(&events, 1));
        assert!(!is_price(&events[..1], 0), "paid for something else");
        assert!(!is_price(&[pays(Seat::B, Cause::Payment), bought], 0), "somebody else paid");
        assert!(!is_price(&[pays(Seat::A, Cause::Dice), bought], 0));
    }

    #[test]
    fn throws_and_new_turns_go_without_saying() {
        assert!(worth_telling(HURT));
        assert!(!worth_telling(turn(Seat::A, 1)));
    }
}

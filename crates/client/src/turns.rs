//! The log by turns: one entry for each turn, with what it came to.

use engine::{Card, Event, Seat, Seats, Spot};
use std::ops::Range;

/// A turn, and what it came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who played it; nobody before the first turn.
    pub seat: Option<Seat>,
    /// Its number.
    pub number: u16,
    /// Its events in the list.
    pub events: Range<usize>,
    /// Damage by the monster whose turn it is: victim and amount.
    pub hits: Vec<(Seat, u8)>,
    /// The place in Tokyo that it took.
    pub took: Option<Spot>,
    /// Who left Tokyo.
    pub left: Seats,
    /// Stars, energy and hearts that it gained.
    pub stars: u8,
    /// Energy that it gained.
    pub energy: u8,
    /// Hearts that it regained.
    pub healed: u8,
    /// What was bought.
    pub bought: Vec<(Seat, Card)>,
    /// Who went out.
    pub out: Vec<Seat>,
    changes: [i16; 6],
}

impl Turn {
    fn new(seat: Option<Seat>, number: u16, at: usize) -> Turn {
        Turn {
            seat,
            number,
            events: at..at,
            hits: Vec::new(),
            took: None,
            left: Seats::NONE,
            stars: 0,
            energy: 0,
            healed: 0,
            bought: Vec::new(),
            out: Vec::new(),
            changes: [0; 6],
        }
    }

    /// By how much the hearts of a seat changed.
    pub fn hearts(&self, seat: Seat) -> i16 {
        self.changes[seat.index()]
    }

    /// How much damage the monster whose turn it is did to others.
    pub fn damage(&self) -> u8 {
        self.hits.iter().fold(0, |sum, (_, amount)| sum.saturating_add(*amount))
    }

    fn note(&mut self, event: &Event) {
        let mine = |seat: Seat| Some(seat) == self.seat;
        match *event {
            Event::Hurt { seat, by, from, to, .. } => {
                let amount = from.saturating_sub(to);
                self.changes[seat.index()] -= i16::from(amount);
                if by == self.seat && by != Some(seat) && 0 < amount {
                    match self.hits.iter_mut().find(|(victim, _)| *victim == seat) {
                        Some((_, sum)) => *sum = sum.saturating_add(amount),
                        None => self.hits.push((seat, amount)),
                    }
                }
            }
            Event::LostHearts { seat, from, to, .. } => {
                self.changes[seat.index()] -= i16::from(from.saturating_sub(to));
            }
            Event::Healed { seat, from, to, .. } => {
                let amount = to.saturating_sub(from);
                self.changes[seat.index()] += i16::from(amount);
                if mine(seat) {
                    self.healed = self.healed.saturating_add(amount);
                }
            }
            Event::Stars { seat, from, to, .. } if mine(seat) => {
                self.stars = self.stars.saturating_add(to.saturating_sub(from));
            }
            Event::Energy { seat, from, to, .. } if mine(seat) => {
                self.energy = self.energy.saturating_add(to.saturating_sub(from));
            }
            Event::Entered { seat, spot } if mine(seat) => self.took = Some(spot),
            Event::Left { seat, .. } => self.left = self.left.with(seat),
            Event::Bought { seat, card, .. } | Event::Taken { seat, card, .. } => {
                self.bought.push((seat, card));
            }
            Event::Eliminated { seat } => self.out.push(seat),
            _ => {}
        }
    }
}

/// The turns of a list of events, oldest first. What came before the first turn is an entry of its own.
pub fn turns(events: &[Event]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        if let Event::TurnStarted { seat, turn, .. } = *event {
            turns.push(Turn::new(Some(seat), turn, at));
        } else if turns.is_empty() {
            turns.push(Turn::new(None, 0, at));
        }
        if let Some(turn) = turns.last_mut() {
            turn.events.end = at + 1;
            turn.note(event);
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Cause, TurnKind};

    #[test]
    fn a_turn_sums_up_what_its_monster_did() {
        let events = [
            Event::Starts { seat: Seat::B },
            Event::TurnStarted { seat: Seat::B, turn: 1, kind: TurnKind::Regular },
            Event::Stars { seat: Seat::B, from: 0, to: 2, why: Cause::Dice },
            Event::Energy { seat: Seat::B, from: 0, to: 3, why: Cause::Dice },
            Event::Energy { seat: Seat::B, from: 3, to: 0, why: Cause::Payment },
            Event::Hurt { seat: Seat::A, by: Some(Seat::B), from: 10, to: 8, why: Cause::Claws },
            Event::Hurt { seat: Seat::B, by: Some(Seat::A), from: 10, to: 9, why: Cause::Claws },
            Event::Entered { seat: Seat::B, spot: Spot::City },
            Event::TurnStarted { seat: Seat::A, turn: 2, kind: TurnKind::Regular },
            Event::Healed { seat: Seat::A, from: 8, to: 9, why: Cause::Dice },
        ];
        let turns = turns(&events);
        assert_eq!(turns.len(), 3);
        assert_eq!((turns[0].seat, turns[0].events.clone()), (None, 0..1));
        let second = &turns[1];
        assert_eq!((second.seat, second.number, second.events.clone()), (Some(Seat::B), 1, 1..8));
        assert_eq!(second.hits, [(Seat::A, 2)]);
        assert_eq!((second.stars, second.energy, second.took), (2, 3, Some(Spot::City)));
        assert_eq!((second.hearts(Seat::A), second.hearts(Seat::B)), (-2, -1));
        assert_eq!((turns[2].healed, turns[2].hearts(Seat::A)), (1, 1));
    }

    #[test]
    fn no_events_are_no_turns() {
        assert!(turns(&[]).is_empty());
    }
}

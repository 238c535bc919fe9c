//! What happened to a player, to Tokyo and to the cards since the player's last turn.

use engine::{Card, Event, Seat, Spot};

/// The news since a player's last turn, each kind in the order in which it happened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recap {
    /// Hearts before the first loss and after the last one.
    pub hearts: Option<(u8, u8)>,
    /// Who took how many; nobody for poison and the player's own cards.
    pub lost: Vec<(Option<Seat>, u8)>,
    /// Others who came into Tokyo and stand there still.
    pub tokyo: Vec<(Seat, Spot)>,
    /// Whether the player left Tokyo.
    pub left: bool,
    /// What others bought.
    pub bought: Vec<(Seat, Card)>,
    /// Who is out of the game.
    pub out: Vec<Seat>,
}

impl Recap {
    /// What others did between the end of the last turn of `seat` and the turn that it plays now, or the end of the events.
    pub fn since_last_turn(events: &[Event], seat: Seat) -> Recap {
        Recap::of(between(events, seat), seat)
    }

    fn of(events: &[Event], me: Seat) -> Recap {
        let mut recap = Recap::default();
        for event in events {
            match *event {
                Event::Hurt { seat, by, from, to, .. } if seat == me => {
                    recap.lose(by.filter(|by| *by != me), from, to);
                }
                Event::LostHearts { seat, from, to, .. } if seat == me => {
                    recap.lose(None, from, to)
                }
                Event::Entered { seat, spot } if seat != me => recap.tokyo.push((seat, spot)),
                Event::MovedToCity { seat } if seat != me => {
                    recap.tokyo.retain(|(other, _)| *other != seat);
                    recap.tokyo.push((seat, Spot::City));
                }
                Event::Left { seat, .. } if seat == me => recap.left = true,
                Event::Left { seat, .. } => recap.tokyo.retain(|(other, _)| *other != seat),
                Event::Bought { seat, card, .. } | Event::Taken { seat, card, .. }
                    if seat != me =>
                {
                    recap.bought.push((seat, card));
                }
                Event::Eliminated { seat } => recap.out.push(seat),
                _ => {}
            }
        }
        recap
    }

    fn lose(&mut self, by: Option<Seat>, from: u8, to: u8) {
        let amount = from.saturating_sub(to);
        self.hearts = Some((self.hearts.map_or(from, |(first, _)| first), to));
        match self.lost.iter_mut().find(|(other, _)| *other == by) {
            Some((_, sum)) => *sum = sum.saturating_add(amount),
            None => self.lost.push((by, amount)),
        }
    }

    /// How many hearts were lost in all.
    pub fn total(&self) -> u8 {
        self.lost.iter().fold(0, |sum, (_, amount)| sum.saturating_add(*amount))
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        *self == Recap::default()
    }
}

/// The events after a player's last turn and before the one it plays now.
fn between(events: &[Event], seat: Seat) -> &[Event] {
    let start = |event: &Event| match *event {
        Event::TurnStarted { seat, .. } => Some(seat),
        _ => None,
    };
    let turns: Vec<(usize, Seat)> =
        events.iter().enumerate().filter_map(|(at, event)| Some((at, start(event)?))).collect();
    // The turn that is on is not the last one.
    let now = turns.last().filter(|(_, who)| *who == seat);
    let end = now.map_or(events.len(), |(at, _)| *at);
    let last = turns.iter().rposition(|(at, who)| *at < end && *who == seat);
    let from = match last {
        Some(n) => turns.get(n + 1).map_or(end, |(at, _)| *at),
        None => turns.first().map_or(end, |(at, _)| *at),
    };
    &events[from.min(end)..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Cause, Leaving, Place, TurnKind};

    fn turn(seat: Seat) -> Event {
        Event::TurnStarted { seat, turn: 1, kind: TurnKind::Regular }
    }

    fn hurt(by: Option<Seat>, from: u8, to: u8) -> Event {
        Event::Hurt { seat: Seat::A, by, from, to, why: Cause::Claws }
    }

    fn bought(seat: Seat) -> Event {
        Event::Bought { seat, card: Card::Jets, place: Place::First, price: 5 }
    }

    #[test]
    fn losses_are_told_by_rival_with_the_hearts_before_and_after() {
        let events = [
            turn(Seat::A),
            bought(Seat::A),
            turn(Seat::B),
            hurt(Some(Seat::B), 9, 7),
            Event::Left { seat: Seat::A, spot: Spot::City, why: Leaving::Yielded },
            Event::Entered { seat: Seat::B, spot: Spot::City },
            turn(Seat::C),
            hurt(Some(Seat::C), 7, 6),
            bought(Seat::C),
            turn(Seat::A),
        ];
        let recap = Recap::since_last_turn(&events, Seat::A);
        assert_eq!(recap.hearts, Some((9, 6)));
        assert_eq!(recap.lost, [(Some(Seat::B), 2), (Some(Seat::C), 1)]);
        assert_eq!(recap.total(), 3);
        assert_eq!(recap.tokyo, [(Seat::B, Spot::City)]);
        assert!(recap.left);
        assert_eq!(recap.bought, [(Seat::C, Card::Jets)]);
    }

    #[test]
    fn whoever_came_and_went_is_not_told_to_stand_in_tokyo() {
        let events = [
            turn(Seat::A),
            turn(Seat::B),
            Event::Entered { seat: Seat::B, spot: Spot::City },
            turn(Seat::C),
            Event::Left { seat: Seat::B, spot: Spot::City, why: Leaving::Yielded },
            Event::Entered { seat: Seat::C, spot: Spot::City },
        ];
        let recap = Recap::since_last_turn(&events, Seat::A);
        assert_eq!(recap.tokyo, [(Seat::C, Spot::City)]);
    }

    #[test]
    fn before_the_first_turn_all_turns_count_and_in_an_extra_turn_none() {
        let first = [turn(Seat::B), hurt(Some(Seat::B), 10, 9), turn(Seat::A)];
        assert_eq!(Recap::since_last_turn(&first, Seat::A).total(), 1);
        let extra = [turn(Seat::B), hurt(Some(Seat::B), 10, 9), turn(Seat::A), turn(Seat::A)];
        assert!(Recap::since_last_turn(&extra, Seat::A).is_empty());
    }

    #[test]
    fn poison_is_nobodys_and_the_same_rival_is_summed() {
        let events = [
            turn(Seat::A),
            turn(Seat::B),
            hurt(Some(Seat::B), 9, 7),
            hurt(Some(Seat::A), 7, 6),
            hurt(Some(Seat::B), 6, 5),
        ];
        let recap = Recap::since_last_turn(&events, Seat::A);
        assert_eq!(recap.lost, [(Some(Seat::B), 3), (None, 1)]);
        assert_eq!(recap.hearts, Some((9, 5)));
    }

    #[test]
    fn quiet_turns_give_nothing_to_tell() {
        assert!(Recap::since_last_turn(&[turn(Seat::A), turn(Seat::B)], Seat::A).is_empty());
        assert!(Recap::since_last_turn(&[], Seat::A).is_empty());
    }
}

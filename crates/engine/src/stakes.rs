//! What is at stake: damage on its way, and what an answer costs or brings. Clients show it; none works it out.

use crate::answer::{Answer, Input};
use crate::event::{Cause, Event, TurnKind};
use crate::question::{Ask, Need};
use crate::seat::Seat;
use crate::state::{Frame, State};

/// What hangs on a question for the monster that is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stakes {
    /// The hearts it loses to damage on its way if nobody does anything about it.
    pub damage: u8,
    /// Whether that is the end of it.
    pub lethal: bool,
}

/// What an answer costs and brings, as far as no dice and no card decide it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Trade {
    /// Energy that the answering monster pays.
    pub pays: u8,
    /// Energy that it gets for a card it gives up.
    pub gets: u8,
    /// Energy that then lies on a card, beyond what lay there.
    pub stores: u8,
}

impl State {
    /// What a sweep of the market costs (M-03).
    pub const SWEEP_PRICE: u8 = crate::market::SWEEP;

    /// The round, counted from 1: a new one begins when play passes the seat that started. Extra turns belong to the
    /// round of the turn they follow.
    pub const fn round(&self) -> u16 {
        self.round
    }

    /// The round of each turn that begins in these events, which have led here.
    pub fn rounds(&self, events: &[Event]) -> Vec<u16> {
        let mut regular = None;
        let mut begun = 0;
        let mut rounds = Vec::new();
        for event in events {
            let Event::TurnStarted { seat, kind, .. } = *event else { continue };
            if kind == TurnKind::Regular {
                begun += u16::from(regular.is_some_and(|last| self.passes_starter(last, seat)));
            }
            if kind == TurnKind::Regular || regular.is_none() {
                regular = Some(seat);
            }
            rounds.push(begun);
        }
        // Whoever came late has not heard the events of the first rounds.
        let before = self.round.saturating_sub(begun);
        rounds.into_iter().map(|begun| before + begun).collect()
    }

    /// Whether damage has been announced and not yet been taken.
    fn damage_is_coming(&self) -> bool {
        self.stack.frames().iter().any(|frame| matches!(frame, Frame::Lose))
    }

    /// The hearts that this monster loses to damage on its way if nobody does anything about it; 0 if none is coming.
    /// Dice that a card will throw against it are not foreseen.
    pub fn incoming(&self, seat: Seat) -> u8 {
        self.damage_ahead(seat).damage
    }

    /// What hangs on this question for the monster that is asked.
    pub fn stakes(&self, ask: Ask) -> Stakes {
        self.damage_ahead(ask.seat)
    }

    fn damage_ahead(&self, seat: Seat) -> Stakes {
        let mut future = *self;
        let mut events = Vec::new();
        while future.damage_is_coming() {
            let passes = future.answers().contains(Answer::Pass);
            if !passes || future.play(Input::Answer(Answer::Pass), Some(&mut events)).is_err() {
                // A card throws dice against it.
                let hearts = future.monster(seat).hearts;
                let damage = future.batch.amount[seat.index()].min(hearts);
                return Stakes { damage, lethal: 0 < hearts && damage == hearts };
            }
        }
        let lost = events.iter().find_map(|event| match *event {
            Event::Hurt { seat: victim, from, to, .. } if victim == seat => Some(from - to),
            _ => None,
        });
        Stakes {
            damage: lost.unwrap_or(0),
            lethal: self.living.has(seat) && !future.living.has(seat),
        }
    }

    /// What this answer to the present question costs and brings; `None` if it is not legal.
    pub fn trade(&self, answer: Answer) -> Option<Trade> {
        let Need::Answer(ask) = self.need() else { return None };
        let mut events = Vec::new();
        let mut after = *self;
        after.play(Input::Answer(answer), Some(&mut events)).ok()?;
        let mut trade = Trade::default();
        // What happens in somebody's next turn is not the answer's doing.
        let of_the_answer =
            events.iter().take_while(|event| !matches!(event, Event::TurnStarted { .. }));
        for event in of_the_answer {
            match *event {
                Event::Energy { seat, from, to, why: Cause::Payment } if seat == ask.seat => {
                    trade.pays += from.saturating_sub(to);
                }
                Event::Sold { seat, energy, .. } if seat == ask.seat => trade.gets += energy,
                Event::Counter { seat, from, to, .. } if seat == ask.seat => {
                    trade.stores += to.saturating_sub(from);
                }
                _ => {}
            }
        }
        Some(trade)
    }

    /// The energy that this answer costs the monster that is asked; 0 if it is free or not legal.
    pub fn cost_of(&self, answer: Answer) -> u8 {
        self.trade(answer).map_or(0, |trade| trade.pays)
    }
}

#[cfg(test)]
mod tests {
    use super::{Stakes, Trade};
    use crate::event::TurnKind;
    use crate::setup::{At, MonsterSetup, Setup};
    use crate::state::State;
    use crate::table::*;

    /// Y-04: Jets' question comes before the damage; EX: three claws cost three hearts.
    #[test]
    fn damage_on_its_way_is_known_before_it_arrives() {
        for book in BOOKS {
            let mut table = Table::of(3).by(book).in_city(B).holds(B, Card::Jets).hearts(B, 3);
            table.turn(A).keeps("C C C 1 2 2").asks(B, Question::Flee);
            assert_eq!(table.state.incoming(B), 3);
            assert_eq!(table.state.incoming(C), 0);
            let ask = crate::Ask { seat: B, question: Question::Flee, card: None };
            assert_eq!(table.state.stakes(ask), Stakes { damage: 3, lethal: true });
        }
    }

    /// armor_plating.1: damage of exactly 1 is ignored. camouflage.1: its dice decide later.
    #[test]
    fn what_a_card_softens_by_itself_is_foreseen_and_its_dice_are_not() {
        for book in PRINTINGS {
            let mut plated =
                Table::of(2).by(book).in_city(B).holds(B, Card::ArmorPlating).holds(B, Card::Jets);
            plated.turn(A).keeps("C 1 1 2 2 3").asks(B, Question::Flee);
            assert_eq!(plated.state.incoming(B), 0);
            let mut hidden =
                Table::of(2).by(book).in_city(B).holds(B, Card::Camouflage).hearts(B, 2);
            hidden.turn(A).keeps("C C 1 1 2 3");
            assert_eq!(hidden.state.incoming(B), 2);
        }
    }

    /// M-03: a sweep costs 2. wings.1: 2 energy. metamorph.1: the printed price comes back.
    #[test]
    fn an_answer_says_what_it_costs_and_brings() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).energy(A, 9).holds(A, Card::RapidHealing);
            table = table.hearts(A, 5).sale(Card::Jets);
            table.shopping(A).asks(A, Question::Shop);
            assert_eq!(table.state.cost_of(Sweep), 2);
            assert_eq!(table.state.cost_of(Use(Card::RapidHealing)), 2);
            let price = Card::Jets.price(&book.rules());
            assert_eq!(table.state.cost_of(Buy(Place::First)), price);
            assert_eq!(table.state.cost_of(Pass), 0);
            assert_eq!(table.state.trade(Yes), None);
        }
    }

    /// battery_monster.1 (first edition): the bank adds as much as its owner puts on it.
    #[test]
    fn the_bank_doubles_what_is_deposited() {
        let mut table = Table::of(2).by(Icelandic).energy(A, 6).sale(Card::BatteryMonster);
        table.shopping(A).buys(Card::BatteryMonster).asks(A, Question::Deposit);
        let trade = table.state.trade(Deposit(3));
        assert_eq!(trade, Some(Trade { pays: 3, gets: 0, stores: 6 }));
    }

    /// extra turns do not count, and a round ends where the starter sat even when it is out of the game.
    #[test]
    fn rounds_are_counted_by_the_seat_that_started() {
        let mut state = crate::State::new(&Dutch.rules(), 3, Some(B)).unwrap();
        let mut random = crate::random::Random::new(4);
        let mut seen = Vec::new();
        let mut events = Vec::new();
        while let Some(input) = random.input(&state, state.need()) {
            events.clear();
            state.play(input, Some(&mut events)).unwrap();
            for event in &events {
                if let Event::TurnStarted { seat, kind, .. } = event {
                    seen.push((*seat, *kind == TurnKind::Regular, state.round()));
                }
            }
        }
        assert_eq!((seen[0].0, seen[0].2), (B, 1));
        let place = |seat: crate::Seat| (seat.index() + 6 - B.index()) % 6;
        let mut round = 1;
        for pair in seen.windows(2) {
            if pair[1].1 && place(pair[1].0) <= place(pair[0].0) {
                round += 1;
            }
            assert_eq!(pair[1].2, round, "{pair:?}");
        }
        assert!(1 < round);
    }

    /// whoever has only the events, or the last of them, finds the same rounds; with monsters out, and extra turns.
    #[test]
    fn rounds_are_read_from_events() {
        let mut extra = 0;
        for seed in 0..300 {
            // Whoever rolls three 1s plays again.
            let mut monsters = vec![MonsterSetup::default(); 2 + seed as usize % 5];
            monsters[1].cards.push(Card::FreezeTime);
            let rules = BOOKS[seed as usize % BOOKS.len()].rules();
            let setup = Setup { rules, monsters, at: At::FirstThrow, ..Setup::default() };
            let mut state = State::from_setup(&setup).unwrap();
            let mut random = crate::random::Random::new(seed);
            let (mut events, mut rounds) = (Vec::new(), Vec::new());
            while let Some(input) = random.input(&state, state.need()) {
                let heard = events.len();
                state.play(input, Some(&mut events)).unwrap();
                for event in &events[heard..] {
                    if let Event::TurnStarted { kind, .. } = event {
                        rounds.push(state.round());
                        extra += usize::from(*kind != TurnKind::Regular);
                    }
                }
            }
            assert_eq!(state.rounds(&events), rounds, "seed {seed}");
            let last = events.iter().rposition(|event| {
                matches!(event, Event::TurnStarted { kind: TurnKind::Regular, .. })
            });
            let end = &events[last.expect("somebody has played")..];
            let since = rounds[rounds.len() - state.rounds(end).len()..].to_vec();
            assert_eq!(state.rounds(end), since, "seed {seed}");
        }
        assert!(0 < extra, "no extra turn was played");
    }
}

//! The net's judgement, and one turn more of it where that is cheap and matters: at the last two monsters when no card can
//! come any more. There the game is known exactly, and a keep may be best by a hundredth of a point.

use std::collections::HashMap;
use std::sync::Arc;

use bots::mind::{Chances, Judge, Learned, Mind, row, turn_begins, usual};
use bots::net::Net;
use engine::{Input, Need, Seat, State};

/// More steps than this lie between no dice and the next throw.
const STEPS: usize = 50;

/// What such a table is told apart by: hearts and stars, who holds Tokyo, whose turn it is. Energy buys nothing.
type Bare = ([[u8; 2]; 6], Option<Seat>, Seat);

/// Judges by the net; a table of the last two without cards, by the solved turn and the net after it.
pub(crate) struct Careful {
    net: Learned,
    further: Mind<Learned>,
    known: HashMap<Bare, Chances>,
}

impl Careful {
    pub(crate) fn new(net: Arc<Net>) -> Careful {
        let further = Mind::new(Learned::new(net.clone()), 0);
        Careful { net: Learned::new(net), further, known: HashMap::new() }
    }

    /// The chances at the start of a turn without cards.
    fn turn(&mut self, state: &State) -> Chances {
        let key = |seat| [state.monster(seat).hearts, state.monster(seat).stars];
        let key = (Seat::ALL.map(key), state.tokyo().city, state.turn().seat);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let number = state.turn().number;
        let mut thrown = *state;
        if let Need::Roll { count, .. } = state.need() {
            // What the turn is worth before its first throw does not depend on how that falls.
            thrown.play_unchecked(Input::Rolled(row(&[count, 0, 0, 0, 0, 0])), None);
        }
        self.further.begin_anew(0);
        self.further.weigh_planned(&thrown);
        let chances = match self.further.before_throw() {
            Some((turn, chances)) if turn == number => chances,
            _ => self.net.chances(state, false),
        };
        self.known.insert(key, chances);
        chances
    }
}

impl Judge for Careful {
    fn focus(&mut self, state: &State) {
        self.net.focus(state);
    }

    fn chances(&mut self, state: &State, shop: bool) -> Chances {
        if !is_bare(state) {
            return self.net.chances(state, shop);
        }
        let mut next = *state;
        for _ in 0..STEPS {
            match next.need() {
                Need::Over(outcome) => return outcome.shares(next.seats()).map(|one| one as f32),
                Need::Answer(ask) => {
                    let answer = usual(&next, &ask, &next.answers());
                    next.play_unchecked(Input::Answer(answer), None);
                }
                _ if turn_begins(&next) => return self.turn(&next),
                _ => break,
            }
        }
        self.net.chances(state, shop)
    }
}

/// Whether two are left without cards or tokens, and no card can come.
fn is_bare(state: &State) -> bool {
    let alone = |seat| {
        let monster = state.monster(seat);
        monster.cards.is_empty() && monster.poison + monster.shrink == 0
    };
    state.living().len() == 2
        && state.deck().is_empty()
        && state.market().iter().all(Option::is_none)
        && state.living().iter().all(alone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{At, Card, MonsterSetup, Rulebook, Setup};

    fn table(discards: Vec<Card>) -> State {
        rich(0, discards)
    }

    /// The same with energy that buys nothing.
    fn rich(energy: u8, discards: Vec<Card>) -> State {
        let mut rules = Rulebook::Dutch.rules();
        rules.reshuffle_discards = false;
        let monster =
            |hearts, stars| MonsterSetup { hearts, stars, energy, ..MonsterSetup::default() };
        let setup = Setup {
            rules,
            monsters: vec![monster(4, 9), monster(7, 12)],
            city: Some(Seat::B),
            discards,
            at: At::FirstThrow,
            ..Setup::default()
        };
        State::from_setup(&setup).expect("a legal table")
    }

    /// Without cards the value of a turn is that of its solved throws; with cards it is the net's.
    #[test]
    fn a_turn_without_cards_is_looked_at_once_more() {
        let bare = table(Card::ALL.to_vec());
        assert!(is_bare(&bare));
        let mut careful = Careful::new(bots::net());
        let found = careful.chances(&bare, false);
        assert!((found.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{found:?}");
        assert_eq!(careful.chances(&bare, false), found, "the same table, the same chances");
        let mut reviewed = Mind::new(Learned::new(bots::net()), 0);
        let mut thrown = bare;
        thrown.play_unchecked(Input::Rolled(engine::Dice::parse("1 2 3 E C H").unwrap()), None);
        reviewed.weigh_planned(&thrown);
        let (_, before) = reviewed.before_throw().expect("a solved turn");
        assert_eq!(found, before, "whatever the first throw is");

        let idle = rich(25, Card::ALL.to_vec());
        let again = Careful::new(bots::net()).chances(&idle, false);
        assert_eq!(again, found, "energy buys nothing where no card can come");

        let full = table(Vec::new());
        assert!(!is_bare(&full));
        let mut net = Learned::new(bots::net());
        assert_eq!(careful.chances(&full, false), net.chances(&full, false));
    }
}

//! Luck of dice and cards, taken off the results of games.

use std::sync::Arc;

use bots::mind::{Learned, Luck, Mind};
use bots::net::Net;
use engine::{Answer, Ask, Input, State};

use crate::one_game::Watcher;

/// Looks on and adds up the luck of all throws and reveals of a game, for every seat, by a net that was fixed before.
pub struct LuckMeter {
    mind: Mind<Learned>,
    luck: Luck,
}

impl LuckMeter {
    /// Nothing thrown yet. Judges by the net that comes with the program.
    pub fn new() -> LuckMeter {
        LuckMeter::by(bots::net())
    }

    /// Nothing thrown yet. Judges by this net.
    pub fn by(net: Arc<Net>) -> LuckMeter {
        LuckMeter { mind: Mind::new(Learned::new(net), 0), luck: Luck::default() }
    }

    /// The sum so far, by seat.
    pub fn sum(&self) -> [f64; 6] {
        self.luck.sum
    }
}

impl Default for LuckMeter {
    fn default() -> Self {
        LuckMeter::new()
    }
}

impl Watcher for LuckMeter {
    fn answered(&mut self, state: &State, ask: &Ask, answer: Answer) {
        self.luck.answered(&mut self.mind, state, ask, answer);
    }

    fn chance(&mut self, before: &State, input: Input) {
        match input {
            Input::Rolled(dice) => self.luck.thrown(&mut self.mind, before, dice),
            Input::Revealed(card) => self.luck.revealed(&mut self.mind, before, card),
            _ => {}
        }
    }
}

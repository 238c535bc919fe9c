//! A mind at work on many games in a row: starting afresh for each, and what its last plan says of rolls and keeps.

use engine::{Answer, Ask, Card, Face, Input, Need, State};

use super::rolling::unswap;
use super::{Chances, Judge, Mind};
use crate::chance::Chance;
use crate::dice::{Counts, slots};

impl<J: Judge> Mind<J> {
    /// Forgets the last game. From here on the mind thinks as a new one with this seed would.
    pub fn begin_anew(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
        self.plan = None;
    }

    /// The answer to an open question of an imagined game.
    pub fn answer_imagined(&mut self, state: &State, ask: &Ask) -> Answer {
        self.decide(state, ask)
    }

    /// What the last solved turn says of a roll with this many rerolls left, if it is the turn of this game.
    pub fn planned_roll(&self, state: &State, roll: &Counts, left: usize) -> Option<Chances> {
        self.plan_fits(state, roll, left)?;
        Some(unswap(self.solver.roll_value(roll, left), state.turn().seat.index()))
    }

    /// What the last solved turn says of keeping this set and throwing the rest, with this many rerolls left before that.
    pub fn planned_keep(&self, state: &State, keep: &Counts, left: usize) -> Option<Chances> {
        self.plan_fits(state, keep, left)?;
        Some(unswap(self.solver.keep_value(slots().slot(keep), left), state.turn().seat.index()))
    }

    fn plan_fits(&self, state: &State, dice: &Counts, left: usize) -> Option<()> {
        let plan = self.plan.as_ref()?;
        let count = dice.iter().map(|&n| n as usize).sum::<usize>();
        (plan.turn == state.turn().number && left <= plan.rerolls && count <= plan.dice)
            .then_some(())
    }

    /// What each card of the deck would mean if it were revealed now, by the next table that can be judged.
    pub fn each_reveal(&mut self, state: &State) -> Vec<(Card, Chances)> {
        self.judge.focus(state);
        let cards = state.deck();
        cards.iter().map(|card| (card, self.after(state, Input::Revealed(card)))).collect()
    }

    /// What each face would mean if the one die that is to be thrown showed it.
    pub fn each_single_die(&mut self, state: &State) -> [Chances; 6] {
        debug_assert!(matches!(state.need(), Need::Roll { count: 1, .. }));
        self.judge.focus(state);
        Face::ALL.map(|face| self.after(state, Input::Rolled(engine::Dice::NONE.and(face))))
    }

    fn after(&mut self, state: &State, input: Input) -> Chances {
        let mut next = *state;
        next.play_unchecked(input, None);
        self.ahead(&mut next, 1, 2)
    }
}

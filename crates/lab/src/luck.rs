//! Luck of the dice, measured so that it can be taken off a result.
//!
//! The luck of a throw is what it is worth minus what a throw from there is worth on average, both by the same fixed
//! judgement with the turn solved exactly. Its mean is zero whatever that judgement is, so a result minus all luck has
//! the same mean as the result, and much less spread.

use bots::mind::{self, Learned, Mind, TurnChances};
use engine::{Answer, Ask, Input, Need, Question, State};

use crate::table::Watcher;

/// Adds up the luck of all throws of a game, for every seat.
pub struct Luck {
    mind: Mind<Learned>,
    turn: Option<(u16, TurnChances)>,
    /// What was kept, and how many rerolls were left before the throw.
    kept: Option<([u8; 6], usize)>,
    /// The sum so far, by seat.
    pub sum: [f64; 6],
}

impl Luck {
    /// Nothing thrown yet. Judges by the net that comes with the program.
    pub fn new() -> Luck {
        Luck {
            mind: Mind::new(Learned::new(bots::net()), 0),
            turn: None,
            kept: None,
            sum: [0.0; 6],
        }
    }

    fn count(&mut self, after: [f32; 6], expected: [f32; 6]) {
        for seat in 0..6 {
            self.sum[seat] += (after[seat] - expected[seat]) as f64;
        }
    }
}

impl Default for Luck {
    fn default() -> Self {
        Luck::new()
    }
}

impl Watcher for Luck {
    fn answered(&mut self, state: &State, ask: &Ask, answer: Answer) {
        self.kept = None;
        if ask.question == Question::Roll {
            match answer {
                Answer::Reroll(again) => {
                    let dice = state.turn().dice;
                    let mut keep = mind::counts(dice);
                    again.iter().for_each(|die| keep[dice.get(die) as usize] -= 1);
                    self.kept = Some((keep, state.turn().rerolls as usize));
                }
                // Cards change what the rest of the turn is worth: its plan is made anew.
                Answer::Pass => {}
                _ => self.turn = None,
            }
        }
    }

    fn chance(&mut self, before: &State, input: Input, after: &State) {
        let Input::Rolled(_) = input else { return };
        if mind::turn_begins(before) {
            self.turn = None;
            let rolling =
                matches!(after.need(), Need::Answer(ask) if ask.question == Question::Roll);
            if rolling && let Some(turn) = self.mind.solve_turn(after) {
                let left = after.turn().rerolls as usize;
                let roll = mind::counts(after.turn().dice);
                self.count(turn.roll(&roll, left), turn.keep(&[0; 6], left + 1));
                self.turn = Some((after.turn().number, turn));
            }
        } else if let (Some((keep, left)), Some((number, turn))) = (self.kept.take(), &self.turn)
            && *number == before.turn().number
            && 0 < left
        {
            // The dice as they lie now; resolving may already have moved on to the next turn.
            let Input::Rolled(thrown) = input else { return };
            let mut roll = keep;
            for (sum, n) in roll.iter_mut().zip(mind::counts(thrown)) {
                *sum += n;
            }
            let (value, expected) = (turn.roll(&roll, left - 1), turn.keep(&keep, left));
            self.count(value, expected);
        }
    }
}

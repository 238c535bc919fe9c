//! The luck of dice and cards, chance event by chance event.
//!
//! The luck of a throw is what the table is worth after it minus the mean of that over all throws that could have
//! fallen, both by one and the same function. Its mean is therefore zero whatever that function is and whatever the
//! players do between the throws, so a result minus all luck has the same mean as the result, and much less spread. The
//! better the function foresees the play, the less spread is left.
//!
//! Arena, training and review all measure luck with this.

use engine::{Answer, Ask, Card, Dice, Question, State};

use super::{Chances, Judge, Mind, counts, turn_begins};
use crate::dice::{Counts, FACES, slots};

/// Adds up the luck of the dice, for every seat. Tell it of every answer and of every throw.
#[derive(Clone, Debug, Default)]
pub struct Luck {
    /// The sum so far, by seat.
    pub sum: [f64; 6],
    /// The turn whose first throw has fallen and is still to be measured.
    first: Option<u16>,
    pending: Option<Pending>,
}

/// A throw that was asked for and has not fallen yet.
#[derive(Clone, Debug)]
struct Pending {
    keep: Counts,
    left: usize,
    expected: Chances,
}

impl Luck {
    /// Takes the sum, which begins anew.
    pub fn take(&mut self) -> [f64; 6] {
        std::mem::take(&mut self.sum)
    }

    fn count(&mut self, after: &Chances, expected: &Chances) {
        for ((sum, after), expected) in self.sum.iter_mut().zip(after).zip(expected) {
            *sum += (after - expected) as f64;
        }
    }

    /// A player answers. `mind` is whose values are used; of the mind that gave the answer, its plan of the turn.
    pub fn answered<J: Judge>(
        &mut self,
        mind: &mut Mind<J>,
        state: &State,
        ask: &Ask,
        answer: Answer,
    ) {
        self.pending = None;
        let turn = state.turn();
        if ask.question != Question::Roll || ask.seat != turn.seat {
            return;
        }
        let first = self.first.take();
        if !mind.plan(state) {
            return;
        }
        let roll = counts(turn.dice);
        let left = turn.rerolls as usize;
        // The turn is solved after its first throw, by what does not depend on how that fell.
        if first == Some(turn.number)
            && let Some((number, before)) = mind.before_throw()
            && number == turn.number
        {
            let after = mind.planned(state, |tables| tables.roll_value(&roll, left));
            self.count(&after, &before);
        }
        let (thrown, free) = match answer {
            Answer::Reroll(again) => (again, false),
            Answer::Free { dice, .. } if dice.len() == 1 => (dice, true),
            _ => return,
        };
        let mut keep = roll;
        thrown.iter().for_each(|die| keep[turn.dice.get(die) as usize] -= 1);
        self.pending = if free {
            let mut mean = [0.0; 6];
            for face in 0..FACES {
                let mut roll = keep;
                roll[face] += 1;
                let chances = mind.planned(state, |tables| tables.roll_value(&roll, left));
                mean.iter_mut().zip(chances).for_each(|(sum, c)| *sum += c / FACES as f32);
            }
            Some(Pending { keep, left, expected: mean })
        } else {
            left.checked_sub(1).map(|after| {
                let slot = slots().slot(&keep);
                let expected = mind.planned(state, |tables| tables.keep_value(slot, left));
                Pending { keep, left: after, expected }
            })
        };
    }

    /// Dice are thrown at this table.
    pub fn thrown<J: Judge>(&mut self, mind: &mut Mind<J>, before: &State, dice: Dice) {
        if turn_begins(before) {
            self.first = Some(before.turn().number);
            self.pending = None;
        } else if let Some(pending) = self.pending.take() {
            let mut roll = pending.keep;
            roll.iter_mut().zip(counts(dice)).for_each(|(sum, n)| *sum += n);
            let after = mind.planned(before, |tables| tables.roll_value(&roll, pending.left));
            self.count(&after, &pending.expected);
        } else if dice.len() == 1 {
            // A probe, a 3 thrown again, Camouflage: six tables are soon looked at.
            let faces = mind.each_single_die(before);
            let mut mean = [0.0; 6];
            for chances in &faces {
                mean.iter_mut().zip(chances).for_each(|(sum, c)| *sum += c / FACES as f32);
            }
            self.count(&faces[dice.get(0) as usize], &mean);
        }
    }

    /// A card is revealed at this table: what it means, minus the mean of that over all cards that could have come.
    pub fn revealed<J: Judge>(&mut self, mind: &mut Mind<J>, before: &State, card: Card) {
        let all = mind.each_reveal(before);
        let Some((_, after)) = all.iter().find(|(other, _)| *other == card) else { return };
        let mut mean = [0.0; 6];
        for (_, chances) in &all {
            mean.iter_mut().zip(chances).for_each(|(sum, c)| *sum += c / all.len() as f32);
        }
        self.count(after, &mean);
    }
}

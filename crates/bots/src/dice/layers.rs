//! Turns with cards that turn a die, sell rerolls or reroll a face for free, solved as exactly as plain ones.
//!
//! A *layer* is how often the owner can still use such a card: Herd Culler and Plot Twist once, Stretchy as often as
//! its energy lasts, Energy Drink and Smoke Cloud likewise. Each layer has final values of its own, since a use costs
//! energy, a token or the card. Using it leads one layer down; layer 0 is the plain turn.

use super::slots::{Slot, slots};
use super::solver::Worth;
use super::{Counts, FACES, Solver};

/// What the cards of who rolls allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// A use turns one die to one of these faces (bit `f` for face `f`); 0 for none.
    pub turn_to: u8,
    /// A use gives one more reroll.
    pub sells_rerolls: bool,
    /// Dice with this face may be rerolled for free (Background Dweller).
    pub free_face: Option<usize>,
}

/// What to do with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Stop, and resolve these dice.
    Stop,
    /// Keep these dice and throw the others.
    Keep(Slot),
    /// Use the card: turn a die from one face to another.
    Turn {
        /// What the die shows.
        from: usize,
        /// What it shall show.
        to: usize,
    },
    /// Use the card: one more reroll.
    MoreRerolls,
    /// Reroll one die of the free face.
    FreeReroll,
}

/// A solved turn with cards.
pub struct Layered<V> {
    extras: Extras,
    dice: usize,
    /// `rolls[layer][rerolls left]`: what each roll is worth, by its place among the rolls.
    rolls: Vec<Vec<Vec<V>>>,
    /// `keeps[layer][rerolls left]`: what each keep is worth, by slot.
    keeps: Vec<Vec<Vec<V>>>,
    finals: Vec<Vec<V>>,
}

impl<V: Worth> Layered<V> {
    /// Solves a turn. `leaf(uses, roll)` is what final dice are worth with that many uses still unspent; `uses` is how
    /// many there are at the start.
    ///
    /// # Panics
    /// When there are more than nine dice.
    pub fn solve(
        dice: usize,
        rerolls: usize,
        uses: usize,
        extras: Extras,
        mut leaf: impl FnMut(usize, &Counts) -> V,
    ) -> Self {
        let table = slots();
        let mut layered =
            Layered { extras, dice, rolls: Vec::new(), keeps: Vec::new(), finals: Vec::new() };
        let mut one_throw = Solver::new();
        for layer in 0..=uses {
            let finals: Vec<V> =
                table.rolls(dice).map(|slot| leaf(layer, table.counts(slot as Slot))).collect();
            // A use below may have bought rerolls, so lower layers know more of them.
            let most = rerolls + if extras.sells_rerolls { uses - layer } else { 0 };
            let (mut rolls, mut keeps): (Vec<Vec<V>>, Vec<Vec<V>>) = (Vec::new(), Vec::new());
            for left in 0..=most {
                let mut values = finals.clone();
                let mut keep_values = Vec::new();
                if 0 < left {
                    one_throw.solve_values(dice, 0, &rolls[left - 1]);
                    keep_values = (0..table.up_to(dice))
                        .map(|slot| one_throw.keep_value(slot as Slot, 1))
                        .collect();
                    for (value, slot) in values.iter_mut().zip(table.rolls(dice)) {
                        // Keeping everything is no throw: it is stopping, which is already there.
                        *value = value.better(one_throw.roll_value(table.counts(slot as Slot), 1));
                    }
                }
                if 0 < layer {
                    layered.use_card(layer, left, &mut values);
                }
                if let Some(face) = extras.free_face {
                    reroll_freely(dice, face, &mut values);
                }
                rolls.push(values);
                keeps.push(keep_values);
            }
            layered.finals.push(finals);
            layered.rolls.push(rolls);
            layered.keeps.push(keeps);
        }
        layered
    }

    /// What the turn is worth before the first throw.
    pub fn value(&self, rerolls: usize) -> V {
        Solver::new().solve_values(self.dice, 0, &self.rolls[self.rolls.len() - 1][rerolls])
    }

    /// What a roll is worth with so many uses and rerolls left.
    pub fn roll_value(&self, roll: &Counts, uses: usize, rerolls_left: usize) -> V {
        self.rolls[uses][rerolls_left][self.place(slots().slot(roll))]
    }

    /// What to do with a roll; the earlier kind of move when two are equally good.
    pub fn best(&self, roll: &Counts, uses: usize, rerolls_left: usize) -> Move {
        let mut best = Move::Stop;
        let mut top = self.finals[uses][self.place(slots().slot(roll))].lead();
        self.each_move(roll, uses, rerolls_left, |choice, value| {
            if top + 1e-9 < value {
                (best, top) = (choice, value);
            }
        });
        best
    }

    fn each_move(&self, roll: &Counts, uses: usize, left: usize, mut see: impl FnMut(Move, f64)) {
        if 0 < left {
            subsets(roll, 0, 0, &mut |keep| {
                see(Move::Keep(keep), self.keeps[uses][left][keep as usize].lead())
            });
        }
        if 0 < uses {
            for from in (0..FACES).filter(|&from| 0 < roll[from]) {
                for to in (0..FACES).filter(|&to| to != from && self.extras.turn_to >> to & 1 == 1)
                {
                    see(
                        Move::Turn { from, to },
                        self.roll_value(&turned(roll, from, to), uses - 1, left).lead(),
                    );
                }
            }
            if self.extras.sells_rerolls {
                see(Move::MoreRerolls, self.roll_value(roll, uses - 1, left + 1).lead());
            }
        }
        if let Some(face) = self.extras.free_face.filter(|&face| 0 < roll[face]) {
            let mean = (0..FACES)
                .map(|to| self.roll_value(&turned(roll, face, to), uses, left).lead())
                .sum::<f64>()
                / 6.0;
            see(Move::FreeReroll, mean);
        }
    }

    fn place(&self, roll: Slot) -> usize {
        roll as usize - slots().rolls(self.dice).start
    }

    fn use_card(&self, layer: usize, left: usize, values: &mut [V]) {
        let table = slots();
        for (value, slot) in values.iter_mut().zip(table.rolls(self.dice)) {
            let roll = table.counts(slot as Slot);
            for from in (0..FACES).filter(|&from| 0 < roll[from]) {
                for to in (0..FACES).filter(|&to| to != from && self.extras.turn_to >> to & 1 == 1)
                {
                    *value =
                        value.better(self.roll_value(&turned(roll, from, to), layer - 1, left));
                }
            }
            if self.extras.sells_rerolls {
                *value = value.better(self.roll_value(roll, layer - 1, left + 1));
            }
        }
    }
}

/// Improves values by rerolling dice of one face as often as one likes, one by one.
///
/// The die may show the same face again, and then the same choice stands again: the worth of going on is the mean of
/// the five other outcomes. Rolls with fewer dice of that face come first, since that is where a reroll leads.
fn reroll_freely<V: Worth>(dice: usize, face: usize, values: &mut [V]) {
    let table = slots();
    let first = table.rolls(dice).start;
    let mut order: Vec<usize> =
        table.rolls(dice).filter(|&slot| 0 < table.counts(slot as Slot)[face]).collect();
    order.sort_by_key(|&slot| table.counts(slot as Slot)[face]);
    for slot in order {
        let roll = table.counts(slot as Slot);
        let sum = (0..FACES).filter(|&to| to != face).fold(V::default(), |sum, to| {
            sum.plus(values[table.slot(&turned(roll, face, to)) as usize - first])
        });
        values[slot - first] = values[slot - first].better(sum.fifth());
    }
}

fn turned(roll: &Counts, from: usize, to: usize) -> Counts {
    let mut turned = *roll;
    turned[from] -= 1;
    turned[to] += 1;
    turned
}

fn subsets(roll: &Counts, face: usize, slot: Slot, visit: &mut impl FnMut(Slot)) {
    if face == FACES {
        return visit(slot);
    }
    let mut slot = slot;
    for n in 0..=roll[face] {
        if 0 < n {
            slot = slots().with(slot, face);
        }
        subsets(roll, face + 1, slot, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{face, stars};

    fn claws(_: usize, roll: &Counts) -> f64 {
        roll[face::CLAW] as f64
    }

    #[test]
    fn without_uses_it_is_the_plain_turn() {
        let layered = Layered::solve(6, 2, 0, Extras::default(), |_, roll| stars(roll) as f64);
        assert!((layered.value(2) - 155_735_136_791.0 / 69_657_034_752.0).abs() < 1e-12);
    }

    /// Turning one die to a claw makes one claw more unless all six are claws already: 6 - E[(5/6)^3 dice ...] by hand
    /// is E[min(6, n + 1)] = 91/36 + 1 - P(six claws).
    #[test]
    fn plot_twist_adds_one_claw_unless_all_are_claws() {
        let extras = Extras { turn_to: 1 << face::CLAW, ..Extras::default() };
        let value = Layered::solve(6, 2, 1, extras, claws).value(2);
        let all_six = (91.0f64 / 216.0).powi(6);
        assert!((value - (91.0 / 36.0 + 1.0 - all_six)).abs() < 1e-12);
    }

    /// Each die misses claws in all its throws: 6 (1 - (5/6)^(3 + bought)).
    #[test]
    fn bought_rerolls_count_as_rerolls() {
        let extras = Extras { sells_rerolls: true, ..Extras::default() };
        let layered = Layered::solve(6, 2, 3, extras, claws);
        assert!((layered.value(2) - 6.0 * (1.0 - (5.0f64 / 6.0).powi(6))).abs() < 1e-12);
        assert_eq!(layered.best(&[6, 0, 0, 0, 0, 0], 1, 0), Move::MoreRerolls);
    }

    /// A price makes the third use wrong: with a price of 2 claws each, nobody buys from four claws.
    #[test]
    fn a_use_is_not_worth_any_price() {
        let extras = Extras { sells_rerolls: true, ..Extras::default() };
        let layered = Layered::solve(6, 0, 1, extras, |uses, roll| {
            roll[face::CLAW] as f64 + 2.0 * uses as f64
        });
        assert_eq!(layered.best(&[2, 0, 0, 0, 4, 0], 1, 0), Move::Stop);
    }

    /// Background Dweller: a die that shows 3 is rolled until it shows something else, so that no 3 is left and each
    /// of the five other faces has one chance in five.
    #[test]
    fn background_dweller_rolls_threes_away() {
        let extras = Extras { free_face: Some(face::THREE), ..Extras::default() };
        let layered = Layered::solve(6, 0, 0, extras, claws);
        assert!((layered.value(0) - 6.0 / 5.0).abs() < 1e-12);
        assert_eq!(layered.best(&[0, 0, 1, 0, 5, 0], 0, 0), Move::FreeReroll);
    }
}

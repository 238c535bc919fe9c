//! The turn solver: the best keep after every throw, for any value of the final dice.

use super::slots::{Group, MAX_DICE, Slot, Slots, slots};
use super::{Counts, FACES};

/// What final dice are worth: one number, or one for every seat of which the first belongs to whoever rolls.
pub trait Worth: Copy + Default {
    /// Whether it is large, so that it is better to compare in place and copy only the best.
    const LARGE: bool;
    /// Whether the roller prefers the other.
    fn less(&self, other: &Self) -> bool;
    /// Both together.
    fn plus(self, other: Self) -> Self;
    /// A sixth of it: the chance of one face.
    fn sixth(self) -> Self;
    /// A fifth of it: the chance of one of five faces.
    fn fifth(self) -> Self;
    /// The one that the roller prefers; the first of two equals.
    fn better(self, other: Self) -> Self;
    /// What the roller compares.
    fn lead(self) -> f64;
}

impl Worth for f32 {
    const LARGE: bool = false;
    #[inline(always)]
    fn less(&self, other: &Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn plus(self, other: f32) -> f32 {
        self + other
    }
    #[inline(always)]
    fn sixth(self) -> f32 {
        self * (1.0 / 6.0)
    }
    fn fifth(self) -> f32 {
        self / 5.0
    }
    #[inline(always)]
    fn better(self, other: f32) -> f32 {
        if self < other { other } else { self }
    }
    fn lead(self) -> f64 {
        self as f64
    }
}

impl Worth for f64 {
    const LARGE: bool = false;
    #[inline(always)]
    fn less(&self, other: &Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn plus(self, other: f64) -> f64 {
        self + other
    }
    #[inline(always)]
    fn sixth(self) -> f64 {
        self / 6.0
    }
    fn fifth(self) -> f64 {
        self / 5.0
    }
    #[inline(always)]
    fn better(self, other: f64) -> f64 {
        if self < other { other } else { self }
    }
    fn lead(self) -> f64 {
        self
    }
}

impl<const SEATS: usize> Worth for [f32; SEATS]
where
    [f32; SEATS]: Default,
{
    const LARGE: bool = true;
    #[inline(always)]
    fn less(&self, other: &Self) -> bool {
        self[0] < other[0]
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        std::array::from_fn(|seat| self[seat] + other[seat])
    }
    #[inline(always)]
    fn sixth(self) -> Self {
        self.map(|value| value * (1.0 / 6.0))
    }
    fn fifth(self) -> Self {
        self.map(|value| value / 5.0)
    }
    #[inline(always)]
    fn better(self, other: Self) -> Self {
        if self[0] < other[0] { other } else { self }
    }
    fn lead(self) -> f64 {
        self[0] as f64
    }
}

impl<const SEATS: usize> Worth for [f64; SEATS]
where
    [f64; SEATS]: Default,
{
    const LARGE: bool = true;
    #[inline(always)]
    fn less(&self, other: &Self) -> bool {
        self[0] < other[0]
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        std::array::from_fn(|seat| self[seat] + other[seat])
    }
    #[inline(always)]
    fn sixth(self) -> Self {
        self.map(|value| value / 6.0)
    }
    fn fifth(self) -> Self {
        self.map(|value| value / 5.0)
    }
    #[inline(always)]
    fn better(self, other: Self) -> Self {
        if self[0] < other[0] { other } else { self }
    }
    fn lead(self) -> f64 {
        self[0]
    }
}

/// Solves turns. Keeps its memory between turns, so that solving allocates nothing.
///
/// ```
/// use daikaiju_bots::dice::{Solver, face, slots, stars};
///
/// let mut solver = Solver::new();
/// let worth = solver.solve(6, 2, |roll| stars(roll) as f64);
/// assert!((worth - 2.235742).abs() < 1e-6);
/// // 3-3-2-2 and two others: the twos are let go.
/// let keep = solver.keep(&[1, 2, 2, 0, 1, 0], 2);
/// assert_eq!(*slots().counts(keep), [0, 0, 2, 0, 0, 0]);
/// ```
pub struct Solver<V> {
    dice: usize,
    /// One table for each number of rerolls left: what each keep is worth when the rest is thrown. Table 0 holds the
    /// values of the final dice, at the slots of full rolls.
    tables: Vec<Vec<V>>,
    best: Vec<V>,
}

/// Table sizes are powers of two, so that a masked index needs no check.
const fn capacity(dice: usize) -> usize {
    match dice {
        0..=6 => 1024,
        7 => 2048,
        8 => 4096,
        _ => 8192,
    }
}

impl<V: Worth> Default for Solver<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Worth> Solver<V> {
    /// A solver that has solved nothing yet.
    pub fn new() -> Self {
        Solver { dice: 0, tables: Vec::new(), best: Vec::new() }
    }

    /// Solves a turn of `dice` dice and `rerolls` rerolls after the first throw, and returns what it is worth before
    /// that throw. `leaf` says what final dice are worth.
    ///
    /// # Panics
    /// When there are more than [`MAX_DICE`] dice.
    pub fn solve(&mut self, dice: usize, rerolls: usize, mut leaf: impl FnMut(&Counts) -> V) -> V {
        let table = slots();
        self.solve_slots(dice, rerolls, |slot| leaf(table.counts(slot)))
    }

    /// As [`Solver::solve`], with the final dice given by slot.
    ///
    /// # Panics
    /// When there are more than [`MAX_DICE`] dice.
    pub fn solve_slots(
        &mut self,
        dice: usize,
        rerolls: usize,
        mut leaf: impl FnMut(Slot) -> V,
    ) -> V {
        self.prepare(dice, rerolls);
        for slot in slots().rolls(dice) {
            self.tables[0][slot] = leaf(slot as Slot);
        }
        self.run(rerolls)
    }

    /// As [`Solver::solve`], with the values of the final dice in the order of their slots.
    ///
    /// # Panics
    /// When there are more than [`MAX_DICE`] dice, or not one value for each roll.
    pub fn solve_values(&mut self, dice: usize, rerolls: usize, values: &[V]) -> V {
        self.prepare(dice, rerolls);
        self.tables[0][slots().rolls(dice)].copy_from_slice(values);
        self.run(rerolls)
    }

    fn prepare(&mut self, dice: usize, rerolls: usize) {
        assert!(dice <= MAX_DICE, "nobody rolls more than nine dice");
        let size = capacity(dice);
        self.dice = dice;
        while self.tables.len() < rerolls + 2 {
            self.tables.push(Vec::new());
        }
        for table in self.tables.iter_mut().take(rerolls + 2).chain([&mut self.best]) {
            if table.len() != size {
                table.clear();
                table.resize(size, V::default());
            }
        }
    }

    fn run(&mut self, rerolls: usize) -> V {
        match capacity(self.dice) {
            1024 => self.sweep::<1024>(rerolls),
            2048 => self.sweep::<2048>(rerolls),
            4096 => self.sweep::<4096>(rerolls),
            _ => self.sweep::<8192>(rerolls),
        }
    }

    fn sweep<const SIZE: usize>(&mut self, rerolls: usize) -> V {
        let (slots, dice) = (slots(), self.dice);
        let rolls = slots.rolls(dice);
        for left in 1..=rerolls + 1 {
            let (before, after) = self.tables.split_at_mut(left);
            let expect: &mut [V; SIZE] =
                (&mut after[0][..]).try_into().expect("prepared for this size");
            if left == 1 {
                expect[rolls.clone()].copy_from_slice(&before[0][rolls.clone()]);
            } else {
                let best: &mut [V; SIZE] =
                    (&mut self.best[..]).try_into().expect("prepared for this size");
                let below: &[V; SIZE] =
                    before[left - 1][..].try_into().expect("prepared for this size");
                best_of_keeps(slots, dice, below, best);
                expect[rolls.clone()].copy_from_slice(&best[rolls.clone()]);
            }
            means(slots, dice, expect);
        }
        // The first throw is a throw of everything: keep nothing with one "reroll" more than there are.
        self.tables[rerolls + 1][0]
    }

    /// What it is worth to keep this set of dice and throw the rest, with this many rerolls left before that throw.
    pub fn keep_value(&self, keep: Slot, rerolls_left: usize) -> V {
        self.tables[rerolls_left][keep as usize]
    }

    /// The best set to keep of this roll; all of it when no reroll is left. Of equal keeps the largest.
    pub fn keep(&self, roll: &Counts, rerolls_left: usize) -> Slot {
        self.best_keep(roll, rerolls_left).0
    }

    /// What this roll is worth with this many rerolls left.
    pub fn roll_value(&self, roll: &Counts, rerolls_left: usize) -> V {
        self.best_keep(roll, rerolls_left).1
    }

    fn best_keep(&self, roll: &Counts, rerolls_left: usize) -> (Slot, V) {
        let all = slots().slot(roll);
        let mut best = (all, self.keep_value(all, rerolls_left));
        if 0 < rerolls_left {
            for_each_keep(roll, |keep| {
                let value = self.keep_value(keep, rerolls_left);
                if best.1.lead() < value.lead() {
                    best = (keep, value);
                }
            });
        }
        best
    }

    /// Every distinct set one may keep of this roll with what it is worth, best first.
    pub fn keeps(&self, roll: &Counts, rerolls_left: usize) -> Vec<(Slot, V)> {
        let mut all = Vec::new();
        for_each_keep(roll, |keep| all.push((keep, self.keep_value(keep, rerolls_left))));
        all.sort_by(|a, b| b.1.lead().total_cmp(&a.1.lead()));
        all
    }
}

/// Visits every sub-multiset of a roll once, larger keeps of a face first.
pub(crate) fn for_each_keep(roll: &Counts, mut visit: impl FnMut(Slot)) {
    fn go(table: &Slots, roll: &Counts, face: usize, slot: Slot, visit: &mut impl FnMut(Slot)) {
        if face == FACES {
            return visit(slot);
        }
        let mut with = [slot; MAX_DICE + 1];
        for n in 0..roll[face] as usize {
            with[n + 1] = table.with(with[n], face);
        }
        for n in (0..=roll[face] as usize).rev() {
            go(table, roll, face + 1, with[n], visit);
        }
    }
    go(slots(), roll, 0, 0, &mut visit);
}

/// Fills in what each smaller set is worth when the missing dice are thrown.
fn means<V: Worth, const SIZE: usize>(slots: &Slots, dice: usize, table: &mut [V; SIZE]) {
    for size in (0..dice).rev() {
        for (slot, up) in slots.rolls(size).zip(slots.up_of(size)) {
            let at = |face: usize| table[up[face] as usize & (SIZE - 1)];
            let sum = (at(0).plus(at(1))).plus(at(2).plus(at(3))).plus(at(4).plus(at(5)));
            table[slot & (SIZE - 1)] = sum.sixth();
        }
    }
}

/// The best of each set and all its subsets.
fn best_of_keeps<V: Worth, const SIZE: usize>(
    slots: &Slots,
    dice: usize,
    keeps: &[V; SIZE],
    best: &mut [V; SIZE],
) {
    best[0] = keeps[0];
    for size in 1..=dice {
        for &group in slots.groups(size) {
            match group.different {
                1 => best_of_group::<V, SIZE, 1>(slots, group, keeps, best),
                2 => best_of_group::<V, SIZE, 2>(slots, group, keeps, best),
                3 => best_of_group::<V, SIZE, 3>(slots, group, keeps, best),
                4 => best_of_group::<V, SIZE, 4>(slots, group, keeps, best),
                5 => best_of_group::<V, SIZE, 5>(slots, group, keeps, best),
                _ => best_of_group::<V, SIZE, 6>(slots, group, keeps, best),
            }
        }
    }
}

#[inline(always)]
fn best_of_group<V: Worth, const SIZE: usize, const DIFFERENT: usize>(
    slots: &Slots,
    group: Group,
    keeps: &[V; SIZE],
    best: &mut [V; SIZE],
) {
    for (slot, down) in (group.start..group.end).zip(slots.down_of(group)) {
        if V::LARGE {
            let mut top = &keeps[slot & (SIZE - 1)];
            for &less in &down[..DIFFERENT] {
                let other = &best[less as usize & (SIZE - 1)];
                top = if top.less(other) { other } else { top };
            }
            best[slot & (SIZE - 1)] = *top;
        } else {
            let mut top = keeps[slot & (SIZE - 1)];
            for &less in &down[..DIFFERENT] {
                top = top.better(best[less as usize & (SIZE - 1)]);
            }
            best[slot & (SIZE - 1)] = top;
        }
    }
}

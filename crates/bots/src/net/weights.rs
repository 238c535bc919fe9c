//! The numbers of the net, and one step of learning.

use super::features::{Features, ROWS};
use crate::chance::Chance;

/// Width of the first layer.
pub const FIRST: usize = 128;
/// Width of the first layer in version 1 of the file.
pub(super) const FIRST_1: usize = 64;
/// Width of the second layer.
pub const SECOND: usize = 32;
/// Most seats, and so the width of the last layer.
pub const SEATS: usize = 6;
/// The layers above the first are there once for each number of living monsters, 2 to 6.
pub const HEADS: usize = SEATS - 1;

/// All numbers of the net.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// One row for each fact.
    pub first: Vec<[f32; FIRST]>,
    /// What the first layer says without any fact.
    pub first_bias: [f32; FIRST],
    /// The layers above it, for 2 to 6 living monsters.
    pub heads: Vec<Head>,
}

/// The layers above the first, for one number of living monsters.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// `second[from]` goes to all of the second layer.
    pub second: Vec<[f32; SECOND]>,
    /// What the second layer says by itself.
    pub second_bias: [f32; SECOND],
    /// `last[from]` goes to all seats.
    pub last: [[f32; SEATS]; SECOND],
    /// What each seat has by itself.
    pub last_bias: [f32; SEATS],
}

impl Head {
    fn zero() -> Head {
        Head {
            second: vec![[0.0; SECOND]; FIRST],
            second_bias: [0.0; SECOND],
            last: [[0.0; SEATS]; SECOND],
            last_bias: [0.0; SEATS],
        }
    }

    /// All numbers in the order of the file.
    fn numbers(&self) -> impl Iterator<Item = &f32> {
        let second = self.second.iter().flatten().chain(&self.second_bias);
        second.chain(self.last.iter().flatten()).chain(&self.last_bias)
    }

    /// All numbers in the order of the file, to be changed.
    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let second = self.second.iter_mut().flatten().chain(&mut self.second_bias);
        second.chain(self.last.iter_mut().flatten()).chain(&mut self.last_bias)
    }

    /// The second layer after its threshold, and what each seat gets.
    #[inline]
    pub(super) fn look(&self, first: &[f32; FIRST]) -> ([f32; SECOND], [f32; SEATS]) {
        // Which units are on is as good as random: collected without a branch, they cost no wrong guesses.
        let (mut units, mut values, mut count) = ([0u8; FIRST + FOUR], [0.0; FIRST + FOUR], 0);
        for (unit, &value) in first.iter().enumerate() {
            (units[count], values[count]) = (unit as u8, value);
            count += (0.0 < value) as usize;
        }
        // The last four are filled up with units that count nothing.
        values[count..count + FOUR].fill(0.0);
        let mut middle = self.second_bias;
        let fours = units.as_chunks::<FOUR>().0.iter().zip(values.as_chunks::<FOUR>().0);
        for (units, values) in fours.take(count.div_ceil(FOUR)) {
            let weights = units.map(|unit| &self.second[unit as usize % FIRST]);
            add_four(&mut middle, values, weights);
        }
        let mut logits = self.last_bias;
        for (value, weights) in middle.iter_mut().zip(&self.last) {
            if 0.0 < *value {
                for (sum, w) in logits.iter_mut().zip(weights) {
                    *sum += *value * w;
                }
            } else {
                *value = 0.0;
            }
        }
        (middle, logits)
    }
}

/// How many units of the first layer are added at once.
const FOUR: usize = 4;

/// Adds four units of the first layer to the second. A function of its own: inside the loop over all units the compiler
/// keeps each sum apart and adds one number at a time.
#[inline(never)]
fn add_four(sums: &mut [f32; SECOND], values: &[f32; FOUR], weights: [&[f32; SECOND]; FOUR]) {
    for to in 0..SECOND {
        let mut sum = sums[to];
        for (value, weights) in values.iter().zip(weights) {
            sum += value * weights[to];
        }
        sums[to] = sum;
    }
}

/// Which head judges this many living monsters.
#[inline]
pub(super) fn head(living: u8) -> usize {
    (living as usize).clamp(2, SEATS) - 2
}

impl Weights {
    /// Small random numbers.
    pub fn random(seed: u64) -> Weights {
        let mut chance = Chance::new(seed ^ 0x9e37_79b9_7f4a_7c15);
        let mut next =
            |scale: f32| ((chance.next() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * scale;
        let mut weights = Weights::zero();
        weights.first.iter_mut().flatten().for_each(|w| *w = next(0.15));
        weights.first_bias.fill(0.1);
        let mut head = Head::zero();
        head.second.iter_mut().flatten().for_each(|w| *w = next((3.0 / FIRST as f32).sqrt()));
        head.last.iter_mut().flatten().for_each(|w| *w = next(0.1));
        // All begin alike, so that what one of them learns in the first layer is of use to the others.
        weights.heads = vec![head; HEADS];
        weights
    }

    /// All numbers zero: every seat has the same chance.
    pub fn zero() -> Weights {
        Weights {
            first: vec![[0.0; FIRST]; ROWS],
            first_bias: [0.0; FIRST],
            heads: vec![Head::zero(); HEADS],
        }
    }

    /// Gives every unit and row that says nothing yet small random numbers, so that it can learn. The chances stay the
    /// same: what a new unit sees, nobody listens to yet.
    pub fn awaken(&mut self, seed: u64) {
        let random = Weights::random(seed);
        for unit in 0..FIRST {
            if self.heads.iter().all(|head| head.second[unit] == [0.0; SECOND]) {
                for (row, fresh) in self.first.iter_mut().zip(&random.first) {
                    row[unit] = fresh[unit];
                }
                self.first_bias[unit] = random.first_bias[unit];
            }
        }
    }

    /// All numbers in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = &f32> {
        let first = self.first.iter().flatten().chain(&self.first_bias);
        first.chain(self.heads.iter().flat_map(Head::numbers))
    }

    /// All numbers in the order of the file, to be changed.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let first = self.first.iter_mut().flatten().chain(&mut self.first_bias);
        first.chain(self.heads.iter_mut().flat_map(Head::numbers_mut))
    }

    /// The chance of each living monster, from the one whose turn it is.
    pub fn chances(&self, features: &Features) -> [f32; SEATS] {
        let mut first = self.first_bias;
        features.rows(|row| {
            for (sum, w) in first.iter_mut().zip(&self.first[row]) {
                *sum += w;
            }
        });
        let (_, logits) = self.heads[head(features.living)].look(&first);
        softmax(&logits, features.living)
    }

    /// Adds the gradient of the cross entropy between `target` and the net's chances to `into`, and returns the loss.
    pub fn learn(&self, features: &Features, target: &[f32; SEATS], into: &mut Backward) -> f32 {
        let mut first = self.first_bias;
        into.rows.clear();
        features.rows(|row| into.rows.push(row as u16));
        for &row in &into.rows {
            for (sum, w) in first.iter_mut().zip(&self.first[row as usize]) {
                *sum += w;
            }
        }
        let number = head(features.living);
        let (head, grad) = (&self.heads[number], &mut into.grad.heads[number]);
        let (second, logits) = head.look(&first);
        let chances = softmax(&logits, features.living);
        let living = features.living as usize;
        let loss =
            -(0..living).map(|seat| target[seat] * chances[seat].max(1e-9).ln()).sum::<f32>();

        let mut at_last = [0.0; SEATS];
        for ((slope, chance), wanted) in at_last.iter_mut().zip(&chances).zip(target).take(living) {
            *slope = chance - wanted;
        }
        for (sum, slope) in grad.last_bias.iter_mut().zip(&at_last) {
            *sum += slope;
        }
        let mut at_second = [0.0; SECOND];
        for from in 0..SECOND {
            if 0.0 < second[from] {
                for (seat, slope) in at_last.iter().enumerate().take(living) {
                    at_second[from] += head.last[from][seat] * slope;
                    grad.last[from][seat] += second[from] * slope;
                }
                grad.second_bias[from] += at_second[from];
            }
        }
        let mut at_first = [0.0; FIRST];
        for from in 0..FIRST {
            if 0.0 < first[from] {
                let (weights, grads) = (&head.second[from], &mut grad.second[from]);
                let mut sum = 0.0;
                for to in 0..SECOND {
                    sum += weights[to] * at_second[to];
                    grads[to] += first[from] * at_second[to];
                }
                at_first[from] = sum;
                into.grad.first_bias[from] += sum;
            }
        }
        for &row in &into.rows {
            if !into.touched[row as usize] {
                into.touched[row as usize] = true;
                into.touched_rows.push(row);
            }
            for (grad, d) in into.grad.first[row as usize].iter_mut().zip(&at_first) {
                *grad += d;
            }
        }
        loss
    }
}

/// The gradient of a batch, in the making.
pub struct Backward {
    /// The sum of the gradients so far.
    pub grad: Weights,
    /// The rows of the first layer that have a gradient.
    pub touched_rows: Vec<u16>,
    touched: Vec<bool>,
    rows: Vec<u16>,
}

impl Default for Backward {
    fn default() -> Self {
        Backward {
            grad: Weights::zero(),
            touched_rows: Vec::new(),
            touched: vec![false; ROWS],
            rows: Vec::new(),
        }
    }
}

impl Backward {
    /// Forgets the batch.
    pub fn clear(&mut self) {
        for &row in &self.touched_rows {
            self.grad.first[row as usize] = [0.0; FIRST];
            self.touched[row as usize] = false;
        }
        self.touched_rows.clear();
        self.grad.first_bias = [0.0; FIRST];
        self.grad.heads.iter_mut().flat_map(Head::numbers_mut).for_each(|grad| *grad = 0.0);
    }
}

/// Chances over the first `living` seats; the others have none.
#[inline]
pub(super) fn softmax(logits: &[f32; SEATS], living: u8) -> [f32; SEATS] {
    let living = (living as usize).clamp(1, SEATS);
    let mut chances = [0.0; SEATS];
    if living == 2 {
        let first = 1.0 / (1.0 + exp(logits[1] - logits[0]));
        chances[0] = first;
        chances[1] = 1.0 - first;
        return chances;
    }
    let top = logits[..living].iter().fold(f32::MIN, |top, &l| top.max(l));
    let mut sum = 0.0;
    for seat in 0..living {
        chances[seat] = exp(logits[seat] - top);
        sum += chances[seat];
    }
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}

/// e to the x, from additions and multiplications alone: the library's differs between systems.
#[inline]
fn exp(x: f32) -> f32 {
    let x = x.clamp(-80.0, 80.0) * std::f32::consts::LOG2_E;
    let whole = (x + if x < 0.0 { -0.5 } else { 0.5 }) as i32;
    let part = (x - whole as f32) * std::f32::consts::LN_2;
    // Taylor's series on [-0.35, 0.35]: the next term is below 1e-7.
    let p = 1.0
        + part
            * (1.0
                + part
                    * (0.5
                        + part
                            * (1.0 / 6.0
                                + part * (1.0 / 24.0 + part * (1.0 / 120.0 + part / 720.0)))));
    p * f32::from_bits(((whole + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::MonsterFeatures;
    use engine::Card;

    fn features() -> Features {
        let mut features =
            Features { living: 3, market: [3, 50, 255], flags: 1, ..Features::default() };
        features.monsters[0] = MonsterFeatures::new(7, 12, 5, 1)
            .holding(Card::ArmorPlating)
            .holding(Card::SolarPowered);
        features.monsters[1] = MonsterFeatures::new(10, 2, 0, 0).with_tokens(1, 0);
        features.monsters[2] = MonsterFeatures::new(4, 19, 9, 0).with_stores(4, 2);
        features
    }

    #[test]
    fn exp_is_exp() {
        for i in -200..200 {
            let x = i as f32 * 0.11;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-5, "{x}");
        }
    }

    #[test]
    fn chances_are_chances_and_the_dead_have_none() {
        let chances = Weights::random(1).chances(&features());
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(chances[..3].iter().all(|&c| 0.0 < c) && chances[3..] == [0.0; 3]);
    }

    /// The gradient agrees with small differences of the loss.
    #[test]
    fn the_gradient_is_the_slope() {
        let weights = Weights::random(2);
        let target = [0.2, 0.7, 0.1, 0.0, 0.0, 0.0];
        let mut back = Backward::default();
        weights.learn(&features(), &target, &mut back);
        let mut changed = weights.clone();
        let mut scratch = Backward::default();
        let mut loss_at = |number: usize, value: f32| {
            let was = std::mem::replace(changed.numbers_mut().nth(number).unwrap(), value);
            let loss = changed.learn(&features(), &target, &mut scratch);
            *changed.numbers_mut().nth(number).unwrap() = was;
            loss as f64
        };
        let count = weights.numbers().count();
        let mut checked = 0;
        for number in (0..count).filter(|n| n % 97 == 3 || count - 400 < *n) {
            let slope = *back.grad.numbers().nth(number).unwrap() as f64;
            // Small: a unit that is switched on or off on the way would bend the line.
            let (step, value) = (1e-3, *weights.numbers().nth(number).unwrap());
            let measured = (loss_at(number, value + step) - loss_at(number, value - step))
                / (2.0 * step as f64);
            assert!((slope - measured).abs() < 2e-3, "number {number}: {slope} and {measured}");
            checked += (slope != 0.0) as u32;
        }
        assert!(50 < checked);
    }
}

//! The net ready for play: whole ladders as single rows, and only what changed is computed anew.

use super::features::{
    CHAIRS, Features, LADDERS, MonsterFeatures, card_row, circumstance_row, each_bit, flag_row,
    ladder_row, living_row, place_row,
};
use super::weights::{FIRST, SEATS, SECOND, Weights, head, softmax};

/// The net ready for play.
#[derive(Clone)]
pub struct Net {
    weights: Weights,
    /// `ladders[chair][ladder][rungs]`: the sum of the rows that are on.
    ladders: Vec<Vec<Vec<[f32; FIRST]>>>,
}

impl Net {
    /// Makes weights ready for play.
    pub fn new(weights: Weights) -> Net {
        let ladders = (0..CHAIRS)
            .map(|chair| {
                (0..LADDERS.len())
                    .map(|ladder| {
                        let start = ladder_row(chair, ladder);
                        let mut sums = vec![[0.0; FIRST]];
                        for row in start..start + LADDERS[ladder].1 {
                            let mut sum = sums[sums.len() - 1];
                            add(&mut sum, &weights.first[row]);
                            sums.push(sum);
                        }
                        sums
                    })
                    .collect()
            })
            .collect();
        Net { weights, ladders }
    }

    /// The weights behind it.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The chance of each living monster, from the one whose turn it is, computed from nothing.
    pub fn chances(&self, features: &Features) -> [f32; SEATS] {
        self.weights.chances(features)
    }
}

/// A look at one table after the other: the first layer is kept, and only what changed is added or taken away.
///
/// Sums drift a little with every change, so after some thousand changes they are made from nothing again. To stay
/// exactly reproducible, start a new accumulator for every decision.
#[derive(Clone)]
pub struct Accumulator {
    features: Features,
    first: [f32; FIRST],
}

impl Accumulator {
    /// Starts to look at a table.
    pub fn new(net: &Net, features: &Features) -> Accumulator {
        let mut first = net.weights.first_bias;
        features.rows(|row| add(&mut first, &net.weights.first[row]));
        Accumulator { features: *features, first }
    }

    /// The chances at another table, most of which is as it was here. The accumulator itself stays where it is.
    pub fn chances(&self, net: &Net, features: &Features) -> [f32; SEATS] {
        let mut first = self.first;
        self.shift(net, features, &mut first);
        let (_, logits) = net.weights.heads[head(features.living)].look(&first);
        softmax(&logits, features.living)
    }

    fn shift(&self, net: &Net, features: &Features, first: &mut [f32; FIRST]) {
        let (was, rows) = (&self.features, &net.weights.first);
        let first_chair = was.first_chair();
        if first_chair != features.first_chair() {
            *first = Accumulator::new(net, features).first;
            return;
        }
        let none = MonsterFeatures::default();
        for at in 0..was.living.max(features.living) as usize {
            let old = if at < was.living as usize { &was.monsters[at] } else { &none };
            let new = if at < features.living as usize { &features.monsters[at] } else { &none };
            if old == new && was.living == features.living {
                continue;
            }
            let chair = first_chair + at;
            for ladder in 0..LADDERS.len() {
                let (old, new) = (old.rungs[ladder] as usize, new.rungs[ladder] as usize);
                if old != new {
                    let sums = &net.ladders[chair][ladder];
                    for ((sum, plus), minus) in first.iter_mut().zip(&sums[new]).zip(&sums[old]) {
                        *sum += plus - minus;
                    }
                }
            }
            if old.place != new.place {
                if 0 < old.place {
                    take(first, &rows[place_row(chair, old.place)]);
                }
                if 0 < new.place {
                    add(first, &rows[place_row(chair, new.place)]);
                }
            }
            each_bit(old.cards & !new.cards, |card| take(first, &rows[card_row(at, card)]));
            each_bit(new.cards & !old.cards, |card| add(first, &rows[card_row(at, card)]));
            if old.cards | new.cards == 0 {
                continue;
            }
            let (old, new) =
                (old.by_circumstance(was.living), new.by_circumstance(features.living));
            for (which, (old, new)) in old.into_iter().zip(new).enumerate() {
                let row = |card| &rows[circumstance_row(which, at, card)];
                each_bit(old & !new, |card| take(first, row(card)));
                each_bit(new & !old, |card| add(first, row(card)));
            }
        }
        if was.market != features.market || was.affordable != features.affordable {
            was.market_rows(|row| take(first, &rows[row]));
            features.market_rows(|row| add(first, &rows[row]));
        }
        if was.living != features.living {
            if 2 <= was.living {
                take(first, &rows[living_row(was.living)]);
            }
            if 2 <= features.living {
                add(first, &rows[living_row(features.living)]);
            }
        }
        each_bit((was.flags & !features.flags) as u64, |flag| take(first, &rows[flag_row(flag)]));
        each_bit((features.flags & !was.flags) as u64, |flag| add(first, &rows[flag_row(flag)]));
    }
}

#[inline(always)]
fn add(sum: &mut [f32; FIRST], row: &[f32; FIRST]) {
    for (sum, w) in sum.iter_mut().zip(row) {
        *sum += w;
    }
}

#[inline(always)]
fn take(sum: &mut [f32; FIRST], row: &[f32; FIRST]) {
    for (sum, w) in sum.iter_mut().zip(row) {
        *sum -= w;
    }
}

const _: () = assert!(FIRST.is_multiple_of(4) && SECOND.is_multiple_of(4));

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Card;

    #[test]
    fn a_shifted_gaze_sees_what_a_fresh_one_sees() {
        let net = Net::new(Weights::random(3));
        let mut a = Features {
            living: 3,
            market: [3, 50, 255],
            affordable: [1, 3],
            flags: 1,
            ..Features::default()
        };
        a.monsters[0] = MonsterFeatures::new(7, 12, 5, 1)
            .holding(Card::ArmorPlating)
            .holding(Card::SolarPowered);
        a.monsters[1] = MonsterFeatures::new(10, 2, 0, 0).with_tokens(1, 0);
        a.monsters[2] = MonsterFeatures::new(4, 19, 9, 0).with_stores(4, 2);
        let mut b = Features {
            living: 2,
            market: [3, 51, 9],
            affordable: [0, 6],
            flags: 6,
            ..Features::default()
        };
        b.monsters[0] = MonsterFeatures::new(10, 2, 30, 2).with_tokens(0, 2);
        b.monsters[1] =
            MonsterFeatures::new(4, 20, 9, 0).with_stores(4, 3).holding(Card::SolarPowered);
        // No card is left: from here on other rows count.
        let mut bare = Features { living: 2, market: [255; 3], flags: 32, ..Features::default() };
        bare.monsters[0] = MonsterFeatures::new(7, 12, 5, 1);
        bare.monsters[1] = MonsterFeatures::new(3, 9, 0, 0);
        let mut barer = bare;
        barer.monsters[0] = MonsterFeatures::new(7, 14, 6, 0);
        barer.monsters[1] = MonsterFeatures::new(1, 9, 0, 1);
        for (from, to) in [(&a, &b), (&b, &a), (&a, &a), (&a, &bare), (&bare, &b), (&bare, &barer)]
        {
            let shifted = Accumulator::new(&net, from).chances(&net, to);
            let fresh = net.chances(to);
            assert!(
                shifted.iter().zip(&fresh).all(|(s, f)| (s - f).abs() < 1e-5),
                "{shifted:?} {fresh:?}"
            );
        }
    }
}

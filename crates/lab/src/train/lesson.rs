//! What is learned from: positions with targets, from self-play and from the oracle.

use bots::chance::Chance;
use bots::net::{Features, MonsterFeatures, Net, SEATS};

use crate::oracle::{Holder, Oracle, Position};

/// A position to learn from.
#[derive(Clone, Copy)]
pub(super) struct Lesson {
    pub(super) features: Features,
    pub(super) target: [f32; SEATS],
    /// How the game ended in truth, for measuring.
    pub(super) result: [f32; SEATS],
}

/// A position without cards and its exact value. Energy is worth nothing there, and the net should know it.
pub(super) fn exact_lesson(oracle: &Oracle, chance: &mut Chance) -> Lesson {
    let mut number = |low: u32, high: u32| (low + chance.below(high - low + 1)) as u8;
    let position = match number(0, 40) {
        0 => Position {
            hearts: [10, 10],
            stars: [number(0, 8), number(0, 8)],
            holder: Holder::Nobody,
        },
        n if n % 2 == 0 => Position {
            hearts: [number(1, 10), number(1, 10)],
            stars: [number(2, 20), number(0, 19)],
            holder: Holder::Roller,
        },
        _ => Position {
            hearts: [number(1, 10), number(1, 10)],
            stars: [number(0, 19), number(1, 19)],
            holder: Holder::Other,
        },
    };
    let mut features = Features {
        living: 2,
        market: [255; 3],
        flags: 32 | (number(0, 1) * 20),
        ..Features::default()
    };
    for i in 0..2 {
        let place = match position.holder {
            Holder::Roller => (i == 0) as u8,
            Holder::Other => (i == 1) as u8,
            Holder::Nobody => 0,
        };
        features.monsters[i] =
            MonsterFeatures::new(position.hearts[i], position.stars[i], number(0, 12), place);
    }
    let value = oracle.chance(&position) as f32;
    let target = [value, 1.0 - value, 0.0, 0.0, 0.0, 0.0];
    Lesson { features, target, result: target }
}

/// How good the chances are on games that were not learned from.
pub(super) struct Measure {
    pub(super) loss: f32,
    pub(super) brier: f32,
    /// Expected calibration error by the number of living monsters.
    pub(super) ece: [f32; 7],
}

impl Measure {
    pub(super) fn of(net: &Net, lessons: &[Lesson]) -> Measure {
        let mut bins = [[(0.0f32, 0.0f32, 0u32); 20]; 7];
        let (mut loss, mut brier, mut count) = (0.0, 0.0, 0u32);
        for lesson in lessons {
            let chances = net.chances(&lesson.features);
            let living = lesson.features.living as usize;
            for (&p, &t) in chances.iter().zip(&lesson.result).take(living) {
                loss -= t * p.max(1e-9).ln();
                brier += (p - t) * (p - t);
                let bin = &mut bins[living][((p * 20.0) as usize).min(19)];
                bin.0 += p;
                bin.1 += t;
                bin.2 += 1;
            }
            count += 1;
        }
        let ece = bins.map(|bins| {
            let all: u32 = bins.iter().map(|bin| bin.2).sum();
            bins.iter().map(|bin| (bin.0 - bin.1).abs()).sum::<f32>() / all.max(1) as f32
        });
        Measure { loss: loss / count.max(1) as f32, brier: brier / count.max(1) as f32, ece }
    }
}

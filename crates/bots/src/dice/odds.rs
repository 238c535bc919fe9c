//! Odds as a player asks for them: "a third 3: 67 %", and what to keep for it.

use super::{Counts, FACES, Slot, Solver, slots, stars};

/// Something a player may want from a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// At least this many dice with this face.
    AtLeast(usize, u8),
    /// At least this many stars from numbers.
    Stars(u8),
}

impl Wish {
    /// Whether final dice grant it.
    pub fn granted(self, roll: &Counts) -> bool {
        match self {
            Wish::AtLeast(face, count) => count <= roll[face],
            Wish::Stars(count) => count <= stars(roll),
        }
    }
}

/// The chance that a wish comes true with best play for it, and what to keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// What was asked.
    pub wish: Wish,
    /// Its chance, from 0 to 1.
    pub chance: f64,
    /// The dice to keep for it.
    pub keep: Slot,
}

/// The odds of a wish from these dice.
pub fn odds(roll: &Counts, rerolls_left: usize, wish: Wish) -> Odds {
    let mut solver = Solver::new();
    solver.solve(dice_in(roll), rerolls_left, |end| wish.granted(end) as u8 as f64);
    Odds {
        wish,
        chance: solver.roll_value(roll, rerolls_left),
        keep: solver.keep(roll, rerolls_left),
    }
}

/// The wishes worth telling about from these dice: for each face the next counts that are not certain, and stars.
pub fn worth_telling(roll: &Counts, rerolls_left: usize) -> Vec<Odds> {
    let dice = dice_in(roll) as u8;
    let mut all = Vec::new();
    for face in 0..FACES {
        // Numbers count from three of a kind on.
        let next = if face < 3 { (roll[face] + 1).max(3) } else { roll[face] + 1 };
        for count in next..=(next + 1).min(dice) {
            all.push(odds(roll, rerolls_left, Wish::AtLeast(face, count)));
        }
    }
    for count in [1, 2, 3, 4] {
        all.push(odds(roll, rerolls_left, Wish::Stars(count)));
    }
    all.retain(|odds| 0.0 < odds.chance);
    all
}

/// The chance that, of `free` dice thrown up to `throws` times, at least `wanted` come to show one face, each kept as soon
/// as it does. That is best play for a face, and every die has its throws for itself.
pub fn chance_of_face(wanted: usize, free: usize, throws: usize) -> f64 {
    let one = 1.0 - (5.0f64 / 6.0).powi(throws as i32);
    let (mut chance, mut ways) = (0.0, 1.0);
    for hits in 0..=free {
        if wanted <= hits {
            chance += ways * one.powi(hits as i32) * (1.0 - one).powi((free - hits) as i32);
        }
        ways = ways * (free - hits) as f64 / (hits + 1) as f64;
    }
    chance
}

/// What dice that stay kept aim at, with exact chances: the next two counts of the face that most of them show. Numbers
/// count from three of a kind on.
pub fn aims(kept: &Counts, free: usize, rerolls_left: usize) -> Vec<(Wish, f64)> {
    let Some(face) = (0..FACES).rev().max_by_key(|&face| kept[face]).filter(|&f| 0 < kept[f])
    else {
        return Vec::new();
    };
    if rerolls_left == 0 || free == 0 {
        return Vec::new();
    }
    let next = if face < 3 { (kept[face] + 1).max(3) } else { kept[face] + 1 };
    [next, next + 1]
        .map(|count| {
            let wanted = usize::from(count - kept[face]);
            (Wish::AtLeast(face, count), chance_of_face(wanted, free, rerolls_left))
        })
        .into_iter()
        .filter(|(_, chance)| 0.0 < *chance)
        .collect()
}

/// The final rolls that this roll comes to with their chances, when the rerolls that are left are used for `aim`.
pub fn outcomes(roll: &Counts, rerolls_left: usize, aim: &Solver<f64>) -> Vec<(Slot, f64)> {
    let table = slots();
    let dice = dice_in(roll);
    let mut now: Vec<(Slot, f64)> = vec![(table.slot(roll), 1.0)];
    for left in (1..=rerolls_left).rev() {
        let mut next = vec![0.0; table.up_to(dice)];
        for (slot, chance) in now {
            let counts = *table.counts(slot);
            let keep = aim.keep(&counts, left);
            let kept = *table.counts(keep);
            for thrown in table.rolls(dice - dice_in(&kept)) {
                let mut all = kept;
                for (face, n) in table.counts(thrown as Slot).iter().enumerate() {
                    all[face] += n;
                }
                next[table.slot(&all) as usize] += chance * table.chance(thrown as Slot);
            }
        }
        now = next
            .iter()
            .enumerate()
            .filter(|(_, p)| 0.0 < **p)
            .map(|(slot, p)| (slot as Slot, *p))
            .collect();
    }
    now
}

/// How many dice a roll has.
pub fn dice_in(roll: &Counts) -> usize {
    roll.iter().map(|&n| n as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::face;

    /// Four dice and two rerolls for one more 3: 1 - (25/36)^4 is 77 %; with three free dice 67 %.
    #[test]
    fn a_third_three() {
        let with_four = odds(&[1, 0, 2, 1, 1, 1], 2, Wish::AtLeast(face::THREE, 3));
        assert!((with_four.chance - (1.0 - (25.0f64 / 36.0).powi(4))).abs() < 1e-12);
        let last_throw = odds(&[1, 0, 2, 1, 1, 1], 1, Wish::AtLeast(face::THREE, 3));
        assert!((last_throw.chance - (1.0 - (5.0f64 / 6.0).powi(4))).abs() < 1e-12);
        let five_dice = odds(&[1, 0, 2, 1, 1, 0], 2, Wish::AtLeast(face::THREE, 3));
        assert_eq!(format!("{:.0} %", 100.0 * five_dice.chance), "67 %");
        assert_eq!(slots().counts(five_dice.keep)[face::THREE], 2);
    }

    /// The example of a player who keeps 3, 3 and a claw and throws the other three dice twice: a third 3 in 67 %, a fourth
    /// in 22 %. The claw stays, though best play for a 3 would not keep it.
    #[test]
    fn kept_dice_stay_kept() {
        let told: Vec<_> = aims(&[0, 0, 2, 0, 1, 0], 3, 2)
            .into_iter()
            .map(|(wish, chance)| (wish, format!("{:.0} %", 100.0 * chance)))
            .collect();
        let (third, fourth) = (Wish::AtLeast(face::THREE, 3), Wish::AtLeast(face::THREE, 4));
        assert_eq!(told, [(third, "67 %".to_owned()), (fourth, "22 %".to_owned())]);
        assert_eq!(aims(&[0; 6], 6, 2), []);
        assert_eq!(aims(&[0, 0, 3, 0, 0, 0], 3, 0), []);
        assert_eq!(aims(&[0, 0, 3, 0, 0, 0], 0, 2), []);
        assert_eq!(aims(&[0, 0, 0, 0, 5, 0], 1, 1).len(), 1, "six claws, but not seven");
    }

    /// Against every sequence of throws of single dice, one after the other, where whatever shows the face is kept.
    #[test]
    fn chances_agree_with_enumeration() {
        fn ways(free: usize, throws: usize, wanted: usize) -> f64 {
            if wanted == 0 {
                return 1.0;
            }
            if throws == 0 {
                return 0.0;
            }
            let all = 6usize.pow(free as u32);
            let sum: f64 = (0..all)
                .map(|mut throw| {
                    let mut hits = 0;
                    for _ in 0..free {
                        hits += usize::from(throw % 6 == face::CLAW);
                        throw /= 6;
                    }
                    ways(free - hits, throws - 1, wanted.saturating_sub(hits))
                })
                .sum();
            sum / all as f64
        }
        for free in 1..=4 {
            for throws in 0..=2 {
                for wanted in 1..=free {
                    let exact = chance_of_face(wanted, free, throws);
                    let counted = ways(free, throws, wanted);
                    assert!((exact - counted).abs() < 1e-12, "{free} {throws} {wanted}");
                }
            }
        }
    }

    /// And against the solver, which finds the best play by itself: its first throw is the next reroll.
    #[test]
    fn chances_agree_with_the_solver() {
        for free in 1..=8 {
            for rerolls in 0..=3 {
                for wanted in 1..=free {
                    let wish = Wish::AtLeast(face::CLAW, wanted as u8);
                    let solved =
                        Solver::new().solve(free, rerolls, |end| wish.granted(end) as u8 as f64);
                    let exact = chance_of_face(wanted, free, rerolls + 1);
                    assert!((exact - solved).abs() < 1e-12, "{free} {rerolls} {wanted}");
                }
            }
        }
    }

    #[test]
    fn outcomes_have_the_mean_that_was_promised() {
        let mut aim = Solver::new();
        aim.solve(6, 2, |roll| stars(roll) as f64);
        let roll = [1, 2, 2, 0, 1, 0];
        let all = outcomes(&roll, 2, &aim);
        let (sum, mean) = all.iter().fold((0.0, 0.0), |(sum, mean), &(slot, p)| {
            (sum + p, mean + p * stars(slots().counts(slot)) as f64)
        });
        assert!((sum - 1.0).abs() < 1e-12);
        assert!((mean - aim.roll_value(&roll, 2)).abs() < 1e-12 && (mean - 2.805675).abs() < 5e-7);
    }
}

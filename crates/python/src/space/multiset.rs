//! Sets of dice without order, numbered: by size, and within a size by a formula that needs no table.

use engine::{Dice, DiceSet, Face};

/// How many dice show each face, in the order of [`Face::ALL`].
pub(crate) type Counts = [u8; 6];

/// `CHOOSE[n][k]`: how many ways there are to choose `k` of `n`.
const CHOOSE: [[u32; 7]; 22] = {
    let mut table = [[0; 7]; 22];
    let mut n = 0;
    while n < 22 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 7 && 0 < n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many sets of this size there are.
pub(crate) const fn sets_of(size: usize) -> usize {
    CHOOSE[size + 5][5] as usize
}

/// How many sets smaller than this size there are, the empty one included.
pub(crate) const fn sets_below(size: usize) -> usize {
    if size == 0 { 0 } else { CHOOSE[size + 5][6] as usize }
}

/// The number of a set among those of its size (the combinatorial number system over running totals).
#[inline]
pub(crate) fn rank(set: &Counts) -> usize {
    let (mut total, mut rank) = (0, 0);
    for (face, count) in set[..5].iter().enumerate() {
        total += *count as usize;
        rank += CHOOSE[(total + face).min(21)][face + 1];
    }
    rank as usize
}

/// The set with this number among those of its size.
pub(crate) fn unrank(size: usize, rank: usize) -> Counts {
    let (mut left, mut totals) = (rank as u32, [size; 6]);
    let mut most = size;
    for face in (0..5).rev() {
        let mut total = most;
        while left < CHOOSE[total + face][face + 1] {
            total -= 1;
        }
        left -= CHOOSE[total + face][face + 1];
        totals[face] = total;
        most = total;
    }
    let mut before = 0;
    totals.map(|total| {
        let count = total - before;
        before = total;
        count as u8
    })
}

/// The size of a set.
#[inline]
pub(crate) fn size(set: &Counts) -> usize {
    set.iter().map(|&count| count as usize).sum()
}

/// The chance that as many dice as are in this set show it when they are thrown once.
pub(crate) fn chance(set: &Counts) -> f64 {
    let (mut ways, mut dice) = (1.0, 0);
    for &count in set {
        for n in 1..=count as u32 {
            dice += 1;
            ways *= f64::from(dice) / f64::from(n);
        }
    }
    ways / 6f64.powi(dice)
}

/// Visits every part of a set, the set itself and the empty one included.
pub(crate) fn parts(set: &Counts, mut visit: impl FnMut(&Counts)) {
    let mut part = [0; 6];
    loop {
        visit(&part);
        let Some(face) = (0..6).find(|&face| part[face] < set[face]) else { return };
        part[..face].fill(0);
        part[face] += 1;
    }
}

/// A row of dice that shows this set, the faces in order.
pub(crate) fn row(set: &Counts) -> Dice {
    let mut dice = Dice::NONE;
    for (face, &count) in Face::ALL.into_iter().zip(set) {
        for _ in 0..count {
            dice = dice.and(face);
        }
    }
    dice
}

/// The set as letters: `112EC`.
pub(crate) fn letters(set: &Counts) -> String {
    row(set).to_string()
}

/// A set as one number, a byte for each face.
#[inline]
pub(crate) fn packed(set: &Counts) -> u64 {
    set.iter().rev().fold(0, |packed, &count| packed << 8 | u64::from(count))
}

/// Which dice of a row to throw again so that the packed set `keep` stays: of equal dice the first ones stay.
#[inline]
pub(crate) fn rest_of(dice: Dice, keep: u64) -> DiceSet {
    let (mut left, mut bits) = (keep, 0);
    // Without a branch, for which dice are kept cannot be foreseen.
    for (die, face) in dice.iter().enumerate() {
        let place = 8 * face as u32;
        let stays = u64::from(left >> place & 0xff != 0);
        left -= stays << place;
        bits |= ((stays ^ 1) as u16) << die;
    }
    DiceSet::from_bits(bits)
}

/// The faces of these dice of a row.
pub(crate) fn chosen(dice: Dice, among: DiceSet) -> Counts {
    let mut set = [0; 6];
    among.iter().for_each(|die| set[dice.get(die) as usize] += 1);
    set
}

/// `whole` without `part`; `None` if it is not a part.
#[inline]
pub(crate) fn without(whole: &Counts, part: &Counts) -> Option<Counts> {
    let mut left = [0; 6];
    for face in 0..6 {
        left[face] = whole[face].checked_sub(part[face])?;
    }
    Some(left)
}

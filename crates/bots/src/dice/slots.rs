//! The numbering of dice multisets.

use std::sync::LazyLock;

use super::{Counts, FACES};

/// The largest pool: six black dice, two Extra Heads and a Mimic of one (rule R-01).
pub const MAX_DICE: usize = 9;

/// How many multisets there are of at most [`MAX_DICE`] dice.
const SLOTS: usize = 5005;

/// The number of a multiset of dice. The empty one is 0; smaller sets come before larger ones.
pub type Slot = u16;

/// A run of slots with equally many dice and equally many different faces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) different: usize,
}

/// All multisets of 0 to 9 dice, and how they lead to one another.
pub struct Slots {
    counts: Vec<Counts>,
    /// The slot with one die more, by face. Only for fewer than [`MAX_DICE`] dice.
    up: Vec<[Slot; FACES]>,
    /// The slots with one die less; the first `different` entries count, the rest repeat the first.
    down: Vec<[Slot; FACES]>,
    /// Where the sets of a size begin; one entry more than there are sizes.
    offset: [usize; MAX_DICE + 2],
    groups: Vec<Vec<Group>>,
}

/// The one table of slots, made at first use.
pub fn slots() -> &'static Slots {
    static TABLE: LazyLock<Slots> = LazyLock::new(Slots::build);
    &TABLE
}

impl Slots {
    fn build() -> Slots {
        let (mut counts, mut groups) = (Vec::with_capacity(SLOTS), Vec::new());
        let mut offset = [0; MAX_DICE + 2];
        for (size, start) in offset.iter_mut().enumerate().take(MAX_DICE + 1) {
            *start = counts.len();
            let mut of_size = Vec::new();
            sets_of(size as u8, 0, [0; FACES], &mut of_size);
            // Sets with equally many different faces stand together, so that the sweeps have loops of fixed length.
            of_size.sort_by_key(|set: &Counts| different(set));
            let mut runs: Vec<Group> = Vec::new();
            for set in &of_size {
                let (at, different) = (counts.len(), different(set));
                match runs.last_mut() {
                    Some(run) if run.different == different => run.end = at + 1,
                    _ => runs.push(Group { start: at, end: at + 1, different }),
                }
                counts.push(*set);
            }
            groups.push(runs);
        }
        offset[MAX_DICE + 1] = counts.len();

        // A roll of 9 dice as a number in base 10 is small enough for a plain index while building.
        let key = |set: &Counts| set.iter().fold(0usize, |key, &n| key * 10 + n as usize);
        let mut slot_of = vec![0 as Slot; 1_000_000];
        for (slot, set) in counts.iter().enumerate() {
            slot_of[key(set)] = slot as Slot;
        }
        let (mut up, mut down) = (Vec::new(), Vec::new());
        for (slot, set) in counts.iter().enumerate() {
            if slot < offset[MAX_DICE] {
                up.push(std::array::from_fn(|face| {
                    let mut more = *set;
                    more[face] += 1;
                    slot_of[key(&more)]
                }));
            }
            let less: Vec<Slot> = (0..FACES)
                .filter(|&face| 0 < set[face])
                .map(|face| {
                    let mut less = *set;
                    less[face] -= 1;
                    slot_of[key(&less)]
                })
                .collect();
            down.push(std::array::from_fn(|i| less.get(i).or(less.first()).copied().unwrap_or(0)));
        }
        Slots { counts, up, down, offset, groups }
    }

    /// The slot of a multiset. Dice beyond [`MAX_DICE`] are ignored.
    pub fn slot(&self, counts: &Counts) -> Slot {
        let mut slot = 0;
        for (face, &n) in counts.iter().enumerate() {
            for _ in 0..n {
                slot = self.with(slot, face);
            }
        }
        slot
    }

    /// How many dice of a slot show each face.
    pub fn counts(&self, slot: Slot) -> &Counts {
        &self.counts[slot as usize]
    }

    /// The slot with one more die; the same slot when it is full.
    pub fn with(&self, slot: Slot, face: usize) -> Slot {
        self.up.get(slot as usize).map_or(slot, |up| up[face])
    }

    /// The slots with one die less, each once.
    pub(crate) fn less(&self, slot: Slot) -> &[Slot] {
        let slot = slot as usize;
        &self.down[slot][..different(&self.counts[slot])]
    }

    /// The slots of all rolls of `dice` dice.
    pub fn rolls(&self, dice: usize) -> std::ops::Range<usize> {
        self.offset[dice]..self.offset[dice + 1]
    }

    /// How many slots hold at most `dice` dice.
    pub fn up_to(&self, dice: usize) -> usize {
        self.offset[dice + 1]
    }

    /// The chance of throwing exactly this roll with all its dice at once.
    pub fn chance(&self, slot: Slot) -> f64 {
        let factorial = |n: u8| (1..=n as u32).product::<u32>() as f64;
        let counts = self.counts(slot);
        let dice: u8 = counts.iter().sum();
        counts.iter().fold(factorial(dice), |ways, &n| ways / factorial(n)) / 6f64.powi(dice as i32)
    }

    pub(super) fn up_of(&self, size: usize) -> &[[Slot; FACES]] {
        &self.up[self.offset[size]..self.offset[size + 1]]
    }

    pub(super) fn down_of(&self, group: Group) -> &[[Slot; FACES]] {
        &self.down[group.start..group.end]
    }

    pub(super) fn groups(&self, size: usize) -> &[Group] {
        &self.groups[size]
    }
}

fn different(set: &Counts) -> usize {
    set.iter().filter(|&&n| 0 < n).count()
}

fn sets_of(dice: u8, face: usize, so_far: Counts, all: &mut Vec<Counts>) {
    if face == FACES - 1 {
        let mut set = so_far;
        set[face] = dice;
        return all.push(set);
    }
    for n in 0..=dice {
        let mut set = so_far;
        set[face] = n;
        sets_of(dice - n, face + 1, set, all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_keeps_as_counted_by_hand() {
        let slots = slots();
        assert_eq!([6, 7, 8, 9].map(|dice| slots.up_to(dice)), [924, 1716, 3003, 5005]);
        assert_eq!(slots.rolls(6).len(), 462);
    }

    #[test]
    fn every_multiset_finds_its_slot_and_all_rolls_together_are_certain() {
        let slots = slots();
        for slot in 0..SLOTS as Slot {
            assert_eq!(slots.slot(slots.counts(slot)), slot);
        }
        for dice in 0..=MAX_DICE {
            let sum: f64 = slots.rolls(dice).map(|slot| slots.chance(slot as Slot)).sum();
            assert!((sum - 1.0).abs() < 1e-12);
        }
    }
}

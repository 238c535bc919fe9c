//! A small seeded generator: the same numbers on every machine, in the browser too.

use engine::{Card, CardSet, Dice};

/// Seeded chance (SplitMix64).
#[derive(Clone, Debug)]
pub struct Chance {
    state: u64,
}

impl Chance {
    /// The same seed gives the same chance.
    pub const fn new(seed: u64) -> Chance {
        Chance { state: seed }
    }

    /// A generator of its own for part `part` of what this seed is used for.
    pub fn part(seed: u64, part: u64) -> Chance {
        let mut chance = Chance::new(seed ^ part.wrapping_mul(0xd6e8_feb8_6659_fd93));
        chance.next();
        chance
    }

    /// Sixty-four random bits.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "it is not an iterator: it never ends")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`, which is at least 1.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        (((self.next() >> 32) * count as u64) >> 32) as u32
    }

    /// A number from 0 to 1, without 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// About normal, with mean 0 and deviation 1.
    pub fn normal(&mut self) -> f32 {
        // The sum of four uniform numbers is near enough for noise, and needs no logarithm.
        let sum: f64 = (0..4).map(|_| self.unit()).sum();
        ((sum - 2.0) * 1.732_050_8) as f32
    }

    /// A throw of this many dice.
    #[inline]
    pub fn dice(&mut self, count: usize) -> Dice {
        let count = count.min(Dice::MOST);
        let faces = (0..count).fold(0, |faces, die| faces | u64::from(self.below(6)) << (4 * die));
        Dice::packed(faces, count as u8)
    }

    /// A card of the set.
    pub fn card(&mut self, of: CardSet) -> Option<Card> {
        match of.len() {
            0 => None,
            count => of.nth(self.below(count as u32) as usize),
        }
    }
}

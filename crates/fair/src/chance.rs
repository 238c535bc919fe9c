//! All chance of one game, as a function of the seed, the seats' entropy and the number of the draw.

use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::secret::{Entropy, Seed};

type HmacSha256 = Hmac<Sha256>;

/// All chance of one game.
///
/// Every roll and every reveal of the game has a number, counted from 0, and its own [`Draws`].
#[derive(Clone)]
pub struct Chance {
    keyed: HmacSha256,
}

impl std::fmt::Debug for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Chance(hidden)")
    }
}

impl Chance {
    /// Mixes the server's seed with what the seats revealed, in the order of the seats.
    pub fn new(seed: &Seed, game: &str, entropy: &[(u8, Entropy)]) -> Self {
        let mut mixed = keyed_by(seed.as_bytes());
        mixed.update(b"daikaiju-fair-1/key\0");
        mixed.update(game.as_bytes());
        mixed.update(&[0]);
        let mut in_order = entropy.to_vec();
        in_order.sort_by_key(|&(seat, _)| seat);
        for (seat, bytes) in in_order {
            mixed.update(&[seat]);
            mixed.update(bytes.as_bytes());
        }
        Self { keyed: keyed_by(&mixed.finalize().into_bytes().into()) }
    }

    /// The draws of the roll or reveal with this number.
    pub fn draws(&self, number: u64) -> Draws {
        Draws { keyed: self.keyed.clone(), number, block: 0, bytes: [0; 32], used: 32 }
    }
}

fn keyed_by(key: &[u8; 32]) -> HmacSha256 {
    <HmacSha256 as Mac>::new_from_slice(key).expect("a key of any length is accepted")
}

/// An endless stream of uniform draws that belongs to one roll or reveal.
#[derive(Clone)]
pub struct Draws {
    keyed: HmacSha256,
    number: u64,
    block: u32,
    bytes: [u8; 32],
    used: usize,
}

impl std::fmt::Debug for Draws {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Draws(of {}, hidden)", self.number)
    }
}

impl Draws {
    /// A uniform number below `limit`.
    ///
    /// Bytes that would favour the small numbers are thrown away, so every number is equally likely.
    ///
    /// # Panics
    /// If `limit` is 0: there is nothing to draw from.
    pub fn below(&mut self, limit: u8) -> u8 {
        assert!(0 < limit, "a draw needs at least one outcome");
        let fair = 256 - 256 % u16::from(limit);
        loop {
            let byte = self.byte();
            if u16::from(byte) < fair {
                return byte % limit;
            }
        }
    }

    fn byte(&mut self) -> u8 {
        if self.used == self.bytes.len() {
            let mut mac = self.keyed.clone();
            mac.update(b"daikaiju-fair-1/chance\0");
            mac.update(&self.number.to_be_bytes());
            mac.update(&self.block.to_be_bytes());
            self.bytes = mac.finalize().into_bytes().into();
            self.block += 1;
            self.used = 0;
        }
        let byte = self.bytes[self.used];
        self.used += 1;
        byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_equally_likely() {
        let chance = Chance::new(&Seed::from_bytes([3; 32]), "g", &[]);
        let mut count = [0u32; 6];
        for number in 0..100_000 {
            let mut draws = chance.draws(number);
            for _ in 0..6 {
                count[usize::from(draws.below(6))] += 1;
            }
        }
        let expected = 100_000.0;
        let chi_square: f64 =
            count.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // 5 degrees of freedom: above 25.7 once in ten thousand seeds.
        assert!(chi_square < 25.7, "chi-square {chi_square}, counts {count:?}");
    }

    #[test]
    fn one_changed_bit_of_anything_changes_the_dice() {
        let first = |seed: [u8; 32], game: &str, entropy: &[(u8, Entropy)]| -> Vec<u8> {
            let mut draws = Chance::new(&Seed::from_bytes(seed), game, entropy).draws(0);
            (0..32).map(|_| draws.below(6)).collect()
        };
        let entropy = |bit: u8| [(1, Entropy::from_bytes([bit; 32]))];
        let base = first([0; 32], "g", &entropy(0));
        let mut other = [0; 32];
        other[31] = 1;
        assert_ne!(base, first(other, "g", &entropy(0)));
        assert_ne!(base, first([0; 32], "h", &entropy(0)));
        assert_ne!(base, first([0; 32], "g", &entropy(1)));
        assert_ne!(base, first([0; 32], "g", &[]));
        assert_ne!(base, first([0; 32], "g", &[(2, Entropy::from_bytes([0; 32]))]));
    }

    #[test]
    fn the_order_in_which_seats_reveal_does_not_matter() {
        let (a, b) = ((0, Entropy::from_bytes([1; 32])), (1, Entropy::from_bytes([2; 32])));
        let seed = Seed::from_bytes([9; 32]);
        let one = Chance::new(&seed, "g", &[a, b]).draws(5).below(66);
        let two = Chance::new(&seed, "g", &[b, a]).draws(5).below(66);
        assert_eq!(one, two);
    }
}

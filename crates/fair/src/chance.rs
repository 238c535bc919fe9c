//! All chance under one key, as a function of the number of the draw.

use engine::{Dice, Face, Input, Need, Seat, State};
use hmac::Mac;

use crate::secret::{HmacSha256, keyed_by};

/// All chance under one key: of a whole game, or with live dice of one step.
///
/// Every roll and every reveal of the game has a number, counted from 0, and its own [`Draws`].
#[derive(Clone)]
pub struct KeyedChance {
    keyed: HmacSha256,
    tag: &'static [u8],
}

impl std::fmt::Debug for KeyedChance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyedChance(hidden)")
    }
}

impl KeyedChance {
    /// Chance under a key of this version of the scheme.
    pub(crate) fn under(key: &[u8; 32]) -> Self {
        Self::tagged(key, b"daikaiju-fair-2/chance\0")
    }

    /// Chance under a key of the version that has this tag.
    pub(crate) fn tagged(key: &[u8; 32], tag: &'static [u8]) -> Self {
        Self { keyed: keyed_by(key), tag }
    }

    /// What chance brings to a game that waits for it: the roll or reveal with this number, counted from 0 over all
    /// chance of the game. `None` if the game waits for a player or is over.
    pub fn input(&self, number: u64, state: &State) -> Option<Input> {
        let mut draws = self.draws(number);
        match state.need() {
            Need::Roll { count, .. } => {
                let face = |_| Face::ALL[usize::from(draws.below(6))];
                Some(Input::Rolled((0..count).map(face).fold(Dice::NONE, Dice::and)))
            }
            Need::Reveal(_) => {
                let deck = state.deck();
                let cards = u8::try_from(deck.len()).ok().filter(|&cards| 0 < cards)?;
                deck.nth(usize::from(draws.below(cards))).map(Input::Revealed)
            }
            Need::Starter => {
                let players = u8::try_from(state.players()).ok()?;
                Seat::at(usize::from(draws.below(players))).map(Input::Starts)
            }
            Need::Answer(_) | Need::Over(_) => None,
        }
    }

    /// The draws of the roll or reveal with this number.
    pub fn draws(&self, number: u64) -> Draws {
        Draws {
            keyed: self.keyed.clone(),
            tag: self.tag,
            number,
            block: 0,
            bytes: [0; 32],
            used: 32,
        }
    }
}

/// An endless stream of uniform draws that belongs to one roll or reveal.
#[derive(Clone)]
pub struct Draws {
    keyed: HmacSha256,
    tag: &'static [u8],
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
            mac.update(self.tag);
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
        let chance = KeyedChance::under(&[3; 32]);
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
}

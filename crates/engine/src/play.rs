//! Games that play themselves: chance and answers from one seeded generator. For tests, soaks and benchmarks.

use crate::answer::Input;
use crate::card::Card;
use crate::dice::Dice;
use crate::question::Need;
use crate::seat::Seat;
use crate::state::State;

/// A small seeded generator (xoshiro256++), the same on every platform. Good enough for dice, not for secrets.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Random {
        // SplitMix64 spreads any seed over the whole state.
        let mut z = seed;
        let mut next = || {
            z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let x = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            x ^ x >> 31
        };
        Random { state: [next(), next(), next(), next()] }
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `limit`.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        (((self.bits() >> 32) * limit as u64) >> 32) as usize
    }

    /// So many dice. One draw of 64 bits serves eight dice, each with six faces to within 2^-29 of equal odds.
    #[inline]
    pub fn dice(&mut self, count: u8) -> Dice {
        let mut faces = 0;
        let mut bits = self.bits();
        for die in 0..count {
            if die == 8 {
                bits = self.bits();
            }
            // The fraction is multiplied out digit by digit in base six.
            let wide = bits as u128 * 6;
            faces |= ((wide >> 64) as u64) << (4 * die);
            bits = wide as u64;
        }
        Dice::packed(faces, count)
    }

    /// What chance says to this need; `None` if it is not chance that is asked.
    #[inline]
    pub fn chance(&mut self, state: &State, need: Need) -> Option<Input> {
        match need {
            Need::Roll { count, .. } => Some(Input::Rolled(self.dice(count))),
            Need::Reveal(_) => {
                let deck = state.deck();
                // A large deck is met at once more often than not; a small one is counted out.
                for _ in 0..4 {
                    let card = Card::ALL[self.below(Card::ALL.len())];
                    if deck.has(card) {
                        return Some(Input::Revealed(card));
                    }
                }
                deck.nth(self.below(deck.len())).map(Input::Revealed)
            }
            Need::Starter => Seat::at(self.below(state.players())).map(Input::Starts),
            Need::Answer(_) | Need::Over(_) => None,
        }
    }

    /// Any input that fits: chance, or a legal answer with equal odds; `None` if the game is over.
    #[inline]
    pub fn input(&mut self, state: &State, need: Need) -> Option<Input> {
        match need {
            Need::Over(_) => None,
            Need::Answer(_) => {
                let answers = state.answers();
                answers.get(self.below(answers.len())).map(Input::Answer)
            }
            need => self.chance(state, need),
        }
    }
}

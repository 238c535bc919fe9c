//! Games that play themselves: chance and answers from one seeded generator. For tests, soaks and benchmarks.

use crate::answer::{Answer, Answers, Input};
use crate::card::Card;
use crate::dice::Dice;
use crate::question::{Ask, Need};
use crate::rules::Rulebook;
use crate::seat::Seat;
use crate::state::State;

/// A small seeded generator (wyrand), the same on every platform. Good enough for dice, not for secrets.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

/// All throws of four dice, four bits a die.
const FOURS: [u16; 1296] = {
    let mut throws = [0; 1296];
    let mut throw = 0;
    while throw < 1296 {
        let n = throw as u16;
        throws[throw] = (n % 6) | ((n / 6 % 6) << 4) | ((n / 36 % 6) << 8) | ((n / 216) << 12);
        throw += 1;
    }
    throws
};

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Random {
        // SplitMix64 sends neighbouring seeds to places far apart in the one sequence.
        let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Random { state: x ^ x >> 31 }
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = self.state as u128 * (self.state ^ 0xe703_7ed1_a0b4_28db) as u128;
        (wide >> 64) as u64 ^ wide as u64
    }

    /// A number below `limit`.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        (((self.bits() >> 32) * limit as u64) >> 32) as usize
    }

    /// This many dice, 15 at most. One draw of 64 bits serves eight dice, each with six faces to within 2^-40 of equal odds.
    #[inline]
    pub fn dice(&mut self, count: u8) -> Dice {
        if count <= 8 { Dice::packed(self.eight_dice(count), count) } else { self.many_dice(count) }
    }

    #[cold]
    fn many_dice(&mut self, count: u8) -> Dice {
        let faces = self.eight_dice(8) | self.eight_dice(count - 8) << 32;
        Dice::packed(faces, count)
    }

    /// The faces of up to eight dice, four bits each. The fraction is multiplied out in base six, four digits at a time.
    #[inline]
    fn eight_dice(&mut self, count: u8) -> u64 {
        let wide = self.bits() as u128 * FOURS.len() as u128;
        let mut faces = FOURS[(wide >> 64) as usize] as u64;
        if 4 < count {
            let wide = (wide as u64) as u128 * FOURS.len() as u128;
            faces |= (FOURS[(wide >> 64) as usize] as u64) << 16;
        }
        faces & ((1 << (4 * count)) - 1)
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
            Need::Answer(ask) => self.answer(state, ask).map(Input::Answer),
            need => self.chance(state, need),
        }
    }

    /// A legal answer to the present question with equal odds.
    #[inline]
    pub fn answer(&mut self, state: &State, ask: Ask) -> Option<Answer> {
        let mut answers = Answers::default();
        state.list(ask, &mut answers);
        answers.get(self.below(answers.len()))
    }
}

/// Plays random games until at least this many decisions are made, and says how many there were: the same work on every
/// machine, to compare their speed.
///
/// # Panics
/// When that many players cannot play.
pub fn games(players: usize, seed: u64, decisions: u64) -> u64 {
    let rules = Rulebook::Dutch.rules();
    let mut random = Random::new(seed);
    let mut made = 0;
    while made < decisions {
        let mut state = State::new(&rules, players, None).expect("2 to 6 can play");
        let mut need = state.need();
        while let Some(input) = random.input(&state, need) {
            made += u64::from(matches!(input, Input::Answer(_)));
            need = state.play(input, None).expect("the input is legal");
        }
    }
    made
}

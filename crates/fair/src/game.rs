//! Chance in the words of the game, and the check of a whole game.

use std::fmt;

use engine::{Dice, Face, Illegal, Input, Need, Record, Rules, Seat, State};
use serde::Deserialize;

use crate::{Broken, Chance, Proof};

impl Chance {
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
}

/// A game whose every roll and reveal follows from its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many rolls were recomputed.
    pub rolls: u32,
    /// How many reveals of cards, the choice of the first player included, were recomputed.
    pub reveals: u32,
}

/// Why a game is not what its proof says.
#[derive(Clone, Debug, PartialEq)]
pub enum Wrong {
    /// The proof itself does not hold.
    Proof(Broken),
    /// The set-up is impossible.
    Setup(String),
    /// An input does not fit the rules.
    Input {
        /// Its place in the record, counted from 1.
        place: usize,
        /// Why not.
        why: Illegal,
    },
    /// A roll or reveal is not the one that follows from the seeds. It is the first such.
    Chance {
        /// Its place in the record, counted from 1.
        place: usize,
        /// Its number among all rolls and reveals, counted from 1.
        number: u64,
        /// What follows from the seeds.
        expected: Input,
        /// What the record says.
        found: Input,
    },
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proof(broken) => broken.fmt(f),
            Self::Setup(why) => f.write_str(why),
            Self::Input { place, why } => {
                write!(f, "input {place} of the record is not legal: {why}")
            }
            Self::Chance { place, number, expected, found } => write!(
                f,
                "roll or reveal {number} (input {place} of the record) is wrong: the record says {}, the seeds say {}",
                Shown(found),
                Shown(expected)
            ),
        }
    }
}

impl std::error::Error for Wrong {}

struct Shown<'a>(&'a Input);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Input::Rolled(dice) => write!(f, "`{dice}`"),
            Input::Revealed(card) => write!(f, "`{card}`"),
            Input::Starts(seat) => write!(f, "seat {seat}"),
            Input::Answer(answer) => write!(f, "the answer {answer:?}"),
        }
    }
}

/// Plays a recorded game anew and recomputes every roll and reveal.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(
    rules: &Rules,
    players: usize,
    first: Option<Seat>,
    inputs: &[Input],
    proof: &Proof,
) -> Result<Verified, Wrong> {
    let chance = proof.check().map_err(Wrong::Proof)?;
    let mut state = State::new(rules, players, first).map_err(Wrong::Setup)?;
    let mut verified = Verified { rolls: 0, reveals: 0 };
    let mut number = 0;
    for (place, &found) in (1..).zip(inputs) {
        if let Some(expected) = chance.input(number, &state) {
            number += 1;
            if expected != found {
                return Err(Wrong::Chance { place, number, expected, found });
            }
            match found {
                Input::Rolled(_) => verified.rolls += 1,
                _ => verified.reveals += 1,
            }
        }
        state.play(found, None).map_err(|why| Wrong::Input { place, why })?;
    }
    Ok(verified)
}

/// Checks a whole record, which carries its own proof.
///
/// # Errors
/// One sentence that names the first thing that is wrong.
pub fn verify_record(record: &Record) -> Result<Verified, String> {
    let proof = record.fair.as_ref().ok_or("the record holds no proof of its dice")?;
    if proof["seed"].is_u64() && proof.get("commitment").is_none() {
        return Err("the dice of this game came from a seed that nobody had committed to, \
                    as in every game in a terminal: there is nothing to verify"
            .into());
    }
    let proof = Proof::deserialize(proof)
        .map_err(|error| format!("the proof of the dice cannot be read: {error}"))?;
    verify(&record.rules, record.players.len(), record.first, &record.inputs, &proof)
        .map_err(|wrong| wrong.to_string())
}

//! What can be wrong with a table to be set.

use crate::card::Card;
use crate::seat::Seat;
use thiserror::Error;

/// What does not fit in a [`Setup`](super::Setup), and in which field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {wrong}")]
pub struct SetupError {
    /// The field, as a position names it: `monsters[1].cards`.
    pub field: String,
    /// What is wrong with it.
    pub wrong: Misfit,
}

/// What can be wrong with a field of a [`Setup`](super::Setup).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misfit {
    /// Too many or too few monsters.
    #[error("a game has 2 to 6 monsters, not {0}")]
    Players(usize),
    /// Nobody plays that seat.
    #[error("nobody sits at {0}")]
    NobodyThere(Seat),
    /// That monster is out of the game.
    #[error("no living monster sits at {0}")]
    NotAlive(Seat),
    /// All monsters are out of the game, and it is not over.
    #[error("somebody has to be alive")]
    AllDead,
    /// The number is higher than it can be.
    #[error("at most {most}, not {given}")]
    TooMany {
        /// The highest number that fits.
        most: u16,
        /// The number that was given.
        given: u16,
    },
    /// A card that lies somewhere else too.
    #[error("`{0}` lies in two places")]
    TwoPlaces(Card),
    /// A discard card in somebody's hands, or with something on it.
    #[error("`{0}` is not a keep card")]
    NotKeep(Card),
    /// Something lies on a card, or was paid for one, that nobody holds.
    #[error("nobody holds `{0}`")]
    NotHeld(Card),
    /// The top card lies somewhere else.
    #[error("`{0}` is not in the deck")]
    NotInDeck(Card),
    /// Mimic is not held, or the card cannot be copied.
    #[error("`{0}` cannot be copied here")]
    NotCopied(Card),
    /// An eliminated monster holds something.
    #[error("an eliminated monster holds nothing")]
    DeadHands,
    /// One monster holds both places of Tokyo.
    #[error("the same monster holds the City")]
    BothPlaces,
    /// The Bay is not in play.
    #[error("the Bay is not in play here")]
    NoBay,
    /// The phase is not the one in which the position begins.
    #[error("`at` says where the turn stands")]
    OtherPhase,
    /// Dice are needed.
    #[error("say what the dice show")]
    NoDice,
    /// What the engine wrote does not fit the rest of the position.
    #[error("{0}")]
    Engine(String),
}

impl SetupError {
    pub(crate) fn new(field: impl Into<String>, wrong: Misfit) -> SetupError {
        SetupError { field: field.into(), wrong }
    }
}

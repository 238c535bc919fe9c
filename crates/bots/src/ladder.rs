//! The ladder: five named levels, each stronger than the one before.

use std::fmt;
use std::sync::{Arc, LazyLock};

use engine::{Answer, View};

use crate::mind::{HandMade, Learned, Mind};
use crate::net::{Net, Weights};
use crate::simple::{Angry, Random};

/// A player: given what a seat sees and is asked, it answers with one of the legal answers.
pub trait Bot {
    /// The answer to the question that the view's seat is asked.
    fn answer(&mut self, view: &View) -> Answer;
}

/// The named levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Any legal answer.
    Random,
    /// Thinks, but often misjudges.
    Gentle,
    /// Three habits.
    Angry,
    /// Solves its turns and judges by hand.
    Fierce,
    /// Solves its turns and judges by what it has learned.
    Ruthless,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] =
        [Level::Random, Level::Gentle, Level::Angry, Level::Fierce, Level::Ruthless];

    /// Its name: `random`, `gentle`, `angry`, `fierce` or `ruthless`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Gentle => "gentle",
            Level::Angry => "angry",
            Level::Fierce => "fierce",
            Level::Ruthless => "ruthless",
        }
    }

    /// One sentence about it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Level::Random => "Answers at random.",
            Level::Gentle => {
                "Knows what it wants but misjudges it often; a beginner wins now and then."
            }
            Level::Angry => {
                "Keeps claws, heals outside, yields at five hearts and buys the dearest card."
            }
            Level::Fierce => "Plays its dice exactly and judges the table by rules of thumb.",
            Level::Ruthless => {
                "Plays its dice exactly and judges the table by what it learned from self-play."
            }
        }
    }

    /// The level with this name.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// A bot of this level. The same seed plays the same way.
    pub fn bot(self, seed: u64) -> Box<dyn Bot + Send> {
        match self {
            Level::Random => Box::new(Random::new(seed)),
            Level::Gentle => Box::new(Mind::new(HandMade, seed).with_noise(GENTLE)),
            Level::Angry => Box::new(Angry),
            Level::Fierce => Box::new(Mind::new(HandMade, seed)),
            Level::Ruthless => Box::new(Mind::new(Learned::new(net()), seed)),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How far off the values of `gentle` are.
const GENTLE: f32 = 0.1;

/// The weights that come with the program.
pub static WEIGHTS: &[u8] = include_bytes!("../weights/ruthless.net");

/// The net that comes with the program.
pub fn net() -> Arc<Net> {
    static NET: LazyLock<Arc<Net>> = LazyLock::new(|| {
        let (weights, _) =
            Weights::from_bytes(WEIGHTS).expect("the weights in the repository are tested");
        Arc::new(Net::new(weights))
    });
    NET.clone()
}

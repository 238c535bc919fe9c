//! What is published when a game has ended, so that anyone can recompute its chance.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Chance, Commitment, Entropy, Pledge, Seed, VERSION};

/// Everything that is needed to recompute the chance of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The version of the scheme: 1.
    pub version: u32,
    /// The name of the game that everything is bound to.
    pub game: String,
    /// What the server published before the first roll.
    pub commitment: Commitment,
    /// The seats that pledged, in the order of the seats.
    pub seats: Vec<SeatProof>,
    /// The server's seed, revealed.
    pub seed: Seed,
}

/// What one seat added to the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatProof {
    /// The seat, counted from 0.
    pub seat: u8,
    /// What it published before anybody revealed.
    pub pledge: Pledge,
    /// What it revealed; absent if it never did, and then it is not part of the mix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<Entropy>,
}

/// Why a proof does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The scheme's version is not one that this program knows.
    Version(u32),
    /// The revealed seed is not the one that was committed to.
    Seed,
    /// A seat's entropy is not what it had pledged.
    Entropy(u8),
    /// A seat stands in the proof twice.
    SeatTwice(u8),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => {
                write!(f, "the proof has version {version}, this program checks version {VERSION}")
            }
            Self::Seed => f.write_str(
                "the revealed seed does not match the commitment published before the first roll",
            ),
            Self::Entropy(seat) => {
                write!(f, "what seat {} revealed does not match its pledge", seat + 1)
            }
            Self::SeatTwice(seat) => write!(f, "seat {} stands in the proof twice", seat + 1),
        }
    }
}

impl std::error::Error for Broken {}

impl Proof {
    /// Checks every fingerprint and gives back the chance of the game.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check(&self) -> Result<Chance, Broken> {
        if self.version != VERSION {
            return Err(Broken::Version(self.version));
        }
        if Commitment::to(&self.seed, &self.game) != self.commitment {
            return Err(Broken::Seed);
        }
        let mut mixed: Vec<(u8, Entropy)> = Vec::new();
        for (index, SeatProof { seat, pledge, entropy }) in self.seats.iter().enumerate() {
            if self.seats[..index].iter().any(|earlier| earlier.seat == *seat) {
                return Err(Broken::SeatTwice(*seat));
            }
            if let Some(entropy) = entropy {
                if Pledge::of(entropy, &self.game) != *pledge {
                    return Err(Broken::Entropy(*seat));
                }
                mixed.push((*seat, *entropy));
            }
        }
        Ok(Chance::new(&self.seed, &self.game, &mixed))
    }
}

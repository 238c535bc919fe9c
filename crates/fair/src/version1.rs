//! Version 1 of the scheme: games that were played by it stay verifiable, and those that are on go on.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::secret::keyed_by;
use crate::{Commitment, Entropy, KeyedChance, Pledge, Seed};
use hmac::Mac;

/// The number of this version.
pub const VERSION: u32 = 1;

/// The commitment to a seed for the game of this name.
pub fn commitment(seed: &Seed, game: &str) -> Commitment {
    Commitment::from_bytes(fingerprint("daikaiju-fair-1/seed", game, seed.as_bytes()))
}

/// The pledge of this entropy for the game of this name.
pub fn pledge(entropy: &Entropy, game: &str) -> Pledge {
    Pledge::from_bytes(fingerprint("daikaiju-fair-1/pledge", game, entropy.as_bytes()))
}

/// Mixes the server's seed with what the seats revealed, in the order of the seats.
pub fn chance(seed: &Seed, game: &str, entropy: &[(u8, Entropy)]) -> KeyedChance {
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
    KeyedChance::tagged(&mixed.finalize().into_bytes().into(), b"daikaiju-fair-1/chance\0")
}

/// SHA-256 over purpose, game and secret. The zero bytes keep the parts apart: neither purpose nor game holds one.
fn fingerprint(purpose: &str, game: &str, secret: &[u8; 32]) -> [u8; 32] {
    Sha256::new()
        .chain_update(purpose)
        .chain_update([0])
        .chain_update(game)
        .chain_update([0])
        .chain_update(secret)
        .finalize()
        .into()
}

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
                write!(f, "the proof has version {version}, versions 1 and 2 are known")
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
    pub fn check(&self) -> Result<KeyedChance, Broken> {
        if self.version != VERSION {
            return Err(Broken::Version(self.version));
        }
        if commitment(&self.seed, &self.game) != self.commitment {
            return Err(Broken::Seed);
        }
        let mut mixed: Vec<(u8, Entropy)> = Vec::new();
        for (index, SeatProof { seat, pledge, entropy }) in self.seats.iter().enumerate() {
            if self.seats[..index].iter().any(|earlier| earlier.seat == *seat) {
                return Err(Broken::SeatTwice(*seat));
            }
            if let Some(entropy) = entropy {
                if self::pledge(entropy, &self.game) != *pledge {
                    return Err(Broken::Entropy(*seat));
                }
                mixed.push((*seat, *entropy));
            }
        }
        Ok(chance(&self.seed, &self.game, &mixed))
    }
}

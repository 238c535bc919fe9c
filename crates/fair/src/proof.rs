//! What stands in a record, so that anyone can recompute its chance.

use engine::Seat;
use serde::{Deserialize, Serialize};

use crate::live::ChainSeen;
use crate::wire::{Left, VoidMix};
use crate::{Commitment, DiceKind, Entropy, Pledge, Seed};

/// Everything that is needed to recompute the chance of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The version of the scheme: 2.
    pub version: u32,
    /// Which dice.
    pub dice: DiceKind,
    /// The name of the game.
    pub game: String,
    /// Everything that was fixed before the first roll.
    pub terms: String,
    /// What the server published before it had seen any pledge.
    pub commitment: Commitment,
    /// The server's seed, revealed.
    pub seed: Seed,
    /// The seats that pledged, in order. With live dice only those that were left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatProof>,
    /// Live dice: the chains in the order in which they counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<ChainSeen>,
    /// Live dice: each ask by its letters: those asked, and after `-` those missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<String>,
    /// The mixes between the game before and this one that broke off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub void: Vec<VoidMix>,
    /// Who took over a bot's seat while the game was on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<Joined>,
}

/// What one seat added to sealed dice, or why it did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatProof {
    /// The seat.
    pub seat: Seat,
    /// What it published before anybody revealed.
    pub pledge: Pledge,
    /// What it revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<Entropy>,
    /// Why it is not part of the mix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<Left>,
}

/// Somebody who took over a bot's seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joined {
    /// The seat.
    pub seat: Seat,
    /// The newcomer's name.
    pub name: String,
    /// How many inputs there were before.
    pub after: u64,
}

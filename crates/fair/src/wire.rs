//! What a server says about its dice, as it stands in messages.

use engine::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::live::{AskMade, Asking, ChainSeen};
use crate::{Commitment, DiceKind, Hash, Pledge};

/// The game that comes next: what its dice will be bound to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextGame {
    /// Its name, which pledges are bound to.
    pub name: String,
    /// What the server has committed to, before it has seen any pledge.
    pub commitment: Commitment,
    /// Which dice it will have.
    #[serde(default)]
    pub dice: DiceKind,
    /// The seats that have pledged.
    pub pledged: Vec<Seat>,
    /// The mixes since the last game that broke off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub void: Vec<VoidMix>,
}

/// Everybody who contributes is named: reveal now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mixing {
    /// The version of the scheme: 2.
    #[serde(default)]
    pub version: u32,
    /// The name of the game that begins.
    pub game_name: String,
    /// What the server has committed to.
    pub commitment: Commitment,
    /// Everything that is fixed before the first roll.
    #[serde(default)]
    pub terms: String,
    /// The seats that are mixed in, and what they have pledged.
    pub pledges: Vec<(Seat, Pledge)>,
    /// How long is waited for them, in milliseconds.
    #[serde(default)]
    pub within_ms: u32,
}

/// Why a mix broke off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VoidWhy {
    /// Somebody did not reveal in time, or was gone.
    Missing,
    /// The server was started anew in the middle of it.
    Restart,
    /// It was begun by a version of the program that mixed differently.
    Upgrade,
}

impl VoidWhy {
    /// The reason's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Restart => "restart",
            Self::Upgrade => "upgrade",
        }
    }
}

/// A mix that broke off. Its name is used up, and everything that was revealed for it is burnt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VoidMix {
    /// The name of the game that did not begin.
    pub game: String,
    /// What the server had committed to.
    pub commitment: Commitment,
    /// Why it broke off.
    pub why: VoidWhy,
    /// Who was missing.
    #[serde(default, skip_serializing_if = "crate::terms::nobody")]
    pub missing: Seats,
    /// Their names, in the order of the seats: others may sit there when a game begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// Why a seat that pledged is not part of the mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Left {
    /// The connection that pledged was gone.
    Gone,
    /// It was missing in a mix that broke off, and no game has begun since.
    Barred,
}

/// A seat that pledged and is not part of the mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// The seat.
    pub seat: Seat,
    /// Why.
    pub why: Left,
}

/// What a game's dice are bound to, told with the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameFair {
    /// The version of the scheme: 2.
    pub version: u32,
    /// Which dice.
    pub dice: DiceKind,
    /// Everything that was fixed before the first roll.
    pub terms: String,
    /// The fingerprint of terms, commitment and what was pledged.
    pub mix: Hash,
    /// Who pledged and is not part of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// The mixes before this game that broke off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub void: Vec<VoidMix>,
    /// Live dice: the chains after the last draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<ChainSeen>,
    /// Live dice: how many asks there were up to the last draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<u64>,
    /// Live dice: the transcript after the last draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<Hash>,
    /// Live dice: how often each seat, in order, missed an ask up to the last draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misses: Option<[u8; 6]>,
}

/// The dice are about to fall: whoever is asked gives the next link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ask {
    /// The number of the game at the table.
    pub game: u32,
    /// What is asked.
    #[serde(flatten)]
    pub asking: Asking,
    /// The transcript that the ask follows.
    pub before: Hash,
    /// How long is waited, in milliseconds.
    pub within_ms: u32,
}

/// Somebody did not answer an ask in time: it is void, and the next one follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Missed {
    /// The number of the game at the table.
    pub game: u32,
    /// The number of the first chance that it was to serve.
    pub chance: u64,
    /// The ask.
    pub ask: AskMade,
}

/// A chain counts from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainBegun {
    /// The number of the game at the table.
    pub game: u32,
    /// Whose it is.
    pub seat: Seat,
    /// How many asks there were before it.
    pub from: u64,
    /// Its anchor.
    pub anchor: Pledge,
}

/// Everything about the dice since the draw before, told with the step that they fell in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawn {
    /// The number of the first chance of the step.
    pub chance: u64,
    /// The chains that began to count since the draw before: seat, asks before it, anchor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<(Seat, u64, Pledge)>,
    /// The asks, void ones first.
    pub asks: Vec<AskMade>,
}

//! Who plays.

use engine::{Seat, Species};
use serde::{Deserialize, Serialize};

use bots::Opponent;

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// The name; empty for a bot.
    #[serde(default)]
    pub name: String,
    /// The monster.
    pub monster: Species,
    /// The level, if the seat was a bot's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Opponent>,
}

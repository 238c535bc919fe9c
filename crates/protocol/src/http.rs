//! What travels over plain HTTP.

use engine::{Outcome, Seat};
use serde::{Deserialize, Serialize};

use crate::command::Sit;
use crate::player::Player;
use crate::table::{DecisionTime, Options, TablePhase};

/// `POST /api/tables`: create a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CreateTable {
    /// What the host chooses.
    pub options: Options,
    /// Sit down at once and be the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sit: Option<Sit>,
}

/// The answer to [`CreateTable`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Created {
    /// The speakable name.
    pub table: String,
    /// The secret part of the link.
    pub key: String,
    /// The path of the link: share it with friends.
    pub link: String,
    /// The own seat, if one was taken.
    pub seat: Option<Seat>,
    /// The token of that seat, for a program. A browser gets a cookie instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// The answer to `POST /api/tables/{name}/seats`: a seat was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Joined {
    /// The table.
    pub table: String,
    /// The own seat.
    pub seat: Seat,
    /// The token of that seat, for a program. A browser gets a cookie instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// `GET /api/tables`: the listed tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableList {
    /// Newest first.
    pub tables: Vec<ListedTable>,
}

/// A table in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedTable {
    /// The speakable name.
    pub name: String,
    /// What it is doing.
    pub phase: TablePhase,
    /// How many seats there are.
    pub seats: u8,
    /// How many of them are open.
    pub open: u8,
    /// The names of the people who sit there.
    pub players: Vec<String>,
    /// The rulebook.
    pub rulebook: engine::Rulebook,
    /// Whether house rules change it.
    pub house_rules: bool,
    /// The decision time.
    pub time: DecisionTime,
    /// Whether it can be watched.
    pub watchers: bool,
}

/// One of my seats, in `GET /api/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MySeat {
    /// The table.
    pub table: String,
    /// The secret part of its link.
    pub key: String,
    /// The seat.
    pub seat: Seat,
    /// What the table is doing.
    pub phase: TablePhase,
}

/// One of my finished games, in `GET /api/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MyGame {
    /// The table.
    pub table: String,
    /// The number of the game at the table.
    pub game: u32,
    /// The seat I had.
    pub seat: Seat,
    /// When it ended, in milliseconds since 1970.
    pub finished_ms: i64,
    /// How it ended.
    pub outcome: Outcome,
    /// Who played.
    pub players: Vec<Player>,
}

/// An error over HTTP, as RFC 9457 has it (`application/problem+json`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// Names the kind: `/problems/` and the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in a few words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// One plain sentence.
    pub detail: String,
    /// For `stale` and `illegal`: the last step of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

//! The table as everyone at it sees it.

use std::collections::BTreeMap;

use engine::{Rulebook, Rules, RulesError, Seat, Species};
use fair::DiceKind;
use fair::wire::NextGame;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use bots::Opponent;

engine::listed! {
    /// How long a player may think about one question before a bot answers it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum DecisionTime {
        /// As long as they like.
        #[default]
        #[serde(rename = "none")]
        None,
        /// 45 seconds.
        #[serde(rename = "45s")]
        Seconds45,
        /// 90 seconds.
        #[serde(rename = "90s")]
        Seconds90,
        /// A day.
        #[serde(rename = "day")]
        Day,
    }
}

impl DecisionTime {
    /// The time in milliseconds, if there is a limit.
    pub const fn millis(self) -> Option<i64> {
        match self {
            Self::None => None,
            Self::Seconds45 => Some(45_000),
            Self::Seconds90 => Some(90_000),
            Self::Day => Some(86_400_000),
        }
    }
}

/// What the host chooses for a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many seats, 2 to 6.
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 6)))]
    pub seats: u8,
    /// The rulebook.
    pub rulebook: Rulebook,
    /// House rules: single switches of the rulebook that differ, by name.
    #[cfg_attr(feature = "schema", schemars(schema_with = "switches_schema"))]
    pub switches: BTreeMap<String, String>,
    /// The decision time.
    pub time: DecisionTime,
    /// Whether the table stands in the list of tables; otherwise it is found by its link only.
    pub listed: bool,
    /// Whether others may watch.
    pub watchers: bool,
    /// Whether watchers who came by the link may talk, not only roar.
    pub watchers_talk: bool,
    /// Whether clients may show odds.
    pub odds: bool,
    /// Whether clients may advise their player: hints, warnings, the chance to live. Everybody sees that it is on.
    pub coach: bool,
    /// Whether somebody who comes by the link while a game is on may take the seat of a bot.
    pub take_over_bots: bool,
    /// Which dice: sealed before the first roll, or live.
    #[cfg_attr(feature = "schema", schemars(schema_with = "dice_schema"))]
    pub dice: DiceKind,
}

/// Every switch, with its values.
#[cfg(feature = "schema")]
fn switches_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let switch = |&(name, values): &(&str, &[&str])| {
        (name.to_owned(), serde_json::json!({ "type": "string", "enum": values }))
    };
    let switches: Map<String, Value> = Rules::SWITCHES.iter().map(switch).collect();
    schemars::json_schema!({ "type": "object", "properties": switches, "additionalProperties": false })
}

/// The dice that a table can have: not those of a device.
#[cfg(feature = "schema")]
fn dice_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let dice = [DiceKind::Sealed, DiceKind::Live].map(DiceKind::name);
    schemars::json_schema!({ "type": "string", "enum": dice })
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seats: 4,
            rulebook: Rulebook::Dutch,
            switches: BTreeMap::new(),
            time: DecisionTime::None,
            listed: false,
            watchers: true,
            watchers_talk: false,
            odds: true,
            coach: false,
            take_over_bots: true,
            dice: DiceKind::Sealed,
        }
    }
}

impl Options {
    /// The rules that these options come to.
    ///
    /// # Errors
    /// If the number of seats, a switch or its value does not exist.
    pub fn rules(&self) -> Result<Rules, OptionsError> {
        if !engine::PLAYERS.contains(&self.seats.into()) {
            return Err(OptionsError::Seats(self.seats));
        }
        if self.dice == DiceKind::Local {
            return Err(OptionsError::Dice);
        }
        let mut rules = self.rulebook.rules();
        for (switch, value) in &self.switches {
            rules.set(switch, value)?;
        }
        Ok(rules)
    }
}

/// What is impossible about the options of a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionsError {
    /// Too many or too few seats.
    #[error("a table has 2 to 6 seats, not {0}")]
    Seats(u8),
    /// The dice of a device are not those of a table.
    #[error("the dice of a table are sealed or live")]
    Dice,
    /// A switch or its value does not exist.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl From<OptionsError> for String {
    fn from(wrong: OptionsError) -> String {
        wrong.to_string()
    }
}

/// The options that this program knows, among those that a newer one has sent.
fn known_options<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Options, D::Error> {
    let mut sent = Map::deserialize(deserializer)?;
    let known = serde_json::to_value(Options::default()).map_err(D::Error::custom)?;
    sent.retain(|name, _| known.get(name).is_some());
    serde_json::from_value(Value::Object(sent)).map_err(D::Error::custom)
}

/// What a table is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TablePhase {
    /// Seats are being taken.
    Lobby,
    /// The seats reveal what they add to the dice; the first roll is seconds away.
    Mixing,
    /// A game is on.
    Playing,
    /// The game has ended; the next one may begin.
    Over,
}

/// Who answers for a seat right now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    /// The person, who is connected.
    Here,
    /// The person, who is not connected; a bot steps in when their time is up.
    Gone,
    /// A bot plays for the person until they come back.
    StandIn,
    /// The seat is a bot's own.
    Bot,
    /// Nobody has taken the seat.
    Open,
}

/// A seat as everyone sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// Who answers for it.
    pub controller: Controller,
    /// The player's name; empty for an open seat and for a bot.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The monster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monster: Option<Species>,
    /// The bot's level, if the seat is a bot's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Opponent>,
    /// Whether the player said that they are a program, over the API.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
    /// Whether the player is ready for the next game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ready: bool,
}

/// A table as everyone at it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableInfo {
    /// The speakable name.
    pub name: String,
    /// Counts the changes of this document.
    pub version: u64,
    /// What it is doing.
    pub phase: TablePhase,
    /// The options. A reader skips those that it does not know; who sets options has to know them all.
    #[serde(deserialize_with = "known_options")]
    pub options: Options,
    /// All seats in order.
    pub seats: Vec<SeatInfo>,
    /// Who may change options, start and remove players. Absent while nobody sits.
    pub host: Option<Seat>,
    /// The number of the last game that began, counted from 1; 0 before the first.
    pub game: u32,
    /// The game that comes next; absent while one is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextGame>,
    /// Over HTTP alone: whom the game waits for; absent while it waits for nobody. On a WebSocket the steps tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Seat>,
    /// The seat of whoever has asked for this over HTTP; on a WebSocket `welcome` and `you` tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Seat>,
    /// How many watch.
    pub watchers: u32,
    /// Whether the host has closed talk.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub talk_closed: bool,
}

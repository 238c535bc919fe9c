//! Positions as JSON, of this format and of those before it.

use super::{Inside, inside, v1};
use crate::card::Card;
use crate::question::Outcome;
use crate::rules::Rules;
use crate::seat::{Seat, Seats};
use crate::setup::{At, Misfit, MonsterSetup, Setup, SetupError, TurnSetup};
use crate::state::State;
use crate::view::View;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeMap};
use std::collections::BTreeMap;
use thiserror::Error;

/// The version of the position's format that this program writes. It reads this one and all before it.
pub const FORMAT: u32 = 2;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// It is not JSON, or a field does not hold what it should.
    #[error("{}{why}", place(field))]
    Text {
        /// The field; empty if the text as a whole is wrong.
        field: String,
        /// What was expected there, with line and column where they are known.
        why: String,
    },
    /// A format that this program does not know.
    #[error("format: this program reads positions of formats 1 to {FORMAT}, not {0}")]
    Format(u32),
    /// The engine's own part has a version that this program does not know.
    #[error("engine.version: this program knows version {known}, not {0}", known = inside::VERSION)]
    Engine(u32),
    /// The table cannot be set like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

fn place(field: &str) -> String {
    if field.is_empty() || field == "." { String::new() } else { format!("{field}: ") }
}

/// Reads JSON and names the field that is wrong.
pub(crate) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, (String, String)> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| (error.path().to_string(), error.inner().to_string()))?;
    json.end().map_err(|error| (String::new(), error.to_string()))?;
    Ok(value)
}

/// The version of a format, refused where it is not known: it stands before everything it speaks of.
struct Format(u32);

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Format, D::Error> {
        match u32::deserialize(deserializer)? {
            format @ 1..=FORMAT => Ok(Format(format)),
            format => Err(de::Error::custom(PositionError::Format(format))),
        }
    }
}

/// A position in the form in which it is read: all fields of this format and of those before it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: Option<Format>,
    #[serde(with = "crate::rules::as_text", default)]
    rules: Rules,
    #[serde(default)]
    rules_version: u32,
    monsters: Vec<v1::Monster>,
    city: Option<Seat>,
    bay: Option<Seat>,
    #[serde(default)]
    visited: bool,
    starter: Option<Seat>,
    #[serde(default)]
    turn: v1::Turn,
    #[serde(default)]
    market: [Option<Card>; 3],
    #[serde(default)]
    discards: Vec<Card>,
    top: Option<Card>,
    #[serde(default)]
    top_seen: Seats,
    #[serde(default)]
    counters: BTreeMap<Card, u8>,
    #[serde(default)]
    paid: BTreeMap<Card, u8>,
    copied: Option<Card>,
    outcome: Option<Outcome>,
    at: Option<At>,
    engine: Option<Inside>,
    // Format 1 had these in the open.
    bay_open: Option<bool>,
    freezes: Option<u8>,
    frenzies: Option<[u8; 6]>,
    crowns: Option<u8>,
    damage: Option<v1::Damage>,
    stack: Option<Vec<v1::Frame>>,
}

impl Written {
    fn setup(mut self) -> Result<Setup, SetupError> {
        let format = self.format.as_ref().map_or(1, |format| format.0);
        if let Some(field) = self.open_field().filter(|_| 1 < format || self.engine.is_some()) {
            let why = "belongs to format 1; later ones have it in `engine`".to_owned();
            return Err(SetupError::new(field, Misfit::Engine(why)));
        }
        let engine = match self.stack.take() {
            Some(stack) if self.outcome.is_none() && !stack.is_empty() => {
                Some(self.inside_of_format_1(&stack))
            }
            Some(stack) if !stack.is_empty() => {
                let why = "a game that is over waits for nothing".to_owned();
                return Err(SetupError::new("stack", Misfit::Engine(why)));
            }
            _ => self.engine.take(),
        };
        let monsters: Vec<MonsterSetup> =
            self.monsters.into_iter().map(v1::Monster::setup).collect();
        let living = monsters.iter().filter(|monster| 0 < monster.hearts).count();
        if self.bay_open.is_some_and(|open| open != self.rules.bay_open(living)) {
            return Err(SetupError::new("bay_open", Misfit::NoBay));
        }
        let mut setup = Setup {
            rules: self.rules,
            rules_version: self.rules_version,
            monsters,
            city: self.city,
            bay: self.bay,
            visited: self.visited,
            starter: self.starter,
            turn: TurnSetup {
                number: self.turn.number,
                round: self.turn.round,
                seat: self.turn.seat,
                regular: self.turn.regular,
                kind: self.turn.kind,
                phase: self.turn.phase,
                dice: self.turn.dice,
                rerolls: self.turn.rerolls,
            },
            market: self.market,
            discards: self.discards,
            top: self.top,
            top_seen: self.top_seen,
            counters: self.counters,
            paid: self.paid,
            copied: self.copied,
            outcome: self.outcome,
            at: self.at.unwrap_or_default(),
            engine,
        };
        let written_by_format_1 =
            format == 1 && (setup.engine.is_some() || setup.outcome.is_some());
        if written_by_format_1 {
            setup.rules_version = 1;
            v1::say_zeros(&mut setup);
            v1::lift_dice(&mut setup);
        }
        Ok(setup)
    }

    /// A field of format 1 that later formats keep to themselves.
    fn open_field(&self) -> Option<&'static str> {
        [
            ("stack", self.stack.is_some()),
            ("damage", self.damage.is_some()),
            ("freezes", self.freezes.is_some()),
            ("frenzies", self.frenzies.is_some()),
            ("crowns", self.crowns.is_some()),
        ]
        .into_iter()
        .find_map(|(field, there)| there.then_some(field))
    }

    fn inside_of_format_1(&self, stack: &[v1::Frame]) -> Inside {
        let mut crown = [0; 6];
        for (place, monster) in crown.iter_mut().zip(&self.monsters) {
            *place = monster.crown;
        }
        v1::inside(v1::Parts {
            stack,
            turn: &self.turn,
            damage: self.damage.clone().unwrap_or_default(),
            freezes: self.freezes.unwrap_or(0),
            frenzies: self.frenzies.unwrap_or([0; 6]),
            crowns: self.crowns.unwrap_or(0),
            crown,
            players: self.monsters.len(),
        })
    }
}

impl Setup {
    /// Reads a position as JSON.
    ///
    /// # Errors
    /// The field that cannot be read, or a format that is not known. Whether the table can be set like this is checked by
    /// [`State::from_setup`].
    pub fn from_json(text: &str) -> Result<Setup, PositionError> {
        // A format that is not known may have anything in it, so the versions are looked at first.
        #[derive(Deserialize)]
        struct Versions {
            format: Option<u32>,
            engine: Option<Version>,
        }
        #[derive(Deserialize)]
        struct Version {
            version: Option<u32>,
        }
        if let Ok(versions) = serde_json::from_str::<Versions>(text) {
            if let Some(format) = versions.format.filter(|format| !(1..=FORMAT).contains(format)) {
                return Err(PositionError::Format(format));
            }
            let version = versions.engine.and_then(|engine| engine.version);
            if let Some(version) = version.filter(|version| *version != inside::VERSION) {
                return Err(PositionError::Engine(version));
            }
        }
        let written: Written =
            read(text).map_err(|(field, why)| PositionError::Text { field, why })?;
        Ok(written.setup()?)
    }
}

impl State {
    /// Reads a position.
    ///
    /// # Errors
    /// The field and what was expected there.
    pub fn from_json(text: &str) -> Result<State, PositionError> {
        Ok(State::from_setup(&Setup::from_json(text)?)?)
    }

    /// Writes the position as compact JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a position has no keys that JSON lacks")
    }

    /// A number that says the position in short, the same on every machine: FNV-1a over [`State::to_json`]. It need not be
    /// strong. People read it as sixteen hexadecimal digits.
    pub fn digest(&self) -> u64 {
        self.to_json().bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// Writes the position as JSON over several lines.
    pub fn to_json_pretty(&self) -> String {
        serde_json::to_string_pretty(self).expect("a position has no keys that JSON lacks")
    }
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setup, D::Error> {
        Written::deserialize(deserializer)?.setup().map_err(de::Error::custom)
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Position {
            format: u32,
            #[serde(flatten)]
            setup: Setup,
        }
        Position { format: FORMAT, setup: self.setup() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<State, D::Error> {
        State::from_setup(&Setup::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("seat", &self.seat())?;
        map.serialize_entry("position", &**self)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            seat: Option<Seat>,
            position: State,
        }
        let Written { seat, position } = Written::deserialize(deserializer)?;
        if seat.is_some_and(|seat| !position.seats().has(seat)) {
            return Err(de::Error::custom("seat: nobody sits there"));
        }
        Ok(position.view(seat))
    }
}

//! A game record: set-up and inputs. Replaying it gives the same states and the same events.

use crate::answer::Input;
use crate::event::Event;
use crate::question::Need;
use crate::rules::{Rules, Species};
use crate::seat::Seat;
use crate::state::State;
use serde::{Deserialize, Serialize};

/// The version of the record's format that this program writes. It reads this one and all before it.
pub const FORMAT: u32 = 1;

/// The version of the rules as this program plays them. It grows when a ruling changes what a record would replay to.
pub const RULES_VERSION: u32 = 1;

/// Who sat where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name the player gave.
    pub name: String,
    /// The monster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monster: Option<Species>,
    /// The level of the bot, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// A whole game as it is kept: header and inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the format.
    pub format: u32,
    /// The version of the rules it was played by.
    #[serde(default = "one")]
    pub rules_version: u32,
    /// The rulebook, and the switches that differ from it.
    #[serde(with = "crate::position::rules_text")]
    pub rules: Rules,
    /// The players in order of seats.
    pub players: Vec<Player>,
    /// Who starts, if the table has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// How the chance of the game can be checked, in the words of whoever provides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<serde_json::Value>,
    /// Everything that came in, in order.
    pub inputs: Vec<Input>,
}

fn one() -> u32 {
    1
}

impl Record {
    /// A record without inputs.
    pub fn new(rules: Rules, players: Vec<Player>, first: Option<Seat>) -> Record {
        Record {
            format: FORMAT,
            rules_version: RULES_VERSION,
            rules,
            players,
            first,
            fair: None,
            inputs: Vec::new(),
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// One sentence with the place and what was expected, or the reason why this version cannot be read.
    pub fn from_json(text: &str) -> Result<Record, String> {
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let version: Version =
            serde_json::from_str(text).map_err(|error| format!("no game record: {error}"))?;
        if version.format == 0 || FORMAT < version.format {
            return Err(format!(
                "the record has format {}, and this program reads formats 1 to {FORMAT}",
                version.format
            ));
        }
        let record: Record = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if record.rules_version == 0 || RULES_VERSION < record.rules_version {
            return Err(format!(
                "the record was played by rules version {}, and this program knows versions 1 to {RULES_VERSION}",
                record.rules_version
            ));
        }
        Ok(record)
    }

    /// Writes the record as JSON, an input a line.
    pub fn to_json(&self) -> String {
        let mut header = self.clone();
        header.inputs.clear();
        let header = serde_json::to_string(&header).expect("a record has no keys that JSON lacks");
        let head = header.strip_suffix("\"inputs\":[]}").unwrap_or(&header);
        let inputs: Vec<String> = self
            .inputs
            .iter()
            .map(|input| serde_json::to_string(input).expect("inputs are plain"))
            .collect();
        format!("{head}\"inputs\":[\n{}\n]}}\n", inputs.join(",\n"))
    }

    /// The game before its first input.
    ///
    /// # Errors
    /// One sentence if the set-up is impossible.
    pub fn start(&self) -> Result<State, String> {
        State::new(&self.rules, self.players.len(), self.first)
    }

    /// Plays the inputs one after the other and shows each input, its events and the game after it.
    ///
    /// # Errors
    /// One sentence with the number of the first input that does not fit.
    pub fn replay(
        &self,
        mut show: impl FnMut(usize, Input, &[Event], &State),
    ) -> Result<State, String> {
        let mut state = self.start()?;
        let mut events = Vec::new();
        for (number, input) in self.inputs.iter().enumerate() {
            events.clear();
            state
                .play(*input, Some(&mut events))
                .map_err(|error| format!("inputs[{number}]: {error}"))?;
            show(number, *input, &events, &state);
        }
        Ok(state)
    }

    /// Whether the game was played to its end.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn is_finished(&self) -> Result<bool, String> {
        Ok(matches!(self.replay(|_, _, _, _| ())?.need(), Need::Over(_)))
    }
}

//! A game record: set-up and inputs. Replaying it gives the same states and the same events.

use crate::answer::Input;
use crate::event::Event;
use crate::game::Illegal;
use crate::question::Need;
use crate::rules::{Rules, Species};
use crate::seat::Seat;
use crate::setup::SetupError;
use crate::state::State;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the record's format that this program writes. It reads this one and all before it.
pub const FORMAT: u32 = 1;

/// The version of the rules as this program plays them. It grows when a ruling changes what a record would replay to, or a
/// card is added. A record of an older version is replayed by the rulings of today, with the cards of its own box. Since 2:
/// the rulings, D-03 in the Icelandic book, N-06 in the Dutch, M-08 and Q-33 in the Polish.
pub const RULES_VERSION: u32 = 2;

/// The longest name of a player, in characters.
pub const NAME_MOST: usize = 64;

/// Whether a character may be printed: a terminal obeys control characters, and others turn the direction of a text.
pub fn is_printable(letter: char) -> bool {
    let turns_text = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !letter.is_control() && !turns_text
}

/// Text from a file as it may be printed: names of players, titles, paths.
pub fn printable(text: &str) -> String {
    text.chars().filter(|letter| is_printable(*letter)).collect()
}

/// Why a text is not the record of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// It is not JSON, or has no format.
    #[error("this is not a game record: {0}")]
    NotARecord(String),
    /// A format that this program does not know.
    #[error("format: this program reads records of formats 1 to {FORMAT}, not {0}")]
    Format(u32),
    /// Rules that this program does not know.
    #[error(
        "rules_version: this program knows the rules of versions 1 to {RULES_VERSION}, not {0}"
    )]
    RulesVersion(u32),
    /// A field does not hold what it should.
    #[error("{field}: {why}")]
    Text {
        /// The field.
        field: String,
        /// What was expected there.
        why: String,
    },
    /// A name that nobody could read.
    #[error("{field}: a name has at most {NAME_MOST} characters")]
    LongName {
        /// The field.
        field: String,
    },
    /// The table cannot be set like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An input that does not fit.
    #[error("inputs[{number}]: {illegal}{}", if *older { "; the record was played by older rules" } else { "" })]
    Input {
        /// Its number, counted from 0.
        number: usize,
        /// Why it does not fit.
        illegal: Illegal,
        /// Whether the record was played by older rules than this program's.
        older: bool,
    },
}

/// Who sat where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Player {
    /// The name the player gave.
    pub name: String,
    /// The monster.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub monster: Option<Species>,
    /// The level of the bot, if it was one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub bot: Option<String>,
}

/// A whole game as it is kept: header and inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Record {
    /// The version of the format.
    pub format: u32,
    /// The version of the rules it was played by.
    #[cfg_attr(feature = "serde", serde(default = "one"))]
    pub rules_version: u32,
    /// The rulebook, and the switches that differ from it.
    #[cfg_attr(feature = "serde", serde(with = "crate::rules::as_text"))]
    pub rules: Rules,
    /// The players in order of seats.
    pub players: Vec<Player>,
    /// Who starts, if the table has said so.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub first: Option<Seat>,
    /// How the chance of the game can be checked, in the words of whoever provides it.
    #[cfg(feature = "serde")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<serde_json::Value>,
    /// Everything that came in, in order.
    pub inputs: Vec<Input>,
}

#[cfg(feature = "serde")]
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
            #[cfg(feature = "serde")]
            fair: None,
            inputs: Vec::new(),
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// The field and what was expected there, or the version that cannot be read.
    #[cfg(feature = "serde")]
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        // A format that is not known may have anything in it, so the versions are looked at first.
        #[derive(Deserialize)]
        struct Versions {
            format: u32,
            #[serde(default = "one")]
            rules_version: u32,
        }
        let versions: Versions = serde_json::from_str(text)
            .map_err(|error| RecordError::NotARecord(error.to_string()))?;
        if !(1..=FORMAT).contains(&versions.format) {
            return Err(RecordError::Format(versions.format));
        }
        if !(1..=RULES_VERSION).contains(&versions.rules_version) {
            return Err(RecordError::RulesVersion(versions.rules_version));
        }
        let record: Record =
            crate::position::read(text).map_err(|(field, why)| RecordError::Text { field, why })?;
        for (place, player) in record.players.iter().enumerate() {
            if NAME_MOST < player.name.chars().count() {
                return Err(RecordError::LongName { field: format!("players[{place}].name") });
            }
        }
        Ok(record)
    }

    /// Writes the record as JSON, an input a line.
    #[cfg(feature = "serde")]
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
    /// If the set-up is impossible.
    pub fn start(&self) -> Result<State, RecordError> {
        let players = self.players.len();
        Ok(State::of_version(self.rules_version, &self.rules, players, self.first)?)
    }

    /// Plays the inputs one after the other and shows each input, its events and the game after it.
    ///
    /// # Errors
    /// The first input that does not fit.
    pub fn replay(
        &self,
        mut show: impl FnMut(usize, Input, &[Event], &State),
    ) -> Result<State, RecordError> {
        let mut state = self.start()?;
        let mut events = Vec::new();
        for (number, input) in self.inputs.iter().enumerate() {
            events.clear();
            state.play(*input, Some(&mut events)).map_err(|illegal| RecordError::Input {
                number,
                illegal,
                older: self.rules_version < RULES_VERSION,
            })?;
            show(number, *input, &events, &state);
        }
        Ok(state)
    }

    /// Whether the game was played to its end.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn is_finished(&self) -> Result<bool, RecordError> {
        Ok(matches!(self.replay(|_, _, _, _| ())?.need(), Need::Over(_)))
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;
    use crate::rules::Rulebook;

    fn named(name: String) -> Record {
        let player = |name: String| Player { name, monster: None, bot: None };
        let players = vec![player("Ada".to_owned()), player(name)];
        Record::new(Rulebook::Dutch.rules(), players, None)
    }

    #[test]
    fn a_name_that_is_too_long_is_refused_with_its_field() {
        let longest = named("ð".repeat(NAME_MOST));
        assert_eq!(Record::from_json(&longest.to_json()), Ok(longest));
        let wrong = Record::from_json(&named("ð".repeat(NAME_MOST + 1)).to_json()).unwrap_err();
        assert_eq!(wrong, RecordError::LongName { field: "players[1].name".to_owned() });
        assert_eq!(wrong.to_string(), "players[1].name: a name has at most 64 characters");
    }

    #[test]
    fn what_a_terminal_would_obey_is_not_printed() {
        assert_eq!(printable("A\u{1b}[2Jda\n\u{202e}\u{7}"), "A[2Jda");
        assert_eq!(printable("Þórður Łucja Žofie"), "Þórður Łucja Žofie");
    }
}

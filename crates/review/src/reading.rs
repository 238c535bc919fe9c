//! Records as they come: whole, cut, of other rules, or not records at all.

use std::fmt;

use engine::record::RULES_VERSION;
use engine::{Input, Record, RecordError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Why a record is reviewed up to a point only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// The text ends, or cannot be read, after this many inputs.
    Cut {
        /// How many inputs could be read.
        inputs: usize,
    },
    /// An input does not fit.
    Input {
        /// Its number, counted from 0.
        number: usize,
        /// The turn it stands in.
        turn: u16,
        /// Why it does not fit.
        why: String,
        /// Whether the record was played by older rules.
        older: bool,
    },
    /// The record was played by rules that this program does not know.
    Rules {
        /// The version of the rules.
        version: u32,
    },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Cut { inputs } => {
                write!(f, "the record is cut after {inputs} inputs; this is the review up to there")
            }
            Trouble::Input { number, turn, why, older } => {
                write!(f, "the record stops in turn {turn}: inputs[{number}]: {why}")?;
                if *older {
                    f.write_str(", it was played by older rules")?;
                }
                f.write_str("; this is the review up to there")
            }
            Trouble::Rules { version } => write!(
                f,
                "the record was played by rules of version {version}, and this program knows those up to {RULES_VERSION}; it is reviewed as far as it fits"
            ),
        }
    }
}

/// Reads a record as far as it can be read.
///
/// # Errors
/// One sentence if it is not a record at all.
pub fn read(text: &str) -> Result<(Record, Option<Trouble>), RecordError> {
    let whole = match Record::from_json(text) {
        Ok(record) => return Ok((record, None)),
        Err(RecordError::RulesVersion(version)) => {
            let known = by_known_rules(text)?;
            return Ok((known, Some(Trouble::Rules { version })));
        }
        Err(error) => error,
    };
    let Some((head, inputs)) = split(text) else { return Err(whole) };
    // What is wrong with the header stays wrong without the inputs.
    let mut record = Record::from_json(&format!("{head}[]}}"))?;
    record.inputs = leading(inputs);
    let read = record.inputs.len();
    Ok((record, Some(Trouble::Cut { inputs: read })))
}

fn by_known_rules(text: &str) -> Result<Record, RecordError> {
    let not = |error: serde_json::Error| RecordError::NotARecord(error.to_string());
    let mut value: Value = serde_json::from_str(text).map_err(not)?;
    value["rules_version"] = RULES_VERSION.into();
    Record::from_json(&value.to_string())
}

/// The text up to the list of inputs, and what follows its bracket.
fn split(text: &str) -> Option<(&str, &str)> {
    let at = text.find("\"inputs\"")? + "\"inputs\"".len();
    let open = at + text[at..].find('[')?;
    Some((&text[..open], &text[open + 1..]))
}

/// The inputs at the beginning of a list, up to the first that cannot be read.
fn leading(mut text: &str) -> Vec<Input> {
    let mut inputs = Vec::new();
    loop {
        text = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Input>();
        let Some(Ok(input)) = stream.next() else { return inputs };
        inputs.push(input);
        text = &text[stream.byte_offset()..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = include_str!("../../engine/tests/format1/record-7.json");

    #[test]
    fn a_whole_record_is_whole() {
        let (record, trouble) = read(RECORD).unwrap();
        assert_eq!(record, Record::from_json(RECORD).unwrap());
        assert_eq!(trouble, None);
    }

    /// Wherever it is cut within the inputs, all whole inputs before the cut are there.
    #[test]
    fn a_cut_record_is_read_up_to_the_cut() {
        let whole = Record::from_json(RECORD).unwrap();
        let begin = RECORD.find("\"inputs\"").unwrap() + 12;
        for cut in (begin..RECORD.len() - 4).step_by(97) {
            let (record, trouble) = read(&RECORD[..cut]).unwrap();
            assert!(whole.inputs.starts_with(&record.inputs), "cut at {cut}");
            assert_eq!(trouble, Some(Trouble::Cut { inputs: record.inputs.len() }));
        }
    }

    #[test]
    fn what_is_not_a_record_gets_one_sentence() {
        for text in ["", "hello", "{}", "[1]", "{\"format\":1}", "{\"format\":99,\"inputs\":[]}"] {
            let why = read(text).unwrap_err().to_string();
            assert!(!why.is_empty() && !why.contains('\n'), "{why}");
        }
    }

    #[test]
    fn newer_rules_are_named() {
        let text = RECORD.replacen("\"format\":1", "\"format\":1,\"rules_version\":9", 1);
        let text = text.replacen(",\"rules_version\":1", "", 1);
        let (_, trouble) = read(&text).unwrap();
        assert_eq!(trouble, Some(Trouble::Rules { version: 9 }));
    }
}

//! What could not be read of a link or a file: where, and of what kind, so that it can be told in any language.

use std::fmt;

/// The first thing that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Where it is.
    pub place: Place,
    /// What is wrong there.
    pub fault: Fault,
}

/// A place in a link or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The field, as the link names it; `version`, `checksum` and `end` are those of the link itself.
    Field(String),
    /// A move of a link, counted from 1.
    Move(usize),
    /// A line of a file, counted from 1.
    Line(usize),
}

/// What can be wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is neither a link nor a file.
    NoQuestion,
    /// It is of another version than this program knows.
    Version {
        /// The version that it knows.
        known: u32,
        /// The one that was found.
        found: u32,
    },
    /// The end is missing.
    Cut,
    /// The checksum is another.
    Changed,
    /// There is more than this many letters or moves.
    TooLong(usize),
    /// This program does not know the field.
    Unknown,
    /// Here a seat is expected.
    Seat,
    /// Nobody sits at this seat.
    Nobody,
    /// There is no such card.
    Card,
    /// Here a number is expected.
    Number {
        /// The least that it can be.
        least: u16,
        /// The most.
        most: u16,
    },
    /// Here up to nine dice are expected.
    Dice,
    /// Here a part or a kind of the turn is expected.
    Turn,
    /// There is no such switch, or it has no such value.
    Switch(String),
    /// A letter cannot be read.
    Letter,
    /// The file is not written as TOML; what the reader says.
    Toml(String),
    /// An entry of a file cannot be; what the reader says.
    Entry(String),
    /// A move or a line of the play cannot be understood; what the reader says.
    Line(String),
}

impl Trouble {
    pub(crate) fn of_field(field: &str, fault: Fault) -> Trouble {
        let field = if field.len() <= 24 { crate::printable(field) } else { "link".to_owned() };
        Trouble { place: Place::Field(field), fault }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Field(field) => f.write_str(field),
            Place::Move(number) => write!(f, "move {number}"),
            Place::Line(number) => write!(f, "line {number}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoQuestion => f.write_str("there is no question in it"),
            Fault::Version { known, found } => {
                write!(f, "this program reads version {known}, not {found}")
            }
            Fault::Cut => f.write_str("the end is missing"),
            Fault::Changed => f.write_str("the link has been changed on its way"),
            Fault::TooLong(most) => write!(f, "at most {most} are read"),
            Fault::Unknown => f.write_str("this program does not know this field"),
            Fault::Seat => f.write_str("expected a seat, A to F"),
            Fault::Nobody => f.write_str("nobody sits there"),
            Fault::Card => f.write_str("there is no such card"),
            Fault::Number { least, most } => write!(f, "expected a number from {least} to {most}"),
            Fault::Dice => f.write_str("expected up to nine dice: 1 2 3 E C H"),
            Fault::Turn => f.write_str("expected a part of the turn"),
            Fault::Letter => f.write_str("a letter in it cannot be read"),
            Fault::Switch(why) | Fault::Toml(why) | Fault::Entry(why) | Fault::Line(why) => {
                f.write_str(why)
            }
        }
    }
}

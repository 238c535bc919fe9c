//! Everything that is fixed before the first roll, as one text that the dice are bound to.

use std::fmt;
use std::str::FromStr;

use engine::{Edition, Seat, Seats, Species};
use serde::{Deserialize, Serialize};

/// Which dice a table plays with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DiceKind {
    /// One mix before the first roll. Nobody can choose the dice; whoever runs the server can foresee them.
    #[default]
    Sealed,
    /// Every step with chance mixes fresh secrets. Nobody can foresee a die into which an honest seat was mixed.
    Live,
    /// Drawn on the device that played.
    Local,
}

impl DiceKind {
    /// The kind's name: `sealed`, `live` or `local`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sealed => "sealed",
            Self::Live => "live",
            Self::Local => "local",
        }
    }
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A person of this name.
    Person(String),
    /// A bot of this level.
    Bot(String),
}

/// What a game's dice are bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The game's name: the table, a slash and the number of the game.
    pub game: String,
    /// The number of the last game of this table that began, 0 if none. The numbers between are void.
    pub after: u32,
    /// Which dice.
    pub dice: DiceKind,
    /// The rules, as in the record.
    pub rules: String,
    /// The version of the rules.
    pub rules_version: u32,
    /// Who starts; chance chooses if nobody is named.
    pub first: Option<Seat>,
    /// Monsters and players in the order of the seats.
    pub players: Vec<(Species, Sitter)>,
    /// The seats that contribute to the dice.
    pub mixed: Seats,
}

pub(crate) fn nobody(seats: &Seats) -> bool {
    seats.is_empty()
}

/// Seats as letters, `-` if there is none.
pub(crate) fn letters(seats: Seats) -> String {
    if seats.is_empty() { "-".into() } else { seats.iter().map(|seat| seat.to_string()).collect() }
}

fn seat_of(letter: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| seat.to_string() == letter)
}

/// Seats from their letters, which stand in order and once each.
pub(crate) fn seats_of(text: &str) -> Option<Seats> {
    let mut seats = Seats::NONE;
    for letter in text.chars() {
        let seat = seat_of(letter.encode_utf8(&mut [0; 4]))?;
        if seats.iter().any(|earlier| seat <= earlier) {
            return None;
        }
        seats = seats.with(seat);
    }
    Some(seats)
}

/// A name on one line: a name has no control characters, and where one might have, it is a space.
pub(crate) fn one_line(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "daikaiju-fair-2\ngame {}\nafter {}", self.game, self.after)?;
        writeln!(f, "dice {}\nrules {}", self.dice.name(), self.rules)?;
        writeln!(f, "rules_version {}", self.rules_version)?;
        writeln!(f, "first {}", letters(self.first.map_or(Seats::NONE, Seats::one)))?;
        for (seat, (monster, sitter)) in Seat::ALL.into_iter().zip(&self.players) {
            match sitter {
                Sitter::Person(name) => {
                    writeln!(f, "{seat} {} person {}", monster.id(), one_line(name))?;
                }
                Sitter::Bot(level) => writeln!(f, "{seat} {} bot {level}", monster.id())?,
            }
        }
        writeln!(f, "mixed {}", letters(self.mixed))
    }
}

/// Why a text is not the terms of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermsError {
    /// A line begins with something else.
    Expected {
        /// What the line says.
        line: String,
        /// How it should begin.
        start: &'static str,
    },
    /// A number, a seat, a monster … that there is not.
    Unknown(&'static str),
    /// There is more after the end.
    GoesOn,
    /// It ends before it says who is mixed in.
    Ends,
    /// It says what it should in other letters.
    OtherLetters,
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { line, start } => {
                write!(f, "the terms say `{line}` where `{start}` was expected")
            }
            Self::Unknown(what) => write!(f, "the terms name {what} that does not exist"),
            Self::GoesOn => f.write_str("the terms go on after their end"),
            Self::Ends => f.write_str("the terms end before they say who is mixed in"),
            Self::OtherLetters => f.write_str("the terms are not written as they should be"),
        }
    }
}

impl std::error::Error for TermsError {}

impl FromStr for Terms {
    type Err = TermsError;

    fn from_str(text: &str) -> Result<Self, TermsError> {
        let mut lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
        let mut next = |start: &'static str| {
            let line = lines.next().unwrap_or_default();
            let rest = line.strip_prefix(start).map(str::to_owned);
            rest.ok_or_else(|| TermsError::Expected { line: line.to_owned(), start })
        };
        next("daikaiju-fair-2")?;
        let wrong = TermsError::Unknown;
        let game = next("game ")?;
        let after = next("after ")?.parse().map_err(|_| wrong("a number"))?;
        let dice = match next("dice ")?.as_str() {
            "sealed" => DiceKind::Sealed,
            "live" => DiceKind::Live,
            "local" => DiceKind::Local,
            _ => return Err(wrong("dice")),
        };
        let rules = next("rules ")?;
        let rules_version = next("rules_version ")?.parse().map_err(|_| wrong("a number"))?;
        let first = match next("first ")?.as_str() {
            "-" => None,
            letter => Some(seat_of(letter).ok_or_else(|| wrong("a seat"))?),
        };
        let mut players = Vec::new();
        let mut mixed = None;
        for line in lines {
            if mixed.is_some() {
                return Err(TermsError::GoesOn);
            }
            if let Some(seats) = line.strip_prefix("mixed ") {
                let seats = if seats == "-" { "" } else { seats };
                mixed = Some(seats_of(seats).ok_or_else(|| wrong("a seat"))?);
                continue;
            }
            let mut words = line.splitn(4, ' ');
            let mut word = || words.next().unwrap_or_default();
            let (seat, monster, kind, name) = (word(), word(), word(), word());
            if seat_of(seat).map(Seat::index) != Some(players.len()) {
                return Err(wrong("a seat"));
            }
            let monster = [Edition::First, Edition::Second]
                .into_iter()
                .flat_map(Species::roster)
                .find(|species| species.id() == monster)
                .ok_or_else(|| wrong("a monster"))?;
            let sitter = match kind {
                "person" => Sitter::Person(name.to_owned()),
                "bot" => Sitter::Bot(name.to_owned()),
                _ => return Err(wrong("a player")),
            };
            players.push((monster, sitter));
        }
        let mixed = mixed.ok_or(TermsError::Ends)?;
        let terms = Self { game, after, dice, rules, rules_version, first, players, mixed };
        if terms.to_string() == text { Ok(terms) } else { Err(TermsError::OtherLetters) }
    }
}

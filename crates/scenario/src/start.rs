//! The table that a case or a question starts from. The rules are not part of it: each book sets it by its own.

use engine::{Event, Rules, Seat, Setup, SetupError, State};

/// A table before the first line is played.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// A game that has not begun.
    New {
        /// How many monsters there are.
        players: usize,
        /// Who starts, if the table has said so.
        first: Option<Seat>,
    },
    /// Any position; its rules do not count.
    Table(Box<Setup>),
}

impl Start {
    /// How many monsters there are.
    pub fn players(&self) -> usize {
        match self {
            Start::New { players, .. } => *players,
            Start::Table(setup) => setup.monsters.len(),
        }
    }

    /// The game by these rules, and what happens before anybody is asked.
    ///
    /// # Errors
    /// The field that does not fit these rules, and why.
    pub fn begin(&self, rules: &Rules, log: Option<&mut Vec<Event>>) -> Result<State, SetupError> {
        match self {
            Start::New { players, first } => State::new(rules, *players, *first),
            Start::Table(setup) => {
                let setup = Setup { rules: *rules, ..Setup::clone(setup) };
                State::from_setup_told(&setup, log)
            }
        }
    }
}

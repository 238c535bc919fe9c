//! The commands of the laboratory, for any program that wants to offer them.

use clap::Subcommand;

use crate::arena::{ArenaArgs, arena};
use crate::odds::{OddsArgs, odds};
use crate::simulate::{SimulateArgs, simulate};
use crate::train::{TrainArgs, train};

/// What the laboratory can do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Let bots play against each other and report who wins, with intervals
    Arena(ArenaArgs),
    /// Play many games and report length, win rates by seat, and what the cards are worth
    Simulate(SimulateArgs),
    /// Odds and the best keep for given dice
    Odds(OddsArgs),
    /// Train the net by self-play; continues an earlier run in the same folder
    Train(TrainArgs),
}

/// Runs a command and returns what to print.
///
/// # Errors
/// One sentence about what was wrong with the input; a program ends with code 2 on it.
pub fn run(command: &Command) -> Result<String, String> {
    match command {
        Command::Arena(args) => arena(args),
        Command::Simulate(args) => simulate(args),
        Command::Odds(args) => odds(args),
        Command::Train(args) => train(args),
    }
}

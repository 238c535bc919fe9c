//! The commands of the laboratory, for any program that wants to offer them.

use clap::Subcommand;

use crate::advise::{AdviseArgs, advise};
use crate::arena::{ArenaArgs, arena};
use crate::audit::{AuditArgs, audit};
use crate::calibrate::{CalibrateArgs, calibrate};
use crate::coverage::{CoverageArgs, coverage};
use crate::drift::{DriftArgs, drift};
use crate::odds::{OddsArgs, odds};
use crate::oracle3::{OracleArgs, oracle};
use crate::puzzles::{PuzzlesArgs, puzzles};
use crate::simulate::{SimulateArgs, simulate};
use crate::styles::{StylesArgs, styles};
use crate::train::{TrainArgs, train};
use crate::validate::{ValidateArgs, validate};
use crate::worth::{WorthArgs, worth};

/// What the laboratory can do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Let bots play against each other and report who wins, with intervals
    Arena(ArenaArgs),
    /// Play many games and report length, win rates by seat, and what the cards are worth
    Simulate(SimulateArgs),
    /// Odds and the best keep for given dice
    Odds(OddsArgs),
    /// For a position file: the chance to win of each seat and the value of each answer
    Advise(AdviseArgs),
    /// Play out every answer of positions from self-play, and count where the bot's own choice was wrong
    Audit(AuditArgs),
    /// Measure how often the 95 % intervals of rollouts cover a much longer rollout
    Coverage(CoverageArgs),
    /// Measure how true the net's chances are, on self-play with fresh seeds
    Calibrate(CalibrateArgs),
    /// Solve three-player play without cards, and measure the net against it
    Oracle(OracleArgs),
    /// What sets the styles of a level apart, in purchases and yields, and what they cost
    Styles(StylesArgs),
    /// Measure by card held how far the net's chances drift over a turn on average; it should be nowhere
    Drift(DriftArgs),
    /// Measure what each keep card is worth in points of win chance
    Worth(WorthArgs),
    /// Check the review: its identity, the mean of its luck, its values against the oracle, its errors against results
    ValidateReview(ValidateArgs),
    /// Make puzzles of games: moments in which one answer is better by 8 points or more, and playing out agrees
    Puzzles(PuzzlesArgs),
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
        Command::Advise(args) => advise(args),
        Command::Audit(args) => audit(args),
        Command::Coverage(args) => coverage(args),
        Command::Calibrate(args) => calibrate(args),
        Command::Oracle(args) => oracle(args),
        Command::Styles(args) => styles(args),
        Command::Drift(args) => drift(args),
        Command::Worth(args) => worth(args),
        Command::ValidateReview(args) => validate(args),
        Command::Puzzles(args) => puzzles(args),
        Command::Train(args) => train(args),
    }
}

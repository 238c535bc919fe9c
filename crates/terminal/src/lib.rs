//! The whole game in the terminal: full screen with one key for each choice, or plain lines for screen readers and pipes.
//!
//! A program offers it by flattening [`TerminalArgs`] into its command line and handing them to [`run`]:
//!
//! ```no_run
//! use clap::Parser;
//!
//! #[derive(Parser)]
//! struct Program {
//!     #[command(flatten)]
//!     terminal: daikaiju_terminal::TerminalArgs,
//! }
//!
//! if let Err(sentence) = daikaiju_terminal::run(&Program::parse().terminal) {
//!     eprintln!("{sentence}");
//!     std::process::exit(2);
//! }
//! ```
//!
//! Rules, words and opponents come from the crates `engine`, `texts` and `bots`; here is only how a table looks in a
//! terminal and how keys and lines become answers. The game saves itself after every input as a game record.

mod app;
mod args;
mod asking;
mod hint;
mod look;
mod menu;
mod panels;
mod plain;
mod reading;
mod review_game;
mod save;
mod screen;
mod session;
mod terminal;
#[cfg(test)]
mod tests;
mod told;
mod words;

pub use args::{Speed, TerminalArgs};

use args::Plan;
use std::io::IsTerminal;

/// Plays: a new game or the saved one, in full screen or in lines, until it is over or left.
///
/// # Errors
/// One sentence about what was wrong with the input or the saved game; nothing has changed then.
pub fn run(args: &TerminalArgs) -> Result<(), String> {
    let plan = Plan::of(args)?;
    let plain = args.plain || !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal();
    if plain {
        let input = std::io::stdin().lock();
        let output = std::io::stdout().lock();
        plain::play(plan, input, output)
    } else {
        terminal::play(plan)
    }
}

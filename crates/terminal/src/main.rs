//! The terminal game by itself: `cargo run --release -p daikaiju-terminal`.

use std::process::ExitCode;

use clap::Parser;

/// Daikaiju in the terminal, against bots or around one keyboard
#[derive(Parser)]
#[command(name = "terminal", version)]
struct Program {
    #[command(flatten)]
    args: daikaiju_terminal::TerminalArgs,
}

fn main() -> ExitCode {
    match daikaiju_terminal::run(&Program::parse().args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
    }
}

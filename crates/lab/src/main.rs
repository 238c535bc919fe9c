//! The laboratory by itself: `cargo run --release -p daikaiju-lab -- arena ruthless angry`.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

/// Bots at work: arena, simulation, odds and training
#[derive(Parser)]
#[command(name = "lab")]
struct Lab {
    #[command(subcommand)]
    command: daikaiju_lab::cli::Command,
}

fn main() -> ExitCode {
    match daikaiju_lab::cli::run(&Lab::parse().command) {
        Ok(text) => {
            // Whoever reads may have seen enough, as `head` does.
            let _ = writeln!(std::io::stdout(), "{}", text.trim_end());
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
    }
}

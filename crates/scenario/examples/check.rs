//! The command on its own: `cargo run -p scenario --example check -- scenarios`.

use clap::Parser;
use std::process::ExitCode;

#[derive(Parser)]
struct Program {
    #[command(flatten)]
    check: scenario::CheckArgs,
}

fn main() -> ExitCode {
    scenario::run(&Program::parse().check)
}

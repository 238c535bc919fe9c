//! The command on its own: `cargo run -p daikaiju-scenario --example check -- scenarios`.

use clap::Parser;
use std::process::ExitCode;

#[derive(Parser)]
struct Program {
    #[command(flatten)]
    check: daikaiju_scenario::CheckArgs,
}

fn main() -> ExitCode {
    daikaiju_scenario::run(&Program::parse().check)
}

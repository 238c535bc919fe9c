//! The server alone, without the rest of the program.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tables for friends that never lose a move.
#[derive(Parser)]
#[command(name = "daikaiju-server", version)]
struct Program {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Serve(Box<server::ServeArgs>),
    Backup(server::BackupArgs),
    Verify(server::VerifyArgs),
    Load(server::LoadArgs),
    Soak(server::SoakArgs),
}

fn main() -> ExitCode {
    let outcome = match Program::parse().task {
        Task::Serve(args) => server::run(*args),
        Task::Backup(args) => server::backup(&args),
        Task::Verify(args) => server::verify(&args),
        Task::Load(args) => server::load(args).map(drop),
        Task::Soak(args) => server::soak(args).map(drop),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

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
    Serve(Box<daikaiju_server::ServeArgs>),
    Backup(daikaiju_server::BackupArgs),
    Tables(daikaiju_server::TablesArgs),
    Config(daikaiju_server::ConfigArgs),
    Healthcheck(daikaiju_server::HealthcheckArgs),
    Restore(daikaiju_server::RestoreArgs),
    Verify(daikaiju_server::VerifyArgs),
    Load(daikaiju_server::LoadArgs),
    Soak(daikaiju_server::SoakArgs),
}

fn main() -> ExitCode {
    let outcome = match Program::parse().task {
        Task::Serve(args) => daikaiju_server::run(*args),
        Task::Backup(args) => daikaiju_server::backup(&args),
        Task::Tables(args) => daikaiju_server::tables(&args),
        Task::Config(args) => daikaiju_server::config(args),
        Task::Healthcheck(args) => daikaiju_server::healthcheck(&args),
        Task::Restore(args) => daikaiju_server::restore(&args),
        Task::Verify(args) => match daikaiju_server::verify(&args) {
            Ok(code) => return ExitCode::from(code),
            Err(failure) => Err(failure),
        },
        Task::Load(args) => daikaiju_server::load(args).map(drop),
        Task::Soak(args) => daikaiju_server::soak(args).map(drop),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

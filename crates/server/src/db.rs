//! `db copy`: from a folder to a database that several servers share, and back.

use clap::{Args, Subcommand};
use store::{Copied, Place};

use crate::serve::Failure;

/// Move everything between a data folder and a PostgreSQL database.
#[derive(Args, Clone, Debug)]
pub struct DbArgs {
    /// What to do
    #[command(subcommand)]
    pub task: DbTask,
}

/// What is done with databases.
#[derive(Subcommand, Clone, Debug)]
pub enum DbTask {
    /// Copy all tables and games, and check every one of them on the other side
    ///
    /// No server may run on either side, and the target must be empty. A copy that was interrupted is run again and goes on where it
    /// was. The source is left as it is.
    Copy {
        /// A data folder, postgres://user:password@host/name, or `-` for the address in DAIKAIJU_DATABASE
        from: String,
        /// A data folder, postgres://user:password@host/name, or `-` for the address in DAIKAIJU_DATABASE
        to: String,
    },
}

/// Does it.
///
/// # Errors
/// One sentence: a side cannot be used or is in use, or the target holds something else.
pub fn db(args: &DbArgs) -> Result<(), Failure> {
    let DbTask::Copy { from, to } = &args.task;
    let (from, to) = (place(from)?, place(to)?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(error.to_string()))?;
    let mut told = 0;
    let watch = |done: Copied| {
        if told + 1000 <= done.games {
            told = done.games;
            eprintln!("{} tables, {} games", done.tables, done.games);
        }
    };
    let done = runtime
        .block_on(store::copy(&from, &to, watch))
        .map_err(|error| Failure::new(error.to_string()))?;
    let Copied { tables, games, steps, before, digest } = done;
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    println!(
        "{tables} tables, {games} games ({before} of them copied before), {steps} steps; all are the same on both sides"
    );
    println!("sha256 {digest}");
    Ok(())
}

/// Where it is. A password on the command line can be read by others on the machine, in a variable it cannot.
fn place(text: &str) -> Result<Place, Failure> {
    if text != "-" {
        return Ok(Place::from(text));
    }
    let address = std::env::var("DAIKAIJU_DATABASE").map_err(|_| {
        Failure::new("`-` stands for the address in DAIKAIJU_DATABASE, which is not set")
    })?;
    Ok(Place::Database(address))
}

//! `backup` and `verify`: small commands for hosts and doubters.

use std::path::PathBuf;

use clap::Args;
use engine::Record;

use crate::serve::Failure;

/// Copy the database into one file, while the server may be running.
#[derive(Args, Clone, Debug)]
pub struct BackupArgs {
    /// The server's data folder
    #[arg(long, env = "DAIKAIJU_DATA", default_value = "data")]
    pub data: PathBuf,
    /// Leave seeds and links readable; such a copy must not leave the machine
    #[arg(long)]
    pub plain: bool,
    /// The file to write; it must not exist
    pub to: PathBuf,
}

/// Copies the database and checks the copy.
///
/// # Errors
/// One sentence; nothing half-written stays behind.
pub fn backup(args: &BackupArgs) -> Result<(), Failure> {
    let made = store::backup(&args.data, &args.to, args.plain)
        .map_err(|error| Failure::new(error.to_string()))?;
    println!(
        "{}: {} tables, {} games, {} bytes",
        args.to.display(),
        made.tables,
        made.games,
        made.bytes
    );
    Ok(())
}

/// Put a backup in place. No server may be running; what was there is kept beside it.
#[derive(Args, Clone, Debug)]
pub struct RestoreArgs {
    /// The server's data folder
    #[arg(long, env = "DAIKAIJU_DATA", default_value = "data")]
    pub data: PathBuf,
    /// The key that the backup was sealed with [default: `backup.key` in the data folder]
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// The backup
    pub from: PathBuf,
}

/// Puts a backup in place.
///
/// # Errors
/// One sentence; nothing has changed then.
pub fn restore(args: &RestoreArgs) -> Result<(), Failure> {
    let restored = store::restore(&args.data, &args.from, args.key.as_deref())
        .map_err(|error| Failure::new(error.to_string()))?;
    println!("{}: {} tables, {} games", args.data.display(), restored.tables, restored.games);
    if let Some(before) = restored.before {
        println!("what was there before is now {}", before.display());
    }
    Ok(())
}

/// Recompute every roll and reveal of a game record from its revealed seeds.
#[derive(Args, Clone, Debug)]
pub struct VerifyArgs {
    /// The record of a finished game, as downloaded; `-` reads from standard input
    pub record: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// Checks the dice of a record.
///
/// # Errors
/// One sentence that names the first wrong roll, or says why the record cannot be read.
pub fn verify(args: &VerifyArgs) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::new(format!("cannot read {}: {error}", args.record.display()))
    };
    let text = if args.record.as_os_str() == "-" {
        std::io::read_to_string(std::io::stdin()).map_err(unreadable)?
    } else {
        std::fs::read_to_string(&args.record).map_err(unreadable)?
    };
    let record = Record::from_json(&text).map_err(Failure::new)?;
    let outcome = fair::verify_record(&record);
    if args.json {
        println!(
            "{}",
            match &outcome {
                Ok(verified) =>
                    serde_json::json!({ "fair": true, "rolls": verified.rolls, "reveals": verified.reveals }),
                Err(why) => serde_json::json!({ "fair": false, "why": why }),
            }
        );
    }
    let verified = outcome.map_err(Failure::new)?;
    if !args.json {
        println!(
            "Fair: {} rolls and {} reveals follow from the seeds that were committed to.",
            verified.rolls, verified.reveals
        );
    }
    Ok(())
}

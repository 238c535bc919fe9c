//! `backup` and `verify`: small commands for hosts and doubters.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use engine::Record;
use fair::{Evidence, Verdict};

use crate::config::ServeArgs;
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

/// Look at the settings without starting a server.
#[derive(Args, Clone, Debug)]
pub struct ConfigArgs {
    /// What to do
    #[command(subcommand)]
    pub task: ConfigTask,
}

/// What is done with settings.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum ConfigTask {
    /// Check flags, variables and file as `serve` would, and print what they come to
    Check(Box<ServeArgs>),
}

/// Checks settings.
///
/// # Errors
/// One sentence about the first setting that cannot be used.
pub fn config(args: ConfigArgs) -> Result<(), Failure> {
    let ConfigTask::Check(settings) = args.task;
    let config = settings.resolve().map_err(|error| Failure::new(error.to_string()))?;
    print!("{}", config.print());
    Ok(())
}

/// Ask a server whether it is ready; for container tools and scripts.
#[derive(Args, Clone, Debug)]
pub struct HealthcheckArgs {
    /// The address that the server listens on
    #[arg(
        long,
        env = "DAIKAIJU_LISTEN",
        default_value = "127.0.0.1:4150",
        value_name = "ADDRESS:PORT"
    )]
    pub listen: std::net::SocketAddr,
}

/// Asks a server whether it is ready.
///
/// # Errors
/// One sentence: nobody answers within five seconds, or it is not ready.
pub fn healthcheck(args: &HealthcheckArgs) -> Result<(), Failure> {
    use std::io::{Read, Write};
    let mut address = args.listen;
    if address.ip().is_unspecified() {
        let own =
            if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
        address.set_ip(own);
    }
    let within = Duration::from_secs(5);
    let ask = || {
        let mut stream = std::net::TcpStream::connect_timeout(&address, within)?;
        stream.set_read_timeout(Some(within))?;
        write!(stream, "GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    let answer = ask().map_err(|error: std::io::Error| {
        Failure::new(format!("nobody answers at {address}: {error}"))
    })?;
    if answer.starts_with("HTTP/1.1 200 ") {
        println!("ready");
        return Ok(());
    }
    let status = answer.lines().next().unwrap_or("nothing").to_owned();
    Err(Failure::new(format!("the server at {address} is not ready: {status}")))
}

/// Recompute every roll and reveal of a game record, and compare it with what a client was shown.
///
/// Ends with 0 if the dice are fair, 1 if nothing is wrong but something remains to be said, 3 if the record is broken or not
/// what the client saw, 2 if a file or the command line cannot be read.
#[derive(Args, Clone, Debug)]
pub struct VerifyArgs {
    /// The record of a finished game, as downloaded; `-` reads from standard input
    pub record: PathBuf,
    /// What a client kept while the game was played, as the page saves it
    #[arg(long, value_name = "FILE")]
    pub seen: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Checks a record and prints the verdict. The exit code is 0 if it is fair without reservations, 1 if nothing is wrong as
/// far as it goes, 3 if something is; 2 is for a file or a command line that cannot be read.
///
/// # Errors
/// One sentence if a file cannot be read.
pub fn verify(args: &VerifyArgs) -> Result<u8, Failure> {
    let read = |path: &Path| {
        let text = if path.as_os_str() == "-" {
            std::io::read_to_string(std::io::stdin())
        } else {
            std::fs::read_to_string(path)
        };
        text.map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))
    };
    let record =
        Record::from_json(&read(&args.record)?).map_err(|wrong| Failure::new(wrong.to_string()))?;
    let seen: Option<Evidence> = match &args.seen {
        None => None,
        Some(path) => Some(serde_json::from_str(&read(path)?).map_err(|error| {
            Failure::new(format!("{} is not what a client keeps: {error}", path.display()))
        })?),
    };
    let verdict = fair::verify(&record, seen.as_ref());
    if args.json {
        println!("{}", as_json(&verdict));
    } else {
        print!("{verdict}");
    }
    Ok(verdict.exit_code())
}

fn as_json(verdict: &Verdict) -> serde_json::Value {
    let mut json = serde_json::json!({ "verdict": verdict.name() });
    if let Verdict::Broken(wrong) = verdict {
        json["why"] = wrong.to_string().into();
        json["input"] = wrong.place().into();
    }
    if let Some(report) = verdict.report() {
        json["rolls"] = report.rolls.into();
        json["reveals"] = report.reveals.into();
        json["mixed"] = serde_json::json!(report.mixed);
        json["reservations"] =
            report.reservations.iter().map(ToString::to_string).collect::<Vec<_>>().into();
        json["compared"] = serde_json::json!(report.compared);
    }
    json
}

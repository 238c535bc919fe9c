//! `daikaiju`: King of Tokyo in the terminal, on a server, and as tools for rules lawyers, students and bot authors.

mod ask;
mod library;
mod position;
mod random;
mod replay;
mod review_game;
mod soak;

use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// The complete, open, self-hostable King of Tokyo. An unofficial fan project.
#[derive(Parser)]
#[command(name = "daikaiju", version, arg_required_else_help = true)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the terminal, against bots or around one keyboard
    Terminal(terminal::TerminalArgs),
    /// Serve the web page and tables for friends
    Serve(Box<server::ServeArgs>),
    /// Copy the server's database into one file, while the server may be running
    Backup(server::BackupArgs),
    /// List, show, close and remove the tables of a server, while it runs or not
    Tables(server::TablesArgs),
    /// Show the servers that share a database: who lives, and who owns how many tables
    Cluster(server::ClusterArgs),
    /// Move everything between a data folder and a PostgreSQL database
    Db(server::DbArgs),
    /// Look at the settings without starting a server
    Config(server::ConfigArgs),
    /// Ask a server whether it is ready
    Healthcheck(server::HealthcheckArgs),
    /// Put a backup of the server's database in place
    Restore(server::RestoreArgs),
    /// Recompute every roll and reveal of a game record, and compare it with what a client was shown
    Verify(server::VerifyArgs),
    /// Check scenario files and show what differs
    Check(scenario::CheckArgs),
    /// Put a question to all five rulebooks and show where they part
    Ask(ask::AskArgs),
    /// Check a position and print it
    Position(position::PositionArgs),
    /// Replay a game record, event by event
    Replay(replay::ReplayArgs),
    /// Review a game record: where luck was, and which choices were costly
    Review(review_game::ReviewArgs),
    /// Play seeded random games and write them as records
    Random(random::RandomArgs),
    /// List and search the cards of a rulebook
    Cards(library::CardsArgs),
    /// The rules of a book in plain words, and where the books differ
    Rules(library::RulesArgs),
    /// The bots' laboratory
    #[command(flatten)]
    Lab(lab::cli::Command),
    /// Play random games by the thousand and check every law after every input
    Soak(soak::SoakArgs),
    /// Kill a server under load again and again and check that nothing acknowledged is missing
    SoakServer(server_bench::SoakArgs),
    /// Bring faults over a cluster of servers under load and check that nothing acknowledged is missing
    SoakCluster(server_bench::SoakClusterArgs),
    /// Measure a server under load beside two bare servers
    Load(server_bench::LoadArgs),
    /// Print shell completions
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

fn main() -> ExitCode {
    let outcome = match Program::parse().command {
        Command::Terminal(args) => terminal::run(&args),
        Command::Serve(args) => return host(server::run(*args)),
        Command::Backup(args) => return host(server::backup(&args)),
        Command::Restore(args) => return host(server::restore(&args)),
        Command::Tables(args) => return host(server::tables(&args)),
        Command::Cluster(args) => return host(server::cluster(&args)),
        Command::Db(args) => return host(server::db(&args)),
        Command::Config(args) => return host(server::config(args)),
        Command::Healthcheck(args) => return host(server::healthcheck(&args)),
        Command::Verify(args) => match server::verify(&args) {
            Ok(code) => return ExitCode::from(code),
            Err(error) => Err(error.to_string()),
        },
        Command::Check(args) => return scenario::run(&args),
        Command::Ask(args) => ask::run(&args),
        Command::Position(args) => position::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Review(args) => review_game::run(&args),
        Command::Random(args) => random::run(&args),
        Command::Cards(args) => library::cards(&args),
        Command::Rules(args) => library::rules(&args),
        Command::Lab(command) => lab::cli::run(&command).and_then(|text| print(text.trim_end())),
        Command::Soak(args) => soak::run(&args),
        Command::SoakServer(args) => {
            server_bench::soak(args).map(drop).map_err(|error| error.to_string())
        }
        Command::SoakCluster(args) => {
            server_bench::soak_cluster(args).map(drop).map_err(|error| error.to_string())
        }
        Command::Load(args) => {
            server_bench::load(args).map(drop).map_err(|error| error.to_string())
        }
        Command::Completions { shell } => {
            clap_complete::generate(
                shell,
                &mut Program::command(),
                "daikaiju",
                &mut std::io::stdout(),
            );
            Ok(())
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("daikaiju: {why}");
            ExitCode::from(2)
        }
    }
}

/// A server's commands end with 1 if they fail, as service managers expect; 2 is for a command line that cannot be read.
fn host(outcome: Result<(), server::Failure>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("daikaiju: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Reads a file, or standard input for `-`.
fn read(path: &std::path::Path) -> Result<String, String> {
    let text = if path.as_os_str() == "-" {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    };
    text.map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// The rules that a command goes by.
#[derive(clap::Args)]
struct RulesGiven {
    /// The rulebook: icelandic, polish, czech, dutch or italian
    #[arg(long, default_value = "dutch")]
    book: String,
    /// A switch that differs from the book, as name=value; may be given several times
    #[arg(long = "switch", value_name = "NAME=VALUE")]
    switches: Vec<String>,
}

impl RulesGiven {
    fn read(&self) -> Result<engine::Rules, String> {
        engine::Rules::from_text(&format!("{} {}", self.book, self.switches.join(" ")))
            .map_err(|wrong| wrong.to_string())
    }
}

/// The language with this tag.
fn texts(tag: &str) -> Result<&'static texts::Texts, String> {
    let lang = texts::Lang::from_tag(tag).ok_or_else(|| {
        format!("there is no language `{tag}`: it is one of en, is, pl, cs, nl, it")
    })?;
    Ok(texts::Texts::of(lang))
}

/// Prints, and ends quietly when nobody reads on.
fn print(text: &str) -> Result<(), String> {
    use std::io::{ErrorKind, Write};
    match writeln!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => Err(format!("cannot write: {error}")),
        Ok(()) => Ok(()),
    }
}

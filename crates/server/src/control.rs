//! What the host of a server does to its tables: listing, showing, closing, removing. With the server running it is asked
//! over a socket in its data folder, which only the folder's owner can open; without one the database is opened.

use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Subcommand};
use protocol::{Refused, TablePhase};
use serde::{Deserialize, Serialize};
use store::{Sqlite, Store, TableRow};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt};

use crate::clock::ServerClock;
use crate::doc::{Held, TableDoc};
use crate::hall::Hall;
use crate::serve::Failure;
use crate::table::{self, Mail};

/// The socket's name in the data folder.
const SOCKET: &str = "control";

/// How many tables are read at once.
const PAGE: u32 = 500;

/// List, show, close and remove the tables of a server, while it runs or not.
#[derive(Args, Clone, Debug)]
pub struct TablesArgs {
    /// The server's data folder
    #[arg(long, env = "DAIKAIJU_DATA", default_value = "data", global = true)]
    pub data: PathBuf,
    /// What to do
    #[command(subcommand)]
    pub task: TablesTask,
}

/// What is done to tables.
#[derive(Subcommand, Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TablesTask {
    /// List all tables: name, phase, people, days since something happened
    List,
    /// Show one table
    Show {
        /// Its name
        table: String,
    },
    /// End the game that is on at a table, without a result
    Close {
        /// Its name
        table: String,
    },
    /// Forget a table and the game that is on at it; its finished games stay
    Remove {
        /// Its name
        table: String,
    },
}

/// Does something to the tables of a server.
///
/// # Errors
/// One sentence: no such table, no such folder.
pub fn tables(args: &TablesArgs) -> Result<(), Failure> {
    let lines = match ask_server(&args.data, &args.task)? {
        Some(answer) => answer,
        None => alone(&args.data, &args.task),
    };
    lines.map(|text| print!("{text}")).map_err(Failure::new)
}

/// Asks a server that is running; nothing if there is none.
#[cfg(unix)]
fn ask_server(data: &Path, task: &TablesTask) -> Result<Option<Result<String, String>>, Failure> {
    let Ok(mut socket) = std::os::unix::net::UnixStream::connect(data.join(SOCKET)) else {
        return Ok(None);
    };
    let wrong =
        |error: std::io::Error| Failure::new(format!("the server does not answer: {error}"));
    let request = serde_json::to_string(task).expect("a task is plain data");
    writeln!(socket, "{request}").map_err(wrong)?;
    let mut answer = String::new();
    BufReader::new(socket).read_line(&mut answer).map_err(wrong)?;
    let answer = serde_json::from_str(&answer)
        .map_err(|error| Failure::new(format!("the server's answer cannot be read: {error}")))?;
    Ok(Some(answer))
}

#[cfg(not(unix))]
fn ask_server(_: &Path, _: &TablesTask) -> Result<Option<Result<String, String>>, Failure> {
    Ok(None)
}

/// Whether a server that is running uses this folder.
#[cfg(unix)]
pub(crate) fn is_served(data: &Path) -> bool {
    std::os::unix::net::UnixStream::connect(data.join(SOCKET)).is_ok()
}

#[cfg(not(unix))]
pub(crate) fn is_served(_: &Path) -> bool {
    false
}

/// Without a server: the database is this process's alone meanwhile.
fn alone(data: &Path, task: &TablesTask) -> Result<String, String> {
    let file = Sqlite::file_in(data);
    if !file.exists() {
        return Err(format!("there is no database in {}", data.display()));
    }
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(data).map_err(|error| error.to_string())?);
    let runtime =
        tokio::runtime::Builder::new_current_thread().build().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let clock = ServerClock::from(store.clock().await.map_err(|error| error.to_string())?);
        perform(&store, &clock, None, task).await
    })
}

/// Listens for the host of the server.
#[cfg(unix)]
pub(crate) async fn listen(hall: Arc<Hall>) {
    use std::os::unix::fs::PermissionsExt;
    let path = hall.config.data.join(SOCKET);
    // No other server uses the folder, so whatever lies there is left from an earlier process.
    let _ = std::fs::remove_file(&path);
    let listener = match tokio::net::UnixListener::bind(&path) {
        Ok(listener) => listener,
        Err(error) => {
            tracing::warn!(%error, "`daikaiju tables` cannot reach this server");
            return;
        }
    };
    let _ = std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600));
    while let Ok((stream, _)) = listener.accept().await {
        let hall = Arc::clone(&hall);
        tokio::spawn(async move {
            let (read, mut write) = stream.into_split();
            let mut lines = tokio::io::BufReader::new(read).lines();
            let Ok(Some(line)) = lines.next_line().await else { return };
            let answer = match serde_json::from_str(&line) {
                Ok(task) => perform(&hall.store, &hall.clock, Some(&hall), &task).await,
                Err(error) => Err(format!("the task cannot be read: {error}")),
            };
            let text = serde_json::to_string(&answer).expect("an answer is plain text");
            let _ = write.write_all(format!("{text}\n").as_bytes()).await;
        });
    }
}

#[cfg(not(unix))]
pub(crate) async fn listen(_: Arc<Hall>) {}

async fn perform(
    store: &Arc<dyn Store>,
    clock: &ServerClock,
    hall: Option<&Arc<Hall>>,
    task: &TablesTask,
) -> Result<String, String> {
    let failed = |error: store::Error| error.to_string();
    let find = async |name: &str| {
        let row = store.table(name).await.map_err(failed)?;
        row.ok_or_else(|| format!("there is no table `{name}`"))
    };
    match task {
        TablesTask::List => {
            let mut text = String::new();
            let mut after = String::new();
            loop {
                let rows = store.tables(&after, PAGE).await.map_err(failed)?;
                let Some(last) = rows.last() else { return Ok(text) };
                after.clone_from(&last.id);
                text.extend(rows.iter().map(|row| line(row, clock)));
            }
        }
        TablesTask::Show { table } => {
            let row = find(table).await?;
            let said = store.talk(table, 1).await.map_err(failed)?;
            show(&row, clock, said.last().map_or(0, |row| row.seq))
        }
        TablesTask::Close { table } => {
            let row = find(table).await?;
            let was_on = match hall {
                Some(hall) => {
                    let (sender, receiver) =
                        tokio::sync::oneshot::channel::<Result<bool, Refused>>();
                    let mail = Mail::CloseGame { reply: sender };
                    hall.send(table, mail).await.map_err(|refused| refused.text)?;
                    let closed =
                        receiver.await.map_err(|_| "the table did not answer".to_owned())?;
                    closed.map_err(|refused| refused.text)?
                }
                None => close_alone(store, row, clock).await?,
            };
            Ok(if was_on { "the game is closed\n" } else { "no game was on\n" }.into())
        }
        TablesTask::Remove { table } => {
            find(table).await?;
            store.remove_table(table).await.map_err(failed)?;
            if let Some(hall) = hall {
                let _ = hall.send(table, Mail::Removed).await;
            }
            Ok("the table is removed\n".into())
        }
    }
}

async fn close_alone(
    store: &Arc<dyn Store>,
    row: TableRow,
    clock: &ServerClock,
) -> Result<bool, String> {
    let doc = read(&row)?;
    let games = store.games_at(&row.id, 1).await.map_err(|error| error.to_string())?;
    let Some(game) = games.into_iter().find(|game| game.finished_ms.is_none()) else {
        return Ok(false);
    };
    let (over, write) = table::closed(&row.id, &doc, &game.id, clock.now_ms());
    let expected = row.version;
    let row = TableRow {
        version: expected + 1,
        phase: over.phase_name().into(),
        body: serde_json::to_string(&over).expect("a document is plain data"),
        ..row
    };
    store.write(write.put_table(row, expected)).await.map_err(|error| error.to_string())?;
    Ok(true)
}

fn read(row: &TableRow) -> Result<TableDoc, String> {
    serde_json::from_str(&row.body).map_err(|error| format!("{}: cannot be read: {error}", row.id))
}

fn days(row: &TableRow, clock: &ServerClock) -> i64 {
    (clock.now_ms() - row.touched_ms).max(0) / 86_400_000
}

fn line(row: &TableRow, clock: &ServerClock) -> String {
    let people = read(row).map_or(0, |doc| doc.people().count());
    format!("{}\t{}\t{people} people\t{} days\n", row.id, row.phase, days(row, clock))
}

fn show(row: &TableRow, clock: &ServerClock, words: u64) -> Result<String, String> {
    let doc = read(row)?;
    let phase = match doc.phase {
        TablePhase::Lobby | TablePhase::Mixing => "lobby",
        TablePhase::Playing => "playing",
        TablePhase::Over => "over",
    };
    let mut text = format!(
        "{}: {phase}, game {}, {} days since something happened\n",
        row.id,
        doc.game,
        days(row, clock)
    );
    let listed = if doc.options.listed { "listed" } else { "by link only" };
    text += &format!("{listed}, {} seats, {words} words said\n", doc.options.seats);
    for (seat, place) in doc.seats() {
        let held = match &place.held {
            Held::Open => "open".to_owned(),
            Held::Bot(bot) => format!("bot, {bot}"),
            Held::Person(person) => {
                let tokens = person.tokens.len();
                let host = if doc.host == Some(seat) { ", host" } else { "" };
                let away = if person.away { ", away" } else { "" };
                format!("{}{host}{away}, {tokens} tokens", person.name)
            }
        };
        text += &format!("{seat}: {held}\n");
    }
    Ok(text)
}

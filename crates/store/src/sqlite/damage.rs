//! Damage of the file: how it is looked for, and how it is kept from spreading. One broken page concerns the games that lie
//! on it and nobody else.

use std::path::Path;

use rusqlite::{Connection, ErrorCode, OptionalExtension};

use super::schema::open_for_reading;
use crate::Error;

/// How many games that cannot be read are named.
const NAMED: usize = 10;

/// `None` if the file is damaged where something was to be done. A transaction in which that happens can only be given up:
/// SQLite writes nothing more in it.
pub(super) fn unless_damaged<T>(done: Result<T, rusqlite::Error>) -> Result<Option<T>, Error> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(error) if is_damage(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn is_damage(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt)
}

/// Looks for damage: first of the file, then of what is in it, which the file's own check does not look at.
pub(super) fn examine(file: &Path) -> Result<(), Error> {
    let connection = open_for_reading(file)?;
    let verdict: String =
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        let why = verdict.replace('\n', " ");
        let mut told = on_broken_pages(&connection).unwrap_or_default();
        told.push(why);
        return Err(Error::Failed(told.join("; ")));
    }
    for (what, sql) in UNREADABLE {
        let found = connection.query_row(sql, [], |row| row.get::<_, String>(0)).optional()?;
        if let Some(name) = found {
            return Err(Error::Failed(format!("{what} {name} cannot be read")));
        }
    }
    Ok(())
}

/// Finds a table or a game that can no longer be read: its text is broken, or a step is missing.
const UNREADABLE: [(&str, &str); 4] = [
    ("the table", "SELECT id FROM tables WHERE NOT json_valid(body) LIMIT 1"),
    ("the game", "SELECT id FROM games WHERE NOT json_valid(header) LIMIT 1"),
    ("the game", "SELECT game_id FROM steps WHERE NOT json_valid(body) LIMIT 1"),
    ("the game", "SELECT game_id FROM steps GROUP BY game_id HAVING count(*) <> max(seq) LIMIT 1"),
];

/// The first games whose steps lie on a page that cannot be read.
fn on_broken_pages(connection: &Connection) -> Result<Vec<String>, rusqlite::Error> {
    let mut games = connection.prepare("SELECT id FROM games ORDER BY id")?;
    let mut steps =
        connection.prepare("SELECT total(length(body)) FROM steps WHERE game_id = ?1")?;
    let mut found = Vec::new();
    for game in games.query_map([], |row| row.get::<_, String>(0))? {
        let game = game?;
        if steps.query_row([&game], |_| Ok(())).is_err_and(|error| is_damage(&error)) {
            found.push(format!("the game {game} cannot be read"));
            if found.len() == NAMED {
                break;
            }
        }
    }
    Ok(found)
}

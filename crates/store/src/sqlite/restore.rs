//! Putting a backup in place, with nothing of the old database left to mix with it.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::backup::sync_folder_of;
use super::{FILE_NAME, KEY_FILE, schema, seal};
use crate::Error;

/// What was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// How many tables there are now.
    pub tables: u64,
    /// How many games.
    pub games: u64,
    /// Where the database that was there before is now.
    pub before: Option<PathBuf>,
}

/// Puts a backup into a data folder. No server may be running. What was there before is kept beside it under another name.
///
/// # Errors
/// The folder is in use, the backup is damaged or sealed with another key; nothing has changed then.
pub fn restore(folder: &Path, backup: &Path, key: Option<&Path>) -> Result<Restored, Error> {
    if !backup.is_file() {
        return Err(Error::Unusable(backup.to_owned(), "there is no such file".into()));
    }
    let _lock = super::lock(folder)?;
    let own_key = folder.join(KEY_FILE);
    let unfinished = folder.join("restoring.sqlite");
    let outcome = prepare(backup, &unfinished, key.unwrap_or(&own_key));
    let (tables, games) = outcome.inspect_err(|_| drop(fs::remove_file(&unfinished)))?;
    let file = folder.join(FILE_NAME);
    let unusable = |error: std::io::Error| Error::Unusable(folder.to_owned(), error.to_string());
    let before = file.exists().then(|| free_name(folder));
    if let Some(before) = &before {
        // Its log first: a log without its database is harmless, a database with another one's log is not.
        for ending in ["-wal", "-shm", ""] {
            let (from, to) = (with(&file, ending), with(before, ending));
            if from.exists() {
                fs::rename(from, to).map_err(unusable)?;
            }
        }
    }
    fs::rename(&unfinished, &file).and_then(|()| sync_folder_of(&file)).map_err(unusable)?;
    Ok(Restored { tables, games, before })
}

/// A checked and opened copy of the backup.
fn prepare(backup: &Path, unfinished: &Path, key: &Path) -> Result<(u64, u64), Error> {
    let unusable =
        |error: std::io::Error| Error::Unusable(unfinished.to_owned(), error.to_string());
    let _ = fs::remove_file(unfinished);
    super::private(unfinished)?;
    fs::copy(backup, unfinished).map_err(unusable)?;
    super::private(unfinished)?;
    let damaged = |error: rusqlite::Error| Error::Unusable(backup.to_owned(), error.to_string());
    let mut copy = Connection::open(unfinished).map_err(damaged)?;
    let verdict: String =
        copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(damaged)?;
    if verdict != "ok" {
        return Err(Error::Unusable(backup.to_owned(), format!("it is damaged: {verdict}")));
    }
    if schema::is_sealed(&copy)? {
        seal::open(&mut copy, &seal::read_key(key)?, backup)?;
        schema::touch(&copy)?;
        copy.execute("VACUUM", [])?;
    }
    drop(copy);
    let copy = schema::open_for_reading(unfinished)?;
    let count = |sql: &str| copy.query_row(sql, [], |row| row.get::<_, u64>(0));
    let found = (count("SELECT count(*) FROM tables")?, count("SELECT count(*) FROM games")?);
    drop(copy);
    fs::File::open(unfinished).and_then(|file| file.sync_all()).map_err(unusable)?;
    Ok(found)
}

fn with(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.to_owned().into_os_string();
    name.push(ending);
    name.into()
}

fn free_name(folder: &Path) -> PathBuf {
    let names = (1_u32..).map(|number| folder.join(format!("before-restore-{number}.sqlite")));
    names.into_iter().find(|name| !name.exists()).unwrap_or_else(|| folder.join("before.sqlite"))
}

//! A copy of the database, made while a server may be using it.

use std::fs::{self, File};
use std::path::Path;

use chacha20poly1305::Key;
use rusqlite::Connection;

use super::{KEY_FILE, damage, schema, seal};
use crate::Error;

/// What a backup contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The size of the copy in bytes.
    pub bytes: u64,
    /// How many tables it holds.
    pub tables: u64,
    /// How many games it holds.
    pub games: u64,
}

/// Copies the database of a data folder into a new file and checks the copy. The server may be running. The copy is sealed
/// with the key in the folder, unless `plain`.
///
/// # Errors
/// There is no database, the copy exists already, or it cannot be written. Nothing half-written stays behind.
pub fn backup(folder: &Path, copy: &Path, plain: bool) -> Result<Backup, Error> {
    if copy.exists() {
        return Err(Error::Unusable(copy.to_owned(), "the file exists already".into()));
    }
    let file = super::Sqlite::file_in(folder);
    if !file.exists() {
        return Err(Error::Unusable(file, "there is no database".into()));
    }
    let unfinished = copy.with_extension("unfinished");
    let key = if plain { None } else { Some(seal::key_of(&folder.join(KEY_FILE))?) };
    let outcome = copy_and_check(&file, &unfinished, key.as_ref()).and_then(|backup| {
        let moved = fs::rename(&unfinished, copy).and_then(|()| sync_folder_of(copy));
        moved.map(|()| backup).map_err(|error| Error::Unusable(copy.to_owned(), error.to_string()))
    });
    if outcome.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    outcome
}

fn copy_and_check(file: &Path, unfinished: &Path, key: Option<&Key>) -> Result<Backup, Error> {
    let unusable =
        |error: std::io::Error| Error::Unusable(unfinished.to_owned(), error.to_string());
    if unfinished.exists() {
        fs::remove_file(unfinished).map_err(unusable)?;
    }
    let source = schema::open_for_reading(file)?;
    super::private(unfinished)?;
    let name = unfinished.to_str().ok_or_else(|| {
        Error::Unusable(unfinished.to_owned(), "the name is not valid text".into())
    })?;
    // One read transaction: the copy is the database as it stood at one moment, whatever is written meanwhile.
    source.execute("VACUUM INTO ?1", [name])?;
    damage::examine(unfinished)?;
    let mut copy = Connection::open(unfinished)?;
    schema::new_life(&copy)?;
    if let Some(key) = key {
        seal::seal(&mut copy, key)?;
        // What was there before it was sealed is still in the free pages of the file.
        copy.execute("VACUUM", [])?;
    }
    let count = |sql: &str| copy.query_row(sql, [], |row| row.get::<_, u64>(0));
    let (tables, games) =
        (count("SELECT count(*) FROM tables")?, count("SELECT count(*) FROM games")?);
    drop(copy);
    let written = File::open(unfinished)
        .and_then(|file| file.sync_all().and_then(|()| file.metadata()))
        .map_err(unusable)?;
    Ok(Backup { bytes: written.len(), tables, games })
}

pub(super) fn sync_folder_of(file: &Path) -> std::io::Result<()> {
    let folder =
        file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

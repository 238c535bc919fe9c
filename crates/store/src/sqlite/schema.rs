//! Opening, checking and migrating the database file.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::Error;

/// Forward only: each entry takes the database from the version of its index to the next one.
const MIGRATIONS: &[&str] =
    &[include_str!("schema.sql"), include_str!("journal.sql"), include_str!("journal_rows.sql")];

/// The newest version of the database that this program knows.
pub const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;

/// Marks a file as ours ("DKJU").
const APPLICATION_ID: i64 = 0x444B_4A55;

/// The log is copied into the file when it has so many pages (16 MB).
const LOG_PAGES: i64 = 4096;

/// So much of the file the writer keeps in memory at most.
const CACHE_KB: i64 = 8192;

/// Opens the file for writing, creates it if there is none, and brings it up to date.
pub(super) fn open_for_writing(file: &Path) -> Result<Connection, Error> {
    let mut connection = Connection::open(file).map_err(|error| unusable(file, &error))?;
    set_up(&connection, file)?;
    migrate(&mut connection, file)?;
    Ok(connection)
}

/// Opens a database that exists and is up to date, for reading only.
pub(super) fn open_for_reading(file: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(file, flags).map_err(|error| unusable(file, &error))?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.set_prepared_statement_cache_capacity(32);
    let (application, version) = identity(&connection, file)?;
    if application != APPLICATION_ID {
        return Err(Error::Foreign(file.to_owned()));
    }
    check_version(version)?;
    Ok(connection)
}

fn set_up(connection: &Connection, file: &Path) -> Result<(), Error> {
    connection.busy_timeout(Duration::from_secs(5))?;
    let (application, version) = identity(connection, file)?;
    let is_empty: bool = connection
        .query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|e| unusable(file, &e))?;
    if application != APPLICATION_ID && !is_empty {
        return Err(Error::Foreign(file.to_owned()));
    }
    check_version(version)?;
    connection.pragma_update(None, "journal_mode", "wal").map_err(|e| unusable(file, &e))?;
    // FULL: the log is synced at every commit, so an acknowledged write outlives a power cut, not only a crash.
    connection.pragma_update(None, "synchronous", "full")?;
    // The busiest pages are written again and again: the longer the log, the fewer of them go to the file.
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", -CACHE_KB)?;
    // Otherwise a prepared statement is planned anew whenever its parameters change.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    if application != APPLICATION_ID {
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    }
    connection.set_prepared_statement_cache_capacity(32);
    Ok(())
}

/// Writes what is there already. A row that does not change would not be written at all.
pub(super) fn touch(connection: &Connection) -> Result<(), Error> {
    Ok(connection.pragma_update(None, "application_id", APPLICATION_ID)?)
}

fn identity(connection: &Connection, file: &Path) -> Result<(i64, i64), Error> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    Ok((
        pragma("application_id").map_err(|e| unusable(file, &e))?,
        pragma("user_version").map_err(|e| unusable(file, &e))?,
    ))
}

fn check_version(found: i64) -> Result<(), Error> {
    if SCHEMA_VERSION < found { Err(Error::Newer { found, known: SCHEMA_VERSION }) } else { Ok(()) }
}

fn migrate(connection: &mut Connection, file: &Path) -> Result<(), Error> {
    let (_, version) = identity(connection, file)?;
    let done = usize::try_from(version).map_err(|_| Error::Foreign(file.to_owned()))?;
    for (index, migration) in MIGRATIONS.iter().enumerate().skip(done) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "user_version", index as i64 + 1)?;
        transaction.commit()?;
    }
    Ok(())
}

fn unusable(file: &Path, error: &rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => Error::Foreign(file.to_owned()),
        Some(ErrorCode::DatabaseCorrupt) => {
            Error::Failed(format!("the file {} is damaged", file.display()))
        }
        _ => Error::Unusable(file.to_owned(), error.to_string()),
    }
}

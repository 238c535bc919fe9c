//! Opening, checking and migrating the database file.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::hooks::Wal;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::watch::Watch;
use crate::Error;

/// Forward only: each entry takes the database from the version of its index to the next one.
const MIGRATIONS: &[&str] = &[
    include_str!("schema.sql"),
    include_str!("journal.sql"),
    include_str!("journal_rows.sql"),
    include_str!("retention.sql"),
];

/// The newest version of the database that this program knows.
pub const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;

/// Marks a file as ours ("DKJU").
const APPLICATION_ID: i64 = 0x444B_4A55;

/// Marks a sealed backup ("DKJS").
pub(super) const SEALED_ID: i64 = 0x444B_4A53;

/// The log is copied into the file when it has this many pages (16 MB).
const LOG_PAGES: i32 = 4096;

/// The most that the writer keeps of the file in memory.
const CACHE_KB: i64 = 8192;

/// Opens the file for writing, creates it if there is none, and brings it up to date.
pub(super) fn open_for_writing(file: &Path) -> Result<Connection, Error> {
    let mut connection = Connection::open(file).map_err(|error| unusable(file, &error))?;
    set_up(&connection, file)?;
    migrate(&mut connection, file)?;
    let is_new: bool = connection.query_row("SELECT life = '' FROM clock", [], |row| row.get(0))?;
    if is_new {
        new_life(&connection)?;
    }
    Ok(connection)
}

/// From now on the log is copied into the file under a watch.
pub(super) fn copy_log_through(
    connection: &mut Connection,
    watch: Arc<Watch>,
) -> Result<(), Error> {
    let hook = move |log: &mut Wal, pages: i32| {
        if LOG_PAGES <= pages {
            // If it fails, the next commit tries again.
            watch.copying(|| drop(log.checkpoint()));
        }
        Ok(())
    };
    Ok(connection.wal_hook(Some(hook))?)
}

/// Refuses a log that belongs to another file: one that was left behind when a copy was put in its place.
pub(super) fn check_log(file: &Path) -> Result<(), Error> {
    let mut log = file.to_owned().into_os_string();
    log.push("-wal");
    if std::fs::metadata(&log).map_or(0, |log| log.len()) == 0 {
        return Ok(());
    }
    let life = |connection: Connection| {
        connection.query_row("SELECT life FROM clock", [], |row| row.get::<_, String>(0)).ok()
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let name = file.to_str().unwrap_or_default().replace('%', "%25").replace('?', "%3f");
    let address = format!("file:{}?immutable=1", name.replace('#', "%23"));
    // As the file is without its log, and with it.
    let without = Connection::open_with_flags(address, flags).ok().and_then(life);
    let with = Connection::open(file).ok().and_then(|connection| {
        // Otherwise the log would be copied into the file when it is closed.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).ok()?;
        life(connection)
    });
    match (without, with) {
        (Some(without), Some(with)) if without != with && !without.is_empty() => {
            Err(Error::Unusable(
                file.to_owned(),
                "the log beside it (-wal) belongs to another database; use `daikaiju restore` to put a backup in place".into(),
            ))
        }
        _ => Ok(()),
    }
}

/// Gives a file a life of its own.
pub(super) fn new_life(connection: &Connection) -> Result<(), Error> {
    connection.execute("UPDATE clock SET life = lower(hex(randomblob(8)))", [])?;
    Ok(())
}

/// Opens a database that exists and is up to date, for reading only.
pub(super) fn open_for_reading(file: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(file, flags).map_err(|error| unusable(file, &error))?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.set_prepared_statement_cache_capacity(32);
    let (application, version) = identity(&connection, file)?;
    match application {
        APPLICATION_ID => {}
        SEALED_ID => return Err(Error::Sealed(file.to_owned())),
        _ => return Err(Error::Foreign(file.to_owned())),
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
    if application == SEALED_ID {
        return Err(Error::Sealed(file.to_owned()));
    }
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

/// Whether a file is a sealed backup.
pub(super) fn is_sealed(connection: &Connection) -> Result<bool, Error> {
    let id: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    Ok(id == SEALED_ID)
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

//! What can go wrong with the store, each as one sentence.

use std::fmt;
use std::path::PathBuf;

/// What can go wrong with the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Somebody else has written this version, sequence number or name before.
    Conflict,
    /// A step would leave a hole in the sequence of its game, or its game is not there.
    Gap,
    /// This server has been shut out, or the table belongs to another server: nothing more may be written.
    Fenced,
    /// The connection broke while a write was under way, and whether it stands could not be found out.
    Unsure,
    /// The address of the database cannot be read, or nobody answers there.
    Address(String),
    /// The data folder is in use by another server.
    InUse(PathBuf),
    /// The folder or file cannot be read or written.
    Unusable(PathBuf, String),
    /// The database was written by a newer version of the program.
    Newer {
        /// The schema version that was found.
        found: i64,
        /// The newest schema version this program knows.
        known: i64,
    },
    /// The file is not a database of this program.
    Foreign(PathBuf),
    /// The database answered with an error: disk full, damaged file, lost disk.
    Failed(String),
    /// The file was removed, replaced or changed underneath: whatever would be written now could be gone tomorrow.
    Lost(PathBuf),
    /// The file is a sealed backup, which has to be restored.
    Sealed(PathBuf),
    /// A sealed backup cannot be opened by this key.
    WrongKey(PathBuf),
    /// The database is being copied at this moment.
    Copying,
    /// A copy into this database, from there, was not finished.
    HalfCopied(String),
    /// Something about a copy stands in its way.
    CannotCopy(String),
    /// The store has been closed.
    Closed,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict => {
                f.write_str("somebody else was faster: this version has already been written")
            }
            Self::Gap => f.write_str("a step would leave a hole in its game"),
            Self::Fenced => f.write_str("another server has taken over"),
            Self::Unsure => f.write_str(
                "the connection to the database broke; whether this was stored is not known",
            ),
            Self::Address(why) => write!(f, "cannot use the database: {why}"),
            Self::InUse(path) => {
                write!(f, "the data folder {} is in use by another server", path.display())
            }
            Self::Unusable(path, why) => write!(f, "cannot use {}: {why}", path.display()),
            Self::Newer { found, known } => write!(
                f,
                "the database has version {found}, but this program knows versions up to {known}; use a newer program"
            ),
            Self::Foreign(path) => {
                write!(f, "{} is not a database of this program", path.display())
            }
            Self::Failed(why) => write!(f, "the database failed: {why}"),
            Self::Lost(path) => write!(
                f,
                "the database {} was removed or replaced while the server was running; stop the server and restore a backup",
                path.display()
            ),
            Self::Sealed(path) => write!(
                f,
                "{} is a sealed backup; put it in place with `daikaiju restore`",
                path.display()
            ),
            Self::WrongKey(path) => {
                write!(f, "the backup {} was sealed with another key", path.display())
            }
            Self::Copying => {
                f.write_str("the database is being copied; wait until `daikaiju db copy` has ended")
            }
            Self::HalfCopied(from) => write!(
                f,
                "a copy from {from} into this database was not finished; run `daikaiju db copy` again"
            ),
            Self::CannotCopy(why) => write!(f, "cannot copy: {why}"),
            Self::Closed => f.write_str("the store is closed"),
        }
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::ConstraintViolation) => Self::Conflict,
            Some(rusqlite::ErrorCode::DiskFull) => Self::Failed("the disk is full".into()),
            Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
                Self::Failed("its file is damaged; go back to a backup".into())
            }
            _ => Self::Failed(error.to_string()),
        }
    }
}

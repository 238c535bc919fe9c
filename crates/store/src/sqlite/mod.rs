//! The driver for one machine: an SQLite file in write-ahead mode, one writer thread, a few reader threads.

mod backup;
mod copy;
mod damage;
mod journal;
mod restore;
mod schema;
mod seal;
mod watch;
mod writer;

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, Row, params};

use crate::{
    Error, GameRow, OwnerHash, Reply, Retention, SeatRow, Size, SnapshotRow, StepRow, Store,
    TableRow, TalkRow, Write,
};
pub use backup::{Backup, backup};
pub(crate) use copy::Folder;
use journal::{Journal, Tail};
pub use restore::{Restored, restore};
pub use schema::SCHEMA_VERSION;
pub use seal::KEY_FILE;
use watch::Watch;
use writer::{Order, Resting, Writer};

/// The name of the database file in the data folder.
pub const FILE_NAME: &str = "daikaiju.sqlite";

const READERS: usize = 2;

type Query = Box<dyn FnOnce(&Connection) + Send>;

/// The store in an SQLite file.
///
/// Closing it (dropping it) waits until everything queued is written.
#[derive(Debug)]
pub struct Sqlite {
    orders: Option<Sender<Order>>,
    questions: Option<Sender<Query>>,
    threads: Vec<JoinHandle<()>>,
    tail: Tail,
    watch: Arc<Watch>,
    // Held for as long as the store is open, so that no second server writes to the same folder.
    _lock: File,
}

impl Sqlite {
    /// Opens the database in a folder, both are created if they are not there, and brings it up to date.
    ///
    /// # Errors
    /// The folder cannot be used or is in use, the file is not ours, or it was written by a newer program.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let lock = lock(folder)?;
        let file = folder.join(FILE_NAME);
        private(&file)?;
        schema::check_log(&file)?;
        let mut connection = schema::open_for_writing(&file)?;
        if let Some(from) = copy::half_copied(&connection)? {
            return Err(Error::HalfCopied(from));
        }
        let journal = Journal::open(&mut connection)?;
        let tail = journal.tail();
        // From here on the file changes only when the writer copies its log into it.
        connection.pragma_update(None, "wal_checkpoint", "PASSIVE")?;
        let watch = Arc::new(Watch::new(file.clone()));
        schema::copy_log_through(&mut connection, Arc::clone(&watch))?;
        let mut threads = Vec::new();
        let (orders, to_do) = mpsc::channel();
        let writer = Writer { connection, journal, watch: Arc::clone(&watch) };
        threads.push(start("store-writer", move || writer.serve(&to_do))?);
        let (questions, asked) = mpsc::channel::<Query>();
        let asked = Arc::new(Mutex::new(asked));
        for _ in 0..READERS {
            let (connection, asked) = (schema::open_for_reading(&file)?, Arc::clone(&asked));
            threads.push(start("store-reader", move || read(&connection, &asked))?);
        }
        let (orders, questions) = (Some(orders), Some(questions));
        Ok(Self { orders, questions, threads, tail, watch, _lock: lock })
    }

    /// Where the database of a data folder lies.
    pub fn file_in(folder: &Path) -> PathBuf {
        folder.join(FILE_NAME)
    }

    fn order<T>(
        &self,
        order: impl FnOnce(tokio::sync::oneshot::Sender<Result<T, Error>>) -> Order,
    ) -> Reply<T> {
        let (sender, reply) = Reply::pair();
        if let Some(orders) = &self.orders {
            self.watch.queued();
            // If the writer is gone the sender is dropped with the order, and the reply says `Closed`.
            let _ = orders.send(order(sender));
        }
        reply
    }

    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Reply<T> {
        let (sender, reply) = Reply::pair();
        if let Some(questions) = &self.questions {
            let _ = questions.send(Box::new(move |connection| {
                drop(sender.send(question(connection).map_err(Error::from)))
            }));
        }
        reply
    }
}

/// Takes a data folder for this process alone. Folder and files are for nobody but their owner: they hold seeds and links.
fn lock(folder: &Path) -> Result<File, Error> {
    let unusable = |error: std::io::Error| Error::Unusable(folder.to_owned(), error.to_string());
    if !folder.exists() {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).map_err(unusable)?;
    }
    private(&folder.join("lock"))?;
    let lock = File::options().write(true).open(folder.join("lock")).map_err(unusable)?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => Error::InUse(folder.to_owned()),
        TryLockError::Error(error) => unusable(error),
    })?;
    Ok(lock)
}

/// Creates a file that only its owner can read, or makes one so. What SQLite puts beside it is made the same way.
fn private(file: &Path) -> Result<(), Error> {
    let unusable = |error: std::io::Error| Error::Unusable(file.to_owned(), error.to_string());
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(0o600);
        for ending in ["", "-wal", "-shm"] {
            let mut beside = file.to_owned().into_os_string();
            beside.push(ending);
            let beside = PathBuf::from(beside);
            if fs::metadata(&beside).is_ok_and(|found| found.permissions().mode() & 0o077 != 0) {
                fs::set_permissions(&beside, fs::Permissions::from_mode(0o600))
                    .map_err(unusable)?;
            }
        }
    }
    options.open(file).map(drop).map_err(unusable)
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.orders = None;
        self.questions = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Error> {
    thread::Builder::new()
        .name(name.into())
        .spawn(work)
        .map_err(|error| Error::Failed(error.to_string()))
}

fn read(connection: &Connection, asked: &Mutex<Receiver<Query>>) {
    loop {
        let next = asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match next {
            Ok(question) => question(connection),
            Err(_) => return,
        }
    }
}

const TABLE: &str = "SELECT id, version, listed, phase, updated_ms, body, touched_ms FROM tables";
const GAME: &str = "SELECT games.id, table_id, number, rules_version, started_ms, finished_ms, header, result FROM games";

fn table_row(row: &Row<'_>) -> Result<TableRow, rusqlite::Error> {
    Ok(TableRow {
        id: row.get(0)?,
        version: row.get(1)?,
        listed: row.get(2)?,
        phase: row.get(3)?,
        updated_ms: row.get(4)?,
        body: row.get(5)?,
        touched_ms: row.get(6)?,
    })
}

fn game_row(row: &Row<'_>) -> Result<GameRow, rusqlite::Error> {
    Ok(GameRow {
        id: row.get(0)?,
        table: row.get(1)?,
        number: row.get(2)?,
        rules_version: row.get(3)?,
        started_ms: row.get(4)?,
        finished_ms: row.get(5)?,
        header: row.get(6)?,
        result: row.get(7)?,
    })
}

fn seat_row(row: &Row<'_>) -> Result<SeatRow, rusqlite::Error> {
    Ok(SeatRow { table: row.get(0)?, seat: row.get(1)?, owner: row.get(2)? })
}

fn optional<T>(result: Result<T, rusqlite::Error>) -> Result<Option<T>, rusqlite::Error> {
    match result {
        Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
        other => other.map(Some),
    }
}

impl Store for Sqlite {
    fn write(&self, write: Write) -> Reply<()> {
        self.order(|reply| Order::Write(write, reply))
    }

    fn table(&self, id: &str) -> Reply<Option<TableRow>> {
        let id = id.to_owned();
        self.ask(move |db| {
            optional(
                db.prepare_cached(&format!("{TABLE} WHERE id = ?1"))?.query_row([id], table_row),
            )
        })
    }

    fn listed_tables(&self, phases: &[&str], limit: u32) -> Reply<Vec<TableRow>> {
        let phases: Vec<String> = phases.iter().map(|&phase| phase.into()).collect();
        self.ask(move |db| {
            let mut found = Vec::new();
            let sql =
                format!("{TABLE} WHERE phase = ?1 AND listed ORDER BY updated_ms DESC LIMIT ?2");
            for phase in phases {
                for row in db.prepare_cached(&sql)?.query_map(params![phase, limit], table_row)? {
                    found.push(row?);
                }
            }
            found.sort_by_key(|table| std::cmp::Reverse(table.updated_ms));
            found.truncate(limit as usize);
            Ok(found)
        })
    }

    fn tables(&self, after: &str, limit: u32) -> Reply<Vec<TableRow>> {
        let after = after.to_owned();
        self.ask(move |db| {
            let sql = format!("{TABLE} WHERE ?1 < id ORDER BY id LIMIT ?2");
            db.prepare_cached(&sql)?.query_map(params![after, limit], table_row)?.collect()
        })
    }

    fn running_tables(&self) -> Reply<Vec<String>> {
        self.ask(|db| {
            let mut names = db.prepare_cached(
                "SELECT table_id FROM games WHERE finished_ms IS NULL ORDER BY started_ms",
            )?;
            names.query_map([], |row| row.get(0))?.collect()
        })
    }

    fn live_tables(&self, since_ms: i64) -> Reply<u64> {
        self.ask(move |db| {
            db.prepare_cached(
                "SELECT count(*) FROM tables WHERE ?1 <= touched_ms AND phase IN ('lobby', 'playing')",
            )?
            .query_row([since_ms], |row| row.get(0))
        })
    }

    fn seats(&self, table: &str) -> Reply<Vec<SeatRow>> {
        let table = table.to_owned();
        self.ask(move |db| {
            let mut seats = db.prepare_cached(
                "SELECT table_id, seat, owner FROM seats WHERE table_id = ?1 ORDER BY seat",
            )?;
            seats.query_map([table], seat_row)?.collect()
        })
    }

    fn seats_of(&self, owner: OwnerHash, limit: u32) -> Reply<Vec<SeatRow>> {
        self.ask(move |db| {
            let mut seats = db.prepare_cached(
                "SELECT table_id, seat, owner FROM seats JOIN tables ON tables.id = table_id \
                 WHERE owner = ?1 ORDER BY updated_ms DESC LIMIT ?2",
            )?;
            seats.query_map(params![owner, limit], seat_row)?.collect()
        })
    }

    fn game(&self, id: &str) -> Reply<Option<GameRow>> {
        let id = id.to_owned();
        self.ask(move |db| {
            optional(db.prepare_cached(&format!("{GAME} WHERE id = ?1"))?.query_row([id], game_row))
        })
    }

    fn games_at(&self, table: &str, limit: u32) -> Reply<Vec<GameRow>> {
        let table = table.to_owned();
        self.ask(move |db| {
            let mut games = db.prepare_cached(&format!(
                "{GAME} WHERE table_id = ?1 ORDER BY number DESC LIMIT ?2"
            ))?;
            games.query_map(params![table, limit], game_row)?.collect()
        })
    }

    fn games_of(&self, owner: OwnerHash, limit: u32) -> Reply<Vec<(GameRow, u8)>> {
        self.ask(move |db| {
            let sql = "SELECT games.id, table_id, number, rules_version, started_ms, finished_ms, header, result, seat \
                       FROM participants JOIN games ON games.id = game_id \
                       WHERE owner = ?1 AND finished_ms IS NOT NULL ORDER BY finished_ms DESC LIMIT ?2";
            let mut games = db.prepare_cached(sql)?;
            games.query_map(params![owner, limit], |row| Ok((game_row(row)?, row.get(8)?)))?.collect()
        })
    }

    fn steps(&self, game: &str, from: u64, limit: u32) -> Reply<Vec<StepRow>> {
        let game = game.to_owned();
        let latest = self.tail.steps(&game, from);
        self.ask(move |db| {
            let sql = "SELECT game_id, seq, at_ms, body FROM steps WHERE game_id = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3";
            let mut steps = db.prepare_cached(sql)?;
            let from = i64::try_from(from).unwrap_or(i64::MAX);
            let row = |row: &Row<'_>| Ok(StepRow { game: row.get(0)?, seq: row.get(1)?, at_ms: row.get(2)?, body: row.get(3)? });
            let mut found = steps.query_map(params![game, from, limit], row)?.collect::<Result<Vec<_>, _>>()?;
            let seen = found.last().map_or(0, |step| step.seq);
            found.extend(latest.into_iter().filter(|step| seen < step.seq));
            found.truncate(limit as usize);
            Ok(found)
        })
    }

    fn snapshot(&self, game: &str) -> Reply<Option<SnapshotRow>> {
        let game = game.to_owned();
        self.ask(move |db| {
            let mut snapshot =
                db.prepare_cached("SELECT game_id, seq, body FROM snapshots WHERE game_id = ?1")?;
            optional(snapshot.query_row([game], |row| {
                Ok(SnapshotRow { game: row.get(0)?, seq: row.get(1)?, body: row.get(2)? })
            }))
        })
    }

    fn talk(&self, table: &str, limit: u32) -> Reply<Vec<TalkRow>> {
        let table = table.to_owned();
        self.ask(move |db| {
            let sql = "SELECT table_id, seq, at_ms, body FROM talk WHERE table_id = ?1 ORDER BY seq DESC LIMIT ?2";
            let mut talk = db.prepare_cached(sql)?;
            let row = |row: &Row<'_>| Ok(TalkRow { table: row.get(0)?, seq: row.get(1)?, at_ms: row.get(2)?, body: row.get(3)? });
            let mut said = talk.query_map(params![table, limit], row)?.collect::<Result<Vec<_>, _>>()?;
            said.reverse();
            Ok(said)
        })
    }

    fn clock(&self) -> Reply<i64> {
        self.ask(|db| db.prepare_cached("SELECT ms FROM clock")?.query_row([], |row| row.get(0)))
    }

    fn forget(&self, retention: Retention) -> Reply<(u64, u64)> {
        self.order(|reply| Order::Forget(retention, reply))
    }

    fn remove_table(&self, id: &str) -> Reply<bool> {
        self.order(|reply| Order::Remove(id.to_owned(), reply))
    }

    fn is_well(&self) -> Reply<()> {
        self.order(Order::Probe)
    }

    fn rest(&self, also: fn()) -> Reply<()> {
        let (sender, reply) = Reply::pair();
        let resting = Resting::new(sender);
        // Each reader takes one of these, as none goes on before all have one.
        let all = Arc::new(std::sync::Barrier::new(READERS));
        for _ in 0..READERS {
            let (all, resting) = (Arc::clone(&all), Arc::clone(&resting));
            drop(self.ask(move |connection| {
                all.wait();
                connection.flush_prepared_statement_cache();
                let released = connection.release_memory();
                also();
                drop(resting);
                released
            }));
        }
        if let Some(orders) = &self.orders {
            self.watch.queued();
            let _ = orders.send(Order::Rest(resting, also));
        }
        reply
    }

    fn is_there(&self) -> Result<(), Error> {
        self.watch.check()
    }

    fn examine(&self) -> Reply<()> {
        let (sender, reply) = Reply::pair();
        let file = self.watch.file().to_owned();
        // On a connection and a thread of its own, so that nobody waits for it.
        let examined = start("store-examiner", move || drop(sender.send(damage::examine(&file))));
        drop(examined);
        reply
    }

    fn size(&self) -> Size {
        self.watch.size()
    }
}

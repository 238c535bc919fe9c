//! What must outlive the process: tables, seats, games as lists of steps, talk.
//!
//! A game is **event-sourced**: a header and its steps, keyed `(game, sequence)`, without gaps. That key is also the
//! lock: of two writers that try the same sequence number exactly one wins, the other gets [`Error::Conflict`].
//!
//! Everything the server keeps goes through the [`Store`] trait. A [`Write`] is all or nothing, and its reply comes only
//! when it is durable: it outlives a crash of the process and of the machine. [`Sqlite`] is the driver for one machine,
//! [`Postgres`] for several servers on one database. Both pass the same contract (`tests/contract.rs`).
//!
//! ```
//! use daikaiju_store::{Change, Sqlite, StepRow, Store, TableRow, GameRow, Write};
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
//! # runtime.block_on(async {
//! let store = Sqlite::open(folder.path()).unwrap();
//! let table = TableRow { id: "harbour-42".into(), version: 1, listed: true, phase: "lobby".into(), updated_ms: 0, touched_ms: 0, body: "{}".into() };
//! let game = GameRow { id: "harbour-42/1".into(), table: "harbour-42".into(), number: 1, rules_version: 1, started_ms: 0,
//!                      finished_ms: None, header: "{}".into(), result: None };
//! store.write(Write::new().put_table(table, 0).start_game(game, vec![])).await.unwrap();
//! let step = StepRow { game: "harbour-42/1".into(), seq: 1, at_ms: 5, body: "roll".into() };
//! store.write(Write::from(Change::Step(step.clone()))).await.unwrap();
//! assert_eq!(store.steps("harbour-42/1", 1, 10).await.unwrap(), vec![step.clone()]);
//! assert!(store.write(Write::from(Change::Step(step))).await.is_err());
//! # });
//! ```

mod copy;
mod error;
mod lease;
mod postgres;
mod rows;
mod sqlite;

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::oneshot;

pub use copy::{Copied, Place, copy};
pub use error::Error;
pub use lease::{Beat, Claim, Member, ServerId};
pub use postgres::{Entry, Postgres, decoded};
pub use rows::{
    Change, GameRow, OwnerHash, Participant, Retention, SeatRow, SnapshotRow, StepRow, TableRow,
    TalkRow, Write,
};
pub use sqlite::{Backup, FILE_NAME, KEY_FILE, Restored, SCHEMA_VERSION, Sqlite, backup, restore};

/// How large a store is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Bytes of the database.
    pub file: u64,
    /// Bytes of what is written but not yet in its place.
    pub log: u64,
    /// Writes that wait.
    pub queue: u64,
}

/// The promise of an answer from the store.
#[derive(Debug)]
pub struct Reply<T>(oneshot::Receiver<Result<T, Error>>);

impl<T> Reply<T> {
    /// A reply and the end through which a driver answers it.
    pub fn pair() -> (oneshot::Sender<Result<T, Error>>, Self) {
        let (sender, receiver) = oneshot::channel();
        (sender, Self(receiver))
    }

    /// A reply that is there already.
    pub fn now(answer: Result<T, Error>) -> Self {
        let (sender, reply) = Self::pair();
        let _ = sender.send(answer);
        reply
    }

    /// Waits for the answer on a thread that may block.
    ///
    /// # Errors
    /// What the store answered, or [`Error::Closed`].
    pub fn wait(self) -> Result<T, Error> {
        self.0.blocking_recv().unwrap_or(Err(Error::Closed))
    }
}

impl<T> Future for Reply<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map(|answer| answer.unwrap_or(Err(Error::Closed)))
    }
}

/// Where the server keeps what must outlive it.
pub trait Store: Send + Sync + 'static {
    /// Applies all changes or none of them. The reply comes only when they are durable.
    fn write(&self, write: Write) -> Reply<()>;

    /// The table of this name.
    fn table(&self, id: &str) -> Reply<Option<TableRow>>;

    /// The latest listed tables in one of these phases, newest first.
    fn listed_tables(&self, phases: &[&str], limit: u32) -> Reply<Vec<TableRow>>;

    /// All tables in the order of their names, after one name.
    fn tables(&self, after: &str, limit: u32) -> Reply<Vec<TableRow>>;

    /// The names of all tables whose last game has not ended.
    fn running_tables(&self) -> Reply<Vec<String>>;

    /// How many tables in the lobby or at play were written since this moment of the server's clock.
    fn live_tables(&self, since_ms: i64) -> Reply<u64>;

    /// Who owns the seats of a table.
    fn seats(&self, table: &str) -> Reply<Vec<SeatRow>>;

    /// The seats that belong to one secret, at any table, newest table first.
    fn seats_of(&self, owner: OwnerHash, limit: u32) -> Reply<Vec<SeatRow>>;

    /// The game of this name.
    fn game(&self, id: &str) -> Reply<Option<GameRow>>;

    /// The games of a table, newest first.
    fn games_at(&self, table: &str, limit: u32) -> Reply<Vec<GameRow>>;

    /// The finished games in which one secret held a seat, with that seat, newest first.
    fn games_of(&self, owner: OwnerHash, limit: u32) -> Reply<Vec<(GameRow, u8)>>;

    /// The steps of a game from one sequence number on.
    fn steps(&self, game: &str, from: u64, limit: u32) -> Reply<Vec<StepRow>>;

    /// The latest snapshot of a game.
    fn snapshot(&self, game: &str) -> Reply<Option<SnapshotRow>>;

    /// The latest talk at a table, oldest first.
    fn talk(&self, table: &str, limit: u32) -> Reply<Vec<TalkRow>>;

    /// The server's clock as it was last written: milliseconds during which a server was there. It is never behind the
    /// time of a step.
    fn clock(&self) -> Reply<i64>;

    /// Forgets what is too old. Says how many games and tables went.
    fn forget(&self, retention: Retention) -> Reply<(u64, u64)>;

    /// Forgets a table and the game that is on at it; its finished games stay. Says whether it was there.
    fn remove_table(&self, id: &str) -> Reply<bool>;

    /// Tells whether the store can be read and written right now.
    fn is_well(&self) -> Reply<()>;

    /// Tells whether what has been written is still there, without writing anything.
    ///
    /// # Errors
    /// [`Error::Lost`]: it was removed or replaced underneath.
    fn is_there(&self) -> Result<(), Error>;

    /// Nothing happens for now: gives back the memory that only makes the next question faster. Whatever threads of its own a
    /// store has do `also` at the end of it.
    fn rest(&self, also: fn()) -> Reply<()> {
        let _ = also;
        Reply::now(Ok(()))
    }

    /// Reads everything and looks for damage. It may take long.
    fn examine(&self) -> Reply<()>;

    /// How much room it takes and how much waits to be written.
    fn size(&self) -> Size;

    /// Makes this server the owner of those of the tables that nobody owns, or whose owner has been fenced; what it owns
    /// already it keeps in the same epoch. Says which are its own now. A new table's clock begins at the server's.
    fn claim(&self, tables: Vec<String>, clock_ms: i64) -> Reply<Vec<Claim>> {
        let _ = clock_ms;
        Reply::now(Ok(tables.into_iter().map(Claim::sole).collect()))
    }

    /// Lets go of tables, at this moment of the server's clock.
    fn release(&self, tables: Vec<Claim>, clock_ms: i64) -> Reply<()> {
        let _ = (tables, clock_ms);
        Reply::now(Ok(()))
    }

    /// Renews the lease of this server, and writes its clock.
    fn beat(&self, clock_ms: i64) -> Reply<Beat> {
        let _ = clock_ms;
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now_ms = since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX));
        Reply::now(Ok(Beat { now_ms, connection: 1 }))
    }

    /// Shuts a server out for good, if its lease is past or its process is gone. Waits for its writes in flight; says
    /// whether it is shut out.
    fn fence(&self, server: ServerId) -> Reply<bool> {
        let _ = server;
        Reply::now(Ok(false))
    }

    /// The format in which rows are to be written from now on: the newest that every living server reads. It rises when the
    /// last server of an older version has gone, and never falls.
    fn raise_format(&self) -> Reply<i32> {
        Reply::now(Ok(1))
    }

    /// Whether several servers may share this store.
    fn is_shared(&self) -> bool {
        false
    }

    /// After a fence: this process comes back under a new number, and owns nothing.
    fn rejoin(&self) -> Reply<()> {
        Reply::now(Ok(()))
    }

    /// The last word of this server: others may have its tables at once.
    fn leave(&self) -> Reply<()> {
        Reply::now(Ok(()))
    }

    /// The tables with a game on that no living server owns.
    fn free_tables(&self) -> Reply<Vec<String>> {
        Reply::now(Ok(Vec::new()))
    }

    /// This server's number, and all servers that have not been shut out. What they own is not counted.
    fn members(&self) -> Reply<(ServerId, Vec<Member>)> {
        Reply::now(Ok((ServerId(1), Vec::new())))
    }

    /// Keeps files of the page for the other servers, which may have another version of it.
    fn keep_assets(&self, files: Vec<(String, Vec<u8>)>) -> Reply<()> {
        let _ = files;
        Reply::now(Ok(()))
    }

    /// These files of the page are still in use; what no server has named for days goes. Says how many of them are kept.
    fn touch_assets(&self, paths: Vec<String>) -> Reply<u64> {
        Reply::now(Ok(paths.len() as u64))
    }

    /// A file of another version's page.
    fn asset(&self, path: &str) -> Reply<Option<Vec<u8>>> {
        let _ = path;
        Reply::now(Ok(None))
    }

    /// Who owns a table, and in which epoch.
    fn owner(&self, table: &str) -> Reply<Option<(ServerId, u64)>> {
        let _ = table;
        Reply::now(Ok(Some((ServerId(1), 1))))
    }
}

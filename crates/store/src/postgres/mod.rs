//! The driver for several servers on one database: PostgreSQL.
//!
//! One connection writes, a few others read. Whatever single steps are queued go into one statement (`steps.sql`), every
//! other write is one call of a function in the database (`apply.sql`): either is all or nothing by itself, locks the
//! row of this server against a fence, and checks that the table is still its own.

mod assets;
mod connect;
pub(crate) mod copy;
mod lease;
mod reader;
mod schema;
mod tls;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use tokio::sync::mpsc;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::{
    Beat, Claim, Error, GameRow, Member, OwnerHash, Reply, Retention, SeatRow, ServerId, Size,
    SnapshotRow, StepRow, Store, TableRow, TalkRow, Write,
};
use connect::Address;
pub use lease::Entry;
use lease::Process;
use reader::Readers;
pub use tls::decoded;
use writer::Order;

/// The store in a PostgreSQL database. To be opened inside a tokio runtime.
#[derive(Debug)]
pub struct Postgres {
    number: Arc<AtomicI64>,
    cluster: String,
    key: [u8; 32],
    orders: mpsc::UnboundedSender<Order>,
    readers: Readers,
    waiting: Arc<AtomicU64>,
}

impl Postgres {
    /// Opens the database at `url`, brings its tables up to date, and enters this process among its servers.
    ///
    /// # Errors
    /// Nobody answers there, the database is not ours, or it was written by a newer program.
    pub async fn open(url: &str, name: &str, program: &str) -> Result<Self, Error> {
        Self::open_as(url, Entry::new(name, program)).await
    }

    /// The same for whoever this is.
    ///
    /// # Errors
    /// As [`Self::open`]; or the rows are written in a format that the program does not read, or the others hear each other
    /// and this one does not hear them.
    pub async fn open_as(url: &str, entry: Entry) -> Result<Self, Error> {
        let process = Process::new(entry)?;
        let address = Address::parse(url)?.tagged(&process.tag);
        let mut client = address.connect().await?;
        connect::check_version(&client).await?;
        schema::migrate(&mut client).await?;
        let row = client.query_one("SELECT id::text, key FROM cluster", &[]).await?;
        let cluster = row.get(0);
        let key = row
            .get::<_, Vec<u8>>(1)
            .try_into()
            .map_err(|_| Error::Failed("the key of the cluster is not 32 bytes long".into()))?;
        let number = Arc::new(AtomicI64::new(lease::join(&client, &process).await?.0));
        let (orders, to_do) = mpsc::unbounded_channel();
        let waiting = Arc::new(AtomicU64::new(0));
        let (writes_as, queue) = (Arc::clone(&number), Arc::clone(&waiting));
        tokio::spawn(writer::serve(address.clone(), client, process, writes_as, to_do, queue));
        Ok(Self { number, cluster, key, orders, readers: Readers::new(address), waiting })
    }

    /// Who is in the cluster at `url`, without entering it.
    ///
    /// # Errors
    /// Nobody answers there, or it is not the database of a cluster.
    pub async fn members_at(url: &str) -> Result<Vec<Member>, Error> {
        let client = Address::parse(url)?.connect().await?;
        let ours = "SELECT to_regclass('cluster') IS NOT NULL";
        if !client.query_one(ours, &[]).await?.get::<_, bool>(0) {
            return Err(Error::Address("no server has been started on it yet".into()));
        }
        let rows = client.query(lease::MEMBERS, &[]).await?;
        Ok(rows.iter().map(lease::member).collect())
    }

    /// Who owns which table of the cluster at `url`, and in which epoch: in the order of the owners' numbers.
    ///
    /// # Errors
    /// As [`Self::members_at`].
    pub async fn owners_at(url: &str) -> Result<Vec<(ServerId, String, u64)>, Error> {
        let client = Address::parse(url)?.connect().await?;
        let sql = "SELECT owner, table_id, epoch FROM owners WHERE owner IS NOT NULL ORDER BY owner, table_id";
        let rows = client.query(sql, &[]).await?;
        let owner = |row: &Row| (ServerId(row.get(0)), row.get(1), row.get::<_, i64>(2) as u64);
        Ok(rows.iter().map(owner).collect())
    }

    /// The number under which this process writes now.
    fn number(&self) -> i64 {
        self.number.load(Ordering::Relaxed)
    }

    /// The name that all servers on this database share, and nobody else.
    pub fn cluster(&self) -> &str {
        &self.cluster
    }

    /// The secret with which servers seal their messages to each other.
    pub fn key(&self) -> &[u8; 32] {
        &self.key
    }

    fn order<T>(
        &self,
        order: impl FnOnce(tokio::sync::oneshot::Sender<Result<T, Error>>) -> Order,
    ) -> Reply<T> {
        let (sender, reply) = Reply::pair();
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // If the writer is gone the sender is dropped with the order, and the reply says `Closed`.
        let _ = self.orders.send(order(sender));
        reply
    }

    /// Asks one of the readers; `read` makes the answer of the rows.
    fn ask<T: Send + 'static>(
        &self,
        sql: &'static str,
        values: Vec<Box<dyn ToSql + Sync + Send>>,
        read: impl FnOnce(Vec<Row>) -> Result<T, Error> + Send + 'static,
    ) -> Reply<T> {
        self.readers.ask(sql, values, read)
    }

    /// The same for leases, over a connection of their own.
    fn ask_of_leases<T: Send + 'static>(
        &self,
        sql: &'static str,
        values: Vec<Box<dyn ToSql + Sync + Send>>,
        read: impl FnOnce(Vec<Row>) -> Result<T, Error> + Send + 'static,
    ) -> Reply<T> {
        self.readers.ask_of_leases(sql, values, read)
    }
}

/// Beats write it twice a second, so a killed server's steps can be a little later than its clock.
const CLOCK: &str = "SELECT greatest(0, (SELECT max(clock_ms) FROM servers), (SELECT max(over_ms) FROM games), \
     (SELECT max(p.at_ms) FROM games g, LATERAL (SELECT at_ms FROM steps WHERE game_id = g.id \
     ORDER BY seq DESC LIMIT 1) p WHERE g.finished_ms IS NULL))";

fn table_row(row: &Row) -> TableRow {
    TableRow {
        id: row.get(0),
        version: row.get::<_, i64>(1) as u64,
        listed: row.get(2),
        phase: row.get(3),
        updated_ms: row.get(4),
        touched_ms: row.get(5),
        body: row.get(6),
    }
}

fn game_row(row: &Row) -> GameRow {
    GameRow {
        id: row.get(0),
        table: row.get(1),
        number: row.get::<_, i64>(2) as u32,
        rules_version: row.get::<_, i64>(3) as u32,
        started_ms: row.get(4),
        finished_ms: row.get(5),
        header: row.get(6),
        result: row.get(7),
    }
}

fn seat_row(row: &Row) -> Result<SeatRow, Error> {
    let owner = row.get::<_, Vec<u8>>(2).try_into();
    Ok(SeatRow {
        table: row.get(0),
        seat: row.get::<_, i32>(1) as u8,
        owner: owner.map_err(|_| Error::Failed("the owner of a seat is not a hash".into()))?,
    })
}

fn one<T>(rows: &[Row], read: impl FnOnce(&Row) -> T) -> Option<T> {
    rows.first().map(read)
}

impl Store for Postgres {
    fn write(&self, write: Write) -> Reply<()> {
        self.order(|reply| Order::Write(write, reply))
    }

    fn table(&self, id: &str) -> Reply<Option<TableRow>> {
        self.ask(
            "SELECT id, version, listed, phase, updated_ms, touched_ms, body FROM tables WHERE id = $1",
            vec![Box::new(id.to_owned())],
            |rows| Ok(one(&rows, table_row)),
        )
    }

    fn listed_tables(&self, phases: &[&str], limit: u32) -> Reply<Vec<TableRow>> {
        let phases: Vec<String> = phases.iter().map(|&phase| phase.into()).collect();
        self.ask(
            "SELECT t.* FROM unnest($1::text[]) p, LATERAL (SELECT id, version, listed, phase, updated_ms, touched_ms, body \
             FROM tables WHERE phase = p AND listed ORDER BY updated_ms DESC LIMIT $2) t \
             ORDER BY t.updated_ms DESC LIMIT $2",
            vec![Box::new(phases), Box::new(i64::from(limit))],
            |rows| Ok(rows.iter().map(table_row).collect()),
        )
    }

    fn tables(&self, after: &str, limit: u32) -> Reply<Vec<TableRow>> {
        // Byte by byte, as the other driver has it, whatever the database's language.
        self.ask(
            "SELECT id, version, listed, phase, updated_ms, touched_ms, body FROM tables \
             WHERE id COLLATE \"C\" > $1 ORDER BY id COLLATE \"C\" LIMIT $2",
            vec![Box::new(after.to_owned()), Box::new(i64::from(limit))],
            |rows| Ok(rows.iter().map(table_row).collect()),
        )
    }

    fn running_tables(&self) -> Reply<Vec<String>> {
        self.ask(
            "SELECT table_id FROM games WHERE finished_ms IS NULL ORDER BY started_ms",
            vec![],
            |rows| Ok(rows.iter().map(|row| row.get(0)).collect()),
        )
    }

    fn live_tables(&self, since_ms: i64) -> Reply<u64> {
        self.ask(
            "SELECT count(*) FROM tables WHERE $1 <= touched_ms AND phase IN ('lobby', 'playing')",
            vec![Box::new(since_ms)],
            |rows| Ok(rows[0].get::<_, i64>(0) as u64),
        )
    }

    fn seats(&self, table: &str) -> Reply<Vec<SeatRow>> {
        self.ask(
            "SELECT table_id, seat, owner FROM seats WHERE table_id = $1 ORDER BY seat",
            vec![Box::new(table.to_owned())],
            |rows| rows.iter().map(seat_row).collect(),
        )
    }

    fn seats_of(&self, owner: OwnerHash, limit: u32) -> Reply<Vec<SeatRow>> {
        self.ask(
            "SELECT table_id, seat, owner FROM seats JOIN tables ON tables.id = table_id \
             WHERE owner = $1 ORDER BY updated_ms DESC LIMIT $2",
            vec![Box::new(owner.to_vec()), Box::new(i64::from(limit))],
            |rows| rows.iter().map(seat_row).collect(),
        )
    }

    fn game(&self, id: &str) -> Reply<Option<GameRow>> {
        self.ask(
            "SELECT id, table_id, number, rules_version, started_ms, finished_ms, header, result FROM games WHERE id = $1",
            vec![Box::new(id.to_owned())],
            |rows| Ok(one(&rows, game_row)),
        )
    }

    fn games_at(&self, table: &str, limit: u32) -> Reply<Vec<GameRow>> {
        self.ask(
            "SELECT id, table_id, number, rules_version, started_ms, finished_ms, header, result FROM games \
             WHERE table_id = $1 ORDER BY number DESC LIMIT $2",
            vec![Box::new(table.to_owned()), Box::new(i64::from(limit))],
            |rows| Ok(rows.iter().map(game_row).collect()),
        )
    }

    fn games_of(&self, owner: OwnerHash, limit: u32) -> Reply<Vec<(GameRow, u8)>> {
        self.ask(
            "SELECT games.id, table_id, number, rules_version, started_ms, finished_ms, header, result, seat \
             FROM participants JOIN games ON games.id = game_id \
             WHERE owner = $1 AND finished_ms IS NOT NULL ORDER BY finished_ms DESC LIMIT $2",
            vec![Box::new(owner.to_vec()), Box::new(i64::from(limit))],
            |rows| Ok(rows.iter().map(|row| (game_row(row), row.get::<_, i32>(8) as u8)).collect()),
        )
    }

    fn steps(&self, game: &str, from: u64, limit: u32) -> Reply<Vec<StepRow>> {
        let (game, from) = (game.to_owned(), i64::try_from(from).unwrap_or(i64::MAX));
        let name = game.clone();
        self.ask(
            // A running game has rows, a finished one its record: never both.
            "SELECT s.seq, s.at_ms, s.body FROM (SELECT seq, at_ms, body FROM steps WHERE game_id = $1 AND seq >= $2 \
             UNION ALL SELECT (s->>0)::bigint, (s->>1)::bigint, s->>3 FROM records, json_array_elements(steps::json) s \
             WHERE game_id = $1 AND (s->>0)::bigint >= $2) s ORDER BY s.seq LIMIT $3",
            vec![Box::new(game), Box::new(from), Box::new(i64::from(limit))],
            move |rows| {
                let step = |row: &Row| StepRow {
                    game: name.clone(),
                    seq: row.get::<_, i64>(0) as u64,
                    at_ms: row.get(1),
                    body: row.get(2),
                };
                Ok(rows.iter().map(step).collect())
            },
        )
    }

    fn snapshot(&self, game: &str) -> Reply<Option<SnapshotRow>> {
        self.ask(
            "SELECT game_id, seq, body FROM snapshots WHERE game_id = $1",
            vec![Box::new(game.to_owned())],
            |rows| {
                Ok(one(&rows, |row| SnapshotRow {
                    game: row.get(0),
                    seq: row.get::<_, i64>(1) as u64,
                    body: row.get(2),
                }))
            },
        )
    }

    fn talk(&self, table: &str, limit: u32) -> Reply<Vec<TalkRow>> {
        self.ask(
            "SELECT table_id, seq, at_ms, body FROM talk WHERE table_id = $1 ORDER BY seq DESC LIMIT $2",
            vec![Box::new(table.to_owned()), Box::new(i64::from(limit))],
            |rows| {
                let said = |row: &Row| TalkRow {
                    table: row.get(0),
                    seq: row.get::<_, i64>(1) as u64,
                    at_ms: row.get(2),
                    body: row.get(3),
                };
                Ok(rows.iter().rev().map(said).collect())
            },
        )
    }

    fn clock(&self) -> Reply<i64> {
        self.ask(CLOCK, vec![], |rows| Ok(rows[0].get(0)))
    }

    fn forget(&self, retention: Retention) -> Reply<(u64, u64)> {
        let Retention { games_before_ms, tables_before_ms, empty_before_ms, except } = retention;
        self.ask(
            include_str!("forget.sql"),
            vec![
                Box::new(games_before_ms),
                Box::new(tables_before_ms),
                Box::new(empty_before_ms),
                Box::new(except),
                Box::new(self.number()),
            ],
            |rows| Ok((rows[0].get::<_, i64>(0) as u64, rows[0].get::<_, i64>(1) as u64)),
        )
    }

    fn remove_table(&self, id: &str) -> Reply<bool> {
        self.ask(
            "WITH running AS (DELETE FROM games WHERE table_id = $1 AND finished_ms IS NULL RETURNING id), \
             gone AS (DELETE FROM steps WHERE game_id IN (SELECT id FROM running)), \
             free AS (DELETE FROM owners WHERE table_id = $1), \
             removed AS (DELETE FROM tables WHERE id = $1 RETURNING 1) SELECT EXISTS (SELECT 1 FROM removed)",
            vec![Box::new(id.to_owned())],
            |rows| Ok(rows[0].get(0)),
        )
    }

    fn is_there(&self) -> Result<(), Error> {
        Ok(()) // the database itself sees to that
    }

    fn examine(&self) -> Reply<()> {
        self.ask("SELECT count(*) FROM tables", vec![], |_| Ok(()))
    }

    fn size(&self) -> Size {
        // How large the database is, its own tools tell.
        Size { file: 0, log: 0, queue: self.waiting.load(Ordering::Relaxed) }
    }

    fn is_well(&self) -> Reply<()> {
        self.order(|reply| Order::Write(Write::from(crate::Change::Clock(0)), reply))
    }

    fn claim(&self, tables: Vec<String>, clock_ms: i64) -> Reply<Vec<Claim>> {
        self.order(|reply| Order::Claim(tables, clock_ms, reply))
    }

    fn release(&self, tables: Vec<Claim>, clock_ms: i64) -> Reply<()> {
        self.order(|reply| Order::Release(tables, clock_ms, reply))
    }

    fn beat(&self, clock_ms: i64) -> Reply<Beat> {
        lease::beat(self, clock_ms)
    }

    fn fence(&self, server: ServerId) -> Reply<bool> {
        lease::fence(self, server)
    }

    fn raise_format(&self) -> Reply<i32> {
        lease::raise_format(self)
    }

    fn rejoin(&self) -> Reply<()> {
        self.order(Order::Rejoin)
    }

    fn leave(&self) -> Reply<()> {
        self.order(Order::Leave)
    }

    fn free_tables(&self) -> Reply<Vec<String>> {
        lease::free_tables(self)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn members(&self) -> Reply<(ServerId, Vec<Member>)> {
        lease::members(self)
    }

    fn owner(&self, table: &str) -> Reply<Option<(ServerId, u64)>> {
        lease::owner(self, table)
    }

    fn keep_assets(&self, files: Vec<(String, Vec<u8>)>) -> Reply<()> {
        assets::keep(self, files)
    }

    fn touch_assets(&self, paths: Vec<String>) -> Reply<u64> {
        assets::touch(self, paths)
    }

    fn asset(&self, path: &str) -> Reply<Option<Vec<u8>>> {
        assets::one(self, path)
    }
}

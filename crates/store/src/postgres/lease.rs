//! Leases of servers and owners of tables. Times are PostgreSQL's own: no server's clock decides.

use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;

use tokio_postgres::{Client, Row};

use super::Postgres;
use crate::{Beat, Claim, Error, Member, Reply, ServerId};

/// The formats of rows (documents, headers, steps) that this program reads; it can write the last two of them. Servers of
/// two versions run side by side during an update, so all write the newest format that every living one reads.
pub(super) const FORMATS: RangeInclusive<i32> = 1..=1;

/// Held by `db copy` for as long as it takes, and shared by a server for the moment in which it enters.
pub(super) const COPY_LOCK: i64 = 0x6b_61_69_6a_76;

/// Who enters a cluster.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What its host calls it; the same after a restart.
    pub name: String,
    /// The version of its program.
    pub program: String,
    /// The formats of rows that it reads.
    pub reads: RangeInclusive<i32>,
    /// Whether it hears the others over a wire. Either all of a cluster do, or none.
    pub wired: bool,
}

impl Entry {
    /// A server of this program that hears nobody.
    pub fn new(name: &str, program: &str) -> Self {
        let (name, program) = (name.to_owned(), program.to_owned());
        Self { name, program, reads: FORMATS, wired: false }
    }
}

/// Whoever has entered: a process, which may come back under another number.
#[derive(Clone, Debug)]
pub(super) struct Process {
    entry: Entry,
    /// What all of its connections are called, and nobody else's.
    pub(super) tag: String,
}

impl Process {
    pub(super) fn new(entry: Entry) -> Result<Self, Error> {
        let random = getrandom::u64().map_err(|error| Error::Failed(error.to_string()))?;
        Ok(Self { entry, tag: format!("daikaiju {random:016x}") })
    }
}

/// Enters a start of a server, unless the database is being copied or written in a format that it does not read.
pub(super) async fn join(client: &Client, process: &Process) -> Result<ServerId, Error> {
    let Process { entry: Entry { name, program, reads, wired }, tag } = process;
    if !wired {
        let sql = "SELECT name FROM servers WHERE wired AND NOT fenced AND name <> $1 \
                   AND now() + interval '1.4 s' <= until LIMIT 1";
        if let Some(row) = client.query_opt(sql, &[name]).await? {
            let other: String = row.get(0);
            return Err(Error::Address(format!(
                "the server {other} on it is in a cluster with NATS, and so must this one be (--nats)"
            )));
        }
    }
    // One statement, so one transaction: the shared lock lasts until the new row can be seen, and the format cannot rise
    // past a server that is about to enter.
    let sql = "WITH now AS MATERIALIZED (SELECT pg_try_advisory_xact_lock_shared($6) AS free, writes, \
               (SELECT source FROM copying) AS half FROM cluster FOR SHARE), \
               entered AS (INSERT INTO servers (name, program, tag, reads, wired, until) \
               SELECT $1, $2, $3, int4range($4, $5, '[]'), $7, now() + interval '2 s' FROM now \
               WHERE free AND half IS NULL AND writes BETWEEN $4 AND $5 RETURNING id) \
               SELECT (SELECT id FROM entered), free, half, writes FROM now";
    let row = client
        .query_one(sql, &[name, program, tag, reads.start(), reads.end(), &COPY_LOCK, wired])
        .await?;
    if let Some(id) = row.get(0) {
        return Ok(ServerId(id));
    }
    let (free, half, writes): (bool, Option<String>, i32) = (row.get(1), row.get(2), row.get(3));
    Err(match half {
        _ if !free => Error::Copying,
        Some(from) => Error::HalfCopied(from),
        None => Error::Newer { found: writes.into(), known: (*reads.end()).into() },
    })
}

/// Raises the format of rows to the newest that every living server reads. Says which it is.
pub(super) fn raise_format(store: &Postgres) -> Reply<i32> {
    store.ask("SELECT daikaiju_raise_1()", vec![], |rows| Ok(rows[0].get(0)))
}

/// The lease is renewed over a connection of its own: it must not wait behind writes, nor behind long lists.
pub(super) fn beat(store: &Postgres, clock_ms: i64) -> Reply<Beat> {
    let made = store.readers.made_for_leases();
    store.ask_of_leases(
        "UPDATE servers SET until = now() + interval '2 s', clock_ms = greatest(clock_ms, $2) \
         WHERE id = $1 AND NOT fenced RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
        vec![Box::new(store.number()), Box::new(clock_ms)],
        move |rows| {
            let connection = made.load(Ordering::Relaxed);
            rows.first().map(|row| Beat { now_ms: row.get(0), connection }).ok_or(Error::Fenced)
        },
    )
}

/// A server is dead when its lease is past, or when it has missed a beat and none of its connections is left: those of a
/// killed process end with it. All connections end with the database as well, and nobody can beat while it is away: after a
/// restart it says nothing of a server that it has no connection of it, and for a while not that its lease is past either.
/// A server of the same name is this one's predecessor, which is gone in any case. Locks the row `FOR UPDATE`, which waits
/// for writes in flight: a plain `UPDATE` would let them through.
pub(super) fn fence(store: &Postgres, server: ServerId) -> Reply<bool> {
    store.ask_of_leases(
        "WITH dead AS MATERIALIZED (SELECT id FROM servers s WHERE id = $1 AND NOT fenced \
         AND (pg_postmaster_start_time() < until - interval '2 s' OR pg_postmaster_start_time() < now() - interval '6 s' \
         OR name = (SELECT name FROM servers WHERE id = $2)) \
         AND (until < now() OR (until < now() + interval '1.4 s' AND pg_postmaster_start_time() < until - interval '2 s' \
         AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.application_name = s.tag))) FOR UPDATE OF s), \
         shut AS (UPDATE servers s SET fenced = true FROM dead WHERE s.id = dead.id RETURNING 1) \
         SELECT EXISTS (SELECT 1 FROM shut) OR coalesce((SELECT fenced FROM servers WHERE id = $1), true)",
        vec![Box::new(server.0), Box::new(store.number())],
        |rows| Ok(rows[0].get(0)),
    )
}

pub(super) fn members(store: &Postgres) -> Reply<(ServerId, Vec<Member>)> {
    let me = ServerId(store.number());
    store.ask_of_leases(
        "SELECT id, name, program, (extract(epoch FROM until - now()) * 1000)::bigint, clock_ms, fenced, NULL::bigint \
         FROM servers WHERE NOT fenced OR id = $1 ORDER BY id",
        vec![Box::new(me.0)],
        move |rows| Ok((me, rows.iter().map(member).collect())),
    )
}

/// Everybody with what they own, which has to be counted.
pub(super) const MEMBERS: &str = "SELECT id, name, program, (extract(epoch FROM until - now()) * 1000)::bigint, clock_ms, fenced, \
     (SELECT count(*) FROM owners WHERE owner = servers.id) FROM servers ORDER BY id";

pub(super) fn member(row: &Row) -> Member {
    Member {
        id: ServerId(row.get(0)),
        name: row.get(1),
        program: row.get(2),
        left_ms: row.get(3),
        clock_ms: row.get(4),
        fenced: row.get(5),
        tables: row.get::<_, Option<i64>>(6).map(|tables| tables as u64),
    }
}

/// Tables with a game on, and nobody who may write to them.
pub(super) fn free_tables(store: &Postgres) -> Reply<Vec<String>> {
    store.ask(
        "SELECT table_id FROM games g WHERE finished_ms IS NULL AND NOT EXISTS (SELECT 1 FROM owners o \
         JOIN servers s ON s.id = o.owner WHERE o.table_id = g.table_id AND NOT s.fenced) ORDER BY started_ms",
        vec![],
        |rows| Ok(rows.iter().map(|row| row.get(0)).collect()),
    )
}

pub(super) fn owner(store: &Postgres, table: &str) -> Reply<Option<(ServerId, u64)>> {
    store.ask(
        "SELECT owner, epoch FROM owners WHERE table_id = $1 AND owner IS NOT NULL",
        vec![Box::new(table.to_owned())],
        |rows| Ok(rows.first().map(|row| (ServerId(row.get(0)), row.get::<_, i64>(1) as u64))),
    )
}

/// The last word of a server: it will not write again, so others need not wait for its lease to pass. What a broken
/// connection of its own left under way is waited for, as by a fence.
pub(super) const LEAVE: &str = "WITH me AS MATERIALIZED (SELECT id FROM servers WHERE id = $1 FOR UPDATE) \
     UPDATE servers s SET fenced = true FROM me WHERE s.id = me.id";

/// Takes tables that are free, or whose owner has been fenced. The table's clock goes on where its owner's stood.
pub(super) const CLAIM: &str = "WITH me AS MATERIALIZED (SELECT id FROM servers WHERE id = $1 AND NOT fenced FOR KEY SHARE), \
     taken AS (INSERT INTO owners AS o SELECT t, me.id, 1, 0 FROM me, unnest($2::text[]) t \
     ON CONFLICT (table_id) DO UPDATE SET owner = $1, epoch = o.epoch + 1, \
     shift_ms = o.shift_ms + coalesce((SELECT clock_ms FROM servers WHERE id = o.owner), 0) - $3 \
     WHERE o.owner IS NULL OR (SELECT fenced FROM servers WHERE id = o.owner) RETURNING table_id, epoch, shift_ms) \
     SELECT table_id, epoch, shift_ms, true FROM taken UNION ALL \
     SELECT table_id, epoch, shift_ms, true FROM owners WHERE owner = $1 AND table_id = ANY($2) \
     AND table_id NOT IN (SELECT table_id FROM taken) UNION ALL \
     SELECT '', 0, 0, false WHERE NOT EXISTS (SELECT 1 FROM me)";

/// Lets go of tables; those that have another owner by now are left alone.
pub(super) const RELEASE: &str = "UPDATE owners o SET owner = NULL, shift_ms = shift_ms + $4 \
     FROM unnest($2::text[], $3::bigint[]) n(t, e) WHERE o.table_id = n.t AND o.epoch = n.e AND o.owner = $1";

pub(super) fn claims(rows: &[Row]) -> Result<Vec<Claim>, Error> {
    let claim = |row: &Row| {
        row.get::<_, bool>(3).then(|| Claim {
            table: row.get(0),
            epoch: row.get::<_, i64>(1) as u64,
            shift_ms: row.get(2),
        })
    };
    rows.iter().map(claim).collect::<Option<_>>().ok_or(Error::Fenced)
}

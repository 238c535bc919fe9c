//! Leases of servers and owners of tables. Times are PostgreSQL's own: no server's clock decides.

use tokio_postgres::{Client, Row};

use super::Postgres;
use crate::{Beat, Claim, Error, Member, Reply, ServerId};

/// How long a lease holds after a beat.
const LEASE: &str = "2 s";

/// Enters a start of a server.
pub(super) async fn join(client: &Client, name: &str, program: &str) -> Result<ServerId, Error> {
    let sql = format!(
        "INSERT INTO servers (name, program, reads, until) VALUES ($1, $2, '[1,1]', now() + interval '{LEASE}') RETURNING id"
    );
    Ok(ServerId(client.query_one(&sql, &[&name, &program]).await?.get(0)))
}

/// The lease is renewed by a connection that reads: it must not wait behind writes.
pub(super) fn beat(store: &Postgres, clock_ms: i64) -> Reply<Beat> {
    store.ask(
        "UPDATE servers SET until = now() + interval '2 s', clock_ms = greatest(clock_ms, $2) \
         WHERE id = $1 AND NOT fenced RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
        vec![Box::new(store.server.0), Box::new(clock_ms)],
        |rows| rows.first().map(|row| Beat { now_ms: row.get(0) }).ok_or(Error::Fenced),
    )
}

/// Locks the row `FOR UPDATE`, which waits for writes in flight: a plain `UPDATE` would let them through.
pub(super) fn fence(store: &Postgres, server: ServerId) -> Reply<bool> {
    store.ask(
        "WITH dead AS MATERIALIZED (SELECT id FROM servers WHERE id = $1 AND NOT fenced AND until < now() FOR UPDATE), \
         shut AS (UPDATE servers s SET fenced = true FROM dead WHERE s.id = dead.id RETURNING 1) \
         SELECT EXISTS (SELECT 1 FROM shut) OR coalesce((SELECT fenced FROM servers WHERE id = $1), true)",
        vec![Box::new(server.0)],
        |rows| Ok(rows[0].get(0)),
    )
}

pub(super) fn members(store: &Postgres) -> Reply<(ServerId, Vec<Member>)> {
    let me = store.server;
    store.ask(
        "SELECT id, name, program, (extract(epoch FROM until - now()) * 1000)::bigint, clock_ms, fenced, \
         (SELECT count(*) FROM owners WHERE owner = servers.id) FROM servers ORDER BY id",
        vec![],
        move |rows| {
            let member = |row: &Row| Member {
                id: ServerId(row.get(0)),
                name: row.get(1),
                program: row.get(2),
                left_ms: row.get(3),
                clock_ms: row.get(4),
                fenced: row.get(5),
                tables: row.get::<_, i64>(6) as u64,
            };
            Ok((me, rows.iter().map(member).collect()))
        },
    )
}

pub(super) fn owner(store: &Postgres, table: &str) -> Reply<Option<(ServerId, u64)>> {
    store.ask(
        "SELECT owner, epoch FROM owners WHERE table_id = $1 AND owner IS NOT NULL",
        vec![Box::new(table.to_owned())],
        |rows| Ok(rows.first().map(|row| (ServerId(row.get(0)), row.get::<_, i64>(1) as u64))),
    )
}

/// Takes tables that are free, or whose owner has been fenced. The table's clock goes on where its owner's stood.
pub(super) const CLAIM: &str = "WITH me AS MATERIALIZED (SELECT id FROM servers WHERE id = $1 AND NOT fenced FOR KEY SHARE), \
     taken AS (INSERT INTO owners AS o SELECT t, me.id, 1, -$3::bigint FROM me, unnest($2::text[]) t \
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

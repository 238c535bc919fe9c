//! The database as one end of a copy.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;
use tokio_postgres::Client;

use super::connect::{self, Address};
use super::lease::{COPY_LOCK, MEMBERS, member};
use super::{game_row, schema, table_row};
use crate::copy::{Kind, WholeGame, WholeTable};
use crate::{Error, Participant, StepRow, TalkRow};

/// A database, locked against servers: none can enter while this connection lasts, and those that are gone are fenced.
pub(crate) struct Database {
    client: Client,
    name: String,
    /// Of a target: the clock it was given.
    now_ms: Option<i64>,
}

/// For how long another copy is waited for, and how often it is looked at.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(50);

/// A copy takes its time, and reads from end to end.
const SETTINGS: &str = "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; \
     SET plan_cache_mode = auto; SET enable_seqscan = on; SET enable_hashjoin = on; SET enable_mergejoin = on";

impl Database {
    pub(crate) async fn source(url: &str) -> Result<Self, Error> {
        let (address, client) = reach(url).await?;
        let ours = "SELECT to_regclass('cluster') IS NOT NULL";
        if !client.query_one(ours, &[]).await?.get::<_, bool>(0) {
            let why = format!("there is no database of Daikaiju at {}", address.shown());
            return Err(Error::CannotCopy(why));
        }
        let database = Self::close_to_servers(&address, client).await?;
        match database.half_copied().await? {
            Some(from) => Err(Error::HalfCopied(from)),
            None => Ok(database),
        }
    }

    pub(crate) async fn target(url: &str, source: &str) -> Result<Self, Error> {
        let (address, client) = reach(url).await?;
        let database = Self::close_to_servers(&address, client).await?;
        match database.half_copied().await? {
            Some(from) if from == source => return Ok(database),
            Some(from) => return Err(Error::HalfCopied(from)),
            None => {}
        }
        let sql = "SELECT EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM games)";
        if database.client.query_one(sql, &[]).await?.get(0) {
            let why = format!("{} holds tables or games already", database.name);
            return Err(Error::CannotCopy(why));
        }
        let mark = "INSERT INTO copying (source) VALUES ($1)";
        database.client.execute(mark, &[&source]).await?;
        Ok(database)
    }

    async fn close_to_servers(address: &Address, mut client: Client) -> Result<Self, Error> {
        schema::migrate(&mut client).await?;
        client.batch_execute(SETTINGS).await?;
        // A copy that was stopped just now may still hold it for a moment.
        let lock = "SELECT pg_try_advisory_lock($1)";
        let since = Instant::now();
        while !client.query_one(lock, &[&COPY_LOCK]).await?.get::<_, bool>(0) {
            if PATIENCE < since.elapsed() {
                return Err(Error::Copying);
            }
            tokio::time::sleep(PAUSE).await;
        }
        // One that is only stopped could wake up and write; it may not any more.
        let fence = "WITH dead AS MATERIALIZED (SELECT id FROM servers WHERE NOT fenced AND until < now() FOR UPDATE) \
                     UPDATE servers s SET fenced = true FROM dead WHERE s.id = dead.id";
        client.execute(fence, &[]).await?;
        let name = address.shown();
        let members = client.query(MEMBERS, &[]).await?;
        match members.iter().map(member).find(|member| !member.fenced) {
            Some(living) => Err(Error::CannotCopy(format!(
                "the server {} runs on {name}; stop it first",
                living.name
            ))),
            None => Ok(Self { client, name, now_ms: None }),
        }
    }

    async fn half_copied(&self) -> Result<Option<String>, Error> {
        let row = self.client.query_opt("SELECT source FROM copying", &[]).await?;
        Ok(row.map(|row| row.get(0)))
    }

    pub(crate) fn name(&self) -> String {
        self.name.clone()
    }

    pub(crate) async fn clock(&self) -> Result<i64, Error> {
        if let Some(now_ms) = self.now_ms {
            return Ok(now_ms);
        }
        Ok(self.client.query_one(super::CLOCK, &[]).await?.get(0))
    }

    /// The clock is that of a server that is gone.
    pub(crate) async fn set_clock(&mut self, ms: i64) -> Result<(), Error> {
        let sql = "WITH old AS (DELETE FROM servers WHERE name = 'copy') \
                   INSERT INTO servers (name, program, tag, reads, until, clock_ms, fenced) \
                   VALUES ('copy', '', '', '[1,1]', now(), $1, true)";
        self.client.execute(sql, &[&ms]).await?;
        self.now_ms = Some(ms);
        Ok(())
    }

    pub(crate) async fn names(&self, of: Kind) -> Result<Vec<String>, Error> {
        let sql = match of {
            Kind::Tables => "SELECT id FROM tables ORDER BY id COLLATE \"C\"",
            Kind::Games => "SELECT id FROM games ORDER BY id COLLATE \"C\"",
        };
        Ok(self.client.query(sql, &[]).await?.iter().map(|row| row.get(0)).collect())
    }

    pub(crate) async fn tables(&self, names: &[String]) -> Result<Vec<WholeTable>, Error> {
        let sql = "SELECT id, version, listed, phase, updated_ms, touched_ms, body FROM tables \
                   WHERE id = ANY ($1) ORDER BY id COLLATE \"C\"";
        let mut tables: Vec<WholeTable> = self
            .client
            .query(sql, &[&names])
            .await?
            .iter()
            .map(|row| WholeTable { row: table_row(row), seats: Vec::new(), talk: Vec::new() })
            .collect();
        let sql = "SELECT table_id, seat, owner FROM seats WHERE table_id = ANY ($1) ORDER BY seat";
        for row in self.client.query(sql, &[&names]).await? {
            let seat = super::seat_row(&row)?;
            if let Some(table) = tables.iter_mut().find(|table| table.row.id == seat.table) {
                table.seats.push((seat.seat, seat.owner));
            }
        }
        let sql =
            "SELECT table_id, seq, at_ms, body FROM talk WHERE table_id = ANY ($1) ORDER BY seq";
        for row in self.client.query(sql, &[&names]).await? {
            let said = TalkRow {
                table: row.get(0),
                seq: row.get::<_, i64>(1) as u64,
                at_ms: row.get(2),
                body: row.get(3),
            };
            if let Some(table) = tables.iter_mut().find(|table| table.row.id == said.table) {
                table.talk.push(said);
            }
        }
        Ok(tables)
    }

    pub(crate) async fn games(&self, names: &[String]) -> Result<Vec<WholeGame>, Error> {
        let now_ms = self.clock().await?;
        // A table's clock is its owner's and a shift; that of a table without an owner stands.
        let sql = "SELECT id, games.table_id, number, rules_version, started_ms, finished_ms, header, result, over_ms, \
                   (SELECT o.shift_ms + coalesce((SELECT s.clock_ms FROM servers s WHERE s.id = o.owner), 0) \
                   FROM owners o WHERE o.table_id = games.table_id) \
                   FROM games WHERE id = ANY ($1) ORDER BY id COLLATE \"C\"";
        let mut games = Vec::new();
        for row in self.client.query(sql, &[&names]).await? {
            let game = game_row(&row);
            let since_ms = if game.finished_ms.is_some() {
                0
            } else {
                row.get::<_, Option<i64>>(9).unwrap_or(now_ms)
            };
            let whole = WholeGame {
                row: game,
                over_ms: row.get(8),
                participants: Vec::new(),
                steps: Vec::new(),
            };
            games.push((whole, since_ms));
        }
        let find = |games: &mut Vec<(WholeGame, i64)>, name: &str| {
            games.iter().position(|(game, _)| game.row.id == name)
        };
        let sql = "SELECT game_id, owner, seat FROM participants WHERE game_id = ANY ($1) ORDER BY owner, seat";
        for row in self.client.query(sql, &[&names]).await? {
            let owner = row.get::<_, Vec<u8>>(1).try_into();
            let owner =
                owner.map_err(|_| Error::Failed("the owner of a seat is not a hash".into()))?;
            if let Some(at) = find(&mut games, row.get(0)) {
                let who = Participant { owner, seat: row.get::<_, i32>(2) as u8 };
                games[at].0.participants.push(who);
            }
        }
        let sql = "SELECT game_id, seq, at_ms, body FROM steps WHERE game_id = ANY ($1) ORDER BY game_id, seq";
        for row in self.client.query(sql, &[&names]).await? {
            if let Some(at) = find(&mut games, row.get(0)) {
                let (game, since_ms) = &mut games[at];
                game.steps.push(StepRow {
                    game: row.get(0),
                    seq: row.get::<_, i64>(1) as u64,
                    at_ms: row.get::<_, i64>(2) - *since_ms,
                    body: row.get(3),
                });
            }
        }
        let sql = "SELECT game_id, steps FROM records WHERE game_id = ANY ($1)";
        for row in self.client.query(sql, &[&names]).await? {
            let name: String = row.get(0);
            let steps = packed(&name, row.get(1))?;
            if let Some(at) = find(&mut games, &name) {
                games[at].0.steps = steps;
            }
        }
        Ok(games.into_iter().map(|(game, _)| game).collect())
    }

    pub(crate) async fn put_tables(&mut self, tables: &[WholeTable]) -> Result<(), Error> {
        let transaction = self.client.transaction().await?;
        for WholeTable { row, seats, talk } in tables {
            transaction.execute("DELETE FROM tables WHERE id = $1", &[&row.id]).await?;
            let version = row.version as i64;
            transaction
                .execute(
                    "INSERT INTO tables (id, version, listed, phase, updated_ms, touched_ms, body) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                    &[&row.id, &version, &row.listed, &row.phase, &row.updated_ms, &row.touched_ms, &row.body],
                )
                .await?;
            let numbers: Vec<i32> = seats.iter().map(|(seat, _)| i32::from(*seat)).collect();
            let owners: Vec<&[u8]> = seats.iter().map(|(_, owner)| owner.as_slice()).collect();
            let sql = "INSERT INTO seats (table_id, seat, owner) SELECT $1, * FROM unnest($2::int[], $3::bytea[])";
            transaction.execute(sql, &[&row.id, &numbers, &owners]).await?;
            let seqs: Vec<i64> = talk.iter().map(|said| said.seq as i64).collect();
            let times: Vec<i64> = talk.iter().map(|said| said.at_ms).collect();
            let bodies: Vec<&str> = talk.iter().map(|said| said.body.as_str()).collect();
            let sql = "INSERT INTO talk (table_id, seq, at_ms, body) \
                       SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[])";
            transaction.execute(sql, &[&row.id, &seqs, &times, &bodies]).await?;
        }
        Ok(transaction.commit().await?)
    }

    pub(crate) async fn put_games(&mut self, games: &[WholeGame]) -> Result<(), Error> {
        let now_ms = self.clock().await?;
        let names: Vec<&str> = games.iter().map(|game| game.row.id.as_str()).collect();
        let transaction = self.client.transaction().await?;
        transaction.execute("DELETE FROM games WHERE id = ANY ($1)", &[&names]).await?;
        transaction.execute("DELETE FROM steps WHERE game_id = ANY ($1)", &[&names]).await?;
        for WholeGame { row, over_ms, participants, steps } in games {
            let (number, rules) = (i64::from(row.number), i64::from(row.rules_version));
            transaction
                .execute(
                    "INSERT INTO games (id, table_id, number, rules_version, started_ms, finished_ms, over_ms, header, result) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                    &[&row.id, &row.table, &number, &rules, &row.started_ms, &row.finished_ms, over_ms, &row.header, &row.result],
                )
                .await?;
            let owners: Vec<&[u8]> = participants.iter().map(|who| who.owner.as_slice()).collect();
            let seats: Vec<i32> = participants.iter().map(|who| i32::from(who.seat)).collect();
            let sql = "INSERT INTO participants (owner, game_id, seat) \
                       SELECT o, $1, s FROM unnest($2::bytea[], $3::int[]) n(o, s)";
            transaction.execute(sql, &[&row.id, &owners, &seats]).await?;
            if row.finished_ms.is_some() {
                let list: Vec<Value> =
                    steps.iter().map(|step| json!([step.seq, step.at_ms, 1, step.body])).collect();
                let list = Value::Array(list).to_string();
                let sql = "INSERT INTO records (game_id, steps) VALUES ($1, $2)";
                transaction.execute(sql, &[&row.id, &list]).await?;
            } else {
                let seqs: Vec<i64> = steps.iter().map(|step| step.seq as i64).collect();
                let times: Vec<i64> = steps.iter().map(|step| step.at_ms + now_ms).collect();
                let bodies: Vec<&str> = steps.iter().map(|step| step.body.as_str()).collect();
                let sql = "INSERT INTO steps (game_id, seq, at_ms, epoch, body) \
                           SELECT $1, s, a, 1, b FROM unnest($2::bigint[], $3::bigint[], $4::text[]) n(s, a, b)";
                transaction.execute(sql, &[&row.id, &seqs, &times, &bodies]).await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    pub(crate) async fn remove(&mut self, of: Kind, names: &[String]) -> Result<(), Error> {
        let transaction = self.client.transaction().await?;
        match of {
            Kind::Tables => {
                transaction.execute("DELETE FROM tables WHERE id = ANY ($1)", &[&names]).await?;
            }
            Kind::Games => {
                transaction.execute("DELETE FROM games WHERE id = ANY ($1)", &[&names]).await?;
                transaction
                    .execute("DELETE FROM steps WHERE game_id = ANY ($1)", &[&names])
                    .await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    pub(crate) async fn finish(self) -> Result<(), Error> {
        self.client.execute("DELETE FROM copying", &[]).await?;
        // What is asked from now on is planned by what is there.
        self.client.batch_execute("ANALYZE").await?;
        Ok(())
    }
}

async fn reach(url: &str) -> Result<(Address, Client), Error> {
    let address = Address::parse(url)?;
    let client = address.connect().await?;
    connect::check_version(&client).await?;
    Ok((address, client))
}

/// The steps of a finished game, out of its record.
fn packed(game: &str, list: &str) -> Result<Vec<StepRow>, Error> {
    let damaged = || Error::Failed(format!("the record of game {game} is damaged"));
    let steps: Vec<(u64, i64, i64, String)> = serde_json::from_str(list).map_err(|_| damaged())?;
    let step = |(seq, at_ms, _, body)| StepRow { game: game.to_owned(), seq, at_ms, body };
    Ok(steps.into_iter().map(step).collect())
}

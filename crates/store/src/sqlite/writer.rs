//! The one writer: whatever is queued goes into one commit, and only then is anything acknowledged.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, params};
use tokio::sync::oneshot;

use super::damage::unless_damaged;
use super::journal::{Journal, Round};
use super::watch::Watch;
use crate::{Change, Error, Retention, Write};

/// How many writes one commit takes at most; the rest waits for the next one.
const GROUP: usize = 512;

/// What the writer is asked to do.
pub(super) enum Order {
    Write(Write, oneshot::Sender<Result<(), Error>>),
    Forget(Retention, oneshot::Sender<Result<(u64, u64), Error>>),
    Remove(String, oneshot::Sender<Result<bool, Error>>),
    /// Write something, whatever it is.
    Probe(oneshot::Sender<Result<(), Error>>),
    /// Keep nothing in memory that the file holds, and do this.
    Rest(Arc<Resting>, fn()),
}

/// Several threads that rest; whoever asked is answered when the last of them has let go of this.
pub(super) struct Resting(Mutex<Option<oneshot::Sender<Result<(), Error>>>>);

impl Resting {
    pub(super) fn new(reply: oneshot::Sender<Result<(), Error>>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Some(reply))))
    }

    fn answer(&self, outcome: Result<(), Error>) {
        let reply = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        reply.into_iter().for_each(|reply| drop(reply.send(outcome.clone())));
    }
}

impl Drop for Resting {
    fn drop(&mut self) {
        self.answer(Ok(()));
    }
}

/// The one writer of a file.
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) journal: Journal,
    pub(super) watch: Arc<Watch>,
}

impl Writer {
    /// Serves orders until every sender is gone.
    pub(super) fn serve(mut self, orders: &Receiver<Order>) {
        while let Ok(first) = orders.recv() {
            let mut group = Vec::new();
            let mut next = Some(first);
            while let Some(order) = next {
                self.watch.taken();
                match order {
                    Order::Write(write, reply) => group.push((write, reply)),
                    Order::Forget(retention, reply) => drop(reply.send(self.forget(&retention))),
                    Order::Remove(table, reply) => drop(reply.send(self.remove(&table))),
                    Order::Probe(reply) => drop(reply.send(self.probe())),
                    Order::Rest(all, also) => {
                        if let Err(error) = self.rest() {
                            all.answer(Err(error));
                        }
                        also();
                    }
                }
                next = if group.len() < GROUP { orders.try_recv().ok() } else { None };
            }
            self.commit(group);
        }
        // Leaves one tidy file behind; a failure costs nothing, the next start does it.
        if self.watch.check().is_ok() && self.empty_journal(|_| Ok(())).is_ok() {
            let _ = self.connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
        }
    }

    fn commit(&mut self, group: Vec<(Write, oneshot::Sender<Result<(), Error>>)>) {
        if group.is_empty() {
            return;
        }
        let (writes, replies): (Vec<_>, Vec<_>) = group.into_iter().unzip();
        let outcome = self.watch.check().and_then(|()| {
            let outcomes = commit_all(&mut self.connection, &mut self.journal, writes)?;
            // Only what is in the file that the next start will find is acknowledged.
            self.watch.check().map(|()| outcomes)
        });
        match outcome {
            // A receiver that is gone has stopped caring; the write stands.
            Ok(outcomes) => outcomes
                .into_iter()
                .zip(replies)
                .for_each(|(outcome, reply)| drop(reply.send(outcome))),
            Err(error) => {
                replies.into_iter().for_each(|reply| drop(reply.send(Err(error.clone()))))
            }
        }
    }

    /// Writes something, whatever it is.
    fn probe(&self) -> Result<(), Error> {
        self.watch.check()?;
        super::schema::touch(&self.connection)
    }

    /// Puts the steps of the journal into their place, and forgets the pages that were read for it.
    fn rest(&mut self) -> Result<(), Error> {
        self.watch.check()?;
        if !self.journal.is_empty() {
            self.empty_journal(|_| Ok(()))?;
        }
        self.connection.flush_prepared_statement_cache();
        Ok(self.connection.release_memory()?)
    }

    /// Puts all steps into their place, as far as the file is sound, and does something more in the same transaction.
    fn empty_journal<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, Error>,
    ) -> Result<T, Error> {
        loop {
            let transaction = self.connection.transaction()?;
            if let Some(damaged) = self.journal.empty(&transaction)? {
                drop(transaction);
                self.journal.is_damaged_at(damaged);
                continue;
            }
            let done = work(&transaction)?;
            transaction.commit()?;
            self.journal.emptied();
            return Ok(done);
        }
    }

    fn remove(&mut self, table: &str) -> Result<bool, Error> {
        self.watch.check()?;
        self.empty_journal(|transaction| Ok(remove_table(transaction, table)?))
    }

    fn forget(&mut self, retention: &Retention) -> Result<(u64, u64), Error> {
        self.watch.check()?;
        let games = self.forget_games(retention.games_before_ms)?;
        let mut old = too_old(&self.connection, retention)?;
        if old.is_empty() {
            return Ok((games, 0)); // nothing more is written
        }
        self.empty_journal(|_| Ok(()))?;
        let connection = &self.connection;
        old.retain(|table| {
            is_quiet(connection, table, retention.tables_before_ms).unwrap_or(false)
        });
        let tables = self.remove_each(&old, remove_table)?;
        Ok((games, tables))
    }

    /// Forgets the games that ended before a moment.
    fn forget_games(&mut self, before_ms: i64) -> Result<u64, Error> {
        let old = ended_before(&self.connection, before_ms)?;
        self.remove_each(&old, |connection, game| {
            let removed =
                connection.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([game])?;
            Ok(0 < removed)
        })
    }

    /// Removes all of something in one transaction; if the file is damaged under one of them, that one stays and all others go
    /// by themselves. Says how many went.
    fn remove_each(
        &mut self,
        names: &[String],
        remove: impl Fn(&Connection, &str) -> Result<bool, rusqlite::Error>,
    ) -> Result<u64, Error> {
        let mut together = |names: &[String]| {
            let transaction = self.connection.transaction()?;
            let mut removed = 0;
            for name in names {
                removed += u64::from(remove(&transaction, name)?);
            }
            transaction.commit().map(|()| removed)
        };
        if names.is_empty() {
            return Ok(0);
        }
        if let Some(removed) = unless_damaged(together(names))? {
            return Ok(removed);
        }
        let mut removed = 0;
        for name in names {
            removed += unless_damaged(together(std::slice::from_ref(name)))?.unwrap_or(0);
        }
        Ok(removed)
    }
}

/// The games that ended before a moment.
fn ended_before(connection: &Connection, before_ms: i64) -> Result<Vec<String>, rusqlite::Error> {
    let mut found = connection.prepare_cached("SELECT id FROM games WHERE over_ms < ?1")?;
    found.query_map([before_ms], |row| row.get(0))?.collect()
}

/// The tables that may be too old; of those at play the last step has to be asked for.
fn too_old(connection: &Connection, retention: &Retention) -> Result<Vec<String>, Error> {
    let mut found = connection.prepare_cached(
        "SELECT id FROM tables WHERE touched_ms < ?1 \
         OR (touched_ms < ?2 AND phase = 'lobby' \
             AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id) \
             AND NOT EXISTS (SELECT 1 FROM games WHERE table_id = tables.id))",
    )?;
    let names = found
        .query_map(params![retention.tables_before_ms, retention.empty_before_ms], |row| {
            row.get(0)
        })?
        .collect::<Result<Vec<String>, _>>()?;
    Ok(names.into_iter().filter(|name| !retention.except.contains(name)).collect())
}

/// Whether the running game of a table, if it has one, has had no step since a moment.
fn is_quiet(connection: &Connection, table: &str, since_ms: i64) -> Result<bool, Error> {
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM games JOIN steps ON game_id = games.id \
               WHERE table_id = ?1 AND finished_ms IS NULL AND ?2 <= at_ms)";
    Ok(connection.prepare_cached(sql)?.query_row(params![table, since_ms], |row| row.get(0))?)
}

fn remove_table(connection: &Connection, table: &str) -> Result<bool, rusqlite::Error> {
    connection
        .prepare_cached("DELETE FROM games WHERE table_id = ?1 AND finished_ms IS NULL")?
        .execute([table])?;
    Ok(0 < connection.prepare_cached("DELETE FROM tables WHERE id = ?1")?.execute([table])?)
}

/// One commit; says what became of each write in it.
fn commit_all(
    connection: &mut Connection,
    journal: &mut Journal,
    writes: Vec<Write>,
) -> Result<Vec<Result<(), Error>>, Error> {
    let transaction = connection.transaction()?;
    let mut round = journal.round();
    match write_all(&transaction, &mut round, writes) {
        Ok(outcomes) => {
            transaction.commit()?;
            round.keep();
            Ok(outcomes)
        }
        Err(error) => {
            // Everybody in this commit is refused once; from the next one on only the game that it was about.
            if let Some(damaged) = round.damaged() {
                drop(transaction);
                journal.is_damaged_at(damaged);
            }
            Err(error)
        }
    }
}

/// Everything that one commit writes.
fn write_all(
    transaction: &Connection,
    round: &mut Round<'_>,
    writes: Vec<Write>,
) -> Result<Vec<Result<(), Error>>, Error> {
    let mut outcomes = Vec::with_capacity(writes.len());
    for write in writes {
        let outcome = apply(transaction, round, write);
        if transaction.is_autocommit() || round.has_damage() {
            // The disk is full, for instance: the whole transaction has been given up, not only this write.
            return Err(outcome.err().unwrap_or(Error::Closed));
        }
        outcomes.push(outcome);
    }
    round.settle(transaction)?;
    // The clock is never behind a step that it has timed; and its row is in every log, see `schema::check_log`.
    let latest = round.latest_ms().unwrap_or(0);
    change(transaction, round, Change::Clock(latest))?;
    Ok(outcomes)
}

/// Applies one write inside the open transaction; if any of its changes fails, none of them stays.
fn apply(connection: &Connection, round: &mut Round<'_>, mut write: Write) -> Result<(), Error> {
    let is_one_statement = |change: &Change| {
        !matches!(
            change,
            Change::StartGame { .. }
                | Change::JoinGame { .. }
                | Change::PutSeats { .. }
                | Change::FinishGame { .. }
        )
    };
    if write.changes.len() == 1
        && let Some(single) = write.changes.pop_if(|single| is_one_statement(single))
    {
        return change(connection, round, single); // one statement is all or nothing by itself
    }
    let mark = round.mark();
    connection.execute_batch("SAVEPOINT one_write")?;
    let outcome = write.changes.into_iter().try_for_each(|next| change(connection, round, next));
    connection.execute_batch(match outcome {
        Ok(()) => "RELEASE one_write",
        Err(_) => "ROLLBACK TO one_write; RELEASE one_write",
    })?;
    if outcome.is_err() {
        round.back_to(mark);
    }
    outcome
}

fn change(connection: &Connection, round: &mut Round<'_>, change: Change) -> Result<(), Error> {
    match change {
        Change::PutTable { table, expected: 0 } => {
            connection
                .prepare_cached("INSERT INTO tables (id, version, listed, phase, updated_ms, body, touched_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
                .execute(params![table.id, table.version, table.listed, table.phase, table.updated_ms, table.body, table.touched_ms])?;
        }
        Change::PutTable { table, expected } => {
            let changed = connection
                .prepare_cached(
                    "UPDATE tables SET version = ?2, listed = ?3, phase = ?4, updated_ms = ?5, body = ?6, touched_ms = ?8 \
                     WHERE id = ?1 AND version = ?7",
                )?
                .execute(params![table.id, table.version, table.listed, table.phase, table.updated_ms, table.body, expected, table.touched_ms])?;
            if changed == 0 {
                return Err(Error::Conflict);
            }
        }
        Change::PutSeats { table, seats } => {
            connection
                .prepare_cached("DELETE FROM seats WHERE table_id = ?1")?
                .execute([&table])?;
            let mut insert = connection
                .prepare_cached("INSERT INTO seats (table_id, seat, owner) VALUES (?1, ?2, ?3)")?;
            for (seat, owner) in seats {
                insert.execute(params![table, seat, owner])?;
            }
        }
        Change::StartGame { game, participants } => {
            connection
                .prepare_cached(
                    "INSERT INTO games (id, table_id, number, rules_version, started_ms, finished_ms, header, result) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute(params![
                    game.id,
                    game.table,
                    game.number,
                    game.rules_version,
                    game.started_ms,
                    game.finished_ms,
                    game.header,
                    game.result
                ])?;
            let mut insert = connection.prepare_cached(
                "INSERT INTO participants (owner, game_id, seat) VALUES (?1, ?2, ?3)",
            )?;
            for participant in participants {
                insert.execute(params![participant.owner, game.id, participant.seat])?;
            }
        }
        Change::JoinGame { game, participant, header } => {
            let changed = connection
                .prepare_cached(
                    "UPDATE games SET header = ?2 WHERE id = ?1 AND finished_ms IS NULL",
                )?
                .execute(params![game, header])?;
            if changed == 0 {
                return Err(Error::Conflict);
            }
            connection
                .prepare_cached(
                    "INSERT INTO participants (owner, game_id, seat) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![participant.owner, game, participant.seat])?;
        }
        Change::Step(step) => round.add(connection, step)?,
        Change::Snapshot(snapshot) => {
            connection
                .prepare_cached(
                    "INSERT INTO snapshots (game_id, seq, body) VALUES (?1, ?2, ?3) \
                     ON CONFLICT (game_id) DO UPDATE SET seq = excluded.seq, body = excluded.body",
                )?
                .execute(params![snapshot.game, snapshot.seq, snapshot.body])?;
        }
        Change::FinishGame { game, at_ms, clock_ms, result } => {
            let changed = connection
                .prepare_cached("UPDATE games SET finished_ms = ?2, result = ?3, over_ms = ?4 WHERE id = ?1 AND finished_ms IS NULL")?
                .execute(params![game, at_ms, result, clock_ms])?;
            if changed == 0 {
                return Err(Error::Conflict);
            }
            connection
                .prepare_cached("DELETE FROM snapshots WHERE game_id = ?1")?
                .execute([&game])?;
            round.finish(game);
        }
        Change::Talk(talk) => {
            connection
                .prepare_cached(
                    "INSERT INTO talk (table_id, seq, at_ms, body) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![talk.table, talk.seq, talk.at_ms, talk.body])?;
        }
        Change::Clock(ms) => {
            connection
                .prepare_cached("UPDATE clock SET ms = max(ms, ?1), commits = commits + 1")?
                .execute([ms])?;
        }
    }
    Ok(())
}

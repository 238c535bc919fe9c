//! The one writer: whatever is queued goes into one round of statements, and only what is durable is acknowledged.
//!
//! When the connection breaks, what became of the round is not known. The writer connects again and repeats it: what is
//! found to stand already, with the same content in the same epoch, was this writer's own.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use data_encoding::HEXLOWER;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_postgres::types::{Json, ToSql};
use tokio_postgres::{Client, Row, Statement};

use super::connect::{Address, answer};
use super::lease::{self, Process};
use crate::{Change, Claim, Error, ServerId, StepRow, Write};

/// How many orders one round takes at most; the rest waits for the next one.
const GROUP: usize = 512;
/// For how long a round is tried while the database is away.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long an answer is waited for: longer than the database works at it (see `Line::new`), so that only a connection over
/// which nothing comes any more is given up.
const WITHIN: Duration = Duration::from_millis(4500);
/// How long the writer waits between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(50);

/// What the writer is asked to do.
pub(super) enum Order {
    Write(Write, oneshot::Sender<Result<(), Error>>),
    Claim(Vec<String>, i64, oneshot::Sender<Result<Vec<Claim>, Error>>),
    Release(Vec<Claim>, i64, oneshot::Sender<Result<(), Error>>),
    /// This process comes back under a new number.
    Rejoin(oneshot::Sender<Result<(), Error>>),
    /// The last word of this server.
    Leave(oneshot::Sender<Result<(), Error>>),
}

/// Somebody who wants to own tables.
struct Wish {
    tables: Vec<String>,
    clock_ms: i64,
    reply: oneshot::Sender<Result<Vec<Claim>, Error>>,
}

/// A write on its way.
struct Job {
    write: Write,
    reply: oneshot::Sender<Result<(), Error>>,
    /// When it was first tried.
    since: Instant,
    /// It was sent once, and no answer came.
    unsure: bool,
}

/// Serves orders until every sender is gone.
pub(super) async fn serve(
    address: Address,
    client: Client,
    process: Process,
    number: Arc<AtomicI64>,
    mut orders: UnboundedReceiver<Order>,
    waiting: Arc<AtomicU64>,
) {
    let mut writer = Writer { address, process, number, line: None };
    writer.line = Line::new(client).await.ok();
    let mut jobs: Vec<Job> = Vec::new();
    loop {
        let mut next = if jobs.is_empty() {
            match orders.recv().await {
                None => return drop(writer.leave().await),
                first => first,
            }
        } else {
            orders.try_recv().ok()
        };
        let mut wishes = Vec::new();
        while let Some(order) = next {
            waiting.fetch_sub(1, Ordering::Relaxed);
            // A claim is not put off beyond anything that changes what can be claimed.
            if !matches!(order, Order::Write(..) | Order::Claim(..)) {
                writer.claim(std::mem::take(&mut wishes)).await;
            }
            match order {
                Order::Write(write, reply) => {
                    jobs.push(Job { write, reply, since: Instant::now(), unsure: false });
                }
                Order::Claim(tables, clock_ms, reply) => {
                    wishes.push(Wish { tables, clock_ms, reply });
                }
                Order::Release(claims, clock_ms, reply) => {
                    drop(reply.send(writer.release(&claims, clock_ms).await));
                }
                Order::Rejoin(reply) => drop(reply.send(writer.rejoin().await)),
                Order::Leave(reply) => {
                    // What was ordered before it is written before it.
                    while !jobs.is_empty() {
                        jobs = writer.round(jobs).await;
                    }
                    drop(reply.send(writer.leave().await));
                }
            }
            let room = jobs.len() < GROUP && wishes.len() < GROUP;
            next = if room { orders.try_recv().ok() } else { None };
        }
        writer.claim(wishes).await;
        jobs = writer.round(jobs).await;
    }
}

struct Line {
    client: Client,
    steps: Statement,
    apply: Statement,
    claim: Statement,
    release: Statement,
    leave: Statement,
}

impl Line {
    async fn new(client: Client) -> Result<Self, Error> {
        let prepared = async {
            // What a broken connection left behind in the database ends before its write is given up.
            client.batch_execute("SET statement_timeout = '4s'").await?;
            Ok((
                client.prepare(include_str!("steps.sql")).await?,
                client.prepare("SELECT daikaiju_apply_1($1, $2, $3, $4)").await?,
                client.prepare(lease::CLAIM).await?,
                client.prepare(lease::RELEASE).await?,
                client.prepare(lease::LEAVE).await?,
            ))
        };
        let prepared = answer(WITHIN, prepared).await.unwrap_or_else(silent)?;
        let (steps, apply, claim, release, leave) = prepared;
        Ok(Self { client, steps, apply, claim, release, leave })
    }
}

/// No answer came to something that can be asked again.
fn silent<T>() -> Result<T, Error> {
    Err(Error::Failed("it does not answer".into()))
}

struct Writer {
    address: Address,
    process: Process,
    number: Arc<AtomicI64>,
    line: Option<Line>,
}

impl Writer {
    /// The connection; made anew if it broke.
    async fn line(&mut self) -> Result<&Line, Error> {
        if self.line.as_ref().is_none_or(|line| line.client.is_closed()) {
            self.line = None;
            self.line = Some(Line::new(self.address.connect().await?).await?);
        }
        Ok(self.line.as_ref().expect("it was made just now"))
    }

    /// Does what can be done at once, and gives back what must wait for the next round: a second write of the same
    /// table, and what the broken connection left open.
    async fn round(&mut self, jobs: Vec<Job>) -> Vec<Job> {
        let server = ServerId(self.number.load(Ordering::Relaxed));
        let line = match self.line().await {
            Ok(line) => line,
            Err(error) => {
                tokio::time::sleep(PAUSE).await;
                return give_up_late(jobs, &error);
            }
        };
        let (mut steps, mut others, mut later) = (Vec::new(), Vec::new(), Vec::new());
        let mut busy = HashSet::new();
        for job in jobs {
            if !busy.insert(place(&job.write).to_owned()) {
                later.push(job);
            } else if matches!(job.write.changes[..], [Change::Step(_)]) {
                steps.push(job);
            } else {
                others.push(job);
            }
        }
        let (open_steps, open_others) = join(
            write_steps(line, server, steps),
            join_all(others.into_iter().map(|job| write_one(line, server, job))),
        )
        .await;
        let mut open: Vec<Job> = open_steps;
        open.extend(open_others.into_iter().flatten());
        if !open.is_empty() {
            // The database may still be at it. What is repeated waits for it there, at the unique key or the locked row,
            // and then finds what became of it.
            self.line = None;
            tokio::time::sleep(PAUSE).await;
            open = give_up_late(open, &Error::Unsure);
        }
        open.extend(later);
        open
    }

    /// Asks something that is the same when it is done twice. A connection that broke, or over which nothing comes, is made
    /// anew, once.
    async fn ask(
        &mut self,
        which: fn(&Line) -> &Statement,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        for _ in 0..2 {
            let line = self.line().await?;
            if let Some(outcome) = answer(WITHIN, line.client.query(which(line), values)).await {
                return outcome;
            }
            self.line = None;
        }
        silent()
    }

    async fn leave(&mut self) -> Result<(), Error> {
        let server = self.number.load(Ordering::Relaxed);
        self.ask(|line| &line.leave, &[&server]).await.map(drop)
    }

    /// Whatever the old number owned belongs to others or to nobody; the new one owns nothing yet.
    async fn rejoin(&mut self) -> Result<(), Error> {
        let process = self.process.clone();
        let joined = lease::join(&self.line().await?.client, &process);
        let Ok(server) = tokio::time::timeout(WITHIN, joined).await else {
            self.line = None;
            return silent();
        };
        self.number.store(server?.0, Ordering::Relaxed);
        Ok(())
    }

    /// All that is wanted at this moment, by one statement.
    async fn claim(&mut self, wishes: Vec<Wish>) {
        // The latest of their clocks: a table's own may stand for a moment, but does not jump.
        let Some(clock_ms) = wishes.iter().map(|wish| wish.clock_ms).max() else { return };
        let all: HashSet<&str> =
            wishes.iter().flat_map(|wish| &wish.tables).map(String::as_str).collect();
        let all: Vec<&str> = all.into_iter().collect();
        let server = self.number.load(Ordering::Relaxed);
        let rows = self.ask(|line| &line.claim, &[&server, &all, &clock_ms]).await;
        let claims = rows.and_then(|rows| lease::claims(&rows));
        let claims = claims.map(|claims| -> HashMap<_, _> {
            claims.into_iter().map(|claim| (claim.table.clone(), claim)).collect()
        });
        for Wish { tables, reply, .. } in wishes {
            let own = |claims: &HashMap<String, Claim>| {
                tables.iter().filter_map(|table| claims.get(table).cloned()).collect()
            };
            drop(reply.send(claims.as_ref().map(own).map_err(Clone::clone)));
        }
    }

    async fn release(&mut self, claims: &[Claim], clock_ms: i64) -> Result<(), Error> {
        let tables: Vec<&str> = claims.iter().map(|claim| claim.table.as_str()).collect();
        let epochs: Vec<i64> = claims.iter().map(|claim| claim.epoch as i64).collect();
        let server = self.number.load(Ordering::Relaxed);
        let values: [&(dyn ToSql + Sync); 4] = [&server, &tables, &epochs, &clock_ms];
        self.ask(|line| &line.release, &values).await.map(drop)
    }
}

/// Answers those that have waited too long. A write that was never sent has changed nothing.
fn give_up_late(jobs: Vec<Job>, why: &Error) -> Vec<Job> {
    let (late, rest): (Vec<_>, Vec<_>) =
        jobs.into_iter().partition(|job| job.since.elapsed() > PATIENCE);
    for job in late {
        let error =
            if job.unsure { Error::Unsure } else { Error::Failed(format!("it is away ({why})")) };
        drop(job.reply.send(Err(error)));
    }
    rest
}

/// Two writes of one place never share a round.
fn place(write: &Write) -> &str {
    match (&write.owned, write.changes.first()) {
        (Some((table, _)), _) => table,
        (None, Some(Change::Step(step))) => &step.game,
        (None, _) => "",
    }
}

/// Writes single steps of different games by one statement; gives back those of which no answer came.
async fn write_steps(line: &Line, server: ServerId, mut jobs: Vec<Job>) -> Vec<Job> {
    if jobs.is_empty() {
        return jobs;
    }
    let rows: Vec<(&str, i64, &StepRow)> = jobs
        .iter()
        .map(|job| {
            let (table, epoch) =
                job.write.owned.as_ref().map_or(("", 0), |(table, epoch)| (table, *epoch as i64));
            let [Change::Step(step)] = &job.write.changes[..] else {
                unreachable!("only single steps come here")
            };
            (table, epoch, step)
        })
        .collect();
    let tables: Vec<&str> = rows.iter().map(|row| row.0).collect();
    let epochs: Vec<i64> = rows.iter().map(|row| row.1).collect();
    let games: Vec<&str> = rows.iter().map(|row| row.2.game.as_str()).collect();
    let seqs: Vec<i64> = rows.iter().map(|row| row.2.seq as i64).collect();
    let times: Vec<i64> = rows.iter().map(|row| row.2.at_ms).collect();
    let bodies: Vec<&str> = rows.iter().map(|row| row.2.body.as_str()).collect();
    let what: [&(dyn ToSql + Sync); 7] =
        [&server.0, &tables, &epochs, &games, &seqs, &times, &bodies];
    match answer(WITHIN, line.client.query(&line.steps, &what)).await {
        Some(Ok(won)) => {
            let won: HashSet<String> = won.iter().map(|row| row.get(0)).collect();
            let mut lost = Vec::new();
            for job in jobs {
                let [Change::Step(step)] = &job.write.changes[..] else { continue };
                if won.contains(&step.game) {
                    drop(job.reply.send(Ok(())));
                } else {
                    // What did not win is asked for its reason alone; that is rare.
                    lost.push(write_one(line, server, job));
                }
            }
            join_all(lost).await.into_iter().flatten().collect()
        }
        None => {
            jobs.iter_mut().for_each(|job| job.unsure = true);
            jobs
        }
        Some(Err(error)) => {
            jobs.into_iter().for_each(|job| drop(job.reply.send(Err(error.clone()))));
            Vec::new()
        }
    }
}

/// Writes one write by itself; gives it back if no answer came.
async fn write_one(line: &Line, server: ServerId, mut job: Job) -> Option<Job> {
    let needs_owner = job.write.changes.iter().any(|change| !matches!(change, Change::Clock(_)));
    if needs_owner && job.write.owned.is_none() {
        drop(job.reply.send(Err(Error::Fenced)));
        return None;
    }
    let (table, epoch) = match &job.write.owned {
        Some((table, epoch)) => (Some(table.as_str()), Some(*epoch as i64)),
        None => (None, None),
    };
    let changes = Value::Array(job.write.changes.iter().map(described).collect());
    let what: [&(dyn ToSql + Sync); 4] = [&server.0, &table, &epoch, &Json(changes)];
    let Some(outcome) = answer(WITHIN, line.client.execute(&line.apply, &what)).await else {
        job.unsure = true;
        return Some(job);
    };
    let outcome = match outcome.map(drop) {
        // It was sent before, so it may be this very write that stands in its own way; or it stood before the fence.
        Err(error @ (Error::Conflict | Error::Gap | Error::Fenced)) if job.unsure => {
            match answer(WITHIN, stands(line, &job.write)).await {
                Some(Ok(Some(true))) => Ok(()),
                Some(Ok(None)) if error == Error::Fenced => Err(Error::Unsure),
                Some(Ok(None)) => Ok(()),
                Some(Ok(Some(false))) => Err(error),
                Some(Err(_)) | None => return Some(job),
            }
        }
        outcome => outcome,
    };
    drop(job.reply.send(outcome));
    None
}

/// Whether this write is what stands in the database. It is all or nothing, so one of its changes is witness enough;
/// only the owner of a table writes to it, so what has the same content is the same write. `None`: all of it can be done
/// twice and is the same, so nothing tells.
async fn stands(line: &Line, write: &Write) -> Result<Option<bool>, tokio_postgres::Error> {
    let epoch = write.owned.as_ref().map_or(0, |(_, epoch)| *epoch as i64);
    for change in &write.changes {
        let found = match change {
            Change::Step(step) => {
                let seq = step.seq as i64;
                let sql = "SELECT 1 FROM (SELECT epoch, body FROM steps WHERE game_id = $1 AND seq = $2 UNION ALL \
                           SELECT (s->>2)::bigint, s->>3 FROM records, json_array_elements(steps::json) s \
                           WHERE game_id = $1 AND (s->>0)::bigint = $2) found WHERE epoch = $3 AND body = $4";
                line.client.query_opt(sql, &[&step.game, &seq, &epoch, &step.body]).await?
            }
            Change::PutTable { table, .. } => {
                let version = table.version as i64;
                let sql = "SELECT 1 FROM tables WHERE id = $1 AND version = $2 AND body = $3";
                line.client.query_opt(sql, &[&table.id, &version, &table.body]).await?
            }
            Change::StartGame { game, .. } => {
                let sql = "SELECT 1 FROM games WHERE id = $1 AND started_ms = $2";
                line.client.query_opt(sql, &[&game.id, &game.started_ms]).await?
            }
            Change::JoinGame { game, header, .. } => {
                let sql = "SELECT 1 FROM games WHERE id = $1 AND header = $2";
                line.client.query_opt(sql, &[game, header]).await?
            }
            Change::FinishGame { game, at_ms, result, .. } => {
                let sql = "SELECT 1 FROM games WHERE id = $1 AND finished_ms = $2 AND result = $3";
                line.client.query_opt(sql, &[game, at_ms, result]).await?
            }
            Change::Talk(talk) => {
                let seq = talk.seq as i64;
                let sql = "SELECT 1 FROM talk WHERE table_id = $1 AND seq = $2 AND body = $3";
                line.client.query_opt(sql, &[&talk.table, &seq, &talk.body]).await?
            }
            Change::PutSeats { .. } | Change::Snapshot(_) | Change::Clock(_) => continue,
        };
        return Ok(Some(found.is_some()));
    }
    Ok(None)
}

/// A change as `apply.sql` reads it.
fn described(change: &Change) -> Value {
    match change {
        Change::PutTable { table, expected } => json!({
            "kind": "put_table", "id": table.id, "version": table.version, "listed": table.listed, "phase": table.phase,
            "updated_ms": table.updated_ms, "touched_ms": table.touched_ms, "body": table.body, "expected": expected,
        }),
        Change::PutSeats { table, seats } => json!({
            "kind": "put_seats", "table": table,
            "seats": seats.iter().map(|(seat, owner)| json!([seat, HEXLOWER.encode(owner)])).collect::<Vec<_>>(),
        }),
        Change::StartGame { game, participants } => json!({
            "kind": "start_game", "id": game.id, "table": game.table, "number": game.number,
            "rules_version": game.rules_version, "started_ms": game.started_ms, "finished_ms": game.finished_ms,
            "header": game.header, "result": game.result,
            "participants": participants.iter().map(|who| json!([who.seat, HEXLOWER.encode(&who.owner)])).collect::<Vec<_>>(),
        }),
        Change::JoinGame { game, participant, header } => json!({
            "kind": "join_game", "game": game, "owner": HEXLOWER.encode(&participant.owner), "seat": participant.seat, "header": header,
        }),
        Change::Step(step) => json!({
            "kind": "step", "game": step.game, "seq": step.seq, "at_ms": step.at_ms, "body": step.body,
        }),
        Change::Snapshot(snapshot) => json!({
            "kind": "snapshot", "game": snapshot.game, "seq": snapshot.seq, "body": snapshot.body,
        }),
        Change::FinishGame { game, at_ms, clock_ms, result } => json!({
            "kind": "finish_game", "game": game, "at_ms": at_ms, "clock_ms": clock_ms, "result": result,
        }),
        Change::Talk(talk) => json!({
            "kind": "talk", "table": talk.table, "seq": talk.seq, "at_ms": talk.at_ms, "body": talk.body,
        }),
        Change::Clock(ms) => json!({ "kind": "clock", "ms": ms }),
    }
}

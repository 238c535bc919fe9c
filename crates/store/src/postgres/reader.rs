//! Questions: a few connections, each with its prepared statements, made again when they break.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use super::connect::{Address, answer};
use crate::{Error, Reply};

const READERS: usize = 4;

/// How long an answer is waited for: longer than the database works at it (`statement_timeout`), so that only a connection
/// over which nothing comes any more is given up.
const WITHIN: Duration = Duration::from_secs(11);

/// The same where a lease depends on it, which holds for two seconds.
const LEASE_WITHIN: Duration = Duration::from_secs(1);

/// A fence that has to wait for somebody's write must not hold up the next beat; it is tried again after that.
const LEASE_SETTINGS: &str = "SET lock_timeout = '400ms'";

/// The connections that answer questions. Each takes many at once.
#[derive(Debug)]
pub(super) struct Readers {
    readers: [Arc<Reader>; READERS],
    next: AtomicUsize,
    /// Beats and fences wait behind nothing else.
    lease: Arc<Reader>,
}

#[derive(Debug)]
struct Reader {
    address: Address,
    within: Duration,
    /// What is set on each connection besides.
    settings: &'static str,
    line: Mutex<Option<Arc<Line>>>,
    /// How many connections have been made so far.
    made: Arc<AtomicU64>,
}

struct Line {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Line")
    }
}

impl Readers {
    pub(super) fn new(address: Address) -> Self {
        let reader = |within, settings| {
            let (line, made) = Default::default();
            Arc::new(Reader { address: address.clone(), within, settings, line, made })
        };
        Self {
            readers: std::array::from_fn(|_| reader(WITHIN, "")),
            next: AtomicUsize::new(0),
            lease: reader(LEASE_WITHIN, LEASE_SETTINGS),
        }
    }

    pub(super) fn ask<T: Send + 'static>(
        &self,
        sql: &'static str,
        values: Vec<Box<dyn ToSql + Sync + Send>>,
        read: impl FnOnce(Vec<Row>) -> Result<T, Error> + Send + 'static,
    ) -> Reply<T> {
        ask(&self.readers[self.next.fetch_add(1, Ordering::Relaxed) % READERS], sql, values, read)
    }

    /// The same over the connection that beats.
    pub(super) fn ask_of_leases<T: Send + 'static>(
        &self,
        sql: &'static str,
        values: Vec<Box<dyn ToSql + Sync + Send>>,
        read: impl FnOnce(Vec<Row>) -> Result<T, Error> + Send + 'static,
    ) -> Reply<T> {
        ask(&self.lease, sql, values, read)
    }

    /// How many connections have been made for leases so far.
    pub(super) fn made_for_leases(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.lease.made)
    }
}

fn ask<T: Send + 'static>(
    reader: &Arc<Reader>,
    sql: &'static str,
    values: Vec<Box<dyn ToSql + Sync + Send>>,
    read: impl FnOnce(Vec<Row>) -> Result<T, Error> + Send + 'static,
) -> Reply<T> {
    let (sender, reply) = Reply::pair();
    let reader = Arc::clone(reader);
    tokio::spawn(async move {
        drop(sender.send(reader.rows(sql, &values).await.and_then(read)));
    });
    reply
}

impl Reader {
    /// The rows of a question. A connection that broke is made anew, once: a question changes nothing.
    async fn rows(
        &self,
        sql: &'static str,
        values: &[Box<dyn ToSql + Sync + Send>],
    ) -> Result<Vec<Row>, Error> {
        let values: Vec<&(dyn ToSql + Sync)> =
            values.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
        let line = self.line(None).await?;
        if let Some(outcome) = answer(self.within, line.rows(sql, &values)).await {
            return outcome;
        }
        let line = self.line(Some(&line)).await?;
        match answer(self.within, line.rows(sql, &values)).await {
            Some(outcome) => outcome,
            None => Err(Error::Failed("it does not answer".into())),
        }
    }

    /// The present connection, or a new one if there is none, or if it is the broken one.
    async fn line(&self, broken: Option<&Arc<Line>>) -> Result<Arc<Line>, Error> {
        let mut line = self.line.lock().await;
        if let Some(line) = &*line
            && !line.client.is_closed()
            && broken.is_none_or(|broken| !Arc::ptr_eq(line, broken))
        {
            return Ok(Arc::clone(line));
        }
        let client = self.address.connect().await?;
        // Everybody waits for this connection: if nothing comes over it any more, another one is made.
        let Some(set) = answer(self.within, client.batch_execute(self.settings)).await else {
            return Err(Error::Failed("it does not answer".into()));
        };
        set?;
        self.made.fetch_add(1, Ordering::Relaxed);
        let fresh = Arc::new(Line { client, statements: Mutex::default() });
        *line = Some(Arc::clone(&fresh));
        Ok(fresh)
    }
}

impl Line {
    async fn rows(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, tokio_postgres::Error> {
        let known = self.statements.lock().await.get(sql).cloned();
        let statement = match known {
            Some(statement) => statement,
            None => {
                let statement = self.client.prepare(sql).await?;
                self.statements.lock().await.insert(sql, statement.clone());
                statement
            }
        };
        self.client.query(&statement, values).await
    }
}

//! Questions: a few connections, each with its prepared statements, made again when they break.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Mutex;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use super::connect::{Address, is_lost};
use crate::{Error, Reply};

const READERS: usize = 4;

/// The connections that answer questions. Each takes many at once.
#[derive(Debug)]
pub(super) struct Readers {
    readers: [Arc<Reader>; READERS],
    next: AtomicUsize,
}

#[derive(Debug)]
struct Reader {
    address: Address,
    line: Mutex<Option<Arc<Line>>>,
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
        let reader = || Arc::new(Reader { address: address.clone(), line: Mutex::default() });
        Self { readers: std::array::from_fn(|_| reader()), next: AtomicUsize::new(0) }
    }

    pub(super) fn ask<T: Send + 'static>(
        &self,
        sql: &'static str,
        values: Vec<Box<dyn ToSql + Sync + Send>>,
        read: impl FnOnce(Vec<Row>) -> Result<T, Error> + Send + 'static,
    ) -> Reply<T> {
        let (sender, reply) = Reply::pair();
        let reader = &self.readers[self.next.fetch_add(1, Ordering::Relaxed) % READERS];
        let reader = Arc::clone(reader);
        tokio::spawn(async move {
            drop(sender.send(reader.rows(sql, &values).await.and_then(read)));
        });
        reply
    }
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
        match line.rows(sql, &values).await {
            Err(error) if is_lost(&error) => {
                Ok(self.line(Some(&line)).await?.rows(sql, &values).await?)
            }
            outcome => Ok(outcome?),
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

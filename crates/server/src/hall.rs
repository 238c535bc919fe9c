//! The hall: everything the tables share, and the list of the tables that are awake.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use protocol::{Refusal, Refused};
use store::{Change, ServerId, Store, Write};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Semaphore, mpsc};

use crate::clock::ServerClock;
use crate::cluster::Router;
use crate::config::Config;
use crate::identity::random_bytes;
use crate::limits::{Buckets, Connections, Rate, Voices};
use crate::metrics::Metrics;
use crate::table::{self, Mail};

/// How many letters may wait for one table before senders have to wait themselves.
const MAILBOX: usize = 256;

/// How many connections beyond the limits are told so at once.
const CROWD: usize = 64;

/// Everything the tables share.
pub(crate) struct Hall {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Metrics,
    pub(crate) connections: Connections,
    pub(crate) requests: Buckets<std::net::IpAddr>,
    pub(crate) creations: Buckets<std::net::IpAddr>,
    pub(crate) voices: Voices,
    /// Connections beyond the limits, which are told so and may ask how the server is.
    pub(crate) crowd: Arc<Semaphore>,
    /// How many bots think at once.
    pub(crate) thinkers: Arc<Semaphore>,
    stopping: AtomicBool,
    /// The database has been taken away, and the log says so.
    pub(crate) store_lost: AtomicBool,
    /// Where several servers share the store: how this one stands with the others.
    pub(crate) lease: Lease,
    /// The way to the other servers, if there is one.
    router: OnceLock<Arc<Router>>,
    next_connection: AtomicU64,
    alarms: AtomicU64,
    tables: Mutex<HashMap<String, mpsc::Sender<Mail>>>,
}

/// How this server stands with the others on the same database.
#[derive(Debug, Default)]
pub(crate) struct Lease {
    renewed: Mutex<Option<Instant>>,
    is_off: AtomicBool,
}

impl Lease {
    /// A server that has not renewed its lease for this long is as good as cut off.
    const HOLDS: Duration = Duration::from_secs(2);

    /// The lease has been renewed.
    fn renew(&self) {
        *self.renewed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// How long ago the lease was renewed, if ever.
    pub(crate) fn age(&self) -> Option<Duration> {
        let renewed = *self.renewed.lock().unwrap_or_else(PoisonError::into_inner);
        renewed.map(|renewed| renewed.elapsed())
    }

    /// Whether the lease was renewed lately.
    pub(crate) fn holds(&self) -> bool {
        self.age().is_some_and(|age| age < Self::HOLDS)
    }

    /// Notes whether the machine's wall clock is far from the database's.
    pub(crate) fn set_off(&self, is_off: bool) {
        self.is_off.store(is_off, Ordering::Relaxed);
    }

    /// Whether the machine's wall clock is far from the database's.
    pub(crate) fn is_off(&self) -> bool {
        self.is_off.load(Ordering::Relaxed)
    }
}

impl Hall {
    /// A hall over an open store.
    pub(crate) fn new(config: Config, store: Arc<dyn Store>, clock: ServerClock) -> Self {
        let per_second = f64::from(config.requests_per_second);
        let per_hour = f64::from(config.tables_per_hour);
        Self {
            connections: Connections::new(
                config.max_connections,
                config.max_connections_per_address,
            ),
            requests: Buckets::new(Rate { burst: per_second * 60.0, per_second }),
            creations: Buckets::new(Rate {
                burst: (per_hour / 2.0).max(1.0),
                per_second: per_hour / 3600.0,
            }),
            voices: Voices::default(),
            crowd: Arc::new(Semaphore::new(CROWD)),
            thinkers: Arc::new(Semaphore::new(
                std::thread::available_parallelism().map_or(1, usize::from),
            )),
            config,
            store,
            clock,
            metrics: Metrics::default(),
            stopping: AtomicBool::new(false),
            store_lost: AtomicBool::new(false),
            lease: Lease::default(),
            router: OnceLock::new(),
            // No two servers have the same numbers.
            next_connection: AtomicU64::new(
                (u64::from(u32::from_be_bytes(random_bytes())) << 32) | 1,
            ),
            alarms: AtomicU64::new(0),
            tables: Mutex::default(),
        }
    }

    /// The lease has been renewed. Players' clocks go on for as long as it holds, and stand while it cannot be renewed.
    pub(crate) fn renew_lease(&self) {
        self.lease.renew();
        let stood_ms = self.clock.renew(Lease::HOLDS.as_millis() as i64);
        if 0 < stood_ms {
            tracing::warn!(stood_ms, "the lease is renewed again; clocks stood meanwhile");
        }
    }

    /// Where several servers share the store: waits until this one can reach it.
    pub(crate) async fn wait_for_lease(&self) {
        while self.store.is_shared() && !self.lease.holds() && !self.is_stopping() {
            tokio::time::sleep(Lease::HOLDS / 10).await;
        }
    }

    /// A number that no other connection has.
    pub(crate) fn new_connection(&self) -> u64 {
        self.next_connection.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether the server is about to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// How many tables are awake.
    pub(crate) fn awake(&self) -> usize {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Wakes a table that may not be awake.
    pub(crate) fn wake(self: &Arc<Self>, name: &str) -> mpsc::Sender<Mail> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mailbox) = tables.get(name).filter(|mailbox| !mailbox.is_closed()) {
            return mailbox.clone();
        }
        let (sender, receiver) = mpsc::channel(MAILBOX);
        tables.insert(name.to_owned(), sender.clone());
        tokio::spawn(table::run(Arc::clone(self), name.to_owned(), sender.downgrade(), receiver));
        sender
    }

    /// Wakes a table that sleeps until a moment, which is far away.
    pub(crate) fn wake_at(self: &Arc<Self>, due: Instant, name: String) {
        let hall = Arc::clone(self);
        self.alarms.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(async move {
            tokio::time::sleep_until(due.into()).await;
            hall.alarms.fetch_sub(1, Ordering::Relaxed);
            if !hall.is_stopping() {
                drop(hall.wake(&name));
            }
        });
    }

    /// How many sleeping tables will be woken by their clock.
    pub(crate) fn alarms(&self) -> u64 {
        self.alarms.load(Ordering::Relaxed)
    }

    /// The names of the tables that are awake.
    pub(crate) fn awake_names(&self) -> Vec<String> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Gives back the room of lists after many tables have gone to sleep.
    pub(crate) fn tidy(&self) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if 4 * tables.len() + 64 < tables.capacity() {
            tables.shrink_to_fit();
        }
        drop(tables);
        self.requests.sweep();
        self.creations.sweep();
        self.voices.sweep();
    }

    /// Lets a table go to sleep, unless somebody has just written to it.
    pub(crate) fn sleep(&self, name: &str, mailbox: &mut mpsc::Receiver<Mail>) -> bool {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let quiet = mailbox.is_empty();
        if quiet {
            mailbox.close();
            tables.remove(name);
        }
        quiet
    }

    /// Takes a table off the list of those awake, whatever waits for it; one that was woken anew meanwhile stays.
    pub(crate) fn strike(&self, name: &str, mailbox: &mut mpsc::Receiver<Mail>) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        mailbox.close();
        if tables.get(name).is_some_and(mpsc::Sender::is_closed) {
            tables.remove(name);
        }
    }

    /// Sends a letter to a table, which is woken if need be.
    pub(crate) async fn send(self: &Arc<Self>, name: &str, mut mail: Mail) -> Result<(), Refused> {
        if self.is_stopping() {
            return Err(Refused::new(Refusal::Restarting, "the server is about to restart"));
        }
        // A table may fall asleep between being found and being written to; then it is woken anew.
        for _ in 0..5 {
            match self.wake(name).send(mail).await {
                Ok(()) => return Ok(()),
                Err(unsent) => mail = unsent.0,
            }
        }
        Err(Refused::new(Refusal::Trouble, "the table does not answer"))
    }

    /// The way to the other servers, if there is one.
    pub(crate) fn router(&self) -> Option<&Arc<Router>> {
        self.router.get()
    }

    /// From now on there is a way to the other servers.
    pub(crate) fn connect(&self, router: Arc<Router>) {
        let _ = self.router.set(router);
    }

    fn mailbox(&self, name: &str) -> Option<mpsc::Sender<Mail>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Passes a letter of another server to a table that is awake. One that does not fit is lost, as on the way.
    pub(crate) fn pass(&self, name: &str, mail: Mail) {
        if let Some(mailbox) = self.mailbox(name) {
            let _ = mailbox.try_send(mail);
        }
    }

    /// Passes a letter of another server to a table, which is woken if need be.
    pub(crate) fn deliver(self: &Arc<Self>, name: String, mail: Mail) {
        if self.is_stopping() {
            return;
        }
        let mail = match self.mailbox(&name) {
            Some(mailbox) => match mailbox.try_send(mail) {
                Ok(()) => return,
                Err(TrySendError::Full(mail) | TrySendError::Closed(mail)) => mail,
            },
            None => mail,
        };
        let hall = Arc::clone(self);
        tokio::spawn(async move { drop(hall.send(&name, mail).await) });
    }

    /// A server is gone: the tables that follow it need another owner, and its visitors are no longer at ours.
    pub(crate) fn tell_gone(self: &Arc<Self>, server: ServerId) {
        for name in self.awake_names() {
            self.deliver(name, Mail::Gone { server });
        }
    }

    /// Stops all tables: nothing more is accepted, everybody is told to come back.
    pub(crate) async fn stop(self: &Arc<Self>) {
        self.stopping.store(true, Ordering::Relaxed);
        self.let_go().await;
        self.write_clock().await;
    }

    /// Ends all tables here and tells everybody to come back; they are loaded anew when somebody does.
    pub(crate) async fn let_go(&self) {
        let mailboxes: Vec<_> =
            self.tables.lock().unwrap_or_else(PoisonError::into_inner).drain().collect();
        for (_, mailbox) in mailboxes {
            let _ =
                tokio::time::timeout(Duration::from_millis(500), mailbox.send(Mail::Stop)).await;
        }
    }

    /// Writes the server's clock, so that a new process goes on from here.
    pub(crate) async fn write_clock(&self) {
        if let Err(error) = self.store.write(Write::from(Change::Clock(self.clock.now_ms()))).await
        {
            tracing::error!(%error, "the clock could not be stored");
        }
    }
}

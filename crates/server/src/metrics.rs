//! What is counted, in the text format of Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use protocol::Refusal;

use crate::hall::Hall;

/// A number that only grows, or goes up and down.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn remove(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper bounds of the buckets in which times are counted, in milliseconds.
const BOUNDS_MS: [u64; 8] = [1, 2, 5, 10, 20, 50, 100, 1000];

/// How long something took, how often.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    buckets: [Counter; BOUNDS_MS.len() + 1],
    sum_us: AtomicU64,
}

impl Histogram {
    /// Counts one.
    pub(crate) fn count(&self, passed: Duration) {
        let ms = passed.as_millis() as u64;
        let bucket = BOUNDS_MS.iter().position(|&bound| ms < bound).unwrap_or(BOUNDS_MS.len());
        self.buckets[bucket].add();
        self.sum_us.fetch_add(passed.as_micros() as u64, Ordering::Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = write!(text, "# HELP daikaiju_{name} {help}\n# TYPE daikaiju_{name} histogram\n");
        let mut below = 0;
        for (bound, counter) in BOUNDS_MS.iter().zip(&self.buckets) {
            below += counter.get();
            let bound = *bound as f64 / 1000.0;
            let _ = writeln!(text, "daikaiju_{name}_bucket{{le=\"{bound}\"}} {below}");
        }
        let all = below + self.buckets[BOUNDS_MS.len()].get();
        let sum = self.sum_us.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "daikaiju_{name}_bucket{{le=\"+Inf\"}} {all}");
        let _ = writeln!(text, "daikaiju_{name}_sum {sum}\ndaikaiju_{name}_count {all}");
    }
}

/// The limits that somebody can reach.
const LIMITS: [&str; 6] = ["requests", "connections", "tables", "messages", "pings", "talk"];

/// The log tells of a limit at most this often.
const TELL_EVERY: Duration = Duration::from_secs(60);

/// What is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) sockets: Counter,
    pub(crate) answers: Counter,
    pub(crate) bot_answers: Counter,
    pub(crate) games_started: Counter,
    pub(crate) games_finished: Counter,
    pub(crate) tables_created: Counter,
    pub(crate) resyncs: Counter,
    pub(crate) messages_in: Counter,
    pub(crate) talk: Counter,
    pub(crate) damage: Counter,
    /// Tables that this server owns, and those that it shows for another.
    pub(crate) owned: Counter,
    pub(crate) followed: Counter,
    /// Until a step was durable.
    pub(crate) durable: Histogram,
    /// From a message to its reply.
    pub(crate) reply: Histogram,
    /// How long bots thought.
    pub(crate) thinking: Histogram,
    refusals: [Counter; Refusal::ALL.len()],
    limits: [(Counter, Mutex<Option<Instant>>); LIMITS.len()],
}

impl Metrics {
    /// A command was refused.
    pub(crate) fn refused(&self, table: &str, code: Refusal) {
        if let Some(index) = Refusal::ALL.into_iter().position(|other| other == code) {
            self.refusals[index].add();
        }
        tracing::debug!(table, code = code.name(), "refused");
    }

    /// Somebody has reached a limit.
    pub(crate) fn limit(&self, name: &'static str) {
        let Some(index) = LIMITS.iter().position(|&other| other == name) else { return };
        let (counter, told) = &self.limits[index];
        counter.add();
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|told| TELL_EVERY < told.elapsed()) {
            *told = Some(Instant::now());
            tracing::info!(limit = name, times = counter.get(), "a limit was reached");
        }
    }
}

/// The text that Prometheus reads.
pub(crate) fn text(hall: &Hall) -> String {
    let metrics = &hall.metrics;
    let mut text = String::new();
    let mut line = |name: &str, kind: &str, help: &str, value: u64| {
        let _ = write!(
            text,
            "# HELP daikaiju_{name} {help}\n# TYPE daikaiju_{name} {kind}\ndaikaiju_{name} {value}\n"
        );
    };
    line("sockets", "gauge", "Open WebSockets.", metrics.sockets.get());
    line("connections", "gauge", "Open TCP connections.", hall.connections.open() as u64);
    line("tables_awake", "gauge", "Tables in memory.", hall.awake() as u64);
    line(
        "answers_total",
        "counter",
        "Answers of players that became durable.",
        metrics.answers.get(),
    );
    line(
        "bot_answers_total",
        "counter",
        "Answers of bots that became durable.",
        metrics.bot_answers.get(),
    );
    line(
        "messages_in_total",
        "counter",
        "Messages received on sockets.",
        metrics.messages_in.get(),
    );
    line("tables_created_total", "counter", "Tables created.", metrics.tables_created.get());
    line("games_started_total", "counter", "Games begun.", metrics.games_started.get());
    line("games_finished_total", "counter", "Games ended.", metrics.games_finished.get());
    line(
        "resyncs_total",
        "counter",
        "Slow readers that were given a fresh view.",
        metrics.resyncs.get(),
    );
    line("damage", "gauge", "1 if the database was found damaged.", metrics.damage.get());
    line("talk_total", "counter", "Roars and messages.", metrics.talk.get());
    let size = hall.store.size();
    line("store_bytes", "gauge", "Size of the database file.", size.file);
    line("store_log_bytes", "gauge", "Size of its write-ahead log.", size.log);
    line("store_queue", "gauge", "Writes that wait for the store.", size.queue);
    line("tables_owned", "gauge", "Tables in memory that this server owns.", metrics.owned.get());
    let followed = metrics.followed.get();
    line("tables_followed", "gauge", "Tables in memory that another server owns.", followed);
    if let Some(age) = hall.lease.age() {
        let age = age.as_millis() as u64;
        line("lease_age_ms", "gauge", "Milliseconds since the lease was renewed.", age);
    }
    if let Some(router) = hall.router() {
        let counts = &router.counts;
        line("nats_up", "gauge", "1 if NATS is there.", u64::from(router.is_up()));
        line("cluster_others", "gauge", "Other servers of the cluster.", router.others() as u64);
        let numbers = [
            ("letters_sent_total", "Letters to other servers.", &counts.sent),
            ("letters_received_total", "Letters of other servers.", &counts.received),
            ("letters_unreadable_total", "Letters that could not be opened.", &counts.unreadable),
            ("letter_items_total", "Things in letters of other servers.", &counts.items),
            ("letter_items_lost_total", "Things that found no room in a letter.", &counts.lost),
            ("forwarded_total", "Commands that went to a table's owner.", &counts.forwarded),
            ("looks_total", "Followed tables read from the store.", &counts.looks),
        ];
        for (name, help, count) in numbers {
            line(name, "counter", help, count.get());
        }
    }
    line("memory_bytes", "gauge", "Resident memory of the process.", memory());
    let _ = write!(
        text,
        "# HELP daikaiju_build_info The program.\n# TYPE daikaiju_build_info gauge\n\
         daikaiju_build_info{{version=\"{}\"}} 1\n",
        env!("CARGO_PKG_VERSION")
    );
    let mut labelled = |name: &str, help: &str, label: &str, counts: Vec<(&str, u64)>| {
        let _ = write!(text, "# HELP daikaiju_{name} {help}\n# TYPE daikaiju_{name} counter\n");
        for (value, count) in counts {
            let _ = writeln!(text, "daikaiju_{name}{{{label}=\"{value}\"}} {count}");
        }
    };
    let codes =
        Refusal::ALL.iter().zip(&metrics.refusals).map(|(code, count)| (code.name(), count.get()));
    labelled("refusals_total", "Commands that were refused.", "code", codes.collect());
    let limits = LIMITS.iter().zip(&metrics.limits).map(|(&name, (count, _))| (name, count.get()));
    labelled("limits_total", "How often a limit was reached.", "limit", limits.collect());
    metrics.durable.write(&mut text, "durable_seconds", "Time until a step was durable.");
    metrics.reply.write(&mut text, "reply_seconds", "Time from a command to its reply.");
    metrics.thinking.write(&mut text, "thinking_seconds", "Time that bots thought.");
    text
}

/// Resident memory in bytes; 0 where it cannot be found out.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kb = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kb.unwrap_or(0) * 1024
}

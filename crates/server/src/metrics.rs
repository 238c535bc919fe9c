//! What is counted, in the text format of Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// The upper bounds of the buckets in which the time to durability is counted, in milliseconds.
const BOUNDS_MS: [u64; 8] = [1, 2, 5, 10, 20, 50, 100, 1000];

/// What is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) sockets: Counter,
    pub(crate) answers: Counter,
    pub(crate) refusals: Counter,
    pub(crate) bot_answers: Counter,
    pub(crate) games_started: Counter,
    pub(crate) games_finished: Counter,
    pub(crate) tables_created: Counter,
    pub(crate) resyncs: Counter,
    pub(crate) messages_in: Counter,
    pub(crate) talk: Counter,
    pub(crate) damage: Counter,
    durable: [Counter; BOUNDS_MS.len() + 1],
    durable_us: AtomicU64,
}

impl Metrics {
    /// Counts how long it took until a step was durable.
    pub(crate) fn durable_after(&self, passed: std::time::Duration) {
        let ms = passed.as_millis() as u64;
        let bucket = BOUNDS_MS.iter().position(|&bound| ms < bound).unwrap_or(BOUNDS_MS.len());
        self.durable[bucket].add();
        self.durable_us.fetch_add(passed.as_micros() as u64, Ordering::Relaxed);
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
    line("refusals_total", "counter", "Commands that were refused.", metrics.refusals.get());
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
    let name = "daikaiju_durable_seconds";
    let _ = write!(text, "# HELP {name} Time until a step was durable.\n# TYPE {name} histogram\n");
    let mut below = 0;
    for (bound, counter) in BOUNDS_MS.iter().zip(&metrics.durable) {
        below += counter.get();
        let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {below}", *bound as f64 / 1000.0);
    }
    let all = below + metrics.durable[BOUNDS_MS.len()].get();
    let sum = metrics.durable_us.load(Ordering::Relaxed) as f64 / 1e6;
    let _ =
        write!(text, "{name}_bucket{{le=\"+Inf\"}} {all}\n{name}_sum {sum}\n{name}_count {all}\n");
    text
}

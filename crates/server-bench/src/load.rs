//! `load`: whole games over WebSockets on loopback, with durable writes, beside a bare echo in the same run; on several
//! servers too, if that is asked for.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use futures_util::StreamExt;
use protocol::{DiceKind, Hello, Options};
use tokio_tungstenite::tungstenite::Message as Frame;

use server::Failure;
use testkit::{Launch, Server, WITHOUT_LIMITS};

use crate::capacity::{self, Compared};
use crate::client::{Ended, Http, Socket};
use servers::{Place, Running};
use table::{LoadTable, Schedule};

mod afar;
mod servers;
mod table;

/// Measure a server on this machine: answers per second, processor time and latency, beside a bare echo.
#[derive(Args, Clone, Debug)]
pub struct LoadArgs {
    /// How many tables play at once, one measurement each
    #[arg(long, value_delimiter = ',', default_values_t = [10, 100, 1000])]
    pub tables: Vec<usize>,
    /// How many players sit at each table
    #[arg(long, default_value_t = 2)]
    pub seats: u8,
    /// How long each measurement takes, in seconds
    #[arg(long, default_value_t = 5)]
    pub seconds: u64,
    /// Which dice are played with, one measurement each
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Kind::Sealed, Kind::Live])]
    pub dice: Vec<Kind>,
    /// The rates of the measurements with a fixed schedule, in answers per second over all tables
    #[arg(long, value_delimiter = ',', default_values_t = [1000])]
    pub rate: Vec<u32>,
    /// Idle sockets for the memory measurement; 0 leaves it out
    #[arg(long, default_value_t = 10_000)]
    pub idle: usize,
    /// Measure a server on PostgreSQL as well, and this many on PostgreSQL and NATS together; 0 leaves them out
    #[arg(long, default_value_t = 0)]
    pub servers: usize,
    /// How many tables of several servers are looked at from afar for the memory measurement
    #[arg(long, default_value_t = 1000)]
    pub afar: usize,
    /// Keep the server on this processor core (with taskset)
    #[arg(long)]
    pub core: Option<usize>,
    /// The program to start as a server; this one if not given
    #[arg(long, hide = true)]
    pub program: Option<PathBuf>,
    /// Be the bare server that a server is compared with
    #[arg(long, hide = true)]
    pub bare: bool,
    /// Where the bare server listens
    #[arg(long, hide = true, default_value = "127.0.0.1:0")]
    pub listen: SocketAddr,
}

/// Which dice a measurement is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// One mix before the first roll.
    Sealed,
    /// A link of every seat for each step with chance.
    Live,
}

impl From<Kind> for DiceKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Sealed => Self::Sealed,
            Kind::Live => Self::Live,
        }
    }
}

/// One line of the result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadLine {
    /// What was measured.
    pub what: String,
    /// Answers, or echoes, per second.
    pub per_second: f64,
    /// Processor time of the server per answer, in microseconds.
    pub cpu_us: f64,
    /// The same of PostgreSQL, where there is one.
    pub database_us: f64,
    /// The same of NATS, where there is one.
    pub nats_us: f64,
    /// Answers for each commit of PostgreSQL, where there is one.
    pub group: f64,
    /// Half of the answers reached the last seat within this time, in milliseconds.
    pub p50_ms: f64,
    /// 99 of 100 did.
    pub p99_ms: f64,
    /// Resident memory of the server, in kilobytes.
    pub memory_kb: u64,
}

/// Measures and prints.
///
/// # Errors
/// One sentence if the server cannot be started or a game goes wrong.
pub fn load(args: LoadArgs) -> Result<Vec<LoadLine>, Failure> {
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::new(error.to_string()))?;
    if args.bare {
        return runtime.block_on(crate::echo::serve(args.listen)).map(|()| Vec::new());
    }
    runtime.block_on(run(args))
}

/// A quiet server without limits.
pub(crate) const SETTINGS: [&str; 8] = {
    let [a, b, c, d, e, f, g] = WITHOUT_LIMITS;
    [a, b, c, d, e, f, g, "--log=error"]
};

fn start(launch: Launch, args: &LoadArgs) -> Result<Server, Failure> {
    Server::start(launch.on_core(args.core)).map_err(|error| Failure::new(error.to_string()))
}

async fn run(args: LoadArgs) -> Result<Vec<LoadLine>, Failure> {
    let program = match args.program.clone() {
        Some(program) => program,
        None => std::env::current_exe().map_err(|error| Failure::new(error.to_string()))?,
    };
    let folder = std::env::temp_dir().join(format!("daikaiju-load-{}", std::process::id()));
    let mut lines = Vec::new();
    let (mut echo, mut relay) = (f64::NAN, f64::NAN);
    println!(
        "{:<56} {:>10} {:>7} {:>8} {:>8} {:>11} {:>7} {:>6} {:>8} {:>8} {:>9}",
        "",
        "per second",
        "of echo",
        "of relay",
        "CPU us",
        "database us",
        "NATS us",
        "group",
        "p50 ms",
        "p99 ms",
        "memory MB"
    );
    let mut show = |line: LoadLine| {
        let LoadLine { what, per_second, cpu_us, database_us, nats_us, group, .. } = &line;
        let LoadLine { p50_ms, p99_ms, memory_kb, .. } = &line;
        let memory_mb = *memory_kb as f64 / 1024.0;
        if what.starts_with("echo") {
            (echo, relay) = (*per_second, f64::NAN);
        } else if what.starts_with("relay") {
            relay = *per_second;
        }
        let share = |of: f64| match 100.0 * per_second / of {
            share if share.is_finite() => format!("{share:.1}%"),
            _ => String::new(),
        };
        println!(
            "{what:<56} {per_second:>10.0} {:>7} {:>8} {cpu_us:>8.1} {database_us:>11.1} {nats_us:>7.1} {group:>6.1} {p50_ms:>8.2} {p99_ms:>8.2} \
             {memory_mb:>9.1}",
            share(echo),
            share(relay)
        );
        lines.push(line);
    };
    for &tables in &args.tables {
        for bare in [Bare::Echo, Bare::Relay] {
            show(measure_bare(&program, &args, tables, bare).await?);
        }
        for &dice in &args.dice {
            let data = folder.join(tables.to_string());
            let mut kinds = vec![(Running::alone(&program, &args, &data)?, vec![Place::Owner])];
            if 0 < args.servers {
                kinds.push((
                    Running::on_postgres(&program, &args, &data).await?,
                    vec![Place::Owner],
                ));
                let places = vec![Place::Owner, Place::Elsewhere, Place::Anywhere];
                kinds.push((Running::together(&program, &args, &data).await?, places));
            }
            for (running, places) in kinds {
                for place in places {
                    measure_games(&running, place, &args, tables, dice.into(), &mut show).await?;
                }
            }
            let _ = std::fs::remove_dir_all(&data);
        }
    }
    if 0 < args.idle {
        show(measure_idle(&program, &args, &folder.join("idle")).await?);
    }
    if 1 < args.servers {
        for line in afar::measure(&program, &args, &folder.join("afar")).await? {
            show(line);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    compare(&lines, &args);
    Ok(lines)
}

/// Says what the model of `docs/SCALE.md` makes of a run of several servers at several rates.
fn compare(lines: &[LoadLine], args: &LoadArgs) {
    let servers = u32::try_from(args.servers).unwrap_or(u32::MAX);
    if args.rate.len() < 2 {
        return;
    }
    let Some((costs, compared)) = capacity::fit(lines, servers, &args.rate) else { return };
    println!("the costs of the model from this run: {costs:?}");
    for Compared { rate, places, servers_us, database_us, nats_us } in compared {
        let [servers, database, nats] = [servers_us, database_us, nats_us]
            .map(|[measured, model]| format!("{measured:.0} measured, {model:.0} by the model"));
        println!("{rate}/s, {places:?}: servers {servers}; database {database}; NATS {nats} us");
    }
}

fn line(
    what: String,
    mut times: Vec<u32>,
    seconds: f64,
    [cpu_seconds, database_seconds, nats_seconds, commits]: [f64; 4],
    memory_kb: u64,
) -> LoadLine {
    times.sort_unstable();
    let count = times.len().max(1);
    let at = |share: f64| {
        times.get(((count - 1) as f64 * share) as usize).map_or(0.0, |&us| f64::from(us) / 1000.0)
    };
    let per_second = times.len() as f64 / seconds;
    LoadLine {
        what,
        per_second,
        cpu_us: cpu_seconds * 1e6 / count as f64,
        database_us: database_seconds * 1e6 / count as f64,
        nats_us: nats_seconds * 1e6 / count as f64,
        group: if commits < 1.0 { 0.0 } else { count as f64 / commits },
        p50_ms: at(0.5),
        p99_ms: at(0.99),
        memory_kb,
    }
}

fn us(since: Instant) -> u32 {
    u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX)
}

fn ended(ended: &Ended) -> Failure {
    Failure::new(format!("a connection failed: {ended:?}"))
}

/// What the bare sockets do that a server is compared with.
#[derive(Clone, Copy, PartialEq)]
enum Bare {
    /// One socket a table; what it sends comes back.
    Echo,
    /// As many sockets a table as it has seats; what one sends makes a step's worth of text go to all.
    Relay,
}

/// Texts of an answer's size, one at a time from each table.
async fn measure_bare(
    program: &Path,
    args: &LoadArgs,
    tables: usize,
    bare: Bare,
) -> Result<LoadLine, Failure> {
    let bare_server = Launch {
        program: program.to_owned(),
        arguments: vec!["load".into(), "--bare".into()],
        ..Launch::default()
    };
    let server = start(bare_server, args)?;
    let http = Http::new(server.address);
    let measuring = Arc::new(AtomicBool::new(false));
    let done = Arc::new(AtomicBool::new(false));
    let (seats, name) = match bare {
        Bare::Echo => (1, "echo"),
        Bare::Relay => (usize::from(args.seats), "relay"),
    };
    let mut tasks = Vec::new();
    for table in 0..tables {
        let mut sockets = Vec::new();
        for _ in 0..seats {
            let socket = Socket::open(&http, &format!("{name}-{table}"), None).await;
            sockets.push(socket.map_err(|error| ended(&error))?);
        }
        let (measuring, done) = (Arc::clone(&measuring), Arc::clone(&done));
        tasks.push(tokio::spawn(async move {
            let mut times = Vec::new();
            let text = r#"{"id":123,"do":{"answer":{"game":1,"seq":123,"answer":"pass"}}}"#;
            // By then every socket is known at its table.
            tokio::time::sleep(Duration::from_millis(500)).await;
            for sender in (0..seats).cycle() {
                if done.load(Ordering::Relaxed) {
                    break;
                }
                let sent = Instant::now();
                sockets[sender].send(Frame::text(text)).await?;
                for socket in &mut sockets {
                    socket.text().await?;
                }
                if measuring.load(Ordering::Relaxed) {
                    times.push(us(sent));
                }
            }
            Ok::<_, Ended>(times)
        }));
    }
    let cost = async || [server.cpu_seconds(), 0.0, 0.0, 0.0];
    let (times, seconds, cost) = over_time(cost, args.seconds, &measuring, &done, tasks).await?;
    let what = format!("{name}, {} sockets", tables * seats);
    Ok(line(what, times, seconds, cost, server.memory_kb()))
}

/// Warms up for a second, measures, and collects.
async fn over_time(
    cost: impl AsyncFn() -> [f64; 4],
    seconds: u64,
    measuring: &AtomicBool,
    done: &AtomicBool,
    tasks: Vec<tokio::task::JoinHandle<Result<Vec<u32>, Ended>>>,
) -> Result<(Vec<u32>, f64, [f64; 4]), Failure> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (began, before) = (Instant::now(), cost().await);
    measuring.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    measuring.store(false, Ordering::Relaxed);
    let (passed, after) = (began.elapsed().as_secs_f64(), cost().await);
    let cost = std::array::from_fn(|part| after[part] - before[part]);
    done.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for task in tasks {
        let own = task.await.map_err(|error| Failure::new(error.to_string()))?;
        times.extend(own.map_err(|error| ended(&error))?);
    }
    Ok((times, passed, cost))
}

async fn measure_games(
    running: &Running,
    place: Place,
    args: &LoadArgs,
    tables: usize,
    dice: DiceKind,
    show: &mut impl FnMut(LoadLine),
) -> Result<(), Failure> {
    let setting = (0..tables).map(|table| {
        let seats = (0..args.seats).map(|seat| running.address(place, table, seat)).collect();
        LoadTable::set(running.owner(table), seats, dice)
    });
    let set: Vec<_> = futures_util::stream::iter(setting).buffer_unordered(32).collect().await;
    let mut all = set.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| ended(&error))?;
    // First as fast as it goes, then by a schedule.
    for rate in std::iter::once(None).chain(args.rate.iter().copied().map(Some)) {
        let measuring = Arc::new(AtomicBool::new(false));
        let done = Arc::new(AtomicBool::new(false));
        let (back, mut returned) = tokio::sync::mpsc::unbounded_channel();
        let began = Instant::now();
        let tasks = all.drain(..).enumerate().map(|(index, mut table)| {
            let (measuring, done, back) = (Arc::clone(&measuring), Arc::clone(&done), back.clone());
            let schedule = rate.map(|rate| Schedule::new(began, index, tables, rate));
            tokio::spawn(async move {
                let outcome = table.play(schedule, &measuring, &done).await;
                let _ = back.send(table);
                outcome
            })
        });
        let tasks = tasks.collect();
        let (times, seconds, cost) =
            over_time(async || running.cost().await, args.seconds, &measuring, &done, tasks)
                .await?;
        drop(back);
        while let Some(table) = returned.recv().await {
            all.push(table);
        }
        let pace = rate.map_or("as fast as it goes".to_owned(), |rate| format!("at {rate}/s"));
        let what = format!("{}{tables} tables, {}, {pace}", running.words(place), dice.name());
        show(line(what, times, seconds, cost, running.memory_kb()));
    }
    Ok(())
}

/// Many sockets that only watch: what one of them costs.
async fn measure_idle(program: &Path, args: &LoadArgs, data: &Path) -> Result<LoadLine, Failure> {
    let server = start(Launch::serve(program, data, &SETTINGS), args)?;
    let mut http = Http::new(server.address);
    let wrong = |error: std::io::Error| Failure::new(error.to_string());
    let mut tables = Vec::new();
    for _ in 0..100 {
        let created = http.create(Options::default(), "Ann").await.map_err(wrong)?;
        tables.push((created.table, created.key));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = server.memory_kb();
    let mut sockets = Vec::new();
    for index in 0..args.idle {
        let (table, key) = &tables[index % tables.len()];
        let hello =
            Hello { protocol: protocol::VERSION, key: Some(key.clone()), ..Hello::default() };
        let socket = Socket::connect(&Http::new(server.address), table, hello).await;
        sockets.push(socket.map_err(|error| {
            Failure::new(format!(
                "socket {index}: {error:?} (is the limit of open files high enough?)"
            ))
        })?);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = server.memory_kb();
    let each = (after.saturating_sub(before)) as f64 / args.idle as f64;
    let what = format!("{} idle sockets, {each:.1} KB each", args.idle);
    drop(sockets);
    let _ = std::fs::remove_dir_all(data);
    Ok(LoadLine { what, memory_kb: after, ..LoadLine::default() })
}

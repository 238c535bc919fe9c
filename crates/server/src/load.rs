//! `load`: whole games over WebSockets on loopback, with durable writes, beside a bare echo in the same run.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use engine::{Answer, Seat};
use futures_util::StreamExt;
use protocol::{Command, Hello, Message, Options};
use tokio_tungstenite::tungstenite::{Message as Frame, Utf8Bytes};

use crate::child::ServerChild;
use crate::client::{Ended, Http, Socket};
use crate::serve::Failure;

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
    /// The rate of the measurement with a fixed schedule, in answers per second over all tables
    #[arg(long, default_value_t = 1000)]
    pub rate: u32,
    /// Idle sockets for the memory measurement; 0 leaves it out
    #[arg(long, default_value_t = 10_000)]
    pub idle: usize,
    /// Keep the server on this processor core (with taskset)
    #[arg(long)]
    pub core: Option<usize>,
    /// The program to start as a server; this one if not given
    #[arg(long, hide = true)]
    pub program: Option<PathBuf>,
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
    /// Half of the answers reached the last seat within so many milliseconds.
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
    runtime.block_on(run(args))
}

async fn run(args: LoadArgs) -> Result<Vec<LoadLine>, Failure> {
    let program = match args.program.clone() {
        Some(program) => program,
        None => std::env::current_exe().map_err(|error| Failure::new(error.to_string()))?,
    };
    let folder = std::env::temp_dir().join(format!("daikaiju-load-{}", std::process::id()));
    let mut lines = Vec::new();
    let mut echo = 0.0;
    println!(
        "{:<34} {:>10} {:>7} {:>8} {:>8} {:>8} {:>9}",
        "", "per second", "of echo", "CPU us", "p50 ms", "p99 ms", "memory MB"
    );
    let mut show = |line: LoadLine| {
        let LoadLine { what, per_second, cpu_us, p50_ms, p99_ms, memory_kb } = &line;
        let memory_mb = *memory_kb as f64 / 1024.0;
        if what.starts_with("echo") {
            echo = *per_second;
        }
        let share = 100.0 * per_second / echo;
        println!(
            "{what:<34} {per_second:>10.0} {share:>6.1}% {cpu_us:>8.1} {p50_ms:>8.2} {p99_ms:>8.2} {memory_mb:>9.1}"
        );
        lines.push(line);
    };
    for &tables in &args.tables {
        for bare in [Bare::Echo, Bare::Relay] {
            show(measure_bare(&program, &args, tables, bare).await?);
        }
        let data = folder.join(tables.to_string());
        let outcome = measure_games(&program, &args, tables, &data, &mut show).await;
        let _ = std::fs::remove_dir_all(&data);
        outcome?;
    }
    if 0 < args.idle {
        show(measure_idle(&program, &args, &folder.join("idle")).await?);
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(lines)
}

fn line(
    what: String,
    mut times: Vec<u32>,
    seconds: f64,
    cpu_seconds: f64,
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
    let server = ServerChild::start(program, &["--echo"], Path::new("."), args.core)?;
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
    let (times, seconds, cpu) = over_time(&server, args.seconds, &measuring, &done, tasks).await?;
    let what = format!("{name}, {} sockets", tables * seats);
    Ok(line(what, times, seconds, cpu, server.memory_kb()))
}

/// Warms up for a second, measures, and collects.
async fn over_time(
    server: &ServerChild,
    seconds: u64,
    measuring: &AtomicBool,
    done: &AtomicBool,
    tasks: Vec<tokio::task::JoinHandle<Result<Vec<u32>, Ended>>>,
) -> Result<(Vec<u32>, f64, f64), Failure> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (began, cpu) = (Instant::now(), server.cpu_seconds());
    measuring.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    measuring.store(false, Ordering::Relaxed);
    let (passed, cpu) = (began.elapsed().as_secs_f64(), server.cpu_seconds() - cpu);
    done.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for task in tasks {
        let own = task.await.map_err(|error| Failure::new(error.to_string()))?;
        times.extend(own.map_err(|error| ended(&error))?);
    }
    Ok((times, passed, cpu))
}

async fn measure_games(
    program: &Path,
    args: &LoadArgs,
    tables: usize,
    data: &Path,
    show: &mut impl FnMut(LoadLine),
) -> Result<(), Failure> {
    let server = ServerChild::start(program, &[], data, args.core)?;
    let http = Http::new(server.address);
    let setting = (0..tables).map(|_| LoadTable::set(&http, args.seats));
    let set: Vec<_> = futures_util::stream::iter(setting).buffer_unordered(32).collect().await;
    let mut all = set.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| ended(&error))?;
    // First as fast as it goes, then by a schedule.
    for rate in [None, Some(args.rate)] {
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
        let (times, seconds, cpu) =
            over_time(&server, args.seconds, &measuring, &done, tasks).await?;
        drop(back);
        while let Some(table) = returned.recv().await {
            all.push(table);
        }
        let pace = rate.map_or("as fast as it goes".to_owned(), |rate| format!("at {rate}/s"));
        show(line(format!("{tables} tables, {pace}"), times, seconds, cpu, server.memory_kb()));
    }
    Ok(())
}

/// When a table's next answer is due, so that all tables together keep a rate.
struct Schedule {
    next: Instant,
    every: Duration,
}

impl Schedule {
    fn new(began: Instant, index: usize, tables: usize, rate: u32) -> Self {
        let every = Duration::from_secs_f64(tables as f64 / f64::from(rate));
        Self { next: began + every.mul_f64(index as f64 / tables as f64), every }
    }
}

/// A table all of whose players are this client's.
struct LoadTable {
    sockets: Vec<Socket>,
    game: u32,
    seq: u64,
    /// The latest step, as the first seat got it.
    step: Utf8Bytes,
}

impl LoadTable {
    async fn set(http: &Http, seats: u8) -> Result<Self, Ended> {
        let broken = |error: std::io::Error| Ended::Broken(error.to_string());
        let mut host = http.clone();
        let created =
            host.create(Options { seats, ..Options::default() }, "Ann").await.map_err(broken)?;
        let mut all = vec![host];
        for seat in 1..seats {
            let mut guest = http.clone();
            guest
                .join(&created.table, &created.key, &format!("Bob {seat}"))
                .await
                .map_err(broken)?;
            all.push(guest);
        }
        let mut sockets = Vec::new();
        for http in &all {
            let hello =
                Hello { protocol: protocol::VERSION, key: http.key.clone(), ..Hello::default() };
            let mut socket = Socket::connect(http, &created.table, hello).await?;
            // Who is not yet welcome would miss the first step.
            socket
                .until(|message| matches!(message, Message::Welcome { .. }).then_some(()))
                .await?;
            sockets.push(socket);
        }
        let mut table = Self { sockets, game: 0, seq: 0, step: Utf8Bytes::default() };
        table.begin().await?;
        Ok(table)
    }

    /// Begins the first or the next game.
    async fn begin(&mut self) -> Result<(), Ended> {
        self.sockets[0].command(Command::Start).await?;
        (self.game, self.seq) = (self.game + 1, 0);
        self.everyone_sees_the_next_step().await
    }

    /// Reads every seat's socket until it has the next step. Of its text it looks only at the beginning: the machine
    /// is to be busy with the server, not with this client.
    async fn everyone_sees_the_next_step(&mut self) -> Result<(), Ended> {
        self.seq += 1;
        let next = format!(r#"{{"type":"step","game":{},"seq":{},"#, self.game, self.seq);
        for (index, socket) in self.sockets.iter_mut().enumerate() {
            loop {
                let text = socket.text().await?;
                if text.starts_with(&next) {
                    if index == 0 {
                        self.step = text;
                    }
                    break;
                }
                if text.starts_with(r#"{"type":"refused""#) {
                    return Err(Ended::Wrong(text.to_string()));
                }
            }
        }
        Ok(())
    }

    /// Plays game after game.
    async fn play(
        &mut self,
        mut schedule: Option<Schedule>,
        measuring: &AtomicBool,
        done: &AtomicBool,
    ) -> Result<Vec<u32>, Ended> {
        let mut times = Vec::new();
        while !done.load(Ordering::Relaxed) {
            let mut due = Instant::now();
            if let Some(schedule) = &mut schedule {
                tokio::time::sleep_until(schedule.next.into()).await;
                due = schedule.next;
                schedule.next += schedule.every;
            }
            match self.asked() {
                None => self.begin().await?,
                Some((seat, question)) => {
                    let answer = self.choose(question)?;
                    let socket = self
                        .sockets
                        .get_mut(seat.index())
                        .ok_or_else(|| Ended::Wrong("an unknown seat is asked".into()))?;
                    socket
                        .command(Command::Answer { game: self.game, seq: self.seq, answer })
                        .await?;
                    self.everyone_sees_the_next_step().await?;
                    if measuring.load(Ordering::Relaxed) {
                        times.push(us(due));
                    }
                }
            }
        }
        Ok(times)
    }

    /// The open question: the seat and the rest of the step's text; none if the game is over.
    fn asked(&self) -> Option<(Seat, &str)> {
        const ASK: &str = r#"{"ask":{"seat":""#;
        let (_, rest) = self.step.rsplit_once(ASK)?;
        let (name, rest) = rest.split_once('"')?;
        Some((serde_json::from_str(&format!("\"{name}\"")).ok()?, rest))
    }

    /// Passes where that cannot go wrong and costs the client little, otherwise takes the first legal answer.
    fn choose(&self, question: &str) -> Result<Answer, Ended> {
        let question_is = |name| {
            let rest = question.strip_prefix(r#","question":""#);
            rest.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with('"'))
        };
        if ["roll", "resolve", "yield", "shop"].into_iter().any(question_is) {
            return Ok(Answer::Pass);
        }
        match serde_json::from_str(&self.step) {
            Ok(Message::Step(step)) => {
                step.view.answers().get(0).ok_or_else(|| Ended::Wrong("no answer is legal".into()))
            }
            _ => Err(Ended::Wrong(format!("a step cannot be read: {}", self.step))),
        }
    }
}

/// Many sockets that only watch: what one of them costs.
async fn measure_idle(program: &Path, args: &LoadArgs, data: &Path) -> Result<LoadLine, Failure> {
    let server = ServerChild::start(program, &[], data, args.core)?;
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

//! `soak-cluster`: three servers on a PostgreSQL and a NATS of their own, players on any of them, and one fault after the
//! other. Nothing acknowledged may be missing or there twice, and afterwards every table goes on.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use engine::random::Random;
use engine::{Need, Seat};
use futures_util::StreamExt;
use protocol::Command;
use server::{Failure, random_bytes};
use store::{Member, ServerId};
use testkit::{Launch, Nats, NatsProxy, Postgres, Server};

use crate::client::{Ended, Http, Player};
use crate::load::SETTINGS;
use crate::soak::{AT_ONCE, SoakReport, check, seat_table};
pub use handover::{Handover, Way};

mod handover;
mod rolling;

/// Bring faults over a cluster of servers under load, and check that no acknowledged answer is missing or there twice.
#[derive(Args, Clone, Debug)]
pub struct SoakClusterArgs {
    /// How many servers
    #[arg(long, default_value_t = 3)]
    pub servers: usize,
    /// How many tables play, with 2 to 6 seats in turn
    #[arg(long, default_value_t = 150)]
    pub tables: usize,
    /// How many faults
    #[arg(long, default_value_t = 50)]
    pub faults: u32,
    /// Which faults come when; a random one if not given
    #[arg(long)]
    pub seed: Option<u64>,
    /// For how long a server is stopped (SIGSTOP), in milliseconds
    #[arg(long, default_value_t = 10_000)]
    pub stop_ms: u64,
    /// The longest time between two faults, in milliseconds
    #[arg(long, default_value_t = 2000)]
    pub between_ms: u64,
    /// NATS drops, doubles, delays and reorders this many messages of a hundred, each
    #[arg(long, default_value_t = 0)]
    pub wire_faults: u8,
    /// Within this many milliseconds after the last fault every table takes an answer
    #[arg(long, default_value_t = 10_000)]
    pub live_within_ms: u64,
    /// Measure instead how fast the others have so many running tables of a server that is stopped, killed or frozen
    #[arg(long, value_name = "TABLES", conflicts_with = "rolling")]
    pub handover: Option<usize>,
    /// Stop and start each server in turn instead, as an update does, and measure how long anybody waits
    #[arg(long)]
    pub rolling: bool,
    /// How many times longer than promised anything may take: for slow builds on busy machines
    #[arg(long, default_value_t = 1, hide = true)]
    pub patience: u64,
    /// The program to start as a server; this one if not given
    #[arg(long, hide = true)]
    pub program: Option<PathBuf>,
}

impl Default for SoakClusterArgs {
    fn default() -> Self {
        Self {
            servers: 3,
            tables: 150,
            faults: 50,
            seed: None,
            stop_ms: 10_000,
            between_ms: 2000,
            wire_faults: 0,
            live_within_ms: 10_000,
            handover: None,
            rolling: false,
            patience: 1,
            program: None,
        }
    }
}

engine::listed! {
    /// What can go wrong.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Fault {
        /// A server is killed (SIGKILL) and started again.
        Kill,
        /// A server is asked to stop (SIGTERM) and started again.
        Terminate,
        /// A server stands still (SIGSTOP) for a while, and is woken when it has long been replaced.
        Stop,
        /// A server stands still in the middle of its writes, and is woken at the moment at which others have its tables.
        Wake,
        /// NATS is killed and started again.
        Nats,
        /// PostgreSQL is killed and started again.
        Postgres,
    }
}

/// What a soak of a cluster has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClusterReport {
    /// How often each kind of fault was brought about.
    pub faults: BTreeMap<Fault, u32>,
    /// What was found in the store.
    pub found: SoakReport,
    /// How long the slowest table took to take an answer after the last fault, in milliseconds.
    pub slowest_ms: u64,
    /// The longest time that anybody waited for the acknowledgement of an answer, in milliseconds.
    pub longest_wait_ms: u64,
    /// How fast the tables of a server that went had other owners.
    pub handovers: Vec<Handover>,
    /// How many faults the wire to NATS had.
    pub wire_faults: u64,
    /// The seed.
    pub seed: u64,
}

/// Runs the soak and prints what it found.
///
/// # Errors
/// One sentence that names the first broken promise, and the seed.
pub fn soak_cluster(args: SoakClusterArgs) -> Result<ClusterReport, Failure> {
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::new(error.to_string()))?;
    let seed = args.seed.unwrap_or_else(|| u64::from(u32::from_be_bytes(random_bytes())));
    println!("seed {seed}");
    if let Some(tables) = args.handover {
        let handovers = runtime.block_on(handover::measure(&args, tables))?;
        return Ok(ClusterReport { handovers, seed, ..ClusterReport::default() });
    }
    let report = runtime
        .block_on(run(&args, seed))
        .map_err(|failure| Failure::new(format!("{failure} (seed {seed})")))?;
    let faults: Vec<String> =
        report.faults.iter().map(|(fault, times)| format!("{times} {fault:?}")).collect();
    println!(
        "faults: {}; {} of NATS's messages. {} acknowledged answers and {} taken back: 0 missing, 0 twice. {} games, {} steps \
         replayed without a gap, epochs never fall, every roll recomputed; {} draws of live dice compared. After the last \
         fault every table took an answer within {} ms; the longest wait for an acknowledgement was {} ms.",
        faults.join(", "),
        report.wire_faults,
        report.found.acknowledged,
        report.found.taken_back,
        report.found.games,
        report.found.steps,
        report.found.live_draws,
        report.slowest_ms,
        report.longest_wait_ms
    );
    Ok(report)
}

/// A cluster of its own, with all its parts.
struct Field {
    postgres: Postgres,
    nats: Nats,
    proxy: NatsProxy,
    database: String,
    servers: Vec<Server>,
    folder: PathBuf,
}

impl Field {
    async fn start(args: &SoakClusterArgs, seed: u64) -> Result<Self, Failure> {
        let postgres = Postgres::start();
        let nats = Nats::start();
        let proxy = NatsProxy::to(nats.port(), seed, args.wire_faults).await.map_err(failed)?;
        let database = postgres.database();
        let program = match args.program.clone() {
            Some(program) => program,
            None => std::env::current_exe().map_err(failed)?,
        };
        let name = format!("daikaiju-soak-cluster-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let port = if args.wire_faults == 0 { nats.port() } else { proxy.port() };
        let mut servers = Vec::new();
        for number in 0..args.servers {
            let data = folder.join(number.to_string());
            std::fs::create_dir_all(&data).map_err(failed)?;
            let mut launch = Launch::serve(&program, &data, &SETTINGS);
            launch.arguments.push(format!("--database={database}"));
            launch.arguments.push(format!("--nats=nats://127.0.0.1:{port}"));
            launch.log = Some(folder.join(format!("{number}.log")));
            servers.push(Server::start(launch).map_err(failed)?);
        }
        Ok(Self { postgres, nats, proxy, database, servers, folder })
    }

    fn end(self) {
        drop(self.servers);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn failed(error: std::io::Error) -> Failure {
    Failure::new(error.to_string())
}

/// Shared by the players.
struct Watch {
    done: AtomicBool,
    /// Where the servers are, and whether each is up as far as a load balancer could know.
    servers: Mutex<Vec<(SocketAddr, bool)>>,
    /// Answers acknowledged at each table; and steps of bots where nobody is left who could answer.
    answers: Vec<AtomicU64>,
    /// Steps that players have seen.
    steps: AtomicU64,
    /// The longest that anybody has waited for an acknowledgement, in milliseconds.
    longest_ms: AtomicU64,
    /// What the players of each table are at, in their own words.
    at: Vec<[Mutex<String>; 2]>,
}

impl Watch {
    /// A server that seems to be up.
    fn any(&self, chance: &mut Random) -> SocketAddr {
        let servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        let up: Vec<_> = servers.iter().filter(|(_, up)| *up).collect();
        let among = if up.is_empty() { servers.iter().collect() } else { up };
        among[chance.below(among.len())].0
    }

    fn set(&self, server: usize, up: bool) {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)[server].1 = up;
    }
}

async fn run(args: &SoakClusterArgs, seed: u64) -> Result<ClusterReport, Failure> {
    let mut chance = Random::new(seed);
    let mut field = Field::start(args, seed).await?;
    let servers = field.servers.iter().map(|server| (server.address, true));
    let watch = Arc::new(Watch {
        done: AtomicBool::new(false),
        servers: Mutex::new(servers.collect()),
        answers: (0..args.tables).map(|_| AtomicU64::new(0)).collect(),
        steps: AtomicU64::new(0),
        longest_ms: AtomicU64::new(0),
        at: (0..args.tables).map(|_| Default::default()).collect(),
    });
    let mut tables = Vec::new();
    {
        let addresses: Vec<SocketAddr> =
            field.servers.iter().map(|server| server.address).collect();
        let seat = |index: usize| {
            let http = Http::new(addresses[index % addresses.len()]);
            async move { (index, seat_table(&http, index).await) }
        };
        let mut seated =
            futures_util::stream::iter(0..args.tables).map(seat).buffer_unordered(AT_ONCE);
        while let Some((index, table)) = seated.next().await {
            let (name, players) =
                table.map_err(|error| Failure::new(format!("a table cannot be set: {error}")))?;
            let play = |(n, mut player): (usize, Player)| {
                let mut chance = Random::new(seed ^ (2 * index + n) as u64);
                player.http.address = watch.any(&mut chance);
                tokio::spawn(play_on(player, index, chance, Arc::clone(&watch)))
            };
            tables.push((name, players.into_iter().enumerate().map(play).collect::<Vec<_>>()));
        }
    }
    let mut report = ClusterReport { seed, ..ClusterReport::default() };
    if args.rolling {
        rolling::roll(&mut field, &watch, args).await?;
    } else {
        for number in 0..args.faults {
            let wait = 300 + chance.below(args.between_ms as usize) as u64;
            tokio::time::sleep(Duration::from_millis(wait)).await;
            // Each kind in turn, at a server by chance, so that none is left out.
            let fault = Fault::ALL[number as usize % Fault::ALL.len()];
            let victim = chance.below(field.servers.len());
            bring(fault, victim, &mut field, &watch, args).await?;
            *report.faults.entry(fault).or_default() += 1;
        }
    }
    report.slowest_ms =
        wait_for_all(&watch, &field, Duration::from_millis(args.live_within_ms)).await?;
    report.longest_wait_ms = watch.longest_ms.load(Ordering::Relaxed);
    watch.done.store(true, Ordering::Relaxed);
    let mut promised = HashMap::new();
    for (name, tasks) in tables {
        let mut players = Vec::new();
        for task in tasks {
            let player =
                task.await.map_err(|error| Failure::new(format!("a player failed: {error}")))?;
            players.push(player.map_err(|why| Failure::new(format!("table {name}: {why}")))?);
        }
        promised.insert(name, players);
    }
    for server in &mut field.servers {
        tokio::task::block_in_place(|| server.terminate()).map_err(failed)?;
    }
    let store = store::Postgres::open(&field.database, "soak", "")
        .await
        .map_err(|error| Failure::new(error.to_string()))?;
    check(&store, &promised, &mut report.found).await?;
    once(&promised)?;
    drop(store);
    check_epochs(&field.database).await?;
    report.wire_faults = field.proxy.faults();
    field.end();
    if args.rolling && 2000 * args.patience < report.longest_wait_ms {
        let waited = report.longest_wait_ms;
        return Err(Failure::new(format!("somebody waited {waited} ms during an update")));
    }
    Ok(report)
}

/// A connection to look into the database with.
pub(crate) async fn look_into(database: &str) -> Result<tokio_postgres::Client, Failure> {
    let connected = tokio_postgres::connect(database, tokio_postgres::NoTls).await;
    let (client, connection) = connected.map_err(|error| Failure::new(error.to_string()))?;
    tokio::spawn(connection);
    Ok(client)
}

/// Along the steps of a game the numbers have no gap, and epochs never fall.
async fn check_epochs(database: &str) -> Result<(), Failure> {
    let wrong = "SELECT game_id || ' at step ' || seq FROM (SELECT game_id, seq, \
         epoch < lag(epoch, 1, 0::bigint) OVER game OR seq <> row_number() OVER game AS is_wrong \
         FROM (SELECT game_id, seq, epoch FROM steps UNION ALL \
         SELECT game_id, (s->>0)::bigint, (s->>2)::bigint FROM records, json_array_elements(steps::json) s) numbered \
         WINDOW game AS (PARTITION BY game_id ORDER BY seq)) looked WHERE is_wrong LIMIT 1";
    let found = look_into(database).await?.query_opt(wrong, &[]).await;
    match found.map_err(|error| Failure::new(error.to_string()))? {
        None => Ok(()),
        Some(row) => {
            let place: String = row.get(0);
            Err(Failure::new(format!("a number is missing or an epoch falls in {place}")))
        }
    }
}

/// Brings one fault over the cluster and mends it.
async fn bring(
    fault: Fault,
    victim: usize,
    field: &mut Field,
    watch: &Watch,
    args: &SoakClusterArgs,
) -> Result<(), Failure> {
    let Field { postgres, nats, database, servers, .. } = field;
    let all = servers.len();
    let server = &mut servers[victim];
    let second = Duration::from_secs(1);
    match fault {
        Fault::Kill => {
            server.kill();
            watch.set(victim, false);
            tokio::time::sleep(second).await;
            tokio::task::block_in_place(|| server.restart()).map_err(failed)?;
            watch.set(victim, true);
        }
        Fault::Terminate => {
            watch.set(victim, false);
            tokio::task::block_in_place(|| server.terminate()).map_err(failed)?;
            tokio::task::block_in_place(|| server.restart()).map_err(failed)?;
            watch.set(victim, true);
        }
        Fault::Stop => {
            server.signal("-STOP").map_err(failed)?;
            watch.set(victim, false);
            tokio::time::sleep(Duration::from_millis(args.stop_ms)).await;
            server.signal("-CONT").map_err(failed)?;
            watch.set(victim, true);
        }
        Fault::Wake => {
            let number = number_of(database, server).await?;
            server.signal("-STOP").map_err(failed)?;
            watch.set(victim, false);
            let began = Instant::now();
            while members(database).await?.iter().any(|other| other.id == number && !other.fenced) {
                if Duration::from_secs(60) < began.elapsed() {
                    return Err(Failure::new("nobody shuts out a server that stands still"));
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            server.signal("-CONT").map_err(failed)?;
            watch.set(victim, true);
        }
        Fault::Nats => {
            tokio::task::block_in_place(|| nats.kill());
            tokio::time::sleep(second).await;
            tokio::task::block_in_place(|| nats.start_again());
        }
        Fault::Postgres => {
            let before = living(database, all).await?;
            tokio::task::block_in_place(|| {
                postgres.kill();
                postgres.start_again();
            });
            tokio::time::sleep(4 * second).await;
            let after = living(database, all).await?;
            if before != after {
                return Err(Failure::new(
                    "after a restart of PostgreSQL a living server was shut out",
                ));
            }
        }
    }
    Ok(())
}

/// The numbers of the servers that have not been shut out, as soon as they are so many: one that was mended a moment ago may
/// still be on its way back.
async fn living(database: &str, servers: usize) -> Result<Vec<i64>, Failure> {
    let began = Instant::now();
    loop {
        let living: Vec<i64> = members(database)
            .await?
            .iter()
            .filter(|member| !member.fenced)
            .map(|member| member.id.0)
            .collect();
        if living.len() == servers {
            return Ok(living);
        }
        if Duration::from_secs(20) < began.elapsed() {
            return Err(Failure::new(format!("{} servers live, not {servers}", living.len())));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn members(database: &str) -> Result<Vec<Member>, Failure> {
    let members = store::Postgres::members_at(database).await;
    members.map_err(|error| Failure::new(error.to_string()))
}

/// The number under which a server is in the cluster, as soon as it is.
async fn number_of(database: &str, server: &Server) -> Result<ServerId, Failure> {
    let began = Instant::now();
    let port = format!(":{}", server.address.port());
    loop {
        let members = members(database).await?;
        let own = members.iter().find(|member| !member.fenced && member.name.ends_with(&port));
        if let Some(own) = own {
            return Ok(own.id);
        }
        if Duration::from_secs(20) < began.elapsed() {
            return Err(Failure::new("a server that was mended does not come back"));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// How long a table that is late is watched, to tell one that is slow from one that stands.
const LATE_FOR: Duration = Duration::from_secs(90);

/// Waits until every table has taken one more answer; says how long the slowest took.
async fn wait_for_all(watch: &Watch, field: &Field, within: Duration) -> Result<u64, Failure> {
    let began = Instant::now();
    let steps_before = watch.steps.load(Ordering::Relaxed);
    let before: Vec<u64> =
        watch.answers.iter().map(|count| count.load(Ordering::Relaxed)).collect();
    let still = || -> Vec<usize> {
        let now = watch.answers.iter().map(|count| count.load(Ordering::Relaxed));
        let same = now.zip(&before).enumerate().filter(|(_, (now, before))| now == *before);
        same.map(|(table, _)| table).collect()
    };
    let mut late = Vec::new();
    loop {
        let waiting = still();
        let passed = began.elapsed();
        if waiting.is_empty() && late.is_empty() {
            return Ok(passed.as_millis() as u64);
        }
        if late.is_empty() && within < passed {
            late.clone_from(&waiting);
            let steps = watch.steps.load(Ordering::Relaxed) - steps_before;
            println!("{steps} steps were seen in {} ms after the last fault", passed.as_millis());
            tell(watch, field, &late).await?;
        }
        if !late.is_empty() && (waiting.is_empty() || LATE_FOR < passed) {
            let end = match waiting.is_empty() {
                true => format!("the last of them took one after {} ms", passed.as_millis()),
                false => {
                    tell(watch, field, &waiting).await?;
                    format!("{} still stand after {} s", waiting.len(), passed.as_secs())
                }
            };
            return Err(Failure::new(format!(
                "tables {late:?} took no answer within {} ms after the last fault; {end}",
                within.as_millis()
            )));
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Says of tables that are late what their players are at, who owns them, and who lives.
async fn tell(watch: &Watch, field: &Field, tables: &[usize]) -> Result<(), Failure> {
    let owners = store::Postgres::owners_at(&field.database).await;
    let owners = owners.map_err(|error| Failure::new(error.to_string()))?;
    for member in members(&field.database).await?.iter().filter(|member| !member.fenced) {
        let Member { id, name, left_ms, .. } = member;
        println!("server {} ({name}): lease {left_ms} ms", id.0);
    }
    for &table in tables {
        println!("table {table}:");
        for at in &watch.at[table] {
            let at = at.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let name = at.split(' ').next().unwrap_or_default();
            let owner = owners.iter().find(|(_, owned, _)| owned == name);
            println!(
                "  {at}; owner and epoch {:?}",
                owner.map(|(owner, _, epoch)| (owner.0, epoch))
            );
        }
    }
    Ok(())
}

/// Of all that was acknowledged at a table no two have the same step.
fn once(promised: &HashMap<String, Vec<Player>>) -> Result<(), Failure> {
    for (table, players) in promised {
        let mut steps: Vec<(u32, u64)> = players
            .iter()
            .flat_map(|player| {
                let answers = player.acknowledged.iter().map(|done| (done.game, done.seq));
                answers.chain(player.taken_back.iter().copied())
            })
            .collect();
        steps.sort_unstable();
        if let Some(twice) = steps.windows(2).find(|pair| pair[0] == pair[1]) {
            let (game, seq) = twice[0];
            return Err(Failure::new(format!(
                "step {seq} of {table}/{game} was acknowledged twice"
            )));
        }
    }
    Ok(())
}

/// What a server may say while something is away; the player tries again.
const HONEST: [&str; 5] = [
    "only before a game",
    "could not store this",
    "could not reach its store",
    "try again",
    "come back",
];

/// Whether both players of the table have lost: then bots alone answer until the game ends, which may take hundreds of steps.
fn is_left_to_bots(player: &Player) -> bool {
    let people = [Seat::A, Seat::B];
    player.state.as_ref().is_some_and(|state| people.iter().all(|&seat| !state.living().has(seat)))
}

/// What a player is at.
fn told(player: &Player, heard: Instant, outcome: &Result<(), Ended>) -> String {
    let Player { table, seat, game, seq, over, sent, http, socket, .. } = player;
    format!(
        "{table} seat {seat} at {}, {}, game {game}, step {seq}, {}{}, sent {sent:?}, heard {} ms ago, last {outcome:?}",
        http.address,
        if socket.is_some() { "connected" } else { "not connected" },
        match player.is_asked() {
            true => "asked",
            false if is_left_to_bots(player) => "left to bots",
            false => "not asked",
        },
        if *over { ", over" } else { "" },
        heard.elapsed().as_millis()
    )
}

/// Plays game after game on any server until told to stop.
async fn play_on(
    mut player: Player,
    table: usize,
    mut chance: Random,
    watch: Arc<Watch>,
) -> Result<Player, String> {
    let is_host = player.seat == Seat::A;
    let mut lost_since: Option<Instant> = None;
    let mut heard = Instant::now();
    let mut given: Option<Instant> = None;
    while !watch.done.load(Ordering::Relaxed) {
        let outcome = match player.socket {
            None => {
                let connected =
                    tokio::time::timeout(Duration::from_secs(2), player.connect()).await;
                connected.unwrap_or(Err(Ended::Broken("nobody answers".into())))
            }
            Some(_) => {
                if player.over && is_host && player.sent.is_none() {
                    player.over = false;
                    player.give(Command::Rematch).await
                } else {
                    let (known, seen) = (player.acknowledged.len(), player.steps);
                    let was_sent = player.sent.is_some();
                    let began = Instant::now();
                    let turn =
                        tokio::time::timeout(Duration::from_millis(500), player.turn()).await;
                    let more = (player.acknowledged.len() - known) as u64;
                    let steps = player.steps - seen;
                    let bots_go_on = if is_left_to_bots(&player) { steps } else { 0 };
                    watch.answers[table].fetch_add(more + bots_go_on, Ordering::Relaxed);
                    watch.steps.fetch_add(steps, Ordering::Relaxed);
                    if !was_sent {
                        given = Some(began);
                    }
                    if let Some(given) = given.filter(|_| 0 < more) {
                        let waited = given.elapsed().as_millis() as u64;
                        watch.longest_ms.fetch_max(waited, Ordering::Relaxed);
                    }
                    match turn {
                        Ok(outcome) => {
                            heard = Instant::now();
                            outcome
                        }
                        // A server that stands still says nothing; a client asks elsewhere after a while.
                        Err(_)
                            if player.sent.is_some()
                                && Duration::from_secs(3) < heard.elapsed() =>
                        {
                            Err(Ended::Broken("nobody answers".into()))
                        }
                        Err(_) => Ok(()),
                    }
                }
            }
        };
        *watch.at[table][usize::from(!is_host)].lock().unwrap_or_else(PoisonError::into_inner) =
            told(&player, heard, &outcome);
        match outcome {
            Ok(()) => lost_since = None,
            Err(Ended::Wrong(why)) if HONEST.iter().any(|honest| why.contains(honest)) => {
                // A rematch that was refused is asked for again, until another game is seen.
                let last = player.state.as_ref().map(engine::State::need);
                player.over |= matches!(last, Some(Need::Over(_)));
            }
            Err(Ended::Wrong(why)) => return Err(why),
            Err(Ended::Closed(_) | Ended::Broken(_)) => {
                player.socket = None;
                heard = Instant::now();
                if Duration::from_secs(60) < lost_since.get_or_insert_with(Instant::now).elapsed() {
                    return Err("no server was there for 60 seconds".into());
                }
                player.http.address = watch.any(&mut chance);
                let told = player.back_in.take();
                let wait = told.unwrap_or(Duration::from_millis(20 + chance.below(100) as u64));
                tokio::time::sleep(wait).await;
            }
        }
    }
    player.socket = None;
    Ok(player)
}

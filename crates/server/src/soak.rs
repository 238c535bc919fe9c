//! `soak`: kill the server again and again while many tables play, and check that nothing acknowledged is ever missing.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use engine::Seat;
use fair::What;
use futures_util::StreamExt;
use protocol::{BotLevel, Command, DiceKind, Options};
use store::{Sqlite, Store};

use crate::child::ServerChild;
use crate::client::{Acknowledged, Ended, Http, Player};
use crate::doc::Header;
use crate::game::Game;
use crate::identity::random_bytes;
use crate::serve::Failure;

/// Kill a server again and again under load, and check that no acknowledged answer is missing.
#[derive(Args, Clone, Debug)]
pub struct SoakArgs {
    /// How often the server is killed
    #[arg(long, default_value_t = 100)]
    pub kills: u32,
    /// How many tables play, with 2 to 6 seats in turn
    #[arg(long, default_value_t = 200)]
    pub tables: usize,
    /// Every so many-th time the server is asked to stop (SIGTERM) instead; 0: never
    #[arg(long, default_value_t = 4)]
    pub terminate_every: u32,
    /// The longest time between two kills, in milliseconds
    #[arg(long, default_value_t = 1500)]
    pub between_ms: u64,
    /// The data folder; a temporary one if not given
    #[arg(long)]
    pub data: Option<PathBuf>,
    /// The program to start as a server; this one if not given
    #[arg(long, hide = true)]
    pub program: Option<PathBuf>,
}

/// What a soak has found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SoakReport {
    /// How often the server was killed or stopped.
    pub kills: u32,
    /// Answers that were acknowledged and looked up afterwards.
    pub acknowledged: u64,
    /// Answers that were taken back, which was acknowledged and looked up as well.
    pub taken_back: u64,
    /// Games that were replayed from the store and whose dice were recomputed.
    pub games: u64,
    /// Steps that were replayed.
    pub steps: u64,
    /// Draws of live dice that were recomputed, for each player.
    pub live_draws: u64,
    /// Places at which they were compared with what a player had seen.
    pub transcripts: u64,
    /// The longest time from starting the server to the first acknowledged answer, in milliseconds.
    pub slowest_start_ms: u64,
}

/// Runs the soak and prints what it found.
///
/// # Errors
/// One sentence that names the first broken promise.
pub fn soak(args: SoakArgs) -> Result<SoakReport, Failure> {
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::new(error.to_string()))?;
    let report = runtime.block_on(run(args))?;
    println!(
        "{} kills, {} acknowledged answers and {} taken back: 0 missing. {} games, {} steps replayed without a gap, every roll \
         recomputed; {} draws of live dice compared with what players saw at {} places. Slowest first answer after a start: {} ms.",
        report.kills,
        report.acknowledged,
        report.taken_back,
        report.games,
        report.steps,
        report.live_draws,
        report.transcripts,
        report.slowest_start_ms
    );
    Ok(report)
}

/// So many tables are set at once.
const AT_ONCE: usize = 32;

/// One in so many answers that can be taken back is.
const UNDO_ONE_IN: usize = 4;

/// Shared by the tables of a soak.
#[derive(Debug, Default)]
struct Watch {
    done: AtomicBool,
    acknowledged: AtomicU64,
}

async fn run(args: SoakArgs) -> Result<SoakReport, Failure> {
    let temporary = std::env::temp_dir().join(format!("daikaiju-soak-{}", std::process::id()));
    let data = args.data.clone().unwrap_or_else(|| temporary.clone());
    let program = match args.program.clone() {
        Some(program) => program,
        None => std::env::current_exe().map_err(|error| Failure::new(error.to_string()))?,
    };
    let mut server = ServerChild::start(&program, &[], &data, None)?;
    let watch = Arc::new(Watch::default());
    let mut tables = Vec::new();
    let http = Http::new(server.address);
    let mut seated = futures_util::stream::iter(0..args.tables)
        .map(|index| seat_table(&http, index))
        .buffer_unordered(AT_ONCE);
    while let Some(table) = seated.next().await {
        let (name, players) =
            table.map_err(|error| Failure::new(format!("a table cannot be set: {error}")))?;
        let play = |player| tokio::spawn(play_on(player, Arc::clone(&watch)));
        tables.push((name, players.into_iter().map(play).collect::<Vec<_>>()));
    }
    drop(seated);
    let mut report = SoakReport::default();
    for kill in 1..=args.kills {
        let [a, b] = random_bytes::<2>();
        let wait = u64::from(u16::from_be_bytes([a, b])) * args.between_ms / 65_536;
        tokio::time::sleep(Duration::from_millis(100 + wait)).await;
        if args.terminate_every != 0 && kill % args.terminate_every == 0 {
            tokio::task::block_in_place(|| server.terminate());
        } else {
            server.kill();
        }
        let before = watch.acknowledged.load(Ordering::Relaxed);
        let began = Instant::now();
        server.restart()?;
        while watch.acknowledged.load(Ordering::Relaxed) == before {
            if Duration::from_secs(20) < began.elapsed() {
                return Err(Failure::new(format!(
                    "after kill {kill} no answer was accepted for 20 seconds"
                )));
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        report.slowest_start_ms = report.slowest_start_ms.max(began.elapsed().as_millis() as u64);
        report.kills = kill;
    }
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
    server.terminate();
    check(&data, &promised, &mut report).await?;
    if args.data.is_none() {
        let _ = std::fs::remove_dir_all(&temporary);
    }
    Ok(report)
}

/// Sets a table with 2 to 6 seats: two players, the rest bots. Every other one plays with live dice.
async fn seat_table(http: &Http, index: usize) -> std::io::Result<(String, Vec<Player>)> {
    let seats = 2 + (index / 2 % 5) as u8;
    let dice = if index.is_multiple_of(2) { DiceKind::Sealed } else { DiceKind::Live };
    let mut host = http.clone();
    let created = host.create(Options { seats, dice, ..Options::default() }, "Ann").await?;
    let mut guest = http.clone();
    let joined = guest.join(&created.table, &created.key, "Bob").await?;
    for seat in Seat::ALL.into_iter().take(usize::from(seats)).skip(2) {
        let bot = Command::Bot { seat, level: Some(BotLevel::Random.into()) };
        host.command(&created.table, &bot).await?.json::<protocol::Reply>()?;
    }
    host.command(&created.table, &Command::Start).await?.json::<protocol::Reply>()?;
    let seed = index as u64 * 2;
    let mut first = Player::new(host, &created.table, created.seat.unwrap_or(Seat::A), seed);
    let mut second = Player::new(guest, &created.table, joined.seat, seed + 1);
    (first.undo_one_in, second.undo_one_in) = (UNDO_ONE_IN, UNDO_ONE_IN);
    Ok((created.table, vec![first, second]))
}

/// Plays game after game until told to stop, and comes back after every loss of the connection.
async fn play_on(mut player: Player, watch: Arc<Watch>) -> Result<Player, String> {
    let is_host = player.seat == Seat::A;
    let mut lost_since: Option<Instant> = None;
    while !watch.done.load(Ordering::Relaxed) {
        let outcome = match player.socket {
            None => player.connect().await,
            Some(_) => {
                if player.over && is_host && player.sent.is_none() {
                    player.over = false;
                    player.give(Command::Rematch).await
                } else {
                    let known = player.acknowledged.len();
                    let outcome =
                        tokio::time::timeout(Duration::from_millis(500), player.turn()).await;
                    watch
                        .acknowledged
                        .fetch_add((player.acknowledged.len() - known) as u64, Ordering::Relaxed);
                    outcome.unwrap_or(Ok(()))
                }
            }
        };
        match outcome {
            Ok(()) => lost_since = None,
            // A rematch may have begun before the server was killed.
            Err(Ended::Wrong(why)) if why.contains("only before a game") => {}
            Err(Ended::Wrong(why)) => return Err(why),
            Err(Ended::Closed(_) | Ended::Broken(_)) => {
                player.socket = None;
                if Duration::from_secs(30) < lost_since.get_or_insert_with(Instant::now).elapsed() {
                    return Err("the server was not there for 30 seconds".into());
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
    player.socket = None;
    Ok(player)
}

/// Reads everything back from the store and compares it with what was promised.
async fn check(
    data: &std::path::Path,
    promised: &HashMap<String, Vec<Player>>,
    report: &mut SoakReport,
) -> Result<(), Failure> {
    let store = Sqlite::open(data).map_err(|error| Failure::new(error.to_string()))?;
    let wrong = |error: store::Error| Failure::new(error.to_string());
    for (table, players) in promised {
        for row in store.games_at(table, u32::MAX).await.map_err(wrong)? {
            let unreadable =
                |why: String| Failure::new(format!("game {} cannot be read: {why}", row.id));
            let header: Header =
                serde_json::from_str(&row.header).map_err(|error| unreadable(error.to_string()))?;
            let mut game = Game::new(row.id.clone(), row.number, header).map_err(unreadable)?;
            let mut answers = HashMap::new();
            let mut undone = HashMap::new();
            let steps = store.steps(&row.id, 1, u32::MAX).await.map_err(wrong)?;
            for step in &steps {
                let done = game.replay(step).map_err(unreadable)?;
                answers.insert(done.seq, (done.by.seat(), done.answer()));
                if done.took_back.is_some() {
                    undone.insert(done.seq, done.by.seat());
                }
            }
            let record = game.header.record(&row.id, &steps).map_err(unreadable)?;
            if let fair::Verdict::Broken(wrong) = fair::verify(&record, None) {
                return Err(unreadable(wrong.to_string()));
            }
            for player in players {
                for &Acknowledged { seq, answer, .. } in
                    player.acknowledged.iter().filter(|done| done.game == row.number)
                {
                    if answers.get(&seq) != Some(&(Some(player.seat), Some(answer))) {
                        return Err(Failure::new(format!(
                            "step {seq} of {} was acknowledged to seat {} and is missing",
                            row.id, player.seat
                        )));
                    }
                    report.acknowledged += 1;
                }
                for (_, seq) in player.taken_back.iter().filter(|(game, _)| *game == row.number) {
                    if undone.get(seq) != Some(&Some(player.seat)) {
                        return Err(Failure::new(format!(
                            "step {seq} of {} took back an answer of seat {} and is missing",
                            row.id, player.seat
                        )));
                    }
                    report.taken_back += 1;
                }
                let seen = player.dice.judge().memory().get(&row.id);
                let verdict = fair::verify(&record, seen);
                if let fair::Verdict::Broken(wrong) = verdict {
                    return Err(unreadable(format!("seat {}: {wrong}", player.seat)));
                }
                let honest = |what| matches!(what, What::Missed | What::NotMixed | What::Out);
                if let Some(warning) = player.warnings.iter().find(|warning| !honest(warning.what))
                {
                    return Err(Failure::new(format!(
                        "seat {} of {} was warned: {}",
                        player.seat,
                        row.id,
                        warning.what.sentence()
                    )));
                }
                if let Some(seen) = verdict.report().filter(|seen| seen.dice == DiceKind::Live) {
                    report.live_draws += seen.draws;
                    report.transcripts += seen.compared.map_or(0, |seen| seen.transcripts as u64);
                }
                if player.game == row.number
                    && player.seq == game.seq
                    && player.state != Some(game.state.view(Some(player.seat)).imagine())
                {
                    return Err(Failure::new(format!(
                        "the last state that seat {} of {} saw is not what a replay gives",
                        player.seat, row.id
                    )));
                }
            }
            report.games += 1;
            report.steps += game.seq;
        }
    }
    Ok(())
}

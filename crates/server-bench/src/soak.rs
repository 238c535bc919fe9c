//! `soak-server`: kill the server again and again while many tables play, and check that nothing acknowledged is ever missing.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use engine::{Seat, State};
use fair::What;
use futures_util::StreamExt;
use protocol::{BotLevel, Command, DiceKind, Options};
use store::{Postgres, Sqlite, Store};

use server::{Failure, random_bytes, stored_games};
use testkit::{Launch, Server};

use crate::client::{Acknowledged, Ended, Http, Player};
use crate::load::SETTINGS;

/// Kill a server again and again under load, and check that no acknowledged answer is missing.
#[derive(Args, Clone, Debug)]
pub struct SoakArgs {
    /// How often the server is killed
    #[arg(long, default_value_t = 100)]
    pub kills: u32,
    /// How many tables play, with 2 to 6 seats in turn
    #[arg(long, default_value_t = 200)]
    pub tables: usize,
    /// Every n-th time the server is asked to stop (SIGTERM) instead; 0: never
    #[arg(long, default_value_t = 4)]
    pub terminate_every: u32,
    /// The longest time between two kills, in milliseconds
    #[arg(long, default_value_t = 1500)]
    pub between_ms: u64,
    /// The data folder; a temporary one if not given
    #[arg(long)]
    pub data: Option<PathBuf>,
    /// The PostgreSQL database that the server uses instead of a file in that folder
    #[arg(long)]
    pub database: Option<String>,
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

/// How many tables are set at once.
pub(crate) const AT_ONCE: usize = 32;

/// One answer in this many is taken back, of those that can be.
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
    let failed = |error: std::io::Error| Failure::new(error.to_string());
    let mut launch = Launch::serve(program, &data, &SETTINGS);
    launch.arguments.extend(args.database.iter().map(|url| format!("--database={url}")));
    let mut server = Server::start(launch).map_err(failed)?;
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
            tokio::task::block_in_place(|| server.terminate()).map_err(failed)?;
        } else {
            server.kill();
        }
        let before = watch.acknowledged.load(Ordering::Relaxed);
        let began = Instant::now();
        server.restart().map_err(failed)?;
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
    server.terminate().map_err(failed)?;
    let wrong = |error: store::Error| Failure::new(error.to_string());
    match &args.database {
        Some(url) => {
            let store = Postgres::open(url, "soak", "").await.map_err(wrong)?;
            check(&store, &promised, &mut report).await?;
        }
        None => check(&Sqlite::open(&data).map_err(wrong)?, &promised, &mut report).await?,
    }
    if args.data.is_none() {
        let _ = std::fs::remove_dir_all(&temporary);
    }
    Ok(report)
}

/// Sets a table with 2 to 6 seats: two players, the rest bots. Every other one plays with live dice.
pub(crate) async fn seat_table(
    http: &Http,
    index: usize,
) -> std::io::Result<(String, Vec<Player>)> {
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
pub(crate) async fn check(
    store: &impl Store,
    promised: &HashMap<String, Vec<Player>>,
    report: &mut SoakReport,
) -> Result<(), Failure> {
    for (table, players) in promised {
        for game in stored_games(store, table).await? {
            let broken = |why: String| Failure::new(format!("game {}: {why}", game.name));
            if let fair::Verdict::Broken(wrong) = fair::verify(&game.record, None) {
                return Err(broken(wrong.to_string()));
            }
            let steps: HashMap<u64, _> = game.steps.iter().map(|step| (step.seq, step)).collect();
            for player in players {
                for &Acknowledged { seq, answer, .. } in
                    player.acknowledged.iter().filter(|done| done.game == game.number)
                {
                    let kept = steps.get(&seq).map(|step| (step.by, step.answer));
                    if kept != Some((Some(player.seat), Some(answer))) {
                        return Err(Failure::new(format!(
                            "step {seq} of {} was acknowledged to seat {} and is missing",
                            game.name, player.seat
                        )));
                    }
                    report.acknowledged += 1;
                }
                for (_, seq) in
                    player.taken_back.iter().filter(|(number, _)| *number == game.number)
                {
                    let kept = steps.get(seq).filter(|step| step.took_back);
                    if kept.map(|step| step.by) != Some(Some(player.seat)) {
                        return Err(Failure::new(format!(
                            "step {seq} of {} took back an answer of seat {} and is missing",
                            game.name, player.seat
                        )));
                    }
                    report.taken_back += 1;
                }
                let seen = player.dice.judge().memory().get(&game.name);
                let verdict = fair::verify(&game.record, seen);
                if let fair::Verdict::Broken(wrong) = verdict {
                    return Err(broken(format!("seat {}: {wrong}", player.seat)));
                }
                // A server that is killed, and clients that wait for a processor, are slow; bots without a pause are not.
                let honest = |what| {
                    matches!(what, What::Missed | What::NotMixed | What::Out | What::Excluded)
                };
                if let Some(warning) = player.warnings.iter().find(|warning| !honest(warning.what))
                {
                    return Err(Failure::new(format!(
                        "seat {} of {} was warned: {} ({:?})",
                        player.seat,
                        game.name,
                        warning.what.sentence(),
                        player.warnings
                    )));
                }
                if let Some(seen) = verdict.report().filter(|seen| seen.dice == DiceKind::Live) {
                    report.live_draws += seen.draws;
                    report.transcripts += seen.compared.map_or(0, |seen| seen.transcripts as u64);
                }
                if player.game == game.number
                    && !is_what_was_seen(player, game.steps.len() as u64, &game.state)
                {
                    return Err(Failure::new(format!(
                        "the last state that seat {} of {} saw is not what a replay gives",
                        player.seat, game.name
                    )));
                }
            }
            report.games += 1;
            report.steps += game.steps.len() as u64;
        }
    }
    Ok(())
}

/// Whether the position after the last step is the one that a player saw; whoever did not see that step saw none of it. With
/// live dice a game that has begun has no step, and nothing to see, before its first dice have fallen.
fn is_what_was_seen(player: &Player, steps: u64, state: &State) -> bool {
    let saw_it = player.seq == steps && 0 < steps;
    !saw_it || player.state == Some(state.view(Some(player.seat)).imagine())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_whose_first_dice_have_not_fallen_shows_nothing() {
        let state = State::new(&engine::Rules::default(), 2, None).expect("two may play");
        let mut player =
            Player::new(Http::new(([127, 0, 0, 1], 1).into()), "harbour-42", Seat::A, 1);
        assert!(is_what_was_seen(&player, 0, &state));
        assert!(is_what_was_seen(&player, 7, &state));
        player.seq = 7;
        assert!(!is_what_was_seen(&player, 7, &state));
        player.state = Some(state.view(Some(Seat::A)).imagine());
        assert!(is_what_was_seen(&player, 7, &state));
    }
}

//! A disk without room, and a database that is damaged.

use std::path::Path;
use std::process::Command as Process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::common::Server;
use engine::{Answer, Seat};
use protocol::{Command, Message, Options, Refusal};
use server_bench::client::{Ended, Http, Player};
use store::{Sqlite, Store};

const TABLES: usize = 12;

/// What all players share.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// How many players have had an answer acknowledged.
    playing: AtomicU64,
    refused: AtomicU64,
    steps: AtomicU64,
}

async fn two_players(server: &Server, seed: u64) -> [Player; 2] {
    let mut ann = server.http();
    let created = ann.create(Options { seats: 2, ..Options::default() }, "Ann").await.unwrap();
    let mut bob = server.http();
    bob.join(&created.table, &created.key, "Bob").await.unwrap();
    let mut ann = Player::new(ann, &created.table, Seat::A, seed);
    let mut bob = Player::new(bob, &created.table, Seat::B, seed + 1);
    ann.connect().await.unwrap();
    bob.connect().await.unwrap();
    ann.give(Command::Start).await.unwrap();
    [ann, bob]
}

/// Plays game after game until told to stop. A refusal because of the disk is the only one allowed.
async fn drive(mut player: Player, shared: Arc<Shared>) -> Player {
    let mut playing = false;
    while !shared.stop.load(Ordering::Relaxed) {
        if !playing && !player.acknowledged.is_empty() {
            playing = true;
            shared.playing.fetch_add(1, Ordering::Relaxed);
        }
        if player.is_asked() && player.sent.is_none() && !player.over {
            player.answer().await.unwrap();
        } else if player.over && player.sent.is_none() && player.seat == Seat::A {
            player.give(Command::Rematch).await.unwrap();
        }
        // Somebody else may have to move first.
        let Ok(message) = tokio::time::timeout(Duration::from_millis(200), player.read()).await
        else {
            continue;
        };
        match message {
            Ok(Message::Step(_)) => drop(shared.steps.fetch_add(1, Ordering::Relaxed)),
            Ok(Message::Refused { code: Refusal::Trouble, text, .. }) => {
                assert_eq!(text, "the server could not store this; nothing has changed");
                shared.refused.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            // The host's second wish for another game may come late.
            Ok(Message::Refused { code: Refusal::NotNow, .. }) | Ok(_) => {}
            Err(Ended::Wrong(text)) if text.starts_with("nothing came") => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    player
}

async fn until(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..600 {
        if condition() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what}");
}

/// The process may write into no file beyond this: what a full disk looks like, without being root.
fn limit_files(server: &Server, bytes: &str) {
    let limit = format!("--fsize={bytes}:");
    let done = Process::new("prlimit").args(["--pid", &server.pid().to_string(), &limit]).status();
    assert!(done.expect("prlimit is part of every Linux").success());
}

/// The answer of a stored step, if a player gave it.
fn answer_of(body: &str) -> Option<Answer> {
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    serde_json::from_value(body["inputs"][0]["answer"].clone()).ok()
}

#[tokio::test]
async fn a_full_disk_refuses_loses_nothing_shows_nothing_and_ends_when_there_is_room() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    // The log is on the same disk.
    let log = data.path().join("log");
    server.restart_with_log(&log);
    let shared = Arc::new(Shared::default());
    let mut tasks = Vec::new();
    for table in 0..TABLES {
        for player in two_players(&server, table as u64 * 2).await {
            tasks.push(tokio::spawn(drive(player, Arc::clone(&shared))));
        }
    }
    let everybody = tasks.len() as u64;
    until("everybody plays", || shared.playing.load(Ordering::Relaxed) == everybody).await;
    until("the tables play", || 500 < shared.steps.load(Ordering::Relaxed)).await;

    limit_files(&server, "1");
    until("answers are refused", || 100 < shared.refused.load(Ordering::Relaxed)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let stands = shared.steps.load(Ordering::Relaxed);
    let refused = shared.refused.load(Ordering::Relaxed);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(
        shared.steps.load(Ordering::Relaxed),
        stands,
        "a step was shown that is not durable"
    );
    assert!(refused < shared.refused.load(Ordering::Relaxed));
    // Reading goes on, and whoever watches over the server is told.
    let ready = server.http().get("/readyz").await.unwrap();
    assert_eq!(ready.status, 503, "{}", ready.text());
    assert_eq!(server.http().get("/healthz").await.unwrap().status, 200);
    assert_eq!(server.http().get("/api/tables").await.unwrap().status, 200);
    let mut newcomer = server.http();
    let why = newcomer.create(Options::default(), "Eve").await.unwrap_err().to_string();
    assert!(why.contains("/problems/trouble"), "{why}");

    // There is room again: everything goes on without a restart.
    limit_files(&server, "unlimited");
    let again = stands + 500;
    until("the tables play on", || again < shared.steps.load(Ordering::Relaxed)).await;
    assert_eq!(server.http().get("/readyz").await.unwrap().status, 200);
    assert!(newcomer.create(Options::default(), "Eve").await.is_ok());
    shared.stop.store(true, Ordering::Relaxed);
    let mut players = Vec::new();
    for task in tasks {
        players.push(task.await.unwrap());
    }
    server.kill();
    assert!(std::fs::metadata(&log).unwrap().len() < 1_000_000, "the log fills the disk");

    // Every acknowledged answer is stored, and nothing was shown that is not.
    let store = Sqlite::open(data.path()).unwrap();
    for player in &players {
        for game in 1..=player.game {
            let rows = store.steps(&format!("{}/{game}", player.table), 1, u32::MAX).await.unwrap();
            assert!(rows.iter().zip(1..).all(|(row, seq)| row.seq == seq), "a gap");
            let seen = if game == player.game { player.seq } else { 0 };
            assert!(seen <= rows.len() as u64, "step {seen} was shown and is not stored");
            for done in player.acknowledged.iter().filter(|done| done.game == game) {
                let row = &rows[usize::try_from(done.seq).unwrap() - 1];
                assert_eq!(answer_of(&row.body), Some(done.answer), "step {}", done.seq);
            }
        }
    }
}

/// The program says one sentence and stops, and the file is as it was.
fn refuses(folder: &Path, expected: &str) {
    let file = Sqlite::file_in(folder);
    let before = std::fs::read(&file).unwrap();
    let output = Process::new(crate::common::PROGRAM)
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.trim().lines().count(), 1, "{text}");
    assert!(text.contains(expected), "{text}");
    assert!(before == std::fs::read(&file).unwrap(), "the file was changed");
}

#[tokio::test]
async fn a_damaged_database_is_one_sentence_and_an_exit_code() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    server.http().create(Options::default(), "Ann").await.unwrap();
    assert!(server.terminate().success());
    let file = Sqlite::file_in(data.path());
    let good = std::fs::read(&file).unwrap();
    assert!(8192 < good.len());
    // The first bytes, the list of tables on the first page, everything behind the first page, the end.
    let garbage = |from: usize, to: usize| {
        let mut bytes = good.clone();
        bytes[from..to].fill(0xa7);
        bytes
    };
    std::fs::write(&file, garbage(0, 100)).unwrap();
    refuses(data.path(), "is not a database of this program");
    std::fs::write(&file, garbage(100, 4096)).unwrap();
    refuses(data.path(), "is damaged");
    std::fs::write(&file, garbage(4096, good.len())).unwrap();
    refuses(data.path(), "is damaged");
    std::fs::write(&file, &good[..good.len() / 2]).unwrap();
    refuses(data.path(), "is damaged");
    std::fs::write(&file, &good).unwrap();
    drop(Server::start(data.path()));
}

/// Damage within a game, which opening the file does not notice: the server starts, looks for it in the background and says so
/// in its log and its metrics, while everybody else plays.
#[tokio::test]
async fn damage_of_a_game_is_found_after_the_start_and_told() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log.txt");
    let mut server = Server::start_with(data.path(), &["--bot-pause-ms=0"]);
    let mut ann = server.http();
    // So many play that the game has several pages of its own.
    let created = ann.create(Options { seats: 6, ..Options::default() }, "Ann").await.unwrap();
    let table = created.table;
    let bot = |seat| Command::Bot { seat, level: Some(protocol::BotLevel::Random.into()) };
    let bots = Seat::ALL.into_iter().skip(1).map(bot);
    for command in bots.chain([Command::Start, Command::Away { away: true }]) {
        assert_eq!(ann.command(&table, &command).await.unwrap().status, 200);
    }
    let record = format!("/api/tables/{table}/games/1");
    while ann.get(&record).await.unwrap().status != 200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(server.terminate().success());
    let file = Sqlite::file_in(data.path());
    let good = std::fs::read(&file).unwrap();
    let told = async |server: &Server, what: &str| {
        let metrics = server.http().get("/metrics").await.unwrap().text();
        let log = std::fs::read_to_string(&log).unwrap();
        metrics.contains("daikaiju_damage 1\n")
            && log
                .lines()
                .any(|line| line.contains("the database is damaged") && line.contains(what))
    };

    let what = format!("the game {table}/1 cannot be read");
    // First a page of the file that holds steps from the middle of the game.
    let raw = rusqlite::Connection::open(&file).unwrap();
    let sql = "SELECT pageno FROM dbstat WHERE name = 'steps' AND pagetype = 'leaf' AND path <> '/' \
               ORDER BY path LIMIT 1 OFFSET 1";
    let page: usize = raw.query_row(sql, [], |row| row.get(0)).unwrap();
    drop(raw);
    let mut bytes = good.clone();
    bytes[(page - 1) * 4096..page * 4096].fill(0xa7);
    std::fs::write(&file, bytes).unwrap();
    server.restart_with_log(&log);
    until_told(&server, &what, &told).await;
    only_that_game_is_concerned(&server, &ann, &record).await;
    assert!(server.terminate().success());
    let after = std::fs::read(&file).unwrap();
    let broken = &after[(page - 1) * 4096..page * 4096];
    assert!(broken.iter().all(|&byte| byte == 0xa7), "the broken page was written over");

    // Then the text of one step.
    std::fs::write(&file, &good).unwrap();
    let raw = rusqlite::Connection::open(&file).unwrap();
    raw.execute("UPDATE steps SET body = substr(body, 1, 9) WHERE seq = 7", []).unwrap();
    drop(raw);
    std::fs::remove_file(&log).unwrap();
    server.restart_with_log(&log);
    until_told(&server, &what, &told).await;
    only_that_game_is_concerned(&server, &ann, &record).await;
}

async fn until_told(server: &Server, what: &str, told: impl AsyncFn(&Server, &str) -> bool) {
    while !told(server, what).await {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The record of the game is trouble, and nothing else is: others begin to play.
async fn only_that_game_is_concerned(server: &Server, owner: &Http, record: &str) {
    assert_eq!(server.http().get("/readyz").await.unwrap().status, 200);
    let found = owner.get(record).await.unwrap();
    assert_eq!(found.status, Refusal::Trouble.status(), "{}", found.text());
    let [mut ann, mut bob] = two_players(server, 7).await;
    while ann.acknowledged.is_empty() && bob.acknowledged.is_empty() {
        let turn = Duration::from_millis(100);
        for player in [&mut ann, &mut bob] {
            if let Ok(done) = tokio::time::timeout(turn, player.turn()).await {
                done.unwrap();
            }
        }
    }
}

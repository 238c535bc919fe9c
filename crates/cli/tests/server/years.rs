//! A server that runs for years: what nobody touches goes, what rests costs nothing, and a database that is taken away is
//! noticed.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::Server;
use protocol::{BotLevel, Command, Options, Refusal};
use tokio::task::JoinSet;

const DAY_MS: i64 = 86_400_000;

/// Lets days pass during which a server was there.
fn days_pass(data: &Path, days: i64) {
    let raw = rusqlite::Connection::open(data.join(store::FILE_NAME)).unwrap();
    raw.execute("UPDATE clock SET ms = ms + ?1", [days * DAY_MS]).unwrap();
}

fn two_seats() -> Options {
    Options { seats: 2, listed: true, ..Options::default() }
}

/// A game of two people, of whom nobody is there.
async fn abandoned(server: &Server) -> String {
    let mut ann = server.http();
    let table = ann.create(two_seats(), "Ann").await.unwrap();
    let mut bob = server.http();
    bob.join(&table.table, &table.key, "Bob").await.unwrap();
    assert_eq!(ann.command(&table.table, &Command::Start).await.unwrap().status, 200);
    table.table
}

async fn metric(server: &Server, name: &str) -> u64 {
    let text = server.http().get("/metrics").await.unwrap().text();
    let line = text.lines().find(|line| line.starts_with(&format!("daikaiju_{name} ")));
    line.and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or_else(|| panic!("{text}"))
}

/// Waits until something is so, for two minutes at most.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !is_so().await {
        assert!(began.elapsed() < Duration::from_secs(120), "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn abandoned_games_keep_nobody_out_and_go_with_the_tables_that_nobody_touches() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start_with(data.path(), &["--max-tables=5"]);
    let mut tables = Vec::new();
    for _ in 0..5 {
        tables.push(abandoned(&server).await);
    }
    let refused = server.http().create(two_seats(), "Eve").await.unwrap_err().to_string();
    assert!(refused.contains("as many tables as it can take"), "{refused}");
    // After some days they rest, and others may play.
    server.kill();
    days_pass(data.path(), 2);
    server.restart();
    let seated = server.http().create(two_seats(), "Ann").await.unwrap().table;
    let empty: protocol::Created = server
        .http()
        .post("/api/tables", &protocol::CreateTable::default())
        .await
        .unwrap()
        .json()
        .unwrap();
    let http = server.http();
    let status =
        async |table: &str| http.get(&format!("/api/tables/{table}")).await.unwrap().status;
    assert_eq!(status(&tables[0]).await, 200);
    // A lobby at which nobody sits goes after a day, one with somebody stays.
    server.kill();
    days_pass(data.path(), 2);
    server.restart();
    let key = protocol::Hello { key: Some(empty.key), ..Default::default() }.key;
    let with_key = server_bench::client::Http { key, ..server.http() };
    assert_eq!(with_key.get(&format!("/api/tables/{}", empty.table)).await.unwrap().status, 404);
    assert_eq!(status(&seated).await, 200);
    // A game nobody has touched goes after thirty, whatever bots did for those who are away.
    server.kill();
    days_pass(data.path(), 31);
    server.restart();
    for table in &tables {
        assert_eq!(status(table).await, 404, "{table}");
    }
}

#[tokio::test]
async fn a_jump_of_the_wall_clock_forgets_nothing() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let table = abandoned(&server).await;
    server.kill();
    // As if the wall clock had jumped by 400 days since: all times for people are long past.
    let raw = rusqlite::Connection::open(data.path().join(store::FILE_NAME)).unwrap();
    raw.execute("UPDATE tables SET updated_ms = updated_ms - ?1", [400 * DAY_MS]).unwrap();
    raw.execute("UPDATE games SET started_ms = started_ms - ?1", [400 * DAY_MS]).unwrap();
    drop(raw);
    server.restart();
    let found = server.http().get(&format!("/api/tables/{table}")).await.unwrap();
    assert_eq!(found.status, 200, "{}", found.text());
}

fn written(server: &Server) -> u64 {
    let io = std::fs::read_to_string(format!("/proc/{}/io", server.pid())).unwrap();
    let line = io.lines().find(|line| line.starts_with("write_bytes")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// How many tables are made at a time.
const HANDS: usize = 16;

/// Makes a table. At one in ten a game is begun and abandoned, at another one bots play to the end.
async fn use_table(server: &Server, number: usize) {
    if number.is_multiple_of(10) {
        abandoned(server).await;
        return;
    }
    let mut http = server.http();
    let table = http.create(two_seats(), "Ann").await.unwrap().table;
    if number % 10 == 5 {
        let bot = Command::Bot { seat: engine::Seat::B, level: Some(BotLevel::Random.into()) };
        for command in [bot, Command::Start, Command::Away { away: true }] {
            assert_eq!(http.command(&table, &command).await.unwrap().status, 200);
        }
    }
}

/// How much more memory a server that is left alone may have than after its start, in percent; the code that came into memory as
/// it was used is counted with it.
const KEPT: u64 = 20;

/// 2,000 tables: in the lobby, with games that nobody goes on with, and 200 games that bots have finished. When everybody has
/// left, nothing of them is in memory, and nothing is written any more.
#[tokio::test]
async fn a_server_that_is_left_alone_goes_back_to_sleep() {
    let data = tempfile::tempdir().unwrap();
    let limits = [
        "--sleep-seconds=1",
        "--bot-pause-ms=0",
        "--requests-per-second=100000",
        "--tables-per-hour=1000000",
        "--max-connections-per-address=20000",
        "--log=warn,daikaiju_server::serve=debug",
    ];
    let mut server = Server::start_with(data.path(), &limits);
    let log = data.path().join("log.txt");
    server.restart_with_log(&log);
    // What a server needs when its start is over, with the look for damage at its end, and it has spoken to somebody.
    let is_sound = || std::fs::read_to_string(&log).unwrap().contains("the database is sound");
    until("the database has been looked through", async || is_sound()).await;
    drop(server.http().get("/metrics").await.unwrap());
    let fresh = server.memory_kb();
    let tell = |when: &str, server: &Server| {
        let (kb, (own, mapped)) = (server.memory_kb(), server.own_and_mapped_kb());
        println!("{when}: {kb} KB, {own} of its own and {mapped} of mapped files");
    };
    tell("after the start", &server);
    let server = Arc::new(server);
    let mut hands = JoinSet::new();
    for hand in 0..HANDS {
        let server = Arc::clone(&server);
        hands.spawn(async move {
            for number in (hand..2000).step_by(HANDS) {
                use_table(&server, number).await;
            }
        });
    }
    hands.join_all().await;
    until("all games of bots end", async || metric(&server, "games_finished_total").await == 200)
        .await;
    until("all tables sleep", async || metric(&server, "tables_awake").await == 0).await;
    tell("when all slept", &server);
    let is_back = async || server.memory_kb() * 100 <= fresh * (100 + KEPT);
    until("memory is given back", is_back).await;
    tell("given back", &server);
    let before = written(&server);
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(written(&server), before, "an idle server writes");
}

#[tokio::test]
async fn a_table_that_sleeps_wakes_for_whoever_comes() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--sleep-seconds=1"]);
    let table = abandoned(&server).await;
    until("the table sleeps", async || metric(&server, "tables_awake").await == 0).await;
    let info: protocol::TableInfo =
        server.http().get(&format!("/api/tables/{table}")).await.unwrap().json().unwrap();
    assert_eq!(info.phase, protocol::TablePhase::Playing);
    assert_eq!(metric(&server, "tables_awake").await, 1);
}

#[tokio::test]
async fn a_database_that_was_taken_away_is_noticed_within_a_second_and_nothing_more_is_acknowledged()
 {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log.txt");
    let mut server = Server::start(data.path());
    server.restart_with_log(&log);
    let mut ann = server.http();
    let created = ann.create(two_seats(), "Ann").await.unwrap();
    assert_eq!(server.http().get("/readyz").await.unwrap().status, 200);
    std::fs::remove_file(data.path().join(store::FILE_NAME)).unwrap();
    let refused = ann.command(&created.table, &Command::Stand).await.unwrap();
    assert_eq!(refused.status, Refusal::Trouble.status(), "{}", refused.text());
    assert_eq!(server.http().get("/readyz").await.unwrap().status, 503);
    assert_eq!(server.http().get("/healthz").await.unwrap().status, 200);
    let told = || std::fs::read_to_string(&log).unwrap().contains("was removed or replaced");
    let began = Instant::now();
    until("the log tells of it", async || told()).await;
    assert!(began.elapsed() < Duration::from_secs(3), "a second, on a busy machine");
}

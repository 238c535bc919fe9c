//! From one machine with a file to several servers on one database, and back.

use std::io::{BufRead, BufReader};
use std::process::{Command as Process, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{PROGRAM, Server, checked};
use engine::{Record, Seat};
use protocol::{BotLevel, Command, Options};
use server_bench::client::Player;
use testkit::{Postgres, WITHOUT_LIMITS};

fn copy(from: &str, to: &str) -> Output {
    Process::new(PROGRAM).args(["db", "copy", from, to]).output().unwrap()
}

/// One sentence and exit code 1.
fn refused(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.trim().lines().count(), 1, "{text}");
    text
}

async fn playing(server: &Server, seed: u64) -> Player {
    let mut http = server.http();
    let created = http.create(Options { seats: 2, ..Options::default() }, "Ann").await.unwrap();
    let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
    assert_eq!(http.command(&created.table, &bot).await.unwrap().status, 200);
    assert_eq!(http.command(&created.table, &Command::Start).await.unwrap().status, 200);
    let mut player = Player::new(http, &created.table, Seat::A, seed);
    player.connect().await.unwrap();
    while player.acknowledged.len() < 3 {
        player.turn().await.unwrap();
    }
    player
}

/// Goes on at a server until the game is over, and finds every acknowledged answer in its record.
async fn finish(player: &mut Player, server: &Server) {
    player.http.address = server.address;
    player.socket = None;
    player.connect().await.unwrap();
    player.play().await.unwrap();
    let path = format!("/api/tables/{}/games/1", player.table);
    let record = Record::from_json(&player.http.get(&path).await.unwrap().text()).unwrap();
    checked(&record);
    let last = record.replay(|_, _, _, _| ()).unwrap();
    assert_eq!(player.state, Some(last.view(Some(Seat::A)).imagine()));
}

/// What HOSTING.md tells: games that are on move from a file to a database with three servers, and are played on there.
#[tokio::test]
async fn running_games_move_from_one_machine_to_three_servers_and_back() {
    let data = tempfile::tempdir().unwrap();
    let url = Postgres::shared().database();
    let folder = data.path().to_str().unwrap();
    let mut alone = Server::start_with(data.path(), &WITHOUT_LIMITS);
    let mut players = Vec::new();
    for seed in 0..4 {
        players.push(playing(&alone, seed).await);
    }
    let in_use = refused(&copy(folder, &url));
    assert!(in_use.contains("in use by another server"), "{in_use}");
    alone.terminate();
    let output = copy(folder, &url);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with("4 tables, 4 games") && text.contains("\nsha256 "), "{text}");

    let setting = format!("--database={url}");
    let mut settings = WITHOUT_LIMITS.to_vec();
    settings.push(&setting);
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let mut servers = folders.each_ref().map(|data| Server::start_with(data.path(), &settings));
    let running = refused(&copy(&url, folder));
    assert!(running.contains("runs on postgres://"), "{running}");
    // Whoever has the table now serves it.
    let mut last = players.pop().unwrap();
    for player in &mut players {
        let owner = owner_of(player, &servers).await;
        finish(player, &servers[owner]).await;
    }

    for server in &mut servers {
        server.terminate();
    }
    let back = tempfile::tempdir().unwrap();
    let output = copy(&url, back.path().to_str().unwrap());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let alone = Server::start_with(back.path(), &WITHOUT_LIMITS);
    finish(&mut last, &alone).await;
    for player in &mut players {
        player.http.address = alone.address;
        let path = format!("/api/tables/{}/games/1", player.table);
        let record = Record::from_json(&player.http.get(&path).await.unwrap().text()).unwrap();
        checked(&record);
    }
}

/// The server that answers for a player's table.
async fn owner_of(player: &Player, servers: &[Server]) -> usize {
    let mut http = player.http.clone();
    let path = format!("/api/tables/{}", player.table);
    let began = Instant::now();
    for n in (0..servers.len()).cycle() {
        http.address = servers[n].address;
        if http.get(&path).await.is_ok_and(|answer| answer.status == 200) {
            return n;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "nobody serves the table");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    unreachable!("a cycle has no end")
}

/// A copy that is killed half-way: no server takes what is there for all, and the next run goes on.
#[tokio::test]
async fn a_killed_copy_is_not_served_and_goes_on() {
    use store::{Change, GameRow, Sqlite, StepRow, Store, TableRow, Write};
    let data = tempfile::tempdir().unwrap();
    let sqlite = Sqlite::open(data.path()).unwrap();
    let row = |id: &str| TableRow {
        id: id.into(),
        version: 1,
        listed: false,
        phase: "over".into(),
        updated_ms: 0,
        touched_ms: 0,
        body: "{}".into(),
    };
    sqlite.write(Write::new().put_table(row("harbour-42"), 0)).await.unwrap();
    let games = 4000;
    let writes: Vec<_> = (1..=games)
        .map(|number| {
            let id = format!("harbour-42/{number}");
            let step = StepRow { game: id.clone(), seq: 1, at_ms: 0, body: "{}".into() };
            let game = GameRow {
                id: id.clone(),
                table: "harbour-42".into(),
                number,
                rules_version: 1,
                started_ms: 0,
                finished_ms: None,
                header: "{}".into(),
                result: None,
            };
            let write = Write::new().start_game(game, vec![]).and(Change::Step(step));
            sqlite.write(write.finish_game(id, 1, 1, "over"))
        })
        .collect();
    for write in writes {
        write.await.unwrap();
    }
    drop(sqlite);
    let url = Postgres::shared().database();
    let folder = data.path().to_str().unwrap();
    let mut run = Process::new(PROGRAM);
    run.args(["db", "copy", folder, &url]).stderr(Stdio::piped()).stdout(Stdio::null());
    let mut child = run.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.contains("1 tables, 1"), "{line}");

    let start = || {
        let other = tempfile::tempdir().unwrap();
        let serve = ["serve", "--listen=127.0.0.1:0", "--log=error", "--database", &url, "--data"];
        Process::new(PROGRAM).args(serve).arg(other.path()).output().unwrap()
    };
    // The database may take a moment to notice that the copy is gone.
    let began = Instant::now();
    let mut text = refused(&start());
    while text.contains("is being copied") && began.elapsed() < Duration::from_secs(60) {
        text = refused(&start());
    }
    assert!(text.contains("was not finished; run `daikaiju db copy` again"), "{text}");
    let output = copy(folder, &url);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with("1 tables, 4000 games (") && !text.contains("(0 of"), "{text}");
}

/// A machine whose clock is not the database's says so and takes no tables.
#[tokio::test]
async fn a_server_whose_clock_is_off_owns_nothing() {
    let url = Postgres::shared().database();
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    // The database's clock is set back by ten seconds, for whoever asks for it without saying whose.
    let (_, name) = url.split('?').next().unwrap().rsplit_once('/').unwrap();
    client
        .batch_execute(&format!(
            "CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS \
             $$ SELECT pg_catalog.clock_timestamp() - interval '10 s' $$; \
             ALTER DATABASE {name} SET search_path = public, pg_catalog"
        ))
        .await
        .unwrap();
    let data = tempfile::tempdir().unwrap();
    let setting = format!("--database={url}");
    let mut settings = WITHOUT_LIMITS.to_vec();
    settings.push(&setting);
    let server = Server::start_with(data.path(), &settings);
    let mut http = server.http();
    let began = Instant::now();
    // Until its first beat it does not know; from then on no table is created or opened here.
    loop {
        let created = http.create(Options::default(), "Ann").await;
        if let Err(error) = created {
            println!("{error}");
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "it does not notice");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

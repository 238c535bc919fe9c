//! Several servers on one PostgreSQL database: one owns a table, and another takes over when it is gone.

use std::process::Command as Process;
use std::time::{Duration, Instant};

use crate::common::{PROGRAM, Server, checked};
use engine::{Record, Seat};
use protocol::{BotLevel, Command, Message, Options};
use server_bench::client::{Player, Socket};
use server_bench::{SoakArgs, soak};
use testkit::{Postgres, WITHOUT_LIMITS};

/// Two servers on a database of their own.
struct Pair {
    one: Server,
    two: Server,
    database: String,
    _folders: [tempfile::TempDir; 2],
}

fn pair() -> Pair {
    let database = Postgres::shared().database();
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let setting = format!("--database={database}");
    let mut settings = WITHOUT_LIMITS.to_vec();
    settings.push(&setting);
    let [one, two] = [0, 1].map(|n: usize| Server::start_with(folders[n].path(), &settings));
    Pair { one, two, database, _folders: folders }
}

/// Ann against a bot at the first server, some answers into their game.
async fn playing(server: &Server) -> Player {
    let mut http = server.http();
    let created = http.create(Options { seats: 2, ..Options::default() }, "Ann").await.unwrap();
    let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
    assert_eq!(http.command(&created.table, &bot).await.unwrap().status, 200);
    assert_eq!(http.command(&created.table, &Command::Start).await.unwrap().status, 200);
    let mut player = Player::new(http, &created.table, Seat::A, 3);
    player.connect().await.unwrap();
    while player.acknowledged.len() < 3 {
        player.turn().await.unwrap();
    }
    player
}

/// Knocks at a server until it serves the player's table; says how long that took.
async fn come_to(player: &mut Player, server: &Server) -> Duration {
    let began = Instant::now();
    player.http.address = server.address;
    loop {
        player.socket = None;
        if player.connect().await.is_ok()
            && let Ok(message) = player.read().await
            && !matches!(message, Message::Refused { .. })
        {
            return began.elapsed();
        }
        assert!(began.elapsed() < Duration::from_secs(60), "nobody takes over");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Plays to the end and finds every acknowledged answer in the record, whose dice are right.
async fn play_to_the_end(player: &mut Player) {
    player.play().await.unwrap();
    let path = format!("/api/tables/{}/games/1", player.table);
    let record = Record::from_json(&player.http.get(&path).await.unwrap().text()).unwrap();
    checked(&record);
    let last = record.replay(|_, _, _, _| ()).unwrap();
    assert_eq!(player.state, Some(last.view(Some(Seat::A)).imagine()));
}

#[tokio::test]
async fn another_server_takes_over_the_tables_of_one_that_is_killed() {
    let mut pair = pair();
    let mut player = playing(&pair.one).await;
    pair.one.kill();
    let waited = come_to(&mut player, &pair.two).await;
    println!("taken over {} ms after a kill", waited.as_millis());
    play_to_the_end(&mut player).await;
}

#[tokio::test]
async fn a_server_that_stops_hands_its_tables_over() {
    let mut pair = pair();
    let mut player = playing(&pair.one).await;
    pair.one.terminate();
    let waited = come_to(&mut player, &pair.two).await;
    println!("handed over {} ms after the end", waited.as_millis());
    play_to_the_end(&mut player).await;
}

/// Dice were asked for when the server was killed. The players come back to another one and say nothing of their part in the dice:
/// they are there, so nobody waits for them as for somebody who is away.
#[tokio::test]
async fn dice_that_were_asked_for_do_not_wait_for_players_who_are_there() {
    let mut pair = pair();
    let (mut ann, mut bob) = (pair.one.http(), pair.one.http());
    let options = Options { seats: 2, dice: protocol::DiceKind::Live, ..Options::default() };
    let created = ann.create(options, "Ann").await.unwrap();
    bob.join(&created.table, &created.key, "Bob").await.unwrap();
    let mut players = [(ann, Seat::A), (bob, Seat::B)]
        .map(|(http, seat)| Player::new(http, &created.table, seat, seat as u64));
    for player in &mut players {
        // They pledge, and give nothing when they are asked.
        player.silent = true;
        player.connect().await.unwrap();
        crate::common::pledged(player).await;
    }
    let started = players[0].http.command(&created.table, &Command::Start).await.unwrap();
    assert_eq!(started.status, 200, "{}", started.text());
    pair.one.kill();
    let mut sockets = Vec::new();
    for player in &mut players {
        let began = Instant::now();
        player.http.address = pair.two.address;
        let hello = protocol::Hello {
            protocol: protocol::VERSION,
            key: player.http.key.clone(),
            ..protocol::Hello::default()
        };
        let welcome = |message: Message| matches!(message, Message::Welcome { .. }).then_some(());
        loop {
            if let Ok(mut socket) =
                Socket::connect(&player.http, &created.table, hello.clone()).await
                && socket.until(welcome).await.is_ok()
            {
                break sockets.push(socket);
            }
            assert!(began.elapsed() < Duration::from_secs(60), "nobody takes over");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let first = sockets[0].until(|message| matches!(message, Message::Step(_)).then_some(()));
    let waited = tokio::time::timeout(Duration::from_secs(40), first).await;
    waited.expect("the dice fall without those who say nothing").unwrap();
}

/// The lease runs out while the process stands still. When it wakes it may not write, says so, and comes back empty.
#[tokio::test]
async fn a_server_that_stood_still_for_too_long_comes_back_without_its_tables() {
    let pair = pair();
    let signal = |name: &str| {
        let sent = Process::new("kill").args([name, &pair.one.pid().to_string()]).status();
        assert!(sent.unwrap().success());
    };
    let mut player = playing(&pair.one).await;
    let mut old = player.http.clone();
    signal("-STOP");
    let waited = come_to(&mut player, &pair.two).await;
    println!("taken over {} ms after a stop", waited.as_millis());
    let before = player.acknowledged.len();
    while player.acknowledged.len() < before + 2 && !player.over {
        player.turn().await.unwrap();
    }
    signal("-CONT");
    // It must not answer for a table that is another's now.
    old.address = pair.one.address;
    let answer = old.command(&player.table, &Command::Rematch).await.unwrap();
    assert!(answer.status != 200, "{}", answer.text());
    play_to_the_end(&mut player).await;
    // Under its new number it takes new tables.
    let began = Instant::now();
    while pair.one.http().create(Options::default(), "Eve").await.is_err() {
        assert!(began.elapsed() < Duration::from_secs(60), "it does not come back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let shown = Process::new(PROGRAM).args(["cluster", "--database", &pair.database]).output();
    let shown = String::from_utf8(shown.unwrap().stdout).unwrap();
    assert_eq!(shown.lines().filter(|line| line.contains("lives")).count(), 2, "{shown}");
}

/// The process is stopped in the middle of a step and woken when another server has its table. A step that had reached the
/// database stands, once, and may be acknowledged by both; one that had not is not acknowledged by the old owner.
#[tokio::test]
async fn a_step_that_was_under_way_when_its_server_stood_still_counts_once() {
    for has_reached_the_database in [true, false] {
        let pair = pair();
        let mut player = playing(&pair.one).await;
        while player.sent.is_some() || !player.is_asked() {
            player.read().await.unwrap();
        }
        let (database, connection) =
            tokio_postgres::connect(&pair.database, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        if has_reached_the_database {
            let lock = "BEGIN; LOCK TABLE steps IN SHARE ROW EXCLUSIVE MODE";
            database.batch_execute(lock).await.unwrap();
            player.answer().await.unwrap();
            let waiting =
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'steps'::regclass";
            while database.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            pair.one.signal("-STOP").unwrap();
            database.batch_execute("ROLLBACK").await.unwrap();
        } else {
            pair.one.signal("-STOP").unwrap();
            player.answer().await.unwrap();
        }
        let mut old = player.socket.take().unwrap();
        let number = player.sent.as_ref().map(|(id, _)| *id);
        let before = player.acknowledged.len();
        come_to(&mut player, &pair.two).await;
        while player.sent.is_some() {
            player.turn().await.unwrap();
        }
        let seq = player.acknowledged[before].seq;
        pair.one.signal("-CONT").unwrap();
        let told = old.until(|message| match message {
            Message::Done(reply) if Some(reply.id) == number => Some(reply.seq),
            Message::Refused { id, .. } if id == number => Some(None),
            _ => None,
        });
        let told = tokio::time::timeout(Duration::from_secs(60), told).await;
        if let Ok(Some(told)) = told.expect("it answers, or hangs up") {
            assert!(has_reached_the_database && told == seq, "{told}, {seq}");
        }
        play_to_the_end(&mut player).await;
    }
}

#[tokio::test]
async fn a_table_is_served_by_its_owner_alone() {
    let pair = pair();
    let player = playing(&pair.one).await;
    let mut http = player.http.clone();
    http.address = pair.two.address;
    let path = format!("/api/tables/{}", player.table);
    let answer = http.get(&path).await.unwrap();
    assert_eq!(answer.status, 503);
    assert!(answer.text().contains("another server has this table"), "{}", answer.text());
    assert_eq!(http.get("/api/tables/no-such-table").await.unwrap().status, 404);
    assert_eq!(http.get("/readyz").await.unwrap().status, 200);
}

#[test]
fn nothing_acknowledged_is_lost_on_postgres_when_the_process_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let report = soak(SoakArgs {
        kills: 3,
        tables: 12,
        terminate_every: 3,
        between_ms: 500,
        data: Some(data.path().to_owned()),
        database: Some(Postgres::shared().database()),
        program: Some(PROGRAM.into()),
    })
    .unwrap();
    assert_eq!(report.kills, 3);
    assert!(30 < report.acknowledged, "{report:?}");
}

/// All that a database holds, as PostgreSQL's own tool tells it.
fn dump(database: &str) -> String {
    let output = Process::new("pg_dump").arg(database).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    // Newer ones begin and end with a word that is another one each time.
    text.lines()
        .filter(|line| !line.contains("restrict "))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[tokio::test]
async fn a_database_that_cannot_be_used_is_told_in_one_sentence_and_left_as_it_is() {
    let data = tempfile::tempdir().unwrap();
    let refused = |url: &str, expected: &str| {
        let output = Process::new(PROGRAM)
            .args(["serve", "--listen=127.0.0.1:0", "--log=error", "--data"])
            .arg(data.path())
            .args(["--database", url])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.trim().lines().count(), 1, "{text}");
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(expected) && !text.contains("secret"), "{text}");
    };
    // Wrong addresses, and nobody there.
    let postgres = Postgres::shared();
    let port = postgres.port();
    refused("somewhere", "postgres://user:password@host:port/name");
    refused("postgres://daikaiju@127.0.0.1:1/nowhere?sslmode=disable", "cannot use the database");
    let nowhere = format!("postgres://daikaiju:secret@127.0.0.1:{port}/nowhere?sslmode=disable");
    refused(&nowhere, "\"nowhere\" does not exist");
    // A wrong password.
    let guarded = Postgres::start_guarded("sesame");
    let wrong = guarded.database().replace("daikaiju:sesame", "daikaiju:secret");
    refused(&wrong, "password authentication failed");
    // A database of something else, of a newer program, and a PostgreSQL that is too old.
    let sql = async |database: &str, sql: &str| {
        let (client, connection) =
            tokio_postgres::connect(database, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute(sql).await.unwrap();
    };
    let other = postgres.database();
    sql(&other, "CREATE TABLE chess (move TEXT); INSERT INTO chess VALUES ('e4')").await;
    let newer = postgres.database();
    drop(Server::start_with(data.path(), &[&format!("--database={newer}")]));
    sql(&newer, "UPDATE cluster SET schema = 99").await;
    let old = postgres.database();
    let name = old.rsplit('/').next().and_then(|rest| rest.split('?').next()).unwrap();
    sql(
        &old,
        &format!(
            "CREATE SCHEMA odd; CREATE FUNCTION odd.current_setting(text) RETURNS text LANGUAGE sql \
             AS $$SELECT '120022'$$; ALTER DATABASE {name} SET search_path = public, odd, pg_catalog"
        ),
    )
    .await;
    let why = [
        (&other, "tables of something else"),
        (&newer, "newer"),
        (&old, "it is PostgreSQL 12, and 13 is the oldest that will do"),
    ];
    for (database, why) in why {
        let before = dump(database);
        refused(database, why);
        assert_eq!(dump(database), before, "{why}");
    }
}

//! Clients that mean harm, or are broken: clear refusals, no effect on anyone else.

use std::time::{Duration, Instant};

use crate::common::Server;
use engine::random::Random;
use engine::{Answer, Need, Seat};
use protocol::{BotLevel, Command, Hello, Message, Options, Refusal};
use server_bench::client::{Player, Socket};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message as Frame;

async fn two_players(server: &Server) -> (Player, Player) {
    let mut ann = server.http();
    let created = ann.create(Options { seats: 2, ..Options::default() }, "Ann").await.unwrap();
    let mut bob = server.http();
    bob.join(&created.table, &created.key, "Bob").await.unwrap();
    assert_eq!(ann.command(&created.table, &Command::Start).await.unwrap().status, 200);
    (Player::new(ann, &created.table, Seat::A, 1), Player::new(bob, &created.table, Seat::B, 2))
}

async fn refusal(player: &mut Player, command: Command) -> Refusal {
    player.give(command).await.unwrap();
    loop {
        match player.read().await.unwrap() {
            Message::Refused { code, .. } => return code,
            Message::Done(_) => panic!("it was done"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn nobody_can_answer_for_another_seat_or_out_of_turn() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (mut ann, mut bob) = two_players(&server).await;
    ann.connect().await.unwrap();
    bob.connect().await.unwrap();
    while ann.state.is_none() {
        ann.read().await.unwrap();
    }
    while bob.state.is_none() {
        bob.read().await.unwrap();
    }
    let Need::Answer(ask) = ann.state.unwrap().need() else { panic!("somebody is asked") };
    let (asked, other) =
        if ask.seat == Seat::A { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
    let (game, seq) = (asked.game, asked.seq);
    let pass = Command::Answer { game, seq, answer: Answer::Pass };
    assert_eq!(refusal(other, pass.clone()).await, Refusal::NotYours);
    assert_eq!(
        refusal(asked, Command::Answer { game, seq, answer: Answer::Deposit(200) }).await,
        Refusal::Illegal
    );
    assert_eq!(
        refusal(asked, Command::Answer { game, seq: seq + 7, answer: Answer::Pass }).await,
        Refusal::Invalid
    );
    assert_eq!(
        refusal(asked, Command::Answer { game: game + 1, seq, answer: Answer::Pass }).await,
        Refusal::Stale
    );
    // The host's rights are the host's, and options stand while a game is on.
    assert_eq!(refusal(&mut bob, Command::Start).await, Refusal::NotHost);
    assert_eq!(refusal(&mut ann, Command::Start).await, Refusal::NotNow);
    assert_eq!(refusal(&mut ann, Command::Configure(Options::default())).await, Refusal::NotNow);
    assert_eq!(refusal(&mut ann, Command::Hello(Hello::default())).await, Refusal::NotNow);
    // A watcher without a seat, and somebody with another table's token.
    let mut watcher = server.http();
    watcher.key.clone_from(&ann.http.key);
    assert_eq!(watcher.command(&ann.table, &pass).await.unwrap().status, 401);
    let mut stranger = server.http();
    stranger.create(Options::default(), "Eve").await.unwrap();
    stranger.key.clone_from(&ann.http.key);
    assert_eq!(stranger.command(&ann.table, &pass).await.unwrap().status, 401);
    // Nothing of all this has moved the game.
    let mut after = Player::new(ann.http.clone(), &ann.table, Seat::A, 0);
    after.connect().await.unwrap();
    while after.state.is_none() {
        after.read().await.unwrap();
    }
    assert_eq!((after.seq, after.state), (seq, ann.state));
}

#[tokio::test]
async fn unreadable_messages_are_refused_and_the_connection_stays() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (mut ann, _bob) = two_players(&server).await;
    ann.connect().await.unwrap();
    let socket = ann.socket.as_mut().unwrap();
    for text in [
        "",
        "{",
        "null",
        "[]",
        r#"{"id":1}"#,
        r#"{"id":-1,"do":"start"}"#,
        r#"{"id":1,"do":"explode"}"#,
        r#"{"id":1,"do":{"answer":{"game":1,"seq":1,"answer":{"reroll":[200]}}}}"#,
        &"[".repeat(4000),
    ] {
        socket.send(Frame::text(text)).await.unwrap();
    }
    socket.send(Frame::binary(vec![0, 159, 146, 150])).await.unwrap();
    let ping = socket.command(Command::Ping).await.unwrap();
    let mut refused = 0;
    loop {
        match ann.read().await.unwrap() {
            Message::Refused { code, .. } => {
                assert!(
                    matches!(code, Refusal::Malformed | Refusal::Illegal | Refusal::NotYours),
                    "{code:?}"
                );
                refused += 1;
            }
            Message::Done(reply) if reply.id == ping => break,
            _ => {}
        }
    }
    assert_eq!(refused, 10);
    // A frame that is too large ends the connection, and only that.
    ann.socket.as_mut().unwrap().send(Frame::text("x".repeat(9000))).await.unwrap();
    while ann.read().await.is_ok() {}
    ann.socket = None;
    ann.connect().await.unwrap();
    ann.read().await.unwrap();
}

#[tokio::test]
async fn ten_thousand_random_frames_harm_nobody() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (mut ann, mut bob) = two_players(&server).await;
    ann.connect().await.unwrap();
    bob.connect().await.unwrap();
    let (eve_http, eve_table) = {
        let mut http = server.http();
        let created = http.create(Options { seats: 2, ..Options::default() }, "Eve").await.unwrap();
        let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
        assert_eq!(http.command(&created.table, &bot).await.unwrap().status, 200);
        (http, created.table)
    };
    let before = server.memory_kb();
    let attack = async {
        let mut random = Random::new(666);
        let mut sent = 0;
        while sent < 10_000 {
            let hello = Hello {
                protocol: protocol::VERSION,
                key: eve_http.key.clone(),
                ..Hello::default()
            };
            let mut socket = Socket::connect(&eve_http, &eve_table, hello).await.unwrap();
            // After a while the server hangs up on this client; then it comes again.
            while sent < 10_000 {
                sent += 1;
                if socket.send(nonsense(&mut random)).await.is_err() {
                    break;
                }
            }
        }
    };
    let games = async {
        let (a, b) = tokio::join!(ann.play(), bob.play());
        a.unwrap();
        b.unwrap();
    };
    tokio::join!(attack, games);
    let public = |player: &Player| player.state.map(|state| state.view(None).imagine());
    assert_eq!(public(&ann), public(&bob));
    let grown = server.memory_kb().saturating_sub(before);
    assert!(grown < 32 * 1024, "{grown} KB");
    assert_eq!(server.http().get("/readyz").await.unwrap().status, 200);
}

/// A frame between noise and an almost valid command.
fn nonsense(random: &mut Random) -> Frame {
    const VALID: [&str; 9] = [
        r#"{"id":1,"do":{"answer":{"game":1,"seq":1,"answer":{"reroll":[0,1,2]}}}}"#,
        r#"{"id":2,"do":{"sit":{"name":"Eve","monster":"gigazaur","seat":"A"}}}"#,
        r#"{"id":3,"do":{"configure":{"seats":6,"rulebook":"polish"}}}"#,
        r#"{"id":4,"do":{"auto":{"stay_from":3,"yield_at":200,"defend":"always"}}}"#,
        r#"{"id":5,"do":{"answer":{"game":1,"seq":2,"answer":{"set":{"card":"stretchy","die":255,"face":"1"}}}}}"#,
        r#"{"id":6,"do":"start"}"#,
        r#"{"id":7,"do":{"pledge":{"pledge":"00"}}}"#,
        r#"{"id":8,"do":{"say":{"text":"<script>alert(1)</script>"}}}"#,
        r#"{"id":9,"do":{"undo":{"game":1,"seq":1}}}"#,
    ];
    match random.below(4) {
        0 => Frame::binary(
            (0..random.below(200)).map(|_| random.below(256) as u8).collect::<Vec<u8>>(),
        ),
        1 => Frame::text(
            (0..random.below(200))
                .map(|_| char::from(32 + random.below(95) as u8))
                .collect::<String>(),
        ),
        2 => Frame::text(VALID[random.below(9)]),
        _ => {
            let mut bytes = VALID[random.below(9)].as_bytes().to_vec();
            for _ in 0..1 + random.below(4) {
                let place = random.below(bytes.len());
                bytes[place] = 32 + random.below(95) as u8;
            }
            Frame::text(String::from_utf8(bytes).unwrap())
        }
    }
}

#[tokio::test]
async fn a_reader_that_does_not_read_slows_nobody_and_gets_a_fresh_view_later() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut host = server.http();
    let created = host.create(Options { seats: 4, ..Options::default() }, "Ann").await.unwrap();
    for seat in [Seat::B, Seat::C, Seat::D] {
        let bot = Command::Bot { seat, level: Some(BotLevel::Random.into()) };
        assert_eq!(host.command(&created.table, &bot).await.unwrap().status, 200);
    }
    let mut watcher = server.http();
    watcher.key = Some(created.key.clone());
    let mut sleepy = Player::new(watcher, &created.table, Seat::F, 0);
    sleepy.connect().await.unwrap();
    let mut ann = Player::new(host, &created.table, Seat::A, 7);
    ann.connect().await.unwrap();
    for game in 0..12 {
        ann.give(if game == 0 { Command::Start } else { Command::Rematch }).await.unwrap();
        ann.over = false;
        ann.play().await.unwrap();
    }
    let metrics = server.http().get("/metrics").await.unwrap().text();
    // The sleeper wakes up and reads: some steps, then a fresh view of the last position.
    let began = Instant::now();
    while (sleepy.game, sleepy.seq) != (ann.game, ann.seq) {
        match sleepy.read().await {
            Ok(_) => {}
            Err(server_bench::client::Ended::Wrong(why)) => panic!("{why}"),
            Err(_) => {
                // Too slow for too long: it was cut, and comes back.
                sleepy.socket = None;
                sleepy.connect().await.unwrap();
            }
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{metrics}");
    }
    let public = |player: &Player| player.state.map(|state| state.view(None).imagine());
    assert_eq!(public(&sleepy), public(&ann));
    // Whoever slept through the end of a game is not told that it was broken off.
    assert_eq!(sleepy.warnings, []);
}

#[tokio::test]
async fn half_open_connections_do_not_keep_others_out() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut half_open = Vec::new();
    for _ in 0..300 {
        let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ").await.unwrap();
        half_open.push(stream);
    }
    assert_eq!(server.http().get("/healthz").await.unwrap().status, 200);
}

#[tokio::test]
async fn a_flood_is_slowed_down() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(
        data.path(),
        &["--messages-per-second=2", "--requests-per-second=1", "--tables-per-hour=2"],
    );
    let mut host = server.http();
    let created = host.create(Options::default(), "Ann").await.unwrap();
    assert!(
        server
            .http()
            .create(Options::default(), "Ann")
            .await
            .unwrap_err()
            .to_string()
            .contains("too many new tables")
    );
    let mut ann = Player::new(host, &created.table, Seat::A, 0);
    ann.connect().await.unwrap();
    for _ in 0..60 {
        ann.socket.as_mut().unwrap().command(Command::Ping).await.unwrap();
    }
    let mut slowed = 0;
    while slowed < 10 {
        if let Message::Refused { code: Refusal::SlowDown, id: Some(_), .. } =
            ann.read().await.unwrap()
        {
            slowed += 1;
        }
    }
    let mut statuses = Vec::new();
    for _ in 0..80 {
        statuses.push(server.http().get("/api/tables").await.unwrap().status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}

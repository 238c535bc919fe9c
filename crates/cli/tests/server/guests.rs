//! Who may speak, who may stay, who holds which key.

use std::time::{Duration, Instant};

use crate::common::Server;
use engine::{Need, Question, Seat};
use protocol::{
    Auto, Command, Defence, Hello, Message, Options, Refusal, Reply, Roar, Said, Seen, Speaker,
};
use server_bench::client::{Ended, Http, Player, Socket};

fn listed() -> Options {
    Options { seats: 3, listed: true, watchers_talk: true, ..Options::default() }
}

async fn done(http: &Http, table: &str, command: Command) -> Reply {
    let response = http.command(table, &command).await.unwrap();
    assert_eq!(response.status, 200, "{command:?}: {}", response.text());
    response.json().unwrap()
}

async fn status(http: &Http, table: &str, command: Command) -> u16 {
    http.command(table, &command).await.unwrap().status
}

async fn socket(http: &Http, table: &str) -> Socket {
    let hello = Hello { protocol: protocol::VERSION, key: http.key.clone(), ..Hello::default() };
    let mut socket = Socket::connect(http, table, hello).await.unwrap();
    socket
        .until(|message| matches!(message, Message::CaughtUp { .. }).then_some(()))
        .await
        .unwrap();
    socket
}

const GROWL: Command = Command::Roar { roar: Roar::Growl };

#[tokio::test]
async fn nobody_speaks_more_by_coming_another_way() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut ann = server.http();
    let created = ann.create(listed(), "Ann").await.unwrap();
    // A stranger over plain requests, with a new secret each time, and then over new sockets.
    let mut heard = 0;
    for number in 0..40 {
        let token = Some(format!("{number:0>43}"));
        let stranger = Http { token, ..server.http() };
        heard += u32::from(status(&stranger, &created.table, GROWL).await == 200);
    }
    for _ in 0..5 {
        let mut socket = socket(&server.http(), &created.table).await;
        socket.command(GROWL).await.unwrap();
        let done = socket.until(|message| match message {
            Message::Done(_) => Some(true),
            Message::Refused { code, .. } => Some(code != Refusal::SlowDown),
            _ => None,
        });
        heard += u32::from(done.await.unwrap());
    }
    // Five at once, and one every two seconds of a slow test.
    assert!((5..15).contains(&heard), "{heard} of 45 roars were heard");
    // A seat has one voice, whoever of its devices speaks; and it is not the stranger's.
    let token = done(&ann, &created.table, Command::MakeToken).await.secret;
    let program = Http { token, ..server.http() };
    let mut said = 0;
    for _ in 0..10 {
        said += u32::from(status(&ann, &created.table, GROWL).await == 200);
        said += u32::from(status(&program, &created.table, GROWL).await == 200);
    }
    assert!((5..15).contains(&said), "{said} of 20 roars of one seat");
}

#[tokio::test]
async fn watchers_can_be_muted_and_a_host_can_close_talk() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut ann = server.http();
    let created = ann.create(listed(), "Ann").await.unwrap();
    let mut bob = server.http();
    bob.join(&created.table, &created.key, "Bob").await.unwrap();
    done(&ann, &created.table, Command::MuteWatchers { muted: true }).await;
    let mut ear = socket(&ann, &created.table).await;
    let watcher = Http { key: Some(created.key.clone()), ..server.http() };
    done(&watcher, &created.table, Command::Say { text: "from the back".into() }).await;
    done(&bob, &created.table, Command::Say { text: "from Bob".into() }).await;
    let talk = |message| match message {
        Message::Talk(talk) => Some((talk.from, talk.said)),
        _ => None,
    };
    let heard = ear.until(talk).await.unwrap();
    assert_eq!(heard, (Speaker::Seat(Seat::B), Said::Text("from Bob".into())));
    assert_eq!(status(&bob, &created.table, Command::CloseTalk { closed: true }).await, 403);
    done(&ann, &created.table, Command::CloseTalk { closed: true }).await;
    for who in [&ann, &bob, &watcher] {
        assert_eq!(status(who, &created.table, GROWL).await, 403);
    }
    let info = ear.until(|message| match message {
        Message::Table { table } => Some(table.talk_closed),
        _ => None,
    });
    assert!(info.await.unwrap());
    done(&ann, &created.table, Command::CloseTalk { closed: false }).await;
    done(&bob, &created.table, GROWL).await;
}

#[tokio::test]
async fn tokens_are_listed_revoked_and_end_with_the_move_of_their_seat() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut ann = server.http();
    let created = ann.create(listed(), "Ann").await.unwrap();
    let table = created.table.as_str();
    let program = async || Http {
        token: done(&ann, table, Command::MakeToken).await.secret,
        ..server.http()
    };
    let (first, second) = (program().await, program().await);
    let tokens = done(&ann, table, Command::ListTokens).await.tokens.unwrap();
    assert_eq!(tokens.iter().map(|token| token.number).collect::<Vec<_>>(), [1, 2]);
    assert!(tokens.iter().all(|token| 0 < token.made_ms));
    // A token plays; it hands nothing on.
    assert_eq!(status(&first, table, Command::Auto(Auto::default())).await, 200);
    for command in [
        Command::MakeToken,
        Command::MoveDevice,
        Command::ListTokens,
        Command::RevokeToken { number: None },
    ] {
        assert_eq!(status(&first, table, command.clone()).await, 403, "{command:?}");
    }
    let mut line = socket(&first, table).await;
    done(&ann, table, Command::RevokeToken { number: Some(1) }).await;
    assert_eq!(status(&ann, table, Command::RevokeToken { number: Some(1) }).await, 404);
    assert_eq!(status(&first, table, Command::Auto(Auto::default())).await, 401);
    let lost = line.until(|message| matches!(message, Message::You { seat: None }).then_some(()));
    lost.await.unwrap();
    assert_eq!(status(&second, table, Command::Auto(Auto::default())).await, 200);
    // The seat moves: whatever could play it cannot any more.
    let link = done(&ann, table, Command::MoveDevice).await.secret.unwrap();
    let secret = link.split('#').nth(1).unwrap();
    let other = Http { token: Some("n".repeat(43)), ..server.http() };
    let path = format!("/api/tables/{table}/move");
    let moved = other.post(&path, &serde_json::json!({ "secret": secret })).await.unwrap();
    assert_eq!(moved.status, 200, "{}", moved.text());
    for old in [&ann, &second] {
        assert_eq!(status(old, table, Command::Auto(Auto::default())).await, 401);
    }
    assert_eq!(status(&other, table, Command::Auto(Auto::default())).await, 200);
    assert_eq!(done(&other, table, Command::ListTokens).await.tokens, Some(vec![]));
}

#[tokio::test]
async fn whoever_was_removed_stays_removed_until_the_link_is_renewed() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut ann = server.http();
    let created = ann.create(Options { listed: false, ..listed() }, "Ann").await.unwrap();
    let table = created.table.as_str();
    let mut bob = server.http();
    bob.join(table, &created.key, "Bob").await.unwrap();
    done(&ann, table, Command::Remove { seat: Seat::B }).await;
    let again = bob.join(table, &created.key, "Bob").await.unwrap_err().to_string();
    assert!(again.contains("asked you to leave"), "{again}");
    let mut watcher =
        socket(&Http { key: Some(created.key.clone()), ..server.http() }, table).await;
    let link = done(&ann, table, Command::RenewLink).await.secret.unwrap();
    let key = link.split('#').nth(1).unwrap().to_owned();
    assert_ne!(key, created.key);
    assert!(matches!(watcher.until(|_| None::<()>).await, Err(Ended::Closed(Some(1000)))));
    let mut eve = server.http();
    assert!(eve.join(table, &created.key, "Eve").await.is_err(), "the old link admits nobody");
    bob.join(table, &key, "Bob").await.unwrap();
}

#[tokio::test]
async fn two_players_never_have_the_same_name() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut ann = server.http();
    let created = ann.create(listed(), "Ann").await.unwrap();
    for _ in 0..2 {
        server.http().join(&created.table, &created.key, "ANN").await.unwrap();
    }
    let info: protocol::TableInfo =
        ann.get(&format!("/api/tables/{}", created.table)).await.unwrap().json().unwrap();
    let names: Vec<_> = info.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Ann", "ANN 2", "ANN 3"]);
}

#[tokio::test]
async fn names_of_tables_cannot_be_tried_out() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut ann = server.http();
    let created = ann.create(Options::default(), "Ann").await.unwrap();
    let stranger = server.http();
    let secret = serde_json::json!({ "secret": "x".repeat(43) });
    let mut answers = Vec::new();
    for table in [created.table.as_str(), "nowhere-1234"] {
        let moved = stranger.post(&format!("/api/tables/{table}/move"), &secret).await.unwrap();
        let seen = stranger.get(&format!("/api/tables/{table}")).await.unwrap();
        let hello = Hello { protocol: protocol::VERSION, ..Hello::default() };
        let mut socket = Socket::connect(&stranger, table, hello).await.unwrap();
        let refused = socket.text().await.unwrap().to_string();
        let closed = format!("{:?}", socket.closed().await);
        answers.push([moved.text(), seen.text(), refused, closed]);
    }
    assert_eq!(answers[0], answers[1]);
    // The key of a link is not taken from an address, which stands in logs.
    let path = format!("/api/tables/{}?key={}", created.table, created.key);
    assert_eq!(stranger.get(&path).await.unwrap().status, 404);
}

async fn two_players(server: &Server) -> (Player, Player) {
    let mut ann = server.http();
    let created = ann.create(Options { seats: 2, ..Options::default() }, "Ann").await.unwrap();
    let mut bob = server.http();
    bob.join(&created.table, &created.key, "Bob").await.unwrap();
    done(&ann, &created.table, Command::Start).await;
    (Player::new(ann, &created.table, Seat::A, 1), Player::new(bob, &created.table, Seat::B, 2))
}

/// Plays a whole game; gives back the last answer that was acknowledged and whose it was.
async fn play_out(ann: &mut Player, bob: &mut Player) {
    ann.connect().await.unwrap();
    bob.connect().await.unwrap();
    while !(ann.over && bob.over) {
        for player in [&mut *ann, &mut *bob] {
            if player.is_asked() && player.sent.is_none() && !player.over {
                player.answer().await.unwrap();
            }
            while let Ok(message) =
                tokio::time::timeout(Duration::from_millis(20), player.read()).await
            {
                message.unwrap();
            }
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_repeated_after_the_next_game_began_is_still_done() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (mut ann, mut bob) = two_players(&server).await;
    play_out(&mut ann, &mut bob).await;
    done(&ann.http, &ann.table, Command::Rematch).await;
    let last =
        *ann.acknowledged.iter().chain(&bob.acknowledged).max_by_key(|done| done.seq).unwrap();
    let whose = if ann.acknowledged.contains(&last) { &ann } else { &bob };
    let repeated = Command::Answer { game: last.game, seq: last.seq - 1, answer: last.answer };
    assert_eq!(done(&whose.http, &ann.table, repeated.clone()).await.seq, Some(last.seq));
    let other = if ann.acknowledged.contains(&last) { &bob } else { &ann };
    assert_eq!(status(&other.http, &ann.table, repeated).await, 409);
}

/// What was missed comes as steps, or as events with one position at their end; and then the server says that this was all.
#[tokio::test]
async fn the_server_says_when_a_client_has_caught_up() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut ann = server.http();
    let created = ann.create(listed(), "Ann").await.unwrap();
    let hello = Hello { protocol: protocol::VERSION, ..Hello::default() };
    let mut early = Socket::connect(&ann, &created.table, hello.clone()).await.unwrap();
    let nothing = early.until(|message| match message {
        Message::CaughtUp { game, seq } => Some((game, seq)),
        _ => None,
    });
    assert_eq!(nothing.await.unwrap(), (0, 0));
    let (mut ann, mut bob) = two_players(&server).await;
    play_out(&mut ann, &mut bob).await;
    let follow = async |hello: Hello| {
        let mut socket = Socket::connect(&ann.http, &ann.table, hello).await.unwrap();
        let mut messages = Vec::new();
        loop {
            match socket.message().await.unwrap() {
                Message::CaughtUp { game, seq } => return (messages, (game, seq)),
                message => messages.push(message),
            }
        }
    };
    let seen = Some(Seen { game: 1, seq: 0 });
    let (steps, end) = follow(Hello { seen, ..hello.clone() }).await;
    let (history, same_end) = follow(Hello { seen, history: true, ..hello.clone() }).await;
    let (fresh, _) = follow(hello).await;
    assert_eq!((end, same_end), ((1, ann.seq), (1, ann.seq)));
    assert!(fresh.iter().any(|message| matches!(message, Message::View { .. })));
    let steps: Vec<_> = steps
        .into_iter()
        .filter_map(|message| match message {
            Message::Step(step) => Some(step),
            _ => None,
        })
        .collect();
    let history = history.into_iter().find_map(|message| match message {
        Message::History(history) => Some(history),
        _ => None,
    });
    let history = history.unwrap();
    assert_eq!(steps.len() as u64, ann.seq);
    assert_eq!(history.steps.len(), steps.len());
    for (past, step) in history.steps.iter().zip(&steps) {
        assert_eq!(
            (past.seq, past.by, &past.events, past.took_back),
            (step.seq, step.by, &step.events, step.took_back)
        );
    }
    assert_eq!(history.view, steps.last().unwrap().view);
}

#[tokio::test]
async fn a_standing_order_is_not_told_by_its_speed() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--bot-pause-ms=400"]);
    let (mut ann, mut bob) = two_players(&server).await;
    let auto = Auto {
        stay_from: Some(0),
        yield_at: None,
        skip_buying: true,
        defend: Some(Defence::Never),
    };
    for player in [&ann, &bob] {
        done(&player.http, &player.table, Command::Auto(auto)).await;
    }
    ann.connect().await.unwrap();
    bob.connect().await.unwrap();
    let mut asked = [Instant::now(); 2];
    for _ in 0..3000 {
        for (player, asked) in [&mut ann, &mut bob].into_iter().zip(&mut asked) {
            // What the order settles is left to the server.
            let ordered = player.state.is_some_and(|state| {
                matches!(state.need(), Need::Answer(ask) if matches!(ask.question, Question::Shop | Question::Yield | Question::Defend))
            });
            if player.is_asked() && player.sent.is_none() && !ordered {
                player.answer().await.unwrap();
            }
            let Ok(message) = tokio::time::timeout(Duration::from_millis(10), player.read()).await
            else {
                continue;
            };
            match message.unwrap() {
                Message::Step(step) if matches!(step.by, protocol::By::Auto(_)) => {
                    assert!(Duration::from_millis(390) < asked.elapsed(), "{:?}", asked.elapsed());
                    return;
                }
                Message::Step(_) => *asked = Instant::now(),
                Message::Refused { .. } => player.sent = None,
                _ => {}
            }
        }
    }
    panic!("no order was carried out");
}

#[tokio::test]
async fn probes_have_no_part_in_anybodys_limits_and_metrics_pass_no_proxy() {
    let data = tempfile::tempdir().unwrap();
    let limits = ["--requests-per-second=1", "--max-connections-per-address=5"];
    let server = Server::start_with(data.path(), &limits);
    let http = server.http();
    let mut refused = 0;
    for _ in 0..80 {
        refused += u32::from(http.get("/api/tables").await.unwrap().status == 429);
    }
    assert!(0 < refused);
    // As many connections as the address may have, all silent.
    let mut silent = Vec::new();
    for _ in 0..5 {
        silent.push(tokio::net::TcpStream::connect(server.address).await.unwrap());
    }
    for path in ["/healthz", "/readyz", "/metrics"] {
        for _ in 0..30 {
            assert_eq!(http.get(path).await.unwrap().status, 200, "{path}");
        }
    }
    // Once the requests of this address have been forgiven, its connections are still too many.
    let told = loop {
        let told = http.get("/api/tables").await.unwrap();
        match told.status {
            429 => {}
            // A request that the server had not quite ended took the place of a silent connection.
            200 => silent.push(tokio::net::TcpStream::connect(server.address).await.unwrap()),
            _ => break told,
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!((told.status, told.header("content-type")), (503, Some("application/problem+json")));
    let metrics = http.get("/metrics").await.unwrap().text();
    for name in [
        "limits_total{limit=\"requests\"}",
        "refusals_total{code=\"stale\"} 0",
        "store_bytes",
        "store_queue",
        "thinking_seconds_count",
        "reply_seconds_count",
        "build_info{version=",
        "memory_bytes",
    ] {
        assert!(metrics.contains(&format!("daikaiju_{name}")), "{name}: {metrics}");
    }
    for header in [
        "x-forwarded-for: 8.8.8.8:1234",
        "forwarded: for=8.8.8.8",
        "x-real-ip: 8.8.8.8",
        "via: 1.1 proxy",
    ] {
        let by_proxy = http.send("GET", "/metrics", &format!("{header}\r\n"), None).await.unwrap();
        assert_eq!(by_proxy.status, 403, "{header}");
    }
}

#[tokio::test]
async fn metrics_can_have_an_address_of_their_own() {
    let data = tempfile::tempdir().unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = Server::start_with(
        data.path(),
        &[&format!("--metrics-listen={free}"), "--trusted-proxies=127.0.0.1"],
    );
    assert_eq!(server.http().get("/metrics").await.unwrap().status, 404);
    let watch = Http::new(free);
    assert!(watch.get("/metrics").await.unwrap().text().contains("daikaiju_sockets 0"));
    assert_eq!(watch.get("/readyz").await.unwrap().status, 200);
    assert_eq!(watch.get("/api/tables").await.unwrap().status, 404);
}

/// D18: a proxy that adds no header cannot be told from the machine itself.
#[tokio::test]
async fn behind_a_proxy_the_metrics_are_not_on_the_main_address() {
    for setting in ["--public-url=https://kaiju.example", "--trusted-proxies=127.0.0.1"] {
        let data = tempfile::tempdir().unwrap();
        let server = Server::start_with(data.path(), &[setting]);
        let refused = server.http().get("/metrics").await.unwrap();
        assert_eq!(refused.status, 404, "{setting}");
        assert!(refused.text().contains("--metrics-listen"), "{}", refused.text());
        assert_eq!(server.http().get("/readyz").await.unwrap().status, 200, "{setting}");
    }
}

#[tokio::test]
async fn clients_of_all_tables_come_back_at_different_moments() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let mut sockets = Vec::new();
    for _ in 0..12 {
        let mut http = server.http();
        let created = http.create(Options::default(), "Ann").await.unwrap();
        sockets.push(socket(&http, &created.table).await);
    }
    let stopping = tokio::task::spawn_blocking(move || server.terminate());
    let mut times = std::collections::BTreeSet::new();
    for mut socket in sockets {
        let back = socket.until(|message| match message {
            Message::Closing { back_in_ms } => Some(back_in_ms),
            _ => None,
        });
        times.insert(back.await.unwrap());
    }
    stopping.await.unwrap();
    assert!(8 < times.len() && times.iter().all(|ms| (200..=700).contains(ms)), "{times:?}");
}

/// What the log tells a host: games, limits, refusals; and never a name or a secret.
#[tokio::test]
async fn the_log_tells_what_happens_without_names_and_secrets() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log.txt");
    let mut server = Server::start_with(
        data.path(),
        &["--log=debug", "--tables-per-hour=4", "--bot-pause-ms=0"],
    );
    server.restart_with_log(&log);
    let (mut ann, mut bob) = two_players(&server).await;
    play_out(&mut ann, &mut bob).await;
    assert_eq!(status(&bob.http, &bob.table, Command::Start).await, 403);
    for _ in 0..5 {
        let _ = server.http().create(Options::default(), "Eve").await;
    }
    let text = std::fs::read_to_string(&log).unwrap();
    for told in ["a game has begun", "a game has ended", "a limit was reached", "not_host"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let token = ann.http.token.clone().unwrap();
    for secret in ["Ann", "Bob", token.as_str(), ann.http.key.as_deref().unwrap()] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

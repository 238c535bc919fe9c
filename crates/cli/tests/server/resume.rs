//! Coming back: exactly what was missed, from any step, however often the connection breaks.

use crate::common::Server;
use engine::{Event, Record, Seat, State};
use protocol::{BotLevel, Command, Hello, Message, Options, Seen};
use server_bench::client::{Ended, Player, Socket};

async fn host_and_bot(server: &Server, seed: u64) -> Player {
    let mut http = server.http();
    let created = http.create(Options { seats: 2, ..Options::default() }, "Ann").await.unwrap();
    let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
    assert_eq!(http.command(&created.table, &bot).await.unwrap().status, 200);
    assert_eq!(http.command(&created.table, &Command::Start).await.unwrap().status, 200);
    Player::new(http, &created.table, Seat::A, seed)
}

async fn record(player: &Player) -> Record {
    let text =
        player.http.get(&format!("/api/tables/{}/games/1", player.table)).await.unwrap().text();
    Record::from_json(&text).unwrap()
}

#[tokio::test]
async fn a_connection_cut_at_every_message_with_the_last_command_repeated_changes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut player = host_and_bot(&server, 5).await;
    player.connect().await.unwrap();
    let mut cuts = 0;
    while !player.over {
        if player.is_asked() && player.sent.is_none() {
            player.answer().await.unwrap();
            // The answer is on its way; we shall not hear of it on this connection.
            player.socket = None;
            player.connect().await.unwrap();
            cuts += 1;
        }
        let message = player.read().await.unwrap();
        if matches!(message, Message::Step(_) | Message::Done(_)) {
            player.socket = None;
            player.connect().await.unwrap();
            cuts += 1;
        }
    }
    let record = record(&player).await;
    let last = record.replay(|_, _, _, _| ()).unwrap();
    assert_eq!(player.state, Some(last.view(Some(Seat::A)).imagine()));
    assert!(20 < cuts, "{cuts} cuts");
}

#[tokio::test]
async fn a_client_gets_what_it_missed_from_any_step_also_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let mut player = host_and_bot(&server, 8).await;
    player.connect().await.unwrap();
    player.play().await.unwrap();
    let steps = player.seq;
    server.kill_and_restart();
    let record = record(&player).await;
    let mut events: Vec<Event> = Vec::new();
    let end: State = record
        .replay(|_, _, seen, _| {
            events.extend(seen.iter().map(|event| event.seen_by(Some(Seat::A))))
        })
        .unwrap();
    for since in [0, 1, steps / 2, steps - 1, steps] {
        let hello = Hello {
            protocol: protocol::VERSION,
            oldest: Some(protocol::OLDEST),
            key: player.http.key.clone(),
            seen: Some(Seen { game: 1, seq: since }),
            list_answers: false,
            history: false,
        };
        let mut socket = Socket::connect(&player.http, &player.table, hello).await.unwrap();
        let (mut next, mut told, mut last) = (since + 1, Vec::new(), None);
        loop {
            match socket.message().await.unwrap() {
                Message::Step(step) => {
                    assert_eq!(step.seq, next);
                    next += 1;
                    told.extend(step.events);
                    last = Some(*step.view);
                }
                Message::View { .. } => panic!("a fresh view was not asked for"),
                Message::Over { .. } => break,
                _ => {}
            }
        }
        assert_eq!(next, steps + 1);
        assert_eq!(told[..], events[events.len() - told.len()..]);
        assert!(last.is_none_or(|last| last == end.view(Some(Seat::A)).imagine()));
        if since == 0 {
            assert_eq!(told.len(), events.len());
        }
    }
}

#[tokio::test]
async fn an_answer_is_applied_once_however_often_it_is_sent() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut player = host_and_bot(&server, 3).await;
    player.connect().await.unwrap();
    while !player.is_asked() {
        player.read().await.unwrap();
    }
    let state = player.state.unwrap();
    let (game, seq) = (player.game, player.seq);
    let answers: Vec<_> = state.answers().iter().take(2).collect();
    let command = Command::Answer { game, seq, answer: answers[0] };
    let mut replies = Vec::new();
    for _ in 0..20 {
        replies.push(
            player
                .http
                .command(&player.table, &command)
                .await
                .unwrap()
                .json::<protocol::Reply>()
                .unwrap()
                .seq,
        );
    }
    assert!(replies.iter().all(|reply| *reply == Some(seq + 1)), "{replies:?}");
    // Another answer to the same question comes too late.
    let other = Command::Answer { game, seq, answer: answers[1] };
    let refused = player.http.command(&player.table, &other).await.unwrap();
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("/problems/stale"), "{}", refused.text());
    // An answer to a question that has not been asked is not an answer.
    let early = Command::Answer { game, seq: 100_000, answer: answers[0] };
    assert_eq!(player.http.command(&player.table, &early).await.unwrap().status, 400);
    let other_game = Command::Answer { game: 9, seq, answer: answers[0] };
    assert_eq!(player.http.command(&player.table, &other_game).await.unwrap().status, 409);
}

#[tokio::test]
async fn a_stopping_server_tells_everyone_to_come_back_and_loses_nothing() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let mut player = host_and_bot(&server, 4).await;
    player.connect().await.unwrap();
    while player.acknowledged.len() < 5 {
        player.turn().await.unwrap();
    }
    assert!(server.terminate().success());
    let mut told = false;
    let code = loop {
        match player.read().await {
            Ok(Message::Closing { back_in_ms }) => told = back_in_ms < 2000,
            Ok(_) => {}
            Err(Ended::Closed(code)) => break code,
            Err(other) => panic!("{other:?}"),
        }
    };
    assert_eq!((told, code), (true, Some(protocol::CLOSE_RESTARTING)));
    server.restart();
    player.socket = None;
    player.connect().await.unwrap();
    player.play().await.unwrap();
    let last = record(&player).await.replay(|_, _, _, _| ()).unwrap();
    assert_eq!(player.state, Some(last.view(Some(Seat::A)).imagine()));
}

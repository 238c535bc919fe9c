//! Players who are gone: a bot plays for them, and hands back at once. Clocks, pledges and auto-answers.

use std::time::Duration;

use crate::common::Server;
use engine::{Question, Record, Seat};
use protocol::{
    Auto, BotLevel, By, Command, Controller, DecisionTime, Hello, Message, Options, TablePhase,
};
use server_bench::client::{Http, Player, Socket};

const UNLIMITED: [&str; 4] = [
    "--bot-pause-ms=0",
    "--messages-per-second=100000",
    "--requests-per-second=100000",
    "--tables-per-hour=1000000",
];

async fn two_players(server: &Server, options: Options) -> (Player, Player) {
    let mut ann = server.http();
    let created = ann.create(Options { seats: 2, ..options }, "Ann").await.unwrap();
    let mut bob = server.http();
    bob.join(&created.table, &created.key, "Bob").await.unwrap();
    let mut ann = Player::new(ann, &created.table, Seat::A, 1);
    let mut bob = Player::new(bob, &created.table, Seat::B, 2);
    ann.connect().await.unwrap();
    bob.connect().await.unwrap();
    ann.give(Command::Start).await.unwrap();
    while ann.state.is_none() {
        ann.read().await.unwrap();
    }
    while bob.state.is_none() {
        bob.read().await.unwrap();
    }
    (ann, bob)
}

#[tokio::test]
async fn a_bot_steps_in_for_somebody_who_is_gone_and_hands_back_when_they_return() {
    let data = tempfile::tempdir().unwrap();
    let server =
        Server::start_with(data.path(), &[&UNLIMITED[..], &["--absence-seconds=1"]].concat());
    let (mut ann, mut bob) = two_players(&server, Options::default()).await;
    bob.socket = None; // Bob is gone; Ann plays on until a bot has answered for him.
    let mut stood_in = 0;
    while stood_in < 3 {
        if ann.is_asked() && ann.sent.is_none() {
            ann.answer().await.unwrap();
        }
        match ann.read().await.unwrap() {
            Message::Step(step) if step.by == By::StandIn(Seat::B) => stood_in += 1,
            Message::Over { .. } => panic!("the game ended before Bob was asked three times"),
            _ => {}
        }
    }
    bob.connect().await.unwrap();
    let mut back = false;
    while !back {
        if let Message::Table { table } = bob.read().await.unwrap() {
            back = table.seats[1].controller == Controller::Here;
        }
    }
    // From here on Bob answers himself.
    let from = bob.seq;
    let mut own = 0;
    while own < 3 && !bob.over {
        for player in [&mut ann, &mut bob] {
            if player.is_asked() && player.sent.is_none() && !player.over {
                player.answer().await.unwrap();
            }
        }
        tokio::select! {
            message = bob.read() => match message.unwrap() {
                Message::Step(step) if step.by == By::Player(Seat::B) => own += 1,
                Message::Step(step) => assert!(step.by != By::StandIn(Seat::B) || step.seq <= from + 1, "a bot still plays for Bob"),
                _ => {}
            },
            message = ann.read() => drop(message.unwrap()),
        }
    }
}

#[tokio::test]
async fn no_clock_runs_while_no_server_is_there() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (mut ann, _bob) =
        two_players(&server, Options { time: DecisionTime::Seconds45, ..Options::default() }).await;
    async fn left(player: &mut Player) -> u32 {
        player.socket = None;
        player.game = 0;
        player.seq = 0;
        player.connect().await.unwrap();
        loop {
            if let Message::View { clock: Some(clock), .. } = player.read().await.unwrap() {
                return clock.left_ms;
            }
        }
    }
    let before = left(&mut ann).await;
    assert!((40_000..=45_000).contains(&before), "{before}");
    server.kill();
    tokio::time::sleep(Duration::from_secs(4)).await;
    server.restart();
    let after = left(&mut ann).await;
    assert!(
        before < after + 2_500,
        "{before} ms before, {after} ms after four seconds without a server"
    );
    assert!(after <= 45_000, "{after}");
}

#[tokio::test]
async fn auto_answers_are_given_at_once_and_known_to_their_seat_alone() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (mut ann, mut bob) = two_players(&server, Options::default()).await;
    let auto = Auto { skip_buying: true, stay_from: Some(1), ..Auto::default() };
    let done = ann.http.command(&ann.table, &Command::Auto(auto)).await.unwrap();
    assert_eq!(done.status, 200);
    let mut automatic = 0;
    let (mut ann_saw, mut bob_saw) = (Vec::new(), Vec::new());
    while automatic < 3 && !ann.over {
        for player in [&mut ann, &mut bob] {
            if player.is_asked() && player.sent.is_none() && !player.over {
                let question = player.state.unwrap().need();
                let shop = matches!(question, engine::Need::Answer(ask) if ask.question == Question::Shop && ask.seat == Seat::A);
                if !shop {
                    player.answer().await.unwrap();
                }
            }
        }
        tokio::select! {
            message = ann.read() => if let Message::Step(step) = message.unwrap() {
                automatic += u32::from(step.by == By::Auto(Seat::A));
                ann_saw.push((step.seq, step.by));
            },
            message = bob.read() => if let Message::Step(step) = message.unwrap() {
                assert_ne!(step.by, By::Auto(Seat::A), "Bob was told of Ann's auto-answer");
                bob_saw.push((step.seq, step.by));
            },
        }
    }
    assert!(0 < automatic);
}

#[tokio::test]
async fn what_the_players_pledge_and_reveal_is_part_of_the_dice() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut http = server.http();
    let created = http.create(Options { seats: 2, ..Options::default() }, "Ann").await.unwrap();
    let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
    assert_eq!(http.command(&created.table, &bot).await.unwrap().status, 200);
    let mut ann = Player::new(http.clone(), &created.table, Seat::A, 5);
    ann.connect().await.unwrap();
    let commitment = loop {
        if let Message::Welcome { table, .. } = ann.read().await.unwrap() {
            break table.next.unwrap().commitment;
        }
    };
    while !ann.dice.judge().evidence().is_some_and(|kept| kept.accepted) {
        ann.read().await.unwrap();
    }
    ann.socket.as_mut().unwrap().command(Command::Start).await.unwrap();
    loop {
        if let Message::Mixing(mixing) = ann.read().await.unwrap() {
            assert_eq!((mixing.commitment, mixing.pledges.len()), (commitment, 1));
            break;
        }
    }
    let mut heard = String::new();
    while !ann.over {
        if ann.is_asked() && ann.sent.is_none() {
            ann.answer().await.unwrap();
        }
        heard.push_str(&serde_json::to_string(&ann.read().await.unwrap()).unwrap());
    }
    let seen = ann.dice.judge().memory()[&format!("{}/1", created.table)].clone();
    let address = format!("/api/tables/{}/games/1", created.table);
    let text = http.get(&address).await.unwrap().text();
    let record = Record::from_json(&text).unwrap();
    let proof = record.fair.clone().unwrap();
    assert_eq!(proof["commitment"], commitment.to_hex());
    assert_eq!(proof["seats"][0]["entropy"], seen.entropy.unwrap().to_hex());
    crate::common::checked(&record);
    // The seed was nowhere in what the player received before the end.
    assert!(!heard.contains(proof["seed"].as_str().unwrap()));

    // A record with one changed roll is caught, and the roll is named.
    let mut tampered = record.clone();
    let place =
        tampered.inputs.iter().position(|input| matches!(input, engine::Input::Rolled(_))).unwrap();
    let dice = match tampered.inputs[place] {
        engine::Input::Rolled(dice) => dice.to_string(),
        _ => unreachable!("it is a roll"),
    };
    let changed: String = dice.chars().map(|face| if face == '1' { '2' } else { '1' }).collect();
    tampered.inputs[place] = engine::Input::Rolled(engine::Dice::parse(&changed).unwrap());
    let why = fair::verify(&tampered, None).to_string();
    assert!(why.contains(&format!("input {}", place + 1)) && why.contains(&dice), "{why}");
    let file = data.path().join("record.json");
    let kept = data.path().join("seen.json");
    std::fs::write(&kept, serde_json::to_string(&seen).unwrap()).unwrap();
    let verify = |text: String| {
        std::fs::write(&file, text).unwrap();
        std::process::Command::new(crate::common::PROGRAM)
            .arg("verify")
            .arg(&file)
            .arg("--seen")
            .arg(&kept)
            .output()
            .unwrap()
    };
    assert_eq!(verify(record.to_json()).status.code(), Some(0));
    let caught = verify(tampered.to_json());
    assert_eq!(caught.status.code(), Some(3));
    assert_eq!(String::from_utf8_lossy(&caught.stdout), why);
}

#[tokio::test]
async fn watchers_are_counted_and_kept_out_where_the_host_says_so() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (mut ann, _bob) =
        two_players(&server, Options { watchers: false, ..Options::default() }).await;
    let mut watcher: Http = server.http();
    watcher.key.clone_from(&ann.http.key);
    assert_eq!(watcher.get(&format!("/api/tables/{}", ann.table)).await.unwrap().status, 403);
    let (mut cid, _dan) = two_players(&server, Options::default()).await;
    let mut http = server.http();
    http.key.clone_from(&cid.http.key);
    let hello = Hello { protocol: protocol::VERSION, key: http.key.clone(), ..Hello::default() };
    let mut socket = Socket::connect(&http, &cid.table, hello).await.unwrap();
    let you = socket.until(|message| match message {
        Message::Welcome { you, table, .. } => Some((you, table.phase, table.watchers)),
        _ => None,
    });
    assert_eq!(you.await.unwrap(), (None, TablePhase::Playing, 1));
    loop {
        if let Message::Table { table } = cid.read().await.unwrap()
            && table.watchers == 1
        {
            break;
        }
    }
    ann.socket = None;
}

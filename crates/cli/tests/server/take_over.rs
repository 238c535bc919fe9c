//! A newcomer takes the seat of a bot while a game is on.

use crate::common::Server;
use engine::{Record, Seat};
use protocol::{
    BotLevel, By, Command, Controller, Hello, Message, Options, Sit, TableInfo, TablePhase,
};
use server_bench::client::{Http, Player, Response, Socket};

fn sit(seat: Option<Seat>) -> Sit {
    Sit { name: "Eve".into(), monster: None, seat, program: true }
}

fn problem(response: &Response) -> (u16, String) {
    let problem: protocol::Problem = serde_json::from_slice(&response.body).unwrap();
    (response.status, problem.kind.trim_start_matches("/problems/").to_owned())
}

/// Ann and two bots, in a game that waits for nobody but Ann for long: the bots take their time.
async fn game_with_bots(server: &Server, options: Options) -> (Player, String) {
    let mut http = server.http();
    let created = http.create(Options { seats: 3, ..options }, "Ann").await.unwrap();
    for seat in [Seat::B, Seat::C] {
        let bot = Command::Bot { seat, level: Some(BotLevel::Random.into()) };
        assert_eq!(http.command(&created.table, &bot).await.unwrap().status, 200);
    }
    let mut ann = Player::new(http, &created.table, Seat::A, 6);
    ann.connect().await.unwrap();
    crate::common::pledged(&mut ann).await;
    ann.give(Command::Start).await.unwrap();
    while ann.seq == 0 {
        ann.read().await.unwrap();
    }
    (ann, created.key)
}

async fn take(http: &Http, table: &str, seat: Option<Seat>) -> Response {
    http.post(&format!("/api/tables/{table}/seats"), &sit(seat)).await.unwrap()
}

#[tokio::test]
async fn a_newcomer_by_the_link_plays_on_for_a_bot() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (mut ann, key) = game_with_bots(&server, Options::default()).await;
    let table = ann.table.clone();
    let info: TableInfo =
        ann.http.get(&format!("/api/tables/{table}")).await.unwrap().json().unwrap();
    let monster = info.seats[2].monster;

    // The seat of a person is not to be had; the name is checked as ever.
    let mut eve = server.http();
    eve.key = Some(key.clone());
    assert_eq!(problem(&take(&eve, &table, Some(Seat::A)).await), (409, "taken".into()));
    assert_eq!(problem(&take(&eve, &table, Some(Seat::F)).await), (409, "taken".into()));
    let nameless = Sit { name: " ".into(), ..sit(None) };
    let seats = format!("/api/tables/{table}/seats");
    assert_eq!(problem(&eve.post(&seats, &nameless).await.unwrap()), (400, "invalid".into()));

    let joined: protocol::Joined = take(&eve, &table, Some(Seat::C)).await.json().unwrap();
    assert_eq!(joined.seat, Seat::C);
    eve.token = joined.token;
    let seen = loop {
        match ann.read().await.unwrap() {
            Message::Table { table } => break table,
            Message::Refused { text, .. } => panic!("{text}"),
            _ => {}
        }
    };
    assert_eq!((seen.seats[2].name.as_str(), seen.seats[2].bot), ("Eve", None));
    assert_eq!(seen.seats[2].monster, monster);
    assert_eq!(seen.seats[1].controller, Controller::Bot);
    // Everyone is told anew who plays.
    let told = loop {
        if let Message::Game(info) = ann.read().await.unwrap() {
            break info;
        }
    };
    assert_eq!((told.players[2].name.as_str(), told.players[2].bot), ("Eve", None));
    assert!(told.players[1].bot.is_some());

    // Through a restart she is still there, and answers for herself to the end.
    server.kill_and_restart();
    let mut eve = Player::new(eve, &table, Seat::C, 9);
    eve.connect().await.unwrap();
    ann.socket = None;
    ann.connect().await.unwrap();
    let plays = async |player: &mut Player| {
        let (mut own, mut others) = (0, 0);
        while !player.over || player.sent.is_some() {
            if player.is_asked() && player.sent.is_none() && !player.over {
                player.answer().await.unwrap();
            }
            match player.read().await.unwrap() {
                Message::Step(step) if step.by == By::Player(Seat::C) => own += 1,
                Message::Step(step) if step.by == By::Bot(Seat::C) => others += 1,
                Message::Refused { text, .. } => panic!("{text}"),
                _ => {}
            }
        }
        (own, others)
    };
    let (_, (own, bots)) = tokio::join!(plays(&mut ann), plays(&mut eve));
    assert!(0 < own || !eve.state.unwrap().living().has(Seat::C), "{own} answers of her own");
    assert_eq!(bots, 0, "the bot still played");
    assert_eq!(ann.state.unwrap().view(None).imagine(), eve.state.unwrap().view(None).imagine());
    // Her game, under her name, with dice that can be checked.
    let text = eve.http.get(&format!("/api/tables/{table}/games/1")).await.unwrap().text();
    let record = Record::from_json(&text).unwrap();
    crate::common::checked(&record);
    assert_eq!((record.players[2].name.as_str(), record.players[2].bot.as_ref()), ("Eve", None));
    let mine = eve.http.get("/api/me").await.unwrap().text();
    assert!(mine.contains(&format!("\"table\":\"{table}\",\"game\":1")), "{mine}");
}

#[tokio::test]
async fn the_host_may_keep_the_bots_and_strangers_never_take_over() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let kept = Options { take_over_bots: false, ..Options::default() };
    let (ann, key) = game_with_bots(&server, kept).await;
    let mut eve = server.http();
    eve.key = Some(key);
    assert_eq!(problem(&take(&eve, &ann.table, None).await), (409, "not_now".into()));

    // A listed table can be watched by strangers, but its bots are for those who have the link.
    let (ann, key) = game_with_bots(&server, Options { listed: true, ..Options::default() }).await;
    let mut stranger = server.http();
    assert_eq!(problem(&take(&stranger, &ann.table, None).await), (409, "not_now".into()));
    stranger.key = Some("A".repeat(22));
    assert_eq!(problem(&take(&stranger, &ann.table, None).await), (409, "not_now".into()));
    stranger.key = Some(key);
    assert_eq!(take(&stranger, &ann.table, None).await.status, 201);
}

#[tokio::test]
async fn a_table_without_watchers_lets_in_who_plays_on_and_nobody_else() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (ann, key) =
        game_with_bots(&server, Options { watchers: false, ..Options::default() }).await;
    let mut eve = server.http();
    eve.key = Some(key.clone());
    let info = format!("/api/tables/{}", ann.table);
    assert_eq!(eve.get(&info).await.unwrap().status, 403);
    let joined: protocol::Joined = take(&eve, &ann.table, None).await.json().unwrap();
    assert_eq!(joined.seat, Seat::B);
    eve.token = joined.token;
    let info: TableInfo = eve.get(&info).await.unwrap().json().unwrap();
    assert_eq!((info.phase, info.seats[1].name.as_str()), (TablePhase::Playing, "Eve"));
}

#[tokio::test]
async fn a_browser_takes_over_and_those_who_watch_are_told() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (ann, key) = game_with_bots(&server, Options::default()).await;
    let mut eve = server.http();
    eve.key = Some(key.clone());
    let session = eve.post("/api/session", &()).await.unwrap();
    let cookie = session.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let headers = format!("cookie: {cookie}\r\ncontent-type: application/json\r\n");
    let body = serde_json::to_string(&Sit { program: false, ..sit(None) }).unwrap();
    let seats = format!("/api/tables/{}/seats", ann.table);
    let hello = Hello { protocol: protocol::VERSION, key: Some(key), ..Hello::default() };
    let mut watching = Socket::connect(&eve, &ann.table, hello).await.unwrap();
    let joined = eve.send("POST", &seats, &headers, Some(&body)).await.unwrap();
    assert_eq!(joined.json::<protocol::Joined>().unwrap().seat, Seat::B);
    // Whoever else watches is told who plays now.
    let players = watching
        .until(|message| match message {
            Message::Game(info) if info.players[1].name == "Eve" => Some(info.players),
            _ => None,
        })
        .await
        .unwrap();
    assert_eq!(players[1].bot, None);
    let view = watching.until(|message| match message {
        Message::View { view, .. } => Some(view),
        _ => None,
    });
    assert_eq!(view.await.unwrap().players(), 3);
    // The same secret asks again: it has a seat.
    let again = eve.send("POST", &seats, &headers, Some(&body)).await.unwrap();
    assert_eq!(again.json::<protocol::Joined>().unwrap().seat, Seat::B);
}

//! Tables, seats, links, secrets and the host.

use crate::common::Server;
use engine::{Seat, Species};
use protocol::{
    BotLevel, Command, Controller, CreateTable, Created, Joined, Message, Options, Reply, Sit,
    TableInfo, TableList, TablePhase,
};
use server_bench::client::{Http, Player, Response};

async fn table(server: &Server, options: Options) -> (Http, Created) {
    let mut http = server.http();
    let created = http.create(options, "Ann").await.unwrap();
    (http, created)
}

async fn info(http: &Http, table: &str) -> TableInfo {
    http.get(&format!("/api/tables/{table}")).await.unwrap().json().unwrap()
}

fn sit(name: &str) -> Sit {
    Sit { name: name.into(), monster: None, seat: None, program: true }
}

fn problem(response: &Response) -> (u16, String) {
    assert_eq!(
        response.header("content-type"),
        Some("application/problem+json"),
        "{}",
        response.text()
    );
    let problem: protocol::Problem = serde_json::from_slice(&response.body).unwrap();
    assert_eq!(problem.status, response.status);
    (problem.status, problem.kind.trim_start_matches("/problems/").to_owned())
}

#[tokio::test]
async fn a_table_is_found_by_its_link_or_in_the_list_and_not_otherwise() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (_, hidden) = table(&server, Options::default()).await;
    let (_, listed) = table(&server, Options { listed: true, ..Options::default() }).await;
    assert_eq!(hidden.link, format!("/t/{}#{}", hidden.table, hidden.key));
    assert!(20 < hidden.key.len());
    let stranger = server.http();
    let list: TableList = stranger.get("/api/tables").await.unwrap().json().unwrap();
    assert_eq!(
        list.tables.iter().map(|table| table.name.as_str()).collect::<Vec<_>>(),
        [listed.table.as_str()]
    );
    assert_eq!(
        (list.tables[0].open, list.tables[0].players.as_slice()),
        (3, ["Ann".to_owned()].as_slice())
    );
    // A hidden table and one that does not exist cannot be told apart.
    let hidden_answer = stranger.get(&format!("/api/tables/{}", hidden.table)).await.unwrap();
    let missing_answer = stranger.get("/api/tables/nowhere-1").await.unwrap();
    assert_eq!((hidden_answer.status, hidden_answer.text()), (404, missing_answer.text()));
    let mut guesser = server.http();
    guesser.key = Some("A".repeat(22));
    assert_eq!(guesser.get(&format!("/api/tables/{}", hidden.table)).await.unwrap().status, 404);
    assert!(server.http().join(&hidden.table, "wrong", "Eve").await.is_err());
    assert_eq!(server.http().join(&hidden.table, &hidden.key, "Bob").await.unwrap().seat, Seat::B);
    for name in ["..%2f..", "Harbour-1", "a", &"a".repeat(500)] {
        assert_eq!(
            stranger.get(&format!("/api/tables/{name}")).await.unwrap().status,
            404,
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_browser_keeps_its_seat_by_a_cookie_that_scripts_cannot_read() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let http = server.http();
    let session = http.post("/api/session", &()).await.unwrap();
    let cookie = session.header("set-cookie").unwrap().to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/"),
        "{cookie}"
    );
    let pair = cookie.split(';').next().unwrap();
    let headers = format!("cookie: {pair}\r\ncontent-type: application/json\r\n");
    let body = serde_json::to_string(&CreateTable {
        options: Options::default(),
        sit: Some(Sit { program: false, ..sit("Ann") }),
    })
    .unwrap();
    let created = http.send("POST", "/api/tables", &headers, Some(&body)).await.unwrap();
    assert_eq!(created.header("set-cookie"), None);
    let created: Created = created.json().unwrap();
    assert_eq!((created.seat, created.token), (Some(Seat::A), None));
    let me = http.send("GET", "/api/me", &headers, None).await.unwrap().text();
    assert!(me.contains(&created.table) && me.contains(&created.key), "{me}");
    assert_eq!(http.get("/api/me").await.unwrap().text(), r#"{"seats":[],"games":[]}"#);
    // Only the hash of the secret lies in the data folder.
    let secret = pair.split_once('=').unwrap().1;
    for file in std::fs::read_dir(data.path()).unwrap() {
        let file = file.unwrap();
        if !file.file_type().unwrap().is_file() {
            continue; // the socket of the operator
        }
        let bytes = std::fs::read(file.path()).unwrap();
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()));
    }
}

#[tokio::test]
async fn seats_monsters_and_names_are_checked() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (ann, created) = table(&server, Options { seats: 2, ..Options::default() }).await;
    let seats = format!("/api/tables/{}/seats", created.table);
    let taken = info(&ann, &created.table).await.seats[0].monster.unwrap();
    let mut bob = server.http();
    bob.key = Some(created.key.clone());
    assert_eq!(
        problem(&bob.post(&seats, &Sit { monster: Some(taken), ..sit("Bob") }).await.unwrap()),
        (409, "taken".into())
    );
    assert_eq!(
        problem(
            &bob.post(&seats, &Sit { monster: Some(Species::Kraken), ..sit("Bob") }).await.unwrap()
        ),
        (409, "not_now".into())
    );
    // Whoever cannot sit down at the table that they would create creates none.
    let tables = || async {
        let text = ann.get("/metrics").await.unwrap().text();
        let line = text.lines().find(|line| line.starts_with("daikaiju_tables_created_total "));
        line.unwrap().to_owned()
    };
    let before = tables().await;
    for (wrong, status) in [
        (Sit { monster: Some(Species::Kraken), ..sit("Bob") }, 409),
        (Sit { seat: Some(Seat::F), ..sit("Bob") }, 409),
        (sit("   "), 400),
    ] {
        let options = Options { seats: 2, ..Options::default() };
        let create = CreateTable { options, sit: Some(wrong) };
        assert_eq!(problem(&bob.post("/api/tables", &create).await.unwrap()).0, status);
    }
    assert_eq!(tables().await, before);
    assert_eq!(
        problem(&bob.post(&seats, &Sit { seat: Some(Seat::A), ..sit("Bob") }).await.unwrap()),
        (409, "taken".into())
    );
    assert_eq!(
        problem(&bob.post(&seats, &Sit { seat: Some(Seat::F), ..sit("Bob") }).await.unwrap()),
        (409, "taken".into())
    );
    for name in ["", "   ", "a\u{202e}b", &"x".repeat(25)] {
        assert_eq!(
            problem(&bob.post(&seats, &sit(name)).await.unwrap()),
            (400, "invalid".into()),
            "{name:?}"
        );
    }
    assert_eq!(
        problem(
            &bob.send("POST", &seats, "content-type: application/json\r\n", Some("{"))
                .await
                .unwrap()
        ),
        (400, "malformed".into())
    );
    assert_eq!(
        problem(&bob.send("POST", &seats, "", Some("{}")).await.unwrap()),
        (415, "malformed".into())
    );
    let joined: Joined = bob.post(&seats, &sit("<b>Bob</b>")).await.unwrap().json().unwrap();
    assert_eq!(joined.seat, Seat::B);
    assert_eq!(info(&ann, &created.table).await.seats[1].name, "<b>Bob</b>");
    let mut eve = server.http();
    eve.key = Some(created.key.clone());
    assert_eq!(problem(&eve.post(&seats, &sit("Eve")).await.unwrap()), (409, "taken".into()));
    let wrong = Command::Configure(Options { seats: 9, ..Options::default() });
    assert_eq!(
        problem(&ann.command(&created.table, &wrong).await.unwrap()),
        (400, "invalid".into())
    );
    let narrow = CreateTable { options: Options { seats: 1, ..Options::default() }, sit: None };
    assert_eq!(problem(&eve.post("/api/tables", &narrow).await.unwrap()), (400, "invalid".into()));
}

#[tokio::test]
async fn the_host_arranges_the_table_and_the_role_passes_on() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (ann, created) = table(&server, Options::default()).await;
    let name = &created.table;
    let mut bob = server.http();
    bob.join(name, &created.key, "Bob").await.unwrap();
    let mut cid = server.http();
    cid.join(name, &created.key, "Cid").await.unwrap();
    assert_eq!(info(&ann, name).await.host, Some(Seat::A));
    assert_eq!(
        problem(&bob.command(name, &Command::Remove { seat: Seat::C }).await.unwrap()),
        (403, "not_host".into())
    );
    // What only this table cannot do, as it is now, is no error of the message.
    let order = Command::Order { seats: vec![Seat::B, Seat::A] };
    let bot = Command::Bot { seat: Seat::F, level: None };
    let (remove, pass) = (Command::Remove { seat: Seat::F }, Command::PassHost { seat: Seat::F });
    for not_here in [order, bot, remove, pass] {
        let answer = ann.command(name, &not_here).await.unwrap();
        assert_eq!(problem(&answer), (409, "not_now".into()), "{not_here:?}");
    }
    assert_eq!(ann.command(name, &Command::Remove { seat: Seat::C }).await.unwrap().status, 200);
    assert_eq!(
        problem(&cid.command(name, &Command::Stand).await.unwrap()),
        (401, "no_seat".into())
    );
    assert_eq!(ann.command(name, &Command::PassHost { seat: Seat::B }).await.unwrap().status, 200);
    assert_eq!(info(&bob, name).await.host, Some(Seat::B));
    assert_eq!(bob.command(name, &Command::Stand).await.unwrap().status, 200);
    let after = info(&ann, name).await;
    assert_eq!((after.host, after.seats[1].controller), (Some(Seat::A), Controller::Open));
    assert_eq!(
        problem(&ann.command(name, &Command::Start).await.unwrap()),
        (409, "not_now".into())
    );
    // Those who sit move up when the game begins.
    let bot = Command::Bot { seat: Seat::D, level: Some(BotLevel::Random.into()) };
    assert_eq!(ann.command(name, &bot).await.unwrap().status, 200);
    assert_eq!(ann.command(name, &Command::Start).await.unwrap().status, 200);
    let playing = info(&ann, name).await;
    assert_eq!(playing.phase, TablePhase::Playing);
    assert_eq!(playing.seats[1].bot, Some(BotLevel::Random.into()));
    assert!(playing.next.is_none());
}

#[tokio::test]
async fn a_seat_moves_to_another_device_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (ann, created) = table(&server, Options::default()).await;
    let mut old = Player::new(ann.clone(), &created.table, Seat::A, 0);
    old.connect().await.unwrap();
    let reply: Reply =
        ann.command(&created.table, &Command::MoveDevice).await.unwrap().json().unwrap();
    let link = reply.secret.unwrap();
    let (path, secret) = link.split_once('#').unwrap();
    assert_eq!(path, format!("/t/{}/move", created.table));
    let claim = serde_json::json!({ "secret": secret });
    let address = format!("/api/tables/{}/move", created.table);
    let phone = server.http().post(&address, &claim).await.unwrap();
    let cookie = phone.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(phone.status, 200);
    assert_eq!(server.http().post(&address, &claim).await.unwrap().status, 404);
    // The old device has lost the seat and is told so; the new one has it.
    loop {
        if let Message::You { seat } = old.read().await.unwrap() {
            assert_eq!(seat, None);
            break;
        }
    }
    assert_eq!(ann.command(&created.table, &Command::Stand).await.unwrap().status, 401);
    let headers = format!("cookie: {cookie}\r\ncontent-type: application/json\r\n");
    let stand = server
        .http()
        .send(
            "POST",
            &format!("/api/tables/{}/commands", created.table),
            &headers,
            Some("\"stand\""),
        )
        .await
        .unwrap();
    assert_eq!(stand.status, 200, "{}", stand.text());
}

#[tokio::test]
async fn a_rematch_keeps_table_and_seats_and_moves_the_first_player_on() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (ann, created) = table(&server, Options { seats: 3, ..Options::default() }).await;
    for seat in [Seat::B, Seat::C] {
        let bot = Command::Bot { seat, level: Some(BotLevel::Random.into()) };
        assert_eq!(ann.command(&created.table, &bot).await.unwrap().status, 200);
    }
    let mut player = Player::new(ann.clone(), &created.table, Seat::A, 11);
    player.connect().await.unwrap();
    player.give(Command::Start).await.unwrap();
    player.play().await.unwrap();
    let first = player.state.unwrap().starter();
    let commitment = info(&ann, &created.table).await.next.unwrap().commitment;
    player.give(Command::Rematch).await.unwrap();
    player.over = false;
    while player.game != 2 || player.state.is_none() {
        player.read().await.unwrap();
    }
    assert_eq!(player.state.unwrap().starter(), Seat::at((first.index() + 1) % 3).unwrap());
    player.play().await.unwrap();
    let record = ann.get(&format!("/api/tables/{}/games/2", created.table)).await.unwrap().text();
    let record = engine::Record::from_json(&record).unwrap();
    crate::common::checked(&record);
    assert_eq!(record.fair.unwrap()["commitment"], commitment.to_hex());
    let games = ann.get(&format!("/api/tables/{}/games", created.table)).await.unwrap().text();
    assert!(games.contains(r#""game":2"#) && games.contains(r#""game":1"#), "{games}");
    let me = ann.get("/api/me").await.unwrap().text();
    assert_eq!(me.matches("finished_ms").count(), 2, "{me}");
    let position =
        ann.get(&format!("/api/tables/{}/games/1/positions/1", created.table)).await.unwrap();
    assert_eq!(position.status, 200);
    assert_eq!(
        ann.get(&format!("/api/tables/{}/games/1/positions/99999", created.table))
            .await
            .unwrap()
            .status,
        404
    );
    assert_eq!(
        ann.get(&format!("/api/tables/{}/games/7", created.table)).await.unwrap().status,
        404
    );
}

#[tokio::test]
async fn words_are_for_those_who_came_by_the_link_and_roars_for_everyone() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (ann, created) = table(&server, Options { listed: true, ..Options::default() }).await;
    let mut bob = server.http();
    bob.join(&created.table, &created.key, "Bob").await.unwrap();
    let mut eve = server.http();
    let eve_seat: Joined = eve
        .post(&format!("/api/tables/{}/seats", created.table), &sit("Eve"))
        .await
        .unwrap()
        .json()
        .unwrap();
    eve.token = eve_seat.token;
    let say = |text: &str| Command::Say { text: text.into() };
    let roar = Command::Roar { roar: protocol::Roar::Growl };
    let mut listener = Player::new(ann.clone(), &created.table, Seat::A, 0);
    listener.connect().await.unwrap();
    assert_eq!(
        problem(&eve.command(&created.table, &say("hello")).await.unwrap()),
        (403, "forbidden".into())
    );
    assert_eq!(eve.command(&created.table, &roar).await.unwrap().status, 200);
    assert_eq!(
        bob.command(&created.table, &say("<img src=x onerror=alert(1)>")).await.unwrap().status,
        200
    );
    assert_eq!(
        problem(&bob.command(&created.table, &say("a\u{0}b")).await.unwrap()),
        (400, "invalid".into())
    );
    let mut heard = Vec::new();
    while heard.len() < 2 {
        if let Message::Talk(talk) = listener.read().await.unwrap() {
            heard.push((talk.from, talk.said));
        }
    }
    assert_eq!(heard[0].0, protocol::Speaker::Seat(Seat::C));
    assert_eq!(heard[1].1, protocol::Said::Text("<img src=x onerror=alert(1)>".into()));
    // Muted seats are not heard, and too much talk is refused.
    assert_eq!(
        ann.command(&created.table, &Command::Mute { seat: Seat::C, muted: true })
            .await
            .unwrap()
            .status,
        200
    );
    assert_eq!(eve.command(&created.table, &roar).await.unwrap().status, 200);
    let mut bob = Player::new(bob, &created.table, Seat::B, 0);
    bob.connect().await.unwrap();
    for _ in 0..8 {
        bob.socket.as_mut().unwrap().command(roar.clone()).await.unwrap();
    }
    let mut slowed = 0;
    while slowed < 3 {
        if let Message::Refused { code: protocol::Refusal::SlowDown, .. } =
            bob.read().await.unwrap()
        {
            slowed += 1;
        }
    }
    // Four of the eight were within the limit: Bob had spoken once before, by another way in.
    let mut last = 0;
    while last < 7 {
        if let Message::Talk(talk) = listener.read().await.unwrap() {
            assert_ne!(talk.from, protocol::Speaker::Seat(Seat::C));
            last = talk.number;
        }
    }
}

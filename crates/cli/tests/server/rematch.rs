//! Between games: who is ready, who sits where, and the next game that begins when everybody wants it.

use crate::common::Server;
use engine::Seat;
use protocol::{
    BotLevel, Command, Controller, CreateTable, Created, Joined, Options, Refusal, Sit, TableInfo,
    TablePhase,
};
use server_bench::client::{Http, Player};

/// A browser: a person, not a program.
async fn browser(server: &Server) -> Http {
    let mut http = server.http();
    let session = http.post("/api/session", &()).await.unwrap();
    let cookie = session.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    http.token = cookie.split_once('=').map(|(_, secret)| secret.to_owned());
    http
}

fn sit(name: &str) -> Sit {
    Sit { name: name.into(), monster: None, seat: None, program: false }
}

/// Ann at a table of hers, and Bob who came by its link.
async fn ann_and_bob(server: &Server, seats: u8) -> (Http, Http, String) {
    let mut ann = browser(server).await;
    let options = Options { seats, ..Options::default() };
    let wish = CreateTable { options, sit: Some(sit("Ann")) };
    let created: Created = ann.post("/api/tables", &wish).await.unwrap().json().unwrap();
    ann.key = Some(created.key.clone());
    let mut bob = browser(server).await;
    bob.key = Some(created.key);
    let path = format!("/api/tables/{}/seats", created.table);
    let joined: Joined = bob.post(&path, &sit("Bob")).await.unwrap().json().unwrap();
    assert_eq!(joined.seat, Seat::B);
    (ann, bob, created.table)
}

async fn info(http: &Http, table: &str) -> TableInfo {
    http.get(&format!("/api/tables/{table}")).await.unwrap().json().unwrap()
}

async fn done(http: &Http, table: &str, command: Command) {
    let answer = http.command(table, &command).await.unwrap();
    assert_eq!(answer.status, 200, "{command:?}: {}", answer.text());
}

fn ready(table: &TableInfo) -> Vec<bool> {
    table.seats.iter().map(|seat| seat.ready).collect()
}

/// Waits until the table is as it should be.
async fn until(http: &Http, table: &str, is_so: impl Fn(&TableInfo) -> bool) {
    while !is_so(&info(http, table).await) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

const READY: Command = Command::Ready { ready: true };

/// Plays a game to its end; a bot plays for Bob.
async fn play_a_game(ann: &Http, bob: &Http, table: &str) {
    done(ann, table, Command::Start).await;
    done(bob, table, Command::Away { away: true }).await;
    let mut player = Player::new(ann.clone(), table, Seat::A, 3);
    player.connect().await.unwrap();
    player.play().await.unwrap();
}

#[tokio::test]
async fn a_rematch_begins_when_every_person_wants_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (ann, bob, table) = ann_and_bob(&server, 3).await;
    done(&ann, &table, Command::Bot { seat: Seat::C, level: Some(BotLevel::Random.into()) }).await;
    // Before the first game it is only a mark.
    done(&ann, &table, READY).await;
    done(&bob, &table, READY).await;
    let lobby = info(&ann, &table).await;
    assert_eq!((lobby.phase, ready(&lobby)), (TablePhase::Lobby, vec![true, true, false]));
    play_a_game(&ann, &bob, &table).await;
    let over = info(&ann, &table).await;
    assert_eq!((over.phase, ready(&over)), (TablePhase::Over, vec![false; 3]));
    done(&bob, &table, READY).await;
    let waits = info(&ann, &table).await;
    assert_eq!((waits.phase, ready(&waits)), (TablePhase::Over, vec![false, true, false]));
    // Bob changes his mind, and again.
    done(&bob, &table, Command::Ready { ready: false }).await;
    done(&ann, &table, READY).await;
    assert_eq!(info(&ann, &table).await.phase, TablePhase::Over);
    done(&bob, &table, READY).await;
    let again = info(&ann, &table).await;
    assert_eq!((again.phase, again.game), (TablePhase::Playing, 2));
    assert_eq!(ready(&again), vec![false; 3]);
    assert!(again.asked.is_some(), "a game that is on waits for somebody");
}

#[tokio::test]
async fn whoever_leaves_is_not_waited_for_and_an_absent_host_holds_nobody_up() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (ann, bob, table) = ann_and_bob(&server, 3).await;
    done(&ann, &table, Command::Bot { seat: Seat::C, level: Some(BotLevel::Random.into()) }).await;
    play_a_game(&ann, &bob, &table).await;
    // The host's connection has ended with the game: Bob need not wait for her, and bots play for her.
    until(&bob, &table, |table| table.seats[0].controller == Controller::Gone).await;
    done(&bob, &table, Command::Rematch).await;
    assert_eq!(info(&bob, &table).await.game, 2);
    let answer = bob.command(&table, &READY).await.unwrap();
    assert_eq!(answer.status, Refusal::NotNow.status(), "{}", answer.text());
    done(&bob, &table, Command::Away { away: true }).await;
    let mut player = Player::new(ann.clone(), &table, Seat::A, 4);
    player.connect().await.unwrap();
    player.play().await.unwrap();
    // She is here now, and the host.
    assert_eq!(bob.command(&table, &Command::Rematch).await.unwrap().status, 403);
    done(&ann, &table, READY).await;
    assert_eq!(info(&ann, &table).await.phase, TablePhase::Over);
    done(&bob, &table, Command::Stand).await;
    let again = info(&ann, &table).await;
    assert_eq!((again.phase, again.game), (TablePhase::Playing, 3));
}

#[tokio::test]
async fn the_host_seats_everybody_anew() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (ann, bob, table) = ann_and_bob(&server, 3).await;
    let monsters = info(&ann, &table).await.seats.into_iter().map(|seat| seat.monster);
    let monsters: Vec<_> = monsters.collect();
    let order = |seats: &[Seat]| Command::Order { seats: seats.to_vec() };
    done(&ann, &table, order(&[Seat::B, Seat::C, Seat::A])).await;
    let now = info(&ann, &table).await;
    let names: Vec<_> = now.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!((names, now.host), (vec!["Bob", "", "Ann"], Some(Seat::C)));
    assert_eq!((now.seats[0].monster, now.seats[2].monster), (monsters[1], monsters[0]));
    // Both keep what they may do.
    assert_eq!(bob.command(&table, &order(&Seat::ALL[..3])).await.unwrap().status, 403);
    for wrong in
        [&[Seat::A, Seat::B][..], &[Seat::A, Seat::A, Seat::B], &[Seat::A, Seat::B, Seat::D]]
    {
        let answer = ann.command(&table, &order(wrong)).await.unwrap();
        assert_eq!(answer.status, 409, "{wrong:?}: {}", answer.text());
    }
    assert_eq!(info(&ann, &table).await.version, now.version, "what is refused changes nothing");
    // Other rules are another game: nobody is ready for it any more.
    done(&bob, &table, READY).await;
    let options = Options { rulebook: engine::Rulebook::Polish, ..now.options };
    done(&ann, &table, Command::Configure(options)).await;
    assert_eq!(ready(&info(&ann, &table).await), vec![false; 3]);
}

//! Whole games over real sockets against a real process.

use crate::common::Server;
use engine::{Record, Seat};
use protocol::{BotLevel, Command, Options, TableInfo, TablePhase};
use server_bench::client::Player;

#[tokio::test]
async fn two_players_and_a_bot_play_a_game_and_its_dice_can_be_checked() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut ann = server.http();
    let created = ann.create(Options { seats: 3, ..Options::default() }, "Ann").await.unwrap();
    let mut bob = server.http();
    let joined = bob.join(&created.table, &created.key, "Bob").await.unwrap();
    assert_eq!((created.seat, joined.seat), (Some(Seat::A), Seat::B));
    let bot = Command::Bot { seat: Seat::C, level: Some(BotLevel::Random.into()) };
    assert_eq!(bob.command(&created.table, &bot).await.unwrap().status, 403);
    assert_eq!(ann.command(&created.table, &bot).await.unwrap().status, 200);
    let mut ann = Player::new(ann, &created.table, Seat::A, 1);
    let mut bob = Player::new(bob, &created.table, Seat::B, 2);
    ann.connect().await.unwrap();
    bob.connect().await.unwrap();
    ann.give(Command::Start).await.unwrap();
    let (first, second) = tokio::join!(ann.play(), bob.play());
    first.unwrap();
    second.unwrap();
    let public = |player: &Player| player.state.map(|state| state.view(None).imagine());
    assert_eq!(public(&ann), public(&bob));
    assert_eq!(ann.steps, ann.seq);

    let info: TableInfo =
        ann.http.get(&format!("/api/tables/{}", created.table)).await.unwrap().json().unwrap();
    assert_eq!(info.phase, TablePhase::Over);
    let record =
        ann.http.get(&format!("/api/tables/{}/games/1", created.table)).await.unwrap().text();
    let record = Record::from_json(&record).unwrap();
    let last = record.replay(|_, _, _, _| ()).unwrap();
    assert_eq!(Some(last.view(Some(Seat::A)).imagine()), ann.state);
    let verified = crate::common::checked(&record);
    assert!(0 < verified.rolls && 3 <= verified.reveals);
}

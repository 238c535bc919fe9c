//! Attacks on the promises of `docs/FAIR_DICE.md` against a real server, with kills where it would pay to be killed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::{Record, Seat, Seats};
use fair::live::Chain;
use fair::wire::{Left, LeftOut, VoidWhy};
use fair::{DiceKind, Pledge, Reservation, Verdict, Warning, What, Wrong};
use protocol::{
    BotLevel, Command, Controller, Hello, Message, Options, Refusal, TableInfo, TablePhase,
};
use server_bench::client::{Ended, Http, Player, Socket};

use crate::common::{Server, pledged};

/// A table at which Ann and Bob sit and have pledged.
async fn table(server: &Server, dice: DiceKind, seats: u8) -> (String, Player, Player) {
    let mut host = server.http();
    let created = host.create(Options { seats, dice, ..Options::default() }, "Ann").await.unwrap();
    let mut guest = server.http();
    let joined = guest.join(&created.table, &created.key, "Bob").await.unwrap();
    for seat in Seat::ALL.into_iter().take(usize::from(seats)).skip(2) {
        let bot = Command::Bot { seat, level: Some(BotLevel::Random.into()) };
        assert_eq!(host.command(&created.table, &bot).await.unwrap().status, 200);
    }
    let mut ann = Player::new(host, &created.table, Seat::A, 1);
    let mut bob = Player::new(guest, &created.table, joined.seat, 2);
    ann.connect().await.unwrap();
    bob.connect().await.unwrap();
    pledged(&mut ann).await;
    pledged(&mut bob).await;
    (created.table, ann, bob)
}

async fn info(http: &Http, table: &str) -> TableInfo {
    http.get(&format!("/api/tables/{table}")).await.unwrap().json().unwrap()
}

async fn record(http: &Http, table: &str, game: u32) -> Record {
    let text = http.get(&format!("/api/tables/{table}/games/{game}")).await.unwrap().text();
    Record::from_json(&text).unwrap()
}

/// What a player who kept everything says about a record.
fn judged(player: &Player, record: &Record) -> Verdict {
    let name = record.fair.as_ref().unwrap()["game"].as_str().unwrap();
    fair::verify(record, player.dice.judge().memory().get(name))
}

async fn both(ann: &mut Player, bob: &mut Player) {
    let (first, second) = tokio::join!(ann.play(), bob.play());
    first.unwrap();
    second.unwrap();
}

#[tokio::test]
async fn sealed_dice_are_mixed_by_everyone_and_fair_to_everyone() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Sealed, 3).await;
    ann.give(Command::Start).await.unwrap();
    both(&mut ann, &mut bob).await;
    let record = record(&ann.http, &table, 1).await;
    for player in [&ann, &bob] {
        let verdict = judged(player, &record);
        assert_eq!((verdict.name(), verdict.exit_code()), ("fair", 0), "{verdict}");
        assert_eq!(verdict.report().unwrap().mixed.len(), 2);
        assert!(player.warnings.is_empty(), "{:?}", player.warnings);
    }
}

#[tokio::test]
async fn live_dice_are_mixed_by_everyone_for_every_draw() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Live, 4).await;
    (ann.undo_one_in, bob.undo_one_in) = (2, 2);
    ann.give(Command::Start).await.unwrap();
    both(&mut ann, &mut bob).await;
    let record = record(&ann.http, &table, 1).await;
    for player in [&ann, &bob] {
        let verdict = judged(player, &record);
        assert_eq!((verdict.name(), verdict.exit_code()), ("fair", 0), "{verdict}");
        assert!(verdict.report().unwrap().flawless, "{verdict}");
        assert!(player.warnings.is_empty(), "{:?}", player.warnings);
    }
}

/// D1: the honest seat has revealed; the server is killed before the other one has, and started again.
#[tokio::test]
async fn a_mix_that_a_kill_breaks_off_is_void_for_ever() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Sealed, 2).await;
    bob.silent = true;
    let next = info(&ann.http, &table).await.next.unwrap();
    // Not by Ann's socket: she would repeat it when she is back.
    let start = ann.http.command(&table, &Command::Start).await.unwrap();
    assert_eq!(start.status, 200);
    let kept = loop {
        ann.read().await.unwrap();
        let kept = ann.dice.judge().memory()[&next.name].clone();
        if kept.entropy.is_some() {
            break kept;
        }
    };
    assert_eq!(info(&ann.http, &table).await.phase, TablePhase::Mixing);
    server.kill_and_restart();
    let after = info(&ann.http, &table).await.next.unwrap();
    assert_eq!((after.void.len(), after.void[0].why), (1, VoidWhy::Restart));
    assert_eq!(after.void[0].game, next.name);
    assert_ne!((after.name.clone(), after.commitment), (next.name.clone(), next.commitment));
    assert!(after.pledged.is_empty());
    // What was revealed is stored nowhere, and the client pledges something else.
    for file in std::fs::read_dir(data.path()).unwrap().flatten() {
        let bytes = std::fs::read(file.path()).unwrap_or_default();
        let entropy = kept.entropy.unwrap().to_hex();
        assert!(!bytes.windows(64).any(|text| text == entropy.as_bytes()));
    }
    bob.silent = false;
    ann.connect().await.unwrap();
    bob.connect().await.unwrap();
    pledged(&mut ann).await;
    pledged(&mut bob).await;
    let start = ann.http.command(&table, &Command::Start).await.unwrap();
    assert_eq!(start.status, 200);
    both(&mut ann, &mut bob).await;
    let record = record(&ann.http, &table, 2).await;
    let verdict = judged(&ann, &record);
    assert!(matches!(&verdict, Verdict::Fair(report) if report.mixed.len() == 2), "{verdict}");
    assert!(
        matches!(&verdict.report().unwrap().reservations[..], [Reservation::Void(void)] if void.game == next.name),
        "{verdict}"
    );
}

/// Somebody does not reveal: nobody goes on without them; they are barred until a game begins.
#[tokio::test]
async fn a_missing_reveal_voids_the_mix_and_bars_the_seat() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Sealed, 2).await;
    bob.silent = true;
    ann.give(Command::Start).await.unwrap();
    let missing = loop {
        if let Message::Void { missing, why, .. } = ann.read().await.unwrap() {
            assert_eq!(why, VoidWhy::Missing);
            break missing;
        }
    };
    assert_eq!(missing, Seats::one(Seat::B));
    pledged(&mut ann).await;
    let next = info(&ann.http, &table).await.next.unwrap();
    assert!(next.name.ends_with("/2"), "{}", next.name);
    // Bob's client has pledged anew and was refused; so is a second try.
    let pledge = Pledge::from_bytes([4; 32]);
    let again = Command::Pledge { version: 2, game_name: next.name.clone(), pledge };
    let refused = bob.http.command(&table, &again).await.unwrap();
    assert_eq!(refused.status, Refusal::NotNow.status(), "{}", refused.text());
    ann.give(Command::Start).await.unwrap();
    both(&mut ann, &mut bob).await;
    let record = record(&ann.http, &table, 2).await;
    let verdict = judged(&ann, &record);
    assert!(
        matches!(&verdict, Verdict::Fair(report) if report.mixed == Seats::one(Seat::A)),
        "{verdict}"
    );
    assert!(
        bob.warnings.iter().any(|warning| warning.what == What::NotMixed),
        "{:?}",
        bob.warnings
    );
    // After a game has begun the bar is lifted.
    pledged(&mut bob).await;
}

#[tokio::test]
async fn pledges_of_another_version_or_name_and_copied_ones_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, ann, bob) = table(&server, DiceKind::Sealed, 2).await;
    let name = info(&ann.http, &table).await.next.unwrap().name;
    let refused = |version, game_name: &str, pledge| {
        let command = Command::Pledge { version, game_name: game_name.to_owned(), pledge };
        let (http, table) = (bob.http.clone(), table.clone());
        async move { http.command(&table, &command).await.unwrap() }
    };
    let fresh = Pledge::from_bytes([8; 32]);
    let old = refused(0, &name, fresh).await;
    assert!(old.status == 409 && old.text().contains("reload the page"), "{}", old.text());
    let stale = refused(2, "harbour-42/9", fresh).await;
    assert!(stale.text().contains("/problems/stale"), "{}", stale.text());
    let copied = ann.dice.judge().evidence().unwrap().pledge.unwrap();
    let taken = refused(2, &name, copied).await;
    assert!(taken.text().contains("/problems/taken"), "{}", taken.text());
}

/// An ask is open when the server is killed: the same ask comes again, and so the same dice.
#[tokio::test]
async fn a_kill_between_ask_and_dice_brings_the_same_dice() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Live, 2).await;
    ann.give(Command::Start).await.unwrap();
    for round in 0..3 {
        // Bob does not answer, so that the ask stays open; Ann has given her link.
        bob.silent = true;
        let asked = loop {
            let both = [&mut ann, &mut bob];
            for player in both {
                if player.is_asked() && player.sent.is_none() {
                    player.answer().await.unwrap();
                }
            }
            let message = tokio::select! {
                message = ann.read() => message.unwrap(),
                message = bob.read() => message.unwrap(),
            };
            if let Message::Ask(ask) = message {
                break ask;
            }
        };
        server.kill_and_restart();
        bob.silent = false;
        ann.connect().await.unwrap();
        bob.connect().await.unwrap();
        let (before, mut again) = (ann.seq.max(bob.seq), None);
        while ann.seq <= before || bob.seq <= before {
            let message = tokio::select! {
                message = ann.read() => message.unwrap(),
                message = bob.read() => message.unwrap(),
            };
            if let Message::Ask(ask) = message {
                again = again.or(Some(ask));
            }
        }
        assert_eq!(again, Some(asked), "round {round}");
    }
    both(&mut ann, &mut bob).await;
    for player in [&ann, &bob] {
        assert!(player.warnings.is_empty(), "{:?}", player.warnings);
        let verdict = judged(player, &record(&ann.http, &table, 1).await);
        assert!(matches!(&verdict, Verdict::Fair(report) if report.flawless), "{verdict}");
    }
}

/// Somebody misses three asks: each is void and told to all, then the dice go on without them.
#[tokio::test]
async fn three_misses_put_a_seat_out_for_the_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Live, 2).await;
    bob.silent = true;
    ann.give(Command::Start).await.unwrap();
    both(&mut ann, &mut bob).await;
    let verdict = judged(&ann, &record(&ann.http, &table, 1).await);
    let report = verdict.report().unwrap();
    assert!(report.reservations.contains(&Reservation::Missed(Seat::B, 3)), "{verdict}");
    assert!(report.reservations.contains(&Reservation::Out(Seat::B)), "{verdict}");
    assert_eq!(report.mixed, Seats::one(Seat::A));
    let told = bob.warnings.iter().filter(|warning| warning.what == What::Missed).count();
    assert_eq!(told, 3, "{:?}", bob.warnings);
    assert!(bob.warnings.iter().any(|warning| warning.what == What::Out));
    assert!(ann.warnings.is_empty(), "{:?}", ann.warnings);
}

/// A made-up link, one of another place of the chain, one that was used before, one for another ask, one from somebody
/// without a seat: refused, and the right one may follow.
#[tokio::test]
async fn wrong_links_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut host = server.http();
    let options = Options { seats: 2, dice: DiceKind::Live, ..Options::default() };
    let created = host.create(options, "Ann").await.unwrap();
    let table = created.table.clone();
    let mut guest = server.http();
    guest.join(&table, &created.key, "Bob").await.unwrap();
    let mut ann = Player::new(host, &table, Seat::A, 1);
    ann.connect().await.unwrap();
    pledged(&mut ann).await;
    // Bob is a program of his own: he gives what he likes.
    let game_name = format!("{table}/1");
    let chain = Chain::new(&game_name, [5; 32]);
    let hello = Hello { protocol: protocol::VERSION, ..Hello::default() };
    let mut bob = Socket::connect(&guest, &table, hello).await.unwrap();
    let pledge = Command::Pledge { version: 2, game_name, pledge: chain.anchor() };
    let id = bob.command(pledge).await.unwrap();
    let stored = |message| matches!(message, Message::Done(reply) if reply.id == id).then_some(());
    bob.until(stored).await.unwrap();
    ann.give(Command::Start).await.unwrap();
    let tries = async {
        let mut before = fair::Hash::from_bytes([3; 32]); // nobody's
        for _ in 0..2 {
            before = tried(&server, &table, &mut bob, &chain, before).await;
            // He leaves the answers to a bot; what he adds to the dice he gives by himself.
            bob.command(Command::Away { away: true }).await.unwrap();
        }
    };
    tokio::select! {
        played = ann.play() => panic!("the game is over: {played:?}"),
        () = tries => {}
    }
    assert!(ann.warnings.is_empty(), "{:?}", ann.warnings);
}

/// Tries wrong links for the next ask, one of which was used before, then gives the right one.
async fn tried(
    server: &Server,
    table: &str,
    bob: &mut Socket,
    chain: &Chain,
    before: fair::Hash,
) -> fair::Hash {
    let ask = |message| match message {
        Message::Ask(ask) => Some(ask.asking.ask),
        _ => None,
    };
    let ask = bob.until(ask).await.unwrap();
    let link = |number: u64| chain.link(number).unwrap();
    let right = Command::Link { game: 1, ask, link: link(ask) };
    let stranger = server.http().command(table, &right).await.unwrap();
    assert_ne!(stranger.status, 200, "{}", stranger.text());
    let tries = [
        (ask, before, Some(Refusal::Invalid)),
        (ask, link(ask + 1), Some(Refusal::Invalid)),
        (ask + 1, link(ask + 1), Some(Refusal::Stale)),
        (ask, link(ask), None),
    ];
    for (ask, link, expected) in tries {
        let id = bob.command(Command::Link { game: 1, ask, link }).await.unwrap();
        let reply = |message| match message {
            Message::Done(reply) if reply.id == id => Some(None),
            Message::Refused { id: of, code, .. } if of == Some(id) => Some(Some(code)),
            _ => None,
        };
        assert_eq!(bob.until(reply).await.unwrap(), expected, "ask {ask}");
    }
    link(ask)
}

/// Everything in a folder, as it is while no server runs.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter_map(|path| std::fs::read(&path).ok().map(|bytes| (path, bytes))).collect()
}

/// Sets a store back to what it was.
fn set_back(folder: &Path, earlier: &[(PathBuf, Vec<u8>)]) {
    for (path, _) in files(folder) {
        std::fs::remove_file(path).unwrap();
    }
    for (path, bytes) in earlier {
        std::fs::write(path, bytes).unwrap();
    }
}

/// The operator has seen the dice, sets the store back to before the mix and mixes the same name anew: nothing is revealed for
/// it, whoever was mixed in before is told, and the record convicts the server.
#[tokio::test]
async fn a_store_that_is_set_back_before_the_mix_gets_no_second_reveal() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Sealed, 2).await;
    server.kill();
    let earlier = files(data.path());
    server.restart();
    (ann, bob) =
        (Player::new(ann.http, &table, Seat::A, 1), Player::new(bob.http, &table, Seat::B, 2));
    for player in [&mut ann, &mut bob] {
        player.connect().await.unwrap();
        pledged(player).await;
    }
    assert_eq!(ann.http.command(&table, &Command::Start).await.unwrap().status, 200);
    while ann.seq < 3 {
        let turn = tokio::select! { turn = ann.turn() => turn, turn = bob.turn() => turn };
        turn.unwrap();
    }
    let kept = ann.dice.judge().memory()[&format!("{table}/1")].clone();
    assert!(kept.begun && kept.entropy.is_some() && ann.warnings.is_empty());
    server.kill();
    set_back(data.path(), &earlier);
    server.restart();
    // Bob is the operator's own, who remembers nothing and pledges anew.
    (ann.game, ann.seq, ann.state, ann.sent) = (0, 0, None, None);
    ann.connect().await.unwrap();
    let mut bob = Player::new(bob.http, &table, Seat::B, 3);
    bob.connect().await.unwrap();
    pledged(&mut bob).await;
    assert_eq!(ann.http.command(&table, &Command::Start).await.unwrap().status, 200);
    both(&mut ann, &mut bob).await;
    let told: Vec<What> = ann.warnings.iter().map(|warning| warning.what).collect();
    assert!(told.contains(&What::SecondMix) && told.contains(&What::OtherStart), "{told:?}");
    let record = record(&ann.http, &table, 1).await;
    let entropy = kept.entropy.unwrap().to_hex();
    assert!(!record.to_json().contains(&entropy), "it was revealed a second time");
    let verdict = judged(&ann, &record);
    assert!(matches!(verdict, Verdict::Broken(Wrong::NotSeen(_))), "{verdict}");
}

/// The store of a live game is set back behind draws that were seen: no link is given, the client tells, and what it kept
/// convicts the record.
#[tokio::test]
async fn a_store_that_is_set_back_behind_a_draw_gets_no_links() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Live, 2).await;
    ann.give(Command::Start).await.unwrap();
    let mut earlier = Vec::new();
    for steps in [4, 12] {
        while ann.seq < steps {
            let turn = tokio::select! { turn = ann.turn() => turn, turn = bob.turn() => turn };
            turn.unwrap();
        }
        server.kill();
        if earlier.is_empty() {
            earlier = files(data.path());
            server.restart();
            ann.connect().await.unwrap();
            bob.connect().await.unwrap();
        }
    }
    assert!(ann.warnings.is_empty(), "{:?}", ann.warnings);
    let kept = ann.dice.judge().memory()[&format!("{table}/1")].clone();
    let (seen, _) = *kept.transcripts.last().unwrap();
    set_back(data.path(), &earlier);
    server.restart();
    // Bob is the operator's own, who remembers nothing.
    (ann.game, ann.seq, ann.state, ann.sent) = (0, 0, None, None);
    ann.connect().await.unwrap();
    let mut bob = Player::new(bob.http, &table, Seat::B, 3);
    bob.connect().await.unwrap();
    both(&mut ann, &mut bob).await;
    let told = |warning: &Warning| matches!(warning.what, What::WrongAsk | What::WrongDraw);
    assert!(ann.warnings.iter().any(told), "{:?}", ann.warnings);
    let record = record(&ann.http, &table, 1).await;
    let verdict = judged(&ann, &record);
    assert!(matches!(verdict, Verdict::Broken(Wrong::NotSeen(_))), "{verdict}");
    // The chain that was pledged for the lobby went no further than what was seen of the first course.
    let chains = record.fair.as_ref().unwrap()["chains"].as_array().unwrap().clone();
    let first = chains.iter().find(|chain| chain["seat"] == "A").unwrap();
    assert!(first["last"][0].as_u64().unwrap() <= seen, "{first}");
}

/// A reload and a lost connection join anew without a false alarm.
#[tokio::test]
async fn a_reload_in_a_live_game_begins_a_new_chain() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Live, 2).await;
    ann.give(Command::Start).await.unwrap();
    while ann.seq < 6 {
        let (first, second) = tokio::join!(
            tokio::time::timeout(Duration::from_millis(300), ann.turn()),
            tokio::time::timeout(Duration::from_millis(300), bob.turn())
        );
        assert!(
            !matches!(first, Ok(Err(Ended::Wrong(_))))
                && !matches!(second, Ok(Err(Ended::Wrong(_))))
        );
    }
    // The page is loaded anew: nothing but the seat's secret is left.
    let mut again = Player::new(ann.http.clone(), &table, Seat::A, 3);
    drop(ann);
    again.connect().await.unwrap();
    both(&mut again, &mut bob).await;
    let record = record(&bob.http, &table, 1).await;
    for player in [&again, &bob] {
        // If the page was loaded anew while its link was wanted, that link is missed, and nothing else.
        let missed =
            |warning: &fair::Warning| player.seat == Seat::A && warning.what == What::Missed;
        assert!(player.warnings.iter().all(missed), "{:?}", player.warnings);
        let verdict = judged(player, &record);
        assert!(matches!(verdict, Verdict::Fair(_)), "{verdict}");
    }
    let verdict = judged(&bob, &record);
    let said = &verdict.report().unwrap().reservations;
    assert!(said.contains(&Reservation::ChainsAnew(Seat::A, 2)), "{verdict}");
}

/// A seat whose page is gone when the game begins is left out, openly: in `game`, in the record, and to itself.
#[tokio::test]
async fn a_seat_that_is_gone_at_the_start_is_left_out_openly() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Sealed, 3).await;
    bob.socket = None;
    while info(&ann.http, &table).await.seats[1].controller != Controller::Gone {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    ann.give(Command::Start).await.unwrap();
    let told = loop {
        if let Message::Game(game) = ann.read().await.unwrap() {
            break game.fair.unwrap();
        }
    };
    assert_eq!(told.left_out, [LeftOut { seat: Seat::B, why: Left::Gone }]);
    assert!(told.terms.ends_with("mixed A\n"), "{}", told.terms);
    bob.connect().await.unwrap();
    both(&mut ann, &mut bob).await;
    let record = record(&ann.http, &table, 1).await;
    for player in [&ann, &bob] {
        let verdict = judged(player, &record);
        let said = &verdict.report().unwrap().reservations;
        assert!(said.contains(&Reservation::LeftOut(Seat::B, Some(Left::Gone))), "{verdict}");
    }
    let told = bob.warnings.iter().filter(|warning| warning.what == What::NotMixed).count();
    assert_eq!(told, 1, "{:?}", bob.warnings);
}

/// The record that a server gives out cannot be made to look better than what was played: a hidden void, a seat that was
/// left out and is not named, another seat's entropy.
#[tokio::test]
async fn what_clients_kept_convicts_a_record_that_was_changed_afterwards() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Live, 2).await;
    ann.give(Command::Start).await.unwrap();
    both(&mut ann, &mut bob).await;
    let honest = record(&ann.http, &table, 1).await;
    assert_eq!(judged(&ann, &honest).name(), "fair");
    let changed = |path: &str, value: serde_json::Value| {
        let mut record = honest.clone();
        let proof = record.fair.as_mut().unwrap();
        *proof.pointer_mut(path).unwrap() = value;
        judged(&ann, &record).name()
    };
    let other = serde_json::json!("00".repeat(32));
    for path in ["/seed", "/commitment", "/chains/0/anchor", "/chains/1/last/1"] {
        assert_eq!(changed(path, other.clone()), "broken", "{path}");
    }
    assert_eq!(changed("/asks/0", serde_json::json!("A")), "broken");
    let terms = honest.fair.as_ref().unwrap()["terms"].as_str().unwrap().replace("Bob", "Eve");
    assert_eq!(changed("/terms", serde_json::json!(terms)), "broken");
}

/// A new chain while an ask is open counts from the next step, never between an ask and its draw.
#[tokio::test]
async fn a_chain_never_begins_between_an_ask_and_its_draw() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Live, 2).await;
    bob.silent = true;
    ann.give(Command::Start).await.unwrap();
    let ask = loop {
        if let Message::Ask(ask) = bob.read().await.unwrap() {
            break ask.asking.ask;
        }
    };
    // Bob's page has not answered and begins anew over another way in: what it was asked for stays missing.
    let pledge = Pledge::from_bytes([6; 32]);
    let game_name = format!("{table}/1");
    let (http, name) = (bob.http.clone(), table.clone());
    let anew = tokio::spawn(async move {
        http.command(&name, &Command::Pledge { version: 2, game_name, pledge }).await.unwrap()
    });
    let (mut from, mut missed) = (None, None);
    while from.is_none() || missed.is_none() {
        match ann.read().await.unwrap() {
            Message::Missed(void) => missed = missed.or(Some((void.ask.ask, from))),
            Message::Chain(chain) if chain.seat == Seat::B => from = Some(chain.from),
            _ => {}
        }
    }
    assert_eq!(missed, Some((ask, None)), "the chain began before the ask was void");
    assert!(from.is_some_and(|from| ask < from), "{from:?}");
    assert_eq!(anew.await.unwrap().status, 200);
    assert!(ann.warnings.is_empty(), "{:?}", ann.warnings);
}

/// The first ask of a game whose dice wait for Bob.
async fn asked(bob: &mut Player) -> fair::live::Asking {
    loop {
        if let Message::Ask(ask) = bob.read().await.unwrap() {
            return ask.asking;
        }
    }
}

/// The time to answer is given once: pledging the same chain again and again does not stop the game.
#[tokio::test]
async fn pledging_again_does_not_put_off_the_dice() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Live, 2).await;
    bob.silent = true;
    ann.give(Command::Start).await.unwrap();
    let asking = asked(&mut bob).await;
    let pledge = bob.dice.judge().evidence().unwrap().pledge.unwrap();
    let again = Command::Pledge { version: 2, game_name: format!("{table}/1"), pledge };
    let stall = async {
        loop {
            bob.http.command(&table, &again).await.unwrap();
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let missed = async {
        loop {
            if let Message::Missed(missed) = ann.read().await.unwrap() {
                return missed.ask;
            }
        }
    };
    let missed = tokio::select! {
        missed = missed => missed,
        () = stall => unreachable!("it goes on for ever"),
        () = tokio::time::sleep(Duration::from_secs(20)) => panic!("the dice wait for ever"),
    };
    assert_eq!((missed.ask, missed.missing), (asking.ask, Seats::one(Seat::B)));
}

/// Two seats pledge the same chain while an ask is open: it begins once, and the record stays whole.
#[tokio::test]
async fn one_chain_does_not_begin_twice() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Live, 2).await;
    bob.silent = true;
    ann.give(Command::Start).await.unwrap();
    asked(&mut bob).await;
    let pledge = Pledge::from_bytes([6; 32]);
    let same = Command::Pledge { version: 2, game_name: format!("{table}/1"), pledge };
    let pledges = [&ann, &bob].map(|player| {
        let (http, table, same) = (player.http.clone(), table.clone(), same.clone());
        tokio::spawn(async move { http.command(&table, &same).await.unwrap() })
    });
    let told = async {
        loop {
            ann.read().await.unwrap();
        }
    };
    let [first, second] = pledges;
    let outcome = tokio::select! {
        outcome = async { [first.await.unwrap(), second.await.unwrap()] } => outcome,
        () = told => unreachable!("it reads for ever"),
    };
    let begun = outcome.iter().filter(|reply| reply.status == 200).count();
    let taken = outcome.iter().filter(|reply| reply.text().contains("/problems/taken")).count();
    assert_eq!((begun, taken), (1, 1), "{} {}", outcome[0].text(), outcome[1].text());
}

/// A game is closed while its dice are waited for: they do not fall any more, and whoever waited is told.
#[tokio::test]
async fn a_game_that_is_closed_draws_no_more() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Live, 2).await;
    (ann.silent, bob.silent) = (true, true);
    ann.give(Command::Start).await.unwrap();
    asked(&mut bob).await;
    // Ann is gone and may come back: the ask stays open for a while.
    ann.socket = None;
    let pledge = Pledge::from_bytes([6; 32]);
    let anew = Command::Pledge { version: 2, game_name: format!("{table}/1"), pledge };
    let (http, name) = (bob.http.clone(), table.clone());
    let waits = tokio::spawn(async move { http.command(&name, &anew).await.unwrap() });
    let mut close = std::process::Command::new(crate::common::PROGRAM);
    close.arg("tables").arg("--data").arg(data.path()).args(["close", &table]);
    let closed = tokio::task::spawn_blocking(move || close.output().unwrap()).await.unwrap();
    assert!(closed.status.success(), "{closed:?}");
    let told = waits.await.unwrap();
    assert_eq!(told.status, Refusal::NotNow.status(), "{}", told.text());
    assert_eq!(info(&bob.http, &table).await.phase, TablePhase::Over);
}

/// Somebody was missing and has left. Whoever sits there now has done nothing: they add to the dice, and the record is sound.
#[tokio::test]
async fn a_bar_falls_on_nobody_else() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Sealed, 2).await;
    bob.silent = true;
    ann.give(Command::Start).await.unwrap();
    while !matches!(ann.read().await.unwrap(), Message::Void { .. }) {}
    pledged(&mut ann).await;
    assert_eq!(bob.http.command(&table, &Command::Stand).await.unwrap().status, 200);
    // Another one of the same name is not the one who was missing.
    let mut other = server.http();
    let seat = other.join(&table, ann.http.key.as_deref().unwrap(), "Bob").await.unwrap().seat;
    let name = info(&ann.http, &table).await.seats[seat.index()].name.clone();
    assert_eq!((seat, name.as_str()), (Seat::B, "Bob 2"));
    let mut other = Player::new(other, &table, seat, 3);
    other.connect().await.unwrap();
    pledged(&mut other).await;
    ann.give(Command::Start).await.unwrap();
    both(&mut ann, &mut other).await;
    let record = record(&ann.http, &table, 2).await;
    for player in [&ann, &other] {
        let verdict = judged(player, &record);
        assert!(matches!(&verdict, Verdict::Fair(report) if report.mixed.len() == 2), "{verdict}");
        assert!(verdict.to_string().contains("broke off"), "{verdict}");
    }
}

/// A player who changes the seat in the lobby takes the pledge along, and nobody is alarmed.
#[tokio::test]
async fn a_pledge_moves_with_its_seat() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Sealed, 3).await;
    let bot = Command::Bot { seat: Seat::C, level: None };
    assert_eq!(ann.http.command(&table, &bot).await.unwrap().status, 200);
    let (name, seat) = ("Bob".into(), Some(Seat::C));
    let sit = protocol::Sit { name, monster: None, seat, program: true };
    let moved = bob.http.command(&table, &Command::Sit(sit)).await.unwrap();
    assert_eq!(moved.status, 200, "{}", moved.text());
    assert_eq!(info(&ann.http, &table).await.next.unwrap().pledged, [Seat::A, Seat::C]);
    ann.give(Command::Start).await.unwrap();
    both(&mut ann, &mut bob).await;
    let record = record(&ann.http, &table, 1).await;
    let verdict = judged(&bob, &record);
    assert!(matches!(&verdict, Verdict::Fair(report) if report.mixed.len() == 2), "{verdict}");
    assert!(bob.warnings.is_empty(), "{:?}", bob.warnings);
}

/// What was shown is compared with the record, over the real way of messages, undos and reconnects.
#[tokio::test]
async fn what_was_shown_is_what_the_record_tells() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Sealed, 2).await;
    (ann.undo_one_in, bob.undo_one_in) = (2, 2);
    ann.give(Command::Start).await.unwrap();
    while ann.seq < 12 || bob.seq < 12 {
        tokio::select! {
            turn = ann.turn() => turn.unwrap(),
            turn = bob.turn() => turn.unwrap(),
        }
    }
    server.kill_and_restart();
    ann.connect().await.unwrap();
    bob.connect().await.unwrap();
    both(&mut ann, &mut bob).await;
    let record = record(&ann.http, &table, 1).await;
    for player in [&ann, &bob] {
        let verdict = judged(player, &record);
        assert_eq!((verdict.name(), verdict.exit_code()), ("fair", 0), "{verdict}");
        let compared = verdict.report().unwrap().compared.unwrap();
        assert!(compared.outcome && 10 < compared.shown, "{compared:?}");
    }
    let mut seen = ann.dice.judge().memory()[&format!("{table}/1")].clone();
    let (_, shown) = seen.shown.iter_mut().find(|(_, shown)| shown.len() == 6).unwrap();
    *shown = if shown == "CCCCCC" { "HHHHHH".into() } else { "CCCCCC".into() };
    let verdict = fair::verify(&record, Some(&seen));
    assert!(verdict.to_string().contains("not what you saw"), "{verdict}");
}

/// The exit code tells what could not be read from what is wrong.
#[tokio::test]
async fn verify_ends_with_a_code_for_each_kind_of_verdict() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (table, mut ann, mut bob) = table(&server, DiceKind::Sealed, 2).await;
    ann.give(Command::Start).await.unwrap();
    both(&mut ann, &mut bob).await;
    let record = record(&ann.http, &table, 1).await;
    let write = |name: &str, text: String| {
        let file = data.path().join(name);
        std::fs::write(&file, text).unwrap();
        file
    };
    let code = |record: &std::path::Path, seen: Option<&std::path::Path>| {
        let mut verify = std::process::Command::new(crate::common::PROGRAM);
        verify.arg("verify").arg(record);
        if let Some(seen) = seen {
            verify.arg("--seen").arg(seen);
        }
        verify.output().unwrap().status.code()
    };
    let whole = write("whole.json", record.to_json());
    let seen = &ann.dice.judge().memory()[&format!("{table}/1")];
    let seen = serde_json::to_string(seen).unwrap();
    let seen = write("seen.json", seen);
    assert_eq!(code(&whole, Some(&seen)), Some(0));
    let mut cut = record.clone();
    cut.inputs.pop();
    assert_eq!(code(&write("cut.json", cut.to_json()), None), Some(1));
    assert_eq!(code(&write("text.json", "{".into()), None), Some(2));
    assert_eq!(code(&data.path().join("nothing.json"), None), Some(2));
    let mut changed = record.clone();
    changed.fair.as_mut().unwrap()["seed"] = "00".repeat(32).into();
    assert_eq!(code(&write("changed.json", changed.to_json()), None), Some(3));
}

//! The contract of a store. A driver passes it or is none: another database calls `keeps_the_contract` with its own `open`.

use std::path::Path;
use std::sync::Arc;

use daikaiju_store::{
    Change, Error, GameRow, Participant, Retention, SnapshotRow, Sqlite, StepRow, Store, TableRow,
    TalkRow, Write,
};

fn table(id: &str, version: u64) -> TableRow {
    TableRow {
        id: id.into(),
        version,
        listed: true,
        phase: "lobby".into(),
        updated_ms: version as i64,
        touched_ms: version as i64,
        body: format!("v{version}"),
    }
}

fn game(table: &str, number: u32) -> GameRow {
    GameRow {
        id: format!("{table}/{number}"),
        table: table.into(),
        number,
        rules_version: 1,
        started_ms: i64::from(number),
        finished_ms: None,
        header: "{}".into(),
        result: None,
    }
}

fn step(game: &str, seq: u64) -> StepRow {
    StepRow { game: game.into(), seq, at_ms: seq as i64 * 10, body: format!("step {seq}") }
}

async fn keeps_the_contract(open: impl Fn() -> Arc<dyn Store>) {
    let store = open();

    // A table is written under its version: who has not seen the last one is refused, and nothing changes.
    store.write(Write::new().put_table(table("harbour-42", 1), 0)).await.unwrap();
    assert_eq!(
        store.write(Write::new().put_table(table("harbour-42", 1), 0)).await,
        Err(Error::Conflict)
    );
    store.write(Write::new().put_table(table("harbour-42", 2), 1)).await.unwrap();
    assert_eq!(
        store.write(Write::new().put_table(table("harbour-42", 2), 1)).await,
        Err(Error::Conflict)
    );
    assert_eq!(store.table("harbour-42").await.unwrap(), Some(table("harbour-42", 2)));
    assert_eq!(store.table("nowhere-1").await.unwrap(), None);
    assert_eq!(store.live_tables(2).await.unwrap(), 1);
    assert_eq!(store.live_tables(3).await.unwrap(), 0);

    // Seats belong to hashes.
    let (ann, bob) = ([1; 32], [2; 32]);
    store.write(Write::new().put_seats("harbour-42", vec![(0, ann), (1, bob)])).await.unwrap();
    store.write(Write::new().put_seats("harbour-42", vec![(0, ann), (3, bob)])).await.unwrap();
    let seats: Vec<_> = store
        .seats("harbour-42")
        .await
        .unwrap()
        .into_iter()
        .map(|row| (row.seat, row.owner))
        .collect();
    assert_eq!(seats, [(0, ann), (3, bob)]);
    assert_eq!(store.seats_of(bob, 10).await.unwrap().len(), 1);

    // A game's steps have no gap and no double.
    let participants =
        vec![Participant { owner: ann, seat: 0 }, Participant { owner: bob, seat: 3 }];
    store.write(Write::new().start_game(game("harbour-42", 1), participants)).await.unwrap();
    assert_eq!(
        store.write(Write::new().start_game(game("harbour-42", 1), vec![])).await,
        Err(Error::Conflict)
    );
    assert_eq!(store.running_tables().await.unwrap(), ["harbour-42"]);
    for seq in 1..=3 {
        store.write(Write::from(Change::Step(step("harbour-42/1", seq)))).await.unwrap();
    }
    assert_eq!(
        store.write(Write::from(Change::Step(step("harbour-42/1", 3)))).await,
        Err(Error::Conflict)
    );
    assert_eq!(
        store.write(Write::from(Change::Step(step("harbour-42/1", 5)))).await,
        Err(Error::Gap)
    );
    assert!(store.write(Write::from(Change::Step(step("nowhere-1/1", 1)))).await.is_err());
    let from_two: Vec<u64> =
        store.steps("harbour-42/1", 2, 10).await.unwrap().iter().map(|step| step.seq).collect();
    assert_eq!(from_two, [2, 3]);

    // A write is all or nothing, whatever its neighbours in the queue do.
    let half = Write::from(Change::Step(step("harbour-42/1", 4)))
        .and(Change::Step(step("harbour-42/1", 9)));
    let good = Write::from(Change::Step(step("harbour-42/1", 4)));
    let (half, good) = (store.write(half), store.write(good));
    assert_eq!(half.await, Err(Error::Gap));
    good.await.unwrap();
    assert_eq!(store.steps("harbour-42/1", 4, 10).await.unwrap(), [step("harbour-42/1", 4)]);

    // Of many that race for one number exactly one wins.
    let race: Vec<_> =
        (0..50).map(|_| store.write(Write::from(Change::Step(step("harbour-42/1", 5))))).collect();
    let mut winners = 0;
    for reply in race {
        match reply.await {
            Ok(()) => winners += 1,
            Err(error) => assert_eq!(error, Error::Conflict),
        }
    }
    assert_eq!(winners, 1);

    // Snapshots replace each other, talk does not.
    for seq in [2, 4] {
        let row = SnapshotRow { game: "harbour-42/1".into(), seq, body: "state".into() };
        store.write(Write::from(Change::Snapshot(row))).await.unwrap();
    }
    assert_eq!(store.snapshot("harbour-42/1").await.unwrap().map(|row| row.seq), Some(4));
    for seq in 1..=3 {
        let row = TalkRow { table: "harbour-42".into(), seq, at_ms: 0, body: format!("grr {seq}") };
        store.write(Write::from(Change::Talk(row))).await.unwrap();
    }
    let said: Vec<String> =
        store.talk("harbour-42", 2).await.unwrap().into_iter().map(|row| row.body).collect();
    assert_eq!(said, ["grr 2", "grr 3"]);

    // The clock is never behind a step, and never goes back.
    assert_eq!(store.clock().await.unwrap(), 50);
    store.write(Write::from(Change::Clock(700))).await.unwrap();
    store.write(Write::from(Change::Clock(500))).await.unwrap();
    assert_eq!(store.clock().await.unwrap(), 700);

    // Everything is still there after closing and opening.
    drop(store);
    let store = open();
    assert_eq!(store.steps("harbour-42/1", 1, 100).await.unwrap().len(), 5);
    assert_eq!(store.clock().await.unwrap(), 700);

    // Who joins a game that is on is one of its players from then on; a game that is not there cannot be joined.
    let eve = Participant { owner: [3; 32], seat: 2 };
    let join = |game: &str| Change::JoinGame {
        game: game.into(),
        participant: eve.clone(),
        header: "{\"players\":3}".into(),
    };
    assert_eq!(store.write(Write::from(join("nowhere-1/1"))).await, Err(Error::Conflict));
    store.write(Write::from(join("harbour-42/1"))).await.unwrap();
    assert_eq!(store.write(Write::from(join("harbour-42/1"))).await, Err(Error::Conflict));
    let joined = store.game("harbour-42/1").await.unwrap().unwrap();
    assert_eq!(joined.header, "{\"players\":3}");

    // A finished game is listed for those who played it, until it is forgotten.
    assert!(store.games_of(ann, 10).await.unwrap().is_empty());
    store.write(Write::new().finish_game("harbour-42/1", 1000, 100, "seat 3 won")).await.unwrap();
    assert_eq!(
        store.write(Write::new().finish_game("harbour-42/1", 1001, 101, "again")).await,
        Err(Error::Conflict)
    );
    assert!(store.running_tables().await.unwrap().is_empty());
    assert_eq!(store.snapshot("harbour-42/1").await.unwrap(), None);
    let mine = store.games_of(bob, 10).await.unwrap();
    assert_eq!((mine[0].0.result.as_deref(), mine[0].1), (Some("seat 3 won"), 3));
    assert_eq!(store.games_of([3; 32], 10).await.unwrap()[0].1, 2);
    assert_eq!(store.write(Write::from(join("harbour-42/1"))).await, Err(Error::Conflict));
    assert_eq!(store.games_at("harbour-42", 10).await.unwrap().len(), 1);
    assert_eq!(store.forget(older_than(100, 0)).await.unwrap(), (0, 0));
    assert_eq!(store.forget(older_than(101, 100)).await.unwrap(), (1, 1));
    assert_eq!(store.table("harbour-42").await.unwrap(), None);
    assert!(store.games_of(bob, 10).await.unwrap().is_empty());
    assert!(store.steps("harbour-42/1", 1, 10).await.unwrap().is_empty());
    store.is_well().await.unwrap();
    store.is_there().unwrap();
    store.examine().await.unwrap();

    // A game that is on is as old as its last step; it goes with its table, and another of its name begins anew.
    let write =
        Write::new().put_table(at_play("forest-7"), 0).start_game(game("forest-7", 1), vec![]);
    store.write(write).await.unwrap();
    for seq in 1..=3 {
        store.write(Write::from(Change::Step(step("forest-7/1", seq)))).await.unwrap();
    }
    assert_eq!(store.forget(older_than(0, 30)).await.unwrap(), (0, 0));
    let except = vec!["forest-7".into()];
    assert_eq!(store.forget(Retention { except, ..older_than(0, 31) }).await.unwrap(), (0, 0));
    assert_eq!(store.forget(older_than(0, 31)).await.unwrap(), (0, 1));
    assert_eq!(store.running_tables().await.unwrap(), Vec::<String>::new());
    let write =
        Write::new().put_table(at_play("forest-7"), 0).start_game(game("forest-7", 1), vec![]);
    store.write(write).await.unwrap();
    assert!(store.steps("forest-7/1", 1, 10).await.unwrap().is_empty());
    store.write(Write::from(Change::Step(step("forest-7/1", 1)))).await.unwrap();
    assert!(store.remove_table("forest-7").await.unwrap());
    assert!(!store.remove_table("forest-7").await.unwrap());

    // A table at which nobody sits goes earlier than one with somebody.
    store.write(Write::new().put_table(table("empty-1", 1), 0)).await.unwrap();
    let seated =
        Write::new().put_table(table("seated-1", 1), 0).put_seats("seated-1", vec![(0, ann)]);
    store.write(seated).await.unwrap();
    let day = Retention { empty_before_ms: 2, ..older_than(0, 0) };
    assert_eq!(store.forget(day).await.unwrap(), (0, 1));
    assert!(store.table("seated-1").await.unwrap().is_some());
}

fn at_play(id: &str) -> TableRow {
    TableRow { phase: "playing".into(), ..table(id, 1) }
}

fn older_than(games_before_ms: i64, tables_before_ms: i64) -> Retention {
    Retention { games_before_ms, tables_before_ms, empty_before_ms: 0, except: Vec::new() }
}

#[tokio::test]
async fn sqlite_keeps_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    keeps_the_contract(|| Arc::new(Sqlite::open(folder.path()).unwrap())).await;
}

async fn one_game(folder: &Path) -> Sqlite {
    let store = Sqlite::open(folder).unwrap();
    store
        .write(
            Write::new()
                .put_table(table("harbour-42", 1), 0)
                .start_game(game("harbour-42", 1), vec![]),
        )
        .await
        .unwrap();
    store.write(Write::from(Change::Step(step("harbour-42/1", 1)))).await.unwrap();
    store
}

#[tokio::test]
async fn a_folder_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let _first = one_game(folder.path()).await;
    let error = Sqlite::open(folder.path()).unwrap_err();
    assert!(error.to_string().contains("in use by another server"), "{error}");
}

#[tokio::test]
async fn a_newer_database_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    drop(one_game(folder.path()).await);
    let raw = rusqlite::Connection::open(Sqlite::file_in(folder.path())).unwrap();
    raw.pragma_update(None, "user_version", 99).unwrap();
    drop(raw);
    assert_eq!(
        Sqlite::open(folder.path()).unwrap_err(),
        Error::Newer { found: 99, known: daikaiju_store::SCHEMA_VERSION }
    );
}

#[tokio::test]
async fn a_foreign_or_damaged_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = Sqlite::file_in(folder.path());
    let text = "these are my cooking recipes, not a database ".repeat(100);
    std::fs::write(&file, &text).unwrap();
    assert_eq!(Sqlite::open(folder.path()).unwrap_err(), Error::Foreign(file.clone()));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);

    std::fs::remove_file(&file).unwrap();
    let raw = rusqlite::Connection::open(&file).unwrap();
    raw.execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    drop(raw);
    assert_eq!(Sqlite::open(folder.path()).unwrap_err(), Error::Foreign(file));
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("occupied");
    std::fs::write(&file, "").unwrap();
    let error = Sqlite::open(&file.join("data")).unwrap_err();
    assert!(error.to_string().starts_with("cannot use "), "{error}");
}

/// What a killed process leaves behind: the files as they are while the store is still open.
fn as_after_a_kill(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

#[tokio::test]
async fn steps_are_whole_wherever_they_lie() {
    let folder = tempfile::tempdir().unwrap();
    let store = one_game(folder.path()).await;
    store.write(Write::new().start_game(game("forest-7", 1), vec![])).await.unwrap();
    // Enough for the steps of both games to go to their place several times, not at the same moments.
    for seq in 2..=150 {
        store.write(Write::from(Change::Step(step("harbour-42/1", seq)))).await.unwrap();
        if seq % 3 == 0 {
            store.write(Write::from(Change::Step(step("forest-7/1", seq / 3)))).await.unwrap();
        }
        let all: Vec<_> = (1..=seq).map(|seq| step("harbour-42/1", seq)).collect();
        assert_eq!(store.steps("harbour-42/1", 1, 1000).await.unwrap(), all);
        let from = seq.saturating_sub(40).max(1);
        let some = &all[from as usize - 1..(from as usize + 9).min(all.len())];
        assert_eq!(store.steps("harbour-42/1", from, 10).await.unwrap(), some);
        assert_eq!(store.steps("forest-7/1", 1, 1000).await.unwrap().len() as u64, seq / 3);
    }
    let all: Vec<_> = (1..=150).map(|seq| step("harbour-42/1", seq)).collect();
    let copy = as_after_a_kill(folder.path());
    let reopened = Sqlite::open(copy.path()).unwrap();
    assert_eq!(reopened.steps("harbour-42/1", 1, 1000).await.unwrap(), all);
    assert_eq!(reopened.steps("forest-7/1", 1, 1000).await.unwrap().len(), 50);
    for (seq, outcome) in [(150, Err(Error::Conflict)), (152, Err(Error::Gap)), (151, Ok(()))] {
        let write = Write::from(Change::Step(step("harbour-42/1", seq)));
        assert_eq!(reopened.write(write).await, outcome, "step {seq}");
    }

    // A game that ends takes its steps to their place, and a forgotten one leaves none behind.
    let end = Write::from(Change::Step(step("harbour-42/1", 151))).finish_game(
        "harbour-42/1",
        1000,
        1510,
        "over",
    );
    store.write(end).await.unwrap();
    assert_eq!(store.steps("harbour-42/1", 151, 10).await.unwrap(), [step("harbour-42/1", 151)]);
    assert_eq!(store.forget(older_than(2000, 0)).await.unwrap().0, 1);
    assert!(store.steps("harbour-42/1", 1, 1000).await.unwrap().is_empty());
    let copy = as_after_a_kill(folder.path());
    let reopened = Sqlite::open(copy.path()).unwrap();
    assert!(reopened.steps("harbour-42/1", 1, 1000).await.unwrap().is_empty());
    assert_eq!(reopened.steps("forest-7/1", 1, 1000).await.unwrap().len(), 50);
}

#[tokio::test]
async fn the_journal_stays_short() {
    let folder = tempfile::tempdir().unwrap();
    let store = one_game(folder.path()).await; // its one step stays behind for a long time
    let games: Vec<_> = (1..=200).map(|number| format!("forest-7/{number}")).collect();
    for number in 1..=200 {
        store.write(Write::new().start_game(game("forest-7", number), vec![])).await.unwrap();
    }
    let steps = || {
        let raw = rusqlite::Connection::open(Sqlite::file_in(folder.path())).unwrap();
        let sql =
            "SELECT total(length(steps) - length(replace(steps, char(9), ''))) / 3 FROM journal";
        raw.query_row(sql, [], |row| row.get::<_, f64>(0)).unwrap() as u64
    };
    let mut most = 0;
    for seq in 1..=200 {
        let write = |game| store.write(Write::from(Change::Step(step(game, seq))));
        for reply in games.iter().map(|game| write(game)).collect::<Vec<_>>() {
            reply.await.unwrap();
        }
        most = most.max(steps());
    }
    assert!((25_000..36_000).contains(&most), "{most} steps");
    assert!(steps() < 10_000, "the step that was left behind has gone to its place");
    assert_eq!(store.steps("harbour-42/1", 1, 10).await.unwrap(), [step("harbour-42/1", 1)]);
    assert_eq!(store.steps("forest-7/9", 190, 100).await.unwrap().len(), 11);
}

/// The journal of version 2 had a row for each step; some of them may be in their place already.
#[tokio::test]
async fn a_journal_of_the_second_version_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    drop(one_game(folder.path()).await);
    let raw = rusqlite::Connection::open(Sqlite::file_in(folder.path())).unwrap();
    raw.execute_batch(
        "DROP TABLE journal; DROP INDEX tables_by_touch; DROP INDEX games_over; \
         ALTER TABLE tables DROP COLUMN touched_ms; ALTER TABLE games DROP COLUMN over_ms; \
         ALTER TABLE clock DROP COLUMN life; ALTER TABLE clock DROP COLUMN commits; \
         CREATE TABLE journal (id INTEGER PRIMARY KEY, game_id TEXT NOT NULL, seq BIGINT NOT NULL, \
             at_ms BIGINT NOT NULL, body TEXT NOT NULL); \
         PRAGMA user_version = 2;",
    )
    .unwrap();
    for (game, seq) in [("harbour-42/1", 1), ("forgotten-1/1", 1), ("harbour-42/1", 2)] {
        let StepRow { game, seq, at_ms, body } = step(game, seq);
        let sql = "INSERT INTO journal (game_id, seq, at_ms, body) VALUES (?1, ?2, ?3, ?4)";
        raw.execute(sql, rusqlite::params![game, seq as i64, at_ms, body]).unwrap();
    }
    drop(raw);
    let store = Sqlite::open(folder.path()).unwrap();
    let both = [step("harbour-42/1", 1), step("harbour-42/1", 2)];
    assert_eq!(store.steps("harbour-42/1", 1, 10).await.unwrap(), both);
    assert!(store.steps("forgotten-1/1", 1, 10).await.unwrap().is_empty());
    store.write(Write::from(Change::Step(step("harbour-42/1", 3)))).await.unwrap();
    assert_eq!(store.steps("harbour-42/1", 3, 10).await.unwrap(), [step("harbour-42/1", 3)]);
}

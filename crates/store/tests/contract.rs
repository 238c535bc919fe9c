//! The contract on SQLite, and what its files promise besides.

mod common;

use std::path::Path;
use std::sync::Arc;

use common::{game, keeps_the_contract, older_than, step, table};
use daikaiju_store::{Change, Error, Sqlite, StepRow, Store, Write};

#[tokio::test]
async fn sqlite_keeps_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    keeps_the_contract(async || Arc::new(Sqlite::open(folder.path()).unwrap()) as Arc<dyn Store>)
        .await;
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

/// A store that rests holds nothing in memory that the file has: everything is still there, and to rest again writes nothing.
#[tokio::test]
async fn a_store_that_rests_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = one_game(folder.path()).await;
    let before = store.steps("harbour-42/1", 1, 100).await.unwrap();
    assert!(!before.is_empty());
    store.rest(|| ()).await.unwrap();
    assert_eq!(store.steps("harbour-42/1", 1, 100).await.unwrap(), before);
    let raw = rusqlite::Connection::open(Sqlite::file_in(folder.path())).unwrap();
    let count = |table: &str| {
        let sql = format!("SELECT count(*) FROM {table}");
        raw.query_row(&sql, [], |row| row.get::<_, usize>(0)).unwrap()
    };
    assert_eq!((count("journal"), count("steps")), (0, before.len()));
    let changes = || raw.query_row("PRAGMA data_version", [], |row| row.get::<_, i64>(0)).unwrap();
    let still = changes();
    store.rest(|| ()).await.unwrap();
    assert_eq!(changes(), still);
}

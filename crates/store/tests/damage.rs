//! A broken page of the file: the games that lie on it cannot be read, everybody else goes on, and nothing is written over it.

mod common;

use std::path::Path;

use common::{game, older_than, table};
use daikaiju_store::{Change, Sqlite, StepRow, Store, Write};

const GAMES: [&str; 3] = ["forest-7", "harbour-42", "silver-9"];

fn step(table: &str, seq: u64) -> StepRow {
    let body = format!(r#"{{"by":"rules","seq":{seq},"why":"{}"}}"#, "roar ".repeat(20));
    StepRow { game: format!("{table}/1"), seq, at_ms: seq as i64, body }
}

fn steps(table: &str, to: u64) -> Vec<StepRow> {
    (1..=to).map(|seq| step(table, seq)).collect()
}

/// Three tables with a game each. The last steps are still in the journal.
async fn three_games(folder: &Path, length: u64) -> Sqlite {
    let store = Sqlite::open(folder).unwrap();
    for name in GAMES {
        let mut row = table(name, 1);
        row.body = "{}".into();
        let begin = Write::new().put_table(row, 0).start_game(game(name, 1), vec![]);
        store.write(begin).await.unwrap();
        for row in steps(name, length) {
            store.write(Write::from(Change::Step(row))).await.unwrap();
        }
    }
    store
}

/// The number of the page that the next steps of the last game go to. It holds nothing of the other games.
fn last_page(folder: &Path) -> usize {
    let raw = rusqlite::Connection::open(Sqlite::file_in(folder)).unwrap();
    let sql = "SELECT pageno FROM dbstat WHERE name = 'steps' AND pagetype = 'leaf' \
               ORDER BY path DESC LIMIT 1";
    let page: usize = raw.query_row(sql, [], |row| row.get(0)).unwrap();
    drop(raw);
    let file = std::fs::read(Sqlite::file_in(folder)).unwrap();
    let place = &file[(page - 1) * 4096..page * 4096];
    let has = |name: &str| place.windows(name.len()).any(|part| part == name.as_bytes());
    assert_eq!(GAMES.map(has), [false, false, true]);
    page
}

/// Breaks a page, gives back what was there, or puts it back.
fn exchange(folder: &Path, page: usize, with: &[u8]) -> Vec<u8> {
    let file = Sqlite::file_in(folder);
    let mut bytes = std::fs::read(&file).unwrap();
    let place = &mut bytes[(page - 1) * 4096..page * 4096];
    let before = place.to_vec();
    place.copy_from_slice(with);
    std::fs::write(&file, bytes).unwrap();
    before
}

/// As the process leaves them when it is killed, with everything in one file.
fn as_after_a_kill(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    let raw = rusqlite::Connection::open(Sqlite::file_in(copy.path())).unwrap();
    raw.pragma_update(None, "wal_checkpoint", "TRUNCATE").unwrap();
    copy
}

#[tokio::test]
async fn one_broken_game_stops_nobody_else_and_nothing_of_it_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let store = three_games(folder.path(), 120).await;
    let killed = as_after_a_kill(folder.path());
    drop(store);
    let folder = killed.path();
    let page = last_page(folder);
    let broken = [0xa7; 4096];
    let good = exchange(folder, page, &broken);

    for start in 0..2_u64 {
        let store = Sqlite::open(folder).unwrap();
        let damage = store.examine().await.unwrap_err().to_string();
        assert!(damage.contains("the game silver-9/1 cannot be read"), "{damage}");
        assert!(!damage.contains("forest") && !damage.contains("harbour"), "{damage}");
        assert!(store.steps("silver-9/1", 1, 1000).await.is_err());
        // Everybody else has everything and goes on, for so long that the journal is cut.
        let (before, after) = (120 + start * 1500, 120 + (start + 1) * 1500);
        for name in ["forest-7", "harbour-42"] {
            let whole = store.steps(&format!("{name}/1"), 1, 10_000).await.unwrap();
            assert!(whole == steps(name, before), "{name}: {} steps", whole.len());
        }
        for seq in before + 1..=after {
            for name in ["forest-7", "harbour-42"] {
                store.write(Write::from(Change::Step(step(name, seq)))).await.unwrap();
            }
        }
        store.rest(|| ()).await.unwrap();
        drop(store);
        assert!(exchange(folder, page, &broken) == broken, "the broken page was written over");
        let raw = rusqlite::Connection::open(Sqlite::file_in(folder)).unwrap();
        let rows: (u64, u64) = raw
            .query_row("SELECT total(id < 1), total(0 < id) FROM journal", [], |row| {
                Ok((row.get::<_, f64>(0)? as u64, row.get::<_, f64>(1)? as u64))
            })
            .unwrap();
        assert_eq!(rows, (1, 0), "the steps of one game wait, and nothing else does");
    }

    // When the page can be read again, nothing is missing: what was on its way to it has waited.
    exchange(folder, page, &good);
    let store = Sqlite::open(folder).unwrap();
    store.examine().await.unwrap();
    for (name, length) in [("forest-7", 3120), ("silver-9", 120), ("harbour-42", 3120)] {
        let whole = store.steps(&format!("{name}/1"), 1, 10_000).await.unwrap();
        assert!(whole == steps(name, length), "{name}: {} steps", whole.len());
    }
}

/// The page breaks while the server runs, under a game that goes on.
#[tokio::test]
async fn a_page_that_breaks_under_a_running_server_concerns_its_game_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(three_games(folder.path(), 120).await);
    let store = Sqlite::open(folder.path()).unwrap();
    store.write(Write::from(Change::Step(step("silver-9", 121)))).await.unwrap();
    // So much of another game that nothing else of the file is left in memory.
    let large =
        |seq| StepRow { body: format!("\"{}\"", "x".repeat(200_000)), ..step("forest-7", seq) };
    for seq in 121..=200 {
        store.write(Write::from(Change::Step(large(seq)))).await.unwrap();
    }
    let page = last_page(folder.path());
    let good = fail(folder.path(), page, &[0xa7; 4096]);

    // Where the damage is noticed somebody is refused, once, and tries again.
    let mut refused = 0;
    for seq in 122..=250 {
        for row in [step("harbour-42", seq - 1), step("silver-9", seq)] {
            while store.write(Write::from(Change::Step(row.clone()))).await.is_err() {
                refused += 1;
                assert!(refused < 2, "{row:?}");
            }
        }
    }
    let end = |name: &str| Write::new().finish_game(format!("{name}/1"), 5, 5, "{}");
    store.write(end("harbour-42")).await.unwrap();
    store.write(end("silver-9")).await.unwrap();
    // What is too old goes, but for what cannot be reached.
    assert_eq!(store.forget(older_than(1000, 0)).await.unwrap().0, 1);
    assert!(store.steps("harbour-42/1", 1, 1000).await.unwrap().is_empty());
    assert!(store.game("silver-9/1").await.unwrap().is_some());
    assert!(store.steps("silver-9/1", 1, 1000).await.is_err());
    assert_eq!(store.steps("forest-7/1", 1, 1000).await.unwrap().len(), 200);
    drop(store);

    assert!(fail(folder.path(), page, &good) == [0xa7; 4096], "the broken page was written over");
    let store = Sqlite::open(folder.path()).unwrap();
    store.examine().await.unwrap();
    assert_eq!(store.steps("silver-9/1", 1, 1000).await.unwrap(), steps("silver-9", 250));
}

/// A disk that fails: what is on it is another thing now, and no date has changed.
fn fail(folder: &Path, page: usize, with: &[u8]) -> Vec<u8> {
    use std::os::unix::fs::FileExt;
    let file = std::fs::File::options().read(true).write(true).open(Sqlite::file_in(folder));
    let (file, at) = (file.unwrap(), (page as u64 - 1) * 4096);
    let date = file.metadata().unwrap().modified().unwrap();
    let mut before = vec![0; 4096];
    file.read_exact_at(&mut before, at).unwrap();
    file.write_all_at(with, at).unwrap();
    file.set_modified(date).unwrap();
    before
}

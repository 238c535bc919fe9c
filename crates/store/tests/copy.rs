//! Moving everything from a folder to a database and back: nothing is lost on the way, and nothing half is taken for whole.

mod common;

use std::path::Path;

use common::{game, own, step, table};
use daikaiju_store::{
    Change, Error, Participant, Place, Postgres, Sqlite, Store, TalkRow, Write, copy,
};

const TABLES: u32 = 150;

/// Tables in a lobby, at play and with finished games; names that sort differently in most languages.
async fn fill(store: &dyn Store) {
    for n in 0..TABLES {
        let name = if n % 2 == 0 { format!("Harbour-{n}") } else { format!("harbour-{n}") };
        let mine = own(store, &name).await;
        let owner = [n as u8; 32];
        let seats = vec![(0, owner), (3, [200; 32])];
        let write = Write::new().put_table(table(&name, 7), 0).put_seats(name.clone(), seats);
        store.write(write.at(&mine)).await.unwrap();
        let said = TalkRow { table: name.clone(), seq: 1, at_ms: 5, body: "\"grr\" ž\\".into() };
        store.write(Write::from(Change::Talk(said)).at(&mine)).await.unwrap();
        for number in 1..=n % 3 {
            let who = vec![Participant { owner, seat: 0 }];
            let write = Write::new().start_game(game(&name, number), who);
            store.write(write.at(&mine)).await.unwrap();
            let id = format!("{name}/{number}");
            for seq in 1..=u64::from(n % 5) {
                let mut row = step(&id, seq);
                row.body = format!("{{\"answer\": \"{seq} ö \\\\ \"}}");
                store.write(Write::from(Change::Step(row)).at(&mine)).await.unwrap();
            }
            if number == 1 {
                let end = Write::new().finish_game(id, 1000, 100, "over");
                store.write(end.at(&mine)).await.unwrap();
            }
        }
    }
    store.write(Write::from(Change::Clock(12_345))).await.unwrap();
}

/// Everything that can be asked about the tables.
async fn everything(store: &dyn Store) -> String {
    let mut all = format!("{}\n", store.clock().await.unwrap());
    for row in store.tables("", 10_000).await.unwrap() {
        all += &format!("{row:?} {:?}\n", store.seats(&row.id).await.unwrap());
        all += &format!("{:?}\n", store.talk(&row.id, 100).await.unwrap());
        for game in store.games_at(&row.id, 100).await.unwrap() {
            all += &format!("{game:?} {:?}\n", store.steps(&game.id, 1, 100_000).await.unwrap());
        }
    }
    all += &format!("{:?}", store.games_of([5; 32], 1000).await.unwrap());
    all
}

fn folder(path: &Path) -> Place {
    Place::Folder(path.to_owned())
}

async fn open(url: &str) -> Postgres {
    Postgres::open(url, "one", "0.1.0").await.unwrap()
}

/// Waits until a store that was dropped has left the database.
async fn left(url: &str) {
    let sql = "SELECT count(*), coalesce(bool_and(fenced), true) FROM servers";
    while !common::counted(url, sql).await.1 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn everything_goes_to_postgres_and_back() {
    let (there, back) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = Sqlite::open(there.path()).unwrap();
    fill(&store).await;
    let before = everything(&store).await;
    let url = testkit::Postgres::shared().database();
    let database = Place::from(url.as_str());

    // While a server runs on either side, nothing is copied.
    let in_use = copy(&folder(there.path()), &database, |_| ()).await.unwrap_err();
    assert!(in_use.to_string().contains("in use by another server"), "{in_use}");
    drop(store);
    let running = open(&url).await;
    let in_use = copy(&folder(there.path()), &database, |_| ()).await.unwrap_err();
    assert!(in_use.to_string().contains("the server one runs on postgres://127.0.0.1"), "{in_use}");
    drop(running);
    left(&url).await;

    let done = copy(&folder(there.path()), &database, |_| ()).await.unwrap();
    assert_eq!((done.tables, done.games, done.before), (150, 150, 0));
    let store = open(&url).await;
    assert_eq!(everything(&store).await, before);
    // Finished games are one row each, and the tables can be played on.
    let packed = "SELECT count(*), NOT EXISTS (SELECT 1 FROM steps s JOIN games g ON g.id = s.game_id WHERE finished_ms IS NOT NULL) FROM records";
    assert_eq!(common::counted(&url, packed).await, (100, true));
    let mine = own(&store, "harbour-5").await;
    let write = Write::from(Change::Step(step("harbour-5/2", 1)));
    store.write(write.at(&mine)).await.unwrap();
    // The table goes to another server, whose clock is elsewhere, and back: its own goes on.
    store.release(vec![mine], 20_000).await.unwrap();
    let later = everything(&store).await;
    drop(store);
    left(&url).await;

    let done = copy(&database, &folder(back.path()), |_| ()).await.unwrap();
    assert_eq!((done.tables, done.games, done.before), (150, 150, 0));
    let store = Sqlite::open(back.path()).unwrap();
    // That table's clock stood at 20,000 when it was let go, and the only clock of a file stands at 12,345 now: the time since
    // its last step is what counts.
    let since =
        store.clock().await.unwrap() - store.steps("harbour-5/2", 1, 1).await.unwrap()[0].at_ms;
    assert_eq!(since, 20_000 - 10);
    let without = |all: &str| -> Vec<String> {
        all.lines().filter(|line| !line.contains("harbour-5/2")).map(str::to_owned).collect()
    };
    assert_eq!(without(&everything(&store).await), without(&later));
}

#[tokio::test]
async fn a_copy_that_was_interrupted_goes_on() {
    let there = tempfile::tempdir().unwrap();
    let store = Sqlite::open(there.path()).unwrap();
    fill(&store).await;
    let before = everything(&store).await;
    drop(store);
    let url = testkit::Postgres::shared().database();
    let (from, to) = (folder(there.path()), Place::from(url.as_str()));
    let stop = tokio::sync::Notify::new();
    {
        let run = copy(&from, &to, |done| {
            if 0 < done.games {
                stop.notify_one();
            }
        });
        tokio::select! { biased; () = stop.notified() => {}, done = run => panic!("{done:?}") }
    }
    // The connection that held the lock may still be about to end.
    loop {
        match Postgres::open(&url, "one", "0.1.0").await {
            Err(Error::Copying) => tokio::task::yield_now().await,
            Err(Error::HalfCopied(from)) => {
                assert!(from.contains(there.path().to_str().unwrap()), "{from}");
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    // Another source does not mix with it.
    let other = tempfile::tempdir().unwrap();
    drop(Sqlite::open(other.path()).unwrap());
    let mixed = copy(&folder(other.path()), &to, |_| ()).await.unwrap_err();
    assert!(matches!(mixed, Error::HalfCopied(_)), "{mixed}");

    let done = copy(&from, &to, |_| ()).await.unwrap();
    assert_eq!((done.tables, done.games), (150, 150));
    assert!(64 <= done.before, "{done:?}");
    assert_eq!(everything(&open(&url).await).await, before);
}

#[tokio::test]
async fn a_half_copied_folder_is_not_served() {
    let (there, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = Sqlite::open(there.path()).unwrap();
    fill(&store).await;
    drop(store);
    let (from, to) = (folder(there.path()), folder(here.path()));
    let stop = tokio::sync::Notify::new();
    {
        let run = copy(&from, &to, |_| stop.notify_one());
        tokio::pin!(run);
        // Files are read without waiting, so it is interrupted from inside only.
        let first = std::future::poll_fn(|context| {
            use std::future::Future;
            std::task::Poll::Ready(run.as_mut().poll(context).is_ready())
        });
        assert!(first.await);
    }
    let done = copy(&from, &to, |_| ()).await;
    assert!(
        matches!(done, Err(Error::CannotCopy(_))),
        "it is whole, so it is not written over: {done:?}"
    );
    let raw = rusqlite::Connection::open(Sqlite::file_in(here.path())).unwrap();
    raw.execute_batch(
        "CREATE TABLE copying (source TEXT NOT NULL); INSERT INTO copying VALUES ('there')",
    )
    .unwrap();
    drop(raw);
    assert_eq!(Sqlite::open(here.path()).unwrap_err(), Error::HalfCopied("there".into()));
    let sentence = Error::HalfCopied("there".into()).to_string();
    assert!(sentence.contains("run `daikaiju db copy` again"), "{sentence}");
}

#[tokio::test]
async fn what_cannot_be_copied_is_one_sentence_and_changes_nothing() {
    let empty = tempfile::tempdir().unwrap();
    let url = testkit::Postgres::shared().database();
    let database = Place::from(url.as_str());
    let say =
        async |from: &Place, to: &Place| copy(from, to, |_| ()).await.unwrap_err().to_string();
    let missing = say(&folder(empty.path()), &database).await;
    assert!(missing.contains("there is no database"), "{missing}");
    assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0);
    let missing = say(&database, &folder(empty.path())).await;
    assert!(missing.contains("there is no database of Daikaiju"), "{missing}");
    assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0);
    let same = say(&database, &database).await;
    assert!(same.contains("the same"), "{same}");
    let tables = "SELECT count(*), true FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    assert_eq!(common::counted(&url, tables).await.0, 0);

    let full = tempfile::tempdir().unwrap();
    fill(&Sqlite::open(full.path()).unwrap()).await;
    drop(Sqlite::open(empty.path()).unwrap());
    let holds = say(&folder(empty.path()), &folder(full.path())).await;
    assert!(holds.contains("holds tables or games already"), "{holds}");
}

//! The contract of a store: a driver keeps it, or is not one. Another database calls [`keeps_the_contract`] with its own `open`.
#![allow(missing_docs, dead_code, reason = "helpers of several test programs")]

use std::sync::Arc;

use daikaiju_store::{
    Change, Claim, Error, GameRow, Participant, Retention, SnapshotRow, StepRow, Store, TableRow,
    TalkRow, Write,
};

pub(crate) fn table(id: &str, version: u64) -> TableRow {
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

pub(crate) fn game(table: &str, number: u32) -> GameRow {
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

pub(crate) fn step(game: &str, seq: u64) -> StepRow {
    StepRow { game: game.into(), seq, at_ms: seq as i64 * 10, body: format!("step {seq}") }
}

/// Makes the store the owner of a table, as soon as its last owner has let go.
pub(crate) async fn own(store: &dyn Store, table: &str) -> Claim {
    loop {
        if let Some(claim) = store.claim(vec![table.into()], 0).await.unwrap().pop() {
            return claim;
        }
        tokio::task::yield_now().await;
    }
}

pub(crate) async fn keeps_the_contract(open: impl AsyncFn() -> Arc<dyn Store>) {
    let store = open().await;
    let mine = own(&*store, "harbour-42").await;
    let put = |write: Write| store.write(write.at(&mine));

    // A table is written under its version: whoever has not seen the last one is refused, and nothing changes.
    put(Write::new().put_table(table("harbour-42", 1), 0)).await.unwrap();
    assert_eq!(put(Write::new().put_table(table("harbour-42", 1), 0)).await, Err(Error::Conflict));
    put(Write::new().put_table(table("harbour-42", 2), 1)).await.unwrap();
    assert_eq!(put(Write::new().put_table(table("harbour-42", 2), 1)).await, Err(Error::Conflict));
    assert_eq!(store.table("harbour-42").await.unwrap(), Some(table("harbour-42", 2)));
    assert_eq!(store.table("nowhere-1").await.unwrap(), None);
    assert_eq!(store.live_tables(2).await.unwrap(), 1);
    assert_eq!(store.live_tables(3).await.unwrap(), 0);

    // Seats belong to hashes.
    let (ann, bob) = ([1; 32], [2; 32]);
    put(Write::new().put_seats("harbour-42", vec![(0, ann), (1, bob)])).await.unwrap();
    put(Write::new().put_seats("harbour-42", vec![(0, ann), (3, bob)])).await.unwrap();
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
    put(Write::new().start_game(game("harbour-42", 1), participants)).await.unwrap();
    assert_eq!(
        put(Write::new().start_game(game("harbour-42", 1), vec![])).await,
        Err(Error::Conflict)
    );
    assert_eq!(store.running_tables().await.unwrap(), ["harbour-42"]);
    for seq in 1..=3 {
        put(Write::from(Change::Step(step("harbour-42/1", seq)))).await.unwrap();
    }
    assert_eq!(put(Write::from(Change::Step(step("harbour-42/1", 3)))).await, Err(Error::Conflict));
    assert_eq!(put(Write::from(Change::Step(step("harbour-42/1", 5)))).await, Err(Error::Gap));
    assert!(put(Write::from(Change::Step(step("nowhere-1/1", 1)))).await.is_err());
    let from_two: Vec<u64> =
        store.steps("harbour-42/1", 2, 10).await.unwrap().iter().map(|step| step.seq).collect();
    assert_eq!(from_two, [2, 3]);

    // A write is all or nothing, whatever its neighbours in the queue do.
    let half = Write::from(Change::Step(step("harbour-42/1", 4)))
        .and(Change::Step(step("harbour-42/1", 9)));
    let good = Write::from(Change::Step(step("harbour-42/1", 4)));
    let (half, good) = (put(half), put(good));
    assert_eq!(half.await, Err(Error::Gap));
    good.await.unwrap();
    assert_eq!(store.steps("harbour-42/1", 4, 10).await.unwrap(), [step("harbour-42/1", 4)]);

    // Of many that race for one number exactly one wins.
    let race: Vec<_> =
        (0..50).map(|_| put(Write::from(Change::Step(step("harbour-42/1", 5))))).collect();
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
        put(Write::from(Change::Snapshot(row))).await.unwrap();
    }
    assert_eq!(store.snapshot("harbour-42/1").await.unwrap().map(|row| row.seq), Some(4));
    for seq in 1..=3 {
        let row = TalkRow { table: "harbour-42".into(), seq, at_ms: 0, body: format!("grr {seq}") };
        put(Write::from(Change::Talk(row))).await.unwrap();
    }
    let said: Vec<String> =
        store.talk("harbour-42", 2).await.unwrap().into_iter().map(|row| row.body).collect();
    assert_eq!(said, ["grr 2", "grr 3"]);

    // The clock is never behind a step, and never goes back.
    assert_eq!(store.clock().await.unwrap(), 50);
    put(Write::from(Change::Clock(700))).await.unwrap();
    put(Write::from(Change::Clock(500))).await.unwrap();
    assert_eq!(store.clock().await.unwrap(), 700);

    // Everything is still there after closing and opening.
    drop(store);
    let store = open().await;
    let mine = own(&*store, "harbour-42").await;
    let put = |write: Write| store.write(write.at(&mine));
    assert_eq!(store.steps("harbour-42/1", 1, 100).await.unwrap().len(), 5);
    assert_eq!(store.clock().await.unwrap(), 700);

    // Whoever joins a game that is on is one of its players from then on; a game that is not there cannot be joined.
    let eve = Participant { owner: [3; 32], seat: 2 };
    let join = |game: &str| Change::JoinGame {
        game: game.into(),
        participant: eve.clone(),
        header: "{\"players\":3}".into(),
    };
    assert_eq!(put(Write::from(join("nowhere-1/1"))).await, Err(Error::Conflict));
    put(Write::from(join("harbour-42/1"))).await.unwrap();
    assert_eq!(put(Write::from(join("harbour-42/1"))).await, Err(Error::Conflict));
    let joined = store.game("harbour-42/1").await.unwrap().unwrap();
    assert_eq!(joined.header, "{\"players\":3}");

    // A finished game is listed for those who played it, until it is forgotten.
    assert!(store.games_of(ann, 10).await.unwrap().is_empty());
    put(Write::new().finish_game("harbour-42/1", 1000, 100, "seat 3 won")).await.unwrap();
    assert_eq!(
        put(Write::new().finish_game("harbour-42/1", 1001, 101, "again")).await,
        Err(Error::Conflict)
    );
    assert!(store.running_tables().await.unwrap().is_empty());
    assert_eq!(store.snapshot("harbour-42/1").await.unwrap(), None);
    let mine = store.games_of(bob, 10).await.unwrap();
    assert_eq!((mine[0].0.result.as_deref(), mine[0].1), (Some("seat 3 won"), 3));
    assert_eq!(store.games_of([3; 32], 10).await.unwrap()[0].1, 2);
    assert_eq!(put(Write::from(join("harbour-42/1"))).await, Err(Error::Conflict));
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
    store.write(write.at(&own(&*store, "forest-7").await)).await.unwrap();
    for seq in 1..=3 {
        let write = Write::from(Change::Step(step("forest-7/1", seq)));
        store.write(write.at(&own(&*store, "forest-7").await)).await.unwrap();
    }
    assert_eq!(store.forget(older_than(0, 30)).await.unwrap(), (0, 0));
    let except = vec!["forest-7".into()];
    assert_eq!(store.forget(Retention { except, ..older_than(0, 31) }).await.unwrap(), (0, 0));
    assert_eq!(store.forget(older_than(0, 31)).await.unwrap(), (0, 1));
    assert_eq!(store.running_tables().await.unwrap(), Vec::<String>::new());
    let write =
        Write::new().put_table(at_play("forest-7"), 0).start_game(game("forest-7", 1), vec![]);
    store.write(write.at(&own(&*store, "forest-7").await)).await.unwrap();
    assert!(store.steps("forest-7/1", 1, 10).await.unwrap().is_empty());
    let write = Write::from(Change::Step(step("forest-7/1", 1)));
    store.write(write.at(&own(&*store, "forest-7").await)).await.unwrap();
    assert!(store.remove_table("forest-7").await.unwrap());
    assert!(!store.remove_table("forest-7").await.unwrap());

    // A table at which nobody sits goes earlier than one with somebody.
    let write = Write::new().put_table(table("empty-1", 1), 0);
    store.write(write.at(&own(&*store, "empty-1").await)).await.unwrap();
    let seated =
        Write::new().put_table(table("seated-1", 1), 0).put_seats("seated-1", vec![(0, ann)]);
    store.write(seated.at(&own(&*store, "seated-1").await)).await.unwrap();
    let day = Retention { empty_before_ms: 2, ..older_than(0, 0) };
    assert_eq!(store.forget(day).await.unwrap(), (0, 1));
    assert!(store.table("seated-1").await.unwrap().is_some());
    let names = |rows: Vec<TableRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(names(store.tables("", 10).await.unwrap()), ["seated-1"]);
    assert!(store.tables("seated-1", 10).await.unwrap().is_empty());
}

pub(crate) fn at_play(id: &str) -> TableRow {
    TableRow { phase: "playing".into(), ..table(id, 1) }
}

pub(crate) fn older_than(games_before_ms: i64, tables_before_ms: i64) -> Retention {
    Retention { games_before_ms, tables_before_ms, empty_before_ms: 0, except: Vec::new() }
}

/// Something that the program itself never does.
pub(crate) async fn sql(url: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(sql).await.unwrap();
}

/// A connection of one's own.
pub(crate) async fn connect(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// A count and whether something holds.
pub(crate) async fn counted(url: &str, sql: &str) -> (i64, bool) {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let row = client.query_one(sql, &[]).await.unwrap();
    (row.get(0), row.get(1))
}

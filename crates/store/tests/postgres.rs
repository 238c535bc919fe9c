//! What a PostgreSQL store has besides the contract: several servers, fences, a connection that breaks.

mod common;

use std::sync::Arc;

use common::{game, own, step, table};
use daikaiju_store::{Change, Claim, Error, Postgres, Store, Write};

async fn open(url: &str) -> Postgres {
    Postgres::open(url, "one", "0.1.0").await.unwrap()
}

/// A table with a running game, owned by this store.
async fn with_a_game(store: &Postgres) -> Claim {
    let mine = own(store, "harbour-42").await;
    let write =
        Write::new().put_table(table("harbour-42", 1), 0).start_game(game("harbour-42", 1), vec![]);
    store.write(write.at(&mine)).await.unwrap();
    mine
}

fn one(seq: u64) -> Write {
    Write::from(Change::Step(step("harbour-42/1", seq)))
}

#[tokio::test]
async fn postgres_keeps_the_contract() {
    let url = testkit::Postgres::shared().database();
    common::keeps_the_contract(async || Arc::new(open(&url).await) as Arc<dyn Store>).await;
}

/// A write names the table's owner and epoch; what is not said, or no longer true, is refused.
#[tokio::test]
async fn only_the_owner_of_a_table_writes_to_it() {
    let url = testkit::Postgres::shared().database();
    let (one_store, other) = (open(&url).await, open(&url).await);
    let mine = with_a_game(&one_store).await;
    assert_eq!(one_store.write(one(1)).await, Err(Error::Fenced), "without an owner");
    assert_eq!(other.write(one(1).at(&mine)).await, Err(Error::Fenced), "by another server");
    let stale = Claim { epoch: mine.epoch + 1, ..mine.clone() };
    assert_eq!(one_store.write(one(1).at(&stale)).await, Err(Error::Fenced), "in another epoch");
    let two = one(1).and(Change::Step(step("harbour-42/1", 2)));
    assert_eq!(other.write(two.at(&mine)).await, Err(Error::Fenced), "several changes");
    one_store.write(one(1).at(&mine)).await.unwrap();

    assert!(other.claim(vec!["harbour-42".into()], 0).await.unwrap().is_empty(), "it is taken");
    assert_eq!(
        one_store.claim(vec!["harbour-42".into()], 0).await.unwrap(),
        std::slice::from_ref(&mine)
    );

    one_store.release(vec![mine.clone()], 500).await.unwrap();
    let theirs = other.claim(vec!["harbour-42".into()], 100).await.unwrap().pop().unwrap();
    assert_eq!(theirs.epoch, mine.epoch + 1);
    assert_eq!(
        theirs.shift_ms,
        mine.shift_ms + 500 - 100,
        "the table's clock goes on where it stood"
    );
    assert_eq!(one_store.write(one(2).at(&mine)).await, Err(Error::Fenced));
    other.write(one(2).at(&theirs)).await.unwrap();
    let (_, members) = other.members().await.unwrap();
    let tables: Vec<u64> = members.iter().map(|member| member.tables).collect();
    assert_eq!(tables, [0, 1]);
}

/// A server that has been fenced writes nothing more, whatever it believes; one whose lease holds is not fenced.
#[tokio::test]
async fn a_fenced_server_writes_nothing() {
    let url = testkit::Postgres::shared().database();
    let (old, new) = (open(&url).await, open(&url).await);
    let mine = with_a_game(&old).await;
    let (_, members) = new.members().await.unwrap();
    old.beat(10).await.unwrap();
    assert!(!new.fence(members[0].id).await.unwrap(), "its lease holds");
    // The lease is set to be past, as after two seconds without a beat.
    common::sql(&url, "UPDATE servers SET until = now() - interval '1 ms' WHERE id = 1").await;
    assert!(new.fence(members[0].id).await.unwrap());
    assert!(new.fence(members[0].id).await.unwrap(), "once and for all");
    assert_eq!(old.write(one(1).at(&mine)).await, Err(Error::Fenced));
    assert_eq!(old.beat(20).await, Err(Error::Fenced));
    assert_eq!(old.claim(vec!["forest-7".into()], 0).await, Err(Error::Fenced));
    assert_eq!(old.is_well().await, Err(Error::Fenced));
    let theirs = new.claim(vec!["harbour-42".into()], 0).await.unwrap().pop().unwrap();
    assert_eq!((theirs.epoch, theirs.shift_ms), (mine.epoch + 1, 10));
    new.write(one(1).at(&theirs)).await.unwrap();
}

/// The fence waits for writes in flight: with a plain `UPDATE` instead, steps slip through after the take-over.
#[tokio::test(flavor = "multi_thread")]
async fn a_fence_waits_for_the_write_in_flight() {
    let url = testkit::Postgres::shared().database();
    let (old, new) = (Arc::new(open(&url).await), open(&url).await);
    let mine = with_a_game(&old).await;
    let mut last = 0;
    let mut holder = mine.clone();
    let writer = {
        let (old, mine) = (Arc::clone(&old), mine.clone());
        tokio::spawn(async move {
            for seq in 1.. {
                match old.write(one(seq).at(&mine)).await {
                    Ok(()) => last = seq,
                    Err(Error::Fenced) => return last,
                    Err(error) => panic!("{error}"),
                }
            }
            unreachable!("it is fenced at some time")
        })
    };
    while new.steps("harbour-42/1", 50, 1).await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    let (_, members) = new.members().await.unwrap();
    loop {
        common::sql(&url, "UPDATE servers SET until = now() - interval '1 ms' WHERE id = 1").await;
        if new.fence(members[0].id).await.unwrap() {
            break;
        }
    }
    // From here on nothing of the old server can appear.
    let at_fence = new.steps("harbour-42/1", 1, 100_000).await.unwrap().len() as u64;
    let acknowledged = writer.await.unwrap();
    holder.epoch = new.claim(vec!["harbour-42".into()], 0).await.unwrap()[0].epoch;
    let after = new.steps("harbour-42/1", 1, 100_000).await.unwrap().len() as u64;
    assert_eq!(at_fence, after);
    assert_eq!(acknowledged, after, "what was acknowledged stands, and nothing else");
    new.write(one(after + 1).at(&holder)).await.unwrap();
}

/// The connection breaks between the commit and its answer: the write is found to stand, once.
#[tokio::test]
async fn an_answer_that_is_lost_is_found_out() {
    let server = testkit::Postgres::shared();
    let url = server.database();
    let wire = testkit::Wire::to(server.port()).await.unwrap();
    let by_wire = url.replace(&format!(":{}/", server.port()), &format!(":{}/", wire.port()));
    let store = open(&by_wire).await;
    let mine = with_a_game(&store).await;
    for seq in 1..=5 {
        wire.swallow_the_next_answer();
        store.write(one(seq).at(&mine)).await.unwrap();
    }
    let several =
        one(6).and(Change::Step(step("harbour-42/1", 7))).put_table(table("harbour-42", 2), 1);
    wire.swallow_the_next_answer();
    store.write(several.at(&mine)).await.unwrap();
    wire.swallow_the_next_answer();
    let end = one(8).finish_game("harbour-42/1", 1000, 100, "over");
    store.write(end.at(&mine)).await.unwrap();
    assert_eq!(wire.swallowed(), 7);
    let all: Vec<_> = (1..=8).map(|seq| step("harbour-42/1", seq)).collect();
    assert_eq!(store.steps("harbour-42/1", 1, 100).await.unwrap(), all);

    // The same step once more is the same step; another one of that number is refused, answer lost or not.
    wire.swallow_the_next_answer();
    store.write(one(8).at(&mine)).await.unwrap();
    let mut another = step("harbour-42/1", 8);
    another.body = "another".into();
    wire.swallow_the_next_answer();
    assert_eq!(store.write(Write::from(Change::Step(another)).at(&mine)).await, Err(Error::Gap));
}

/// A database that is away refuses what was never sent, and takes it again by itself when it is back.
#[tokio::test]
async fn a_database_that_comes_back_is_used_again() {
    let server = testkit::Postgres::start();
    let url = server.database();
    let store = open(&url).await;
    let mine = with_a_game(&store).await;
    store.write(one(1).at(&mine)).await.unwrap();
    server.kill();
    let refused = store.write(one(2).at(&mine)).await;
    assert!(matches!(refused, Err(Error::Failed(_) | Error::Unsure)), "{refused:?}");
    assert!(store.steps("harbour-42/1", 1, 10).await.is_err());
    server.start_again();
    store.write(one(2).at(&mine)).await.unwrap();
    assert_eq!(store.steps("harbour-42/1", 1, 10).await.unwrap().len(), 2);
}

/// Two servers race for the same numbers of many games: each number has one winner, and epochs never fall.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_servers_one_wins_each_number() {
    const GAMES: u64 = 64;
    let rounds: u64 = std::env::var("DAIKAIJU_RACES").map_or(40, |n| n.parse().unwrap());
    let url = testkit::Postgres::shared().database();
    let stores = [Arc::new(open(&url).await), Arc::new(open(&url).await)];
    let name = |n: u64| format!("harbour-{n}");
    for n in 0..GAMES {
        let mine = own(&*stores[0], &name(n)).await;
        let write =
            Write::new().put_table(table(&name(n), 1), 0).start_game(game(&name(n), 1), vec![]);
        stores[0].write(write.at(&mine)).await.unwrap();
    }
    let mut wins = [0_u64; 2];
    for seq in 1..=rounds {
        // Every few rounds some tables change hands, with both servers still writing to all of them.
        let give = |n: u64| (n + seq).is_multiple_of(4);
        let mut claims = Vec::new();
        for n in 0..GAMES {
            let (owner, epoch) = stores[0].owner(&name(n)).await.unwrap().unwrap();
            let now = usize::from(owner.0 == 2);
            let claim = Claim { table: name(n), epoch, shift_ms: 0 };
            if give(n) {
                stores[now].release(vec![claim], 0).await.unwrap();
                let fresh = stores[1 - now].claim(vec![name(n)], 0).await.unwrap().pop().unwrap();
                assert_eq!(fresh.epoch, epoch + 1);
                claims.push(fresh);
            } else {
                claims.push(claim);
            }
        }
        let race: Vec<_> = (0..2)
            .map(|who| {
                let replies: Vec<_> = claims
                    .iter()
                    .map(|claim| {
                        let mut row = step(&format!("{}/1", claim.table), seq);
                        row.body = format!("by {who}");
                        stores[who].write(Write::from(Change::Step(row)).at(claim))
                    })
                    .collect();
                tokio::spawn(async move {
                    let mut won = 0;
                    for reply in replies {
                        match reply.await {
                            Ok(()) => won += 1,
                            Err(error) => assert_eq!(error, Error::Fenced),
                        }
                    }
                    won
                })
            })
            .collect();
        let mut won = 0;
        for (who, task) in race.into_iter().enumerate() {
            let by_it = task.await.unwrap();
            wins[who] += by_it;
            won += by_it;
        }
        assert_eq!(won, GAMES, "each number once");
    }
    assert!(wins.iter().all(|wins| *wins > 0));
    for n in 0..GAMES {
        let sql = format!(
            "SELECT count(*), bool_and(ok) FROM (SELECT epoch >= lag(epoch, 1, 0::bigint) OVER (ORDER BY seq) ok FROM steps WHERE game_id = '{}/1') e",
            name(n)
        );
        assert_eq!(common::counted(&url, &sql).await, (rounds as i64, true));
    }
}

#[tokio::test]
async fn what_cannot_be_used_is_one_sentence() {
    let error = |outcome: Result<Postgres, Error>| outcome.unwrap_err().to_string();
    let bad = error(Postgres::open("postgres://a:secret@[", "one", "0.1.0").await);
    assert!(
        bad.contains("postgres://user:password@host:port/name") && !bad.contains("secret"),
        "{bad}"
    );
    let server = testkit::Postgres::shared();
    let gone = error(Postgres::open(&server.address("nowhere"), "one", "0.1.0").await);
    assert!(gone.contains("database \"nowhere\" does not exist"), "{gone}");
    let nobody =
        error(Postgres::open("postgres://a@127.0.0.1:1/b?sslmode=disable", "one", "0.1.0").await);
    assert!(nobody.starts_with("cannot use the database"), "{nobody}");

    let url = server.database();
    common::sql(&url, "CREATE TABLE recipes (name TEXT)").await;
    let foreign = error(Postgres::open(&url, "one", "0.1.0").await);
    assert!(foreign.contains("tables of something else"), "{foreign}");

    let url = server.database();
    drop(open(&url).await);
    common::sql(&url, "UPDATE cluster SET schema = 99").await;
    assert_eq!(
        Postgres::open(&url, "one", "0.1.0").await.unwrap_err(),
        Error::Newer { found: 99, known: 1 }
    );
}

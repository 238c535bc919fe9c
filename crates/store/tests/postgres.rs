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

/// A write that is on its way holds the row of its server. The fence waits for it; a plain `UPDATE` does not, says that the
/// server is shut out, and the write comes after all.
#[tokio::test]
async fn a_fence_by_plain_update_would_let_a_write_through() {
    let url = testkit::Postgres::shared().database();
    let (old, new) = (open(&url).await, open(&url).await);
    let mine = with_a_game(&old).await;
    let (blocker, watcher) = (common::connect(&url).await, common::connect(&url).await);
    let past = "UPDATE servers SET until = now() - interval '1 ms' WHERE id = 1";
    let is_waiting = async || {
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' \
                   AND datname = current_database()";
        watcher.query_one(sql, &[]).await.unwrap().get::<_, i64>(0)
    };
    for (seq, by_update) in [(1, true), (2, false)] {
        // Somebody holds the key of the step back, so the write is under way for as long as we like.
        blocker.batch_execute("BEGIN").await.unwrap();
        let hold = "INSERT INTO steps (game_id, seq, at_ms, epoch, body) VALUES ('harbour-42/1', $1, 0, 0, '')";
        blocker.execute(hold, &[&(seq as i64)]).await.unwrap();
        let write = old.write(one(seq).at(&mine));
        while is_waiting().await < 1 {
            tokio::task::yield_now().await;
        }
        common::sql(&url, past).await;
        if by_update {
            common::sql(&url, "UPDATE servers SET fenced = true WHERE id = 1 AND until < now()")
                .await;
            blocker.batch_execute("ROLLBACK").await.unwrap();
            assert_eq!(write.await, Ok(()), "shut out, and it writes all the same");
            common::sql(&url, "UPDATE servers SET fenced = false WHERE id = 1").await;
        } else {
            let fence = new.fence(daikaiju_store::ServerId(1));
            while is_waiting().await < 2 {
                tokio::task::yield_now().await;
            }
            blocker.batch_execute("ROLLBACK").await.unwrap();
            assert_eq!(write.await, Ok(()), "it was there before the fence");
            assert!(fence.await.unwrap());
        }
    }
    assert_eq!(old.write(one(3).at(&mine)).await, Err(Error::Fenced));
    assert_eq!(new.steps("harbour-42/1", 1, 10).await.unwrap().len(), 2);
}

/// The answer is lost, and the server is fenced before it can repeat the write: what stood before the fence is not denied.
#[tokio::test]
async fn a_write_that_stood_before_the_fence_is_not_denied() {
    let server = testkit::Postgres::shared();
    let url = server.database();
    let wire = testkit::Wire::to(server.port()).await.unwrap();
    let by_wire = url.replace(&format!(":{}/", server.port()), &format!(":{}/", wire.port()));
    let store = open(&by_wire).await;
    let mine = with_a_game(&store).await;
    // The fence comes with the step itself, so that it lies between the commit and the repetition.
    common::sql(
        &url,
        "CREATE FUNCTION fence() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         UPDATE servers SET fenced = true WHERE id = 1; RETURN NULL; END $$; \
         CREATE TRIGGER fence AFTER INSERT ON steps EXECUTE FUNCTION fence()",
    )
    .await;
    wire.swallow_the_next_answer();
    assert_eq!(store.write(one(1).at(&mine)).await, Ok(()));
    assert_eq!(wire.swallowed(), 1);
    assert_eq!(store.write(one(2).at(&mine)).await, Err(Error::Fenced));
    assert_eq!(store.steps("harbour-42/1", 1, 10).await.unwrap().len(), 1);
}

/// Two versions side by side write what both read; the newer format comes when the older server has gone.
#[tokio::test]
async fn rows_are_written_in_a_format_that_every_living_server_reads() {
    let url = testkit::Postgres::shared().database();
    let old = open(&url).await;
    assert_eq!(old.raise_format().await, Ok(1));
    let new = Postgres::open_reading(&url, "two", "0.2.0", 1..=2).await.unwrap();
    assert_eq!(new.raise_format().await, Ok(1), "the old one is still there");
    old.leave().await.unwrap();
    assert_eq!(new.raise_format().await, Ok(2));
    let late = Postgres::open(&url, "three", "0.1.0").await.unwrap_err();
    assert_eq!(late, Error::Newer { found: 2, known: 1 });
    assert_eq!(old.rejoin().await, Err(Error::Newer { found: 2, known: 1 }));
    let (_, members) = new.members().await.unwrap();
    assert_eq!(members.iter().filter(|member| !member.fenced).count(), 1);
}

/// During an update a page of one version asks a server of another for the rest of itself.
#[tokio::test]
async fn files_of_the_page_are_kept_until_no_server_has_named_them_for_days() {
    let url = testkit::Postgres::shared().database();
    let (old, new) = (open(&url).await, open(&url).await);
    let name = |version: &str| format!("assets/{version}/web.js");
    old.keep_assets(vec![(name("v1"), b"one".to_vec())]).await.unwrap();
    new.keep_assets(vec![(name("v2"), b"two".to_vec())]).await.unwrap();
    new.keep_assets(vec![(name("v2"), b"two".to_vec())]).await.unwrap();
    assert_eq!(new.asset(&name("v1")).await, Ok(Some(b"one".to_vec())));
    assert_eq!(old.asset(&name("v2")).await, Ok(Some(b"two".to_vec())));
    assert_eq!(old.asset(&name("v3")).await, Ok(None));
    common::sql(&url, "UPDATE assets SET seen = now() - interval '3 days'").await;
    assert_eq!(new.touch_assets(vec![name("v2")]).await, Ok(1));
    assert_eq!(new.asset(&name("v1")).await, Ok(None));
    assert_eq!(new.asset(&name("v2")).await, Ok(Some(b"two".to_vec())));
}

/// A database on another machine: the connection is encrypted, and only with a certificate that is known.
#[tokio::test]
async fn a_remote_database_is_reached_encrypted_and_by_its_certificate() {
    let server = testkit::Postgres::start_guarded("sesame");
    let url = server.database();
    let store = open(&url).await;
    let mine = with_a_game(&store).await;
    store.write(one(1).at(&mine)).await.unwrap();
    let error = async |url: String| {
        let error = Postgres::open(&url, "one", "0.1.0").await.unwrap_err().to_string();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(
            error.starts_with("cannot use the database: ") && !error.contains("sesame"),
            "{error}"
        );
        error
    };
    // The system's roots do not know it.
    let (plain, _) = url.split_once('?').unwrap();
    let unknown = error(format!("{plain}?sslmode=require")).await;
    assert!(unknown.contains("certificate"), "{unknown}");
    let wrong = error(url.replace("daikaiju:sesame", "daikaiju:open")).await;
    assert!(wrong.contains("password authentication failed"), "{wrong}");
    let unsafe_mode = error(format!("{plain}?sslmode=prefer")).await;
    assert!(unsafe_mode.contains("sslmode is `disable`, or `require`"), "{unsafe_mode}");
    let no_file = error(format!("{plain}?sslrootcert=/nowhere.pem")).await;
    assert!(no_file.contains("/nowhere.pem"), "{no_file}");
    // A server without encryption is not spoken to in the clear.
    let open_door = testkit::Postgres::shared().database();
    let (plain, _) = open_door.split_once('?').unwrap();
    let certificate = server.certificate();
    let clear = error(format!("{plain}?sslrootcert={}", certificate.display())).await;
    assert!(clear.contains("TLS"), "{clear}");
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

/// Two servers race for the same numbers of many games, both in good faith: each number has one winner, and epochs never
/// fall. `DAIKAIJU_RACES=1000000` for the million.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_servers_one_wins_each_number() {
    const GAMES: usize = 256;
    let races: usize = std::env::var("DAIKAIJU_RACES").map_or(20_000, |n| n.parse().unwrap());
    let rounds = races.div_ceil(2 * GAMES) as u64;
    let url = testkit::Postgres::shared().database();
    let stores = [Arc::new(open(&url).await), Arc::new(open(&url).await)];
    let names: Vec<String> = (0..GAMES).map(|n| format!("harbour-{n}")).collect();
    let mut claims = stores[0].claim(names.clone(), 0).await.unwrap();
    let mut owners = vec![0_usize; GAMES];
    for claim in &claims {
        let write = Write::new()
            .put_table(table(&claim.table, 1), 0)
            .start_game(game(&claim.table, 1), vec![]);
        stores[0].write(write.at(claim)).await.unwrap();
    }
    let mut wins = [0; 2];
    for seq in 1..=rounds {
        // In every round a quarter of the tables change hands.
        let held = owners.clone();
        for from in 0..2 {
            let given: Vec<usize> = (0..GAMES)
                .filter(|n| held[*n] == from && (*n as u64 + seq).is_multiple_of(4))
                .collect();
            let old: Vec<Claim> = given.iter().map(|n| claims[*n].clone()).collect();
            stores[from].release(old.clone(), 0).await.unwrap();
            let names = old.iter().map(|claim| claim.table.clone()).collect();
            let fresh = stores[1 - from].claim(names, 0).await.unwrap();
            for n in given {
                let new = fresh.iter().find(|claim| claim.table == claims[n].table).unwrap();
                assert_eq!(new.epoch, claims[n].epoch + 1);
                claims[n] = new.clone();
                owners[n] = 1 - from;
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
                    let mut won = Vec::new();
                    for reply in replies {
                        match reply.await {
                            Ok(()) => won.push(true),
                            Err(error) => {
                                assert_eq!(error, Error::Fenced);
                                won.push(false);
                            }
                        }
                    }
                    won
                })
            })
            .collect();
        let mut won = Vec::new();
        for task in race {
            won.push(task.await.unwrap());
        }
        for n in 0..GAMES {
            assert!(won[0][n] != won[1][n], "number {seq} of game {n} has one winner");
            assert!(won[owners[n]][n], "its owner");
            wins[owners[n]] += 1;
        }
    }
    assert!(wins.iter().all(|wins| *wins > 0));
    let sql = "SELECT count(*), bool_and(ok) FROM (SELECT epoch >= lag(epoch, 1, 0::bigint) \
               OVER (PARTITION BY game_id ORDER BY seq) AND seq = row_number() OVER (PARTITION BY game_id ORDER BY seq) ok \
               FROM steps) e";
    assert_eq!(common::counted(&url, sql).await, (GAMES as i64 * rounds as i64, true));
    println!("{} writes raced for {} numbers", 2 * GAMES as u64 * rounds, GAMES as u64 * rounds);
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
        Error::Newer { found: 99, known: 2 }
    );
}

//! What a PostgreSQL store has besides the contract: several servers, fences, a connection that breaks.

mod common;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{game, own, step, table};
use daikaiju_store::{Change, Claim, Entry, Error, Postgres, Store, Write};

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
    let members = Postgres::members_at(&url).await.unwrap();
    let tables: Vec<_> = members.iter().map(|member| member.tables).collect();
    assert_eq!(tables, [Some(0), Some(1)]);
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
        // One that has to wait for too long is tried again.
        if new.fence(members[0].id).await.unwrap_or(false) {
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
            if fence.await.is_err() {
                // It had to wait for too long on a busy machine.
                assert!(new.fence(daikaiju_store::ServerId(1)).await.unwrap());
            }
        }
    }
    assert_eq!(old.write(one(3).at(&mine)).await, Err(Error::Fenced));
    assert_eq!(new.steps("harbour-42/1", 1, 10).await.unwrap().len(), 2);
}

/// All connections end with the database, and nobody beats while it is away: for a while after a restart neither that a server
/// has no connection nor that its lease is past says anything. One that comes back in its place knows better.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_fenced_because_the_database_was_away() {
    let server = testkit::Postgres::start();
    let url = server.database();
    let old = Postgres::open(&url, "one", "0.1.0").await.unwrap();
    let other = Postgres::open(&url, "two", "0.1.0").await.unwrap();
    let before = other.beat(0).await.unwrap().connection;
    assert_eq!(other.beat(1).await.unwrap().connection, before);
    tokio::task::block_in_place(|| {
        server.kill();
        server.start_again();
    });
    let (me, members) = loop {
        match other.members().await {
            Ok(members) => break members,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    let dead = members.iter().find(|member| member.id != me).unwrap().id;
    // It last beat a moment before the restart, or long before.
    for ago in ["0.1 s", "3 s"] {
        let until = format!("pg_postmaster_start_time() - interval '{ago}' + interval '2 s'");
        common::sql(&url, &format!("UPDATE servers SET until = {until} WHERE id = {}", dead.0))
            .await;
        if other.fence(dead).await.unwrap() {
            let sql = "SELECT extract(epoch FROM now() - pg_postmaster_start_time())::int8, true";
            let (up, _) = common::counted(&url, sql).await;
            assert!(6 <= up, "{up} s after a restart a living server was shut out");
        }
    }
    other.beat(2).await.unwrap();
    assert!(before < other.beat(3).await.unwrap().connection, "it had to connect anew");
    let heir = Postgres::open(&url, "one", "0.1.0").await.unwrap();
    assert!(heir.fence(dead).await.unwrap(), "its predecessor is gone in any case");
    drop(old);
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

/// A server that hears nobody does not enter a cluster whose servers hear each other; its own predecessor is no hindrance.
#[tokio::test]
async fn a_server_without_a_wire_does_not_enter_a_cluster_that_has_one() {
    let url = testkit::Postgres::shared().database();
    let wired = Entry { wired: true, ..Entry::new("one", "0.1.0") };
    let first = Postgres::open_as(&url, wired).await.unwrap();
    let refused = Postgres::open(&url, "two", "0.1.0").await.unwrap_err().to_string();
    assert!(refused.contains("the server one on it is in a cluster with NATS"), "{refused}");
    assert_eq!(Postgres::members_at(&url).await.unwrap().len(), 1, "nothing has changed");
    drop(open(&url).await);
    first.leave().await.unwrap();
    drop(Postgres::open(&url, "two", "0.1.0").await.unwrap());
}

/// Two versions side by side write what both read; the newer format comes when the older server has gone.
#[tokio::test]
async fn rows_are_written_in_a_format_that_every_living_server_reads() {
    let url = testkit::Postgres::shared().database();
    let old = open(&url).await;
    assert_eq!(old.raise_format().await, Ok(1));
    let newer = Entry { reads: 1..=2, ..Entry::new("two", "0.2.0") };
    let new = Postgres::open_as(&url, newer).await.unwrap();
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

/// Nothing comes over the connection any more, though nobody hangs up: another one is made, and the write found out. If
/// nothing comes over that one either, nobody is told that nothing has changed.
#[tokio::test]
async fn a_connection_over_which_nothing_comes_is_given_up() {
    let server = testkit::Postgres::shared();
    let url = server.database();
    let wire = testkit::Wire::to(server.port()).await.unwrap();
    let by_wire = url.replace(&format!(":{}/", server.port()), &format!(":{}/", wire.port()));
    let store = open(&by_wire).await;
    let mine = with_a_game(&store).await;
    store.beat(1).await.unwrap();
    let within = async |seconds, reply: daikaiju_store::Reply<()>| {
        tokio::time::timeout(Duration::from_secs(seconds), reply).await.expect("it answers")
    };
    // Those that there are hear nothing more, new ones do.
    wire.set_held(true);
    wire.set_held(false);
    let (write, beat) = (store.write(one(1).at(&mine)), store.beat(2));
    let beat = tokio::time::timeout(Duration::from_millis(1900), beat).await;
    assert!(beat.expect("a lease does not wait that long").is_ok());
    assert_eq!(within(9, write).await, Ok(()));

    wire.set_held(true);
    let write = within(15, store.write(one(2).at(&mine))).await;
    assert_eq!(write, Err(Error::Unsure));
    assert!(store.claim(vec!["forest-7".into()], 0).await.is_err());
    wire.set_held(false);
    within(9, store.write(one(2).at(&mine))).await.unwrap();
    assert_eq!(store.steps("harbour-42/1", 1, 10).await.unwrap().len(), 2);
}

/// What a broken connection of a server has left under way keeps it from being told that the server has left.
#[tokio::test]
async fn a_server_that_leaves_waits_for_its_writes() {
    let url = testkit::Postgres::shared().database();
    let store = open(&url).await;
    let (write, watcher) = (common::connect(&url).await, common::connect(&url).await);
    write.batch_execute("BEGIN; SELECT 1 FROM servers WHERE id = 1 FOR KEY SHARE").await.unwrap();
    let mut leave = store.leave();
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' \
                 AND datname = current_database()";
    while watcher.query_one(waits, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        let early = tokio::time::timeout(Duration::from_millis(5), &mut leave).await;
        assert!(early.is_err(), "it does not wait");
    }
    write.batch_execute("ROLLBACK").await.unwrap();
    leave.await.unwrap();
    assert_eq!(store.beat(1).await, Err(Error::Fenced));
}

/// What many want at once is claimed by one statement, and each gets what is its own.
#[tokio::test]
async fn many_claims_at_once_are_shared_out() {
    let url = testkit::Postgres::shared().database();
    let (one, other) = (open(&url).await, open(&url).await);
    own(&other, "harbour-7").await;
    let wishes: Vec<_> = (0..600).map(|n| vec![format!("harbour-{}", n % 300)]).collect();
    let replies: Vec<_> = wishes.iter().map(|wish| one.claim(wish.clone(), 5)).collect();
    for (wish, reply) in wishes.iter().zip(replies) {
        let claims = reply.await.unwrap();
        let taken = wish[0] == "harbour-7";
        assert_eq!(claims.len(), usize::from(!taken), "{wish:?}");
        assert!(claims.iter().all(|claim| claim.table == wish[0] && claim.epoch == 1));
    }
    let both = vec!["forest-1".into(), "harbour-7".into(), "harbour-8".into()];
    let claims = one.claim(both, 5).await.unwrap();
    let names: Vec<&str> = claims.iter().map(|claim| claim.table.as_str()).collect();
    assert_eq!(names, ["forest-1", "harbour-8"]);
}

/// A server that was shut out and owns nothing any more is forgotten; the clock of all does not fall by that.
#[tokio::test]
async fn servers_that_are_gone_are_forgotten() {
    let url = testkit::Postgres::shared().database();
    let (owner, empty, living) = (open(&url).await, open(&url).await, open(&url).await);
    own(&owner, "harbour-42").await;
    owner.beat(10).await.unwrap();
    empty.beat(90).await.unwrap();
    owner.leave().await.unwrap();
    empty.leave().await.unwrap();
    let numbers = async || {
        living.forget(common::older_than(0, 0)).await.unwrap();
        let members = Postgres::members_at(&url).await.unwrap();
        members.iter().map(|member| member.id.0).collect::<Vec<_>>()
    };
    assert_eq!(numbers().await, [1, 2, 3], "nobody's clock is as late as the second's");
    living.beat(100).await.unwrap();
    assert_eq!(numbers().await, [1, 3], "the first one's table remembers its clock");
    assert_eq!(living.clock().await, Ok(100));
    own(&living, "harbour-42").await;
    assert_eq!(numbers().await, [3]);
    assert_eq!(empty.beat(1).await, Err(Error::Fenced));
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

/// Two servers write to the same games by whatever right they last had, while tables change hands and servers are shut out
/// without waiting for them: each number has one winner, nothing else is stored, and epochs never fall along a game.
/// `DAIKAIJU_RACES=1000000` for the million.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_servers_that_race_one_wins_each_number() {
    const GAMES: usize = 64;
    let races: usize = std::env::var("DAIKAIJU_RACES").map_or(20_000, |n| n.parse().unwrap());
    let url = testkit::Postgres::shared().database();
    let stores = [Arc::new(open(&url).await), Arc::new(open(&url).await)];
    let names: Vec<String> = (0..GAMES).map(|n| format!("harbour-{n:02}")).collect();
    let claims = stores[0].claim(names.clone(), 0).await.unwrap();
    for claim in &claims {
        let write = Write::new()
            .put_table(table(&claim.table, 1), 0)
            .start_game(game(&claim.table, 1), vec![]);
        stores[0].write(write.at(claim)).await.unwrap();
    }
    // What each believes to own. Nobody tells it when that is over.
    let believed = Arc::new([Mutex::new(claims.clone()), Mutex::new(claims)]);
    let heads: Arc<Vec<AtomicU64>> = Arc::new((0..GAMES).map(|_| AtomicU64::new(0)).collect());
    let tried = Arc::new(AtomicUsize::new(0));
    let race = |who: usize| {
        let (store, believed) = (Arc::clone(&stores[who]), Arc::clone(&believed));
        let (heads, tried) = (Arc::clone(&heads), Arc::clone(&tried));
        tokio::spawn(async move {
            let (mut won, mut lost) = (Vec::new(), 0_u64);
            while tried.fetch_add(GAMES, Ordering::Relaxed) < races {
                let claims = believed[who].lock().unwrap().clone();
                let write = |(n, claim): (usize, &Claim)| {
                    let seq = heads[n].load(Ordering::Relaxed) + 1;
                    let mut row = step(&format!("{}/1", claim.table), seq);
                    row.body = format!("by {who} in {}", claim.epoch);
                    (n, row.clone(), store.write(Write::from(Change::Step(row)).at(claim)))
                };
                let replies: Vec<_> = claims.iter().enumerate().map(write).collect();
                for (n, row, reply) in replies {
                    match reply.await {
                        Ok(()) => {
                            heads[n].fetch_max(row.seq, Ordering::Relaxed);
                            won.push(row);
                        }
                        Err(Error::Fenced | Error::Conflict | Error::Gap) => lost += 1,
                        Err(error) => panic!("{error}"),
                    }
                }
            }
            (won, lost)
        })
    };
    let races_on = [race(0), race(1)];
    let (mut turns, mut fences) = (0_usize, 0);
    while tried.load(Ordering::Relaxed) < races {
        let (from, to) = (turns % 2, 1 - turns % 2);
        let held = believed[from].lock().unwrap().clone();
        let mut claimed = if turns % 16 == 15 {
            // The lease is past, and the other one shuts it out in the middle of its writes.
            let (number, _) = stores[from].members().await.unwrap();
            let past = "UPDATE servers SET until = now() - interval '1 ms' WHERE id =";
            common::sql(&url, &format!("{past} {}", number.0)).await;
            while !stores[to].fence(number).await.unwrap_or(false) {}
            let claimed = stores[to].claim(names.clone(), 0).await.unwrap();
            stores[from].rejoin().await.unwrap();
            fences += 1;
            claimed
        } else {
            let given: Vec<Claim> = held.into_iter().skip(turns % 4).step_by(4).collect();
            let wanted = given.iter().map(|claim| claim.table.clone()).collect();
            let released = stores[from].release(given, 0);
            let claimed = stores[to].claim(wanted, 0).await.unwrap();
            released.await.unwrap();
            claimed
        };
        claimed.sort_by(|a, b| a.table.cmp(&b.table));
        let mut believed = believed[to].lock().unwrap();
        for claim in claimed {
            let own = believed.iter_mut().find(|own| own.table == claim.table).unwrap();
            *own = claim;
        }
        turns += 1;
    }
    let (mut won, mut lost) = (Vec::new(), 0);
    for race in races_on {
        let (wins, losses) = race.await.unwrap();
        assert!(!wins.is_empty() && 0 < losses, "both win and lose");
        won.extend(wins);
        lost += losses;
    }
    // What was acknowledged stands, and nothing else does.
    won.sort_by(|a, b| (&a.game, a.seq).cmp(&(&b.game, b.seq)));
    let mut stored = Vec::new();
    for name in &names {
        stored.extend(stores[0].steps(&format!("{name}/1"), 1, u32::MAX).await.unwrap());
    }
    assert!(won == stored, "{} numbers won, {} stored", won.len(), stored.len());
    let sql = "SELECT count(*), bool_and(ok) FROM (SELECT epoch >= lag(epoch, 1, 0::bigint) \
               OVER (PARTITION BY game_id ORDER BY seq) AND seq = row_number() OVER (PARTITION BY game_id ORDER BY seq) ok \
               FROM steps) e";
    assert_eq!(common::counted(&url, sql).await, (won.len() as i64, true));
    assert!(turns < 16 || 0 < fences);
    println!(
        "{} numbers won, {lost} writes refused, {turns} changes of owners, {fences} fences",
        won.len()
    );
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
        Error::Newer { found: 99, known: 3 }
    );
}

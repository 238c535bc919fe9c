//! Several servers on one database: this one's lease, and the tables of those that are gone.
//!
//! A server beats twice a second. Whoever misses its beats is fenced by the others, which then share its tables out among
//! themselves; the store sees to it that a fenced server writes nothing more, whatever it believes. A server that finds
//! itself fenced (it was stopped for a while, or cut off) drops what it had, tells its visitors to come back, and enters
//! the cluster anew under another number.

pub(crate) mod letter;
mod router;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use store::{Error, Member, Postgres, ServerId};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::clock::wall_ms;
use crate::hall::Hall;
use crate::serve::Failure;
use crate::table::Mail;

pub(crate) use router::Router;

/// How often the lease is renewed, and for how long it holds.
const BEAT: Duration = Duration::from_millis(500);
const LEASE_MS: i64 = 2000;

/// A server may shut out others only after this many good beats in a row. Its own predecessor, at the same address, it knows
/// to be gone.
const GOOD_BEATS: u32 = 5;

/// Whoever was last heard before those beats began may have been kept from beating by what kept this server from it: the
/// database was away. It has this long to come back, and longer if it can be heard over the wire, for then it lives.
const BACK_WITHIN: Duration = Duration::from_secs(6);
const HEARD_BACK_WITHIN: Duration = Duration::from_secs(20);

/// A living server's lease never has less left than this.
const MISSED_MS: i64 = 1400;

/// A server whose wall clock is further than this from the database's owns no tables.
const SKEW_MS: i64 = 5000;

/// Running tables without an owner are looked for at every so manieth beat, though nobody seems to have gone.
const LOOK_EVERY: u32 = 20;

/// How long a start waits until it hears the others.
const MEET_WITHIN: Duration = Duration::from_secs(6);

/// Renews the lease until the server stops, and takes over what others leave.
pub(crate) async fn belong(hall: Arc<Hall>, mut stopped: watch::Receiver<bool>) {
    if !hall.store.is_shared() {
        return;
    }
    let mut beats = tokio::time::interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut streak = Streak::default();
    let mut outlook = Outlook::default();
    loop {
        let is_beat = tokio::select! {
            _ = beats.tick() => true,
            () = alarm(&hall) => false,
            _ = stopped.changed() => return,
        };
        if is_beat {
            renew(&hall, &mut streak).await;
        }
        if 0 < streak.beats
            && !hall.is_stopping()
            && let Err(error) = take_over(&hall, &streak, &mut outlook).await
        {
            tracing::warn!(%error, "the other servers could not be looked at");
        }
    }
}

/// Renews the lease while something is done that may take longer than it holds.
pub(crate) async fn beat_during(hall: &Arc<Hall>, work: impl Future<Output = ()>) {
    let beats = async {
        while hall.store.is_shared() {
            renew(hall, &mut Streak::default()).await;
            tokio::time::sleep(BEAT).await;
        }
        std::future::pending().await
    };
    tokio::select! { () = work => {}, () = beats => {} }
}

/// What a server knows of the others from one look to the next.
#[derive(Default)]
struct Outlook {
    /// The others that lived; nothing before the first look.
    living: Option<Vec<ServerId>>,
    /// The running tables that nobody owned.
    free: Vec<String>,
    /// Somebody has gone, and what they left has not been looked for.
    has_lost: bool,
    looks: u32,
}

/// The beats in a row that were good, over one connection.
#[derive(Default)]
struct Streak {
    beats: u32,
    since: Option<Instant>,
    connection: u64,
}

impl Streak {
    /// A beat over this connection was good.
    fn go_on(&mut self, connection: u64) {
        if self.beats == 0 || self.connection != connection {
            *self = Self { beats: 0, since: Some(Instant::now()), connection };
        }
        self.beats += 1;
    }

    /// Whether a server that has been silent for so long may be shut out: it was heard while this one beat as it should, and
    /// is not any more; or it has had all the time that it needs to come back.
    fn tells_dead(&self, silent: Duration, is_heard: bool) -> bool {
        let lasted = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        let back_within = if is_heard { HEARD_BACK_WITHIN } else { BACK_WITHIN };
        GOOD_BEATS <= self.beats && (silent + BEAT < lasted || back_within <= lasted)
    }
}

/// Renews the lease.
async fn renew(hall: &Arc<Hall>, streak: &mut Streak) {
    let beat = hall.store.beat(hall.clock.now_ms());
    match tokio::time::timeout(2 * BEAT, beat).await {
        Ok(Ok(beat)) => {
            hall.renew_lease();
            if compare_clocks(hall, beat.now_ms) {
                step_down(hall).await;
            }
            return streak.go_on(beat.connection);
        }
        Ok(Err(Error::Fenced)) => {
            tracing::error!(
                "this server was shut out: it did not renew its lease in time; it comes back empty"
            );
            hall.let_go().await;
            come_back(hall).await;
        }
        Ok(Err(error)) => tracing::warn!(%error, "the lease could not be renewed"),
        Err(_) => tracing::warn!("the database does not answer"),
    }
    *streak = Streak::default();
}

/// A server seems to be gone. Looked at once, but not again and again.
async fn alarm(hall: &Hall) {
    match hall.router() {
        Some(router) => {
            router.alarm.notified().await;
            tokio::time::sleep(BEAT / 10).await;
        }
        None => std::future::pending().await,
    }
}

/// Listens under the number that this server has in the store.
pub(crate) async fn listen(hall: &Arc<Hall>, router: &Arc<Router>) -> Result<(), Failure> {
    let members = hall.store.members().await;
    let (own, _) = members.map_err(|error| Failure::new(error.to_string()))?;
    router.listen(hall, own).await.map_err(Failure::new)
}

/// All servers on one database hear each other. Those at another NATS, or at none, would be a cluster of their own on it.
pub(crate) async fn meet(hall: &Arc<Hall>, router: &Arc<Router>) -> Result<(), Failure> {
    let wrong = |error: Error| Failure::new(error.to_string());
    let until = Instant::now() + MEET_WITHIN;
    loop {
        match hall.store.beat(hall.clock.now_ms()).await {
            Ok(_) => {}
            // A start that takes longer than its lease begins it anew.
            Err(Error::Fenced) => {
                hall.store.rejoin().await.map_err(wrong)?;
                listen(hall, router).await?;
            }
            Err(error) => return Err(wrong(error)),
        }
        let (me, members) = hall.store.members().await.map_err(wrong)?;
        let lives = |other: &&Member| other.id != me && !other.fenced && MISSED_MS <= other.left_ms;
        let others: Vec<ServerId> = members.iter().filter(lives).map(|other| other.id).collect();
        let Some(deaf) = members.iter().filter(lives).find(|other| !router.hears(other.id)) else {
            return Ok(());
        };
        if until <= Instant::now() {
            let _ = hall.store.leave().await;
            return Err(Failure::new(format!(
                "the server {} is on this database but cannot be heard over this NATS: all servers on a database need the \
                 same one",
                deaf.name
            )));
        }
        // They may be waiting for this one just as well.
        router.beat(&others);
        tokio::time::sleep(BEAT / 5).await;
    }
}

/// The first beat of all: a server whose wall clock is wrong owns nothing from the beginning.
pub(crate) async fn enter(hall: &Hall) -> Result<(), Failure> {
    if !hall.store.is_shared() {
        return Ok(());
    }
    match hall.store.beat(hall.clock.now_ms()).await {
        Ok(beat) => {
            hall.renew_lease();
            compare_clocks(hall, beat.now_ms);
            Ok(())
        }
        // A start that takes longer than its lease begins it anew, at the first beat.
        Err(Error::Fenced) => Ok(()),
        Err(error) => Err(Failure::new(error.to_string())),
    }
}

/// The wall clock has become wrong: others may have the tables of this server, which comes back without any.
async fn step_down(hall: &Arc<Hall>) {
    hall.let_go().await;
    match hall.store.leave().await {
        Ok(()) => come_back(hall).await,
        Err(error) => tracing::warn!(%error, "this server could not let go of its tables yet"),
    }
}

/// Others have the tables of this server by now, or may have them.
async fn come_back(hall: &Arc<Hall>) {
    if let Err(error) = hall.store.rejoin().await {
        tracing::warn!(%error, "the cluster could not be entered again yet");
        return;
    }
    if let Some(router) = hall.router()
        && let Err(failure) = listen(hall, router).await
    {
        tracing::error!(%failure, "the other servers cannot be heard");
    }
}

/// Compares the machine's wall clock with the database's; says whether it has become wrong.
fn compare_clocks(hall: &Hall, database_ms: i64) -> bool {
    let off_ms = wall_ms() - database_ms;
    let is_off = SKEW_MS < off_ms.abs();
    let was_off = hall.lease.is_off();
    if is_off && !was_off {
        tracing::error!(
            off_ms,
            "this machine's clock is not the database's: no tables are taken until it is set right"
        );
    }
    hall.lease.set_off(is_off);
    is_off && !was_off
}

/// Shuts out whoever is dead, and wakes this server's share of the running tables that have no owner. What was free at
/// the last look already is taken whoever's share it was. Says what was free.
async fn take_over(hall: &Arc<Hall>, streak: &Streak, outlook: &mut Outlook) -> Result<(), Error> {
    let (me, members) = hall.store.members().await?;
    let name = members.iter().find(|member| member.id == me).map(|member| &member.name);
    let mut others = Vec::new();
    let mut heirs = vec![me];
    for member in members.iter().filter(|other| other.id != me && !other.fenced) {
        let is_predecessor = Some(&member.name) == name;
        let silent_ms = u64::try_from(LEASE_MS - member.left_ms).unwrap_or(0);
        let is_heard = hall.router().is_some_and(|router| router.hears(member.id));
        let may_fence =
            is_predecessor || streak.tells_dead(Duration::from_millis(silent_ms), is_heard);
        let is_fenced = if member.left_ms < MISSED_MS && may_fence {
            // One that is at work on a write, or whose lease holds after all, is looked at again at the next beat.
            hall.store.fence(member.id).await.unwrap_or_else(|error| {
                tracing::warn!(%error, server = member.id.0, "a server could not be shut out yet");
                false
            })
        } else {
            false
        };
        if is_fenced {
            tracing::warn!(server = member.id.0, name = member.name, "a server is gone");
            outlook.has_lost = true;
            continue;
        }
        others.push(member.id);
        if 0 < member.left_ms {
            heirs.push(member.id);
        }
    }
    // Those who follow its tables need another owner, and its visitors are no longer at ours.
    let is_first = outlook.living.is_none();
    let known = outlook.living.replace(others.clone()).unwrap_or_default();
    let gone: Vec<_> = known.into_iter().filter(|server| !others.contains(server)).collect();
    for &gone in &gone {
        hall.tell_gone(gone);
        hall.connections.note(gone, Vec::new());
    }
    if let Some(router) = hall.router() {
        router.beat(&others);
        share_limits(hall, router);
    }
    outlook.has_lost |= is_first || !gone.is_empty();
    // Perhaps the last one of an older version.
    if (is_first || !gone.is_empty())
        && let Err(error) = hall.store.raise_format().await
    {
        tracing::warn!(%error, "the format of rows could not be raised");
    }
    // To look through all running tables is not cheap: it is done when there is a reason to, and now and then without one.
    outlook.looks = outlook.looks.wrapping_add(1);
    let has_reason = outlook.has_lost || !outlook.free.is_empty();
    if !has_reason && !outlook.looks.is_multiple_of(LOOK_EVERY) {
        return Ok(());
    }
    let free = hall.store.free_tables().await?;
    outlook.has_lost = false;
    let seen = std::mem::replace(&mut outlook.free, free);
    if hall.lease.is_off() {
        return Ok(());
    }
    for table in &outlook.free {
        if heir(table, &heirs) == Some(me) || seen.contains(table) {
            hall.deliver(table.clone(), Mail::Free);
        }
    }
    Ok(())
}

/// Tells the other servers who has taken much of which limit here.
fn share_limits(hall: &Hall, router: &Arc<Router>) {
    let servers = 1 + router.others();
    hall.requests.share(servers);
    hall.creations.share(servers);
    hall.voices.share(servers);
    let (requests, creations) = (hall.requests.untold(), hall.creations.untold());
    let ((talk, people), connections) = (hall.voices.untold(), hall.connections.crowds());
    router.tell(&letter::Item::Used { requests, creations, talk, people, connections });
}

/// Whose share a table is: the one whose number and the table's name together hash highest, so that all servers agree
/// without asking each other.
fn heir(table: &str, living: &[ServerId]) -> Option<ServerId> {
    let weight = |server: &&ServerId| {
        let mut hasher = DefaultHasher::new();
        (table, server.0).hash(&mut hasher);
        hasher.finish()
    };
    living.iter().max_by_key(weight).copied()
}

/// Show the servers that share a database.
#[derive(Args, Clone, Debug)]
pub struct ClusterArgs {
    /// The database: postgres://user:password@host/name
    #[arg(long, env = "DAIKAIJU_DATABASE", value_name = "URL", hide_env_values = true)]
    pub database: String,
    /// Show which server owns which table as well
    #[arg(long)]
    pub tables: bool,
}

/// Prints who is in the cluster.
///
/// # Errors
/// One sentence: nobody answers there, or it is not the database of a cluster.
pub fn cluster(args: &ClusterArgs) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(error.to_string()))?;
    let members = runtime.block_on(Postgres::members_at(&args.database));
    let members = members.map_err(|error| Failure::new(error.to_string()))?;
    let owned = match args.tables {
        true => runtime
            .block_on(Postgres::owners_at(&args.database))
            .map_err(|error| Failure::new(error.to_string()))?,
        false => Vec::new(),
    };
    // Whoever is gone and owns nothing is only a number that will not be used again.
    for member in members.iter().filter(|member| !member.fenced || member.tables != Some(0)) {
        let Member { id: ServerId(id), name, program, left_ms, tables, fenced, .. } = member;
        let state = match fenced {
            true => "shut out".to_owned(),
            false if *left_ms < 0 => format!("silent for {} ms", -left_ms),
            false => format!("lives, lease {left_ms} ms, beat {} ms ago", LEASE_MS - left_ms),
        };
        let tables = tables.unwrap_or(0);
        println!("{id}  {name}  {program}  {state}  {tables} tables");
        for (_, table, epoch) in owned.iter().filter(|(owner, ..)| owner.0 == *id) {
            println!("    {table}  epoch {epoch}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_shared_out_and_all_servers_agree() {
        let living = [1, 2, 3].map(ServerId);
        let turned = [3, 2, 1].map(ServerId);
        let mut share = [0; 4];
        for n in 0..900 {
            let table = format!("harbour-{n}");
            let heir = heir(&table, &living).unwrap();
            assert_eq!(Some(heir), super::heir(&table, &turned));
            share[heir.0 as usize] += 1;
        }
        assert!(share[1..].iter().all(|&tables| (200..400).contains(&tables)), "{share:?}");
        assert_eq!(heir("harbour-1", &[]), None);
    }
}

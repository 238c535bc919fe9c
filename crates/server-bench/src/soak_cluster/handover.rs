//! How fast the running tables of a server that goes have other owners, and take answers again.

use std::time::{Duration, Instant};

use engine::Seat;
use futures_util::StreamExt;
use futures_util::future::join_all;
use protocol::{BotLevel, Command, Options};
use server::Failure;

use super::{Field, SoakClusterArgs, failed, living};
use crate::client::{Ended, Http, Player};
use crate::soak::AT_ONCE;

engine::listed! {
    /// How a server goes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Way {
        /// It is asked to stop (SIGTERM).
        Terminate,
        /// It is killed (SIGKILL).
        Kill,
        /// It stands still (SIGSTOP).
        Stop,
    }
}

impl Way {
    /// Within how many milliseconds all its tables have other owners.
    fn within_ms(self) -> u64 {
        match self {
            Self::Terminate => 300,
            Self::Kill => 1500,
            Self::Stop => 3000,
        }
    }
}

/// How fast the tables of a server that went had other owners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handover {
    /// How it went.
    pub way: Way,
    /// How many running tables it owned.
    pub tables: usize,
    /// After so many milliseconds none of them was its own any more.
    pub owned_ms: u64,
    /// After so many milliseconds each had taken an answer.
    pub answered_ms: u64,
    /// How many of them each of the others has now.
    pub shares: Vec<u64>,
}

/// Measures all ways, each on a cluster of its own.
pub(super) async fn measure(
    args: &SoakClusterArgs,
    tables: usize,
) -> Result<Vec<Handover>, Failure> {
    let mut all = Vec::new();
    for way in Way::ALL {
        let handover = one(args, tables, way).await?;
        let Handover { owned_ms, answered_ms, shares, .. } = &handover;
        println!(
            "{way:?}: {tables} tables have other owners after {owned_ms} ms ({shares:?}), and each took an answer after \
             {answered_ms} ms"
        );
        let within = way.within_ms() * args.patience;
        if within < *owned_ms {
            return Err(Failure::new(format!("that is more than {within} ms")));
        }
        let fair = (tables / shares.len().max(1) / 2) as u64;
        if shares.iter().any(|share| *share < fair) {
            return Err(Failure::new(format!("the tables are not spread: {shares:?}")));
        }
        all.push(handover);
    }
    Ok(all)
}

async fn one(args: &SoakClusterArgs, tables: usize, way: Way) -> Result<Handover, Failure> {
    let mut field = Field::start(args, 0).await?;
    let own = living(&field.database, args.servers).await?[0];
    let owner = field.servers[0].address;
    let others: Vec<_> = field.servers[1..].iter().map(|server| server.address).collect();
    let mut players = Vec::new();
    let seat = |index: usize| {
        let (mut http, elsewhere) = (Http::new(owner), others[index % others.len()]);
        async move {
            let created = http.create(Options { seats: 2, ..Options::default() }, "Ann").await?;
            let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
            for command in [bot, Command::Start] {
                http.command(&created.table, &command).await?.json::<protocol::Reply>()?;
            }
            http.address = elsewhere;
            Ok::<_, std::io::Error>(Player::new(http, &created.table, Seat::A, index as u64))
        }
    };
    let mut seated = futures_util::stream::iter(0..tables).map(seat).buffer_unordered(AT_ONCE);
    while let Some(player) = seated.next().await {
        let mut player = player.map_err(failed)?;
        if let Err(why) = wait_for_question(&mut player).await {
            return Err(Failure::new(format!("a player cannot play: {why:?}")));
        }
        players.push(player);
    }
    drop(seated);
    // Beats have told everybody who is there.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let began = Instant::now();
    match way {
        Way::Terminate => field.servers[0].signal("-TERM").map_err(failed)?,
        Way::Kill => field.servers[0].kill(),
        Way::Stop => field.servers[0].signal("-STOP").map_err(failed)?,
    }
    let shares = loop {
        let members = store::Postgres::members_at(&field.database).await;
        let members = members.map_err(|error| Failure::new(error.to_string()))?;
        let (gone, others): (Vec<_>, Vec<_>) =
            members.iter().partition(|member| member.id.0 == own);
        if gone.iter().all(|gone| gone.tables == Some(0)) {
            break others.iter().filter_map(|other| other.tables).collect();
        }
        if Duration::from_secs(60) < began.elapsed() {
            return Err(Failure::new("nobody takes the tables over"));
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    };
    let owned_ms = began.elapsed().as_millis() as u64;
    let answers = join_all(players.iter_mut().map(answer)).await;
    if let Some(why) = answers.into_iter().find_map(Result::err) {
        return Err(Failure::new(why));
    }
    let answered_ms = began.elapsed().as_millis() as u64;
    if way == Way::Stop {
        field.servers[0].signal("-CONT").map_err(failed)?;
    }
    field.end();
    Ok(Handover { way, tables, owned_ms, answered_ms, shares })
}

async fn wait_for_question(player: &mut Player) -> Result<(), Ended> {
    player.connect().await?;
    while !player.is_asked() {
        player.read().await?;
    }
    Ok(())
}

/// One answer that is acknowledged.
async fn answer(player: &mut Player) -> Result<(), String> {
    let began = Instant::now();
    while player.acknowledged.is_empty() {
        let outcome = match player.socket {
            None => player.connect().await,
            Some(_) => player.turn().await,
        };
        if let Err(why) = outcome {
            if Duration::from_secs(60) < began.elapsed() {
                return Err(format!("a table takes no answer: {why:?}"));
            }
            player.socket = None;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    Ok(())
}

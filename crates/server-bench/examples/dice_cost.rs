//! What live dice cost: the same tables with sealed and with live dice, at a server that runs already.
//!
//! ```text
//! cargo run --release -p daikaiju-server-bench --example dice_cost -- 127.0.0.1:4150 TABLES SECONDS
//! ```
//!
//! Every table has two players who answer at once.

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use daikaiju_server_bench::client::{Ended, Http, Player};
use engine::Seat;
use protocol::{Command, DiceKind, Options};

/// Plays until the time is up; gives the microseconds from each answer to its acknowledgement.
async fn play(mut player: Player, until: Instant) -> Result<Vec<u64>, Ended> {
    let mut times = Vec::new();
    player.connect().await?;
    let mut sent: Option<Instant> = None;
    while Instant::now() < until {
        let known = player.acknowledged.len();
        if player.over && player.seat == Seat::A && player.sent.is_none() {
            player.over = false;
            player.give(Command::Rematch).await?;
        } else if player.sent.is_none() && !player.over && player.is_asked() {
            player.answer().await?;
            sent = Some(Instant::now());
        }
        if let Ok(read) = tokio::time::timeout(Duration::from_millis(200), player.read()).await {
            read?;
        }
        if known < player.acknowledged.len()
            && let Some(sent) = sent.take()
        {
            times.push(sent.elapsed().as_micros() as u64);
        }
    }
    Ok(times)
}

async fn measure(
    http: &Http,
    dice: DiceKind,
    tables: usize,
    seconds: u64,
) -> Result<(), Box<dyn Error>> {
    let mut players = Vec::new();
    for table in 0..tables as u64 {
        let (mut host, mut guest) = (http.clone(), http.clone());
        let created = host.create(Options { seats: 2, dice, ..Options::default() }, "Ann").await?;
        guest.join(&created.table, &created.key, "Bob").await?;
        host.command(&created.table, &Command::Start).await?;
        players.push(Player::new(host, &created.table, Seat::A, table * 2));
        players.push(Player::new(guest, &created.table, Seat::B, table * 2 + 1));
    }
    let until = Instant::now() + Duration::from_secs(seconds);
    let tasks: Vec<_> =
        players.into_iter().map(|player| tokio::spawn(play(player, until))).collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await?.map_err(|ended| format!("a connection ended: {ended:?}"))?);
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize] as f64 / 1000.0;
    println!(
        "{:<7} {tables:>5} tables {:>8.0} answers/s   p50 {:>7.2} ms   p99 {:>7.2} ms",
        dice.name(),
        times.len() as f64 / seconds as f64,
        at(0.5),
        at(0.99)
    );
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let address: SocketAddr = words.next().ok_or("where is the server?")?.parse()?;
    let tables = words.next().map_or(Ok(10), |tables| tables.parse())?;
    let seconds = words.next().map_or(Ok(5), |seconds| seconds.parse())?;
    let http = Http::new(address);
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        measure(&http, dice, tables, seconds).await?;
    }
    Ok(())
}

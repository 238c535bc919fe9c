//! What a table takes of memory at the server that owns it, and at another one that shows it.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use engine::Seat;
use futures_util::StreamExt;
use protocol::{BotLevel, Command, Hello, Message, Options};
use server::Failure;

use super::servers::{Place, Running};
use super::{LoadArgs, LoadLine, ended};
use crate::client::{Ended, Http, Socket};

/// Watchers beside the player of each table.
const WATCHERS: usize = 9;

/// Tables at play against a bot, at one server; everybody who looks is connected to the next one.
pub(super) async fn measure(
    program: &Path,
    args: &LoadArgs,
    data: &Path,
) -> Result<Vec<LoadLine>, Failure> {
    let running = Running::together(program, args, data).await?;
    let (owner, elsewhere) = (running.owner(0), running.address(Place::Elsewhere, 0, 0));
    let memory = async || {
        // What was only needed for a moment has been given back.
        tokio::time::sleep(Duration::from_secs(2)).await;
        [running.memory_of_kb(0), running.memory_of_kb(1)]
    };
    // The first tables bring code and buffers into memory that all share.
    let warm = look_from_afar(owner, elsewhere, 20).await?;
    let before = memory().await;
    let players = look_from_afar(owner, elsewhere, args.afar).await?;
    let played = memory().await;
    let mut watchers = Vec::new();
    for (http, _) in &players {
        for _ in 0..WATCHERS {
            let guest = Http { token: None, ..http.0.clone() };
            watchers.push(look(&guest, &http.1).await.map_err(|error| ended(&error))?);
        }
    }
    let watched = memory().await;
    let line = |what: String, kb: u64| LoadLine { what, memory_kb: kb, ..LoadLine::default() };
    let each =
        |after: u64, before: u64, of: usize| after.saturating_sub(before) as f64 / of.max(1) as f64;
    let (owned, shown) =
        (each(played[0], before[0], players.len()), each(played[1], before[1], players.len()));
    let more = each(watched[1], played[1], watchers.len());
    let there = each(watched[0], played[0], watchers.len());
    drop(warm);
    Ok(vec![
        line(format!("{} tables at play, {owned:.1} KB each at their owner", args.afar), played[0]),
        line(format!("shown elsewhere with a socket, {shown:.1} KB each there"), played[1]),
        line(format!("{} sockets more there, {more:.1} KB each", watchers.len()), watched[1]),
        line(format!("the same at the owner, {there:.1} KB each"), watched[0]),
    ])
}

/// A way to a table, and its name.
type Way = (Http, String);

/// Sets tables at one server, each with a player connected to another one.
async fn look_from_afar(
    owner: SocketAddr,
    elsewhere: SocketAddr,
    tables: usize,
) -> Result<Vec<(Way, Socket)>, Failure> {
    let set = |_| async move {
        let broken = |error: std::io::Error| Ended::Broken(error.to_string());
        let mut http = Http::new(owner);
        let options = Options { seats: 2, ..Options::default() };
        let created = http.create(options, "Ann").await.map_err(broken)?;
        let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
        for command in [bot, Command::Start] {
            let done = http.command(&created.table, &command).await.map_err(broken)?;
            done.json::<protocol::Reply>().map_err(broken)?;
        }
        http.address = elsewhere;
        let socket = look(&http, &created.table).await?;
        Ok::<_, Ended>(((http, created.table), socket))
    };
    let set: Vec<_> =
        futures_util::stream::iter(0..tables).map(set).buffer_unordered(16).collect().await;
    set.into_iter().collect::<Result<_, _>>().map_err(|error| ended(&error))
}

/// A socket that has been welcomed.
async fn look(http: &Http, table: &str) -> Result<Socket, Ended> {
    let hello = Hello { protocol: protocol::VERSION, key: http.key.clone(), ..Hello::default() };
    let mut socket = Socket::connect(http, table, hello).await?;
    socket.until(|message| matches!(message, Message::Welcome { .. }).then_some(())).await?;
    Ok(socket)
}

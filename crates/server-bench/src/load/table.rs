//! A table under load: all its players are one client, which answers as quickly as it can.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{Answer, Seat};
use fair::live::Chain;
use futures_util::future::try_join_all;
use protocol::{Command, DiceKind, Hello, Message, Options};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::us;
use crate::client::{Ended, Http, Socket, random_bytes};

/// When a table's next answer is due, so that all tables together keep a rate.
pub(super) struct Schedule {
    next: Instant,
    every: Duration,
}

impl Schedule {
    pub(super) fn new(began: Instant, index: usize, tables: usize, rate: u32) -> Self {
        let every = Duration::from_secs_f64(tables as f64 / f64::from(rate));
        Self { next: began + every.mul_f64(index as f64 / tables as f64), every }
    }
}

/// A table all of whose players are this client's.
pub(super) struct LoadTable {
    name: String,
    dice: DiceKind,
    seats: Vec<Seated>,
    game: u32,
    seq: u64,
    /// The latest step, as the first seat got it.
    step: Utf8Bytes,
}

/// One player of it.
struct Seated {
    socket: Socket,
    /// What the seat adds to live dice, and the name of the game it is for.
    chain: Option<Chain>,
}

impl Seated {
    /// Pledges a fresh chain for a game.
    async fn pledge_for(&mut self, game: &str) -> Result<(), Ended> {
        self.chain = Some(Chain::new(game, random_bytes()));
        let id = self.pledge().await?;
        let stored = |message: Message| matches!(message, Message::Done(reply) if reply.id == id);
        self.socket.until(|message| stored(message).then_some(())).await
    }

    /// Pledges, or says that it is back after a miss.
    async fn pledge(&mut self) -> Result<u64, Ended> {
        let chain = self.chain.as_ref().ok_or_else(|| Ended::Wrong("nothing is pledged".into()))?;
        let (game_name, pledge) = (chain.game().to_owned(), chain.anchor());
        let version = fair::VERSION;
        self.socket.command(Command::Pledge { version, game_name, pledge }).await
    }

    /// Reads until a text begins like this; gives it back. Of others it looks only at the beginning: the machine is to be busy
    /// with the server, not with this client.
    async fn until(&mut self, wanted: &str) -> Result<Utf8Bytes, Ended> {
        loop {
            let text = self.socket.text().await?;
            if text.starts_with(wanted) {
                return Ok(text);
            }
            if text.starts_with(r#"{"type":"ask""#) {
                self.give_link(&text).await?;
            } else if text.starts_with(r#"{"type":"missed""#) {
                self.pledge().await?;
            } else if text.starts_with(r#"{"type":"refused""#) && self.chain.is_none() {
                return Err(Ended::Wrong(text.to_string()));
            }
        }
    }

    async fn give_link(&mut self, text: &str) -> Result<(), Ended> {
        let Ok(Message::Ask(ask)) = serde_json::from_str(text) else {
            return Err(Ended::Wrong(format!("an ask cannot be read: {text}")));
        };
        let number = ask.asking.ask;
        let link = self.chain.as_ref().and_then(|chain| chain.link(number));
        let link = link.ok_or_else(|| Ended::Wrong(format!("there is no link {number}")))?;
        self.socket.command(Command::Link { game: ask.game, ask: number, link }).await.map(drop)
    }
}

impl LoadTable {
    /// Sets a table at one server, with each seat's socket at the server given for it.
    pub(super) async fn set(
        owner: SocketAddr,
        places: Vec<SocketAddr>,
        dice: DiceKind,
    ) -> Result<Self, Ended> {
        let broken = |error: std::io::Error| Ended::Broken(error.to_string());
        let mut host = Http::new(owner);
        let seats = places.len() as u8;
        let options = Options { seats, dice, ..Options::default() };
        let created = host.create(options, "Ann").await.map_err(broken)?;
        let mut all = vec![host];
        for seat in 1..seats {
            let mut guest = Http::new(owner);
            guest
                .join(&created.table, &created.key, &format!("Bob {seat}"))
                .await
                .map_err(broken)?;
            all.push(guest);
        }
        let mut seats = Vec::new();
        for (http, place) in all.iter_mut().zip(places) {
            http.address = place;
            let hello =
                Hello { protocol: protocol::VERSION, key: http.key.clone(), ..Hello::default() };
            let mut socket = Socket::connect(http, &created.table, hello).await?;
            // A seat that is not yet welcome would miss the first step.
            socket
                .until(|message| matches!(message, Message::Welcome { .. }).then_some(()))
                .await?;
            seats.push(Seated { socket, chain: None });
        }
        let (name, step) = (created.table, Utf8Bytes::default());
        let mut table = Self { name, dice, seats, game: 0, seq: 0, step };
        table.begin().await?;
        Ok(table)
    }

    /// Begins the first or the next game.
    async fn begin(&mut self) -> Result<(), Ended> {
        (self.game, self.seq) = (self.game + 1, 0);
        if self.dice == DiceKind::Live {
            let name = format!("{}/{}", self.name, self.game);
            try_join_all(self.seats.iter_mut().map(|seat| seat.pledge_for(&name))).await?;
        }
        self.seats[0].socket.command(Command::Start).await?;
        self.everyone_sees_the_next_step().await
    }

    /// Reads every seat's socket until it has the next step; of live dice all give their links at once.
    async fn everyone_sees_the_next_step(&mut self) -> Result<(), Ended> {
        self.seq += 1;
        let next = format!(r#"{{"type":"step","game":{},"seq":{},"#, self.game, self.seq);
        let texts = try_join_all(self.seats.iter_mut().map(|seat| seat.until(&next))).await?;
        self.step = texts.into_iter().next().unwrap_or_default();
        Ok(())
    }

    /// Plays game after game.
    pub(super) async fn play(
        &mut self,
        mut schedule: Option<Schedule>,
        measuring: &AtomicBool,
        done: &AtomicBool,
    ) -> Result<Vec<u32>, Ended> {
        let mut times = Vec::new();
        while !done.load(Ordering::Relaxed) {
            let mut due = Instant::now();
            if let Some(schedule) = &mut schedule {
                tokio::time::sleep_until(schedule.next.into()).await;
                due = schedule.next;
                schedule.next += schedule.every;
            }
            match self.asked() {
                None => self.begin().await?,
                Some((seat, question)) => {
                    let answer = self.choose(question)?;
                    let asked = self
                        .seats
                        .get_mut(seat.index())
                        .ok_or_else(|| Ended::Wrong("an unknown seat is asked".into()))?;
                    asked
                        .socket
                        .command(Command::Answer { game: self.game, seq: self.seq, answer })
                        .await?;
                    self.everyone_sees_the_next_step().await?;
                    if measuring.load(Ordering::Relaxed) {
                        times.push(us(due));
                    }
                }
            }
        }
        Ok(times)
    }

    /// The open question: the seat and the rest of the step's text; none if the game is over.
    fn asked(&self) -> Option<(Seat, &str)> {
        const ASK: &str = r#"{"ask":{"seat":""#;
        let (_, rest) = self.step.rsplit_once(ASK)?;
        let (name, rest) = rest.split_once('"')?;
        Some((serde_json::from_str(&format!("\"{name}\"")).ok()?, rest))
    }

    /// Passes where that cannot go wrong and costs the client little, otherwise takes the first legal answer.
    fn choose(&self, question: &str) -> Result<Answer, Ended> {
        let question_is = |name| {
            let rest = question.strip_prefix(r#","question":""#);
            rest.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with('"'))
        };
        if ["roll", "resolve", "yield", "shop"].into_iter().any(question_is) {
            return Ok(Answer::Pass);
        }
        match serde_json::from_str(&self.step) {
            Ok(Message::Step(step)) => {
                step.view.answers().get(0).ok_or_else(|| Ended::Wrong("no answer is legal".into()))
            }
            _ => Err(Ended::Wrong(format!("a step cannot be read: {}", self.step))),
        }
    }
}

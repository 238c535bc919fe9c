//! The owner's side of a table that is shown on several servers: who is at it there, what they want, and what they are
//! told.

use std::collections::VecDeque;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use engine::{Seat, Seats};
use fair::Pledge;
use protocol::{Reply, TablePhase};
use store::{Change, ServerId, Write};

use super::actor::Table;
use super::command::Caller;
use super::live::Waiter;
use super::room::Connection;
use super::{TableRefused, Who};
use crate::cluster::letter::{Answer, Ask, Head, Here, Item, News, Place};
use crate::outbox::Outbox;

/// A server that does not say any more who is at the table there has nobody there.
const SILENT_FOR: Duration = Duration::from_secs(15);

/// How often the others are told how far the table is, and for how long after something happened.
const HEAD_EVERY: Duration = Duration::from_millis(500);
const HEADS_FOR: Duration = Duration::from_secs(3);

/// All tables tell at the same moments, so that what they tell one server shares a letter.
static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How many asks are remembered with their answers, so that one that comes twice is done once. What cannot be told to have been
/// done from the table itself (something said, more time) has a list of its own, which a fast game does not push it out of.
const REMEMBERED: usize = 64;

/// The other servers that show this table.
#[derive(Default)]
pub(super) struct Guests {
    servers: Vec<Guest>,
    head_due: Option<Instant>,
    heads_until: Option<Instant>,
    asked: Asked,
    asked_once: Asked,
    /// The server whose ask is being done, and the step that it led to: that goes with the answer.
    answering: Option<ServerId>,
    held: Option<Box<News>>,
}

/// The latest asks, by their numbers, and what was answered.
#[derive(Default)]
struct Asked(VecDeque<(u64, Option<Answer>)>);

impl Asked {
    fn get(&self, number: u64) -> Option<&Option<Answer>> {
        self.0.iter().find(|(other, _)| *other == number).map(|(_, answer)| answer)
    }

    fn get_mut(&mut self, number: u64) -> Option<&mut Option<Answer>> {
        self.0.iter_mut().find(|(other, _)| *other == number).map(|(_, answer)| answer)
    }

    fn push(&mut self, number: u64) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((number, None));
    }
}

struct Guest {
    server: ServerId,
    watchers: u32,
    heard: Instant,
}

impl Guests {
    pub(super) fn is_empty(&self) -> bool {
        self.servers.is_empty()
    }

    /// When something is due for them.
    pub(super) fn due(&self) -> Option<Instant> {
        let silent = self.servers.iter().map(|guest| guest.heard + SILENT_FOR).min();
        [self.head_due, silent].into_iter().flatten().min()
    }

    /// Something has happened: for a while the others are told how far the table is.
    fn heads(&mut self) {
        let now = Instant::now();
        self.heads_until = Some(now + HEADS_FOR);
        self.head_due.get_or_insert_with(|| next_moment(now));
    }
}

/// The next of the moments at which heads are told.
fn next_moment(now: Instant) -> Instant {
    let passed = now.saturating_duration_since(*BEGINNING).as_millis();
    let moments = passed / HEAD_EVERY.as_millis() + 1;
    *BEGINNING + HEAD_EVERY * u32::try_from(moments).unwrap_or(u32::MAX)
}

impl From<Result<Reply, TableRefused>> for Answer {
    fn from(outcome: Result<Reply, TableRefused>) -> Self {
        match outcome {
            Ok(reply) => Self::Done(reply),
            Err(TableRefused { refused, seq }) => Self::Refused { refused, seq },
        }
    }
}

/// What others are told of a write.
fn news_of(write: &Write, clock_ms: i64) -> News {
    let mut news = News { clock_ms, ..News::default() };
    let number = |game: &str| game.rsplit('/').next().and_then(|number| number.parse().ok());
    for change in write.changes() {
        match change {
            Change::PutTable { table, .. } => news.doc = Some((table.version, table.body.clone())),
            Change::StartGame { game, .. } => news.game = Some((game.number, game.header.clone())),
            Change::JoinGame { game, header, .. } => {
                news.game = number(game).map(|number| (number, header.clone()));
            }
            Change::Step(step) => {
                let body = step.body.clone();
                news.step = number(&step.game).map(|game| (game, step.seq, step.at_ms, body));
            }
            Change::Talk(row) => news.talk = Some((row.seq, row.at_ms, row.body.clone())),
            Change::PutSeats { .. }
            | Change::Snapshot(_)
            | Change::FinishGame { .. }
            | Change::Clock(_) => {}
        }
    }
    news
}

impl Table {
    /// What the other servers will be told of a write once it is durable; nothing if none of them shows the table.
    pub(super) fn news(&self, write: &Write) -> Option<Box<News>> {
        (!self.guests.is_empty()).then(|| Box::new(news_of(write, self.clock.now_ms())))
    }

    /// Tells the other servers of a write that is durable: one message for each of them, however many watch there.
    pub(super) fn publish(&mut self, news: Box<News>) {
        let is_step = news.step.is_some() && news.doc.is_none();
        let answering = self.guests.answering.filter(|_| is_step);
        self.post_held();
        for guest in &self.guests.servers {
            if Some(guest.server) == answering {
                continue;
            }
            let item = Item::News { table: self.name.clone(), news: news.clone() };
            self.post(guest.server, item);
        }
        if self.guests.servers.iter().any(|guest| Some(guest.server) == answering) {
            self.guests.held = Some(news);
        }
        self.guests.heads();
    }

    /// What was to go with an answer goes by itself.
    fn post_held(&mut self) {
        if let (Some(server), Some(news)) = (self.guests.answering, self.guests.held.take()) {
            self.post(server, Item::News { table: self.name.clone(), news });
        }
    }

    fn post(&self, to: ServerId, item: Item) {
        if let Some(router) = self.hall.router() {
            router.post(to, item);
        }
    }

    /// How far the table is, and who is at it.
    fn head(&self) -> Head {
        let here = Seat::ALL.into_iter().filter(|&seat| self.is_here(seat));
        Head {
            place: self.place(),
            talk: self.talk,
            clock_ms: self.clock.now_ms(),
            here: here.fold(Seats::NONE, Seats::with),
            watchers: self.watchers(),
        }
    }

    /// Tells all other servers how far the table is.
    pub(super) fn tell_head(&mut self) {
        if self.guests.is_empty() {
            return;
        }
        let head = self.head();
        for guest in &self.guests.servers {
            self.post(guest.server, Item::Head { table: self.name.clone(), head });
        }
        self.guests.heads();
    }

    /// This table ends here and is loaded anew, which does not know who is at it on other servers: they are told that nobody is
    /// known to be, and say at once who is.
    pub(super) fn forget_guests(&mut self) {
        let place = Place { version: 0, game: 0, seq: 0 };
        let clock_ms = self.clock.now_ms();
        let head = Head { place, talk: 0, clock_ms, here: Seats::NONE, watchers: 0 };
        for guest in std::mem::take(&mut self.guests.servers) {
            self.post(guest.server, Item::Head { table: self.name.clone(), head });
        }
    }

    /// Something is due for the other servers.
    pub(super) async fn guests_are_due(&mut self) {
        let now = Instant::now();
        let silent = self.guests.servers.iter().find(|guest| guest.heard + SILENT_FOR <= now);
        if let Some(server) = silent.map(|guest| guest.server) {
            self.here(server, Here::default()).await;
        }
        if self.guests.head_due.is_some_and(|due| due <= now) {
            let head = self.head();
            for guest in &self.guests.servers {
                self.post(guest.server, Item::Head { table: self.name.clone(), head });
            }
            let goes_on = self.guests.heads_until.is_some_and(|until| now < until);
            self.guests.head_due = (goes_on && !self.guests.is_empty()).then(|| next_moment(now));
        }
    }

    /// A connection to another server will be asked for this, by that server. What it pledged itself over its socket that
    /// server knows; what its program pledged over HTTP it does not.
    pub(super) fn tell_holder(&self, connection: u64, pledge: Pledge) {
        let afar = self.room.afar.iter().find(|(_, known)| known.id == connection);
        if let Some(&(server, _)) = afar {
            self.post(server, Item::Holds { table: self.name.clone(), connection, pledge });
        }
    }

    /// Another server says who is at the table there.
    pub(super) async fn here(&mut self, from: ServerId, here: Here) {
        let before = (self.head().here, self.watchers());
        let stays = |id: u64| here.seats.iter().any(|seat| seat.connection == id);
        let gone: Vec<Connection> = self
            .room
            .afar
            .extract_if(.., |(server, connection)| *server == from && !stays(connection.id))
            .map(|(_, connection)| connection)
            .collect();
        for connection in gone {
            self.left(&connection);
        }
        let mut back = Seats::NONE;
        for seat in &here.seats {
            let known = self.everybody_mut().find(|known| known.id == seat.connection);
            if let Some(known) = known {
                // What was pledged before this server was the owner.
                let is_new = known.pledged.is_none() && seat.pledged.is_some();
                known.pledged = known.pledged.or(seat.pledged);
                let unknown = known.pledged.filter(|_| !known.resting && seat.pledged.is_none());
                if is_new {
                    self.send_ask(Some(seat.connection));
                }
                if let Some(pledge) = unknown {
                    self.tell_holder(seat.connection, pledge);
                }
                continue;
            }
            let own = self.doc.seat_of(seat.owner);
            let connection = Connection {
                id: seat.connection,
                owner: Some(seat.owner),
                seat: own,
                by_link: false,
                list_answers: false,
                muted: Vec::new(),
                muted_watchers: false,
                address: std::net::Ipv4Addr::UNSPECIFIED.into(),
                pledged: seat.pledged,
                resting: seat.resting,
                ready: false,
                outbox: Outbox::nowhere(),
            };
            self.room.afar.push((from, connection));
            if let Some(own) = own {
                back = back.with(own);
            }
            if seat.pledged.is_some() {
                self.send_ask(Some(seat.connection));
            }
        }
        self.guests.servers.retain(|guest| guest.server != from);
        if here != Here::default() {
            let guest = Guest { server: from, watchers: here.watchers, heard: Instant::now() };
            self.guests.servers.push(guest);
        }
        self.room.watchers_afar = self.guests.servers.iter().map(|guest| guest.watchers).sum();
        if self.doc.phase == TablePhase::Playing {
            for seat in back.iter() {
                // They are back: the bot hands over at once.
                let _ = self.take_back(seat).await;
            }
        }
        let now = (self.head().here, self.watchers());
        if now != before {
            self.presence_changed(now.0 != before.0);
        }
        if here != Here::default() {
            self.post(from, Item::Head { table: self.name.clone(), head: self.head() });
        }
    }

    /// A server is gone, and with it those who were connected to it.
    pub(super) async fn gone(&mut self, server: ServerId) {
        if self.guests.servers.iter().any(|guest| guest.server == server) {
            self.here(server, Here::default()).await;
        }
    }

    /// Another server wants something.
    pub(super) async fn asked(&mut self, server: ServerId, number: u64, ask: Ask) {
        self.guests.answering = Some(server);
        self.answer_ask(server, number, ask).await;
        self.post_held();
        self.guests.answering = None;
    }

    async fn answer_ask(&mut self, server: ServerId, number: u64, ask: Ask) {
        let Guests { asked, asked_once, .. } = &mut self.guests;
        if let Some(answer) = asked.get(number).or_else(|| asked_once.get(number)) {
            let answer = answer.clone().unwrap_or(Answer::Later);
            return self.post_answer(server, number, answer);
        }
        match ask {
            // What changes nothing can be answered twice.
            Ask::Info { .. } => {}
            _ if ask.is_repeatable() => asked.push(number),
            _ => asked_once.push(number),
        }
        let refused = |why: TableRefused| Answer::from(Err::<Reply, TableRefused>(why));
        let answer = match ask {
            Ask::Socket { owner, by_link, connection, address, command } => {
                let seat = owner.and_then(|owner| self.doc.seat_of(owner));
                let connection = Some(connection);
                let caller = Caller { owner, seat, by_link, connection, address };
                match self.command(caller, command).await.transpose() {
                    Some(outcome) => outcome.into(),
                    None => return self.wait(Waiter::Afar { server, number }),
                }
            }
            Ask::Http { who, command } => match self.http_command(who, command).await.transpose() {
                Some(outcome) => outcome.into(),
                None => return self.wait(Waiter::Afar { server, number }),
            },
            Ask::Info { who: Who { owner, key, .. } } => {
                let admitted = self.admit_to_watch(owner, key.as_deref());
                admitted.map_or_else(refused, |by_link| Answer::Info {
                    info: self.info_for(owner),
                    by_link,
                })
            }
            Ask::Claim { token, owner } => self
                .claim(token, owner)
                .await
                .map_or_else(refused, |(seat, key)| Answer::Claimed { seat, key }),
            Ask::CloseGame => {
                self.close_game().await.map_or_else(refused, |was_on| Answer::Closed { was_on })
            }
            Ask::Removed => return,
        };
        self.answer_afar(server, number, answer);
    }

    /// Answers another server, and remembers what.
    pub(super) fn answer_afar(&mut self, server: ServerId, number: u64, answer: Answer) {
        let Guests { asked, asked_once, .. } = &mut self.guests;
        let remembered = asked.get_mut(number).or_else(|| asked_once.get_mut(number));
        if let Some(remembered) = remembered {
            *remembered = Some(answer.clone());
        }
        self.post_answer(server, number, answer);
    }

    fn post_answer(&mut self, server: ServerId, number: u64, answer: Answer) {
        let (table, answer, place) = (self.name.clone(), Box::new(answer), Some(self.place()));
        let is_asking = self.guests.answering == Some(server);
        let news = self.guests.held.take_if(|_| is_asking);
        self.post(server, Item::Answer { number, table, answer, place, news });
    }
}

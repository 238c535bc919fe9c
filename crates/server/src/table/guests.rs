//! The owner's side of a table that is shown on several servers: who is at it there, what they want, and what they are
//! told.

use std::collections::VecDeque;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use engine::{Seat, Seats};
use fair::Pledge;
use protocol::{Command, Reply, TablePhase};
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
    /// The number of what each server said last about who is there.
    heard: Vec<(ServerId, u64)>,
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
        if let Some((server, Connection { said, .. })) = afar {
            let (table, said) = (self.name.clone(), *said);
            self.post(*server, Item::Holds { table, connection, pledge, said });
        }
    }

    /// Another server says who is at the table there; what comes late, after something newer, is of no use.
    pub(super) async fn here_numbered(&mut self, from: ServerId, number: u64, here: Here) {
        match self.guests.heard.iter_mut().find(|(server, _)| *server == from) {
            Some((_, last)) if number < *last => return,
            Some((_, last)) => *last = number,
            None => self.guests.heard.push((from, number)),
        }
        self.here(from, here).await;
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
                // What was said before this server was the owner, or knew of the connection. Of the same word the owner knows
                // what has become of it since.
                let before = (known.pledged, known.resting);
                let is_newer = known.said < seat.said;
                if is_newer || known.said == seat.said && known.pledged.is_none() {
                    (known.pledged, known.resting) = (seat.pledged, seat.resting);
                    known.said = seat.said;
                }
                let can_be_asked = known.pledged.filter(|_| !known.resting);
                let is_new = can_be_asked.is_some() && before != (known.pledged, known.resting);
                let there = seat.pledged.filter(|_| !seat.resting);
                let unknown = can_be_asked.filter(|pledge| there != Some(*pledge));
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
                said: seat.said,
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
        self.guests.heard.retain(|(other, _)| *other != server);
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
                let caller = Caller { owner, seat, by_link, connection: Some(connection), address };
                let is_word = matches!(command, Command::Pledge { .. } | Command::Rest { .. });
                if is_word && self.has_said(connection).is_some_and(|said| number < *said) {
                    // What was said after it has overtaken it.
                    return self.answer_afar(server, number, Answer::Done(Reply::default()));
                }
                let outcome = self.command(caller, command).await;
                if is_word
                    && outcome.is_ok()
                    && let Some(said) = self.has_said(connection)
                {
                    *said = number;
                }
                match outcome.transpose() {
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

    /// The number of the last ask of a connection about its part in the dice.
    fn has_said(&mut self, connection: u64) -> Option<&mut u64> {
        self.everybody_mut().find(|known| known.id == connection).map(|known| &mut known.said)
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

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;

    use fair::Entropy;
    use protocol::Options;
    use store::{Claim, OwnerHash, Sqlite};

    use super::*;
    use crate::clock::ServerClock;
    use crate::cluster::letter::HereSeat;
    use crate::config::ServeArgs;
    use crate::doc::{Held, Person, TableDoc};
    use crate::hall::Hall;
    use crate::table::room::Room;

    const OWNER: OwnerHash = [7; 32];
    const THERE: ServerId = ServerId(2);

    fn pledge(byte: u8) -> Pledge {
        let commitment = fair::Commitment::to(&fair::Seed::from_bytes([1; 32]), "harbour-1/1");
        Pledge::of(&Entropy::from_bytes([byte; 32]), "harbour-1/1", &commitment)
    }

    /// A table of this server's own, with one person on seat A who is not connected.
    fn table(folder: &std::path::Path) -> Table {
        let config = ServeArgs::default().resolve().unwrap();
        let store = Arc::new(Sqlite::open(folder).unwrap());
        let clock = ServerClock::from(0);
        let hall = Arc::new(Hall::new(config, store, clock.clone()));
        let mut doc = TableDoc::new("harbour-1", Options::default());
        doc.seats[0].held = Held::Person(Box::new(Person::new("A".into(), OWNER, true, false)));
        let room = Room {
            hall,
            name: "harbour-1".into(),
            clock,
            version: 1,
            touched_ms: 0,
            doc,
            game: None,
            talk: 0,
            connections: Vec::new(),
            afar: Vec::new(),
            watchers_afar: 0,
            told: None,
        };
        let (mailbox, _) = tokio::sync::mpsc::channel(1);
        Table::of(room, Claim::sole("harbour-1"), mailbox.downgrade())
    }

    fn connection(id: u64) -> Connection {
        Connection {
            id,
            owner: Some(OWNER),
            seat: Some(Seat::A),
            by_link: true,
            list_answers: false,
            muted: Vec::new(),
            muted_watchers: false,
            address: Ipv4Addr::LOCALHOST.into(),
            pledged: None,
            resting: false,
            said: 0,
            ready: false,
            outbox: Outbox::nowhere(),
        }
    }

    /// What another server says: these connections are there, each with what it holds.
    fn here(seats: &[(u64, Option<Pledge>, bool, u64)]) -> Here {
        let seat = |&(connection, pledged, resting, said): &(u64, Option<Pledge>, bool, u64)| {
            HereSeat { connection, owner: OWNER, pledged, resting, said }
        };
        Here { seats: seats.iter().map(seat).collect(), watchers: 0 }
    }

    fn words(connection: u64, command: Command) -> Ask {
        let address = Ipv4Addr::LOCALHOST.into();
        Ask::Socket { owner: Some(OWNER), by_link: true, connection, address, command }
    }

    fn pledges(connection: u64, pledge: Pledge) -> Ask {
        let (version, game_name) = (fair::VERSION, "harbour-1/1".into());
        words(connection, Command::Pledge { version, game_name, pledge })
    }

    fn rests(connection: u64) -> Ask {
        words(connection, Command::Rest { game: 1 })
    }

    /// The connections that would be asked for what seat A pledged.
    fn holders(table: &Table, pledge: Pledge) -> Vec<u64> {
        let holds = |known: &&Connection| super::super::live::holds(known, Seat::A, pledge);
        table.everybody().filter(holds).map(|known| known.id).collect()
    }

    /// A player has come back to this server; what it said over its connection to another one, which stood still, comes late.
    #[tokio::test]
    async fn a_late_word_of_a_connection_takes_nothing_from_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let (mut table, chain) = (table(folder.path()), pledge(1));
        table.here_numbered(THERE, 1, here(&[(10, None, false, 0)])).await;
        table.room.connections.push(connection(20));
        table.hold(20, chain);
        assert_eq!(holders(&table, chain), [20]);
        // The other server still has the old connection, then finds that it is gone.
        table.hold(10, chain);
        assert_eq!(holders(&table, chain), [20, 10]);
        table.here_numbered(THERE, 2, here(&[])).await;
        assert_eq!(holders(&table, chain), [20]);
        // The same of a connection that nobody knows.
        table.hold(10, chain);
        assert_eq!(holders(&table, chain), [20]);
    }

    #[tokio::test]
    async fn a_rest_that_comes_after_the_pledge_that_followed_it_is_of_no_use() {
        let folder = tempfile::tempdir().unwrap();
        let (mut table, own) = (table(folder.path()), pledge(1));
        table.here_numbered(THERE, 1, here(&[(10, Some(own), false, 0)])).await;
        table.has_said(10).map(|said| *said = 7).unwrap();
        table.asked(THERE, 6, rests(10)).await;
        assert_eq!(holders(&table, own), [10]);
        table.asked(THERE, 8, rests(10)).await;
        assert!(holders(&table, own).is_empty());
        // Nor does an older pledge undo it.
        table.asked(THERE, 7, pledges(10, own)).await;
        assert!(holders(&table, own).is_empty());
    }

    /// What the other server knows by a later word counts, whatever this one knew; by the same word this one knows better.
    #[tokio::test]
    async fn the_later_of_two_pledges_counts() {
        let folder = tempfile::tempdir().unwrap();
        let (mut table, old, new) = (table(folder.path()), pledge(1), pledge(2));
        table.here_numbered(THERE, 1, here(&[(10, Some(old), true, 5)])).await;
        assert!(holders(&table, old).is_empty());
        table.here_numbered(THERE, 2, here(&[(10, Some(new), false, 6)])).await;
        assert_eq!(holders(&table, new), [10]);
        table.here_numbered(THERE, 3, here(&[(10, Some(new), true, 6)])).await;
        assert_eq!(holders(&table, new), [10]);
        table.here_numbered(THERE, 4, here(&[(10, Some(new), true, 7)])).await;
        assert!(holders(&table, new).is_empty());
    }

    #[tokio::test]
    async fn who_was_there_earlier_does_not_come_back_by_a_late_letter() {
        let folder = tempfile::tempdir().unwrap();
        let (mut table, own) = (table(folder.path()), pledge(1));
        table.here_numbered(THERE, 2, here(&[(11, Some(own), false, 1)])).await;
        table.here_numbered(THERE, 1, here(&[(10, Some(own), false, 0)])).await;
        assert_eq!(holders(&table, own), [11]);
        table.here_numbered(THERE, 4, Here::default()).await;
        table.here_numbered(THERE, 3, here(&[(11, Some(own), false, 1)])).await;
        assert!(holders(&table, own).is_empty() && table.guests.is_empty());
    }
}

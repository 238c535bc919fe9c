//! A table that another server owns, as it is shown here: visitors of this server look at it and play at it, and what they
//! want goes to the owner.
//!
//! The owner's writes come over the wire. Whatever is lost on the way is found in the store by its number, so that a wire
//! that drops, doubles, delays or reorders costs time and nothing else.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::{Refusal, Refused};
use store::{OwnerHash, ServerId};
use tokio::sync::mpsc;

use super::Mail;
use super::actor::{no_such_table, refuse, trouble, until};
use super::forward::{ANSWER_WITHIN, Asked, Late, Waiter};
use super::news::Taken;
use super::room::Room;
use crate::clock::ServerClock;
use crate::cluster::Router;
use crate::cluster::letter::{Answer, Ask, Head, Here, HereSeat, Item, News};
use crate::hall::Hall;
use crate::outbox::Out;

/// What is missing may still be on its way.
pub(super) const ON_THE_WAY: Duration = Duration::from_millis(50);

/// While the owner is not heard, the store is asked this often.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Who is here is told again this often, and sooner until the owner has answered.
const HERE_EVERY: Duration = Duration::from_secs(5);
const HERE_AGAIN: Duration = Duration::from_millis(500);

/// Watchers who come and go are told together.
const WATCHERS_AFTER: Duration = Duration::from_millis(250);

/// A table that nobody looks at here is followed for a while longer.
const IDLE_FOR: Duration = Duration::from_secs(10);

/// While the store is away it is asked this often whether this server can own the table.
const AGAIN_AFTER: Duration = Duration::from_millis(500);

/// How following a table ends.
pub(super) enum End {
    /// Nobody owns it any more, or this server does.
    Free(Box<Following>),
    /// Nobody looks at it here, or the server stops.
    Over,
}

/// A table that another server owns.
pub(super) struct Following {
    pub(super) hall: Arc<Hall>,
    pub(super) router: Arc<Router>,
    pub(super) name: String,
    pub(super) owner: ServerId,
    /// What is shown; nothing as long as nobody looks.
    pub(super) room: Option<Room>,
    pub(super) asked: BTreeMap<u64, Asked>,
    /// Answers that wait until as much is shown here as the owner had when it gave them.
    pub(super) late: Vec<Late>,
    here_due: Instant,
    /// Whether somebody has come or gone since that was last told.
    has_changed: bool,
    /// How often who is here has been told since the owner last answered.
    unanswered: u32,
    look_due: Option<Instant>,
    quiet_since: Instant,
    pub(super) is_free: bool,
    /// When it is to be found out again whether this server can own the table.
    free_due: Option<Instant>,
}

impl Following {
    /// Begins to follow a table; a room that was shown before is shown on.
    pub(super) fn new(hall: &Arc<Hall>, router: &Arc<Router>, name: &str, owner: ServerId) -> Self {
        Self {
            hall: Arc::clone(hall),
            router: Arc::clone(router),
            name: name.to_owned(),
            owner,
            room: None,
            asked: BTreeMap::new(),
            late: Vec::new(),
            here_due: Instant::now(),
            has_changed: false,
            unanswered: 0,
            look_due: None,
            quiet_since: Instant::now(),
            is_free: false,
            free_due: None,
        }
    }

    /// Another server owns the table now.
    pub(super) fn belongs_to(&mut self, owner: ServerId) {
        let is_new = self.owner != owner;
        (self.owner, self.unanswered, self.is_free) = (owner, 0, false);
        if !is_new {
            return;
        }
        self.here_due = Instant::now();
        self.look_due = Some(Instant::now());
        for asked in std::mem::take(&mut self.asked).into_values() {
            self.ask_anew(asked);
        }
    }

    /// Whether this server can own the table could not be found out.
    pub(super) fn try_again(&mut self) {
        self.is_free = false;
        self.free_due = Some(Instant::now() + AGAIN_AFTER);
    }

    /// This server owns the table: shows all that the store has.
    pub(super) async fn settle(&mut self) -> Result<(), Refused> {
        let Some(room) = &mut self.room else { return Ok(()) };
        match room.look().await.map_err(|error| trouble(&error))? {
            Taken::Shown => Ok(()),
            Taken::Removed => Err(no_such_table()),
            Taken::Missing => self.reload().await,
        }
    }

    /// Follows until that ends.
    pub(super) async fn run(mut self: Box<Self>, mailbox: &mut mpsc::Receiver<Mail>) -> End {
        loop {
            if self.is_free {
                return End::Free(self);
            }
            let due = self.due();
            tokio::select! {
                biased;
                () = until(Some(due)) => self.wake_up().await,
                mail = mailbox.recv() => match mail {
                    Some(Mail::Stop) | None => {
                        self.refuse_all(&Refused::new(Refusal::Restarting, "the server is about to restart"));
                        self.room.iter_mut().for_each(Room::close_all);
                        return End::Over;
                    }
                    Some(mail) => {
                        self.quiet_since = Instant::now();
                        self.open(mail).await;
                    }
                },
            }
            if self.may_end() && self.hall.sleep(&self.name, mailbox) {
                if self.room.is_some() {
                    self.post(self.item_here(Here::default()));
                }
                return End::Over;
            }
        }
    }

    pub(super) fn post(&self, item: Item) {
        self.router.post(self.owner, item);
    }

    fn is_watched(&self) -> bool {
        self.room.as_ref().is_some_and(|room| !room.connections.is_empty())
    }

    fn may_end(&self) -> bool {
        !self.is_watched() && self.asked.is_empty() && self.quiet_since + IDLE_FOR <= Instant::now()
    }

    fn due(&self) -> Instant {
        let asked = self.asked.values().map(|asked| asked.sent + ANSWER_WITHIN).min();
        let here = self.room.is_some().then_some(self.here_due);
        let idle = (!self.is_watched()).then_some(self.quiet_since + IDLE_FOR);
        let next = [asked, here, self.look_due, self.free_due, idle].into_iter().flatten().min();
        next.unwrap_or_else(|| Instant::now() + LOOK_EVERY).min(Instant::now() + LOOK_EVERY)
    }

    async fn open(&mut self, mail: Mail) {
        match mail {
            Mail::Connect { connection, who, hello, id, outbox } => {
                if self.room.is_none() {
                    let clock = ServerClock::from(0);
                    match Room::load(&self.hall, &self.name, clock).await {
                        Ok(room) => self.room = Some(room),
                        Err(refused) => {
                            let mail = Mail::Connect { connection, who, hello, id, outbox };
                            return refuse(&self.hall, &self.name, mail, &refused);
                        }
                    }
                }
                let known =
                    |room: &Room| room.admit_to_watch(who.owner, hello.key.as_deref()).is_ok();
                let behind = |room: &Room| room.is_behind_seen(hello.seen);
                // Somebody whom the table admits only since a moment ago, or who has seen more of it on another server.
                let mut is_looked_up = true;
                if self.room.as_ref().is_some_and(|room| !known(room) || behind(room)) {
                    is_looked_up = self.look().await;
                }
                let Some(room) = &mut self.room else { return };
                if !is_looked_up && room.is_behind_seen(hello.seen) {
                    // Nobody is shown less than they have seen.
                    let mail = Mail::Connect { connection, who, hello, id, outbox };
                    let text = "the server could not reach its store; come back";
                    let refused = Refused::new(Refusal::Restarting, text);
                    return refuse(&self.hall, &self.name, mail, &refused);
                }
                room.start_clock();
                if let Some(arrival) = room.welcome(connection, who, hello, id, outbox).await {
                    self.tell_here(arrival.seat.is_some());
                }
            }
            Mail::Disconnect { connection } => {
                let gone = self.room.as_mut().and_then(|room| room.part(connection));
                if let Some(gone) = gone {
                    self.tell_here(gone.seat.is_some());
                }
            }
            Mail::Resync { connection } => {
                if let Some(room) = &mut self.room {
                    room.resync(connection);
                }
            }
            Mail::SocketCommand { connection, id, came, command } => {
                self.socket_command(connection, id, came, command);
            }
            Mail::HttpCommand { who, command, reply } => {
                self.ask(Ask::Http { who, command }, Waiter::Http(reply));
            }
            Mail::Info { who, reply } => self.ask(Ask::Info { who }, Waiter::Info(reply)),
            Mail::Claim { token, owner, reply } => {
                self.ask(Ask::Claim { token, owner }, Waiter::Claim(reply));
            }
            Mail::CloseGame { reply } => self.ask(Ask::CloseGame, Waiter::Close(reply)),
            Mail::Removed => {
                let (number, table) = (self.router.number(), self.name.clone());
                self.post(Item::Ask { number, table, ask: Box::new(Ask::Removed) });
                self.removed();
            }
            Mail::News { from, news } if from == self.owner => self.take(&news),
            Mail::Head { from, head } if from == self.owner => self.head(&head),
            Mail::Holds { from, connection, pledge, said } if from == self.owner => {
                self.hold(connection, pledge, said);
            }
            Mail::Answered { from, number, answer, place, news } => {
                if let Some(news) = news.filter(|_| from == self.owner) {
                    self.take(&news);
                }
                self.answered(from, number, *answer, place);
            }
            Mail::Asked { from, number, .. } => {
                let (table, answer) = (self.name.clone(), Box::new(Answer::NotMine));
                let (place, news) = (None, None);
                self.router.post(from, Item::Answer { number, table, answer, place, news });
            }
            Mail::Gone { server } => self.is_free |= server == self.owner,
            Mail::Free => self.is_free = true,
            Mail::News { .. }
            | Mail::Head { .. }
            | Mail::Here { .. }
            | Mail::Holds { .. }
            | Mail::Thought { .. }
            | Mail::Stop => {}
        }
    }

    /// The owner has written.
    fn take(&mut self, news: &News) {
        let Some(room) = &mut self.room else { return };
        let seated = |room: &Room| room.connections.iter().map(|own| own.seat).collect();
        // Only a document says who sits where.
        let before: Option<Vec<_>> = news.doc.is_some().then(|| seated(room));
        let taken = room.take(news);
        if before.is_some_and(|before| before != seated(room)) {
            self.tell_here(true);
        }
        if taken == Taken::Missing {
            self.look_in(ON_THE_WAY);
        }
        self.answer_late();
    }

    /// Who is here has changed.
    pub(super) fn tell_here(&mut self, at_once: bool) {
        let due = Instant::now() + if at_once { Duration::ZERO } else { WATCHERS_AFTER };
        self.here_due = self.here_due.min(due);
        self.has_changed = true;
    }

    pub(super) fn look_in(&mut self, wait: Duration) {
        self.look_due.get_or_insert(Instant::now() + wait);
    }

    /// How far the owner is, and who is at the table anywhere.
    fn head(&mut self, head: &Head) {
        let Some(room) = &mut self.room else { return };
        let mut seats = room.connections.iter().filter_map(|own| own.seat);
        let watch = room.connections.iter().filter(|own| own.seat.is_none()).count();
        // An owner that does not know of somebody here has not heard of them, or something older since.
        let is_known = seats.all(|seat| head.here.has(seat)) && watch <= head.watchers as usize;
        if is_known && 0 < self.unanswered {
            self.unanswered = 0;
            if !self.has_changed {
                self.here_due = Instant::now() + HERE_EVERY;
            }
        } else if !is_known && self.unanswered == 0 {
            self.here_due = Instant::now();
        }
        room.clock = ServerClock::from(head.clock_ms);
        let told = Some((head.here, head.watchers));
        if room.told != told {
            let before = room.info();
            room.told = told;
            if room.info() != before {
                room.tell_table();
            }
        }
        if room.is_behind(head.place) || room.talk < head.talk {
            self.look_in(ON_THE_WAY);
        }
    }

    /// Something is due.
    async fn wake_up(&mut self) {
        let now = Instant::now();
        if self.free_due.take_if(|due| *due <= now).is_some() {
            self.is_free = true;
        }
        if self.room.is_some() && self.here_due <= now {
            self.unanswered += 1;
            // An owner that does not answer may not be the owner any more.
            self.is_free |= self.unanswered.is_multiple_of(4);
            self.post(self.item_here(self.here()));
            self.here_due = now + HERE_AGAIN;
            self.has_changed = false;
        }
        let silent = self.room.is_some() && !self.router.hears(self.owner);
        if silent && self.look_due.is_none() {
            self.look_in(LOOK_EVERY);
        }
        if self.look_due.is_some_and(|due| due <= now) {
            self.look_due = None;
            self.look().await;
        }
        let late: Vec<u64> = self
            .asked
            .iter()
            .filter(|(_, asked)| asked.sent + ANSWER_WITHIN <= now)
            .map(|(&number, _)| number)
            .collect();
        // A late owner may not be the owner any more.
        self.is_free |= !late.is_empty();
        for number in late {
            if let Some(asked) = self.asked.remove(&number) {
                self.ask_again(number, asked);
            }
        }
    }

    /// Shows what the store has beyond what is shown here; says whether that could be found out.
    pub(super) async fn look(&mut self) -> bool {
        let Some(room) = &mut self.room else { return true };
        self.router.counts.looks.add();
        let is_looked_up = match room.look().await {
            Ok(Taken::Shown) => true,
            Ok(Taken::Removed) => {
                self.removed();
                return true;
            }
            Ok(Taken::Missing) => self.reload().await.is_ok(),
            Err(error) => {
                tracing::warn!(table = self.name, %error, "the table could not be looked up");
                false
            }
        };
        if !is_looked_up {
            self.look_in(LOOK_EVERY);
        }
        self.answer_late();
        is_looked_up
    }

    /// The table as the store has it, and a fresh view for everyone.
    async fn reload(&mut self) -> Result<(), Refused> {
        let Some(old) = &mut self.room else { return Ok(()) };
        let new = Room::load(&self.hall, &self.name, old.clock.clone()).await?;
        let connections = std::mem::take(&mut old.connections);
        *old = Room { connections, told: old.told, ..new };
        let ids: Vec<u64> = old.connections.iter().map(|to| to.id).collect();
        ids.into_iter().for_each(|id| old.resync(id));
        Ok(())
    }

    /// The table is not there any more.
    pub(super) fn removed(&mut self) {
        for connection in self.room.iter_mut().flat_map(|room| room.connections.drain(..)) {
            connection.outbox.send(Out::Close(1000, "the table was removed"));
        }
    }

    fn item_here(&self, here: Here) -> Item {
        Item::Here { table: self.name.clone(), here, number: self.router.number() }
    }

    /// Who is at the table on this server.
    fn here(&self) -> Here {
        let Some(room) = &self.room else { return Here::default() };
        let (seated, watching): (Vec<_>, Vec<_>) =
            room.connections.iter().partition(|connection| connection.seat.is_some());
        let seat = |owner: OwnerHash, connection: &super::room::Connection| HereSeat {
            connection: connection.id,
            owner,
            pledged: connection.pledged,
            resting: connection.resting,
            said: connection.said,
        };
        Here {
            seats: seated
                .into_iter()
                .filter_map(|connection| Some(seat(connection.owner?, connection)))
                .collect(),
            watchers: u32::try_from(watching.len()).unwrap_or(u32::MAX),
        }
    }
}

impl Room {
    /// Until the owner has told what its clock shows, the open question has just been asked.
    fn start_clock(&mut self) {
        let asked = self.game.as_ref().map_or(0, |game| game.asked_ms);
        if self.clock.now_ms() < asked {
            self.clock = ServerClock::from(asked);
        }
    }
}

//! The task of one table: its letters, its clocks, its store.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::Seat;
use fair::Pledge;
use protocol::{Message, Phase, Refusal, Refused, TableInfo};
use store::{OwnerHash, TableRow, Write};
use tokio::sync::mpsc;

use super::command::Caller;
use super::live::{LaterChain, Pending, Waiter};
use super::mixing::Mixing;
use super::{Mail, No, Who, no};
use crate::clock::wall_ms;
use crate::doc::{Doc, Header};
use crate::game::Game;
use crate::hall::Hall;
use crate::identity;
use crate::outbox::{Out, Outbox};

/// A table whose next moment is at least so far away need not stay awake for it.
const WORTH_SLEEPING: Duration = Duration::from_secs(120);

/// A commit that took longer is told.
const SLOW: Duration = Duration::from_millis(250);

/// Arrivals and departures of watchers are told together, at most this often.
const PRESENCE_EVERY: Duration = Duration::from_millis(250);

/// Why a connection is closed at once.
pub(super) const NOT_ADMITTED: &str = "not admitted";

/// Who is connected.
pub(super) struct Connection {
    pub(super) id: u64,
    pub(super) owner: Option<OwnerHash>,
    pub(super) seat: Option<Seat>,
    pub(super) by_link: bool,
    pub(super) list_answers: bool,
    pub(super) muted: Vec<Seat>,
    pub(super) muted_watchers: bool,
    pub(super) address: IpAddr,
    /// What this connection has pledged and will be asked for.
    pub(super) pledged: Option<Pledge>,
    /// Whether it wants not to be asked for now.
    pub(super) resting: bool,
    pub(super) outbox: Outbox,
}

/// A table at work.
pub(super) struct Table {
    pub(super) hall: Arc<Hall>,
    pub(super) name: String,
    /// Letters to oneself come this way; weak, so that an unused table can end.
    pub(super) myself: mpsc::WeakSender<Mail>,
    pub(super) version: u64,
    pub(super) doc: Doc,
    pub(super) game: Option<Game>,
    pub(super) connections: Vec<Connection>,
    pub(super) mixing: Option<Mixing>,
    /// Live dice: the ask that is open.
    pub(super) pending: Option<Pending>,
    /// Whoever waits for the answer that waits for its dice.
    pub(super) waiters: Vec<Waiter>,
    /// Chains that wait for the step to end.
    pub(super) later_chains: Vec<LaterChain>,
    /// The step after which a bot has been set thinking.
    pub(super) thinking: Option<(u32, u64)>,
    /// When the open question was asked, or somebody last came or went.
    pub(super) asked: Instant,
    /// How long an answer that the server gives for somebody seems to take.
    pub(super) pause: Duration,
    /// Since when each seat has had no connection, by the server's clock.
    pub(super) gone_since: [i64; 6],
    presence_due: Option<Instant>,
    quiet_since: Instant,
    /// The stored table is not what we thought: nothing more may be written from here.
    pub(super) broken: bool,
}

/// The life of a table's task.
pub(crate) async fn run(
    hall: Arc<Hall>,
    name: String,
    myself: mpsc::WeakSender<Mail>,
    mut mailbox: mpsc::Receiver<Mail>,
) {
    let mut table = match load(Arc::clone(&hall), &name, myself).await {
        Ok(table) => table,
        Err(refused) => {
            // Whoever wrote in the meantime is told, then the name is free again.
            loop {
                while let Ok(mail) = mailbox.try_recv() {
                    refuse(mail, &refused);
                }
                if hall.sleep(&name, &mut mailbox) {
                    return;
                }
            }
        }
    };
    loop {
        let due = table.due();
        tokio::select! {
            biased;
            () = until(due) => table.wake_up().await,
            mail = mailbox.recv() => match mail {
                Some(Mail::Stop) | None => {
                    table.close_all();
                    return;
                }
                Some(Mail::Removed) => {
                    for connection in table.connections.drain(..) {
                        connection.outbox.send(Out::Close(1000, "the table was removed"));
                    }
                    hall.strike(&table.name);
                    return;
                }
                Some(mail) => {
                    table.quiet_since = Instant::now();
                    table.open(mail).await;
                }
            },
        }
        let asleep = table.may_sleep() && hall.sleep(&table.name, &mut mailbox);
        if table.broken || asleep {
            if asleep && let Some(due) = table.question_due() {
                hall.wake_at(due, table.name.clone());
            }
            if table.broken {
                tracing::error!(
                    table = table.name,
                    "the stored table has changed underneath; it is loaded anew"
                );
                table.close_all();
                hall.strike(&table.name);
                mailbox.close();
                let refused =
                    Refused::new(Refusal::Trouble, "the table is being loaded anew, try again");
                while let Some(mail) = mailbox.recv().await {
                    refuse(mail, &refused);
                }
            }
            return;
        }
    }
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due.into()).await,
        None => std::future::pending().await,
    }
}

/// Answers a letter to a table that is not there.
fn refuse(mail: Mail, refused: &Refused) {
    match mail {
        Mail::Connect { outbox, id, .. } => {
            outbox.say(&refusal(Some(id), refused, None));
            // The same words as for a table that is there and admits nobody.
            outbox.send(Out::Close(1000, NOT_ADMITTED));
        }
        Mail::HttpCommand { reply, .. } => drop(reply.send(Err(refused.clone().into()))),
        Mail::Info { reply, .. } => drop(reply.send(Err(refused.clone()))),
        Mail::Claim { reply, .. } => drop(reply.send(Err(refused.clone()))),
        Mail::CloseGame { reply } => drop(reply.send(Err(refused.clone()))),
        Mail::Removed
        | Mail::Disconnect { .. }
        | Mail::Resync { .. }
        | Mail::SocketCommand { .. }
        | Mail::Thought { .. }
        | Mail::Stop => {}
    }
}

pub(super) fn refusal(id: Option<u64>, refused: &Refused, seq: Option<u64>) -> Message {
    Message::Refused { id, code: refused.code, text: refused.text.clone(), seq }
}

/// The store could not do its work. What exactly is for the log, not for clients.
pub(super) fn trouble(error: &store::Error) -> Refused {
    tracing::error!(%error, "the store failed");
    Refused::new(Refusal::Trouble, "the server could not store this; nothing has changed")
}

async fn load(
    hall: Arc<Hall>,
    name: &str,
    myself: mpsc::WeakSender<Mail>,
) -> Result<Table, Refused> {
    let unreadable = |why: String| {
        tracing::error!(table = name, why, "a stored table cannot be read");
        Refused::new(
            Refusal::Trouble,
            "the stored table cannot be read by this version of the program",
        )
    };
    let row = hall.store.table(name).await.map_err(|error| trouble(&error))?;
    let row = row.ok_or_else(|| {
        Refused::new(Refusal::NotFound, "there is no table of this name, or it has been forgotten")
    })?;
    let doc: Doc =
        serde_json::from_str(&row.body).map_err(|error| unreadable(error.to_string()))?;
    let game = match doc.game {
        0 => None,
        number => match load_game(&hall, name, number).await {
            Ok(game) => Some(game),
            // A finished game may have been forgotten before its table.
            Err(_) if doc.phase != Phase::Playing => None,
            Err(why) => return Err(unreadable(why)),
        },
    };
    let now = hall.clock.now_ms();
    let mut table = Table {
        hall,
        name: name.to_owned(),
        myself,
        version: row.version,
        doc,
        game,
        connections: Vec::new(),
        mixing: None,
        pending: None,
        waiters: Vec::new(),
        later_chains: Vec::new(),
        thinking: None,
        asked: Instant::now(),
        pause: Duration::ZERO,
        gone_since: [now; 6],
        presence_due: None,
        quiet_since: Instant::now(),
        broken: false,
    };
    table.resume_ask().map_err(unreadable)?;
    table.settle_next().await.map_err(|no| no.refused)?;
    Ok(table)
}

/// Reads a game and replays its steps.
async fn load_game(hall: &Hall, table: &str, number: u32) -> Result<Game, String> {
    let name = format!("{table}/{number}");
    let row = hall.store.game(&name).await.map_err(|error| error.to_string())?;
    let row = row.ok_or_else(|| format!("the game {name} is not stored"))?;
    let header: Header = serde_json::from_str(&row.header).map_err(|error| error.to_string())?;
    let mut game = Game::new(name, number, header)?;
    if let Some(snapshot) =
        hall.store.snapshot(&game.name).await.map_err(|error| error.to_string())?
    {
        game.restore(&snapshot);
    }
    for step in hall
        .store
        .steps(&game.name, game.seq + 1, u32::MAX)
        .await
        .map_err(|error| error.to_string())?
    {
        game.replay(&step)?;
    }
    Ok(game)
}

impl Table {
    /// Works on one letter.
    async fn open(&mut self, mail: Mail) {
        match mail {
            Mail::Connect { connection, who, hello, id, outbox } => {
                self.connect(connection, who, hello, id, outbox).await
            }
            Mail::Disconnect { connection } => self.disconnect(connection),
            Mail::Resync { connection } => self.resync(connection),
            Mail::SocketCommand { connection, id, came, command } => {
                self.socket_command(connection, id, command).await;
                self.hall.metrics.reply.count(came.elapsed());
            }
            Mail::HttpCommand { who, command, reply } => {
                match self.http_command(who, command).await.transpose() {
                    Some(outcome) => drop(reply.send(outcome.map_err(Into::into))),
                    None => self.wait(Waiter::Http(reply)),
                }
            }
            Mail::Info { who, reply } => {
                let admitted =
                    self.admit_to_watch(who.owner, who.key.as_deref()).map_err(|no| no.refused);
                let _ = reply.send(admitted.map(|by_link| (self.info(), by_link)));
            }
            Mail::Claim { token, owner, reply } => {
                let claimed = self.claim(token, owner).await.map_err(|no| no.refused);
                let _ = reply.send(claimed);
            }
            Mail::Thought { game, seq, answer } => self.thought(game, seq, answer).await,
            Mail::CloseGame { reply } => {
                let _ = reply.send(self.close_game().await.map_err(|no| no.refused));
            }
            Mail::Stop | Mail::Removed => self.close_all(),
        }
    }

    /// Whether somebody may be at this table, and whether they came by the link.
    pub(super) fn admit(&self, owner: Option<OwnerHash>, key: Option<&str>) -> Result<bool, No> {
        if let Some(person) = owner.and_then(|owner| self.doc.person(self.doc.seat_of(owner)?)) {
            return Ok(person.by_link);
        }
        let by_link = key.is_some_and(|key| identity::same(key, &self.doc.key));
        if !by_link && !self.doc.options.listed {
            // The same words as for a table that does not exist: the name alone tells a stranger nothing.
            return Err(no(
                Refusal::NotFound,
                "there is no table of this name, or it has been forgotten",
            ));
        }
        Ok(by_link)
    }

    /// Whether somebody may look at this table, and whether they came by the link.
    pub(super) fn admit_to_watch(
        &self,
        owner: Option<OwnerHash>,
        key: Option<&str>,
    ) -> Result<bool, No> {
        let by_link = self.admit(owner, key)?;
        let plays = owner.is_some_and(|owner| self.doc.seat_of(owner).is_some());
        if self.doc.phase == Phase::Playing && !self.doc.options.watchers && !plays {
            return Err(no(Refusal::Forbidden, "this game is not open to watchers"));
        }
        Ok(by_link)
    }

    /// Who asks over HTTP, as if connected.
    async fn http_command(
        &mut self,
        who: Who,
        command: protocol::Command,
    ) -> Result<Option<protocol::Reply>, No> {
        // Who takes over a bot's seat need not be allowed to watch.
        let by_link = match command {
            protocol::Command::Sit(_) => self.admit(who.owner, who.key.as_deref()),
            _ => self.admit_to_watch(who.owner, who.key.as_deref()),
        }?;
        let seat = who.owner.and_then(|owner| self.doc.seat_of(owner));
        let address = who.address;
        let caller = Caller { owner: who.owner, seat, by_link, connection: None, address };
        let outcome = self.command(caller, command).await;
        if let Err(no) = &outcome {
            self.hall.metrics.refused(&self.name, no.refused.code);
        }
        outcome
    }

    async fn socket_command(&mut self, connection: u64, id: u64, command: protocol::Command) {
        let Some(from) = self.connections.iter().find(|from| from.id == connection) else { return };
        let caller = Caller {
            owner: from.owner,
            seat: from.seat,
            by_link: from.by_link,
            connection: Some(connection),
            address: from.address,
        };
        match self.command(caller, command).await.transpose() {
            Some(outcome) => self.reply(connection, id, outcome),
            None => self.wait(Waiter::Socket { connection, id }),
        }
    }

    /// Whoever waits is answered when the dice have fallen.
    fn wait(&mut self, waiter: Waiter) {
        match self.later_chains.last_mut().filter(|chain| chain.waiter.is_none()) {
            Some(chain) => chain.waiter = Some(waiter),
            None => self.waiters.push(waiter),
        }
    }

    /// Answers a command over a socket.
    pub(super) fn reply(&self, connection: u64, id: u64, outcome: Result<protocol::Reply, No>) {
        let Some(from) = self.connections.iter().find(|from| from.id == connection) else { return };
        match outcome {
            Ok(reply) => from.outbox.say(&Message::Done(protocol::Reply { id, ..reply })),
            Err(No { refused, seq }) => {
                self.hall.metrics.refused(&self.name, refused.code);
                from.outbox.say(&refusal(Some(id), &refused, seq));
            }
        }
    }

    /// Stores a changed document together with other changes; nobody sees it before.
    pub(super) async fn save(&mut self, doc: Doc, also: Write) -> Result<(), No> {
        let row = TableRow {
            id: self.name.clone(),
            version: self.version + 1,
            listed: doc.options.listed,
            phase: doc.phase_name().into(),
            updated_ms: wall_ms(),
            touched_ms: self.hall.clock.now_ms(),
            body: serde_json::to_string(&doc).expect("a document is plain data"),
        };
        let mut write = also.put_table(row, self.version);
        if doc.owners() != self.doc.owners() {
            write = write.put_seats(self.name.clone(), doc.owners());
        }
        self.store(write).await?;
        self.doc = doc;
        self.version += 1;
        Ok(())
    }

    /// Waits until a write is durable.
    pub(super) async fn store(&mut self, write: Write) -> Result<(), No> {
        let began = Instant::now();
        match self.hall.store.write(write).await {
            Ok(()) => {
                let passed = began.elapsed();
                self.hall.metrics.durable.count(passed);
                if SLOW < passed {
                    tracing::info!(
                        table = self.name,
                        ms = passed.as_millis() as u64,
                        "a slow commit"
                    );
                }
                Ok(())
            }
            Err(error) => {
                self.broken |= matches!(error, store::Error::Conflict | store::Error::Gap);
                Err(trouble(&error).into())
            }
        }
    }

    /// Stores a changed document and tells everyone.
    pub(super) async fn change(&mut self, doc: Doc) -> Result<(), No> {
        self.save(doc, Write::new()).await?;
        self.tell_table();
        Ok(())
    }

    /// The next moment at which something is due.
    fn due(&self) -> Option<Instant> {
        let sleep =
            self.connections.is_empty().then(|| self.quiet_since + self.hall.config.sleep_after);
        let mixing = self.mixing.as_ref().map(|mixing| mixing.until);
        [self.presence_due, mixing, self.ask_due(), self.question_due(), sleep]
            .into_iter()
            .flatten()
            .min()
    }

    async fn wake_up(&mut self) {
        let now = Instant::now();
        if self.presence_due.is_some_and(|due| due <= now) {
            self.tell_table();
        }
        if self.mixing.as_ref().is_some_and(|mixing| mixing.until <= now) {
            self.mixing_is_due().await;
        }
        if self.ask_due().is_some_and(|due| due <= now) {
            self.ask_is_due().await;
        }
        if self.question_due().is_some_and(|due| due <= now) {
            self.question_is_due().await;
        }
        if self.connections.is_empty()
            && self.quiet_since + self.hall.config.sleep_after <= now
            && !self.may_sleep()
        {
            self.quiet_since = now; // asked again after another while
        }
    }

    /// Nobody is here, and nothing is waited for that would come soon.
    fn may_sleep(&self) -> bool {
        let now = Instant::now();
        self.connections.is_empty()
            && self.mixing.is_none()
            && self.pending.is_none()
            && self.thinking.is_none()
            && self.quiet_since + self.hall.config.sleep_after <= now
            && self.question_due().is_none_or(|due| now + WORTH_SLEEPING < due)
    }

    /// The number of watchers or the presence of a player has changed.
    pub(super) fn presence_changed(&mut self, at_once: bool) {
        let due = Instant::now() + if at_once { Duration::ZERO } else { PRESENCE_EVERY };
        self.presence_due = Some(self.presence_due.map_or(due, |earlier| earlier.min(due)));
    }

    /// Tells everyone what the table looks like, and those whose seat has changed about that.
    pub(super) fn tell_table(&mut self) {
        self.presence_due = None;
        let Self { connections, doc, .. } = self;
        for connection in connections.iter_mut() {
            let seat = connection.owner.and_then(|owner| doc.seat_of(owner));
            if seat != connection.seat {
                connection.seat = seat;
                connection.outbox.say(&Message::You { seat });
            }
        }
        let text = crate::outbox::text(&Message::Table { table: self.info() });
        for connection in &self.connections {
            connection.outbox.send(Out::Text(text.clone()));
        }
    }

    /// The table as everyone sees it.
    pub(super) fn info(&self) -> TableInfo {
        super::fanout::info(self)
    }

    /// Tells everyone that the server is about to restart, and when to come back.
    fn close_all(&mut self) {
        // By chance over all tables, so that not everybody comes back at once: half a second, and more for many.
        let spread =
            500 + u32::try_from(self.hall.metrics.sockets.get() / 10).unwrap_or(0).min(4500);
        for connection in self.connections.drain(..) {
            let back_in_ms = 200 + u32::from_be_bytes(identity::random_bytes()) % spread;
            connection.outbox.say(&Message::Closing { back_in_ms });
            connection.outbox.send(Out::Close(protocol::CLOSE_RESTARTING, "the server restarts"));
        }
    }

    /// The state of the running game, if there is one.
    pub(super) fn playing(&self) -> Option<&Game> {
        self.game.as_ref().filter(|_| self.doc.phase == Phase::Playing)
    }

    /// Whether anybody is connected for a seat.
    pub(super) fn is_here(&self, seat: Seat) -> bool {
        self.connections.iter().any(|connection| connection.seat == Some(seat))
    }
}

//! The task of one table: its letters, its clocks, its store.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::{Refusal, Refused};
use store::{Claim, ServerId, TableRow, Write};
use tokio::sync::mpsc;

use super::command::Caller;
use super::follow::{End, Following};
use super::guests::Guests;
use super::live::{LaterChain, Pending, Waiter};
use super::mixing::Mixing;
use super::room::{NOT_ADMITTED, Room, refusal};
use super::{Mail, TableRefused, Who};
use crate::clock::wall_ms;
use crate::cluster::Router;
use crate::cluster::letter::{Answer, Item};
use crate::doc::{Header, TableDoc};
use crate::game::Game;
use crate::hall::Hall;
use crate::outbox::Out;
use crate::problem;

/// A table whose next moment is at least so far away need not stay awake for it.
const WORTH_SLEEPING: Duration = Duration::from_secs(120);

/// A commit that took longer is told.
const SLOW: Duration = Duration::from_millis(250);

/// Arrivals and departures of watchers are told together, at most this often.
const PRESENCE_EVERY: Duration = Duration::from_millis(250);

/// A table at work: what it shows, and everything that writes to it.
pub(super) struct Table {
    pub(super) room: Room,
    /// By what right this server writes to the table.
    claim: Claim,
    /// Letters to oneself come this way; weak, so that an unused table can end.
    pub(super) myself: mpsc::WeakSender<Mail>,
    /// The other servers that show it.
    pub(super) guests: Guests,
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

/// How a server stands to a table.
enum Standing {
    /// It alone writes to it.
    Owns(Claim),
    /// Another one does.
    Follows(Arc<Router>, ServerId),
}

/// The life of a table's task: it owns the table, or follows its owner until there is none.
pub(crate) async fn run(
    hall: Arc<Hall>,
    name: String,
    myself: mpsc::WeakSender<Mail>,
    mut mailbox: mpsc::Receiver<Mail>,
) {
    let mut following: Option<Box<Following>> = None;
    loop {
        let is_new = following.as_ref().is_none_or(|following| following.room.is_none());
        let begun = match stand(&hall, &name, is_new).await {
            Ok(Standing::Follows(router, owner)) => {
                let followed = match following.take() {
                    Some(mut followed) => {
                        followed.belongs_to(owner);
                        followed
                    }
                    None => Box::new(Following::new(&hall, &router, &name, owner)),
                };
                match follow(&hall, followed, &mut mailbox).await {
                    End::Free(followed) => following = Some(followed),
                    End::Over => return,
                }
                continue;
            }
            Ok(Standing::Owns(claim)) => begin(&hall, &name, claim, &myself, &mut following).await,
            Err(refused) => Err(refused),
        };
        match (begun, following.take()) {
            (Ok((table, open)), _) => {
                hall.metrics.owned.add();
                serve(table, open, mailbox).await;
                return hall.metrics.owned.remove();
            }
            // The store is away for a while; whoever looks goes on looking.
            (Err(refused), Some(mut followed)) if refused.code != Refusal::NotFound => {
                followed.try_again();
                match follow(&hall, followed, &mut mailbox).await {
                    End::Free(followed) => following = Some(followed),
                    End::Over => return,
                }
            }
            (Err(refused), followed) => {
                if let Some(mut followed) = followed {
                    followed.refuse_all(&refused);
                    followed.removed();
                }
                // Whoever wrote in the meantime is told, then the name is free again.
                loop {
                    while let Ok(mail) = mailbox.try_recv() {
                        refuse(&hall, &name, mail, &refused);
                    }
                    if hall.sleep(&name, &mut mailbox) {
                        return;
                    }
                }
            }
        }
    }
}

async fn follow(hall: &Hall, table: Box<Following>, mailbox: &mut mpsc::Receiver<Mail>) -> End {
    hall.metrics.followed.add();
    let end = table.run(mailbox).await;
    hall.metrics.followed.remove();
    end
}

/// The life of a table that this server owns.
async fn serve(mut table: Table, open: Vec<Mail>, mut mailbox: mpsc::Receiver<Mail>) {
    let hall = Arc::clone(&table.hall);
    for mail in open {
        table.open(mail).await;
    }
    loop {
        table.note_here();
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
                    hall.strike(&table.name, &mut mailbox);
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
                    "the stored table is not what it was thought to be; it is loaded anew"
                );
                table.close_all();
                hall.strike(&table.name, &mut mailbox);
                table.forget_guests();
                let refused =
                    Refused::new(Refusal::Restarting, "the table is being loaded anew, try again");
                while let Some(mail) = mailbox.recv().await {
                    refuse(&hall, &table.name, mail, &refused);
                }
                // Its clocks and bots go on, whether anybody comes back or not; as soon as the store can be reached.
                if table.playing().is_some() {
                    hall.wait_for_lease().await;
                    if !hall.is_stopping() {
                        drop(hall.wake(&table.name));
                    }
                }
            }
            return;
        }
    }
}

pub(super) async fn until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due.into()).await,
        None => std::future::pending().await,
    }
}

/// Answers a letter to a table that is not there.
pub(super) fn refuse(hall: &Hall, table: &str, mail: Mail, refused: &Refused) {
    match mail {
        Mail::Asked { from, number, .. } => {
            // What waits for another server is asked again; what is not there is not there.
            let answer = match refused.code {
                Refusal::NotFound => Answer::Refused { refused: refused.clone(), seq: None },
                _ => Answer::NotMine,
            };
            if let Some(router) = hall.router() {
                let (table, answer) = (table.to_owned(), Box::new(answer));
                let (place, news) = (None, None);
                router.post(from, Item::Answer { number, table, answer, place, news });
            }
        }
        Mail::Connect { outbox, id, .. } => {
            outbox.say(&refusal(Some(id), refused, None));
            outbox.send(match refused.code {
                Refusal::Restarting => Out::Close(protocol::CLOSE_RESTARTING, "come back"),
                // The same words as for a table that is there and admits nobody.
                _ => Out::Close(1000, NOT_ADMITTED),
            });
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
        | Mail::Answered { .. }
        | Mail::News { .. }
        | Mail::Head { .. }
        | Mail::Here { .. }
        | Mail::Holds { .. }
        | Mail::Gone { .. }
        | Mail::Free
        | Mail::Stop => {}
    }
}

/// The store could not do its work.
pub(super) fn trouble(error: &store::Error) -> Refused {
    problem::trouble(error, "the server could not store this; nothing has changed")
}

/// Makes this server the only one that writes to a table, or finds out which one is.
async fn stand(hall: &Arc<Hall>, name: &str, is_new: bool) -> Result<Standing, Refused> {
    let wrong = |error: store::Error| trouble(&error);
    if is_new && hall.store.is_shared() {
        // Nobody comes to own a name that is not there.
        hall.store.table(name).await.map_err(wrong)?.ok_or_else(no_such_table)?;
    }
    if !hall.lease.is_off() {
        let claims = hall.store.claim(vec![name.to_owned()], hall.clock.now_ms()).await;
        if let Some(claim) = claims.map_err(wrong)?.pop() {
            return Ok(Standing::Owns(claim));
        }
    } else if hall.router().is_none() {
        let text = "the clock of this server is wrong, so it takes no tables; come back";
        return Err(Refused::new(Refusal::Restarting, text));
    }
    let elsewhere =
        || Refused::new(Refusal::Restarting, "another server has this table; come back");
    let router = hall.router().ok_or_else(elsewhere)?;
    let owner = hall.store.owner(name).await.map_err(wrong)?.ok_or_else(elsewhere)?;
    Ok(Standing::Follows(Arc::clone(router), owner.0))
}

pub(super) fn no_such_table() -> Refused {
    let text = "there is no table of this name, or it has been forgotten";
    Refused::new(Refusal::NotFound, text)
}

/// Takes up a table that is this server's own: from the store, or from what it has shown of it so far. Gives also what
/// was wanted of the owner before.
async fn begin(
    hall: &Arc<Hall>,
    name: &str,
    claim: Claim,
    myself: &mpsc::WeakSender<Mail>,
    following: &mut Option<Box<Following>>,
) -> Result<(Table, Vec<Mail>), Refused> {
    let clock = hall.clock.shifted(claim.shift_ms);
    let mut open = Vec::new();
    let room = match following.as_deref_mut() {
        Some(followed) if followed.room.is_some() => {
            // Nobody else writes from here on: what the store has is all there is.
            followed.settle().await?;
            open = followed.open_mail();
            let room = followed.room.take();
            Room { clock, told: None, ..room.ok_or_else(no_such_table)? }
        }
        Some(followed) => {
            open = followed.open_mail();
            Room::load(hall, name, clock).await?
        }
        None => Room::load(hall, name, clock).await?,
    };
    let mut table = Table::of(room, claim, myself.clone());
    table.resume_ask().map_err(|why| unreadable(name, &why))?;
    table.settle_next().await.map_err(|why| why.refused)?;
    Ok((table, open))
}

/// What is said of a stored table that cannot be read; why is for the log.
pub(super) fn unreadable(table: &str, why: &str) -> Refused {
    tracing::error!(table, why, "a stored table cannot be read");
    let text = "the stored table cannot be read by this version of the program";
    Refused::new(Refusal::Trouble, text)
}

/// Reads a game and replays its steps.
pub(super) async fn load_game(hall: &Hall, table: &str, number: u32) -> Result<Game, String> {
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
    /// A table of this server's own, of which only what it shows is known yet.
    pub(super) fn of(room: Room, claim: Claim, myself: mpsc::WeakSender<Mail>) -> Self {
        let now = room.clock.now_ms();
        Self {
            room,
            claim,
            myself,
            guests: Guests::default(),
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
        }
    }

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
                    self.admit_to_watch(who.owner, who.key.as_deref()).map_err(|why| why.refused);
                let _ = reply.send(admitted.map(|by_link| (self.info_for(who.owner), by_link)));
            }
            Mail::Claim { token, owner, reply } => {
                let claimed = self.claim(token, owner).await.map_err(|why| why.refused);
                let _ = reply.send(claimed);
            }
            Mail::Thought { game, seq, answer } => self.thought(game, seq, answer).await,
            Mail::CloseGame { reply } => {
                let _ = reply.send(self.close_game().await.map_err(|why| why.refused));
            }
            Mail::Asked { from, number, ask } => self.asked(from, number, *ask).await,
            Mail::Here { from, number, here } => self.here_numbered(from, number, here).await,
            Mail::Gone { server } => self.gone(server).await,
            // What an owner writes is of no interest to the next one.
            Mail::Answered { .. }
            | Mail::News { .. }
            | Mail::Head { .. }
            | Mail::Holds { .. }
            | Mail::Free => {}
            Mail::Stop | Mail::Removed => self.close_all(),
        }
    }

    /// Who asks over HTTP, as if connected.
    pub(super) async fn http_command(
        &mut self,
        who: Who,
        command: protocol::Command,
    ) -> Result<Option<protocol::Reply>, TableRefused> {
        // Whoever takes over a bot's seat need not be allowed to watch.
        let by_link = match command {
            protocol::Command::Sit(_) => self.admit(who.owner, who.key.as_deref()),
            _ => self.admit_to_watch(who.owner, who.key.as_deref()),
        }?;
        let seat = who.owner.and_then(|owner| self.doc.seat_of(owner));
        let address = who.address;
        let caller = Caller { owner: who.owner, seat, by_link, connection: None, address };
        let outcome = self.command(caller, command).await;
        if let Err(why) = &outcome {
            self.hall.metrics.refused(&self.name, why.refused.code);
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
    pub(super) fn wait(&mut self, waiter: Waiter) {
        match self.later_chains.last_mut().filter(|chain| chain.waiter.is_none()) {
            Some(chain) => chain.waiter = Some(waiter),
            None => self.waiters.push(waiter),
        }
    }

    /// Stores a changed document together with other changes; nobody sees it before.
    pub(super) async fn save(&mut self, doc: TableDoc, also: Write) -> Result<(), TableRefused> {
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
        self.touched_ms = self.hall.clock.now_ms();
        self.version += 1;
        Ok(())
    }

    /// Waits until a write is durable.
    pub(super) async fn store(&mut self, write: Write) -> Result<(), TableRefused> {
        let began = Instant::now();
        let news = self.news(&write);
        match self.hall.store.write(write.at(&self.claim)).await {
            Ok(()) => {
                news.into_iter().for_each(|news| self.publish(news));
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
                use store::Error::{Conflict, Fenced, Gap, Unsure};
                self.broken |= matches!(error, Conflict | Gap | Fenced | Unsure);
                Err(trouble(&error).into())
            }
        }
    }

    /// Stores a changed document and tells everyone.
    pub(super) async fn change(&mut self, doc: TableDoc) -> Result<(), TableRefused> {
        self.save(doc, Write::new()).await?;
        self.tell_table();
        Ok(())
    }

    /// The next moment at which something is due.
    fn due(&self) -> Option<Instant> {
        let sleep = self.is_alone().then(|| self.quiet_since + self.hall.config.sleep_after);
        let mixing = self.mixing.as_ref().map(|mixing| mixing.until);
        [self.presence_due, mixing, self.ask_due(), self.question_due(), self.guests.due(), sleep]
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
        if self.guests.due().is_some_and(|due| due <= now) {
            self.guests_are_due().await;
        }
        if self.is_alone()
            && self.quiet_since + self.hall.config.sleep_after <= now
            && !self.may_sleep()
        {
            self.quiet_since = now; // asked again after another while
        }
    }

    /// Nobody looks at the table, here or elsewhere.
    fn is_alone(&self) -> bool {
        self.connections.is_empty() && self.guests.is_empty()
    }

    /// Nobody is here, and nothing is waited for that would come soon.
    fn may_sleep(&self) -> bool {
        let now = Instant::now();
        self.is_alone()
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

    /// Tells everyone what the table looks like.
    pub(super) fn tell_table(&mut self) {
        if self.presence_due.take().is_some() {
            self.tell_head();
        }
        self.room.tell_table();
    }
}

/// Whoever writes to a table also shows it.
impl Deref for Table {
    type Target = Room;

    fn deref(&self) -> &Room {
        &self.room
    }
}

impl DerefMut for Table {
    fn deref_mut(&mut self) -> &mut Room {
        &mut self.room
    }
}

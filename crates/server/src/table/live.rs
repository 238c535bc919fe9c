//! Live dice: an answer that leads to chance is stored, the seats give their links for it, and the dice fall. An ask is
//! durable before it is sent, so that a kill brings the same dice.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use engine::{Seat, Seats};
use fair::live::{AskMade, Asking, CHAINS, Course};
use fair::wire::{Ask, ChainBegun, Missed};
use fair::{Hash, Pledge};
use protocol::{Message, Refusal, Reply};
use store::{ServerId, Write};
use tokio::sync::oneshot;

use super::actor::Table;
use super::room::{Connection, Room};
use super::{TableRefused, refused};
use crate::doc::{LiveDoc, PendingDoc, TableDoc};
use crate::game::{Begun, Game, Next};
use crate::outbox::{self, Out};
use crate::problem::HttpRefused;

/// How long a link is waited for.
const LINK_WITHIN: Duration = Duration::from_secs(1);

/// How much longer for somebody who is connected to another server: the ask may be lost on the way once.
const ON_THE_WAY: Duration = Duration::from_millis(1500);

/// How long a seat that lost its connection while asked may take to come back.
const BACK_WITHIN: Duration = Duration::from_secs(5);

/// The same, while none of the asked is there. Whoever is there and does not say that it has a part in the dice (its word may
/// have been lost with the server that owned the table before) is not waited for that long.
const ANYBODY_WITHIN: Duration = Duration::from_secs(60);

/// After the store has failed the next attempt waits this long.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// An ask that is open.
pub(super) struct Pending {
    begun: Begun,
    asking: Asking,
    links: BTreeMap<Seat, Hash>,
    /// When each seat was asked, or since when it has not been there.
    asked: [Option<Instant>; 6],
    gone: [Instant; 6],
    /// Since when somebody is connected for each seat, whether they can give a link or not.
    here: [Option<Instant>; 6],
    /// Who has left while this ask was open: the time is given once, not at every coming and going.
    left: Seats,
    /// Who begins anew and cannot answer any more.
    lost: Seats,
    /// Not before this moment, because the store has failed.
    not_before: Instant,
}

impl Pending {
    pub(super) fn new(begun: Begun, asking: Asking) -> Self {
        let now = Instant::now();
        Self {
            begun,
            asking,
            links: BTreeMap::new(),
            asked: [None; 6],
            gone: [now; 6],
            here: [None; 6],
            left: Seats::NONE,
            lost: Seats::NONE,
            not_before: now,
        }
    }

    /// Whether this is the answer that waits for its dice.
    pub(super) fn is_for(&self, by: protocol::By, answer: engine::Answer) -> bool {
        self.begun.by == by && self.begun.answer() == Some(answer)
    }

    fn made(&self) -> AskMade {
        let Asking { ask, inputs, seats, .. } = self.asking;
        let missing = seats.iter().filter(|seat| !self.links.contains_key(seat));
        let missing = missing.fold(Seats::NONE, Seats::with);
        AskMade { ask, inputs, seats, missing, links: self.links.clone() }
    }

    /// When the open ask needs attention.
    fn due(&self) -> Instant {
        let nobody = self.links.is_empty() && self.asked.iter().all(Option::is_none);
        let first = self.here.iter().flatten().min();
        let back = |gone: Instant| match first {
            _ if !nobody => gone + BACK_WITHIN,
            Some(&first) => gone.max(first) + BACK_WITHIN,
            None => gone + ANYBODY_WITHIN,
        };
        let due = |seat: Seat| match self.asked[seat.index()] {
            _ if self.lost.has(seat) => self.not_before,
            Some(asked) => asked + LINK_WITHIN,
            None => back(self.gone[seat.index()]),
        };
        let waited = self.made().missing.iter().map(due).max();
        waited.map_or(self.not_before, |due| due.max(self.not_before))
    }
}

/// Whoever waits for an answer that waits for its dice.
pub(super) enum Waiter {
    Socket { connection: u64, id: u64 },
    Http(oneshot::Sender<Result<Reply, HttpRefused>>),
    Afar { server: ServerId, number: u64 },
}

/// A chain that waits for the step to end.
pub(super) struct LaterChain {
    seat: Seat,
    anchor: Pledge,
    holder: u64,
    /// Whether the connection does not want to be asked for now, since it pledged.
    rests: bool,
    pub(super) waiter: Option<Waiter>,
}

/// An ask without anybody to ask.
pub(super) fn alone(asking: Asking) -> AskMade {
    let Asking { ask, inputs, .. } = asking;
    AskMade { ask, inputs, seats: Seats::NONE, missing: Seats::NONE, links: BTreeMap::new() }
}

/// What is under way, as it is stored.
pub(super) fn stored(game: &Game, begun: &Begun, asking: Asking) -> LiveDoc {
    let pending = PendingDoc { seq: game.seq, by: begun.by, answer: begun.answer(), asking };
    LiveDoc { pending: Some(pending), ..since(game) }
}

/// The chains and void asks since the last draw, as they are stored.
fn since(game: &Game) -> LiveDoc {
    let live = game.live();
    LiveDoc {
        game: game.number,
        after: live.map_or(0, |live| live.base.asks),
        chains: live.map_or_else(Vec::new, |live| live.since.chains.clone()),
        void: live.map_or_else(Vec::new, |live| live.since.asks.clone()),
        pending: None,
    }
}

/// Whether a seat may begin this chain: nobody has, and the seat has not begun too many.
fn may_begin(course: &Course, seat: Seat, anchor: Pledge) -> Result<(), TableRefused> {
    if course.chains.iter().any(|chain| chain.anchor == anchor) {
        return Err(refused(Refusal::Taken, "this chain has been used before"));
    }
    if CHAINS <= course.begun(seat) {
        return Err(refused(Refusal::NotNow, format!("a seat may begin {CHAINS} chains a game")));
    }
    Ok(())
}

impl Table {
    /// The seats whose links can be had now.
    pub(super) fn to_ask(&self, game: &Game) -> Seats {
        let Some(live) = game.live() else { return Seats::NONE };
        let ready = |seat: &Seat| {
            let chain = live.course.chain(*seat).filter(|_| live.course.may_ask(*seat));
            chain.is_some_and(|chain| self.holder(*seat, chain.anchor).is_some())
        };
        Seat::ALL.into_iter().filter(ready).fold(Seats::NONE, Seats::with)
    }

    /// A step needs chance: the seats are asked, or if nobody can be, the server draws alone. Gives the step that is done
    /// at once.
    pub(super) async fn draw(
        &mut self,
        begun: Begun,
        doc: Option<TableDoc>,
    ) -> Result<Option<u64>, TableRefused> {
        let trouble = |why: String| refused(Refusal::Trouble, why);
        let Some(game) = &self.game else { return Err(trouble("no game is on".into())) };
        let seats = self.to_ask(game);
        let asking = game.asking(&begun, seats).ok_or_else(|| trouble("no dice".into()))?;
        if seats.is_empty() {
            let step = game.draw(begun, alone(asking)).map_err(trouble)?;
            let seq = step.seq;
            self.advance(step, doc).await?;
            return Ok(Some(seq));
        }
        let mut doc = doc.unwrap_or_else(|| self.doc.clone());
        doc.live = Some(stored(game, &begun, asking));
        self.save(doc, Write::new()).await?;
        self.thinking = None;
        self.pending = Some(Pending::new(begun, asking));
        self.send_ask(None);
        Ok(None)
    }

    /// Sends the open ask to the connections that hold the chains; to one only, if it has just come back. Other servers
    /// find it in the document and do the same.
    pub(super) fn send_ask(&mut self, only: Option<u64>) {
        let (Some(game), Some(pending)) = (&self.room.game, &mut self.pending) else { return };
        let Some(live) = game.live() else { return };
        let now = Instant::now();
        let missing = pending.made().missing;
        for seat in missing.iter() {
            let Some(chain) = live.course.chain(seat) else { continue };
            let is_asked = |to: &&Connection| {
                holds(to, seat, chain.anchor) && only.is_none_or(|only| only == to.id)
            };
            if self.room.connections.iter().any(|to| is_asked(&to)) {
                pending.asked[seat.index()].get_or_insert(now);
            } else if self.room.afar.iter().any(|(_, to)| is_asked(&to)) {
                pending.asked[seat.index()].get_or_insert(now + ON_THE_WAY);
            }
        }
        self.room.send_ask_here(missing, only);
    }

    /// A seat gives its link.
    pub(super) async fn link(
        &mut self,
        seat: Seat,
        number: u32,
        ask: u64,
        link: Hash,
    ) -> Result<(), TableRefused> {
        let game = self.game_that_is_on(number)?;
        let asked = self.pending.as_ref().filter(|pending| pending.asking.ask == ask);
        let (Some(live), Some(pending)) = (game.live(), asked) else {
            return Err(refused(Refusal::Stale, format!("ask {ask} is not open")));
        };
        if !pending.asking.seats.has(seat) {
            return Err(refused(Refusal::NotYours, "this seat is not asked"));
        }
        if !live.course.is_link(&game.name, seat, ask, link) {
            return Err(refused(Refusal::Invalid, "this link does not belong to the seat's chain"));
        }
        if let Some(pending) = &mut self.pending {
            pending.links.insert(seat, link);
            if pending.links.len() == pending.asking.seats.len() {
                self.ask_is_due().await;
            }
        }
        Ok(())
    }

    /// A seat does not want to be asked for now.
    pub(super) fn rest(&mut self, seat: Seat, connection: Option<u64>) {
        for own in self.everybody_mut() {
            if own.seat == Some(seat) && connection.is_none_or(|connection| connection == own.id) {
                own.resting = true;
            }
        }
        for later in &mut self.later_chains {
            later.rests |= later.seat == seat
                && connection.is_none_or(|connection| connection == later.holder);
        }
    }

    /// A connection is gone. If it was asked, it has a while to come back.
    pub(super) fn left_ask(&mut self, seat: Option<Seat>, pledged: Option<Pledge>) {
        let (Some(seat), Some(pledged)) = (seat, pledged) else { return };
        let counts = self.game.as_ref().and_then(|game| game.live()?.course.chain(seat));
        if counts.is_some_and(|chain| chain.anchor == pledged)
            && self.holder(seat, pledged).is_none()
            && let Some(pending) = self.pending.as_mut().filter(|pending| !pending.left.has(seat))
        {
            (pending.asked[seat.index()], pending.gone[seat.index()]) = (None, Instant::now());
            pending.left = pending.left.with(seat);
        }
    }

    /// A seat begins anew while it is asked: if nobody holds its chain any more, its link will not come.
    fn lost_chain(&mut self, seat: Seat) {
        let counts = self.game.as_ref().and_then(|game| game.live()?.course.chain(seat));
        let held = counts.is_some_and(|chain| self.holder(seat, chain.anchor).is_some());
        if let Some(pending) = self.pending.as_mut().filter(|_| !held) {
            (pending.asked[seat.index()], pending.lost) = (None, pending.lost.with(seat));
        }
    }

    /// Notes who of the asked is connected.
    pub(super) fn note_here(&mut self) {
        let Some(asked) = self.pending.as_ref().map(|pending| pending.asking.seats) else { return };
        let here = asked.iter().filter(|&seat| self.is_here(seat)).fold(Seats::NONE, Seats::with);
        if let Some(pending) = &mut self.pending {
            for seat in asked.iter() {
                let since = &mut pending.here[seat.index()];
                *since = here.has(seat).then(|| since.unwrap_or_else(Instant::now));
            }
        }
    }

    /// When the open ask needs attention.
    pub(super) fn ask_due(&self) -> Option<Instant> {
        self.pending.as_ref().map(Pending::due)
    }

    /// Everybody has answered, or the time is up.
    pub(super) async fn ask_is_due(&mut self) {
        let Some(pending) = &self.pending else { return };
        let made = pending.made();
        let outcome = match made.missing.is_empty() {
            true => self.fall(made).await,
            false => self.void_ask(made).await,
        };
        if let Err(refused) = outcome {
            tracing::error!(table = self.name, why = refused.refused.text, "dice could not fall");
            if let Some(pending) = &mut self.pending {
                pending.not_before = Instant::now() + TRY_AGAIN;
            }
        }
    }

    /// All links are there: the dice fall.
    async fn fall(&mut self, made: AskMade) -> Result<(), TableRefused> {
        let (Some(game), Some(pending)) = (&self.game, &self.pending) else { return Ok(()) };
        let step =
            game.draw(pending.begun.clone(), made).map_err(|why| refused(Refusal::Trouble, why))?;
        let (seq, by) = (step.seq, step.by);
        self.advance(step, None).await?;
        self.pending = None;
        match by {
            protocol::By::Player(_) => self.hall.metrics.answers.add(),
            protocol::By::Bot(_) | protocol::By::StandIn(_) => self.hall.metrics.bot_answers.add(),
            _ => {}
        }
        for waiter in std::mem::take(&mut self.waiters) {
            self.answer_waiter(waiter, Ok(Reply { seq: Some(seq), ..Reply::default() }));
        }
        for chain in std::mem::take(&mut self.later_chains) {
            let begun = self.begin_chain(chain.seat, chain.anchor, chain.holder).await;
            if chain.rests {
                self.rest(chain.seat, Some(chain.holder));
            }
            if let Some(waiter) = chain.waiter {
                self.answer_waiter(waiter, begun.map(|()| Reply::default()));
            }
        }
        Ok(())
    }

    /// The game is closed: the dice that were waited for do not fall.
    pub(super) fn close_ask(&mut self) {
        self.pending = None;
        let chains = std::mem::take(&mut self.later_chains);
        let waiting = chains.into_iter().filter_map(|chain| chain.waiter);
        for waiter in std::mem::take(&mut self.waiters).into_iter().chain(waiting) {
            self.answer_waiter(waiter, Err(refused(Refusal::NotNow, "the game has been closed")));
        }
    }

    /// Answers whoever had to wait.
    fn answer_waiter(&mut self, waiter: Waiter, outcome: Result<Reply, TableRefused>) {
        match waiter {
            Waiter::Socket { connection, id } => self.reply(connection, id, outcome),
            Waiter::Http(reply) => drop(reply.send(outcome.map_err(Into::into))),
            Waiter::Afar { server, number } => self.answer_afar(server, number, outcome.into()),
        }
    }

    /// Somebody is missing: the ask is void, durably; everybody is told, and those who are left are asked anew.
    async fn void_ask(&mut self, made: AskMade) -> Result<(), TableRefused> {
        let (Some(mut game), Some(pending)) = (self.game.clone(), &self.pending) else {
            return Ok(());
        };
        let (begun, missing, chance) = (pending.begun.clone(), made.missing, pending.asking.chance);
        game.void(made.clone()).map_err(|why| refused(Refusal::Trouble, why.to_string()))?;
        let seats = self.to_ask(&game);
        let asking = game
            .asking(&begun, seats)
            .ok_or_else(|| refused(Refusal::Trouble, "the dice are not live"))?;
        let mut doc = self.doc.clone();
        doc.live = Some(stored(&game, &begun, asking));
        self.save(doc, Write::new()).await?;
        let number = game.number;
        self.game = Some(game);
        // Whoever missed it rests until it pledges again.
        for connection in self.everybody_mut() {
            connection.resting |= connection.seat.is_some_and(|seat| missing.has(seat));
        }
        self.pending = Some(Pending::new(begun, asking));
        self.tell(&Message::Missed(Missed { game: number, chance, ask: made }));
        if seats.is_empty() {
            return Box::pin(self.fall(alone(asking))).await;
        }
        self.send_ask(None);
        Ok(())
    }

    /// A seat pledges while a game is on: it is back, or begins a new chain. Whether that counts at once.
    pub(super) async fn pledge_live(
        &mut self,
        seat: Seat,
        connection: Option<u64>,
        name: &str,
        anchor: Pledge,
    ) -> Result<bool, TableRefused> {
        let live = self.game.as_ref().and_then(|game| Some((game, game.live()?)));
        let Some((game, live)) = live else {
            return Err(refused(Refusal::NotNow, "the dice of this game are sealed"));
        };
        if game.name != name {
            return Err(refused(
                Refusal::Stale,
                format!("the game that is on is {}, not {name}", game.name),
            ));
        }
        let holder = self.holder_to_be(seat, connection)?;
        if live.course.chain(seat).is_some_and(|chain| chain.anchor == anchor) {
            self.hold(holder, anchor);
            self.send_ask(Some(holder));
            return Ok(true);
        }
        may_begin(&live.course, seat, anchor)?;
        if self.pending.is_some() {
            // It counts from the next step, never between an ask and its draw.
            let earlier = self.later_chains.extract_if(.., |chain| chain.seat == seat);
            for waiter in earlier.filter_map(|chain| chain.waiter).collect::<Vec<_>>() {
                let replaced = refused(Refusal::Stale, "the seat has pledged another chain since");
                self.answer_waiter(waiter, Err(replaced));
            }
            self.later_chains.push(LaterChain { seat, anchor, holder, rests: false, waiter: None });
            self.lost_chain(seat);
            return Ok(false);
        }
        self.begin_chain(seat, anchor, holder).await?;
        Ok(true)
    }

    /// A chain counts from now on: durably, then everybody is told.
    async fn begin_chain(
        &mut self,
        seat: Seat,
        anchor: Pledge,
        holder: u64,
    ) -> Result<(), TableRefused> {
        let Some(mut game) = self.playing().cloned() else {
            return Err(refused(Refusal::Stale, "the game has ended"));
        };
        let Some(live) = game.live() else { return Ok(()) };
        // Others may have begun the same chain while this one waited.
        may_begin(&live.course, seat, anchor)?;
        let from = live.course.asks;
        game.begin_chain(seat, anchor);
        let mut doc = self.doc.clone();
        doc.live = Some(since(&game));
        self.save(doc, Write::new()).await?;
        let number = game.number;
        self.game = Some(game);
        self.hold(holder, anchor);
        self.tell(&Message::Chain(ChainBegun { game: number, seat, from, anchor }));
        Ok(())
    }

    /// After a start of the server: what was under way goes on, and the same ask gives the same dice.
    pub(super) fn resume_ask(&mut self) -> Result<(), String> {
        let (Some(game), Some(pending)) = (&self.game, self.asking()) else { return Ok(()) };
        let now = self.clock.now_ms();
        match game.next(pending.by, pending.answer, now).map_err(|why| why.to_string())? {
            Next::Draw(begun) => self.pending = Some(Pending::new(*begun, pending.asking)),
            Next::Step(_) => return Err("a stored ask is not for chance".into()),
        }
        self.send_ask(None);
        Ok(())
    }
}

/// Whether somebody contributes for a seat by this chain.
pub(super) fn holds(connection: &Connection, seat: Seat, anchor: Pledge) -> bool {
    connection.seat == Some(seat) && connection.pledged == Some(anchor) && !connection.resting
}

impl Room {
    /// Sends the open ask to those here who hold the chains that are asked for; to one only, if it has just come back.
    pub(super) fn send_ask_here(&self, seats: Seats, only: Option<u64>) {
        let (Some(game), Some(pending)) = (&self.game, self.asking()) else { return };
        let Some(live) = game.live() else { return };
        let text = outbox::text(&Message::Ask(Ask {
            game: game.number,
            asking: pending.asking,
            before: live.course.transcript,
            within_ms: LINK_WITHIN.as_millis() as u32,
        }));
        for seat in seats.iter() {
            let Some(chain) = live.course.chain(seat) else { continue };
            // The same chain over two connections is the same player, who has come back: one of them may be dead.
            let holders = self.connections.iter().filter(|to| holds(to, seat, chain.anchor));
            for to in holders.filter(|to| only.is_none_or(|only| only == to.id)) {
                to.outbox.send(Out::Text(text.clone()));
            }
        }
    }

    /// The chains and void asks since the last draw, for somebody who has caught up to it.
    pub(super) fn dice_since(&self, game: &Game) -> Vec<Utf8Bytes> {
        let Some(live) = game.live() else { return Vec::new() };
        let chain = |&(seat, from, anchor): &(Seat, u64, Pledge)| {
            Message::Chain(ChainBegun { game: game.number, seat, from, anchor })
        };
        let missed = |ask: &AskMade| {
            Message::Missed(Missed {
                game: game.number,
                chance: live.since.chance,
                ask: ask.clone(),
            })
        };
        let chains = live.since.chains.iter().map(chain);
        chains
            .chain(live.since.asks.iter().map(missed))
            .map(|message| outbox::text(&message))
            .collect()
    }
}

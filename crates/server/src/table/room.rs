//! What a table shows: its document, its game, and whoever looks at them here. Nothing in here writes to the store.

use std::net::IpAddr;
use std::sync::Arc;

use engine::{Seat, Seats};
use fair::Pledge;
use protocol::{Clock, Message, Refusal, Refused, Speaker, TableInfo, TablePhase, Talk};
use store::{OwnerHash, ServerId};

use super::{TableRefused, refused};
use crate::clock::ServerClock;
use crate::doc::{PendingDoc, TableDoc};
use crate::game::Game;
use crate::hall::Hall;
use crate::identity;
use crate::outbox::{Out, Outbox};

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
    /// Between servers: the number of the last ask that said so. What comes later with a lower one is older.
    pub(super) said: u64,
    /// At a table of another server: whether it could be asked when the dice last fell, so that it expects to be next time.
    pub(super) ready: bool,
    pub(super) outbox: Outbox,
}

/// A table as it is shown by this server.
pub(super) struct Room {
    pub(super) hall: Arc<Hall>,
    pub(super) name: String,
    /// The table's own clock.
    pub(super) clock: ServerClock,
    pub(super) version: u64,
    /// When the document was last written, by the server's clock.
    pub(super) touched_ms: i64,
    pub(super) doc: TableDoc,
    pub(super) game: Option<Game>,
    /// The number of the last thing said.
    pub(super) talk: u64,
    pub(super) connections: Vec<Connection>,
    /// At a table that is this server's own: those on seats who are connected to other servers.
    pub(super) afar: Vec<(ServerId, Connection)>,
    /// And how many watch there.
    pub(super) watchers_afar: u32,
    /// At a table of another server: which seats are connected anywhere, and how many watch, as its owner says.
    pub(super) told: Option<(Seats, u32)>,
}

pub(super) fn refusal(id: Option<u64>, refused: &Refused, seq: Option<u64>) -> Message {
    Message::Refused { id, code: refused.code, text: refused.text.clone(), seq }
}

impl Room {
    /// Whether somebody may be at this table, and whether they came by the link.
    pub(super) fn admit(
        &self,
        owner: Option<OwnerHash>,
        key: Option<&str>,
    ) -> Result<bool, TableRefused> {
        if let Some(person) = owner.and_then(|owner| self.doc.person(self.doc.seat_of(owner)?)) {
            return Ok(person.by_link);
        }
        let by_link = key.is_some_and(|key| identity::same(key, &self.doc.key));
        if !by_link && !self.doc.options.listed {
            // The same words as for a table that does not exist: the name alone tells a stranger nothing.
            return Err(refused(
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
    ) -> Result<bool, TableRefused> {
        let by_link = self.admit(owner, key)?;
        let plays = owner.is_some_and(|owner| self.doc.seat_of(owner).is_some());
        if self.doc.phase == TablePhase::Playing && !self.doc.options.watchers && !plays {
            return Err(refused(Refusal::Forbidden, "this game is not open to watchers"));
        }
        Ok(by_link)
    }

    /// Answers a command over a socket.
    pub(super) fn reply(
        &self,
        connection: u64,
        id: u64,
        outcome: Result<protocol::Reply, TableRefused>,
    ) {
        let Some(from) = self.connections.iter().find(|from| from.id == connection) else { return };
        match outcome {
            Ok(reply) => from.outbox.say(&Message::Done(protocol::Reply { id, ..reply })),
            Err(TableRefused { refused, seq }) => {
                self.hall.metrics.refused(&self.name, refused.code);
                from.outbox.say(&refusal(Some(id), &refused, seq));
            }
        }
    }

    /// Tells everyone what the table looks like, and those whose seat has changed about that.
    pub(super) fn tell_table(&mut self) {
        let Self { connections, afar, doc, .. } = self;
        for (_, connection) in afar {
            connection.seat = connection.owner.and_then(|owner| doc.seat_of(owner));
        }
        for connection in connections.iter_mut() {
            let seat = connection.owner.and_then(|owner| doc.seat_of(owner));
            if seat != connection.seat {
                connection.seat = seat;
                connection.outbox.say(&Message::You { seat });
            }
        }
        self.tell(&Message::Table { table: self.info() });
    }

    /// The table as everyone sees it.
    pub(super) fn info(&self) -> TableInfo {
        super::fanout::info(self)
    }

    /// The table as everyone sees it, and for whoever looks from afar: their own seat, and whom the game waits for.
    pub(super) fn info_for(&self, owner: Option<OwnerHash>) -> TableInfo {
        let you = owner.and_then(|owner| self.doc.seat_of(owner));
        let asked = self.playing().and_then(|game| Some(game.ask()?.seat));
        TableInfo { you, asked, ..self.info() }
    }

    /// Tells everyone that the server is about to restart, and when to come back.
    pub(super) fn close_all(&mut self) {
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
        self.game.as_ref().filter(|_| self.doc.phase == TablePhase::Playing)
    }

    /// Everybody who is connected, here or to other servers.
    pub(super) fn everybody(&self) -> impl DoubleEndedIterator<Item = &Connection> {
        self.connections.iter().chain(self.afar.iter().map(|(_, connection)| connection))
    }

    pub(super) fn everybody_mut(&mut self) -> impl Iterator<Item = &mut Connection> {
        let afar = self.afar.iter_mut().map(|(_, connection)| connection);
        self.connections.iter_mut().chain(afar)
    }

    /// Whether anybody is connected for a seat.
    pub(super) fn is_here(&self, seat: Seat) -> bool {
        self.everybody().any(|connection| connection.seat == Some(seat))
            || self.told.is_some_and(|(here, _)| here.has(seat))
    }

    /// How many watch.
    pub(super) fn watchers(&self) -> u32 {
        let here = self.everybody().filter(|connection| connection.seat.is_none()).count();
        let here = u32::try_from(here).unwrap_or(u32::MAX);
        self.told.map_or(here.saturating_add(self.watchers_afar), |(_, watchers)| watchers)
    }

    /// Says the same to everyone.
    pub(super) fn tell(&self, message: &Message) {
        let text = crate::outbox::text(message);
        for connection in &self.connections {
            connection.outbox.send(Out::Text(text.clone()));
        }
    }

    /// Whether somebody wants to hear this speaker. A seat's wishes stand in the document, a watcher's only here.
    pub(super) fn hears(&self, listener: &Connection, from: Speaker) -> bool {
        let person = listener.seat.and_then(|seat| self.doc.person(seat));
        let (muted, watchers) = match person {
            Some(person) => (&person.muted, person.muted_watchers),
            None => (&listener.muted, listener.muted_watchers),
        };
        match from {
            Speaker::Seat(seat) => !muted.contains(&seat),
            Speaker::Watcher => !watchers,
        }
    }

    /// Passes on something said to those who want to hear it.
    pub(super) fn tell_talk(&self, talk: Talk) {
        let from = talk.from;
        let text = crate::outbox::text(&Message::Talk(talk));
        for listener in self.connections.iter().filter(|listener| self.hears(listener, from)) {
            listener.outbox.send(Out::Text(text.clone()));
        }
    }

    /// Somebody without a seat does not want to hear a seat, or the other watchers; only this connection knows.
    pub(super) fn mute_here(&mut self, id: u64, seat: Option<Seat>, muted: bool) {
        let Some(listener) = self.connections.iter_mut().find(|listener| listener.id == id) else {
            return;
        };
        match seat {
            None => listener.muted_watchers = muted,
            Some(seat) => mute(&mut listener.muted, seat, muted),
        }
    }

    /// The ask for live dice that is open.
    pub(super) fn asking(&self) -> Option<PendingDoc> {
        let (game, live) = (self.playing()?, self.doc.live.as_ref()?);
        live.pending.filter(|pending| live.game == game.number && pending.seq == game.seq)
    }

    /// The seat that may take back the last answer, if one may.
    pub(super) fn may_undo(&self) -> Option<Seat> {
        let game = self.playing().filter(|_| self.asking().is_none())?;
        game.undoable().map(|taken| taken.seat)
    }

    /// When the time for the open question is up, by the server's clock.
    pub(super) fn deadline(&self, game: &Game) -> Option<i64> {
        let extra = if self.doc.extra_time.0 == game.seq { self.doc.extra_time.1 } else { 0 };
        self.doc.options.time.millis().map(|limit| game.asked_ms + limit + extra)
    }

    /// The clock of the open question, as it is told.
    pub(super) fn clock_of(&self, game: &Game) -> Option<Clock> {
        let seat = game.ask().filter(|_| self.doc.phase == TablePhase::Playing)?.seat;
        self.doc.person(seat).filter(|person| !person.away)?;
        let left = self.deadline(game)? - self.clock.now_ms();
        Some(Clock { seat, left_ms: u32::try_from(left.max(0)).unwrap_or(u32::MAX) })
    }
}

/// Puts a seat on a list of those who are not heard, or takes it off.
pub(super) fn mute(list: &mut Vec<Seat>, seat: Seat, muted: bool) {
    list.retain(|&other| other != seat);
    if muted {
        list.push(seat);
    }
}

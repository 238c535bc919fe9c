//! What visitors of this server want of a table that another server owns: it goes to the owner, and its answer comes back.

use std::time::{Duration, Instant};

use fair::Pledge;
use protocol::{Command, Refusal, Refused, Reply, TableInfo};
use store::ServerId;
use tokio::sync::oneshot;

use super::follow::{Following, ON_THE_WAY};
use super::{Mail, TableRefused, refused};
use crate::cluster::letter::{Answer, Ask, Item, Place};
use crate::outbox::Out;
use crate::problem::HttpRefused;

/// How long an answer of the owner is waited for before it is asked again.
pub(super) const ANSWER_WITHIN: Duration = Duration::from_secs(1);

/// After the word that another server is the owner.
const SOON: Duration = Duration::from_millis(100);

/// How long anything is tried at all.
const PATIENCE: Duration = Duration::from_secs(5);

/// Something that the owner has been asked.
pub(super) struct Asked {
    ask: Ask,
    waiter: Waiter,
    came: Instant,
    pub(super) sent: Instant,
    /// Whether the owner may have done it; nobody knows before it answers.
    may_be_done: bool,
}

/// Who waits for an answer.
pub(super) enum Waiter {
    Socket { connection: u64, id: u64 },
    Http(oneshot::Sender<Result<Reply, HttpRefused>>),
    Info(oneshot::Sender<Result<(TableInfo, bool), Refused>>),
    Claim(oneshot::Sender<Result<(engine::Seat, String), Refused>>),
    Close(oneshot::Sender<Result<bool, Refused>>),
}

/// Something that was done at a place of the table that is not shown here yet.
pub(super) struct Late {
    place: Place,
    number: u64,
    ask: Ask,
    waiter: Waiter,
    reply: Reply,
    came: Instant,
}

impl Following {
    /// A command over a socket: what concerns only this server is done here, anything else is for the owner.
    pub(super) fn socket_command(
        &mut self,
        connection: u64,
        id: u64,
        came: Instant,
        command: Command,
    ) {
        let Some(room) = &mut self.room else { return };
        let Some(from) = room.connections.iter().find(|from| from.id == connection) else { return };
        let is_seated = from.seat.is_some();
        let done = match command {
            Command::Ping => Ok(()),
            Command::Refresh => {
                room.resync(connection);
                Ok(())
            }
            Command::Mute { seat, muted } if !is_seated => {
                room.mute_here(connection, Some(seat), muted);
                Ok(())
            }
            Command::MuteWatchers { muted } if !is_seated => {
                room.mute_here(connection, None, muted);
                Ok(())
            }
            command => {
                let (owner, by_link, address) = (from.owner, from.by_link, from.address);
                let ask = Ask::Socket { owner, by_link, connection, address, command };
                let waiter = Waiter::Socket { connection, id };
                return self.send(ask, waiter, came);
            }
        };
        room.reply(connection, id, done.map(|()| Reply::default()));
        self.hall.metrics.reply.count(came.elapsed());
    }

    /// Asks the owner.
    pub(super) fn ask(&mut self, ask: Ask, waiter: Waiter) {
        self.send(ask, waiter, Instant::now());
    }

    fn send(&mut self, ask: Ask, waiter: Waiter, came: Instant) {
        let number = self.router.number();
        let (table, sent) = (self.name.clone(), Instant::now());
        self.post(Item::Ask { number, table, ask: Box::new(ask.clone()) });
        self.router.counts.forwarded.add();
        self.asked.insert(number, Asked { ask, waiter, came, sent, may_be_done: true });
    }

    /// Asks the same server once more, which knows by the number whether it has done it.
    pub(super) fn ask_again(&mut self, number: u64, asked: Asked) {
        if PATIENCE < asked.came.elapsed() {
            let text = "the server that has this table does not answer; come back";
            return self.give_up(&asked.ask, asked.waiter, text);
        }
        let (table, ask) = (self.name.clone(), Box::new(asked.ask.clone()));
        self.post(Item::Ask { number, table, ask });
        let sent = Instant::now();
        self.asked.insert(number, Asked { sent, may_be_done: true, ..asked });
    }

    /// Nobody has answered for too long. Whoever wanted its part in the dice comes back and asks for it again: while connected
    /// it would believe that it has it, or never ask.
    fn give_up(&self, ask: &Ask, waiter: Waiter, text: &str) {
        let pledging = match (ask, &waiter) {
            (
                Ask::Socket { command: Command::Pledge { .. }, .. },
                Waiter::Socket { connection, .. },
            ) => Some(*connection),
            _ => None,
        };
        self.refuse(waiter, &refused(Refusal::Restarting, text));
        let mut here = self.room.iter().flat_map(|room| &room.connections);
        if let Some(own) = here.find(|own| Some(own.id) == pledging) {
            own.outbox.send(Out::Close(protocol::CLOSE_RESTARTING, "come back"));
        }
    }

    /// Asks another server, where twice is once; otherwise nobody knows whether it was done.
    pub(super) fn ask_anew(&mut self, asked: Asked) {
        if asked.ask.is_repeatable() || !asked.may_be_done {
            self.send(asked.ask, asked.waiter, asked.came);
        } else {
            let text = "the server that has this table did not answer; look whether this was done";
            self.refuse(asked.waiter, &refused(Refusal::Restarting, text));
        }
    }

    /// The owner has answered.
    pub(super) fn answered(
        &mut self,
        from: ServerId,
        number: u64,
        answer: Answer,
        place: Option<Place>,
    ) {
        let Some(asked) = self.asked.remove(&number) else { return };
        let Asked { ask, waiter, came, may_be_done, .. } = asked;
        let now = Instant::now();
        match (answer, waiter) {
            (Answer::Later, waiter) => {
                let asked = Asked { ask, waiter, came: now, sent: now, may_be_done };
                self.asked.insert(number, asked);
            }
            // Nothing was done, so it can be asked again whatever it was.
            (Answer::NotMine, waiter) => {
                if PATIENCE < came.elapsed() {
                    let text = "this table has no server for now; come back";
                    return self.give_up(&ask, waiter, text);
                }
                // Sent again when the owner has been looked up.
                let sent = now - (ANSWER_WITHIN - SOON);
                self.asked.insert(number, Asked { ask, waiter, came, sent, may_be_done: false });
                self.is_free |= from == self.owner;
            }
            // Whoever looks sees what was done, and all that was before it, and is then told that it was.
            (Answer::Done(reply), waiter @ Waiter::Socket { .. }) => {
                let place = place.filter(|&place| self.is_behind(place));
                match place {
                    Some(place) => {
                        self.late.push(Late { place, number, ask, waiter, reply, came });
                        self.look_in(ON_THE_WAY);
                    }
                    None => self.done_here(number, &ask, waiter, reply, came),
                }
            }
            (Answer::Done(reply), waiter) => self.done_here(number, &ask, waiter, reply, came),
            (Answer::Refused { refused, seq }, waiter) => {
                self.refuse(waiter, &TableRefused { refused, seq });
                self.hall.metrics.reply.count(came.elapsed());
            }
            (Answer::Info { info, by_link }, Waiter::Info(reply)) => {
                let _ = reply.send(Ok((info, by_link)));
            }
            (Answer::Claimed { seat, key }, Waiter::Claim(reply)) => {
                let _ = reply.send(Ok((seat, key)));
            }
            (Answer::Closed { was_on }, Waiter::Close(reply)) => drop(reply.send(Ok(was_on))),
            (_, waiter) => {
                self.refuse(waiter, &refused(Refusal::Trouble, "the answer does not fit"))
            }
        }
    }

    fn is_behind(&self, place: Place) -> bool {
        self.room.as_ref().is_some_and(|room| room.is_behind(place))
    }

    fn done_here(&mut self, number: u64, ask: &Ask, waiter: Waiter, reply: Reply, came: Instant) {
        self.keep(number, ask);
        self.done(waiter, reply);
        self.hall.metrics.reply.count(came.elapsed());
    }

    /// What a command that was done means for its connection: what it pledged, and whether it rests.
    fn keep(&mut self, number: u64, ask: &Ask) {
        let here = self.room.iter_mut().flat_map(|room| &mut room.connections);
        match ask {
            Ask::Socket { command: Command::Pledge { pledge, .. }, connection, .. } => {
                self.hold(*connection, *pledge, number);
            }
            Ask::Socket { command: Command::Rest { .. }, connection, .. } => {
                for own in here.filter(|own| own.id == *connection && own.said < number) {
                    (own.resting, own.said) = (true, number);
                }
            }
            Ask::Http { command: Command::Rest { .. }, who } if who.owner.is_some() => {
                here.filter(|own| own.owner == who.owner).for_each(|own| own.resting = true);
            }
            _ => {}
        }
    }

    /// From now on this connection contributes for its seat: it pledged, or the owner says so because its program pledged over
    /// HTTP. `said` is the number of the last ask of this connection that the owner knew of then; a word that is older than
    /// what has been heard since changes nothing.
    pub(super) fn hold(&mut self, id: u64, pledge: Pledge, said: u64) {
        let Some(room) = &mut self.room else { return };
        let Some(own) = room.connections.iter_mut().find(|own| own.id == id) else { return };
        if said < own.said {
            return;
        }
        own.said = said;
        if own.pledged == Some(pledge) && !own.resting {
            return;
        }
        (own.pledged, own.resting) = (Some(pledge), false);
        if let Some(pending) = room.asking() {
            room.send_ask_here(pending.asking.seats, Some(id));
        }
        // The owner may not have known yet that this connection is there.
        self.tell_here(true);
    }

    /// Acknowledges what was waiting until as much is shown here.
    pub(super) fn answer_late(&mut self) {
        if self.late.is_empty() {
            return;
        }
        let late = std::mem::take(&mut self.late);
        for late in late {
            match self.is_behind(late.place) {
                true => self.late.push(late),
                false => self.done_late(late),
            }
        }
    }

    fn done_late(&mut self, late: Late) {
        let Late { number, ask, waiter, reply, came, .. } = late;
        self.done_here(number, &ask, waiter, reply, came);
    }

    fn done(&self, waiter: Waiter, reply: Reply) {
        match waiter {
            Waiter::Socket { connection, id } => {
                if let Some(room) = &self.room {
                    room.reply(connection, id, Ok(reply));
                }
            }
            Waiter::Http(to) => drop(to.send(Ok(reply))),
            waiter => self.refuse(waiter, &refused(Refusal::Trouble, "the answer does not fit")),
        }
    }

    fn refuse(&self, waiter: Waiter, why: &TableRefused) {
        match waiter {
            Waiter::Socket { connection, id } => {
                if let Some(room) = &self.room {
                    room.reply(connection, id, Err(why.clone()));
                }
            }
            Waiter::Http(to) => drop(to.send(Err(why.clone().into()))),
            Waiter::Info(to) => drop(to.send(Err(why.refused.clone()))),
            Waiter::Claim(to) => drop(to.send(Err(why.refused.clone()))),
            Waiter::Close(to) => drop(to.send(Err(why.refused.clone()))),
        }
    }

    pub(super) fn refuse_all(&mut self, refused: &Refused) {
        for asked in std::mem::take(&mut self.asked).into_values() {
            self.refuse(asked.waiter, &refused.clone().into());
        }
    }

    /// What the owner was asked and has not answered, as it is put to this server, which owns the table now.
    pub(super) fn open_mail(&mut self) -> Vec<Mail> {
        let mut mail = Vec::new();
        for asked in std::mem::take(&mut self.asked).into_values() {
            let Asked { ask, waiter, came, may_be_done, .. } = asked;
            mail.push(match (ask, waiter) {
                (ask, waiter) if may_be_done && !ask.is_repeatable() => {
                    let text = "the server that had this table is gone; look whether this was done";
                    self.refuse(waiter, &refused(Refusal::Restarting, text));
                    continue;
                }
                (Ask::Socket { command, .. }, Waiter::Socket { connection, id }) => {
                    Mail::SocketCommand { connection, id, came, command }
                }
                (Ask::Http { who, command }, Waiter::Http(reply)) => {
                    Mail::HttpCommand { who, command, reply }
                }
                (Ask::Info { who }, Waiter::Info(reply)) => Mail::Info { who, reply },
                (Ask::Claim { token, owner }, Waiter::Claim(reply)) => {
                    Mail::Claim { token, owner, reply }
                }
                (Ask::CloseGame, Waiter::Close(reply)) => Mail::CloseGame { reply },
                _ => continue,
            });
        }
        for late in std::mem::take(&mut self.late) {
            self.done_late(late);
        }
        mail
    }
}

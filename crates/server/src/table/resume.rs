//! Coming, going, and coming back: a client says what it has seen and gets exactly what it missed, or a fresh view.

use protocol::{Hello, Message, Phase, Refusal, Seen, Speaker};
use store::OwnerHash;

use super::actor::{Connection, Table, refusal, trouble};
use super::fanout::{game_info, step_text};
use super::no;
use super::talk::{VOICE, read_talk};
use super::undo::with_undo;
use crate::game::Step;
use crate::limits::Bucket;
use crate::outbox::{Out, Outbox};

/// How much of the talk a newcomer hears.
const TALK: u32 = 50;

impl Table {
    /// Somebody connects.
    pub(super) async fn connect(
        &mut self,
        id: u64,
        owner: Option<OwnerHash>,
        hello: Hello,
        request: u64,
        outbox: Outbox,
    ) {
        let by_link = match self.admit_to_watch(owner, hello.key.as_deref()) {
            Ok(by_link) => by_link,
            Err(no) => {
                outbox.say(&refusal(Some(request), &no.refused, None));
                outbox.send(Out::Close(1000, "not admitted"));
                return;
            }
        };
        let seat = owner.and_then(|owner| self.doc.seat_of(owner));
        let talk = match self.hall.store.talk(&self.name, TALK).await {
            Ok(rows) => rows,
            Err(error) => {
                trouble(&error);
                Vec::new()
            }
        };
        let person = seat.and_then(|seat| self.doc.person(seat));
        let muted = person.map_or_else(Vec::new, |person| person.muted.clone());
        let connection = Connection {
            id,
            owner,
            seat,
            by_link,
            list_answers: hello.list_answers,
            muted: muted.clone(),
            voice: Bucket::full(VOICE),
            outbox: outbox.clone(),
        };
        let was_here = seat.is_some_and(|seat| self.is_here(seat));
        self.connections.push(connection);
        let audible = |talk: &protocol::Talk| !matches!(talk.from, Speaker::Seat(seat) if muted.contains(&seat));
        outbox.say(&Message::Welcome {
            protocol: protocol::VERSION,
            server: env!("CARGO_PKG_VERSION").into(),
            you: seat,
            by_link,
            key: by_link.then(|| self.doc.key.clone()),
            table: self.info(),
            auto: person.map_or_else(Default::default, |person| person.auto),
            muted: muted.clone(),
            talk: talk.iter().filter_map(read_talk).filter(audible).collect(),
        });
        self.catch_up(id, hello.seen).await;
        match seat {
            Some(seat)
                if self.doc.phase == Phase::Playing
                    && self.doc.person(seat).is_some_and(|person| person.away) =>
            {
                // They are back: the bot hands over at once.
                let _ = self.take_back(seat).await;
            }
            Some(_) if !was_here => self.presence_changed(true),
            Some(_) => {}
            None => self.presence_changed(false),
        }
    }

    /// Sends what a client missed, or a fresh view.
    async fn catch_up(&mut self, id: u64, seen: Option<Seen>) {
        let missed = match (&self.game, seen) {
            (Some(game), Some(seen)) if seen.game == game.number && seen.seq <= game.seq => {
                match game.recent_after(seen.seq) {
                    Some(recent) => Some(recent.cloned().collect::<Vec<Step>>()),
                    None => self.replayed_after(seen.seq).await,
                }
            }
            _ => None,
        };
        let (Some(game), Some(to)) = (&self.game, self.connections.iter().find(|to| to.id == id))
        else {
            return;
        };
        match missed {
            Some(steps) => {
                let clock = |step: &Step| self.clock_of(game).filter(|_| step.seq == game.seq);
                let may_undo = to.seat.is_some() && to.seat == self.may_undo();
                let text = |step: &Step| {
                    let text = step_text(game.number, step, to.seat, clock(step));
                    if may_undo && step.seq == game.seq { with_undo(&text) } else { text }
                };
                if !steps.is_empty() {
                    to.outbox.send(Out::Many(steps.iter().map(text).collect()));
                }
                if let Some(outcome) = game.outcome() {
                    to.outbox.say(&Message::Over { game: game.number, outcome });
                }
            }
            None => {
                to.outbox.say(&Message::Game(game_info(game)));
                to.outbox.send(Out::Text(self.view_text(game, to.seat)));
            }
        }
        self.put_question(to, game);
    }

    /// The steps after one that is no longer in memory, from the store.
    async fn replayed_after(&self, seen: u64) -> Option<Vec<Step>> {
        let game = self.game.as_ref()?;
        let rows = self
            .hall
            .store
            .steps(&game.name, 1, u32::MAX)
            .await
            .map_err(|error| trouble(&error))
            .ok()?;
        let mut anew = game.rewound().ok()?;
        let mut steps = Vec::new();
        for row in rows.iter().filter(|row| row.seq <= game.seq) {
            let step = anew.replay(row).ok()?;
            if seen < step.seq {
                steps.push(step.clone());
            }
        }
        Some(steps)
    }

    /// Somebody is gone.
    pub(super) fn disconnect(&mut self, id: u64) {
        let Some(index) = self.connections.iter().position(|connection| connection.id == id) else {
            return;
        };
        let gone = self.connections.swap_remove(index);
        match gone.seat {
            Some(seat) if !self.is_here(seat) => {
                self.gone_since[seat.index()] = self.hall.clock.now_ms();
                self.presence_changed(true);
            }
            Some(_) => {}
            None => self.presence_changed(false),
        }
    }

    /// A slow reader has caught up: what it lost is replaced by one fresh view.
    pub(super) fn resync(&mut self, id: u64) {
        let Some(to) = self.connections.iter().find(|to| to.id == id) else { return };
        self.hall.metrics.resyncs.add();
        to.outbox.caught_up();
        to.outbox.say(&Message::You { seat: to.seat });
        to.outbox.say(&Message::Table { table: self.info() });
        if let Some(game) = &self.game {
            to.outbox.say(&Message::Game(game_info(game)));
            to.outbox.send(Out::Text(self.view_text(game, to.seat)));
            self.put_question(to, game);
        }
    }

    /// A personal link was opened: the seat moves to another device.
    pub(super) async fn claim(
        &mut self,
        token: OwnerHash,
        owner: OwnerHash,
    ) -> Result<(engine::Seat, String), super::No> {
        let token = crate::doc::Hash(token);
        let found = self
            .doc
            .people()
            .find(|(_, person)| person.moving == Some(token))
            .map(|(seat, _)| seat);
        let seat = found.ok_or_else(|| {
            no(Refusal::NotFound, "this personal link has been used already or was never made")
        })?;
        if self.doc.seat_of(owner).is_some_and(|other| other != seat) {
            return Err(no(Refusal::Taken, "this device has a seat of its own at this table"));
        }
        let mut doc = self.doc.clone();
        let person = doc.person_mut(seat).expect("the seat was just found");
        person.owner = owner;
        person.moving = None;
        self.change(doc).await?;
        Ok((seat, self.doc.key.clone()))
    }
}

//! Coming, going, and coming back: a client says what it has seen and gets exactly what it missed, or a fresh view.

use engine::Seat;
use protocol::{Hello, History, Message, PastStep, Refusal, Refused, TablePhase};

use super::actor::{Table, refuse, trouble};
use super::fanout::{Telling, game_info};
use super::room::{Connection, NOT_ADMITTED, Room, refusal};
use super::talk::read_talk;
use super::{Mail, Who};
use crate::game::{Game, Step};
use crate::outbox::{Out, Outbox};

/// How much of the talk a newcomer hears.
pub(super) const TALK: u32 = 50;

/// Somebody who has just been welcomed.
pub(super) struct Arrival {
    pub(super) seat: Option<Seat>,
    /// Whether the seat had another connection here before.
    pub(super) was_here: bool,
}

impl Table {
    /// Somebody connects.
    pub(super) async fn connect(
        &mut self,
        id: u64,
        who: Who,
        hello: Hello,
        request: u64,
        outbox: Outbox,
    ) {
        let is_overtaken = match self.is_behind_seen(hello.seen) && self.hall.store.is_shared() {
            true => self.is_overtaken().await,
            false => Ok(false),
        };
        if is_overtaken != Ok(false) {
            // Nobody is shown less than they have seen: this server stood still, and the table is another's.
            self.broken |= is_overtaken.is_ok();
            let mail = Mail::Connect { connection: id, who, hello, id: request, outbox };
            let text = "another server has taken over this table; come back";
            let refused = Refused::new(Refusal::Restarting, text);
            return refuse(&self.hall, &self.name, mail, &refused);
        }
        let Some(arrival) = self.room.welcome(id, who, hello, request, outbox).await else {
            return;
        };
        match arrival.seat {
            Some(seat)
                if self.doc.phase == TablePhase::Playing
                    && self.doc.person(seat).is_some_and(|person| person.away) =>
            {
                // They are back: the bot hands over at once.
                let _ = self.take_back(seat).await;
            }
            Some(_) if !arrival.was_here => self.presence_changed(true),
            Some(_) => {}
            None => self.presence_changed(false),
        }
    }

    /// Whether the store has more of the table than its owner knows.
    async fn is_overtaken(&self) -> Result<bool, store::Error> {
        let store = &self.hall.store;
        let row = store.table(&self.name).await?;
        let further = match &self.game {
            Some(game) => store.steps(&game.name, game.seq + 1, 1).await?,
            None => Vec::new(),
        };
        Ok(row.is_none_or(|row| row.version != self.version) || !further.is_empty())
    }

    /// Somebody is gone.
    pub(super) fn disconnect(&mut self, id: u64) {
        if let Some(gone) = self.room.part(id) {
            self.left(&gone);
        }
    }

    /// Somebody is gone, here or on another server.
    pub(super) fn left(&mut self, gone: &Connection) {
        self.left_mixing(gone.id);
        self.left_ask(gone.seat, gone.pledged);
        match gone.seat {
            Some(seat) if !self.is_here(seat) => {
                self.gone_since[seat.index()] = self.clock.now_ms();
                self.presence_changed(true);
            }
            Some(_) => {}
            None => self.presence_changed(false),
        }
    }
}

impl Room {
    /// Lets somebody in, and shows them what they missed; or says why not.
    pub(super) async fn welcome(
        &mut self,
        id: u64,
        who: Who,
        hello: Hello,
        request: u64,
        outbox: Outbox,
    ) -> Option<Arrival> {
        let owner = who.owner;
        let by_link = match self.admit_to_watch(owner, hello.key.as_deref()) {
            Ok(by_link) => by_link,
            Err(why) => {
                outbox.say(&refusal(Some(request), &why.refused, None));
                outbox.send(Out::Close(1000, NOT_ADMITTED));
                return None;
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
        let connection = Connection {
            id,
            owner,
            seat,
            by_link,
            list_answers: hello.list_answers,
            muted: Vec::new(),
            muted_watchers: false,
            address: who.address,
            pledged: None,
            resting: false,
            said: 0,
            ready: false,
            outbox: outbox.clone(),
        };
        let was_here = seat.is_some_and(|seat| self.is_here(seat));
        self.connections.push(connection);
        let newcomer = self.connections.last().expect("somebody has just come");
        let audible = |talk: &protocol::Talk| self.hears(newcomer, talk.from);
        let person = seat.and_then(|seat| self.doc.person(seat));
        outbox.say(&Message::Welcome {
            protocol: hello.protocol,
            server: env!("CARGO_PKG_VERSION").into(),
            you: seat,
            by_link,
            key: by_link.then(|| self.doc.key.clone()),
            table: self.info(),
            auto: person.map_or_else(Default::default, |person| person.auto),
            muted: person.map_or_else(Vec::new, |person| person.muted.clone()),
            muted_watchers: person.is_some_and(|person| person.muted_watchers),
            talk: talk.iter().filter_map(read_talk).filter(audible).collect(),
        });
        self.catch_up(id, &hello).await;
        let (game, seq) = self.game.as_ref().map_or((0, 0), |game| (game.number, game.seq));
        outbox.say(&Message::CaughtUp { game, seq });
        Some(Arrival { seat, was_here })
    }

    /// Takes somebody off the list of those who are here.
    pub(super) fn part(&mut self, id: u64) -> Option<Connection> {
        let index = self.connections.iter().position(|connection| connection.id == id)?;
        Some(self.connections.swap_remove(index))
    }

    /// Sends what a client missed, or a fresh view.
    async fn catch_up(&mut self, id: u64, hello: &Hello) {
        let missed = match (&self.game, hello.seen) {
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
                    let undo = may_undo && step.seq == game.seq;
                    Telling::new(game.number, step, clock(step)).text(to.seat, undo)
                };
                if hello.history && !steps.is_empty() {
                    to.outbox.say(&Message::History(self.history(game, &steps, to.seat)));
                } else if !steps.is_empty() {
                    to.outbox.send(Out::Many(steps.iter().map(text).collect()));
                }
                if game.header.fair.is_some() {
                    to.outbox.say(&Message::Course(game_info(game)));
                }
                self.send_since(to, game);
                if let Some(outcome) = game.outcome() {
                    to.outbox.say(&Message::Over { game: game.number, outcome });
                }
            }
            None => self.introduce(to, game),
        }
        self.put_question(to, game);
    }

    /// What was missed, as one viewer may see it: events, and one position at their end.
    fn history(&self, game: &Game, steps: &[Step], viewer: Option<Seat>) -> History {
        let past = |step: &Step| PastStep {
            seq: step.seq,
            by: step.by.seen_by(viewer),
            events: step.events.iter().map(|event| event.seen_by(viewer)).collect(),
            took_back: step.took_back,
            drawn: step.drawn.clone(),
        };
        History {
            game: game.number,
            seq: game.seq,
            steps: steps.iter().map(past).collect(),
            view: Box::new(game.state.view(viewer).imagine()),
            clock: self.clock_of(game),
            undo: viewer.is_some() && viewer == self.may_undo(),
        }
    }

    /// The game as it is now, to start from. Before its first step there is nothing to see.
    pub(super) fn introduce(&self, to: &Connection, game: &Game) {
        to.outbox.say(&Message::Game(game_info(game)));
        self.send_since(to, game);
        if 0 < game.seq {
            to.outbox.send(Out::Text(self.view_text(game, to.seat)));
        }
    }

    /// What has happened to the dice since the last draw.
    fn send_since(&self, to: &Connection, game: &Game) {
        let since = self.dice_since(game);
        if !since.is_empty() {
            to.outbox.send(Out::Many(since));
        }
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

    /// A slow reader has caught up: what it lost is replaced by one fresh view.
    pub(super) fn resync(&mut self, id: u64) {
        let Some(to) = self.connections.iter().find(|to| to.id == id) else { return };
        self.hall.metrics.resyncs.add();
        to.outbox.caught_up();
        to.outbox.say(&Message::You { seat: to.seat });
        to.outbox.say(&Message::Table { table: self.info() });
        if let Some(game) = &self.game {
            self.introduce(to, game);
            self.put_question(to, game);
        }
    }
}

//! Coming, going, and coming back: a client says what it has seen and gets exactly what it missed, or a fresh view.

use engine::Seat;
use protocol::{Hello, History, Message, PastStep, Phase, Speaker};

use super::Who;
use super::actor::{Connection, NOT_ADMITTED, Table, refusal, trouble};
use super::fanout::{Telling, game_info};
use super::talk::read_talk;
use crate::game::{Game, Step};
use crate::outbox::{Out, Outbox};

/// How much of the talk a newcomer hears.
const TALK: u32 = 50;

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
        let owner = who.owner;
        let by_link = match self.admit_to_watch(owner, hello.key.as_deref()) {
            Ok(by_link) => by_link,
            Err(no) => {
                outbox.say(&refusal(Some(request), &no.refused, None));
                outbox.send(Out::Close(1000, NOT_ADMITTED));
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
        let muted_watchers = person.is_some_and(|person| person.muted_watchers);
        let connection = Connection {
            id,
            owner,
            seat,
            by_link,
            list_answers: hello.list_answers,
            muted: muted.clone(),
            muted_watchers,
            address: who.address,
            pledged: None,
            resting: false,
            outbox: outbox.clone(),
        };
        let was_here = seat.is_some_and(|seat| self.is_here(seat));
        self.connections.push(connection);
        let audible = |talk: &protocol::Talk| match talk.from {
            Speaker::Seat(seat) => !muted.contains(&seat),
            Speaker::Watcher => !muted_watchers,
        };
        outbox.say(&Message::Welcome {
            protocol: protocol::VERSION,
            server: env!("CARGO_PKG_VERSION").into(),
            you: seat,
            by_link,
            key: by_link.then(|| self.doc.key.clone()),
            table: self.info(),
            auto: person.map_or_else(Default::default, |person| person.auto),
            muted: muted.clone(),
            muted_watchers,
            talk: talk.iter().filter_map(read_talk).filter(audible).collect(),
        });
        self.catch_up(id, &hello).await;
        let (game, seq) = self.game.as_ref().map_or((0, 0), |game| (game.number, game.seq));
        outbox.say(&Message::CaughtUp { game, seq });
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

    /// Somebody is gone.
    pub(super) fn disconnect(&mut self, id: u64) {
        let Some(index) = self.connections.iter().position(|connection| connection.id == id) else {
            return;
        };
        let gone = self.connections.swap_remove(index);
        self.left_mixing(id);
        self.left_ask(gone.seat, gone.pledged);
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
            self.introduce(to, game);
            self.put_question(to, game);
        }
    }
}

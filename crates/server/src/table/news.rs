//! What a room makes of what has become durable elsewhere: a write of the table's owner as it comes over the wire, or
//! whatever the store has beyond what is shown here. Everything that is told to anybody follows from the document before
//! and after, and from the steps between them.

use engine::{Seat, Seats};
use fair::wire::{ChainBegun, Drawn, Missed};
use protocol::{Message, Refused, Seen, TablePhase};
use store::{StepRow, TalkRow};

use super::actor::{load_game, no_such_table, trouble, unreadable};
use super::fanout::game_info;
use super::live::holds;
use super::room::Room;
use super::talk::read_talk;
use crate::clock::ServerClock;
use crate::cluster::letter::{News, Place};
use crate::doc::{Header, TableDoc};
use crate::game::Game;
use crate::hall::Hall;
use crate::outbox::Out;

/// What came of something new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is shown, or was known.
    Shown,
    /// Something before it is missing, or it cannot be read: the store has to be asked.
    Missing,
    /// The table is not there any more.
    Removed,
}

/// What is new at a table.
#[derive(Default)]
pub(super) struct Change {
    pub(super) doc: Option<(u64, TableDoc)>,
    /// The header of a game that has begun or changed, and its number.
    pub(super) header: Option<(u32, Header)>,
    pub(super) steps: Vec<StepRow>,
}

/// The seats that an ask of these dice passed over; whoever missed an ask before in the same draw is not asked again.
fn passed_over(drawn: &Drawn) -> Seats {
    let (mut passed_over, mut missed) = (Seats::NONE, Seats::NONE);
    for made in &drawn.asks {
        let others = Seat::ALL.into_iter().filter(|&seat| !made.seats.or(missed).has(seat));
        passed_over = others.fold(passed_over, Seats::with);
        missed = missed.or(made.missing);
    }
    passed_over
}

impl Room {
    /// Reads a table.
    pub(super) async fn load(
        hall: &std::sync::Arc<Hall>,
        name: &str,
        clock: ServerClock,
    ) -> Result<Self, Refused> {
        let row = hall.store.table(name).await.map_err(|error| trouble(&error))?;
        let row = row.ok_or_else(no_such_table)?;
        let doc: TableDoc = serde_json::from_str(&row.body)
            .map_err(|error| unreadable(name, &error.to_string()))?;
        let mut game = match doc.game {
            0 => None,
            number => match load_game(hall, name, number).await {
                Ok(game) => Some(game),
                // A finished game may have been forgotten before its table.
                Err(_) if doc.phase != TablePhase::Playing => None,
                Err(why) => return Err(unreadable(name, &why)),
            },
        };
        if let (Some(game), Some(live)) = (&mut game, &doc.live)
            && doc.phase == TablePhase::Playing
        {
            game.resume(live).map_err(|why| unreadable(name, &why))?;
        }
        let said = hall.store.talk(name, 1).await.map_err(|error| trouble(&error))?;
        let talk = said.last().map_or(0, |row| row.seq).max(doc.talk);
        Ok(Self {
            hall: std::sync::Arc::clone(hall),
            name: name.to_owned(),
            clock,
            version: row.version,
            touched_ms: row.touched_ms,
            doc,
            game,
            talk,
            connections: Vec::new(),
            afar: Vec::new(),
            watchers_afar: 0,
            told: None,
        })
    }

    /// How far this room is.
    pub(super) fn place(&self) -> Place {
        let (game, seq) = self.game.as_ref().map_or((0, 0), |game| (game.number, game.seq));
        Place { version: self.version, game, seq }
    }

    /// Whether the table has been further than this room is.
    pub(super) fn is_behind(&self, there: Place) -> bool {
        let here = self.place();
        here.version < there.version || (here.game, here.seq) < (there.game, there.seq)
    }

    /// Whether somebody has seen more of the table than this room shows.
    pub(super) fn is_behind_seen(&self, seen: Option<Seen>) -> bool {
        let version = self.version;
        seen.is_some_and(|Seen { game, seq }| self.is_behind(Place { version, game, seq }))
    }

    /// A write of the owner.
    pub(super) fn take(&mut self, news: &News) -> Taken {
        self.clock = ServerClock::from(news.clock_ms);
        let Place { version, game: number, seq } = self.place();
        let doc = news.doc.as_ref().filter(|(next, _)| version < *next);
        let step = news.step.as_ref().filter(|(game, next, ..)| (number, seq) < (*game, *next));
        let begins = news.game.as_ref().is_some_and(|(game, _)| number < *game);
        let fits = doc.is_none_or(|(next, _)| *next == version + 1)
            && step.is_none_or(|(game, next, ..)| match begins {
                true => *next == 1,
                false => *game == number && *next == seq + 1,
            });
        if !fits {
            return Taken::Missing;
        }
        let header = news.game.as_ref().filter(|_| doc.is_some());
        let read_doc = |(version, body): &(u64, String)| {
            serde_json::from_str::<TableDoc>(body).map(|doc| (*version, doc))
        };
        let read_header = |(game, body): &(u32, String)| {
            serde_json::from_str::<Header>(body).map(|header| (*game, header))
        };
        let (Ok(doc), Ok(header)) =
            (doc.map(read_doc).transpose(), header.map(read_header).transpose())
        else {
            return Taken::Missing;
        };
        let steps = step.map(|(game, seq, at_ms, body)| StepRow {
            game: format!("{}/{game}", self.name),
            seq: *seq,
            at_ms: *at_ms,
            body: body.clone(),
        });
        let taken = match self.adopt(Change { doc, header, steps: steps.into_iter().collect() }) {
            Ok(()) => Taken::Shown,
            Err(why) => {
                tracing::warn!(table = self.name, why, "news cannot be used");
                Taken::Missing
            }
        };
        match &news.talk {
            Some((seq, at_ms, body)) => {
                let (seq, at_ms, body) = (*seq, *at_ms, body.clone());
                if self.talk + 1 < seq {
                    return Taken::Missing;
                }
                self.hear(&TalkRow { table: self.name.clone(), seq, at_ms, body });
                taken
            }
            None => taken,
        }
    }

    /// Passes on something said, once.
    fn hear(&mut self, row: &TalkRow) {
        if self.talk < row.seq {
            self.talk = row.seq;
            if let Some(talk) = read_talk(row) {
                self.tell_talk(talk);
            }
        }
    }

    /// Shows what the store has beyond what is shown here.
    pub(super) async fn look(&mut self) -> Result<Taken, store::Error> {
        let store = std::sync::Arc::clone(&self.hall.store);
        let Some(row) = store.table(&self.name).await? else { return Ok(Taken::Removed) };
        // First the rest of the game that is shown here.
        if let Some(game) = &self.game {
            let steps = store.steps(&game.name, game.seq + 1, u32::MAX).await?;
            if self.adopt(Change { steps, ..Change::default() }).is_err() {
                return Ok(Taken::Missing);
            }
        }
        if self.version < row.version {
            let Ok(doc) = serde_json::from_str::<TableDoc>(&row.body) else {
                return Ok(Taken::Missing);
            };
            let mut change = Change::default();
            if 0 < doc.game {
                let name = format!("{}/{}", self.name, doc.game);
                let header = store.game(&name).await?;
                let header = header.and_then(|row| serde_json::from_str(&row.header).ok());
                change.header = header.map(|header| (doc.game, header));
                if self.game.as_ref().is_none_or(|game| game.number != doc.game) {
                    change.steps = store.steps(&name, 1, u32::MAX).await?;
                }
            }
            change.doc = Some((row.version, doc));
            if self.adopt(change).is_err() {
                return Ok(Taken::Missing);
            }
        }
        for row in store.talk(&self.name, super::resume::TALK).await? {
            self.hear(&row);
        }
        Ok(Taken::Shown)
    }

    /// Takes what is new and tells everyone what follows from it.
    fn adopt(&mut self, change: Change) -> Result<(), String> {
        let Change { doc, header, steps } = change;
        let before = doc.is_some().then(|| self.info());
        let asking = self.asking();
        let old = doc.map(|(version, doc)| {
            self.version = version;
            std::mem::replace(&mut self.doc, doc)
        });
        let mut joined = false;
        if let Some(old) = &old {
            if old.key != self.doc.key {
                self.new_link();
            }
            self.tell_mixes(old);
            match header {
                Some((number, header)) if self.doc.game == number && old.game != number => {
                    let name = format!("{}/{number}", self.name);
                    self.game = Some(Game::new(name, number, header)?);
                    self.dismiss();
                    self.tell_table();
                    if let Some(game) = &self.game {
                        self.tell(&Message::Game(game_info(game)));
                    }
                }
                Some((number, header)) => {
                    if let Some(game) = self.game.as_mut().filter(|game| game.number == number) {
                        joined = game.header != header;
                        game.header = header;
                    }
                }
                None if self.doc.game != old.game => return Err("a game is missing".into()),
                None => {}
            }
        }
        for row in &steps {
            let game = self.game.as_mut().ok_or("no game is on")?;
            if let Some(passed_over) = game.replay(row)?.drawn.as_ref().map(passed_over) {
                self.cut_off(passed_over);
                self.note_ready();
            }
            if let Some(step) = self.game.as_ref().and_then(|game| game.recent(row.seq)) {
                self.show(step);
            }
        }
        self.follow_dice()?;
        if let Some(before) = before {
            let now = protocol::TableInfo { version: before.version, ..self.info() };
            if now != before || self.has_moved() {
                self.tell_table();
            }
        }
        if joined {
            self.introduce_game();
        }
        if old.is_some_and(|old| old.extra_time != self.doc.extra_time && steps.is_empty()) {
            self.tell_view();
        }
        if let Some(pending) = self.asking().filter(|pending| Some(*pending) != asking) {
            self.send_ask_here(pending.asking.seats, None);
        }
        Ok(())
    }

    /// Dice fell without these, though they were ready before and expected to be asked: the owner did not know that they are
    /// here, because it is new, or this server stood still or was out of its reach. They were cut off without noticing; now
    /// they do, and come back to take part.
    fn cut_off(&mut self, passed_over: Seats) {
        for own in &mut self.connections {
            let expects = std::mem::take(&mut own.ready) && !own.resting;
            if expects && own.seat.is_some_and(|seat| passed_over.has(seat)) {
                own.outbox.send(Out::Close(protocol::CLOSE_RESTARTING, "come back"));
                // Whoever reads too slowly to be told so is told after the next dice.
                if !own.outbox.is_lagging() {
                    own.pledged = None;
                }
            }
        }
    }

    /// Whoever could be asked when the dice fell expects to be asked for the next.
    fn note_ready(&mut self) {
        let Some(live) = self.game.as_ref().and_then(Game::live) else { return };
        for own in &mut self.connections {
            let seat = own.seat.filter(|&seat| live.course.may_ask(seat));
            let chain = seat.and_then(|seat| live.course.chain(seat));
            own.ready = chain.is_some_and(|chain| holds(own, chain.seat, chain.anchor));
        }
    }

    /// Whether somebody here has another seat than they know.
    fn has_moved(&self) -> bool {
        let seat = |owner| self.doc.seat_of(owner);
        self.connections.iter().any(|own| own.owner.and_then(seat) != own.seat)
    }

    /// A mix that has begun, and mixes that broke off.
    fn tell_mixes(&mut self, old: &TableDoc) {
        let void: Vec<_> = self.doc.void.iter().skip(old.void.len()).cloned().collect();
        if !void.is_empty() {
            for connection in &mut self.connections {
                connection.pledged = None;
            }
        }
        for void in void {
            let (game_name, why, missing) = (void.game, void.why, void.missing);
            self.tell(&Message::Void { game_name, why, missing });
        }
        if self.doc.next.mixing.is_some() && self.doc.next.mixing != old.next.mixing {
            self.tell_mixing();
        }
    }

    /// Live dice: the chains and void asks since the last draw.
    fn follow_dice(&mut self) -> Result<(), String> {
        let (Some(game), Some(doc)) = (&mut self.game, &self.doc.live) else { return Ok(()) };
        let Some(live) = game.live() else { return Ok(()) };
        if doc.game != game.number || doc.after != live.base.asks {
            return Ok(());
        }
        let (chains, asks) = (live.since.chains.len(), live.since.asks.len());
        let (chains, asks) = (doc.chains.get(chains..), doc.void.get(asks..));
        let (Some(chains), Some(asks)) = (chains, asks) else {
            return Err("the dice are not what they were".into());
        };
        let mut told = Vec::new();
        let mut missing = Seats::NONE;
        for &(seat, from, anchor) in chains {
            game.begin_chain(seat, anchor);
            told.push(Message::Chain(ChainBegun { game: game.number, seat, from, anchor }));
        }
        for ask in asks {
            game.void(ask.clone()).map_err(|why| why.to_string())?;
            missing = ask.missing.iter().fold(missing, Seats::with);
            let chance = game.live().map_or(0, |live| live.since.chance);
            told.push(Message::Missed(Missed { game: game.number, chance, ask: ask.clone() }));
        }
        for connection in &mut self.connections {
            connection.resting |= connection.seat.is_some_and(|seat| missing.has(seat));
        }
        for message in told {
            self.tell(&message);
        }
        Ok(())
    }

    /// The position as it is now, for everyone.
    pub(super) fn tell_view(&self) {
        let Some(game) = &self.game else { return };
        for connection in &self.connections {
            connection.outbox.send(Out::Text(self.view_text(game, connection.seat)));
        }
    }
}

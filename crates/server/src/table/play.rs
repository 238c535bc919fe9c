//! A game that is on: answers, clocks, bots that step in and hand back.

use std::time::{Duration, Instant};

use engine::{Answer, Input, Seat};
use protocol::{BotLevel, BotStyle, By, Opponent, Refusal, Reply, TablePhase};
use store::{Change, Write};

use super::actor::Table;
use super::{Mail, TableRefused, refused};
use crate::clock::wall_ms;
use crate::doc::{Held, NextDoc, StepBody, TableDoc};
use crate::game::{Game, Next, Step};
use crate::thinking;

/// The bot that plays for somebody who is gone.
const STAND_IN: Opponent = Opponent { level: BotLevel::Fierce, style: BotStyle::Neutral };

/// How often a player may ask for more time in a game.
const MORE_TIME: u8 = 3;

/// Of how many earlier games answers are recognised when they are repeated.
const EARLIER: u32 = 3;

/// After the store has failed the next attempt waits this long.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Who will answer the open question if the asked player does not.
enum Plan {
    /// The player's own auto-answer, at once.
    Auto(Seat, Answer),
    /// A bot, after a pause.
    Think(By, Opponent),
    /// Nobody until this moment of the server's clock; then a bot steps in.
    StepIn(Seat, i64),
}

/// A command for a step that is not the last one.
pub(super) fn wrong_step(seq: u64, last: u64) -> TableRefused {
    let refused = if seq < last {
        refused(
            Refusal::Stale,
            format!(
                "the game has gone on to step {last}; the question after step {seq} is no longer open"
            ),
        )
    } else {
        refused(
            Refusal::Invalid,
            format!("the game is at step {last}; step {seq} has not happened"),
        )
    };
    TableRefused { seq: Some(last), ..refused }
}

/// A game that is closed ends without an outcome; its record can be read, and tells that it is not finished.
pub(crate) fn closed(table: &str, doc: &TableDoc, game: &str, clock_ms: i64) -> (TableDoc, Write) {
    let mut over = doc.clone();
    over.phase = TablePhase::Over;
    over.next = NextDoc::new(table, doc.game + 1);
    over.live = None;
    (over, Write::new().finish_game(game, wall_ms(), clock_ms, CLOSED))
}

/// The result of a game that was closed.
const CLOSED: &str = "\"closed\"";

impl Table {
    /// A player answers.
    pub(super) async fn answer(
        &mut self,
        seat: Seat,
        number: u32,
        seq: u64,
        answer: Answer,
    ) -> Result<Option<Reply>, TableRefused> {
        let was_it = |body: StepBody| {
            body.by == By::Player(seat) && body.inputs.first() == Some(&Input::Answer(answer))
        };
        if number < self.doc.game {
            // Sent again after the next game had begun: it is still what it was.
            let body = self.step_of_earlier(number, seq.saturating_add(1)).await;
            if body.is_some_and(was_it) {
                return Ok(Some(Reply { seq: Some(seq + 1), ..Reply::default() }));
            }
        }
        let game = self.game_that_is_on(number)?;
        let last = game.seq;
        let refuse =
            |code, text: String| Err(TableRefused { seq: Some(last), ..refused(code, text) });
        if seq != last {
            if self.stored_step(seq.saturating_add(1)).await.is_some_and(was_it) {
                return Ok(Some(Reply { seq: Some(seq + 1), ..Reply::default() }));
            }
            return Err(wrong_step(seq, last));
        }
        if let Some(pending) = &self.pending {
            if pending.is_for(By::Player(seat), answer) {
                return Ok(None);
            }
            return refuse(
                Refusal::Stale,
                "an answer has been given; its dice are about to fall".into(),
            );
        }
        let Some(ask) = game.ask().filter(|_| self.doc.phase == TablePhase::Playing) else {
            return refuse(Refusal::Stale, "the game has ended".into());
        };
        if ask.seat != seat {
            return refuse(
                Refusal::NotYours,
                format!("the question is for seat {}, not for seat {seat}", ask.seat),
            );
        }
        let next = match game.next(By::Player(seat), Some(answer), self.clock.now_ms()) {
            Ok(next) => next,
            Err(illegal) => return refuse(Refusal::Illegal, illegal.to_string()),
        };
        let doc = self.back(seat);
        let back = doc.is_some();
        let seq = self.go_on(next, doc).await?;
        if back {
            self.tell_table();
        }
        let Some(seq) = seq else { return Ok(None) };
        self.hall.metrics.answers.add();
        Ok(Some(Reply { seq: Some(seq), ..Reply::default() }))
    }

    /// The game that a command speaks of.
    pub(super) fn game_that_is_on(&self, number: u32) -> Result<&Game, TableRefused> {
        self.game.as_ref().filter(|game| game.number == number).ok_or_else(|| {
            refused(Refusal::Stale, format!("the table is at game {}, not {number}", self.doc.game))
        })
    }

    /// The document in which a player whom a bot stood in for is back, because they act.
    pub(super) fn back(&self, seat: Seat) -> Option<TableDoc> {
        let away = self.doc.person(seat).is_some_and(|person| person.away);
        away.then(|| {
            let mut doc = self.doc.clone();
            doc.person_mut(seat).expect("the seat is a person's").away = false;
            doc
        })
    }

    /// What a step was made of, by which a repeated command is recognised.
    pub(super) async fn stored_step(&self, seq: u64) -> Option<StepBody> {
        let game = self.game.as_ref().filter(|game| seq <= game.seq)?;
        let body = match game.recent(seq) {
            Some(step) => step.row(&game.name).body,
            None => {
                let rows = self.hall.store.steps(&game.name, seq, 1).await.ok()?;
                rows.into_iter().find(|row| row.seq == seq)?.body
            }
        };
        serde_json::from_str(&body).ok()
    }

    /// What a step of an earlier game of this table was made of.
    async fn step_of_earlier(&self, number: u32, seq: u64) -> Option<StepBody> {
        let games = self.hall.store.games_at(&self.name, EARLIER).await.ok()?;
        let game = games.into_iter().find(|game| game.number == number)?;
        let rows = self.hall.store.steps(&game.id, seq, 1).await.ok()?;
        let row = rows.into_iter().find(|row| row.seq == seq)?;
        serde_json::from_str(&row.body).ok()
    }

    /// Goes on by a step, or asks for its chance. Gives the step that is done at once.
    async fn go_on(
        &mut self,
        next: Next,
        doc: Option<TableDoc>,
    ) -> Result<Option<u64>, TableRefused> {
        match next {
            Next::Step(step) => {
                let seq = step.seq;
                self.advance(*step, doc).await?;
                Ok(Some(seq))
            }
            Next::Draw(begun) => self.draw(*begun, doc).await,
        }
    }

    /// Makes a step durable, then shows it.
    pub(super) async fn advance(
        &mut self,
        step: Step,
        doc: Option<TableDoc>,
    ) -> Result<(), TableRefused> {
        let Some(game) = &self.game else { return Ok(()) };
        let name = game.name.clone();
        let mut write = Write::from(Change::Step(step.row(&name)));
        if let Some(snapshot) = game.snapshot(&step) {
            write = write.and(Change::Snapshot(snapshot));
        }
        let outcome = step.after.outcome();
        let mut doc = doc;
        if let Some(outcome) = outcome {
            let players = game.header.players.len();
            let mut over = doc.take().unwrap_or_else(|| self.doc.clone());
            over.phase = TablePhase::Over;
            over.first = Seat::at((step.after.starter().index() + 1) % players);
            over.next = NextDoc::new(&self.name, game.number + 1);
            let result = serde_json::to_string(&outcome).expect("an outcome is plain data");
            write = write.finish_game(name, wall_ms(), step.at_ms, result);
            doc = Some(over);
        }
        match doc {
            Some(doc) => self.save(doc, write).await?,
            None => self.store(write).await?,
        }
        self.taken_step(step);
        if outcome.is_some() {
            self.hall.metrics.games_finished.add();
            let (game, steps) = self.game.as_ref().map_or((0, 0), |game| (game.number, game.seq));
            tracing::info!(table = self.name, game, steps, "a game has ended");
            self.tell_table();
        }
        Ok(())
    }

    /// The host of the server closes the game that is on; says whether there was one.
    pub(super) async fn close_game(&mut self) -> Result<bool, TableRefused> {
        let Some(game) = self.playing() else { return Ok(false) };
        let (doc, write) = closed(&self.name, &self.doc, &game.name, self.hall.clock.now_ms());
        self.save(doc, write).await?;
        self.thinking = None;
        self.close_ask();
        tracing::info!(table = self.name, "the host of the server closed a game");
        self.tell_table();
        Ok(true)
    }

    /// A step is durable: the game goes on and everyone sees it.
    pub(super) fn taken_step(&mut self, step: Step) {
        self.asked = Instant::now();
        self.pause = self.some_pause();
        self.thinking = None;
        let seq = step.seq;
        if let Some(game) = &mut self.game {
            game.take(step);
        }
        if let Some(step) = self.game.as_ref().and_then(|game| game.recent(seq)) {
            self.show(step);
        }
    }

    /// How long an answer takes that the server gives by itself: as long as a bot seems to think, or up to three times that,
    /// so that nobody can tell from its time that it was the server's.
    fn some_pause(&self) -> Duration {
        let pause = self.hall.config.bot_pause_ms;
        let chance = u64::from(u32::from_be_bytes(crate::identity::random_bytes()));
        Duration::from_millis(pause + 2 * pause * chance / u64::from(u32::MAX))
    }

    /// Who will answer the open question if the asked player does not.
    fn plan(&self) -> Option<Plan> {
        let game = self.playing()?;
        let ask = game.ask()?;
        let seat = ask.seat;
        match &self.doc.seats.get(seat.index())?.held {
            Held::Open => None,
            Held::Bot(bot) => Some(Plan::Think(By::Bot(seat), *bot)),
            Held::Person(person) if person.away => Some(Plan::Think(By::StandIn(seat), STAND_IN)),
            Held::Person(person) => {
                if let Some(answer) = super::auto::answer(&person.auto, &game.state, ask) {
                    return Some(Plan::Auto(seat, answer));
                }
                match self.deadline(game) {
                    Some(deadline) => Some(Plan::StepIn(seat, deadline)),
                    // Without a clock a bot steps in only for somebody who is gone while others are waiting.
                    None if !self.is_here(seat) && self.somebody_waits(seat) => {
                        let since = game.asked_ms.max(self.gone_since[seat.index()]);
                        Some(Plan::StepIn(seat, since + self.hall.config.absence_ms))
                    }
                    None => None,
                }
            }
        }
    }

    fn somebody_waits(&self, besides: Seat) -> bool {
        self.everybody().any(|connection| connection.seat.is_some_and(|seat| seat != besides))
    }

    /// When the open question needs attention.
    pub(super) fn question_due(&self) -> Option<Instant> {
        let game = self.playing()?;
        if self.thinking == Some((game.number, game.seq)) || self.pending.is_some() {
            return None;
        }
        Some(match self.plan()? {
            Plan::Auto(..) => self.asked + self.pause,
            Plan::Think(..) => self.asked + Duration::from_millis(self.hall.config.bot_pause_ms),
            Plan::StepIn(_, at_ms) => self.clock.instant_of(at_ms).max(self.asked),
        })
    }

    /// The open question needs attention now.
    pub(super) async fn question_is_due(&mut self) {
        let outcome = match self.plan() {
            Some(Plan::Auto(seat, answer)) => self.answer_for(By::Auto(seat), answer).await,
            Some(Plan::Think(_, bot)) => {
                self.set_thinking(bot);
                Ok(())
            }
            // The clock may stand: then nobody could have answered.
            Some(Plan::StepIn(_, at_ms)) if self.clock.now_ms() < at_ms => {
                self.asked = Instant::now() + TRY_AGAIN;
                Ok(())
            }
            Some(Plan::StepIn(seat, _)) => self.step_in(seat).await,
            None => Ok(()),
        };
        if outcome.is_err() {
            self.asked = Instant::now() + TRY_AGAIN;
        }
    }

    async fn answer_for(&mut self, by: By, answer: Answer) -> Result<(), TableRefused> {
        let Some(game) = &self.game else { return Ok(()) };
        match game.next(by, Some(answer), self.clock.now_ms()) {
            Ok(next) => self.go_on(next, None).await.map(drop),
            Err(illegal) => {
                tracing::error!(table = self.name, %illegal, "a bot gave an answer that is not legal");
                Err(refused(Refusal::Illegal, illegal.to_string()))
            }
        }
    }

    fn set_thinking(&mut self, bot: Opponent) {
        let (Some(game), Some(myself)) = (&self.room.game, self.myself.upgrade()) else { return };
        let Some(ask) = game.ask() else { return };
        self.thinking = Some((game.number, game.seq));
        let (number, seq, view) = (game.number, game.seq, game.state.view(Some(ask.seat)));
        let hall = std::sync::Arc::clone(&self.hall);
        let thinkers = std::sync::Arc::clone(&hall.thinkers);
        tokio::spawn(async move {
            let Ok(_permit) = thinkers.acquire_owned().await else { return };
            let began = Instant::now();
            let thought =
                tokio::task::spawn_blocking(move || thinking::answer(bot, &view, seq)).await;
            hall.metrics.thinking.count(began.elapsed());
            if let Ok(Some(answer)) = thought {
                let _ = myself.send(Mail::Thought { game: number, seq, answer }).await;
            }
        });
    }

    /// A bot has thought. If the player has come back meanwhile, the thought is dropped.
    pub(super) async fn thought(&mut self, number: u32, seq: u64, answer: Answer) {
        if self.thinking != Some((number, seq)) {
            return;
        }
        self.thinking = None;
        if self.pending.is_some()
            || self.playing().is_none_or(|game| (game.number, game.seq) != (number, seq))
        {
            return;
        }
        if let Some(Plan::Think(by, _)) = self.plan() {
            match self.answer_for(by, answer).await {
                Ok(()) if self.pending.is_none() => self.hall.metrics.bot_answers.add(),
                Ok(()) => {}
                Err(_) => self.asked = Instant::now() + TRY_AGAIN,
            }
        }
    }

    /// The time is up: a bot plays for this player until they come back.
    async fn step_in(&mut self, seat: Seat) -> Result<(), TableRefused> {
        let mut doc = self.doc.clone();
        if let Some(person) = doc.person_mut(seat) {
            person.away = true;
        }
        self.change(doc).await
    }

    /// A player leaves a running game: a bot plays on, and the host's role passes on.
    pub(super) async fn step_away(&mut self, seat: Seat) -> Result<(), TableRefused> {
        if self.doc.phase != TablePhase::Playing {
            return Err(refused(Refusal::NotNow, "no game is on"));
        }
        let mut doc = self.doc.clone();
        if let Some(person) = doc.person_mut(seat) {
            person.away = true;
        }
        if doc.host == Some(seat) {
            let heir = doc
                .people()
                .find(|(other, person)| *other != seat && !person.away)
                .map(|(other, _)| other);
            doc.host = heir.or(doc.host);
        }
        self.change(doc).await
    }

    /// A player is back: the bot hands over at once.
    pub(super) async fn take_back(&mut self, seat: Seat) -> Result<(), TableRefused> {
        if self.doc.person(seat).is_none_or(|person| !person.away) {
            return Ok(());
        }
        let mut doc = self.doc.clone();
        doc.person_mut(seat).expect("the seat is a person's").away = false;
        self.thinking = None;
        self.change(doc).await
    }

    /// A player asks for as much time again.
    pub(super) async fn more_time(&mut self, seat: Seat) -> Result<(), TableRefused> {
        let asked = self.playing().and_then(|game| Some((game.seq, game.ask()?.seat)));
        let (Some(limit), Some((seq, asked))) = (self.doc.options.time.millis(), asked) else {
            return Err(refused(Refusal::NotNow, "no clock is running"));
        };
        if asked != seat {
            return Err(refused(Refusal::NotYours, "the clock is not yours"));
        }
        let mut doc = self.doc.clone();
        let person = doc
            .person_mut(seat)
            .ok_or_else(|| refused(Refusal::NoSeat, "you have no seat at this table"))?;
        if MORE_TIME <= person.more_time {
            return Err(refused(
                Refusal::NotNow,
                format!("more time can be had {MORE_TIME} times a game"),
            ));
        }
        person.more_time += 1;
        let before = if doc.extra_time.0 == seq { doc.extra_time.1 } else { 0 };
        doc.extra_time = (seq, before + limit);
        self.save(doc, Write::new()).await?;
        self.tell_view();
        Ok(())
    }
}

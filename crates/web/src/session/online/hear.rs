//! What the server says, and what the page makes of it.

use super::show::{QueuedStep, When};
use super::{Following, Online};
use crate::lang::t;
use crate::table::{Act, Link, Notice, Player, Sheet, Words};
use client::company::{Again, Change, Voice};
use engine::{Seat, Species};
use leptos::prelude::*;
use protocol::{
    Command, Controller, Message, Opponent, Reply, Said, SeatInfo, Speaker, TableInfo, TablePhase,
    Talk,
};

impl Online {
    pub(super) fn hear(&self, message: Message) {
        if let Message::Game(game) = &message
            && self.game.borrow().game != game.game
        {
            // What was said before the game is in the talk; over the first dice it is only in the way.
            self.table.notice.set(None);
        }
        self.judge(&message);
        match message {
            Message::Welcome { you, by_link, key, table, talk, muted, muted_watchers, .. } => {
                if 0 < self.tries.replace(0) {
                    self.tell("ok", "check", t().back_at_table().to_owned());
                }
                self.table.link.set(Link::Up);
                self.lobby.you.set(you);
                if key.is_some() {
                    self.lobby.key.set(key);
                }
                self.by_link.set(by_link);
                self.table.muted.set(muted);
                self.table.muted_watchers.set(muted_watchers);
                self.table.talk.set(talk.iter().map(|talk| said(talk, &table)).collect());
                let over = table.phase == TablePhase::Over;
                self.take_table(table);
                self.send_auto();
                if crate::company::comes_for_another(&self.name) && over && you.is_some() {
                    self.send(Command::Ready { ready: true });
                }
            }
            Message::Table { table } => self.take_table(table),
            Message::You { seat } => {
                let had = self.lobby.you.get_untracked();
                self.lobby.you.set(seat);
                if had.is_some() && seat.is_none() {
                    self.tell("", "info", t().kicked().to_owned());
                }
                if had != seat && 0 < self.game.borrow().game {
                    // The same table through other eyes.
                    self.send(Command::Refresh);
                }
                self.find_voice();
                self.keep_seat();
            }
            Message::Game(game) => {
                let new = self.game.borrow().game != game.game;
                if new {
                    *self.game.borrow_mut() = Following { game: game.game, seq: 0, shown: 0 };
                    self.queue.borrow_mut().clear();
                    self.table.begin(Vec::new());
                    self.table.at_lobby.set(false);
                    self.marks.borrow_mut().clear();
                }
                self.table.players.set(game.players.iter().map(player).collect());
            }
            Message::View { game, seq, view, clock, undo } => {
                *self.game.borrow_mut() = Following { game, seq, shown: seq };
                self.queue.borrow_mut().clear();
                self.catch_up.borrow_mut().give_up();
                self.clock(clock);
                if view.outcome().is_some() {
                    self.keep_record(game);
                }
                self.remember();
                self.show_now(*view, undo);
            }
            Message::Step(step) => {
                let mut game = self.game.borrow_mut();
                (game.game, game.seq) = (step.game, step.seq);
                drop(game);
                if let Some(step) = self.collect(step) {
                    self.queue.borrow_mut().push_back(QueuedStep { step, when: When::Now });
                    self.pump();
                }
            }
            Message::Over { game, .. } => self.over(game),
            Message::Talk(talk) if matches!(talk.said, Said::Roar(_)) => {
                if let Some(table) = self.lobby.info.get_untracked() {
                    let words = said(&talk, &table);
                    let muted = self
                        .table
                        .muted
                        .with_untracked(|list| words.seat.is_some_and(|seat| list.contains(&seat)));
                    match words.seat {
                        Some(seat) if !muted => crate::table::roar(seat, &words.words),
                        Some(_) => {}
                        None => self.tell("", "chat", t().says(&words.who, &words.words).plain()),
                    }
                    self.table.polite.set(t().says(&words.who, &words.words).plain());
                    self.table.talk.update(|list| list.push(words));
                }
            }
            Message::Talk(talk) => {
                if let Some(table) = self.lobby.info.get_untracked() {
                    let words = said(&talk, &table);
                    // Whoever wrote it knows what it says.
                    let own = words.seat.is_some() && words.seat == self.lobby.you.get_untracked();
                    if !own {
                        self.tell("", "chat", t().says(&words.who, &words.words).plain());
                    }
                    self.table.talk.update(|list| list.push(words));
                }
            }
            Message::Done(reply) => self.done(reply),
            Message::Refused { id, code, .. } => self.refused(id, code),
            Message::Closing { back_in_ms } => {
                self.table.link.set(Link::Down(1));
                self.tries.set(1);
                self.retry(back_in_ms.into());
            }
            // These are the judge's.
            Message::Mixing(_)
            | Message::Void { .. }
            | Message::Ask(_)
            | Message::Missed(_)
            | Message::Chain(_)
            | Message::Course(_) => {}
            Message::CaughtUp { .. } => self.caught_up(),
            Message::Link { key } => self.lobby.key.set(Some(key)),
            Message::History(_) | Message::Question(_) | Message::Unknown => {}
        }
    }

    /// Something that this page wanted was done.
    fn done(&self, reply: Reply) {
        let wish = self.sent.borrow().iter().find(|(id, _)| *id == reply.id).cloned();
        match (wish.map(|(_, wish)| wish), reply.secret) {
            (Some(Command::MakeToken), Some(token)) => {
                self.lobby.token.set(Some(token));
                self.send(Command::ListTokens);
            }
            (Some(Command::RevokeToken { .. }), _) => {
                self.lobby.token.set(None);
                self.send(Command::ListTokens);
            }
            (_, Some(path)) => {
                let origin = window().location().origin().unwrap_or_default();
                self.table.sheet.set(Some(Sheet::Move(format!("{origin}{path}"))));
            }
            (_, None) => {}
        }
        if let Some(tokens) = reply.tokens {
            self.lobby.tokens.set(tokens);
        }
    }

    fn take_table(&self, info: TableInfo) {
        self.table.watchers.set(info.watchers);
        self.table.odds.set(info.options.odds);
        self.table.coaching.allowed.set(info.options.coach);
        let me = self.lobby.you.get_untracked();
        self.table.may_rematch.set(me.is_some());
        self.table.again.set(Some(Again::of(&info, me)));
        self.table.players.update(|players| {
            // Whoever comes back is told what happened, not again who plays.
            if players.is_empty() && matches!(info.phase, TablePhase::Playing | TablePhase::Over) {
                *players = info.seats.iter().filter_map(sitter).collect();
            }
            let over = info.phase == TablePhase::Over;
            for seat in &info.seats {
                if let Some(player) = players.get_mut(seat.seat.index()) {
                    player.away =
                        !over && matches!(seat.controller, Controller::Gone | Controller::StandIn);
                }
            }
        });
        let change =
            self.lobby.info.with_untracked(|before| Change::between(before.as_ref()?, &info, me));
        self.watch_stand_in(&info, me);
        // Anything else that is being said is worth more.
        if let Some(change) = change
            && self.table.notice.with_untracked(Option::is_none)
        {
            self.tell("", "people", told(&change));
        }
        self.lobby.info.set(Some(info));
        self.find_voice();
        self.keep_seat();
    }

    /// A bot stood in for this player: when it has handed back, the player is told what it did.
    fn watch_stand_in(&self, info: &TableInfo, me: Option<Seat>) {
        let Some(me) = me else { return };
        let stands_in = |info: &TableInfo| {
            info.seats.get(me.index()).is_some_and(|seat| seat.controller == Controller::StandIn)
        };
        let before = self.lobby.info.with_untracked(|info| info.as_ref().is_some_and(stands_in));
        match (before, stands_in(info)) {
            (false, true) => self.stood_in.set(self.table.events.with_untracked(Vec::len)),
            (true, false) => {
                let from = self.stood_in.get();
                let did = self.table.events.with_untracked(|events| {
                    let own = events.get(from..).unwrap_or_default().iter();
                    let own = own.filter(|event| client::happened::about(**event) == Some(me));
                    let told = own.filter_map(|event| crate::table::sentence(self.table, *event));
                    let mut told: Vec<String> = told.map(|words| words.symbols()).collect();
                    told.drain(..told.len().saturating_sub(2));
                    told.join(" ")
                });
                let text =
                    if self.clocked() { t().time_was_up() } else { t().you_have_seat_back() };
                let notice = Notice {
                    icon: "clock",
                    text: text.to_owned(),
                    more: did,
                    act: Some(Act::Log),
                    ..Notice::default()
                };
                self.offer(notice, 8);
            }
            _ => {}
        }
    }

    fn clocked(&self) -> bool {
        let limit = |info: &TableInfo| info.options.time.millis().is_some();
        self.lobby.info.with_untracked(|info| info.as_ref().is_some_and(limit))
    }

    /// Every page offers to come back to this table while a seat is kept here.
    fn keep_seat(&self) {
        let game = self.lobby.info.with_untracked(|info| info.as_ref().map(|info| info.game));
        match (self.lobby.you.get_untracked(), game) {
            (Some(_), Some(game)) => {
                crate::company::keep(&self.name, self.lobby.key.get_untracked(), game);
            }
            (None, Some(_)) => crate::company::forget(&self.name),
            (_, None) => {}
        }
    }

    fn find_voice(&self) {
        let seated = self.lobby.you.get_untracked().is_some();
        let by_link = self.by_link.get();
        let info = self.lobby.info;
        let voice = info.with_untracked(|info| Voice::at(info.as_ref(), by_link, seated));
        // Whoever is writing keeps what they write, and the keyboard: only a change draws the talk anew.
        if self.table.voice.get_untracked() != voice {
            self.table.voice.set(voice);
        }
        let bots = info
            .with_untracked(|info| info.as_ref().is_some_and(|info| info.options.take_over_bots));
        self.table.take_over.set(bots && by_link && !seated);
    }
}

/// What changed around the table, in one sentence.
fn told(change: &Change) -> String {
    match change {
        Change::Joined(name) => t().someone_joined(name).plain(),
        Change::Away(name) => t().who_is_away(name).plain(),
        Change::StandIn(name) => t().bot_plays_for(name).plain(),
        Change::Host(name) => t().host_now(name).plain(),
    }
}

fn player(player: &protocol::Player) -> Player {
    seat_of(&player.name, player.monster, player.bot)
}

fn sitter(seat: &SeatInfo) -> Option<Player> {
    Some(seat_of(&seat.name, seat.monster?, seat.bot))
}

fn seat_of(name: &str, species: Species, bot: Option<Opponent>) -> Player {
    let bot = bot.map(|bot| bot.to_string());
    let name = client::names::called(name, bot.as_deref(), species)
        .unwrap_or_else(|| crate::words::monster(species));
    Player { name, species, bot, away: false }
}

/// What whoever sits on a seat is called.
pub(crate) fn seat_name(seat: &SeatInfo) -> String {
    sitter(seat).map_or_else(|| seat.name.clone(), |player| player.name)
}

/// Something said, with the name of whoever said it.
fn said(talk: &Talk, table: &TableInfo) -> Words {
    let (seat, who) = match talk.from {
        Speaker::Seat(seat) => {
            let info = table.seats.iter().find(|info| info.seat == seat);
            (Some(seat), info.map(seat_name).unwrap_or_default())
        }
        Speaker::Watcher => (None, t().a_watcher().to_owned()),
    };
    let words = match &talk.said {
        Said::Roar(roar) => t().roar_words(roar.name()).to_owned(),
        Said::Text(text) => text.clone(),
    };
    Words { seat, who, words }
}

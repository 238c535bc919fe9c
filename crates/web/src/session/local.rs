//! A game on this device: one person against bots, or several people who pass it on.
//!
//! The page holds the game and draws its chance from a sealed seed; the bots answer from their worker. Every answer is
//! kept in the browser before anything else happens, so a reload goes on where it was.

use super::Session;
use super::auto::habits;
use super::bots::BotWorker;
use super::record::{KeptGame, Mode};
use crate::keep::Kept;
use crate::lang::t;
use crate::prefs::{Settings, Speed};
use crate::session::tabs::Tabs;
use crate::storage;
use crate::table::{Board, Notice, Table, now};
use client::auto::Auto;
use engine::{Answer, Ask, Input, Need, Played, Seat, State};
use fair::KeyedChance;
use leptos::prelude::*;
use review::history::MOST;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

/// A game on this device.
pub(crate) struct Local {
    me: Weak<Local>,
    table: Table,
    settings: Settings,
    game: RefCell<Game>,
    bots: RefCell<Option<BotWorker>>,
    /// Counts up whenever what was planned no longer holds.
    epoch: Cell<u32>,
    turn_began: Cell<(u16, f64)>,
    /// Whether the player knows that the browser keeps nothing.
    warned: Cell<bool>,
    /// Who holds the device, where several people share it.
    holder: Cell<Seat>,
    /// Nobody wants to follow what is left: straight to the end.
    hurried: Cell<bool>,
    /// A bot's answer that waits for a tap.
    held: Cell<Option<Answer>>,
    /// The player has thrown the dice that come next.
    thrown: Cell<bool>,
    /// The other tabs of this browser.
    tabs: RefCell<Option<Tabs>>,
}

struct Game {
    mode: Mode,
    /// What the table is called.
    name: String,
    /// Whose eyes the page has, if it is one player's.
    me: Option<Seat>,
    played: Played,
    chance: KeyedChance,
    draws: u64,
    /// Whose eyes the board has.
    viewer: Seat,
    /// How many events have been shown.
    shown: usize,
    /// What the coach has said, and before which choices.
    coaching: crate::table::Coaching,
    /// The table at which it began, if that was not the start of a game.
    from: Option<Box<State>>,
}

impl Game {
    fn state(&self) -> &State {
        self.played.state()
    }

    /// The game as the browser keeps it.
    fn kept(&self) -> KeptGame {
        let record = self.played.record().clone();
        let (table, helped) = (self.name.clone(), self.coaching.helped());
        let from = self.from.clone();
        KeptGame { mode: self.mode, table, me: self.me, record, helped, from }
    }
}

/// How the names of games begin that are tried from a review: they count nowhere.
pub(crate) const TRIAL: &str = "trial/";
/// Where the last of them is kept for its own review, and the name of that.
pub(crate) const TRIED: &str = "trial";

/// Where a game of this mode is kept between visits.
pub(crate) fn place_of(mode: Mode) -> &'static str {
    match mode {
        Mode::Solo => "solo",
        Mode::Device => "device",
        Mode::Online => "online",
    }
}

impl Local {
    /// Plays a record from where it stands.
    ///
    /// # Errors
    /// One sentence if the record does not hold together.
    pub(crate) fn play(
        table: Table,
        settings: Settings,
        kept: KeptGame,
    ) -> Result<Rc<Local>, String> {
        let chance = kept.chance().ok_or("the game has lost its dice")?;
        let draws =
            kept.record.inputs.iter().filter(|input| !matches!(input, Input::Answer(_))).count()
                as u64;
        let viewer = kept.me.unwrap_or_else(|| first_human(&kept));
        let players = kept.players();
        let KeptGame { mode, table: name, me, record, helped, from } = kept;
        table.coaching.set_helped(helped);
        let played = match &from {
            Some(table) => Played::at(record, **table),
            None => Played::new(record),
        };
        let played = played.map_err(|wrong| wrong.to_string())?;
        table.players.set(players);
        table.game.set(name.clone());
        table.plan.set(None);
        table.title.set(match mode {
            Mode::Solo if name.starts_with(TRIAL) => t().trial_chip().to_owned(),
            Mode::Solo => t().your_game().to_owned(),
            _ => t().one_device().to_owned(),
        });
        table.begin(played.events().to_vec());
        table.board.set(None);
        let shown = played.events().len();
        let coaching = table.coaching;
        let game = Game { mode, name, me, played, chance, draws, viewer, shown, coaching, from };
        let local = Rc::new_cyclic(|me| Local {
            me: me.clone(),
            table,
            settings,
            game: RefCell::new(game),
            bots: RefCell::new(None),
            epoch: Cell::new(0),
            turn_began: Cell::new((0, 0.0)),
            warned: Cell::new(false),
            holder: Cell::new(viewer),
            hurried: Cell::new(false),
            held: Cell::new(None),
            thrown: Cell::new(false),
            tabs: RefCell::new(None),
        });
        local.claim();
        local.start_bots();
        table.set_session(local.clone());
        local.save();
        local.advance();
        Ok(local)
    }

    fn start_bots(&self) {
        let game = self.game.borrow();
        if game.played.record().players.iter().all(|player| player.bot.is_none()) {
            return;
        }
        let table = self.table;
        let failed = move || {
            table.notice.set(Some(Notice {
                tone: "bad",
                icon: "bot",
                text: t().error_bot_failed().to_owned(),
                more: t().reload().to_owned(),
                act: None,
            }));
        };
        let bots = BotWorker::start(failed);
        match &bots {
            Some(bots) => {
                bots.game(game.played.record(), game.from.as_deref(), seed_of(&game.kept()))
            }
            None => failed(),
        }
        *self.bots.borrow_mut() = bots;
    }

    /// Tells the other tabs that this game is played here; if another one says so later, this one stands still.
    fn claim(&self) {
        self.table.elsewhere.set(false);
        let me = self.me.clone();
        let name = self.game.borrow().name.clone();
        *self.tabs.borrow_mut() = Tabs::claim(&name, move || {
            if let Some(local) = me.upgrade() {
                local.epoch.set(local.epoch.get().wrapping_add(1));
                local.table.elsewhere.set(true);
            }
        });
    }

    fn is_human(&self, seat: Seat) -> bool {
        self.game
            .borrow()
            .played
            .record()
            .players
            .get(seat.index())
            .is_some_and(|player| player.bot.is_none())
    }

    /// Runs on until somebody has to decide.
    fn advance(&self) {
        loop {
            let need = self.game.borrow().state().need();
            match need {
                Need::Over(_) => return self.finish(),
                Need::Answer(ask) if self.is_human(ask.seat) => {
                    match habits(self.settings).unasked(ask) {
                        Some(answer) if self.take(Input::Answer(answer)) => {}
                        _ => return self.ask_human(ask),
                    }
                }
                Need::Answer(ask) => return self.ask_bot(ask),
                Need::Roll { seat, count } if self.throws(seat) && !self.thrown.take() => {
                    return self.ask_throw(seat, count);
                }
                Need::Roll { .. } | Need::Reveal(_) | Need::Starter => {
                    let input = {
                        let game = self.game.borrow();
                        game.chance.input(game.draws, game.state())
                    };
                    let Some(input) = input else { return };
                    self.game.borrow_mut().draws += 1;
                    if !self.take(input) {
                        return;
                    }
                }
            }
        }
    }

    /// Puts an input into the game. `false` if it did not fit.
    fn take(&self, input: Input) -> bool {
        if self.game.borrow_mut().played.play(input).is_err() {
            return false;
        }
        if let Some(bots) = self.bots.borrow().as_ref() {
            bots.play(input);
        }
        true
    }

    /// Whether this seat throws the dice that come next with its own hand.
    fn throws(&self, seat: Seat) -> bool {
        let first = client::auto::first_throw(self.game.borrow().state()) == Some(seat);
        first && self.settings.read(|p| p.throws) && !self.hurried.get() && self.is_human(seat)
    }

    fn show(&self) {
        self.show_with(None);
    }

    /// Shows the board; with `throw` it waits for the player's hand.
    fn show_with(&self, throw: Option<u8>) {
        let board = {
            let mut game = self.game.borrow_mut();
            let me = game.viewer;
            let events = game.played.events();
            let news = events[game.shown..].iter().map(|event| event.seen_by(Some(me))).collect();
            game.shown = events.len();
            Board {
                state: game.state().view(Some(me)).imagine(),
                me: Some(me),
                news,
                undo: last_choice(self.settings, &game).is_some(),
                past: false,
                throw,
            }
        };
        self.table.show(board);
    }

    /// Lets the player throw the first dice of the turn.
    fn ask_throw(&self, seat: Seat, count: u8) {
        self.save();
        if self.hand_over(seat) {
            crate::table::hide_tip(self.table);
            self.table.curtain.set(Some(seat));
        }
        self.show_with(Some(count));
    }

    fn ask_human(&self, ask: Ask) {
        self.save();
        if self.hand_over(ask.seat) {
            self.show_covered(ask.seat);
            return;
        }
        self.show();
        self.answer_alone(ask);
    }

    /// Gives the device to whoever is next, where several people share it; `true` if a curtain falls between them.
    fn hand_over(&self, next: Seat) -> bool {
        let (mode, viewer) = {
            let game = self.game.borrow();
            (game.mode, game.viewer)
        };
        if viewer != next && mode == Mode::Device {
            self.game.borrow_mut().viewer = next;
        }
        // A question in another's turn is asked across the table, in the colour of whoever is asked. The device is handed
        // over with the turn.
        let turn = self.game.borrow().state().turn().seat;
        if mode == Mode::Device && next == turn && self.holder.replace(turn) != turn {
            if self.settings.read(|p| p.curtain) {
                return true;
            }
            self.table.notice.set(Some(Notice {
                tone: "",
                icon: "people",
                text: t().pass_to(&self.table.name(next)).plain(),
                ..Notice::default()
            }));
            let table = self.table;
            set_timeout(move || table.notice.set(None), Duration::from_secs(1));
        }
        false
    }

    /// The curtain falls first; the question is seen only behind it.
    fn show_covered(&self, seat: Seat) {
        crate::table::hide_tip(self.table);
        self.table.curtain.set(Some(seat));
        self.show();
    }

    /// Gives the answer that the player has given in advance, or the only one there is.
    fn answer_alone(&self, ask: Ask) {
        let (state, solo) = {
            let game = self.game.borrow();
            (*game.state(), game.mode == Mode::Solo)
        };
        let Some(Auto { answer, ms, told }) = habits(self.settings).answer(&state, ask, solo)
        else {
            return;
        };
        if told {
            self.table.notice.set(Some(Notice {
                tone: "ok",
                icon: "check",
                text: t().auto_answered().to_owned(),
                ..Notice::default()
            }));
        }
        self.later(self.scaled(ms), move |local| local.give(answer));
    }

    fn ask_bot(&self, ask: Ask) {
        let wait = if self.hurried.get() {
            0
        } else {
            self.show();
            self.bot_pause(ask)
        };
        let began = now();
        let epoch = self.epoch.get();
        let me = self.me.clone();
        if let Some(bots) = self.bots.borrow().as_ref() {
            bots.ask(move |answer| {
                let Some(local) = me.upgrade() else { return };
                if local.epoch.get() != epoch {
                    return;
                }
                if local.settings.read(|p| p.pace()) == Speed::Tap && !local.hurried.get() {
                    local.held.set(Some(answer));
                    return local.table.waits_for_tap.set(true);
                }
                let rest = (f64::from(wait) - (now() - began)).max(0.0) as u32;
                local.later(rest, move |local| local.give(answer));
            });
        }
    }

    /// How long a bot's step stays on the table, so that it can be followed.
    fn bot_pause(&self, ask: Ask) -> u32 {
        let turn = self.game.borrow().state().turn().number;
        let (seen, began) = self.turn_began.get();
        if seen != turn {
            self.turn_began.set((turn, now()));
        }
        let spent = if seen == turn { (now() - began) as u32 } else { 0 };
        self.scaled(client::pace::bot_step(ask.question, spent))
    }

    fn scaled(&self, ms: u32) -> u32 {
        self.settings.read(|p| p.pace()).scale(ms)
    }

    fn later(&self, ms: u32, act: impl FnOnce(&Local) + 'static) {
        let epoch = self.epoch.get();
        let me = self.me.clone();
        let mut act = Some(act);
        set_timeout(
            move || {
                if let (Some(local), Some(act)) = (me.upgrade(), act.take())
                    && local.epoch.get() == epoch
                {
                    act(&local);
                }
            },
            Duration::from_millis(ms.into()),
        );
    }

    /// An answer goes into the game and the game goes on.
    fn give(&self, answer: Answer) {
        self.held.set(None);
        self.epoch.set(self.epoch.get().wrapping_add(1));
        if self.take(Input::Answer(answer)) {
            self.save();
            self.advance();
        }
    }

    /// Keeps the game in the browser. If the browser refuses, the player is told once.
    fn save(&self) {
        if self.table.elsewhere.get_untracked() {
            return;
        }
        let game = self.game.borrow();
        let save = || storage::save(place_of(game.mode), &game.kept());
        let kept = save() || crate::keep::make_room() && save();
        if !kept && !self.warned.replace(true) {
            self.table.notice.set(Some(Notice {
                tone: "warn",
                icon: "info",
                text: t().error_storage().to_owned(),
                ..Notice::default()
            }));
        }
    }

    /// Keeps the game for its review: a trial beside the game that ended last. One that began at a puzzle has none.
    fn save_for_review(&self, game: &Game) {
        if game.from.is_none() {
            let place = if game.name.starts_with(TRIAL) { TRIED } else { "last" };
            let _ = storage::save(place, &game.kept());
        }
    }

    fn finish(&self) {
        self.show();
        let game = self.game.borrow();
        storage::forget(place_of(game.mode));
        let kept = game.kept();
        self.save_for_review(&game);
        if game.name.starts_with(TRIAL) {
            return;
        }
        let words = match crate::keep::game(&kept) {
            Kept::Well => None,
            Kept::InsteadOfTheOldest => Some(t().history_oldest_gone(MOST).plain()),
            Kept::Not => (!self.warned.replace(true)).then(|| t().history_not_kept().to_owned()),
        };
        if let Some(text) = words {
            let notice = Notice { tone: "warn", icon: "info", text, ..Notice::default() };
            self.table.notice.set(Some(notice));
        }
        self.settings.change(|p| p.games += 1);
    }
}

impl Session for Local {
    fn record(&self) -> Option<engine::Record> {
        let game = self.game.borrow();
        // The record of a game that began in the middle cannot be read without its table.
        game.from.is_none().then(|| game.played.record().clone())
    }

    fn answer(&self, answer: Answer) {
        let here = !self.table.elsewhere.get_untracked();
        if here && self.table.curtain.get_untracked().is_none() {
            self.give(answer);
        }
    }

    fn undo(&self) {
        let answers = last_choice(self.settings, &self.game.borrow());
        let Some(answers) = answers else { return };
        self.epoch.set(self.epoch.get().wrapping_add(1));
        {
            let mut game = self.game.borrow_mut();
            for _ in 0..answers {
                game.played.take_back();
            }
            game.shown = game.played.events().len();
            self.table.take_back(Some(game.shown), game.viewer);
            if let Some(bots) = self.bots.borrow().as_ref() {
                bots.game(game.played.record(), game.from.as_deref(), seed_of(&game.kept()));
            }
        }
        self.save();
        self.show();
    }

    fn uncover(&self) {
        self.table.curtain.set(None);
        self.table.guard.set(now() + 350.0);
        crate::table::focus_tray();
        let Some(ask) = self.game.borrow().played.ask() else { return };
        self.answer_alone(ask);
    }

    fn throw(&self) {
        let here = !self.table.elsewhere.get_untracked();
        if here && self.table.curtain.get_untracked().is_none() {
            self.epoch.set(self.epoch.get().wrapping_add(1));
            self.thrown.set(true);
            self.advance();
        }
    }

    fn hurry(&self) {
        self.hurried.set(true);
        self.next();
    }

    fn next(&self) {
        self.table.waits_for_tap.set(false);
        if let Some(answer) = self.held.take() {
            self.give(answer);
        }
    }

    fn keep_for_review(&self) {
        self.save_for_review(&self.game.borrow());
    }

    fn rematch(&self) {
        let kept = self.game.borrow().kept().again(fresh_name(), random_bytes());
        self.epoch.set(self.epoch.get().wrapping_add(1));
        let (table, settings) = (self.table, self.settings);
        table.curtain.set(None);
        let _ = Local::play(table, settings, kept);
    }
}

/// How many answers have to be taken back to come to the player's last real choice, if nobody has learned anything since.
fn last_choice(settings: Settings, game: &Game) -> Option<usize> {
    habits(settings).last_choice(game.played.open().iter(), game.viewer, game.mode == Mode::Solo)
}

fn first_human(kept: &KeptGame) -> Seat {
    kept.record
        .players
        .iter()
        .position(|player| player.bot.is_none())
        .and_then(Seat::at)
        .unwrap_or(Seat::A)
}

/// The bots' own dice: from the seal, so that a reload plays on in the same way.
fn seed_of(kept: &KeptGame) -> u64 {
    let digits = kept.seal().map(|(seal, _)| seal).unwrap_or_default();
    digits.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(7)
}

/// Fresh random bytes of the browser.
pub(crate) fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    if let Ok(crypto) = window().crypto() {
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    bytes
}

/// A name for a game on this device, to which its dice are bound.
pub(crate) fn fresh_name() -> String {
    let bytes = random_bytes();
    format!("device/{:02x}{:02x}{:02x}{:02x}", bytes[0], bytes[1], bytes[2], bytes[3])
}

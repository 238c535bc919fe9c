//! The table: one screen for every way to play.
//!
//! Everything shown follows from a [`Board`]: what one seat sees, and what it is asked. The regions are components of
//! their own; each reads the board and nothing else but what is selected.

mod ask;
mod coach;
mod coaching;
mod dice;
mod end;
mod hint;
mod keys;
mod log;
mod market;
mod motion;
mod moves;
mod prompt;
mod recap;
mod screen;
mod seats;
mod sheet;
mod shop;
mod speed;
mod stage;
mod talk;
mod tips;
mod tray;
mod tutor;
mod watching;
mod you;

use crate::lang::t;
use crate::prefs::Settings;
use crate::session::{Session, auto};
pub(crate) use client::company::{Again, Voice};
use engine::{
    Answer, Answers, Ask, Card, DiceSet, Event, Need, Place, Question, Rules, Seat, Species, State,
};
use leptos::prelude::*;
use std::rc::Rc;
use texts::Scene;

pub(crate) use client::coach::Slip;
pub(crate) use coach::lesson;
pub(crate) use coaching::{Coaching, Wanted};
pub(crate) use keys::typing;
pub(crate) use log::{ask_about, sentence};
pub(crate) use motion::{focus_tray, roar};
pub(crate) use screen::{MiniBoard, TableScreen};
pub(crate) use seats::stats;
pub(crate) use talk::TalkBox;
pub(crate) use tips::{hide as hide_tip, of_face as tip_of};

/// Who sits where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Player {
    /// What the player is called.
    pub(crate) name: String,
    /// Which monster it is.
    pub(crate) species: Species,
    /// The level of the bot that plays, if one does.
    pub(crate) bot: Option<String>,
    /// Not connected just now.
    pub(crate) away: bool,
}

/// What one seat sees at one moment.
#[derive(Clone)]
pub(crate) struct Board {
    /// The game as this seat may know it.
    pub(crate) state: State,
    /// Whose eyes these are; nobody's for a watcher.
    pub(crate) me: Option<Seat>,
    /// What just happened, newest last.
    pub(crate) news: Vec<Event>,
    /// Whether the last choice can be taken back.
    pub(crate) undo: bool,
    /// A board of the past: it is shown, and nobody is asked.
    pub(crate) past: bool,
    /// The seat that looks throws the first dice of its turn with its own hand: how many.
    pub(crate) throw: Option<u8>,
}

impl Board {
    /// The question to the seat that looks, if it is asked one.
    pub(crate) fn mine(&self) -> Option<Ask> {
        match self.state.need() {
            Need::Answer(ask) if Some(ask.seat) == self.me && !self.past => Some(ask),
            _ => None,
        }
    }

    /// Whoever is asked, me or another.
    pub(crate) fn asked(&self) -> Option<Ask> {
        match self.state.need() {
            Need::Answer(ask) => Some(ask),
            _ => None,
        }
    }

    /// Whether the seat is asked something that is answered for it without being shown.
    pub(crate) fn unasked(&self) -> bool {
        self.mine().is_some_and(|ask| auto::habits(Settings::get()).unasked(ask).is_some())
    }

    /// Whether the table waits for the seat that looks: for an answer, or for its first throw.
    pub(crate) fn waits_for_me(&self) -> bool {
        self.throw.is_some() || self.mine().is_some()
    }

    /// What may be answered.
    pub(crate) fn answers(&self) -> Answers {
        self.state.answers()
    }
}

/// What lies over the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sheet {
    /// A card with its text and rulings.
    Card(Card),
    /// A rival with its cards.
    Rival(Seat),
    /// The log, on a phone.
    Log,
    /// Settings.
    Settings,
    /// Keys and rules.
    Help,
    /// Why a line of the log happened; without one, why the table waits.
    Why(Option<usize>),
    /// What the best bot would do.
    Hint,
    /// Leave, or go on elsewhere.
    Menu,
    /// The personal link that moves the seat to another device.
    Move(String),
}

/// What can be done about a notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// See the missed turns.
    Replay,
    /// Stop seeing them.
    SkipReplay,
    /// Read the log.
    Log,
    /// Be called when it is one's turn.
    Notify,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Words {
    /// The seat; nobody's for a watcher.
    pub(crate) seat: Option<Seat>,
    /// Who.
    pub(crate) who: String,
    /// What.
    pub(crate) words: String,
}

/// A choice that was taken back: it stays in the log and counts for nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Undone {
    /// How many events stood before it.
    pub(crate) at: usize,
    /// Who took it back.
    pub(crate) seat: Seat,
    /// What had happened.
    pub(crate) events: Vec<Event>,
}

/// A word to the player: something went wrong, something changed, something can be undone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Notice {
    /// `warn`, `ok`, `bad` or nothing.
    pub(crate) tone: &'static str,
    /// The icon beside it.
    pub(crate) icon: &'static str,
    /// What it says.
    pub(crate) text: String,
    /// The small print.
    pub(crate) more: String,
    /// What can be done about it.
    pub(crate) act: Option<Act>,
}

/// The store of the table: what all its regions read.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    /// What is seen now; nothing while the table is loading.
    pub(crate) board: RwSignal<Option<Board>>,
    /// Who sits where, by seat.
    pub(crate) players: RwSignal<Vec<Player>>,
    /// Everything that happened, oldest first, with the state after it for the numbers.
    pub(crate) events: RwSignal<Vec<Event>>,
    /// The dice the player keeps.
    pub(crate) keep: RwSignal<DiceSet>,
    /// What lies over the table.
    pub(crate) sheet: RwSignal<Option<Sheet>>,
    /// A word to the player.
    pub(crate) notice: RwSignal<Option<Notice>>,
    /// For the polite live region.
    pub(crate) polite: RwSignal<String>,
    /// For the assertive live region.
    pub(crate) urgent: RwSignal<String>,
    /// Hand the device over to this seat before it may see its question.
    pub(crate) curtain: RwSignal<Option<Seat>>,
    /// Which game it is, for what the browser keeps about it.
    pub(crate) game: RwSignal<String>,
    /// The table's name, round and so on for the bar.
    pub(crate) title: RwSignal<String>,
    /// Until when taps are ignored, in milliseconds of the page's clock.
    pub(crate) guard: RwSignal<f64>,
    /// Milliseconds of the page's clock at which the decision runs out, if it does.
    pub(crate) deadline: RwSignal<Option<f64>>,
    /// The connection, for a table online.
    pub(crate) link: RwSignal<Link>,
    /// A purchase that can still be undone: it is made in a moment.
    pub(crate) buying: RwSignal<Option<Place>>,
    /// What is done as soon as that purchase is made.
    pub(crate) then: RwSignal<Option<Answer>>,
    /// Whether a rival's next step waits for a tap.
    pub(crate) waits_for_tap: RwSignal<bool>,
    /// The turn whose recap has been put away.
    pub(crate) recapped: RwSignal<u16>,
    /// Whether this game is played in another tab.
    pub(crate) elsewhere: RwSignal<bool>,
    /// In which turn a slip was asked about, and which, while the question is open.
    pub(crate) slipped: RwSignal<Option<(u16, Option<Slip>)>>,
    /// The question that was told last.
    pub(crate) last_ask: RwSignal<Option<(u16, Ask)>>,
    /// The next digit chooses a card of the market.
    pub(crate) market_keys: RwSignal<bool>,
    /// The card of the market that the player wants to buy when the time comes.
    pub(crate) plan: RwSignal<Option<Card>>,
    /// What was said, newest last.
    pub(crate) talk: RwSignal<Vec<Words>>,
    /// The seats one does not want to hear.
    pub(crate) muted: RwSignal<Vec<Seat>>,
    /// Whether one does not want to hear watchers.
    pub(crate) muted_watchers: RwSignal<bool>,
    /// How far one can be heard.
    pub(crate) voice: RwSignal<Voice>,
    /// How many watch.
    pub(crate) watchers: RwSignal<u32>,
    /// What is reckoned for the player, and what came of it.
    pub(crate) coaching: coaching::Coaching,
    /// Whether the table allows odds.
    pub(crate) odds: RwSignal<bool>,
    /// Which dice the game at a server has, and what they are bound to.
    pub(crate) seal: RwSignal<Option<(fair::DiceKind, fair::Hash)>>,
    /// What was taken back, in order.
    pub(crate) undone: RwSignal<Vec<Undone>>,
    /// How the turns began.
    began: StoredValue<client::ask::Turns>,
    /// The tip that is shown.
    pub(crate) tip: RwSignal<Option<tips::OpenTip>>,
    /// Whether one may play on for a bot.
    pub(crate) take_over: RwSignal<bool>,
    /// Whether one may begin the next game.
    pub(crate) may_rematch: RwSignal<bool>,
    /// At a server: who is in for another game.
    pub(crate) again: RwSignal<Option<Again>>,
    /// Between two games: the seats are shown instead of the last board.
    pub(crate) at_lobby: RwSignal<bool>,
    session: StoredValue<Option<Rc<dyn Session>>, LocalStorage>,
}

/// How the connection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Link {
    /// There is none to lose.
    #[default]
    Local,
    /// All is well.
    Up,
    /// Lost, with this many tries since.
    Down(u32),
}

impl Table {
    /// An empty table.
    pub(crate) fn new() -> Table {
        Table {
            board: RwSignal::new(None),
            players: RwSignal::new(Vec::new()),
            events: RwSignal::new(Vec::new()),
            keep: RwSignal::new(DiceSet::NONE),
            sheet: RwSignal::new(None),
            notice: RwSignal::new(None),
            polite: RwSignal::new(String::new()),
            urgent: RwSignal::new(String::new()),
            curtain: RwSignal::new(None),
            game: RwSignal::new(String::new()),
            title: RwSignal::new(String::new()),
            guard: RwSignal::new(0.0),
            deadline: RwSignal::new(None),
            link: RwSignal::new(Link::Local),
            buying: RwSignal::new(None),
            then: RwSignal::new(None),
            waits_for_tap: RwSignal::new(false),
            recapped: RwSignal::new(0),
            elsewhere: RwSignal::new(false),
            slipped: RwSignal::new(None),
            last_ask: RwSignal::new(None),
            market_keys: RwSignal::new(false),
            plan: RwSignal::new(None),
            talk: RwSignal::new(Vec::new()),
            muted: RwSignal::new(Vec::new()),
            muted_watchers: RwSignal::new(false),
            voice: RwSignal::new(Voice::None),
            watchers: RwSignal::new(0),
            coaching: coaching::Coaching::new(),
            odds: RwSignal::new(true),
            seal: RwSignal::new(None),
            undone: RwSignal::new(Vec::new()),
            began: StoredValue::new(client::ask::Turns::default()),
            tip: RwSignal::new(None),
            take_over: RwSignal::new(false),
            may_rematch: RwSignal::new(true),
            again: RwSignal::new(None),
            at_lobby: RwSignal::new(false),
            session: StoredValue::new_local(None),
        }
    }

    /// The table of this page.
    pub(crate) fn get() -> Table {
        expect_context::<Table>()
    }

    /// Who plays the game behind the screen.
    pub(crate) fn set_session(self, session: Rc<dyn Session>) {
        self.session.set_value(Some(session));
    }

    /// Does something with whoever plays the game.
    pub(crate) fn session(self, act: impl FnOnce(&dyn Session)) {
        // The handle is cloned first: what it does may change the table again.
        let session = self.session.with_value(Clone::clone);
        if let Some(session) = session {
            act(session.as_ref());
        }
    }

    /// The record of the game, where this device has it.
    pub(crate) fn record(self) -> Option<engine::Record> {
        let session = self.session.with_value(Clone::clone)?;
        session.record()
    }

    /// Lets the game behind the screen go.
    pub(crate) fn close(self) {
        self.coaching.close();
        self.session.set_value(None);
    }

    /// Answers the question that is open, unless it opened only just now.
    pub(crate) fn answer(self, answer: Answer) {
        if now() < self.guard.get_untracked() {
            return;
        }
        if let Some(place) = self.buying.get_untracked()
            && answer != Answer::Buy(place)
        {
            self.then.set(Some(answer));
            return shop::commit(self);
        }
        let legal = self.board.with_untracked(|board| {
            board
                .as_ref()
                .is_some_and(|board| board.mine().is_some() && board.answers().contains(answer))
        });
        if legal && !tutor::stops(self, answer) {
            self.notice.set(None);
            self.session(|session| session.answer(answer));
        }
    }

    /// Takes the last choice back.
    pub(crate) fn undo(self) {
        if self.board.with_untracked(|board| board.as_ref().is_some_and(|board| board.undo)) {
            self.session(|session| session.undo());
        }
    }

    /// Another game: what has happened in it so far.
    pub(crate) fn begin(self, events: Vec<Event>) {
        self.events.set(events);
        self.undone.set(Vec::new());
        self.began.set_value(client::ask::Turns::default());
    }

    /// This has happened, and then the game stood like this.
    pub(crate) fn hear(self, fresh: &[Event], state: State) {
        self.events.update(|events| events.extend_from_slice(fresh));
        let events = self.events.with_untracked(Vec::len);
        self.began.update_value(|turns| turns.hear(fresh, events, state));
    }

    /// The turn that the first `upto` events end in, as far as it was heard here.
    pub(crate) fn heard<T>(
        self,
        upto: usize,
        act: impl FnOnce(client::ask::Heard<'_>) -> T,
    ) -> Option<T> {
        let now = self.peek(|board| board.state)?;
        self.began.with_value(|turns| {
            self.events.with_untracked(|events| turns.turn(events, upto, now).map(act))
        })
    }

    /// What happened from `at` on has not happened after all; without `at` it was never seen here.
    pub(crate) fn take_back(self, at: Option<usize>, seat: Seat) {
        let mut gone = Vec::new();
        self.events.update(|events| {
            gone = events.split_off(at.unwrap_or(events.len()).min(events.len()));
        });
        let at = self.events.with_untracked(Vec::len);
        self.began.update_value(|turns| turns.cut(at));
        self.undone.update(|list| {
            match list.last_mut() {
                // Further back in one go: what was taken back before stood later than this.
                Some(last) if last.seat == seat && at < last.at => {
                    gone.append(&mut last.events);
                    (last.at, last.events) = (at, gone);
                }
                Some(last) if last.at == at && gone.is_empty() => {}
                _ => list.push(Undone { at, seat, events: gone }),
            }
            list.iter_mut().for_each(|one| one.at = one.at.min(at));
        });
        self.polite.set(t().log_took_back(&self.name(seat)).plain());
    }

    /// Throws the first dice of the turn, unless the tray has only just asked for them.
    pub(crate) fn throw(self) {
        let waits = self.peek(|board| board.throw.is_some()).unwrap_or(false);
        if waits && self.guard.get_untracked() <= now() {
            self.notice.set(None);
            // What happened since the last turn has been read.
            if let Some(turn) = self.peek(|board| board.state.turn().number) {
                self.recapped.set(turn);
            }
            self.session(|session| session.throw());
        }
    }

    /// Something of the board; the view follows it.
    pub(crate) fn see<T>(self, pick: impl FnOnce(&Board) -> T) -> Option<T> {
        self.board.with(|board| board.as_ref().map(pick))
    }

    /// Something of the board, without watching it.
    pub(crate) fn peek<T>(self, pick: impl FnOnce(&Board) -> T) -> Option<T> {
        self.board.with_untracked(|board| board.as_ref().map(pick))
    }

    /// The rules of this table.
    pub(crate) fn rules(self) -> Option<Rules> {
        self.peek(|board| *board.state.rules())
    }

    /// Does something with the names and rules of this table.
    pub(crate) fn scene<T>(self, act: impl FnOnce(&Scene<'_>) -> T) -> Option<T> {
        let names: Vec<String> = self
            .players
            .with_untracked(|players| players.iter().map(|player| player.name.clone()).collect());
        self.rules().map(|rules| act(&Scene { rules: &rules, names: &names }))
    }

    /// The player at a seat.
    pub(crate) fn player(self, seat: Seat) -> Option<Player> {
        self.players.with(|players| players.get(seat.index()).cloned())
    }

    /// What the player at a seat is called. Names hold for a whole game.
    pub(crate) fn name(self, seat: Seat) -> String {
        self.players
            .with_untracked(|players| players.get(seat.index()).map(|player| player.name.clone()))
            .unwrap_or_default()
    }

    /// The monster at a seat. It stays for a whole game.
    pub(crate) fn species(self, seat: Seat) -> Species {
        self.players.with_untracked(|players| {
            players.get(seat.index()).map_or(Species::Gigazaur, |player| player.species)
        })
    }

    /// Whether several people look at this screen in turn.
    pub(crate) fn shared(self) -> bool {
        let people = self
            .players
            .with_untracked(|players| players.iter().filter(|player| player.bot.is_none()).count());
        self.link.get_untracked() == Link::Local && 1 < people
    }

    /// Shows a new board: state first, motion after.
    pub(crate) fn show(self, board: Board) {
        let before = self.peek(|old| (old.mine(), old.throw));
        let fresh = board.news.clone();
        if before != Some((board.mine(), board.throw)) {
            self.guard.set(now() + 350.0);
        }
        let rolled = fresh.iter().any(|event| matches!(event, Event::Rolled { .. }));
        self.settle_kept(&board, rolled);
        if rolled {
            coach::close_slip(self);
        }
        if !board.past {
            self.hear(&fresh, board.state);
            if before.is_none() {
                market::recall_plan(self, &board);
                dice::recall_kept(self, &board);
            }
            market::keep_plan(self, &board);
        }
        tips::hide(self);
        self.board.set(Some(board));
        motion::play(self, &fresh);
        tutor::look(self);
        watching::look(self);
        shop::go_on(self);
    }

    /// Dice kept before a throw stay kept; a new turn begins with none.
    fn settle_kept(self, board: &Board, rolled: bool) {
        let asked = board
            .mine()
            .is_some_and(|ask| matches!(ask.question, Question::Roll | Question::Change));
        let first = board.news.iter().any(|event| matches!(event, Event::TurnStarted { .. }));
        if first || !asked {
            self.keep.set(DiceSet::NONE);
        } else if rolled {
            let all = board.state.turn().dice.all();
            self.keep.update(|keep| *keep = DiceSet::from_bits(keep.bits() & all.bits()));
        }
    }
}

/// Milliseconds on the page's clock.
pub(crate) fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

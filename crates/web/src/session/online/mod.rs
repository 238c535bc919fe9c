//! A game at a server: one WebSocket, the server's view as it comes, and a seat that is kept whatever happens to the line.

mod catch_up;
mod dice;
mod hear;
mod show;

use super::Session;
use crate::keep::Kept;
use crate::lang::t;
use crate::net;
use crate::prefs::Settings;
use crate::refusal;
use crate::session::record::{KeptGame, Mode};
use crate::storage;
use crate::table::{Link, Notice, Table, now};
use catch_up::CatchUp;
use engine::{Answer, Seat, Species};
pub(crate) use hear::seat_name;
use leptos::prelude::*;
use protocol::{
    Auto, Clock, Command, Controller, Dice, Hello, Message, Refusal, Request, Roar, Seen, Sit,
    TableInfo, TokenInfo,
};
use review::history::MOST;
use show::QueuedStep;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

/// How many commands are remembered until their answer comes.
const REMEMBERED: usize = 16;

/// What a table at a server is to the page, beside the game itself.
#[derive(Clone, Copy)]
pub(crate) struct Lobby {
    /// The table as everyone sees it.
    pub(crate) info: RwSignal<Option<TableInfo>>,
    /// The own seat.
    pub(crate) you: RwSignal<Option<Seat>>,
    /// The secret part of the link.
    pub(crate) key: RwSignal<Option<String>>,
    /// The tokens of the own seat, and the one that was just made.
    pub(crate) tokens: RwSignal<Vec<TokenInfo>>,
    pub(crate) token: RwSignal<Option<String>>,
    /// Why the table cannot be shown at all.
    pub(crate) fault: RwSignal<Option<String>>,
}

impl Lobby {
    /// Nothing is known yet.
    pub(crate) fn new() -> Lobby {
        Lobby {
            info: RwSignal::new(None),
            you: RwSignal::new(None),
            key: RwSignal::new(None),
            tokens: RwSignal::new(Vec::new()),
            token: RwSignal::new(None),
            fault: RwSignal::new(None),
        }
    }

    /// Something of the table; the view follows it.
    pub(crate) fn see<T>(&self, pick: impl FnOnce(&TableInfo) -> T) -> Option<T> {
        self.info.with(|info| info.as_ref().map(pick))
    }
}

/// The connection to a table.
pub(crate) struct Online {
    me: Weak<Online>,
    /// The table's name.
    pub(crate) name: String,
    table: Table,
    settings: Settings,
    lobby: Lobby,
    line: RefCell<Option<Line>>,
    game: RefCell<Following>,
    queue: RefCell<VecDeque<QueuedStep>>,
    showing: Cell<bool>,
    catch_up: RefCell<CatchUp>,
    by_link: Cell<bool>,
    /// How many of the answers that can be taken back the player gave; the others were given without asking.
    choices: Cell<u32>,
    /// Where each step begins in the log.
    marks: RefCell<Vec<(u64, usize)>>,
    tries: Cell<u32>,
    next_id: Cell<u64>,
    /// The latest commands, to tell what a refusal was about.
    sent: RefCell<VecDeque<(u64, Command)>>,
    closed: Cell<bool>,
    /// How many events there were when a bot began to stand in for this player.
    stood_in: Cell<usize>,
    /// What this page adds to the dice, and what it makes of them.
    dice: RefCell<Dice<dice::Keeper>>,
    /// Whether the browser has refused to keep evidence, and whether the player knows.
    forgets: Rc<Cell<bool>>,
    told_forgets: Cell<bool>,
    /// The last game whose seal was shown.
    sealed_game: Cell<u32>,
    /// Listens for the page being hidden.
    hidden: RefCell<Option<Closure<dyn FnMut()>>>,
}

/// An open WebSocket with what it calls.
struct Line {
    socket: WebSocket,
    _open: Closure<dyn FnMut()>,
    _hear: Closure<dyn FnMut(MessageEvent)>,
    _close: Closure<dyn FnMut(CloseEvent)>,
}

/// How far the game has been followed.
#[derive(Default)]
struct Following {
    game: u32,
    seq: u64,
    shown: u64,
}

impl Online {
    /// Goes to a table.
    pub(crate) fn join(
        table: Table,
        settings: Settings,
        lobby: Lobby,
        name: String,
        key: Option<String>,
    ) -> Rc<Online> {
        lobby.key.set(key);
        let (judge, forgets) = dice::new();
        let online = Rc::new_cyclic(|me| Online {
            me: me.clone(),
            name: name.clone(),
            table,
            settings,
            lobby,
            line: RefCell::new(None),
            game: RefCell::default(),
            queue: RefCell::default(),
            showing: Cell::new(false),
            catch_up: RefCell::new(CatchUp::since_last_visit(&name)),
            by_link: Cell::new(false),
            choices: Cell::new(0),
            marks: RefCell::default(),
            tries: Cell::new(0),
            next_id: Cell::new(1),
            sent: RefCell::default(),
            closed: Cell::new(false),
            stood_in: Cell::new(0),
            dice: RefCell::new(judge),
            forgets: forgets.clone(),
            told_forgets: Cell::new(false),
            sealed_game: Cell::new(0),
            hidden: RefCell::new(None),
        });
        table.title.set(name.clone());
        table.set_session(online.clone());
        online.watch_visibility();
        let me = online.me.clone();
        wasm_bindgen_futures::spawn_local(async move {
            // Without a session one can still watch; the socket says what is wrong, if anything is.
            let _ = net::session().await;
            let key = me.upgrade().and_then(|online| online.lobby.key.get_untracked());
            let found = net::find(&name, key.as_deref()).await;
            let Some(online) = me.upgrade() else { return };
            match found {
                net::Found::Yes(game) => {
                    online.catch_up.borrow_mut().tell_game(game);
                    online.connect();
                }
                // A socket cannot say that there is no such table; this can.
                net::Found::No => {
                    online.lobby.fault.set(Some(t().error_table_unknown().to_owned()));
                }
            }
        });
        online
    }

    /// A browser that hides or freezes the page cannot answer for it in time.
    fn watch_visibility(&self) {
        let me = self.me.clone();
        let changed = Closure::<dyn FnMut()>::new(move || {
            if let Some(online) = me.upgrade() {
                online.seen(!document().hidden());
            }
        });
        let _ = document()
            .add_event_listener_with_callback("visibilitychange", changed.as_ref().unchecked_ref());
        *self.hidden.borrow_mut() = Some(changed);
    }

    fn connect(&self) {
        if self.closed.get() {
            return;
        }
        let location = window().location();
        let scheme = if location.protocol().is_ok_and(|p| p == "https:") { "wss" } else { "ws" };
        let url = format!(
            "{scheme}://{}/api/tables/{}/socket",
            location.host().unwrap_or_default(),
            self.name
        );
        let Ok(socket) = WebSocket::new(&url) else {
            return self.lost();
        };
        let me = self.me.clone();
        let open = Closure::<dyn FnMut()>::new(move || {
            if let Some(online) = me.upgrade() {
                online.hello();
            }
        });
        let me = self.me.clone();
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let message = event
                .data()
                .as_string()
                .and_then(|text| serde_json::from_str::<Message>(&text).ok());
            if let (Some(online), Some(message)) = (me.upgrade(), message) {
                online.hear(message);
            }
        });
        let me = self.me.clone();
        let close = Closure::<dyn FnMut(CloseEvent)>::new(move |_| {
            if let Some(online) = me.upgrade() {
                online.lost();
            }
        });
        socket.set_onopen(Some(open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        socket.set_onclose(Some(close.as_ref().unchecked_ref()));
        *self.line.borrow_mut() = Some(Line { socket, _open: open, _hear: hear, _close: close });
    }

    fn hello(&self) {
        let seen = self.begin_catch_up();
        self.send(Command::Hello(Hello {
            protocol: protocol::VERSION,
            oldest: Some(protocol::OLDEST),
            key: self.lobby.key.get_untracked(),
            seen,
            list_answers: false,
            history: false,
        }));
    }

    /// Sends a command; if the line is down, nothing is sent and the banner already says so.
    pub(crate) fn send(&self, command: Command) {
        let id = self.next_id.get();
        self.next_id.set(id + 1);
        let mut sent = self.sent.borrow_mut();
        sent.push_back((id, command.clone()));
        if REMEMBERED < sent.len() {
            sent.pop_front();
        }
        drop(sent);
        let text = serde_json::to_string(&Request { id, command }).unwrap_or_default();
        if let Some(line) = self.line.borrow().as_ref()
            && line.socket.ready_state() == WebSocket::OPEN
        {
            let _ = line.socket.send_with_str(&text);
        }
    }

    /// The line is lost: the seat is kept, and we try again, a little later each time.
    fn lost(&self) {
        if self.closed.get() || self.lobby.fault.with_untracked(Option::is_some) {
            return;
        }
        let tries = self.tries.get() + 1;
        self.tries.set(tries);
        self.table.link.set(Link::Down(tries));
        if tries == 1 {
            self.table.urgent.set(t().connection_lost(tries).plain());
        }
        let wait = (300u64 << tries.min(5)).min(6000);
        self.retry(wait);
    }

    fn retry(&self, ms: u64) {
        let me = self.me.clone();
        set_timeout(
            move || {
                if let Some(online) = me.upgrade() {
                    online.connect();
                }
            },
            Duration::from_millis(ms),
        );
    }

    fn clock(&self, clock: Option<Clock>) {
        self.table.deadline.set(clock.map(|clock| now() + f64::from(clock.left_ms)));
    }

    fn send_auto(&self) {
        if self.lobby.you.get_untracked().is_none() {
            return;
        }
        let (stay, leave) = self.settings.read(|p| (p.stay_from, p.yield_to));
        let some = |n: u8| (0 < n).then_some(n);
        self.send(Command::Auto(Auto {
            stay_from: some(stay),
            yield_at: some(leave),
            ..Auto::default()
        }));
    }

    fn refused(&self, id: Option<u64>, code: Refusal) {
        let wish = self.sent.borrow().iter().find(|(sent, _)| Some(*sent) == id).cloned();
        if code != Refusal::Version && wish.as_ref().is_some_and(|(_, wish)| dice::is_own(wish)) {
            return;
        }
        if matches!(code, Refusal::Stale | Refusal::Illegal) {
            self.send(Command::Refresh);
        }
        let full = self.lobby.info.with_untracked(|info| {
            info.as_ref().is_some_and(|info| {
                info.seats.iter().all(|seat| seat.controller != Controller::Open)
            })
        });
        let words = refusal::words(code, wish.as_ref().map(|(_, command)| command), full);
        let fatal = matches!(code, Refusal::Version | Refusal::NotFound)
            || (code == Refusal::Forbidden && self.lobby.info.with_untracked(Option::is_none));
        if fatal {
            self.lobby.fault.set(Some(words));
        } else {
            self.tell("warn", "info", words);
        }
    }

    fn tell(&self, tone: &'static str, icon: &'static str, text: String) {
        self.offer(Notice { tone, icon, text, ..Notice::default() }, 4);
    }

    /// Says something for some seconds, with a button if there is something to do about it.
    fn offer(&self, notice: Notice, seconds: u64) {
        let table = self.table;
        table.polite.set(notice.text.clone());
        let notice = Some(notice);
        table.notice.set(notice.clone());
        set_timeout(
            move || {
                if table.notice.try_get_untracked().is_some_and(|now| now == notice) {
                    table.notice.set(None);
                }
            },
            Duration::from_secs(seconds),
        );
    }

    /// A game is over. Whoever comes back to the table later is told so again, and it still counts as one game.
    fn over(&self, game: u32) {
        let kept: Option<KeptGame> = storage::load("last");
        let seated = self.lobby.you.get_untracked().is_some();
        if seated && kept.is_none_or(|kept| kept.table != self.game_name(game)) {
            self.settings.change(|p| p.games += 1);
        }
        self.keep_record(game);
    }

    fn game_name(&self, game: u32) -> String {
        format!("{}/{game}", self.name)
    }

    /// The record of a finished game is kept for the review.
    fn keep_record(&self, game: u32) {
        let (name, me) = (self.name.clone(), self.lobby.you.get_untracked());
        let (key, game_name) = (self.lobby.key.get_untracked(), self.game_name(game));
        let (table, helped) = (self.table, self.table.coaching.helped());
        let _ = storage::save("last-table", &(name.clone(), key.clone()));
        wasm_bindgen_futures::spawn_local(async move {
            if let Some(text) = net::record(&name, game, key.as_deref()).await
                && let Ok((mut kept, _)) = KeptGame::read(&text)
            {
                kept.table = game_name;
                kept.mode = Mode::Online;
                kept.me = me;
                kept.helped = helped;
                let _ = storage::save("last", &kept);
                if crate::keep::game(&kept) == Kept::InsteadOfTheOldest {
                    let text = t().history_oldest_gone(MOST).plain();
                    let notice = Notice { tone: "warn", icon: "info", text, ..Notice::default() };
                    let _ = table.notice.try_set(Some(notice));
                }
            }
        });
    }

    /// Ends the connection for good.
    pub(crate) fn close(&self) {
        self.closed.set(true);
        if let Some(hidden) = self.hidden.borrow_mut().take() {
            let _ = document().remove_event_listener_with_callback(
                "visibilitychange",
                hidden.as_ref().unchecked_ref(),
            );
        }
        if let Some(line) = self.line.borrow_mut().take() {
            line.socket.set_onclose(None);
            let _ = line.socket.close();
        }
    }

    fn send_answer(&self, answer: Answer) {
        let (game, seq) = self.shown();
        self.send(Command::Answer { game, seq, answer });
    }

    fn send_undo(&self) {
        let (game, seq) = self.shown();
        self.send(Command::Undo { game, seq });
    }

    fn shown(&self) -> (u32, u64) {
        let following = self.game.borrow();
        (following.game, following.shown)
    }

    /// Takes a seat.
    pub(crate) fn sit(&self, name: &str, monster: Option<Species>) {
        self.send(Command::Sit(Sit {
            name: name.trim().to_owned(),
            monster,
            seat: None,
            program: false,
        }));
    }
}

impl Session for Online {
    fn answer(&self, answer: Answer) {
        self.choices.set(self.choices.get() + 1);
        self.send_answer(answer);
    }

    fn undo(&self) {
        self.send_undo();
    }

    fn take_over(&self, seat: Seat) {
        let name = self.settings.read(|p| p.name.clone());
        let name = crate::lobby::name_or_monster(name, self.table.species(seat));
        self.send(Command::Sit(Sit { name, monster: None, seat: Some(seat), program: false }));
    }

    fn replay_missed(&self) {
        self.replay();
    }

    fn end_replay(&self) {
        self.skip_replay();
    }

    fn mute_watchers(&self, muted: bool) {
        self.send(Command::MuteWatchers { muted });
        self.table.muted_watchers.set(muted);
    }

    fn mute(&self, seat: Seat, muted: bool) {
        self.send(Command::Mute { seat, muted });
        self.table.muted.update(|list| {
            list.retain(|other| *other != seat);
            if muted {
                list.push(seat);
            }
        });
    }

    fn rematch(&self) {
        let ready =
            self.table.again.with_untracked(|again| again.as_ref().is_none_or(|again| !again.mine));
        self.send(Command::Ready { ready });
    }

    fn start_now(&self) {
        self.send(Command::Rematch);
    }

    fn talk(&self, words: &str) {
        self.send(Command::Say { text: words.to_owned() });
    }

    fn roar(&self, roar: Roar) {
        self.send(Command::Roar { roar });
    }

    fn more_time(&self) {
        self.send(Command::MoreTime);
    }

    fn move_device(&self) {
        self.send(Command::MoveDevice);
    }
}

//! What is reckoned for those at the table who may have it: a worker of its own values answers and tables.

use super::{Link, Table};
use crate::helper::Helper;
use crate::lang::t;
use engine::{Answer, Ask, State};
use leptos::prelude::*;
use review::{Chances, Outlook, Reason, Valued};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What the page wants to know of a table.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub(crate) enum Wanted {
    /// What the answers to the open question are worth.
    Values,
    /// Who will win.
    Chances,
    /// What answers lead to.
    Outlook { answers: [Answer; 2] },
    /// Why one answer is better than another.
    Why { better: Answer, other: Answer },
}

#[derive(Serialize)]
struct Message<'a> {
    id: u32,
    position: &'a State,
    #[serde(flatten)]
    wanted: Wanted,
}

/// What the worker says: of these, what it was asked for.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Said {
    id: u32,
    pub(crate) options: Vec<Valued>,
    pub(crate) chances: Option<Chances>,
    pub(crate) outlooks: Vec<Outlook>,
    pub(crate) reasons: Vec<Reason>,
}

type Then = Box<dyn FnOnce(Said)>;

struct Adviser {
    helper: Helper,
    waiting: Rc<RefCell<Vec<(u32, Then)>>>,
    next: Cell<u32>,
}

impl Adviser {
    fn start() -> Option<Adviser> {
        let waiting: Rc<RefCell<Vec<(u32, Then)>>> = Rc::default();
        let heard = waiting.clone();
        let helper = Helper::start(move |text| {
            let Ok(said) = serde_json::from_str::<Said>(text) else { return };
            let at = heard.borrow().iter().position(|(id, _)| *id == said.id);
            if let Some(at) = at {
                let (_, then) = heard.borrow_mut().swap_remove(at);
                then(said);
            }
        })?;
        Some(Adviser { helper, waiting, next: Cell::new(1) })
    }
}

/// The question that is open: how much had happened before it, and what it is.
pub(super) type Asked = (usize, Ask);

/// What is reckoned for the player, and what came of it.
#[derive(Clone, Copy)]
pub(crate) struct Coaching {
    /// Whether the host of a table at a server has switched the coach on.
    pub(crate) allowed: RwSignal<bool>,
    pub(super) tutor: super::tutor::Tutor,
    pub(super) watching: super::watching::Watching,
    adviser: StoredValue<Option<Rc<Adviser>>, LocalStorage>,
    /// Before which questions a hint or a warning was seen: how much had happened.
    helped: StoredValue<Vec<usize>>,
}

impl Coaching {
    pub(super) fn new() -> Coaching {
        Coaching {
            allowed: RwSignal::new(false),
            tutor: super::tutor::Tutor::new(),
            watching: super::watching::Watching::new(),
            adviser: StoredValue::new_local(None),
            helped: StoredValue::new(Vec::new()),
        }
    }

    /// The questions of this game before which a hint or a warning was seen.
    pub(crate) fn helped(self) -> Vec<usize> {
        self.helped.try_get_value().unwrap_or_default()
    }

    /// Another game: what was seen before its questions so far.
    pub(crate) fn set_helped(self, helped: Vec<usize>) {
        self.helped.set_value(helped);
    }

    /// A hint or a warning is seen before this question.
    pub(super) fn helps(self, asked: Asked) {
        self.helped.update_value(|all| {
            if !all.contains(&asked.0) {
                all.push(asked.0);
            }
        });
    }

    /// Lets the worker go.
    pub(super) fn close(self) {
        self.adviser.set_value(None);
    }

    /// Asks the worker, which starts with the first question. Where there is no worker, nothing comes back.
    pub(crate) fn ask(self, state: &State, wanted: Wanted, then: impl FnOnce(Said) + 'static) {
        let known = self.adviser.try_with_value(Clone::clone).flatten();
        let Some(adviser) = known.or_else(|| Adviser::start().map(Rc::new)) else { return };
        self.adviser.try_set_value(Some(adviser.clone()));
        let id = adviser.next.get();
        adviser.next.set(id.wrapping_add(1));
        adviser.waiting.borrow_mut().push((id, Box::new(then)));
        adviser.helper.say(&Message { id, position: state, wanted });
    }
}

/// Whether whoever looks has a coach: alone against bots, or where the host has switched it on. The view follows it.
pub(crate) fn has_coach(table: Table) -> bool {
    let at_server = table.link.get() != Link::Local;
    let plays = table.see(|board| board.me.is_some()).unwrap_or(false);
    plays && if at_server { table.coaching.allowed.get() } else { !table.shared() }
}

/// The question that is open to whoever looks, if one is.
pub(super) fn asked(table: Table) -> Option<(Asked, State)> {
    let events = table.events.with_untracked(Vec::len);
    table
        .peek(|board| board.mine().filter(|_| !board.unasked()).map(|ask| (ask, board.state)))
        .flatten()
        .map(|(ask, state)| ((events, ask), state))
}

/// The chances to live to the next turn after leaving Tokyo and after staying, as they come; nothing without a coach.
pub(super) fn alive(table: Table) -> Option<RwSignal<Option<[f64; 2]>>> {
    let found = RwSignal::new(None);
    let state = table.peek(|board| board.state)?;
    untrack(|| has_coach(table)).then(|| {
        let answers = [Answer::Yes, Answer::Pass];
        table.coaching.ask(&state, Wanted::Outlook { answers }, move |said| {
            if let [go, stay] = said.outlooks[..] {
                let _ = found.try_set(Some([go.alive, stay.alive]));
            }
        });
        found
    })
}

/// A chance to live in words; it takes its place before it is known.
pub(super) fn alive_words(chance: Option<f64>) -> String {
    let number =
        chance.map_or("…".to_owned(), |chance| t().number((100.0 * chance).round() as i64));
    t().alive_at_next_turn(&number).plain()
}

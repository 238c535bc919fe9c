//! Coming back: the newest board at once, and then, for whoever wants to see them, the turns that were missed.

use super::show::{QueuedStep, When};
use super::{Online, Seen};
use crate::lang::t;
use crate::storage;
use crate::table::{Act, Notice};
use client::missed::{self, CaughtUp};
use leptos::prelude::*;
use protocol::{Command, Step};

/// Where a visit ended, kept in the browser.
type Visit = (String, u32, u64);

/// What is known about a time away.
#[derive(Default)]
pub(super) struct CatchUp {
    /// Where the last visit ended, until it has been told to the server.
    visit: Option<Seen>,
    /// The number of the table's latest game, until the first hello; 0 if there is none.
    game: u32,
    /// While the missed steps come in: the last step that was seen, and those after it.
    coming: Option<(u64, Vec<Step>)>,
    /// The steps that were missed, for a replay.
    missed: Vec<Step>,
}

impl CatchUp {
    /// What the browser remembers of this table.
    pub(super) fn since_last_visit(table: &str) -> CatchUp {
        let kept: Option<Visit> = storage::load("seen");
        let visit =
            kept.filter(|(name, ..)| name == table).map(|(_, game, seq)| Seen { game, seq });
        CatchUp { visit, ..CatchUp::default() }
    }

    /// Which game the table plays: whoever comes is told all of it, for the log.
    pub(super) fn tell_game(&mut self, game: u32) {
        self.game = game;
    }

    /// There is nothing to catch up with: a fresh view has come.
    pub(super) fn give_up(&mut self) {
        *self = CatchUp::default();
    }
}

impl Online {
    /// What to tell the server: how far this page has followed, or this browser before a reload.
    pub(super) fn begin_catch_up(&self) -> Option<Seen> {
        let here = {
            let game = self.game.borrow();
            (0 < game.game && 0 < game.seq).then_some(Seen { game: game.game, seq: game.seq })
        };
        let mut state = self.catch_up.borrow_mut();
        let (visit, game) = (state.visit.take(), std::mem::take(&mut state.game));
        let (seen, ask) = missed::wanted(here, visit, game)?;
        state.coming = Some((seen, Vec::new()));
        Some(ask)
    }

    /// Takes a step that was missed aside; gives a live one back.
    pub(super) fn collect(&self, step: Step) -> Option<Step> {
        let mut state = self.catch_up.borrow_mut();
        let Some((_, coming)) = &mut state.coming else {
            return Some(step);
        };
        coming.push(step);
        None
    }

    /// All that was missed has come. The newest board replaces the old one; what was missed goes to the log and can be seen
    /// again.
    pub(super) fn caught_up(&self) {
        let Some((seen, steps)) = self.catch_up.borrow_mut().coming.take() else { return };
        self.queue.borrow_mut().clear();
        let Some(last) = steps.last().cloned() else {
            if self.table.board.with_untracked(Option::is_none) {
                self.send(Command::Refresh);
            }
            return;
        };
        let (missed, turns) = match missed::caught_up(seen, &steps) {
            CaughtUp::Missed(missed, turns) => (missed, turns),
            CaughtUp::Live | CaughtUp::Nothing => {
                let live = steps.into_iter().map(|step| QueuedStep { step, when: When::Now });
                self.queue.borrow_mut().extend(live);
                return self.pump();
            }
        };
        for step in steps {
            self.enter_in_log(&step);
            self.table.hear(&step.events, *step.view);
        }
        self.game.borrow_mut().shown = last.seq;
        self.clock(last.clock);
        self.remember();
        self.show_now(*last.view, last.undo);
        if 0 < turns {
            self.catch_up.borrow_mut().missed = missed;
            let text = t().missed_turns(turns).plain();
            self.offer(
                Notice {
                    tone: "ok",
                    icon: "clock",
                    text,
                    act: Some(Act::Replay),
                    ..Notice::default()
                },
                12,
            );
        }
    }

    /// Shows the missed turns once more, then the board as it is.
    pub(super) fn replay(&self) {
        let missed = std::mem::take(&mut self.catch_up.borrow_mut().missed);
        let Some(state) = self.table.peek(|board| board.state) else { return };
        let Some(mut now) = missed.last().cloned() else { return };
        now.events.clear();
        now.undo = self.table.peek(|board| board.undo).unwrap_or(false);
        now.view = Box::new(state);
        let mut queue = self.queue.borrow_mut();
        queue.push_front(QueuedStep { step: now, when: When::Back });
        for step in missed.into_iter().rev() {
            queue.push_front(QueuedStep { step, when: When::Past });
        }
        drop(queue);
        let text = t().replaying_missed().to_owned();
        let act = Some(Act::SkipReplay);
        self.table.notice.set(Some(Notice { icon: "clock", text, act, ..Notice::default() }));
        self.pump();
    }

    /// Enough of the past.
    pub(super) fn skip_replay(&self) {
        self.queue.borrow_mut().retain(|shown| shown.when != When::Past);
        self.pump();
    }

    /// Keeps how far the game was seen, so that a reload can tell what was missed.
    pub(super) fn remember(&self) {
        let game = self.game.borrow();
        let visit: Visit = (self.name.clone(), game.game, game.shown);
        let _ = storage::save("seen", &visit);
        let name = self.game_name(game.game);
        drop(game);
        if self.table.game.with_untracked(|before| *before != name) {
            self.table.game.set(name);
            self.table.coaching.set_helped(Vec::new());
        }
    }
}

//! The steps of the game on their way to the table, one after the other.

use super::{Online, Seat};
use crate::lang::t;
use crate::table::Board;
use engine::{Answer, Event, Need, State};
use leptos::prelude::*;
use protocol::{By, Step};
use std::time::Duration;

/// A step on its way to the table.
pub(super) struct QueuedStep {
    pub(super) step: Step,
    pub(super) when: When,
}

/// Why a step is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// It has just happened.
    Now,
    /// It was missed and is shown once more: nothing can be answered, and the log has it already.
    Past,
    /// The past has been seen: back to the board as it is.
    Back,
}

impl Online {
    /// Shows the steps that came, one after the other, so that they can be followed.
    pub(super) fn pump(&self) {
        if self.showing.get() {
            return;
        }
        let Some(QueuedStep { step, when }) = self.queue.borrow_mut().pop_front() else {
            return;
        };
        let past = when == When::Past;
        match when {
            When::Now => {
                self.game.borrow_mut().shown = step.seq;
                self.clock(step.clock);
                self.remember();
            }
            When::Back => self.table.notice.set(None),
            When::Past => {}
        }
        if when == When::Now
            && step.by == By::Auto(self.lobby.you.get_untracked().unwrap_or(Seat::A))
        {
            self.tell("ok", "check", t().auto_answered().to_owned());
        }
        if when == When::Now {
            self.enter_in_log(&step);
        }
        if when == When::Now && !step.undo {
            self.choices.set(0);
        }
        let undo = step.undo && !past && 0 < self.choices.get();
        let back = step.took_back.is_some() && step.by.seat() == self.lobby.you.get_untracked();
        let state = *step.view;
        self.show(state, step.events, past, undo);
        match self.alone(&state) {
            // What is answered without asking is not a choice: further back, to one.
            Some(_) if back && step.undo => self.send_undo(),
            Some(_) if back => {}
            Some((answer, ms)) if !past => self.answer_later(answer, ms),
            None if back => self.choices.set(self.choices.get().saturating_sub(1)),
            _ => {}
        }
        let (speed, waiting) = (self.settings.read(|p| p.pace()), self.queue.borrow().len());
        let ms = client::pace::server_step(speed, waiting, past);
        self.showing.set(true);
        let me = self.me.clone();
        set_timeout(
            move || {
                if let Some(online) = me.upgrade() {
                    online.showing.set(false);
                    online.pump();
                }
            },
            Duration::from_millis(ms.into()),
        );
    }

    /// Notes where a step begins in the log, or strikes out the one that was taken back.
    pub(super) fn enter_in_log(&self, step: &Step) {
        let mut marks = self.marks.borrow_mut();
        match step.took_back {
            None => marks.push((step.seq, self.table.events.with_untracked(Vec::len))),
            Some(back) => {
                let at = marks.iter().rposition(|(seq, _)| *seq == back).map(|n| marks.remove(n).1);
                drop(marks);
                if let Some(seat) = step.by.seat() {
                    self.table.take_back(at, seat);
                }
            }
        }
    }

    pub(super) fn show(&self, state: State, news: Vec<Event>, past: bool, undo: bool) {
        let me = self.lobby.you.get_untracked();
        self.table.show(Board { state, me, news, undo, past, throw: None });
    }

    /// The answer that is given without asking, and after how long, if the newest question has one.
    pub(super) fn alone(&self, state: &State) -> Option<(Answer, u32)> {
        let game = self.game.borrow();
        let Need::Answer(ask) = state.need() else { return None };
        if Some(ask.seat) != self.lobby.you.get_untracked() || game.shown != game.seq {
            return None;
        }
        let auto = crate::session::auto::habits(self.settings).answer(state, ask, false)?;
        Some((auto.answer, auto.ms))
    }

    /// Answers for the player in a moment, unless something happens before.
    pub(super) fn answer_later(&self, answer: Answer, ms: u32) {
        let seq = self.game.borrow().seq;
        let me = self.me.clone();
        set_timeout(
            move || {
                if let Some(online) = me.upgrade()
                    && online.game.borrow().seq == seq
                {
                    online.send_answer(answer);
                }
            },
            Duration::from_millis(self.settings.read(|p| p.pace()).scale(ms).into()),
        );
    }

    /// Shows a position to start from: fresh, or after a time away.
    pub(super) fn show_now(&self, state: State, undo: bool) {
        self.choices.set(undo.into());
        self.show(state, Vec::new(), false, undo);
        if let Some((answer, ms)) = self.alone(&state) {
            self.answer_later(answer, ms);
        }
    }
}

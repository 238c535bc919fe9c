//! The value of answers: what reviews, hints and warnings show.

use std::sync::Arc;

use bots::mind::{Judge, Mind};
use bots::net::Net;
use engine::{Answer, Input, Need, State};
use serde::{Deserialize, Serialize};

use crate::careful::Careful;

/// The chances of all seats to win; those of empty places are 0.
pub type Chances = [f64; 6];

/// How many cards are tried where one is revealed: all of them.
const WIDTH: u32 = 66;

/// An answer and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Valued {
    /// The answer; of those that come to the same, since equal dice are equal, the one that stands for all.
    pub answer: Answer,
    /// Everybody's chances after it, with best play from there.
    pub chances: Chances,
}

/// Values answers by the solved turn and the net. The same question in the same place of a game gets the same values.
pub struct Advisor {
    pub(crate) mind: Mind<Careful>,
    seed: u64,
}

pub(crate) fn wide(chances: bots::mind::Chances) -> Chances {
    chances.map(f64::from)
}

impl Advisor {
    /// An advisor that judges by this net.
    pub fn new(net: Arc<Net>) -> Advisor {
        Advisor { mind: Mind::new(Careful::new(net), 0).with_width(WIDTH), seed: 0 }
    }

    /// Everything from here on is thought with this seed, whatever was thought before.
    pub(crate) fn at(&mut self, place: usize) {
        self.seed = 0x7265_7669_6577 ^ (place as u64) << 20;
    }

    /// Each distinct answer to the open question with everybody's chances after it, best first for who is asked. The
    /// advisor knows what that seat knows.
    pub fn options(&mut self, state: &State) -> Vec<Valued> {
        let Need::Answer(ask) = state.need() else { return Vec::new() };
        self.mind.think_anew(self.seed);
        let seen = state.view(Some(ask.seat)).imagine();
        let all = self.mind.weigh_planned(&seen);
        all.iter().map(|one| Valued { answer: one.answer, chances: wide(one.chances) }).collect()
    }

    /// Everybody's chances at any moment, as the seat that is asked or a watcher sees it.
    pub fn chances(&mut self, state: &State) -> Chances {
        self.mind.think_anew(self.seed);
        match state.need() {
            Need::Answer(_) => self.options(state).first().map_or([0.0; 6], |best| best.chances),
            _ => wide(self.mind.chances(&state.view(None).imagine())),
        }
    }

    /// What the net says of a table where a turn begins.
    pub(crate) fn judged(&mut self, state: &State) -> Chances {
        self.mind.judge().focus(state);
        wide(self.mind.judge().chances(state, false))
    }

    /// What the table is worth after this input.
    pub(crate) fn after(&mut self, state: &State, input: Input) -> Chances {
        self.mind.think_anew(self.seed);
        wide(self.mind.after_input(state, input))
    }
}

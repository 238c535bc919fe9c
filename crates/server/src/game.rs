//! A game being played: the state, the chance that is its own, and its latest steps.

use std::collections::VecDeque;

use engine::{Answer, Ask, Event, Illegal, Input, Need, Outcome, State};
use fair::{Chance, Entropy};
use protocol::By;
use serde::{Deserialize, Serialize};
use store::{SnapshotRow, StepRow};

use crate::doc::{Header, StepBody};

/// How many steps are kept in memory for clients that missed a little. Older ones are replayed from the store.
const RECENT: usize = 8;

/// A game being played, or just ended.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) number: u32,
    pub(crate) name: String,
    pub(crate) header: Header,
    pub(crate) state: State,
    /// The last step.
    pub(crate) seq: u64,
    /// When the open question was asked, by the server's clock.
    pub(crate) asked_ms: i64,
    chance: Chance,
    /// How many rolls and reveals there were.
    drawn: u64,
    recent: VecDeque<Step>,
}

/// One step, with what it led to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) seq: u64,
    pub(crate) at_ms: i64,
    pub(crate) by: By,
    pub(crate) inputs: Vec<Input>,
    pub(crate) events: Vec<Event>,
    pub(crate) after: State,
}

impl Step {
    /// The answer that made it, if a player's.
    pub(crate) fn answer(&self) -> Option<Answer> {
        match self.inputs.first() {
            Some(Input::Answer(answer)) => Some(*answer),
            _ => None,
        }
    }

    /// How many rolls and reveals it had.
    fn draws(&self) -> u64 {
        self.inputs.iter().filter(|input| !matches!(input, Input::Answer(_))).count() as u64
    }

    pub(crate) fn row(&self, game: &str) -> StepRow {
        let body = StepBody { by: self.by, inputs: self.inputs.clone() };
        let body = serde_json::to_string(&body).expect("a step is plain data");
        StepRow { game: game.to_owned(), seq: self.seq, at_ms: self.at_ms, body }
    }
}

impl Game {
    /// A game before its first step.
    ///
    /// # Errors
    /// One sentence if the header is impossible.
    pub(crate) fn new(name: String, number: u32, header: Header) -> Result<Self, String> {
        let state = State::new(&header.rules, header.players.len(), header.first)?;
        let entropy: Vec<(u8, Entropy)> =
            header.entropy.iter().map(|(&seat, &entropy)| (seat as u8, entropy)).collect();
        let chance = Chance::new(&header.seed, &name, &entropy);
        Ok(Self {
            number,
            name,
            header,
            state,
            seq: 0,
            asked_ms: 0,
            chance,
            drawn: 0,
            recent: VecDeque::new(),
        })
    }

    /// The open question.
    pub(crate) fn ask(&self) -> Option<Ask> {
        match self.state.need() {
            Need::Answer(ask) => Some(ask),
            _ => None,
        }
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.state.need() {
            Need::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// What the next step would be: the answer, and all chance until the next question. Nothing changes yet.
    pub(crate) fn next(&self, by: By, answer: Option<Answer>, at_ms: i64) -> Result<Step, Illegal> {
        let (mut after, mut inputs, mut events) =
            (self.state, Vec::with_capacity(4), Vec::with_capacity(8));
        if let Some(answer) = answer {
            after.play(Input::Answer(answer), Some(&mut events))?;
            inputs.push(Input::Answer(answer));
        }
        let mut drawn = self.drawn;
        while let Some(chance) = self.chance.input(drawn, &after) {
            drawn += 1;
            after.play(chance, Some(&mut events))?;
            inputs.push(chance);
        }
        Ok(Step { seq: self.seq + 1, at_ms, by, inputs, events, after })
    }

    /// Takes a step that is durable.
    pub(crate) fn take(&mut self, step: Step) {
        self.state = step.after;
        self.seq = step.seq;
        self.asked_ms = step.at_ms;
        self.drawn += step.draws();
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(step);
    }

    /// Takes a stored step.
    ///
    /// # Errors
    /// One sentence if the row cannot be read or does not fit.
    pub(crate) fn replay(&mut self, row: &StepRow) -> Result<&Step, String> {
        let wrong =
            |why: String| format!("step {} of {} cannot be replayed: {why}", row.seq, self.name);
        if row.seq != self.seq + 1 {
            return Err(wrong(format!("step {} was expected", self.seq + 1)));
        }
        let body: StepBody =
            serde_json::from_str(&row.body).map_err(|error| wrong(error.to_string()))?;
        let (mut after, mut events) = (self.state, Vec::new());
        for &input in &body.inputs {
            after.play(input, Some(&mut events)).map_err(|illegal| wrong(illegal.to_string()))?;
        }
        self.take(Step {
            seq: row.seq,
            at_ms: row.at_ms,
            by: body.by,
            inputs: body.inputs,
            events,
            after,
        });
        Ok(self.recent.back().expect("a step was just taken"))
    }

    /// The steps after `seen`, if they are still in memory.
    pub(crate) fn recent_after(&self, seen: u64) -> Option<impl Iterator<Item = &Step>> {
        let oldest = self.recent.front().map_or(self.seq + 1, |step| step.seq);
        (oldest <= seen + 1).then(|| self.recent.iter().filter(move |step| seen < step.seq))
    }

    /// A step that is still in memory.
    pub(crate) fn recent(&self, seq: u64) -> Option<&Step> {
        self.recent.iter().find(|step| step.seq == seq)
    }

    /// The same game before its first step.
    pub(crate) fn rewound(&self) -> Result<Self, String> {
        Self::new(self.name.clone(), self.number, self.header.clone())
    }

    /// The state after a step, for a quick start; made now and then.
    pub(crate) fn snapshot(&self, step: &Step) -> Option<SnapshotRow> {
        if !step.seq.is_multiple_of(SNAPSHOT_EVERY) {
            return None;
        }
        let snapshot =
            Snapshot { drawn: self.drawn + step.draws(), at_ms: step.at_ms, state: step.after };
        let body = serde_json::to_string(&snapshot).expect("a position is plain data");
        Some(SnapshotRow { game: self.name.clone(), seq: step.seq, body })
    }

    /// Goes on from a snapshot. One that cannot be read, from another version for instance, is not used.
    pub(crate) fn restore(&mut self, row: &SnapshotRow) {
        if let Ok(Snapshot { drawn, at_ms, state }) = serde_json::from_str(&row.body) {
            (self.state, self.seq, self.asked_ms, self.drawn) = (state, row.seq, at_ms, drawn);
        }
    }
}

/// Every so many steps the state is stored as well.
const SNAPSHOT_EVERY: u64 = 64;

#[derive(Serialize, Deserialize)]
struct Snapshot {
    drawn: u64,
    at_ms: i64,
    state: State,
}

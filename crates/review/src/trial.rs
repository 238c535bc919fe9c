//! Costly choices, played out: what was really better, with a standard error.

use std::sync::Arc;

use bots::net::Net;
use bots::rollouts::{Manner, Rollouts};
use engine::{Answer, Record, State};

use crate::moment::{Judged, Moment, Tried, TriedAnswer};

/// Games for each answer, where nobody says otherwise.
pub const GAMES: usize = 200;
/// The net judges after this many turns of a game, where nobody says otherwise.
pub const TURNS: u16 = 12;
/// The most answers that are tried: the given one, and the best by the net.
const ANSWERS: usize = 4;
/// Answers further behind the net's best than this are not tried, but for the given one.
const NEAR: f64 = 0.04;

/// One choice being played out.
pub struct Trial {
    rollouts: Rollouts,
    games: usize,
    done: usize,
}

impl Trial {
    /// The choice of this moment, to be played out with this many games for each answer. `turns`: the net judges after this
    /// many turns of a game; without, games are played to their end. `None` if it was not a choice.
    pub fn new(
        net: Arc<Net>,
        record: &Record,
        moment: &Moment,
        games: usize,
        turns: Option<u16>,
        seed: u64,
    ) -> Option<Trial> {
        let judged = moment.choice()?;
        let state = state_before(record, moment.input)?;
        let seen = state.view(Some(moment.seat)).imagine();
        let answers = worth_trying(judged, moment.seat.index());
        let manner = Manner { turns, luck_off: true };
        let seed = seed ^ (moment.input as u64) << 24;
        let rollouts = Rollouts::new(net, &seen, Some(&answers), seed, manner);
        Some(Trial { rollouts, games: games.max(2), done: 0 })
    }

    /// Plays one more game for each answer; whether more are wanted.
    pub fn step(&mut self) -> bool {
        if self.done < self.games {
            self.rollouts.play_all(1);
            self.done += 1;
        }
        self.done < self.games
    }

    /// How far it is, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.done as f64 / self.games as f64
    }

    /// What is known so far.
    pub fn tried(&self, given: Answer) -> Tried {
        let estimates = self.rollouts.estimates();
        let chosen = estimates.iter().find(|one| one.answer == Some(given));
        Tried {
            games: self.done,
            error: chosen.map_or(0.0, |one| one.behind_error),
            answers: estimates
                .iter()
                .filter_map(|one| {
                    let answer = one.answer?;
                    Some(TriedAnswer { answer, chances: one.chances, error: one.errors[one.seat] })
                })
                .collect(),
        }
    }
}

fn worth_trying(judged: &Judged, me: usize) -> Vec<Answer> {
    let best = judged.options[0].chances[me];
    let given = judged.options[judged.chosen].answer;
    let mut answers: Vec<Answer> = judged
        .options
        .iter()
        .filter(|one| best - one.chances[me] <= NEAR)
        .take(ANSWERS - 1)
        .map(|one| one.answer)
        .collect();
    if !answers.contains(&given) {
        answers.push(given);
    }
    answers
}

/// The game before this input of its record.
pub fn state_before(record: &Record, input: usize) -> Option<State> {
    let mut state = record.start().ok()?;
    for &input in record.inputs.get(..input)? {
        state.play(input, None).ok()?;
    }
    Some(state)
}

//! Puzzles: moments of games in which one answer is clearly the best, by playing all that come near it out.

use bots::mind::same_answer;
use engine::{Answer, Ask, Need, State};
use serde::{Deserialize, Serialize};

use crate::moment::Kind;
use crate::why::Reason;

/// The best answer of a puzzle is better than any other by this chance at least.
pub const CLEAR: f64 = 0.08;
/// And by this many standard errors.
pub const SURE: f64 = 4.0;

/// A puzzle: what is the best answer here?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Its name, made of its position.
    pub id: String,
    /// What kind of choice it is.
    pub kind: Kind,
    /// How hard it is: as for players, 1500 is in the middle.
    pub rating: u16,
    /// Games for each answer that was played out.
    pub games: usize,
    /// The answers that were played out, the best first.
    pub answers: Vec<PlayedOut>,
    /// Why the best answer is better than the next one.
    pub why: Vec<Reason>,
    /// The table, as whoever is asked sees it.
    pub position: State,
}

/// An answer of a puzzle, played out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedOut {
    /// The answer.
    pub answer: Answer,
    /// The chance of whoever is asked.
    pub chance: f64,
    /// How far it is behind the best, on the same dice.
    pub behind: f64,
    /// The standard error of that.
    pub error: f64,
}

impl Puzzle {
    /// The name of a puzzle with this position: the same on every machine.
    pub fn name(position: &State) -> String {
        format!("{:010x}", position.digest() >> 24)
    }

    /// Who is asked, and what.
    pub fn ask(&self) -> Option<Ask> {
        match self.position.need() {
            Need::Answer(ask) => Some(ask),
            _ => None,
        }
    }

    /// Whether this answer is the best, or comes to the same.
    pub fn solved_by(&self, answer: Answer) -> bool {
        self.answers.first().is_some_and(|best| {
            same_answer(&self.position, best.answer) == same_answer(&self.position, answer)
        })
    }

    /// What is known of this answer, or of the one that comes to the same.
    pub fn played_out(&self, answer: Answer) -> Option<&PlayedOut> {
        let same = |one: &&PlayedOut| {
            same_answer(&self.position, one.answer) == same_answer(&self.position, answer)
        };
        self.answers.iter().find(same)
    }

    /// Looks whether the puzzle is sound: every answer is legal, none comes to the same as another, and the best is
    /// better than any other that was played out by 8 points and four standard errors.
    ///
    /// # Errors
    /// One sentence.
    pub fn check(&self) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("puzzle {}: {what}", self.id));
        if self.id != Puzzle::name(&self.position) {
            return wrong("its name is not that of its position");
        }
        if self.ask().map(|ask| Kind::of(ask.question)) != Some(self.kind) {
            return wrong("nobody is asked anything of its kind");
        }
        let [best, others @ ..] = &self.answers[..] else { return wrong("it has no answers") };
        if others.is_empty() || best.behind != 0.0 {
            return wrong("it needs a best answer and another one");
        }
        let legal = self.position.answers();
        for (at, one) in self.answers.iter().enumerate() {
            if !legal.contains(one.answer) {
                return wrong("an answer is not legal");
            }
            if self.played_out(one.answer) != self.answers.get(at) {
                return wrong("two answers come to the same");
            }
            if !(0.0..=1.0).contains(&one.chance) {
                return wrong("a chance is not one");
            }
        }
        let clear = |one: &PlayedOut| CLEAR <= one.behind && SURE * one.error <= one.behind;
        if !others.iter().all(clear) {
            return wrong("the best answer is not clearly the best");
        }
        Ok(())
    }
}

/// The puzzles of a file: one in each line.
///
/// # Errors
/// One sentence with the number of the line.
pub fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            serde_json::from_str(line).map_err(|wrong| format!("line {}: {wrong}", at + 1))
        })
        .collect()
}

/// Which of this many puzzles belongs to a day, counted from any day on: the same for everybody, and each comes once before
/// any comes again.
pub fn of_day(count: usize, day: u32) -> Option<usize> {
    let golden = (count as f64 * 0.618) as usize;
    let step = (golden.max(1)..).find(|step| common(*step, count) == 1)?;
    (0 < count).then(|| (day as usize % count) * step % count)
}

fn common(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_puzzle_has_its_day_before_one_comes_again() {
        for count in [1, 2, 7, 300, 361] {
            let days: BTreeSet<_> = (20_000..20_000 + count as u32)
                .map(|day| of_day(count, day).expect("there is one"))
                .collect();
            assert_eq!(days.len(), count);
        }
        assert_eq!(of_day(0, 5), None);
    }
}

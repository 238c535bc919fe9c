//! The thinking bots: an exact turn solver on top of a judgement of tables.
//!
//! A question about dice is answered by solving the turn: every final roll is played out on an imagined game, judged,
//! and the solver finds the best keep. Any other question is answered by playing out each legal answer to the next
//! table that can be judged, and taking the one that is best for whoever is asked.

mod ahead;
mod judge;
mod luck;
mod planned;
mod rolling;
mod tables;
mod weighing;

pub use ahead::{Chances, turn_begins, usual};
pub use judge::{HandMade, Judge, Learned, by_seat, order, see};
pub use luck::Luck;
pub use rolling::{TurnChances, counts, rest, row};
pub use weighing::same_answer;

use engine::{Answer, Ask, Card, Input, Need, Question, State, View};

use crate::Bot;
use crate::chance::Chance;

/// A bot that thinks with a judgement.
pub struct Mind<J> {
    judge: J,
    chance: Chance,
    /// How far off its values are, as a deviation in chances to win.
    noise: f32,
    /// How many cards it tries where one is revealed.
    width: u32,
    /// Whether it leaves out what cards do between the throws.
    plain: bool,
    /// For all seats; the roller's chances come first, changed with seat A's.
    solver: tables::Tables,
    plan: Option<rolling::Plan>,
}

/// One answer and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The answer.
    pub answer: Answer,
    /// The chances of all seats after it.
    pub chances: Chances,
}

impl<J: Judge> Mind<J> {
    /// A mind that judges in this way. The same seed thinks the same thoughts.
    pub fn new(judge: J, seed: u64) -> Mind<J> {
        Mind {
            judge,
            chance: Chance::new(seed),
            noise: 0.0,
            width: 24,
            plain: false,
            solver: tables::Tables::default(),
            plan: None,
        }
    }

    /// The same with noise on its values: a deviation in chances to win.
    #[must_use]
    pub fn with_noise(mut self, noise: f32) -> Mind<J> {
        self.noise = noise;
        self
    }

    /// The same, trying this many cards where one is revealed.
    #[must_use]
    pub fn with_width(mut self, width: u32) -> Mind<J> {
        self.width = width;
        self
    }

    /// The same without foresight of what cards do between the throws of a turn, as it was before version 2 of the net.
    #[must_use]
    pub fn without_foresight(mut self) -> Mind<J> {
        self.plain = true;
        self
    }

    /// Its judgement.
    pub fn judge(&mut self) -> &mut J {
        &mut self.judge
    }

    /// The chances of all seats at any moment of a game, with best play from there as far as this mind sees.
    pub fn chances(&mut self, state: &State) -> Chances {
        match state.need() {
            Need::Over(outcome) => outcome.shares(state.seats()).map(|share| share as f32),
            Need::Answer(_) => {
                let best = self.weigh(state).into_iter().next();
                best.map_or([0.0; 6], |best| best.chances)
            }
            _ => {
                self.judge.focus(state);
                self.ahead(&mut state.clone(), self.width, 0)
            }
        }
    }

    /// Every answer worth considering with the chances after it, best first for whoever is asked.
    pub fn weigh(&mut self, state: &State) -> Vec<Choice> {
        let Need::Answer(ask) = state.need() else { return Vec::new() };
        self.judge.focus(state);
        let mut options = match ask.question {
            Question::Roll => self.weigh_rolls(state, &ask),
            _ => self.weigh_answers(state, &ask),
        };
        let me = ask.seat.index();
        options.sort_by(|a, b| b.chances[me].total_cmp(&a.chances[me]));
        options
    }

    fn weigh_answers(&mut self, state: &State, ask: &Ask) -> Vec<Choice> {
        let answers = state.answers();
        self.weigh_each(state, ask, answers.iter())
    }

    fn weigh_each(
        &mut self,
        state: &State,
        ask: &Ask,
        answers: impl Iterator<Item = Answer>,
    ) -> Vec<Choice> {
        let mut options = Vec::new();
        let width = if ask.question == Question::Shop || ask.question == Question::Opportunity {
            self.width
        } else {
            1
        };
        for answer in answers {
            let mut next = *state;
            next.play_unchecked(Input::Answer(answer), None);
            let frenzy =
                matches!(answer, Answer::Buy(place) if state.card_at(place) == Some(Card::Frenzy));
            let chances = if frenzy && ask.seat == state.turn().seat {
                // The coming turn is not to be seen at the market: finish shopping and look at its start.
                self.after_shopping(&mut next)
            } else {
                self.ahead(&mut next, width, 0)
            };
            options.push(Choice { answer, chances });
        }
        options
    }

    fn blur(&mut self, options: &mut [Choice], me: usize) {
        if 0.0 < self.noise {
            for option in options.iter_mut() {
                option.chances[me] += self.noise * self.chance.normal();
            }
        }
    }

    fn decide(&mut self, state: &State, ask: &Ask) -> Answer {
        if ask.question == Question::Resolve || ask.question == Question::End {
            // The usual order is right but for rare cards; it is not worth the time of trying all orders.
            return usual(state, ask, &state.answers());
        }
        if ask.question == Question::Roll {
            return self.decide_roll(state, ask);
        }
        if ask.question == Question::Change
            && !self.plain
            && let Some(answer) = self.decide_change(state, ask)
        {
            return answer;
        }
        self.judge.focus(state);
        let me = ask.seat.index();
        let mut options = self.weigh_answers(state, ask);
        self.blur(&mut options, me);
        let best = options.iter().reduce(|best, option| {
            if best.chances[me] < option.chances[me] { option } else { best }
        });
        best.map_or(Answer::Pass, |best| best.answer)
    }
}

impl<J: Judge> Bot for Mind<J> {
    fn answer(&mut self, view: &View) -> Answer {
        let state = view.imagine();
        match state.need() {
            Need::Answer(ask) => self.decide(&state, &ask),
            _ => Answer::Pass,
        }
    }
}

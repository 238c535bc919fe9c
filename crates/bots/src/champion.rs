//! The champion: the net's choice, tried out by rollouts wherever it is not clear.

use std::sync::Arc;

use engine::{Answer, Ask, Need, Question, State, View};

use crate::Bot;
use crate::chance::Chance;
use crate::mind::{Choice, Learned, Mind};
use crate::net::Net;
use crate::rollouts::{Estimate, Manner, Rollouts};
use crate::style::{Style, Tasted, liking};

/// Turns that a champion plays out for one decision unless told otherwise; a modern core does them in a fifth of a
/// second.
pub const TURNS: u64 = 2_000;

/// After this many turns of a playout the net judges.
pub const DEPTH: u16 = 8;

/// Thinks with the net, and plays on where the net is not sure.
pub struct Champion {
    mind: Mind<Tasted<Learned>>,
    net: Arc<Net>,
    chance: Chance,
    style: Style,
    turns: u64,
    depth: Option<u16>,
}

/// Which answers are tried, and how much the net is trusted beside what was tried.
struct Trial {
    /// Answers that the net puts further behind than this are not tried.
    margin: f32,
    most: usize,
    /// How far off the net is between two answers, as a deviation in chances to win.
    doubt: f64,
}

impl Trial {
    fn of(question: Question) -> Trial {
        match question {
            // Between keeps the net errs little: both lead to much the same tables.
            Question::Roll => Trial { margin: 0.012, most: 3, doubt: 0.01 },
            Question::Yield | Question::Flee => Trial { margin: 0.25, most: 2, doubt: 0.06 },
            _ => Trial { margin: 0.25, most: 5, doubt: 0.08 },
        }
    }
}

impl Champion {
    /// A champion with this net. The same seed and the same budget play the same way.
    pub fn new(net: Arc<Net>, seed: u64) -> Champion {
        Champion {
            mind: Mind::new(Tasted::new(Learned::new(net.clone()), Style::Neutral), seed),
            net,
            chance: Chance::new(!seed),
            style: Style::Neutral,
            turns: TURNS,
            depth: Some(DEPTH),
        }
    }

    /// The same with a taste.
    #[must_use]
    pub fn with_style(mut self, style: Style) -> Champion {
        let judge = Tasted::new(Learned::new(self.net.clone()), style);
        self.mind = Mind::new(judge, self.chance.next());
        self.style = style;
        self
    }

    /// The same with another budget: turns played out for one decision.
    #[must_use]
    pub fn with_turns(mut self, turns: u64) -> Champion {
        self.turns = turns;
        self
    }

    /// The same, playing out this many turns before the net judges, or whole games.
    #[must_use]
    pub fn with_depth(mut self, depth: Option<u16>) -> Champion {
        self.depth = depth;
        self
    }

    fn decide(&mut self, state: &State, ask: &Ask, enough: &mut dyn FnMut() -> bool) -> Answer {
        let usual = self.mind.answer_imagined(state, ask);
        if matches!(ask.question, Question::Resolve | Question::End | Question::Hearts) {
            return usual;
        }
        let me = ask.seat.index();
        let trial = Trial::of(ask.question);
        let choices = self.mind.weigh(state);
        let Some(best) = choices.first().map(|best| best.chances[me]) else { return usual };
        // What is won or lost in any case is not worth the time.
        if !(0.003..=0.997).contains(&best) {
            return usual;
        }
        let close = |choice: &&Choice| best - choice.chances[me] <= trial.margin;
        let mut tried: Vec<Answer> =
            choices.iter().filter(close).take(trial.most).map(|choice| choice.answer).collect();
        if !tried.contains(&usual) && !matches!(usual, Answer::Reroll(_)) {
            tried.push(usual);
        }
        if tried.len() < 2 {
            return usual;
        }
        let manner = Manner { turns: self.depth, luck_off: true };
        let seed = self.chance.next();
        let mut rollouts = Rollouts::new(self.net.clone(), state, Some(&tried), seed, manner);
        while !rollouts.is_clear() && rollouts.turns() < self.turns && !enough() {
            rollouts.step(rollouts.turns() as f64 / self.turns as f64);
        }
        let estimates = rollouts.estimates();
        let left = &estimates[..rollouts.left()];
        self.pick(state, ask, left, trial.doubt).unwrap_or(usual)
    }

    /// The best by what was tried and what the net says, each by how sure it is, and by taste.
    fn pick(&self, state: &State, ask: &Ask, left: &[Estimate], doubt: f64) -> Option<Answer> {
        let first = left.first()?;
        let me = ask.seat.index();
        let lead = |one: &Estimate| {
            let net = f64::from(one.net[me] - first.net[me]);
            let (tried, error) = (-one.behind, one.behind_error);
            let lead = if error == 0.0 || net.is_nan() {
                tried
            } else {
                let (trust, own) = (1.0 / (error * error), 0.5 / (doubt * doubt));
                (tried * trust + net * own) / (trust + own)
            };
            lead + self.liking(state, one)
        };
        left.iter().max_by(|a, b| lead(a).total_cmp(&lead(b)))?.answer
    }

    fn liking(&self, state: &State, one: &Estimate) -> f64 {
        let (Some(answer), Need::Answer(ask)) = (one.answer, state.need()) else { return 0.0 };
        if self.style == Style::Neutral {
            return 0.0;
        }
        let mut next = *state;
        next.play_unchecked(engine::Input::Answer(answer), None);
        let chance = (one.chance() as f32).clamp(0.0, 1.0);
        f64::from(liking(self.style, &next, ask.seat, chance))
    }
}

impl Bot for Champion {
    fn answer(&mut self, view: &View) -> Answer {
        self.answer_within(view, &mut || false)
    }

    fn answer_within(&mut self, view: &View, enough: &mut dyn FnMut() -> bool) -> Answer {
        let state = view.imagine();
        match state.need() {
            Need::Answer(ask) => self.decide(&state, &ask, enough),
            _ => Answer::Pass,
        }
    }
}

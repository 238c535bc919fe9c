//! One moment of a game: a chance event with its luck, or a choice with its error.

use engine::{Answer, Card, Dice, Question, Seat};
use serde::{Deserialize, Serialize};

use crate::advisor::{Chances, Valued};
use crate::check::Checked;

/// What one input did to everybody's chances.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The number of the input in the record, counted from 0.
    pub input: usize,
    /// The turn, counted from 1; 0 before the first.
    pub turn: u16,
    /// Who throws or is asked; for a card that is revealed, whose turn it is.
    pub seat: Seat,
    /// Everybody's chances before it, by seat; six numbers, those of empty places 0.
    pub before: Chances,
    /// Everybody's chances after it.
    pub after: Chances,
    /// Luck, or what the choice took from whom: [`Moment::drift`] is the rest.
    pub change: Chances,
    /// What it was.
    pub what: What,
    /// What playing out says of the table before it, where the judgement corrected itself and that was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<Checked>,
}

/// The two kinds of moments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Chance spoke.
    Chance(Chancy),
    /// A player chose.
    Choice(Judged),
}

/// What chance said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chancy {
    /// The table is set.
    Setup,
    /// Who starts.
    Start(Seat),
    /// The first throw of a turn.
    First(Dice),
    /// Dice thrown again.
    Again(Dice),
    /// Dice that a card threw.
    Aside(Dice),
    /// A card turned up.
    Card(Card),
}

/// A choice and what it could have been.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// What was asked.
    pub question: Question,
    /// The card on whose behalf it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// What was answered, as in the record.
    pub answer: Answer,
    /// The answers worth telling with the chances after each, by the net, best first; the given one is among them.
    pub options: Vec<Valued>,
    /// Which of them was given.
    pub chosen: usize,
    /// How many distinct answers there were.
    pub count: usize,
    /// Best minus worst answer for who is asked, as a chance.
    pub span: f64,
    /// What it cost whoever answered, as a chance to win: 0 or more.
    pub error: f64,
    /// How it was played out, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<Tried>,
    /// Whether whoever chose had seen a hint or a warning: such a choice does not count in a rate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub helped: bool,
}

/// A choice played out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// Games for each answer, all on the same dice.
    pub games: usize,
    /// The standard error of the choice's error.
    pub error: f64,
    /// The answers that were tried, best first.
    pub answers: Vec<TriedAnswer>,
}

/// An answer played out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TriedAnswer {
    /// The answer.
    pub answer: Answer,
    /// Everybody's chances.
    pub chances: Chances,
    /// The standard error of the chance of who is asked.
    pub error: f64,
}

engine::listed! {
    /// Kinds of choices, as players speak of them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Kind {
        /// Which dice to keep.
        Keep,
        /// Turning or throwing dice with cards.
        Dice,
        /// In which order things happen, and what hearts are spent on.
        Order,
        /// Leaving Tokyo or staying.
        Yield,
        /// What to do against damage.
        Defence,
        /// Buying, sweeping and finishing.
        Purchase,
        /// Mimic, Metamorph, extra turns.
        Card,
    }
}

impl Kind {
    /// The kind of a question.
    pub const fn of(question: Question) -> Kind {
        match question {
            Question::Roll => Kind::Keep,
            Question::Probe | Question::Reprobe | Question::Change | Question::ChangeAside => {
                Kind::Dice
            }
            Question::Start | Question::Resolve | Question::Hearts | Question::End => Kind::Order,
            Question::Flee | Question::Yield => Kind::Yield,
            Question::Defend => Kind::Defence,
            Question::Shop | Question::Opportunity | Question::Deposit => Kind::Purchase,
            Question::Copy | Question::Sell | Question::ExtraTurn => Kind::Card,
        }
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Keep => "keep",
            Kind::Dice => "dice",
            Kind::Order => "order",
            Kind::Yield => "yield",
            Kind::Defence => "defence",
            Kind::Purchase => "purchase",
            Kind::Card => "card",
        }
    }
}

impl Moment {
    /// What the judgement corrected in itself here.
    pub fn drift(&self) -> Chances {
        std::array::from_fn(|seat| self.after[seat] - self.before[seat] - self.change[seat])
    }

    /// The luck, if chance spoke.
    pub fn luck(&self) -> Option<&Chances> {
        matches!(self.what, What::Chance(_)).then_some(&self.change)
    }

    /// The choice, if there was one.
    pub fn choice(&self) -> Option<&Judged> {
        match &self.what {
            What::Choice(judged) => Some(judged),
            What::Chance(_) => None,
        }
    }

    /// Takes over what playing out has found. The identity holds as before: what the error loses, the drift gains.
    pub fn settle(&mut self, tried: Tried) {
        let me = self.seat.index();
        let What::Choice(judged) = &mut self.what else { return };
        let given = judged.options[judged.chosen].answer;
        let (Some(best), Some(chosen)) =
            (tried.answers.first(), tried.answers.iter().find(|one| one.answer == given))
        else {
            return;
        };
        self.change = std::array::from_fn(|seat| chosen.chances[seat] - best.chances[seat]);
        judged.error = -self.change[me];
        judged.tried = Some(tried);
    }
}

impl Judged {
    /// Whether there was something to decide: two answers, half a point apart.
    pub fn matters(&self) -> bool {
        1 < self.count && 0.005 <= self.span
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        Kind::of(self.question)
    }

    /// The answer that was best, and its value for everybody: played out where that was done, else by the net.
    pub fn best(&self) -> (Answer, Chances) {
        match self.tried.as_ref().and_then(|tried| tried.answers.first()) {
            Some(best) => (best.answer, best.chances),
            None if self.error == 0.0 => {
                let given = &self.options[self.chosen];
                (given.answer, given.chances)
            }
            None => (self.options[0].answer, self.options[0].chances),
        }
    }

    /// The answer that was given, and its value for everybody.
    pub fn given(&self) -> (Answer, Chances) {
        let given = &self.options[self.chosen];
        let tried = self.tried.iter().flat_map(|tried| &tried.answers);
        let tried = tried.into_iter().find(|one| one.answer == given.answer);
        (given.answer, tried.map_or(given.chances, |one| one.chances))
    }
}

//! The bots that do not think: one that answers anything, and one with three habits.

use engine::{Answer, Face, Need, Question, View};

use crate::Bot;
use crate::chance::Chance;
use crate::mind::usual;
use crate::style::{Style, gives_stars, hurts};

/// Answers at random.
#[derive(Clone, Debug)]
pub struct Anything {
    chance: Chance,
    style: Style,
}

impl Anything {
    /// The same seed gives the same answers.
    pub fn new(seed: u64) -> Anything {
        Anything { chance: Chance::new(seed), style: Style::Neutral }
    }

    /// The same with a taste: of two answers at random it gives the one it likes better.
    #[must_use]
    pub fn with_style(mut self, style: Style) -> Anything {
        self.style = style;
        self
    }

    fn any(&mut self, view: &View) -> Answer {
        let answers = view.answers();
        match answers.len() {
            0 => Answer::Pass,
            count => answers.get(self.chance.below(count as u32) as usize).unwrap_or(Answer::Pass),
        }
    }
}

impl Bot for Anything {
    fn answer(&mut self, view: &View) -> Answer {
        let first = self.any(view);
        let Need::Answer(ask) = view.need() else { return first };
        if self.style == Style::Neutral {
            return first;
        }
        let second = self.any(view);
        let liked = |answer: Answer| {
            let mut next = view.imagine();
            next.play_unchecked(engine::Input::Answer(answer), None);
            self.style.taste(&next, ask.seat)
        };
        if liked(first) < liked(second) { second } else { first }
    }
}

/// Keeps claws, heals outside, yields at five hearts, and buys the most expensive card it can pay.
///
/// A style changes its habits: a brawler holds Tokyo down to three hearts and buys what hurts, a hoarder leaves it at
/// seven and buys what it may keep, a star-seeker keeps threes and buys what gives stars.
#[derive(Clone, Copy, Debug, Default)]
pub struct Angry {
    style: Style,
}

impl Angry {
    /// With this style.
    pub const fn of(style: Style) -> Angry {
        Angry { style }
    }

    /// It leaves Tokyo with this many hearts.
    const fn leaves_at(self) -> u8 {
        match self.style {
            Style::Neutral | Style::StarSeeker => 5,
            Style::Brawler => 3,
            Style::Hoarder => 7,
        }
    }

    /// What it buys first: whether the card is to its taste, then its price.
    fn wish(self, view: &View, answer: Answer) -> (bool, u8) {
        let Answer::Buy(place) = answer else { return (false, 0) };
        let Some(card) = view.card_at(place) else { return (false, 0) };
        let liked = match self.style {
            Style::Neutral => false,
            Style::Brawler => hurts(card),
            Style::Hoarder => card.index() < engine::KEEP_CARDS,
            Style::StarSeeker => gives_stars(view, answer),
        };
        (liked, card.price(view.rules()))
    }
}

impl Bot for Angry {
    fn answer(&mut self, view: &View) -> Answer {
        let Need::Answer(ask) = view.need() else { return Answer::Pass };
        let answers = view.answers();
        let me = view.monster(ask.seat);
        match ask.question {
            Question::Roll => {
                let dice = view.turn().dice;
                let mut hearts =
                    if view.in_tokyo(ask.seat) { 0 } else { 10u8.saturating_sub(me.hearts) };
                let mut again = 0;
                for (die, face) in dice.iter().enumerate() {
                    let keep = match face {
                        Face::Claw => true,
                        Face::Three => self.style == Style::StarSeeker && 1 < dice.count(face),
                        Face::Heart if 0 < hearts => {
                            hearts -= 1;
                            true
                        }
                        _ => false,
                    };
                    again |= (!keep as u16) << die;
                }
                let reroll = Answer::Reroll(engine::DiceSet::from_bits(again));
                if answers.contains(reroll) { reroll } else { Answer::Pass }
            }
            Question::Yield | Question::Flee
                if me.hearts <= self.leaves_at() && answers.contains(Answer::Yes) =>
            {
                Answer::Yes
            }
            Question::Defend if me.hearts <= 5 => answers
                .iter()
                .find(|answer| matches!(answer, Answer::Use(_)))
                .unwrap_or(usual(view, &ask, &answers)),
            Question::Shop => {
                let bought = answers.iter().filter(|answer| matches!(answer, Answer::Buy(_)));
                bought.max_by_key(|&answer| self.wish(view, answer)).unwrap_or(Answer::Pass)
            }
            _ => usual(view, &ask, &answers),
        }
    }
}

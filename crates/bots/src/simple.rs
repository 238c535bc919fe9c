//! The bots that do not think: one that answers anything, and one with three habits.

use engine::{Answer, Face, Need, Question, State, View};

use crate::Bot;
use crate::chance::Chance;
use crate::mind::usual;

/// Answers at random.
#[derive(Clone, Debug)]
pub struct Random {
    chance: Chance,
}

impl Random {
    /// The same seed gives the same answers.
    pub fn new(seed: u64) -> Random {
        Random { chance: Chance::new(seed) }
    }
}

impl Bot for Random {
    fn answer(&mut self, view: &View) -> Answer {
        let answers = view.answers();
        match answers.len() {
            0 => Answer::Pass,
            count => answers.get(self.chance.below(count as u32) as usize).unwrap_or(Answer::Pass),
        }
    }
}

/// Keeps claws, heals outside, yields at five hearts, and buys the dearest card it can pay.
#[derive(Clone, Copy, Debug, Default)]
pub struct Angry;

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
            Question::Yield | Question::Flee if me.hearts <= 5 && answers.contains(Answer::Yes) => {
                Answer::Yes
            }
            Question::Defend if me.hearts <= 5 => answers
                .iter()
                .find(|answer| matches!(answer, Answer::Use(_)))
                .unwrap_or(usual(view, &ask, &answers)),
            Question::Shop => {
                let bought = answers.iter().filter(|answer| matches!(answer, Answer::Buy(_)));
                bought.max_by_key(|&answer| price(view, answer)).unwrap_or(Answer::Pass)
            }
            _ => usual(view, &ask, &answers),
        }
    }
}

fn price(state: &State, answer: Answer) -> u8 {
    match answer {
        Answer::Buy(place) => state.card_at(place).map_or(0, |card| card.price(state.rules())),
        _ => 0,
    }
}

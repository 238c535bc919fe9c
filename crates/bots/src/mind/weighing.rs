//! All answers with what they are worth, by the very values that a mind decides by: for those who judge the answers of
//! others.
//!
//! [`Mind::weigh`] looks at a question by itself. [`Mind::weigh_planned`] follows the plan of the turn where there is
//! one, so that the value of a roll, of the keep after it and of the next roll fit together.

use engine::{Answer, Ask, Card, Dice, DiceSet, Input, Need, Question, State};

use super::rolling::{counts, power, rest, unswap};
use super::tables::Tables;
use super::{Chances, Choice, Judge, Mind};
use crate::chance::Chance;
use crate::dice::{Counts, FACES, MAX_DICE, slots};

/// Of answers that come to the same, since equal dice are equal, the one that stands for all.
pub fn same_answer(state: &State, answer: Answer) -> Answer {
    let first = |dice: Dice, die: u8| {
        let face = (usize::from(die) < dice.len()).then(|| dice.get(die.into()));
        dice.iter().position(|other| Some(other) == face).map_or(die, |die| die as u8)
    };
    let turn = state.turn().dice;
    match answer {
        Answer::Reroll(again) => Answer::Reroll(same_dice(turn, again)),
        Answer::Free { card, dice } => Answer::Free { card, dice: same_dice(turn, dice) },
        Answer::Die(die) => Answer::Die(first(turn, die)),
        Answer::Set { card, die, face } => {
            let aside =
                matches!(state.need(), Need::Answer(ask) if ask.question == Question::ChangeAside);
            let dice = if aside { state.dice_aside() } else { turn };
            Answer::Set { card, die: first(dice, die), face }
        }
        other => other,
    }
}

fn same_dice(dice: Dice, thrown: DiceSet) -> DiceSet {
    let mut keep = counts(dice);
    thrown.iter().for_each(|die| keep[dice.get(die) as usize] -= 1);
    rest(dice, &keep)
}

impl<J: Judge> Mind<J> {
    /// Thinks from here on as a mind with this seed does. The plan of the turn stays.
    pub fn think_anew(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }

    /// Every distinct answer with the chances after it, best first for whoever is asked. Answers that come to the same are
    /// there once, as [`same_answer`] has it.
    pub fn weigh_planned(&mut self, state: &State) -> Vec<Choice> {
        let Need::Answer(ask) = state.need() else { return Vec::new() };
        self.judge.focus(state);
        let mut options = match ask.question {
            Question::Roll if self.plan(state) => self.weigh_throws(state, &ask),
            Question::Change if !self.plain => {
                self.change_values(state, &ask).unwrap_or_else(|| self.weigh_distinct(state, &ask))
            }
            _ => self.weigh_distinct(state, &ask),
        };
        let me = ask.seat.index();
        options.sort_by(|a, b| b.chances[me].total_cmp(&a.chances[me]));
        options
    }

    fn weigh_distinct(&mut self, state: &State, ask: &Ask) -> Vec<Choice> {
        let answers = state.answers();
        let distinct = answers.iter().filter(|&answer| same_answer(state, answer) == answer);
        self.weigh_each(state, ask, distinct)
    }

    /// A question about dice, by the plan.
    fn weigh_throws(&mut self, state: &State, ask: &Ask) -> Vec<Choice> {
        let turn = state.turn();
        let (roll, left) = (counts(turn.dice), turn.rerolls as usize);
        let answers = state.answers();
        let mut options = Vec::new();
        let mut others = Vec::new();
        for answer in answers.iter().filter(|answer| !matches!(answer, Answer::Reroll(_))) {
            if same_answer(state, answer) != answer {
                continue;
            }
            let chances = match answer {
                Answer::Pass => Some(self.planned(state, |tables| tables.stop_value(&roll))),
                Answer::Free { dice, .. } => {
                    let mut keep = roll;
                    dice.iter().for_each(|die| keep[turn.dice.get(die) as usize] -= 1);
                    let mean = |tables: &Tables| {
                        each_throw(&keep, dice.len(), |after| tables.roll_value(after, left))
                    };
                    Some(self.planned(state, mean))
                }
                Answer::Use(card) => {
                    let smoke = power(state, ask.seat, Card::SmokeCloud) == Some(card);
                    let after = self.solver.after_buying(smoke, &roll, left);
                    after.map(|chances| unswap(chances, turn.seat.index()))
                }
                _ => None,
            };
            match chances {
                Some(chances) => options.push(Choice { answer, chances }),
                None => others.push(answer),
            }
        }
        if answers.contains(Answer::Reroll(turn.dice.all())) {
            for (keep, value) in self.solver.keeps(&roll, left) {
                let again = rest(turn.dice, slots().counts(keep));
                if !again.is_empty() {
                    let chances = unswap(value, turn.seat.index());
                    options.push(Choice { answer: Answer::Reroll(again), chances });
                }
            }
        }
        options.extend(self.weigh_each(state, ask, others.into_iter()));
        options
    }

    /// What the dice that were thrown are worth and were worth on average, by the plan of the turn. `keep` stayed on the
    /// table when they were thrown and `left` rerolls are left after them; without a plan that fits, `None`.
    pub fn planned_throw(
        &mut self,
        state: &State,
        keep: &Counts,
        thrown: Dice,
        left: usize,
    ) -> Option<[Chances; 2]> {
        let dice = keep.iter().map(|&n| n as usize).sum::<usize>() + thrown.len();
        if MAX_DICE < dice || !self.plan(state) {
            return None;
        }
        let mut roll = *keep;
        roll.iter_mut().zip(counts(thrown)).for_each(|(sum, n)| *sum += n);
        let after = self.planned(state, |tables| tables.roll_value(&roll, left));
        let mean = self.planned(state, |tables| {
            each_throw(keep, thrown.len(), |roll| tables.roll_value(roll, left))
        });
        Some([mean, after])
    }

    /// What the table is worth after this input, by the next table that can be judged.
    pub fn after_input(&mut self, state: &State, input: Input) -> Chances {
        self.judge.focus(state);
        let mut next = *state;
        next.play_unchecked(input, None);
        self.ahead(&mut next, 1, 1)
    }
}

/// The mean over all throws of this many dice beside those that are kept.
fn each_throw(keep: &Counts, dice: usize, mut value: impl FnMut(&Counts) -> Chances) -> Chances {
    let mut sums = [0.0f64; 6];
    for slot in slots().rolls(dice) {
        let mut roll = *keep;
        roll.iter_mut().zip(slots().counts(slot as u16)).for_each(|(sum, n)| *sum += n);
        let part = slots().chance(slot as u16);
        let chances = value(&roll);
        sums.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += part * f64::from(chance));
    }
    sums.map(|sum| sum as f32)
}

const _: () = assert!(FACES == 6, "the chances of a throw are written for dice");

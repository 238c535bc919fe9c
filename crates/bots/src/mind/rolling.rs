//! Questions about dice: every final roll is played out and judged, and the solver finds the best keep.

use std::sync::OnceLock;

use engine::{
    Answer, Ask, Card, Dice, DiceSet, Face, Input, Monster, Need, Question, State, Tokyo,
};

use super::{Chances, Choice, Judge, Mind};
use crate::dice::{Counts, FACES, MAX_DICE, Slot, Solver, face, slots, stars};

/// A solved turn, good for its later rolls too as long as nothing but the dice has changed.
pub(super) struct Plan {
    pub(super) turn: u16,
    pub(super) dice: usize,
    pub(super) rerolls: usize,
    monsters: [Monster; 6],
    tokyo: Tokyo,
    before: Chances,
}

/// A turn solved for all seats: what every roll and every keep is worth to each.
pub struct TurnChances {
    /// The roller's chances come first, changed with seat A's.
    solver: Solver<[f32; 6]>,
    me: usize,
}

impl TurnChances {
    /// The chances when this set is kept and the rest is thrown, with so many rerolls left before that throw. An empty
    /// keep with one more than there are is the first throw.
    pub fn keep(&self, keep: &Counts, rerolls_left: usize) -> Chances {
        unswap(self.solver.keep_value(slots().slot(keep), rerolls_left), self.me)
    }

    /// The chances with this roll, played well, with so many rerolls left.
    pub fn roll(&self, roll: &Counts, rerolls_left: usize) -> Chances {
        unswap(self.solver.roll_value(roll, rerolls_left), self.me)
    }
}

/// Cards that look at the very dice, beyond stars, claws, hearts and energy.
const READERS: [Card; 5] = [
    Card::Gourmet,
    Card::CompleteDestruction,
    Card::Detritivore,
    Card::FreezeTime,
    Card::PoisonQuills,
];

/// Final rolls that come to the same, by stars, claws, energy and useful hearts.
struct Outcomes {
    /// For each roll, by its place among the rolls, the number of its outcome.
    of_roll: Vec<u16>,
    /// A roll of each outcome.
    sample: Vec<Slot>,
}

/// The outcomes of so many dice when at most `hearts` hearts are of use; `MAX_DICE + 1`: every roll is its own.
fn outcomes(dice: usize, hearts: usize) -> &'static Outcomes {
    type Row = [OnceLock<Outcomes>; MAX_DICE + 2];
    static TABLE: [Row; MAX_DICE + 1] =
        [const { [const { OnceLock::new() }; MAX_DICE + 2] }; MAX_DICE + 1];
    TABLE[dice][hearts.min(MAX_DICE + 1)].get_or_init(|| {
        let mut number = vec![u16::MAX; 10 * 10 * 10 * 32];
        let (mut of_roll, mut sample) = (Vec::new(), Vec::new());
        for slot in slots().rolls(dice) {
            let counts = slots().counts(slot as Slot);
            let useful = (counts[face::HEART] as usize).min(hearts);
            let key =
                (counts[face::CLAW] as usize * 10 + counts[face::ENERGY] as usize) * 10 + useful;
            let known = &mut number[key * 32 + stars(counts) as usize];
            if *known == u16::MAX || MAX_DICE < hearts {
                *known = sample.len() as u16;
                sample.push(slot as Slot);
            }
            of_roll.push(*known);
        }
        Outcomes { of_roll, sample }
    })
}

/// A row of dice that shows these counts.
pub fn row(counts: &Counts) -> Dice {
    let mut dice = Dice::NONE;
    for (face, &count) in Face::ALL.into_iter().zip(counts) {
        for _ in 0..count {
            dice = dice.and(face);
        }
    }
    dice
}

/// How many dice of a row show each face.
pub fn counts(dice: Dice) -> Counts {
    Face::ALL.map(|face| dice.count(face))
}

/// Which dice to throw again so that `keep` stays: of equal dice, the first ones are kept.
pub fn rest(dice: Dice, keep: &Counts) -> DiceSet {
    let mut left = *keep;
    let mut bits = 0;
    for (die, face) in dice.iter().enumerate() {
        match &mut left[face as usize] {
            0 => bits |= 1 << die,
            count => *count -= 1,
        }
    }
    DiceSet::from_bits(bits)
}

fn outcomes_here(state: &State) -> &'static Outcomes {
    let seat = state.turn().seat;
    let monster = state.monster(seat);
    let holds = |card: Card| {
        monster.cards.has(card) || (monster.cards.has(Card::Mimic) && state.copied() == Some(card))
    };
    let useful = if READERS.into_iter().any(holds) {
        MAX_DICE + 1
    } else if holds(Card::HealingRay) {
        MAX_DICE
    } else if state.in_tokyo(seat) {
        0
    } else {
        (state.hearts_max(seat).saturating_sub(monster.hearts) + monster.poison + monster.shrink)
            as usize
    };
    outcomes(
        state.turn().dice.len(),
        useful.min(if useful == MAX_DICE + 1 { useful } else { MAX_DICE }),
    )
}

impl<J: Judge> Mind<J> {
    /// The chances after each outcome, when the dice were thrown once more and are left as they fall.
    fn leaves(&mut self, state: &State, outcomes: &Outcomes) -> Vec<Chances> {
        let mut thrown = *state;
        thrown.play_unchecked(Input::Answer(Answer::Reroll(state.turn().dice.all())), None);
        let mut leaves = Vec::with_capacity(outcomes.sample.len());
        for &slot in &outcomes.sample {
            let mut end = thrown;
            end.play_unchecked(Input::Rolled(row(slots().counts(slot))), None);
            leaves.push(self.ahead(&mut end, 1, 2));
        }
        leaves
    }

    fn solve(&mut self, state: &State, ask: &Ask) {
        let (dice, rerolls) = (state.turn().dice.len(), state.turn().rerolls as usize);
        let monsters = engine::Seat::ALL.map(|seat| *state.monster(seat));
        if let Some(plan) = &self.plan {
            let same =
                plan.turn == state.turn().number && plan.dice == dice && rerolls <= plan.rerolls;
            if same && plan.monsters == monsters && plan.tokyo == *state.tokyo() {
                return;
            }
        }
        self.judge.focus(state);
        let outcomes = outcomes_here(state);
        let me = ask.seat.index();
        let leaves = self.leaves(state, outcomes);
        let first = slots().rolls(dice).start;
        let mut solver = std::mem::take(&mut self.solver);
        let before = solver.solve_slots(dice, rerolls, |slot| {
            unswap(leaves[outcomes.of_roll[slot as usize - first] as usize], me)
        });
        self.solver = solver;
        let before = unswap(before, me);
        self.plan = Some(Plan {
            turn: state.turn().number,
            dice,
            rerolls,
            monsters,
            tokyo: *state.tokyo(),
            before,
        });
    }

    /// The chances before the first throw of the turn that was last solved, and its number.
    pub fn before_throw(&self) -> Option<(u16, Chances)> {
        self.plan.as_ref().map(|plan| (plan.turn, plan.before))
    }

    pub(super) fn decide_roll(&mut self, state: &State, ask: &Ask) -> Answer {
        let answers = state.answers();
        let dice = state.turn().dice;
        let rerolls = state.turn().rerolls as usize;
        let me = ask.seat.index();
        if 0 < rerolls && answers.contains(Answer::Reroll(dice.all())) && dice.len() <= MAX_DICE {
            self.solve(state, ask);
            let roll = counts(dice);
            let all = slots().slot(&roll);
            let mut best = (Answer::Pass, self.solver.keep_value(all, 0)[0]);
            let mut keep = self.solver.keep(&roll, rerolls);
            if 0.0 < self.noise {
                let noisy: Vec<(Slot, f32)> = self
                    .solver
                    .keeps(&roll, rerolls)
                    .into_iter()
                    .map(|(keep, value)| (keep, value[0] + self.noise * self.chance.normal()))
                    .collect();
                keep = noisy
                    .into_iter()
                    .reduce(|a, b| if a.1 < b.1 { b } else { a })
                    .map_or(all, |best| best.0);
            }
            if keep != all {
                let value = self.solver.keep_value(keep, rerolls)[0];
                // Noise may prefer a keep to stopping, but nothing is thrown for a gain that is none.
                if best.1 < value || 0.0 < self.noise {
                    best = (Answer::Reroll(rest(dice, slots().counts(keep))), value);
                }
            }
            if 1 << dice.len() < answers.len() {
                for answer in answers.iter() {
                    if let Answer::Free { dice: free, .. } = answer
                        && free.len() == 1
                    {
                        let value = self.free_value(&roll, dice, free, rerolls);
                        if best.1 < value {
                            best = (answer, value);
                        }
                    }
                }
            }
            return best.0;
        }
        self.judge.focus(state);
        let mut options = self.weigh_others(state);
        self.blur(&mut options, me);
        let best = options.iter().reduce(|best, option| {
            if best.chances[me] < option.chances[me] { option } else { best }
        });
        best.map_or(Answer::Pass, |best| best.answer)
    }

    /// What it is worth to throw one die for free.
    fn free_value(&self, roll: &Counts, dice: Dice, free: DiceSet, rerolls: usize) -> f32 {
        let Some(die) = free.iter().next() else { return 0.0 };
        let mut without = *roll;
        without[dice.get(die) as usize] -= 1;
        let value = |face: usize| {
            let mut roll = without;
            roll[face] += 1;
            self.solver.roll_value(&roll, rerolls)[0]
        };
        (0..FACES).map(value).sum::<f32>() / FACES as f32
    }

    /// All answers but ordinary rerolls.
    fn weigh_others(&mut self, state: &State) -> Vec<Choice> {
        let answers = state.answers();
        let mut options = Vec::new();
        for answer in answers.iter().filter(|answer| !matches!(answer, Answer::Reroll(_))) {
            let mut next = *state;
            next.play_unchecked(Input::Answer(answer), None);
            let rolls_on = matches!(answer, Answer::Use(_)) && may_reroll(&next);
            let chances =
                if rolls_on { self.rolling_on(&next) } else { self.ahead(&mut next, 1, 0) };
            options.push(Choice { answer, chances });
        }
        options
    }

    /// The chances at a question about dice with rerolls left, played well.
    fn rolling_on(&mut self, state: &State) -> Chances {
        let turn = self.solve_all(state);
        turn.roll(&counts(state.turn().dice), state.turn().rerolls as usize)
    }

    /// Solves the turn for all seats at once, at a question about dice with rerolls left; `None` elsewhere.
    pub fn solve_turn(&mut self, state: &State) -> Option<TurnChances> {
        may_reroll(state).then(|| {
            self.judge.focus(state);
            self.solve_all(state)
        })
    }

    fn solve_all(&mut self, state: &State) -> TurnChances {
        let me = state.turn().seat.index();
        let outcomes = outcomes_here(state);
        let leaves = self.leaves(state, outcomes);
        let dice = state.turn().dice.len();
        let first = slots().rolls(dice).start;
        let mut solver = Solver::new();
        solver.solve_slots(dice, state.turn().rerolls as usize, |slot| {
            unswap(leaves[outcomes.of_roll[slot as usize - first] as usize], me)
        });
        TurnChances { solver, me }
    }

    /// Every distinct way to go on, with the chances after it.
    pub(super) fn weigh_rolls(&mut self, state: &State, ask: &Ask) -> Vec<Choice> {
        let mut options = self.weigh_others(state);
        let dice = state.turn().dice;
        let reroll_all = Answer::Reroll(dice.all());
        if state.turn().seat == ask.seat
            && dice.len() <= MAX_DICE
            && state.answers().contains(reroll_all)
        {
            let turn = self.solve_all(state);
            let roll = counts(dice);
            for (keep, value) in turn.solver.keeps(&roll, state.turn().rerolls as usize) {
                let again = rest(dice, slots().counts(keep));
                if !again.is_empty() {
                    options.push(Choice {
                        answer: Answer::Reroll(again),
                        chances: unswap(value, turn.me),
                    });
                }
            }
        }
        options
    }
}

fn may_reroll(state: &State) -> bool {
    matches!(state.need(), Need::Answer(ask) if ask.question == Question::Roll && ask.seat == state.turn().seat)
        && 0 < state.turn().rerolls
        && state.turn().dice.len() <= MAX_DICE
        && state.answers().contains(Answer::Reroll(state.turn().dice.all()))
}

pub(super) fn unswap(mut chances: Chances, me: usize) -> Chances {
    chances.swap(0, me);
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 462 final rolls of six dice come to 159 outcomes, and 68 where hearts are of no use.
    #[test]
    fn outcomes_are_few() {
        assert_eq!(outcomes(6, 6).sample.len(), 159);
        assert_eq!(outcomes(6, 0).sample.len(), 68);
        assert_eq!(outcomes(6, MAX_DICE + 1).sample.len(), 462);
    }

    #[test]
    fn the_rest_is_thrown() {
        let dice = Dice::parse("3 1 3 C 3 H").unwrap();
        let again = rest(dice, &[0, 0, 2, 0, 1, 0]);
        assert_eq!(again.iter().collect::<Vec<_>>(), [1, 4, 5]);
        assert_eq!(counts(row(&[1, 0, 2, 1, 0, 3])), [1, 0, 2, 1, 0, 3]);
    }
}

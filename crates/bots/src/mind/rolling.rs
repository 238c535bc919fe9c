//! Questions about dice: every final roll is played out and judged, and the solver finds the best keep.

use std::sync::OnceLock;

use engine::{
    Answer, Ask, Card, Dice, DiceSet, Face, Input, Keeps, Monster, Need, Question, Seat, State,
    Tokyo,
};

use super::tables::{Between, Spent, Tables, Turned};
use super::{Chances, Choice, Judge, Mind};
use crate::dice::{Counts, FACES, MAX_DICE, Slot, Worth, face, slots, stars};

/// A solved turn, good for its later rolls too as long as nothing but the dice has changed.
pub(super) struct Plan {
    pub(super) turn: u16,
    pub(super) dice: usize,
    pub(super) rerolls: usize,
    monsters: [Monster; 6],
    tokyo: Tokyo,
    /// What lies on Smoke Cloud and on Mimic.
    tokens: [u8; 2],
    before: Chances,
}

/// A turn solved for all seats: what every roll and every keep is worth to each.
pub struct TurnChances {
    /// The roller's chances come first, changed with seat A's.
    solver: Tables,
    me: usize,
}

impl TurnChances {
    /// The chances when this set is kept and the rest is thrown, with this many rerolls left before that throw. An empty
    /// keep with one more than there are is the first throw.
    pub fn keep(&self, keep: &Counts, rerolls_left: usize) -> Chances {
        unswap(self.solver.keep_value(slots().slot(keep), rerolls_left), self.me)
    }

    /// The chances with this roll, played well, with this many rerolls left.
    pub fn roll(&self, roll: &Counts, rerolls_left: usize) -> Chances {
        unswap(self.solver.roll_value(roll, rerolls_left), self.me)
    }
}

/// Cards that look at the very dice, beyond stars, claws, hearts and energy: those that score them, and one that finds claws in
/// a number.
const READERS: Keeps = Keeps::SCORING.with(Card::PoisonQuills);

/// Final rolls that come to the same, by stars, claws, energy and useful hearts.
struct Outcomes {
    /// For each roll, by its place among the rolls, the number of its outcome.
    of_roll: Vec<u16>,
    /// A roll of each outcome.
    sample: Vec<Slot>,
    /// A roll of each outcome that shows a heart, if there is one.
    hearty: Vec<Option<Slot>>,
}

/// The outcomes of this many dice when at most `hearts` hearts are of use; `MAX_DICE + 1`: every roll is its own.
fn outcomes(dice: usize, hearts: usize) -> &'static Outcomes {
    type Row = [OnceLock<Outcomes>; MAX_DICE + 2];
    static TABLE: [Row; MAX_DICE + 1] =
        [const { [const { OnceLock::new() }; MAX_DICE + 2] }; MAX_DICE + 1];
    TABLE[dice][hearts.min(MAX_DICE + 1)].get_or_init(|| {
        let mut number = vec![u16::MAX; 10 * 10 * 10 * 32];
        let (mut of_roll, mut sample, mut hearty) = (Vec::new(), Vec::new(), Vec::new());
        for slot in slots().rolls(dice) {
            let counts = slots().counts(slot as Slot);
            let useful = (counts[face::HEART] as usize).min(hearts);
            let key =
                (counts[face::CLAW] as usize * 10 + counts[face::ENERGY] as usize) * 10 + useful;
            let known = &mut number[key * 32 + stars(counts) as usize];
            if *known == u16::MAX || MAX_DICE < hearts {
                *known = sample.len() as u16;
                sample.push(slot as Slot);
                hearty.push(None);
            }
            if 0 < counts[face::HEART] {
                hearty[*known as usize] = Some(slot as Slot);
            }
            of_roll.push(*known);
        }
        Outcomes { of_roll, sample, hearty }
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

/// The card through which a monster has this power: the card itself, or Mimic as its copy.
pub(super) fn power(state: &State, seat: Seat, card: Card) -> Option<Card> {
    let cards = state.monster(seat).cards;
    if cards.has(card) {
        return Some(card);
    }
    (state.copied() == Some(card) && cards.has(Card::Mimic)).then_some(Card::Mimic)
}

/// Nobody plans further than this many uses of a card; the next plan sees further again.
const USES: usize = 3;

/// What may happen between the throws of this turn.
fn between(state: &State) -> Between {
    let seat = state.turn().seat;
    let has = |card: Card| power(state, seat, card);
    let energy = state.monster(seat).energy as usize;
    let drinks = has(Card::EnergyDrink).map_or(0, |_| energy.min(USES));
    let smokes = has(Card::SmokeCloud).map_or(0, |slot| state.counter(slot) as usize).min(USES);
    let stretches = has(Card::Stretchy).map_or(0, |_| (energy / 2).min(USES));
    // Two such cards in one hand are rare, and each makes the other's tables anew.
    let most = if 0 < drinks && 0 < stretches { USES - 1 } else { USES };
    Between {
        drinks: drinks.min(most),
        smokes,
        stretches: stretches.min(most),
        twist: has(Card::PlotTwist).is_some(),
        herd: has(Card::HerdCuller).is_some(),
        dweller: has(Card::BackgroundDweller).is_some(),
        probers: state
            .living()
            .clockwise_after(seat)
            .filter(|&other| other != seat && power(state, other, Card::PsychicProbe).is_some())
            .map(|other| match other.index() {
                0 => seat.index(),
                other => other,
            })
            .collect(),
    }
}

fn tokens(state: &State) -> [u8; 2] {
    [state.counter(Card::SmokeCloud), state.counter(Card::Mimic)]
}

fn outcomes_here(state: &State) -> &'static Outcomes {
    let seat = state.turn().seat;
    let monster = state.monster(seat);
    let holds = |card: Card| power(state, seat, card).is_some();
    let useful = if READERS.iter().any(holds) {
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

    /// The chances after each outcome when something was spent between the throws.
    fn leaves_after(&mut self, state: &State, outcomes: &Outcomes, spent: &Spent) -> Vec<Chances> {
        let seat = state.turn().seat;
        let mut thrown = *state;
        let uses = [(Card::EnergyDrink, spent.drinks), (Card::SmokeCloud, spent.smokes)];
        for (card, count) in uses {
            let slot = power(state, seat, card).unwrap_or(card);
            for _ in 0..count {
                thrown.play_unchecked(Input::Answer(Answer::Use(slot)), None);
            }
        }
        thrown.play_unchecked(Input::Answer(Answer::Reroll(state.turn().dice.all())), None);
        let mut sets = Vec::new();
        let turns = [(Card::PlotTwist, spent.twist as usize), (Card::Stretchy, spent.stretches)];
        for (card, count) in turns {
            sets.extend(std::iter::repeat_n(power(state, seat, card).unwrap_or(card), count));
        }
        let mut leaves = Vec::with_capacity(outcomes.sample.len());
        for (&slot, &hearty) in outcomes.sample.iter().zip(&outcomes.hearty) {
            let lost = spent.probe.filter(|_| hearty.is_some());
            let slot = hearty.filter(|_| lost.is_some()).unwrap_or(slot);
            let mut end = end_of_rolling(&thrown, row(slots().counts(slot)), &sets, lost);
            leaves.push(self.ahead(&mut end, 1, 2));
        }
        leaves
    }

    fn solve(&mut self, state: &State) {
        let (dice, rerolls) = (state.turn().dice.len(), state.turn().rerolls as usize);
        if self.plan.as_ref().is_some_and(|plan| plan.fits(state)) {
            return;
        }
        self.judge.focus(state);
        let mut solver = std::mem::take(&mut self.solver);
        let before = self.solve_into(state, &mut solver);
        self.solver = solver;
        self.plan = Some(Plan {
            turn: state.turn().number,
            dice,
            rerolls,
            monsters: Seat::ALL.map(|seat| *state.monster(seat)),
            tokyo: *state.tokyo(),
            tokens: tokens(state),
            before,
        });
    }

    /// Solves the turn, and returns what it was worth before its first throw.
    fn solve_into(&mut self, state: &State, tables: &mut Tables) -> Chances {
        let (dice, rerolls) = (state.turn().dice.len(), state.turn().rerolls as usize);
        let me = state.turn().seat.index();
        let outcomes = outcomes_here(state);
        let between = if self.plain { Between::default() } else { between(state) };
        let before = if between.is_plain() {
            let leaves = self.leaves(state, outcomes);
            let first = slots().rolls(dice).start;
            tables.solve_plain(dice, rerolls, |slot| {
                unswap(leaves[outcomes.of_roll[slot as usize - first] as usize], me)
            })
        } else {
            tables.solve(dice, rerolls, &between, |spent| {
                let leaves = self.leaves_after(state, outcomes, spent);
                outcomes.of_roll.iter().map(|&at| unswap(leaves[at as usize], me)).collect()
            })
        };
        unswap(before, me)
    }

    /// Makes the plan of the turn at a question about its dice, unless there is one already; whether there is one.
    pub(super) fn plan(&mut self, state: &State) -> bool {
        if self.plan.as_ref().is_some_and(|plan| plan.fits(state)) {
            return true;
        }
        let possible = may_reroll(state);
        if possible {
            self.solve(state);
        }
        possible
    }

    /// What the plan says, by seat.
    pub(super) fn planned(&self, state: &State, read: impl Fn(&Tables) -> Chances) -> Chances {
        unswap(read(&self.solver), state.turn().seat.index())
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
        let planned = self.plan.as_ref().is_some_and(|plan| plan.fits(state));
        if (planned && !self.plain) || may_reroll(state) {
            self.solve(state);
            let roll = counts(dice);
            let all = slots().slot(&roll);
            let mut best = (Answer::Pass, self.solver.stop_value(&roll)[0]);
            let mut keep = self.solver.keep(&roll, rerolls);
            if 0.0 < self.noise && 0 < rerolls {
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
            if rerolls == 0 || 1 << dice.len() < answers.len() {
                for answer in answers.iter() {
                    let value = match answer {
                        Answer::Free { dice: free, .. } if free.len() == 1 => {
                            Some(self.free_value(&roll, dice, free, rerolls))
                        }
                        Answer::Use(card) => {
                            let smoke = power(state, ask.seat, Card::SmokeCloud) == Some(card);
                            self.solver
                                .after_buying(smoke, &roll, rerolls)
                                .map(|chances| chances[0])
                        }
                        _ => None,
                    };
                    if let Some(value) = value.filter(|&value| best.1 < value) {
                        best = (answer, value);
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
        let mut solver = Tables::default();
        self.solve_into(state, &mut solver);
        TurnChances { solver, me: state.turn().seat.index() }
    }

    /// What to do in the stage in which dice are turned, as the plan of the turn says; `None` without such a plan.
    pub(super) fn decide_change(&mut self, state: &State, ask: &Ask) -> Option<Answer> {
        if 0.0 < self.noise {
            return None;
        }
        let options = self.change_values(state, ask)?;
        let me = ask.seat.index();
        // Nothing is spent on a gain that is only rounding.
        let best = options.iter().reduce(|best, option| {
            if best.chances[me] + 1e-6 < option.chances[me] { option } else { best }
        });
        best.map(|best| best.answer)
    }

    /// What each answer is worth in the stage in which dice are turned, stopping first; `None` without a plan of the turn.
    pub(super) fn change_values(&mut self, state: &State, ask: &Ask) -> Option<Vec<Choice>> {
        let turn = state.turn();
        let plan = self.plan.as_ref().filter(|plan| plan.turn == turn.number)?;
        if plan.dice != turn.dice.len() || plan.tokens != tokens(state) {
            return None;
        }
        let (was, is) = (&plan.monsters[ask.seat.index()], state.monster(ask.seat));
        let answers = state.answers();
        let offered = |card: Card| power(state, ask.seat, card);
        let twist = offered(Card::PlotTwist);
        let herd = offered(Card::HerdCuller);
        let sets = |slot: Card| {
            answers.iter().any(|answer| matches!(answer, Answer::Set { card, .. } if card == slot))
        };
        let had = |card: Card| {
            was.cards.has(card) || (was.cards.has(Card::Mimic) && state.copied() == Some(card))
        };
        let used = Turned {
            stretches: (was.energy.checked_sub(is.energy)? / 2) as usize,
            twist: had(Card::PlotTwist) && twist.is_none(),
            herd: herd.is_some_and(|slot| !sets(slot))
                && turn.dice.count(Face::One) < turn.dice.len() as u8,
        };
        let roll = counts(turn.dice);
        let stretchy = offered(Card::Stretchy);
        let mut stopped = *state;
        stopped.play_unchecked(Input::Answer(Answer::Pass), None);
        self.judge.focus(state);
        let me = turn.seat.index();
        let mut options =
            vec![Choice { answer: Answer::Pass, chances: self.ahead(&mut stopped, 1, 2) }];
        for answer in answers.iter() {
            if super::same_answer(state, answer) != answer {
                continue;
            }
            let chances = match answer {
                Answer::Set { card, die, face } => {
                    let mut after = roll;
                    after[turn.dice.get(die as usize) as usize] -= 1;
                    after[face as usize] += 1;
                    let next = if Some(card) == stretchy {
                        Turned { stretches: used.stretches + 1, ..used }
                    } else if Some(card) == twist {
                        Turned { twist: true, ..used }
                    } else {
                        Turned { herd: true, ..used }
                    };
                    self.solver.turning(next, &after)?
                }
                Answer::Free { dice, .. } if dice.len() == 1 => {
                    let mut without = roll;
                    without[face::THREE] -= 1;
                    let mut sum = Chances::default();
                    for face in 0..FACES {
                        let mut after = without;
                        after[face] += 1;
                        sum = sum.plus(self.solver.turning(used, &after)?);
                    }
                    sum.sixth()
                }
                _ => continue,
            };
            options.push(Choice { answer, chances: unswap(chances, me) });
        }
        Some(options)
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

impl Plan {
    /// Whether it is about this moment: nothing but the dice has changed since.
    fn fits(&self, state: &State) -> bool {
        let turn = state.turn();
        self.turn == turn.number
            && self.dice == turn.dice.len()
            && turn.rerolls as usize <= self.rerolls
            && Seat::ALL.iter().all(|&seat| self.monsters[seat.index()] == *state.monster(seat))
            && self.tokyo == *state.tokyo()
            && self.tokens == tokens(state)
    }
}

/// Plays on to where the dice count. The dice fall as `row` says in the end, after these cards have turned the first
/// one; `lost`: the prober with this number throws a heart again and loses its card.
fn end_of_rolling(thrown: &State, row: Dice, sets: &[Card], lost: Option<usize>) -> State {
    let mut end = *thrown;
    if sets.is_empty() && lost.is_none() {
        end.play_unchecked(Input::Rolled(row), None);
        return end;
    }
    let goal = row.get(0);
    let other = Face::ALL[(goal as usize + 1) % FACES];
    // Each card turns the first die to and fro, so that the last one turns it to what it should show.
    let shown = |sets_left: usize| if sets_left.is_multiple_of(2) { goal } else { other };
    let first = Dice::NONE.and(shown(sets.len()));
    let fallen = row.iter().skip(1).fold(first, Dice::and);
    end.play_unchecked(Input::Rolled(fallen), None);
    let (mut probes, mut turned) = (0, 0);
    loop {
        let input = match end.need() {
            Need::Answer(ask) => match ask.question {
                Question::Roll => Answer::Pass,
                Question::Probe => {
                    let probes_now = lost == Some(probes);
                    probes += 1;
                    if probes_now { Answer::Die(row.len() as u8 - 1) } else { Answer::Pass }
                }
                Question::Reprobe => Answer::Pass,
                Question::Change if turned < sets.len() => {
                    turned += 1;
                    let face = shown(sets.len() - turned);
                    Answer::Set { card: sets[turned - 1], die: 0, face }
                }
                _ => return end,
            },
            Need::Roll { count: 1, .. }
                if lost.is_some_and(|lost| probes == lost + 1) && turned == 0 =>
            {
                end.play_unchecked(Input::Rolled(Dice::NONE.and(Face::Heart)), None);
                continue;
            }
            _ => return end,
        };
        end.play_unchecked(Input::Answer(input), None);
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

    /// Where a card makes rolls of one outcome come to different things, every roll must be an outcome of its own.
    #[test]
    fn every_card_that_looks_at_the_dice_is_a_reader() {
        use engine::{At, MonsterSetup, Setup, TurnSetup};
        let all = outcomes(6, 6);
        for card in Keeps::ALL.without(Card::Mimic).iter() {
            let mut seen = vec![None; all.sample.len()];
            for (slot, number) in slots().rolls(6).zip(&all.of_roll) {
                let mut monsters = vec![MonsterSetup::default(); 3];
                monsters[0] = MonsterSetup { hearts: 2, cards: vec![card], ..monsters[1].clone() };
                let dice = row(slots().counts(slot as Slot));
                let setup = Setup {
                    monsters,
                    city: Some(Seat::B),
                    turn: TurnSetup {
                        seat: Some(Seat::A),
                        dice,
                        rerolls: 2,
                        ..TurnSetup::default()
                    },
                    at: At::Roll,
                    ..Setup::default()
                };
                let preview = State::from_setup(&setup).expect("a position").preview();
                let comes_to = (preview.stars, preview.energy, preview.healing, preview.damage);
                let before = *seen[*number as usize].get_or_insert(comes_to);
                let same = before == comes_to;
                assert!(same || READERS.has(card), "{card}: {before:?} and {comes_to:?} by {dice}");
            }
        }
    }

    #[test]
    fn the_rest_is_thrown() {
        let dice = Dice::parse("3 1 3 C 3 H").unwrap();
        let again = rest(dice, &[0, 0, 2, 0, 1, 0]);
        assert_eq!(again.iter().collect::<Vec<_>>(), [1, 4, 5]);
        assert_eq!(counts(row(&[1, 0, 2, 1, 0, 3])), [1, 0, 2, 1, 0, 3]);
    }
}

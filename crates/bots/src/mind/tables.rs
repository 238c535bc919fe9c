//! A solved turn: what every roll and every keep is worth, with what cards do between the throws.
//!
//! Most turns are plain: throws, keeps and then the dice count. A card may add to that, always in this order:
//!
//! 1. while rolling, Energy Drink and Smoke Cloud sell rerolls, and Background Dweller throws 3s again for free;
//! 2. when the roller has stopped, rivals with a Psychic Probe throw one die again, each in its own interest;
//! 3. then Herd Culler, Plot Twist and Stretchy turn dice.
//!
//! Each of them is one more sweep over the rolls, from the last stage to the first. What was spent on the way makes
//! other tables at the end, so each way of spending has final values of its own.

use super::Chances;
use crate::dice::{Counts, FACES, Slot, Solver, Worth, face, for_each_keep, slots};

/// What may be done between the throws of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Between {
    /// Most rerolls that the roller would buy with energy.
    pub(super) drinks: usize,
    /// Most rerolls that it would buy with smoke tokens.
    pub(super) smokes: usize,
    /// Most dice that it would turn for two energy.
    pub(super) stretches: usize,
    /// Whether it may turn one die and lose the card.
    pub(super) twist: bool,
    /// Whether it may turn one die to a 1.
    pub(super) herd: bool,
    /// Whether it may throw 3s again.
    pub(super) dweller: bool,
    /// The rivals that may throw one die again, in turn order, by their place among the chances.
    pub(super) probers: Vec<usize>,
}

impl Between {
    pub(super) fn is_plain(&self) -> bool {
        *self == Between::default()
    }
}

/// What was spent when the dice count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    /// Energy on Energy Drink.
    pub(super) drinks: usize,
    /// Smoke tokens.
    pub(super) smokes: usize,
    /// Dice turned by Stretchy.
    pub(super) stretches: usize,
    /// Plot Twist.
    pub(super) twist: bool,
    /// The Psychic Probe of this prober was lost to a heart.
    pub(super) probe: Option<usize>,
}

impl Spent {
    /// Whether it comes to the same table.
    fn like(&self, other: &Spent) -> bool {
        self.drinks + 2 * self.stretches == other.drinks + 2 * other.stretches
            && (self.smokes, self.twist, self.probe) == (other.smokes, other.twist, other.probe)
    }
}

/// How much of the cards that turn dice has been used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turned {
    pub(super) stretches: usize,
    pub(super) twist: bool,
    pub(super) herd: bool,
}

/// The values of all rolls, in the order of their slots.
type Values = Vec<Chances>;

/// The rolling stage with some rerolls bought.
struct Layer {
    drinks: usize,
    smokes: usize,
    /// By rerolls left.
    rolls: Vec<Values>,
    /// By rerolls left, by slot; none for 0.
    keeps: Vec<Values>,
    /// What stopping is worth.
    stopped: Values,
}

/// A solved turn. In all chances the roller's come first, changed with seat A's.
#[derive(Default)]
pub(super) struct Tables {
    dice: usize,
    /// The solved turn where nothing happens between the throws.
    plain: Solver<Chances>,
    /// The layers, the one with nothing bought last; empty for a plain turn.
    layers: Vec<Layer>,
    /// Before rolling is over nothing is turned: the stage in which dice are turned, with nothing bought.
    turning: Vec<(Turned, Values)>,
    sold: Between,
    throw: Solver<Chances>,
}

impl Tables {
    /// Solves a plain turn and returns what it is worth before the first throw.
    pub(super) fn solve_plain(
        &mut self,
        dice: usize,
        rerolls: usize,
        leaf: impl FnMut(Slot) -> Chances,
    ) -> Chances {
        self.dice = dice;
        self.layers.clear();
        self.turning.clear();
        self.plain.solve_slots(dice, rerolls, leaf)
    }

    /// Solves a turn with cards. `leaves` gives the values of all final rolls after something was spent.
    pub(super) fn solve(
        &mut self,
        dice: usize,
        rerolls: usize,
        between: &Between,
        mut leaves: impl FnMut(&Spent) -> Values,
    ) -> Chances {
        self.dice = dice;
        self.layers.clear();
        self.turning.clear();
        self.sold = between.clone();
        let mut known: Vec<(Spent, Values)> = Vec::new();
        let mut ends = |spent: &Spent| {
            if let Some((_, values)) = known.iter().find(|(other, _)| other.like(spent)) {
                return values.clone();
            }
            let values = leaves(spent);
            known.push((*spent, values.clone()));
            values
        };
        for (drinks, smokes) in bought(between) {
            let spent = Spent { drinks, smokes, ..Spent::default() };
            let turning = turn_dice(dice, between, |turned| {
                ends(&Spent { stretches: turned.stretches, twist: turned.twist, ..spent })
            });
            let mut stopped = turning.last().map(|(_, values)| values.clone()).unwrap_or_default();
            for (at, &prober) in between.probers.iter().enumerate().rev() {
                // Only the first prober's loss of its card is followed: two probes at a table are rare.
                let lost = (at == 0).then(|| {
                    let all = turn_dice(dice, between, |turned| {
                        ends(&Spent {
                            stretches: turned.stretches,
                            twist: turned.twist,
                            probe: Some(at),
                            ..spent
                        })
                    });
                    all.into_iter().next_back().map(|(_, values)| values).unwrap_or_default()
                });
                stopped = probe(dice, prober, &stopped, lost.as_ref());
            }
            let layer = self.roll(rerolls, drinks, smokes, stopped);
            self.layers.push(layer);
            if drinks + smokes == 0 {
                self.turning = turning;
            }
        }
        let whole = &self.layers[self.layers.len() - 1].rolls[rerolls];
        self.throw.solve_values(dice, 0, whole)
    }

    fn roll(&mut self, rerolls: usize, drinks: usize, smokes: usize, stopped: Values) -> Layer {
        let dice = self.dice;
        let most = rerolls + drinks + smokes;
        let (mut rolls, mut keeps): (Vec<Values>, Vec<Values>) = (Vec::new(), Vec::new());
        for left in 0..=most {
            let mut values = stopped.clone();
            let mut kept = Vec::new();
            if 0 < left {
                self.throw.solve_values(dice, 1, &rolls[left - 1]);
                kept = (0..slots().up_to(dice))
                    .map(|slot| self.throw.keep_value(slot as Slot, 1))
                    .collect();
                for (value, slot) in values.iter_mut().zip(slots().rolls(dice)) {
                    *value = value.better(self.throw.keep_value(slot as Slot, 2));
                }
            }
            for more in [(drinks + 1, smokes), (drinks, smokes + 1)] {
                let Some(layer) = self.layer(more.0, more.1) else { continue };
                if let Some(rolls) = layer.rolls.get(left + 1) {
                    for (value, other) in values.iter_mut().zip(rolls) {
                        *value = value.better(*other);
                    }
                }
            }
            if self.sold.dweller {
                throw_threes(dice, &mut values);
            }
            rolls.push(values);
            keeps.push(kept);
        }
        Layer { drinks, smokes, rolls, keeps, stopped }
    }

    fn layer(&self, drinks: usize, smokes: usize) -> Option<&Layer> {
        self.layers.iter().find(|layer| (layer.drinks, layer.smokes) == (drinks, smokes))
    }

    fn top(&self) -> Option<&Layer> {
        self.layers.last()
    }

    fn place(&self, roll: &Counts) -> usize {
        slots().slot(roll) as usize - slots().rolls(self.dice).start
    }

    /// What a roll is worth, played well, with this many rerolls left.
    pub(super) fn roll_value(&self, roll: &Counts, left: usize) -> Chances {
        match self.top() {
            None => self.plain.roll_value(roll, left),
            Some(layer) => layer.rolls[left][self.place(roll)],
        }
    }

    /// What it is worth to keep this set and throw the rest, with this many rerolls left before that throw. The empty set
    /// with one more than there are is the first throw.
    pub(super) fn keep_value(&self, keep: Slot, left: usize) -> Chances {
        match self.top() {
            None => self.plain.keep_value(keep, left),
            Some(layer) => match layer.keeps.get(left) {
                Some(keeps) if 0 < left => keeps[keep as usize],
                _ if keep == 0 && 0 < left => {
                    let mut throw = Solver::new();
                    throw.solve_values(self.dice, 0, &layer.rolls[left - 1])
                }
                _ => layer.stopped[keep as usize - slots().rolls(self.dice).start],
            },
        }
    }

    /// What it is worth to stop with this roll.
    pub(super) fn stop_value(&self, roll: &Counts) -> Chances {
        match self.top() {
            None => self.plain.keep_value(slots().slot(roll), 0),
            Some(layer) => layer.stopped[self.place(roll)],
        }
    }

    /// What a roll is worth after one more reroll was bought: with energy, or with smoke.
    pub(super) fn after_buying(&self, smoke: bool, roll: &Counts, left: usize) -> Option<Chances> {
        let layer = self.layer(!smoke as usize, smoke as usize)?;
        layer.rolls.get(left + 1).map(|rolls| rolls[self.place(roll)])
    }

    /// The best set to keep; of equal keeps the largest.
    pub(super) fn keep(&self, roll: &Counts, left: usize) -> Slot {
        if self.layers.is_empty() {
            return self.plain.keep(roll, left);
        }
        let all = slots().slot(roll);
        let mut best = (all, self.stop_value(roll)[0]);
        if 0 < left {
            for_each_keep(roll, |keep| {
                let value = self.keep_value(keep, left)[0];
                if keep != all && best.1 < value {
                    best = (keep, value);
                }
            });
        }
        best.0
    }

    /// Every distinct set one may keep of this roll with what it is worth, best first.
    pub(super) fn keeps(&self, roll: &Counts, left: usize) -> Vec<(Slot, Chances)> {
        let mut all = Vec::new();
        for_each_keep(roll, |keep| all.push((keep, self.keep_value(keep, left))));
        all.sort_by(|a, b| b.1[0].total_cmp(&a.1[0]));
        all
    }

    /// What a roll is worth in the stage in which dice are turned, with this much used so far; `None` if that was not
    /// solved.
    pub(super) fn turning(&self, used: Turned, roll: &Counts) -> Option<Chances> {
        let (_, values) = self.turning.iter().find(|(turned, _)| *turned == used)?;
        values.get(self.place(roll)).copied()
    }
}

/// What may have been bought, the most first: whoever buys less may still buy more.
fn bought(between: &Between) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = (0..=between.drinks)
        .flat_map(|drinks| (0..=between.smokes).map(move |smokes| (drinks, smokes)))
        .filter(|(drinks, smokes)| drinks + smokes <= between.drinks.max(between.smokes))
        .collect();
    all.sort_by_key(|(drinks, smokes)| std::cmp::Reverse(drinks + smokes));
    all
}

/// The stage in which dice are turned, for all ways to have used the cards so far, the one with nothing used last.
fn turn_dice(
    dice: usize,
    between: &Between,
    mut ends: impl FnMut(Turned) -> Values,
) -> Vec<(Turned, Values)> {
    let mut all: Vec<(Turned, Values)> = Vec::new();
    for stretches in (0..=between.stretches).rev() {
        for twist in [true, false] {
            for herd in [true, false] {
                if (twist && !between.twist) || (herd && !between.herd) {
                    continue;
                }
                let here = Turned { stretches, twist, herd };
                let mut values = ends(here);
                for next in [
                    Turned { stretches: stretches + 1, ..here },
                    Turned { twist: true, ..here },
                    Turned { herd: true, ..here },
                ] {
                    if next == here {
                        continue;
                    }
                    if let Some((_, other)) = all.iter().find(|(turned, _)| *turned == next) {
                        let faces = if next.herd == here.herd { 0..FACES } else { 0..1 };
                        turn_one(dice, faces, other, &mut values);
                    }
                }
                if between.dweller {
                    throw_threes(dice, &mut values);
                }
                all.push((here, values));
            }
        }
    }
    all
}

/// Improves values by turning any die to one of these faces.
fn turn_one(dice: usize, faces: std::ops::Range<usize>, after: &[Chances], values: &mut [Chances]) {
    if dice == 0 {
        return;
    }
    let (first, smaller) = (slots().rolls(dice).start, slots().rolls(dice - 1));
    let best: Values = smaller
        .clone()
        .map(|slot| {
            let at = |face: usize| after[slots().with(slot as Slot, face) as usize - first];
            faces.clone().skip(1).fold(at(faces.start), |best, face| best.better(at(face)))
        })
        .collect();
    each_less(dice, |roll, less| {
        values[roll] = values[roll].better(best[less - smaller.start]);
    });
}

/// The values when this prober may throw one die again before `below`; `lost`: the same without its card.
fn probe(dice: usize, prober: usize, below: &[Chances], lost: Option<&Values>) -> Values {
    let mut values = below.to_vec();
    if dice == 0 {
        return values;
    }
    let (first, smaller) = (slots().rolls(dice).start, slots().rolls(dice - 1));
    let means: Values = smaller
        .clone()
        .map(|slot| {
            (0..FACES)
                .fold(Chances::default(), |sum, face| {
                    let at = slots().with(slot as Slot, face) as usize - first;
                    let values = match lost {
                        Some(lost) if face == face::HEART => lost,
                        _ => below,
                    };
                    sum.plus(values[at])
                })
                .sixth()
        })
        .collect();
    each_less(dice, |roll, less| {
        let other = &means[less - smaller.start];
        if values[roll][prober] < other[prober] {
            values[roll] = *other;
        }
    });
    values
}

/// Improves values by throwing 3s again as often as one likes, one by one: a 3 again is the same choice again, so what
/// counts is the mean of the five other faces. Rolls with fewer 3s come first, since that is where it leads.
fn throw_threes(dice: usize, values: &mut [Chances]) {
    let range = slots().rolls(dice);
    let first = range.start;
    for threes in 1..=dice as u8 {
        for slot in range.clone() {
            let roll = slots().counts(slot as Slot);
            if roll[face::THREE] != threes {
                continue;
            }
            let mut without = *roll;
            without[face::THREE] -= 1;
            let less = slots().slot(&without);
            let sum = (0..FACES)
                .filter(|&face| face != face::THREE)
                .fold(Chances::default(), |sum, face| {
                    sum.plus(values[slots().with(less, face) as usize - first])
                });
            values[slot - first] = values[slot - first].better(sum.fifth());
        }
    }
}

/// Calls with the place of each roll and each slot that has one die less.
fn each_less(dice: usize, mut see: impl FnMut(usize, usize)) {
    let first = slots().rolls(dice).start;
    for slot in slots().rolls(dice) {
        for &less in slots().less(slot as Slot) {
            see(slot - first, less as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claws(roll: &Counts, bonus: f32) -> Chances {
        [roll[face::CLAW] as f32 + bonus, -(roll[face::CLAW] as f32), 0.0, 0.0, 0.0, 0.0]
    }

    fn all_rolls(value: impl Fn(&Counts) -> Chances) -> Values {
        slots().rolls(6).map(|slot| value(slots().counts(slot as Slot))).collect()
    }

    fn before(between: Between, bonus: impl Fn(&Spent) -> f32) -> f32 {
        let mut tables = Tables::default();
        tables.solve(6, 2, &between, |spent| all_rolls(|roll| claws(roll, bonus(spent))))[0]
    }

    #[test]
    fn without_cards_it_is_the_plain_turn() {
        let mut tables = Tables::default();
        let plain = tables.solve_plain(6, 2, |slot| claws(slots().counts(slot), 0.0));
        assert!((plain[0] - 91.0 / 36.0).abs() < 1e-5);
        let layered = before(Between::default(), |_| 0.0);
        assert!((layered - plain[0]).abs() < 1e-5);
    }

    /// plot_twist.1: one die becomes a claw unless all six are claws already.
    #[test]
    fn plot_twist_adds_one_claw_unless_all_are_claws() {
        let all_six = (91.0f32 / 216.0).powi(6);
        let value = before(Between { twist: true, ..Between::default() }, |_| 0.0);
        assert!((value - (91.0 / 36.0 + 1.0 - all_six)).abs() < 1e-5);
    }

    /// Each die misses claws in all its throws: 6 (1 - (5/6)^(3 + bought)).
    #[test]
    fn bought_rerolls_count_as_rerolls() {
        let value = before(Between { drinks: 2, ..Between::default() }, |_| 0.0);
        assert!((value - 6.0 * (1.0 - (5.0f32 / 6.0).powi(5))).abs() < 1e-5);
        let smoke = before(Between { smokes: 1, ..Between::default() }, |_| 0.0);
        assert!((smoke - 6.0 * (1.0 - (5.0f32 / 6.0).powi(4))).abs() < 1e-5);
        let dear =
            before(Between { drinks: 2, ..Between::default() }, |spent| -3.0 * spent.drinks as f32);
        assert!(dear < smoke && 91.0 / 36.0 - 1e-4 < dear);
    }

    /// stretchy.1: as often as one can pay, if it is worth it.
    #[test]
    fn stretchy_turns_as_many_dice_as_it_can_pay() {
        let value = before(Between { stretches: 2, ..Between::default() }, |_| 0.0);
        assert!(91.0 / 36.0 + 1.8 < value && value < 91.0 / 36.0 + 2.0);
        let dear = before(Between { stretches: 2, ..Between::default() }, |spent| {
            -2.0 * spent.stretches as f32
        });
        assert!((dear - 91.0 / 36.0).abs() < 1e-5);
    }

    /// psychic_probe.1 and .2: the prober takes a claw away with 5 chances of 6, once the roller has stopped.
    #[test]
    fn a_probe_takes_a_claw() {
        let mut tables = Tables::default();
        let between = Between { probers: vec![1], ..Between::default() };
        tables.solve(6, 2, &between, |_| all_rolls(|roll| claws(roll, 0.0)));
        let roll = [2, 0, 0, 0, 4, 0];
        assert!((tables.stop_value(&roll)[0] - (4.0 - 5.0 / 6.0)).abs() < 1e-5);
        assert!((tables.stop_value(&[6, 0, 0, 0, 0, 0])[0]).abs() < 1e-5, "it is not used in vain");
    }

    /// A 3 is thrown until it shows something else.
    #[test]
    fn background_dweller_rolls_threes_away() {
        let mut tables = Tables::default();
        let between = Between { dweller: true, ..Between::default() };
        let value = tables.solve(6, 0, &between, |_| all_rolls(|roll| claws(roll, 0.0)));
        assert!((value[0] - 6.0 / 5.0).abs() < 1e-5);
    }

    /// herd_culler: only to a 1.
    #[test]
    fn herd_culler_makes_a_one() {
        let mut tables = Tables::default();
        let between = Between { herd: true, ..Between::default() };
        tables.solve(6, 2, &between, |_| {
            all_rolls(|roll| [(3 <= roll[0]) as u8 as f32, 0.0, 0.0, 0.0, 0.0, 0.0])
        });
        assert_eq!(tables.stop_value(&[2, 1, 1, 1, 1, 0])[0], 1.0);
        assert_eq!(tables.stop_value(&[1, 2, 1, 1, 1, 0])[0], 0.0);
        let used = Turned { herd: true, ..Turned::default() };
        assert_eq!(tables.turning(used, &[2, 1, 1, 1, 1, 0]).unwrap()[0], 0.0);
    }
}

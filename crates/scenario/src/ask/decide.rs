//! By which switch two books part: switches are turned until the difference goes away.

use super::{Column, Dispute, Verdict};
use engine::Rules;

/// Why two groups of books part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decider {
    /// The columns of the first group.
    pub one: Vec<usize>,
    /// The columns of the other group.
    pub other: Vec<usize>,
    /// The switches that decide it: turned in the first group's rules to what the other has, they make the courses equal.
    /// With several, it takes all of them, unless [`Decider::each`] is set.
    pub switches: Vec<&'static str>,
    /// Each of the switches is enough by itself.
    pub each: bool,
}

impl Dispute {
    /// What decides the first difference, for the first group of books against each other group.
    pub fn deciders(&self, verdict: &Verdict) -> Vec<Decider> {
        let Some(row) = verdict.first_difference() else { return Vec::new() };
        let groups = verdict.groups(row);
        let Some((one, others)) = groups.split_first() else { return Vec::new() };
        let last = row + 1 == verdict.rows();
        others
            .iter()
            .map(|other| {
                let (switches, each) = self.decide_groups(verdict, one, other, (row, last));
                Decider { one: one.clone(), other: other.clone(), switches, each }
            })
            .collect()
    }

    /// The switches by which two groups part: those that do it for every book of the one and the other, if there are any;
    /// else those of the two books that have most in common.
    fn decide_groups(
        &self,
        verdict: &Verdict,
        one: &[usize],
        other: &[usize],
        at: (usize, bool),
    ) -> (Vec<&'static str>, bool) {
        let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (*a, *b)));
        let mut found: Vec<(usize, Vec<&'static str>, bool)> = pairs
            .map(|(a, b)| {
                let (a, b) = (&verdict.columns[a], &verdict.columns[b]);
                let (switches, each) = self.decide(a, b, at);
                (differing(&a.rules, &b.rules).len(), switches, each)
            })
            .collect();
        found.sort_by_key(|(distance, ..)| *distance);
        let Some((_, nearest, each)) = found.first() else { return (Vec::new(), false) };
        let alone = |(_, switches, each): &(usize, Vec<_>, bool)| *each || switches.len() == 1;
        let everywhere: Vec<&'static str> = nearest
            .iter()
            .copied()
            .filter(|switch| found.iter().all(|pair| alone(pair) && pair.1.contains(switch)))
            .collect();
        match everywhere.is_empty() {
            false => (everywhere.clone(), 1 < everywhere.len()),
            true => (nearest.clone(), *each),
        }
    }

    /// The switches by which these two columns part in this row.
    fn decide(
        &self,
        one: &Column,
        other: &Column,
        (row, last): (usize, bool),
    ) -> (Vec<&'static str>, bool) {
        let differing = differing(&one.rules, &other.rules);
        let turned = |from: &Column, switches: &[&'static str], to: &Column| {
            let mut rules = from.rules;
            for switch in switches {
                let value = to.rules.get(switch).expect("it is the name of a switch");
                rules.set(switch, value).expect("it is a value of the switch");
            }
            let moves = &self.moves[..row.min(self.moves.len())];
            // Lines that a file gives to single books are given as the other book has them.
            Column::play(to.book, rules, &self.start, moves).agrees(to, row, last)
        };
        if turned(one, &[], other) {
            // Different things were done here: no rule decides it.
            return (Vec::new(), false);
        }
        let enough: Vec<&'static str> =
            differing.iter().copied().filter(|switch| turned(one, &[switch], other)).collect();
        // Where several switches lead to the same, those count that lead back as well.
        let both: Vec<&'static str> =
            enough.iter().copied().filter(|switch| turned(other, &[switch], one)).collect();
        match (both.is_empty(), enough.is_empty()) {
            (false, _) => return (both.clone(), 1 < both.len()),
            (true, false) => return (enough.clone(), 1 < enough.len()),
            (true, true) => {}
        }
        // It takes several: all of them do it, and those are left out without which it still holds.
        let mut needed = differing;
        let mut at = 0;
        while at < needed.len() {
            let mut fewer = needed.clone();
            fewer.remove(at);
            if turned(one, &fewer, other) {
                needed = fewer;
            } else {
                at += 1;
            }
        }
        (needed, false)
    }
}

/// The switches in which two sets of rules differ.
fn differing(one: &Rules, other: &Rules) -> Vec<&'static str> {
    let names = Rules::SWITCHES.iter().map(|(name, _)| *name);
    names.filter(|name| one.get(name) != other.get(name)).collect()
}

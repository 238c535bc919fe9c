//! Training with puzzles: a rating that stays with the player, what was done, and which puzzle comes next.

use std::collections::BTreeMap;
use std::f64::consts::{LN_10, PI};

use serde::{Deserialize, Serialize};

use crate::moment::Kind;

/// Where everybody begins.
const FIRST: f64 = 1500.0;
/// Less than Glicko's 350: one puzzle says little, and a first miss must not throw anybody hundreds of points down.
const FIRST_SPREAD: f64 = 120.0;
/// No single puzzle moves a rating further than this.
const LARGEST_STEP: f64 = 48.0;
/// However much one trains, the rating stays that uncertain.
const LEAST_SPREAD: f64 = 45.0;
/// How uncertain the rating of a puzzle is.
const PUZZLE_SPREAD: f64 = 100.0;
/// The next puzzle is one of this many that are nearest to the rating.
const NEAREST: usize = 8;

/// How a puzzle went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// Solved at once.
    First,
    /// Solved with a nudge.
    Nudged,
    /// Answered wrongly, or given up.
    Missed,
}

impl Done {
    /// Its name in texts.
    pub const fn id(self) -> &'static str {
        match self {
            Done::First => "first",
            Done::Nudged => "nudged",
            Done::Missed => "missed",
        }
    }
}

engine::listed! {
    /// Which puzzles one wants.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Part {
        /// Any.
        All,
        /// Which dice to keep.
        Keep,
        /// Leave Tokyo or stay.
        Yield,
        /// Buying.
        Purchase,
        /// Everything else that cards bring.
        Cards,
    }
}

impl Part {
    /// Its name in addresses and texts.
    pub const fn id(self) -> &'static str {
        match self {
            Part::All => "all",
            Part::Keep => "keep",
            Part::Yield => "yield",
            Part::Purchase => "purchase",
            Part::Cards => "cards",
        }
    }

    /// Whether puzzles of this kind belong to it.
    pub const fn has(self, kind: Kind) -> bool {
        match self {
            Part::All => true,
            Part::Keep => matches!(kind, Kind::Keep),
            Part::Yield => matches!(kind, Kind::Yield),
            Part::Purchase => matches!(kind, Kind::Purchase),
            Part::Cards => !matches!(kind, Kind::Keep | Kind::Yield | Kind::Purchase),
        }
    }
}

/// What one needs to know of a puzzle to choose it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Label {
    /// Its name.
    pub id: String,
    /// What kind of choice it is.
    pub kind: Kind,
    /// How hard it is.
    pub rating: u16,
}

/// The labels of a file of puzzles, line by line.
pub fn labels(text: &str) -> Vec<Label> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// What a player has done with puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Training {
    /// The rating.
    pub rating: f64,
    /// How uncertain it is: a standard deviation.
    pub spread: f64,
    /// Puzzles that were tried, by name.
    pub done: BTreeMap<String, Done>,
    /// Puzzles of the day that were tried, by day since 1970.
    pub days: BTreeMap<u32, Done>,
}

impl Default for Training {
    fn default() -> Training {
        Training {
            rating: FIRST,
            spread: FIRST_SPREAD,
            done: BTreeMap::new(),
            days: BTreeMap::new(),
        }
    }
}

impl Training {
    /// Takes down how a puzzle went the first time; the rating changes by Glicko's rule in steps of 48 points at most, half as
    /// much after a nudge. A
    /// second try counts for nothing. Returns by how much the rating changed.
    pub fn take(&mut self, label: &Label, done: Done, day: Option<u32>) -> f64 {
        if let Some(day) = day {
            self.days.entry(day).or_insert(done);
        }
        if self.done.contains_key(&label.id) {
            return 0.0;
        }
        self.done.insert(label.id.clone(), done);
        let q = LN_10 / 400.0;
        let g = 1.0 / (1.0 + 3.0 * (q * PUZZLE_SPREAD / PI).powi(2)).sqrt();
        let behind = f64::from(label.rating) - self.rating;
        let expected = 1.0 / (1.0 + 10f64.powf(g * behind / 400.0));
        let spread = self.spread.min(FIRST_SPREAD);
        let known = spread.powi(-2) + (q * g).powi(2) * expected * (1.0 - expected);
        let score = if done == Done::Missed { 0.0 } else { 1.0 };
        let part = if done == Done::Nudged { 0.5 } else { 1.0 };
        let full = (q / known * g * (score - expected)).clamp(-LARGEST_STEP, LARGEST_STEP);
        let change = part * full;
        self.rating += change;
        self.spread = known.sqrt().recip().max(LEAST_SPREAD);
        change
    }

    /// The place of a puzzle to come next: one of this part that was not tried, near the rating; `seed` chooses among the
    /// nearest. If none is left, one that was missed; nothing if all are solved.
    pub fn next(&self, labels: &[Label], part: Part, seed: u64) -> Option<usize> {
        let fits = |label: &Label, wanted: Option<Done>| {
            part.has(label.kind) && self.done.get(&label.id).copied() == wanted
        };
        [None, Some(Done::Missed)].into_iter().find_map(|wanted| {
            let mut places: Vec<usize> =
                (0..labels.len()).filter(|&at| fits(&labels[at], wanted)).collect();
            let far = |at: &usize| (f64::from(labels[*at].rating) - self.rating).abs();
            places.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b)));
            places.truncate(NEAREST);
            places.get((seed % places.len().max(1) as u64) as usize).copied()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(id: u16, kind: Kind) -> Label {
        Label { id: format!("p{id}"), kind, rating: 1000 + 10 * id }
    }

    /// The example of Glickman's paper, one opponent at a time: a win against an equal raises, a loss lowers as much.
    #[test]
    fn a_rating_moves_towards_what_was_solved() {
        let even = Label { id: "a".into(), kind: Kind::Keep, rating: 1500 };
        let mut up = Training::default();
        let gain = up.take(&even, Done::First, None);
        let mut down = Training::default();
        assert!(
            (gain + down.take(&even, Done::Missed, None)).abs() < 1e-9
                && (30.0..40.0).contains(&gain)
        );
        assert!(up.spread < FIRST_SPREAD);
        let mut nudged = Training::default();
        assert!((nudged.take(&even, Done::Nudged, None) - gain / 2.0).abs() < 1e-9);
        assert!(up.take(&even, Done::Missed, None) == 0.0, "only the first try counts");
        for number in 0..500 {
            up.take(&label(number, Kind::Keep), Done::First, Some(7));
        }
        assert!((LEAST_SPREAD..60.0).contains(&up.spread) && up.rating < 8000.0);
        assert_eq!(up.days.len(), 1);
    }

    /// A newcomer who misses a puzzle far below the rating loses a moderate step, not hundreds of points; a spread that was
    /// kept from before is as wide as the first one at most.
    #[test]
    fn no_puzzle_moves_a_rating_far() {
        for (rating, done) in [(600, Done::Missed), (2600, Done::First)] {
            let far = Label { id: "far".into(), kind: Kind::Keep, rating };
            let mut new = Training::default();
            let change = new.take(&far, done, None);
            assert!((20.0..=LARGEST_STEP).contains(&change.abs()), "{change}");
            let mut old = Training { spread: 350.0, ..Training::default() };
            assert_eq!(old.take(&far, done, None), change);
        }
    }

    #[test]
    fn endless_puzzles_are_near_the_rating_and_end_with_the_missed_ones() {
        let labels: Vec<Label> = (0..100)
            .map(|n| label(n, if n % 2 == 0 { Kind::Keep } else { Kind::Defence }))
            .collect();
        let mut training = Training::default();
        for seed in 0..20 {
            let at = training.next(&labels, Part::Keep, seed).unwrap();
            assert!(labels[at].kind == Kind::Keep && labels[at].rating.abs_diff(1500) <= 80);
        }
        for one in &labels {
            let done = if one.id == "p3" { Done::Missed } else { Done::First };
            training.take(one, done, None);
        }
        assert_eq!(training.next(&labels, Part::Cards, 5), Some(3));
        assert_eq!(training.next(&labels, Part::Keep, 5), None);
    }
}

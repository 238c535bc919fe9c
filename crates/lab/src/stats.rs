//! Means with intervals, sequential tests and ratings.

/// A running mean with its spread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean {
    /// How many values.
    pub count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// One more value.
    pub fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Mean) -> Mean {
        Mean {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// The mean; 0 without values.
    pub fn mean(&self) -> f64 {
        if self.count == 0.0 { 0.0 } else { self.sum / self.count }
    }

    /// The variance of one value.
    pub fn variance(&self) -> f64 {
        if self.count < 2.0 {
            return 0.0;
        }
        ((self.squares - self.sum * self.sum / self.count) / (self.count - 1.0)).max(0.0)
    }

    /// Half the width of the interval of this many standard errors: 1.96 for 95 %, 2.576 for 99 %.
    pub fn half_width(&self, errors: f64) -> f64 {
        if self.count == 0.0 { 0.0 } else { errors * (self.variance() / self.count).sqrt() }
    }
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Too early to say.
    Open,
    /// The better hypothesis is accepted.
    Better,
    /// It is rejected.
    NotBetter,
}

/// The generalised sequential probability ratio test on block scores: is the mean `low` or rather `high`? Errors of
/// both kinds at 5 %.
pub fn sequential_test(scores: &Mean, low: f64, high: f64) -> (f64, Verdict) {
    if scores.count < 10.0 || scores.variance() <= 0.0 {
        return (0.0, Verdict::Open);
    }
    let ratio =
        scores.count * (high - low) * (scores.mean() - (low + high) / 2.0) / scores.variance();
    let bound = (0.95f64 / 0.05).ln();
    let verdict = match ratio {
        r if bound <= r => Verdict::Better,
        r if r <= -bound => Verdict::NotBetter,
        _ => Verdict::Open,
    };
    (ratio, verdict)
}

/// Bradley-Terry ratings on the Elo scale from the points that each scored against each; the mean is 0.
pub fn ratings(points: &[Vec<f64>]) -> Vec<f64> {
    let count = points.len();
    let mut strength = vec![1.0f64; count];
    for _ in 0..2000 {
        let old = strength.clone();
        for i in 0..count {
            // Half a point for each pair keeps a clean sweep finite.
            let won: f64 = (0..count).filter(|&j| j != i).map(|j| points[i][j] + 0.5).sum();
            let played: f64 = (0..count)
                .filter(|&j| j != i)
                .map(|j| (points[i][j] + points[j][i] + 1.0) / (old[i] + old[j]))
                .sum();
            strength[i] = won / played;
        }
        let mean = strength.iter().map(|s| s.ln()).sum::<f64>() / count as f64;
        strength.iter_mut().for_each(|s| *s /= mean.exp());
    }
    strength.iter().map(|s| 400.0 * s.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_its_textbook_interval() {
        let mut mean = Mean::default();
        (0..100).for_each(|i| mean.add((i % 2) as f64));
        assert_eq!(mean.mean(), 0.5);
        assert!((mean.half_width(1.96) - 1.96 * (0.25f64 / 99.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn ratings_follow_the_odds() {
        // 10 to 1 is 400 points.
        let elo = ratings(&[vec![0.0, 10_000.0], vec![1_000.0, 0.0]]);
        assert!((elo[0] - elo[1] - 400.0).abs() < 1.0, "{elo:?}");
    }

    #[test]
    fn the_sequential_test_decides() {
        let mut even = Mean::default();
        (0..20_000).for_each(|i| even.add((i % 2) as f64));
        assert_eq!(sequential_test(&even, 0.5, 0.52).1, Verdict::NotBetter);
        let mut better = Mean::default();
        (0..2000).for_each(|i| better.add((i % 5 < 3) as u8 as f64));
        assert_eq!(sequential_test(&better, 0.5, 0.55).1, Verdict::Better);
    }
}

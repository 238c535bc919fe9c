//! What a run of training carries along: the numbers of the net, their averages and moments, and the checkpoint.

use std::path::Path;

use bots::net::{Backward, FIRST, Weights, is_bare};

/// How long the moments of the gradient remember.
const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
/// How much of each number is forgotten, as a part of the learning rate. Without it units grow against each other without
/// end: what they say cancels out, until it does not.
const DECAY: f32 = 0.05;

/// Everything that a run needs to go on.
pub(super) struct Run {
    pub(super) games: u64,
    pub(super) steps: u64,
    pub(super) weights: Weights,
    pub(super) average: Weights,
    moment: Weights,
    square: Weights,
}

impl Run {
    pub(super) fn new(weights: Weights) -> Run {
        Run {
            games: 0,
            steps: 0,
            average: weights.clone(),
            weights,
            moment: Weights::zero(),
            square: Weights::zero(),
        }
    }

    pub(super) fn save(&self, path: &Path) -> std::io::Result<()> {
        let mut bytes = b"DKJ-RUN3".to_vec();
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.steps.to_le_bytes());
        for weights in [&self.weights, &self.average, &self.moment, &self.square] {
            bytes.extend(weights.numbers().flat_map(|w| w.to_le_bytes()));
        }
        let part = path.with_extension("part");
        std::fs::write(&part, bytes)?;
        std::fs::rename(part, path)
    }

    pub(super) fn load(path: &Path) -> Result<Run, String> {
        let bytes = std::fs::read(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let mut run = Run::new(Weights::zero());
        let expected = 24 + 16 * run.weights.numbers().count();
        if bytes.len() != expected || &bytes[..8] != b"DKJ-RUN3" {
            return Err(format!(
                "{} is not a checkpoint of this version; remove it to start anew",
                path.display()
            ));
        }
        let eight =
            |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        (run.games, run.steps) = (eight(8), eight(16));
        let mut numbers = bytes[24..].as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b));
        for weights in [&mut run.weights, &mut run.average, &mut run.moment, &mut run.square] {
            for w in weights.numbers_mut() {
                *w = numbers.next().expect("the length was checked");
            }
        }
        Ok(run)
    }

    /// A step of the rows of the last two without cards alone.
    pub(super) fn step_bare(&mut self, back: &mut Backward, rate: f32, count: usize, step: u64) {
        let fix = |beta: f32| 1.0 - beta.powi(step.min(100_000) as i32);
        let (fix1, fix2) = (fix(BETA1), fix(BETA2));
        let part = 1.0 / count as f32;
        for row in back.touched_rows.iter().map(|row| *row as usize).filter(|row| is_bare(*row)) {
            for i in 0..FIRST {
                let grad = back.grad.first[row][i] * part;
                let (m, s) = (&mut self.moment.first[row][i], &mut self.square.first[row][i]);
                *m = BETA1 * *m + (1.0 - BETA1) * grad;
                *s = BETA2 * *s + (1.0 - BETA2) * grad * grad;
                self.weights.first[row][i] -= rate * (*m / fix1) / ((*s / fix2).sqrt() + 1e-7);
            }
        }
        back.clear();
    }

    /// What the last two without cards have learned counts as it is.
    pub(super) fn settle_bare(&mut self) {
        for row in (0..self.weights.first.len()).filter(|row| is_bare(*row)) {
            self.average.first[row] = self.weights.first[row];
        }
    }

    /// One step of Adam on the gradient of a batch; rows that no lesson touched stay as they are.
    pub(super) fn step(&mut self, back: &mut Backward, rate: f32, count: usize) {
        self.steps += 1;
        let fix = |beta: f32| 1.0 - beta.powi(self.steps.min(100_000) as i32);
        let (fix1, fix2) = (fix(BETA1), fix(BETA2));
        let part = 1.0 / count as f32;
        // The average lags behind: about the last tenth of all steps. It is what plays, and the calmer it is, the less a
        // purchase is chosen for a mistake in its favour.
        let decay = 1.0 - 10.0 / (self.steps as f32 + 10.0);
        let update = |w: &mut f32, average: &mut f32, m: &mut f32, s: &mut f32, grad: f32| {
            let grad = grad * part;
            *m = BETA1 * *m + (1.0 - BETA1) * grad;
            *s = BETA2 * *s + (1.0 - BETA2) * grad * grad;
            *w -= rate * ((*m / fix1) / ((*s / fix2).sqrt() + 1e-7) + DECAY * *w);
            *average = decay * *average + (1.0 - decay) * *w;
        };
        for &row in &back.touched_rows {
            let row = row as usize;
            for i in 0..FIRST {
                update(
                    &mut self.weights.first[row][i],
                    &mut self.average.first[row][i],
                    &mut self.moment.first[row][i],
                    &mut self.square.first[row][i],
                    back.grad.first[row][i],
                );
            }
        }
        let skip = self.weights.first.len() * FIRST;
        let rest = self.weights.numbers_mut().skip(skip).zip(self.average.numbers_mut().skip(skip));
        let moments =
            self.moment.numbers_mut().skip(skip).zip(self.square.numbers_mut().skip(skip));
        for (((w, average), (m, s)), grad) in rest.zip(moments).zip(back.grad.numbers().skip(skip))
        {
            update(w, average, m, s, *grad);
        }
        back.clear();
    }
}

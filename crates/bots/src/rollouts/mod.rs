//! Rollouts: what an answer is worth, found by playing the game on many times.
//!
//! All answers meet the same dice and the same cards, and the luck of both is taken off ([`playout`](self::Player)), so
//! that a few dozen games say what would take thousands of plain ones. [`Rollouts`] shares a budget out over the answers
//! by sequential halving: half of those left drop out as each part of the budget is spent, and at once whoever is
//! clearly behind. There is no clock here: whoever asks says how much of the budget is gone.
//!
//! ```
//! use daikaiju_bots::rollouts::{Manner, Rollouts};
//! # use engine::{At, Dice, MonsterSetup, Seat, Setup, State, TurnSetup};
//! # let dice = Dice::parse("CC1122").unwrap();
//! # let setup = Setup {
//! #     monsters: vec![MonsterSetup { hearts: 4, ..Default::default() }, MonsterSetup::default()],
//! #     city: Some(Seat::A),
//! #     turn: TurnSetup { seat: Some(Seat::B), dice, rerolls: 1, ..TurnSetup::default() },
//! #     at: At::Roll,
//! #     ..Setup::default()
//! # };
//! # let state = State::from_setup(&setup).unwrap();
//! let mut rollouts = Rollouts::new(daikaiju_bots::net(), &state, None, 7, Manner::default());
//! let budget = 200;
//! while !rollouts.is_clear() && rollouts.games() < budget {
//!     let spent = rollouts.games() as f64 / budget as f64;
//!     rollouts.step(spent);
//! }
//! let best = &rollouts.estimates()[0];
//! println!("{:?}: {:.1} % +- {:.1}", best.answer, 100.0 * best.chance(), 100.0 * best.half_width());
//! ```

mod playout;

use std::sync::Arc;

use engine::{Answer, Need, Question, State};

use crate::chance::Chance;
use crate::mind::{Chances, TurnChances};
use crate::net::Net;

pub use playout::{Manner, Player, Playout};

/// Before this many games nobody drops out.
const FIRST_LOOK: usize = 4;
/// Before this many games nobody is clearly behind.
const CLEAR_LOOK: usize = 16;
/// Whoever is behind by more standard errors than this drops out at once.
const CLEARLY: f64 = 3.3;

/// What an answer is worth by rollouts.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The answer; `None` where the position asks nothing.
    pub answer: Option<Answer>,
    /// What the net says without playing.
    pub net: Chances,
    /// The chances of all seats.
    pub chances: [f64; 6],
    /// The standard error of each.
    pub errors: [f64; 6],
    /// Games played.
    pub games: usize,
    /// How far it is behind the best, for whoever is asked, measured on the same dice.
    pub behind: f64,
    /// The standard error of that.
    pub behind_error: f64,
    /// Whose chance counts.
    pub seat: usize,
}

impl Estimate {
    /// The chance of whoever is asked (of whoever rolls, where nothing is asked).
    pub fn chance(&self) -> f64 {
        self.chances[self.seat]
    }

    /// Half the width of the 95 % interval of that chance.
    pub fn half_width(&self) -> f64 {
        quantile(self.games) * self.errors[self.seat]
    }
}

/// The 95 % quantile of Student's distribution for this many games, near enough from five games on.
pub fn quantile(games: usize) -> f64 {
    let freedom = games.saturating_sub(1).max(1) as f64;
    // The expansion of Cornish and Fisher.
    1.96 + (2.372 + (2.823 + 2.556 / freedom) / freedom) / freedom
}

/// One answer on trial.
#[derive(Clone, Debug)]
struct Candidate {
    answer: Option<Answer>,
    net: Chances,
    /// What each game brought to whoever is asked.
    mine: Vec<f64>,
    sums: [f64; 6],
    squares: [f64; 6],
}

impl Candidate {
    fn add(&mut self, played: &Playout, seat: usize) {
        self.mine.push(played.shares[seat]);
        for ((sum, square), share) in self.sums.iter_mut().zip(&mut self.squares).zip(played.shares)
        {
            *sum += share;
            *square += share * share;
        }
    }

    fn mean(&self) -> f64 {
        self.mine.iter().sum::<f64>() / self.mine.len().max(1) as f64
    }

    /// How far this one is behind the other on the games that both have played, with the standard error.
    fn behind(&self, other: &Candidate) -> (f64, f64) {
        let gaps = || other.mine.iter().zip(&self.mine).map(|(best, mine)| best - mine);
        let count = gaps().count() as f64;
        if count < 2.0 {
            return (0.0, f64::INFINITY);
        }
        let mean = gaps().sum::<f64>() / count;
        let variance = gaps().map(|gap| (gap - mean) * (gap - mean)).sum::<f64>() / (count - 1.0);
        (mean, (variance / count).sqrt())
    }
}

/// A game to play: which answer, and with which dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    candidate: usize,
    answer: Option<Answer>,
    seed: u64,
}

/// The position that everything starts from: shared by all who play on from it.
pub struct Root {
    state: State,
    turn: Option<TurnChances>,
    manner: Manner,
}

/// Answers on trial in one position.
pub struct Rollouts {
    root: Arc<Root>,
    player: Player,
    seat: usize,
    seed: u64,
    /// The best so far come first; those beyond `left` have dropped out.
    candidates: Vec<Candidate>,
    left: usize,
    games: u64,
    turns: u64,
}

impl Rollouts {
    /// A trial of these answers, or of all that are worth considering, in a position as whoever is asked sees it.
    /// Everything that happens follows from the seed.
    pub fn new(
        net: Arc<Net>,
        state: &State,
        answers: Option<&[Answer]>,
        seed: u64,
        manner: Manner,
    ) -> Rollouts {
        let mut player = Player::new(net);
        let mind = player.mind();
        mind.begin_anew(seed);
        let fresh = |answer, net| Candidate {
            answer,
            net,
            mine: Vec::new(),
            sums: [0.0; 6],
            squares: [0.0; 6],
        };
        let (mut candidates, mut turn, mut seat) = (Vec::new(), None, state.turn().seat);
        if let Need::Answer(ask) = state.need() {
            seat = ask.seat;
            candidates = mind
                .weigh(state)
                .into_iter()
                .filter(|choice| answers.is_none_or(|list| list.contains(&choice.answer)))
                .map(|choice| fresh(Some(choice.answer), choice.chances))
                .collect();
            for &answer in answers.unwrap_or_default() {
                if candidates.iter().all(|other| other.answer != Some(answer))
                    && state.answers().contains(answer)
                {
                    candidates.push(fresh(Some(answer), [f32::NAN; 6]));
                }
            }
            if ask.question == Question::Roll {
                turn = mind.solve_turn(state);
            }
        }
        if candidates.is_empty() {
            candidates.push(fresh(None, mind.chances(state)));
        }
        Rollouts {
            root: Arc::new(Root { state: *state, turn, manner }),
            player,
            seat: seat.index(),
            seed,
            left: candidates.len(),
            candidates,
            games: 0,
            turns: 0,
        }
    }

    /// The same with the first few of the net's order only.
    #[must_use]
    pub fn with_most(mut self, count: usize) -> Rollouts {
        self.candidates.truncate(count.max(1));
        self.left = self.candidates.len();
        self
    }

    /// Games played so far, over all answers.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Turns played so far, at least one for each game: what it has cost.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// How many answers are still on trial.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Whether one answer is left of several.
    pub fn is_clear(&self) -> bool {
        self.left == 1 && 1 < self.candidates.len()
    }

    /// Plays one game for each answer that is left, all on the same dice, then looks who drops out when this part (0 to
    /// 1) of the budget is spent.
    pub fn step(&mut self, spent: f64) {
        for job in self.jobs(1) {
            let played = job.play(&self.root, &mut self.player);
            self.add(job, &played);
        }
        self.drop_out(spent);
    }

    /// Plays this many games for each answer, nobody dropping out.
    pub fn play_all(&mut self, games: usize) {
        for job in self.jobs(games) {
            let played = job.play(&self.root, &mut self.player);
            self.add(job, &played);
        }
        let left = self.left;
        self.candidates[..left].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    }

    /// The next games to play, this many rounds of them: for those who share the work out. Play each with [`Job::play`],
    /// give the results back in the same order with [`Rollouts::add`], and call [`Rollouts::drop_out`].
    pub fn jobs(&self, rounds: usize) -> Vec<Job> {
        let played = self.candidates[0].mine.len();
        (played..played + rounds)
            .flat_map(|round| {
                let seed = Chance::part(self.seed, round as u64).next();
                let left = self.candidates[..self.left].iter().enumerate();
                left.map(move |(candidate, one)| Job { candidate, answer: one.answer, seed })
            })
            .collect()
    }

    /// The position, for those who share the work out.
    pub fn root(&self) -> Arc<Root> {
        Arc::clone(&self.root)
    }

    /// What a game came to.
    pub fn add(&mut self, job: Job, played: &Playout) {
        self.games += 1;
        // A game that ends before another turn begins has cost one all the same: budgets are always spent at last.
        self.turns += u64::from(played.turns.max(1));
        self.candidates[job.candidate].add(played, self.seat);
    }

    /// Sorts those that are left and drops the worse ones, when this part of the budget is spent.
    pub fn drop_out(&mut self, spent: f64) {
        let count = self.candidates.len();
        self.candidates[..self.left].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        if self.candidates[0].mine.len() < FIRST_LOOK {
            return;
        }
        // Halving: of eight answers four are left after a third of the budget, two after two thirds.
        let rounds = usize::BITS - (count - 1).leading_zeros();
        let past = (spent.clamp(0.0, 1.0) * f64::from(rounds)) as u32;
        let most = (count >> past.min(31)).max(2).min(self.left);
        let best = &self.candidates[0];
        let clearly_behind = |one: &Candidate| {
            let (gap, error) = one.behind(best);
            CLEAR_LOOK <= best.mine.len() && CLEARLY * error < gap
        };
        // A stable partition: those who stay keep their order, and so do those who go.
        let stays: Vec<bool> = (0..count)
            .map(|n| n == 0 || (n < most && !clearly_behind(&self.candidates[n])))
            .collect();
        self.left = stays.iter().filter(|&&stays| stays).count();
        let mut stays = stays.into_iter();
        let (mut on, off): (Vec<_>, Vec<_>) =
            self.candidates.drain(..).partition(|_| stays.next().unwrap_or(false));
        on.extend(off);
        self.candidates = on;
    }

    /// What is known of every answer: those that are left first, the best of them first of all.
    pub fn estimates(&self) -> Vec<Estimate> {
        let best = &self.candidates[0];
        self.candidates
            .iter()
            .map(|one| {
                let count = one.mine.len().max(1) as f64;
                let chances = one.sums.map(|sum| sum / count);
                let error = |seat: usize| {
                    let spread = one.squares[seat] / count - chances[seat] * chances[seat];
                    (spread.max(0.0) / (count - 1.0).max(1.0)).sqrt()
                };
                let (behind, behind_error) =
                    if std::ptr::eq(one, best) { (0.0, 0.0) } else { one.behind(best) };
                Estimate {
                    answer: one.answer,
                    net: one.net,
                    chances,
                    errors: std::array::from_fn(error),
                    games: one.mine.len(),
                    behind,
                    behind_error,
                    seat: self.seat,
                }
            })
            .collect()
    }
}

impl Job {
    /// Plays this game.
    pub fn play(self, root: &Root, player: &mut Player) -> Playout {
        player.play(&root.state, root.turn.as_ref(), self.answer, self.seed, root.manner)
    }
}

//! Can the review be trusted? Its laws over many games, its luck by card held, its values against the oracle's, its errors
//! against results, and its mistakes against longer rollouts.

use std::fmt::Write;
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;

use bots::chance::Chance;
use bots::dice::slots;
use bots::mind::counts;
use bots::{Bot, Level};
use engine::record::Player;
use engine::{Answer, Input, KEEP_CARDS, Need, Question, Record, Rulebook, Seat, State};
use review::{Account, Chancy, Moment, Reviewer, What, accounts};

mod mistakes;

use crate::one_game::roll_or_reveal;
use crate::oracle::{Holder, Oracle, Position};
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::starts::drawn_start;
use crate::stats::Mean;
pub use mistakes::Mistake;

/// Check the review: its identity, the mean of its luck, its values against the oracle, its errors against results
#[derive(Clone, Debug, clap::Args)]
pub struct ValidateArgs {
    /// Games of all books and 2 to 6 monsters, half of them from tables with cards in hand
    #[arg(long, short = 'n', default_value_t = 10_000)]
    pub games: u64,
    /// Two-player games without cards that are compared with the oracle
    #[arg(long, default_value_t = 200)]
    pub oracle_games: u64,
    /// Games of each match between two levels
    #[arg(long, default_value_t = 200)]
    pub match_games: u64,
    /// Games of each level from which the ladder is put in order
    #[arg(long, default_value_t = 20)]
    pub ladder_games: u64,
    /// Choices called a mistake that are played out again, independently and longer
    #[arg(long, default_value_t = 200)]
    pub mistakes: usize,
    /// Games for each answer when a mistake is first played out
    #[arg(long, default_value_t = review::GAMES)]
    pub rollouts: usize,
    /// The net judges after this many turns of a game when a mistake is first played out; 0 plays games to their end
    #[arg(long, default_value_t = review::TURNS)]
    pub turns: u16,
    /// Games for each answer when it is played out again, to their end
    #[arg(long, default_value_t = 1000)]
    pub long: usize,
    /// Seed; never one that was trained with
    #[arg(long, default_value_t = 11_2026)]
    pub seed: u64,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// What was found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// Games, inputs, and the largest gap of an account that should add up.
    pub games: u64,
    /// Inputs in them.
    pub inputs: u64,
    /// The largest gap of an account.
    pub gap: f64,
    /// The smallest error: never below 0.
    pub least_error: f64,
    /// Milliseconds for the review of a four-player game: mean and most.
    pub milliseconds: [f64; 2],
    /// Throws whose luck was measured.
    pub throws: u64,
    /// Mean luck by group in points, with its standard error and count.
    pub luck: Vec<Luck>,
    /// Mean drift of a turn for whoever rolls, in points, with its standard deviation.
    pub drift: [f64; 2],
    /// Two monsters without cards: how far the reported best keeps, luck and errors are from the oracle's.
    pub against_oracle: Option<AgainstOracle>,
    /// Slope and correlation of error differences and luck-adjusted results over matches.
    pub slope: f64,
    /// The correlation.
    pub correlation: f64,
    /// Error rates of the ladder over 20 games each.
    pub ladder: Vec<(String, f64)>,
    /// Mistakes by the net that the review's own rollouts call mistakes too, with what longer ones say.
    pub mistakes: Vec<Mistake>,
    /// Mistakes by the net that were looked at.
    pub by_net: usize,
}

/// How far a review is from the solved game, in points.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct AgainstOracle {
    /// How many reported best keeps were compared.
    pub count: u64,
    /// What they lose against the best there is, on average.
    pub keeps: f64,
    /// What the worst of them loses.
    pub worst_keep: f64,
    /// How many lose more than 0.05 points.
    pub off: u64,
    /// The mean distance of the luck of a throw.
    pub luck: f64,
    /// The mean distance of the error of a choice.
    pub errors: f64,
}

/// No reported best keep may lose more than this, in points.
const KEEP_LIMIT: f64 = 0.05;

/// The distances of one game, or of many.
#[derive(Clone, Copy, Default)]
struct Distances {
    keeps: Mean,
    worst_keep: f64,
    off: u64,
    luck: Mean,
    errors: Mean,
}

impl Distances {
    fn keep(&mut self, lost: f64) {
        self.keeps.add(lost);
        self.worst_keep = self.worst_keep.max(lost);
        self.off += u64::from(KEEP_LIMIT < lost);
    }

    fn and(self, other: &Distances) -> Distances {
        Distances {
            keeps: self.keeps.and(other.keeps),
            worst_keep: self.worst_keep.max(other.worst_keep),
            off: self.off + other.off,
            luck: self.luck.and(other.luck),
            errors: self.errors.and(other.errors),
        }
    }
}

/// The mean luck of a group of throws.
#[derive(Clone, Debug, Serialize)]
pub struct Luck {
    /// The group.
    pub group: String,
    /// Its mean, in points.
    pub mean: f64,
    /// The standard error.
    pub error: f64,
    /// How many throws.
    pub throws: u64,
}

impl Luck {
    /// Further than 3 standard errors from 0, and not below 0.05 points.
    pub fn off(&self) -> bool {
        3.0 * self.error < self.mean.abs() && 0.05 <= self.mean.abs()
    }
}

/// A reviewed game and how it was played.
struct Game {
    levels: Vec<Level>,
    moments: Vec<Moment>,
    accounts: Vec<Account>,
    record: Record,
    whole: bool,
    milliseconds: f64,
    /// For each moment, the cards in the hand of whoever throws and in its rivals' hands.
    hands: Vec<[u64; 2]>,
}

fn bare(players: usize, book: Rulebook) -> Record {
    let player = |_| Player { name: String::new(), monster: None, bot: None };
    Record::new(book.rules(), (0..players).map(player).collect(), None)
}

/// Plays a game and reviews it on the way.
fn play(mut reviewer: Reviewer, levels: &[Level], seed: u64, whole: bool) -> Game {
    let mut bots: Vec<Box<dyn Bot + Send>> =
        levels.iter().enumerate().map(|(at, level)| level.bot(seed ^ at as u64)).collect();
    let (mut turn, mut throw) = (0, 0);
    let (mut moments, mut hands) = (Vec::new(), Vec::new());
    let mut seconds = 0.0;
    for _ in 0..20_000 {
        let state = *reviewer.state();
        if turn != state.turn().number {
            (turn, throw) = (state.turn().number, 0);
        }
        let input = match state.need() {
            Need::Over(_) => break,
            Need::Answer(ask) => {
                let bot = &mut *bots[ask.seat.index()];
                match bots::answer_legally(bot, &state.view(Some(ask.seat)), &mut || false) {
                    Some(answer) => Input::Answer(answer),
                    None => break,
                }
            }
            _ => match roll_or_reveal(&state, seed, throw) {
                Some(input) => {
                    throw += 1;
                    input
                }
                None => break,
            },
        };
        let cards = |seat: Seat| {
            state.monster(seat).cards.iter().fold(0u64, |bits, card| bits | 1 << card.index())
        };
        let roller = state.turn().seat;
        let rivals = state.living().without(roller).iter().fold(0, |bits, seat| bits | cards(seat));
        hands.push([cards(roller), rivals]);
        reviewer.push(input);
        let clock = Instant::now();
        moments.extend(reviewer.step());
        seconds += clock.elapsed().as_secs_f64();
    }
    let record = reviewer.record().clone();
    let accounts = accounts(&reviewer.start(), &reviewer.chances(), &moments, levels.len());
    Game {
        levels: levels.to_vec(),
        moments,
        accounts,
        record,
        whole,
        milliseconds: 1000.0 * seconds,
        hands,
    }
}

/// Levels that answer at once.
const QUICK: [Level; 5] =
    [Level::Random, Level::Gentle, Level::Angry, Level::Fierce, Level::Ruthless];

fn mixed_game(number: u64, seed: u64) -> Option<Game> {
    let mut chance = Chance::part(seed, number);
    let players = 2 + (number % 5) as usize;
    let book = Rulebook::ALL[(number / 5 % 5) as usize];
    let levels: Vec<Level> = (0..players).map(|_| QUICK[chance.below(5) as usize]).collect();
    let from_table = number / 25 % 2 == 1;
    let reviewer = if from_table {
        let start = drawn_start(&book.rules(), players, &mut chance)?;
        Reviewer::from_state(bots::net(), start, bare(players, book))
    } else {
        Reviewer::new(bare(players, book), None).ok()?
    };
    Some(play(reviewer, &levels, chance.next(), !from_table))
}

/// The means of luck by group.
#[derive(Clone)]
struct Groups {
    seats: [Mean; 6],
    throws: [Mean; 4],
    levels: [Mean; 6],
    own: [Mean; KEEP_CARDS],
    rivals: [Mean; KEEP_CARDS],
    drift: Mean,
}

impl Groups {
    fn new() -> Groups {
        let none = Mean::default();
        Groups {
            seats: [none; 6],
            throws: [none; 4],
            levels: [none; 6],
            own: [none; KEEP_CARDS],
            rivals: [none; KEEP_CARDS],
            drift: none,
        }
    }

    fn add(&mut self, game: &Game) {
        for (moment, hands) in game.moments.iter().zip(&game.hands) {
            let What::Chance(chancy) = &moment.what else { continue };
            let throw = match chancy {
                Chancy::First(_) => 0,
                Chancy::Again(_) => 1,
                Chancy::Aside(_) => 2,
                Chancy::Card(_) => 3,
                Chancy::Setup | Chancy::Start(_) => continue,
            };
            let me = moment.seat.index();
            let luck = 100.0 * moment.change[me];
            self.throws[throw].add(luck);
            if throw == 3 {
                continue;
            }
            self.seats[me].add(luck);
            self.levels[game.levels[me] as usize].add(luck);
            for card in 0..KEEP_CARDS {
                if hands[0] >> card & 1 == 1 {
                    self.own[card].add(luck);
                }
                if hands[1] >> card & 1 == 1 {
                    self.rivals[card].add(luck);
                }
            }
        }
        for turn in review::turns(&game.moments) {
            self.drift.add(100.0 * turn.drift[turn.seat.index()]);
        }
    }

    fn lines(&self) -> Vec<Luck> {
        let line = |group: String, mean: &Mean| Luck {
            group,
            mean: mean.mean(),
            error: mean.half_width(1.0),
            throws: mean.count as u64,
        };
        let mut lines = Vec::new();
        for (seat, mean) in Seat::ALL.iter().zip(&self.seats) {
            lines.push(line(format!("seat {seat}"), mean));
        }
        let names = ["first throw", "dice thrown again", "dice of cards", "cards turned up"];
        for (name, mean) in names.into_iter().zip(&self.throws) {
            lines.push(line(name.to_owned(), mean));
        }
        for level in QUICK {
            lines.push(line(format!("bot {level}"), &self.levels[level as usize]));
        }
        for (hand, means) in [("own", &self.own), ("rival's", &self.rivals)] {
            for (card, mean) in means.iter().enumerate() {
                let title = engine::Card::at(card).map_or("", engine::Card::id);
                lines.push(line(format!("{hand} {title}"), mean));
            }
        }
        lines.retain(|line| 1 < line.throws);
        lines
    }
}

fn gap(account: &Account) -> f64 {
    let sum = account.start + account.luck + account.own + account.others + account.drift;
    (sum - account.result).abs()
}

fn many(args: &ValidateArgs, found: &mut Findings) {
    let progress = Progress::new(args.games);
    let (mut groups, mut speed) = (Groups::new(), Mean::default());
    let chunk = 50 * rayon::current_num_threads() as u64;
    let mut at = 0;
    while at < args.games {
        let games: Vec<Game> = (at..(at + chunk).min(args.games))
            .into_par_iter()
            .filter_map(|number| mixed_game(number, args.seed))
            .collect();
        at += chunk;
        for game in &games {
            found.games += 1;
            found.inputs += game.moments.len() as u64;
            for account in &game.accounts {
                found.gap = found.gap.max(gap(account));
            }
            let errors = game.moments.iter().filter_map(|moment| Some(moment.choice()?.error));
            found.least_error = errors.fold(found.least_error, f64::min);
            if game.whole && game.levels.len() == 4 {
                speed.add(game.milliseconds);
                found.milliseconds[1] = found.milliseconds[1].max(game.milliseconds);
            }
            groups.add(game);
        }
        progress.at(at);
    }
    progress.done();
    found.milliseconds[0] = speed.mean();
    found.throws = groups.throws[..3].iter().map(|mean| mean.count as u64).sum();
    found.drift = [groups.drift.mean(), groups.drift.variance().sqrt()];
    found.luck = groups.lines();
}

/// Two monsters without cards: how far the reported best keeps, luck and errors are from the oracle's, in points.
pub fn by_oracle(oracle: &Oracle, games: u64, seed: u64) -> AgainstOracle {
    let start = Position { hearts: [10, 10], stars: [0, 0], holder: Holder::Nobody };
    let distances: Vec<Distances> = (0..games)
        .into_par_iter()
        .map(|number| {
            let state = start.state(&Rulebook::Dutch.rules());
            let levels = [QUICK[(number % 5) as usize], QUICK[(number / 5 % 5) as usize]];
            let reviewer = Reviewer::from_state(bots::net(), state, bare(2, Rulebook::Dutch));
            compare(oracle, state, &play(reviewer, &levels, seed ^ number << 8, false))
        })
        .collect();
    let all = distances.iter().fold(Distances::default(), Distances::and);
    AgainstOracle {
        count: all.keeps.count as u64,
        keeps: all.keeps.mean(),
        worst_keep: all.worst_keep,
        off: all.off,
        luck: all.luck.mean(),
        errors: all.errors.mean(),
    }
}

/// How far the keeps, luck and errors of a game are from the oracle's, in points.
fn compare(oracle: &Oracle, mut state: State, game: &Game) -> Distances {
    let mut found = Distances::default();
    let mut solver = None;
    let mut thrown = None;
    let mut kept_dice: Option<(f64, Seat, bots::dice::Counts, usize)> = None;
    for (moment, &input) in game.moments.iter().zip(&game.record.inputs) {
        let turn = *state.turn();
        if let Some(position) = Position::of(&state) {
            let solved = oracle.turn(&position);
            thrown = Some((solved.keep_value(0, 3), turn.seat));
            solver = Some(solved);
        }
        let before = state;
        if state.play(input, None).is_err() {
            break;
        }
        let Some(solver) = &solver else { continue };
        let (roll, left) = (counts(turn.dice), turn.rerolls as usize);
        let kept = |answer: Answer| match answer {
            Answer::Reroll(again) => {
                let mut keep = roll;
                again.iter().for_each(|die| keep[turn.dice.get(die) as usize] -= 1);
                solver.keep_value(slots().slot(&keep), left)
            }
            _ => solver.keep_value(slots().slot(&roll), 0),
        };
        match &moment.what {
            What::Chance(Chancy::First(dice)) => {
                if let Some((mean, seat)) = thrown.take() {
                    let exact = solver.roll_value(&counts(*dice), 2) - mean;
                    found.luck.add(100.0 * (moment.change[seat.index()] - exact).abs());
                }
            }
            What::Chance(Chancy::Again(dice)) => {
                if let Some((mean, seat, mut keep, left)) = kept_dice.take() {
                    keep.iter_mut().zip(counts(*dice)).for_each(|(sum, n)| *sum += n);
                    let exact = solver.roll_value(&keep, left) - mean;
                    found.luck.add(100.0 * (moment.change[seat.index()] - exact).abs());
                }
            }
            What::Choice(judged) if judged.question == Question::Roll => {
                let best = solver.roll_value(&roll, left);
                found.keep(100.0 * (best - kept(judged.options[0].answer)));
                found.errors.add(100.0 * (judged.error - (best - kept(judged.answer))).abs());
                if let Answer::Reroll(again) = judged.answer {
                    let mut keep = roll;
                    again.iter().for_each(|die| keep[turn.dice.get(die) as usize] -= 1);
                    kept_dice = Some((kept(judged.answer), turn.seat, keep, left - 1));
                }
            }
            What::Choice(judged) if judged.question == Question::Yield => {
                let worth = |answer: Answer| {
                    let mut next = before;
                    let _ = next.play(Input::Answer(answer), None);
                    1.0 - oracle.chance_of_roller(&next, turn.seat)
                };
                let best = worth(Answer::Pass).max(worth(Answer::Yes));
                found.errors.add(100.0 * (judged.error - (best - worth(judged.answer))).abs());
            }
            _ => {}
        }
    }
    found
}

/// Error differences against luck-adjusted results, over matches of two levels; and the ladder from 20 games each.
fn matches(args: &ValidateArgs, found: &mut Findings) {
    let mut pairs = Vec::new();
    for (at, &one) in QUICK.iter().enumerate() {
        for &other in &QUICK[at + 1..] {
            pairs.push((one, other));
        }
    }
    let points: Vec<(f64, f64)> = pairs
        .par_iter()
        .enumerate()
        .map(|(at, &(one, other))| {
            let (mut errors, mut results) = (Mean::default(), Mean::default());
            for number in 0..args.match_games {
                let seed = args.seed ^ (at as u64) << 40 ^ number << 4;
                let swap = number % 2 == 1;
                let levels = if swap { [other, one] } else { [one, other] };
                let Ok(reviewer) = Reviewer::new(bare(2, Rulebook::Dutch), None) else { continue };
                let game = play(reviewer, &levels, seed, true);
                let [mine, its] = if swap { [1, 0] } else { [0, 1] };
                let (mine, its) = (&game.accounts[mine], &game.accounts[its]);
                errors.add(100.0 * (mine.own - its.own));
                results.add(100.0 * (mine.adjusted - mine.start));
            }
            (errors.mean(), results.mean())
        })
        .collect();
    // Each match counts from both sides, so that the line goes through nothing.
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in points {
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    found.slope = xy / xx;
    found.correlation = xy / (xx * yy).sqrt();
    let ladder: Vec<(String, f64)> = QUICK
        .par_iter()
        .map(|&level| {
            let (mut errors, mut choices) = (0.0, 0);
            for number in 0..args.ladder_games {
                let seed = args.seed ^ 0xabcd ^ number << 9;
                let Ok(reviewer) = Reviewer::new(bare(2, Rulebook::Dutch), None) else { continue };
                let game = play(reviewer, &[level, Level::Ruthless], seed, true);
                errors -= 100.0 * game.accounts[0].own;
                choices += game.accounts[0].choices;
            }
            (level.to_string(), errors / f64::from(choices.max(1) as u32))
        })
        .collect();
    found.ladder = ladder;
}

/// Validates and returns what to print.
///
/// # Errors
/// One sentence when the threads cannot be had.
pub fn validate(args: &ValidateArgs) -> Result<String, String> {
    let found = with_threads(args.threads, || findings(args))?;
    Ok(match args.format {
        Format::Json | Format::Csv => serde_json::to_string_pretty(&found).unwrap_or_default(),
        Format::Text => print(&found),
    })
}

/// What validation finds.
pub fn findings(args: &ValidateArgs) -> Findings {
    let mut found = Findings { least_error: f64::INFINITY, ..Findings::default() };
    many(args, &mut found);
    if 0 < args.oracle_games {
        let oracle = Oracle::solve(Rulebook::Dutch);
        found.against_oracle = Some(by_oracle(&oracle, args.oracle_games, args.seed));
    }
    if 0 < args.match_games {
        matches(args, &mut found);
    }
    if 0 < args.mistakes {
        mistakes::find(args, &mut found);
    }
    found
}

fn print(found: &Findings) -> String {
    let mut text = format!(
        "{} games, {} inputs: largest gap of an account {:.1e}, smallest error {}\n",
        found.games, found.inputs, found.gap, found.least_error
    );
    let _ = writeln!(
        text,
        "review of a four-player game: {:.1} ms on average, {:.1} at most",
        found.milliseconds[0], found.milliseconds[1]
    );
    let _ = writeln!(
        text,
        "drift of a turn for whoever rolls: mean {:+.3}, deviation {:.2} points",
        found.drift[0], found.drift[1]
    );
    let off: Vec<&Luck> = found.luck.iter().filter(|line| line.off()).collect();
    let _ = writeln!(
        text,
        "{} throws in {} groups: {} further than 3 standard errors from 0 and at least 0.05 points",
        found.throws,
        found.luck.len(),
        off.len()
    );
    let worst = |line: &&Luck| line.mean.abs() / line.error.max(1e-12);
    let mut lines: Vec<&Luck> = found.luck.iter().collect();
    lines.sort_by(|a, b| worst(b).total_cmp(&worst(a)));
    for line in lines.iter().take(8) {
        let _ = writeln!(
            text,
            "  {:32} {:+.3} ± {:.3} points, {} throws",
            line.group, line.mean, line.error, line.throws
        );
    }
    if let Some(oracle) = &found.against_oracle {
        let _ = writeln!(
            text,
            "without cards: {} best keeps lose {:.4} points against the oracle's, the worst {:.3}, {} more than {KEEP_LIMIT}; luck {:.3} and errors {:.3} a moment",
            oracle.count, oracle.keeps, oracle.worst_keep, oracle.off, oracle.luck, oracle.errors
        );
    }
    if !found.ladder.is_empty() {
        let _ = writeln!(
            text,
            "errors against luck-adjusted results over matches: slope {:.3}, correlation {:.3}",
            found.slope, found.correlation
        );
        let rates: Vec<String> =
            found.ladder.iter().map(|(level, rate)| format!("{level} {rate:.2}")).collect();
        let _ = writeln!(text, "points a choice of each level: {}", rates.join(", "));
    }
    if 0 < found.by_net {
        let _ = writeln!(
            text,
            "{} mistakes by the net, {} of them by rollouts too; longer ones confirm {} (surely worse, 5 points within two standard errors), call {} surely worse, and find 5 points or more again in {}",
            found.by_net,
            found.mistakes.len(),
            found.mistakes.iter().filter(|one| one.confirmed()).count(),
            found.mistakes.iter().filter(|one| one.is_worse()).count(),
            found.mistakes.iter().filter(|one| one.as_costly()).count()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small form of the whole: enough to see that every part works and the laws hold.
    #[test]
    fn a_small_validation_finds_nothing_wrong() {
        let found = findings(&ValidateArgs {
            games: 15,
            // Solving it takes long: the oracle's own tests compare.
            oracle_games: 0,
            match_games: 3,
            ladder_games: 4,
            mistakes: 1,
            rollouts: 10,
            turns: review::TURNS,
            long: 20,
            seed: 7,
            threads: None,
            format: Format::Text,
        });
        assert!(found.gap < 1e-9 && found.least_error == 0.0, "{found:?}");
        assert!(0.5 < found.slope && 0.7 < found.correlation, "{found:?}");
        assert!(found.ladder[0].1 > found.ladder[4].1, "{:?}", found.ladder);
        assert!(print(&found).contains("slope"));
    }
}

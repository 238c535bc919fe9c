//! Learning from self-play: TD(lambda) on the chances of all seats, seeded and resumable.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use bots::Bot;
use bots::chance::Chance;
use bots::mind::{self, HandMade, Learned, Mind};
use bots::net::{Backward, FIRST, Monster, Net, SEATS, Sight, Weights};
use engine::{Answer, Input, Need, Question, Rulebook, State};

use crate::oracle::{Holder, Oracle, Position};
use crate::starts::drawn_start;
use crate::stop::Stop;
use crate::table::{new_game, roll_or_reveal};

/// How a net is trained.
#[derive(Clone, Debug, clap::Args)]
pub struct TrainArgs {
    /// Folder for the checkpoint, the curve and the weights; an earlier run there is continued
    #[arg(long, default_value = "training")]
    pub folder: PathBuf,
    /// Games to play in all, earlier runs included
    #[arg(long, default_value_t = 400_000)]
    pub games: u64,
    /// Seed of the run
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games that the hand-made bot plays first
    #[arg(long, default_value_t = 6_000)]
    pub first_by_hand: u64,
    /// Weight of later values against the next one
    #[arg(long, default_value_t = 0.8)]
    pub lambda: f32,
    /// First and largest learning rate
    #[arg(long, default_value_t = 1e-3)]
    pub rate: f32,
    /// Share of each batch that is taken from the oracle: two monsters without cards, solved exactly
    #[arg(long, default_value_t = 0.1)]
    pub oracle: f32,
    /// Start from these weights instead of random ones
    #[arg(long)]
    pub from: Option<PathBuf>,
}

/// A position to learn from.
#[derive(Clone, Copy)]
struct Lesson {
    sight: Sight,
    target: [f32; SEATS],
    /// How the game ended in truth, for measuring.
    result: [f32; SEATS],
}

const GAMES_AT_ONCE: u64 = 400;
const MEMORY: usize = 300_000;
const BATCH: usize = 128;
/// The share of games that begin in mid-game, with cards dealt at random.
const DRAWN_STARTS: f64 = 0.4;
/// How often each position is learned from, on average.
const REUSE: usize = 6;

/// Everything that a run needs to go on.
struct Run {
    games: u64,
    steps: u64,
    weights: Weights,
    average: Weights,
    moment: Weights,
    square: Weights,
}

impl Run {
    fn new(weights: Weights) -> Run {
        Run {
            games: 0,
            steps: 0,
            average: weights.clone(),
            weights,
            moment: Weights::zero(),
            square: Weights::zero(),
        }
    }

    fn save(&self, path: &Path) -> std::io::Result<()> {
        let mut bytes = b"DKJ-RUN1".to_vec();
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.steps.to_le_bytes());
        for weights in [&self.weights, &self.average, &self.moment, &self.square] {
            bytes.extend(weights.numbers().flat_map(|w| w.to_le_bytes()));
        }
        let part = path.with_extension("part");
        std::fs::write(&part, bytes)?;
        std::fs::rename(part, path)
    }

    fn load(path: &Path) -> Result<Run, String> {
        let bytes = std::fs::read(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let mut run = Run::new(Weights::zero());
        let expected = 24 + 16 * run.weights.numbers().count();
        if bytes.len() != expected || &bytes[..8] != b"DKJ-RUN1" {
            return Err(format!(
                "{} is no checkpoint of this version; remove it to start anew",
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

    /// One step of Adam on the gradient of a batch; rows that no lesson touched stay as they are.
    fn step(&mut self, back: &mut Backward, rate: f32, count: usize) {
        const BETA1: f32 = 0.9;
        const BETA2: f32 = 0.999;
        self.steps += 1;
        let fix = |beta: f32| 1.0 - beta.powi(self.steps.min(100_000) as i32);
        let (fix1, fix2) = (fix(BETA1), fix(BETA2));
        let part = 1.0 / count as f32;
        // The average lags behind: about the last 2,000 steps, fewer at the start.
        let decay = (1.0 - 1.0 / (self.steps as f32 + 1.0)).min(0.9995);
        let update = |w: &mut f32, average: &mut f32, m: &mut f32, s: &mut f32, grad: f32| {
            let grad = grad * part;
            *m = BETA1 * *m + (1.0 - BETA1) * grad;
            *s = BETA2 * *s + (1.0 - BETA2) * grad * grad;
            *w -= rate * (*m / fix1) / ((*s / fix2).sqrt() + 1e-7);
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

/// Plays one game against itself and returns what there is to learn from it, with how wrong the values were.
fn self_play<J: mind::Judge>(
    mind: &mut Mind<J>,
    net: &Net,
    chance: &mut Chance,
    explore: f64,
    lambda: f32,
    exact: bool,
) -> Vec<Lesson> {
    let players = [2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6][chance.below(11) as usize];
    let book = match chance.below(10) {
        0 => Rulebook::Icelandic,
        1 => Rulebook::Polish,
        2 => Rulebook::Italian,
        _ => Rulebook::Dutch,
    };
    let seed = chance.next();
    let drawn = (chance.unit() < DRAWN_STARTS)
        .then(|| drawn_start(&book.rules(), players, chance))
        .flatten();
    let mut state = drawn.unwrap_or_else(|| new_game(book.rules(), players));
    // What was seen, who sat there in that order, and what the net said; a wanton answer ends the trace before it.
    struct Seen {
        sight: Sight,
        order: Vec<usize>,
        chances: [f32; 6],
        /// At the start of a turn: the chances after it on average over all its dice.
        expected: Option<[f32; 6]>,
        turn: Option<u16>,
        wanton: bool,
    }
    let mut seen: Vec<Seen> = Vec::new();
    let look = |state: &State, shop: bool, seen: &mut Vec<Seen>| {
        let sight = mind::see(state, shop);
        let chances = mind::by_seat(state, &net.chances(&sight));
        let order = mind::order(state).map(|seat| seat.index()).collect();
        let turn = (!shop).then(|| state.turn().number);
        seen.push(Seen { sight, order, chances, expected: None, turn, wanton: false });
    };
    let (mut turn, mut throw) = (0, 0);
    let mut result = [0.0f32; 6];
    for _ in 0..10_000 {
        if turn != state.turn().number {
            (turn, throw) = (state.turn().number, 0);
        }
        match state.need() {
            Need::Over(outcome) => {
                result = outcome.shares(state.seats()).map(|share| share as f32);
                break;
            }
            Need::Answer(ask) => {
                let fresh = ask.question == Question::Shop;
                if fresh {
                    look(&state, true, &mut seen);
                }
                let free = matches!(
                    ask.question,
                    Question::Shop
                        | Question::Opportunity
                        | Question::Yield
                        | Question::Copy
                        | Question::Sell
                        | Question::Start
                );
                let wanton = free && chance.unit() < explore;
                let answer: Answer = if wanton {
                    let answers = state.answers();
                    answers.get(chance.below(answers.len() as u32) as usize).unwrap_or(Answer::Pass)
                } else {
                    let answer = mind.answer(&state.view(Some(ask.seat)));
                    if exact
                        && ask.question == Question::Roll
                        && let Some(last) = seen.last_mut()
                        && let Some((turn, before)) = mind.before_throw()
                        && last.turn == Some(turn)
                        && last.expected.is_none()
                    {
                        last.expected = Some(before);
                    }
                    answer
                };
                if wanton && let Some(last) = seen.last_mut() {
                    last.wanton = true;
                }
                if state.play(Input::Answer(answer), None).is_err() {
                    let usual = mind::usual(&state, &ask, &state.answers());
                    state.play_unchecked(Input::Answer(usual), None);
                }
            }
            _ => {
                if mind::turn_begins(&state) {
                    look(&state, false, &mut seen);
                }
                let Some(input) = roll_or_reveal(&state, seed, throw) else { break };
                throw += 1;
                state.play_unchecked(input, None);
            }
        }
    }
    if result.iter().sum::<f32>() < 0.5 {
        return Vec::new();
    }
    let mut lessons = Vec::with_capacity(seen.len());
    // `ahead` is the target of the next moment and `said` what the net said there. What the dice of a turn brought
    // beyond their average is luck and is left out: the average over all dice plus what was learned after them.
    let (mut ahead, mut said) = (result, None::<[f32; 6]>);
    for moment in seen.iter().rev() {
        if moment.wanton {
            // What followed says little about good play from here.
            (ahead, said) = (moment.chances, Some(moment.chances));
            continue;
        }
        let next = said.unwrap_or(result);
        let goal: [f32; 6] = std::array::from_fn(|seat| match moment.expected {
            Some(expected) => expected[seat] + lambda * (ahead[seat] - next[seat]),
            None => next[seat] + lambda * (ahead[seat] - next[seat]),
        });
        let (mut target, mut truth) = ([0.0; SEATS], [0.0; SEATS]);
        for (at, &seat) in moment.order.iter().enumerate() {
            // Without its luck a result may lie a little outside of 0 to 1; its mean is right only if it may.
            target[at] = goal[seat].clamp(-0.5, 1.5);
            truth[at] = result[seat];
        }
        lessons.push(Lesson { sight: moment.sight, target, result: truth });
        (ahead, said) = (goal, Some(moment.chances));
    }
    lessons
}

/// A position without cards and its exact value. Energy is worth nothing there, and the net shall know it.
fn exact_lesson(oracle: &Oracle, chance: &mut Chance) -> Lesson {
    let mut number = |low: u32, high: u32| (low + chance.below(high - low + 1)) as u8;
    let position = match number(0, 40) {
        0 => Position {
            hearts: [10, 10],
            stars: [number(0, 8), number(0, 8)],
            holder: Holder::Nobody,
        },
        n if n % 2 == 0 => Position {
            hearts: [number(1, 10), number(1, 10)],
            stars: [number(2, 20), number(0, 19)],
            holder: Holder::Roller,
        },
        _ => Position {
            hearts: [number(1, 10), number(1, 10)],
            stars: [number(0, 19), number(1, 19)],
            holder: Holder::Other,
        },
    };
    let mut sight =
        Sight { living: 2, market: [255; 3], flags: 32 | (number(0, 1) * 20), ..Sight::default() };
    for i in 0..2 {
        let place = match position.holder {
            Holder::Roller => (i == 0) as u8,
            Holder::Other => (i == 1) as u8,
            Holder::Nobody => 0,
        };
        sight.monsters[i] =
            Monster::new(position.hearts[i], position.stars[i], number(0, 12), place);
    }
    let value = oracle.chance(&position) as f32;
    let target = [value, 1.0 - value, 0.0, 0.0, 0.0, 0.0];
    Lesson { sight, target, result: target }
}

/// Trains, and says how it goes.
///
/// # Errors
/// One sentence when the folder or a file in it cannot be used.
pub fn train(args: &TrainArgs) -> Result<String, String> {
    let io = |error: std::io::Error| format!("cannot write to {}: {error}", args.folder.display());
    std::fs::create_dir_all(&args.folder).map_err(io)?;
    let checkpoint = args.folder.join("run.bin");
    let curve = args.folder.join("curve.csv");
    let mut run = if checkpoint.exists() {
        Run::load(&checkpoint)?
    } else if let Some(path) = &args.from {
        let bytes = std::fs::read(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Run::new(Weights::from_bytes(&bytes).map_err(|error| error.to_string())?.0)
    } else {
        Run::new(Weights::random(args.seed))
    };
    if !curve.exists() {
        std::fs::write(&curve, "games,seconds,loss,brier,ece2,ece4,games_per_second\n")
            .map_err(io)?;
    }
    let stop = Stop::on_ctrl_c();
    let start = Instant::now();
    let mut memory: Vec<Lesson> = Vec::new();
    let mut next = 0;
    let mut back = Backward::default();
    let oracle = (0.0 < args.oracle).then(|| Oracle::solve(Rulebook::Dutch));
    while run.games < args.games && !stop.wanted() {
        let round = Instant::now();
        let mut chance = Chance::part(args.seed, run.games);
        let net = Arc::new(Net::new(run.average.clone()));
        let by_hand = run.games < args.first_by_hand && args.from.is_none();
        let mut learned = Mind::new(Learned::new(net.clone()), chance.next()).with_width(3);
        let mut hand = Mind::new(HandMade, chance.next()).with_width(2);
        let mut fresh: Vec<Lesson> = Vec::new();
        for _ in 0..GAMES_AT_ONCE {
            let lessons = if by_hand {
                self_play(&mut hand, &net, &mut chance, 0.10, 1.0, false)
            } else {
                self_play(&mut learned, &net, &mut chance, 0.06, args.lambda, true)
            };
            fresh.extend(lessons);
        }
        run.games += GAMES_AT_ONCE;
        let played = round.elapsed().as_secs_f64();
        // The fresh games are unseen so far: an honest measure.
        let measure = Measure::of(&net, &fresh);
        let count = fresh.len();
        for lesson in fresh {
            if memory.len() < MEMORY {
                memory.push(lesson);
            } else {
                memory[next] = lesson;
                next = (next + 1) % MEMORY;
            }
        }
        let done = run.games as f32 / args.games as f32;
        let rate = args.rate * (1.0 - done).max(0.05).powf(0.8);
        for _ in 0..(REUSE * count).div_ceil(BATCH) {
            for i in 0..BATCH {
                let lesson = match &oracle {
                    Some(oracle) if (i as f32) < args.oracle * BATCH as f32 => {
                        exact_lesson(oracle, &mut chance)
                    }
                    _ => memory[chance.below(memory.len() as u32) as usize],
                };
                run.weights.learn(&lesson.sight, &lesson.target, &mut back);
            }
            run.step(&mut back, rate, BATCH);
        }
        let speed = GAMES_AT_ONCE as f64 / played;
        let line = format!(
            "{},{:.0},{:.4},{:.4},{:.4},{:.4},{:.0}\n",
            run.games,
            start.elapsed().as_secs_f64(),
            measure.loss,
            measure.brier,
            measure.ece[2],
            measure.ece[4],
            speed
        );
        eprint!("{line}");
        use std::io::Write;
        let file = std::fs::OpenOptions::new().append(true).open(&curve);
        file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(io)?;
        if run.games % (GAMES_AT_ONCE * 10) == 0 || stop.wanted() || args.games <= run.games {
            run.save(&checkpoint).map_err(io)?;
            let note = format!(
                "seed {}, {} games of self-play, rulebooks mostly dutch, 2 to 6 monsters",
                args.seed, run.games
            );
            std::fs::write(args.folder.join("ruthless.net"), run.average.to_bytes(&note))
                .map_err(io)?;
        }
    }
    run.save(&checkpoint).map_err(io)?;
    Ok(format!(
        "{} games, {} steps; weights in {}",
        run.games,
        run.steps,
        args.folder.join("ruthless.net").display()
    ))
}

/// How good the chances are on games that were not learned from.
struct Measure {
    loss: f32,
    brier: f32,
    /// Expected calibration error by the number of living monsters.
    ece: [f32; 7],
}

impl Measure {
    fn of(net: &Net, lessons: &[Lesson]) -> Measure {
        let mut bins = [[(0.0f32, 0.0f32, 0u32); 20]; 7];
        let (mut loss, mut brier, mut count) = (0.0, 0.0, 0u32);
        for lesson in lessons {
            let chances = net.chances(&lesson.sight);
            let living = lesson.sight.living as usize;
            for (&p, &t) in chances.iter().zip(&lesson.result).take(living) {
                loss -= t * p.max(1e-9).ln();
                brier += (p - t) * (p - t);
                let bin = &mut bins[living][((p * 20.0) as usize).min(19)];
                bin.0 += p;
                bin.1 += t;
                bin.2 += 1;
            }
            count += 1;
        }
        let ece = bins.map(|bins| {
            let all: u32 = bins.iter().map(|bin| bin.2).sum();
            bins.iter().map(|bin| (bin.0 - bin.1).abs()).sum::<f32>() / all.max(1) as f32
        });
        Measure { loss: loss / count.max(1) as f32, brier: brier / count.max(1) as f32, ece }
    }
}

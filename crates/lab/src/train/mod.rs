//! Learning from self-play: TD(lambda) on the chances of all seats without the luck of the dice, seeded and resumable.
//!
//! While one batch of games is played on all cores, the net learns from the games before it; both are seeded by the
//! number of the batch, so a run gives the same weights on any number of threads.

mod games;
mod lesson;
mod run;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use bots::chance::Chance;
use bots::net::{Backward, Net, Weights};
use engine::Rulebook;

use crate::contestant::{net_of, players};
use crate::oracle::Oracle;
use crate::output::with_threads;
use crate::stop::Stop;
use games::{Players, self_play};
use lesson::{Lesson, Measure, exact_lesson};
use run::Run;

/// How a net is trained.
#[derive(Clone, Debug, clap::Args)]
pub struct TrainArgs {
    /// Folder for the checkpoint, the curve, the league and the weights; an earlier run there is continued
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
    /// At the end learn the last two monsters without cards by themselves, from the oracle in this many steps. All other
    /// tables stay as they are: these have rows of their own
    #[arg(long, default_value_t = 300_000)]
    pub without_cards: u64,
    /// Start from these weights instead of random ones
    #[arg(long)]
    pub from: Option<PathBuf>,
    /// Positions that are remembered and learned from
    #[arg(long, default_value_t = 1_000_000)]
    pub memory: usize,
    /// Learn the best response to this bot, which sits in all seats but one and stays as it is: ruthless or a weights
    /// file
    #[arg(long)]
    pub against: Option<String>,
    /// Play only at tables of this size, 2 to 6
    #[arg(short, long)]
    pub players: Option<usize>,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
}

const GAMES_AT_ONCE: u64 = 400;
const BATCH: usize = 128;
/// How often each position is learned from, on average.
const REUSE: usize = 4;
/// How many steps it takes until the learning rate is what it should be.
const WARM: u64 = 2_000;
/// The learning rate for the last two without cards, whose values are exact.
const WITHOUT_CARDS_RATE: f32 = 2e-3;
/// The net as it is joins the league after this many games, and this many versions stay in it.
const FREEZE_EVERY: u64 = 20_000;
const VERSIONS: usize = 12;

/// The latest lessons.
#[derive(Default)]
struct Memory {
    lessons: Vec<Lesson>,
    next: usize,
    /// How many lessons the last batch of games brought.
    fresh: usize,
}

impl Memory {
    fn keep(&mut self, fresh: Vec<Lesson>, most: usize) {
        self.fresh = fresh.len();
        for lesson in fresh {
            if self.lessons.len() < most {
                self.lessons.push(lesson);
            } else {
                self.lessons[self.next] = lesson;
                self.next = (self.next + 1) % most;
            }
        }
    }
}

/// Trains, and says how it goes.
///
/// # Errors
/// One sentence when the folder or a file in it cannot be used.
pub fn train(args: &TrainArgs) -> Result<String, String> {
    args.players.map(players).transpose()?;
    let polish = args.from.is_some() && 0 < args.without_cards;
    if args.memory == 0 || args.games == 0 && !polish {
        return Err("at least 1 game and 1 position to remember are needed; without a game, weights to start from and \
             steps for the last two without cards"
            .to_owned());
    }
    with_threads(args.threads, || Training::open(args)?.go())?
}

/// The weights in a file, and its note.
fn read_net(path: &Path) -> Result<(Weights, String), String> {
    let bytes =
        std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Weights::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// A run of training at work.
struct Training<'a> {
    args: &'a TrainArgs,
    run: Run,
    /// How the weights came about that it started from.
    history: String,
    memory: Memory,
    league: Vec<Arc<Net>>,
    against: Option<Arc<Net>>,
    oracle: Option<Oracle>,
    back: Backward,
}

impl Training<'_> {
    fn open(args: &TrainArgs) -> Result<Training<'_>, String> {
        let against = args.against.as_deref().map(net_of).transpose()?;
        let io =
            |error: std::io::Error| format!("cannot write to {}: {error}", args.folder.display());
        std::fs::create_dir_all(args.folder.join("league")).map_err(io)?;
        let checkpoint = args.folder.join("run.bin");
        let from = args.from.as_deref().map(read_net).transpose()?;
        let (from, history) = from.map_or((None, String::new()), |(net, note)| (Some(net), note));
        let run = if checkpoint.exists() {
            Run::load(&checkpoint)?
        } else if let Some(mut weights) = from {
            weights.awaken(args.seed);
            Run::new(weights)
        } else {
            Run::new(Weights::random(args.seed))
        };
        let curve = args.folder.join("curve.csv");
        if !curve.exists() {
            std::fs::write(&curve, "games,seconds,loss,brier,ece2,ece4,games_per_second\n")
                .map_err(io)?;
        }
        let oracle = (0.0 < args.oracle).then(|| Oracle::solve(Rulebook::Dutch));
        let mut training = Training {
            args,
            run,
            history,
            memory: Memory::default(),
            league: Vec::new(),
            against,
            oracle,
            back: Backward::default(),
        };
        training.load_league()?;
        Ok(training)
    }

    /// All frozen versions in the folder, the latest ones if there are too many.
    fn load_league(&mut self) -> Result<(), String> {
        let folder = self.args.folder.join("league");
        let entries = std::fs::read_dir(&folder)
            .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "net"))
            .collect();
        paths.sort();
        let skip = paths.len().saturating_sub(VERSIONS);
        let nets = paths[skip..].iter().map(|path| Ok(Arc::new(Net::new(read_net(path)?.0))));
        self.league = nets.collect::<Result<_, String>>()?;
        Ok(())
    }

    fn go(&mut self) -> Result<String, String> {
        let args = self.args;
        let io =
            |error: std::io::Error| format!("cannot write to {}: {error}", args.folder.display());
        let stop = Stop::on_ctrl_c();
        let start = Instant::now();
        while self.run.games < args.games && !stop.wanted() {
            let round = Instant::now();
            let players = Players {
                net: Arc::new(Net::new(self.run.average.clone())),
                league: self.league.clone(),
                by_hand: self.run.games < args.first_by_hand
                    && args.from.is_none()
                    && args.against.is_none(),
                against: self.against.clone(),
                count: args.players,
            };
            let (from, lambda) = (self.run.games, if players.by_hand { 1.0 } else { args.lambda });
            // The lessons of a batch are learned while the next one is played.
            let (fresh, ()) = rayon::join(
                || -> Vec<Lesson> {
                    (from..from + GAMES_AT_ONCE)
                        .into_par_iter()
                        .flat_map_iter(|game| {
                            self_play(&players, lambda, &mut Chance::part(args.seed, game))
                        })
                        .collect()
                },
                || self.learn(),
            );
            self.run.games += GAMES_AT_ONCE;
            // The fresh games are unseen so far: an honest measure.
            let measure = Measure::of(&players.net, &fresh);
            self.memory.keep(fresh, args.memory);
            let line = format!(
                "{},{:.0},{:.4},{:.4},{:.4},{:.4},{:.0}\n",
                self.run.games,
                start.elapsed().as_secs_f64(),
                measure.loss,
                measure.brier,
                measure.ece[2],
                measure.ece[4],
                GAMES_AT_ONCE as f64 / round.elapsed().as_secs_f64()
            );
            eprint!("{line}");
            use std::io::Write;
            let file = std::fs::OpenOptions::new().append(true).open(args.folder.join("curve.csv"));
            file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(io)?;
            if self.run.games.is_multiple_of(GAMES_AT_ONCE * 10) {
                self.save()?;
            }
            if self.run.games.is_multiple_of(FREEZE_EVERY) {
                let name = format!("{:09}.net", self.run.games);
                std::fs::write(args.folder.join("league").join(name), self.file()).map_err(io)?;
                self.load_league()?;
            }
        }
        if !stop.wanted() {
            self.learn_without_cards();
        }
        self.save()?;
        Ok(format!(
            "{} games, {} steps; weights in {}",
            self.run.games,
            self.run.steps,
            args.folder.join("ruthless.net").display()
        ))
    }

    /// Learns from as many lessons as one batch of games brings, `REUSE` times.
    fn learn(&mut self) {
        let known = self.memory.lessons.len();
        if known == 0 {
            return;
        }
        let mut chance = Chance::part(self.args.seed ^ 0x1ea4, self.run.games);
        let done = self.run.games as f32 / self.args.games as f32;
        // At first little is known of how steep the slopes are: small steps.
        let warm = ((self.run.steps + 1) as f32 / WARM as f32).min(1.0);
        let rate = self.args.rate * warm * (1.0 - done).max(0.01);
        for _ in 0..(REUSE * self.memory.fresh).div_ceil(BATCH) {
            for i in 0..BATCH {
                let lesson = match &self.oracle {
                    Some(oracle) if (i as f32) < self.args.oracle * BATCH as f32 => {
                        exact_lesson(oracle, &mut chance)
                    }
                    _ => self.memory.lessons[chance.below(known as u32) as usize],
                };
                self.run.weights.learn(&lesson.features, &lesson.target, &mut self.back);
            }
            self.run.step(&mut self.back, rate, BATCH);
        }
    }

    /// Learns the tables of the last two without cards, and nothing else, on top of the average: that is what plays.
    fn learn_without_cards(&mut self) {
        let (Some(oracle), steps @ 1..) = (&self.oracle, self.args.without_cards) else { return };
        self.run.weights = self.run.average.clone();
        for step in 0..steps {
            let mut chance = Chance::part(self.args.seed ^ 0xba2e, step);
            for _ in 0..BATCH {
                let lesson = exact_lesson(oracle, &mut chance);
                self.run.weights.learn(&lesson.features, &lesson.target, &mut self.back);
            }
            let rate = WITHOUT_CARDS_RATE * (1.0 - step as f32 / steps as f32).max(0.01);
            self.run.step_bare(&mut self.back, rate, BATCH, step + 1);
        }
        self.run.settle_bare();
    }

    /// The weights as a file, with their card.
    fn file(&self) -> Vec<u8> {
        let args = self.args;
        let before = match self.history.as_str() {
            "" => "random weights",
            history => history,
        };
        let against =
            args.against.as_ref().map_or(String::new(), |bot| format!(" --against {bot}"));
        let count = args.players.map_or(String::new(), |count| format!(" --players {count}"));
        self.run.average.to_bytes(&format!(
            "{} games of self-play; train{against}{count} --seed {} --games {} --without-cards {} --lambda {} \
             --rate {} --oracle {} --memory {}; cards {:016x}; before that: {before}",
            self.run.games,
            args.seed,
            args.games,
            args.without_cards,
            args.lambda,
            args.rate,
            args.oracle,
            args.memory,
            bots::net::cards()
        ))
    }

    fn save(&self) -> Result<(), String> {
        let folder = &self.args.folder;
        self.run
            .save(&folder.join("run.bin"))
            .and_then(|()| std::fs::write(folder.join("ruthless.net"), self.file()))
            .map_err(|error| format!("cannot write to {}: {error}", folder.display()))
    }
}

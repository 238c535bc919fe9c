//! What sets the styles apart: purchases and yields of each, what it costs, and whether ten games are enough to tell.

use std::fmt::Write;

use rayon::prelude::*;
use serde::Serialize;

use bots::chance::Chance;
use bots::{Level, Opponent, Style, hurts};
use engine::{Answer, Ask, Input, KEEP_CARDS, Question, Rules, State};

use crate::contestant::{players, rulebook};
use crate::one_game::{Watcher, new_game, play};
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::stats::Mean;
use crate::stop::Stop;

/// What sets the styles of a level apart, in purchases and yields, and what they cost
#[derive(Clone, Debug, clap::Args)]
pub struct StylesArgs {
    /// The level
    #[arg(default_value = "ruthless")]
    pub level: String,
    /// Monsters at the table; the others are neutral and of the same level
    #[arg(long, short, default_value_t = 2)]
    pub players: usize,
    /// Blocks of ten games for each style
    #[arg(long, short, default_value_t = 40)]
    pub blocks: u64,
    /// Rulebook
    #[arg(long, default_value = "dutch")]
    pub rulebook: String,
    /// Seed
    #[arg(long, default_value_t = 2026)]
    pub seed: u64,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// How many games a player watches before saying who it was.
const GAMES: u64 = 10;

/// What somebody did in a few games.
#[derive(Clone, Copy, Debug, Default)]
struct Habits {
    bought: f64,
    weapons: f64,
    keeps: f64,
    for_stars: f64,
    asked: f64,
    left: f64,
    games: f64,
    won: f64,
}

/// The names of what is told apart by.
const FEATURES: [&str; 5] =
    ["cards a game", "weapons a game", "keep cards a game", "star cards a game", "yields when hit"];

impl Habits {
    fn and(self, other: Habits) -> Habits {
        Habits {
            bought: self.bought + other.bought,
            weapons: self.weapons + other.weapons,
            keeps: self.keeps + other.keeps,
            for_stars: self.for_stars + other.for_stars,
            asked: self.asked + other.asked,
            left: self.left + other.left,
            games: self.games + other.games,
            won: self.won + other.won,
        }
    }

    fn features(&self) -> [f64; 5] {
        let games = self.games.max(1.0);
        [
            self.bought / games,
            self.weapons / games,
            self.keeps / games,
            self.for_stars / games,
            self.left / self.asked.max(1.0),
        ]
    }
}

/// Watches one seat.
struct Eye {
    seat: usize,
    habits: Habits,
}

impl Watcher for Eye {
    fn answered(&mut self, state: &State, ask: &Ask, answer: Answer) {
        if ask.seat.index() != self.seat {
            return;
        }
        if ask.question == Question::Yield {
            self.habits.asked += 1.0;
            self.habits.left += f64::from(answer == Answer::Yes);
        }
        if let Answer::Buy(place) = answer
            && let Some(card) = state.card_at(place)
        {
            let mut after = *state;
            after.play_unchecked(Input::Answer(answer), None);
            let stars = |state: &State| state.monster(ask.seat).stars;
            self.habits.bought += 1.0;
            self.habits.weapons += f64::from(hurts(card));
            self.habits.keeps += f64::from(card.index() < KEEP_CARDS);
            self.habits.for_stars += f64::from(stars(state) < stars(&after));
        }
    }
}

/// A block of games of one style against neutral ones.
fn block(level: Level, style: Style, rules: &Rules, count: usize, seed: u64) -> Habits {
    (0..GAMES).fold(Habits::default(), |sum, game| {
        let seed = Chance::part(seed, game).next();
        let seat = game as usize % count;
        let mut bots: Vec<_> = (0..count)
            .map(|other| {
                let style = if other == seat { style } else { Style::Neutral };
                Opponent { level, style }.bot(Chance::part(seed, 90 + other as u64).next())
            })
            .collect();
        let mut eye = Eye { seat, habits: Habits { games: 1.0, ..Habits::default() } };
        let (state, outcome) = play(new_game(*rules, count), &mut bots, seed, &mut eye);
        let share = outcome.map_or(0.0, |outcome| outcome.shares(state.seats())[seat]);
        sum.and(Habits { won: share, ..eye.habits })
    })
}

/// One style, as it was seen.
#[derive(Serialize)]
struct Line {
    style: &'static str,
    games: u64,
    /// By [`FEATURES`].
    habits: [f64; 5],
    /// Wins over a fair share in points, with the half width of the 95 % interval.
    gain: (f64, f64),
    /// How often ten games were taken for this style.
    told: f64,
}

#[derive(Serialize)]
struct Report {
    level: String,
    players: usize,
    rulebook: String,
    seed: u64,
    features: [&'static str; 5],
    styles: Vec<Line>,
    /// How often a block of ten games was told right by purchases and yields alone, in percent; by chance 25.
    told: f64,
    interrupted: bool,
}

/// Plays and returns what to print.
///
/// # Errors
/// One sentence for an unknown level or rulebook or an impossible table.
pub fn styles(args: &StylesArgs) -> Result<String, String> {
    let (rules, count) = (rulebook(&args.rulebook)?, players(args.players)?);
    let bot = args.level.parse::<Opponent>().map_err(|unknown| unknown.to_string())?;
    let level = bot.level;
    if args.blocks < 3 {
        return Err("at least 3 blocks are needed to tell styles apart".to_owned());
    }
    let stop = Stop::on_ctrl_c();
    let seen: Vec<Vec<Habits>> = with_threads(args.threads, || {
        let bar = Progress::new(4 * args.blocks);
        let mut seen = vec![Vec::new(); 4];
        for number in 0..args.blocks {
            if stop.wanted() {
                break;
            }
            let round: Vec<Habits> = Style::ALL
                .into_par_iter()
                .map(|style| {
                    // The same dice for all styles.
                    block(level, style, &rules, count, Chance::part(args.seed, number).next())
                })
                .collect();
            seen.iter_mut().zip(round).for_each(|(list, habits)| list.push(habits));
            bar.at(4 * (number + 1));
        }
        bar.done();
        seen
    })?;
    let report = report(args, &seen, count, stop.wanted());
    Ok(match args.format {
        Format::Json => serde_json::to_string_pretty(&report).unwrap_or_default(),
        Format::Csv => {
            let head =
                format!("style,games,{},gain,half,told\n", FEATURES.join(",")).replace(' ', "_");
            report.styles.iter().fold(head, |mut text, line| {
                let habits = line.habits.map(|habit| format!("{habit:.3}")).join(",");
                let _ = writeln!(
                    text,
                    "{},{},{habits},{:.2},{:.2},{:.3}",
                    line.style, line.games, line.gain.0, line.gain.1, line.told
                );
                text
            })
        }
        Format::Text => text(&report),
    })
}

fn report(args: &StylesArgs, seen: &[Vec<Habits>], count: usize, interrupted: bool) -> Report {
    let told = tell_apart(seen);
    let styles: Vec<Line> = Style::ALL
        .into_iter()
        .zip(seen)
        .zip(&told)
        .map(|((style, blocks), &told)| {
            let all = blocks.iter().fold(Habits::default(), |sum, one| sum.and(*one));
            let mut won = Mean::default();
            blocks.iter().for_each(|block| won.add(block.won / block.games));
            let fair = 1.0 / count as f64;
            Line {
                style: style.name(),
                games: all.games as u64,
                habits: all.features(),
                gain: (100.0 * (won.mean() - fair), 100.0 * won.half_width(1.96)),
                told: 100.0 * told,
            }
        })
        .collect();
    Report {
        level: args.level.clone(),
        players: count,
        rulebook: args.rulebook.clone(),
        seed: args.seed,
        features: FEATURES,
        told: styles.iter().map(|line| line.told).sum::<f64>() / 4.0,
        styles,
        interrupted,
    }
}

/// How often each style's blocks are told right: every block is put to the style whose other blocks are nearest on
/// average, in units of the spread.
fn tell_apart(seen: &[Vec<Habits>]) -> Vec<f64> {
    let all: Vec<[f64; 5]> = seen.iter().flatten().map(Habits::features).collect();
    let spread: [f64; 5] = std::array::from_fn(|n| {
        let mut mean = Mean::default();
        all.iter().for_each(|features| mean.add(features[n]));
        mean.variance().sqrt().max(1e-9)
    });
    let centre = |blocks: &[Habits], without: Option<usize>| -> [f64; 5] {
        let kept = blocks.iter().enumerate().filter(|(n, _)| Some(*n) != without);
        let sum = kept.fold(Habits::default(), |sum, (_, block)| sum.and(*block));
        sum.features()
    };
    let far = |a: &[f64; 5], b: &[f64; 5]| -> f64 {
        (0..5).map(|n| ((a[n] - b[n]) / spread[n]).powi(2)).sum()
    };
    seen.iter()
        .enumerate()
        .map(|(style, blocks)| {
            let right = blocks.iter().enumerate().filter(|(number, block)| {
                let features = block.features();
                let nearest = (0..seen.len()).min_by(|&a, &b| {
                    let distance = |n: usize| {
                        far(&features, &centre(&seen[n], (n == style).then_some(*number)))
                    };
                    distance(a).total_cmp(&distance(b))
                });
                nearest == Some(style)
            });
            right.count() as f64 / blocks.len().max(1) as f64
        })
        .collect()
}

fn text(r: &Report) -> String {
    let mut text = format!(
        "{} at tables of {} against neutral ones, rulebook {}, seed {}{}\n",
        r.level,
        r.players,
        r.rulebook,
        r.seed,
        if r.interrupted { " (interrupted: so far)" } else { "" }
    );
    let _ = writeln!(
        text,
        "  {:12} {:>6}  {}  wins over the share   told in ten games",
        "style",
        "games",
        r.features.map(|name| format!("{name:>18}")).join("")
    );
    for line in &r.styles {
        let habits = line.habits.map(|habit| format!("{habit:18.2}")).join("");
        let _ = writeln!(
            text,
            "  {:12} {:6}  {habits}    {:+5.1} +- {:4.1}       {:5.0} %",
            line.style, line.games, line.gain.0, line.gain.1, line.told
        );
    }
    let _ = writeln!(text, "  ten games are told right in {:.0} % (by chance 25 %)", r.told);
    text
}

//! Are the chances true? Held-out self-play, one position of each game, reliability in twenty bins.
//!
//! A chance is compared with how the game ended, and with that minus the luck of dice and cards from the position on:
//! the mean is the same and the spread much smaller, so that far fewer games show an error of a point.

use std::fmt::Write;

use rayon::prelude::*;
use serde::Serialize;

use bots::chance::Chance;
use bots::mind;
use bots::net::Net;
use engine::{Answer, Ask, Input, State};

use crate::contestant::{Contestant, net_of, players, rulebook};
use crate::luck::LuckMeter;
use crate::one_game::{Watcher, new_game, play};
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::stats::Mean;
use crate::stop::Stop;

/// Measure how true the net's chances are, on self-play with fresh seeds
#[derive(Clone, Debug, clap::Args)]
pub struct CalibrateArgs {
    /// The bot that plays, `ruthless` or a weights file; its own net is measured
    #[arg(default_value = "ruthless")]
    pub bot: String,
    /// Monsters at the table
    #[arg(long, short, default_value_t = 2)]
    pub players: usize,
    /// Games; one position of each is used
    #[arg(long, short, default_value_t = 4000)]
    pub games: u64,
    /// Rulebook
    #[arg(long, default_value = "dutch")]
    pub rulebook: String,
    /// Seed; never one that was trained with
    #[arg(long, default_value_t = 777_001)]
    pub seed: u64,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// The result.
#[derive(Serialize)]
struct Report {
    bot: String,
    players: usize,
    rulebook: String,
    seed: u64,
    games: u64,
    /// Expected calibration error in points.
    error: f64,
    /// What a perfect forecaster would show with that few games, in points.
    noise: f64,
    /// The same with luck taken off the results: error and noise, in points, of all monsters, of those with keep cards
    /// and of those without.
    luck_adjusted: [Adjusted; 3],
    /// Brier score, its reliability, resolution and uncertainty (Murphy).
    brier: [f64; 4],
    /// Mean chance, mean result and count of each bin.
    bins: Vec<(f64, f64, u64)>,
}

/// An expected calibration error against luck-adjusted results.
#[derive(Clone, Copy, Default, Serialize)]
struct Adjusted {
    /// How many chances.
    count: usize,
    /// In points.
    error: f64,
    /// What a perfect forecaster would show.
    noise: f64,
}

/// A chance and what came of it.
struct Pair {
    said: f64,
    came: f64,
    /// The same without the luck in between.
    adjusted: f64,
    /// Whether the monster held a keep card.
    holds: bool,
}

/// Keeps one position in secret: the one before the turn with a drawn number.
struct Moment<'a> {
    net: &'a Net,
    turn: u32,
    found: Option<Found>,
    luck: LuckMeter,
}

/// The position that was kept: the chances, and who holds keep cards.
struct Found {
    chances: [f32; 6],
    holds: [bool; 6],
}

impl Watcher for Moment<'_> {
    fn before(&mut self, state: &State) {
        if self.found.is_none()
            && self.turn <= state.turn().number as u32
            && mind::turn_begins(state)
        {
            let mut holds = [false; 6];
            for seat in state.living().iter() {
                holds[seat.index()] = state.monster(seat).cards.iter().next().is_some();
            }
            self.found = Some(Found {
                chances: mind::by_seat(state, &self.net.chances(&mind::see(state, false))),
                holds,
            });
        }
    }

    fn answered(&mut self, state: &State, ask: &Ask, answer: Answer) {
        // Only the luck from the position on counts.
        if self.found.is_some() {
            self.luck.answered(state, ask, answer);
        }
    }

    fn chance(&mut self, before: &State, input: Input) {
        if self.found.is_some() {
            self.luck.chance(before, input);
        }
    }
}

/// Measures and returns what to print.
///
/// # Errors
/// One sentence for an unknown bot or rulebook or an impossible table.
pub fn calibrate(args: &CalibrateArgs) -> Result<String, String> {
    let (rules, count, bot) =
        (rulebook(&args.rulebook)?, players(args.players)?, Contestant::parse(&args.bot)?);
    let net = net_of(&args.bot)?;
    let stop = Stop::on_ctrl_c();
    let (pairs, done) = with_threads(args.threads, || {
        let progress = Progress::new(args.games);
        let mut pairs: Vec<Pair> = Vec::new();
        let mut done = 0;
        while done < args.games && !stop.wanted() {
            let chunk = (args.games - done).min(64 * rayon::current_num_threads() as u64);
            let more: Vec<Vec<Pair>> = (done..done + chunk)
                .into_par_iter()
                .map(|game| {
                    let mut chance = Chance::part(args.seed, game);
                    let seed = chance.next();
                    let mut bots: Vec<_> = (0..count).map(|_| bot.bot(chance.next())).collect();
                    // Any turn up to the usual length; shorter games give their last position.
                    let mut moment = Moment {
                        net: &net,
                        turn: 1 + chance.below(7 * count as u32),
                        found: None,
                        luck: LuckMeter::by(net.clone()),
                    };
                    let (state, outcome) =
                        play(new_game(rules, count), &mut bots, seed, &mut moment);
                    let (Some(outcome), Some(found)) = (outcome, moment.found) else {
                        return Vec::new();
                    };
                    let (shares, luck) = (outcome.shares(state.seats()), moment.luck.sum());
                    (0..count)
                        .map(|seat| Pair {
                            said: found.chances[seat] as f64,
                            came: shares[seat],
                            adjusted: shares[seat] - luck[seat],
                            holds: found.holds[seat],
                        })
                        .filter(|pair| 0.0 < pair.said)
                        .collect()
                })
                .collect();
            pairs.extend(more.into_iter().flatten());
            done += chunk;
            progress.at(done);
        }
        progress.done();
        (pairs, done)
    })?;
    let report = measure(args, done, &pairs);
    Ok(match args.format {
        Format::Json => serde_json::to_string_pretty(&report).unwrap_or_default(),
        Format::Csv => {
            report.bins.iter().fold("chance,result,count\n".to_owned(), |mut text, (p, t, n)| {
                let _ = writeln!(text, "{p:.5},{t:.5},{n}");
                text
            })
        }
        Format::Text => {
            let mut text = format!(
                "{} at tables of {}, rulebook {}, seed {}: {} chances of {} games\n",
                report.bot,
                report.players,
                report.rulebook,
                report.seed,
                pairs.len(),
                report.games
            );
            let _ = writeln!(
                text,
                "  expected calibration error {:.2} points (a perfect forecaster would show {:.2})",
                report.error, report.noise
            );
            let names = ["of all", "of monsters with keep cards", "without"];
            for (name, Adjusted { count, error, noise }) in
                names.into_iter().zip(report.luck_adjusted)
            {
                let _ = writeln!(
                    text,
                    "  luck-adjusted, {name}: {error:.2} points (a perfect forecaster {noise:.2}; {count} chances)"
                );
            }
            let [brier, reliability, resolution, uncertainty] = report.brier;
            let _ = writeln!(
                text,
                "  Brier {brier:.4} = reliability {reliability:.4} - resolution {resolution:.4} + uncertainty {uncertainty:.4}"
            );
            for (p, t, n) in &report.bins {
                let _ = writeln!(text, "  said {:5.1} %  came {:5.1} %  {n}", 100.0 * p, 100.0 * t);
            }
            text
        }
    })
}

fn measure(args: &CalibrateArgs, games: u64, pairs: &[Pair]) -> Report {
    let mut bins = vec![(0.0, 0.0, 0u64); 20];
    let (mut brier, mut sum) = (0.0, 0.0);
    for &Pair { said: p, came: t, .. } in pairs {
        let bin = &mut bins[((p * 20.0) as usize).min(19)];
        *bin = (bin.0 + p, bin.1 + t, bin.2 + 1);
        brier += (p - t) * (p - t);
        sum += t;
    }
    let count = pairs.len().max(1) as f64;
    let mean = sum / count;
    let (mut error, mut noise, mut reliability, mut resolution) = (0.0, 0.0, 0.0, 0.0);
    bins.retain(|bin| 0 < bin.2);
    for bin in &mut bins {
        let n = bin.2 as f64;
        (bin.0, bin.1) = (bin.0 / n, bin.1 / n);
        error += n / count * (bin.0 - bin.1).abs();
        // The mean distance of a normal variable from its mean is 0.8 deviations.
        noise += n / count * 0.798 * (bin.0 * (1.0 - bin.0) / n).sqrt();
        reliability += n / count * (bin.0 - bin.1) * (bin.0 - bin.1);
        resolution += n / count * (bin.1 - mean) * (bin.1 - mean);
    }
    Report {
        bot: args.bot.clone(),
        players: args.players,
        rulebook: args.rulebook.clone(),
        seed: args.seed,
        games,
        error: 100.0 * error,
        noise: 100.0 * noise,
        luck_adjusted: [
            adjusted(pairs.iter()),
            adjusted(pairs.iter().filter(|pair| pair.holds)),
            adjusted(pairs.iter().filter(|pair| !pair.holds)),
        ],
        brier: [brier / count, reliability, resolution, mean * (1.0 - mean)],
        bins,
    }
}

fn adjusted<'a>(pairs: impl Iterator<Item = &'a Pair>) -> Adjusted {
    let (mut bins, mut count) = ([Mean::default(); 20], 0);
    for pair in pairs {
        bins[((pair.said * 20.0) as usize).min(19)].add(pair.adjusted - pair.said);
        count += 1;
    }
    let mut sum = Adjusted { count, ..Adjusted::default() };
    for bin in bins {
        let part = bin.count / count.max(1) as f64;
        sum.error += part * 100.0 * bin.mean().abs();
        sum.noise += part * 100.0 * 0.798 * bin.half_width(1.0);
    }
    sum
}

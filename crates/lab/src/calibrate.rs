//! Are the chances true? Held-out self-play, one position of each game, reliability in twenty bins.

use std::fmt::Write;

use rayon::prelude::*;
use serde::Serialize;

use bots::chance::Chance;
use bots::mind;
use bots::net::Net;

use crate::contestant::{Contestant, net_of, players, rulebook};
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::stop::Stop;
use crate::table::{Watcher, new_game, play};

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
    /// Brier score, its reliability, resolution and uncertainty (Murphy).
    brier: [f64; 4],
    /// Mean chance, mean result and count of each bin.
    bins: Vec<(f64, f64, u64)>,
}

/// Keeps one position in secret: the one before the turn with a drawn number.
struct Moment<'a> {
    net: &'a Net,
    turn: u32,
    chances: Option<[f32; 6]>,
}

impl Watcher for Moment<'_> {
    fn before(&mut self, state: &engine::State) {
        if self.chances.is_none()
            && self.turn <= state.turn().number as u32
            && mind::turn_begins(state)
        {
            self.chances = Some(mind::by_seat(state, &self.net.chances(&mind::see(state, false))));
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
    let pairs = with_threads(args.threads, || {
        let progress = Progress::new(args.games);
        let mut pairs: Vec<(f64, f64)> = Vec::new();
        let mut done = 0;
        while done < args.games && !stop.wanted() {
            let chunk = (args.games - done).min(64 * rayon::current_num_threads() as u64);
            let more: Vec<Vec<(f64, f64)>> = (done..done + chunk)
                .into_par_iter()
                .map(|game| {
                    let mut chance = Chance::part(args.seed, game);
                    let seed = chance.next();
                    let mut bots: Vec<_> = (0..count).map(|_| bot.bot(chance.next())).collect();
                    // Any turn up to the usual length; shorter games give their last position.
                    let mut moment = Moment {
                        net: &net,
                        turn: 1 + chance.below(7 * count as u32),
                        chances: None,
                    };
                    let (state, outcome) =
                        play(new_game(rules, count), &mut bots, seed, &mut moment);
                    match (outcome, moment.chances) {
                        (Some(outcome), Some(chances)) => {
                            let shares = outcome.shares(state.seats());
                            (0..count)
                                .map(|seat| (chances[seat] as f64, shares[seat]))
                                .filter(|pair| 0.0 < pair.0)
                                .collect()
                        }
                        _ => Vec::new(),
                    }
                })
                .collect();
            pairs.extend(more.into_iter().flatten());
            done += chunk;
            progress.at(done);
        }
        progress.done();
        pairs
    })?;
    let report = measure(args, &pairs);
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

fn measure(args: &CalibrateArgs, pairs: &[(f64, f64)]) -> Report {
    let mut bins = vec![(0.0, 0.0, 0u64); 20];
    let (mut brier, mut sum) = (0.0, 0.0);
    for &(p, t) in pairs {
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
        games: args.games,
        error: 100.0 * error,
        noise: 100.0 * noise,
        brier: [brier / count, reliability, resolution, mean * (1.0 - mean)],
        bins,
    }
}

//! The command: solve, and measure nets against what was found.

use std::fmt::Write;
use std::time::Instant;

use serde::Serialize;

use bots::chance::Chance;
use bots::mind;
use bots::net::Net;
use engine::Rulebook;

use super::{Oracle3, STARS, Three};
use crate::contestant::net_of;
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::stop::Stop;

/// Solve three-player play without cards, and measure the net against it
#[derive(Clone, Debug, clap::Args)]
pub struct OracleArgs {
    /// Whose nets are measured: ruthless, old or weights files
    #[arg(default_values_t = ["ruthless".to_owned()])]
    pub bots: Vec<String>,
    /// Solve only positions where everybody has at least this many stars, 0 to 19; 0 is the whole game
    #[arg(long, default_value_t = 0)]
    pub from_stars: usize,
    /// Positions at which a net is measured
    #[arg(long, default_value_t = 20_000)]
    pub sample: u64,
    /// Rulebook
    #[arg(long, default_value = "dutch")]
    pub rulebook: String,
    /// Seed of the sample
    #[arg(long, default_value_t = 2026)]
    pub seed: u64,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Serialize)]
struct Report {
    rulebook: String,
    from_stars: usize,
    positions: u64,
    seconds: f64,
    /// Of whoever starts, of the next one and of the last, with perfect play; only if the whole game was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<[f32; 3]>,
    sample: u64,
    seed: u64,
    nets: Vec<Off>,
}

/// How far a net is off in its chance for the roller, in points.
#[derive(Serialize)]
struct Off {
    bot: String,
    mean: f64,
    /// Its 99 % quantile.
    most: f64,
}

/// Solves and returns what to print.
///
/// # Errors
/// One sentence for an unknown rulebook or bot or impossible stars, or if the user broke it off.
pub fn oracle(args: &OracleArgs) -> Result<String, String> {
    let book = Rulebook::from_name(&args.rulebook)
        .ok_or_else(|| crate::contestant::rulebook(&args.rulebook).unwrap_err())?;
    if STARS <= args.from_stars {
        return Err(format!("positions have 0 to 19 stars, not {}", args.from_stars));
    }
    let nets = args.bots.iter().map(|bot| net_of(bot)).collect::<Result<Vec<_>, _>>()?;
    let stop = Stop::on_ctrl_c();
    let clock = Instant::now();
    let positions = Oracle3::positions(args.from_stars);
    let oracle = with_threads(args.threads, || {
        let bar = Progress::new(positions);
        let oracle = Oracle3::solve(book, args.from_stars, |done| {
            bar.at(done);
            stop.wanted()
        });
        bar.done();
        oracle
    })?;
    let Some(oracle) = oracle else {
        return Err("interrupted: nothing is known before the last star".to_owned());
    };
    let seconds = clock.elapsed().as_secs_f64();
    let off = |(bot, net): (&String, &Net)| {
        let mut off = net_off(&oracle, net, args.sample, args.seed);
        off.sort_by(f64::total_cmp);
        Off {
            bot: bot.clone(),
            mean: off.iter().sum::<f64>() / off.len().max(1) as f64,
            most: off.get(off.len() * 99 / 100).copied().unwrap_or(0.0),
        }
    };
    let start = Three { hearts: [10; 3], stars: [0; 3], holder: None };
    let report = Report {
        rulebook: args.rulebook.clone(),
        from_stars: args.from_stars,
        positions,
        seconds,
        start: (args.from_stars == 0).then(|| oracle.chances(&start)),
        sample: args.sample,
        seed: args.seed,
        nets: args.bots.iter().zip(nets.iter().map(|net| &**net)).map(off).collect(),
    };
    Ok(print(args.format, &report))
}

fn print(format: Format, report: &Report) -> String {
    let Report { rulebook, from_stars, positions, seconds, sample, seed, .. } = report;
    let mut text = String::new();
    match format {
        Format::Json => return serde_json::to_string_pretty(report).unwrap_or_default(),
        Format::Csv => {
            text.push_str("bot,rulebook,from_stars,positions,seconds,net_off,net_off_99\n");
            for Off { bot, mean, most } in &report.nets {
                let _ = writeln!(
                    text,
                    "{bot},{rulebook},{from_stars},{positions},{seconds:.1},{mean:.3},{most:.3}"
                );
            }
        }
        Format::Text => {
            let _ = writeln!(
                text,
                "three monsters without cards, rulebook {rulebook}: {positions} positions in {seconds:.0} s"
            );
            if let Some(start) = report.start {
                let [first, second, third] = start.map(|chance| 100.0 * chance);
                let _ = writeln!(
                    text,
                    "  with perfect play who starts wins {first:.3} %, the next {second:.3} %, the last {third:.3} %"
                );
            }
            for Off { bot, mean, most } in &report.nets {
                let _ = writeln!(
                    text,
                    "  the chance of the roller by {bot} is off by {mean:.2} points on average, {most:.2} at 99 % ({sample} positions, seed {seed})"
                );
            }
        }
    }
    text
}

/// How far the net is off at positions drawn evenly, in points.
fn net_off(oracle: &Oracle3, net: &Net, sample: u64, seed: u64) -> Vec<f64> {
    let mut chance = Chance::new(seed);
    let span = (STARS - oracle.least) as u32;
    (0..sample)
        .map(|_| {
            let holder = chance.below(3) as u8;
            let stars = [(); 3].map(|()| (oracle.least as u32 + chance.below(span)) as u8);
            let hearts = [(); 3].map(|()| 1 + chance.below(10) as u8);
            let position = Three { hearts, stars, holder: Some(holder) };
            let state = position.state(&oracle.rules);
            let said = f64::from(net.chances(&mind::see(&state, false))[0]);
            100.0 * (said - f64::from(oracle.chances(&position)[0])).abs()
        })
        .collect()
}

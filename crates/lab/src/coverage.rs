//! Do the intervals of rollouts hold? Short rollouts of positions from self-play against much longer ones.

use std::fmt::Write;

use rayon::prelude::*;
use serde::Serialize;

use bots::chance::Chance;
use bots::rollouts::{Manner, Rollouts};

use crate::contestant::{Contestant, players, rulebook};
use crate::moments::{Decision, moment};
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::stop::Stop;

/// Measure how often the 95 % intervals of rollouts cover a much longer rollout
#[derive(Clone, Debug, clap::Args)]
pub struct CoverageArgs {
    /// What is decided in the positions
    #[arg(long, value_enum, default_value_t = Decision::Any)]
    pub decision: Decision,
    /// Monsters at the table
    #[arg(long, short, default_value_t = 2)]
    pub players: usize,
    /// Positions, one of each game
    #[arg(long, short = 'n', default_value_t = 200)]
    pub positions: u64,
    /// Games of a short rollout, shared out over the answers
    #[arg(long, short, default_value_t = 100)]
    pub rollouts: u64,
    /// How many times longer the long one is
    #[arg(long, default_value_t = 100)]
    pub times: usize,
    /// Let the net judge after this many turns of a game; games are played to their end if not given
    #[arg(long)]
    pub turns: Option<u16>,
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

#[derive(Serialize)]
struct Report {
    decision: &'static str,
    players: usize,
    rulebook: String,
    seed: u64,
    rollouts: u64,
    times: usize,
    positions: usize,
    /// The share of positions whose interval covers the long rollout, in percent, of the best answer.
    covered: f64,
    /// Games of a short rollout that the best answer got, on average.
    games: f64,
    /// The mean half width of the intervals, in points.
    half_width: f64,
    /// The mean of short minus long in points: what choosing the best adds.
    bias: f64,
    interrupted: bool,
}

/// One position: whether it was covered, games, half width, short minus long.
type Found = (bool, usize, f64, f64);

/// Measures and returns what to print.
///
/// # Errors
/// One sentence for an unknown rulebook, an impossible table or an empty budget.
pub fn coverage(args: &CoverageArgs) -> Result<String, String> {
    let (rules, count) = (rulebook(&args.rulebook)?, players(args.players)?);
    if args.positions == 0 || args.rollouts == 0 || args.times == 0 || args.turns == Some(0) {
        return Err("at least 1 position, 1 rollout, 1 time and 1 turn are needed".to_owned());
    }
    let bot = Contestant::parse("ruthless")?;
    let manner = Manner { turns: args.turns, luck_off: true };
    let stop = Stop::on_ctrl_c();
    let found: Vec<Found> = with_threads(args.threads, || {
        let bar = Progress::new(args.positions);
        let (mut found, mut game) = (Vec::new(), 0);
        while (found.len() as u64) < args.positions && !stop.wanted() && game < 20 * args.positions
        {
            let chunk =
                (args.positions - found.len() as u64).min(2 * rayon::current_num_threads() as u64);
            let more: Vec<Option<Found>> = (game..game + chunk)
                .into_par_iter()
                .map(|number| {
                    let seed = Chance::part(args.seed, number).next();
                    let state = moment(&bot, &rules, count, args.decision, seed)?;
                    let mut short =
                        Rollouts::new(bots::net(), &state, None, seed, manner).with_most(8);
                    while !short.is_clear() && short.games() < args.rollouts {
                        short.step(short.games() as f64 / args.rollouts as f64);
                    }
                    let best = short.estimates().swap_remove(0);
                    let only: Vec<_> = best.answer.into_iter().collect();
                    let mut long =
                        Rollouts::new(bots::net(), &state, Some(&only), !seed, manner).with_most(1);
                    for _ in 0..args.times {
                        long.play_all(best.games);
                        if stop.wanted() {
                            return None;
                        }
                    }
                    let gap = best.chance() - long.estimates()[0].chance();
                    // Where every game ends alike there is nothing to cover but rounding.
                    let covered = gap.abs() <= best.half_width() + 1e-6;
                    Some((covered, best.games, best.half_width(), gap))
                })
                .collect();
            found.extend(more.into_iter().flatten());
            game += chunk;
            bar.at(found.len() as u64);
        }
        bar.done();
        found
    })?;
    let mean = |value: &dyn Fn(&Found) -> f64| {
        found.iter().map(value).sum::<f64>() / found.len().max(1) as f64
    };
    let report = Report {
        decision: args.decision.name(),
        players: count,
        rulebook: args.rulebook.clone(),
        seed: args.seed,
        rollouts: args.rollouts,
        times: args.times,
        positions: found.len(),
        covered: 100.0 * mean(&|one| f64::from(one.0)),
        games: mean(&|one| one.1 as f64),
        half_width: 100.0 * mean(&|one| one.2),
        bias: 100.0 * mean(&|one| one.3),
        interrupted: stop.wanted(),
    };
    Ok(match args.format {
        Format::Json => serde_json::to_string_pretty(&report).unwrap_or_default(),
        Format::Csv => format!(
            "decision,players,rulebook,seed,rollouts,times,positions,covered,games,half_width,bias\n{},{},{},{},{},{},{},{:.2},{:.1},{:.3},{:.3}\n",
            report.decision,
            report.players,
            report.rulebook,
            report.seed,
            report.rollouts,
            report.times,
            report.positions,
            report.covered,
            report.games,
            report.half_width,
            report.bias
        ),
        Format::Text => {
            let mut text = format!(
                "{} positions of {} monsters, decision {}, rulebook {}, seed {}{}\n",
                report.positions,
                report.players,
                report.decision,
                report.rulebook,
                report.seed,
                if report.interrupted { " (interrupted: so far)" } else { "" }
            );
            let _ = writeln!(
                text,
                "  the 95 % interval of the best answer covers a rollout {} times as long in {:.1} %",
                report.times, report.covered
            );
            let _ = writeln!(
                text,
                "  {:.0} games of {} for the best answer, half width {:.2} points, short minus long {:+.2} points on average",
                report.games, report.rollouts, report.half_width, report.bias
            );
            text
        }
    })
}

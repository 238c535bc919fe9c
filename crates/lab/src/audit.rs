//! How good is the net's judgement? Every answer of positions from self-play is played out, on the same dice.
//!
//! The best of several answers is partly the luckiest one: of choices that are right, a few in a hundred look worse by two
//! standard errors. So whatever looks wrong is played out once more, with other dice, and only what is worse again is wrong.

use std::fmt::Write;

use rayon::prelude::*;
use serde::Serialize;

use bots::chance::Chance;
use bots::rollouts::{Manner, Rollouts};
use engine::{Answer, State};

use crate::contestant::{Contestant, players, rulebook};
use crate::moments::{Decision, moment};
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::stats::Mean;
use crate::stop::Stop;

/// Play out every answer of positions from self-play, and count where the bot's own choice was wrong
#[derive(Clone, Debug, clap::Args)]
pub struct AuditArgs {
    /// The bot that is judged: `ruthless` or a weights file; it also plays the games out
    #[arg(default_value = "ruthless")]
    pub bot: String,
    /// What is decided
    #[arg(long, value_enum, default_value_t = Decision::Purchase)]
    pub decision: Decision,
    /// Monsters at the table
    #[arg(long, short, default_value_t = 2)]
    pub players: usize,
    /// Positions, one of each game
    #[arg(long, short = 'n', default_value_t = 300)]
    pub positions: u64,
    /// Games for each answer
    #[arg(long, short, default_value_t = 300)]
    pub rollouts: u64,
    /// At most this many answers of a position, the net's best ones
    #[arg(long, default_value_t = 8)]
    pub answers: usize,
    /// Rulebook
    #[arg(long, default_value = "dutch")]
    pub rulebook: String,
    /// Seed; never one that was trained with
    #[arg(long, default_value_t = 2026)]
    pub seed: u64,
    /// Leave the luck in, as plain rollouts do
    #[arg(long)]
    pub plain: bool,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// One position, judged.
#[derive(Clone, Debug, Serialize)]
struct Verdict {
    /// What the bot chose, in words.
    chosen: String,
    /// What the rollouts prefer.
    best: String,
    /// How much the chosen answer gives away, in points, with its standard error.
    lost: f64,
    error: f64,
    /// Rollout and net for the chosen answer, in points.
    rollout: f64,
    net: f64,
    /// The mean distance of net and rollout over all answers, in points.
    distance_all: f64,
    /// The standard error of the chosen answer's rollout, in points.
    rollout_error: f64,
    /// What the chosen answer gives away in fresh games, and the standard error; only of choices that look wrong.
    again: Option<(f64, f64)>,
}

impl Verdict {
    fn significant(&self) -> bool {
        2.0 * self.error < self.lost
    }

    fn confirmed(&self) -> bool {
        self.again.is_some_and(|(lost, error)| 2.0 * error < lost)
    }
}

/// The result.
#[derive(Serialize)]
struct Report {
    bot: String,
    decision: &'static str,
    players: usize,
    rulebook: String,
    seed: u64,
    rollouts: u64,
    positions: usize,
    /// Positions where the chosen answer is worse by more than two standard errors.
    significant: usize,
    /// How much is lost there on average, in points.
    significant_loss: f64,
    /// Positions of these where the same holds in fresh games, and how much is lost there in those, in points.
    confirmed: usize,
    confirmed_loss: f64,
    /// What a decision gives away on average, in points, with the half width of its 95 % interval. Rollouts that
    /// prefer another answer by chance alone make this too large by a little.
    mean_loss: (f64, f64),
    /// The mean distance of net and rollout: of the chosen answer, and of all answers, in points.
    distance: (f64, f64),
    distance_all: f64,
    /// The mean standard error of a rollout: how much of the distance is the rollouts' own.
    noise: f64,
    interrupted: bool,
    worst: Vec<Verdict>,
}

/// Judges and returns what to print.
///
/// # Errors
/// One sentence for an unknown bot or rulebook, an impossible table or an empty budget.
pub fn audit(args: &AuditArgs) -> Result<String, String> {
    let (rules, count, bot) =
        (rulebook(&args.rulebook)?, players(args.players)?, Contestant::parse(&args.bot)?);
    let Some(net) = bot.net() else {
        return Err(format!("`{}` has no net to judge: give ruthless or a weights file", args.bot));
    };
    if args.rollouts < 2 || args.positions == 0 || args.answers < 2 {
        return Err("at least 1 position, 2 answers and 2 rollouts are needed".to_owned());
    }
    let stop = Stop::on_ctrl_c();
    let manner = Manner { turns: None, luck_off: !args.plain };
    let verdicts: Vec<Verdict> = with_threads(args.threads, || {
        let progress = Progress::new(args.positions);
        let (mut verdicts, mut game) = (Vec::new(), 0);
        while (verdicts.len() as u64) < args.positions
            && !stop.wanted()
            && game < 20 * args.positions
        {
            let missing = args.positions - verdicts.len() as u64;
            let chunk = missing.min(8 * rayon::current_num_threads() as u64);
            let more: Vec<Option<Verdict>> = (game..game + chunk)
                .into_par_iter()
                .map(|number| {
                    let seed = Chance::part(args.seed, number).next();
                    let state = moment(&bot, &rules, count, args.decision, seed)?;
                    let rollouts = Rollouts::new(net.clone(), &state, None, !seed, manner)
                        .with_most(args.answers);
                    let again = |answers: &[Answer]| {
                        Rollouts::new(net.clone(), &state, Some(answers), seed, manner)
                    };
                    (!stop.wanted()).then(|| judge(&state, &bot, rollouts, again, args.rollouts))?
                })
                .collect();
            verdicts.extend(more.into_iter().flatten());
            game += chunk;
            progress.at(verdicts.len() as u64);
        }
        progress.done();
        verdicts
    })?;
    Ok(print(args, &report(args, verdicts, stop.wanted())))
}

/// `again` prepares fresh games of these answers.
fn judge(
    state: &State,
    bot: &Contestant,
    mut rollouts: Rollouts,
    again: impl Fn(&[Answer]) -> Rollouts,
    games: u64,
) -> Option<Verdict> {
    let engine::Need::Answer(ask) = state.need() else { return None };
    let chosen = bot.bot(0).answer(&state.view(Some(ask.seat)));
    rollouts.play_all(games as usize);
    let estimates = rollouts.estimates();
    let mine = estimates.iter().find(|one| one.answer == Some(chosen))?;
    if estimates.len() < 2 {
        return None;
    }
    let seat = ask.seat.index();
    let off = |one: &bots::rollouts::Estimate| 100.0 * (one.net[seat] as f64 - one.chance()).abs();
    let words = |answer: Option<engine::Answer>| {
        answer.map_or_else(String::new, |answer| crate::advise::words(state, answer))
    };
    let mut verdict = Verdict {
        chosen: words(mine.answer),
        best: words(estimates[0].answer),
        lost: 100.0 * mine.behind,
        error: 100.0 * mine.behind_error,
        rollout: 100.0 * mine.chance(),
        net: 100.0 * mine.net[seat] as f64,
        distance_all: estimates.iter().map(off).sum::<f64>() / estimates.len() as f64,
        rollout_error: 100.0 * mine.errors[seat],
        again: None,
    };
    if let (true, Some(best)) = (verdict.significant(), estimates[0].answer) {
        let mut fresh = again(&[chosen, best]);
        fresh.play_all(games as usize);
        let estimates = fresh.estimates();
        let mine = estimates.iter().find(|one| one.answer == Some(chosen))?;
        verdict.again = Some((100.0 * mine.behind, 100.0 * mine.behind_error));
    }
    Some(verdict)
}

fn report(args: &AuditArgs, mut verdicts: Vec<Verdict>, interrupted: bool) -> Report {
    let mean = |value: &dyn Fn(&Verdict) -> f64| {
        let mut mean = Mean::default();
        verdicts.iter().for_each(|one| mean.add(value(one)));
        (mean.mean(), mean.half_width(1.96))
    };
    let (mean_loss, distance) = (mean(&|one| one.lost), mean(&|one| (one.net - one.rollout).abs()));
    let (distance_all, noise) = (mean(&|one| one.distance_all).0, mean(&|one| one.rollout_error).0);
    let positions = verdicts.len();
    verdicts.retain(Verdict::significant);
    verdicts.sort_by(|a, b| b.lost.total_cmp(&a.lost));
    let significant = verdicts.len();
    let lost = verdicts.iter().map(|one| one.lost).sum::<f64>() / significant.max(1) as f64;
    let again: Vec<f64> = verdicts
        .iter()
        .filter(|one| one.confirmed())
        .filter_map(|one| one.again.map(|(lost, _)| lost))
        .collect();
    Report {
        bot: args.bot.clone(),
        decision: args.decision.name(),
        players: args.players,
        rulebook: args.rulebook.clone(),
        seed: args.seed,
        rollouts: args.rollouts,
        positions,
        significant,
        significant_loss: lost,
        confirmed: again.len(),
        confirmed_loss: again.iter().sum::<f64>() / again.len().max(1) as f64,
        mean_loss,
        distance,
        distance_all,
        noise,
        interrupted,
        worst: verdicts,
    }
}

fn print(args: &AuditArgs, r: &Report) -> String {
    match args.format {
        Format::Json => serde_json::to_string_pretty(r).unwrap_or_default(),
        Format::Csv => format!(
            "bot,decision,players,rulebook,seed,rollouts,positions,significant,significant_loss,confirmed,confirmed_loss,mean_loss,distance,distance_all,noise\n{},{},{},{},{},{},{},{},{:.3},{},{:.3},{:.4},{:.3},{:.3},{:.3}\n",
            r.bot,
            r.decision,
            r.players,
            r.rulebook,
            r.seed,
            r.rollouts,
            r.positions,
            r.significant,
            r.significant_loss,
            r.confirmed,
            r.confirmed_loss,
            r.mean_loss.0,
            r.distance.0,
            r.distance_all,
            r.noise
        ),
        Format::Text => {
            let mut text = format!(
                "{} at tables of {}, decision {}, rulebook {}, seed {}: {} positions, {} games an answer{}\n",
                r.bot,
                r.players,
                r.decision,
                r.rulebook,
                r.seed,
                r.positions,
                r.rollouts,
                if r.interrupted { " (interrupted: so far)" } else { "" }
            );
            let share = 100.0 * r.significant as f64 / r.positions.max(1) as f64;
            let _ = writeln!(
                text,
                "  significantly worse than another answer (2 standard errors): {} ({share:.1} %), by {:.1} points on average",
                r.significant, r.significant_loss
            );
            let share = 100.0 * r.confirmed as f64 / r.positions.max(1) as f64;
            let _ = writeln!(
                text,
                "  of these worse again in fresh games: {} ({share:.1} % of all), by {:.1} points on average",
                r.confirmed, r.confirmed_loss
            );
            let _ = writeln!(
                text,
                "  given away by a decision: {:.2} points +- {:.2}",
                r.mean_loss.0, r.mean_loss.1
            );
            let _ = writeln!(
                text,
                "  mean distance of net and rollout: {:.2} points +- {:.2} (all answers {:.2}; a rollout's standard error {:.2})",
                r.distance.0, r.distance.1, r.distance_all, r.noise
            );
            for one in r.worst.iter().take(12) {
                let _ = writeln!(
                    text,
                    "  -{:4.1} +- {:3.1}, again -{:4.1}  {} instead of {}",
                    one.lost,
                    2.0 * one.error,
                    one.again.map_or(0.0, |(lost, _)| lost),
                    one.chosen,
                    one.best
                );
            }
            text
        }
    }
}

//! Advice for a position: everybody's chance to win, and the value of each answer.

use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;

use bots::mind::{Learned, Mind};
use bots::rollouts::{Estimate, Manner, Player, Rollouts};
use engine::{Answer, Need, State};
use rayon::prelude::*;

use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::stop::Stop;

/// For a position file: the chance to win of each seat and the value of each answer
#[derive(Clone, Debug, clap::Args)]
pub struct AdviseArgs {
    /// The position, a JSON file
    pub position: PathBuf,
    /// How many answers to show, the best first
    #[arg(long, short, default_value_t = 10)]
    pub top: usize,
    /// Play the answers out in this many games in all; those that fall behind drop out
    #[arg(long, short)]
    pub rollouts: Option<u64>,
    /// Play the answers out for at most this many seconds
    #[arg(long)]
    pub seconds: Option<f64>,
    /// Let the net judge after this many turns of a game; games are played to their end if not given
    #[arg(long)]
    pub turns: Option<u16>,
    /// Seed of the rollouts
    #[arg(long, default_value_t = 2026)]
    pub seed: u64,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// What can be said about a position.
#[derive(Serialize)]
struct Report {
    need: Need,
    /// The chance to win, by seat.
    chances: Vec<f64>,
    answers: Vec<Line>,
    /// What the rollouts came to, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    rollouts: Option<Spent>,
}

/// What rollouts cost, and how they ended.
#[derive(Serialize)]
struct Spent {
    seed: u64,
    games: u64,
    turns: u64,
    seconds: f64,
    /// Whether one answer was clearly the best before the budget was spent.
    clear: bool,
    /// Whether it was broken off by the user.
    interrupted: bool,
}

/// One answer.
#[derive(Serialize)]
struct Line {
    answer: Option<Answer>,
    /// The chance of whoever answers.
    chance: f64,
    /// What it costs against the best answer, in points.
    cost: f64,
    /// The chances of all, by seat.
    chances: Vec<f64>,
    /// What is known of it by rollouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    rollout: Option<Tried>,
}

/// What is known of an answer by rollouts.
#[derive(Serialize)]
struct Tried {
    /// Games played.
    games: usize,
    /// The standard error of the chance.
    error: f64,
    /// Its 95 % interval.
    low: f64,
    high: f64,
    /// The standard error of the cost, in points: all answers met the same dice.
    cost_error: f64,
    /// What the net says without playing.
    net: f64,
}

/// Looks at a position and returns what to print.
///
/// # Errors
/// One sentence when the file cannot be read or is not a position, or when there is no budget.
pub fn advise(args: &AdviseArgs) -> Result<String, String> {
    let path = args.position.display();
    let text = std::fs::read_to_string(&args.position)
        .map_err(|error| format!("cannot read {path}: {error}"))?;
    let state: State = serde_json::from_str(&text)
        .map_err(|error| format!("{path} is not a position: {error}"))?;
    let report = if args.rollouts.is_some() || args.seconds.is_some() {
        roll_out(&state, args)?
    } else if args.turns.is_some() {
        return Err("--turns needs a budget: add --rollouts or --seconds".to_owned());
    } else {
        look(&state, args.top)
    };
    Ok(match args.format {
        Format::Json => serde_json::to_string_pretty(&report).unwrap_or_default(),
        Format::Csv => {
            let head = "answer,chance,cost,error,games\n".to_owned();
            report.answers.iter().fold(head, |mut text, line| {
                let (error, games) =
                    line.rollout.as_ref().map_or((0.0, 0), |tried| (tried.error, tried.games));
                let _ = writeln!(
                    text,
                    "\"{}\",{:.4},{:.2},{error:.4},{games}",
                    line.words(&state),
                    line.chance,
                    line.cost
                );
                text
            })
        }
        Format::Text => {
            let mut text = String::from("Chances to win:");
            for (seat, chance) in state.seats().iter().zip(&report.chances) {
                let _ = write!(text, "  {seat} {:.1} %", 100.0 * chance);
            }
            text.push('\n');
            match state.need() {
                Need::Answer(ask) => {
                    let _ = writeln!(text, "{} is asked: {:?}", ask.seat, ask.question);
                }
                Need::Over(outcome) => {
                    let _ = writeln!(text, "The game is over: {outcome:?}");
                }
                need => {
                    let _ = writeln!(text, "The game waits for chance: {need:?}");
                }
            }
            for line in &report.answers {
                let _ = write!(text, "  {:5.1} %", 100.0 * line.chance);
                if let Some(tried) = &line.rollout {
                    let half = 50.0 * (tried.high - tried.low);
                    let _ = write!(text, " +-{half:4.1}  {:6} games", tried.games);
                }
                let _ = write!(text, "  -{:4.1}", line.cost);
                if let Some(tried) = &line.rollout {
                    let _ = write!(text, " +-{:4.1}", 1.96 * tried.cost_error);
                }
                let _ = writeln!(text, "  {}", line.words(&state));
            }
            if let Some(spent) = &report.rollouts {
                let _ = writeln!(
                    text,
                    "{} games in {:.1} s, seed {}; intervals of 95 %{}",
                    spent.games,
                    spent.seconds,
                    spent.seed,
                    match (spent.interrupted, spent.clear) {
                        (true, _) => "; interrupted: this is what was played so far",
                        (_, true) => "; the best is clear",
                        _ => "",
                    }
                );
            }
            text
        }
    })
}

fn look(state: &State, top: usize) -> Report {
    let mut mind = Mind::new(Learned::new(bots::net()), 0).with_width(66);
    let players = state.players();
    let mut answers = Vec::new();
    let mut chances = None;
    if let Need::Answer(ask) = state.need() {
        let me = ask.seat.index();
        let choices = mind.weigh(&state.view(Some(ask.seat)).imagine());
        if let Some(best) = choices.first() {
            chances = Some(best.chances);
            answers = choices
                .iter()
                .take(top)
                .map(|choice| Line {
                    answer: Some(choice.answer),
                    chance: choice.chances[me].into(),
                    cost: 100.0 * f64::from(best.chances[me] - choice.chances[me]),
                    chances: choice.chances[..players]
                        .iter()
                        .map(|&chance| chance.into())
                        .collect(),
                    rollout: None,
                })
                .collect();
        }
    }
    let chances = chances.unwrap_or_else(|| mind.chances(state));
    let chances = chances[..players].iter().map(|&chance| chance.into()).collect();
    Report { need: state.need(), chances, answers, rollouts: None }
}

/// Rounds of games between two looks at who drops out: the same on any number of threads.
const ROUNDS: usize = 8;

/// Plays the answers out, on all threads.
fn roll_out(state: &State, args: &AdviseArgs) -> Result<Report, String> {
    let budget = args.rollouts.unwrap_or(u64::MAX);
    if budget == 0 {
        return Err("a budget is at least 1 game".to_owned());
    }
    let seconds = args.seconds.unwrap_or(f64::INFINITY);
    if seconds.is_nan() || seconds <= 0.0 {
        return Err(format!("{seconds} seconds are not a budget: give more than 0"));
    }
    if args.turns == Some(0) {
        return Err("a rollout has at least 1 turn".to_owned());
    }
    let seen = match state.need() {
        Need::Answer(ask) => state.view(Some(ask.seat)).imagine(),
        _ => *state,
    };
    let manner = Manner { turns: args.turns, luck_off: true };
    let stop = Stop::on_ctrl_c();
    with_threads(args.threads, || {
        let mut rollouts =
            Rollouts::new(bots::net(), &seen, None, args.seed, manner).with_most(args.top);
        let bar = Progress::new(args.rollouts.unwrap_or((1000.0 * seconds) as u64));
        let spent = |games: u64| (games as f64 / budget as f64).max(bar.seconds() / seconds);
        while !rollouts.is_clear() && spent(rollouts.games()) < 1.0 && !stop.wanted() {
            let root = rollouts.root();
            let missing = (budget - rollouts.games()).div_ceil(rollouts.left() as u64);
            let jobs = rollouts.jobs(ROUNDS.min(missing as usize));
            let played: Vec<_> = jobs
                .par_iter()
                .map_init(|| Player::new(bots::net()), |player, job| job.play(&root, player))
                .collect();
            for (job, played) in jobs.into_iter().zip(&played) {
                rollouts.add(job, played);
            }
            rollouts.drop_out(spent(rollouts.games()));
            let done = if args.rollouts.is_some() {
                rollouts.games()
            } else {
                (1000.0 * bar.seconds()) as u64
            };
            bar.at(done);
        }
        bar.done();
        let spent = Spent {
            seed: args.seed,
            games: rollouts.games(),
            turns: rollouts.turns(),
            seconds: bar.seconds(),
            clear: rollouts.is_clear(),
            interrupted: stop.wanted(),
        };
        let estimates = rollouts.estimates();
        let players = state.players();
        Report {
            need: state.need(),
            chances: estimates[0].chances[..players].to_vec(),
            answers: estimates.iter().map(|one| Line::tried(one, players)).collect(),
            rollouts: Some(spent),
        }
    })
}

impl Line {
    fn tried(one: &Estimate, players: usize) -> Line {
        let half = one.half_width();
        Line {
            answer: one.answer,
            chance: one.chance(),
            cost: 100.0 * one.behind,
            chances: one.chances[..players].to_vec(),
            rollout: Some(Tried {
                games: one.games,
                error: one.errors[one.seat],
                low: one.chance() - half,
                high: one.chance() + half,
                cost_error: 100.0 * one.behind_error,
                net: one.net[one.seat].into(),
            }),
        }
    }

    fn words(&self, state: &State) -> String {
        self.answer.map_or_else(|| "as it stands".to_owned(), |answer| words(state, answer))
    }
}

/// An answer as one reads it.
pub(crate) fn words(state: &State, answer: Answer) -> String {
    match answer {
        Answer::Reroll(again) => {
            let dice = state.turn().dice;
            let kept: String = (0..dice.len())
                .filter(|&die| !again.has(die))
                .map(|die| dice.get(die).letter())
                .collect();
            format!(
                "keep {}, throw {} again",
                if kept.is_empty() { "nothing" } else { &kept },
                again.len()
            )
        }
        Answer::Buy(place) => match state.card_at(place) {
            Some(card) => format!("buy {card}"),
            None => format!("buy {place:?}"),
        },
        other => format!("{other:?}").to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_gets_advice() {
        let position = r#"{"rules":"dutch","monsters":[{"hearts":10,"stars":17},{"hearts":4}],"city":"B","turn":{"seat":"A","dice":"333CCH","rerolls":1},"at":"roll"}"#;
        let state: State = serde_json::from_str(position).unwrap();
        let report = look(&state, 5);
        assert_eq!(report.chances.len(), 2);
        assert!((report.chances.iter().sum::<f64>() - 1.0).abs() < 1e-4);
        // Three 3s make 20 stars: stopping wins at the end of the turn.
        assert!(0.99 < report.chances[0], "{:?}", report.chances);
        assert!(report.answers[0].cost == 0.0 && 1 < report.answers.len());
    }
}

//! Advice for a position: everybody's chance to win, and the value of each answer.

use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;

use bots::mind::{Learned, Mind};
use engine::{Answer, Need, State};

use crate::output::Format;

/// For a position file: the chance to win of each seat and the value of each answer
#[derive(Clone, Debug, clap::Args)]
pub struct AdviseArgs {
    /// The position, a JSON file
    pub position: PathBuf,
    /// How many answers to show, the best first
    #[arg(long, short, default_value_t = 10)]
    pub top: usize,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// What can be said about a position.
#[derive(Serialize)]
struct Report {
    need: Need,
    /// The chance to win, by seat.
    chances: Vec<f32>,
    answers: Vec<Line>,
}

/// One answer.
#[derive(Serialize)]
struct Line {
    answer: Answer,
    /// The chance of who answers.
    chance: f32,
    /// What it costs against the best answer, in points.
    cost: f32,
    /// The chances of all, by seat.
    chances: Vec<f32>,
}

/// Looks at a position and returns what to print.
///
/// # Errors
/// One sentence when the file cannot be read or is no position.
pub fn advise(args: &AdviseArgs) -> Result<String, String> {
    let path = args.position.display();
    let text = std::fs::read_to_string(&args.position)
        .map_err(|error| format!("cannot read {path}: {error}"))?;
    let state: State =
        serde_json::from_str(&text).map_err(|error| format!("{path} is no position: {error}"))?;
    let report = look(&state, args.top);
    Ok(match args.format {
        Format::Json => serde_json::to_string_pretty(&report).unwrap_or_default(),
        Format::Csv => {
            report.answers.iter().fold("answer,chance,cost\n".to_owned(), |mut text, line| {
                let _ = writeln!(
                    text,
                    "\"{}\",{:.4},{:.2}",
                    words(&state, line.answer),
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
                let _ = writeln!(
                    text,
                    "  {:5.1} %  -{:4.1}  {}",
                    100.0 * line.chance,
                    line.cost,
                    words(&state, line.answer)
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
                    answer: choice.answer,
                    chance: choice.chances[me],
                    cost: 100.0 * (best.chances[me] - choice.chances[me]),
                    chances: choice.chances[..players].to_vec(),
                })
                .collect();
        }
    }
    let chances = chances.unwrap_or_else(|| mind.chances(state));
    Report { need: state.need(), chances: chances[..players].to_vec(), answers }
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
        assert!((report.chances.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        // Three 3s make 20 stars: stopping wins at the end of the turn.
        assert!(0.99 < report.chances[0], "{:?}", report.chances);
        assert!(report.answers[0].cost == 0.0 && 1 < report.answers.len());
    }
}

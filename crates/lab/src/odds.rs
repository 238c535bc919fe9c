//! Odds and the best keep for given dice.

use std::fmt::Write;

use serde::Serialize;

use bots::dice::odds::{Odds, Wish, worth_telling};
use bots::dice::{Counts, MAX_DICE, Slot, Solver, slots, stars};
use bots::mind;
use engine::{Dice, Face};

use crate::output::Format;

/// Odds and the best keep for given dice
#[derive(Clone, Debug, clap::Args)]
pub struct OddsArgs {
    /// The dice as they lie, such as `3 3 2 2 C H` (faces 1 2 3 E C H)
    #[arg(required = true)]
    pub dice: Vec<String>,
    /// Rerolls left
    #[arg(long, short, default_value_t = 2)]
    pub rerolls: usize,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// The answer.
#[derive(Serialize)]
struct Report {
    dice: String,
    rerolls: usize,
    /// The keep with the most stars on average.
    best_for_stars: String,
    stars: f64,
    odds: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    wish: String,
    chance: f64,
    keep: String,
}

/// Works out the odds and returns what to print.
///
/// # Errors
/// One sentence when the dice cannot be read.
pub fn odds(args: &OddsArgs) -> Result<String, String> {
    let text = args.dice.join(" ");
    let dice = Dice::parse(&text).filter(|dice| (1..=MAX_DICE).contains(&dice.len()));
    let dice =
        dice.ok_or_else(|| format!("`{text}` are not dice: give 1 to 9 of the faces 1 2 3 E C H"))?;
    if 20 < args.rerolls {
        return Err(format!("{} rerolls are too many: at most 20", args.rerolls));
    }
    let roll = mind::counts(dice);
    let mut solver = Solver::new();
    solver.solve(dice.len(), args.rerolls, |roll| stars(roll) as f64);
    let report = Report {
        dice: dice.to_string(),
        rerolls: args.rerolls,
        best_for_stars: keep_text(solver.keep(&roll, args.rerolls)),
        stars: solver.roll_value(&roll, args.rerolls),
        odds: worth_telling(&roll, args.rerolls).iter().map(|odds| line(&roll, odds)).collect(),
    };
    Ok(match args.format {
        Format::Json => serde_json::to_string_pretty(&report).unwrap_or_default(),
        Format::Csv => {
            report.odds.iter().fold("wish,chance,keep\n".to_owned(), |mut text, line| {
                let _ = writeln!(text, "{},{:.6},{}", line.wish, line.chance, line.keep);
                text
            })
        }
        Format::Text => {
            let mut text = format!("Dice {} with {} rerolls left\n", report.dice, report.rerolls);
            let _ = writeln!(
                text,
                "most stars: keep {}, {:.3} on average\n",
                report.best_for_stars, report.stars
            );
            for line in &report.odds {
                let _ = writeln!(
                    text,
                    "{:22} {:5.1} %   keep {}",
                    line.wish,
                    100.0 * line.chance,
                    line.keep
                );
            }
            text
        }
    })
}

fn keep_text(keep: Slot) -> String {
    let text = mind::row(slots().counts(keep)).to_string();
    if text.is_empty() { "nothing".to_owned() } else { text }
}

fn line(roll: &Counts, odds: &Odds) -> Line {
    const ORDER: [&str; 10] = [
        "no",
        "a first",
        "a second",
        "a third",
        "a fourth",
        "a fifth",
        "a sixth",
        "a seventh",
        "an eighth",
        "a ninth",
    ];
    let wish = match odds.wish {
        Wish::AtLeast(face, count) => {
            let name = match Face::ALL[face] {
                Face::One => "1",
                Face::Two => "2",
                Face::Three => "3",
                Face::Energy => "energy",
                Face::Claw => "claw",
                Face::Heart => "heart",
            };
            let _ = roll;
            format!("{} {name}", ORDER[(count as usize).min(9)])
        }
        Wish::Stars(1) => "at least 1 star".to_owned(),
        Wish::Stars(count) => format!("at least {count} stars"),
    };
    Line { wish, chance: odds.chance, keep: keep_text(odds.keep) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(dice: &str) -> OddsArgs {
        OddsArgs { dice: vec![dice.to_owned()], rerolls: 2, format: Format::Text }
    }

    #[test]
    fn a_third_three_stands_in_the_text() {
        let text = odds(&args("3 3 1 E C")).unwrap();
        assert!(text.contains("a third 3") && text.contains("66.5 %"), "{text}");
    }

    #[test]
    fn bad_dice_are_refused_in_one_sentence() {
        assert!(odds(&args("3 4")).unwrap_err().contains("1 2 3 E C H"));
        assert!(odds(&args("")).is_err());
        assert!(odds(&args("1111111111")).is_err());
    }
}

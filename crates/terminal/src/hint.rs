//! Hints on demand: what the strongest bot would say, and the odds of the dice.

use bots::dice::odds::{Wish, worth_telling};
use bots::mind::{Learned, Mind};
use engine::{Answer, DiceSet, Face, Need, Question, View};
use texts::Rich;

use crate::look::Look;
use crate::table::Table;

/// A hint as lines: the best answers with the chance to win after each, then the odds.
pub(crate) struct Hint {
    pub(crate) answers: Vec<Rich>,
    pub(crate) odds: Vec<Rich>,
    /// The dice that the best answer keeps.
    pub(crate) keep: Option<DiceSet>,
}

/// How many answers are shown.
const MOST: usize = 4;

/// A hint for whoever is asked.
pub(crate) fn hint(table: &Table, look: &Look) -> Option<Hint> {
    let view = table.view();
    let Need::Answer(ask) = view.need() else { return None };
    let texts = look.texts;
    // The bot thinks on what this seat sees, like any player.
    let mut mind = Mind::new(Learned::new(bots::net()), 0);
    let choices = mind.weigh(&view.imagine());
    let keep = choices.first().and_then(|best| kept(&view, best.answer));
    let answers = choices
        .iter()
        .take(MOST)
        .map(|choice| {
            let tenths = (choice.chances[ask.seat.index()] * 1000.0).round() as i64;
            let percent = texts.percent(0).replacen('0', &texts.decimal(tenths), 1);
            let label = match kept(&view, choice.answer) {
                Some(keep) if keep.is_empty() => {
                    texts.answer(&ask, &choice.answer, &view, &table.scene())
                }
                Some(keep) => {
                    let dice = view.turn().dice;
                    let faces = keep.iter().map(|die| texts::face_icon(dice.get(die)));
                    let roll = texts.answer(&ask, &choice.answer, &view, &table.scene());
                    texts.kept_are(&texts.dice(faces)).then(roll)
                }
                None => texts.answer(&ask, &choice.answer, &view, &table.scene()),
            };
            Rich::words(format!("{percent}  ")).then(label)
        })
        .collect();
    let odds = if ask.question == Question::Roll { odds(&view, look) } else { Vec::new() };
    Some(Hint { answers, odds, keep })
}

fn kept(view: &View, answer: Answer) -> Option<DiceSet> {
    match answer {
        Answer::Reroll(dice) => Some(dice.not_in(view.turn().dice.all())),
        _ => None,
    }
}

/// The next goal for each face and its chance.
fn odds(view: &View, look: &Look) -> Vec<Rich> {
    let dice = view.turn().dice;
    if dice.is_empty() || 9 < dice.len() {
        return Vec::new();
    }
    let roll = Face::ALL.map(|face| dice.count(face));
    let mut told = [false; 6];
    let mut lines = Vec::new();
    for odds in worth_telling(&roll, view.turn().rerolls as usize) {
        if let Wish::AtLeast(face, count) = odds.wish
            && !told[face]
        {
            told[face] = true;
            let percent = look.texts.percent((odds.chance * 100.0).round() as i64);
            let name = look.texts.face_name(Face::ALL[face]);
            lines.push(
                Rich::words(format!("{percent}  ")).then(look.texts.odds_at_least(count, name)),
            );
        }
    }
    lines
}

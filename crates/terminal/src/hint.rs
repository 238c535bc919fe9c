//! Hints on demand: what the strongest bot would say, and the odds of the dice.

use bots::dice::odds::{Wish, worth_telling};
use client::review::kept;
use engine::{DiceSet, Face, Need, Question, View};
use texts::Rich;

use crate::look::Look;
use crate::session::Session;

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
pub(crate) fn hint(session: &Session, look: &Look) -> Option<Hint> {
    let view = session.view();
    let Need::Answer(ask) = view.need() else { return None };
    let texts = look.texts;
    // The advisor knows what this seat sees, and says what a review will say.
    let options = review::Advisor::new(bots::net()).options(&view);
    let keep = options.first().and_then(|best| kept(&view, best.answer));
    let answers = options
        .iter()
        .take(MOST)
        .map(|option| {
            let percent = client::review::percent(texts, option.chances[ask.seat.index()]);
            let label = client::review::phrase(texts, &ask, option.answer, &view, &session.scene());
            Rich::words(format!("{percent}  ")).then(label)
        })
        .collect();
    let odds = if ask.question == Question::Roll { odds(&view, look) } else { Vec::new() };
    Some(Hint { answers, odds, keep })
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

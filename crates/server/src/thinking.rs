//! The bots, as the server calls them.

use bots::Level;
use engine::{Answer, View};
use protocol::BotLevel;

/// What a bot of this level answers; `None` if nothing is asked. The same view and number give the same answer.
pub(crate) fn answer(level: BotLevel, view: &View, number: u64) -> Option<Answer> {
    let answers = view.answers();
    let first = answers.get(0)?;
    if answers.len() == 1 {
        return Some(first);
    }
    let level = match level {
        BotLevel::Random => Level::Random,
        BotLevel::Gentle => Level::Gentle,
        BotLevel::Angry => Level::Angry,
        BotLevel::Fierce => Level::Fierce,
        BotLevel::Ruthless => Level::Ruthless,
    };
    let answer = level.bot(number).answer(view);
    // A bot that errs must not stop the table.
    Some(if answers.contains(answer) { answer } else { first })
}

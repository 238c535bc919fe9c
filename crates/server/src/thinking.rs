//! The bots, as the server calls them.

use std::time::{Duration, Instant};

use engine::{Answer, View};
use protocol::Opponent;

/// The longest that a bot thinks about one answer.
const LONGEST: Duration = Duration::from_millis(250);

/// What such a bot answers; `None` if nothing is asked. But for the one that thinks until its time is up, the same view
/// and number give the same answer.
pub(crate) fn answer(bot: Opponent, view: &View, number: u64) -> Option<Answer> {
    let answers = view.answers();
    let first = answers.get(0)?;
    if answers.len() == 1 {
        return Some(first);
    }
    let bot = bots::Opponent::parse(&bot.to_string()).ok()?;
    let start = Instant::now();
    let answer = bot.bot(number).answer_within(view, &mut || LONGEST <= start.elapsed());
    // A bot that errs must not stop the table.
    Some(if answers.contains(answer) { answer } else { first })
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{BotLevel, BotStyle};

    /// Protocol and bots name levels and styles in the same way.
    #[test]
    fn every_bot_of_the_protocol_is_there() {
        for level in BotLevel::ALL {
            for style in BotStyle::ALL {
                let name = Opponent { level, style }.to_string();
                assert_eq!(bots::Opponent::parse(&name).unwrap().to_string(), name);
            }
        }
    }
}

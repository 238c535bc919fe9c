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
    if answers.len() <= 1 {
        // Nothing to think about, so no bot is made.
        return answers.get(0);
    }
    let bot = bots::Opponent::parse(&bot.to_string()).ok()?;
    let start = Instant::now();
    bots::answer_legally(&mut *bot.bot(number), view, &mut || LONGEST <= start.elapsed())
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

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
    let start = Instant::now();
    bots::answer_legally(&mut *bot.bot(number), view, &mut || LONGEST <= start.elapsed())
}

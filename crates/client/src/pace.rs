//! How fast a game goes on by itself: slowly enough to be followed, never so slowly that one waits.

use engine::Question;
use serde::{Deserialize, Serialize};

/// How fast things move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// One and a half times as long.
    Calm,
    /// As drawn.
    #[default]
    Normal,
    /// Half as long.
    Fast,
    /// Nothing moves.
    Instant,
    /// One step of a rival for each tap; at a server as drawn.
    Tap,
}

impl Speed {
    /// How long something of `ms` milliseconds lasts.
    pub fn scale(self, ms: u32) -> u32 {
        match self {
            Speed::Calm => ms * 3 / 2,
            Speed::Normal | Speed::Tap => ms,
            Speed::Fast => ms / 2,
            Speed::Instant => 0,
        }
    }
}

/// The longest that a bot's whole turn takes at normal speed, in milliseconds.
const BOT_TURN_MS: u32 = 2500;
/// A step is seen at least for so long, even late in a long turn.
const LEAST_MS: u32 = 60;

/// How long a bot's step stays on the table at normal speed, when so many milliseconds of its turn have passed.
pub fn bot_step(question: Question, spent: u32) -> u32 {
    let full: u32 = match question {
        Question::Roll => 620,
        Question::Yield | Question::Flee => 700,
        _ => 300,
    };
    full.min(BOT_TURN_MS.saturating_sub(spent).max(LEAST_MS))
}

/// How long a step from a server stays on the table at normal speed, in milliseconds.
const STEP_MS: u32 = 520;
/// One that is seen again stays at least so long: it was asked for.
const AGAIN_MS: u32 = 250;

/// How long a step from a server stays on the table while so many more wait; `again` if it was missed and is seen once more.
/// What is live must not lag behind.
pub fn server_step(speed: Speed, waiting: usize, again: bool) -> u32 {
    let ms = speed.scale(STEP_MS);
    if again { ms.max(AGAIN_MS) } else { ms / (1 + waiting as u32 / 3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_turn_hurries_and_each_step_is_still_seen() {
        assert_eq!(bot_step(Question::Roll, 0), 620);
        assert_eq!(bot_step(Question::Yield, 0), 700);
        assert_eq!(bot_step(Question::Roll, 2200), 300);
        assert_eq!(bot_step(Question::Roll, 60_000), LEAST_MS);
        let mut spent = 0;
        for _ in 0..6 {
            spent += bot_step(Question::Shop, spent) + bot_step(Question::Roll, spent);
        }
        assert!(spent <= BOT_TURN_MS + 12 * LEAST_MS, "{spent}");
    }

    #[test]
    fn steps_of_a_server_catch_up_with_those_that_wait() {
        assert_eq!(server_step(Speed::Normal, 0, false), STEP_MS);
        assert!(server_step(Speed::Normal, 9, false) <= STEP_MS / 4);
        assert_eq!(server_step(Speed::Instant, 0, false), 0);
        assert_eq!(server_step(Speed::Instant, 9, true), AGAIN_MS, "what was asked for is seen");
    }

    #[test]
    fn every_speed_has_its_length() {
        let all = [Speed::Calm, Speed::Normal, Speed::Fast, Speed::Instant, Speed::Tap];
        assert_eq!(all.map(|speed| speed.scale(100)), [150, 100, 50, 0, 100]);
    }
}

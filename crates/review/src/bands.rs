//! The words for numbers, and the one place that knows their limits.

use serde::{Deserialize, Serialize};

/// How costly a choice was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorBand {
    /// Less than 2 points.
    Fine,
    /// 2 points or more.
    Inaccuracy,
    /// 5 points or more.
    Mistake,
    /// 10 points or more.
    Blunder,
}

impl ErrorBand {
    /// The band of an error, given as a chance.
    pub fn of(error: f64) -> ErrorBand {
        match 100.0 * error {
            points if 10.0 <= points => ErrorBand::Blunder,
            points if 5.0 <= points => ErrorBand::Mistake,
            points if 2.0 <= points => ErrorBand::Inaccuracy,
            _ => ErrorBand::Fine,
        }
    }

    /// Its name in files and texts.
    pub const fn id(self) -> &'static str {
        match self {
            ErrorBand::Fine => "fine",
            ErrorBand::Inaccuracy => "inaccuracy",
            ErrorBand::Mistake => "mistake",
            ErrorBand::Blunder => "blunder",
        }
    }

    /// Its sign.
    pub const fn sign(self) -> &'static str {
        match self {
            ErrorBand::Fine => "",
            ErrorBand::Inaccuracy => "?!",
            ErrorBand::Mistake => "?",
            ErrorBand::Blunder => "??",
        }
    }
}

/// How lucky a turn was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LuckBand {
    /// -39 points or less.
    VeryUnlucky,
    /// -20 points or less.
    Unlucky,
    /// Between.
    Usual,
    /// 20 points or more.
    Lucky,
    /// 39 points or more.
    VeryLucky,
}

impl LuckBand {
    /// The band of the luck of a turn, given as a chance.
    pub fn of(luck: f64) -> LuckBand {
        match 100.0 * luck {
            points if 39.0 <= points => LuckBand::VeryLucky,
            points if 20.0 <= points => LuckBand::Lucky,
            points if points <= -39.0 => LuckBand::VeryUnlucky,
            points if points <= -20.0 => LuckBand::Unlucky,
            _ => LuckBand::Usual,
        }
    }

    /// Its name in files and texts; the usual has none.
    pub const fn id(self) -> Option<&'static str> {
        match self {
            LuckBand::VeryUnlucky => Some("very_unlucky"),
            LuckBand::Unlucky => Some("unlucky"),
            LuckBand::Usual => None,
            LuckBand::Lucky => Some("lucky"),
            LuckBand::VeryLucky => Some("very_lucky"),
        }
    }
}

engine::listed! {
    /// How well somebody chose: points a choice. The best comes first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[allow(missing_docs, reason = "the names are the bands")]
    pub enum RateBand {
        Supernatural,
        WorldClass,
        Expert,
        Advanced,
        Intermediate,
        Casual,
        Beginner,
        Awful,
    }
}

impl RateBand {
    /// The band of a rate in points a choice.
    pub fn of(rate: f64) -> RateBand {
        const LIMITS: [f64; 7] = [0.1, 0.25, 0.5, 0.8, 1.2, 2.0, 3.0];
        RateBand::ALL[LIMITS.iter().filter(|&&limit| limit <= rate).count()]
    }

    /// Its name in files and texts.
    pub const fn id(self) -> &'static str {
        match self {
            RateBand::Supernatural => "supernatural",
            RateBand::WorldClass => "world_class",
            RateBand::Expert => "expert",
            RateBand::Advanced => "advanced",
            RateBand::Intermediate => "intermediate",
            RateBand::Casual => "casual",
            RateBand::Beginner => "beginner",
            RateBand::Awful => "awful",
        }
    }
}

/// Points from which on luck or choices can have lost a game.
const LOST: f64 = 5.0;

/// What decided the game for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Lost: the choices, not the dice.
    Choices,
    /// Lost: the dice, not the choices.
    Dice,
    /// Lost: both took their share.
    Both,
    /// Won against the dice.
    AgainstDice,
    /// Won with the dice.
    WithDice,
    /// Won with few mistakes.
    FewMistakes,
    /// The game has not ended.
    Open,
}

impl Verdict {
    /// Its name in files and texts.
    pub const fn id(self) -> &'static str {
        match self {
            Verdict::Choices => "choices",
            Verdict::Dice => "dice",
            Verdict::Both => "both",
            Verdict::AgainstDice => "against_dice",
            Verdict::WithDice => "with_dice",
            Verdict::FewMistakes => "few_mistakes",
            Verdict::Open => "open",
        }
    }

    /// From luck and own choices, given as chances, and whether the game was won.
    pub fn of(luck: f64, own: f64, won: Option<bool>) -> Verdict {
        let (luck, own) = (100.0 * luck, 100.0 * own);
        match won {
            None => Verdict::Open,
            Some(true) if luck < 0.0 => Verdict::AgainstDice,
            Some(true) if 20.0 <= luck => Verdict::WithDice,
            Some(true) => Verdict::FewMistakes,
            // Luck that was good has taken nothing, and in a game of six there is less to lose.
            Some(false) if own <= -LOST && 2.0 * luck.min(0.0) >= own => Verdict::Choices,
            Some(false) if luck <= -LOST && 2.0 * own >= luck => Verdict::Dice,
            Some(false) => Verdict::Both,
        }
    }
}

/// Parts that add up to a whole, as whole points that do so too: rounded down, and what is missing goes to the largest
/// remainders. Parts and whole are chances.
pub fn whole_points<const N: usize>(parts: [f64; N], whole: f64) -> [i64; N] {
    let points = parts.map(|part| 100.0 * part);
    let mut rounded = points.map(|points| points.floor() as i64);
    let missing = (100.0 * whole).round() as i64 - rounded.iter().sum::<i64>();
    let mut order: [usize; N] = std::array::from_fn(|part| part);
    order.sort_by(|&a, &b| {
        let rest = |part: usize| points[part] - points[part].floor();
        rest(b).total_cmp(&rest(a))
    });
    for &part in order.iter().take(missing.clamp(0, N as i64) as usize) {
        rounded[part] += 1;
    }
    rounded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_those_of_the_design() {
        assert_eq!(ErrorBand::of(0.0199), ErrorBand::Fine);
        assert_eq!(ErrorBand::of(0.02), ErrorBand::Inaccuracy);
        assert_eq!(ErrorBand::of(0.05), ErrorBand::Mistake);
        assert_eq!(ErrorBand::of(0.1), ErrorBand::Blunder);
        assert_eq!(LuckBand::of(0.2), LuckBand::Lucky);
        assert_eq!(LuckBand::of(-0.4), LuckBand::VeryUnlucky);
        assert_eq!(RateBand::of(0.05), RateBand::Supernatural);
        assert_eq!(RateBand::of(0.9), RateBand::Intermediate);
        assert_eq!(RateBand::of(4.0), RateBand::Awful);
    }

    #[test]
    fn a_lost_game_was_lost_by_what_weighs_twice_as_much() {
        assert_eq!(Verdict::of(-0.05, -0.2, Some(false)), Verdict::Choices);
        assert_eq!(Verdict::of(-0.3, -0.1, Some(false)), Verdict::Dice);
        assert_eq!(Verdict::of(-0.2, -0.15, Some(false)), Verdict::Both);
        assert_eq!(Verdict::of(0.11, -0.16, Some(false)), Verdict::Choices);
        assert_eq!(Verdict::of(-0.12, -0.01, Some(false)), Verdict::Dice);
        assert_eq!(Verdict::of(0.02, -0.02, Some(false)), Verdict::Both);
        assert_eq!(Verdict::of(-0.01, 0.0, Some(true)), Verdict::AgainstDice);
    }

    #[test]
    fn whole_points_add_up() {
        let parts = [0.256, -0.1234, -0.0871, 0.0003, 0.1];
        let sum: f64 = parts.iter().sum();
        let points = whole_points(parts, sum);
        assert_eq!(points.iter().sum::<i64>(), (100.0 * sum).round() as i64);
        for (points, part) in points.iter().zip(parts) {
            assert!((*points as f64 - 100.0 * part).abs() < 1.0);
        }
    }
}

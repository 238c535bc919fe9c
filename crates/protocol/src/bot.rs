//! Bots as a table names them: how strong, and in which style.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How strong a bot plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// Answers by chance.
    Random,
    /// A beginner wins against it now and then.
    Gentle,
    /// Keeps claws, heals outside, yields at 5 hearts.
    #[default]
    Angry,
    /// Solves its turns against a hand-made value.
    Fierce,
    /// Solves its turns against a learned value.
    Ruthless,
    /// The same, and plays on in thought wherever that is not clear.
    Champion,
}

impl BotLevel {
    /// All levels, the weakest first.
    pub const ALL: [BotLevel; 6] = [
        BotLevel::Random,
        BotLevel::Gentle,
        BotLevel::Angry,
        BotLevel::Fierce,
        BotLevel::Ruthless,
        BotLevel::Champion,
    ];

    /// The level's name: `random`, `gentle`, `angry`, `fierce`, `ruthless` or `champion`.
    pub const fn name(self) -> &'static str {
        ["random", "gentle", "angry", "fierce", "ruthless", "champion"][self as usize]
    }
}

/// What a bot likes besides winning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BotStyle {
    /// Nothing.
    #[default]
    Neutral,
    /// Tokyo, claws and cards that hurt.
    Brawler,
    /// Energy and cards, away from Tokyo.
    Hoarder,
    /// Stars.
    StarSeeker,
}

impl BotStyle {
    /// All styles.
    pub const ALL: [BotStyle; 4] =
        [BotStyle::Neutral, BotStyle::Brawler, BotStyle::Hoarder, BotStyle::StarSeeker];

    /// The style's name: `neutral`, `brawler`, `hoarder` or `star-seeker`.
    pub const fn name(self) -> &'static str {
        ["neutral", "brawler", "hoarder", "star-seeker"][self as usize]
    }
}

/// A bot: its level, and its style if it has one. Written as `fierce` or `fierce:brawler`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opponent {
    /// How strong it is.
    pub level: BotLevel,
    /// What it likes.
    pub style: BotStyle,
}

impl From<BotLevel> for Opponent {
    fn from(level: BotLevel) -> Self {
        Opponent { level, style: BotStyle::Neutral }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.level.name())?;
        match self.style {
            BotStyle::Neutral => Ok(()),
            style => write!(f, ":{}", style.name()),
        }
    }
}

impl FromStr for Opponent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (level, style) = text.split_once(':').unwrap_or((text, "neutral"));
        let level = BotLevel::ALL.into_iter().find(|one| one.name() == level).ok_or_else(|| {
            let names = BotLevel::ALL.map(BotLevel::name).join(", ");
            format!("there is no level `{level}`: it is one of {names}")
        })?;
        let style = BotStyle::ALL.into_iter().find(|one| one.name() == style).ok_or_else(|| {
            let names = BotStyle::ALL.map(BotStyle::name).join(", ");
            format!("there is no style `{style}`: it is one of {names}")
        })?;
        Ok(Opponent { level, style })
    }
}

impl Serialize for Opponent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Opponent {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Opponent".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let bots = BotLevel::ALL.into_iter().flat_map(|level| {
            BotStyle::ALL.into_iter().map(move |style| Opponent { level, style }.to_string())
        });
        schemars::json_schema!({ "type": "string", "enum": bots.collect::<Vec<_>>() })
    }
}

impl<'de> Deserialize<'de> for Opponent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_read_as_it_is_written() {
        for level in BotLevel::ALL {
            for style in BotStyle::ALL {
                let bot = Opponent { level, style };
                let text = serde_json::to_string(&bot).unwrap();
                assert_eq!(serde_json::from_str::<Opponent>(&text).unwrap(), bot, "{text}");
            }
        }
        // A level alone, as tables wrote it before there were styles.
        let plain: Opponent = serde_json::from_str("\"fierce\"").unwrap();
        assert_eq!(plain, BotLevel::Fierce.into());
    }

    #[test]
    fn unknown_names_are_refused_with_the_valid_ones() {
        let refused = |text: &str| text.parse::<Opponent>().unwrap_err();
        assert!(refused("wild").contains("random, gentle, angry, fierce, ruthless, champion"));
        assert!(refused("fierce:shy").contains("neutral, brawler, hoarder, star-seeker"));
    }
}

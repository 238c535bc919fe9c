//! The ladder: six named levels, each stronger than the one before, and the styles they come in.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use engine::{Answer, Need, View};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::champion::Champion;
use crate::mind::{HandMade, Learned, Mind};
use crate::net::{Net, Weights};
use crate::simple::{Angry, Anything};
use crate::style::{Style, Tasted};

/// A player: given what a seat sees and is asked, it answers with one of the legal answers.
pub trait Bot {
    /// The answer to the question that the view's seat is asked.
    fn answer(&mut self, view: &View) -> Answer;

    /// The same, but a bot that thinks long asks now and then whether it was `enough`, and then answers at once with
    /// what it has found. Clocks belong to whoever asks.
    fn answer_within(&mut self, view: &View, enough: &mut dyn FnMut() -> bool) -> Answer {
        let _ = enough;
        self.answer(view)
    }
}

/// What the bot answers, and the usual answer if what it says is not legal: a bot that errs loses its say and never stops
/// a game. `None` if nobody is asked.
pub fn answer_legally(
    bot: &mut (dyn Bot + Send),
    view: &View,
    enough: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let Need::Answer(ask) = view.need() else { return None };
    let answers = view.answers();
    let answer = bot.answer_within(view, enough);
    let legal = answers.contains(answer);
    Some(if legal { answer } else { crate::mind::usual(view, &ask, &answers) })
}

engine::listed! {
    /// The named levels. The weakest comes first.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Level {
        /// Any legal answer.
        Random,
        /// Thinks, but often misjudges.
        Gentle,
        /// Three habits.
        #[default]
        Angry,
        /// Solves its turns and judges by hand.
        Fierce,
        /// Solves its turns and judges by what it has learned.
        Ruthless,
        /// The same, and plays on in thought wherever that is not clear.
        Champion,
    }
}

impl Level {
    /// Its name: `random`, `gentle`, `angry`, `fierce`, `ruthless` or `champion`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Gentle => "gentle",
            Level::Angry => "angry",
            Level::Fierce => "fierce",
            Level::Ruthless => "ruthless",
            Level::Champion => "champion",
        }
    }

    /// One sentence about it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Level::Random => "Answers at random.",
            Level::Gentle => {
                "Knows what it wants but misjudges it often; a beginner wins now and then."
            }
            Level::Angry => {
                "Keeps claws, heals outside, yields at five hearts and buys the most expensive card."
            }
            Level::Fierce => "Plays its dice exactly and judges the table by rules of thumb.",
            Level::Ruthless => {
                "Plays its dice exactly and judges the table by what it learned from self-play."
            }
            Level::Champion => {
                "Judges like ruthless, and plays the game on in thought wherever that is not clear."
            }
        }
    }

    /// The level with this name.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// A bot of this level. The same seed plays the same way.
    pub fn bot(self, seed: u64) -> Box<dyn Bot + Send> {
        Opponent::from(self).bot(seed)
    }
}

/// A level in a style, written as `fierce` or `fierce:brawler`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opponent {
    /// How strong it is.
    pub level: Level,
    /// What it likes.
    pub style: Style,
}

impl From<Level> for Opponent {
    fn from(level: Level) -> Self {
        Opponent { level, style: Style::Neutral }
    }
}

impl Opponent {
    /// The opponent of this name: a level, or a level and a style with a colon between them.
    ///
    /// # Errors
    /// The part that is not known; its sentence has the valid names.
    pub fn parse(name: &str) -> Result<Opponent, UnknownBot> {
        let (level, style) = name.split_once(':').unwrap_or((name, Style::Neutral.name()));
        let level = Level::from_name(level).ok_or_else(|| UnknownBot::Level(level.into()))?;
        let style = Style::from_name(style).ok_or_else(|| UnknownBot::Style(style.into()))?;
        Ok(Opponent { level, style })
    }

    /// A bot like this. The same seed plays the same way.
    pub fn bot(self, seed: u64) -> Box<dyn Bot + Send> {
        let style = self.style;
        let by_hand = || Mind::new(Tasted::new(HandMade, style), seed);
        match self.level {
            Level::Random => Box::new(Anything::new(seed).with_style(style)),
            Level::Gentle => Box::new(by_hand().with_noise(GENTLE)),
            Level::Angry => Box::new(Angry::of(style)),
            Level::Fierce => Box::new(by_hand()),
            Level::Ruthless => Box::new(Mind::new(Tasted::new(Learned::new(net()), style), seed)),
            Level::Champion => Box::new(Champion::new(net(), seed).with_style(style)),
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.style {
            Style::Neutral => self.level.fmt(f),
            style => write!(f, "{}:{style}", self.level),
        }
    }
}

impl FromStr for Opponent {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Opponent, UnknownBot> {
        Opponent::parse(name)
    }
}

/// A name that no bot has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownBot {
    /// No level is called so.
    #[error("there is no bot `{0}`: it is one of {names}", names = Level::ALL.map(Level::name).join(", "))]
    Level(String),
    /// No style is called so.
    #[error("there is no style `{0}`: it is one of {names}", names = Style::ALL.map(Style::name).join(", "))]
    Style(String),
}

impl Serialize for Opponent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Opponent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Opponent {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Opponent".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let bots = Level::ALL.into_iter().flat_map(|level| {
            Style::ALL.into_iter().map(move |style| Opponent { level, style }.to_string())
        });
        schemars::json_schema!({ "type": "string", "enum": bots.collect::<Vec<_>>() })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How far off the values of `gentle` are.
const GENTLE: f32 = 0.1;

/// The weights that come with the program.
pub static WEIGHTS: &[u8] = include_bytes!("../weights/ruthless.net");

/// The net that comes with the program.
pub fn net() -> Arc<Net> {
    static NET: LazyLock<Arc<Net>> = LazyLock::new(|| {
        let (weights, _) =
            Weights::from_bytes(WEIGHTS).expect("the weights in the repository are tested");
        Arc::new(Net::new(weights))
    });
    NET.clone()
}

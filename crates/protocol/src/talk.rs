//! Roars and talk.

use engine::Seat;
use serde::{Deserialize, Serialize};

engine::listed! {
    /// The six roars. They mean what the table makes of them, in any language.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum Roar {
        /// Grrr!
        Growl,
        /// Ha ha!
        Laugh,
        /// Ouch.
        Ouch,
        /// Well played.
        Bravo,
        /// Hurry up, please.
        Hurry,
        /// Sorry!
        Sorry,
    }
}

impl Roar {
    /// The roar's name, as it stands in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Growl => "growl",
            Self::Laugh => "laugh",
            Self::Ouch => "ouch",
            Self::Bravo => "bravo",
            Self::Hurry => "hurry",
            Self::Sorry => "sorry",
        }
    }
}

/// Who spoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// The player on this seat.
    Seat(Seat),
    /// One of the watchers.
    Watcher,
}

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Said {
    /// A roar.
    Roar(Roar),
    /// Free text. It comes from people: show it as text, never as markup.
    Text(String),
}

/// Something said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Talk {
    /// Its number at the table, counted from 1.
    pub number: u64,
    /// Who said it.
    pub from: Speaker,
    /// What.
    pub said: Said,
}

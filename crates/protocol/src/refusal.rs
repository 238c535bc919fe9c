//! Why a command was not done.

use serde::{Deserialize, Serialize};

engine::listed! {
    /// The kind of a refusal, for programs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum Refusal {
        /// The message could not be read.
        Malformed,
        /// The client speaks another version of the protocol.
        Version,
        /// `hello` must come first.
        HelloFirst,
        /// The answer is for a question that is no longer open.
        Stale,
        /// The answer is not one of the legal ones.
        Illegal,
        /// The question is for somebody else, or the seat is not yours.
        NotYours,
        /// You have no seat at this table.
        NoSeat,
        /// Only the host may do that.
        NotHost,
        /// Not now: the table is doing something else.
        NotNow,
        /// The seat, the monster or the table is taken or full.
        Taken,
        /// The value is out of bounds or not allowed.
        Invalid,
        /// Not allowed at this table: watching, talking, coming without the link.
        Forbidden,
        /// There is no such table, game or page.
        NotFound,
        /// Too much, too fast.
        SlowDown,
        /// The server has reached its limit.
        Full,
        /// The server is about to restart.
        Restarting,
        /// The server could not store it; nothing has changed.
        Trouble,
    }
}

impl Refusal {
    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Refusal> {
        Self::ALL.into_iter().find(|code| code.name() == name)
    }

    /// The HTTP status that fits.
    pub const fn status(self) -> u16 {
        match self {
            Self::Malformed | Self::HelloFirst | Self::Invalid => 400,
            Self::NoSeat => 401,
            Self::NotYours | Self::NotHost | Self::Forbidden => 403,
            Self::NotFound => 404,
            Self::Version | Self::Stale | Self::NotNow | Self::Taken => 409,
            Self::Illegal => 422,
            Self::SlowDown => 429,
            Self::Full | Self::Restarting => 503,
            Self::Trouble => 500,
        }
    }

    /// The code's name, as it stands in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Version => "version",
            Self::HelloFirst => "hello_first",
            Self::Stale => "stale",
            Self::Illegal => "illegal",
            Self::NotYours => "not_yours",
            Self::NoSeat => "no_seat",
            Self::NotHost => "not_host",
            Self::NotNow => "not_now",
            Self::Taken => "taken",
            Self::Invalid => "invalid",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not_found",
            Self::SlowDown => "slow_down",
            Self::Full => "full",
            Self::Restarting => "restarting",
            Self::Trouble => "trouble",
        }
    }
}

/// Why a command was not done: a code for programs, one plain sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// The kind.
    pub code: Refusal,
    /// One plain English sentence.
    pub text: String,
}

impl Refused {
    /// A refusal with its sentence.
    pub fn new(code: Refusal, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refused {}

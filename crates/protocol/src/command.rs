//! What a client says to the server.

use engine::{Answer, Seat, Species};
use fair::{Entropy, Hash, Pledge};
use serde::{Deserialize, Serialize};

use crate::table::Options;
use crate::talk::Roar;
use bots::Opponent;

/// One message from a client: a command, and a number by which the answer is recognised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Request {
    /// Chosen by the client; the reply repeats it.
    pub id: u64,
    /// What is to be done.
    #[serde(rename = "do")]
    pub command: Command,
}

/// What a client wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// The first command on every WebSocket.
    Hello(Hello),
    /// Take a seat, or change name and monster of the own one. While a game is on, the seat of a bot can be taken over by
    /// those who came by the link, if the table's options allow it; its monster stays.
    Sit(Sit),
    /// Leave the own seat. In a running game a bot plays on, and the seat can be taken back.
    Stand,
    /// Host, before a game: change the options.
    Configure(Options),
    /// Host, before a game: put a bot on an open seat, change its level, or take it away.
    Bot {
        /// The seat.
        seat: Seat,
        /// The level; absent: no bot.
        #[serde(default)]
        level: Option<Opponent>,
    },
    /// Host, before a game: who sits where.
    Order {
        /// All seats as they are now, in their new order.
        seats: Vec<Seat>,
    },
    /// Between games: say that one is ready for the next game, or not after all. When a game is over and everybody is
    /// ready, the next one begins.
    Ready {
        /// Whether one is.
        ready: bool,
    },
    /// Host, before a game: ask a player to leave.
    Remove {
        /// The player's seat.
        seat: Seat,
    },
    /// Host: give the role to another player.
    PassHost {
        /// The player's seat.
        seat: Seat,
    },
    /// Add to the dice of the next game, first half: the fingerprint. With live dice the anchor of a chain, also while a
    /// game is on: a new one begins a chain, the one that counts says "I am back".
    Pledge {
        /// The version of the scheme: 2.
        #[serde(default)]
        version: u32,
        /// The name of the game.
        #[serde(default)]
        game_name: String,
        /// The fingerprint of what will be revealed, or the anchor.
        pledge: Pledge,
    },
    /// Add to the dice of the next game, second half, asked for by [`Message::Mixing`](crate::Message::Mixing).
    Reveal {
        /// The name of the game.
        #[serde(default)]
        game_name: String,
        /// The fingerprint of the mix that it is revealed for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mix: Option<Hash>,
        /// What was pledged.
        entropy: Entropy,
    },
    /// Live dice: the own link, asked for by [`Message::Ask`](crate::Message::Ask).
    Link {
        /// The number of the game at the table.
        game: u32,
        /// The number of the ask.
        ask: u64,
        /// The link.
        link: Hash,
    },
    /// Live dice: do not ask me until I pledge again.
    Rest {
        /// The number of the game at the table.
        game: u32,
    },
    /// Host: begin the game.
    Start,
    /// Host, after a game: begin the next one without waiting for everybody to be ready; the first player moves on by one
    /// seat. While the host is not connected, any player may.
    Rematch,
    /// Answer the question that is open after step `seq` of the game.
    Answer {
        /// The number of the game at the table.
        game: u32,
        /// The step after which the question was asked.
        seq: u64,
        /// The answer.
        answer: Answer,
    },
    /// Take back the own last answer. Possible while nobody has learned anything from it, nobody else has acted since, and
    /// the last step says `undo`.
    Undo {
        /// The number of the game at the table.
        game: u32,
        /// The last step of the game.
        seq: u64,
    },
    /// Let the server answer some questions of the own seat, known to nobody else.
    Auto(Auto),
    /// Let a bot play for oneself, or take the seat back.
    Away {
        /// Whether the bot plays.
        away: bool,
    },
    /// Ask for more time on the open question, three times a game.
    MoreTime,
    /// Roar.
    Roar {
        /// Which of the six.
        roar: Roar,
    },
    /// Say something; for those who came by the link.
    Say {
        /// Up to 200 characters.
        #[cfg_attr(feature = "schema", schemars(schema_with = "crate::names::text_schema"))]
        text: String,
    },
    /// No longer hear, or hear again, what one seat says.
    Mute {
        /// The seat.
        seat: Seat,
        /// Whether it is muted.
        muted: bool,
    },
    /// No longer hear, or hear again, what watchers say.
    MuteWatchers {
        /// Whether they are muted.
        muted: bool,
    },
    /// Host: nobody may talk or roar at this table, or everybody again.
    CloseTalk {
        /// Whether talk is closed.
        closed: bool,
    },
    /// Host: make a new link. The old one admits nobody any more, and those who were removed may come by the new one.
    RenewLink,
    /// Make a personal link that moves the own seat to another device, once.
    MoveDevice,
    /// Make a token with which a program may play one's own seat over the API.
    MakeToken,
    /// List the tokens of the own seat.
    ListTokens,
    /// Take back a token of the own seat, or all of them.
    RevokeToken {
        /// Its number in the list; absent: all.
        #[serde(default)]
        number: Option<u32>,
    },
    /// Ask for a fresh view of everything.
    Refresh,
    /// Is anybody there?
    Ping,
}

/// Who a client is and what it has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hello {
    /// The newest version of the protocol that the client speaks.
    pub protocol: u32,
    /// The oldest one that it also speaks; absent: no other. During an update of several servers those of the version before
    /// and of the next are there at the same time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oldest: Option<u32>,
    /// The secret part of the link, if the client came by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What the client has seen already; it gets exactly what it missed. Absent: a fresh view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Seen>,
    /// Whether questions to this client's seat list all legal answers. Clients that have the rules need not ask.
    #[serde(default)]
    pub list_answers: bool,
    /// Whether what was missed is to come as one [`Message::History`](crate::Message::History), events with one position at
    /// their end, instead of step by step with a position each.
    #[serde(default)]
    pub history: bool,
}

impl Hello {
    /// A greeting by a client that speaks everything this library does.
    pub fn new() -> Self {
        Self { protocol: crate::VERSION, oldest: Some(crate::OLDEST), ..Self::default() }
    }

    /// The version that both sides speak: the newest they share.
    pub fn agreed(&self) -> Option<u32> {
        let oldest = self.oldest.unwrap_or(self.protocol).max(crate::OLDEST);
        let newest = self.protocol.min(crate::VERSION);
        (oldest <= newest).then_some(newest)
    }
}

/// How far a client has followed a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seen {
    /// The number of the game at the table.
    pub game: u32,
    /// The last step seen.
    pub seq: u64,
}

/// Taking a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sit {
    /// The player's name: 1 to 24 visible characters.
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::names::name_schema"))]
    pub name: String,
    /// The monster; absent: any that is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monster: Option<Species>,
    /// The seat; absent: the first that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Whether the player is a program. It is shown as one.
    #[serde(default)]
    pub program: bool,
}

/// What the server answers for a seat by itself. Known to that seat alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Auto {
    /// Stay in Tokyo when attacked and left with at least this many hearts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stay_from: Option<u8>,
    /// Yield when attacked and left with at most this many hearts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yield_at: Option<u8>,
    /// Buy nothing.
    pub skip_buying: bool,
    /// Whether to use cards against damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defend: Option<Defence>,
}

/// When cards are used against damage without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Defence {
    /// Never.
    Never,
    /// Only if the damage would be the end; otherwise not at all.
    IfLethal,
    /// Always.
    Always,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_and_server_agree_on_the_newest_version_that_both_speak() {
        let hello = |protocol, oldest| Hello { protocol, oldest, ..Hello::default() };
        let (oldest, newest) = (crate::OLDEST, crate::VERSION);
        assert_eq!(Hello::new().agreed(), Some(newest));
        assert_eq!(hello(newest, None).agreed(), Some(newest));
        assert_eq!(hello(newest + 5, Some(newest)).agreed(), Some(newest));
        assert_eq!(hello(newest + 5, Some(1)).agreed(), Some(newest));
        assert_eq!(hello(newest + 5, None).agreed(), None);
        assert_eq!(hello(newest + 5, Some(newest + 1)).agreed(), None);
        assert_eq!(hello(oldest - 1, Some(0)).agreed(), None);
        assert_eq!(hello(0, Some(9)).agreed(), None, "upside down");
    }
}

//! What the server says to a client.

use engine::{Answer, Ask, Event, Outcome, Rules, Seat, Seats, State};
use fair::{Commitment, Pledge, wire};
use serde::{Deserialize, Serialize};

use crate::command::Auto;
use crate::player::Player;
use crate::refusal::Refusal;
use crate::table::TableInfo;
use crate::talk::Talk;

/// One message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// The answer to `hello`. What the client missed, or a fresh view, follows.
    Welcome {
        /// The protocol's version.
        protocol: u32,
        /// The program's version.
        server: String,
        /// The client's own seat, if it has one.
        you: Option<Seat>,
        /// Whether the client came by the link and may talk.
        by_link: bool,
        /// The secret part of the link, for those who came by it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The table.
        table: TableInfo,
        /// The own auto-answers.
        #[serde(default)]
        auto: Auto,
        /// The seats one does not want to hear.
        #[serde(default)]
        muted: Vec<Seat>,
        /// Whether one does not want to hear watchers.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        muted_watchers: bool,
        /// The latest talk.
        talk: Vec<Talk>,
    },
    /// The table has changed.
    Table {
        /// All of it.
        table: TableInfo,
    },
    /// The client's own seat has changed: taken, left, or moved to another device.
    You {
        /// The seat.
        seat: Option<Seat>,
    },
    /// Everybody who contributes to the dice is named: reveal now.
    Mixing(wire::Mixing),
    /// The mix of a game broke off. Its name is used up; the table shows the next one.
    Void {
        /// The name of the game that did not begin.
        game_name: String,
        /// Why.
        why: wire::VoidWhy,
        /// Who was missing.
        missing: Seats,
    },
    /// Live dice: the dice are about to fall, and the own link is wanted.
    Ask(wire::Ask),
    /// Live dice: somebody did not answer an ask in time.
    Missed(wire::Missed),
    /// Live dice: a chain counts from now on.
    Chain(wire::ChainBegun),
    /// A game begins, or is introduced to someone who has not seen it.
    Game(GameInfo),
    /// What the dice of the game are bound to, and how far live ones have come: for whoever has caught up by steps.
    Course(GameInfo),
    /// The position after a step, to start from.
    View {
        /// The number of the game at the table.
        game: u32,
        /// The step.
        seq: u64,
        /// The position as this client may see it: what is hidden from it is not there. Its own view is
        /// `view.view(seat)`.
        view: Box<State>,
        /// The clock of the open question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Clock>,
        /// Whether this client's own seat may take back its last answer now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        undo: bool,
    },
    /// The game went on by one step.
    Step(Step),
    /// All that was missed at once, for clients that said `history`.
    History(History),
    /// What was missed has been sent: from here on everything is new. Comes once after each `hello`.
    CaughtUp {
        /// The number of the game at the table; 0 if none has begun.
        game: u32,
        /// Its last step.
        seq: u64,
    },
    /// The table has a new link, for those who came by the old one and have a seat.
    Link {
        /// Its secret part.
        key: String,
    },
    /// The own seat is asked, with all legal answers; for clients that said `list_answers`.
    Question(OpenQuestion),
    /// The game has ended. Its record, with the revealed seed, can be fetched.
    Over {
        /// The number of the game at the table.
        game: u32,
        /// How.
        outcome: Outcome,
    },
    /// Somebody spoke.
    Talk(Talk),
    /// The command was done, and it is durable.
    Done(Reply),
    /// The command was not done; nothing has changed.
    Refused {
        /// The number of the request; absent if it could not be read.
        id: Option<u64>,
        /// The kind, for programs.
        code: Refusal,
        /// One plain sentence, for people.
        text: String,
        /// For `stale` and `illegal`: the last step of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    /// The server is about to restart. Come back after this time; nothing is lost.
    Closing {
        /// How long to wait, in milliseconds; different for every client.
        back_in_ms: u32,
    },
    /// A kind that this client does not know yet.
    #[serde(other)]
    Unknown,
}

/// A command that was done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    /// The number of the request.
    pub id: u64,
    /// For an answer or an undo: the step it became. A repeated one gets the same step again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// For `sit`: the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// For `move_device`: the path of the personal link. For `make_token`: the token. It is told once and never again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// For `list_tokens`: all that are valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Vec<TokenInfo>>,
}

/// A token with which a program may play a seat. What it is was told once and is not known any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenInfo {
    /// Its number, by which it can be taken back.
    pub number: u32,
    /// When it was made, in milliseconds since 1970; 0 if that is not known.
    pub made_ms: i64,
}

/// What was missed of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct History {
    /// The number of the game at the table.
    pub game: u32,
    /// The last step.
    pub seq: u64,
    /// What happened, step by step.
    pub steps: Vec<PastStep>,
    /// The position after the last step, as this client may see it.
    pub view: Box<State>,
    /// The clock of the open question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Whether this client's own seat may take back its last answer now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
}

/// A step of the past: a [`Step`] without its position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastStep {
    /// The number of the step.
    pub seq: u64,
    /// Who moved the game.
    pub by: By,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The earlier step that was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_back: Option<u64>,
    /// Live dice: everything about them since the draw before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<wire::Drawn>,
}

/// What is fixed before the first roll of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameInfo {
    /// Its number at the table.
    pub game: u32,
    /// Its name.
    pub name: String,
    /// The rules.
    pub rules: Rules,
    /// The players in the order of their seats.
    pub players: Vec<Player>,
    /// What the server committed to.
    pub commitment: Commitment,
    /// What the seats that are mixed in have pledged.
    pub pledges: Vec<(Seat, Pledge)>,
    /// What the dice are bound to; absent for a game that was begun by version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<wire::GameFair>,
}

/// One step of a game: an answer, and all that followed until the next question; or an answer taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The number of the game at the table.
    pub game: u32,
    /// The number of the step, counted from 1 without a gap.
    pub seq: u64,
    /// Who moved the game.
    pub by: By,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The position after it, as this client may see it.
    pub view: Box<State>,
    /// The clock of the question that is now open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The earlier step that was taken back: what happened in it has not happened, and its question is open again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_back: Option<u64>,
    /// Live dice: everything about them since the draw before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<wire::Drawn>,
    /// Whether this client's own seat may take back its last answer now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
}

/// Who moved the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The rules alone: the start of the game.
    Rules,
    /// The player on this seat.
    Player(Seat),
    /// The bot that owns this seat.
    Bot(Seat),
    /// A bot in place of the player on this seat.
    StandIn(Seat),
    /// The auto-answer of this seat. Only that seat is told so; others see [`By::Player`].
    Auto(Seat),
}

impl By {
    /// The seat that answered, if one did.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Rules => None,
            Self::Player(seat) | Self::Bot(seat) | Self::StandIn(seat) | Self::Auto(seat) => {
                Some(seat)
            }
        }
    }

    /// As another viewer is told.
    #[must_use]
    pub fn seen_by(self, viewer: Option<Seat>) -> Self {
        match self {
            Self::Auto(seat) if viewer != Some(seat) => Self::Player(seat),
            by => by,
        }
    }
}

/// The time left for the open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clock {
    /// Who is asked.
    pub seat: Seat,
    /// Milliseconds left when this was sent.
    pub left_ms: u32,
}

/// A question with all its legal answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenQuestion {
    /// The number of the game at the table.
    pub game: u32,
    /// The step after which it is asked; an answer repeats it.
    pub seq: u64,
    /// Who is asked what.
    pub ask: Ask,
    /// All legal answers.
    pub answers: Vec<Answer>,
}

//! What travels between the server and its clients.
//!
//! One enum per direction: a client sends a [`Request`] with a [`Command`] in it, the server sends [`Message`]s. The same
//! commands go over the WebSocket of a table and over `POST /api/tables/{name}/commands`; the same messages come over the
//! WebSocket and as lines of `GET /api/tables/{name}/events`. Everything is JSON. `docs/PROTOCOL.md` tells the story with
//! examples.
//!
//! The versions of the protocol are [`OLDEST`] to [`VERSION`]. Within one version fields and message kinds are only added: a reader skips
//! what it does not know.

mod command;
mod dice;
mod http;
mod message;
mod names;
mod player;
mod refusal;
mod table;
mod talk;

pub use bots::{Level as BotLevel, Opponent, Style as BotStyle};
pub use command::{Auto, Command, Defence, Hello, Request, Seen, Sit};
pub use dice::{Dice, Wish};
pub use fair::DiceKind;
pub use fair::wire::NextGame;
pub use http::{CreateTable, Created, Joined, ListedTable, MyGame, MySeat, Problem, TableList};
pub use message::{
    By, Clock, GameInfo, History, Message, OpenQuestion, PastStep, Reply, Step, TokenInfo,
};
pub use names::{NAME_LENGTH, TEXT_LENGTH, Unclean, What, clean_name, clean_text};
pub use player::Player;
pub use refusal::{Refusal, Refused};
pub use table::{Controller, DecisionTime, Options, OptionsError, SeatInfo, TableInfo, TablePhase};
pub use talk::{Roar, Said, Speaker, Talk};

/// The newest version of the protocol that is spoken here. Client and server agree on the newest one that both speak
/// ([`Hello::agreed`]); a server refuses a client with which it shares none, with a plain sentence.
pub const VERSION: u32 = 2;

/// The oldest version that is still spoken here. Whoever raises [`VERSION`] leaves this one behind by one for the length of an
/// update, so that pages and servers of both versions understand each other.
pub const OLDEST: u32 = 2;

/// The WebSocket close code of a server that is about to restart: come back after the time named in
/// [`Message::Closing`].
pub const CLOSE_RESTARTING: u16 = 1012;

/// The WebSocket close code for a client that broke the limits.
pub const CLOSE_ATTACK: u16 = 1008;

//! One task per table. Where the table is this server's own, it alone changes the table and its game, one letter after the other, and shows nothing before the
//! store has made it durable. Where it is another's, it follows: it shows what its owner has made durable, and passes on what is
//! wanted of it.

mod actor;
mod auto;
mod command;
mod fanout;
mod follow;
mod forward;
mod guests;
mod keys;
#[cfg(test)]
mod leak;
mod live;
mod lobby;
mod mixing;
mod news;
mod play;
mod resume;
mod room;
mod take_over;
mod talk;
mod undo;

use std::net::IpAddr;
use std::time::Instant;

use engine::{Answer, Seat};
use fair::Pledge;
use protocol::{Command, Hello, Refusal, Refused, Reply, TableInfo};
use serde::{Deserialize, Serialize};
use store::{OwnerHash, ServerId};
use tokio::sync::oneshot;

use crate::cluster::letter::{self, Ask, Head, Here, News, Place};
use crate::outbox::Outbox;
use crate::problem::HttpRefused;

pub(crate) use actor::run;
pub(crate) use keys::NO_SUCH_LINK;
pub(crate) use lobby::OTHER_BOX;
pub(crate) use play::closed;

/// A letter to a table.
#[derive(Debug)]
pub(crate) enum Mail {
    /// Somebody connects.
    Connect { connection: u64, who: Who, hello: Hello, id: u64, outbox: Outbox },
    /// Somebody is gone.
    Disconnect { connection: u64 },
    /// A slow reader has caught up and wants a fresh view.
    Resync { connection: u64 },
    /// A command over a socket.
    SocketCommand { connection: u64, id: u64, came: Instant, command: Command },
    /// A command over HTTP.
    HttpCommand { who: Who, command: Command, reply: oneshot::Sender<Result<Reply, HttpRefused>> },
    /// What does the table look like?
    Info { who: Who, reply: oneshot::Sender<Result<(TableInfo, bool), Refused>> },
    /// A personal link was opened on another device.
    Claim {
        token: OwnerHash,
        owner: OwnerHash,
        reply: oneshot::Sender<Result<(Seat, String), Refused>>,
    },
    /// The host of the server closes the game that is on.
    CloseGame { reply: oneshot::Sender<Result<bool, Refused>> },
    /// The host of the server has removed the table.
    Removed,
    /// A bot has thought.
    Thought { game: u32, seq: u64, answer: Answer },
    /// Another server wants something of the table's owner.
    Asked { from: ServerId, number: u64, ask: Box<Ask> },
    /// The owner of the table, another server, has answered.
    Answered {
        from: ServerId,
        number: u64,
        answer: Box<letter::Answer>,
        place: Option<Place>,
        news: Option<Box<News>>,
    },
    /// The owner of the table, another server, has written.
    News { from: ServerId, news: Box<News> },
    /// How far the owner of the table, another server, is.
    Head { from: ServerId, head: Head },
    /// Who is at the table on another server.
    Here { from: ServerId, number: u64, here: Here },
    /// A connection to this server is the one that the owner of the table, another server, asks for this.
    Holds { from: ServerId, connection: u64, pledge: Pledge, said: u64 },
    /// A server is gone.
    Gone { server: ServerId },
    /// Nobody owns the table.
    Free,
    /// The server stops.
    Stop,
}

/// Who asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Who {
    pub(crate) owner: Option<OwnerHash>,
    pub(crate) key: Option<String>,
    /// The address, or all that count as one with it.
    pub(crate) address: IpAddr,
}

/// A refusal and, where it helps, the last step of the game.
#[derive(Clone, Debug)]
pub(crate) struct TableRefused {
    pub(crate) refused: Refused,
    pub(crate) seq: Option<u64>,
}

impl From<Refused> for TableRefused {
    fn from(refused: Refused) -> Self {
        Self { refused, seq: None }
    }
}

impl From<TableRefused> for HttpRefused {
    fn from(why: TableRefused) -> Self {
        Self { refused: why.refused, seq: why.seq, status: None }
    }
}

/// A refusal with its sentence.
fn refused(code: Refusal, text: impl Into<String>) -> TableRefused {
    Refused::new(code, text).into()
}

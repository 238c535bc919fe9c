//! What servers write to each other, and how it is sealed: NATS sees no seed, card, key or talk, and nobody without the
//! database can forge a command.

use std::net::IpAddr;

use chacha20poly1305::aead::{Aead, Generate, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use engine::{Seat, Seats};
use fair::Pledge;
use protocol::{Command, Refused, Reply, TableInfo};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::{OwnerHash, ServerId};

use crate::table::Who;

/// The version of letters, for whoever reads them in some later version. During an update servers of two versions write to
/// each other: things are added to letters, and whoever does not know one passes it over and finds what it said in the store.
const VERSION: u32 = 1;

const NONCE: usize = 24;

/// One thing in a letter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Item {
    /// Something is wanted of a table's owner.
    Ask { number: u64, table: String, ask: Box<Ask> },
    /// What came of it, and how far the table was then: it is not told to anybody who has not seen as much.
    Answer {
        number: u64,
        table: String,
        answer: Box<Answer>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<Place>,
    },
    /// Something has become durable at a table.
    News { table: String, news: Box<News> },
    /// How far a table is, and who is at it.
    Head { table: String, head: Head },
    /// Who is at a table on the server that writes.
    Here { table: String, here: Here },
    /// A connection to the server that reads is the one that will be asked for this.
    Holds { table: String, connection: u64, pledge: Pledge },
    /// The server that writes is alive.
    Beat,
    /// The server that writes has left; its tables are free.
    Bye,
    /// What addresses and people have used up of their limits lately, on the server that writes.
    Used {
        requests: Vec<(IpAddr, f64)>,
        creations: Vec<(IpAddr, f64)>,
        talk: Vec<(IpAddr, f64)>,
        #[serde(default)]
        people: Vec<(OwnerHash, f64)>,
        connections: Vec<(IpAddr, usize)>,
    },
}

/// What is wanted of a table's owner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ask {
    /// A command over a socket.
    Socket {
        owner: Option<OwnerHash>,
        by_link: bool,
        connection: u64,
        address: IpAddr,
        command: Command,
    },
    /// A command over HTTP.
    Http { who: Who, command: Command },
    /// What does the table look like?
    Info { who: Who },
    /// A personal link was opened.
    Claim { token: OwnerHash, owner: OwnerHash },
    /// The host of the server closes the game that is on.
    CloseGame,
    /// The host of the server has removed the table.
    Removed,
}

impl Ask {
    /// Whether another server can be asked once more and it is done once: it names its game and its step, or says how
    /// something is to be from now on.
    pub(crate) fn is_repeatable(&self) -> bool {
        match self {
            Self::Socket { command, .. } | Self::Http { command, .. } => matches!(
                command,
                Command::Answer { .. }
                    | Command::Undo { .. }
                    | Command::Pledge { .. }
                    | Command::Reveal { .. }
                    | Command::Link { .. }
                    | Command::Rest { .. }
                    | Command::Sit(_)
                    | Command::Auto(_)
                    | Command::Away { .. }
                    | Command::Ready { .. }
                    | Command::Mute { .. }
                    | Command::MuteWatchers { .. }
                    | Command::ListTokens
            ),
            Self::Info { .. } => true,
            Self::Claim { .. } | Self::CloseGame | Self::Removed => false,
        }
    }
}

/// What came of an ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    Done(Reply),
    Refused {
        refused: Refused,
        seq: Option<u64>,
    },
    Info {
        info: TableInfo,
        by_link: bool,
    },
    Claimed {
        seat: Seat,
        key: String,
    },
    Closed {
        was_on: bool,
    },
    /// Another server owns the table, or nobody does; nothing was done.
    NotMine,
    /// It is being done, and the answer will come.
    Later,
}

/// What has become durable, all at once: a write of the store.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct News {
    /// The table's clock.
    pub(crate) clock_ms: i64,
    /// The document and its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) doc: Option<(u64, String)>,
    /// The game that has begun, or whose header has changed: its number and the header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<(u32, String)>,
    /// A step: the number of its game, its own, its time and its body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) step: Option<(u32, u64, i64, String)>,
    /// Something said: its number, its time and its body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) talk: Option<(u64, i64, String)>,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// The version of its document.
    pub(crate) version: u64,
    /// The number of its game, and of the last step.
    pub(crate) game: u32,
    pub(crate) seq: u64,
}

/// How far a table is, and who is at it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Head {
    #[serde(flatten)]
    pub(crate) place: Place,
    pub(crate) talk: u64,
    /// The table's clock.
    pub(crate) clock_ms: i64,
    /// The seats that are connected, on all servers.
    pub(crate) here: Seats,
    /// The watchers, on all servers.
    pub(crate) watchers: u32,
}

/// Who is at a table on one server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Here {
    pub(crate) seats: Vec<HereSeat>,
    pub(crate) watchers: u32,
}

/// A connection of somebody who may have a seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct HereSeat {
    pub(crate) connection: u64,
    pub(crate) owner: OwnerHash,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pledged: Option<Pledge>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) resting: bool,
}

#[derive(Serialize)]
struct Outgoing<'a> {
    v: u32,
    from: i64,
    items: &'a [Item],
}

#[derive(Deserialize)]
struct Incoming<'a> {
    from: i64,
    // One by one: what a newer version has added is passed over.
    #[serde(borrow)]
    items: Vec<&'a RawValue>,
}

/// Seals letters of one cluster, and opens them.
pub(crate) struct Seal(XChaCha20Poly1305);

impl Seal {
    /// With the key that all servers of a cluster have from their database.
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        Self(XChaCha20Poly1305::new(&Key::from(*key)))
    }

    /// A letter from one server to another, which alone can read it as its own.
    pub(crate) fn seal(&self, from: ServerId, to: ServerId, items: &[Item]) -> Vec<u8> {
        let letter = Outgoing { v: VERSION, from: from.0, items };
        let text = serde_json::to_vec(&letter).expect("letters are plain data");
        let nonce = XNonce::generate();
        let payload = Payload { msg: &text, aad: &to.0.to_be_bytes() };
        let sealed = self.0.encrypt(&nonce, payload).expect("a letter is not that long");
        [nonce.as_slice(), &sealed].concat()
    }

    /// Opens a letter to this server; nothing if it is not one.
    pub(crate) fn open(&self, own: ServerId, sealed: &[u8]) -> Option<(ServerId, Vec<Item>)> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE)?;
        let nonce = XNonce::from(<[u8; NONCE]>::try_from(nonce).ok()?);
        let payload = Payload { msg: sealed, aad: &own.0.to_be_bytes() };
        let text = self.0.decrypt(&nonce, payload).ok()?;
        let letter: Incoming<'_> = serde_json::from_slice(&text).ok()?;
        let items = letter.items.iter().filter_map(|item| serde_json::from_str(item.get()).ok());
        Some((ServerId(letter.from), items.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whom_it_is_for_can_open_a_letter() {
        let seal = Seal::new(&[7; 32]);
        let items = vec![Item::Beat, Item::Bye];
        let letter = seal.seal(ServerId(1), ServerId(2), &items);
        assert_eq!(seal.open(ServerId(2), &letter), Some((ServerId(1), items)));
        assert_eq!(seal.open(ServerId(3), &letter), None);
        assert_eq!(Seal::new(&[8; 32]).open(ServerId(2), &letter), None);
        for end in 0..letter.len() {
            assert_eq!(seal.open(ServerId(2), &letter[..end]), None);
        }
        let mut changed = letter.clone();
        changed[NONCE + 3] ^= 1;
        assert_eq!(seal.open(ServerId(2), &changed), None);
    }

    #[test]
    fn what_a_newer_version_has_added_is_passed_over() {
        let seal = Seal::new(&[7; 32]);
        let same = r#"{"v":1,"from":1,"items":["beat",{"later":{"a":1}},"bye"]}"#;
        // Servers of two versions hear each other's beats, or none of the newer one could enter during an update.
        let newer =
            r#"{"v":2,"from":1,"to":{"be":"seen"},"items":["beat",{"later":{"a":1}},"bye",7]}"#;
        for text in [same, newer] {
            let nonce = XNonce::generate();
            let payload = Payload { msg: text.as_bytes(), aad: &2_i64.to_be_bytes() };
            let letter = [nonce.as_slice(), &seal.0.encrypt(&nonce, payload).unwrap()].concat();
            let (from, items) = seal.open(ServerId(2), &letter).unwrap();
            assert_eq!((from, items), (ServerId(1), vec![Item::Beat, Item::Bye]));
        }
    }
}

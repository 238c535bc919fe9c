//! What servers write to each other, and how it is sealed: NATS sees no seed, card, key or talk, and nobody without the
//! database can forge a command.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use engine::{Seat, Seats};
use fair::Pledge;
use protocol::{Command, Refused, Reply, TableInfo};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use ring::hmac;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::{OwnerHash, ServerId};

use crate::table::Who;

/// The version of letters, for whoever reads them in some later version. During an update servers of two versions write to
/// each other: things are added to letters, and whoever does not know one passes it over and finds what it said in the store.
const VERSION: u32 = 1;

/// A letter begins with its sender's salt and its number among all letters of that sender; a code ends it.
const SALT: usize = 16;
const BEFORE: usize = SALT + 8;

/// Of how many senders the keys are kept.
const KNOWN: usize = 64;

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
        /// The step that it was, as anybody else is told of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        news: Option<Box<News>>,
    },
    /// Something has become durable at a table.
    News { table: String, news: Box<News> },
    /// How far a table is, and who is at it.
    Head { table: String, head: Head },
    /// Who is at a table on the server that writes. What has a lower number than what was read before is older.
    Here {
        table: String,
        here: Here,
        #[serde(default)]
        number: u64,
    },
    /// A connection to the server that reads is the one that will be asked for this.
    Holds {
        table: String,
        connection: u64,
        pledge: Pledge,
        /// The number of the last ask of this connection about it that the owner has done.
        #[serde(default)]
        said: u64,
    },
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
    /// The number of the ask that said so, if one did.
    #[serde(default)]
    pub(crate) said: u64,
}

#[derive(Serialize)]
struct Outgoing<'a> {
    v: u32,
    from: i64,
    items: &'a [Item],
}

#[derive(Deserialize)]
struct Incoming {
    from: i64,
    items: Vec<Item>,
}

/// A letter in which there is something that this version does not know.
#[derive(Deserialize)]
struct Newer<'a> {
    from: i64,
    // One by one: what a newer version has added is passed over.
    #[serde(borrow)]
    items: Vec<&'a RawValue>,
}

/// Seals letters of one cluster, and opens them. Every process has a key of its own, made from the cluster's and a salt, so
/// that numbers will do to make no two letters alike.
pub(crate) struct Seal {
    cluster: hmac::Key,
    salt: [u8; SALT],
    own: LessSafeKey,
    sealed: AtomicU64,
    /// The salts and keys of those heard lately.
    known: Mutex<Vec<([u8; SALT], LessSafeKey)>>,
}

impl Seal {
    /// With the key that all servers of a cluster have from their database.
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        let (cluster, salt) =
            (hmac::Key::new(hmac::HMAC_SHA256, key), crate::identity::random_bytes());
        let own = key_of(&cluster, &salt);
        Self { cluster, salt, own, sealed: AtomicU64::new(0), known: Mutex::default() }
    }

    /// A letter from one server to another, which alone can read it as its own.
    pub(crate) fn seal(&self, from: ServerId, to: ServerId, items: &[Item]) -> Vec<u8> {
        let letter = Outgoing { v: VERSION, from: from.0, items };
        let number = self.sealed.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let mut sealed = Vec::with_capacity(512);
        sealed.extend_from_slice(&self.salt);
        sealed.extend_from_slice(&number);
        serde_json::to_writer(&mut sealed, &letter).expect("letters are plain data");
        let text = sealed.get_mut(BEFORE..).expect("it was written after the number");
        let code = self.own.seal_in_place_separate_tag(nonce(number), aad(to), text);
        sealed.extend_from_slice(code.expect("a letter is not that long").as_ref());
        sealed
    }

    /// Opens a letter to this server; nothing if it is not one.
    pub(crate) fn open(&self, own: ServerId, sealed: &mut [u8]) -> Option<(ServerId, Vec<Item>)> {
        let (salt, rest) = sealed.split_first_chunk_mut::<SALT>()?;
        let (number, text) = rest.split_first_chunk_mut::<8>()?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let text = match known.iter().find(|(other, _)| other == salt) {
            Some((_, key)) => key.open_in_place(nonce(*number), aad(own), text).ok()?,
            None => {
                let key = key_of(&self.cluster, salt);
                let text = key.open_in_place(nonce(*number), aad(own), text).ok()?;
                if known.len() == KNOWN {
                    known.remove(0);
                }
                known.push((*salt, key));
                text
            }
        };
        drop(known);
        if let Ok(Incoming { from, items }) = serde_json::from_slice(text) {
            return Some((ServerId(from), items));
        }
        let letter: Newer<'_> = serde_json::from_slice(text).ok()?;
        let items = letter.items.iter().filter_map(|item| serde_json::from_str(item.get()).ok());
        Some((ServerId(letter.from), items.collect()))
    }
}

fn key_of(cluster: &hmac::Key, salt: &[u8; SALT]) -> LessSafeKey {
    let key = UnboundKey::new(&CHACHA20_POLY1305, hmac::sign(cluster, salt).as_ref());
    LessSafeKey::new(key.expect("the code is as long as a key"))
}

fn nonce(number: [u8; 8]) -> Nonce {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&number);
    Nonce::assume_unique_for_key(nonce)
}

/// Whom a letter is for is sealed with it.
fn aad(to: ServerId) -> Aad<[u8; 8]> {
    Aad::from(to.0.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(seal: &Seal, own: i64, letter: &[u8]) -> Option<(ServerId, Vec<Item>)> {
        seal.open(ServerId(own), &mut letter.to_vec())
    }

    #[test]
    fn only_whom_it_is_for_can_open_a_letter() {
        let (seal, theirs) = (Seal::new(&[7; 32]), Seal::new(&[7; 32]));
        let items = vec![Item::Beat, Item::Bye];
        let letter = seal.seal(ServerId(1), ServerId(2), &items);
        for _ in 0..2 {
            assert_eq!(open(&theirs, 2, &letter), Some((ServerId(1), items.clone())));
        }
        assert_eq!(open(&theirs, 3, &letter), None);
        assert_eq!(open(&Seal::new(&[8; 32]), 2, &letter), None);
        for end in 0..letter.len() {
            assert_eq!(open(&theirs, 2, &letter[..end]), None);
        }
        for place in 0..letter.len() {
            let mut changed = letter.clone();
            changed[place] ^= 1;
            assert_eq!(open(&theirs, 2, &changed), None, "byte {place}");
        }
    }

    /// Neither what is in a letter nor that two are the same can be seen.
    #[test]
    fn no_two_letters_are_alike() {
        let (one, other) = (Seal::new(&[7; 32]), Seal::new(&[7; 32]));
        let items = [Item::News {
            table: "harbour-42".into(),
            news: Box::new(News {
                talk: Some((1, 2, "the canary sings".into())),
                ..News::default()
            }),
        }];
        let letters: Vec<Vec<u8>> =
            [&one, &one, &other].map(|seal| seal.seal(ServerId(1), ServerId(2), &items)).into();
        for (n, letter) in letters.iter().enumerate() {
            for text in [&b"canary"[..], b"harbour", b"items"] {
                assert!(!letter.windows(text.len()).any(|part| part == text));
            }
            let body = &letter[BEFORE..];
            assert!(letters[..n].iter().all(|earlier| earlier[BEFORE..] != *body));
        }
    }

    #[test]
    fn many_senders_can_be_heard_in_turn() {
        let own = Seal::new(&[7; 32]);
        let senders: Vec<Seal> = (0..2 * KNOWN).map(|_| Seal::new(&[7; 32])).collect();
        for _ in 0..2 {
            for sender in &senders {
                let letter = sender.seal(ServerId(1), ServerId(2), &[Item::Beat]);
                assert_eq!(open(&own, 2, &letter), Some((ServerId(1), vec![Item::Beat])));
            }
        }
        assert_eq!(own.known.lock().unwrap().len(), KNOWN);
    }

    #[test]
    fn what_a_newer_version_has_added_is_passed_over() {
        let seal = Seal::new(&[7; 32]);
        let same = r#"{"v":1,"from":1,"items":["beat",{"later":{"a":1}},"bye"]}"#;
        // Servers of two versions hear each other's beats, or none of the newer one could enter during an update.
        let newer =
            r#"{"v":2,"from":1,"to":{"be":"seen"},"items":["beat",{"later":{"a":1}},"bye",7]}"#;
        for (number, text) in (0_u64..).zip([same, newer]) {
            let number = number.to_be_bytes();
            let mut text = text.as_bytes().to_vec();
            let key = key_of(&seal.cluster, &seal.salt);
            key.seal_in_place_append_tag(nonce(number), aad(ServerId(2)), &mut text).unwrap();
            let letter = [&seal.salt[..], &number, &text].concat();
            let (from, items) = open(&seal, 2, &letter).unwrap();
            assert_eq!((from, items), (ServerId(1), vec![Item::Beat, Item::Bye]));
        }
    }
}

//! The keys to a seat and to the table: personal links, tokens of programs, the table's own link.

use engine::Seat;
use protocol::{Message, Refusal, Reply, TokenInfo};
use store::{OwnerHash, Write};

use super::actor::Table;
use super::command::no_seat;
use super::room::Room;
use super::{TableRefused, refused};
use crate::clock::wall_ms;
use crate::doc::{Hash, Token};
use crate::identity::{self, Secret};
use crate::outbox::Out;

/// How many tokens a seat may have; the oldest goes for a new one.
const TOKENS: usize = 4;

/// What is said of a personal link that moves nothing, also at a table that does not exist.
pub(crate) const NO_SUCH_LINK: &str = "this personal link has been used already or was never made";

impl Table {
    /// Makes a personal link that moves the seat.
    pub(super) async fn move_device(&mut self, seat: Seat) -> Result<Reply, TableRefused> {
        let secret = Secret::new();
        let mut doc = self.doc.clone();
        doc.person_mut(seat).ok_or_else(no_seat)?.moving = Some(Hash(secret.hash()));
        self.save(doc, Write::new()).await?;
        // Behind the hash, so that the secret reaches no log of any proxy.
        let link = format!("/t/{}/move#{}", self.name, secret.reveal());
        Ok(Reply { secret: Some(link), ..Reply::default() })
    }

    /// A personal link was opened: the seat moves to another device, and whatever could play it until now cannot any more.
    pub(super) async fn claim(
        &mut self,
        token: OwnerHash,
        owner: OwnerHash,
    ) -> Result<(Seat, String), TableRefused> {
        let token = Hash(token);
        let found = self
            .doc
            .people()
            .find(|(_, person)| person.moving == Some(token))
            .map(|(seat, _)| seat);
        let seat = found.ok_or_else(|| refused(Refusal::NotFound, NO_SUCH_LINK))?;
        if self.doc.seat_of(owner).is_some_and(|other| other != seat) {
            return Err(refused(Refusal::Taken, "this device has a seat of its own at this table"));
        }
        let mut doc = self.doc.clone();
        let person = doc.person_mut(seat).ok_or_else(no_seat)?;
        person.owner = owner;
        person.moving = None;
        person.tokens.clear();
        self.change(doc).await?;
        Ok((seat, self.doc.key.clone()))
    }

    pub(super) async fn make_token(&mut self, seat: Seat) -> Result<Reply, TableRefused> {
        let secret = Secret::new();
        let mut doc = self.doc.clone();
        let tokens = &mut doc.person_mut(seat).ok_or_else(no_seat)?.tokens;
        let number = 1 + tokens.iter().map(|token| token.number).max().unwrap_or(0);
        if TOKENS <= tokens.len() {
            tokens.remove(0);
        }
        tokens.push(Token { hash: Hash(secret.hash()), number, made_ms: wall_ms() });
        self.change(doc).await?;
        Ok(Reply { secret: Some(secret.reveal().to_owned()), ..Reply::default() })
    }

    pub(super) fn list_tokens(&self, seat: Seat) -> Result<Reply, TableRefused> {
        let person = self.doc.person(seat).ok_or_else(no_seat)?;
        let told = |token: &Token| TokenInfo { number: token.number, made_ms: token.made_ms };
        Ok(Reply { tokens: Some(person.tokens.iter().map(told).collect()), ..Reply::default() })
    }

    pub(super) async fn revoke_token(
        &mut self,
        seat: Seat,
        number: Option<u32>,
    ) -> Result<(), TableRefused> {
        let mut doc = self.doc.clone();
        let tokens = &mut doc.person_mut(seat).ok_or_else(no_seat)?.tokens;
        let before = tokens.len();
        tokens.retain(|token| number.is_some_and(|number| token.number != number));
        if number.is_some() && tokens.len() == before {
            return Err(refused(Refusal::NotFound, "this seat has no token of this number"));
        }
        self.change(doc).await
    }

    /// A new link: the old one admits nobody any more.
    pub(super) async fn renew_link(&mut self, _host: Seat) -> Result<Reply, TableRefused> {
        let mut doc = self.doc.clone();
        doc.key = identity::new_key();
        doc.removed.clear();
        self.save(doc, Write::new()).await?;
        self.new_link();
        self.tell_table();
        let link = format!("/t/{}#{}", self.name, self.doc.key);
        Ok(Reply { secret: Some(link), ..Reply::default() })
    }
}

impl Room {
    /// Those who sit learn of the new link; those who watch by the old one go.
    pub(super) fn new_link(&mut self) {
        let text = crate::outbox::text(&Message::Link { key: self.doc.key.clone() });
        let listed = self.doc.options.listed;
        self.connections.retain_mut(|connection| {
            if connection.seat.is_some() {
                if connection.by_link {
                    connection.outbox.send(Out::Text(text.clone()));
                }
                return true;
            }
            connection.by_link = false;
            if !listed {
                connection.outbox.send(Out::Close(1000, "the table has a new link"));
            }
            listed
        });
    }
}

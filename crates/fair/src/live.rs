//! Live dice: every step that needs chance mixes a part of the server's seed and fresh links of the seats' chains.

use std::collections::BTreeMap;
use std::fmt;

use engine::{Input, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::sealed::in_order;
use crate::secret::{digest, keyed};
use crate::{Hash, KeyedChance, Pledge, Seed};

/// How many links a chain has.
pub const LINKS: u32 = 1024;

/// A chain is replaced by a new one when this many of its links are used.
pub const RENEW_AT: u64 = 1000;

/// After this many misses a seat is out for the game.
pub const MISSES: u8 = 3;

/// How many chains a seat may begin in one game.
pub const CHAINS: usize = 8;

/// A client's secret for one game: each link is the fingerprint of the next, so that the last one shown proves all before.
#[derive(Clone)]
pub struct Chain {
    game: String,
    /// Every [`APART`]th link, so that one need not walk down from the last for each.
    marks: Vec<Hash>,
    anchor: Pledge,
}

/// How many links lie from one that is kept to the next.
const APART: u32 = 32;

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chain({}, hidden)", self.anchor.to_hex())
    }
}

impl Chain {
    /// The chain that ends in 32 random bytes, for the game of this name.
    pub fn new(game: &str, root: [u8; 32]) -> Self {
        let mut marks = vec![Hash::from_bytes(root)];
        let mut low = marks[0];
        for from in (APART..=LINKS).rev().step_by(APART as usize) {
            low = walk(game, from, low, from - APART);
            marks.push(low);
        }
        let anchor = Pledge::from_bytes(*low.as_bytes());
        marks.reverse();
        Self { game: game.to_owned(), marks, anchor }
    }

    /// The name of the game it was made for.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// What is pledged: the chain's beginning, which shows nothing of what follows.
    pub const fn anchor(&self) -> Pledge {
        self.anchor
    }

    /// The link with this number, 1 to [`LINKS`].
    pub fn link(&self, number: u64) -> Option<Hash> {
        let number = u32::try_from(number).ok().filter(|number| (1..=LINKS).contains(number))?;
        let above = number.div_ceil(APART);
        Some(walk(&self.game, above * APART, *self.marks.get(above as usize)?, number))
    }
}

/// From the link with one number down to the one with another.
pub(crate) fn walk(game: &str, from: u32, link: Hash, to: u32) -> Hash {
    (to + 1..=from).rev().fold(link, |link, number| {
        let number = number.to_be_bytes();
        Hash::from_bytes(digest("link", &[game.as_bytes(), &[0], &number, link.as_bytes()]))
    })
}

/// The inputs of a game up to some moment, as one fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs(Hash);

impl Inputs {
    /// Before the first input.
    pub fn none(game: &str) -> Self {
        Self(Hash::from_bytes(digest("inputs", &[game.as_bytes()])))
    }

    /// With one input more.
    #[must_use]
    pub fn and(&self, input: &Input) -> Self {
        let text = serde_json::to_string(input).expect("inputs are plain");
        Self(Hash::from_bytes(digest("input", &[self.0.as_bytes(), text.as_bytes()])))
    }

    /// As an ask shows them: nobody can read answers out of it that are still secret, and the seed opens it.
    pub fn sealed(&self, seed: &Seed, ask: u64) -> Hash {
        let salt = keyed(seed.as_bytes(), "salt", &[&ask.to_be_bytes()]);
        Hash::from_bytes(keyed(&salt, "sealed", &[self.0.as_bytes()]))
    }
}

/// One ask as it came out: who was asked, who missed it, and what the others gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AskMade {
    /// Its number in the game, counted from 1. Void ones use up theirs.
    pub ask: u64,
    /// The inputs it was made for, sealed.
    pub inputs: Hash,
    /// Who was asked.
    pub seats: Seats,
    /// Who did not answer in time. If anybody, the ask is void.
    #[serde(default, skip_serializing_if = "crate::terms::nobody")]
    pub missing: Seats,
    /// The links of the others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub links: BTreeMap<Seat, Hash>,
}

/// A chain of a game, as everybody knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainSeen {
    /// Whose it is.
    pub seat: Seat,
    /// How many asks there were before it counted.
    pub from: u64,
    /// Its anchor.
    pub anchor: Pledge,
    /// The highest link that was shown, with its number; absent if none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<(u32, Hash)>,
}

impl ChainSeen {
    /// Whether a link for an ask belongs to this chain; then its number in the chain.
    fn fits(&self, game: &str, ask: u64, link: Hash) -> Option<u32> {
        let number = u32::try_from(ask.checked_sub(self.from)?).ok()?;
        let (low, known) = self.last.unwrap_or((0, Hash::from_bytes(*self.anchor.as_bytes())));
        let fits = (1..=LINKS).contains(&number)
            && low <= number
            && walk(game, number, link, low) == known;
        fits.then_some(number)
    }
}

/// Why an ask cannot have been made or answered like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAnAsk {
    /// Another number was due.
    Number,
    /// Somebody was asked who could not be: no chain, out, or missing before in the same draw.
    Asked(Seat),
    /// Those missing and those who answered are not those who were asked.
    Answers,
    /// A link does not belong to the chain.
    Link(Seat),
}

impl fmt::Display for NotAnAsk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => f.write_str("another number was due"),
            Self::Asked(seat) => write!(f, "seat {seat} could not be asked"),
            Self::Answers => f.write_str("those who answered or missed it are not those asked"),
            Self::Link(seat) => write!(f, "the link of seat {seat} does not belong to its chain"),
        }
    }
}

/// The course of a game's live dice: chains, asks and the transcript of both. Server, clients and verifiers follow the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The fingerprint of everything so far.
    pub transcript: Hash,
    /// How many asks there were, void ones included.
    pub asks: u64,
    /// All chains in the order in which they counted.
    pub chains: Vec<ChainSeen>,
    /// How often each seat missed an ask.
    #[serde(default)]
    pub misses: [u8; 6],
    /// Who was missing in void asks of the draw that is under way.
    #[serde(default)]
    pub missing: Seats,
}

/// An ask that has not come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asking {
    /// Its number.
    pub ask: u64,
    /// The number of the first chance that it serves.
    pub chance: u64,
    /// The inputs it is made for, sealed.
    pub inputs: Hash,
    /// Who is asked.
    pub seats: Seats,
}

fn mask(seats: Seats) -> u8 {
    seats.iter().fold(0, |mask, seat| mask | 1 << seat as u8)
}

impl Course {
    /// Before the first ask: the chains that were pledged are part of the mix.
    pub fn new(mix: Hash, anchors: &[(Seat, Pledge)]) -> Self {
        let mut anchors = anchors.to_vec();
        anchors.sort_by_key(|&(seat, _)| seat);
        let chain = |(seat, anchor)| ChainSeen { seat, from: 0, anchor, last: None };
        Self {
            transcript: mix,
            asks: 0,
            chains: anchors.into_iter().map(chain).collect(),
            misses: [0; 6],
            missing: Seats::NONE,
        }
    }

    /// The chain of a seat that counts now.
    pub fn chain(&self, seat: Seat) -> Option<&ChainSeen> {
        self.chains.iter().rev().find(|chain| chain.seat == seat)
    }

    /// How many chains a seat has begun.
    pub fn begun(&self, seat: Seat) -> usize {
        self.chains.iter().filter(|chain| chain.seat == seat).count()
    }

    /// Whether a seat is out for the rest of the game.
    pub fn is_out(&self, seat: Seat) -> bool {
        MISSES <= self.misses[seat.index()]
    }

    /// Whether a seat may be part of the next ask.
    pub fn may_ask(&self, seat: Seat) -> bool {
        self.chain(seat).is_some_and(|chain| self.asks - chain.from < u64::from(LINKS))
            && !self.is_out(seat)
            && !self.missing.has(seat)
    }

    /// A new chain counts from now on.
    pub fn begin_chain(&mut self, seat: Seat, anchor: Pledge) -> ChainSeen {
        let chain = ChainSeen { seat, from: self.asks, anchor, last: None };
        self.transcript = Hash::from_bytes(digest(
            "chain",
            &[
                self.transcript.as_bytes(),
                &[seat as u8],
                &self.asks.to_be_bytes(),
                anchor.as_bytes(),
            ],
        ));
        self.chains.push(chain);
        chain
    }

    /// The fingerprint of an ask made now.
    pub fn fingerprint(&self, asking: &Asking) -> Hash {
        Hash::from_bytes(digest(
            "ask",
            &[
                self.transcript.as_bytes(),
                &asking.ask.to_be_bytes(),
                &asking.chance.to_be_bytes(),
                asking.inputs.as_bytes(),
                &[mask(asking.seats)],
            ],
        ))
    }

    /// Whether this is a seat's link for an ask.
    pub fn is_link(&self, game: &str, seat: Seat, ask: u64, link: Hash) -> bool {
        self.chain(seat).is_some_and(|chain| chain.fits(game, ask, link).is_some())
    }

    /// What the transcript comes to if everybody answers, without going on.
    pub fn would_come_to(&self, asking: &Asking, links: &[(Seat, Hash)]) -> Hash {
        let ask = self.fingerprint(asking);
        Hash::from_bytes(digest("drawn", &[ask.as_bytes(), &in_order(links, Hash::as_bytes)]))
    }

    /// Goes on by an ask that came out: a draw, or a void one. Gives back its fingerprint.
    ///
    /// # Errors
    /// What is wrong with it; nothing has changed.
    pub fn take(&mut self, game: &str, chance: u64, made: &AskMade) -> Result<Hash, NotAnAsk> {
        if made.ask != self.asks + 1 {
            return Err(NotAnAsk::Number);
        }
        if let Some(seat) = made.seats.iter().find(|&seat| !self.may_ask(seat)) {
            return Err(NotAnAsk::Asked(seat));
        }
        let answered = made.links.keys().fold(Seats::NONE, |seats, &seat| seats.with(seat));
        if answered.or(made.missing) != made.seats || !answered.and(made.missing).is_empty() {
            return Err(NotAnAsk::Answers);
        }
        let mut chains = self.chains.clone();
        for (&seat, &link) in &made.links {
            let chain = chains.iter_mut().rev().find(|chain| chain.seat == seat);
            let chain = chain.ok_or(NotAnAsk::Link(seat))?;
            let number = chain.fits(game, made.ask, link).ok_or(NotAnAsk::Link(seat))?;
            chain.last = Some((number, link));
        }
        let asking = Asking { ask: made.ask, chance, inputs: made.inputs, seats: made.seats };
        let ask = self.fingerprint(&asking);
        let links: Vec<(Seat, Hash)> =
            made.links.iter().map(|(&seat, &link)| (seat, link)).collect();
        if made.missing.is_empty() {
            self.transcript = self.would_come_to(&asking, &links);
            self.missing = Seats::NONE;
        } else {
            let links = in_order(&links, Hash::as_bytes);
            self.transcript =
                Hash::from_bytes(digest("void", &[ask.as_bytes(), &[mask(made.missing)], &links]));
            self.missing = self.missing.or(made.missing);
            made.missing.iter().for_each(|seat| self.misses[seat.index()] += 1);
        }
        self.chains = chains;
        self.asks = made.ask;
        Ok(ask)
    }
}

/// The chance of one step, from the transcript after its ask was drawn.
pub fn chance(seed: &Seed, ask: u64, transcript: &Hash) -> KeyedChance {
    KeyedChance::under(&key(seed, ask, transcript))
}

/// The key of one step.
pub fn key(seed: &Seed, ask: u64, transcript: &Hash) -> [u8; 32] {
    let server = keyed(seed.as_bytes(), "server", &[&ask.to_be_bytes()]);
    keyed(&server, "live", &[transcript.as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_leads_to_the_one_before() {
        let chain = Chain::new("harbour-42/3", [7; 32]);
        let mut before = Hash::from_bytes(*chain.anchor().as_bytes());
        for number in 1..=LINKS {
            let link = chain.link(u64::from(number)).expect("the chain has this link");
            assert_eq!(walk("harbour-42/3", number, link, number - 1), before, "{number}");
            before = link;
        }
        assert_eq!(before, Hash::from_bytes([7; 32]));
        assert_eq!((chain.link(0), chain.link(u64::from(LINKS) + 1)), (None, None));
    }
}

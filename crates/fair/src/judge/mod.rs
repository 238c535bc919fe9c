//! The client as the judge of its server: what it pledges, reveals and gives, and what it refuses.
//!
//! A judge belongs to one page or program at one table. It is told everything the server says about dice and says what to
//! send; what it must keep it has kept before it says so. Secrets live here alone and are moved out when they are used.
//!
//! The rooms: [`lobby`] before a game, [`sealed`] the one mix of sealed dice, [`begin`] what a game says of itself, [`live`]
//! the asks of live dice, [`shown`] what falls on the table.

mod begin;
mod live;
mod lobby;
mod sealed;
mod shown;

use engine::{Seat, Species};

use crate::evidence::{Evidence, Warning, What};
use crate::live::Chain;
use crate::{Commitment, DiceKind, Entropy, Hash, Pledge};
use live::Following;
pub(crate) use shown::chance_of;

/// How often a pledge that is refused is tried.
const TRIES: u8 = 3;

/// Lasting storage for evidence, shared by all pages of one browser.
pub trait Memory {
    /// What is kept for a game's name.
    fn load(&self, game: &str) -> Option<Evidence>;
    /// Keeps it.
    fn save(&mut self, evidence: &Evidence);
    /// What is kept for all games of a table, in any order.
    fn of_table(&self, table: &str) -> Vec<Evidence>;
}

impl Memory for std::collections::HashMap<String, Evidence> {
    fn load(&self, game: &str) -> Option<Evidence> {
        self.get(game).cloned()
    }

    fn save(&mut self, evidence: &Evidence) {
        self.insert(evidence.game.clone(), evidence.clone());
    }

    fn of_table(&self, table: &str) -> Vec<Evidence> {
        let own = |kept: &&Evidence| parts(&kept.game).is_some_and(|(name, _)| name == table);
        self.values().filter(own).cloned().collect()
    }
}

/// What a judge wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Send this pledge for the game that was named, or that is on.
    Pledge(Pledge),
    /// Reveal what was pledged for this mix.
    Reveal(Hash, Entropy),
    /// Give this link for the ask with this number.
    Link(u64, Hash),
    /// Ask not to be asked any more.
    Rest,
    /// Tell the player.
    Warn(Warning),
}

/// A secret that has been pledged.
#[derive(Clone, Debug)]
struct Pledged {
    game: String,
    dice: DiceKind,
    pledge: Pledge,
    /// Live dice: the chain that counted for the seat when it was pledged.
    instead_of: Option<Pledge>,
    entropy: Option<Entropy>,
    /// Whether the server would not have it.
    refused: bool,
}

/// A chain of one's own, and how far it has been shown. It lives only as long as its game is followed without a gap.
#[derive(Clone, Debug)]
struct OwnChain {
    chain: Chain,
    /// The highest link that was given; none below it is given for anything else.
    given: u64,
}

/// The client's side of the dice of one table.
#[derive(Debug)]
pub struct Judge<M> {
    memory: M,
    random: fn() -> [u8; 32],
    /// The table's name: the names of its games begin with it.
    table: Option<String>,
    seat: Option<Seat>,
    /// The own monster and name, as the table shows them.
    plays: Option<(Species, String)>,
    pledged: Option<Pledged>,
    /// How often a pledge was refused since one was taken.
    refusals: u8,
    /// The chains for the game that was pledged for; the one that counts is among them.
    chains: Vec<OwnChain>,
    /// The game that is on: its number and name.
    game: Option<(u32, String)>,
    following: Option<Following>,
    /// The game that was introduced last, also when the next one has been pledged for: what falls on the table is of it.
    introduced: Option<(u32, String)>,
    /// The game that began on this connection and has not ended.
    unended: Option<String>,
}

impl<M: Memory> Judge<M> {
    /// A judge who has seen nothing yet; `random` gives 32 fresh bytes from the system.
    pub fn new(memory: M, random: fn() -> [u8; 32]) -> Self {
        Self {
            memory,
            random,
            table: None,
            seat: None,
            plays: None,
            pledged: None,
            refusals: 0,
            chains: Vec::new(),
            game: None,
            following: None,
            introduced: None,
            unended: None,
        }
    }

    /// What is kept.
    pub fn memory(&self) -> &M {
        &self.memory
    }

    /// Another page of the same browser has kept something.
    #[doc(hidden)]
    pub fn remember(&mut self, evidence: Evidence) {
        self.memory.save(&evidence);
    }

    /// The name of the game that was last pledged for.
    pub fn pledged_for(&self) -> Option<&str> {
        self.pledged.as_ref().map(|pledged| pledged.game.as_str())
    }

    /// The evidence of the game that is on or about to begin.
    pub fn evidence(&self) -> Option<Evidence> {
        let name = match (&self.game, &self.pledged) {
            (Some((_, name)), _) => name,
            (None, Some(pledged)) => &pledged.game,
            (None, None) => return None,
        };
        self.memory.load(name)
    }

    /// The table has this name; what it was called first stays.
    pub fn at(&mut self, table: &str) {
        self.table.get_or_insert_with(|| table.to_owned());
    }

    /// Whether a game's name is one of this table's: the table, a slash and a number.
    fn is_ours(&self, game: &str) -> bool {
        parts(game).is_some_and(|(table, _)| self.table.as_ref().is_none_or(|own| own == table))
    }

    /// A connection was opened: what was pledged on the one before counts no more.
    pub fn connected(&mut self) {
        let on = self.game.as_ref().map(|(_, name)| name.as_str());
        self.pledged = self.pledged.take().filter(|pledged| Some(pledged.game.as_str()) == on);
        (self.unended, self.refusals) = (None, 0);
        if let Some(following) = &mut self.following {
            following.reconnect();
        }
    }

    /// Keeps a changed evidence before anything is sent.
    fn keep(&mut self, game: &str, change: impl FnOnce(&mut Evidence)) {
        if let Some(mut evidence) = self.memory.load(game) {
            change(&mut evidence);
            self.memory.save(&evidence);
        }
    }

    fn warn(&mut self, game: &str, ask: Option<u64>, what: What) -> Act {
        let warning = Warning { ask, what };
        self.keep(game, |evidence| {
            if !evidence.warnings.contains(&warning) {
                evidence.warnings.push(warning);
            }
        });
        Act::Warn(warning)
    }

    /// Whether the commitment is the one that was shown first for this name; keeps it if none was.
    fn is_first(&mut self, game: &str, dice: DiceKind, commitment: Commitment) -> bool {
        match self.memory.load(game) {
            Some(kept) => kept.commitment == commitment,
            None => {
                self.memory.save(&Evidence::new(game, dice, commitment));
                true
            }
        }
    }

    /// What was fixed before the first roll, and on which seat one sat then.
    fn keep_start(&mut self, game: &str, terms: &str, mix: Hash) {
        let seat = self.seat;
        self.keep(game, |kept| {
            (kept.terms, kept.mix) = (Some(terms.to_owned()), Some(mix));
            kept.seat = seat.or(kept.seat);
        });
    }
}

/// The table and the number in a game's name.
fn parts(game: &str) -> Option<(&str, u32)> {
    let (table, number) = game.rsplit_once('/')?;
    Some((table, number.parse().ok()?))
}

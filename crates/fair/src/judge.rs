//! The client as the judge of its server: what it pledges, reveals and gives, and what it refuses.
//!
//! A judge belongs to one page or program at one table. It is told everything the server says about dice and says what to
//! send; what it must keep it has kept before it says so. Secrets live here alone and are moved out when they are used.

use engine::{Seat, Seats};

use crate::evidence::{Evidence, Warning, What};
use crate::live::{AskMade, Chain, Course, RENEW_AT};
use crate::wire::{Ask, ChainBegun, Drawn, GameFair, Missed, Mixing, NextGame};
use crate::{Commitment, DiceKind, Entropy, Hash, Pledge, Sitter, Terms, VERSION, sealed};

/// Lasting storage for evidence, shared by all pages of one browser.
pub trait Memory {
    /// What is kept for a game's name.
    fn load(&self, game: &str) -> Option<Evidence>;
    /// Keeps it.
    fn save(&mut self, evidence: &Evidence);
}

impl Memory for std::collections::HashMap<String, Evidence> {
    fn load(&self, game: &str) -> Option<Evidence> {
        self.get(game).cloned()
    }

    fn save(&mut self, evidence: &Evidence) {
        self.insert(evidence.game.clone(), evidence.clone());
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
    entropy: Option<Entropy>,
}

/// A chain of one's own, and how far it has been shown. It lives only as long as its game is followed without a gap.
#[derive(Clone, Debug)]
struct OwnChain {
    chain: Chain,
    /// The highest link that was given; none below it is given for anything else.
    given: u64,
}

/// A game with live dice, as it is followed.
#[derive(Clone, Debug)]
struct Following {
    /// After the last draw.
    base: Course,
    /// With the chains and void asks that were told since.
    now: Course,
    /// Whether the own seat has been able to answer since before the last draw.
    ready: bool,
    /// Whether a pledge is on its way.
    pledging: bool,
    /// A chain that the server says it has stored: the next draw has to know it.
    stored: Option<Pledge>,
    resting: bool,
}

/// The client's side of the dice of one table.
#[derive(Debug)]
pub struct Judge<M> {
    memory: M,
    random: fn() -> [u8; 32],
    seat: Option<Seat>,
    pledged: Option<Pledged>,
    /// The chains for the game that was pledged for; the one that counts is among them.
    chains: Vec<OwnChain>,
    /// The game that is on: its number and name.
    game: Option<(u32, String)>,
    following: Option<Following>,
    /// The names that something was revealed for since a game began, and whether they are known to be void.
    revealed: Vec<(String, bool)>,
}

impl<M: Memory> Judge<M> {
    /// A judge who has seen nothing yet; `random` gives 32 fresh bytes from the system.
    pub fn new(memory: M, random: fn() -> [u8; 32]) -> Self {
        Self {
            memory,
            random,
            seat: None,
            pledged: None,
            chains: Vec::new(),
            game: None,
            following: None,
            revealed: Vec::new(),
        }
    }

    /// What is kept.
    pub fn memory(&self) -> &M {
        &self.memory
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

    /// The own seat is this one now.
    pub fn sits(&mut self, seat: Option<Seat>) {
        if self.seat != seat {
            self.seat = seat;
            if let Some(following) = &mut self.following {
                following.ready = false;
            }
        }
    }

    /// A connection was opened: what was pledged on the one before counts no more.
    pub fn connected(&mut self) {
        let on = self.game.as_ref().map(|(_, name)| name.as_str());
        self.pledged = self.pledged.take().filter(|pledged| Some(pledged.game.as_str()) == on);
        if let Some(following) = &mut self.following {
            following.now = following.base.clone();
            (following.ready, following.pledging, following.resting) = (false, false, false);
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

    /// The table shows which game comes next.
    pub fn next(&mut self, next: &NextGame) -> Vec<Act> {
        let NextGame { name, commitment, dice, void, .. } = next;
        void.iter().for_each(|void| self.is_void(&void.game));
        if self.game.as_ref().is_some_and(|(_, on)| on == name) {
            return Vec::new();
        }
        if !self.is_first(name, *dice, *commitment) {
            self.pledged = None;
            return vec![self.warn(name, None, What::CommitmentChanged)];
        }
        let pledged = self.pledged.as_ref();
        let done = pledged.is_some_and(|pledged| pledged.game == *name && pledged.dice == *dice);
        let mixed = self.memory.load(name).is_some_and(|kept| kept.mix.is_some());
        if self.seat.is_none() || done || mixed {
            return Vec::new();
        }
        (self.game, self.following) = (None, None);
        self.chains.retain(|own| own.chain.game() == name);
        vec![self.pledge(name, *dice, *commitment)]
    }

    /// Draws a fresh secret and pledges it.
    fn pledge(&mut self, game: &str, dice: DiceKind, commitment: Commitment) -> Act {
        let bytes = (self.random)();
        let (pledge, entropy) = if dice == DiceKind::Live {
            let chain = Chain::new(game, bytes);
            let anchor = chain.anchor();
            self.chains.retain(|earlier| earlier.chain.game() == game);
            self.chains.push(OwnChain { chain, given: 0 });
            (anchor, None)
        } else {
            let entropy = Entropy::from_bytes(bytes);
            (Pledge::of(&entropy, game, &commitment), Some(entropy))
        };
        let seat = self.seat;
        self.keep(game, |kept| {
            (kept.dice, kept.seat, kept.pledge, kept.accepted) = (dice, seat, Some(pledge), false);
            if dice == DiceKind::Live {
                kept.anchors.push(pledge);
            }
        });
        self.pledged = Some(Pledged { game: game.to_owned(), dice, pledge, entropy });
        Act::Pledge(pledge)
    }

    /// The server has stored a pledge.
    pub fn accepted(&mut self, pledge: Pledge) {
        let Some(pledged) = self.pledged.as_ref().filter(|own| own.pledge == pledge) else {
            return;
        };
        let game = pledged.game.clone();
        match &mut self.following {
            // A chain of a running game is in the record from the next draw on, and if none comes it never is.
            Some(following) if following.base.chains.iter().all(|had| had.anchor != pledge) => {
                (following.pledging, following.stored) = (false, Some(pledge));
            }
            Some(following) => {
                following.pledging = false;
                self.count(&game, pledge);
            }
            None => self.count(&game, pledge),
        }
    }

    /// A pledge stands where the record has to show it.
    fn count(&mut self, game: &str, pledge: Pledge) {
        self.keep(game, |kept| kept.accepted |= kept.pledge == Some(pledge));
    }

    /// The server has refused a pledge.
    pub fn refused(&mut self, pledge: Pledge) {
        if let Some(following) = &mut self.following
            && self.pledged.as_ref().is_some_and(|own| own.pledge == pledge)
        {
            following.pledging = false;
        }
    }

    /// Everybody who contributes is named: reveal, if it is what was agreed.
    pub fn mixing(&mut self, mixing: &Mixing) -> Vec<Act> {
        let Mixing { game_name: game, commitment, terms, pledges, .. } = mixing;
        if mixing.version != VERSION || !self.is_first(game, DiceKind::Sealed, *commitment) {
            return vec![self.warn(game, None, What::CommitmentChanged)];
        }
        let mix = sealed::mix(terms, commitment, pledges);
        let kept = self.memory.load(game);
        let before = kept.as_ref().and_then(|kept| kept.mix);
        if before.is_some_and(|before| before != mix) {
            return vec![self.warn(game, None, What::SecondMix)];
        }
        if let Some(entropy) =
            kept.as_ref().and_then(|kept| kept.entropy).filter(|_| before.is_some())
        {
            // The same mix once more: the same reveal once more.
            return vec![Act::Reveal(mix, entropy)];
        }
        let Some(seat) = self.seat else {
            self.keep_start(game, terms, mix);
            return Vec::new();
        };
        if let Some(hidden) = self.hides(game, terms) {
            return vec![
                self.warn(&hidden, None, What::SecondMix),
                self.warn(game, None, What::SecondMix),
            ];
        }
        let there = pledges.iter().find(|(other, _)| *other == seat).map(|(_, pledge)| *pledge);
        let right = terms.parse::<Terms>().is_ok_and(|terms| {
            let mixed = pledges.iter().fold(Seats::NONE, |seats, (seat, _)| seats.with(*seat));
            terms.game == *game
                && terms.dice == DiceKind::Sealed
                && terms.mixed == mixed
                && matches!(terms.players.get(seat.index()), Some((_, Sitter::Person(_))))
        });
        if !right {
            return vec![self.warn(game, None, What::WrongTerms)];
        }
        let own =
            self.pledged.as_mut().filter(|own| own.game == *game && Some(own.pledge) == there);
        let Some(entropy) = own.and_then(|own| own.entropy.take()) else {
            self.keep_start(game, terms, mix);
            // Another page of this browser may have pledged, and reveals.
            let elsewhere = there.is_some() && kept.and_then(|kept| kept.pledge) == there;
            return if elsewhere {
                Vec::new()
            } else {
                vec![self.warn(game, None, What::NotMixed)]
            };
        };
        self.keep_start(game, terms, mix);
        self.keep(game, |kept| (kept.seat, kept.entropy) = (Some(seat), Some(entropy)));
        self.revealed.push((game.clone(), false));
        vec![Act::Reveal(mix, entropy)]
    }

    fn keep_start(&mut self, game: &str, terms: &str, mix: Hash) {
        self.keep(game, |kept| (kept.terms, kept.mix) = (Some(terms.to_owned()), Some(mix)));
    }

    /// A name that was revealed for, did not begin, and is not void by the terms of another mix: the server has seen dice that
    /// it does not want.
    fn hides(&self, game: &str, terms: &str) -> Option<String> {
        let after = terms.parse::<Terms>().map_or(0, |terms| terms.after);
        let told = |name: &str| match (parts(name), parts(game)) {
            (Some((table, number)), Some((now, next))) => {
                table == now && after < number && number < next
            }
            _ => false,
        };
        let hidden = |(name, void): &&(String, bool)| name != game && !(*void && told(name));
        self.revealed.iter().find(hidden).map(|(name, _)| name.clone())
    }

    fn is_void(&mut self, game: &str) {
        self.revealed
            .iter_mut()
            .filter(|(name, _)| name == game)
            .for_each(|(_, void)| *void = true);
    }

    /// A mix broke off: its secret is burnt.
    pub fn void(&mut self, game: &str) {
        self.is_void(game);
        self.pledged = self.pledged.take().filter(|pledged| pledged.game != game);
    }

    /// A game begins, or is introduced anew.
    pub fn game(
        &mut self,
        number: u32,
        name: &str,
        commitment: Commitment,
        pledges: &[(Seat, Pledge)],
        fair: &GameFair,
    ) -> Vec<Act> {
        let mut acts = Vec::new();
        if !self.is_first(name, fair.dice, commitment) {
            acts.push(self.warn(name, None, What::CommitmentChanged));
        }
        let mix = sealed::mix(&fair.terms, &commitment, pledges);
        let terms = fair.terms.parse::<Terms>();
        let right = terms.as_ref().is_ok_and(|terms| {
            terms.game == name
                && terms.dice == fair.dice
                && terms.mixed.iter().eq(pledges.iter().map(|(seat, _)| *seat))
        });
        let kept = self.memory.load(name);
        let other = |kept: &Evidence| {
            kept.mix.is_some_and(|kept| kept != fair.mix)
                || kept.terms.as_ref().is_some_and(|kept| *kept != fair.terms)
        };
        let begins = right && mix == fair.mix && !kept.as_ref().is_some_and(other);
        if !begins {
            acts.push(self.warn(name, None, What::OtherStart));
        }
        // What was revealed for this game, or for an earlier one that the player can look up, is settled.
        let later = |(revealed, _): &(String, bool)| match (parts(revealed), parts(name)) {
            (Some((table, number)), Some((now, begun))) => table != now || begun < number,
            _ => true,
        };
        self.revealed.retain(later);
        let follows = acts.is_empty();
        let new = self.game.as_ref().is_none_or(|(on, known)| (*on, &**known) != (number, name));
        if new {
            self.chains.retain(|own| own.chain.game() == name);
            (self.game, self.following) = (Some((number, name.to_owned())), None);
            let seat = self.seat;
            self.keep(name, |kept| kept.seat = kept.seat.or(seat));
        }
        // Whoever sat there when the game began and had pledged is told if nothing of it is in the dice.
        let told = kept.as_ref().is_some_and(|kept| kept.mix.is_some());
        let seated = self.seat.filter(|_| kept.as_ref().is_some_and(|kept| kept.pledge.is_some()));
        if let Some(seat) = seated.filter(|_| new && !told) {
            let own = kept.as_ref().and_then(|kept| kept.pledge);
            if !pledges.iter().any(|&(other, pledge)| other == seat && Some(pledge) == own) {
                acts.push(self.warn(name, None, What::NotMixed));
            }
        }
        if kept.as_ref().is_none_or(|kept| kept.mix.is_none()) {
            self.keep_start(name, &fair.terms, fair.mix);
        }
        if fair.dice == DiceKind::Live && !follows {
            // These are not the dice that were agreed on: nothing is given for them.
            self.following = None;
            self.drop_chains();
        } else if fair.dice == DiceKind::Live {
            acts.extend(self.follow(name, pledges, fair));
            acts.extend(self.join(name, commitment));
        }
        acts
    }

    /// Burns the own chains: what the server says about their course has not been seen.
    fn drop_chains(&mut self) {
        self.chains.clear();
        self.pledged = self.pledged.take().filter(|own| own.entropy.is_some());
    }

    /// Starts from the course of the dice that the server tells, or goes on if it is the one that is known. A chain counts on
    /// only where every ask since its beginning was seen: from the mix, or without a gap.
    fn follow(&mut self, name: &str, pledges: &[(Seat, Pledge)], fair: &GameFair) -> Vec<Act> {
        let (Some(transcript), Some(asks)) = (fair.transcript, fair.ask) else { return Vec::new() };
        if let Some(following) = &mut self.following {
            if following.base.transcript == transcript {
                following.now = following.base.clone();
                return Vec::new();
            }
            if asks <= following.base.asks {
                // It goes back behind what was drawn. The asks that follow from there do not fit, and nothing is given.
                self.drop_chains();
                return vec![self.warn(name, Some(asks), What::WrongDraw)];
            }
        }
        let start = Course::new(fair.mix, pledges);
        let course = if (asks, transcript) == (0, start.transcript) {
            start
        } else {
            self.drop_chains();
            Course {
                transcript,
                asks,
                chains: fair.chains.clone(),
                misses: fair.misses.unwrap_or_default(),
                missing: Seats::NONE,
            }
        };
        self.following = Some(Following {
            base: course.clone(),
            now: course,
            ready: false,
            pledging: false,
            stored: None,
            resting: self.following.as_ref().is_some_and(|following| following.resting),
        });
        Vec::new()
    }

    /// The own chain, if it is the one that counts for the own seat.
    fn own_chain(&self) -> Option<(&OwnChain, u64)> {
        let seat = self.seat?;
        let counts = self.following.as_ref()?.now.chain(seat)?;
        let own = self.chains.iter().find(|own| own.chain.anchor() == counts.anchor)?;
        Some((own, counts.from))
    }

    /// Takes part in live dice: with the chain that counts, or with a new one.
    pub fn join(&mut self, name: &str, commitment: Commitment) -> Vec<Act> {
        let (Some(seat), Some(following)) = (self.seat, &self.following) else { return Vec::new() };
        if following.pledging || following.resting || following.now.is_out(seat) {
            return Vec::new();
        }
        let own = self.own_chain().map(|(own, from)| (own.chain.anchor(), from));
        let used_up = own.is_some_and(|(_, from)| RENEW_AT <= following.now.asks - from);
        let waits = self.pledged.as_ref().filter(|own| own.game == name && own.entropy.is_none());
        let act = match (own, waits) {
            (Some((pledge, _)), _) if !used_up => {
                let (game, dice) = (name.to_owned(), DiceKind::Live);
                self.pledged = Some(Pledged { game, dice, pledge, entropy: None });
                Act::Pledge(pledge)
            }
            (None, Some(own))
                if following.now.chains.iter().all(|chain| chain.anchor != own.pledge) =>
            {
                Act::Pledge(own.pledge)
            }
            _ => self.pledge(name, DiceKind::Live, commitment),
        };
        if let Some(following) = &mut self.following {
            following.pledging = true;
        }
        vec![act]
    }

    /// The page is hidden or frozen: do not wait for it.
    pub fn rest(&mut self) -> Vec<Act> {
        match &mut self.following {
            Some(following) if !following.resting && self.seat.is_some() => {
                (following.resting, following.ready) = (true, false);
                vec![Act::Rest]
            }
            _ => Vec::new(),
        }
    }

    /// The page is seen again.
    pub fn back(&mut self) -> Vec<Act> {
        let Some(following) = &mut self.following else { return Vec::new() };
        if !std::mem::take(&mut following.resting) {
            return Vec::new();
        }
        self.rejoin()
    }

    /// Takes part in the live dice of the game that is on, once more.
    pub fn rejoin(&mut self) -> Vec<Act> {
        let Some((_, name)) = self.game.clone() else { return Vec::new() };
        let Some(kept) = self.memory.load(&name) else { return Vec::new() };
        self.join(&name, kept.commitment)
    }

    /// The dice are about to fall: the own link, if the ask is what it should be.
    pub fn ask(&mut self, ask: &Ask) -> Vec<Act> {
        let Some((number, name)) = self.game.clone() else { return Vec::new() };
        let (Some(seat), Some(following)) = (self.seat, &self.following) else { return Vec::new() };
        let asking = ask.asking;
        if number != ask.game || !asking.seats.has(seat) {
            return Vec::new();
        }
        if following.pledging && self.own_chain().is_none() {
            // It is for a chain that ended with a gap, and the next one is on its way.
            return Vec::new();
        }
        let fingerprint = following.now.fingerprint(&asking);
        let answered = (asking.ask, fingerprint);
        let again = self.memory.load(&name).is_some_and(|kept| kept.answered.contains(&answered));
        let fits = ask.before == following.now.transcript && asking.ask == following.now.asks + 1;
        let link = self.own_chain().filter(|_| fits).and_then(|(own, from)| {
            let number = asking.ask.checked_sub(from)?;
            let link = own.chain.link(number).filter(|_| own.given < number || again)?;
            Some((own.chain.anchor(), number, link))
        });
        match link {
            Some((anchor, number, link)) => {
                for own in self.chains.iter_mut().filter(|own| own.chain.anchor() == anchor) {
                    own.given = own.given.max(number);
                }
                if !again {
                    self.keep(&name, |kept| kept.answered.push(answered));
                }
                vec![Act::Link(asking.ask, link)]
            }
            None => {
                let mut acts = vec![self.warn(&name, Some(asking.ask), What::WrongAsk)];
                acts.extend(self.rest());
                acts
            }
        }
    }

    /// A chain counts from now on.
    pub fn chain(&mut self, chain: &ChainBegun) -> Vec<Act> {
        let Some((number, name)) = self.game.clone() else { return Vec::new() };
        let Some(following) = self.following.as_mut().filter(|_| number == chain.game) else {
            return Vec::new();
        };
        if chain.from != following.now.asks {
            return vec![self.warn(&name, None, What::WrongDraw)];
        }
        following.now.begin_chain(chain.seat, chain.anchor);
        if Some(chain.seat) != self.seat {
            return Vec::new();
        }
        // Begun by this page, by one before a reload, or by another page of this browser.
        if self.memory.load(&name).is_some_and(|kept| kept.anchors.contains(&chain.anchor)) {
            return Vec::new();
        }
        vec![self.warn(&name, None, What::ForeignChain)]
    }

    /// An ask is void.
    pub fn missed(&mut self, missed: &Missed) -> Vec<Act> {
        let Some((number, name)) = self.game.clone() else { return Vec::new() };
        let Some(following) = self.following.as_mut().filter(|_| number == missed.game) else {
            return Vec::new();
        };
        let mut acts = Vec::new();
        if following.now.take(&name, missed.chance, &missed.ask).is_err() {
            acts.push(self.warn(&name, Some(missed.ask.ask), What::WrongDraw));
            return acts;
        }
        if let Some(seat) = self.seat.filter(|&seat| missed.ask.missing.has(seat)) {
            following.ready = false;
            let out = following.now.is_out(seat);
            acts.push(self.warn(&name, Some(missed.ask.ask), What::Missed));
            if out {
                acts.push(self.warn(&name, Some(missed.ask.ask), What::Out));
            } else {
                acts.extend(self.rejoin());
            }
        }
        acts
    }

    /// The dice have fallen: what was drawn must follow from what was asked and given.
    pub fn drawn(&mut self, game: u32, drawn: &Drawn) -> Vec<Act> {
        let Some((number, name)) = self.game.clone() else { return Vec::new() };
        let Some(following) = self.following.as_mut().filter(|_| number == game) else {
            return Vec::new();
        };
        let answered = self.memory.load(&name).map(|kept| kept.answered).unwrap_or_default();
        let (mut course, mut what) = (following.base.clone(), None);
        let before = course.transcript;
        for &(seat, from, anchor) in &drawn.chains {
            if from != course.asks {
                what = what.or(Some((None, What::WrongDraw)));
            }
            course.begin_chain(seat, anchor);
        }
        for made in &drawn.asks {
            let fingerprint = course.take(&name, drawn.chance, made);
            let mut given = answered.iter().filter(|(ask, _)| *ask == made.ask);
            if given.any(|(_, print)| fingerprint != Ok(*print)) || fingerprint.is_err() {
                what = what.or(Some((Some(made.ask), What::WrongDraw)));
            }
        }
        let told = following.now.asks != following.base.asks
            || following.now.chains.len() != following.base.chains.len();
        if told && !continues(&following.now, &following.base, drawn) {
            what = what.or(Some((Some(course.asks), What::WrongDraw)));
        }
        let first = drawn.asks.first();
        let unasked = self
            .seat
            .filter(|&seat| following.ready && first.is_some_and(|first| !first.seats.has(seat)));
        if let (Some(_), Some(first)) = (unasked, first) {
            what = what.or(Some((Some(first.ask), What::NotAsked)));
        }
        let can = self.seat.is_some_and(|seat| course.may_ask(seat));
        following.ready = can
            && !following.pledging
            && !following.resting
            && self.seat.and_then(|seat| course.chain(seat)).is_some_and(|counts| {
                self.chains.iter().any(|own| own.chain.anchor() == counts.anchor)
            });
        let stored = following.stored.take();
        let counts = stored.filter(|own| course.chains.iter().any(|had| had.anchor == *own));
        if stored != counts {
            what = what.or(Some((first.map(|first| first.ask), What::NotAsked)));
        }
        let last = (course.asks, course.transcript);
        (following.base, following.now) = (course.clone(), course);
        self.keep(&name, |kept| {
            let follows = kept.transcripts.last().is_none_or(|(_, kept)| *kept == before);
            match kept.transcripts.last_mut().filter(|_| follows) {
                Some(pair) => *pair = last,
                None => kept.transcripts.push(last),
            }
            if what.is_none() {
                // The transcript holds them from now on.
                kept.answered.retain(|(ask, _)| drawn.asks.iter().all(|made| made.ask != *ask));
            }
        });
        if let Some(own) = counts {
            self.count(&name, own);
        }
        let mut acts: Vec<Act> =
            what.map(|(ask, what)| self.warn(&name, ask, what)).into_iter().collect();
        if self.own_chain().is_some_and(|(_, from)| RENEW_AT <= last.0 - from) {
            acts.extend(self.rejoin());
        }
        acts
    }
}

/// The table and the number in a game's name.
fn parts(game: &str) -> Option<(&str, u32)> {
    let (table, number) = game.rsplit_once('/')?;
    Some((table, number.parse().ok()?))
}

/// Whether what was told since the last draw is how the step tells it.
fn continues(now: &Course, base: &Course, drawn: &Drawn) -> bool {
    let told = &now.chains[base.chains.len().min(now.chains.len())..];
    let void = usize::try_from(now.asks - base.asks).unwrap_or(usize::MAX);
    let chains = drawn.chains.iter().map(|&(seat, from, anchor)| (seat, from, anchor));
    let is_void = |made: &AskMade| !made.missing.is_empty();
    told.iter().map(|chain| (chain.seat, chain.from, chain.anchor)).eq(chains.take(told.len()))
        && told.len() <= drawn.chains.len()
        && drawn.asks.iter().take(void).all(is_void)
        && void < drawn.asks.len()
}

//! Live dice: the course of asks and chains, as far as it was seen, and the own links for it.

use engine::{Seat, Seats};

use super::{Act, Judge, Memory, OwnChain, Pledged};
use crate::evidence::What;
use crate::live::{AskMade, CHAINS, Course, RENEW_AT};
use crate::wire::{Ask, ChainBegun, Drawn, GameFair, Missed};
use crate::{Commitment, DiceKind, Hash, Pledge};

/// After how many draws in a row without a seat that wants its part in them it is told.
const LEFT_OUT: u8 = 3;

/// A game with live dice, as it is followed.
#[derive(Clone, Debug)]
pub(super) struct Following {
    /// After the last draw.
    pub(super) base: Course,
    /// With the chains and void asks that were told since.
    pub(super) now: Course,
    /// Whether the own seat has been able to answer since before the last draw.
    pub(super) ready: bool,
    /// Whether a pledge is on its way.
    pub(super) pledging: bool,
    /// Whether the server has taken the last pledge on this connection, and so knows whom to ask.
    pub(super) taken: bool,
    /// A chain that the server says it has stored: the next draw has to know it.
    pub(super) stored: Option<Pledge>,
    pub(super) resting: bool,
    /// Whether what was missed has been told, and draws are new.
    caught_up: bool,
    /// How many draws there were in a row that the own seat wanted its part in and was not asked for.
    left_out: u8,
}

impl Following {
    fn new(course: Course, resting: bool) -> Self {
        Self {
            base: course.clone(),
            now: course,
            ready: false,
            pledging: false,
            taken: false,
            stored: None,
            resting,
            caught_up: true,
            left_out: 0,
        }
    }

    /// On a new connection everything since the last draw is told again.
    pub(super) fn reconnect(&mut self) {
        self.now = self.base.clone();
        (self.ready, self.pledging, self.taken, self.resting) = (false, false, false, false);
        (self.caught_up, self.left_out) = (false, 0);
    }

    /// What a step tells of the dice: the course after it, and the first thing that is not right.
    fn take(&self, name: &str, drawn: &Drawn, own: &Own) -> (Course, Option<(Option<u64>, What)>) {
        let (mut course, mut what) = (self.base.clone(), None);
        // What was told since the last draw is the beginning of what the step tells; a server that was cut off from the one
        // that plays the game may have told only a part. Whoever is asked for a link has been told all of it.
        let mut told = self.now == course;
        for &(seat, from, anchor) in &drawn.chains {
            if from != course.asks {
                what = what.or(Some((None, What::WrongDraw)));
            }
            course.begin_chain(seat, anchor);
            told |= self.now == course;
        }
        for made in &drawn.asks {
            let missed = own.seat.is_none_or(|seat| course.missing.has(seat));
            let unasked = own.seat.is_some_and(|seat| !made.seats.has(seat));
            if self.ready && !missed && unasked {
                what = what.or(Some((Some(made.ask), What::NotAsked)));
            }
            let fingerprint = course.take(name, drawn.chance, made);
            let mut given = own.answered.iter().filter(|(ask, _)| *ask == made.ask);
            if given.any(|(_, print)| fingerprint != Ok(*print)) || fingerprint.is_err() {
                what = what.or(Some((Some(made.ask), What::WrongDraw)));
            }
            // What was told of void asks is what the step tells of them.
            told |= course == self.now && !made.missing.is_empty();
        }
        if !told || drawn.asks.last().is_none_or(|last| !last.missing.is_empty()) {
            what = what.or(Some((Some(course.asks), What::WrongDraw)));
        }
        (course, what)
    }
}

/// What one knows of oneself when the dice fall.
struct Own {
    seat: Option<Seat>,
    /// The asks that a link was given for.
    answered: Vec<(u64, Hash)>,
}

impl<M: Memory> Judge<M> {
    /// Starts from the course of the dice that the server tells, or goes on if it is the one that is known. A chain counts on
    /// only where every ask since its beginning was seen: from the mix, or without a gap.
    pub(super) fn follow(
        &mut self,
        name: &str,
        pledges: &[(Seat, Pledge)],
        fair: &GameFair,
    ) -> Vec<Act> {
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
        let resting = self.following.as_ref().is_some_and(|following| following.resting);
        self.following = Some(Following::new(course, resting));
        self.refusals = 0;
        Vec::new()
    }

    /// What was missed has been told.
    pub fn caught_up(&mut self) {
        if let Some(following) = &mut self.following {
            following.caught_up = true;
        }
    }

    /// The own chain, if it is the one that counts for the own seat.
    fn own_chain(&self) -> Option<(&OwnChain, u64)> {
        let seat = self.seat?;
        let counts = self.following.as_ref()?.now.chain(seat)?;
        let own = self.chains.iter().find(|own| own.chain.anchor() == counts.anchor)?;
        Some((own, counts.from))
    }

    /// Whether another page of this browser has taken over from this one: a chain of its own counts for the seat, and not the
    /// one that counted already when this page pledged, which may have been lost on its way.
    fn is_displaced(&self, name: &str, seat: Seat) -> bool {
        let counts = self.counts(seat);
        let took_part = self.pledged.as_ref().filter(|own| own.game == name);
        took_part.is_some_and(|own| own.instead_of != counts)
            && self.own_chain().is_none()
            && self.is_from_here(name, seat)
    }

    /// The chain that counts for a seat.
    pub(super) fn counts(&self, seat: Seat) -> Option<Pledge> {
        Some(self.following.as_ref()?.now.chain(seat)?.anchor)
    }

    /// Whether the chain that counts for a seat was pledged by this browser.
    fn is_from_here(&self, name: &str, seat: Seat) -> bool {
        let counts = self.following.as_ref().and_then(|following| following.now.chain(seat));
        let kept = self.memory.load(name);
        counts.zip(kept).is_some_and(|(counts, kept)| kept.anchors.contains(&counts.anchor))
    }

    /// Takes part in live dice: with the chain that counts, or with a new one. Not if another page of this browser does.
    pub fn join(&mut self, name: &str, commitment: Commitment) -> Vec<Act> {
        if self.seat.is_some_and(|seat| self.is_displaced(name, seat)) {
            return Vec::new();
        }
        self.take_part(name, commitment)
    }

    fn take_part(&mut self, name: &str, commitment: Commitment) -> Vec<Act> {
        let (Some(seat), Some(following)) = (self.seat, &self.following) else { return Vec::new() };
        if following.pledging || following.resting || following.now.is_out(seat) {
            return Vec::new();
        }
        let own = self.own_chain().map(|(own, from)| (own.chain.anchor(), from));
        let used_up = own.is_some_and(|(_, from)| RENEW_AT <= following.now.asks - from);
        let waits = self.pledged.as_ref().filter(|own| own.game == name && own.entropy.is_none());
        let act = match (own, waits) {
            (Some((pledge, _)), _) if !used_up => {
                self.pledged = Some(Pledged {
                    game: name.to_owned(),
                    dice: DiceKind::Live,
                    pledge,
                    instead_of: Some(pledge),
                    entropy: None,
                    refused: false,
                });
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

    /// The page is seen again. From another page of this browser it takes over only while there are chains to spare.
    pub fn back(&mut self) -> Vec<Act> {
        let Some(following) = &mut self.following else { return Vec::new() };
        if !std::mem::take(&mut following.resting) {
            return Vec::new();
        }
        let begun = self.seat.map_or(0, |seat| following.now.begun(seat));
        if begun < CHAINS / 2 { self.take_part_again() } else { self.rejoin() }
    }

    /// Takes part in the live dice of the game that is on, once more.
    pub fn rejoin(&mut self) -> Vec<Act> {
        let Some((_, name)) = self.game.clone() else { return Vec::new() };
        let Some(kept) = self.memory.load(&name) else { return Vec::new() };
        self.join(&name, kept.commitment)
    }

    fn take_part_again(&mut self) -> Vec<Act> {
        let Some((_, name)) = self.game.clone() else { return Vec::new() };
        let Some(kept) = self.memory.load(&name) else { return Vec::new() };
        self.take_part(&name, kept.commitment)
    }

    /// The dice are about to fall: the own link, if the ask is what it should be.
    pub fn ask(&mut self, ask: &Ask) -> Vec<Act> {
        let Some((number, name)) = self.game.clone() else { return Vec::new() };
        let (Some(seat), Some(following)) = (self.seat, &self.following) else { return Vec::new() };
        let asking = ask.asking;
        if number != ask.game || !asking.seats.has(seat) {
            return Vec::new();
        }
        if self.own_chain().is_none() && following.pledging {
            // It is for a chain that ended with a gap, and the next one is on its way.
            return Vec::new();
        }
        if self.own_chain().is_none() && self.is_from_here(&name, seat) {
            // The next one was refused, which was told: nothing is given, and nobody need wait for it.
            return vec![Act::Rest];
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
            (following.ready, following.taken) = (false, false);
            let out = following.now.is_out(seat);
            acts.push(self.warn(&name, Some(missed.ask.ask), What::Missed));
            if out {
                acts.push(self.warn(&name, Some(missed.ask.ask), What::Out));
            } else {
                // If another page of this browser had taken over, it does not answer.
                acts.extend(self.take_part_again());
            }
        }
        acts
    }

    /// The dice have fallen: what was drawn must follow from what was asked and given.
    pub fn drawn(&mut self, game: u32, drawn: &Drawn) -> Vec<Act> {
        let Some((number, name)) = self.game.clone() else { return Vec::new() };
        let answered = self.memory.load(&name).map(|kept| kept.answered).unwrap_or_default();
        let own = Own { seat: self.seat, answered };
        let Some(following) = self.following.as_mut().filter(|_| number == game) else {
            return Vec::new();
        };
        let before = following.base.transcript;
        let (course, mut what) = following.take(&name, drawn, &own);
        let may = self.seat.is_some_and(|seat| course.may_ask(seat));
        following.ready = may
            && following.taken
            && !following.pledging
            && !following.resting
            && self.seat.and_then(|seat| course.chain(seat)).is_some_and(|counts| {
                self.chains.iter().any(|own| own.chain.anchor() == counts.anchor)
            });
        let stored = following.stored.take();
        let counts = stored.filter(|own| course.chains.iter().any(|had| had.anchor == *own));
        let first = drawn.asks.first().map(|first| first.ask);
        if stored != counts {
            what = what.or(Some((first, What::NotAsked)));
        }
        // Whoever wants its part and is never asked, for whatever reason, is told.
        let asked = |seat: Seat| drawn.asks.iter().any(|made: &AskMade| made.seats.has(seat));
        let wants = self.seat.filter(|&seat| !following.resting && !course.is_out(seat));
        following.left_out = match wants {
            Some(seat) if following.caught_up && !asked(seat) => {
                following.left_out.saturating_add(1)
            }
            _ => 0,
        };
        if following.left_out == LEFT_OUT {
            what = what.or(Some((first, What::Excluded)));
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
        let not_asked = matches!(what, Some((_, What::NotAsked)));
        let mut acts: Vec<Act> =
            what.map(|(ask, what)| self.warn(&name, ask, what)).into_iter().collect();
        let used_up = self.own_chain().is_some_and(|(_, from)| RENEW_AT <= last.0 - from);
        let left_out = self.following.as_ref().is_some_and(|following| 0 < following.left_out);
        let displaced = self.seat.is_some_and(|seat| self.is_displaced(&name, seat));
        if used_up || left_out && (displaced || not_asked || self.may_try_again()) {
            // What was refused may be taken now; another page of this browser that had taken over is gone; and a server that has
            // lost the word that this seat takes part is given it again, which reveals nothing.
            acts.extend(self.take_part_again());
        }
        acts
    }
}

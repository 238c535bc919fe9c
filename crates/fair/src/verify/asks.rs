//! The asks of a record with live dice, as its steps use them up.

use engine::{Seat, Seats, State};

use super::{Pledges, Source, wrong};
use crate::live::{self, AskMade, Asking, CHAINS, Course, Inputs, MISSES, NotAnAsk};
use crate::terms::seats_of;
use crate::verdict::{Report, Reservation, Wrong};
use crate::{Hash, KeyedChance, Proof, Terms, sealed};

/// The asks of a record with live dice, as they are consumed by its steps.
pub(super) struct Asks<'a> {
    proof: &'a Proof,
    pub(super) course: Course,
    pub(super) pledges: Pledges,
    /// The chains that do not count yet.
    later: std::slice::Iter<'a, live::ChainSeen>,
    /// Every link of every chain that was shown, by its number; in the order of the proof.
    links: Vec<Vec<Hash>>,
    asks: std::vec::IntoIter<(Seats, Seats)>,
    pub(super) transcripts: Vec<(u64, Hash)>,
    /// The number and the fingerprint of each ask.
    pub(super) fingerprints: Vec<(u64, Hash)>,
    draws: u64,
    part: [u64; 6],
    alone: u64,
    would_have: Vec<Reservation>,
}

impl<'a> Asks<'a> {
    pub(super) fn new(proof: &'a Proof, terms: &Terms) -> Result<Self, Wrong> {
        if proof.seats.iter().any(|seat| seat.left_out.is_none() || seat.entropy.is_some()) {
            return Err(wrong("a proof of live dice holds entropy"));
        }
        let asks: Option<Vec<(Seats, Seats)>> = proof
            .asks
            .iter()
            .map(|text| {
                let (asked, missing) = match text.split_once('-') {
                    Some((asked, missing)) if !missing.is_empty() => (asked, missing),
                    Some(_) => return None,
                    None => (text.as_str(), ""),
                };
                Some((seats_of(asked)?, seats_of(missing)?))
            })
            .collect();
        let asks = asks.ok_or_else(|| wrong("an ask of the proof cannot be read"))?;
        let first = terms.mixed.len();
        let begins = proof.chains.get(..first).unwrap_or_default();
        if !terms.mixed.iter().eq(begins.iter().map(|chain| chain.seat))
            || begins.iter().any(|chain| chain.from != 0)
        {
            return Err(wrong("the first chains are not those of the seats that the terms name"));
        }
        let mut links = Vec::new();
        for (index, chain) in proof.chains.iter().enumerate() {
            let anchor = Hash::from_bytes(*chain.anchor.as_bytes());
            let mut shown = vec![anchor];
            if let Some((number, link)) = chain.last {
                if !(1..=live::LINKS).contains(&number) {
                    return Err(wrong("a chain has a link that does not exist"));
                }
                let below = (1..=number).rev().scan(link, |link, number| {
                    let shown = *link;
                    *link = live::walk(&proof.game, number, shown, number - 1);
                    Some(shown)
                });
                let mut below: Vec<Hash> = below.collect();
                below.reverse();
                if live::walk(&proof.game, 1, below[0], 0) != anchor {
                    return Err(wrong(format!(
                        "the last link of seat {} does not lead to its anchor",
                        chain.seat
                    )));
                }
                shown.extend(below);
            }
            links.push(shown);
            let others = &proof.chains[..index];
            if others.iter().any(|other| other.anchor == chain.anchor) {
                return Err(wrong(format!(
                    "a chain of seat {} stands in the proof twice",
                    chain.seat
                )));
            }
            if CHAINS <= others.iter().filter(|other| other.seat == chain.seat).count() {
                return Err(wrong(format!("seat {} began too many chains", chain.seat)));
            }
        }
        let pledges: Pledges = begins.iter().map(|chain| (chain.seat, chain.anchor)).collect();
        let mix = sealed::mix(&proof.terms, &proof.commitment, &pledges);
        Ok(Self {
            proof,
            course: Course::new(mix, &pledges),
            pledges,
            later: proof.chains[first..].iter(),
            links,
            asks: asks.into_iter(),
            transcripts: Vec::new(),
            fingerprints: Vec::new(),
            draws: 0,
            part: [0; 6],
            alone: 0,
            would_have: Vec::new(),
        })
    }

    /// A seat's link for an ask, if it has been shown.
    fn link(&self, seat: Seat, ask: u64) -> Option<Hash> {
        let index = self.course.chains.iter().rposition(|chain| chain.seat == seat)?;
        let number = usize::try_from(ask.checked_sub(self.course.chains[index].from)?).ok()?;
        self.links[index].get(number).copied().filter(|_| 0 < number)
    }

    /// What a void ask would have brought, if the links that were withheld have come to light since.
    fn would_have(&self, asking: &Asking, state: &State) -> Option<Reservation> {
        let links: Option<Vec<(Seat, Hash)>> =
            asking.seats.iter().map(|seat| Some((seat, self.link(seat, asking.ask)?))).collect();
        let transcript = self.course.would_come_to(asking, &links?);
        let chance = live::chance(&self.proof.seed, asking.ask, &transcript);
        Some(Reservation::WouldHave(asking.ask, chance.input(asking.chance, state)?))
    }

    /// The record is played: nothing may be left over, and what there is to say is said.
    pub(super) fn finish(
        &mut self,
        over: bool,
        own: Option<Seat>,
        report: &mut Report,
    ) -> Result<(), Wrong> {
        let left = self.asks.len();
        report.cut_draws =
            self.asks.by_ref().filter(|(_, missing)| missing.is_empty()).count() as u64;
        if over && (0 < left || 0 < self.later.len()) {
            return Err(wrong("the proof holds asks or chains after the end of the game"));
        }
        report.draws = self.draws;
        for seat in Seat::ALL {
            let (part, misses) = (self.part[seat.index()], self.course.misses[seat.index()]);
            let chains = self.course.begun(seat);
            if 0 < part {
                report.mixed = report.mixed.with(seat);
            }
            if 0 < chains && part < self.draws {
                report.reservations.push(Reservation::PartOfDraws(seat, part, self.draws));
            }
            if 0 < misses {
                report.reservations.push(Reservation::Missed(seat, misses));
            }
            if MISSES <= misses {
                report.reservations.push(Reservation::Out(seat));
            }
            if 1 < chains {
                report.reservations.push(Reservation::ChainsAnew(seat, chains));
            }
        }
        if 0 < self.alone {
            report.reservations.push(Reservation::ServerAlone(self.alone));
        }
        report.reservations.append(&mut self.would_have);
        let void = self.course.misses.iter().any(|&misses| 0 < misses);
        report.flawless = over
            && !void
            && own.is_some_and(|own| 0 < self.draws && self.part[own.index()] == self.draws);
        Ok(())
    }
}

impl Source for Asks<'_> {
    fn draw(&mut self, number: u64, state: &State, inputs: &Inputs) -> Result<KeyedChance, Wrong> {
        while self.later.as_slice().first().is_some_and(|chain| chain.from == self.course.asks) {
            if let Some(chain) = self.later.next() {
                self.course.begin_chain(chain.seat, chain.anchor);
            }
        }
        loop {
            let ask = self.course.asks + 1;
            let bad = |why: NotAnAsk| Wrong::Ask { ask, why: why.to_string() };
            let Some((seats, missing)) = self.asks.next() else {
                return Err(Wrong::Ask { ask, why: "it is not there".into() });
            };
            let sealed = inputs.sealed(&self.proof.seed, ask);
            let mut links = std::collections::BTreeMap::new();
            for seat in seats.iter().filter(|&seat| !missing.has(seat)) {
                links.insert(seat, self.link(seat, ask).ok_or_else(|| bad(NotAnAsk::Link(seat)))?);
            }
            let would_have = (!missing.is_empty()).then(|| {
                self.would_have(&Asking { ask, chance: number, inputs: sealed, seats }, state)
            });
            let made = AskMade { ask, inputs: sealed, seats, missing, links };
            let fingerprint = self.course.take(&self.proof.game, number, &made).map_err(bad)?;
            self.fingerprints.push((ask, fingerprint));
            self.transcripts.push((ask, self.course.transcript));
            match would_have {
                Some(would_have) => self.would_have.extend(would_have),
                None => {
                    self.draws += 1;
                    self.alone += u64::from(seats.is_empty());
                    seats.iter().for_each(|seat| self.part[seat.index()] += 1);
                    return Ok(live::chance(&self.proof.seed, ask, &self.course.transcript));
                }
            }
        }
    }
}

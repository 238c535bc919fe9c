//! The check of a whole record, alone or against what a client has kept.

use engine::{Input, Need, Record, Rules, Seat, Seats, State};
use serde::Deserialize;

use crate::live::{self, AskMade, Asking, CHAINS, Course, Inputs, MISSES, NotAnAsk};
use crate::terms::{one_line, seats_of};
use crate::verdict::{Compared, Report, Reservation, Verdict, Wrong};
use crate::{
    Chance, Commitment, DiceKind, Entropy, Evidence, Hash, Pledge, Proof, SeatProof, Sitter, Terms,
    sealed, version1,
};

/// Plays a recorded game anew, recomputes every roll and reveal from its proof, and compares both with what a client was
/// shown.
pub fn verify(record: &Record, seen: Option<&Evidence>) -> Verdict {
    check(record, seen).unwrap_or_else(Verdict::Broken)
}

/// The record has no proof, or one that promises less than what was shown.
const OTHER_PROOF: Wrong = Wrong::NotSeen("the kind of the proof");

fn check(record: &Record, seen: Option<&Evidence>) -> Result<Verdict, Wrong> {
    let Some(proof) = &record.fair else {
        return if seen.is_none() { Ok(Verdict::NoProof) } else { Err(OTHER_PROOF) };
    };
    // Whoever has kept evidence was shown dice of version 2: any other proof is not about them.
    if seen.is_some() && (proof["version"] != crate::VERSION || proof["dice"] == "local") {
        return Err(OTHER_PROOF);
    }
    if proof["seed"].is_u64() && proof.get("commitment").is_none() {
        return Ok(Verdict::Local(Report::new(0, DiceKind::Local)));
    }
    let unreadable = |error| Wrong::Proof(format!("the proof of the dice cannot be read: {error}"));
    match proof["version"].as_u64() {
        Some(1) => {
            let proof = version1::Proof::deserialize(proof).map_err(unreadable)?;
            check_version1(record, &proof)
        }
        Some(2) => {
            let proof = Proof::deserialize(proof).map_err(unreadable)?;
            check_version2(record, &proof, seen)
        }
        version => Err(Wrong::Proof(format!(
            "the proof has version {}, and this program knows versions 1 and 2",
            version.map_or_else(|| "none".to_owned(), |version| version.to_string())
        ))),
    }
}

impl Report {
    fn new(version: u32, dice: DiceKind) -> Self {
        Self {
            version,
            dice,
            rolls: 0,
            reveals: 0,
            mixed: Seats::NONE,
            draws: 0,
            cut_draws: 0,
            reservations: Vec::new(),
            compared: None,
            flawless: false,
        }
    }

    /// The verdict on a record in which nothing is wrong.
    fn verdict(self, record: &Record, over: bool) -> Verdict {
        if record.inputs.is_empty() {
            Verdict::Empty
        } else if self.dice == DiceKind::Local {
            Verdict::Local(self)
        } else if !over {
            Verdict::Unfinished(self)
        } else if self.mixed.is_empty() {
            Verdict::ServerOnly(self)
        } else {
            Verdict::Fair(self)
        }
    }
}

fn wrong(why: impl Into<String>) -> Wrong {
    Wrong::Proof(why.into())
}

/// Where the chance of a step comes from.
trait Source {
    /// The chance of the step that begins to draw now: its first number, the game as it waits, the inputs so far.
    fn draw(&mut self, number: u64, state: &State, inputs: &Inputs) -> Result<Chance, Wrong>;
}

impl Source for Chance {
    fn draw(&mut self, _: u64, _: &State, _: &Inputs) -> Result<Chance, Wrong> {
        Ok(self.clone())
    }
}

/// Plays the inputs; counts into the report; says whether the game has ended.
fn replay(
    record: &Record,
    game: &str,
    source: &mut impl Source,
    report: &mut Report,
) -> Result<bool, Wrong> {
    let mut state = record.start().map_err(|wrong| Wrong::Proof(wrong.to_string()))?;
    let (mut inputs, mut number) = (Inputs::none(game), 0);
    let mut step: Option<Chance> = None;
    for (place, &found) in (1..).zip(&record.inputs) {
        if !matches!(state.need(), Need::Answer(_) | Need::Over(_)) {
            let chance = match &step {
                Some(chance) => chance,
                None => step.insert(source.draw(number, &state, &inputs)?),
            };
            if let Some(expected) = chance.input(number, &state) {
                number += 1;
                if expected != found {
                    return Err(Wrong::Chance { place, number, expected, found });
                }
                match found {
                    Input::Rolled(_) => report.rolls += 1,
                    _ => report.reveals += 1,
                }
            }
        } else {
            step = None;
        }
        state.play(found, None).map_err(|why| Wrong::Input { place, why: why.to_string() })?;
        if report.dice == DiceKind::Live {
            inputs = inputs.and(&found);
        }
    }
    Ok(state.outcome().is_some())
}

fn check_version1(record: &Record, proof: &version1::Proof) -> Result<Verdict, Wrong> {
    let mut chance = proof.check().map_err(|broken| wrong(broken.to_string()))?;
    let mut report = Report::new(1, DiceKind::Sealed);
    report.reservations.push(Reservation::Version1);
    for &version1::SeatProof { seat, entropy, .. } in &proof.seats {
        let seat = Seat::at(seat.into())
            .ok_or_else(|| wrong("the proof names a seat that does not exist"))?;
        match entropy {
            Some(_) => report.mixed = report.mixed.with(seat),
            None => report.reservations.push(Reservation::LeftOut(seat, None)),
        }
    }
    let over = replay(record, &proof.game, &mut chance, &mut report)?;
    Ok(report.verdict(record, over))
}

fn same<T: PartialEq>(seen: &T, found: &T, what: &'static str) -> Result<(), Wrong> {
    if seen == found { Ok(()) } else { Err(Wrong::NotSeen(what)) }
}

fn check_version2(
    record: &Record,
    proof: &Proof,
    seen: Option<&Evidence>,
) -> Result<Verdict, Wrong> {
    let terms: Terms = proof.terms.parse().map_err(Wrong::Proof)?;
    check_terms(record, proof, &terms)?;
    if Commitment::to(&proof.seed, &proof.game) != proof.commitment {
        return Err(wrong("the revealed seed does not match the commitment"));
    }
    let mut report = Report::new(2, proof.dice);
    check_void(proof, &terms, &mut report)?;
    for (index, seat) in proof.seats.iter().enumerate() {
        let earlier = &proof.seats[..index];
        if earlier.iter().any(|other| seat.seat <= other.seat || other.pledge == seat.pledge) {
            return Err(wrong(format!(
                "seat {} or its pledge stands in the proof twice",
                seat.seat
            )));
        }
        if let Some(why) = seat.left_out {
            report.reservations.push(Reservation::LeftOut(seat.seat, Some(why)));
        }
    }
    let (mix, pledges, over, transcripts) = match proof.dice {
        DiceKind::Sealed | DiceKind::Local => {
            let (pledges, entropy) = check_entropy(proof, &terms)?;
            let mix = sealed::mix(&proof.terms, &proof.commitment, &pledges);
            let mut chance = sealed::chance(&proof.seed, &mix, &entropy);
            report.mixed = terms.mixed;
            let over = replay(record, &proof.game, &mut chance, &mut report)?;
            (mix, pledges, over, Vec::new())
        }
        DiceKind::Live => {
            let mut asks = Asks::new(proof, &terms)?;
            let (mix, pledges) = (asks.course.transcript, asks.pledges.clone());
            let over = replay(record, &proof.game, &mut asks, &mut report)?;
            asks.finish(over, seen.and_then(|seen| seen.seat), &mut report)?;
            let last = asks.course.asks;
            let answered = seen.map_or(&[][..], |seen| &seen.answered);
            let told = |kept: &(u64, Hash)| asks.fingerprints.contains(kept);
            if answered.iter().any(|kept| (over || kept.0 <= last) && !told(kept)) {
                return Err(Wrong::NotSeen("an ask that your client answered"));
            }
            (mix, pledges, over, asks.transcripts)
        }
    };
    if let Some(seen) = seen {
        compare(proof, seen, mix, &pledges, &transcripts, &mut report)?;
    }
    Ok(report.verdict(record, over))
}

/// The terms are those of the record.
fn check_terms(record: &Record, proof: &Proof, terms: &Terms) -> Result<(), Wrong> {
    let check = |fits: bool, what: &str| {
        if fits { Ok(()) } else { Err(wrong(format!("the terms name {what}"))) }
    };
    check(terms.game == proof.game, "another game than the proof")?;
    check(terms.dice == proof.dice, "other dice than the proof")?;
    let rules = Rules::from_text(&terms.rules).map_err(|wrong| Wrong::Proof(wrong.to_string()))?;
    check(rules == record.rules, "other rules than the record")?;
    check(terms.rules_version == record.rules_version, "another version of the rules")?;
    check(terms.first == record.first, "another first player than the record")?;
    check(terms.players.len() == record.players.len(), "another number of players")?;
    check(
        terms
            .mixed
            .iter()
            .all(|seat| matches!(terms.players.get(seat.index()), Some((_, Sitter::Person(_))))),
        "a seat that is mixed in and not a person's",
    )?;
    for ((seat, (monster, sitter)), player) in
        Seat::ALL.into_iter().zip(&terms.players).zip(&record.players)
    {
        let who = format!("another monster or player on seat {seat} than the record");
        check(player.monster.is_none_or(|found| found == *monster), &who)?;
        let same = match sitter {
            Sitter::Person(name) => player.bot.is_none() && one_line(&player.name) == *name,
            Sitter::Bot(level) => player.bot.as_deref() == Some(level),
        };
        let joined = || {
            matches!(sitter, Sitter::Bot(_))
                && player.bot.is_none()
                && proof
                    .joined
                    .iter()
                    .rev()
                    .find(|joined| joined.seat == seat)
                    .is_some_and(|joined| joined.name == player.name)
        };
        check(same || joined(), &who)?;
    }
    Ok(())
}

/// The void mixes are exactly those between the game before and this one, and nobody who was missing is mixed in.
fn check_void(proof: &Proof, terms: &Terms, report: &mut Report) -> Result<(), Wrong> {
    if proof.dice == DiceKind::Local {
        return Ok(());
    }
    let (table, number) = proof
        .game
        .rsplit_once('/')
        .and_then(|(table, number)| Some((table, number.parse::<u32>().ok()?)))
        .ok_or_else(|| wrong("the game's name has no number"))?;
    let between = (terms.after + 1..number).map(|number| format!("{table}/{number}"));
    if terms.after >= number || !between.eq(proof.void.iter().map(|void| void.game.clone())) {
        return Err(wrong(format!(
            "the void mixes in the proof are not those between game {} and game {number}",
            terms.after
        )));
    }
    for void in &proof.void {
        if !void.missing.and(terms.mixed).is_empty() {
            return Err(wrong(format!("a seat that was missing in {} is mixed in", void.game)));
        }
        report.reservations.push(Reservation::Void(void.clone()));
    }
    Ok(())
}

type Pledges = Vec<(Seat, Pledge)>;

/// Each entropy fits its pledge, and they are those of the seats that the terms name.
fn check_entropy(proof: &Proof, terms: &Terms) -> Result<(Pledges, Vec<(Seat, Entropy)>), Wrong> {
    if !proof.chains.is_empty() || !proof.asks.is_empty() {
        return Err(wrong("a proof of sealed dice holds asks"));
    }
    let (mut pledges, mut entropies) = (Vec::new(), Vec::new());
    let mut mixed = Seats::NONE;
    for &SeatProof { seat, pledge, entropy, left_out } in &proof.seats {
        let Some(entropy) = entropy.filter(|_| left_out.is_none()) else {
            if left_out.is_some() && entropy.is_none() {
                continue;
            }
            return Err(wrong(format!("seat {seat} is neither mixed in nor left out")));
        };
        if Pledge::of(&entropy, &proof.game, &proof.commitment) != pledge {
            return Err(wrong(format!("what seat {seat} revealed does not match its pledge")));
        }
        mixed = mixed.with(seat);
        pledges.push((seat, pledge));
        entropies.push((seat, entropy));
    }
    if mixed != terms.mixed {
        return Err(wrong("the seats that revealed are not those that the terms name"));
    }
    Ok((pledges, entropies))
}

/// The asks of a record with live dice, as they are consumed by its steps.
struct Asks<'a> {
    proof: &'a Proof,
    course: Course,
    pledges: Pledges,
    /// The chains that do not count yet.
    later: std::slice::Iter<'a, live::ChainSeen>,
    /// Every link of every chain that was shown, by its number; in the order of the proof.
    links: Vec<Vec<Hash>>,
    asks: std::vec::IntoIter<(Seats, Seats)>,
    transcripts: Vec<(u64, Hash)>,
    /// The number and the fingerprint of each ask.
    fingerprints: Vec<(u64, Hash)>,
    draws: u64,
    part: [u64; 6],
    alone: u64,
    would_have: Vec<Reservation>,
}

impl<'a> Asks<'a> {
    fn new(proof: &'a Proof, terms: &Terms) -> Result<Self, Wrong> {
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
    fn finish(&mut self, over: bool, own: Option<Seat>, report: &mut Report) -> Result<(), Wrong> {
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
    fn draw(&mut self, number: u64, state: &State, inputs: &Inputs) -> Result<Chance, Wrong> {
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

/// The record is what a client was shown.
fn compare(
    proof: &Proof,
    seen: &Evidence,
    mix: Hash,
    pledges: &[(Seat, Pledge)],
    transcripts: &[(u64, Hash)],
    report: &mut Report,
) -> Result<(), Wrong> {
    let mut compared = Compared { commitment: true, ..Compared::default() };
    same(&seen.game, &proof.game, "the game's name")?;
    same(&seen.commitment, &proof.commitment, "the commitment")?;
    if let Some(terms) = &seen.terms {
        same(terms, &proof.terms, "what was fixed before the first roll")?;
        compared.terms = true;
    }
    if let Some(seen) = &seen.mix {
        same(seen, &mix, "the mix")?;
    }
    let own = |seat: Seat| {
        let left_out = proof.seats.iter().map(|left| (left.seat, left.pledge));
        let chains = proof.chains.iter().map(|chain| (chain.seat, chain.anchor));
        move |pledge: Pledge| {
            pledges
                .iter()
                .copied()
                .chain(left_out.clone())
                .chain(chains.clone())
                .any(|other| other == (seat, pledge))
        }
    };
    if let (Some(seat), Some(pledge), true) = (seen.seat, seen.pledge, seen.accepted) {
        if !own(seat)(pledge) {
            return Err(Wrong::NotSeen("your pledge is not there, though it was accepted, or it"));
        }
        compared.pledge = true;
    }
    if let (Some(seat), Some(entropy)) = (seen.seat, seen.entropy) {
        let found = proof.seats.iter().find(|found| found.seat == seat);
        same(&Some(entropy), &found.and_then(|found| found.entropy), "what you revealed")?;
        compared.entropy = true;
    }
    let last = transcripts.last().map_or(0, |(ask, _)| *ask);
    for kept in seen.transcripts.iter().filter(|(ask, _)| *ask <= last) {
        if !transcripts.contains(kept) {
            return Err(Wrong::NotSeen("the course of the dice"));
        }
        compared.transcripts += 1;
    }
    if report.cut_draws == 0
        && seen.transcripts.iter().any(|(ask, _)| last < *ask)
        && proof.dice == DiceKind::Live
    {
        // The client followed draws that neither inputs nor asks of the record know.
        return Err(Wrong::NotSeen("the number of draws"));
    }
    if seen.seat.is_some_and(|seat| !report.mixed.has(seat)) {
        report.reservations.push(Reservation::YouAddedNothing);
    }
    report.reservations.extend(seen.warnings.iter().copied().map(Reservation::Warned));
    report.compared = Some(compared);
    Ok(())
}

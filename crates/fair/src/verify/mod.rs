//! The check of a whole record, alone or against what a client has kept.
//!
//! The rooms: this one for what a record says of itself, [`asks`] for live dice, [`seen`] for what a client has kept.

mod asks;
mod seen;

use engine::{Input, Need, Record, Rules, Seat, Seats, State};
use serde::Deserialize;

use crate::live::Inputs;
use crate::terms::one_line;
use crate::verdict::{Report, Reservation, Verdict, Wrong};
use crate::{
    Commitment, DiceKind, Entropy, Evidence, KeyedChance, Pledge, Proof, SeatProof, Sitter, Terms,
    sealed, version1,
};
use asks::Asks;
use seen::Course;

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
    fn draw(&mut self, number: u64, state: &State, inputs: &Inputs) -> Result<KeyedChance, Wrong>;
}

impl Source for KeyedChance {
    fn draw(&mut self, _: u64, _: &State, _: &Inputs) -> Result<KeyedChance, Wrong> {
        Ok(self.clone())
    }
}

/// Plays the inputs; counts into the report; says what everybody could see of it.
fn replay(
    record: &Record,
    game: &str,
    source: &mut impl Source,
    report: &mut Report,
) -> Result<Course, Wrong> {
    let mut state = record.start().map_err(|wrong| Wrong::Proof(wrong.to_string()))?;
    let (mut inputs, mut number) = (Inputs::none(game), 0);
    let mut step: Option<KeyedChance> = None;
    let mut events = Vec::new();
    for (place, &found) in (1..).zip(&record.inputs) {
        if !matches!(state.need(), Need::Answer(_) | Need::Over(_)) {
            let chance = match &step {
                Some(chance) => chance,
                None => step.insert(source.draw(number, &state, &inputs)?),
            };
            if let Some(expected) = chance.input(number, &state) {
                number += 1;
                if expected != found {
                    return Err(Wrong::KeyedChance { place, number, expected, found });
                }
                match found {
                    Input::Rolled(_) => report.rolls += 1,
                    _ => report.reveals += 1,
                }
            }
        } else {
            step = None;
        }
        state
            .play(found, Some(&mut events))
            .map_err(|why| Wrong::Input { place, why: why.to_string() })?;
        if report.dice == DiceKind::Live {
            inputs = inputs.and(&found);
        }
    }
    Ok(Course::new(&events, state.outcome()))
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
    let played = replay(record, &proof.game, &mut chance, &mut report)?;
    Ok(report.verdict(record, played.is_over()))
}

fn check_version2(
    record: &Record,
    proof: &Proof,
    seen: Option<&Evidence>,
) -> Result<Verdict, Wrong> {
    let terms = proof.terms.parse::<Terms>();
    let terms = terms.map_err(|wrong| Wrong::Proof(wrong.to_string()))?;
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
    let (mix, pledges, played, asks) = match proof.dice {
        DiceKind::Sealed | DiceKind::Local => {
            let (pledges, entropy) = check_entropy(proof, &terms)?;
            let mix = sealed::mix(&proof.terms, &proof.commitment, &pledges);
            let mut chance = sealed::chance(&proof.seed, &mix, &entropy);
            report.mixed = terms.mixed;
            let played = replay(record, &proof.game, &mut chance, &mut report)?;
            (mix, pledges, played, None)
        }
        DiceKind::Live => {
            let mut asks = Asks::new(proof, &terms)?;
            let (mix, pledges) = (asks.course.transcript, asks.pledges.clone());
            let played = replay(record, &proof.game, &mut asks, &mut report)?;
            asks.finish(played.is_over(), seen.and_then(|seen| seen.seat), &mut report)?;
            (mix, pledges, played, Some(asks))
        }
    };
    if let Some(seen) = seen {
        seen::compare(proof, seen, mix, &pledges, &mut report)?;
        if let Some(asks) = asks {
            seen::compare_asks(&asks, seen, played.is_over(), &mut report)?;
        }
        seen::compare_shown(&played, seen, &mut report)?;
    }
    Ok(report.verdict(record, played.is_over()))
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
        let was_missing = |seat: Seat| match terms.players.get(seat.index()) {
            // Seats move up; whoever was missing is known by name.
            Some((_, Sitter::Person(name))) if !void.names.is_empty() => {
                void.names.iter().any(|missing| one_line(missing) == *name)
            }
            _ => void.missing.has(seat),
        };
        if terms.mixed.iter().any(was_missing) {
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

//! Whether a record is what a client was shown.

use engine::{Event, Outcome, Seat};

use super::asks::Asks;
use crate::judge::chance_of;
use crate::verdict::{Compared, Report, Reservation, Wrong};
use crate::{Evidence, Hash, Pledge, Proof};

/// What everybody could see of a game that was played anew.
pub(super) struct Course {
    /// What chance brought, in order.
    chance: Vec<String>,
    outcome: Option<Outcome>,
}

impl Course {
    pub(super) fn new(events: &[Event], outcome: Option<Outcome>) -> Self {
        Self { chance: events.iter().filter_map(chance_of).collect(), outcome }
    }

    pub(super) const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }
}

fn same<T: PartialEq>(seen: &T, found: &T, what: &'static str) -> Result<(), Wrong> {
    if seen == found { Ok(()) } else { Err(Wrong::NotSeen(what)) }
}

/// What was fixed before the first roll is what the client was shown.
pub(super) fn compare(
    proof: &Proof,
    seen: &Evidence,
    mix: Hash,
    pledges: &[(Seat, Pledge)],
    report: &mut Report,
) -> Result<(), Wrong> {
    let mut compared = Compared { commitment: true, ..Compared::default() };
    same(&seen.game, &proof.game, "the game's name")?;
    same(&seen.commitment, &proof.commitment, "the commitment")?;
    if seen.void {
        return Err(Wrong::NotSeen("you were told that this game was void, which"));
    }
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
    if seen.seat.is_some_and(|seat| !report.mixed.has(seat)) {
        report.reservations.push(Reservation::YouAddedNothing);
    }
    report.reservations.extend(seen.warnings.iter().copied().map(Reservation::Warned));
    report.compared = Some(compared);
    Ok(())
}

/// The asks of live dice are those that the client followed and answered.
pub(super) fn compare_asks(
    asks: &Asks,
    seen: &Evidence,
    over: bool,
    report: &mut Report,
) -> Result<(), Wrong> {
    let last = asks.course.asks;
    let told = |kept: &(u64, Hash)| asks.fingerprints.contains(kept);
    if seen.answered.iter().any(|kept| (over || kept.0 <= last) && !told(kept)) {
        return Err(Wrong::NotSeen("an ask that your client answered"));
    }
    let last = asks.transcripts.last().map_or(0, |(ask, _)| *ask);
    let reached = seen.transcripts.iter().filter(|(ask, _)| *ask <= last);
    if reached.clone().any(|kept| !asks.transcripts.contains(kept)) {
        return Err(Wrong::NotSeen("the course of the dice"));
    }
    if report.cut_draws == 0 && seen.transcripts.iter().any(|(ask, _)| last < *ask) {
        // The client followed draws that neither inputs nor asks of the record know.
        return Err(Wrong::NotSeen("the number of draws"));
    }
    if let Some(compared) = &mut report.compared {
        compared.transcripts = reached.count();
    }
    Ok(())
}

/// The dice and cards of the record are those that fell before the client's eyes. A client that saw all steps knows the place
/// of each; what it saw after a gap has to come in the same order and without a gap, somewhere behind what it saw before.
pub(super) fn compare_shown(
    played: &Course,
    seen: &Evidence,
    report: &mut Report,
) -> Result<(), Wrong> {
    let found = &played.chance;
    let mut after = 0;
    for &(from, to) in &seen.steps {
        let within = seen.shown.iter().filter(|(step, _)| (from..=to).contains(step));
        let shown: Vec<&str> = within.flat_map(|(_, chance)| chance.split(' ')).collect();
        let differs = |at: usize| {
            let pairs = shown.iter().enumerate().map(|(index, shown)| (at + index, *shown));
            // A record that was cut off is compared as far as it goes.
            pairs.into_iter().find(|&(place, shown)| match found.get(place) {
                Some(found) => found != shown,
                None => played.is_over(),
            })
        };
        let at = if from == 1 {
            if let Some((place, shown)) = differs(0) {
                let found = found.get(place).cloned();
                return Err(Wrong::NotShown {
                    number: Some(place + 1),
                    shown: shown.into(),
                    found,
                });
            }
            0
        } else {
            let fits = (after..=found.len()).find(|&at| differs(at).is_none());
            fits.ok_or_else(|| Wrong::NotShown {
                number: None,
                shown: shown.join(" "),
                found: None,
            })?
        };
        after = at + shown.len();
    }
    let whole = matches!(seen.steps[..], [(1, _)]);
    if let (Some(told), Some(outcome)) = (seen.outcome, played.outcome) {
        same(&told, &outcome, "how the game ended")?;
        if whole && after < found.len() {
            return Err(Wrong::NotSeen("the number of rolls and cards"));
        }
    }
    if let Some(compared) = &mut report.compared {
        compared.shown = seen.shown.len();
        compared.outcome = seen.outcome.is_some() && played.is_over();
    }
    Ok(())
}

//! What a game says of itself when it begins, or is introduced anew.

use engine::Seat;

use super::{Act, Judge, Memory, parts};
use crate::evidence::{Evidence, What};
use crate::wire::GameFair;
use crate::{Commitment, DiceKind, Pledge, Terms, sealed};

impl<M: Memory> Judge<M> {
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
        let kept = self.memory.load(name);
        if !self.is_what_was_agreed(name, commitment, pledges, fair, kept.as_ref()) {
            acts.push(self.warn(name, None, What::OtherStart));
        }
        let follows = acts.is_empty();
        let new = self.game.as_ref().is_none_or(|(on, known)| (*on, &**known) != (number, name));
        if new {
            if self.unended.replace(name.to_owned()).is_some_and(|before| before != name) {
                acts.push(self.warn(name, None, What::Dropped));
            }
            self.chains.retain(|own| own.chain.game() == name);
            (self.game, self.following) = (Some((number, name.to_owned())), None);
            self.introduced = self.game.clone();
            let seat = self.seat;
            self.keep(name, |kept| kept.seat = seat.or(kept.seat));
        }
        if new && kept.as_ref().is_some_and(|kept| kept.mix.is_none()) {
            acts.extend(self.told_first_now(name, pledges, fair));
        }
        if kept.as_ref().is_none_or(|kept| kept.mix.is_none()) {
            self.keep_start(name, &fair.terms, fair.mix);
        }
        if follows && kept.is_none_or(|kept| !kept.begun) {
            self.keep(name, |kept| kept.begun = true);
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

    /// Terms and mix fit each other and what was shown before; the name is not void, and comes after every game that began.
    fn is_what_was_agreed(
        &self,
        name: &str,
        commitment: Commitment,
        pledges: &[(Seat, Pledge)],
        fair: &GameFair,
        kept: Option<&Evidence>,
    ) -> bool {
        let Ok(terms) = fair.terms.parse::<Terms>() else { return false };
        let (Some((table, _)), true) = (parts(name), self.is_ours(name)) else { return false };
        let earlier = |other: &Evidence| {
            other.begun && parts(&other.game).is_some_and(|(_, other)| terms.after < other)
        };
        let goes_back = || {
            let others = self.memory.of_table(table);
            others.iter().any(|other| other.game != name && earlier(other))
        };
        let same = kept.is_none_or(|kept| {
            kept.mix.is_none_or(|kept| kept == fair.mix)
                && kept.terms.as_ref().is_none_or(|kept| *kept == fair.terms)
                && !kept.void
                && (kept.begun || !goes_back())
        });
        same && terms.game == name
            && terms.dice == fair.dice
            && terms.mixed.iter().eq(pledges.iter().map(|(seat, _)| *seat))
            && sealed::mix(&fair.terms, &commitment, pledges) == fair.mix
    }

    /// There was no mix before: whoever had pledged is told before the first roll if nothing of it is in the dice, or if the
    /// terms are wrong about them.
    fn told_first_now(
        &mut self,
        name: &str,
        pledges: &[(Seat, Pledge)],
        fair: &GameFair,
    ) -> Vec<Act> {
        let kept = self.memory.load(name).filter(|kept| kept.pledge.is_some());
        let (Some(seat), Some(kept)) = (self.seat, kept) else { return Vec::new() };
        let mut acts = Vec::new();
        let there = pledges.iter().find(|(other, _)| *other == seat).map(|(_, pledge)| *pledge);
        match there.filter(|there| kept.anchors.contains(there)) {
            // Of several pages of this browser the one that counts.
            Some(there) => self.keep(name, |kept| kept.pledge = Some(there)),
            None => acts.push(self.warn(name, None, What::NotMixed)),
        }
        let right = |terms: Terms| self.is_own_line(&terms, seat);
        if !fair.terms.parse().is_ok_and(right) {
            acts.push(self.warn(name, None, What::WrongTerms));
        }
        acts
    }

    /// Burns the own chains: what the server says about their course has not been seen.
    pub(super) fn drop_chains(&mut self) {
        self.chains.clear();
        self.pledged = self.pledged.take().filter(|own| own.entropy.is_some());
    }
}

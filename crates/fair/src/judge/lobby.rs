//! Before a game: who one is, what comes next, and the own pledge for it.

use engine::{Seat, Species};

use super::{Act, Judge, Memory, OwnChain, Pledged, TRIES};
use crate::evidence::{Evidence, What};
use crate::live::Chain;
use crate::wire::NextGame;
use crate::{Commitment, DiceKind, Entropy, Pledge};

impl<M: Memory> Judge<M> {
    /// The own seat is this one now.
    pub fn sits(&mut self, seat: Option<Seat>) {
        if self.seat != seat {
            self.seat = seat;
            if let Some(following) = &mut self.following {
                following.ready = false;
            }
        }
    }

    /// The own monster and name, as the table shows them.
    pub fn plays(&mut self, monster: Species, name: &str) {
        self.plays = Some((monster, name.to_owned()));
    }

    /// The table shows which game comes next.
    pub fn next(&mut self, next: &NextGame) -> Vec<Act> {
        let NextGame { name, commitment, dice, void, .. } = next;
        void.iter().for_each(|void| self.is_void(&void.game));
        if self.game.as_ref().is_some_and(|(_, on)| on == name) {
            return Vec::new();
        }
        if !self.is_ours(name) {
            return vec![self.warn(name, None, What::WrongTerms)];
        }
        if !self.is_first(name, *dice, *commitment) {
            self.pledged = None;
            return vec![self.warn(name, None, What::CommitmentChanged)];
        }
        if self.seat.is_none() {
            self.takes_back_pledge(name);
            return Vec::new();
        }
        let pledged = self.pledged.as_ref().filter(|own| own.game == *name && own.dice == *dice);
        let done = pledged.is_some_and(|own| !own.refused || !self.may_try_again());
        if pledged.is_none() {
            self.refusals = 0;
        }
        let mixed = self.memory.load(name).is_some_and(|kept| kept.mix.is_some());
        if done || mixed {
            return Vec::new();
        }
        (self.game, self.following) = (None, None);
        self.chains.retain(|own| own.chain.game() == name);
        vec![self.pledge(name, *dice, *commitment)]
    }

    /// Whoever has stood up, or was asked to leave, has no part in what comes next.
    fn takes_back_pledge(&mut self, game: &str) {
        self.pledged = self.pledged.take().filter(|pledged| pledged.game != game);
        let open = |kept: &Evidence| kept.pledge.is_some() && kept.mix.is_none();
        if self.memory.load(game).as_ref().is_some_and(open) {
            self.keep(game, |kept| {
                (kept.seat, kept.pledge, kept.accepted) = (None, None, false);
            });
        }
    }

    /// Draws a fresh secret and pledges it.
    pub(super) fn pledge(&mut self, game: &str, dice: DiceKind, commitment: Commitment) -> Act {
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
        let instead_of = seat.and_then(|seat| self.counts(seat));
        self.keep(game, |kept| {
            (kept.dice, kept.seat, kept.pledge, kept.accepted) = (dice, seat, Some(pledge), false);
            kept.anchors.push(pledge);
        });
        let game = game.to_owned();
        self.pledged = Some(Pledged { game, dice, pledge, instead_of, entropy, refused: false });
        Act::Pledge(pledge)
    }

    /// The server has stored a pledge.
    pub fn accepted(&mut self, pledge: Pledge) {
        let Some(pledged) = self.pledged.as_ref().filter(|own| own.pledge == pledge) else {
            return;
        };
        let game = pledged.game.clone();
        self.refusals = 0;
        if let Some(following) = &mut self.following {
            (following.pledging, following.taken) = (false, true);
        }
        match &mut self.following {
            // A chain of a running game is in the record from the next draw on, and if none comes it never is.
            Some(following) if following.base.chains.iter().all(|had| had.anchor != pledge) => {
                following.stored = Some(pledge);
            }
            _ => self.count(&game, pledge),
        }
    }

    /// A pledge stands where the record has to show it.
    pub(super) fn count(&mut self, game: &str, pledge: Pledge) {
        self.keep(game, |kept| kept.accepted |= kept.pledge == Some(pledge));
    }

    /// Whether a pledge was refused, and not so often that it is of no use to try again: before a game when the table is shown
    /// next, with another one; in a game with live dice after a draw without the seat, with the same anchor.
    pub(super) const fn may_try_again(&self) -> bool {
        0 < self.refusals && self.refusals < TRIES
    }

    /// The server has refused a pledge; `stale`, because it came too late for what it was for.
    pub fn refused(&mut self, pledge: Pledge, stale: bool) -> Vec<Act> {
        let Some(own) = self.pledged.as_mut().filter(|own| own.pledge == pledge) else {
            return Vec::new();
        };
        own.refused = true;
        self.refusals = self.refusals.saturating_add(1);
        let (Some(following), Some((_, name))) = (&mut self.following, self.game.clone()) else {
            return Vec::new();
        };
        (following.pledging, following.taken) = (false, false);
        let ask = following.now.asks + 1;
        if stale { Vec::new() } else { vec![self.warn(&name, Some(ask), What::Excluded)] }
    }
}

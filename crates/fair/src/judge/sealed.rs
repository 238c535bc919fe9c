//! Sealed dice: the one mix before the first roll, and when the own secret is given for it.

use engine::{Seat, Seats};

use super::{Act, Judge, Memory, parts};
use crate::evidence::{Evidence, What};
use crate::terms::one_line;
use crate::wire::Mixing;
use crate::{DiceKind, Sitter, Terms, VERSION, sealed};

impl<M: Memory> Judge<M> {
    /// Everybody who contributes is named: reveal, if it is what was agreed.
    pub fn mixing(&mut self, mixing: &Mixing) -> Vec<Act> {
        let Mixing { game_name: game, commitment, terms, pledges, .. } = mixing;
        if !self.is_ours(game) {
            return vec![self.warn(game, None, What::WrongTerms)];
        }
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
        let there = pledges.iter().find(|(other, _)| *other == seat).map(|(_, pledge)| *pledge);
        let mixed = pledges.iter().fold(Seats::NONE, |seats, (seat, _)| seats.with(*seat));
        let right = terms.parse::<Terms>().ok().filter(|terms| {
            terms.game == *game
                && terms.dice == DiceKind::Sealed
                && terms.mixed == mixed
                && self.is_own_line(terms, seat)
        });
        let Some(right) = right else {
            return vec![self.warn(game, None, What::WrongTerms)];
        };
        if let Some(hidden) = self.hides(game, right.after) {
            return vec![
                self.warn(&hidden, None, What::HiddenMix),
                self.warn(game, None, What::HiddenMix),
            ];
        }
        let own =
            self.pledged.as_mut().filter(|own| own.game == *game && Some(own.pledge) == there);
        let entropy = own.and_then(|own| own.entropy.take());
        self.keep_start(game, terms, mix);
        let Some(entropy) = entropy else {
            // Another page of this browser may have pledged, and reveals.
            let ours = |kept: Evidence| there.is_some_and(|there| kept.anchors.contains(&there));
            return if kept.is_some_and(ours) {
                Vec::new()
            } else {
                vec![self.warn(game, None, What::NotMixed)]
            };
        };
        self.keep(game, |kept| (kept.pledge, kept.entropy) = (there, Some(entropy)));
        vec![Act::Reveal(mix, entropy)]
    }

    /// Whether the terms name oneself: a person, of the name and with the monster that the table shows.
    pub(super) fn is_own_line(&self, terms: &Terms, seat: Seat) -> bool {
        let Some((monster, Sitter::Person(name))) = terms.players.get(seat.index()) else {
            return false;
        };
        self.plays.as_ref().is_none_or(|own| (own.0, &one_line(&own.1)) == (*monster, name))
    }

    /// A name that was revealed for and that the terms of this mix pass over: it neither began nor is it void, or the terms go
    /// back behind a game that began. The server has seen dice that it does not want.
    fn hides(&self, game: &str, after: u32) -> Option<String> {
        let (table, next) = parts(game)?;
        let kept = self.memory.of_table(table);
        let number = |kept: &Evidence| parts(&kept.game).map_or(0, |(_, number)| number);
        let last = kept.iter().filter(|kept| kept.begun).map(number).max().unwrap_or(0);
        let settled = |kept: &Evidence| match number(kept) {
            number if next < number => false,
            number if after < number => kept.void && !kept.begun,
            number => kept.begun || number < last,
        };
        let revealed = |kept: &&Evidence| {
            kept.game != game && (kept.begun || kept.entropy.is_some()) && !settled(kept)
        };
        kept.iter().find(revealed).map(|kept| kept.game.clone())
    }

    pub(super) fn is_void(&mut self, game: &str) {
        if self.memory.load(game).is_some_and(|kept| !kept.void) {
            self.keep(game, |kept| kept.void = true);
        }
    }

    /// A mix broke off: its secret is burnt.
    pub fn void(&mut self, game: &str) {
        self.is_void(game);
        self.pledged = self.pledged.take().filter(|pledged| pledged.game != game);
    }
}

//! Eater of the Dead.

use crate::event::Cause;
use crate::power::Power;

/// Whenever any monster reaches 0 hearts you earn 3 stars.
pub(crate) const POWER: Power = Power {
    when_someone_falls: Some(|game, me| game.gain_stars(me.owner, 3, Cause::Card(me.face))),
    ..Power::card("Eater of the Dead", 4, "Whenever any monster reaches 0 hearts you earn 3 stars.")
};

//! Corner Store.

use crate::event::Cause;
use crate::power::Power;

/// +1 star.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.gain_stars(me.owner, 1, Cause::Card(me.face))),
    ..Power::card("Corner Store", 3, "+1 star.")
};

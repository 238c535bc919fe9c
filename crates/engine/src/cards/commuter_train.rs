//! Commuter Train.

use crate::event::Cause;
use crate::power::Power;

/// +2 stars.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.gain_stars(me.owner, 2, Cause::Card(me.face))),
    ..Power::card("Commuter Train", 4, "+2 stars.")
};

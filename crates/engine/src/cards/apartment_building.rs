//! Apartment Building.

use crate::event::Cause;
use crate::power::Power;

/// +3 stars.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.gain_stars(me.owner, 3, Cause::Card(me.face))),
    ..Power::card("Apartment Building", 5, "+3 stars.")
};

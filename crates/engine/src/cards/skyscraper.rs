//! Skyscraper.

use crate::event::Cause;
use crate::power::Power;

/// +4 stars.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.gain_stars(me.owner, 4, Cause::Card(me.face))),
    ..Power::card("Skyscraper", 6, "+4 stars.")
};

//! Heal.

use crate::event::Cause;
use crate::power::Power;

/// +2 hearts for the buyer.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.heal(me.owner, 2, Cause::Card(me.face))),
    ..Power::card("Heal", 3, "+2 hearts for the buyer.")
};

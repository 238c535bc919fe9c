//! Energize.

use crate::event::Cause;
use crate::power::Power;

/// +9 energy.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.gain_energy(me.owner, 9, Cause::Card(me.face))),
    ..Power::card("Energize", 8, "+9 energy.")
};

//! Extra Head.

use crate::power::Power;

/// Roll one die more than normal each turn.
pub(crate) const POWER: Power = Power {
    dice: 1,
    ..Power::card("Extra Head", 7, "Roll one die more than normal each turn.")
};

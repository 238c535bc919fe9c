//! Camouflage.

use crate::power::Power;

/// When you would lose hearts, roll one die per heart; each heart rolled saves one.
pub(crate) const POWER: Power = Power {
    saves_by_dice: true,
    ..Power::card("Camouflage", 3, "When you would lose hearts, roll one die per heart; each heart rolled saves one.")
};

//! Armor Plating.

use crate::power::Power;

/// A damage packet that would cost you exactly 1 heart costs you none.
pub(crate) const POWER: Power = Power {
    ignores_one: true,
    ..Power::card("Armor Plating", 4, "A damage packet that would cost you exactly 1 heart costs you none.")
};

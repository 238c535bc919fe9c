//! Regeneration.

use crate::power::Power;

/// Every healing from your own dice or cards is 1 heart larger.
pub(crate) const POWER: Power = Power {
    heal_bonus: 1,
    ..Power::card("Regeneration", 4, "Every healing from your own dice or cards is 1 heart larger.")
};

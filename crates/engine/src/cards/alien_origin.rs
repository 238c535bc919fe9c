//! Alien Origin (first edition: Alien Metabolism).

use crate::power::Power;

/// Cards cost you 1 energy less, never below 0.
pub(crate) const POWER: Power = Power {
    discount: 1,
    titles: ["Alien Metabolism", "Alien Origin"],
    ..Power::card("Alien Origin", 3, "Cards cost you 1 energy less, never below 0.")
};

//! Healing Ray.

use crate::power::Power;

/// You may spend rolled hearts on other monsters; each pays you 2 energy per heart, or all it has if less.
pub(crate) const POWER: Power = Power {
    treats: true,
    once: true,
    ..Power::card("Healing Ray", 4, "You may spend rolled hearts on other monsters; each pays you 2 energy per heart, or all it has if less.")
};

//! Jets.

use crate::power::Power;

/// Yielding spares you the heart loss of the attack you yield to.
pub(crate) const POWER: Power = Power {
    flees: true,
    once: true,
    ..Power::card("Jets", 5, "Yielding spares you the heart loss of the attack you yield to.")
};

//! Nova Breath.

use crate::power::Power;

/// Your attack hits every other monster, wherever it stands.
pub(crate) const POWER: Power = Power {
    hits_everyone: true,
    once: true,
    ..Power::card("Nova Breath", 7, "Your attack hits every other monster, wherever it stands.")
};

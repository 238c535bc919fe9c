//! Acid Attack.

use crate::power::Power;

/// First edition: Each of your turns, when claws resolve, every monster you could hit takes 1 extra damage, even if you rolled no claw.
///
/// Second edition: Your roll always counts one bonus claw.
pub(crate) const POWER: Power = Power {
    adds_always: Some(|_, _| 1),
    texts: ["Each of your turns, when claws resolve, every monster you could hit takes 1 extra damage, even if you rolled no claw.", "Your roll always counts one bonus claw."],
    ..Power::card("Acid Attack", 6, "Your roll always counts one bonus claw.")
};

//! Spiked Tail.

use crate::power::Power;

/// First edition: Your attack packets are 1 larger.
///
/// Second edition: Any roll holding a claw counts one bonus claw.
pub(crate) const POWER: Power = Power {
    adds_to_claws: Some(|_, _| 1),
    texts: ["Your attack packets are 1 larger.", "Any roll holding a claw counts one bonus claw."],
    ..Power::card("Spiked Tail", 5, "Any roll holding a claw counts one bonus claw.")
};

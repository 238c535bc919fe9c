//! Poison Quills.

use crate::dice::Face;
use crate::power::Power;

/// First edition: When you score three or more 2s, deal 2 damage to every monster you could attack.
///
/// Second edition: Three or more 2s give your roll two bonus claws.
pub(crate) const POWER: Power = Power {
    adds_always: Some(|state, _| if 3 <= state.turn.dice.count(Face::Two) { 2 } else { 0 }),
    texts: [
        "When you score three or more 2s, deal 2 damage to every monster you could attack.",
        "Three or more 2s give your roll two bonus claws.",
    ],
    ..Power::card("Poison Quills", 3, "Three or more 2s give your roll two bonus claws.")
};

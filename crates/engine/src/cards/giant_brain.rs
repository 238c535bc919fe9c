//! Giant Brain.

use crate::power::Power;

/// Your turn has one roll more than normal.
pub(crate) const POWER: Power = Power {
    rerolls: 1,
    ..Power::card("Giant Brain", 5, "Your turn has one roll more than normal.")
};

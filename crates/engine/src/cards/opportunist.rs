//! Opportunist.

use crate::power::Power;

/// You may buy any market card at the moment it is revealed, on anyone's turn.
pub(crate) const POWER: Power = Power {
    buys_revealed: true,
    once: true,
    ..Power::card(
        "Opportunist",
        3,
        "You may buy any market card at the moment it is revealed, on anyone's turn.",
    )
};

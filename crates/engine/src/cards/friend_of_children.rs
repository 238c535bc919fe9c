//! Friend of Children.

use crate::power::Power;

/// Every energy gain of yours is 1 larger.
pub(crate) const POWER: Power = Power {
    energy_bonus: 1,
    ..Power::card("Friend of Children", 3, "Every energy gain of yours is 1 larger.")
};

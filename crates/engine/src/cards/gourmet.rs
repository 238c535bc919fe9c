//! Gourmet.

use crate::dice::Face;
use crate::event::Cause;
use crate::power::Power;

/// Scoring three or more 1s is worth 2 stars more.
pub(crate) const POWER: Power = Power {
    when_i_score: Some(|game, me, face| if face == Face::One { game.gain_stars(me.owner, 2, Cause::Card(me.face)) }),
    ..Power::card("Gourmet", 4, "Scoring three or more 1s is worth 2 stars more.")
};

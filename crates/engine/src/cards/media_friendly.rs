//! Media-Friendly (first edition: Dedicated News Team).

use crate::event::Cause;
use crate::power::Power;

/// Each card purchase you make earns 1 star.
pub(crate) const POWER: Power = Power {
    when_i_buy: Some(|game, me| game.gain_stars(me.owner, 1, Cause::Card(me.face))),
    titles: ["Dedicated News Team", "Media-Friendly"],
    ..Power::card("Media-Friendly", 3, "Each card purchase you make earns 1 star.")
};

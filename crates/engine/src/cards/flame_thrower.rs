//! Flame Thrower (first edition: Fire Blast).

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// Each opponent takes a packet of 2 (loses 2 hearts).
pub(crate) const POWER: Power = Power {
    when_gained: Some(burn_the_others),
    titles: ["Fire Blast", "Flame Thrower"],
    ..Power::card("Flame Thrower", 3, "Each opponent takes a packet of 2 (loses 2 hearts).")
};

fn burn_the_others(game: &mut Game<'_>, me: Me, _: Gain) {
    let others = game.living.without(me.owner);
    game.hurt(Some(me.owner), Cause::Card(me.face), others, 2);
}

//! Evacuation Orders.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// Each opponent's star total drops by 5, not below 0.
pub(crate) const POWER: Power = Power {
    when_gained: Some(everybody_else_loses_five),
    ..Power::card("Evacuation Orders", 7, "Each opponent's star total drops by 5, not below 0.")
};

fn everybody_else_loses_five(game: &mut Game<'_>, me: Me, _: Gain) {
    for seat in game.living.without(me.owner).iter() {
        game.lose_stars(seat, 5, Cause::Card(me.face));
    }
}

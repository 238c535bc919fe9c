//! Nuclear Power Plant.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// +2 stars, +3 hearts for the buyer.
pub(crate) const POWER: Power = Power {
    when_gained: Some(stars_and_hearts),
    ..Power::card("Nuclear Power Plant", 6, "+2 stars, +3 hearts for the buyer.")
};

fn stars_and_hearts(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 2, Cause::Card(me.face));
    game.heal(me.owner, 3, Cause::Card(me.face));
}

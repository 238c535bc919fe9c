//! Gas Refinery.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// +2 stars; each opponent takes a packet of 3.
pub(crate) const POWER: Power = Power {
    when_gained: Some(stars_then_fire),
    ..Power::card("Gas Refinery", 6, "+2 stars; each opponent takes a packet of 3.")
};

fn stars_then_fire(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 2, Cause::Card(me.face));
    let others = game.living.without(me.owner);
    game.hurt(Some(me.owner), Cause::Card(me.face), others, 3);
}

//! High Altitude Bombing.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// Every living monster, buyer included, takes a packet of 3.
pub(crate) const POWER: Power = Power {
    when_gained: Some(bomb_everyone),
    ..Power::card(
        "High Altitude Bombing",
        4,
        "Every living monster, buyer included, takes a packet of 3.",
    )
};

fn bomb_everyone(game: &mut Game<'_>, me: Me, _: Gain) {
    let everyone = game.living;
    game.hurt(Some(me.owner), Cause::Card(me.face), everyone, 3);
}

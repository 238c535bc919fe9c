//! Vast Storm.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// +2 stars; each opponent loses half its energy, rounded down.
pub(crate) const POWER: Power = Power {
    when_gained: Some(blow_half_away),
    ..Power::card("Vast Storm", 6, "+2 stars; each opponent loses half its energy, rounded down.")
};

fn blow_half_away(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 2, Cause::Card(me.face));
    for seat in game.living.without(me.owner).iter() {
        let half = game.monster(seat).energy / 2;
        game.lose_energy(seat, half, Cause::Card(me.face));
    }
}

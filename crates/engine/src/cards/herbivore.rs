//! Herbivore.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::power::{Ending, stake};
use crate::state::Me;

/// A turn of yours in which nobody lost hearts through you earns 1 star when it ends.
pub(crate) const POWER: Power = Power {
    at_my_turn_end: Some(graze),
    ending: Some(Ending { order: 4, reads: stake::CARDS, writes: stake::STARS }),
    ..Power::card("Herbivore", 5, "A turn of yours in which nobody lost hearts through you earns 1 star when it ends.")
};

fn graze(game: &mut Game<'_>, me: Me) {
    if !game.turn.harmed {
        game.gain_stars(me.owner, 1, Cause::Card(me.face));
    }
}

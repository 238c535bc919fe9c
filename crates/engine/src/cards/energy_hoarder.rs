//! Energy Hoarder.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::power::{Ending, stake};
use crate::state::Me;

/// Ending your turn you earn 1 star per full 6 energy you hold.
pub(crate) const POWER: Power = Power {
    at_my_turn_end: Some(count_energy),
    ending: Some(Ending { order: 3, reads: stake::ENERGY | stake::CARDS, writes: stake::STARS }),
    ..Power::card("Energy Hoarder", 3, "Ending your turn you earn 1 star per full 6 energy you hold.")
};

fn count_energy(game: &mut Game<'_>, me: Me) {
    let stars = game.monster(me.owner).energy / 6;
    game.gain_stars(me.owner, stars, Cause::Card(me.face));
}

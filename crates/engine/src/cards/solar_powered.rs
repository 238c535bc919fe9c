//! Solar Powered.

use crate::card::{Card, Keeps};
use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::power::{Ending, stake};
use crate::state::Me;

/// Ending your turn with 0 energy gives you 1 energy.
pub(crate) const POWER: Power = Power {
    at_my_turn_end: Some(shine),
    ending: Some(Ending { order: 5, reads: stake::ENERGY | stake::CARDS, writes: stake::NOTHING }),
    ..Power::card("Solar Powered", 2, "Ending your turn with 0 energy gives you 1 energy.")
};

/// Looks once at the energy, and pays for every copy as one gain.
fn shine(game: &mut Game<'_>, me: Me) {
    let copies = game.powers(me.owner, Keeps::one(Card::SolarPowered));
    if game.monster(me.owner).energy == 0 {
        let count = copies.count() as u8;
        game.gain_energy(me.owner, count, Cause::Card(me.face));
    }
    for copy in copies {
        game.turn.used = game.turn.used.with(copy.slot);
    }
}

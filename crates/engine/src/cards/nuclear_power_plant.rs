//! Nuclear Power Plant.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// +2 stars, +3 hearts for the buyer.
pub(crate) const POWER: Power = Power {
    when_gained: Some(stars_and_hearts),
    ..Power::card("Nuclear Power Plant", 6)
};

fn stars_and_hearts(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 2, Cause::Card(me.acts_as));
    game.heal(me.owner, 3, Cause::Card(me.acts_as));
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// nuclear_power_plant.1: two stars and three hearts, in Tokyo too; Regeneration adds one.
    #[test]
    fn stars_and_hearts() {
        for book in PRINTINGS {
            let table =
                buy_it(Table::of(2).by(book).in_city(A).hearts(A, 5), Card::NuclearPowerPlant);
            table.expect(A).stars(2).hearts(8);
            let more = Table::of(2).by(book).hearts(A, 5).holds(A, Card::Regeneration);
            buy_it(more, Card::NuclearPowerPlant).expect(A).hearts(9);
        }
    }
}

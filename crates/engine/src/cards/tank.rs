//! Tank (first edition: Tanks).

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::seat::Seats;
use crate::state::{Gain, Me};

/// +4 stars; the buyer takes 3 damage.
pub(crate) const POWER: Power = Power {
    when_gained: Some(stars_at_a_price),
    titles: ["Tanks", "Tank"],
    ..Power::card("Tank", 4)
};

fn stars_at_a_price(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 4, Cause::Card(me.acts_as));
    game.hurt(Some(me.owner), Cause::Card(me.acts_as), Seats::one(me.owner), 3);
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// tank: four stars and 3 damage to the buyer.
    #[test]
    fn four_stars_three_hearts() {
        for book in PRINTINGS {
            let table = buy_it(Table::of(2).by(book), Card::Tank);
            table.expect(A).stars(4).hearts(7);
        }
    }
}

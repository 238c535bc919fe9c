//! National Guard.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::seat::Seats;
use crate::state::{Gain, Me};

/// +2 stars; the buyer takes 2 damage.
pub(crate) const POWER: Power = Power {
    when_gained: Some(stars_at_a_price),
    ..Power::card("National Guard", 3)
};

fn stars_at_a_price(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 2, Cause::Card(me.acts_as));
    game.hurt(Some(me.owner), Cause::Card(me.acts_as), Seats::one(me.owner), 2);
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// national_guard: two stars and 2 damage to the buyer.
    #[test]
    fn two_stars_two_hearts() {
        for book in PRINTINGS {
            let table = buy_it(Table::of(2).by(book), Card::NationalGuard);
            table.expect(A).stars(2).hearts(8);
            table.expect(B).hearts(10);
        }
    }
}

//! Evacuation Orders.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// Each opponent's star total drops by 5, not below 0.
pub(crate) const POWER: Power = Power {
    when_gained: Some(everybody_else_loses_five),
    ..Power::card("Evacuation Orders", 7)
};

fn everybody_else_loses_five(game: &mut Game<'_>, me: Me, _: Gain) {
    for seat in game.living.without(me.owner).iter() {
        game.lose_stars(seat, 5, Cause::Card(me.acts_as));
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// evacuation_orders.1, V-04, C-10, T21: five stars fewer for the others, not below 0; 20 may be lost again.
    #[test]
    fn others_lose_five() {
        for book in BOOKS {
            for card in [Card::EvacuationOrders, Card::EvacuationOrders2] {
                let table = Table::of(5).by(book).house("use_bay", "false").stars(A, 9);
                let table = table.stars(C, 3).stars(D, 5).stars(E, 19);
                let table = buy_it(table, card);
                for (seat, stars) in [(A, 9), (B, 0), (C, 0), (D, 0), (E, 14)] {
                    table.expect(seat).stars(stars);
                }
            }
            if book != Italian {
                let mut twenty = buy_it(Table::of(3).by(book).stars(B, 20), Card::EvacuationOrders);
                twenty.done().next_turn(B, 6);
                twenty.expect(B).stars(15);
            }
        }
    }
}

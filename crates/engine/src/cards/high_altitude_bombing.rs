//! High Altitude Bombing.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// Every living monster, buyer included, takes 3 damage.
pub(crate) const POWER: Power = Power {
    when_gained: Some(bomb_everyone),
    ..Power::card("High Altitude Bombing", 4)
};

fn bomb_everyone(game: &mut Game<'_>, me: Me, _: Gain) {
    let everyone = game.living;
    game.hurt(Some(me.owner), Cause::Card(me.acts_as), everyone, 3);
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// high_altitude_bombing.1, V-07, T08, Z-34, Q-46: one effect: if nobody is left, nobody wins.
    #[test]
    fn everyone_at_once() {
        for book in BOOKS {
            let table = || {
                Table::of(2)
                    .by(book)
                    .hearts(A, 3)
                    .hearts(B, 3)
                    .stars(A, 19)
                    .holds(A, Card::MediaFriendly)
            };
            let mut all = buy_it(table(), Card::HighAltitudeBombing);
            let mut child = buy_it(table().holds(B, Card::ItHasAChild), Card::HighAltitudeBombing);
            if book == Italian {
                // The twentieth star is there, and wins, before the bomb falls (V-02).
                all.over(Outcome::Stars(A));
                child.over(Outcome::Stars(A));
                continue;
            }
            all.over(if book == Polish { Outcome::Draw } else { Outcome::EveryoneLoses });
            child.over(Outcome::LastStanding(B)).expect(B).hearts(10);
            let three = buy_it(Table::of(3).by(book), Card::HighAltitudeBombing);
            for seat in [A, B, C] {
                three.expect(seat).hearts(7);
            }
        }
    }

    /// high_altitude_bombing.2, Q-13, orders/claws: they defend clockwise from the buyer's left, the buyer last.
    #[test]
    fn the_order_of_defences() {
        for book in BOOKS {
            let table = Table::of(3)
                .by(book)
                .holds(A, Card::Camouflage)
                .mimics(C, Card::Camouflage)
                .holds(B, Card::Wings)
                .energy(B, 2);
            let mut table = buy_it(table, Card::HighAltitudeBombing);
            table.defends(B, Card::Wings).throws(C, "1 1 1");
            // All losses come at once, when all have defended themselves.
            table.expect(C).hearts(10);
            table.throws(A, "H 1 1");
            table.expect(A).hearts(8);
            table.expect(B).hearts(10);
            table.expect(C).hearts(7);
        }
    }
}

//! Solar Powered.

use crate::event::Cause;
use crate::game::Game;
use crate::power::{Ending, Power, stake};
use crate::state::Me;

/// Ending your turn with 0 energy gives you 1 energy.
pub(crate) const POWER: Power = Power {
    at_my_turn_end: Some(shine),
    ending: Some(Ending { order: 5, reads: stake::ENERGY | stake::CARDS, writes: stake::NOTHING }),
    ..Power::card("Solar Powered", 2)
};

/// Looks once at the energy, and pays for every copy as one gain.
fn shine(game: &mut Game<'_>, me: Me) {
    let copies = game.all_copies_at_once(me);
    if game.monster(me.owner).energy == 0 {
        game.gain_energy(me.owner, copies, Cause::Card(me.acts_as));
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// solar_powered.1, P-04, M-08, Z-39: it works in the turn in which it is bought.
    #[test]
    fn in_the_turn_of_its_purchase() {
        for book in BOOKS {
            let mut table = Table::of(2).by(book).energy(A, 2).sale(Card::SolarPowered);
            table.turn(A).keeps("1 1 2 2 3 3").buys(Card::SolarPowered).next_turn(B, 6);
            table.expect(A).energy(1);
            let mut rich = Table::of(2).by(book).energy(A, 1).holds(A, Card::SolarPowered);
            rich.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            rich.expect(A).energy(1);
        }
    }

    /// solar_powered.2: with Friend of Children 2.
    #[test]
    fn with_friend_of_children() {
        for book in BOOKS {
            let mut table =
                Table::of(2).by(book).holds(A, Card::SolarPowered).holds(A, Card::FriendOfChildren);
            table.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            table.expect(A).energy(2);
        }
    }

    /// solar_powered.3, mimic/solar_powered, Q-17: after sales; skipped by an immediate Frenzy; a copy pays too.
    #[test]
    fn sales_frenzy_and_copy() {
        for book in BOOKS {
            let mut sale = Table::of(2)
                .by(book)
                .holds(A, Card::SolarPowered)
                .holds(A, Card::Metamorph)
                .holds(A, Card::Jets);
            sale.shopping(A).says(A, Question::End, Pass).says(A, Question::Sell, Pick(Card::Jets));
            sale.says(A, Question::Sell, Pass).next_turn(B, 6);
            sale.expect(A).energy(5);
            let mut frenzy = Table::of(2)
                .by(book)
                .holds(A, Card::SolarPowered)
                .poison(A, 1)
                .energy(A, 7)
                .sale(Card::Frenzy);
            frenzy.shopping(A).buys(Card::Frenzy).next_turn(A, 6);
            frenzy.expect(A).energy(if book == Polish { 0 } else { 1 });
            frenzy.expect(A).hearts(if book == Polish { 10 } else { 9 });
        }
        for book in PRINTINGS {
            let mut copied =
                Table::of(2).by(book).holds(A, Card::SolarPowered).mimics(A, Card::SolarPowered);
            copied.turn(A).keeps("1 1 2 2 3 3").may_pass(Question::End).next_turn(B, 6);
            copied.expect(A).energy(2);
        }
    }
}

//! Energy Hoarder.

use crate::event::Cause;
use crate::game::Game;
use crate::power::{Ending, Power, stake};
use crate::state::Me;

/// Ending your turn you earn 1 star per full 6 energy you hold.
pub(crate) const POWER: Power = Power {
    at_my_turn_end: Some(count_energy),
    ending: Some(Ending { order: 3, reads: stake::ENERGY | stake::CARDS, writes: stake::STARS }),
    ..Power::card("Energy Hoarder", 3)
};

fn count_energy(game: &mut Game<'_>, me: Me) {
    let stars = game.monster(me.owner).energy / 6;
    game.gain_stars(me.owner, stars, Cause::Card(me.acts_as));
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// energy_hoarder.1, orders/end of turn: energy is counted, not spent, and after what Metamorph brought.
    #[test]
    fn counted_after_sales() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).holds(A, Card::EnergyHoarder).energy(A, 13);
            table.shopping(A).done();
            table.expect(A).stars(2).energy(13);
            let mut sells = Table::of(2)
                .by(book)
                .holds(A, Card::EnergyHoarder)
                .holds(A, Card::Metamorph)
                .energy(A, 3);
            sells.shopping(A).done().says(A, Question::End, Pass);
            sells.says(A, Question::Sell, Pick(Card::Metamorph)).next_turn(B, 6);
            sells.expect(A).stars(1).energy(6);
            let mut five = Table::of(2).by(book).holds(A, Card::EnergyHoarder).energy(A, 5);
            five.shopping(A).done();
            five.expect(A).stars(0);
        }
    }

    /// energy_hoarder.2, mimic/energy_hoarder: stored energy does not count; a copy doubles the stars.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::EnergyHoarder)
                .mimics(A, Card::EnergyHoarder)
                .holds(B, Card::BatteryMonster)
                .energy(A, 12);
            table.shopping(A).done();
            table.expect(A).stars(4);
            let mut stored = Table::of(2)
                .by(book)
                .holds(A, Card::EnergyHoarder)
                .holds(A, Card::BatteryMonster)
                .energy(A, 5);
            stored.shopping(A).done();
            stored.expect(A).stars(0);
        }
    }
}

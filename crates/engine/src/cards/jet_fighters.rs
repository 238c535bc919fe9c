//! Jet Fighters.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::seat::Seats;
use crate::state::{Gain, Me};

/// +5 stars; the buyer takes 4 damage.
pub(crate) const POWER: Power = Power {
    when_gained: Some(stars_at_a_price),
    ..Power::card("Jet Fighters", 5)
};

fn stars_at_a_price(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 5, Cause::Card(me.acts_as));
    game.hurt(Some(me.owner), Cause::Card(me.acts_as), Seats::one(me.owner), 4);
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// jet_fighters.1, V-03: stars first; 20 stars and dead is not a win.
    #[test]
    fn stars_at_a_price() {
        for book in BOOKS {
            let table = buy_it(Table::of(3).by(book), Card::JetFighters);
            table.expect(A).stars(5).hearts(6);
            let mut dead =
                buy_it(Table::of(3).by(book).hearts(A, 4).stars(A, 15), Card::JetFighters);
            dead.next_turn(B, 6).expect(A).eliminated();
        }
    }

    /// jet_fighters.2: damage of a card: it can be prevented, and softened, and counts as lost hearts.
    #[test]
    fn it_is_damage() {
        for book in BOOKS {
            let mut wings = buy_it(Table::of(3).by(book).holds(A, Card::Wings), Card::JetFighters);
            wings.defends(A, Card::Wings).expect(A).hearts(10);
            let mut rolls =
                buy_it(Table::of(3).by(book).holds(A, Card::Camouflage), Card::JetFighters);
            rolls.throws(A, "H H 1 1").expect(A).hearts(8);
            let table = Table::of(3).by(book).holds(A, Card::WereOnlyMakingItStronger);
            buy_it(table, Card::JetFighters).expect(A).energy(2 + 1);
            for (card, hearts) in [(Card::NationalGuard, 8), (Card::Tank, 7)] {
                buy_it(Table::of(3).by(book), card).expect(A).hearts(hearts);
                let mut shielded = buy_it(Table::of(3).by(book).holds(A, Card::Wings), card);
                shielded.defends(A, Card::Wings).expect(A).hearts(10);
            }
        }
    }
}

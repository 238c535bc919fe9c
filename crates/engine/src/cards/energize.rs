//! Energize.

use crate::event::Cause;
use crate::power::Power;

/// +9 energy.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.gain_energy(me.owner, 9, Cause::Card(me.acts_as))),
    ..Power::card("Energize", 8)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// energize.1: the price first, then nine energy; with Friend of Children ten.
    #[test]
    fn nine_energy() {
        for book in PRINTINGS {
            let mut poor = Table::of(2).by(book).energy(A, 7).sale(Card::Energize);
            poor.shopping(A).may_not(Buy(Place::First));
            let table = buy_it(Table::of(2).by(book), Card::Energize);
            table.expect(A).energy(2 + 9);
            let friend =
                buy_it(Table::of(2).by(book).holds(A, Card::FriendOfChildren), Card::Energize);
            friend.expect(A).energy(2 + 10);
        }
    }
}

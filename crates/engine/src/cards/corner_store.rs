//! Corner Store.

use crate::event::Cause;
use crate::power::Power;

/// +1 star.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.gain_stars(me.owner, 1, Cause::Card(me.acts_as))),
    ..Power::card("Corner Store", 3)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// corner_store, P-01: one star.
    #[test]
    fn one_star() {
        for book in PRINTINGS {
            let mut table = buy_it(Table::of(2).by(book), Card::CornerStore);
            table.discarded(Card::CornerStore).expect(A).stars(1).energy(2);
        }
    }
}

//! Commuter Train.

use crate::event::Cause;
use crate::power::Power;

/// +2 stars.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.gain_stars(me.owner, 2, Cause::Card(me.acts_as))),
    ..Power::card("Commuter Train", 4)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// commuter_train, P-01: two stars.
    #[test]
    fn two_stars() {
        for book in PRINTINGS {
            let mut table = buy_it(Table::of(2).by(book), Card::CommuterTrain);
            table.discarded(Card::CommuterTrain).expect(A).stars(2).energy(2);
        }
    }
}

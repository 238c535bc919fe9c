//! Heal.

use crate::event::Cause;
use crate::power::Power;

/// +2 hearts for the buyer.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.heal(me.owner, 2, Cause::Card(me.acts_as))),
    ..Power::card("Heal", 3)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// heal.1: two hearts, in Tokyo too, never above the maximum; Regeneration adds one.
    #[test]
    fn two_hearts() {
        for book in PRINTINGS {
            for (before, after) in [(5, 7), (9, 10), (10, 10)] {
                let table = buy_it(Table::of(2).by(book).in_city(A).hearts(A, before), Card::Heal);
                table.expect(A).hearts(after);
            }
            let more = Table::of(2).by(book).hearts(A, 5).holds(A, Card::Regeneration);
            buy_it(more, Card::Heal).expect(A).hearts(8);
        }
    }
}

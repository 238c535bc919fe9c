//! Skyscraper.

use crate::event::Cause;
use crate::power::Power;

/// +4 stars.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.gain_stars(me.owner, 4, Cause::Card(me.acts_as))),
    ..Power::card("Skyscraper", 6)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// skyscraper, P-01, M-02: four stars, and its place is filled again.
    #[test]
    fn four_stars() {
        for book in PRINTINGS {
            let mut table = buy_it(Table::of(2).by(book).deck(&[Card::Jets]), Card::Skyscraper);
            table.discarded(Card::Skyscraper).expect(A).stars(4).energy(2);
            assert_eq!(table.state.market[0], Some(Card::Jets));
        }
    }
}

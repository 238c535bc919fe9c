//! Apartment Building.

use crate::event::Cause;
use crate::power::Power;

/// +3 stars.
pub(crate) const POWER: Power = Power {
    when_gained: Some(|game, me, _| game.gain_stars(me.owner, 3, Cause::Card(me.acts_as))),
    ..Power::card("Apartment Building", 5)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// apartment_building, P-01, Z-64: three stars.
    #[test]
    fn three_stars() {
        for book in PRINTINGS {
            let mut table = buy_it(Table::of(2).by(book), Card::ApartmentBuilding);
            table.discarded(Card::ApartmentBuilding).expect(A).stars(3).energy(2);
        }
    }
}

//! Detritivore (first edition: Omnivore).

use crate::dice::Face;
use crate::power::Power;
use crate::state::{Me, State};

/// First edition: Once per turn score 1-2-3 for 2 stars; the dice may be used in other combinations too.
///
/// Second edition: When your dice include 1, 2 and 3 gain 2 stars besides their normal effects.
pub(crate) const POWER: Power = Power {
    scores: Some(one_two_three),
    titles: ["Omnivore", "Detritivore"],
    ..Power::card("Detritivore", 4)
};

fn one_two_three(state: &State, _: Me) -> u8 {
    let dice = state.turn.dice;
    let all = [Face::One, Face::Two, Face::Three].into_iter().all(|face| 0 < dice.count(face));
    if all { 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// detritivore.1, P-15, Z-55, orders/numbers: the dice serve in other sets too.
    #[test]
    fn dice_are_shared() {
        for book in BOOKS {
            let mut table = Table::of(2).by(book).holds(A, Card::Detritivore);
            table.turn(A).keeps("1 1 1 2 3 E");
            table.expect(A).stars(3).energy(1);
            let mut without = Table::of(2).by(book).holds(A, Card::Detritivore);
            without.turn(A).keeps("1 1 1 2 2 2");
            without.expect(A).stars(3);
        }
    }

    /// detritivore.2, mimic/detritivore: once per turn and copy.
    #[test]
    fn once_per_copy() {
        for book in BOOKS {
            let mut once = Table::of(2).by(book).holds(A, Card::Detritivore);
            once.turn(A).keeps("1 1 2 2 3 3");
            once.expect(A).stars(2);
        }
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut twice =
                Table::of(2).by(book).holds(A, Card::Detritivore).mimics(A, Card::Detritivore);
            twice.turn(A).keeps("1 2 3 E H H");
            twice.expect(A).stars(4);
        }
    }
}

//! Poison Quills.

use crate::dice::Face;
use crate::power::Power;

/// First edition: When you score three or more 2s, deal 2 damage to every monster you could attack.
///
/// Second edition: Three or more 2s give your roll two bonus claws.
pub(crate) const POWER: Power = Power {
    adds_always: Some(|state, _| if 3 <= state.turn.dice.count(Face::Two) { 2 } else { 0 }),
    ..Power::card("Poison Quills", 3)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// poison_quills.1, poison_quills.4: with the claws one packet of 2 more, flat; the 2s still score.
    #[test]
    fn with_claws() {
        for book in BOOKS {
            let table = || {
                Table::of(3)
                    .by(book)
                    .in_city(C)
                    .holds(A, Card::PoisonQuills)
                    .holds(C, Card::ArmorPlating)
            };
            let mut three = table();
            three.turn(A).keeps("2 2 2 C 1 3").usual_order().stays(C);
            three.expect(C).hearts(7);
            three.expect(A).stars(2);
            let mut four = table();
            four.turn(A).keeps("2 2 2 2 C 1").usual_order().stays(C);
            four.expect(C).hearts(7);
            four.expect(A).stars(3);
            let mut two = table();
            two.turn(A).keeps("2 2 1 3 1 3").next_turn(B, 6);
            two.expect(C).hearts(10);
        }
    }

    /// poison_quills.2: first edition without a claw: damage, but no attack.
    #[test]
    fn first_edition_without_a_claw() {
        for book in FIRST_EDITION {
            let mut table = Table::of(3).by(book).in_city(C).holds(A, Card::PoisonQuills);
            table.turn(A).keeps("2 2 2 1 1 3").usual_order().next_turn(B, 6);
            table.expect(C).hearts(8).in_city();
            table.expect(A).outside().stars(2);
            let mut empty = Table::of(3).by(book).holds(A, Card::PoisonQuills);
            empty
                .turn(A)
                .keeps("2 2 2 1 1 3")
                .may_pass(Question::Resolve)
                .next_turn(B, 6)
                .tokyo_empty();
        }
    }

    /// poison_quills.3, orders/tally of claws (second): the two claws are claws.
    #[test]
    fn second_edition_without_a_claw() {
        let mut table = Table::of(4)
            .in_city(C)
            .holds(A, Card::PoisonQuills)
            .holds(A, Card::AlphaMonster)
            .holds(A, Card::SpikedTail)
            .holds(A, Card::FireBreathing);
        table.turn(A).keeps("2 2 2 1 1 3").usual_order().yields(C);
        table.expect(C).hearts(7).outside();
        table.expect(B).hearts(9);
        table.expect(D).hearts(9);
        table.expect(A).in_city().stars(2 + 1 + 1);
        let mut urban =
            Table::of(3).in_city(A).holds(A, Card::PoisonQuills).holds(A, Card::Urbavore);
        urban.turn(A).keeps("2 2 2 1 1 3").usual_order();
        urban.expect(B).hearts(7);
    }

    /// mimic/poison_quills: four.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::PoisonQuills)
                .mimics(A, Card::PoisonQuills);
            table.turn(A).keeps("2 2 2 1 1 3").usual_order().may_pass(Question::Yield);
            table.expect(C).hearts(6);
        }
    }
}

//! Spiked Tail.

use crate::power::Power;

/// First edition: Your attacks deal 1 extra damage.
///
/// Second edition: Any roll holding a claw counts one bonus claw.
pub(crate) const POWER: Power = Power {
    adds_to_claws: Some(|_, _| 1),
    ..Power::card("Spiked Tail", 5)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// spiked_tail.1, K-06, P-22, Z-62: without a claw nothing.
    #[test]
    fn it_needs_a_claw() {
        for book in BOOKS {
            let mut table = Table::of(3).by(book).in_city(C).holds(A, Card::SpikedTail);
            table.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            table.expect(C).hearts(10);
        }
    }

    /// spiked_tail.2: one packet with the claws.
    #[test]
    fn part_of_the_packet() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::SpikedTail)
                .holds(C, Card::ArmorPlating);
            table.turn(A).keeps("C 1 2 2 3 3").stays(C);
            table.expect(C).hearts(8);
            let mut many = Table::of(4).by(book).in_city(A).holds(A, Card::SpikedTail);
            many.turn(A).keeps("C C 1 2 3 3");
            for seat in [B, C, D] {
                many.expect(seat).hearts(7);
            }
        }
    }

    /// mimic/spiked_tail: two more.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::SpikedTail)
                .mimics(A, Card::SpikedTail);
            table.turn(A).keeps("C 1 2 2 3 3").stays(C);
            table.expect(C).hearts(7);
        }
    }
}

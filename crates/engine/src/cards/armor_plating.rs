//! Armor Plating.

use crate::power::Power;

/// Damage that would cost you exactly 1 heart costs you none.
pub(crate) const POWER: Power = Power {
    when_damage_comes: Some(|game, me| {
        if game.damage_to(me.owner) == 1 {
            game.prevent(me, 1)
        }
    }),
    ..Power::card("Armor Plating", 4)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// armor_plating.1: each source by itself, never the sum of the turn.
    #[test]
    fn every_packet_is_judged_alone() {
        for book in PRINTINGS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::ArmorPlating)
                .energy(A, 3)
                .sale(Card::FlameThrower);
            table.turn(A).keeps("C 1 2 2 3 3");
            if book == Icelandic {
                table.stays(C);
            }
            table.expect(C).hearts(10);
            table.buys(Card::FlameThrower);
            table.expect(B).hearts(8);
            table.expect(C).hearts(8);
        }
    }

    /// armor_plating.2, T01: claws and bonuses of one attack are one packet.
    #[test]
    fn claws_and_their_bonus_are_one_packet() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::SpikedTail)
                .holds(C, Card::ArmorPlating);
            table.turn(A).keeps("C 1 2 2 3 3").asks(C, Question::Yield);
            table.expect(C).hearts(8);
        }
    }

    /// armor_plating.3: one poison token is ignored, two are one packet of 2.
    #[test]
    fn poison() {
        for book in BOOKS {
            for (tokens, hearts) in [(1, 10), (2, 8)] {
                let mut table =
                    Table::of(2).by(book).poison(A, tokens).holds(A, Card::ArmorPlating);
                table.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
                table.expect(A).hearts(hearts);
            }
        }
    }

    /// armor_plating.4: it comes last, so what Camouflage leaves may be ignored; a packet of 1 is not rolled for.
    #[test]
    fn after_camouflage() {
        for book in PRINTINGS {
            let table = || {
                Table::of(3)
                    .by(book)
                    .in_city(C)
                    .holds(C, Card::ArmorPlating)
                    .holds(C, Card::Camouflage)
            };
            let mut two = table();
            two.turn(A).keeps("C C 1 2 3 3").throws(C, "H 1");
            two.expect(C).hearts(10);
            let mut one = table();
            one.turn(A).keeps("C 1 2 2 3 3");
            one.expect(C).hearts(10);
        }
    }

    /// armor_plating.5: nothing lost: no token, the attacker's Herbivore pays, and in the second edition no yield.
    #[test]
    fn nothing_lost_is_no_attack() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::PoisonSpit)
                .holds(A, Card::ShrinkRay)
                .holds(A, Card::Herbivore)
                .holds(C, Card::ArmorPlating);
            table.turn(A).keeps("C 1 2 2 3 3");
            if [Icelandic, Polish, Czech].contains(&book) {
                table.stays(C);
            }
            table.next_turn(B, 6);
            table.expect(C).hearts(10).poison(0).shrink(0);
            table.expect(A).stars(1);
        }
    }

    /// armor_plating.6: what Fire Breathing adds to a bystander, and Burrowing's bite, are packets of 1.
    #[test]
    fn packets_beside_the_attack() {
        let mut fire =
            Table::of(3).in_city(C).holds(A, Card::FireBreathing).holds(B, Card::ArmorPlating);
        fire.turn(A).keeps("C 1 2 2 3 3").stays(C);
        fire.expect(B).hearts(10);
        fire.expect(C).hearts(8);
        for book in BOOKS {
            let mut bite = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Burrowing)
                .holds(A, Card::ArmorPlating);
            bite.turn(A).keeps("C 1 2 2 3 3").yields(C);
            bite.expect(A).hearts(10).in_city();
        }
    }

    /// armor_plating.7, mimic/armor_plating: a copy does not make it ignore 2.
    #[test]
    fn copied() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::ArmorPlating)
                .mimics(C, Card::ArmorPlating);
            table.turn(A).keeps("C C 1 2 3 3").stays(C);
            table.expect(C).hearts(8);
            // A copy in other hands works as the card.
            let mut other = Table::of(3)
                .by(book)
                .holds(B, Card::ArmorPlating)
                .mimics(A, Card::ArmorPlating)
                .poison(A, 1);
            other.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            other.expect(A).hearts(10);
        }
    }

    /// armor_plating.8: hearts lost by losing Even Bigger are not damage.
    #[test]
    fn losing_even_bigger_is_not_ignored() {
        let mut table = Table::of(2)
            .holds(A, Card::ArmorPlating)
            .holds(A, Card::EvenBigger)
            .holds(A, Card::Metamorph)
            .hearts(A, 11);
        table.shopping(A).says(A, Question::Sell, Pick(Card::EvenBigger));
        table.expect(A).hearts(10);
    }
}

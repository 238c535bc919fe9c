//! Acid Attack.

use crate::power::Power;

/// First edition: Each of your turns, when claws resolve, every monster you could hit takes 1 extra damage, even if you rolled no claw.
///
/// Second edition: Your roll always counts one bonus claw.
pub(crate) const POWER: Power = Power {
    adds_always: Some(|_, _| 1),
    ..Power::card("Acid Attack", 6)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// acid_attack.1: the point joins the claws in one packet; alone it is a packet of 1, which Armor Plating ignores.
    #[test]
    fn first_edition_it_is_part_of_the_packet() {
        for book in FIRST_EDITION {
            let table = || Table::of(3).by(book).in_city(C).holds(A, Card::AcidAttack);
            let mut plain = table();
            plain.turn(A).keeps("C 1 2 2 3 3").stays(C);
            plain.expect(C).hearts(8);
            let mut armored = table().holds(C, Card::ArmorPlating);
            armored.turn(A).keeps("C 1 2 2 3 3").stays(C);
            armored.expect(C).hearts(8);
            let mut alone = table().holds(C, Card::ArmorPlating);
            alone.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            alone.expect(C).hearts(10);
        }
    }

    /// acid_attack.2: it reaches whom the claws could reach; with Nova Breath everybody else.
    #[test]
    fn first_edition_it_reaches_only_monsters_that_could_be_attacked() {
        let mut outside = Table::of(3).by(Icelandic).in_city(C).holds(A, Card::AcidAttack);
        outside.turn(A).keeps("1 1 2 2 3 3");
        outside.expect(B).hearts(10);
        outside.expect(C).hearts(9);
        let mut inside = Table::of(5).by(Icelandic).in_city(C).in_bay(A).holds(A, Card::AcidAttack);
        inside.turn(A).keeps("1 1 2 2 3 3");
        inside.expect(C).hearts(10);
        for seat in [B, D, E] {
            inside.expect(seat).hearts(9);
        }
        let mut nova = Table::of(3)
            .by(Icelandic)
            .in_city(C)
            .holds(A, Card::AcidAttack)
            .holds(A, Card::NovaBreath);
        nova.turn(A).keeps("1 1 2 2 3 3");
        nova.expect(B).hearts(9);
        nova.expect(C).hearts(9);
    }

    /// acid_attack.3, K-06, Z-62: without a rolled claw it is not an attack: no yield, no entry, no bonus of other cards.
    #[test]
    fn first_edition_it_is_no_attack_without_a_claw() {
        for book in FIRST_EDITION {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .hearts(C, 1)
                .holds(A, Card::AcidAttack)
                .holds(A, Card::AlphaMonster)
                .holds(A, Card::SpikedTail);
            table.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            table.expect(C).eliminated();
            table.expect(A).outside().stars(0);
            let mut inside = Table::of(3)
                .by(book)
                .in_city(A)
                .holds(A, Card::AcidAttack)
                .holds(A, Card::Urbavore);
            inside.turn(A).keeps("1 1 2 2 3 3");
            inside.expect(B).hearts(9);
            let mut lives = Table::of(3).by(book).in_city(C).holds(A, Card::AcidAttack);
            lives.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            lives.expect(C).hearts(9).in_city();
        }
    }

    /// acid_attack.4, Q-28: the added claw is a claw like any other.
    #[test]
    fn second_edition_the_added_claw_does_what_claws_do() {
        let mut table = Table::of(4)
            .in_city(C)
            .holds(A, Card::AcidAttack)
            .holds(A, Card::AlphaMonster)
            .holds(A, Card::FireBreathing)
            .holds(A, Card::PoisonSpit)
            .holds(A, Card::ShrinkRay);
        table.turn(A).keeps("1 1 2 2 3 3").yields(C);
        table.expect(C).hearts(9).poison(1).shrink(1).outside();
        table.expect(B).hearts(9).poison(0);
        table.expect(D).hearts(9).shrink(0);
        table.expect(A).in_city().stars(2);
        let mut complete =
            Table::of(3).holds(A, Card::AcidAttack).holds(A, Card::CompleteDestruction);
        complete.turn(A).keeps("1 2 3 E H H").usual_order();
        // The first entry of the game, by a claw that no die shows.
        complete.expect(A).stars(10).in_city();
    }

    /// acid_attack.5, S21, `added_claws_count`: the added claw switches on Spiked Tail and Urbavore.
    #[test]
    fn second_edition_the_added_claw_feeds_cards_that_ask_for_one() {
        let mut spiked =
            Table::of(3).in_city(C).holds(A, Card::AcidAttack).holds(A, Card::SpikedTail);
        spiked.turn(A).keeps("1 1 2 2 3 3").stays(C);
        spiked.expect(C).hearts(8);
        let mut urban = Table::of(3).in_city(A).holds(A, Card::AcidAttack).holds(A, Card::Urbavore);
        urban.turn(A).keeps("1 1 2 2 3 3");
        urban.expect(B).hearts(8);
        let mut alone = Table::of(3)
            .house("added_claws_count", "false")
            .in_city(C)
            .holds(A, Card::AcidAttack)
            .holds(A, Card::SpikedTail);
        alone.turn(A).keeps("1 1 2 2 3 3").stays(C);
        alone.expect(C).hearts(9);
    }

    /// acid_attack.6: never added to damage from bought cards, to a bite or to poison.
    #[test]
    fn it_adds_nothing_to_other_damage() {
        for book in PRINTINGS {
            let table = Table::of(3).by(book).holds(A, Card::AcidAttack);
            let table = buy_it(table, Card::FlameThrower);
            table.expect(B).hearts(8);
            let mut bitten = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Burrowing)
                .holds(C, Card::AcidAttack);
            bitten.turn(A).keeps("C 1 2 2 3 3").yields(C);
            bitten.expect(A).hearts(9);
            let mut poisoned = Table::of(2).by(book).poison(A, 1).holds(A, Card::AcidAttack);
            poisoned.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            poisoned.expect(A).hearts(9);
        }
    }

    /// acid_attack.7, Q-09: only in the owner's own turn, and from the dice step after the purchase.
    #[test]
    fn it_works_in_the_owners_turns_only() {
        for book in PRINTINGS {
            let mut other = Table::of(3).by(book).in_city(C).holds(B, Card::AcidAttack);
            other.turn(A).keeps("C 1 2 2 3 3").stays(C);
            other.expect(C).hearts(9);
            let mut bought = Table::of(3).by(book).in_city(C).energy(A, 6).sale(Card::AcidAttack);
            bought.turn(A).keeps("1 1 2 2 3 3").buys(Card::AcidAttack).next_turn(B, 6);
            bought.expect(C).hearts(10);
        }
    }

    /// acid_attack.8: outside an empty Tokyo; first edition nothing, second edition a claw.
    #[test]
    fn into_an_empty_tokyo() {
        for book in FIRST_EDITION {
            let mut first =
                Table::of(3).by(book).holds(A, Card::AcidAttack).holds(A, Card::AlphaMonster);
            first.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6).tokyo_empty();
            first.expect(A).stars(0);
        }
        let mut second = Table::of(3).holds(A, Card::AcidAttack).holds(A, Card::AlphaMonster);
        second.turn(A).keeps("1 1 2 2 3 3");
        second.expect(A).in_city().stars(2);
    }

    /// mimic/acid_attack: one more damage or claw, in the same packet.
    #[test]
    fn copied() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::AcidAttack)
                .mimics(A, Card::AcidAttack)
                .holds(C, Card::ArmorPlating);
            table.turn(A).keeps("1 1 2 2 3 3");
            table.expect(C).hearts(8);
        }
    }
}

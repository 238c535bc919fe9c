//! Poison Spit.

use crate::event::Token;
use crate::power::Power;

/// First edition: Each monster you damage receives a poison token; tokens cost their bearer 1 heart apiece whenever its turn ends. A rolled heart can be spent on removing a token instead of healing.
///
/// Second edition: Each monster you smash gets a poison token; same end-of-turn loss and same removal.
pub(crate) const POWER: Power = Power {
    when_i_wound: Some(|game, _, victim| game.add_token(victim, Token::Poison)),
    ..Power::card("Poison Spit", 4)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// poison_spit.1, P-06: one token per victim and attack, if it lost a heart.
    #[test]
    fn one_token_per_victim() {
        for book in BOOKS {
            let mut table = Table::of(4)
                .by(book)
                .in_city(A)
                .holds(A, Card::PoisonSpit)
                .holds(C, Card::Wings)
                .energy(C, 2);
            table.turn(A).keeps("C C 1 2 3 3").defends(C, Card::Wings);
            table.expect(B).hearts(8).poison(1);
            table.expect(C).hearts(10).poison(0);
            table.expect(D).hearts(8).poison(1);
        }
    }

    /// poison_spit.2: not from bought cards, bites, or Fire Breathing beside the attack.
    #[test]
    fn damage_without_tokens() {
        for book in BOOKS {
            let table =
                buy_it(Table::of(3).by(book).holds(A, Card::PoisonSpit), Card::FlameThrower);
            table.expect(B).hearts(8).poison(0);
            let mut bite = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::PoisonSpit)
                .holds(C, Card::Burrowing);
            bite.turn(A).keeps("C 1 2 2 3 3").yields(C);
            bite.expect(A).hearts(9).poison(0);
        }
        for book in [Icelandic, Polish, Dutch] {
            let mut fire = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::PoisonSpit)
                .holds(A, Card::FireBreathing);
            fire.turn(A).keeps("C 1 2 2 3 3").stays(C);
            fire.expect(B).hearts(9).poison(0);
            fire.expect(C).hearts(8).poison(1);
        }
    }

    /// poison_spit.1, G-02: tokens are handed out once all losses of the attack are dealt.
    #[test]
    fn tokens_come_after_all_losses() {
        for book in BOOKS {
            let mut table = Table::of(3).by(book).in_city(A).holds(A, Card::PoisonSpit);
            table.turn(A).keeps("C C 1 2 2 3").next_turn(B, 6);
            let hurt = |event: &Event| matches!(event, Event::Hurt { .. });
            let tokens = |event: &Event| matches!(event, Event::Tokens { .. });
            assert_eq!((table.happened(hurt), table.happened(tokens)), (2, 2));
            assert!(table.events.iter().rposition(hurt) < table.events.iter().position(tokens));
        }
    }

    /// poison_spit.3, Z-46, G-06: tokens work when the card and its owner are gone.
    #[test]
    fn tokens_stay() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .hearts(B, 2)
                .holds(B, Card::PoisonSpit)
                .poison(A, 2)
                .energy(A, 5)
                .sale(Card::FlameThrower);
            table.shopping(A).buys(Card::FlameThrower).done().next_turn(C, 6);
            table.expect(B).eliminated();
            table.expect(A).hearts(8).poison(2);
        }
    }

    /// poison_spit.4, D-06, D-07, Z-47, T14: removed by heart dice only, and only outside Tokyo.
    #[test]
    fn removing_tokens() {
        for book in BOOKS {
            let mut outside = Table::of(2).by(book).hearts(A, 8).poison(A, 1).shrink(A, 2);
            outside.turn(A).next_turn(A, 4).keeps("H H 1 2").asks(A, Question::Hearts);
            outside
                .may(Heal)
                .may(DropShrink)
                .answers(DropPoison)
                .answers(DropShrink)
                .next_turn(B, 6);
            outside.expect(A).hearts(8).poison(0).shrink(1);
            let mut inside =
                Table::of(2).by(book).in_city(A).hearts(A, 8).poison(A, 1).shrink(A, 2);
            inside.turn(A).keeps("H H 1 2").next_turn(B, 6);
            inside.expect(A).hearts(7).poison(1).shrink(2);
            let mut healed = buy_it(Table::of(2).by(book).hearts(A, 5).poison(A, 1), Card::Heal);
            healed.asks(A, Question::Shop);
            healed.expect(A).hearts(7).poison(1);
        }
    }

    /// poison_spit.5, E-03: one packet at the end of the bearer's own turn, dealt by nobody.
    #[test]
    fn the_poison_works() {
        for book in BOOKS {
            let mut table = Table::of(2).by(book).poison(A, 3).holds(A, Card::FreezeTime);
            table.turn(A).keeps("1 1 1 2 2 3");
            table.expect(A).hearts(7);
            table.says(A, Question::ExtraTurn, Yes).keeps("1 1 2 2 3").next_turn(B, 6);
            table.expect(A).hearts(4);
            table.keeps("1 1 2 2 3 3").next_turn(A, 6);
            table.expect(A).hearts(4);
            let mut wings = Table::of(2).by(book).poison(A, 3).holds(A, Card::Wings).energy(A, 2);
            wings.turn(A).keeps("1 1 2 2 3 3").done().defends(A, Card::Wings).next_turn(B, 6);
            wings.expect(A).hearts(10).energy(0);
            let mut rolls = Table::of(2).by(book).poison(A, 2).holds(A, Card::Camouflage);
            rolls.turn(A).keeps("1 1 2 2 3 3").throws(A, "H 1").next_turn(B, 6);
            rolls.expect(A).hearts(9);
            let mut armor = Table::of(2).by(book).poison(A, 1).holds(A, Card::ArmorPlating);
            armor.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            armor.expect(A).hearts(10);
        }
    }

    /// poison_spit.6, mimic/poison_spit: two tokens per victim.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::PoisonSpit)
                .mimics(A, Card::PoisonSpit);
            table.turn(A).keeps("C 1 2 2 3 3").stays(C);
            table.expect(C).poison(2);
        }
    }

    /// poison_spit.7, G-06: an eliminated monster's tokens go back.
    #[test]
    fn the_tokens_of_the_dead() {
        for book in BOOKS {
            let table = buy_it(
                Table::of(3).by(book).hearts(B, 2).poison(B, 2).shrink(B, 1),
                Card::FlameThrower,
            );
            table.expect(B).eliminated().poison(0).shrink(0);
        }
    }

    /// first edition: damage of Acid Attack or Poison Quills without a claw brings a token, and no yield.
    #[test]
    fn first_edition_damage_without_a_claw() {
        for book in FIRST_EDITION {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::PoisonSpit)
                .holds(A, Card::ShrinkRay)
                .holds(A, Card::AcidAttack);
            table.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            table.expect(C).hearts(9).poison(1).shrink(1).in_city();
        }
    }
}

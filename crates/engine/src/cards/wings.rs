//! Wings.

use crate::answer::Answer;
use crate::event::Event;
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// Pay 2 energy: you lose no hearts for the rest of this turn.
pub(crate) const POWER: Power = Power {
    a_copy_adds_nothing: true,
    defence_offers: Some(|state, me, answers| {
        if 2 <= state.monster(me.owner).energy {
            answers.one(Answer::Use(me.card))
        }
    }),
    answered: Some(fly),
    ..Power::card("Wings", 6)
};

fn fly(game: &mut Game<'_>, me: Me, _: Answer) {
    game.tell(Event::Used { seat: me.owner, card: me.card });
    game.pay(me.owner, 2);
    game.shield(me.owner);
    game.prevent(me, u8::MAX);
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// wings.1: after the dice are seen, before the loss; then nothing hurts in this turn.
    #[test]
    fn between_the_roll_and_the_wound() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Wings)
                .energy(C, 2)
                .energy(A, 3)
                .sale(Card::FlameThrower);
            table.turn(A).keeps("C C C 1 2 3").defends(C, Card::Wings).may_pass(Question::Yield);
            table.expect(C).hearts(10).energy(0);
            table.buys(Card::FlameThrower);
            table.expect(C).hearts(10);
            table.expect(B).hearts(8);
            let mut poor = Table::of(3).by(book).in_city(C).holds(C, Card::Wings).energy(C, 1);
            poor.turn(A).keeps("C 1 2 2 3 3").stays(C);
            poor.expect(C).hearts(9);
        }
    }

    /// wings.2: in one's own turn, against one's own cards and poison.
    #[test]
    fn in_ones_own_turn() {
        for book in BOOKS {
            let table = Table::of(2).by(book).holds(A, Card::Wings).poison(A, 3);
            let mut table = buy_it(table, Card::JetFighters);
            table.defends(A, Card::Wings).next_turn(B, 6);
            table.expect(A).hearts(10).energy(0).stars(5);
        }
    }

    /// wings.3: nothing lost: no tokens, the attacker's Herbivore pays, and in the second edition no yield.
    #[test]
    fn nothing_lost() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Wings)
                .energy(C, 2)
                .holds(A, Card::PoisonSpit)
                .holds(A, Card::Herbivore);
            table.turn(A).keeps("C 1 2 2 3 3").defends(C, Card::Wings);
            if [Icelandic, Polish, Czech].contains(&book) {
                table.stays(C);
            }
            table.next_turn(B, 6);
            table.expect(C).poison(0);
            table.expect(A).stars(1);
        }
    }

    /// wings.4: it ends with the turn; an extra turn is another turn.
    #[test]
    fn it_ends_with_the_turn() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Wings)
                .energy(C, 2)
                .holds(A, Card::FreezeTime);
            table.turn(A).keeps("1 1 1 C 2 2").usual_order().defends(C, Card::Wings);
            table.may_pass(Question::Yield).says(A, Question::ExtraTurn, Yes);
            table.keeps("C 1 2 2 3").stays(C);
            table.expect(C).hearts(9);
        }
    }

    /// wings.5, mimic/wings: not against losing Even Bigger; a copy beside it adds nothing.
    #[test]
    fn what_it_does_not_do() {
        for book in FIRST_EDITION {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::Wings)
                .holds(A, Card::EvenBigger)
                .holds(A, Card::Metamorph)
                .hearts(A, 9)
                .energy(A, 2);
            table.shopping(A).done().says(A, Question::Sell, Pick(Card::EvenBigger));
            table.expect(A).hearts(7);
        }
        for book in PRINTINGS {
            let mut both = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Wings)
                .mimics(C, Card::Wings)
                .energy(C, 4);
            both.turn(A).keeps("C 1 2 2 3 3").asks(C, Question::Defend).may_not(Use(Card::Mimic));
            both.defends(C, Card::Wings).expect(C).hearts(10).energy(2);
            let mut alone = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(B, Card::Wings)
                .mimics(C, Card::Wings)
                .energy(C, 2);
            alone
                .turn(A)
                .keeps("C 1 2 2 3 3")
                .defends(C, Card::Mimic)
                .expect(C)
                .hearts(10)
                .energy(0);
        }
    }

    /// paid, its owner stays shielded even if the card is bought away.
    #[test]
    fn the_shield_outlasts_the_card() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Wings)
                .energy(C, 2)
                .holds(A, Card::ParasiticTentacles)
                .energy(A, 9)
                .sale(Card::FlameThrower);
            table.turn(A).may_pass(Question::Start).keeps("C 1 2 2 3 3").may_pass(Question::Change);
            table.defends(C, Card::Wings).may_pass(Question::Yield);
            table.takes(Card::Wings).buys(Card::FlameThrower);
            table.expect(C).hearts(10).energy(6);
            table.expect(B).hearts(8);
        }
    }
}

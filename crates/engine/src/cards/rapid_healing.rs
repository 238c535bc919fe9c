//! Rapid Healing.

use crate::answer::{Answer, Answers};
use crate::event::{Cause, Event};
use crate::game::Game;
use crate::power::Power;
use crate::state::{Me, State};

/// Buy hearts at 2 energy each, at any moment.
pub(crate) const POWER: Power = Power {
    a_copy_adds_nothing: true,
    defence_offers: Some(a_heart_for_two),
    any_time_offers: Some(a_heart_for_two),
    answered: Some(buy_a_heart),
    ..Power::card("Rapid Healing", 3)
};

fn a_heart_for_two(state: &State, me: Me, answers: &mut Answers) {
    let monster = state.monster(me.owner);
    if 2 <= monster.energy && monster.hearts < state.hearts_max(me.owner) {
        answers.one(Answer::Use(me.card));
    }
}

fn buy_a_heart(game: &mut Game<'_>, me: Me, _: Answer) {
    game.tell(Event::Used { seat: me.owner, card: me.card });
    game.pay(me.owner, 2);
    game.heal(me.owner, 1, Cause::Card(me.acts_as));
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// rapid_healing.1, P-16, Z-58: as often as one can pay.
    #[test]
    fn as_often_as_one_can_pay() {
        for book in PRINTINGS {
            let mut table =
                Table::of(2).by(book).holds(A, Card::RapidHealing).hearts(A, 5).energy(A, 5);
            table.turn(A).rolls("1 1 2 2 3 3").answers(Use(Card::RapidHealing));
            table.answers(Use(Card::RapidHealing)).may_not(Use(Card::RapidHealing));
            table.expect(A).hearts(7).energy(1);
        }
    }

    /// rapid_healing.2, Q-29: in Tokyo too, and before damage that is on its way, never above the maximum.
    #[test]
    fn before_the_loss() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .hearts(C, 1)
                .holds(C, Card::RapidHealing)
                .energy(C, 4);
            table.turn(A).keeps("C C 1 2 3 3").defends(C, Card::RapidHealing);
            table.defends(C, Card::RapidHealing).asks(C, Question::Yield);
            table.expect(C).hearts(1).energy(0);
            let mut full =
                Table::of(3).by(book).in_city(C).holds(C, Card::RapidHealing).energy(C, 4);
            full.turn(A).keeps("C C 1 2 3 3").asks(C, Question::Yield);
            full.expect(C).hearts(8);
        }
    }

    /// rapid_healing.3: not once one has reached 0; with Regeneration each use heals 2.
    #[test]
    fn too_late_and_more() {
        for book in BOOKS {
            let mut late = Table::of(3)
                .by(book)
                .in_city(C)
                .hearts(C, 1)
                .holds(C, Card::RapidHealing)
                .energy(C, 4);
            late.turn(A).keeps("C C 1 2 3 3").takes_it(C);
            late.expect(C).eliminated();
            let mut more = Table::of(2)
                .by(book)
                .holds(A, Card::RapidHealing)
                .holds(A, Card::Regeneration)
                .hearts(A, 5)
                .energy(A, 2);
            more.turn(A).rolls("1 1 2 2 3 3").answers(Use(Card::RapidHealing));
            more.expect(A).hearts(7);
        }
    }

    /// rapid_healing.4: at any question of its owner, and before poison at the end of the turn.
    #[test]
    fn when_it_is_offered() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::RapidHealing)
                .hearts(A, 1)
                .poison(A, 1)
                .energy(A, 2);
            table.turn(A).rolls("1 1 2 2 3 3").may(Use(Card::RapidHealing)).stops();
            table.asks(A, Question::Shop).may(Use(Card::RapidHealing)).done();
            table.defends(A, Card::RapidHealing).next_turn(B, 6);
            table.expect(A).hearts(1).energy(0);
            // In another's turn, when its owner is asked something.
            let mut yields = Table::of(3)
                .by(book)
                .in_city(C)
                .hearts(C, 5)
                .holds(C, Card::RapidHealing)
                .energy(C, 2);
            yields.turn(A).keeps("C 1 2 2 3 3").takes_it(C);
            yields.says(C, Question::Yield, Use(Card::RapidHealing)).stays(C);
            yields.expect(C).hearts(5).energy(0);
        }
    }

    /// mimic/rapid_healing: a copy beside the original adds nothing; alone it works as the card.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut both = Table::of(2)
                .by(book)
                .holds(A, Card::RapidHealing)
                .mimics(A, Card::RapidHealing)
                .hearts(A, 5)
                .energy(A, 4);
            both.turn(A)
                .rolls("1 1 2 2 3 3")
                .may_not(Use(Card::Mimic))
                .answers(Use(Card::RapidHealing));
            both.expect(A).hearts(6).energy(2);
            let mut alone = Table::of(2)
                .by(book)
                .holds(B, Card::RapidHealing)
                .mimics(A, Card::RapidHealing)
                .hearts(A, 5)
                .energy(A, 2);
            alone.turn(A).rolls("1 1 2 2 3 3").answers(Use(Card::Mimic));
            alone.expect(A).hearts(6).energy(0);
        }
    }
}

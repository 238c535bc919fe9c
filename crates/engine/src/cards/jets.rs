//! Jets.

use crate::answer::Answer;
use crate::game::Game;
use crate::power::Power;
use crate::question::Question;
use crate::state::Me;

/// Yielding spares you the heart loss of the attack you yield to.
pub(crate) const POWER: Power = Power {
    a_copy_adds_nothing: true,
    before_i_am_hit_in_tokyo: Some(ask_to_yield_already_now),
    own_answers: Some(|_, _, answers| {
        answers.one(Answer::Pass);
        answers.one(Answer::Yes);
    }),
    answered: Some(fly_off_or_stay),
    ..Power::card("Jets", 5)
};

/// Y-04: before the damage, and only once for this attack.
fn ask_to_yield_already_now(game: &mut Game<'_>, me: Me) {
    game.is_asked_to_leave(me.owner);
    game.ask(me.owner, Question::Flee, Some(me.card));
}

fn fly_off_or_stay(game: &mut Game<'_>, me: Me, answer: Answer) {
    if answer == Answer::Yes {
        game.takes_no_damage(me.owner);
        game.leave_by_choice(me.owner);
    } else {
        game.stay(me.owner);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// jets.1, Y-04, T05: asked before the damage; leaving cancels it, even a deadly one.
    #[test]
    fn leaving_spares_the_loss() {
        for book in BOOKS {
            let mut table = Table::of(3).by(book).in_city(C).hearts(C, 2).holds(C, Card::Jets);
            table.turn(A).keeps("C C C C 1 2").flees(C);
            table.expect(C).hearts(2).outside();
            table.expect(A).in_city().stars(1);
            let mut stays = Table::of(3).by(book).in_city(C).hearts(C, 2).holds(C, Card::Jets);
            stays.turn(A).keeps("C C C C 1 2").says(C, Question::Flee, Pass);
            stays.expect(C).eliminated();
            stays.expect(A).in_city().stars(1);
        }
    }

    /// jets.2, Z-26: nothing lost: no tokens, no energy for being hurt; the attacker moves in all the same.
    #[test]
    fn nothing_lost() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Jets)
                .holds(C, Card::WereOnlyMakingItStronger)
                .holds(A, Card::PoisonSpit)
                .holds(A, Card::ShrinkRay);
            table.turn(A).keeps("C C C 1 2 3").flees(C);
            table.expect(C).hearts(10).poison(0).shrink(0).energy(0);
            table.expect(A).in_city();
        }
    }

    /// jets.3: the packet of the attack with all that is in it; nothing else.
    #[test]
    fn only_the_attack() {
        for book in BOOKS {
            let mut burning =
                Table::of(2).by(book).in_city(B).holds(B, Card::Jets).holds(A, Card::FireBreathing);
            burning.turn(A).keeps("C 1 2 2 3 3").flees(B);
            burning.expect(B).hearts(10);
            let table = Table::of(3).by(book).in_city(C).holds(C, Card::Jets);
            let mut bought = buy_it(table, Card::FlameThrower);
            bought.asks(A, Question::Shop);
            bought.expect(C).hearts(8).in_city();
        }
        // Acid Attack alone is not an attack in the first edition.
        let mut acid =
            Table::of(3).by(Icelandic).in_city(C).holds(C, Card::Jets).holds(A, Card::AcidAttack);
        acid.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
        acid.expect(C).hearts(9).in_city();
    }

    /// jets.4, Q-14: who stays may still defend, and is not asked again.
    #[test]
    fn staying_is_final() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Jets)
                .holds(C, Card::Wings)
                .energy(C, 2);
            table
                .turn(A)
                .keeps("C C 1 2 3 3")
                .says(C, Question::Flee, Pass)
                .defends(C, Card::Wings);
            table.next_turn(B, 6);
            table.expect(C).hearts(10).in_city();
            let mut hurt = Table::of(3).by(book).in_city(C).holds(C, Card::Jets);
            hurt.turn(A).keeps("C C 1 2 3 3").says(C, Question::Flee, Pass).next_turn(B, 6);
            hurt.expect(C).hearts(8).in_city();
        }
    }

    /// jets.5, Q-37: two holders, City first, then Bay.
    #[test]
    fn two_holders() {
        for book in BOOKS {
            for (city, bay) in [(C, D), (D, C)] {
                let mut table = Table::of(5)
                    .by(book)
                    .house("use_bay", "true")
                    .in_city(city)
                    .in_bay(bay)
                    .holds(C, Card::Jets)
                    .mimics(D, Card::Jets);
                table.turn(A).keeps("C C 1 2 3 3").flees(city).says(bay, Question::Flee, Pass);
                table.expect(city).hearts(10).outside();
                table.expect(bay).hearts(8).in_bay();
                table.expect(A).in_city();
            }
        }
    }

    /// jets.6: put out by a card there is nothing to prevent, and nobody is asked.
    #[test]
    fn put_out() {
        for book in BOOKS {
            let table = Table::of(3).by(book).in_city(C).holds(C, Card::Jets);
            let mut table = buy_it(table, Card::DeathFromAbove);
            table.asks(A, Question::Shop);
            table.expect(C).hearts(10).outside();
            table.expect(A).in_city().stars(3);
        }
    }

    /// mimic/jets: a copy beside the original asks no second time.
    #[test]
    fn copied() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut table =
                Table::of(3).by(book).in_city(C).holds(C, Card::Jets).mimics(C, Card::Jets);
            table.turn(A).keeps("C C 1 2 3 3").says(C, Question::Flee, Pass).next_turn(B, 6);
            table.expect(C).hearts(8).in_city();
        }
    }

    /// jets.5, Y-05: the City flees before the damage, the Bay without Jets decides after it.
    #[test]
    fn one_flees_and_one_yields() {
        for book in BOOKS {
            for decisions in ["city_then_bay", "simultaneous"] {
                let mut table = Table::of(5)
                    .by(book)
                    .house("use_bay", "true")
                    .house("yield_decisions", decisions)
                    .in_city(C)
                    .in_bay(D)
                    .holds(C, Card::Jets);
                table.turn(A).keeps("C C 1 2 3 3").flees(C).yields(D);
                table.expect(C).hearts(10).outside();
                table.expect(D).hearts(8).outside();
                table.expect(A).in_city().stars(1);
            }
        }
    }
}

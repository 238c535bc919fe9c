//! Stretchy.

use crate::answer::{Answer, Answers};
use crate::dice::Dice;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Me, State};

/// For 2 energy each time, set one of your dice to a face of your choice.
pub(crate) const POWER: Power = Power {
    a_copy_adds_nothing: true,
    dice_offers: Some(any_die_for_two),
    aside_offers: Some(|state, me, dice, answers| {
        if state.rules.stretchy_on_camouflage {
            offer(state, me, dice, answers)
        }
    }),
    answered: Some(pay_and_turn),
    ..Power::card("Stretchy", 3)
};

fn any_die_for_two(state: &State, me: Me, dice: Dice, answers: &mut Answers) {
    if me.owner == state.turn.seat {
        offer(state, me, dice, answers);
    }
}

fn offer(state: &State, me: Me, dice: Dice, answers: &mut Answers) {
    if 2 <= state.monster(me.owner).energy && !dice.is_empty() {
        answers.set_any(me.card, dice);
    }
}

fn pay_and_turn(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Set { die, face, .. } = answer {
        game.pay(me.owner, 2);
        game.turn_die(me, die, face);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// stretchy.1, P-16, Z-58: as often as one can pay.
    #[test]
    fn as_often_as_one_can_pay() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).holds(A, Card::Stretchy).energy(A, 5);
            table.turn(A).keeps("1 2 2 3 3 E").answers(set(Card::Stretchy, 1, Face::One));
            table.answers(set(Card::Stretchy, 2, Face::One)).asks(A, Question::Shop);
            table.expect(A).stars(1).energy(2);
        }
    }

    /// stretchy.2: once rolling is over, with the energy that is there then.
    #[test]
    fn before_the_dice_count() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).holds(A, Card::Stretchy).energy(A, 1);
            table.turn(A).keeps("E E E 1 2 2").asks(A, Question::Shop);
            table.expect(A).energy(4);
            let mut rolling = Table::of(2).by(book).holds(A, Card::Stretchy).energy(A, 2);
            rolling.turn(A).rolls("1 1 2 2 3 3").may_not(set(Card::Stretchy, 2, Face::One));
        }
    }

    /// stretchy.3: first edition on Camouflage's dice as well.
    #[test]
    fn on_camouflage() {
        for book in FIRST_EDITION {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Camouflage)
                .holds(C, Card::Stretchy)
                .energy(C, 4);
            table.turn(A).keeps("C C 1 2 3 3").throws(C, "1 1");
            table.says(C, Question::ChangeAside, set(Card::Stretchy, 0, Face::Heart));
            table.says(C, Question::ChangeAside, set(Card::Stretchy, 1, Face::Heart));
            table.expect(C).hearts(10).energy(0);
        }
    }

    /// mimic/stretchy: a copy beside the original adds nothing; alone it works as the card.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut both = Table::of(2)
                .by(book)
                .holds(A, Card::Stretchy)
                .mimics(A, Card::Stretchy)
                .energy(A, 2);
            both.turn(A).keeps("1 1 2 2 3 3").may_not(set(Card::Mimic, 2, Face::One));
            both.answers(set(Card::Stretchy, 2, Face::One)).expect(A).energy(0);
            let mut alone = Table::of(2)
                .by(book)
                .holds(B, Card::Stretchy)
                .mimics(A, Card::Stretchy)
                .energy(A, 2);
            alone.turn(A).keeps("1 1 2 2 3 3").answers(set(Card::Mimic, 2, Face::One));
            alone.expect(A).energy(0).stars(1);
        }
    }
}

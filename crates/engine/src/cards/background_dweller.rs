//! Background Dweller.

use crate::answer::{Answer, Answers};
use crate::dice::{Dice, Face};
use crate::event::Event;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Me, State};

/// You may reroll any of your dice showing 3, as often as you like, without using up a roll.
pub(crate) const POWER: Power = Power {
    a_copy_adds_nothing: true,
    rolling_offers: Some(|state, me, answers| threes(state, me, state.turn.dice, answers)),
    dice_offers: Some(threes),
    aside_offers: Some(threes),
    answered: Some(throw_them_again),
    ..Power::card("Background Dweller", 4)
};

/// Any of the dice that show a 3, as often as wanted.
fn threes(_: &State, me: Me, dice: Dice, answers: &mut Answers) {
    answers.free(me.card, dice.showing(Face::Three));
}

fn throw_them_again(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Free { dice, .. } = answer {
        game.tell(Event::Used { seat: me.owner, card: me.card });
        game.throw_again(dice);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// background_dweller.1: as often as there are 3s, and no roll is used up.
    #[test]
    fn threes_again_and_again() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).holds(A, Card::BackgroundDweller);
            table.turn(A).rolls("3 3 1 1 2 2");
            table.may_not(free(Card::BackgroundDweller, &[2]));
            table.answers(free(Card::BackgroundDweller, &[0, 1])).rolls("3 3");
            table.answers(free(Card::BackgroundDweller, &[0])).rolls("3");
            table.answers(free(Card::BackgroundDweller, &[0])).rolls("1");
            assert_eq!(table.state.turn.rerolls, 2);
            table.rerolls(&[1]).rolls("H").rerolls(&[1]).rolls("1");
            table.next_turn(B, 6);
            table.expect(A).stars(2);
        }
    }

    /// background_dweller.2, orders/after last roll: open after the last roll, and again after another's probe.
    #[test]
    fn after_the_last_roll_and_after_a_probe() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::BackgroundDweller)
                .holds(B, Card::PsychicProbe);
            table.turn(A).rolls("1 1 1 2 2 3").rerolls(&[0]).rolls("1").rerolls(&[0]).rolls("1");
            table.says(A, Question::Roll, free(Card::BackgroundDweller, &[5])).rolls("2");
            table.says(B, Question::Probe, Die(0)).throws(B, "3");
            table.says(A, Question::Change, free(Card::BackgroundDweller, &[0])).throws(A, "2");
            table.next_turn(B, 6);
            table.expect(A).stars(3);
        }
    }

    /// background_dweller.3: dice rolled for Camouflage are one's own dice.
    #[test]
    fn threes_of_camouflage() {
        for book in PRINTINGS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Camouflage)
                .holds(C, Card::BackgroundDweller);
            table.turn(A).keeps("C C 1 2 2 3").throws(C, "3 3");
            table.says(C, Question::ChangeAside, free(Card::BackgroundDweller, &[0, 1]));
            table.throws(C, "H 3");
            table
                .says(C, Question::ChangeAside, free(Card::BackgroundDweller, &[1]))
                .throws(C, "1");
            table.asks(C, Question::Yield);
            table.expect(C).hearts(9);
        }
    }

    /// background_dweller.4: a 3 that one's own probe shows may be thrown again.
    #[test]
    fn the_owners_own_probe() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(B, Card::BackgroundDweller)
                .holds(B, Card::PsychicProbe);
            table.turn(A).keeps("1 1 1 2 2 2");
            table.says(B, Question::Probe, Die(0)).throws(B, "3");
            table.says(B, Question::Reprobe, Yes).throws(B, "3");
            table.says(B, Question::Reprobe, Yes).throws(B, "H");
            table.expect(B).lacks(Card::PsychicProbe);
            table.next_turn(B, 6);
            table.expect(A).stars(2);
            // A 3 that is kept costs no card.
            let mut kept = Table::of(2)
                .by(book)
                .holds(B, Card::BackgroundDweller)
                .holds(B, Card::PsychicProbe);
            kept.turn(A).keeps("1 1 1 2 2 2").says(B, Question::Probe, Die(0)).throws(B, "3");
            kept.says(B, Question::Reprobe, Pass).next_turn(B, 6);
            kept.expect(B).holds(Card::PsychicProbe);
        }
    }

    /// background_dweller.5, mimic/background_dweller: closed when the dice are locked; a copy adds nothing.
    #[test]
    fn closed_when_the_dice_are_locked() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::BackgroundDweller)
                .mimics(A, Card::BackgroundDweller);
            table.turn(A).rolls("3 C E 1 2 2").may_not(free(Card::Mimic, &[0])).stops();
            table.says(A, Question::Change, Pass);
            table.asks(A, Question::Resolve).may_not(free(Card::BackgroundDweller, &[0]));
            // Alone, the copy works as the card.
            let mut alone = Table::of(2)
                .by(book)
                .holds(B, Card::BackgroundDweller)
                .mimics(A, Card::BackgroundDweller);
            alone.turn(A).rolls("3 1 1 2 2 1").answers(free(Card::Mimic, &[0])).rolls("1").stops();
            alone.next_turn(B, 6);
            alone.expect(A).stars(2);
        }
    }
}

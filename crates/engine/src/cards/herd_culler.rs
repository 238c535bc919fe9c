//! Herd Culler.

use crate::answer::{Answer, Answers};
use crate::dice::{Dice, Face};
use crate::game::Game;
use crate::power::Power;
use crate::state::{Me, State};

/// Once per turn, set one of your dice to the 1 face.
pub(crate) const POWER: Power = Power {
    dice_offers: Some(one_die_becomes_a_1),
    answered: Some(turn_it),
    ..Power::card("Herd Culler", 3)
};

fn one_die_becomes_a_1(state: &State, me: Me, dice: Dice, answers: &mut Answers) {
    if state.unused(me) && me.owner == state.turn.seat && dice.count(Face::One) < dice.len() as u8 {
        answers.set(me.card, dice, Face::One);
    }
}

fn turn_it(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Set { die, face, .. } = answer {
        game.use_up(me);
        game.turn_die(me, die, face);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// herd_culler.1: after the last roll and after all probes.
    #[test]
    fn after_the_probes() {
        for book in PRINTINGS {
            let mut table =
                Table::of(3).by(book).holds(A, Card::HerdCuller).holds(B, Card::PsychicProbe);
            table.turn(A).rolls("1 1 1 2 2 3").may_not(set(Card::HerdCuller, 3, Face::One)).stops();
            table.says(B, Question::Probe, Die(0)).throws(B, "E");
            table.asks(A, Question::Change).may_not(set(Card::HerdCuller, 0, Face::Two));
            table.answers(set(Card::HerdCuller, 0, Face::One)).next_turn(B, 6);
            table.expect(A).stars(1);
            let mut passed = Table::of(3).by(book).holds(A, Card::HerdCuller);
            passed.turn(A).keeps("1 1 2 2 3 3").says(A, Question::Change, Pass).next_turn(B, 6);
            passed.expect(A).stars(0);
        }
    }

    /// herd_culler.2, mimic/herd_culler: once per turn and copy.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table =
                Table::of(2).by(book).holds(A, Card::HerdCuller).mimics(A, Card::HerdCuller);
            table.turn(A).keeps("1 2 2 3 3 E").answers(set(Card::HerdCuller, 1, Face::One));
            table.asks(A, Question::Change).may_not(set(Card::HerdCuller, 2, Face::One));
            table.answers(set(Card::Mimic, 2, Face::One)).next_turn(B, 6);
            table.expect(A).stars(1);
            // Fresh in the next turn.
            table.keeps("1 1 2 2 3 3").next_turn(A, 6).keeps("1 2 2 3 3 E");
            table.asks(A, Question::Change).may(set(Card::HerdCuller, 1, Face::One));
        }
    }
}

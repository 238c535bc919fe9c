//! Psychic Probe.

use crate::answer::Answer;
use crate::dice::{Dice, Face};
use crate::event::Event;
use crate::game::Game;
use crate::power::Power;
use crate::question::Question;
use crate::state::Me;

/// First edition: Once during each other monster's turn you may make one of its dice be rerolled; on a heart discard this card.
///
/// Second edition: Once another monster has finished rolling you may reroll one of its dice; a heart result discards this card.
pub(crate) const POWER: Power = Power {
    when_another_has_rolled: Some(|game, me| game.ask(me.owner, Question::Probe, Some(me.card))),
    own_answers: Some(|state, _, answers| {
        answers.one(Answer::Pass);
        answers.die(state.turn.dice.all());
    }),
    answered: Some(throw_that_die),
    thrown: Some(a_heart_costs_the_card),
    ..Power::card("Psychic Probe", 3)
};

fn throw_that_die(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Die(die) = answer {
        game.tell(Event::Used { seat: me.owner, card: me.card });
        game.throw_again_for(me, die);
    }
}

fn a_heart_costs_the_card(game: &mut Game<'_>, me: Me, die: Dice) {
    if die.get(0) == Face::Heart {
        game.discard(me);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// psychic_probe.1, psychic_probe.2, S19, R-06: its owner picks one die, once the roller has stopped, before dice are changed.
    #[test]
    fn one_die_after_the_last_roll() {
        for book in PRINTINGS {
            let mut table =
                Table::of(3).by(book).holds(B, Card::PsychicProbe).holds(A, Card::HerdCuller);
            table.turn(A).rolls("1 1 1 2 2 3").rerolls(&[5]).rolls("E").stops();
            table.asks(B, Question::Probe).may(Die(0)).may(Die(5)).may_not(Die(6));
            table.answers(Die(0)).throws(B, "C").asks(A, Question::Change).answers(Pass);
            table.usual_order();
            table.expect(A).stars(1).in_city();
            table.expect(B).holds(Card::PsychicProbe);
            let mut passed = Table::of(3).by(book).holds(B, Card::PsychicProbe);
            passed.turn(A).keeps("1 1 1 2 2 3").says(B, Question::Probe, Pass).next_turn(B, 6);
            passed.expect(A).stars(1);
            // Not in its owner's own turn.
            passed.keeps("1 1 2 2 3 3").next_turn(C, 6);
        }
    }

    /// psychic_probe.3, T13: no more rolls then, but cards may repair the die.
    #[test]
    fn repairing_the_die() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(B, Card::PsychicProbe)
                .holds(A, Card::Stretchy)
                .holds(A, Card::BackgroundDweller)
                .holds(A, Card::EnergyDrink)
                .energy(A, 2);
            table.turn(A).keeps("1 1 1 2 2 3").says(B, Question::Probe, Die(0)).throws(B, "3");
            table
                .asks(A, Question::Change)
                .may_not(Reroll(places_of(&[0])))
                .may_not(Use(Card::EnergyDrink));
            table.answers(free(Card::BackgroundDweller, &[0])).throws(A, "3");
            table.answers(free(Card::BackgroundDweller, &[0])).throws(A, "E");
            table.answers(set(Card::Stretchy, 0, Face::One)).says(A, Question::Change, Pass);
            table.next_turn(B, 6);
            table.expect(A).stars(1).energy(0);
        }
    }

    /// psychic_probe.4: clockwise, each once; a heart that costs the original costs a waiting copy its turn.
    #[test]
    fn several_holders() {
        for book in PRINTINGS {
            let table =
                || Table::of(3).by(book).holds(B, Card::PsychicProbe).mimics(C, Card::PsychicProbe);
            let mut both = table();
            both.turn(A).keeps("1 1 1 2 2 2").says(B, Question::Probe, Die(0)).throws(B, "E");
            both.says(C, Question::Probe, Die(3)).throws(C, "E").asks(A, Question::Shop);
            both.expect(A).stars(0).energy(2);
            let mut lost = table();
            lost.turn(A).keeps("1 1 1 2 2 2").says(B, Question::Probe, Die(0)).throws(B, "H");
            lost.discarded(Card::PsychicProbe).copied_nothing().next_turn(B, 6);
        }
    }

    /// psychic_probe.5, mimic/psychic_probe, T10: a copy's heart costs Mimic; one holder of both probes twice.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut copy =
                Table::of(3).by(book).holds(C, Card::PsychicProbe).mimics(B, Card::PsychicProbe);
            copy.turn(A).keeps("1 1 1 2 2 2").says(B, Question::Probe, Die(0)).throws(B, "H");
            copy.discarded(Card::Mimic).says(C, Question::Probe, Pass).next_turn(B, 6);
            copy.expect(C).holds(Card::PsychicProbe);
            let mut both =
                Table::of(2).by(book).holds(B, Card::PsychicProbe).mimics(B, Card::PsychicProbe);
            both.turn(A).keeps("1 1 1 2 2 2").says(B, Question::Probe, Die(0)).throws(B, "E");
            both.says(B, Question::Probe, Die(3)).throws(B, "E").asks(A, Question::Shop);
            both.expect(A).energy(2);
        }
    }

    /// psychic_probe.6: not on dice rolled for Camouflage.
    #[test]
    fn not_on_camouflage() {
        for book in PRINTINGS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Camouflage)
                .holds(B, Card::PsychicProbe);
            table.turn(A).keeps("C 1 2 2 3 3").says(B, Question::Probe, Pass).throws(C, "1");
            table.asks(C, Question::Yield);
        }
    }
}

//! Plot Twist.

use crate::answer::{Answer, Answers};
use crate::dice::Dice;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Me, State};

/// Set one of your dice to any face; the card is then discarded.
pub(crate) const POWER: Power = Power {
    dice_offers: Some(any_die_any_face),
    answered: Some(turn_and_discard),
    ..Power::card("Plot Twist", 3)
};

fn any_die_any_face(state: &State, me: Me, dice: Dice, answers: &mut Answers) {
    if me.owner == state.turn.seat && !dice.is_empty() {
        answers.set_any(me.card, dice);
    }
}

fn turn_and_discard(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Set { die, face, .. } = answer {
        game.turn_die(me, die, face);
        game.discard(me);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// plot_twist.1: once rolling is over; then it is gone.
    #[test]
    fn one_die_any_face() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).holds(A, Card::PlotTwist);
            table.turn(A).rolls("1 1 2 2 3 3").may_not(set(Card::PlotTwist, 2, Face::One)).stops();
            table.asks(A, Question::Change).may(set(Card::PlotTwist, 2, Face::Energy));
            table
                .answers(set(Card::PlotTwist, 2, Face::One))
                .discarded(Card::PlotTwist)
                .next_turn(B, 6);
            table.expect(A).stars(1);
            let mut kept = Table::of(2).by(book).holds(A, Card::PlotTwist);
            kept.turn(A).keeps("1 1 2 2 3 3").says(A, Question::Change, Pass).next_turn(B, 6);
            kept.expect(A).holds(Card::PlotTwist);
        }
    }

    /// plot_twist.2: one's own dice only.
    #[test]
    fn ones_own_dice() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).holds(B, Card::PlotTwist);
            table.turn(A).keeps("1 1 1 2 2 3").next_turn(B, 6);
            table.expect(A).stars(1);
        }
    }

    /// plot_twist.3, mimic/plot_twist: each copy changes one die and is gone.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table =
                Table::of(2).by(book).holds(B, Card::PlotTwist).mimics(A, Card::PlotTwist);
            table.turn(A).keeps("1 1 2 2 3 3").answers(set(Card::Mimic, 2, Face::One));
            table.discarded(Card::Mimic).expect(B).holds(Card::PlotTwist);
            let mut both =
                Table::of(2).by(book).holds(A, Card::PlotTwist).mimics(A, Card::PlotTwist);
            both.turn(A).keeps("1 2 2 3 3 E").answers(set(Card::Mimic, 1, Face::One));
            both.answers(set(Card::PlotTwist, 2, Face::One));
            both.discarded(Card::Mimic).discarded(Card::PlotTwist).expect(A).stars(1);
            // The original first: its copy goes idle with it.
            let mut original =
                Table::of(2).by(book).holds(A, Card::PlotTwist).mimics(A, Card::PlotTwist);
            original.turn(A).keeps("1 2 2 3 3 E").answers(set(Card::PlotTwist, 1, Face::One));
            original.copied_nothing().next_turn(B, 6).expect(A).holds(Card::Mimic);
        }
    }
}

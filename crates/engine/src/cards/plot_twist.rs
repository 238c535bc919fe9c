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
    ..Power::card("Plot Twist", 3, "Set one of your dice to any face; the card is then discarded.")
};

fn any_die_any_face(state: &State, me: Me, dice: Dice, answers: &mut Answers) {
    if me.owner == state.turn.seat && !dice.is_empty() {
        answers.set_any(me.slot, dice);
    }
}

fn turn_and_discard(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Set { die, face, .. } = answer {
        game.turn_die(me, die, face);
        game.discard(me);
    }
}

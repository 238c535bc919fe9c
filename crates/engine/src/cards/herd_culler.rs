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
    ..Power::card("Herd Culler", 3, "Once per turn, set one of your dice to the 1 face.")
};

fn one_die_becomes_a_1(state: &State, me: Me, dice: Dice, answers: &mut Answers) {
    if state.unused(me) && me.owner == state.turn.seat && dice.count(Face::One) < dice.len() as u8 {
        answers.set(me.slot, dice, Face::One);
    }
}

fn turn_it(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Set { die, face, .. } = answer {
        game.use_up(me);
        game.turn_die(me, die, face);
    }
}

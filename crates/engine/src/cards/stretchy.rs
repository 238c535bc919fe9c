//! Stretchy.

use crate::answer::{Answer, Answers};
use crate::dice::Dice;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Me, State};

/// For 2 energy each time, set one of your dice to a face of your choice.
pub(crate) const POWER: Power = Power {
    once: true,
    dice_offers: Some(any_die_for_two),
    aside_offers: Some(|state, me, dice, answers| {
        if state.rules.stretchy_on_camouflage {
            offer(state, me, dice, answers)
        }
    }),
    answered: Some(pay_and_turn),
    ..Power::card(
        "Stretchy",
        3,
        "For 2 energy each time, set one of your dice to a face of your choice.",
    )
};

fn any_die_for_two(state: &State, me: Me, dice: Dice, answers: &mut Answers) {
    if me.owner == state.turn.seat {
        offer(state, me, dice, answers);
    }
}

fn offer(state: &State, me: Me, dice: Dice, answers: &mut Answers) {
    if 2 <= state.monster(me.owner).energy && !dice.is_empty() {
        answers.set_any(me.slot, dice);
    }
}

fn pay_and_turn(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Set { die, face, .. } = answer {
        game.pay(me.owner, 2);
        game.turn_die(me, die, face);
    }
}

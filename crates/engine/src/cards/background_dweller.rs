//! Background Dweller.

use crate::answer::{Answer, Answers};
use crate::dice::{Dice, Face};
use crate::event::Event;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Me, State};

/// You may reroll any of your dice showing 3, as often as you like, without using up a roll.
pub(crate) const POWER: Power = Power {
    once: true,
    rolling_offers: Some(|state, me, answers| threes(state, me, state.turn.dice, answers)),
    dice_offers: Some(threes),
    aside_offers: Some(threes),
    answered: Some(throw_them_again),
    ..Power::card("Background Dweller", 4, "You may reroll any of your dice showing 3, as often as you like, without using up a roll.")
};

/// Any of the dice that show a 3, as often as wanted.
fn threes(_: &State, me: Me, dice: Dice, answers: &mut Answers) {
    answers.free(me.slot, dice.showing(Face::Three));
}

fn throw_them_again(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Free { dice, .. } = answer {
        game.tell(Event::Used { seat: me.owner, card: me.slot });
        game.throw_again(dice);
    }
}

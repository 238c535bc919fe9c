//! Rapid Healing.

use crate::answer::{Answer, Answers};
use crate::event::{Cause, Event};
use crate::game::Game;
use crate::power::Power;
use crate::state::{Me, State};

/// Buy hearts at 2 energy each, at any moment.
pub(crate) const POWER: Power = Power {
    once: true,
    defence_offers: Some(a_heart_for_two),
    any_time_offers: Some(a_heart_for_two),
    answered: Some(buy_a_heart),
    ..Power::card("Rapid Healing", 3, "Buy hearts at 2 energy each, at any moment.")
};

fn a_heart_for_two(state: &State, me: Me, answers: &mut Answers) {
    let monster = state.monster(me.owner);
    if 2 <= monster.energy && monster.hearts < state.hearts_max(me.owner) {
        answers.one(Answer::Use(me.slot));
    }
}

fn buy_a_heart(game: &mut Game<'_>, me: Me, _: Answer) {
    game.tell(Event::Used { seat: me.owner, card: me.slot });
    game.pay(me.owner, 2);
    game.heal(me.owner, 1, Cause::Card(me.face));
}

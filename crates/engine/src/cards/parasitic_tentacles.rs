//! Parasitic Tentacles.

use crate::answer::Answers;
use crate::power::Power;
use crate::rules::TentaclesWindow;
use crate::state::{Me, State};

/// In your buy step you may buy other monsters' keep cards, paying the price to their owner.
pub(crate) const POWER: Power = Power {
    once: true,
    at_start_offers: Some(in_the_own_turn),
    rolling_offers: Some(in_the_own_turn),
    dice_offers: Some(|state, me, _, answers| in_the_own_turn(state, me, answers)),
    shop_offers: Some(others_cards),
    ..Power::card(
        "Parasitic Tentacles",
        4,
        "In your buy step you may buy other monsters' keep cards, paying the price to their owner.",
    )
};

fn others_cards(state: &State, me: Me, answers: &mut Answers) {
    let cards = state.takeable(me.owner);
    if !cards.is_empty() {
        answers.take(cards);
    }
}

fn in_the_own_turn(state: &State, me: Me, answers: &mut Answers) {
    if state.rules.tentacles_window == TentaclesWindow::OwnTurn && state.turn.seat == me.owner {
        others_cards(state, me, answers);
    }
}

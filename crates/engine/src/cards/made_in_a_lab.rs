//! Made in a Lab.

use crate::answer::{Answer, Answers};
use crate::card::{Card, Keeps};
use crate::game::Game;
use crate::power::Power;
use crate::question::Place;
use crate::seat::Seat;
use crate::state::{Me, State};

/// During your buy step you may peek at the deck's top card; it is for sale to you.
pub(crate) const POWER: Power = Power {
    shop_offers: Some(look_or_buy),
    answered: Some(look),
    ..Power::card("Made in a Lab", 2, "During your buy step you may peek at the deck's top card; it is for sale to you.")
};

fn look_or_buy(state: &State, me: Me, answers: &mut Answers) {
    let seen = state.top.filter(|_| state.top_seen.has(me.owner));
    match seen.filter(|_| looked(state, me.owner)) {
        // The card that was looked at is for sale; the copy that looked offers it.
        Some(card) => {
            let first_to_offer = state.powers(me.owner, LABS).find(|lab| !state.unused(*lab)) == Some(me);
            if first_to_offer && state.price(me.owner, card) <= state.monster(me.owner).energy {
                answers.one(Answer::Buy(Place::Top));
            }
        }
        None => {
            let cards = !state.deck.is_empty() || state.rules.reshuffle_discards && !state.discards.is_empty();
            if state.unused(me) && cards {
                answers.one(Answer::Use(me.slot));
            }
        }
    }
}

const LABS: Keeps = Keeps::one(Card::MadeInALab);

/// Whether one of the copies has looked in this turn.
fn looked(state: &State, owner: Seat) -> bool {
    state.powers(owner, LABS).any(|me| !state.unused(me))
}

fn look(game: &mut Game<'_>, me: Me, answer: Answer) {
    if matches!(answer, Answer::Use(_)) {
        game.use_up(me);
        game.refill(Place::Top);
    }
}

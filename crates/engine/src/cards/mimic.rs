//! Mimic.

use crate::answer::{Answer, Answers};
use crate::game::Game;
use crate::monster::copy_targets;
use crate::power::Power;
use crate::question::Question;
use crate::state::{Gain, Me, Phase, State};

/// Put the mimic token on a keep card in play (anyone's): Mimic acts as a freshly bought duplicate of it. For 1 energy at the start of your turn the token may move.
pub(crate) const POWER: Power = Power {
    copies: true,
    when_gained: Some(choose),
    at_start_offers: Some(other_targets),
    own_answers: Some(any_target),
    answered: Some(put_the_token),
    ..Power::card(
        "Mimic",
        8,
        "Put the mimic token on a keep card in play (anyone's): Mimic acts as a freshly bought duplicate of it. For 1 energy at the start of your turn the token may move.",
    )
};

fn choose(game: &mut Game<'_>, me: Me, _: Gain) {
    if !copy_targets(game, me.owner).is_empty() {
        game.ask(me.owner, Question::Copy, Some(me.slot));
    }
}

fn any_target(state: &State, me: Me, answers: &mut Answers) {
    answers.pick(copy_targets(state, me.owner));
}

/// Once at the start of the turn, for 1 energy, and not back onto the same card.
fn other_targets(state: &State, me: Me, answers: &mut Answers) {
    let mut targets = copy_targets(state, me.owner);
    if let Some(copied) = state.copied {
        targets = targets.without(copied);
    }
    if !state.turn.moved && 1 <= state.monster(me.owner).energy && !targets.is_empty() {
        answers.pick(targets);
    }
}

fn put_the_token(game: &mut Game<'_>, me: Me, answer: Answer) {
    let Answer::Pick(card) = answer else { return };
    if game.turn.phase == Phase::Start && game.turn.seat == me.owner {
        game.turn.moved = true;
        game.pay(me.owner, 1);
    }
    let top = game.stack.frames().len();
    game.copy(me.owner, card);
    if game.stack.frames().len() == top {
        game.settle();
    }
}

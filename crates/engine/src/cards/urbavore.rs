//! Urbavore.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// First edition: Starting your turn in Tokyo earns 1 star more; attack packets you deal from Tokyo are 1 larger.
///
/// Second edition: Starting your turn in Tokyo earns 1 star more; in Tokyo any roll holding a claw counts one bonus claw.
pub(crate) const POWER: Power = Power {
    at_my_turn_start: Some(one_star_more),
    adds_to_claws: Some(|state, me| u8::from(state.in_tokyo(me.owner))),
    texts: [
        "Starting your turn in Tokyo earns 1 star more; attack packets you deal from Tokyo are 1 larger.",
        "Starting your turn in Tokyo earns 1 star more; in Tokyo any roll holding a claw counts one bonus claw.",
    ],
    ..Power::card(
        "Urbavore",
        4,
        "Starting your turn in Tokyo earns 1 star more; in Tokyo any roll holding a claw counts one bonus claw.",
    )
};

fn one_star_more(game: &mut Game<'_>, me: Me) {
    if game.in_tokyo(me.owner) {
        game.gain_stars(me.owner, 1, Cause::Card(me.face));
    }
}

//! Poison Spit.

use crate::event::Token;
use crate::power::Power;

/// First edition: Each monster you damage receives a poison token; tokens cost their bearer 1 heart apiece whenever its turn ends. A rolled heart can be spent on removing a token instead of healing.
///
/// Second edition: Each monster you smash gets a poison token; same end-of-turn loss and same removal.
pub(crate) const POWER: Power = Power {
    when_i_wound: Some(|game, _, victim| game.add_token(victim, Token::Poison)),
    texts: [
        "Each monster you damage receives a poison token; tokens cost their bearer 1 heart apiece whenever its turn ends. A rolled heart can be spent on removing a token instead of healing.",
        "Each monster you smash gets a poison token; same end-of-turn loss and same removal.",
    ],
    ..Power::card(
        "Poison Spit",
        4,
        "Each monster you smash gets a poison token; same end-of-turn loss and same removal.",
    )
};

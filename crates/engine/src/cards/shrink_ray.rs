//! Shrink Ray.

use crate::event::Token;
use crate::power::Power;

/// First edition: Each monster you damage receives a shrink token; every token takes one die from its bearer's roll. A rolled heart can be spent on removing a token instead of healing.
///
/// Second edition: Each monster you smash gets a shrink token; same penalty and removal.
pub(crate) const POWER: Power = Power {
    when_i_wound: Some(|game, _, victim| game.add_token(victim, Token::Shrink)),
    texts: [
        "Each monster you damage receives a shrink token; every token takes one die from its bearer's roll. A rolled heart can be spent on removing a token instead of healing.",
        "Each monster you smash gets a shrink token; same penalty and removal.",
    ],
    ..Power::card(
        "Shrink Ray",
        6,
        "Each monster you smash gets a shrink token; same penalty and removal.",
    )
};

//! Detritivore (first edition: Omnivore).

use crate::dice::Face;
use crate::power::Power;
use crate::state::{Me, State};

/// First edition: Once per turn score 1-2-3 for 2 stars; the dice may be used in other combinations too.
///
/// Second edition: When your dice include 1, 2 and 3 gain 2 stars besides their normal effects.
pub(crate) const POWER: Power = Power {
    scores: Some(one_two_three),
    titles: ["Omnivore", "Detritivore"],
    texts: [
        "Once per turn score 1-2-3 for 2 stars; the dice may be used in other combinations too.",
        "When your dice include 1, 2 and 3 gain 2 stars besides their normal effects.",
    ],
    ..Power::card(
        "Detritivore",
        4,
        "When your dice include 1, 2 and 3 gain 2 stars besides their normal effects.",
    )
};

fn one_two_three(state: &State, _: Me) -> u8 {
    let dice = state.turn.dice;
    let all = [Face::One, Face::Two, Face::Three].into_iter().all(|face| 0 < dice.count(face));
    if all { 2 } else { 0 }
}

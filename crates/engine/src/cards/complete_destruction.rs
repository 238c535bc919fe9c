//! Complete Destruction.

use crate::dice::Face;
use crate::power::Power;
use crate::rules::AttackBonus;
use crate::state::{Me, State};

/// Final dice showing all six faces earn 9 stars on top of their normal results.
pub(crate) const POWER: Power = Power {
    scores: Some(all_six_faces),
    ..Power::card("Complete Destruction", 3, "Final dice showing all six faces earn 9 stars on top of their normal results.")
};

fn all_six_faces(state: &State, _: Me) -> u8 {
    let dice = state.turn.dice;
    // Where cards add claws, an added one will do.
    let claw = 0 < dice.count(Face::Claw)
        || state.rules.attack_bonus == AttackBonus::Claws && 0 < state.strike().damage;
    let others = Face::ALL.into_iter().filter(|face| *face != Face::Claw);
    let complete = claw && others.into_iter().all(|face| 0 < dice.count(face));
    let thrown_together = !state.rules.combo_cards_need_single_throw || one_throw_shows_all(state);
    if complete && thrown_together { 9 } else { 0 }
}

/// Whether some throw alone left all six faces on the table.
fn one_throw_shows_all(state: &State) -> bool {
    let throw_of = |die: usize| state.turn.throws >> (4 * die) & 15;
    (1..15).any(|throw| {
        Face::ALL.into_iter().all(|face| {
            state.turn.dice.showing(face).iter().any(|die| throw_of(die) == throw)
        })
    })
}

//! Fire Breathing.

use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// First edition: An attack of yours that deals damage also burns the players seated left and right of you for 1.
///
/// Second edition: Any roll holding a claw also burns the players seated left and right of you for 1.
pub(crate) const POWER: Power = Power {
    when_i_attack: Some(burn_both_neighbours),
    texts: ["An attack of yours that deals damage also burns the players seated left and right of you for 1.", "Any roll holding a claw also burns the players seated left and right of you for 1."],
    ..Power::card("Fire Breathing", 4, "Any roll holding a claw also burns the players seated left and right of you for 1.")
};

fn burn_both_neighbours(game: &mut Game<'_>, me: Me) {
    let hits_untargeted = game.rules.fire_breathing_hits_untargeted_neighbours;
    let extra_is_attack = game.rules.fire_breathing_extra_is_attack;
    let targets = game.targets();
    for neighbour in game.neighbours(me.owner).iter() {
        if targets.has(neighbour) {
            // One packet with the claws.
            game.batch.amount[neighbour.index()] += 1;
        } else if hits_untargeted {
            game.batch.amount[neighbour.index()] += 1;
            if extra_is_attack {
                game.batch.marks = game.batch.marks.with(neighbour);
            }
        }
    }
}

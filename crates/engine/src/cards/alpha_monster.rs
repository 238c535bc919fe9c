//! Alpha Monster.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// First edition: Attacking (at least one claw rolled) earns 1 star.
///
/// Second edition: A roll holding at least one claw earns 1 star.
pub(crate) const POWER: Power = Power {
    when_i_attack: Some(a_claw_is_enough),
    after_my_attack: Some(a_wound_is_needed),
    texts: ["Attacking (at least one claw rolled) earns 1 star.", "A roll holding at least one claw earns 1 star."],
    ..Power::card("Alpha Monster", 5, "A roll holding at least one claw earns 1 star.")
};

fn a_claw_is_enough(game: &mut Game<'_>, me: Me) {
    if !game.rules.alpha_monster_needs_damage {
        game.gain_stars(me.owner, 1, Cause::Card(me.face));
    }
}

fn a_wound_is_needed(game: &mut Game<'_>, me: Me) {
    if game.rules.alpha_monster_needs_damage && game.turn.attack_hurt {
        game.gain_stars(me.owner, 1, Cause::Card(me.face));
    }
}

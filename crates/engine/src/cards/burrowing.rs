//! Burrowing.

use crate::power::Power;
use crate::rules::BurrowingBonus;
use crate::state::{Me, State};

/// First edition: Attacking monsters in Tokyo you deal 1 extra damage (2011 print) / attacking while you are in Tokyo you deal 1 extra damage (later first-edition prints). When you yield Tokyo, the monster taking your place takes 1 damage.
///
/// Second edition: In Tokyo your roll counts one bonus claw. Yielding makes the monster that moves in lose 1 heart.
pub(crate) const POWER: Power = Power {
    adds_always: Some(while_in_tokyo),
    adds_to_claws: Some(when_attacking),
    bite: 1,
    texts: ["Attacking monsters in Tokyo you deal 1 extra damage (2011 print) / attacking while you are in Tokyo you deal 1 extra damage (later first-edition prints). When you yield Tokyo, the monster taking your place takes 1 damage.", "In Tokyo your roll counts one bonus claw. Yielding makes the monster that moves in lose 1 heart."],
    ..Power::card("Burrowing", 5, "In Tokyo your roll counts one bonus claw. Yielding makes the monster that moves in lose 1 heart.")
};

fn while_in_tokyo(state: &State, me: Me) -> u8 {
    let inside = state.in_tokyo(me.owner);
    u8::from(inside && state.rules.burrowing_bonus == BurrowingBonus::WhileInTokyo)
}

fn when_attacking(state: &State, me: Me) -> u8 {
    let inside = state.in_tokyo(me.owner);
    u8::from(match state.rules.burrowing_bonus {
        BurrowingBonus::AgainstTokyo => !inside,
        BurrowingBonus::FromTokyo => inside,
        BurrowingBonus::WhileInTokyo => false,
    })
}

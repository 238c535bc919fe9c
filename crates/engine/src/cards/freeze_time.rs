//! Freeze Time.

use crate::dice::Face;
use crate::event::{Event, TurnKind};
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// Scoring three or more 1s entitles you to an extra turn played with one die less.
pub(crate) const POWER: Power = Power {
    when_i_score: Some(|game, me, face| if face == Face::One { earn_a_turn(game, me) }),
    when_gained: Some(|game, me, _| if game.turn.ones && game.turn.seat == me.owner { earn_a_turn(game, me) }),
    ..Power::card("Freeze Time", 5, "Scoring three or more 1s entitles you to an extra turn played with one die less.")
};

fn earn_a_turn(game: &mut Game<'_>, me: Me) {
    game.freezes = game.freezes.saturating_add(1);
    game.tell(Event::EarnedTurn { seat: me.owner, kind: TurnKind::FreezeTime });
}

//! Frenzy.

use crate::event::{Event, TurnKind};
use crate::game::Game;
use crate::power::Power;
use crate::rules::Frenzy as When;
use crate::state::{Gain, Me};

/// Queue one extra full turn for the buyer, played right after the current turn.
pub(crate) const POWER: Power = Power {
    when_gained: Some(one_more_turn),
    ..Power::card(
        "Frenzy",
        7,
        "Queue one extra full turn for the buyer, played right after the current turn.",
    )
};

fn one_more_turn(game: &mut Game<'_>, me: Me, _: Gain) {
    game.frenzies[me.owner.index()] += 1;
    game.tell(Event::EarnedTurn { seat: me.owner, kind: TurnKind::Frenzy });
    // Bought in another monster's turn it waits for the end of that turn.
    let own_turn = game.turn.seat == me.owner;
    if own_turn && game.rules.frenzy == When::AtOnceSkippingEnd {
        game.end_turn_at_once();
    }
}

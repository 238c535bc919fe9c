//! Wings.

use crate::answer::Answer;
use crate::event::Event;
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// Pay 2 energy: you lose no hearts for the rest of this turn.
pub(crate) const POWER: Power = Power {
    once: true,
    defence_offers: Some(|state, me, answers| {
        if 2 <= state.monster(me.owner).energy {
            answers.one(Answer::Use(me.slot))
        }
    }),
    answered: Some(fly),
    ..Power::card("Wings", 6, "Pay 2 energy: you lose no hearts for the rest of this turn.")
};

fn fly(game: &mut Game<'_>, me: Me, _: Answer) {
    game.tell(Event::Used { seat: me.owner, card: me.slot });
    game.pay(me.owner, 2);
    game.turn.shielded = game.turn.shielded.with(me.owner);
    game.prevent(me, u8::MAX);
}

//! Energy Drink (first edition: Telepath).

use crate::answer::Answer;
use crate::event::Event;
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// Buy additional rolls at 1 energy each.
pub(crate) const POWER: Power = Power {
    once: true,
    rolling_offers: Some(|state, me, answers| {
        if 1 <= state.monster(me.owner).energy {
            answers.one(Answer::Use(me.slot))
        }
    }),
    answered: Some(one_more_roll),
    titles: ["Telepath", "Energy Drink"],
    ..Power::card("Energy Drink", 4, "Buy additional rolls at 1 energy each.")
};

fn one_more_roll(game: &mut Game<'_>, me: Me, _: Answer) {
    game.tell(Event::Used { seat: me.owner, card: me.slot });
    game.pay(me.owner, 1);
    game.turn.rerolls = game.turn.rerolls.saturating_add(1);
}

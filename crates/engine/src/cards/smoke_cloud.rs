//! Smoke Cloud.

use crate::answer::Answer;
use crate::event::Event;
use crate::game::Game;
use crate::power::Power;
use crate::rules::MimicTokens;
use crate::state::{Gain, Me};

/// Carries 3 charges, each good for one additional roll; discarded with the last charge.
pub(crate) const POWER: Power = Power {
    when_gained: Some(load),
    rolling_offers: Some(|state, me, answers| {
        if 0 < state.counters[me.slot.index()] {
            answers.one(Answer::Use(me.slot))
        }
    }),
    answered: Some(one_more_roll),
    ..Power::card(
        "Smoke Cloud",
        4,
        "Carries 3 charges, each good for one additional roll; discarded with the last charge.",
    )
};

fn load(game: &mut Game<'_>, me: Me, how: Gain) {
    let charges = match (how, game.rules.mimic_tokens) {
        (Gain::Taken, _) => game.counters[me.slot.index()],
        (Gain::Copied, MimicTokens::CopyCountFromSupply) => game.counters[me.face.index()],
        _ => 3,
    };
    game.set_counter(me, charges);
}

fn one_more_roll(game: &mut Game<'_>, me: Me, _: Answer) {
    let charges = game.counters[me.slot.index()].saturating_sub(1);
    game.tell(Event::Used { seat: me.owner, card: me.slot });
    game.set_counter(me, charges);
    game.turn.rerolls += 1;
    if charges == 0 {
        game.discard(me);
    }
}

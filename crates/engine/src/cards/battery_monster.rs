//! Battery Monster (first edition: Monster Batteries).

use crate::answer::Answer;
use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::question::Question;
use crate::rules::{Edition, MimicTokens};
use crate::state::{Gain, Me};

/// First edition: On purchase move any x of your energy onto it and the bank adds x more; at the start of your turn take 2 back; discard it when empty.
///
/// Second edition: Enters with 6 energy from the bank; at the start of your turn take 2 of it; discard it when empty.
pub(crate) const POWER: Power = Power {
    when_gained: Some(load),
    at_my_turn_start: Some(take_two),
    own_answers: Some(|state, me, answers| answers.deposit(state.monster(me.owner).energy)),
    answered: Some(deposit),
    titles: ["Monster Batteries", "Battery Monster"],
    prices: [2, 3],
    texts: ["On purchase move any x of your energy onto it and the bank adds x more; at the start of your turn take 2 back; discard it when empty.", "Enters with 6 energy from the bank; at the start of your turn take 2 of it; discard it when empty."],
    ..Power::card("Battery Monster", 3, "Enters with 6 energy from the bank; at the start of your turn take 2 of it; discard it when empty.")
};

fn load(game: &mut Game<'_>, me: Me, how: Gain) {
    let copied_count = how == Gain::Copied && game.rules.mimic_tokens == MimicTokens::CopyCountFromSupply;
    if copied_count {
        let cubes = game.counters[me.face.index()];
        game.set_counter(me, cubes);
    } else if game.rules.cards == Edition::First {
        // The bank doubles what the owner puts on it; a store that came along may be added to.
        if 0 < game.monster(me.owner).energy {
            return game.ask(me.owner, Question::Deposit, Some(me.slot));
        }
    } else if how != Gain::Taken {
        game.set_counter(me, 6);
    }
    discard_when_empty(game, me);
}

fn deposit(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Deposit(energy) = answer {
        game.pay(me.owner, energy);
        let store = game.counters[me.slot.index()].saturating_add(2 * energy);
        game.set_counter(me, store);
    }
    discard_when_empty(game, me);
    game.settle();
}

/// A recovery, not a gain: no card adds to it.
fn take_two(game: &mut Game<'_>, me: Me) {
    let store = game.counters[me.slot.index()];
    let energy = store.min(2);
    game.set_counter(me, store - energy);
    game.receive_energy(me.owner, energy, Cause::Card(me.face));
    discard_when_empty(game, me);
}

fn discard_when_empty(game: &mut Game<'_>, me: Me) {
    if game.counters[me.slot.index()] == 0 {
        game.discard(me);
    }
}

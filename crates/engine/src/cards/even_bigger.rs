//! Even Bigger.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::rules::EvenBiggerLoss;
use crate::state::Me;

/// First edition: Heart ceiling 12 and 2 hearts at once on getting it; giving the card up costs 2 hearts.
///
/// Second edition: Purchase gives 2 hearts; heart ceiling 12 during ownership; hearts above 10 go when the card goes.
pub(crate) const POWER: Power = Power {
    hearts_max: 2,
    when_gained: Some(|game, me, _| game.heal(me.owner, 2, Cause::Card(me.face))),
    when_lost: Some(shrink_back),
    texts: ["Heart ceiling 12 and 2 hearts at once on getting it; giving the card up costs 2 hearts.", "Purchase gives 2 hearts; heart ceiling 12 during ownership; hearts above 10 go when the card goes."],
    ..Power::card("Even Bigger", 4, "Purchase gives 2 hearts; heart ceiling 12 during ownership; hearts above 10 go when the card goes.")
};

/// Not damage: nothing prevents it (G-10).
fn shrink_back(game: &mut Game<'_>, me: Me) {
    let why = Cause::Card(me.face);
    if game.rules.even_bigger_loss == EvenBiggerLoss::LoseTwo {
        game.lose_hearts(me.owner, 2, why);
    }
    let above = game.monster(me.owner).hearts.saturating_sub(game.hearts_max(me.owner));
    game.lose_hearts(me.owner, above, why);
}

//! Rooting for the Underdog.

use crate::card::{Card, Keeps};
use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::power::{Ending, stake};
use crate::state::Me;

/// Ending your turn alone in last place for stars earns 1 star.
pub(crate) const POWER: Power = Power {
    at_my_turn_end: Some(alone_in_last_place),
    ending: Some(Ending { order: 2, reads: stake::STARS | stake::CARDS, writes: stake::STARS }),
    ..Power::card(
        "Rooting for the Underdog",
        3,
        "Ending your turn alone in last place for stars earns 1 star.",
    )
};

fn alone_in_last_place(game: &mut Game<'_>, me: Me) {
    let mine = game.monster(me.owner).stars;
    let others = game.living.without(me.owner);
    // A second copy looks at the stars that were there when the first was paid.
    let copies = game
        .powers(me.owner, Keeps::one(Card::RootingForTheUnderdog))
        .filter(|other| !game.unused(*other))
        .count() as u8;
    let before = mine - (copies - 1).min(mine);
    if others.iter().all(|seat| before < game.monster(seat).stars) {
        game.gain_stars(me.owner, 1, Cause::Card(me.face));
    }
}

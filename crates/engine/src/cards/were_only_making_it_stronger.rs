//! We're Only Making It Stronger!.

use crate::card::Keeps;
use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// Losing two or more hearts in one go earns 1 energy.
pub(crate) const POWER: Power = Power {
    when_i_lose_hearts: Some(two_at_once),
    ..Power::card(
        "We're Only Making It Stronger!",
        3,
        "Losing two or more hearts in one go earns 1 energy.",
    )
};

/// Two copies pay 2 energy as one gain.
fn two_at_once(game: &mut Game<'_>, me: Me, lost: u8) {
    if lost < 2 || me.slot != me.face && game.monster(me.owner).cards.has(me.face) {
        return;
    }
    let copies = game.powers(me.owner, Keeps::one(me.face)).count() as u8;
    game.gain_energy(me.owner, copies, Cause::Card(me.face));
}

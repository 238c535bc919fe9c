//! It Has a Child!.

use crate::event::{Cause, Event, Leaving};
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// When you drop to 0 hearts: discard all your cards, lose all stars, return to 10 hearts and go on playing outside Tokyo.
pub(crate) const POWER: Power = Power {
    when_i_fall: Some(begin_again),
    once: true,
    ..Power::card("It Has a Child!", 7, "When you drop to 0 hearts: discard all your cards, lose all stars, return to 10 hearts and go on playing outside Tokyo.")
};

/// All cards and stars go; energy and tokens stay.
fn begin_again(game: &mut Game<'_>, me: Me) {
    let seat = me.owner;
    game.tell(Event::Reborn { seat, card: me.slot });
    for card in game.monster(seat).cards.iter() {
        game.discard_card(seat, card);
    }
    game.lose_stars(seat, 20, Cause::Card(me.face));
    game.monsters[seat.index()].hearts = 10;
    game.tell(Event::Healed { seat, from: 0, to: 10, why: Cause::Card(me.face) });
    game.leave_tokyo(seat, Leaving::Fell);
}

//! Death From Above (first edition: Drop from High Altitude).

use crate::event::{Cause, Leaving};
use crate::game::Game;
use crate::power::Power;
use crate::question::Spot;
use crate::rules::DropFromBay;
use crate::seat::Seat;
use crate::state::{Gain, Me};

/// First edition: +2 stars; unless you already are in Tokyo you move in and replace whoever holds it.
///
/// Second edition: +2 stars; unless you already are in Tokyo you move in; every other monster leaves Tokyo (that clause is in the 2024 wording and played by BGA since 2021).
pub(crate) const POWER: Power = Power {
    when_gained: Some(drop_on_tokyo),
    titles: ["Drop from High Altitude", "Death From Above"],
    texts: [
        "+2 stars; unless you already are in Tokyo you move in and replace whoever holds it.",
        "+2 stars; unless you already are in Tokyo you move in; every other monster leaves Tokyo (that clause is in the 2024 wording and played by BGA since 2021).",
    ],
    ..Power::card(
        "Death From Above",
        5,
        "+2 stars; unless you already are in Tokyo you move in; every other monster leaves Tokyo (that clause is in the 2024 wording and played by BGA since 2021).",
    )
};

fn drop_on_tokyo(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 2, Cause::Card(me.face));
    let seat = me.owner;
    match game.rules.drop_from_bay {
        DropFromBay::Stay => take_a_place(game, seat),
        DropFromBay::EveryoneElseLeaves => take_the_city(game, seat),
    }
}

/// P-12: a free place, or else the City from whoever holds it.
fn take_a_place(game: &mut Game<'_>, seat: Seat) {
    if game.in_tokyo(seat) {
        return;
    }
    let spot = game.free_spot().unwrap_or(Spot::City);
    if let Some(holder) = game.tokyo.city.filter(|_| spot == Spot::City) {
        game.leave_tokyo(holder, Leaving::PutOut);
    }
    game.enter(seat, spot);
}

/// S13: all others leave, and the buyer holds the City; from the Bay it moves there without a star.
fn take_the_city(game: &mut Game<'_>, seat: Seat) {
    for other in [game.tokyo.city, game.tokyo.bay].into_iter().flatten() {
        if other != seat {
            game.leave_tokyo(other, Leaving::PutOut);
        }
    }
    match game.spot(seat) {
        None => game.enter(seat, Spot::City),
        Some(Spot::Bay) => game.move_to_city(seat),
        Some(Spot::City) => {}
    }
}

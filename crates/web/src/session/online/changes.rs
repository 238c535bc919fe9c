//! What changed around a table, in one sentence: who came, who went, who is the host.

use crate::lang::t;
use engine::Seat;
use protocol::{Controller, SeatInfo, TableInfo, TablePhase};

/// The change most worth telling to `me`, if there is one.
pub(super) fn told(before: &TableInfo, after: &TableInfo, me: Option<Seat>) -> Option<String> {
    // Nobody waits for whoever reads the review.
    let over = after.phase == TablePhase::Over;
    let was = |seat: &SeatInfo| before.seats.get(seat.seat.index()).map(|was| was.controller);
    for seat in &after.seats {
        let mine = Some(seat.seat) == me;
        let words = match (was(seat)?, seat.controller) {
            (Controller::Open, Controller::Here) if !mine => t().someone_joined(&seat.name).plain(),
            (Controller::Here, Controller::Gone) if !mine && !over => {
                t().who_is_away(&seat.name).plain()
            }
            (Controller::Here | Controller::Gone, Controller::StandIn) if !mine => {
                t().bot_plays_for(&seat.name).plain()
            }
            _ => continue,
        };
        return Some(words);
    }
    let host = after.host.filter(|host| before.host != Some(*host) && Some(*host) != me)?;
    Some(t().host_now(&after.seats.get(host.index())?.name).plain())
}

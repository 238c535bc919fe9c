//! Gas Refinery.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// +2 stars; each opponent takes 3 damage.
pub(crate) const POWER: Power = Power {
    when_gained: Some(stars_then_fire),
    ..Power::card("Gas Refinery", 6)
};

fn stars_then_fire(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 2, Cause::Card(me.acts_as));
    let others = game.living.without(me.owner);
    game.hurt(Some(me.owner), Cause::Card(me.acts_as), others, 3);
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// gas_refinery.1, K-08: stars first, then 3 damage to the others, at once.
    #[test]
    fn stars_then_damage() {
        for book in BOOKS {
            let table = buy_it(Table::of(3).by(book), Card::GasRefinery);
            table.expect(A).stars(2).hearts(10);
            table.expect(B).hearts(7);
            table.expect(C).hearts(7);
            let stars = table.events.iter().position(|event| matches!(event, Event::Stars { .. }));
            let hurt = table.events.iter().position(|event| matches!(event, Event::Hurt { .. }));
            assert!(stars.is_some() && stars < hurt);
        }
    }
}

//! Flame Thrower (first edition: Fire Blast).

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// Each opponent takes 2 damage.
pub(crate) const POWER: Power = Power {
    when_gained: Some(burn_the_others),
    titles: ["Fire Blast", "Flame Thrower"],
    ..Power::card("Flame Thrower", 3)
};

fn burn_the_others(game: &mut Game<'_>, me: Me, _: Gain) {
    let others = game.living.without(me.owner);
    game.hurt(Some(me.owner), Cause::Card(me.acts_as), others, 2);
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// flame_thrower.1, K-08, G-09, P-23, Z-63: no attack: no yield, no tokens, no bonus; a dead monster's place stays empty.
    #[test]
    fn no_attack() {
        for book in BOOKS {
            let table = Table::of(4)
                .by(book)
                .in_city(C)
                .hearts(C, 2)
                .holds(A, Card::SpikedTail)
                .holds(A, Card::PoisonSpit)
                .holds(A, Card::AlphaMonster);
            let mut table = buy_it(table, Card::FlameThrower);
            table.asks(A, Question::Shop).tokyo_empty();
            table.expect(B).hearts(8).poison(0);
            table.expect(C).eliminated();
            table.expect(A).hearts(10).stars(0).outside();
            let lives = buy_it(Table::of(4).by(book).in_city(C), Card::FlameThrower);
            lives.expect(C).hearts(8).in_city();
        }
    }
}

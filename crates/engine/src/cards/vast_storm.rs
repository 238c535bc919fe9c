//! Vast Storm.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::{Gain, Me};

/// +2 stars; each opponent loses half its energy, rounded down.
pub(crate) const POWER: Power = Power {
    when_gained: Some(blow_half_away),
    ..Power::card("Vast Storm", 6)
};

fn blow_half_away(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 2, Cause::Card(me.acts_as));
    for seat in game.living.without(me.owner).iter() {
        let half = game.monster(seat).energy / 2;
        game.lose_energy(seat, half, Cause::Card(me.acts_as));
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// vast_storm.1, T21: two stars; the others lose half their energy, rounded down; what lies on cards is safe.
    #[test]
    fn half_of_it() {
        for book in PRINTINGS {
            let table = Table::of(5)
                .by(book)
                .house("use_bay", "false")
                .energy(C, 1)
                .energy(D, 5)
                .energy(E, 8);
            let mut table = buy_it(table.holds(E, Card::BatteryMonster), Card::VastStorm);
            for (seat, energy) in [(A, 2), (B, 0), (C, 1), (D, 3), (E, 4)] {
                table.expect(seat).energy(energy);
            }
            table.on(Card::BatteryMonster, 6).expect(A).stars(2);
        }
    }
}

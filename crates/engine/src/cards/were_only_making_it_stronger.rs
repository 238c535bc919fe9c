//! We're Only Making It Stronger!.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// Losing two or more hearts in one go earns 1 energy.
pub(crate) const POWER: Power = Power {
    when_i_lose_hearts: Some(two_at_once),
    ..Power::card("We're Only Making It Stronger!", 3)
};

/// Two copies pay 2 energy as one gain.
fn two_at_once(game: &mut Game<'_>, me: Me, lost: u8) {
    // who has reached 0 hearts gains nothing by it, not even when it is saved.
    if game.monster(me.owner).hearts == 0 {
        return;
    }
    if let Some(copies) = game.copies_as_one(me).filter(|_| 2 <= lost) {
        game.gain_energy(me.owner, copies, Cause::Card(me.acts_as));
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// were_only_making_it_stronger.1: two or more really lost in one packet.
    #[test]
    fn two_in_one_packet() {
        for book in BOOKS {
            let table =
                || Table::of(3).by(book).in_city(C).holds(C, Card::WereOnlyMakingItStronger);
            let mut two = table();
            two.turn(A).keeps("C C 1 2 3 3").stays(C);
            two.expect(C).energy(1);
            let mut five = table();
            five.turn(A).keeps("C C C C C 1").stays(C);
            five.expect(C).energy(1);
            let mut one = table();
            one.turn(A).keeps("C 1 2 2 3 3").stays(C);
            one.expect(C).energy(0);
            let mut softened = table().holds(C, Card::Camouflage);
            softened.turn(A).keeps("C C 1 2 3 3").throws(C, "H 1").stays(C);
            softened.expect(C).energy(0);
        }
    }

    /// were_only_making_it_stronger.2: one's own cards and poison count.
    #[test]
    fn any_damage() {
        for book in BOOKS {
            let own = buy_it(
                Table::of(2).by(book).holds(A, Card::WereOnlyMakingItStronger),
                Card::NationalGuard,
            );
            own.expect(A).energy(2 + 1);
            let mut poison =
                Table::of(2).by(book).holds(A, Card::WereOnlyMakingItStronger).poison(A, 2);
            poison.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            poison.expect(A).energy(1).hearts(8);
            let friend = Table::of(2)
                .by(book)
                .holds(A, Card::WereOnlyMakingItStronger)
                .holds(A, Card::FriendOfChildren);
            let friend = buy_it(friend, Card::NationalGuard);
            friend.expect(A).energy(2 + 2);
        }
    }

    /// were_only_making_it_stronger.3, Q-44, orders/after a loss: who reaches 0 gains nothing, saved or not.
    #[test]
    fn the_fallen_gain_nothing() {
        for book in BOOKS {
            let table = Table::of(3)
                .by(book)
                .hearts(B, 2)
                .holds(B, Card::WereOnlyMakingItStronger)
                .holds(B, Card::ItHasAChild);
            let table = buy_it(table, Card::FlameThrower);
            table.expect(B).hearts(10).energy(0);
            let table = Table::of(3).by(book).hearts(B, 2).holds(B, Card::WereOnlyMakingItStronger);
            let table = buy_it(table, Card::FlameThrower);
            table.expect(B).eliminated().energy(0);
        }
    }

    /// mimic/were_only_making_it_stronger: two energy.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let table = Table::of(2)
                .by(book)
                .holds(A, Card::WereOnlyMakingItStronger)
                .mimics(A, Card::WereOnlyMakingItStronger);
            let table = buy_it(table, Card::NationalGuard);
            table.expect(A).energy(2 + 2);
        }
    }
}

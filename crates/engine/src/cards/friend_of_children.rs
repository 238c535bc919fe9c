//! Friend of Children.

use crate::power::Power;

/// Every energy gain of yours is 1 larger.
pub(crate) const POWER: Power = Power {
    energy_bonus: 1,
    ..Power::card("Friend of Children", 3)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// friend_of_children.1: one more per gain; all energy dice are one gain, and nothing is none.
    #[test]
    fn per_gain() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).holds(A, Card::FriendOfChildren);
            table.turn(A).keeps("E E E 1 2 2").done();
            table.expect(A).energy(4);
            let mut none = Table::of(2).by(book).holds(A, Card::FriendOfChildren);
            none.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            none.expect(A).energy(0);
        }
    }

    /// friend_of_children.2, P-20, Z-60, T16: dice, Energize, Solar Powered, We're Only Making It Stronger!
    #[test]
    fn gains() {
        for book in PRINTINGS {
            let table = || Table::of(2).by(book).holds(A, Card::FriendOfChildren);
            let energize = buy_it(table(), Card::Energize);
            energize.expect(A).energy(2 + 10);
            let mut solar = table().holds(A, Card::SolarPowered);
            solar.shopping(A).next_turn(B, 6);
            solar.expect(A).energy(2);
            let stronger = buy_it(table().holds(A, Card::WereOnlyMakingItStronger), Card::Tank);
            stronger.expect(A).energy(2 + 2);
        }
    }

    /// friend_of_children.3, S08: not Battery Monster's payout, not Metamorph's refund.
    #[test]
    fn no_gains() {
        for book in BOOKS {
            let mut battery = Table::of(2)
                .by(book)
                .holds(A, Card::FriendOfChildren)
                .holds(A, Card::BatteryMonster);
            battery.turn(A);
            battery.expect(A).energy(2);
            let mut sold = Table::of(2)
                .by(book)
                .holds(A, Card::FriendOfChildren)
                .holds(A, Card::Jets)
                .holds(A, Card::Metamorph);
            sold.shopping(A).says(A, Question::Sell, Pick(Card::Jets));
            sold.expect(A).energy(5);
        }
    }

    /// friend_of_children.4, Q-31: what another monster pays is a gain.
    #[test]
    fn paid_by_another() {
        for book in PRINTINGS {
            let mut ray = Table::of(2)
                .by(book)
                .holds(A, Card::FriendOfChildren)
                .holds(A, Card::HealingRay)
                .hearts(B, 8)
                .energy(B, 5);
            ray.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Treat(B));
            ray.expect(B).hearts(9).energy(3);
            ray.expect(A).energy(3);
            let mut robbed = Table::of(2)
                .by(book)
                .holds(B, Card::FriendOfChildren)
                .holds(B, Card::Jets)
                .holds(A, Card::ParasiticTentacles)
                .energy(A, 7);
            robbed.shopping(A).takes(Card::Jets);
            robbed.expect(B).energy(6);
        }
    }

    /// friend_of_children.5, mimic/friend_of_children: two more per gain.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::FriendOfChildren)
                .mimics(A, Card::FriendOfChildren);
            table.turn(A).keeps("E 1 1 2 2 3");
            table.expect(A).energy(3);
        }
    }

    /// Solar Powered and We're Only Making It Stronger!, doubled, are one gain each.
    #[test]
    fn doubled_givers_are_one_gain() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut solar = Table::of(2)
                .by(book)
                .holds(A, Card::FriendOfChildren)
                .holds(A, Card::SolarPowered)
                .mimics(A, Card::SolarPowered);
            solar.shopping(A).next_turn(B, 6);
            solar.expect(A).energy(3);
            let table = Table::of(2)
                .by(book)
                .holds(A, Card::FriendOfChildren)
                .holds(A, Card::WereOnlyMakingItStronger)
                .mimics(A, Card::WereOnlyMakingItStronger);
            let stronger = buy_it(table, Card::Tank);
            stronger.expect(A).energy(2 + 3);
        }
    }

    /// friend_of_children.1, friend_of_children.4: a patient who pays nothing brings nothing.
    #[test]
    fn nothing_paid_is_no_gain() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::FriendOfChildren)
                .holds(A, Card::HealingRay)
                .hearts(B, 8);
            table.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Treat(B));
            table.expect(B).hearts(9);
            table.expect(A).energy(0);
        }
    }
}

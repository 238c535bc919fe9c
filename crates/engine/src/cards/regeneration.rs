//! Regeneration.

use crate::power::Power;

/// Every healing from your own dice or cards is 1 heart larger.
pub(crate) const POWER: Power = Power {
    heal_bonus: 1,
    ..Power::card("Regeneration", 4)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// regeneration.1: one heart more per healing.
    #[test]
    fn one_more_per_healing() {
        for book in PRINTINGS {
            let mut dice = Table::of(2).by(book).holds(A, Card::Regeneration).hearts(A, 3);
            dice.turn(A).keeps("H H 1 1 2 2");
            dice.expect(A).hearts(6);
            for (card, hearts) in [(Card::Heal, 3 + 3), (Card::NuclearPowerPlant, 3 + 4)] {
                let table =
                    buy_it(Table::of(2).by(book).holds(A, Card::Regeneration).hearts(A, 3), card);
                table.expect(A).hearts(hearts);
            }
        }
    }

    /// regeneration.2, P-19, Z-57: not when another monster heals.
    #[test]
    fn healed_by_another() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(B, Card::Regeneration)
                .holds(A, Card::HealingRay)
                .hearts(B, 3);
            table.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Treat(B));
            table.expect(B).hearts(4);
        }
    }

    /// regeneration.3, T14: hearts spent on tokens are not healing; in Tokyo hearts heal nothing.
    #[test]
    fn hearts_that_do_not_heal() {
        for book in PRINTINGS {
            let mut table =
                Table::of(2).by(book).holds(A, Card::Regeneration).hearts(A, 3).poison(A, 1);
            table.turn(A).keeps("H H 1 1 2 2").answers(DropPoison);
            table.expect(A).hearts(5).poison(0);
            let mut tokens = Table::of(2)
                .by(book)
                .holds(A, Card::Regeneration)
                .hearts(A, 3)
                .poison(A, 1)
                .shrink(A, 1);
            tokens.turn(A).keeps("H H 1 1 2").answers(DropPoison).answers(DropShrink);
            tokens.expect(A).hearts(3);
            let mut inside =
                Table::of(2).by(book).in_city(A).holds(A, Card::Regeneration).hearts(A, 3);
            inside.turn(A).keeps("H H 1 1 2 2");
            inside.expect(A).hearts(3);
        }
    }

    /// regeneration.4: nothing at the maximum; a rebirth is not healing.
    #[test]
    fn no_healing_no_bonus() {
        for book in PRINTINGS {
            let mut full = Table::of(2).by(book).holds(A, Card::Regeneration).hearts(A, 9);
            full.turn(A).keeps("H H 1 1 2 2");
            full.expect(A).hearts(10);
            let table = Table::of(3)
                .by(book)
                .hearts(B, 2)
                .holds(B, Card::Regeneration)
                .holds(B, Card::ItHasAChild);
            let table = buy_it(table, Card::FlameThrower);
            table.expect(B).hearts(10).most_hearts(10);
        }
    }

    /// mimic/regeneration: two more per healing.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::Regeneration)
                .mimics(A, Card::Regeneration)
                .hearts(A, 3);
            table.turn(A).keeps("H 1 1 2 2 3");
            table.expect(A).hearts(6);
        }
    }
}

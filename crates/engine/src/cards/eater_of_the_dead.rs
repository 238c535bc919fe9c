//! Eater of the Dead.

use crate::event::Cause;
use crate::power::Power;

/// Whenever any monster reaches 0 hearts you earn 3 stars.
pub(crate) const POWER: Power = Power {
    when_someone_falls: Some(|game, me| game.gain_stars(me.owner, 3, Cause::Card(me.acts_as))),
    ..Power::card("Eater of the Dead", 4)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// eater_of_the_dead.1, G-04: the stars of a death are foreseen.
    #[test]
    fn the_stars_are_foreseen() {
        for book in BOOKS {
            let table = Table::of(3).by(book).in_city(B).hearts(B, 1);
            let mut table = table.holds(A, Card::EaterOfTheDead);
            table.turn(A).rolls("C 1 1 2 2 3");
            assert_eq!(table.state.preview().stars, 3);
        }
    }

    /// eater_of_the_dead.1, P-09, Z-48: a monster that It Has a Child saves has reached 0 all the same.
    #[test]
    fn a_saved_monster_counts() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .hearts(C, 1)
                .holds(B, Card::EaterOfTheDead)
                .holds(C, Card::ItHasAChild);
            table.turn(A).keeps("C 1 2 2 3 3");
            table.expect(B).stars(3);
            table.expect(C).alive().hearts(10);
        }
    }

    /// eater_of_the_dead.2: any cause, any turn, and each monster.
    #[test]
    fn any_cause() {
        for book in BOOKS {
            let mut poison =
                Table::of(3).by(book).hearts(A, 1).poison(A, 1).holds(B, Card::EaterOfTheDead);
            poison.turn(A).keeps("1 1 2 2 3 3");
            poison.expect(B).stars(3);
            let own = Table::of(3).by(book).hearts(A, 3).holds(B, Card::EaterOfTheDead);
            let own = buy_it(own, Card::Tank);
            own.expect(A).eliminated();
            own.expect(B).stars(3);
            let two =
                Table::of(4).by(book).hearts(B, 2).hearts(C, 1).holds(A, Card::EaterOfTheDead);
            let two = buy_it(two, Card::FlameThrower);
            two.expect(A).stars(6);
        }
    }

    /// eater_of_the_dead.3: an owner who dies of the same effect gains nothing.
    #[test]
    fn a_dead_eater_eats_nothing() {
        for book in BOOKS {
            let table =
                Table::of(4).by(book).hearts(B, 3).hearts(C, 3).holds(B, Card::EaterOfTheDead);
            let table = buy_it(table, Card::HighAltitudeBombing);
            table.expect(B).eliminated().stars(0);
            table.expect(C).eliminated();
        }
    }

    /// eater_of_the_dead.4, A-03: 20 stars in another's turn are looked at when that turn is over (PL: the own one).
    #[test]
    fn twenty_stars_in_anothers_turn() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .stars(B, 17)
                .holds(B, Card::EaterOfTheDead)
                .hearts(C, 2)
                .energy(A, 5)
                .sale(Card::FlameThrower);
            table.shopping(A).buys(Card::FlameThrower);
            table.expect(B).stars(20);
            if book == Italian {
                table.over(Outcome::Stars(B));
                continue;
            }
            table.done();
            if book == Polish {
                table.next_turn(B, 6).keeps("1 1 2 2 3 3");
            }
            table.over(Outcome::Stars(B));
        }
    }

    /// mimic/eater_of_the_dead, orders/zero hearts: six stars per death; holders clockwise from the active monster.
    #[test]
    fn copied() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let table = Table::of(3)
                .by(book)
                .hearts(C, 2)
                .holds(A, Card::EaterOfTheDead)
                .mimics(A, Card::EaterOfTheDead);
            let table = buy_it(table, Card::FlameThrower);
            table.expect(A).stars(6);
            let apart = Table::of(4)
                .by(book)
                .hearts(C, 2)
                .holds(D, Card::EaterOfTheDead)
                .mimics(B, Card::EaterOfTheDead);
            let apart = buy_it(apart, Card::FlameThrower);
            let told: Vec<_> = apart
                .events
                .iter()
                .filter_map(|event| match event {
                    Event::Stars { seat, .. } | Event::Eliminated { seat } => Some(*seat),
                    _ => None,
                })
                .collect();
            assert_eq!(told, [B, D, C], "the eaters, clockwise, and then the grave");
        }
    }
}

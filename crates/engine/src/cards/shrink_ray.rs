//! Shrink Ray.

use crate::event::Token;
use crate::power::Power;

/// First edition: Each monster you damage receives a shrink token; every token takes one die from its bearer's roll. A rolled heart can be spent on removing a token instead of healing.
///
/// Second edition: Each monster you smash gets a shrink token; same penalty and removal.
pub(crate) const POWER: Power = Power {
    when_i_wound: Some(|game, _, victim| game.add_token(victim, Token::Shrink)),
    ..Power::card("Shrink Ray", 6)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// shrink_ray.1, P-06: given, kept and removed like poison.
    #[test]
    fn like_poison() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(A)
                .holds(A, Card::ShrinkRay)
                .holds(C, Card::ArmorPlating);
            table.turn(A).keeps("C 1 2 2 3 3").next_turn(B, 5);
            table.expect(B).shrink(1).hearts(9);
            table.expect(C).shrink(0);
            let table = buy_it(Table::of(3).by(book).holds(A, Card::ShrinkRay), Card::FlameThrower);
            table.expect(B).shrink(0);
            let mut inside = Table::of(2).by(book).in_city(A).shrink(A, 1);
            inside.turn(A).keeps("H 1 1 2 2").next_turn(B, 6);
            inside.expect(A).shrink(1);
        }
    }

    /// shrink_ray.2, R-01: a token removed by hearts helps from the next turn on.
    #[test]
    fn dice_are_fixed_at_the_first_throw() {
        for book in BOOKS {
            let mut table = Table::of(2).by(book).shrink(A, 2).hearts(A, 9);
            table.turn(A).next_turn(A, 4).keeps("H 1 1 2").answers(DropShrink).next_turn(B, 6);
            table.keeps("1 1 2 2 3 3").next_turn(A, 5);
        }
    }

    /// shrink_ray.3: never below no dice; such a monster may still buy.
    #[test]
    fn no_dice_at_all() {
        for book in BOOKS {
            let mut table = Table::of(2).by(book).shrink(A, 9).energy(A, 3).sale(Card::CornerStore);
            table.turn(A).buys(Card::CornerStore).next_turn(B, 6);
            table.expect(A).stars(1);
        }
    }

    /// shrink_ray.4: tokens count in Freeze Time turns too.
    #[test]
    fn in_freeze_time_turns() {
        for book in BOOKS {
            let mut table = Table::of(2).by(book).shrink(A, 1).holds(A, Card::FreezeTime);
            table.turn(A).keeps("1 1 1 2 2").says(A, Question::ExtraTurn, Yes).next_turn(A, 4);
        }
    }

    /// mimic/shrink_ray: two tokens per victim.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::ShrinkRay)
                .mimics(A, Card::ShrinkRay);
            table.turn(A).keeps("C 1 2 2 3 3").stays(C);
            table.expect(C).shrink(2);
        }
    }
}

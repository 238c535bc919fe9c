//! Extra Head.

use crate::power::Power;

/// Roll one die more than normal each turn.
pub(crate) const POWER: Power =
    Power { dice: 1, ..Power::card("Extra Head", 7) };

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// extra_head.1: one die more each; one monster may hold both.
    #[test]
    fn one_die_each() {
        for book in PRINTINGS {
            let mut one = Table::of(2).by(book).holds(A, Card::ExtraHead);
            one.turn(A).next_turn(A, 7);
            let mut both =
                Table::of(2).by(book).holds(A, Card::ExtraHead).holds(A, Card::ExtraHead2);
            both.turn(A).next_turn(A, 8).keeps("1 1 1 2 2 2 3 3");
            both.expect(A).stars(3);
        }
    }

    /// extra_head.2, R-01: heads, shrink tokens and a Freeze Time turn add up; the number is fixed at the first throw.
    #[test]
    fn dice_of_the_turn() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::ExtraHead)
                .holds(A, Card::FreezeTime)
                .shrink(A, 2)
                .hearts(A, 9);
            table.turn(A).next_turn(A, 5).keeps("1 1 1 2 H");
            table.says(A, Question::Hearts, DropShrink).says(A, Question::ExtraTurn, Yes);
            // One shrink token left, and one die fewer in the extra turn.
            table.next_turn(A, 5);
            // A copy made at the start of the turn counts in it.
            let mut copy =
                Table::of(2).by(book).holds(B, Card::ExtraHead).holds(A, Card::Mimic).energy(A, 1);
            copy.turn(A).says(A, Question::Start, Pick(Card::ExtraHead)).next_turn(A, 7);
        }
    }

    /// extra_head.3, mimic/extra_head, Q-08: both heads and a Mimic make nine.
    #[test]
    fn nine_dice() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::ExtraHead)
                .holds(A, Card::ExtraHead2)
                .mimics(A, Card::ExtraHead);
            table.turn(A).next_turn(A, 9).keeps("1 1 1 2 2 2 3 3 3");
            table.expect(A).stars(6);
        }
    }

    /// extra_head.4: bought, it counts from the next turn on.
    #[test]
    fn from_the_next_turn() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).energy(A, 7).sale(Card::ExtraHead);
            table.turn(A).keeps("1 1 2 2 3 3").buys(Card::ExtraHead).next_turn(B, 6);
            table.keeps("1 1 2 2 3 3").next_turn(A, 7);
        }
    }
}

//! Giant Brain.

use crate::power::Power;

/// Your turn has one roll more than normal.
pub(crate) const POWER: Power = Power {
    rerolls: 1,
    ..Power::card("Giant Brain", 5)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// giant_brain.1, mimic/giant_brain: four rolls in all, five with a copy; what is not used is lost.
    #[test]
    fn one_roll_more() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).holds(A, Card::GiantBrain);
            table.turn(A).rolls("1 1 2 2 3 3");
            for _ in 0..3 {
                table.rerolls(&[0]).rolls("1");
            }
            table.next_turn(B, 6);
            let mut copied =
                Table::of(2).by(book).holds(A, Card::GiantBrain).mimics(A, Card::GiantBrain);
            copied.turn(A).rolls("1 1 2 2 3 3");
            for _ in 0..4 {
                copied.rerolls(&[0]).rolls("1");
            }
            copied.next_turn(B, 6).keeps("1 1 2 2 3 3").next_turn(A, 6).rolls("1 1 2 2 3 3");
            assert_eq!(copied.state.turn.rerolls, 4);
        }
    }
}

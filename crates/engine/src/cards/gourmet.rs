//! Gourmet.

use crate::dice::Face;
use crate::event::Cause;
use crate::power::Power;

/// Scoring three or more 1s is worth 2 stars more.
pub(crate) const POWER: Power = Power {
    when_i_score: Some(|game, me, face| {
        if face == Face::One {
            game.gain_stars(me.owner, 2, Cause::Card(me.acts_as))
        }
    }),
    ..Power::card("Gourmet", 4)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// gourmet.1, mimic/gourmet: two stars more for three or more 1s, flat; a copy makes it four.
    #[test]
    fn ones_are_worth_more() {
        for book in PRINTINGS {
            for (dice, stars) in
                [("1 1 1 2 2 3", 3), ("1 1 1 1 2 3", 4), ("1 1 1 1 1 1", 6), ("2 2 2 1 1 3", 2)]
            {
                let mut table = Table::of(2).by(book).holds(A, Card::Gourmet);
                table.turn(A).keeps(dice);
                table.expect(A).stars(stars);
            }
            let mut copied = Table::of(2).by(book).holds(A, Card::Gourmet).mimics(A, Card::Gourmet);
            copied.turn(A).keeps("1 1 1 2 2 3");
            copied.expect(A).stars(5);
        }
    }
}

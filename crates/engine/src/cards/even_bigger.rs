//! Even Bigger.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::rules::{EvenBiggerCeiling, EvenBiggerLoss, Rules};
use crate::state::Me;

/// First edition: Heart ceiling 12 and 2 hearts at once on getting it; giving the card up costs 2 hearts.
///
/// Second edition: Purchase gives 2 hearts; heart ceiling 12 during ownership; hearts above 10 go when the card goes.
pub(crate) const POWER: Power = Power {
    hearts_max: 2,
    when_gained: Some(|game, me, _| game.heal(me.owner, 2, Cause::Card(me.acts_as))),
    when_lost: Some(shrink_back),
    ..Power::card("Even Bigger", 4)
};

/// Not damage: nothing prevents it (G-10).
fn shrink_back(game: &mut Game<'_>, me: Me) {
    let why = Cause::Card(me.acts_as);
    if game.rules.even_bigger_loss == EvenBiggerLoss::LoseTwo {
        game.lose_hearts(me.owner, 2, why);
    }
    let above = game.monster(me.owner).hearts.saturating_sub(game.hearts_max(me.owner));
    game.lose_hearts(me.owner, above, why);
}

impl Rules {
    /// C-09: by how much all cards together may raise the maximum of hearts. The second-edition card ends at 12.
    #[inline]
    pub(crate) const fn more_hearts_at_most(&self) -> u8 {
        match self.even_bigger_ceiling {
            EvenBiggerCeiling::Stacks => u8::MAX,
            EvenBiggerCeiling::Twelve => POWER.hearts_max,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// even_bigger.1, P-10, S03, Z-49, `even_bigger_loss`: what losing it costs; nothing prevents it.
    #[test]
    fn losing_it() {
        for book in BOOKS {
            for (before, first, second) in [(12, 10, 10), (9, 7, 9), (11, 9, 10)] {
                let mut table = Table::of(2)
                    .by(book)
                    .holds(A, Card::EvenBigger)
                    .holds(A, Card::Metamorph)
                    .holds(A, Card::Wings)
                    .holds(A, Card::WereOnlyMakingItStronger)
                    .hearts(A, before)
                    .energy(A, 2);
                table.shopping(A).done().says(A, Question::Sell, Pick(Card::EvenBigger));
                let after = if book == Dutch { second } else { first };
                table.expect(A).hearts(after).most_hearts(10).energy(6);
            }
        }
    }

    /// even_bigger.2, G-10, T19: first edition, at 2 hearts or fewer it is the end; nobody takes over Tokyo.
    #[test]
    fn losing_it_can_kill() {
        for book in BOOKS {
            for hearts in [1, 2] {
                let mut table = Table::of(3)
                    .by(book)
                    .in_city(B)
                    .holds(B, Card::EvenBigger)
                    .hearts(B, hearts)
                    .holds(C, Card::EaterOfTheDead)
                    .holds(A, Card::ParasiticTentacles)
                    .energy(A, 4)
                    .hearts(A, 9);
                table.shopping(A).takes(Card::EvenBigger);
                table.expect(A).hearts(11).most_hearts(12).outside().holds(Card::EvenBigger);
                if book == Dutch {
                    table.expect(B).hearts(hearts).most_hearts(10).in_city().energy(4);
                    table.expect(C).stars(0);
                } else {
                    table.expect(B).eliminated();
                    table.expect(C).stars(3);
                    table.tokyo_empty();
                }
            }
            let mut own = Table::of(3)
                .by(book)
                .holds(A, Card::EvenBigger)
                .holds(A, Card::Metamorph)
                .hearts(A, 2);
            own.shopping(A).says(A, Question::Sell, Pick(Card::EvenBigger));
            if book == Dutch {
                own.says(A, Question::Sell, Pass);
                own.expect(A).hearts(2);
            } else {
                own.expect(A).eliminated();
            }
            own.next_turn(B, 6);
        }
    }

    /// even_bigger.3, S04, Q-01, C-09, P-21, `even_bigger_ceiling`: two of them.
    #[test]
    fn two_of_them() {
        for (book, most) in [(Icelandic, 14), (Polish, 14), (Italian, 14), (Dutch, 12)] {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::EvenBigger)
                .hearts(A, 12)
                .energy(A, 10)
                .sale(Card::Mimic);
            table.shopping(A).buys(Card::Mimic).copies(A, Card::EvenBigger);
            table.expect(A).hearts(most).most_hearts(most);
        }
    }

    /// even_bigger.4: it heals in Tokyo too, and Regeneration adds to it, never above the maximum.
    #[test]
    fn the_gain() {
        for book in PRINTINGS {
            let table = |hearts| {
                Table::of(2)
                    .by(book)
                    .in_city(A)
                    .hearts(A, hearts)
                    .energy(A, 6)
                    .sale(Card::EvenBigger)
            };
            let mut plain = table(5);
            plain.shopping(A).buys(Card::EvenBigger);
            plain.expect(A).hearts(7).most_hearts(12).energy(2);
            let mut more = table(5).holds(A, Card::Regeneration);
            more.shopping(A).buys(Card::EvenBigger);
            more.expect(A).hearts(8);
            let mut full = table(10).holds(A, Card::Regeneration);
            full.shopping(A).buys(Card::EvenBigger);
            full.expect(A).hearts(12);
        }
    }

    /// even_bigger.5: the copy is lost like the card: moved, fallen off, sold, taken, with its original.
    #[test]
    fn every_way_of_losing_it() {
        for book in BOOKS {
            let cost = if book == Dutch { 0 } else { 2 };
            let table =
                || Table::of(3).by(book).holds(B, Card::EvenBigger).mimics(A, Card::EvenBigger);
            // The token moves.
            let mut moved = table().hearts(A, 9).holds(B, Card::Jets).energy(A, 1);
            moved.turn(A).says(A, Question::Start, Pick(Card::Jets));
            moved.expect(A).hearts(9 - cost).most_hearts(10);
            // The original is sold: both lose it.
            let mut sold = table().hearts(A, 9).hearts(B, 12).holds(B, Card::Metamorph);
            sold.shopping(B).says(B, Question::Sell, Pick(Card::EvenBigger)).copied_nothing();
            sold.expect(A).hearts(9 - cost).most_hearts(10).holds(Card::Mimic);
            sold.expect(B).hearts(10);
            // Its owner dies: the copy goes, and may kill in turn.
            let mut chain = table().hearts(A, 4).hearts(B, 2).energy(C, 5).sale(Card::FlameThrower);
            chain.shopping(C).buys(Card::FlameThrower);
            chain.expect(B).eliminated();
            if book == Dutch {
                chain.expect(A).hearts(2).most_hearts(10);
            } else {
                chain.expect(A).eliminated();
                if book == Polish {
                    chain.done();
                }
                chain.over(Outcome::LastStanding(C));
            }
            // Mimic itself is sold.
            let mut mimic = table().hearts(A, 9).holds(A, Card::Metamorph);
            mimic.shopping(A).says(A, Question::Sell, Pick(Card::Mimic));
            mimic.expect(A).hearts(9 - cost).most_hearts(10);
            mimic.expect(B).most_hearts(12);
            // Mimic itself is bought by another monster, who chooses anew.
            let mut taken =
                table().hearts(A, 9).hearts(C, 5).holds(C, Card::ParasiticTentacles).energy(C, 8);
            taken.shopping(C).takes(Card::Mimic);
            taken.expect(A).hearts(9 - cost).most_hearts(10);
            taken.copies(C, Card::EvenBigger);
            taken.expect(C).hearts(7).most_hearts(12);
        }
    }

    /// even_bigger.5, mimic.5: the original changes hands; the copy goes on.
    #[test]
    fn taken_while_copied() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .holds(B, Card::EvenBigger)
                .mimics(A, Card::EvenBigger)
                .hearts(A, 12)
                .hearts(B, 12)
                .holds(C, Card::ParasiticTentacles)
                .energy(C, 4);
            table.shopping(C).takes(Card::EvenBigger).copied(Card::EvenBigger);
            table.expect(A).hearts(12).most_hearts(12);
            table.expect(B).hearts(10).most_hearts(10);
            table.expect(C).hearts(12).most_hearts(12);
        }
    }

    /// even_bigger.6, T07: It Has a Child discards it first, so the new ten hearts stay ten.
    #[test]
    fn with_it_has_a_child() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::EvenBigger)
                .holds(C, Card::ItHasAChild)
                .hearts(C, 1);
            table.turn(A).keeps("C 1 2 2 3 3");
            table.expect(C).hearts(10).most_hearts(10).lacks(Card::EvenBigger);
        }
    }

    /// mimic/even_bigger: two hearts when the token is placed, in hands that have no original as well.
    #[test]
    fn copied() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(B, Card::EvenBigger)
                .hearts(A, 7)
                .energy(A, 8)
                .sale(Card::Mimic);
            table.shopping(A).buys(Card::Mimic).copies(A, Card::EvenBigger);
            table.expect(A).hearts(9).most_hearts(12);
        }
    }
}

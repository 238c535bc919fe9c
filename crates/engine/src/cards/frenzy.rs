//! Frenzy.

use crate::event::{Event, TurnKind};
use crate::game::Game;
use crate::power::Power;
use crate::rules::Frenzy as When;
use crate::state::{Gain, Me};

/// Queue one extra full turn for the buyer, played right after the current turn.
pub(crate) const POWER: Power = Power {
    when_gained: Some(one_more_turn),
    ..Power::card(
        "Frenzy",
        7,
        "Queue one extra full turn for the buyer, played right after the current turn.",
    )
};

fn one_more_turn(game: &mut Game<'_>, me: Me, _: Gain) {
    game.frenzies[me.owner.index()] += 1;
    game.tell(Event::EarnedTurn { seat: me.owner, kind: TurnKind::Frenzy });
    // Bought in another monster's turn it waits for the end of that turn.
    let own_turn = game.turn.seat == me.owner;
    if own_turn && game.rules.frenzy == When::AtOnceSkippingEnd {
        game.end_turn_at_once();
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// frenzy.1, P-13, S05, X-02, Z-53, Q-17, `frenzy`: after this turn and its end; PL: at once, without one.
    #[test]
    fn one_more_turn() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .in_city(A)
                .energy(A, 13)
                .poison(A, 1)
                .sale(Card::Frenzy)
                .sale(Card::Skyscraper);
            table.shopping(A).buys(Card::Frenzy);
            if book == Polish {
                // Neither more buying nor poison.
                table.next_turn(A, 6).expect(A).hearts(10).energy(6);
            } else {
                table.buys(Card::Skyscraper).next_turn(A, 6).expect(A).hearts(9).energy(0);
            }
            let stars = if book == Polish { 2 } else { 6 };
            table.expect(A).stars(stars);
        }
        // PL: the check for 20 stars still happens.
        let mut twenty = Table::of(2).by(Polish).stars(A, 20).energy(A, 7).sale(Card::Frenzy);
        twenty.shopping(A).buys(Card::Frenzy).over(Outcome::Stars(A));
    }

    /// frenzy.2, X-01, X-03: all dice, a start of its own, and then play goes on.
    #[test]
    fn a_whole_turn() {
        for book in BOOKS {
            let mut table = Table::of(2).by(book).in_city(A).energy(A, 7).sale(Card::Frenzy);
            table.shopping(A).buys(Card::Frenzy).next_turn(A, 6);
            table.expect(A).stars(2);
            table.keeps("1 1 2 2 3 3").next_turn(B, 6);
        }
    }
}

//! Frenzy.

use crate::event::TurnKind;
use crate::game::Game;
use crate::power::Power;
use crate::rules::{Frenzy as When, Rules};
use crate::state::{Gain, Me};
use crate::turn::Step;

/// Queue one extra full turn for the buyer, played right after the current turn.
pub(crate) const POWER: Power = Power {
    when_gained: Some(one_more_turn),
    ..Power::card("Frenzy", 7)
};

fn one_more_turn(game: &mut Game<'_>, me: Me, _: Gain) {
    game.queue_turn(me.owner);
    // Bought in another monster's turn it waits for the end of that turn.
    if game.turn.seat == me.owner && game.rules.frenzy == When::AtOnceSkippingEnd {
        game.go_to(Step::Over);
    }
}

impl TurnKind {
    /// A turn that is played after the present one, whoever's that is.
    pub(crate) const QUEUED: TurnKind = TurnKind::Frenzy;
}

impl Rules {
    /// whether a turn that is queued comes before one that was earned.
    pub(crate) fn queued_turns_come_first(&self) -> bool {
        self.frenzy == When::AtOnceSkippingEnd
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

    /// frenzy.1, Q-17: PL: the card revealed in its place is still offered to an Opportunist before the turn ends.
    #[test]
    fn polish_with_an_opportunist() {
        let mut table = Table::of(2)
            .by(Polish)
            .energy(A, 9)
            .holds(B, Card::Opportunist)
            .energy(B, 3)
            .sale(Card::Frenzy)
            .deck(&[Card::Heal, Card::Skyscraper]);
        table.shopping(A).buys(Card::Frenzy).snatches(B, Card::Heal).next_turn(A, 6);
        table.expect(A).energy(2);
    }

    /// frenzy.2, opportunist.6: two of them in one turn: the active monster's turn comes first.
    #[test]
    fn after_a_freeze_time_turn_of_another() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .energy(A, 3)
                .holds(A, Card::FreezeTime)
                .holds(C, Card::Opportunist)
                .energy(C, 7)
                .sale(Card::CornerStore)
                .deck(&[Card::Frenzy, Card::Skyscraper]);
            table.turn(A).keeps("1 1 1 2 2 3").buys(Card::CornerStore).snatches(C, Card::Frenzy);
            table.says(A, Question::ExtraTurn, Yes).next_turn(A, 5).keeps("1 1 2 2 3");
            table.next_turn(C, 6).keeps("1 1 2 2 3 3").next_turn(B, 6);
        }
    }
}

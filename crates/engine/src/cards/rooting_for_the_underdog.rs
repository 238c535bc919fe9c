//! Rooting for the Underdog.

use crate::event::Cause;
use crate::game::Game;
use crate::power::{Ending, Power, stake};
use crate::state::Me;

/// Ending your turn alone in last place for stars earns 1 star.
pub(crate) const POWER: Power = Power {
    at_my_turn_end: Some(alone_in_last_place),
    ending: Some(Ending { order: 2, reads: stake::STARS | stake::CARDS, writes: stake::STARS }),
    ..Power::card("Rooting for the Underdog", 3)
};

/// Looks once at the stars, and pays for every copy as one gain (P-21).
fn alone_in_last_place(game: &mut Game<'_>, me: Me) {
    let copies = game.all_copies_at_once(me);
    let mine = game.monster(me.owner).stars;
    let others = game.living.without(me.owner);
    if others.iter().all(|seat| mine < game.monster(seat).stars) {
        game.gain_stars(me.owner, copies, Cause::Card(me.acts_as));
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// rooting_for_the_underdog.1, S11: at the end of one's own turn only.
    #[test]
    fn ones_own_turn() {
        for book in BOOKS {
            let mut table =
                Table::of(3).by(book).holds(A, Card::RootingForTheUnderdog).stars(B, 3).stars(C, 3);
            table.turn(B).keeps("1 1 2 2 3 3").next_turn(C, 6);
            table.expect(A).stars(0);
            table.keeps("1 1 2 2 3 3").next_turn(A, 6).keeps("1 1 2 2 3 3").next_turn(B, 6);
            table.expect(A).stars(1);
        }
    }

    /// rooting_for_the_underdog.2: alone in last place; the dead do not count.
    #[test]
    fn alone_at_the_bottom() {
        for book in BOOKS {
            let mut tie = Table::of(3).by(book).holds(A, Card::RootingForTheUnderdog).stars(B, 3);
            tie.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            tie.expect(A).stars(0);
            let mut dead = Table::of(3)
                .by(book)
                .eliminated(C)
                .holds(A, Card::RootingForTheUnderdog)
                .stars(B, 3);
            dead.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            dead.expect(A).stars(1);
        }
    }

    /// rooting_for_the_underdog.3, E-02, Q-18, orders/end of turn: before Energy Hoarder and Herbivore, unless ordered.
    #[test]
    fn before_other_gains() {
        for book in BOOKS {
            let table = || {
                Table::of(2)
                    .by(book)
                    .holds(A, Card::RootingForTheUnderdog)
                    .holds(A, Card::EnergyHoarder)
                    .holds(A, Card::Herbivore)
                    .energy(A, 6)
                    .stars(B, 1)
            };
            let mut usual = table();
            usual.shopping(A).done().says(A, Question::End, Pass).next_turn(B, 6);
            usual.expect(A).stars(3);
            let mut ordered = table();
            ordered.shopping(A).done().says(A, Question::End, Use(Card::EnergyHoarder));
            ordered.may_pass(Question::End).next_turn(B, 6);
            ordered.expect(A).stars(2);
        }
    }

    /// rooting_for_the_underdog.2, P-21, Q-48: on a tie for last neither the card nor its copy pays.
    #[test]
    fn a_tie_pays_no_copy() {
        for book in BOOKS {
            let mut tie = Table::of(3)
                .by(book)
                .holds(B, Card::RootingForTheUnderdog)
                .mimics(A, Card::RootingForTheUnderdog)
                .stars(B, 3);
            tie.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            tie.expect(A).stars(0);
            if book == Czech {
                continue;
            }
            let mut both = Table::of(2)
                .by(book)
                .holds(A, Card::RootingForTheUnderdog)
                .mimics(A, Card::RootingForTheUnderdog)
                .stars(A, 19)
                .stars(B, 19);
            both.turn(A).keeps("1 1 2 2 3 3").may_pass(Question::End).next_turn(B, 6);
            both.expect(A).stars(19);
        }
    }

    /// mimic/rooting_for_the_underdog: two stars; both look at the same place.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::RootingForTheUnderdog)
                .mimics(A, Card::RootingForTheUnderdog)
                .stars(B, 1);
            table.turn(A).keeps("1 1 2 2 3 3").may_pass(Question::End).next_turn(B, 6);
            table.expect(A).stars(2);
        }
    }
}

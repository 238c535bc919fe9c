//! Herbivore.

use crate::event::Cause;
use crate::game::Game;
use crate::power::{Ending, Power, stake};
use crate::state::Me;

/// A turn of yours in which nobody lost hearts through you earns 1 star when it ends.
pub(crate) const POWER: Power = Power {
    at_my_turn_end: Some(graze),
    ending: Some(Ending { order: 4, reads: stake::CARDS, writes: stake::STARS }),
    ..Power::card("Herbivore", 5)
};

fn graze(game: &mut Game<'_>, me: Me) {
    if !game.turn.harmed {
        game.gain_stars(me.owner, 1, Cause::Card(me.acts_as));
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// herbivore.1: damage that was prevented is none.
    #[test]
    fn prevented_damage_is_none() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::Herbivore)
                .holds(C, Card::ArmorPlating);
            table.turn(A).keeps("C 1 2 2 3 3").may_pass(Question::Yield).next_turn(B, 6);
            table.expect(A).stars(1);
            let mut hurt = Table::of(3).by(book).in_city(C).holds(A, Card::Herbivore);
            hurt.turn(A).keeps("C 1 2 2 3 3").stays(C).next_turn(B, 6);
            hurt.expect(A).stars(0);
        }
    }

    /// herbivore.2: damage of bought cards counts, also to oneself.
    #[test]
    fn bought_damage_counts() {
        for book in BOOKS {
            for (card, stars) in [(Card::FlameThrower, 0), (Card::Tank, 4), (Card::Skyscraper, 5)] {
                let mut table = buy_it(Table::of(3).by(book).holds(A, Card::Herbivore), card);
                table.done().next_turn(B, 6);
                table.expect(A).stars(stars);
            }
        }
    }

    /// herbivore.3: poison is nobody's damage; lost stars and energy are none.
    #[test]
    fn what_is_no_damage_of_ones_own() {
        for book in BOOKS {
            let mut poison = Table::of(3).by(book).holds(A, Card::Herbivore).poison(A, 2);
            poison.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            poison.expect(A).stars(1).hearts(8);
            let table = Table::of(3).by(book).holds(A, Card::Herbivore).stars(B, 9);
            let mut evacuation = buy_it(table, Card::EvacuationOrders);
            evacuation.done().next_turn(B, 6);
            evacuation.expect(A).stars(1);
            let table = Table::of(3).by(book).holds(A, Card::Herbivore).energy(B, 9);
            let mut storm = buy_it(table, Card::VastStorm);
            storm.done().next_turn(B, 6);
            storm.expect(A).stars(3);
        }
    }

    /// herbivore.4: it works in the turn in which it is bought.
    #[test]
    fn in_the_turn_of_its_purchase() {
        for book in BOOKS {
            let mut table = Table::of(3).by(book).energy(A, 5).sale(Card::Herbivore);
            table.turn(A).keeps("1 1 2 2 3 3").buys(Card::Herbivore).next_turn(B, 6);
            table.expect(A).stars(1);
            let mut hurt = Table::of(3).by(book).in_city(C).energy(A, 5).sale(Card::Herbivore);
            hurt.turn(A).keeps("C 1 2 2 3 3").stays(C).buys(Card::Herbivore).next_turn(B, 6);
            hurt.expect(A).stars(0);
        }
    }

    /// herbivore.5: Acid Attack spoils it while a victim is in reach.
    #[test]
    fn with_acid_attack() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::Herbivore)
                .holds(A, Card::AcidAttack);
            table.turn(A).keeps("1 1 2 2 3 3").may_pass(Question::Yield).next_turn(B, 6);
            table.expect(A).stars(0);
        }
    }

    /// mimic/herbivore: two stars.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table =
                Table::of(3).by(book).holds(A, Card::Herbivore).mimics(A, Card::Herbivore);
            table.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            table.expect(A).stars(2);
        }
    }
}

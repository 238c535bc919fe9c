//! Urbavore.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// First edition: Starting your turn in Tokyo earns 1 star more; your attacks from Tokyo deal 1 extra damage.
///
/// Second edition: Starting your turn in Tokyo earns 1 star more; in Tokyo any roll holding a claw counts one bonus claw.
pub(crate) const POWER: Power = Power {
    at_my_turn_start: Some(one_star_more),
    only_if: Some(|state, me| state.in_tokyo(me.owner)),
    adds_to_claws: Some(|state, me| u8::from(state.in_tokyo(me.owner))),
    ..Power::card("Urbavore", 4)
};

fn one_star_more(game: &mut Game<'_>, me: Me) {
    game.gain_stars(me.owner, 1, Cause::Card(me.acts_as));
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// urbavore.1: with the attack from Tokyo, not with bought cards, and not from outside.
    #[test]
    fn the_attack_from_tokyo() {
        for book in BOOKS {
            let mut inside = Table::of(3).by(book).in_city(A).holds(A, Card::Urbavore);
            inside.turn(A).keeps("C 1 2 2 3 3");
            inside.expect(B).hearts(8);
            let table = buy_it(
                Table::of(3).by(book).in_city(A).holds(A, Card::Urbavore),
                Card::FlameThrower,
            );
            table.expect(B).hearts(8);
            let mut outside = Table::of(3).by(book).in_city(C).holds(A, Card::Urbavore);
            outside.turn(A).keeps("C 1 2 2 3 3").stays(C);
            outside.expect(C).hearts(9);
        }
    }

    /// urbavore.2, urbavore.3: three stars at the start of a turn in Tokyo, City or Bay.
    #[test]
    fn stars_at_the_start() {
        for book in BOOKS {
            let mut city = Table::of(3).by(book).in_city(A).holds(A, Card::Urbavore);
            city.turn(A).expect(A).stars(3);
            let mut bay = Table::of(5)
                .by(book)
                .house("use_bay", "true")
                .in_city(C)
                .in_bay(A)
                .holds(A, Card::Urbavore);
            bay.turn(A).expect(A).stars(3);
            bay.keeps("C 1 2 2 3 3");
            bay.expect(B).hearts(8);
            let mut outside = Table::of(3).by(book).in_city(C).holds(A, Card::Urbavore);
            outside.turn(A).expect(A).stars(0);
        }
        // Second edition: a claw that another card adds will do.
        let mut chain = Table::of(3).in_city(A).holds(A, Card::Urbavore).holds(A, Card::Burrowing);
        chain.turn(A).keeps("1 1 2 2 3 3");
        chain.expect(B).hearts(8);
    }

    /// mimic/urbavore: four stars, two more damage or claws.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table =
                Table::of(3).by(book).in_city(A).holds(A, Card::Urbavore).mimics(A, Card::Urbavore);
            table.turn(A).expect(A).stars(4);
            table.keeps("C 1 2 2 3 3");
            table.expect(B).hearts(7);
        }
    }
}

//! Fire Breathing.

use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// First edition: An attack of yours that deals damage also burns the players seated left and right of you for 1.
///
/// Second edition: Any roll holding a claw also burns the players seated left and right of you for 1.
pub(crate) const POWER: Power = Power {
    when_i_attack: Some(burn_both_neighbours),
    ..Power::card("Fire Breathing", 4)
};

fn burn_both_neighbours(game: &mut Game<'_>, me: Me) {
    let hits_untargeted = game.rules.fire_breathing_hits_untargeted_neighbours;
    let extra_is_attack = game.rules.fire_breathing_extra_is_attack;
    let targets = game.targets();
    for neighbour in game.neighbours(me.owner).iter() {
        // To a target it comes in one packet with the claws.
        if targets.has(neighbour) || hits_untargeted {
            game.extra_damage(neighbour, 1);
        }
        if !targets.has(neighbour) && hits_untargeted && extra_is_attack {
            game.damage_brings_tokens(neighbour);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// fire_breathing.1, Z-38: the nearest living on both sides; the only opponent is one neighbour.
    #[test]
    fn neighbours() {
        for book in [Icelandic, Polish, Dutch] {
            let mut table = Table::of(5)
                .by(book)
                .house("use_bay", "false")
                .eliminated(B)
                .in_city(D)
                .holds(A, Card::FireBreathing);
            table.turn(A).keeps("C 1 2 2 3 3").stays(D);
            table.expect(C).hearts(9);
            table.expect(D).hearts(9);
            table.expect(E).hearts(9);
        }
        for book in BOOKS {
            let mut two = Table::of(2).by(book).in_city(B).holds(A, Card::FireBreathing);
            two.turn(A).keeps("C 1 2 2 3 3").stays(B);
            two.expect(B).hearts(8);
        }
    }

    /// fire_breathing.2, P-02, S02, Z-36, `fire_breathing_hits_untargeted_neighbours`: where the neighbour stands.
    #[test]
    fn neighbours_that_were_not_attacked() {
        for book in BOOKS {
            let mut table = Table::of(4).by(book).in_city(B).holds(A, Card::FireBreathing);
            table.turn(A).keeps("C 1 2 2 3 3").stays(B);
            table.expect(B).hearts(8);
            table.expect(C).hearts(10);
            table.expect(D).hearts(if [Czech, Italian].contains(&book) { 10 } else { 9 });
        }
    }

    /// fire_breathing.3: one packet with the claws for a target, a packet of its own for others.
    #[test]
    fn packets() {
        for book in BOOKS {
            let mut table = Table::of(4)
                .by(book)
                .in_city(B)
                .holds(A, Card::FireBreathing)
                .holds(B, Card::ArmorPlating)
                .mimics(D, Card::ArmorPlating);
            table.turn(A).keeps("C 1 2 2 3 3").stays(B);
            table.expect(B).hearts(8);
            table.expect(D).hearts(10);
        }
    }

    /// fire_breathing.4, P-03, Z-37, `fire_breathing_extra_is_attack`: beside the attack: no yield, no tokens.
    #[test]
    fn the_extra_is_no_attack() {
        for book in [Icelandic, Polish, Dutch] {
            let mut table = Table::of(5)
                .by(book)
                .house("use_bay", "true")
                .in_city(A)
                .in_bay(B)
                .holds(A, Card::FireBreathing)
                .holds(A, Card::PoisonSpit);
            table.turn(A).keeps("C 1 2 2 3 3").next_turn(B, 6);
            table.expect(B).hearts(9).poison(0).in_bay();
            table.expect(C).hearts(9).poison(1);
            table.expect(E).hearts(8).poison(1);
        }
        let mut part_of_it = Table::of(4)
            .by(Icelandic)
            .house("fire_breathing_extra_is_attack", "true")
            .in_city(B)
            .holds(A, Card::FireBreathing)
            .holds(A, Card::PoisonSpit);
        part_of_it.turn(A).keeps("C 1 2 2 3 3").stays(B);
        part_of_it.expect(D).hearts(9).poison(1);
    }

    /// fire_breathing.5: damage of bought cards does not light it.
    #[test]
    fn bought_damage_does_not_light_it() {
        for book in BOOKS {
            let table = Table::of(4).by(book).holds(A, Card::FireBreathing);
            let table = buy_it(table, Card::FlameThrower);
            for seat in [B, C, D] {
                table.expect(seat).hearts(8);
            }
        }
    }

    /// fire_breathing.6, A-09: claws into an empty Tokyo.
    #[test]
    fn into_an_empty_tokyo() {
        for book in BOOKS {
            let mut table = Table::of(4).by(book).holds(A, Card::FireBreathing);
            table.turn(A).keeps("C 1 2 2 3 3");
            let hearts = if [Czech, Italian].contains(&book) { 10 } else { 9 };
            table.expect(B).hearts(hearts);
            table.expect(C).hearts(10);
            table.expect(D).hearts(hearts);
            table.expect(A).in_city();
        }
    }

    /// fire_breathing.7, mimic/fire_breathing: it spoils Herbivore; a copy burns for 2.
    #[test]
    fn herbivore_and_copy() {
        for book in [Icelandic, Polish, Dutch] {
            let mut table =
                Table::of(4).by(book).holds(A, Card::FireBreathing).holds(A, Card::Herbivore);
            table.turn(A).keeps("C 1 2 2 3 3").next_turn(B, 6);
            table.expect(A).stars(1);
            let mut copied = Table::of(4)
                .by(book)
                .in_city(C)
                .holds(A, Card::FireBreathing)
                .mimics(A, Card::FireBreathing);
            copied.turn(A).keeps("C 1 2 2 3 3").stays(C);
            copied.expect(B).hearts(8);
            copied.expect(C).hearts(9);
            copied.expect(D).hearts(8);
        }
    }
}

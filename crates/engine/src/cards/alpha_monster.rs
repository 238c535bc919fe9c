//! Alpha Monster.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::rules::Edition;
use crate::state::Me;

/// First edition: Attacking (at least one claw rolled) earns 1 star.
///
/// Second edition: A roll holding at least one claw earns 1 star.
pub(crate) const POWER: Power = Power {
    when_i_attack: Some(at_once),
    after_my_attack: Some(once_the_losses_are_dealt),
    ..Power::card("Alpha Monster", 5)
};

fn at_once(game: &mut Game<'_>, me: Me) {
    if !after_the_losses(game) {
        game.gain_stars(me.owner, 1, Cause::Card(me.acts_as));
    }
}

fn once_the_losses_are_dealt(game: &mut Game<'_>, me: Me) {
    let earned = if needs_a_wound(game) { game.turn.attack_hurt } else { game.turn.clawed };
    if after_the_losses(game) && earned {
        game.gain_stars(me.owner, 1, Cause::Card(me.acts_as));
    }
}

/// first edition, whether or not a wound is needed.
fn after_the_losses(game: &Game<'_>) -> bool {
    game.rules.cards == Edition::First || needs_a_wound(game)
}

/// S15: the card asks for an attack, not just for a claw; K-07: and an attack that cost nobody a heart is none.
fn needs_a_wound(game: &Game<'_>) -> bool {
    game.rules.alpha_monster_needs_damage && game.rules.attack_for_cards_needs_damage
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// alpha_monster.1: one star however many are hit.
    #[test]
    fn one_star_per_turn() {
        for book in BOOKS {
            let mut table = Table::of(4).by(book).in_city(A).holds(A, Card::AlphaMonster);
            table.turn(A).keeps("C C 1 2 3 3");
            table.expect(A).stars(3);
        }
    }

    /// alpha_monster.2, S15, Q-03, `alpha_monster_needs_damage`: claws into an empty Tokyo.
    #[test]
    fn claws_into_an_empty_tokyo() {
        for (book, stars) in [(Icelandic, 1), (Czech, 1), (Italian, 1), (Polish, 2), (Dutch, 2)] {
            let mut table = Table::of(3).by(book).holds(A, Card::AlphaMonster);
            table.turn(A).keeps("C 1 2 2 3 3");
            // One of them is for entering Tokyo.
            table.expect(A).in_city().stars(stars);
        }
    }

    /// a star that comes after the losses is foreseen as well.
    #[test]
    fn the_star_is_foreseen() {
        for book in BOOKS {
            let mut table = Table::of(2).by(book).in_city(B).holds(A, Card::AlphaMonster);
            table.turn(A).rolls("C 1 1 2 2 3");
            assert_eq!(table.state.preview().stars, 1);
        }
    }

    /// alpha_monster.3, Q-33: first edition after the losses, if there is one; second edition at once, whatever comes.
    #[test]
    fn a_prevented_attack() {
        for (book, stars) in [(Icelandic, 0), (Czech, 0), (Italian, 0), (Polish, 1), (Dutch, 1)] {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::AlphaMonster)
                .holds(C, Card::ArmorPlating);
            table.turn(A).keeps("C 1 2 2 3 3");
            table.expect(A).stars(stars);
        }
        // First edition: it is paid after the losses and before anybody yields.
        for book in FIRST_EDITION {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::AlphaMonster)
                .holds(C, Card::Wings)
                .energy(C, 2);
            table.turn(A).keeps("C 1 2 2 3 3").asks(C, Question::Defend);
            table.expect(A).stars(0);
            table.takes_it(C).asks(C, Question::Yield);
            table.expect(A).stars(1);
        }
        // What Fire Breathing adds to neighbours that were not attacked does not feed it.
        let mut burning = Table::of(3)
            .by(Icelandic)
            .in_city(C)
            .holds(A, Card::AlphaMonster)
            .holds(A, Card::FireBreathing)
            .holds(C, Card::Wings)
            .energy(C, 2);
        burning.turn(A).keeps("C 1 2 2 3 3").defends(C, Card::Wings).stays(C);
        burning.expect(B).hearts(9);
        burning.expect(A).stars(0);
    }

    /// alpha_monster.4, P-22: damage without a claw does not feed it in the first edition; added claws do in the second.
    #[test]
    fn damage_without_a_claw() {
        for (book, stars) in [(Icelandic, 0), (Polish, 0), (Czech, 0), (Italian, 0), (Dutch, 1)] {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::AlphaMonster)
                .holds(A, Card::AcidAttack);
            table.turn(A).keeps("1 1 2 2 3 3");
            table.expect(C).hearts(9);
            table.expect(A).stars(stars);
            let mut quills = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::AlphaMonster)
                .holds(A, Card::PoisonQuills);
            quills.turn(A).keeps("2 2 2 1 1 3").may_pass(Question::Resolve);
            quills.expect(C).hearts(8);
            quills.expect(A).stars(2 + stars);
        }
    }

    /// alpha_monster.5, mimic/alpha_monster: a second star.
    #[test]
    fn copied() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::AlphaMonster)
                .mimics(A, Card::AlphaMonster);
            table.turn(A).keeps("C 1 2 2 3 3").asks(C, Question::Yield);
            table.expect(A).stars(2);
        }
    }
}

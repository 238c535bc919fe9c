//! Burrowing.

use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::rules::BurrowingBonus;
use crate::seat::Seats;
use crate::state::{Me, State};

/// First edition: Attacking, you deal 1 extra damage to monsters in Tokyo. When you yield Tokyo, the monster taking your place takes 1 damage.
///
/// Second edition: In Tokyo your roll counts one bonus claw. Yielding makes the monster that moves in lose 1 heart.
pub(crate) const POWER: Power = Power {
    adds_always: Some(while_in_tokyo),
    adds_to_claws: Some(from_tokyo),
    when_i_attack: Some(against_tokyo),
    when_i_yield_tokyo: Some(bite_the_newcomer),
    ..Power::card("Burrowing", 5)
};

fn while_in_tokyo(state: &State, me: Me) -> u8 {
    let inside = state.in_tokyo(me.owner);
    u8::from(inside && state.rules.burrowing_bonus == BurrowingBonus::WhileInTokyo)
}

/// Later prints of the first edition.
fn from_tokyo(state: &State, me: Me) -> u8 {
    let inside = state.in_tokyo(me.owner);
    u8::from(inside && state.rules.burrowing_bonus == BurrowingBonus::FromTokyo)
}

/// with Nova Breath the attack reaches others too, but they are not in Tokyo.
fn against_tokyo(game: &mut Game<'_>, me: Me) {
    if game.rules.burrowing_bonus != BurrowingBonus::AgainstTokyo || game.in_tokyo(me.owner) {
        return;
    }
    for target in game.targets().iter() {
        if game.in_tokyo(target) {
            game.extra_damage(target, 1);
        }
    }
}

/// P-25: before it moves in. A copy in the same hands bites along, in one packet.
fn bite_the_newcomer(game: &mut Game<'_>, me: Me) {
    if let Some(bites) = game.copies_as_one(me) {
        let newcomer = Seats::one(game.turn.seat);
        game.hurt(Some(me.owner), Cause::Card(me.acts_as), newcomer, bites);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// burrowing.1, S01b, Q-22, `burrowing_bonus`: the bonus against Tokyo, from Tokyo, or while in Tokyo.
    #[test]
    fn the_bonus_by_print() {
        for book in FIRST_EDITION {
            let mut outside = Table::of(3).by(book).in_city(C).holds(A, Card::Burrowing);
            outside.turn(A).keeps("C 1 2 2 3 3").stays(C);
            outside.expect(C).hearts(8);
            let mut inside = Table::of(3).by(book).in_city(A).holds(A, Card::Burrowing);
            inside.turn(A).keeps("C 1 2 2 3 3");
            inside.expect(B).hearts(9);
            let mut no_claw = Table::of(3).by(book).in_city(C).holds(A, Card::Burrowing);
            no_claw.turn(A).keeps("1 1 2 2 3 3");
            no_claw.expect(C).hearts(10);
        }
        let mut later = Table::of(3)
            .by(Icelandic)
            .house("burrowing_bonus", "from_tokyo")
            .in_city(A)
            .holds(A, Card::Burrowing);
        later.turn(A).keeps("C 1 2 2 3 3");
        later.expect(B).hearts(8);
        let mut second = Table::of(3).in_city(A).holds(A, Card::Burrowing);
        second.turn(A).keeps("1 1 2 2 3 3");
        second.expect(B).hearts(9);
        let mut outside = Table::of(3).in_city(C).holds(A, Card::Burrowing);
        outside.turn(A).keeps("C 1 2 2 3 3").stays(C);
        outside.expect(C).hearts(9);
    }

    /// burrowing.2, P-25, S28, Q-06, Q-34, T06: the bite comes after the yields and before the attacker moves in.
    #[test]
    fn the_bite_comes_before_the_attacker_moves_in() {
        for book in BOOKS {
            let mut table = Table::of(3).by(book).in_city(C).holds(C, Card::Burrowing).hearts(A, 1);
            table.turn(A).keeps("C 1 2 2 3 3").yields(C).next_turn(B, 6).tokyo_empty();
            table.expect(A).eliminated();
            let mut lives = Table::of(3).by(book).in_city(C).holds(C, Card::Burrowing).hearts(A, 2);
            lives.turn(A).keeps("C 1 2 2 3 3").yields(C);
            lives.expect(A).hearts(1).in_city().stars(1);
            let mut stays = Table::of(3).by(book).in_city(C).holds(C, Card::Burrowing);
            stays.turn(A).keeps("C 1 2 2 3 3").stays(C);
            stays.expect(A).hearts(10);
            // An attacker whom It Has a Child saves still moves in.
            let mut child = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Burrowing)
                .hearts(A, 1)
                .holds(A, Card::ItHasAChild);
            child.turn(A).keeps("C 1 2 2 3 3").yields(C);
            child.expect(A).hearts(10).in_city().stars(1);
            // Nobody moves in: nobody is bitten.
            let mut nova = Table::of(5)
                .by(book)
                .house("use_bay", "true")
                .in_city(C)
                .in_bay(A)
                .holds(C, Card::Burrowing)
                .holds(A, Card::NovaBreath);
            nova.turn(A).keeps("C 1 2 2 3 3").yields(C);
            nova.expect(A).hearts(10).in_bay();
            nova.expect(C).outside();
        }
    }

    /// burrowing.3: the attacker may defend itself; it is not an attack.
    #[test]
    fn the_bitten_may_defend() {
        for book in BOOKS {
            let table = || {
                Table::of(3)
                    .by(book)
                    .in_city(C)
                    .holds(C, Card::Burrowing)
                    .holds(C, Card::PoisonSpit)
            };
            let mut wings = table().holds(A, Card::Wings).energy(A, 2);
            wings.turn(A).keeps("C 1 2 2 3 3").yields(C).defends(A, Card::Wings);
            wings.expect(A).hearts(10).in_city();
            let mut rolls = table().holds(A, Card::Camouflage);
            rolls.turn(A).keeps("C 1 2 2 3 3").yields(C).throws(A, "H");
            rolls.expect(A).hearts(10).in_city();
            let mut heals = table().holds(A, Card::RapidHealing).energy(A, 2).hearts(A, 1);
            heals.turn(A).keeps("C 1 2 2 3 3").yields(C).defends(A, Card::RapidHealing);
            heals.expect(A).hearts(1).in_city();
            let mut bitten = table();
            bitten.turn(A).keeps("C 1 2 2 3 3").yields(C);
            bitten.expect(A).hearts(9).poison(0).in_city();
        }
    }

    /// burrowing.4: only whoever yields bites.
    #[test]
    fn only_a_yield_bites() {
        for book in BOOKS {
            let mut killed =
                Table::of(3).by(book).in_city(C).holds(C, Card::Burrowing).hearts(C, 1);
            killed.turn(A).keeps("C 1 2 2 3 3");
            killed.expect(A).hearts(10).in_city();
            let mut reborn = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Burrowing)
                .holds(C, Card::ItHasAChild)
                .hearts(C, 1);
            reborn.turn(A).keeps("C 1 2 2 3 3");
            reborn.expect(A).hearts(10).in_city();
            reborn.expect(C).hearts(10).outside();
            let table = Table::of(3).by(book).in_city(C).holds(C, Card::Burrowing);
            let table = buy_it(table, Card::DeathFromAbove);
            table.expect(A).hearts(10).in_city();
            table.expect(C).outside();
            let mut closing = Table::of(5)
                .by(book)
                .house("use_bay", "true")
                .in_city(C)
                .in_bay(D)
                .holds(D, Card::Burrowing)
                .hearts(C, 1);
            closing.turn(A).keeps("C 1 2 2 3 3").may_pass(Question::Yield);
            closing.expect(A).hearts(10);
        }
    }

    /// burrowing.5: two leavers with the power bite one after the other, the Bay's too although the City is taken.
    #[test]
    fn two_leavers() {
        for book in BOOKS {
            let table = || {
                Table::of(5)
                    .by(book)
                    .house("use_bay", "true")
                    .in_city(C)
                    .in_bay(D)
                    .holds(C, Card::Burrowing)
                    .mimics(D, Card::Burrowing)
            };
            let mut both = table();
            both.turn(A).keeps("C 1 2 2 3 3").yields(C).yields(D);
            both.expect(A).hearts(8).in_city();
            let mut armored = table().holds(A, Card::ArmorPlating);
            armored.turn(A).keeps("C 1 2 2 3 3").yields(C).yields(D);
            armored.expect(A).hearts(10).in_city();
        }
    }

    /// burrowing.6: with Jets one leaves unhurt and bites.
    #[test]
    fn with_jets() {
        for book in BOOKS {
            let mut table =
                Table::of(3).by(book).in_city(C).holds(C, Card::Burrowing).holds(C, Card::Jets);
            table.turn(A).keeps("C C C 1 2 3").flees(C);
            table.expect(C).hearts(10).outside();
            table.expect(A).hearts(9).in_city();
        }
    }

    /// burrowing.7: the bite is not of the attacker's doing nor of the leaver's turn: no Herbivore minds it.
    #[test]
    fn herbivores_do_not_mind() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Burrowing)
                .holds(C, Card::Jets)
                .holds(A, Card::Herbivore);
            table.turn(A).keeps("C 1 2 2 3 3").flees(C).next_turn(B, 6);
            table.expect(A).hearts(9).stars(2);
            let mut leaver = Table::of(2)
                .by(book)
                .in_city(B)
                .holds(B, Card::Burrowing)
                .holds(B, Card::Jets)
                .holds(B, Card::Herbivore);
            leaver.turn(A).keeps("C 1 2 2 3 3").flees(B).next_turn(B, 6);
            leaver.keeps("1 1 2 2 3 3");
            leaver.expect(B).stars(1);
        }
    }

    /// mimic/burrowing: the bonus twice, and a bite of 2 in one packet.
    #[test]
    fn copied() {
        for book in [Icelandic, Polish, Italian] {
            let mut outside = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::Burrowing)
                .mimics(A, Card::Burrowing);
            outside.turn(A).keeps("C 1 2 2 3 3").stays(C);
            outside.expect(C).hearts(7);
        }
        let mut inside =
            Table::of(3).in_city(A).holds(A, Card::Burrowing).mimics(A, Card::Burrowing);
        inside.turn(A).keeps("1 1 2 2 3 3");
        inside.expect(B).hearts(8);
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut bite = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Burrowing)
                .mimics(C, Card::Burrowing)
                .holds(A, Card::ArmorPlating);
            bite.turn(A).keeps("C 1 2 2 3 3").yields(C);
            bite.expect(A).hearts(8);
        }
    }

    /// first edition with Nova Breath: the bonus is for those in Tokyo.
    #[test]
    fn with_nova_breath() {
        for book in FIRST_EDITION {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::Burrowing)
                .holds(A, Card::NovaBreath);
            table.turn(A).keeps("C 1 2 2 3 3").stays(C);
            table.expect(B).hearts(9);
            table.expect(C).hearts(8);
            let mut empty =
                Table::of(3).by(book).holds(A, Card::Burrowing).holds(A, Card::NovaBreath);
            empty.turn(A).keeps("C 1 2 2 3 3").expect(B).hearts(9);
            empty.expect(C).hearts(9);
        }
    }
}

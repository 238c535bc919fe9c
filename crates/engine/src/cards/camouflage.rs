//! Camouflage.

use crate::dice::{Dice, Face};
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// When you would lose hearts, roll one die per heart; each heart rolled saves one.
pub(crate) const POWER: Power = Power {
    before_i_lose_hearts: Some(throw_a_die_for_each),
    thrown: Some(each_heart_saves_one),
    ..Power::card("Camouflage", 3)
};

fn throw_a_die_for_each(game: &mut Game<'_>, me: Me) {
    game.throw_dice_for(me, game.damage_to(me.owner));
}

fn each_heart_saves_one(game: &mut Game<'_>, me: Me, dice: Dice) {
    let hearts = dice.count(Face::Heart);
    if 0 < hearts {
        game.prevent(me, hearts);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// camouflage.1: against every packet: claws, poison, bought cards, one's own too, bites.
    #[test]
    fn against_every_packet() {
        for book in BOOKS {
            let mut claws = Table::of(3).by(book).in_city(C).holds(C, Card::Camouflage);
            claws.turn(A).keeps("C C C 1 2 3").throws(C, "H 1 C").asks(C, Question::Yield);
            claws.expect(C).hearts(8);
            let mut poison = Table::of(2).by(book).holds(A, Card::Camouflage).poison(A, 2);
            poison.turn(A).keeps("1 1 2 2 3 3").throws(A, "H H");
            poison.expect(A).hearts(10);
            let mut tank = buy_it(Table::of(2).by(book).holds(A, Card::Camouflage), Card::Tank);
            tank.throws(A, "H 1 2");
            tank.expect(A).hearts(8).stars(4);
            let mut bombed =
                buy_it(Table::of(2).by(book).holds(B, Card::Camouflage), Card::HighAltitudeBombing);
            bombed.throws(B, "H H 1");
            bombed.expect(A).hearts(7);
            bombed.expect(B).hearts(9);
            let mut bite = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Burrowing)
                .holds(A, Card::Camouflage);
            bite.turn(A).keeps("C 1 2 2 3 3").yields(C).throws(A, "2");
            bite.expect(A).hearts(9).in_city();
        }
    }

    /// camouflage.2, mimic/camouflage: one roll per packet; a copy rolls again for what is left.
    #[test]
    fn copied() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Camouflage)
                .mimics(C, Card::Camouflage);
            table.turn(A).keeps("C C C 1 2 3").throws(C, "H 1 2").throws(C, "H 3");
            table.asks(C, Question::Yield);
            table.expect(C).hearts(9);
            let mut saved = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Camouflage)
                .mimics(C, Card::Camouflage);
            saved.turn(A).keeps("C C 1 2 3 3").throws(C, "H H");
            saved.expect(C).hearts(10);
        }
    }

    /// camouflage.3, Q-36, orders/defence of one packet: it rolls by itself; Wings may come before or after.
    #[test]
    fn before_or_after_wings() {
        for book in BOOKS {
            let table = || {
                Table::of(3)
                    .by(book)
                    .in_city(C)
                    .holds(C, Card::Camouflage)
                    .holds(C, Card::Wings)
                    .energy(C, 2)
            };
            let mut roll_first = table();
            roll_first
                .turn(A)
                .keeps("C C 1 2 3 3")
                .takes_it(C)
                .throws(C, "H 1")
                .defends(C, Card::Wings);
            roll_first.expect(C).hearts(10).energy(0);
            let mut fly_first = table();
            fly_first.turn(A).keeps("C C 1 2 3 3").defends(C, Card::Wings);
            fly_first.expect(C).hearts(10).energy(0);
            let mut luck = table();
            luck.turn(A).keeps("C C 1 2 3 3").takes_it(C).throws(C, "H H");
            luck.expect(C).hearts(10).energy(2);
            // Rapid Healing may come between.
            let mut heals = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Camouflage)
                .holds(C, Card::RapidHealing)
                .energy(C, 2)
                .hearts(C, 2);
            heals.turn(A).keeps("C C 1 2 3 3").takes_it(C).throws(C, "1 1");
            heals.defends(C, Card::RapidHealing).asks(C, Question::Yield);
            heals.expect(C).hearts(1);
        }
    }

    /// camouflage.4, P-24, K-07, T03: everything saved is not an attack for cards.
    #[test]
    fn everything_saved() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Camouflage)
                .holds(A, Card::Herbivore)
                .holds(A, Card::PoisonSpit)
                .holds(A, Card::ShrinkRay);
            table.turn(A).keeps("C C 1 2 3 3").throws(C, "H H");
            if [Icelandic, Polish, Czech].contains(&book) {
                table.stays(C);
            }
            table.next_turn(B, 6);
            table.expect(C).hearts(10).poison(0).shrink(0).in_city();
            table.expect(A).stars(1).outside();
        }
    }

    /// camouflage.5, P-16, S16, Q-04, Z-59, `stretchy_on_camouflage`: the dice are the victim's dice.
    #[test]
    fn cards_that_change_its_dice() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Camouflage)
                .holds(C, Card::Stretchy)
                .holds(C, Card::PlotTwist)
                .holds(C, Card::HerdCuller)
                .energy(C, 2);
            table.turn(A).keeps("C C 1 2 3 3").throws(C, "1 2");
            if book != Dutch {
                table.asks(C, Question::ChangeAside);
                table.may_not(set(Card::PlotTwist, 0, Face::Heart));
                table.may_not(set(Card::HerdCuller, 1, Face::One));
                table.answers(set(Card::Stretchy, 0, Face::Heart));
            }
            table.asks(C, Question::Yield);
            table.expect(C).hearts(if book == Dutch { 8 } else { 9 });
            table.expect(C).energy(if book == Dutch { 2 } else { 0 });
        }
        let mut threes =
            Table::of(3).in_city(C).holds(C, Card::Camouflage).holds(C, Card::BackgroundDweller);
        threes
            .turn(A)
            .keeps("C 1 2 2 3 3")
            .throws(C, "3")
            .answers(free(Card::BackgroundDweller, &[0]));
        threes.throws(C, "H");
        threes.expect(C).hearts(10);
    }

    /// camouflage.6: as many dice as the packet is large, whatever the victim's own pool.
    #[test]
    fn one_die_per_heart() {
        for book in PRINTINGS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(C, Card::Camouflage)
                .holds(C, Card::ExtraHead)
                .shrink(C, 3);
            table.turn(A).keeps("C C C C 1 2").throws(C, "1 1 2 2").asks(C, Question::Yield);
            table.expect(C).hearts(6);
        }
    }

    /// camouflage.7: with Jets the question to leave comes first, and only who stays rolls.
    #[test]
    fn with_jets() {
        for book in BOOKS {
            let table =
                || Table::of(3).by(book).in_city(C).holds(C, Card::Camouflage).holds(C, Card::Jets);
            let mut flees = table();
            flees.turn(A).keeps("C C 1 2 3 3").flees(C).next_turn(B, 6);
            flees.expect(C).hearts(10).outside();
            let mut stays = table();
            stays.turn(A).keeps("C C 1 2 3 3").says(C, Question::Flee, Pass).throws(C, "H 1");
            stays.next_turn(B, 6);
            stays.expect(C).hearts(9).in_city();
        }
    }
}

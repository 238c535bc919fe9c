//! It Has a Child!.

use crate::event::{Cause, Event, Leaving};
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// When you drop to 0 hearts: discard all your cards, lose all stars, return to 10 hearts and go on playing outside Tokyo.
pub(crate) const POWER: Power = Power {
    when_i_fall: Some(begin_again),
    a_copy_adds_nothing: true,
    ..Power::card("It Has a Child!", 7)
};

/// All cards and stars go; energy and tokens stay.
fn begin_again(game: &mut Game<'_>, me: Me) {
    let seat = me.owner;
    game.tell(Event::Reborn { seat, card: me.card });
    for card in game.monster(seat).cards.iter() {
        game.discard_card(seat, card);
    }
    game.lose_stars(seat, 20, Cause::Card(me.acts_as));
    game.monsters[seat.index()].hearts = 10;
    game.tell(Event::Healed { seat, from: 0, to: 10, why: Cause::Card(me.acts_as) });
    game.leave_tokyo(seat, Leaving::Fell);
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// it_has_a_child.1, G-04: hearts 0, Eater of the Dead, all cards go, no stars, ten hearts, outside.
    #[test]
    fn the_order_of_a_rebirth() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .hearts(C, 1)
                .stars(C, 12)
                .holds(B, Card::EaterOfTheDead)
                .holds(C, Card::ItHasAChild)
                .holds(C, Card::EvenBigger)
                .holds(C, Card::Jets)
                .energy(A, 2);
            table
                .turn(A)
                .keeps("C 1 2 2 3 3")
                .says(C, Question::Flee, Pass)
                .asks(A, Question::Shop);
            table.expect(C).hearts(10).most_hearts(10).stars(0).outside().lacks(Card::ItHasAChild);
            for card in [Card::ItHasAChild, Card::EvenBigger, Card::Jets] {
                table.discarded(card);
            }
            let place = |wanted: fn(&Event) -> bool| table.events.iter().position(wanted).unwrap();
            let hurt = place(|event| matches!(event, Event::Hurt { to: 0, .. }));
            let eaten = place(|event| matches!(event, Event::Stars { seat: B, .. }));
            let reborn = place(|event| matches!(event, Event::Reborn { seat: C, .. }));
            let ten = place(|event| matches!(event, Event::Healed { seat: C, to: 10, .. }));
            let left = place(|event| matches!(event, Event::Left { seat: C, .. }));
            assert!(hurt < eaten && eaten < reborn && reborn < ten && ten < left);
        }
    }

    /// it_has_a_child.2: energy and tokens stay.
    #[test]
    fn energy_and_tokens_stay() {
        for book in BOOKS {
            let table = Table::of(3)
                .by(book)
                .hearts(B, 2)
                .energy(B, 7)
                .poison(B, 2)
                .shrink(B, 1)
                .holds(B, Card::ItHasAChild);
            let table = buy_it(table, Card::FlameThrower);
            table.expect(B).hearts(10).energy(7).poison(2).shrink(1);
        }
    }

    /// it_has_a_child.3, A-18: killed in Tokyo by an attack, the attacker takes the place; by a card, nobody does.
    #[test]
    fn in_tokyo() {
        for book in BOOKS {
            let mut claws =
                Table::of(3).by(book).in_city(C).hearts(C, 1).holds(C, Card::ItHasAChild);
            claws.turn(A).keeps("C 1 2 2 3 3");
            claws.expect(A).in_city().stars(1);
            claws.expect(C).outside().hearts(10);
            let table = Table::of(3).by(book).in_city(C).hearts(C, 2).holds(C, Card::ItHasAChild);
            let mut card = buy_it(table, Card::FlameThrower);
            card.tokyo_empty();
        }
    }

    /// it_has_a_child.4: it is not a yield: no bite, and Jets do not help afterwards.
    #[test]
    fn no_yield() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .hearts(C, 1)
                .holds(C, Card::ItHasAChild)
                .holds(C, Card::Burrowing);
            table.turn(A).keeps("C 1 2 2 3 3");
            table.expect(A).in_city().hearts(10);
        }
    }

    /// it_has_a_child.5, B-05: the Bay stays open; what comes later still hits.
    #[test]
    fn it_never_stops_being_alive() {
        for book in BOOKS {
            let mut bay = Table::of(5)
                .by(book)
                .house("use_bay", "true")
                .in_city(A)
                .in_bay(B)
                .hearts(C, 1)
                .holds(C, Card::ItHasAChild);
            bay.turn(A).keeps("C 1 2 2 3 3");
            bay.expect(B).in_bay();
            bay.expect(C).alive().hearts(10);
            // Two bites in one attack: the first ends one life, the second hurts the next.
            let mut bites = Table::of(5)
                .by(book)
                .house("use_bay", "true")
                .in_city(C)
                .in_bay(D)
                .holds(C, Card::Burrowing)
                .mimics(D, Card::Burrowing)
                .hearts(A, 1)
                .holds(A, Card::ItHasAChild);
            bites.turn(A).keeps("C 1 2 2 3 3").yields(C).yields(D);
            bites.expect(A).hearts(9).in_city();
        }
    }

    /// it_has_a_child.6: in one's own turn the turn goes on, without cards.
    #[test]
    fn in_ones_own_turn() {
        for book in BOOKS {
            let table = Table::of(3)
                .by(book)
                .hearts(A, 3)
                .holds(A, Card::ItHasAChild)
                .holds(A, Card::Herbivore);
            let mut table = buy_it(table, Card::HighAltitudeBombing);
            table.asks(A, Question::Shop).may(Sweep).done().next_turn(B, 6);
            table.expect(A).hearts(10).stars(0);
        }
    }

    /// it_has_a_child.7, mimic/it_has_a_child: copied, the Mimic is among the discarded; the original stays.
    #[test]
    fn copied() {
        for book in BOOKS {
            let table = Table::of(3)
                .by(book)
                .hearts(C, 2)
                .holds(B, Card::ItHasAChild)
                .mimics(C, Card::ItHasAChild)
                .holds(C, Card::Jets);
            let mut table = buy_it(table, Card::FlameThrower);
            table.discarded(Card::Mimic).discarded(Card::Jets);
            table.expect(C).hearts(10);
            table.expect(B).holds(Card::ItHasAChild).hearts(8);
        }
        for book in [Icelandic, Polish, Italian, Dutch] {
            let table = Table::of(3)
                .by(book)
                .hearts(C, 2)
                .holds(C, Card::ItHasAChild)
                .mimics(C, Card::ItHasAChild);
            let mut both = buy_it(table, Card::FlameThrower);
            both.discarded(Card::Mimic).discarded(Card::ItHasAChild);
            both.expect(C).hearts(10);
            assert_eq!(both.happened(|event| matches!(event, Event::Reborn { .. })), 1);
        }
    }

    /// it_has_a_child.8: the first edition says "start again" and is played the same way.
    #[test]
    fn first_edition_plays_the_same() {
        for book in FIRST_EDITION {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .hearts(C, 1)
                .energy(C, 4)
                .holds(C, Card::ItHasAChild);
            table.turn(A).keeps("C 1 2 2 3 3");
            table.expect(C).hearts(10).stars(0).energy(4).outside().alive();
        }
    }

    /// Q-20, orders/several deaths: the card and its copy, both owners at 0 in one effect: both are saved.
    #[test]
    fn two_rescues_in_one_effect() {
        for book in BOOKS {
            for (original, copy) in [(B, C), (C, B)] {
                let table = Table::of(3)
                    .by(book)
                    .hearts(B, 2)
                    .hearts(C, 2)
                    .holds(original, Card::ItHasAChild)
                    .mimics(copy, Card::ItHasAChild);
                let mut table = buy_it(table, Card::FlameThrower);
                table.discarded(Card::Mimic).discarded(Card::ItHasAChild);
                table.expect(B).hearts(10);
                table.expect(C).hearts(10);
            }
        }
    }

    /// it_has_a_child.6, it_has_a_child.3: reborn in Tokyo in one's own turn: out, and the turn goes on.
    #[test]
    fn in_tokyo_in_ones_own_turn() {
        for book in BOOKS {
            let table = Table::of(3).by(book).in_city(A).hearts(A, 3).holds(A, Card::ItHasAChild);
            let mut table = buy_it(table, Card::Tank);
            table.tokyo_empty().asks(A, Question::Shop).expect(A).hearts(10).stars(0);
        }
    }

    /// it_has_a_child.1, even_bigger.5: a rebirth that takes a copied Even Bigger along may kill the copier.
    #[test]
    fn a_rebirth_takes_copies_along() {
        for book in BOOKS {
            let table = Table::of(4)
                .by(book)
                .hearts(B, 2)
                .holds(B, Card::ItHasAChild)
                .holds(B, Card::EvenBigger)
                .hearts(C, 4)
                .mimics(C, Card::EvenBigger)
                .holds(D, Card::EaterOfTheDead);
            let mut table = buy_it(table, Card::FlameThrower);
            table.copied_nothing().expect(B).hearts(10);
            if book == Dutch {
                table.expect(C).hearts(2);
                table.expect(D).stars(3);
            } else {
                table.expect(C).eliminated();
                table.expect(D).stars(6);
            }
        }
    }
}

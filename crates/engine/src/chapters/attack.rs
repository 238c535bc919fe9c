//! Claws, damage and elimination (3.4, 3.5).

use crate::event::Cause;
use crate::seat::Seat;
use crate::table::*;

/// K-01, K-02, K-03: from outside all of Tokyo, from Tokyo all outside.
#[test]
fn targets() {
    for book in BOOKS {
        let table = || Table::of(5).by(book).house("use_bay", "true").in_city(B).in_bay(C);
        let mut outside = table();
        outside.turn(A).keeps("C C 1 2 3 3").stays(B).stays(C);
        for (seat, hearts) in [(B, 8), (C, 8), (D, 10), (E, 10)] {
            outside.expect(seat).hearts(hearts);
        }
        let mut inside = table();
        inside.turn(B).keeps("C C 1 2 3 3");
        for (seat, hearts) in [(A, 8), (C, 10), (D, 8), (E, 8)] {
            inside.expect(seat).hearts(hearts);
        }
    }
}

/// K-04, Z-18: claws into an empty Tokyo hurt nobody, not even after moving in.
#[test]
fn an_empty_tokyo() {
    for book in BOOKS {
        let mut table = Table::of(3).by(book);
        table.turn(A).keeps("C C C 1 2 3");
        table.expect(A).in_city().stars(1);
        table.expect(B).hearts(10);
        table.expect(C).hearts(10);
    }
}

/// K-05, Z-19, `claws_into_empty_city_hit_bay`: the City is empty and the Bay is not.
#[test]
fn only_the_bay_is_held() {
    for book in BOOKS {
        let mut table = Table::of(5).by(book).house("use_bay", "true").in_bay(D);
        table.turn(A).keeps("C C 1 2 3 3");
        if [Polish, Dutch].contains(&book) {
            table.yields(D).expect(D).hearts(8).outside();
        } else {
            table.expect(D).hearts(10).in_bay();
        }
        table.expect(A).in_city().stars(1);
    }
}

/// K-06, Z-15, S01, `attack_bonus`: an attack needs a claw; where bonuses are claws, an added one is a claw.
#[test]
fn what_an_attack_is() {
    for book in BOOKS {
        let mut none = Table::of(3).by(book).in_city(C);
        none.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
        none.expect(C).hearts(10);
    }
    for (bonus, asked) in [("damage", false), ("claws", true)] {
        let mut table = Table::of(3)
            .by(Icelandic)
            .house("attack_bonus", bonus)
            .in_city(C)
            .holds(A, Card::AcidAttack);
        table.turn(A).keeps("1 1 2 2 3 3");
        table.expect(C).hearts(9);
        if asked {
            table.yields(C).expect(A).in_city();
        } else {
            table.next_turn(B, 6);
        }
    }
}

/// K-07, Z-16, `attack_for_cards_needs_damage`: an attack that cost nobody a heart is none for cards.
#[test]
fn an_attack_without_a_wound() {
    for (value, stars) in [("true", 1), ("false", 2)] {
        let mut table = Table::of(3)
            .by(Icelandic)
            .house("attack_for_cards_needs_damage", value)
            .holds(A, Card::AlphaMonster);
        table.turn(A).keeps("C 1 2 2 3 3");
        // One star is for entering Tokyo.
        table.expect(A).stars(stars);
    }
}

/// K-08, G-01: every loss has a dealer, or none, and a cause.
#[test]
fn dealers_and_causes() {
    let hurt = |table: &Table| -> Vec<(Seat, Option<Seat>, Cause)> {
        let told = table.events.iter().filter_map(|event| match event {
            Event::Hurt { seat, by, why, .. } => Some((*seat, *by, *why)),
            _ => None,
        });
        told.collect()
    };
    for book in BOOKS {
        let mut table =
            Table::of(2).by(book).in_city(B).poison(A, 1).energy(A, 3).sale(Card::FlameThrower);
        table.turn(A).keeps("C 1 2 2 3 3").stays(B).buys(Card::FlameThrower).next_turn(B, 6);
        let card = Cause::Card(Card::FlameThrower);
        let told = [(B, Some(A), Cause::Claws), (B, Some(A), card), (A, None, Cause::Poison)];
        assert_eq!(hurt(&table), told);
    }
}

/// G-03, G-04, G-05, Z-30: at 0 hearts a monster is out; cards and energy are discarded.
#[test]
fn elimination() {
    for book in BOOKS {
        let mut table = Table::of(3)
            .by(book)
            .in_city(C)
            .hearts(C, 2)
            .stars(C, 7)
            .energy(C, 5)
            .holds(C, Card::SmokeCloud)
            .holds(C, Card::Gourmet);
        table.turn(A).keeps("C C C 1 2 3");
        table.expect(C).eliminated().energy(0).stars(7).outside();
        table.discarded(Card::SmokeCloud).discarded(Card::Gourmet).on(Card::SmokeCloud, 0);
        table.next_turn(B, 6).keeps("1 1 2 2 3 3").next_turn(A, 6);
    }
}

/// G-08, G-09, Z-24, Z-25: killed in Tokyo by an attack the killer takes over; by anything else nobody does.
#[test]
fn who_takes_over() {
    for book in BOOKS {
        let mut attack = Table::of(3).by(book).in_city(C).hearts(C, 1);
        attack.turn(A).keeps("C 1 2 2 3 3").expect(A).in_city().stars(1);
        let mut card = buy_it(Table::of(3).by(book).in_city(C).hearts(C, 2), Card::FlameThrower);
        card.tokyo_empty().done().next_turn(B, 6).keeps("1 1 2 2 3 3");
        // NL: whoever comes next takes the free place, claw or not.
        if book == Dutch {
            card.expect(B).in_city().stars(1);
        } else {
            card.tokyo_empty();
        }
    }
}

/// T-04, G-02, K-09: one effect hurts all at the same moment; the dead are removed together.
#[test]
fn all_at_once() {
    for book in BOOKS {
        let mut table = Table::of(4)
            .by(book)
            .in_city(A)
            .hearts(B, 1)
            .hearts(D, 1)
            .holds(C, Card::EaterOfTheDead);
        table.turn(A).keeps("C 1 2 2 3 3");
        table.expect(B).eliminated();
        table.expect(C).hearts(9).stars(6);
        table.expect(D).eliminated();
        let first_grave = table.events.iter().position(|e| matches!(e, Event::Eliminated { .. }));
        let last_wound = table.events.iter().rposition(|e| matches!(e, Event::Hurt { .. }));
        assert!(last_wound < first_grave);
    }
}

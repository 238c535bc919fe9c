//! Yielding, entering, Tokyo Bay (3.6, 3.7, 3.8).

use crate::question::Need;
use crate::table::*;

/// Y-01, Y-02, Y-06: attacked in Tokyo one may leave; it costs the hearts either way, and one goes at once.
#[test]
fn yielding() {
    for book in BOOKS {
        let mut leaves = Table::of(3).by(book).in_city(C);
        leaves.turn(A).keeps("C C E 1 2 3").resolves(Group::Claws).yields(C);
        leaves.expect(C).hearts(8).outside();
        let mut stays = Table::of(3).by(book).in_city(C);
        stays.turn(A).keeps("C C 1 2 3 3").stays(C).expect(C).hearts(8).in_city();
        stays.expect(A).outside().stars(0);
        // Never in one's own turn.
        let mut own = Table::of(3).by(book).in_city(A);
        own.turn(A).keeps("C 1 2 2 3 3").next_turn(B, 6).expect(A).in_city();
    }
}

/// Y-03, S22, Z-17, `yield_needs_damage`: whether an unhurt monster may leave.
#[test]
fn yielding_unhurt() {
    for book in BOOKS {
        let mut table = Table::of(3).by(book).in_city(C).holds(C, Card::ArmorPlating);
        table.turn(A).keeps("C 1 2 2 3 3");
        if [Dutch, Italian].contains(&book) {
            table.next_turn(B, 6).expect(C).in_city();
        } else {
            table.yields(C).expect(A).in_city();
        }
    }
}

/// Y-05, Z-27, orders/yield, `yield_decisions`: City first, and Bay knows what City said.
#[test]
fn city_then_bay() {
    for book in BOOKS {
        let mut table = Table::of(5).by(book).house("use_bay", "true").in_city(C).in_bay(D);
        table.turn(A).keeps("C 1 2 2 3 3").yields(C).asks(D, Question::Yield);
        table.expect(C).outside();
    }
}

/// Z-27, `yield_decisions`: simultaneous: neither learns the other's answer before both have spoken.
#[test]
fn simultaneous_yields() {
    for book in BOOKS {
        let after = |city| {
            let mut table = Table::of(5)
                .by(book)
                .house("use_bay", "true")
                .house("yield_decisions", "simultaneous")
                .in_city(C)
                .in_bay(D);
            table.turn(A).keeps("C 1 2 2 3 3").says(C, Question::Yield, city);
            table.asks(D, Question::Yield).expect(C).in_city();
            assert_eq!(
                table.happened(|e| matches!(e, Event::Left { .. } | Event::Stayed { .. })),
                0
            );
            table
        };
        let (mut leaves, stays) = (after(Yes), after(Pass));
        for other in [Some(A), Some(B), Some(D), None] {
            assert_eq!(leaves.state.view(other), stays.state.view(other));
        }
        assert_ne!(leaves.state.view(Some(C)), stays.state.view(Some(C)));
        leaves.stays(D).expect(C).outside();
        leaves.expect(D).in_bay();
        leaves.expect(A).in_city();
    }
}

/// N-01, N-03, N-04, B-03, B-04, Z-23, Z-29, orders/leaving / entering: which place is taken, and that it must be.
#[test]
fn moving_in() {
    for book in BOOKS {
        let table = || {
            let mut table = Table::of(5).by(book).house("use_bay", "true").in_city(C).in_bay(D);
            table.turn(A).keeps("C 1 2 2 3 3");
            table
        };
        let mut both = table();
        both.yields(C).yields(D).expect(A).in_city().stars(1);
        assert_eq!(both.state.tokyo.bay, None);
        let mut city = table();
        city.yields(C).stays(D).expect(A).in_city().stars(1);
        let mut bay = table();
        bay.stays(C).yields(D).expect(A).in_bay().stars(1);
        let mut none = table();
        none.stays(C).stays(D).expect(A).outside().stars(0);
        // B-03: the Bay is free and the City stays: the Bay must be taken.
        let mut free = Table::of(5).by(book).house("use_bay", "true").in_city(C);
        free.turn(A).keeps("C 1 2 2 3 3").stays(C).expect(A).in_bay().stars(1);
    }
}

/// N-02, N-06, S18, Z-21, Z-22, `enter_free_place_without_claws`: a free place without a claw.
#[test]
fn without_a_claw() {
    for book in BOOKS {
        for (value, new_game, later) in
            [("never", false, false), ("after_first_entry", false, true), ("always", true, true)]
        {
            let table = || Table::of(3).by(book).house("enter_free_place_without_claws", value);
            let mut first = table();
            first.turn(A).keeps("1 1 2 2 3 3");
            assert_eq!(first.state.tokyo.city, new_game.then_some(A));
            let mut second = table().visited();
            second.turn(A).keeps("1 1 2 2 3 3");
            assert_eq!(second.state.tokyo.city, later.then_some(A));
        }
    }
}

/// N-07, N-08: nobody moves between City and Bay by its own will, and entering hurts and displaces nobody.
#[test]
fn places_are_kept() {
    for book in BOOKS {
        let mut table = Table::of(5).by(book).house("use_bay", "true").in_bay(A);
        table.turn(A).keeps("C 1 2 2 3 3").expect(A).in_bay();
        let mut enters = Table::of(5).by(book).house("use_bay", "true").in_city(C);
        enters.turn(A).keeps("C 1 2 2 3 3").stays(C).expect(A).in_bay();
        enters.expect(C).in_city().hearts(9);
    }
}

/// B-05, B-06, B-07, Z-28, `bay_occupant_moves_to_empty_city`: below five there is no Bay.
#[test]
fn the_bay_closes() {
    for book in BOOKS {
        let mut table =
            Table::of(5).by(book).house("use_bay", "true").in_city(A).in_bay(D).hearts(B, 1);
        table.turn(A).keeps("C 1 2 2 3 3");
        table.expect(D).outside().stars(0).hearts(10);
        table.expect(A).in_city();
        // With the City empty.
        let empty = Table::of(5).by(book).house("use_bay", "true").in_bay(D).hearts(B, 2);
        let mut empty = buy_it(empty, Card::FlameThrower);
        if book == Dutch {
            empty.expect(D).in_city().stars(0);
        } else {
            empty.tokyo_empty();
        }
        // Nobody replaces it.
        empty.asks(A, Question::Shop).expect(A).outside();
    }
}

/// B-08, B-09, Q-15: an attack that closes the Bay.
#[test]
fn an_attack_closes_the_bay() {
    for book in BOOKS {
        let mut city_dies =
            Table::of(5).by(book).house("use_bay", "true").in_city(C).in_bay(D).hearts(C, 1);
        city_dies.turn(A).keeps("C 1 2 2 3 3");
        if book == Dutch {
            city_dies.stays(D).expect(D).in_city().hearts(9);
            city_dies.expect(A).outside();
        } else {
            city_dies.expect(D).outside().hearts(9);
            city_dies.expect(A).in_city().stars(1);
        }
        let mut bay_dies =
            Table::of(5).by(book).house("use_bay", "true").in_city(C).in_bay(D).hearts(D, 1);
        bay_dies.turn(A).keeps("C 1 2 2 3 3").stays(C).expect(A).outside();
        bay_dies.expect(C).in_city();
        assert!(!matches!(bay_dies.state.need(), Need::Over(_)));
    }
}

/// N-02, Q-35: IT: claws that hurt nobody in the end still lead into a free place.
#[test]
fn prevented_claws_and_a_free_place() {
    let mut table = Table::of(5).by(Italian).in_city(C).holds(C, Card::ArmorPlating);
    table.turn(A).keeps("C 1 2 2 3 3").expect(A).in_bay().stars(1);
    table.expect(C).in_city().hearts(10);
}

/// N-02, N-06, Q-50: first edition: whoever its own attack put out of the Bay does not come back in that turn; NL: a free
/// place is taken in the Tokyo phase, whoever stands outside.
#[test]
fn put_out_by_ones_own_attack() {
    for book in BOOKS {
        let mut table = Table::of(5)
            .by(book)
            .house("use_bay", "true")
            .house("bay_occupant_moves_to_empty_city", "false")
            .in_bay(A)
            .hearts(C, 1);
        table.turn(A).keeps("C 1 2 2 3 3").next_turn(B, 6);
        if book == Dutch {
            table.expect(A).in_city().stars(3);
        } else {
            table.tokyo_empty().expect(A).stars(2);
        }
    }
}

//! Winning (3.12).

use crate::table::*;

/// V-01: twenty stars, or the last one alive.
#[test]
fn two_ways_to_win() {
    for book in BOOKS {
        let mut stars = Table::of(2).by(book).stars(A, 19);
        stars.turn(A).keeps("1 1 1 2 2 3").over(Outcome::Stars(A));
        let mut last = Table::of(2).by(book).in_city(A).hearts(B, 1);
        last.turn(A).keeps("C 1 2 2 3 3").over(Outcome::LastStanding(A));
    }
}

/// V-02, S17, Z-31, `victory_check`: when twenty stars are looked at.
#[test]
fn when_stars_win() {
    for book in BOOKS {
        let table = |value: &str| Table::of(3).by(book).house("victory_check", value);
        let mut at_once = table("immediately").stars(A, 18).in_city(A);
        at_once.turn(A).over(Outcome::Stars(A));
        let mut end = table("end_of_turn").stars(A, 18).in_city(A);
        end.turn(A).keeps("1 1 2 2 3 3").over(Outcome::Stars(A));
        let mut anyone = table("end_of_turn").stars(B, 20);
        anyone.turn(A).keeps("1 1 2 2 3 3").over(Outcome::Stars(B));
        let mut own = table("end_of_own_turn").stars(B, 20);
        own.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6).keeps("1 1 2 2 3 3");
        own.over(Outcome::Stars(B));
        let mut round = table("end_of_round").stars(A, 19);
        round.turn(A).keeps("1 1 1 2 2 3").next_turn(B, 6).keeps("1 1 2 2 3 3");
        round.next_turn(C, 6).keeps("1 1 2 2 3 3").over(Outcome::Stars(A));
    }
}

/// V-03, Z-33: only the living win: dead at the end of the turn is dead.
#[test]
fn twenty_stars_and_dead() {
    for book in BOOKS.into_iter().filter(|book| *book != Italian) {
        let mut table = Table::of(3).by(book).stars(A, 19).hearts(A, 1).poison(A, 1);
        table.turn(A).keeps("1 1 1 2 2 3").next_turn(B, 6).expect(A).eliminated();
    }
}

/// V-05, Q-07, Z-35, orders/victory: the first to have reached twenty.
#[test]
fn the_first_to_twenty() {
    for book in [Icelandic, Czech, Dutch] {
        let mut table = Table::of(3).by(book).stars(C, 20).stars(A, 19);
        table.turn(A).keeps("1 1 1 2 2 3").over(Outcome::Stars(C));
        // In one effect: the active monster, else the first clockwise.
        let eaters = Table::of(4)
            .by(book)
            .stars(A, 17)
            .stars(D, 17)
            .hearts(B, 2)
            .holds(D, Card::EaterOfTheDead)
            .mimics(A, Card::EaterOfTheDead);
        let mut eaters = buy_it(eaters, Card::FlameThrower);
        eaters.done().over(Outcome::Stars(A));
    }
}

/// V-06, Z-32, `last_standing_check`: the last one standing, at once or when the turn is over.
#[test]
fn the_last_one_standing() {
    for book in BOOKS {
        let table = |value: &str| {
            Table::of(2)
                .by(book)
                .house("last_standing_check", value)
                .in_city(A)
                .hearts(A, 1)
                .poison(A, 1)
                .hearts(B, 1)
        };
        table("immediately").turn(A).keeps("C 1 2 2 3 3").over(Outcome::LastStanding(A));
        let nobody = if book == Polish { Outcome::Draw } else { Outcome::EveryoneLoses };
        table("end_of_turn").turn(A).keeps("C 1 2 2 3 3").over(nobody);
    }
}

/// V-07, Z-34, `all_dead`: nobody is left, whatever the stars.
#[test]
fn nobody_left() {
    for book in BOOKS {
        for (value, outcome) in
            [("everyone_loses", Outcome::EveryoneLoses), ("draw", Outcome::Draw)]
        {
            let table = Table::of(2)
                .by(book)
                .house("all_dead", value)
                .hearts(A, 3)
                .hearts(B, 2)
                .stars(B, 19);
            buy_it(table, Card::HighAltitudeBombing).over(outcome);
        }
    }
}

/// V-08: nobody alive comes before the survivor, the survivor before the stars.
#[test]
fn the_order_of_a_check() {
    for book in BOOKS {
        // The survivor wins as the last one standing, although it has twenty stars as well.
        let table = Table::of(2).by(book).hearts(B, 3).stars(A, 18);
        let mut table = buy_it(table, Card::GasRefinery);
        if book == Polish {
            table.done();
        }
        table.over(Outcome::LastStanding(A)).expect(A).stars(20);
    }
}

/// V-04: stars that are lost again before the check do not win.
#[test]
fn stars_lost_again() {
    for book in BOOKS.into_iter().filter(|book| *book != Italian) {
        let mut table = buy_it(Table::of(3).by(book).stars(C, 20), Card::EvacuationOrders);
        table.done().next_turn(B, 6).expect(C).stars(15);
    }
}

/// V-02, T-04: IT: each group of dice is an effect of its own, and may win before the next.
#[test]
fn italian_between_the_groups() {
    for (card, dice) in [(None, "1 1 1 E C 2"), (Some(Card::Detritivore), "1 2 3 E C H")] {
        let mut table = Table::of(3).by(Italian).in_city(C).stars(A, 19);
        if let Some(card) = card {
            table = table.holds(A, card);
        }
        table.turn(A).keeps(dice).usual_order().over(Outcome::Stars(A));
        table.expect(C).hearts(10);
        table.expect(A).energy(0);
    }
}

//! Resolving the dice (3.3).

use crate::table::*;

/// D-04: three of a kind and one star more for each further die.
#[test]
fn numbers() {
    for book in BOOKS {
        for (dice, stars) in [
            ("1 1 2 2 3 3", 0),
            ("1 1 1 2 2 3", 1),
            ("2 2 2 1 1 3", 2),
            ("3 3 3 1 1 2", 3),
            ("3 3 3 3 1 2", 4),
            ("2 2 2 2 2 2", 5),
            ("1 1 1 3 3 3", 4),
        ] {
            let mut table = Table::of(2).by(book);
            table.turn(A).keeps(dice).next_turn(B, 6);
            table.expect(A).stars(stars);
        }
    }
}

/// D-02, D-08, Z-12, orders/dice resolution: any order; by default numbers, hearts, energy, claws.
#[test]
fn the_order_of_the_groups() {
    for book in BOOKS {
        let mut table = Table::of(3).by(book).in_city(C).hearts(A, 5);
        table.turn(A).keeps("1 1 1 H E C").usual_order().asks(C, Question::Yield);
        let order: Vec<u8> = table
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Stars { .. } => Some(1),
                Event::Healed { .. } => Some(2),
                Event::Energy { .. } => Some(3),
                Event::Hurt { .. } => Some(4),
                _ => None,
            })
            .collect();
        assert_eq!(order, [1, 2, 3, 4]);
        let mut free = Table::of(3).by(book).in_city(C).hearts(A, 5);
        free.turn(A).keeps("1 1 1 H E C").resolves(Group::Energy).resolves(Group::Claws).yields(C);
        free.resolves_rest();
        // Having moved in during the dice, the first editions waste the heart.
        free.expect(A).hearts(if book == Dutch { 6 } else { 5 }).in_city();
    }
}

/// D-03, Z-13, Q-55, `may_decline_hearts_and_energy`: whether hearts and energy may be left.
#[test]
fn leaving_dice_unused() {
    for book in BOOKS {
        let mut table = Table::of(3).by(book).in_city(C).hearts(A, 5).poison(A, 1);
        table.turn(A).keeps("H E C 1 2 2").asks(A, Question::Resolve);
        table.may_not(Decline(Group::Claws));
        if book == Dutch {
            table.may_not(Decline(Group::Energy)).may_not(Decline(Group::Hearts));
            table.resolves(Group::Hearts).asks(A, Question::Hearts).may_not(Pass).answers(Heal);
            table.usual_order();
            table.expect(A).hearts(6).energy(1);
        } else {
            // IS: a heart "allows", energy "gives".
            let kept = if book == Icelandic {
                table.may_not(Decline(Group::Energy)).resolves(Group::Energy);
                1
            } else {
                table.answers(Decline(Group::Energy));
                0
            };
            table.may(Decline(Group::Hearts)).resolves(Group::Hearts);
            table.says(A, Question::Hearts, Pass).stays(C);
            table.expect(A).hearts(4).energy(kept);
        }
    }
}

/// D-05: one energy per die, kept from turn to turn.
#[test]
fn energy() {
    for book in BOOKS {
        let mut table = Table::of(2).by(book).energy(A, 1);
        table.turn(A).keeps("E E 1 1 2 2").done().next_turn(B, 6);
        table.keeps("1 1 2 2 3 3").next_turn(A, 6).expect(A).energy(3);
    }
}

/// D-06, D-07: hearts heal outside Tokyo, up to ten, and not inside.
#[test]
fn hearts() {
    for book in BOOKS {
        let mut outside = Table::of(2).by(book).hearts(A, 9);
        outside.turn(A).keeps("H H H 1 1 2").next_turn(B, 6).expect(A).hearts(10);
        let mut inside = Table::of(2).by(book).in_city(A).hearts(A, 5);
        inside.turn(A).keeps("H H H 1 1 2").next_turn(B, 6).expect(A).hearts(5);
    }
}

/// D-03, D-06: all dice must be used in NL: with one use only, nobody is asked.
#[test]
fn one_use_is_no_choice() {
    let mut poison = Table::of(2).poison(A, 2);
    poison.turn(A).keeps("H 1 1 2 2 3").next_turn(B, 6).expect(A).hearts(9).poison(1);
    let mut shrink = Table::of(2).shrink(A, 2);
    shrink.turn(A).keeps("H H 1 1").next_turn(B, 6).expect(A).shrink(0);
    // Where it may be left, it is a choice.
    let mut left = Table::of(2).by(Icelandic).poison(A, 2);
    left.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Pass).expect(A).poison(2);
}

/// D-01, D-06: hearts are one effect: what heals is kept while others remove tokens, in any order.
#[test]
fn hearts_for_both() {
    for book in BOOKS {
        for (first, second) in [(Heal, DropShrink), (DropShrink, Heal), (Heal, DropPoison)] {
            let mut table = Table::of(2).by(book).hearts(A, 7).shrink(A, 2).poison(A, 2);
            table.turn(A).keeps("H H 1 2").answers(first).answers(second).next_turn(B, 6);
            // The poison that is left hurts at the end of the turn.
            let poison = if second == DropPoison { 1 } else { 2 };
            table.expect(A).hearts(8 - poison);
        }
    }
}

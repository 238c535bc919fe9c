//! The frame of the turn, rolling, the end of the turn, extra turns (3.1, 3.2, 3.10, 3.11).

use crate::state::Phase;
use crate::table::*;

/// T-01, T-02, Z-07, Z-20, N-05, `tokyo_entry`: where taking Tokyo belongs.
#[test]
fn the_phases() {
    for book in BOOKS {
        let mut table = Table::of(3).by(book).in_city(C).energy(A, 2);
        table.turn(A);
        assert_eq!(table.state.turn.phase, Phase::Roll);
        table.keeps("C E 1 2 3 3");
        assert_eq!(table.state.turn.phase, Phase::Resolve);
        table.resolves(Group::Claws).yields(C);
        // The energy comes after the claws, so it tells when Tokyo was entered.
        let entered = table.events.iter().position(|e| matches!(e, Event::Entered { .. }));
        let energy = table.events.iter().position(|e| matches!(e, Event::Energy { .. }));
        assert!(entered.is_some() && energy.is_some());
        assert_eq!(energy < entered, book == Dutch);
        table.asks(A, Question::Shop);
        assert_eq!(table.state.turn.phase, Phase::Buy);
        table.expect(A).in_city();
    }
}

/// T-05: a monster that dies in its own turn does nothing more in it.
#[test]
fn the_turn_of_the_dead_is_over() {
    for book in BOOKS {
        let mut table = Table::of(3)
            .by(book)
            .in_city(C)
            .hearts(A, 1)
            .energy(A, 9)
            .holds(C, Card::Burrowing)
            .holds(A, Card::SolarPowered);
        table.turn(A).keeps("C E E 1 2 3").resolves(Group::Claws).yields(C).next_turn(B, 6);
        table.expect(A).eliminated();
    }
}

/// T-06: two stars for each turn that starts in Tokyo.
#[test]
fn two_stars_in_tokyo() {
    for book in BOOKS {
        let mut table = Table::of(2).by(book).in_city(A);
        table.turn(A).expect(A).stars(2);
        table.keeps("1 1 2 2 3 3").next_turn(B, 6).keeps("1 1 2 2 3 3").next_turn(A, 6);
        table.expect(A).stars(4);
        table.expect(B).stars(0);
    }
}

/// no dice lie on the table before the first throw; while some are thrown again all still lie there.
#[test]
fn dice_lie_there_from_the_first_throw_on() {
    for book in BOOKS {
        let mut table = Table::of(2).by(book).holds(A, Card::GiantBrain);
        table.turn(A);
        assert!(table.state.awaits_first_throw());
        assert_eq!(table.state.turn().dice.to_string(), "");
        table.rolls("1 1 1 1 1 1").rerolls(&[0, 1, 2, 3, 4, 5]);
        assert!(!table.state.awaits_first_throw());
        assert_eq!(table.state.turn().dice.to_string(), "111111");
        table.rolls("1 2 3 E C H").rerolls(&[0]);
        assert_eq!(table.state.turn().dice.to_string(), "123ECH");
    }
}

/// all dice, then up to two rerolls of any of them, kept or not.
#[test]
fn two_rerolls() {
    for book in BOOKS {
        let mut table = Table::of(2).by(book);
        table.turn(A).rolls("1 1 2 2 3 3").may(Reroll(places_of(&[0, 1, 2, 3, 4, 5])));
        table.rerolls(&[2, 3]).rolls("1 1").rerolls(&[0, 4, 5]).rolls("E E E");
        // No question is left: the dice are resolved.
        table.asks(A, Question::Shop).expect(A).stars(1).energy(3);
    }
}

/// R-05, Z-08: one may stop after any throw.
#[test]
fn stopping() {
    for book in BOOKS {
        let mut first = Table::of(2).by(book);
        first.turn(A).rolls("1 1 1 2 2 3").stops().next_turn(B, 6);
        let mut second = Table::of(2).by(book);
        second.turn(A).rolls("1 1 1 2 2 3").rerolls(&[5]).rolls("1").stops().next_turn(B, 6);
        second.expect(A).stars(2);
    }
}

/// what shows in the end counts, whatever showed before.
#[test]
fn the_last_faces_count() {
    for book in BOOKS {
        let mut table = Table::of(2).by(book);
        table.turn(A).rolls("1 1 1 1 1 1").rerolls(&[0, 1, 2, 3]).rolls("2 2 3 3").stops();
        table.next_turn(B, 6).expect(A).stars(0);
    }
}

/// R-06, Z-10: a reroll of a card is one more throw of as many dice as wanted.
#[test]
fn rerolls_of_cards() {
    for book in BOOKS {
        let mut table = Table::of(2).by(book).holds(A, Card::SmokeCloud);
        table.turn(A).rolls("1 1 2 2 3 3").answers(Use(Card::SmokeCloud));
        for _ in 0..3 {
            table.rerolls(&[0, 1, 2, 3, 4, 5]).rolls("1 1 2 2 3 3");
        }
        table.asks(A, Question::Roll).may_not(Reroll(places_of(&[0])));
    }
}

/// E-01, E-04: end-of-turn effects are the active monster's; then the left neighbour's turn begins.
#[test]
fn the_end_of_the_turn() {
    for book in BOOKS {
        let mut table = Table::of(3)
            .by(book)
            .holds(A, Card::SolarPowered)
            .holds(B, Card::Herbivore)
            .poison(A, 1)
            .poison(B, 2);
        table.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
        table.expect(A).energy(1).hearts(9);
        table.expect(B).stars(0).hearts(10);
    }
}

/// E-02, Q-18: the owner may take poison before the rest where it matters.
#[test]
fn poison_first() {
    for book in BOOKS {
        let table = || {
            Table::of(3)
                .by(book)
                .holds(A, Card::SolarPowered)
                .holds(A, Card::WereOnlyMakingItStronger)
                .poison(A, 2)
        };
        let mut usual = table();
        usual.turn(A).keeps("1 1 2 2 3 3").says(A, Question::End, Pass).next_turn(B, 6);
        usual.expect(A).energy(2);
        let mut first = table();
        first.turn(A).keeps("1 1 2 2 3 3").says(A, Question::End, TakePoison).next_turn(B, 6);
        first.expect(A).energy(1);
    }
}

/// the dead take no extra turn.
#[test]
fn no_extra_turn_for_the_dead() {
    for book in BOOKS {
        let mut table = Table::of(3).by(book).holds(A, Card::FreezeTime).hearts(A, 1).poison(A, 1);
        table.turn(A).keeps("1 1 1 2 2 3").next_turn(B, 6);
        table.expect(A).eliminated();
        // A Frenzy bought by Opportunist whose buyer dies before it is played.
        let mut frenzy = Table::of(3)
            .by(book)
            .hearts(C, 2)
            .energy(A, 12)
            .holds(C, Card::Opportunist)
            .energy(C, 7)
            .sale(Card::CornerStore)
            .sale(Card::FlameThrower)
            .deck(&[Card::Frenzy, Card::Skyscraper]);
        frenzy.shopping(A).buys(Card::CornerStore).snatches(C, Card::Frenzy);
        frenzy.buys(Card::FlameThrower).done().next_turn(B, 6);
    }
}

/// E-02: the usual order of the dice is not the usual order of the end.
#[test]
fn each_step_is_ordered_anew() {
    for book in BOOKS {
        let mut table = Table::of(2)
            .by(book)
            .in_city(B)
            .holds(A, Card::RootingForTheUnderdog)
            .holds(A, Card::EnergyHoarder)
            .energy(A, 6)
            .stars(B, 9);
        table.turn(A).keeps("E C 1 2 3 3").usual_order().stays(B).done();
        table.asks(A, Question::End).may(Use(Card::EnergyHoarder));
    }
}

//! Components and setup (chapters 1 and 2).

use crate::question::Need;
use crate::rules::{Edition, Species};
use crate::state::State;
use crate::table::*;
use crate::{CARDS, CardSet, Dice, Input};

/// C-01, S-01: two to six monsters.
#[test]
fn two_to_six_monsters() {
    for book in BOOKS {
        for players in [0, 1, 7] {
            assert!(State::new(&book.rules(), players, None).is_err());
        }
        for players in 2..=6 {
            let state = State::new(&book.rules(), players, Some(A)).unwrap();
            assert_eq!((state.players(), state.living().len()), (players, players));
        }
        assert!(State::new(&book.rules(), 3, Some(D)).is_err(), "nobody sits at D");
    }
}

/// S-01, Z-04, `roster`: six different monsters in each edition; the second has two others.
#[test]
fn rosters() {
    let (first, second) = (Species::roster(Edition::First), Species::roster(Edition::Second));
    for roster in [first, second] {
        for (number, monster) in roster.iter().enumerate() {
            assert!(!roster[..number].contains(monster));
        }
    }
    let gone: Vec<_> = first.iter().filter(|one| !second.contains(one)).collect();
    assert_eq!(gone, [&Species::CyberBunny, &Species::Kraken]);
    for book in BOOKS {
        let edition = if book == Dutch { Edition::Second } else { Edition::First };
        assert_eq!(book.rules().roster, edition);
    }
}

/// C-07, C-08, S-02: ten hearts and nothing else, and Tokyo is empty.
#[test]
fn the_start() {
    for book in BOOKS {
        let state = State::new(&book.rules(), 6, Some(A)).unwrap();
        for seat in state.seats().iter() {
            let monster = state.monster(seat);
            assert_eq!((monster.hearts, monster.stars, monster.energy), (10, 0, 0));
            assert_eq!((monster.poison, monster.shrink, monster.cards.len()), (0, 0, 0));
            assert_eq!(state.spot(seat), None);
        }
    }
}

/// C-02, B-02: a rule that says Tokyo means City and Bay.
#[test]
fn tokyo_is_city_and_bay() {
    for book in BOOKS {
        let mut table =
            Table::of(5).by(book).house("use_bay", "true").in_city(B).in_bay(A).hearts(A, 5);
        table.turn(A).expect(A).stars(2);
        table.keeps("H C 1 2 3 3").usual_order();
        // No hearts in the Bay, and the City is not a target.
        table.expect(A).hearts(5);
        table.expect(B).hearts(10);
        for seat in [C, D, E] {
            table.expect(seat).hearts(9);
        }
    }
}

/// C-04: six faces, one of each; a die of a card is a die like the others.
#[test]
fn six_faces() {
    let dice = Dice::parse("1 2 3 E C H").unwrap();
    for face in Face::ALL {
        assert_eq!(dice.count(face), 1);
    }
    for book in PRINTINGS {
        let mut table = Table::of(2).by(book).holds(A, Card::ExtraHead);
        table.turn(A).keeps("1 1 2 2 3 3 E");
        table.expect(A).energy(1);
    }
}

/// C-05, C-06, Z-05: tokens and cubes never run out.
#[test]
fn the_supply_is_endless() {
    for book in BOOKS {
        let mut table =
            Table::of(3).by(book).in_city(C).poison(C, 12).shrink(C, 12).holds(A, Card::PoisonSpit);
        table = table.holds(A, Card::ShrinkRay);
        table.turn(A).keeps("C 1 2 2 3 3").stays(C);
        table.expect(C).poison(13).shrink(13);
        let mut rich = Table::of(2).by(book).energy(A, 99);
        rich.turn(A).keeps("E E E E E E").done();
        rich.expect(A).energy(105);
        // A copy of Smoke Cloud has three of its own beside the three in the box.
        let mut smoke =
            Table::of(2).by(book).holds(B, Card::SmokeCloud).energy(A, 8).sale(Card::Mimic);
        smoke.shopping(A).buys(Card::Mimic).copies(A, Card::SmokeCloud);
        smoke.on(Card::SmokeCloud, 3).on(Card::Mimic, 3);
    }
}

/// C-10: the star dial ends at 20 and at 0.
#[test]
fn the_dial() {
    for book in BOOKS {
        let table = buy_it(Table::of(2).by(book).stars(A, 18), Card::Skyscraper);
        table.expect(A).stars(20);
    }
}

/// S-03, C-03: all cards are the deck, 66 of them in the first box, and the first three of it the market.
#[test]
fn the_first_market() {
    for book in BOOKS {
        let mut state = State::new(&book.rules(), 2, Some(A)).unwrap();
        assert_eq!(state.deck(), CardSet::ALL);
        for (card, place) in [Card::Jets, Card::Wings, Card::Tank].into_iter().zip(Place::MARKET) {
            assert_eq!(state.need(), Need::Reveal(place));
            state.play(Input::Revealed(card), None).unwrap();
        }
        assert_eq!(state.deck().len(), CARDS - 3);
        assert_eq!(state.need(), Need::Roll { seat: A, count: 6 });
    }
}

/// S-04, T-03: clockwise, past the dead.
#[test]
fn clockwise() {
    for book in BOOKS {
        let mut table = Table::of(4).by(book).eliminated(C);
        table.turn(A);
        for next in [B, D, A, B] {
            table.keeps("1 1 2 2 3 3").next_turn(next, 6);
        }
    }
}

/// S-05, S-06, B-01, Z-03, `use_bay`: the Bay is there with five or six living monsters, where the book has it.
#[test]
fn when_there_is_a_bay() {
    for book in BOOKS {
        for players in 2..=6 {
            let state = State::new(&book.rules(), players, Some(A)).unwrap();
            assert_eq!(state.tokyo().bay_open, 5 <= players && book != Polish);
        }
        let mut first_game = Table::of(6).by(book).house("use_bay", "false");
        first_game.turn(A);
        assert!(!first_game.state.tokyo.bay_open);
        let mut variant = Table::of(5).by(book).house("use_bay", "true");
        variant.turn(A);
        assert!(variant.state.tokyo.bay_open);
        // It closes once and never opens again.
        let mut closing = Table::of(5).by(book).house("use_bay", "true").hearts(B, 2).energy(A, 5);
        closing = closing.sale(Card::FlameThrower);
        closing.shopping(A).buys(Card::FlameThrower);
        assert!(!closing.state.tokyo.bay_open);
    }
}

/// S-07, S-08, S-10, Z-01, Z-02, `first_player`: the most claws start; those who tie throw again.
#[test]
fn who_starts() {
    for book in BOOKS.into_iter().filter(|book| *book != Polish) {
        let mut state = State::new(&book.rules(), 4, None).unwrap();
        for card in [Card::Jets, Card::Wings, Card::Tank] {
            state.play(Input::Revealed(card), None).unwrap();
        }
        let mut throws = |seat, dice: &str| {
            assert_eq!(state.need(), Need::Roll { seat, count: 6 });
            state.play(Input::Rolled(Dice::parse(dice).unwrap()), None).unwrap();
        };
        throws(A, "C C C 1 1 1");
        throws(B, "C 1 2 3 E H");
        throws(C, "C C C E E H");
        throws(D, "1 1 1 2 2 3");
        // Only those who tied.
        throws(A, "1 1 1 1 1 1");
        throws(C, "C E E E E E");
        assert_eq!(state.need(), Need::Roll { seat: C, count: 6 });
        assert_eq!(state.turn().seat, C);
        // The dice did nothing else.
        assert_eq!((state.monster(A).stars, state.monster(C).energy), (0, 0));
    }
}

/// S-09, `first_player`: the loudest or the youngest: the table says who.
#[test]
fn the_loudest_starts() {
    let mut state = State::new(&Polish.rules(), 3, None).unwrap();
    for card in [Card::Jets, Card::Wings, Card::Tank] {
        state.play(Input::Revealed(card), None).unwrap();
    }
    assert_eq!(state.need(), Need::Starter);
    assert!(state.play(Input::Starts(D), None).is_err(), "nobody sits at D");
    state.play(Input::Starts(C), None).unwrap();
    assert_eq!(state.need(), Need::Roll { seat: C, count: 6 });
}

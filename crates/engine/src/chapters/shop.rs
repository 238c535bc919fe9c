//! Buying cards (3.9).

use crate::table::*;

/// M-01, M-02: any face-up card, as often as one can pay; its place is filled at once.
#[test]
fn buying() {
    for book in BOOKS {
        let mut table = Table::of(2)
            .by(book)
            .energy(A, 10)
            .sale(Card::CornerStore)
            .sale(Card::Heal)
            .deck(&[Card::Tank, Card::Wings]);
        table.shopping(A).buys(Card::CornerStore).may(Buy(Place::First)).buys(Card::Tank);
        assert_eq!(table.state.market[0], Some(Card::Wings));
        table.expect(A).energy(3).stars(5);
        table.may_not(Buy(Place::First)).done().next_turn(B, 6);
    }
}

/// M-03: two energy for three new cards, as often as one can pay, between purchases too.
#[test]
fn sweeping() {
    for book in BOOKS {
        let mut table = Table::of(2).by(book).energy(A, 8).deck(&[
            Card::Tank,
            Card::Wings,
            Card::Jets,
            Card::Heal,
            Card::Gourmet,
            Card::Urbavore,
        ]);
        table.shopping(A).sweeps();
        assert_eq!(table.state.market, [Some(Card::Tank), Some(Card::Wings), Some(Card::Jets)]);
        table.sweeps().buys(Card::Gourmet).next_turn(B, 6).expect(A).energy(0);
        table.discarded(Card::Tank).discarded(Card::Wings).discarded(Card::Jets);
    }
}

/// M-04: the place is filled first, then the card works.
#[test]
fn refill_then_effect() {
    for book in BOOKS {
        let table = buy_it(Table::of(2).by(book), Card::Skyscraper);
        let revealed = table.events.iter().position(|e| matches!(e, Event::Revealed { .. }));
        let stars = table.events.iter().position(|e| matches!(e, Event::Stars { .. }));
        assert!(revealed.is_some() && revealed < stars);
    }
}

/// M-05, Z-06, Q-43, `reshuffle_discards`: an empty deck.
#[test]
fn an_empty_deck() {
    for book in BOOKS {
        let mut table = Table::of(2).by(book).energy(A, 12).sale(Card::Skyscraper).short_deck();
        table.shopping(A).buys(Card::Skyscraper);
        assert_eq!(table.state.market[0].is_none(), book == Polish);
        // The card being bought was not among the reshuffled.
        let reshuffled = table.happened(|e| matches!(e, Event::Reshuffled { .. }));
        assert_eq!(reshuffled, usize::from(book != Polish));
        assert!(!table.state.deck().has(Card::Skyscraper));
        table.discarded(Card::Skyscraper).expect(A).stars(4);
    }
}

/// M-06: sweeping needs one card face up, and reveals what there is.
#[test]
fn sweeping_a_short_deck() {
    let mut table = Table::of(2).by(Polish).energy(A, 6).deck(&[Card::Jets]).short_deck();
    table.shopping(A).sweeps();
    assert_eq!(table.state.market, [Some(Card::Jets), None, None]);
    table.sweeps();
    assert_eq!(table.state.market, [None; 3]);
    // Nothing is left to sweep or to buy: nobody is asked.
    table.next_turn(B, 6).expect(A).energy(2);
}

/// M-07: only in one's own buying phase.
#[test]
fn only_in_ones_own_phase() {
    for book in BOOKS {
        let mut table = Table::of(2).by(book).energy(A, 9).energy(B, 9);
        table.turn(A).rolls("1 1 2 2 3 3").may_not(Buy(Place::First)).may_not(Sweep).stops();
        table.asks(A, Question::Shop).done().next_turn(B, 6);
    }
}

/// C-11, M-08: a keep card works from the moment it is bought; a discard card once.
#[test]
fn keep_and_discard() {
    for book in BOOKS {
        let mut table =
            Table::of(2).by(book).energy(A, 7).sale(Card::MediaFriendly).sale(Card::CommuterTrain);
        table.shopping(A).buys(Card::MediaFriendly).buys(Card::CommuterTrain);
        table.expect(A).stars(3).holds(Card::MediaFriendly);
        table.discarded(Card::CommuterTrain);
    }
}

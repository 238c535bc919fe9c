//! Made in a Lab.

use crate::answer::{Answer, Answers};
use crate::card::{Card, Keeps};
use crate::game::Game;
use crate::power::Power;
use crate::question::Place;
use crate::seat::Seat;
use crate::state::{Me, State};

/// During your buy step you may peek at the deck's top card; it is for sale to you.
pub(crate) const POWER: Power = Power {
    shop_offers: Some(look_or_buy),
    answered: Some(look),
    ..Power::card("Made in a Lab", 2)
};

fn look_or_buy(state: &State, me: Me, answers: &mut Answers) {
    let seen = state.top.filter(|_| state.top_seen.has(me.owner));
    match seen.filter(|_| looked(state, me.owner)) {
        // The card that was looked at is for sale; the copy that looked offers it.
        Some(card) => {
            let first_to_offer =
                state.powers(me.owner, LABS).find(|lab| !state.unused(*lab)) == Some(me);
            if first_to_offer && state.price(me.owner, card) <= state.monster(me.owner).energy {
                answers.one(Answer::Buy(Place::Top));
            }
        }
        None => {
            let cards = !state.deck.is_empty()
                || state.rules.reshuffle_discards && !state.discards.is_empty();
            if state.unused(me) && cards {
                answers.one(Answer::Use(me.card));
            }
        }
    }
}

const LABS: Keeps = Keeps::one(Card::MadeInALab);

/// Whether one of the copies has looked in this turn.
fn looked(state: &State, owner: Seat) -> bool {
    state.powers(owner, LABS).any(|me| !state.unused(me))
}

fn look(game: &mut Game<'_>, me: Me, answer: Answer) {
    if matches!(answer, Answer::Use(_)) {
        game.use_up(me);
        game.refill(Place::Top);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// made_in_a_lab.1: only its owner knows the card.
    #[test]
    fn only_the_owner_knows() {
        for book in PRINTINGS {
            let mut table =
                Table::of(3).by(book).holds(A, Card::MadeInALab).energy(A, 2).deck(&[Card::Wings]);
            table.shopping(A).answers(Use(Card::MadeInALab));
            assert_eq!(table.state.view(Some(A)).card_at(Place::Top), Some(Card::Wings));
            for other in [Some(B), Some(C), None] {
                let view = table.state.view(other);
                assert_eq!(view.card_at(Place::Top), None);
                assert!(view.deck().has(Card::Wings) && view.deck().has(Card::Jets));
            }
            // Swapping the hidden card changes nothing that others see.
            let mut swapped = table.state;
            swapped.top = Some(Card::Jets);
            assert_eq!(swapped.view(Some(B)), table.state.view(Some(B)));
            assert_eq!(swapped.view(None), table.state.view(None));
        }
    }

    /// made_in_a_lab.1: whether its owner can pay the card is not known to others either: the question comes all the same.
    #[test]
    fn the_price_of_the_card_shows_in_nothing() {
        for book in PRINTINGS {
            let table = || {
                Table::of(2)
                    .by(book)
                    .holds(A, Card::MadeInALab)
                    .holds(A, Card::AlienOrigin)
                    .energy(A, 1)
            };
            let mut first = table().deck(&[Card::Wings]);
            first.shopping(A).answers(Use(Card::MadeInALab));
            for card in first.state.deck().iter() {
                let mut other = table().deck(&[card]);
                other.shopping(A).answers(Use(Card::MadeInALab)).asks(A, Question::Shop);
                for viewer in [Some(B), None] {
                    assert_eq!(other.state.view(viewer), first.state.view(viewer), "{card}");
                }
            }
            first.answers(Pass).next_turn(B, 6);
        }
    }

    /// made_in_a_lab.2, S10, P-21, Z-61, mimic/made_in_a_lab: one look per copy, never two cards at once.
    #[test]
    fn one_look_per_copy() {
        for book in BOOKS {
            let mut one =
                Table::of(2).by(book).holds(A, Card::MadeInALab).energy(A, 9).deck(&[Card::Wings]);
            one.shopping(A).answers(Use(Card::MadeInALab)).may_not(Use(Card::MadeInALab));
            one.answers(Buy(Place::Top)).may_not(Use(Card::MadeInALab)).may_not(Buy(Place::Top));
            one.expect(A).holds(Card::Wings).energy(3);
        }
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut two = Table::of(2)
                .by(book)
                .holds(A, Card::MadeInALab)
                .mimics(A, Card::MadeInALab)
                .energy(A, 15)
                .deck(&[Card::Wings, Card::Jets]);
            two.shopping(A).answers(Use(Card::MadeInALab));
            two.may_not(Use(Card::MadeInALab)).may_not(Use(Card::Mimic));
            two.answers(Buy(Place::Top)).may_not(Use(Card::MadeInALab)).answers(Use(Card::Mimic));
            two.answers(Buy(Place::Top)).may_not(Use(Card::Mimic)).may_not(Use(Card::MadeInALab));
            two.expect(A).holds(Card::Wings).holds(Card::Jets);
        }
    }

    /// made_in_a_lab.3: bought, nothing is revealed and no Opportunist asked; left, it is the next card revealed.
    #[test]
    fn bought_or_left() {
        for book in PRINTINGS {
            let table = || {
                Table::of(2)
                    .by(book)
                    .holds(A, Card::MadeInALab)
                    .holds(B, Card::Opportunist)
                    .energy(A, 9)
                    .energy(B, 9)
                    .sale(Card::CornerStore)
            };
            let mut bought = table().deck(&[Card::Wings]);
            bought.shopping(A).answers(Use(Card::MadeInALab)).answers(Buy(Place::Top));
            bought.asks(A, Question::Shop);
            assert_eq!(bought.state.market[0], Some(Card::CornerStore));
            let mut left = table().deck(&[Card::Wings]);
            left.shopping(A).answers(Use(Card::MadeInALab)).buys(Card::CornerStore);
            // No chance was asked: everybody sees now what the owner saw before.
            assert_eq!(left.state.market[0], Some(Card::Wings));
            left.asks(B, Question::Opportunity).lets_lie(B).asks(A, Question::Shop);
            // It stays on top over the turns, too.
            let mut later = table().deck(&[Card::Wings]);
            later.shopping(A).answers(Use(Card::MadeInALab)).done().next_turn(B, 6);
            later.keeps("1 1 2 2 3 3").buys(Card::CornerStore);
            assert_eq!(later.state.market[0], Some(Card::Wings));
        }
    }

    /// made_in_a_lab.4: not in an Opportunist's window.
    #[test]
    fn only_in_ones_own_buying_phase() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(B, Card::MadeInALab)
                .holds(B, Card::Opportunist)
                .energy(A, 3)
                .energy(B, 9)
                .sale(Card::CornerStore)
                .deck(&[Card::Jets]);
            table.shopping(A).buys(Card::CornerStore).asks(B, Question::Opportunity);
            table.may_not(Use(Card::MadeInALab)).lets_lie(B);
        }
    }

    /// made_in_a_lab.5: discounts and rewards apply; an empty deck is made anew first.
    #[test]
    fn price_and_empty_deck() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::MadeInALab)
                .holds(A, Card::AlienOrigin)
                .holds(A, Card::MediaFriendly)
                .energy(A, 5)
                .deck(&[Card::Wings]);
            table.shopping(A).answers(Use(Card::MadeInALab)).answers(Buy(Place::Top));
            table.expect(A).energy(0).stars(1).holds(Card::Wings);
            let mut empty =
                Table::of(2).by(book).holds(A, Card::MadeInALab).energy(A, 6).short_deck();
            empty.deck_now(&[Card::Wings]);
            empty.shopping(A).answers(Use(Card::MadeInALab));
            assert_eq!(empty.happened(|event| matches!(event, Event::Reshuffled { .. })), 1);
            empty.answers(Buy(Place::Top));
            empty.expect(A).holds(Card::Wings);
        }
        // PL: discarded cards are out of the game, and there is nothing to look at.
        let mut polish =
            Table::of(2).by(Polish).holds(A, Card::MadeInALab).energy(A, 6).short_deck();
        polish.shopping(A).may_not(Use(Card::MadeInALab));
    }

    /// made_in_a_lab.2: one look per buy step: a card seen before must be looked at again to be bought.
    #[test]
    fn every_buy_step_has_its_look() {
        for book in PRINTINGS {
            let mut table =
                Table::of(2).by(book).holds(A, Card::MadeInALab).energy(A, 6).deck(&[Card::Wings]);
            table.shopping(A).answers(Use(Card::MadeInALab)).done().next_turn(B, 6);
            table.keeps("1 1 2 2 3 3").next_turn(A, 6).keeps("1 1 2 2 3 3").asks(A, Question::Shop);
            table.may_not(Buy(Place::Top)).answers(Use(Card::MadeInALab)).answers(Buy(Place::Top));
            table.expect(A).holds(Card::Wings).energy(0);
        }
    }
}

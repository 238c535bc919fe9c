//! Opportunist.

use crate::answer::Answer;
use crate::game::Game;
use crate::power::Power;
use crate::question::{Places, Question};
use crate::state::{Me, State};

/// You may buy any market card at the moment it is revealed, on anyone's turn.
pub(crate) const POWER: Power = Power {
    a_copy_adds_nothing: true,
    when_cards_appear: Some(ask_if_one_can_be_paid),
    own_answers: Some(|state, me, answers| {
        answers.one(Answer::Pass);
        answers.buy(payable(state, me));
    }),
    answered: Some(|game, me, answer| {
        if let Answer::Buy(place) = answer {
            game.buy_fresh(me.owner, place)
        }
    }),
    ..Power::card("Opportunist", 3)
};

fn ask_if_one_can_be_paid(game: &mut Game<'_>, me: Me) {
    if !payable(game, me).is_empty() {
        game.ask(me.owner, Question::Opportunity, Some(me.card));
    }
}

/// The places of the market whose fresh cards the owner can pay.
fn payable(state: &State, me: Me) -> Places {
    state.affordable(me.owner, state.fresh())
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// opportunist.1, opportunist.2, M-02: freshly revealed cards only: after a purchase, a sweep, its own purchase.
    #[test]
    fn what_is_on_offer() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(B, Card::Opportunist)
                .energy(A, 9)
                .energy(B, 9)
                .sale(Card::CornerStore)
                .sale(Card::Heal)
                .deck(&[Card::Jets, Card::Gourmet, Card::Wings, Card::Tank, Card::Urbavore]);
            // Not the cards that lie there already.
            table.turn(A).keeps("1 1 2 2 3 3").asks(A, Question::Shop).buys(Card::CornerStore);
            table.asks(B, Question::Opportunity).may(Buy(Place::First)).may_not(Buy(Place::Second));
            // What is revealed in the place of a card bought this way is fresh as well.
            table
                .snatches(B, Card::Jets)
                .asks(B, Question::Opportunity)
                .may(Buy(Place::First))
                .lets_lie(B);
            table.expect(B).energy(4).holds(Card::Jets);
            table.asks(A, Question::Shop).sweeps();
            table.asks(B, Question::Opportunity).may_not(Buy(Place::First)).may(Buy(Place::Second));
            table.may(Buy(Place::Third)).lets_lie(B).asks(A, Question::Shop);
        }
    }

    /// opportunist.3, P-05, S20, Z-45, mimic/opportunist: the first clockwise from the active one, who is not asked.
    #[test]
    fn two_holders() {
        for book in BOOKS {
            let mut table = Table::of(4)
                .by(book)
                .holds(D, Card::Opportunist)
                .mimics(B, Card::Opportunist)
                .energy(A, 3)
                .energy(B, 9)
                .energy(D, 9)
                .sale(Card::CornerStore)
                .deck(&[Card::Jets]);
            table.shopping(A).buys(Card::CornerStore).lets_lie(B).lets_lie(D).next_turn(B, 6);
            let mut active = Table::of(4)
                .by(book)
                .holds(A, Card::Opportunist)
                .mimics(C, Card::Opportunist)
                .energy(A, 9)
                .energy(C, 9)
                .sale(Card::CornerStore)
                .deck(&[Card::Jets]);
            active.shopping(A).buys(Card::CornerStore).lets_lie(C).asks(A, Question::Shop);
        }
        // Both in one pair of hands: asked once.
        for book in PRINTINGS {
            let mut both = Table::of(2)
                .by(book)
                .holds(B, Card::Opportunist)
                .mimics(B, Card::Opportunist)
                .energy(A, 3)
                .energy(B, 9)
                .sale(Card::CornerStore)
                .deck(&[Card::Jets]);
            both.shopping(A).buys(Card::CornerStore).lets_lie(B).next_turn(B, 6);
        }
    }

    /// opportunist.4, Q-26, orders/card revealed, orders/sweep: after each purchase all are asked again, for all fresh cards.
    #[test]
    fn everybody_is_asked_again() {
        for book in PRINTINGS {
            let mut table = Table::of(4)
                .by(book)
                .holds(D, Card::Opportunist)
                .mimics(B, Card::Opportunist)
                .energy(A, 2)
                .energy(B, 20)
                .energy(D, 20)
                .deck(&[Card::Jets, Card::Gourmet, Card::Tank, Card::Wings, Card::Herbivore]);
            table.shopping(A).sweeps().lets_lie(B).snatches(D, Card::Gourmet);
            table.asks(B, Question::Opportunity);
            table.may(Buy(Place::First)).may(Buy(Place::Second)).may(Buy(Place::Third));
            table.snatches(B, Card::Jets).lets_lie(B).lets_lie(D).asks(B, Question::Start);
            table.expect(B).holds(Card::Jets);
            table.expect(D).holds(Card::Gourmet);
        }
    }

    /// opportunist.5, T12: the card works before the next window; it may kill its buyer or the active monster.
    #[test]
    fn deadly_purchases() {
        for book in BOOKS {
            let mut chain = Table::of(3)
                .by(book)
                .hearts(A, 2)
                .energy(A, 4)
                .poison(A, 1)
                .holds(C, Card::Opportunist)
                .energy(C, 6)
                .sale(Card::Gourmet)
                .sale(Card::Tank)
                .sale(Card::Heal)
                .deck(&[Card::FlameThrower, Card::CornerStore, Card::Skyscraper]);
            chain.shopping(A).buys(Card::Gourmet).snatches(C, Card::FlameThrower);
            chain.expect(A).eliminated();
            chain.expect(B).hearts(8);
            chain.snatches(C, Card::CornerStore).next_turn(B, 6);
            chain.expect(C).stars(1).energy(0);
            let mut own = Table::of(3)
                .by(book)
                .energy(A, 6)
                .hearts(C, 4)
                .holds(C, Card::Opportunist)
                .energy(C, 9)
                .sale(Card::CornerStore)
                .deck(&[Card::JetFighters, Card::Skyscraper]);
            own.shopping(A).buys(Card::CornerStore).snatches(C, Card::JetFighters);
            own.asks(A, Question::Shop);
            own.expect(C).eliminated();
        }
    }

    /// opportunist.6: Frenzy bought out of turn is played after the current turn, then play goes on as it would have.
    #[test]
    fn frenzy_out_of_turn() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .energy(A, 5)
                .holds(A, Card::SolarPowered)
                .holds(C, Card::Opportunist)
                .energy(C, 7)
                .sale(Card::ApartmentBuilding)
                .deck(&[Card::Frenzy, Card::Skyscraper]);
            table.shopping(A).buys(Card::ApartmentBuilding).snatches(C, Card::Frenzy);
            table.next_turn(C, 6);
            // The end of the interrupted turn has happened.
            table.expect(A).energy(1);
            table.keeps("1 1 2 2 3 3").next_turn(B, 6).keeps("1 1 2 2 3 3").next_turn(C, 6);
        }
    }

    /// opportunist.7: Death From Above out of turn: Tokyo changes hands at once.
    #[test]
    fn death_from_above_out_of_turn() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(A)
                .energy(A, 5)
                .holds(C, Card::Opportunist)
                .energy(C, 5)
                .sale(Card::CornerStore)
                .deck(&[Card::DeathFromAbove, Card::Skyscraper]);
            table.shopping(A).buys(Card::CornerStore).snatches(C, Card::DeathFromAbove);
            table.expect(C).in_city().stars(3);
            table.expect(A).outside();
            table.asks(A, Question::Shop);
        }
    }

    /// opportunist.8: discounts and rewards apply; Parasitic Tentacles and Made in a Lab do not work in the window.
    #[test]
    fn other_cards_in_the_window() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .energy(A, 3)
                .holds(A, Card::Jets)
                .holds(B, Card::Opportunist)
                .holds(B, Card::AlienOrigin)
                .holds(B, Card::MediaFriendly)
                .holds(B, Card::ParasiticTentacles)
                .holds(B, Card::MadeInALab)
                .energy(B, 7)
                .sale(Card::CornerStore)
                .deck(&[Card::Gourmet, Card::Skyscraper]);
            table.shopping(A).buys(Card::CornerStore).asks(B, Question::Opportunity);
            table
                .may_not(Take(Card::Jets))
                .may_not(Use(Card::MadeInALab))
                .snatches(B, Card::Gourmet);
            table.expect(B).energy(4).stars(1);
        }
    }

    /// opportunist.9: who cannot pay is not asked.
    #[test]
    fn who_cannot_pay() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .energy(A, 5)
                .holds(B, Card::Opportunist)
                .energy(B, 3)
                .sale(Card::CornerStore)
                .deck(&[Card::Gourmet]);
            table.shopping(A).buys(Card::CornerStore).asks(A, Question::Shop);
        }
    }

    /// opportunist.5, V-06: a purchase that leaves its buyer alone ends the game, in the middle of another's turn.
    #[test]
    fn the_last_one_standing() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .hearts(A, 2)
                .energy(A, 3)
                .holds(B, Card::Opportunist)
                .energy(B, 3)
                .sale(Card::CornerStore)
                .deck(&[Card::FlameThrower, Card::Skyscraper]);
            table.shopping(A).buys(Card::CornerStore).snatches(B, Card::FlameThrower);
            table.over(Outcome::LastStanding(B));
        }
    }
}

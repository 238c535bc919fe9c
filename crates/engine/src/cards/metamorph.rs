//! Metamorph.

use crate::answer::{Answer, Answers};
use crate::event::{Cause, Event};
use crate::game::Game;
use crate::power::{Ending, Power, stake};
use crate::question::Question;
use crate::rules::{MetamorphRefund, MetamorphTiming};
use crate::state::{Me, State};

/// When your turn ends you may trade in any of your keep cards for their printed price in energy.
pub(crate) const POWER: Power = Power {
    a_copy_adds_nothing: true,
    at_my_turn_end: Some(|game, me| game.ask(me.owner, Question::Sell, Some(me.card))),
    only_if: Some(|state, _| state.rules.metamorph_timing == MetamorphTiming::EndOfTurn),
    ending: Some(Ending { order: 1, reads: stake::CARDS, writes: stake::CARDS | stake::ENERGY }),
    shop_offers: Some(sell_while_buying),
    own_answers: Some(own_cards),
    answered: Some(sell),
    ..Power::card("Metamorph", 3)
};

fn sell_while_buying(state: &State, me: Me, answers: &mut Answers) {
    if state.rules.metamorph_timing == MetamorphTiming::DuringBuying {
        answers.one(Answer::Use(me.card));
    }
}

fn own_cards(state: &State, me: Me, answers: &mut Answers) {
    answers.one(Answer::Pass);
    answers.pick(state.monster(me.owner).cards);
}

fn sell(game: &mut Game<'_>, me: Me, answer: Answer) {
    let seat = me.owner;
    let Answer::Pick(card) = answer else {
        if matches!(answer, Answer::Use(_)) {
            game.ask(seat, Question::Sell, Some(me.card));
        }
        return;
    };
    let energy = match game.rules.metamorph_refund {
        MetamorphRefund::Printed => card.price(&game.rules),
        MetamorphRefund::Paid => game.paid[card.index()],
    };
    game.tell(Event::Sold { seat, card, energy });
    game.discard_card(seat, card);
    game.receive_energy(seat, energy, Cause::Card(me.acts_as));
    // A sale may cost hearts: the dead sell nothing more, and neither does a game that is over.
    game.settle();
    let goes_on = game.living.has(seat) && game.outcome.is_none();
    // More may be sold while the power lasts.
    if goes_on
        && game.me(seat, me.card).is_some_and(|now| now.acts_as == me.acts_as)
        && game.monster(seat).cards.has(me.card)
    {
        game.ask(seat, Question::Sell, Some(me.card));
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// metamorph.1, P-17, `metamorph_timing`: after buying, before the other ends; the energy buys nothing in this turn.
    #[test]
    fn at_the_end_of_the_turn() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::Metamorph)
                .holds(A, Card::Jets)
                .energy(A, 3)
                .sale(Card::CornerStore);
            table.shopping(A).may_not(Pick(Card::Jets)).may_not(Use(Card::Metamorph)).done();
            table.says(A, Question::Sell, Pick(Card::Jets));
            table.says(A, Question::Sell, Pass).next_turn(B, 6);
            table.expect(A).energy(8).stars(0).lacks(Card::Jets).holds(Card::Metamorph);
            table.discarded(Card::Jets);
        }
        // Z-43: as a house rule it sells while buying, and the energy may be spent at once.
        let mut buying = Table::of(2)
            .house("metamorph_timing", "during_buying")
            .holds(A, Card::Metamorph)
            .holds(A, Card::Jets)
            .sale(Card::Tank);
        buying.shopping(A).says(A, Question::Shop, Use(Card::Metamorph));
        buying
            .says(A, Question::Sell, Pick(Card::Jets))
            .says(A, Question::Sell, Pass)
            .buys(Card::Tank);
        buying.expect(A).energy(1).stars(4);
        buying.says(A, Question::Shop, Use(Card::Metamorph)).says(
            A,
            Question::Sell,
            Pick(Card::Metamorph),
        );
        buying.expect(A).energy(4);
        buying.done().next_turn(B, 6);
    }

    /// metamorph.2: on the turn of its purchase, cards bought this turn, half-used ones, and itself, last.
    #[test]
    fn what_may_be_sold() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::SmokeCloud)
                .with_on(Card::SmokeCloud, 1)
                .energy(A, 8)
                .sale(Card::Metamorph)
                .sale(Card::Jets);
            table.shopping(A).buys(Card::Metamorph).buys(Card::Jets);
            table.says(A, Question::Sell, Pick(Card::Jets));
            table.says(A, Question::Sell, Pick(Card::SmokeCloud)).on(Card::SmokeCloud, 0);
            table.says(A, Question::Sell, Pick(Card::Metamorph)).next_turn(B, 6);
            table.expect(A).energy(5 + 4 + 3).lacks(Card::Metamorph);
            // Sold first, it sells nothing else.
            let mut first = Table::of(2).by(book).holds(A, Card::Metamorph).holds(A, Card::Jets);
            first.shopping(A).says(A, Question::Sell, Pick(Card::Metamorph)).next_turn(B, 6);
            first.expect(A).energy(3).holds(Card::Jets);
        }
    }

    /// metamorph.3, S25, Z-44, Q-30, `metamorph_refund`: the printed price; CS: what the present owner paid.
    #[test]
    fn what_it_pays() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::Metamorph)
                .holds(A, Card::Jets)
                .bought_for(Card::Jets, 4);
            table.shopping(A).says(A, Question::Sell, Pick(Card::Jets));
            table.expect(A).energy(if book == Czech { 4 } else { 5 });
            // What was paid to another monster was paid.
            let mut taken = Table::of(2)
                .by(book)
                .holds(A, Card::Metamorph)
                .holds(A, Card::AlienOrigin)
                .holds(A, Card::ParasiticTentacles)
                .holds(B, Card::Wings)
                .energy(A, 5);
            taken.shopping(A).takes(Card::Wings).says(A, Question::Sell, Pick(Card::Wings));
            taken.expect(A).energy(if book == Czech { 5 } else { 6 });
        }
    }

    /// metamorph.4: a refund is not a gain.
    #[test]
    fn no_gain_for_friend_of_children() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::Metamorph)
                .holds(A, Card::FriendOfChildren)
                .holds(A, Card::GiantBrain);
            table.shopping(A).says(A, Question::Sell, Pick(Card::GiantBrain));
            table.expect(A).energy(5);
        }
    }

    /// metamorph.5: all that a lost card takes along: hearts, the mimic token, what lay on it.
    #[test]
    fn what_goes_with_a_sold_card() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::Metamorph)
                .holds(A, Card::BatteryMonster)
                .mimics(B, Card::BatteryMonster);
            table.shopping(A).says(A, Question::Sell, Pick(Card::BatteryMonster));
            table.on(Card::BatteryMonster, 0).on(Card::Mimic, 0).copied_nothing();
            table.expect(B).holds(Card::Mimic).energy(0);
        }
    }

    /// metamorph.6, mimic/metamorph: Mimic is worth 8; selling it, or the original, ends a copied Metamorph.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut copy = Table::of(2)
                .by(book)
                .holds(B, Card::Metamorph)
                .mimics(A, Card::Metamorph)
                .holds(A, Card::Jets)
                .holds(A, Card::Wings);
            copy.shopping(A).says(A, Question::Sell, Pick(Card::Jets));
            copy.says(A, Question::Sell, Pick(Card::Mimic)).next_turn(B, 6);
            copy.expect(A).energy(13).holds(Card::Wings);
            copy.expect(B).holds(Card::Metamorph);
            let mut both = Table::of(2)
                .by(book)
                .holds(A, Card::Metamorph)
                .mimics(A, Card::Metamorph)
                .holds(A, Card::Jets);
            both.shopping(A).says(A, Question::Sell, Pick(Card::Metamorph)).next_turn(B, 6);
            both.copied_nothing().expect(A).energy(3).holds(Card::Jets).holds(Card::Mimic);
            let mut mimic_first = Table::of(2)
                .by(book)
                .holds(A, Card::Metamorph)
                .mimics(A, Card::Metamorph)
                .holds(A, Card::Jets);
            mimic_first.shopping(A).says(A, Question::Sell, Pick(Card::Mimic));
            mimic_first.says(A, Question::Sell, Pick(Card::Jets)).says(A, Question::Sell, Pass);
            mimic_first.next_turn(B, 6).expect(A).energy(13);
        }
    }

    /// metamorph.1, E-02, Q-18: with poison waiting its owner may take that first, while its cards still protect it.
    #[test]
    fn poison_before_the_sale() {
        for book in BOOKS {
            let table = || {
                Table::of(2)
                    .by(book)
                    .holds(A, Card::Metamorph)
                    .holds(A, Card::ArmorPlating)
                    .poison(A, 1)
            };
            let mut first = table();
            first.shopping(A).says(A, Question::End, TakePoison);
            first.says(A, Question::Sell, Pick(Card::ArmorPlating)).says(A, Question::Sell, Pass);
            first.next_turn(B, 6).expect(A).hearts(10).energy(4);
            let mut usual = table();
            usual.shopping(A).says(A, Question::End, Pass);
            usual.says(A, Question::Sell, Pick(Card::ArmorPlating)).says(A, Question::Sell, Pass);
            usual.next_turn(B, 6).expect(A).hearts(9).energy(4);
        }
    }

    /// metamorph.6, `metamorph_timing`: a copy sells while buying too, where the table plays so.
    #[test]
    fn copied_while_buying() {
        let mut table = Table::of(2)
            .house("metamorph_timing", "during_buying")
            .holds(B, Card::Metamorph)
            .mimics(A, Card::Metamorph)
            .holds(A, Card::Jets)
            .sale(Card::Tank);
        table.shopping(A).says(A, Question::Shop, Use(Card::Mimic));
        table.says(A, Question::Sell, Pick(Card::Jets)).says(A, Question::Sell, Pick(Card::Mimic));
        table.buys(Card::Tank).expect(A).energy(9).stars(4);
        // The end of the turn sells nothing more.
        table.done().next_turn(B, 6);
    }

    /// metamorph.5, V-06: a sale that leaves its seller alone ends the game.
    #[test]
    fn a_sale_may_win() {
        for book in FIRST_EDITION {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::Metamorph)
                .holds(A, Card::EvenBigger)
                .mimics(B, Card::EvenBigger)
                .hearts(B, 2);
            table.shopping(A).says(A, Question::Sell, Pick(Card::EvenBigger));
            table.expect(B).eliminated();
            if book == Polish {
                table.says(A, Question::Sell, Pass);
            }
            table.over(Outcome::LastStanding(A));
        }
    }
}

//! Metamorph.

use crate::answer::{Answer, Answers};
use crate::event::{Cause, Event};
use crate::game::Game;
use crate::power::Power;
use crate::power::{Ending, stake};
use crate::question::Question;
use crate::rules::{MetamorphRefund, MetamorphTiming};
use crate::state::{Me, State};

/// When your turn ends you may trade in any of your keep cards for their printed price in energy.
pub(crate) const POWER: Power = Power {
    once: true,
    at_my_turn_end: Some(sell_at_the_end),
    ending: Some(Ending { order: 1, reads: stake::CARDS, writes: stake::CARDS | stake::ENERGY }),
    shop_offers: Some(sell_while_buying),
    own_answers: Some(own_cards),
    answered: Some(sell),
    ..Power::card("Metamorph", 3, "When your turn ends you may trade in any of your keep cards for their printed price in energy.")
};

fn sell_at_the_end(game: &mut Game<'_>, me: Me) {
    if game.rules.metamorph_timing == MetamorphTiming::EndOfTurn {
        game.ask(me.owner, Question::Sell, Some(me.slot));
    }
}

fn sell_while_buying(state: &State, me: Me, answers: &mut Answers) {
    if state.rules.metamorph_timing == MetamorphTiming::DuringBuying {
        answers.one(Answer::Use(me.slot));
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
            game.ask(seat, Question::Sell, Some(me.slot));
        }
        return;
    };
    let energy = match game.rules.metamorph_refund {
        MetamorphRefund::Printed => card.price(&game.rules),
        MetamorphRefund::Paid => game.paid[card.index()],
    };
    game.tell(Event::Sold { seat, card, energy });
    game.discard_card(seat, card);
    game.receive_energy(seat, energy, Cause::Card(me.face));
    // More may be sold while the power lasts.
    if game.me(seat, me.slot).is_some_and(|now| now.face == me.face)
        && game.monster(seat).cards.has(me.slot)
    {
        game.ask(seat, Question::Sell, Some(me.slot));
    }
    game.settle();
}

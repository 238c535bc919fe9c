//! Smoke Cloud.

use crate::answer::Answer;
use crate::event::Event;
use crate::game::Game;
use crate::power::Power;
use crate::rules::MimicTokens;
use crate::state::{Gain, Me};

/// Carries 3 charges, each good for one additional roll; discarded with the last charge.
pub(crate) const POWER: Power = Power {
    counters: CHARGES,
    when_gained: Some(load),
    rolling_offers: Some(|state, me, answers| {
        if 0 < state.counter(me.card) {
            answers.one(Answer::Use(me.card))
        }
    }),
    answered: Some(one_more_roll),
    ..Power::card("Smoke Cloud", 4)
};

const CHARGES: u8 = 3;

fn load(game: &mut Game<'_>, me: Me, how: Gain) {
    let charges = match (how, game.rules.mimic_tokens) {
        (Gain::FromAMonster, _) => game.counter(me.card),
        (Gain::Copied, MimicTokens::CopyCountFromSupply) => game.counter(me.acts_as),
        _ => CHARGES,
    };
    game.set_counter(me, charges);
}

fn one_more_roll(game: &mut Game<'_>, me: Me, _: Answer) {
    let charges = game.counter(me.card).saturating_sub(1);
    game.tell(Event::Used { seat: me.owner, card: me.card });
    game.set_counter(me, charges);
    game.turn.rerolls = game.turn.rerolls.saturating_add(1);
    if charges == 0 {
        game.discard(me);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// smoke_cloud.1, smoke_cloud.2, orders/during roll: several in a turn; the last one's roll still happens.
    #[test]
    fn three_more_rolls() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).holds(A, Card::SmokeCloud);
            table.turn(A).rolls("1 1 2 2 3 3").rerolls(&[0]).rolls("1").rerolls(&[0]).rolls("1");
            // The normal rolls are used up; the cloud gives more, with any dice.
            table.asks(A, Question::Roll).may_not(Reroll(places_of(&[0])));
            for (left, dice) in [(2, "2"), (1, "3"), (0, "1")] {
                table.answers(Use(Card::SmokeCloud)).on(Card::SmokeCloud, left);
                table.rerolls(&[2]).rolls(dice);
            }
            table.discarded(Card::SmokeCloud).next_turn(B, 6);
            table.expect(A).stars(1).lacks(Card::SmokeCloud);
        }
    }

    /// smoke_cloud.3: bought from its holder it has the charges that are left.
    #[test]
    fn bought_from_its_holder() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(B, Card::SmokeCloud)
                .with_on(Card::SmokeCloud, 1)
                .holds(A, Card::ParasiticTentacles)
                .energy(A, 4);
            table.shopping(A).takes(Card::SmokeCloud).on(Card::SmokeCloud, 1);
            let mut bought = Table::of(2).by(book).energy(A, 4).sale(Card::SmokeCloud);
            bought.shopping(A).buys(Card::SmokeCloud).on(Card::SmokeCloud, 3);
        }
    }

    /// smoke_cloud.4, mimic/smoke_cloud: a copy has its own charges, and its end is the end of Mimic.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::SmokeCloud)
                .mimics(A, Card::SmokeCloud)
                .with_on(Card::Mimic, 1);
            table
                .turn(A)
                .rolls("1 1 2 2 3 3")
                .answers(Use(Card::SmokeCloud))
                .on(Card::SmokeCloud, 2);
            table.on(Card::Mimic, 1).answers(Use(Card::Mimic)).discarded(Card::Mimic);
            table.on(Card::SmokeCloud, 2).expect(A).holds(Card::SmokeCloud);
            assert_eq!(table.state.turn.rerolls, 4);
        }
    }
}

//! Battery Monster (first edition: Monster Batteries).

use crate::answer::Answer;
use crate::event::Cause;
use crate::game::Game;
use crate::power::Power;
use crate::question::Question;
use crate::rules::{Edition, MimicTokens};
use crate::state::{Gain, Me};

/// First edition: On purchase move any x of your energy onto it and the bank adds x more; at the start of your turn take 2 back; discard it when empty.
///
/// Second edition: Enters with 6 energy from the bank; at the start of your turn take 2 of it; discard it when empty.
pub(crate) const POWER: Power = Power {
    counters: CUBES,
    when_gained: Some(load),
    at_my_turn_start: Some(take_two),
    own_answers: Some(|state, me, answers| answers.deposit(state.monster(me.owner).energy)),
    answered: Some(deposit),
    titles: ["Monster Batteries", "Battery Monster"],
    prices: [2, 3],
    ..Power::card("Battery Monster", 3)
};

/// What the bank gives; in the first edition as much as an owner gets who puts three there.
const CUBES: u8 = 6;

fn load(game: &mut Game<'_>, me: Me, how: Gain) {
    let copied_count =
        how == Gain::Copied && game.rules.mimic_tokens == MimicTokens::CopyCountFromSupply;
    if copied_count {
        let cubes = game.counter(me.acts_as);
        game.set_counter(me, cubes);
    } else if game.rules.cards == Edition::First {
        // The bank doubles what the owner puts on it; a store that came along may be added to.
        if 0 < game.monster(me.owner).energy {
            return game.ask(me.owner, Question::Deposit, Some(me.card));
        }
    } else if how != Gain::FromAMonster {
        game.set_counter(me, CUBES);
    }
    discard_when_empty(game, me);
}

fn deposit(game: &mut Game<'_>, me: Me, answer: Answer) {
    if let Answer::Deposit(energy) = answer {
        game.pay(me.owner, energy);
        let store = game.counter(me.card).saturating_add(energy.saturating_mul(2));
        game.set_counter(me, store);
    }
    discard_when_empty(game, me);
    game.settle();
}

/// A recovery, not a gain: no card adds to it.
fn take_two(game: &mut Game<'_>, me: Me) {
    let store = game.counter(me.card);
    let energy = store.min(2);
    game.set_counter(me, store - energy);
    game.receive_energy(me.owner, energy, Cause::Card(me.acts_as));
    discard_when_empty(game, me);
}

fn discard_when_empty(game: &mut Game<'_>, me: Me) {
    if game.counter(me.card) == 0 {
        game.discard(me);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// battery_monster.1: it pays at the start of its owner's turns, not of others'.
    #[test]
    fn it_pays_in_its_owners_turns() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).holds(B, Card::BatteryMonster);
            table.turn(A).on(Card::BatteryMonster, 6);
            table.keeps("1 1 2 2 3 3").next_turn(B, 6).on(Card::BatteryMonster, 4);
            table.expect(B).energy(2);
        }
    }

    /// battery_monster.2: a recovery, no gain: Friend of Children adds nothing.
    #[test]
    fn a_payout_is_no_gain() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::BatteryMonster)
                .holds(A, Card::FriendOfChildren);
            table.turn(A);
            table.expect(A).energy(2);
        }
    }

    /// battery_monster.3: first the price, then the deposit, which the bank doubles; an empty one is discarded at once.
    #[test]
    fn first_edition_deposit() {
        for book in FIRST_EDITION {
            let table = |energy| Table::of(2).by(book).energy(A, energy).sale(Card::BatteryMonster);
            let mut three = table(5);
            three.shopping(A).buys(Card::BatteryMonster).asks(A, Question::Deposit);
            three
                .may(Deposit(0))
                .may_not(Deposit(4))
                .answers(Deposit(3))
                .on(Card::BatteryMonster, 6);
            three.expect(A).energy(0).holds(Card::BatteryMonster);
            let mut nothing = table(5);
            nothing.shopping(A).buys(Card::BatteryMonster).answers(Deposit(0));
            nothing.discarded(Card::BatteryMonster).expect(A).energy(3);
            let mut poor = table(2);
            poor.shopping(A)
                .buys(Card::BatteryMonster)
                .discarded(Card::BatteryMonster)
                .next_turn(B, 6);
        }
        let mut second = Table::of(2).energy(A, 5).sale(Card::BatteryMonster);
        second.shopping(A).buys(Card::BatteryMonster).on(Card::BatteryMonster, 6);
        second.expect(A).energy(2);
    }

    /// battery_monster.4: stored energy is nobody's yet.
    #[test]
    fn the_store_is_not_the_owners_energy() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::BatteryMonster)
                .holds(A, Card::EnergyHoarder)
                .holds(A, Card::SolarPowered);
            table.shopping(A).next_turn(B, 6);
            table.expect(A).stars(0).energy(1);
            let table = Table::of(2).by(book).holds(B, Card::BatteryMonster).energy(B, 4);
            let mut table = buy_it(table, Card::VastStorm);
            table.on(Card::BatteryMonster, 6).expect(B).energy(2);
        }
    }

    /// battery_monster.5, X-01: extra turns pay too, and the last payout discards it in the same step.
    #[test]
    fn extra_turns_and_the_last_payout() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::BatteryMonster)
                .with_on(Card::BatteryMonster, 4)
                .holds(A, Card::FreezeTime);
            table.turn(A).keeps("1 1 1 2 2 3").done().says(A, Question::ExtraTurn, Yes);
            table.next_turn(A, 5).discarded(Card::BatteryMonster);
            table.expect(A).energy(4);
        }
    }

    /// battery_monster.6: Metamorph pays the printed price, and the store is lost.
    #[test]
    fn sold() {
        for (book, price) in [(Icelandic, 2), (Dutch, 3)] {
            let mut table =
                Table::of(2).by(book).holds(A, Card::BatteryMonster).holds(A, Card::Metamorph);
            table
                .shopping(A)
                .says(A, Question::Sell, Pick(Card::BatteryMonster))
                .on(Card::BatteryMonster, 0);
            table.expect(A).energy(price);
        }
    }

    /// battery_monster.7: bought from its holder the store comes along; first edition: more may be put on it.
    #[test]
    fn bought_from_another_monster() {
        let table = |book| {
            Table::of(2)
                .by(book)
                .holds(A, Card::ParasiticTentacles)
                .holds(B, Card::BatteryMonster)
                .with_on(Card::BatteryMonster, 4)
                .energy(A, 3)
        };
        let mut second = table(Dutch);
        second.shopping(A).takes(Card::BatteryMonster).on(Card::BatteryMonster, 4);
        second.expect(B).energy(3).lacks(Card::BatteryMonster);
        second.expect(A).energy(0);
        let mut first = table(Icelandic);
        first.shopping(A).takes(Card::BatteryMonster);
        first.says(A, Question::Deposit, Deposit(1)).on(Card::BatteryMonster, 6);
        first.expect(A).energy(0).holds(Card::BatteryMonster);
        first.expect(B).energy(2);
        let mut none = table(Icelandic);
        none.shopping(A)
            .takes(Card::BatteryMonster)
            .answers(Deposit(0))
            .on(Card::BatteryMonster, 4);
        none.expect(A).holds(Card::BatteryMonster);
    }

    /// battery_monster.8, mimic/battery_monster, mimic.8: a copy has its own store, and its end is the end of Mimic.
    #[test]
    fn copied() {
        for book in BOOKS {
            let mut last = Table::of(2)
                .by(book)
                .holds(B, Card::BatteryMonster)
                .mimics(A, Card::BatteryMonster)
                .with_on(Card::Mimic, 2);
            last.turn(A).discarded(Card::Mimic).copied_nothing().on(Card::BatteryMonster, 6);
            last.expect(A).energy(2).lacks(Card::Mimic);
            last.expect(B).holds(Card::BatteryMonster);
        }
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut both = Table::of(2)
                .by(book)
                .holds(A, Card::BatteryMonster)
                .mimics(A, Card::BatteryMonster);
            both.turn(A).on(Card::BatteryMonster, 4).on(Card::Mimic, 4);
            both.expect(A).energy(4);
        }
    }

    /// a Polish copy gets as many cubes as lie on the original, and no deposit.
    #[test]
    fn polish_copies_get_as_many_cubes() {
        let mut polish = Table::of(2)
            .by(Polish)
            .holds(B, Card::BatteryMonster)
            .with_on(Card::BatteryMonster, 4)
            .energy(A, 10)
            .sale(Card::Mimic);
        polish.shopping(A).buys(Card::Mimic).copies(A, Card::BatteryMonster);
        polish.on(Card::Mimic, 4).on(Card::BatteryMonster, 4).asks(A, Question::Shop);
        polish.expect(A).energy(2);
        let mut icelandic = Table::of(2)
            .by(Icelandic)
            .holds(B, Card::BatteryMonster)
            .with_on(Card::BatteryMonster, 4)
            .energy(A, 10)
            .sale(Card::Mimic);
        icelandic.shopping(A).buys(Card::Mimic).copies(A, Card::BatteryMonster);
        icelandic.says(A, Question::Deposit, Deposit(2)).on(Card::Mimic, 4);
        icelandic.expect(A).energy(0);
    }
}

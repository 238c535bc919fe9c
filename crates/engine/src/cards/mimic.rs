//! Mimic.
//!
//! The copied power lies in the hands of Mimic's owner like a card of its own: wherever cards are told or counted, the
//! iterator of powers yields it last, with the rules of the copied card (`acts_as`) and the memory of Mimic (`card`).

use crate::answer::{Answer, Answers};
use crate::card::{Card, Keeps};
use crate::event::Event;
use crate::game::Game;
use crate::power::Power;
use crate::question::Question;
use crate::seat::Seat;
use crate::state::{Gain, Me, State};

/// Put the mimic token on a keep card in play (anyone's): Mimic acts as a freshly bought duplicate of it. For 1 energy at the start of your turn the token may move.
pub(crate) const POWER: Power = Power {
    when_gained: Some(choose),
    at_start_offers: Some(other_targets),
    own_answers: Some(|state, me, answers| answers.pick(targets(state, me.owner))),
    answered: Some(put_the_token),
    when_a_card_leaves_play: Some(lose_what_is_gone),
    when_i_come_to_hold: Some(lose_what_is_mine),
    when_lost: Some(|game, me| take_the_token_back(game, me.owner)),
    ..Power::card("Mimic", 8)
};

/// P-07: any keep card in play but Mimic itself; whether one's own counts is a switch.
fn targets(state: &State, owner: Seat) -> Keeps {
    let mut cards = Keeps::NONE;
    for seat in state.living.iter() {
        if seat != owner || state.rules.mimic_may_copy_own_card {
            cards = cards.or(state.monster(seat).cards);
        }
    }
    cards.without(Card::Mimic)
}

fn choose(game: &mut Game<'_>, me: Me, _: Gain) {
    let targets = targets(game, me.owner);
    match (targets.len(), targets.iter().next()) {
        // Nothing else can be chosen.
        (1, Some(card)) => copy(game, me.owner, card),
        (0, _) | (_, None) => {}
        _ => game.ask(me.owner, Question::Copy, Some(me.card)),
    }
}

/// Once at the start of the turn, for 1 energy, and not back onto the same card.
fn other_targets(state: &State, me: Me, answers: &mut Answers) {
    let mut targets = targets(state, me.owner);
    if let Some(copied) = state.copied {
        targets = targets.without(copied);
    }
    if !state.has_taken_its_offer(me) && 1 <= state.monster(me.owner).energy && !targets.is_empty() {
        answers.pick(targets);
    }
}

fn put_the_token(game: &mut Game<'_>, me: Me, answer: Answer) {
    let Answer::Pick(card) = answer else { return };
    // Moving it is an offer of the start of the turn; placing it belongs to a purchase and is free.
    if game.is_starting(me.owner) {
        game.takes_its_offer(me);
        game.pay(me.owner, 1);
    }
    game.settle_afterwards();
    copy(game, me.owner, card);
}

/// The token goes onto this card, as if it had just been bought (P-07).
fn copy(game: &mut Game<'_>, owner: Seat, card: Card) {
    take_the_token_back(game, owner);
    // T-04: giving up the old copy may cost the last heart, and with it Mimic or the card to be copied.
    game.settle();
    let there = game.owner(Card::Mimic) == Some(owner) && game.owner(card).is_some();
    if !there || game.outcome.is_some() {
        return;
    }
    game.copied = Some(card);
    game.tell(Event::Copied { seat: owner, card });
    game.begins(Me { owner, card: Card::Mimic, acts_as: card }, Gain::Copied);
}

/// The token comes back, and with it everything that the copy was (P-08).
fn take_the_token_back(game: &mut Game<'_>, owner: Seat) {
    let Some(acts_as) = game.copied.take() else { return };
    game.counters[Card::Mimic.index()] = 0;
    game.may_be_used_again(Card::Mimic);
    game.tell(Event::CopyLost { seat: owner, card: acts_as });
    if let Some(act) = acts_as.power().when_lost {
        act(game, Me { owner, card: Card::Mimic, acts_as });
    }
}

fn lose_what_is_gone(game: &mut Game<'_>, me: Me, card: Card) {
    if game.copied == Some(card) {
        take_the_token_back(game, me.owner);
    }
}

/// CS: the token comes back when the copied card comes into the owner's own hands (P-08).
fn lose_what_is_mine(game: &mut Game<'_>, me: Me, card: Card) {
    if !game.rules.mimic_may_copy_own_card {
        lose_what_is_gone(game, me, card);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// mimic.1, P-07, S23, Z-40, `mimic_may_copy_own_card`: any keep card in play; one's own but for CS; never itself.
    #[test]
    fn what_may_be_copied() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .holds(A, Card::Jets)
                .holds(B, Card::Wings)
                .holds(C, Card::Gourmet)
                .energy(A, 8)
                .sale(Card::Mimic)
                .sale(Card::Skyscraper);
            table.shopping(A).buys(Card::Mimic).asks(A, Question::Copy);
            table.may(Pick(Card::Wings)).may(Pick(Card::Gourmet));
            table
                .may_not(Pick(Card::Mimic))
                .may_not(Pick(Card::Skyscraper))
                .may_not(Pick(Card::Herbivore));
            match book {
                Czech => table.may_not(Pick(Card::Jets)),
                _ => table.may(Pick(Card::Jets)),
            };
            table.answers(Pick(Card::Wings)).copied(Card::Wings);
        }
    }

    /// mimic.2, S24, Z-41, `mimic_tokens`: as if just bought, but no purchase; PL: as many tokens as lie there.
    #[test]
    fn as_if_just_bought() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(B, Card::SmokeCloud)
                .with_on(Card::SmokeCloud, 1)
                .holds(A, Card::MediaFriendly)
                .energy(A, 8)
                .sale(Card::Mimic);
            table.shopping(A).buys(Card::Mimic).copies(A, Card::SmokeCloud);
            table.on(Card::Mimic, if book == Polish { 1 } else { 3 }).on(Card::SmokeCloud, 1);
            // One star: for buying Mimic.
            table.expect(A).stars(1).energy(0);
        }
    }

    /// mimic.3: bought with nothing to copy it lies idle; the token costs 1 at the start of a later turn.
    #[test]
    fn nothing_to_copy() {
        for book in BOOKS {
            let mut table =
                Table::of(2).by(book).energy(A, 9).energy(B, 5).sale(Card::Mimic).sale(Card::Jets);
            table.shopping(A).buys(Card::Mimic).copied_nothing().next_turn(B, 6);
            table.keeps("1 1 2 2 3 3").buys(Card::Jets);
            table.says(A, Question::Start, Pick(Card::Jets)).copied(Card::Jets);
            table.expect(A).energy(0);
        }
    }

    /// mimic.4, P-08, Z-42, G-07: the copied card leaves play: token back, idle, and placed again for 1.
    #[test]
    fn the_copied_card_leaves_play() {
        for book in BOOKS {
            // Used up.
            let mut used = Table::of(2)
                .by(book)
                .holds(B, Card::SmokeCloud)
                .with_on(Card::SmokeCloud, 1)
                .mimics(A, Card::SmokeCloud)
                .holds(B, Card::Jets);
            used.turn(B).rolls("1 1 2 2 3 3").answers(Use(Card::SmokeCloud)).stops();
            used.copied_nothing().on(Card::Mimic, 0).discarded(Card::SmokeCloud);
            // No energy: it stays idle.
            used.next_turn(A, 6);
            used.energy_now(A, 1);
            used.turn(A).says(A, Question::Start, Pick(Card::Jets)).copied(Card::Jets);
            used.expect(A).energy(0);
            // Its owner is eliminated.
            let table =
                Table::of(3).by(book).hearts(B, 2).holds(B, Card::Jets).mimics(C, Card::Jets);
            let mut died = buy_it(table, Card::FlameThrower);
            died.copied_nothing();
            died.expect(C).holds(Card::Mimic);
            // Its owner is reborn.
            let table = Table::of(3)
                .by(book)
                .hearts(B, 2)
                .holds(B, Card::Jets)
                .holds(B, Card::ItHasAChild)
                .mimics(C, Card::Jets);
            let mut reborn = buy_it(table, Card::FlameThrower);
            reborn.copied_nothing();
            reborn.expect(C).holds(Card::Mimic);
            // It is sold.
            let mut sold = Table::of(2)
                .by(book)
                .holds(A, Card::Metamorph)
                .holds(A, Card::Jets)
                .mimics(B, Card::Jets);
            sold.shopping(A).says(A, Question::Sell, Pick(Card::Jets)).copied_nothing();
        }
    }

    /// mimic.5: the copied card changes hands: the token stays on it.
    #[test]
    fn the_copied_card_changes_hands() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .holds(B, Card::SmokeCloud)
                .mimics(C, Card::SmokeCloud)
                .with_on(Card::Mimic, 2)
                .holds(A, Card::ParasiticTentacles)
                .energy(A, 4);
            table.shopping(A).takes(Card::SmokeCloud).copied(Card::SmokeCloud).on(Card::Mimic, 2);
        }
    }

    /// mimic.6: once at the start of the turn, and not back onto the same card.
    #[test]
    fn once_per_turn_start() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(B, Card::SmokeCloud)
                .mimics(A, Card::SmokeCloud)
                .with_on(Card::Mimic, 1)
                .holds(B, Card::Jets)
                .holds(B, Card::Wings)
                .energy(A, 3);
            table
                .turn(A)
                .asks(A, Question::Start)
                .may_not(Pick(Card::SmokeCloud))
                .may(Pick(Card::Wings));
            table.answers(Pick(Card::Jets)).next_turn(A, 6);
            table.copied(Card::Jets).on(Card::Mimic, 0);
            table.expect(A).energy(2);
            // Only at the start.
            table.rolls("1 1 2 2 3 3").may_not(Pick(Card::Wings)).stops();
            table.asks(A, Question::Shop).may_not(Pick(Card::Wings));
        }
    }

    /// mimic.7, Q-39, Q-19, T-07, orders/start of turn: the old copy pays first, unless its owner moves the token before.
    #[test]
    fn the_old_copy_pays_first() {
        for book in BOOKS {
            let table = |store| {
                Table::of(2)
                    .by(book)
                    .holds(B, Card::BatteryMonster)
                    .mimics(A, Card::BatteryMonster)
                    .with_on(Card::Mimic, store)
                    .holds(B, Card::ExtraHead)
                    .in_city(A)
                    .energy(A, 1)
            };
            let mut pays = table(4);
            pays.turn(A).asks(A, Question::Start);
            // The two stars for Tokyo are there already.
            pays.expect(A).stars(2);
            pays.answers(Use(Card::Mimic)).on(Card::Mimic, 2);
            pays.expect(A).energy(3);
            // The dice are counted after the token has moved.
            pays.says(A, Question::Start, Pick(Card::ExtraHead)).next_turn(A, 7).on(Card::Mimic, 0);
            pays.expect(A).energy(2);
            let mut passes = table(2);
            passes.turn(A).says(A, Question::Start, Pass).discarded(Card::Mimic).next_turn(A, 6);
            passes.expect(A).energy(3);
            let mut moves = table(2);
            moves.turn(A).says(A, Question::Start, Pick(Card::ExtraHead)).next_turn(A, 7);
            moves.expect(A).energy(0).holds(Card::Mimic);
        }
    }

    /// mimic.8, S14: a copy that uses itself up costs Mimic; the original stays.
    #[test]
    fn copies_that_use_themselves_up() {
        for book in BOOKS {
            let mut smoke = Table::of(2)
                .by(book)
                .holds(B, Card::SmokeCloud)
                .mimics(A, Card::SmokeCloud)
                .with_on(Card::Mimic, 1);
            smoke.turn(A).rolls("1 1 2 2 3 3").answers(Use(Card::Mimic)).discarded(Card::Mimic);
            smoke.on(Card::SmokeCloud, 3).expect(B).holds(Card::SmokeCloud);
            let mut twist =
                Table::of(2).by(book).holds(B, Card::PlotTwist).mimics(A, Card::PlotTwist);
            twist.turn(A).keeps("1 1 2 2 3 3").answers(set(Card::Mimic, 2, Face::One));
            twist.discarded(Card::Mimic).copied_nothing();
            twist.expect(B).holds(Card::PlotTwist);
            twist.expect(A).stars(1);
            let mut probe =
                Table::of(2).by(book).holds(A, Card::PsychicProbe).mimics(B, Card::PsychicProbe);
            probe.turn(A).keeps("1 1 1 2 2 3").says(B, Question::Probe, Die(0)).throws(B, "H");
            probe.discarded(Card::Mimic).expect(A).holds(Card::PsychicProbe);
        }
    }

    /// mimic.9, Q-38: bought from its holder it is newly bought: a new choice, fresh counters.
    #[test]
    fn bought_from_its_holder() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .holds(B, Card::SmokeCloud)
                .holds(B, Card::Jets)
                .mimics(C, Card::SmokeCloud)
                .with_on(Card::Mimic, 1)
                .holds(A, Card::ParasiticTentacles)
                .energy(A, 8);
            table.shopping(A).takes(Card::Mimic).copied_nothing().on(Card::Mimic, 0);
            table.expect(C).lacks(Card::Mimic).energy(8);
            table.copies(A, Card::SmokeCloud).on(Card::Mimic, 3);
            table.expect(A).holds(Card::Mimic);
        }
    }

    /// mimic.10: the copy's once a turn is its own.
    #[test]
    fn its_own_once_a_turn() {
        for book in PRINTINGS {
            let mut table =
                Table::of(2).by(book).holds(B, Card::HerdCuller).mimics(A, Card::HerdCuller);
            table
                .turn(A)
                .keeps("1 1 2 2 3 3")
                .answers(set(Card::Mimic, 2, Face::One))
                .next_turn(B, 6);
            table.keeps("1 1 2 2 3 3").answers(set(Card::HerdCuller, 2, Face::One)).next_turn(A, 6);
            table.expect(A).stars(1);
            table.expect(B).stars(1);
        }
    }

    /// mimic.11: its owner dies: no token, nothing copied.
    #[test]
    fn its_owner_dies() {
        for book in BOOKS {
            let table = Table::of(3)
                .by(book)
                .hearts(B, 2)
                .holds(C, Card::SmokeCloud)
                .mimics(B, Card::SmokeCloud);
            let mut table = buy_it(table, Card::FlameThrower);
            table
                .copied_nothing()
                .discarded(Card::Mimic)
                .on(Card::Mimic, 0)
                .on(Card::SmokeCloud, 3);
            table.expect(C).holds(Card::SmokeCloud);
        }
    }

    /// Q-23, P-08: CS: the copied card comes into Mimic's own hands: the token comes back.
    #[test]
    fn the_copied_card_comes_home() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(B, Card::EvenBigger)
                .mimics(A, Card::EvenBigger)
                .hearts(A, 12)
                .holds(A, Card::ParasiticTentacles)
                .energy(A, 4);
            table.shopping(A).takes(Card::EvenBigger);
            match book {
                Czech => {
                    table.copied_nothing();
                    table.expect(A).most_hearts(12).hearts(12);
                }
                Dutch => {
                    table.copied(Card::EvenBigger);
                    table.expect(A).most_hearts(12).hearts(12);
                }
                _ => {
                    table.copied(Card::EvenBigger);
                    table.expect(A).most_hearts(14).hearts(14);
                }
            }
        }
    }

    /// mimic.9, P-11: PL: bought at the start of the turn, placing the token is part of the purchase and free.
    #[test]
    fn polish_bought_at_the_start_of_the_turn() {
        let mut table = Table::of(3)
            .by(Polish)
            .holds(A, Card::ParasiticTentacles)
            .holds(B, Card::ExtraHead)
            .holds(B, Card::Gourmet)
            .mimics(C, Card::Gourmet)
            .energy(A, 10);
        table.turn(A).says(A, Question::Start, Take(Card::Mimic));
        table.copies(A, Card::Gourmet).expect(A).energy(2);
        // It may still be moved once, for 1.
        table.says(A, Question::Start, Pick(Card::ExtraHead)).next_turn(A, 7);
        table.expect(A).energy(1);
    }

    /// mimic.2: bought as it appears, its buyer chooses at once, in another's turn.
    #[test]
    fn bought_by_an_opportunist() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .holds(C, Card::Opportunist)
                .holds(B, Card::EvenBigger)
                .hearts(C, 5)
                .energy(C, 8)
                .energy(A, 3)
                .sale(Card::CornerStore)
                .deck(&[Card::Mimic, Card::Skyscraper]);
            table.shopping(A).buys(Card::CornerStore).snatches(C, Card::Mimic);
            table.copies(C, Card::EvenBigger).next_turn(B, 6);
            table.expect(C).hearts(7).most_hearts(12).energy(0);
        }
    }

    /// mimic.7, Q-39: what the token is moved to at the start of the turn works at that start.
    #[test]
    fn a_new_copy_works_at_once() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .in_city(A)
                .holds(B, Card::BatteryMonster)
                .holds(B, Card::Urbavore)
                .mimics(A, Card::BatteryMonster)
                .energy(A, 1);
            table.turn(A).says(A, Question::Start, Use(Card::Mimic)).expect(A).energy(3).stars(2);
            table.says(A, Question::Start, Pick(Card::Urbavore)).next_turn(A, 6);
            table.expect(A).energy(2).stars(3);
        }
    }
}

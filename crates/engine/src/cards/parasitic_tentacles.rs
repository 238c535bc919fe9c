//! Parasitic Tentacles.

use crate::answer::Answers;
use crate::power::Power;
use crate::rules::TentaclesWindow;
use crate::state::{Me, State};

/// In your buy step you may buy other monsters' keep cards, paying the price to their owner.
pub(crate) const POWER: Power = Power {
    a_copy_adds_nothing: true,
    at_start_offers: Some(in_the_own_turn),
    rolling_offers: Some(in_the_own_turn),
    dice_offers: Some(|state, me, _, answers| in_the_own_turn(state, me, answers)),
    shop_offers: Some(others_cards),
    ..Power::card("Parasitic Tentacles", 4)
};

fn others_cards(state: &State, me: Me, answers: &mut Answers) {
    let cards = state.takeable(me.owner);
    if !cards.is_empty() {
        answers.take(cards);
    }
}

fn in_the_own_turn(state: &State, me: Me, answers: &mut Answers) {
    if state.rules.tentacles_window == TentaclesWindow::OwnTurn && state.turn.seat == me.owner {
        others_cards(state, me, answers);
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// parasitic_tentacles.1, P-11, S26, Z-50, Q-47, `tentacles_window`: in the buying phase; PL: in the whole own turn.
    #[test]
    fn when_it_buys() {
        for book in BOOKS {
            let table = || {
                Table::of(3)
                    .by(book)
                    .holds(A, Card::ParasiticTentacles)
                    .holds(B, Card::ExtraHead)
                    .holds(B, Card::HerdCuller)
                    .energy(A, 7)
            };
            let mut start = table();
            start.turn(A);
            if book == Polish {
                // Before the dice are counted.
                start.says(A, Question::Start, Take(Card::ExtraHead)).next_turn(A, 7);
                start.expect(B).energy(7);
                let mut rolling = table();
                rolling.turn(A).says(A, Question::Start, Pass).rolls("1 1 2 2 3 3");
                rolling.says(A, Question::Roll, Take(Card::HerdCuller)).stops();
                rolling.asks(A, Question::Change).answers(set(Card::HerdCuller, 2, Face::One));
                rolling.expect(A).energy(4);
                let mut changing = table();
                changing.turn(A).says(A, Question::Start, Pass).keeps("1 1 2 2 3 3");
                changing.says(A, Question::Change, Take(Card::HerdCuller));
                changing.says(A, Question::Change, set(Card::HerdCuller, 2, Face::One));
                changing.expect(A).stars(1);
                // Not while the dice are being resolved.
                let mut resolving = table();
                resolving.turn(A).says(A, Question::Start, Pass).keeps("C E 1 2 3 3");
                resolving.says(A, Question::Change, Pass).asks(A, Question::Resolve);
                resolving.may_not(Take(Card::HerdCuller));
                // Not in others' turns.
                let mut other = table();
                other.turn(C).next_turn(C, 6).keeps("1 1 2 2 3 3").asks(A, Question::Start);
            } else {
                start.next_turn(A, 6).rolls("1 1 2 2 3 3").may_not(Take(Card::HerdCuller)).stops();
                start
                    .asks(A, Question::Shop)
                    .may(Take(Card::ExtraHead))
                    .may(Take(Card::HerdCuller));
            }
        }
    }

    /// parasitic_tentacles.2: the price after discounts, paid to the seller, who has no say.
    #[test]
    fn the_price() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::ParasiticTentacles)
                .holds(A, Card::AlienOrigin)
                .holds(B, Card::Wings)
                .holds(B, Card::NovaBreath)
                .energy(A, 5);
            table.shopping(A).may_not(Take(Card::NovaBreath)).takes(Card::Wings);
            table.expect(A).energy(0).holds(Card::Wings);
            table.expect(B).energy(5).lacks(Card::Wings);
        }
    }

    /// parasitic_tentacles.3, S12, Z-51: what lies on the card comes along.
    #[test]
    fn what_lies_on_the_card() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::ParasiticTentacles)
                .holds(B, Card::SmokeCloud)
                .with_on(Card::SmokeCloud, 2)
                .energy(A, 4);
            table.shopping(A).takes(Card::SmokeCloud).on(Card::SmokeCloud, 2);
            table.expect(A).holds(Card::SmokeCloud);
        }
    }

    /// parasitic_tentacles.4: a mimic token on it stays; Mimic itself chooses anew.
    #[test]
    fn with_mimic() {
        for book in BOOKS {
            let mut token = Table::of(3)
                .by(book)
                .holds(A, Card::ParasiticTentacles)
                .holds(B, Card::Jets)
                .mimics(C, Card::Jets)
                .energy(A, 5);
            token.shopping(A).takes(Card::Jets).copied(Card::Jets);
            let mut mimic = Table::of(3)
                .by(book)
                .holds(A, Card::ParasiticTentacles)
                .holds(B, Card::Jets)
                .holds(B, Card::Gourmet)
                .mimics(C, Card::Jets)
                .energy(A, 8);
            mimic.shopping(A).takes(Card::Mimic).copied_nothing();
            mimic.copies(A, Card::Gourmet).copied(Card::Gourmet);
        }
    }

    /// parasitic_tentacles.5: what a card does when bought it does for the buyer; losing it costs the seller.
    #[test]
    fn bought_and_lost() {
        for book in BOOKS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::ParasiticTentacles)
                .holds(B, Card::EvenBigger)
                .hearts(A, 6)
                .hearts(B, 12)
                .energy(A, 4);
            table.shopping(A).takes(Card::EvenBigger);
            table.expect(A).hearts(8).most_hearts(12);
            table.expect(B).hearts(10).most_hearts(10);
        }
    }

    /// parasitic_tentacles.6, T11: a purchase, but nothing is revealed and no Opportunist asked.
    #[test]
    fn a_purchase_without_a_reveal() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .holds(A, Card::ParasiticTentacles)
                .holds(A, Card::AlienOrigin)
                .holds(A, Card::MediaFriendly)
                .holds(B, Card::SmokeCloud)
                .with_on(Card::SmokeCloud, 1)
                .holds(C, Card::Opportunist)
                .energy(A, 3)
                .energy(C, 9);
            let mut before = [None; 3];
            table.shopping(A);
            before.copy_from_slice(&table.state.market);
            table.takes(Card::SmokeCloud).next_turn(B, 6).on(Card::SmokeCloud, 1);
            assert_eq!(table.state.market, before);
            table.expect(A).energy(0).stars(1);
            table.expect(B).energy(3);
        }
    }

    /// parasitic_tentacles.7, mimic/parasitic_tentacles: several; a copy may buy the original; a second one adds nothing.
    #[test]
    fn several_and_copied() {
        for book in BOOKS {
            let mut several = Table::of(2)
                .by(book)
                .holds(A, Card::ParasiticTentacles)
                .holds(B, Card::Jets)
                .holds(B, Card::Gourmet)
                .energy(A, 9);
            several.shopping(A).takes(Card::Jets).takes(Card::Gourmet);
            several.expect(A).energy(0).holds(Card::Jets).holds(Card::Gourmet);
            let mut copy = Table::of(2)
                .by(book)
                .holds(B, Card::ParasiticTentacles)
                .mimics(A, Card::ParasiticTentacles)
                .energy(A, 4);
            copy.shopping(A).takes(Card::ParasiticTentacles);
            copy.expect(A).holds(Card::ParasiticTentacles);
            // The answers are listed once.
            let mut both = Table::of(2)
                .by(book)
                .house("mimic_may_copy_own_card", "true")
                .holds(A, Card::ParasiticTentacles)
                .mimics(A, Card::ParasiticTentacles)
                .holds(B, Card::Jets)
                .energy(A, 5);
            both.shopping(A);
            let takes =
                both.state.answers().iter().filter(|answer| *answer == Take(Card::Jets)).count();
            assert_eq!(takes, 1);
        }
    }

    /// parasitic_tentacles.1, parasitic_tentacles.5: PL: a battery bought at the start of the turn pays in it.
    #[test]
    fn polish_battery_at_the_start() {
        let mut table = Table::of(2)
            .by(Polish)
            .holds(A, Card::ParasiticTentacles)
            .holds(B, Card::BatteryMonster)
            .with_on(Card::BatteryMonster, 4)
            .energy(A, 3);
        table.turn(A).says(A, Question::Start, Take(Card::BatteryMonster));
        table.says(A, Question::Deposit, Deposit(0)).may_pass(Question::Start).next_turn(A, 6);
        table.on(Card::BatteryMonster, 2).expect(A).energy(3);
        table.expect(B).energy(2);
    }

    /// parasitic_tentacles.5, `tentacles_window`: PL: a seller may die of it while the buyer is still rolling.
    #[test]
    fn polish_a_seller_dies_in_mid_roll() {
        let mut table = Table::of(3)
            .by(Polish)
            .in_city(B)
            .holds(A, Card::ParasiticTentacles)
            .holds(B, Card::EvenBigger)
            .hearts(B, 2)
            .energy(A, 4);
        table.turn(A).says(A, Question::Start, Pass).rolls("C 1 2 2 3 3");
        table.says(A, Question::Roll, Take(Card::EvenBigger)).tokyo_empty();
        table.expect(B).eliminated();
        table.stops().expect(A).in_city().hearts(12).most_hearts(12);
    }
}

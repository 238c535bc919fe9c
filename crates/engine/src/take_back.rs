//! Taking an answer back: allowed while nobody has learned anything from it but the answer itself.

use crate::answer::{Answer, Input};
use crate::question::{Ask, Need, Question};
use crate::rules::YieldDecisions;
use crate::seat::Seat;
use crate::state::State;

impl State {
    /// Who may take back `answer`, given here, now that the game stands at `after`: whoever gave it, as long as the game is
    /// not over and nothing that was hidden has been shown to anyone. Whether somebody else has acted since is not asked
    /// here: then `after` is not what the answer led to.
    ///
    /// The test is that everybody could have foreseen `after` from what they were shown before: no dice, no reveal, no card
    /// from the top of the deck that only some had seen, no secret decision laid open.
    pub fn taken_back_by(&self, answer: Answer, after: &State) -> Option<Seat> {
        let Need::Answer(ask) = self.need() else { return None };
        let Need::Answer(next) = after.need() else { return None };
        if self.opens_yields(ask, next) {
            return None;
        }
        let seats = Seat::ALL.into_iter().take(self.players()).map(Some);
        let foreseen = |viewer: Option<Seat>| {
            let mut imagined = self.view(viewer).imagine();
            imagined.play(Input::Answer(answer), None).is_ok()
                && imagined.view(viewer) == after.view(viewer)
        };
        seats.chain([None]).all(foreseen).then_some(ask.seat)
    }

    /// Z-27: with the last of two simultaneous decisions both are laid open.
    fn opens_yields(&self, ask: Ask, next: Ask) -> bool {
        self.rules.yield_decisions == YieldDecisions::Simultaneous
            && ask.question == Question::Yield
            && next.question != Question::Yield
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// Gives an answer and says who may take it back.
    fn given(table: &mut Table, answer: crate::Answer) -> Option<crate::Seat> {
        let before = table.state;
        table.answers(answer);
        before.taken_back_by(answer, &table.state)
    }

    #[test]
    fn an_answer_that_shows_nothing_can_be_taken_back_by_its_giver() {
        for book in BOOKS {
            let mut table = Table::of(3).by(book).hearts(A, 5).energy(A, 4);
            table = table.holds(A, Card::RapidHealing);
            table.shopping(A);
            assert_eq!(given(&mut table, Use(Card::RapidHealing)), Some(A));
            // Also while somebody else is asked next.
            let mut attack = Table::of(5).by(book).house("use_bay", "true").in_city(C).in_bay(D);
            attack.turn(A).keeps("C 1 2 2 3 3").asks(C, Question::Yield);
            assert_eq!(given(&mut attack, Pass), Some(C));
            attack.asks(D, Question::Yield);
        }
    }

    #[test]
    fn dice_and_reveals_cannot_be_taken_back() {
        for book in BOOKS {
            let mut table = Table::of(2).by(book).energy(A, 9).sale(Card::CornerStore);
            table.shopping(A);
            assert_eq!(given(&mut table, Buy(Place::First)), None);
            // The end of the turn is followed by the dice of the next.
            assert_eq!(given(&mut table, Pass), None);
            table.rolls("1 1 2 2 3 3").asks(B, Question::Roll);
            let before = table.state;
            table.rerolls(&[0]).rolls("1");
            let again = Reroll(crate::DiceSet::from_bits(1));
            assert_eq!(before.taken_back_by(again, &table.state), None);
        }
    }

    /// made_in_a_lab.3: no chance is asked, and yet everybody sees what only one has known.
    #[test]
    fn a_card_that_one_player_knew_is_news_to_the_others() {
        for book in PRINTINGS {
            let table = || {
                let mut table = Table::of(2)
                    .by(book)
                    .holds(A, Card::MadeInALab)
                    .energy(A, 9)
                    .energy(B, 9)
                    .sale(Card::CornerStore)
                    .deck(&[Card::Wings]);
                table.shopping(A).answers(Use(Card::MadeInALab));
                table
            };
            assert_eq!(given(&mut table(), Buy(Place::Top)), None);
            assert_eq!(given(&mut table(), Buy(Place::First)), None);
            let mut later = table();
            later.done().next_turn(B, 6).keeps("1 1 2 2 3 3").asks(B, Question::Shop);
            assert_eq!(given(&mut later, Buy(Place::First)), None);
            assert_eq!(later.state.market[0], Some(Card::Wings));
        }
    }

    /// Z-27: who speaks last learns what the other has said, whatever it was.
    #[test]
    fn the_last_of_two_secret_decisions_stands() {
        for book in BOOKS {
            for (city, bay) in [(Pass, Pass), (Pass, Yes), (Yes, Pass), (Yes, Yes)] {
                let mut table = Table::of(5)
                    .by(book)
                    .house("use_bay", "true")
                    .house("yield_decisions", "simultaneous")
                    .in_city(C)
                    .in_bay(D);
                table.turn(A).keeps("C 1 2 2 3 3").asks(C, Question::Yield);
                assert_eq!(given(&mut table, city), Some(C));
                table.asks(D, Question::Yield);
                assert_eq!(given(&mut table, bay), None);
            }
        }
    }

    #[test]
    fn the_end_of_the_game_stands() {
        for book in BOOKS {
            let mut table =
                Table::of(2).by(book).stars(A, 18).energy(A, 9).sale(Card::ApartmentBuilding);
            table.shopping(A);
            let before = table.state;
            table.answers(Buy(Place::First));
            if !matches!(table.state.need(), crate::Need::Over(_)) {
                table.answers(Pass);
            }
            assert!(matches!(table.state.need(), crate::Need::Over(_)));
            assert_eq!(before.taken_back_by(Buy(Place::First), &table.state), None);
        }
    }
}

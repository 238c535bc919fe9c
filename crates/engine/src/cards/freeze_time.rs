//! Freeze Time.

use crate::dice::Face;
use crate::event::TurnKind;
use crate::power::Power;
use crate::question::Group;
use crate::rules::FreezeTimeDice;
use crate::state::State;

/// Scoring three or more 1s entitles you to an extra turn played with one die less.
pub(crate) const POWER: Power = Power {
    when_i_score: Some(|game, me, face| {
        if face == Face::One {
            game.earn_turn(me.owner)
        }
    }),
    when_gained: Some(|game, me, _| {
        if game.turn.seat == me.owner && game.has_scored(Group::Ones) {
            game.earn_turn(me.owner)
        }
    }),
    ..Power::card("Freeze Time", 5)
};

impl TurnKind {
    /// A turn that its monster has earned and may decline.
    pub(crate) const EARNED: TurnKind = TurnKind::FreezeTime;

    /// How many dice fewer than usual are thrown in such a turn.
    pub(crate) const fn fewer_dice(self, state: &State) -> u8 {
        match (self, state.rules.freeze_time_dice) {
            (TurnKind::FreezeTime, FreezeTimeDice::OneFewer) => 1,
            (TurnKind::FreezeTime, FreezeTimeDice::Cumulative) => state.turn.chain,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// freeze_time.1: the final dice count; Herd Culler may complete the triple.
    #[test]
    fn three_ones_in_the_end() {
        for book in PRINTINGS {
            let mut table =
                Table::of(2).by(book).holds(A, Card::FreezeTime).holds(A, Card::HerdCuller);
            table.turn(A).keeps("1 1 2 2 3 3").answers(set(Card::HerdCuller, 2, Face::One));
            table.says(A, Question::ExtraTurn, Yes).next_turn(A, 5);
            table.expect(A).stars(1);
            let mut none = Table::of(2).by(book).holds(A, Card::FreezeTime);
            none.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            let mut twos = Table::of(2).by(book).holds(A, Card::FreezeTime);
            twos.turn(A).keeps("2 2 2 1 1 3").next_turn(B, 6);
        }
    }

    /// freeze_time.2, X-01, X-02: after the end of the turn; a whole turn with its own start and end.
    #[test]
    fn a_whole_turn() {
        for book in PRINTINGS {
            let mut table =
                Table::of(2).by(book).in_city(A).holds(A, Card::FreezeTime).poison(A, 1);
            table.turn(A).keeps("1 1 1 2 2 3");
            table.expect(A).hearts(9).stars(3);
            table.says(A, Question::ExtraTurn, Yes).next_turn(A, 5);
            table.expect(A).stars(5);
            table.keeps("1 1 2 2 3").next_turn(B, 6);
            table.expect(A).hearts(8);
            let mut declined = Table::of(2).by(book).holds(A, Card::FreezeTime);
            declined
                .turn(A)
                .keeps("1 1 1 2 2 3")
                .says(A, Question::ExtraTurn, Pass)
                .next_turn(B, 6);
        }
    }

    /// freeze_time.3, P-14, S06, Q-02, Z-54, `freeze_time_dice`: a chain, with 5 dice each time or one fewer each time.
    #[test]
    fn chains() {
        for book in BOOKS {
            let mut table = Table::of(2).by(book).holds(A, Card::FreezeTime);
            table.turn(A).keeps("1 1 1 2 2 3").says(A, Question::ExtraTurn, Yes);
            table.keeps("1 1 1 2 2").says(A, Question::ExtraTurn, Yes).next_turn(A, 5);
            table.keeps("1 1 2 2 3").next_turn(B, 6);
            let mut down = Table::of(2)
                .by(book)
                .house("freeze_time_dice", "cumulative")
                .holds(A, Card::FreezeTime);
            down.turn(A).keeps("1 1 1 2 2 3").says(A, Question::ExtraTurn, Yes);
            down.keeps("1 1 1 2 2").says(A, Question::ExtraTurn, Yes).next_turn(A, 4);
            down.keeps("1 1 1 2").says(A, Question::ExtraTurn, Yes).next_turn(A, 3);
            down.keeps("1 1 2").next_turn(B, 6);
        }
    }

    /// freeze_time.4, S07, P-21, mimic/freeze_time: two of them, two extra turns.
    #[test]
    fn copied() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut table =
                Table::of(2).by(book).holds(A, Card::FreezeTime).mimics(A, Card::FreezeTime);
            table.turn(A).keeps("1 1 1 2 2 3").says(A, Question::ExtraTurn, Yes);
            table.next_turn(A, 5).keeps("1 1 2 2 3");
            table
                .says(A, Question::ExtraTurn, Yes)
                .next_turn(A, 5)
                .keeps("1 1 2 2 3")
                .next_turn(B, 6);
        }
    }

    /// freeze_time.5: bought later in the turn in which the ones were scored, it grants the turn.
    #[test]
    fn bought_after_the_ones() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).energy(A, 5).sale(Card::FreezeTime);
            table.turn(A).keeps("1 1 1 2 2 3").buys(Card::FreezeTime);
            table.says(A, Question::ExtraTurn, Yes).next_turn(A, 5);
            let mut without = Table::of(2).by(book).energy(A, 5).sale(Card::FreezeTime);
            without.turn(A).keeps("1 1 2 2 3 3").buys(Card::FreezeTime).next_turn(B, 6);
        }
    }

    /// freeze_time.6, Q-16, T15, orders/hand-over: with Frenzy in the same turn; its turn has all dice.
    #[test]
    fn with_frenzy() {
        for book in BOOKS {
            let mut table =
                Table::of(2).by(book).holds(A, Card::FreezeTime).energy(A, 7).sale(Card::Frenzy);
            table.turn(A).keeps("1 1 1 2 2 3").buys(Card::Frenzy);
            if book == Polish {
                table.next_turn(A, 6).keeps("1 1 2 2 3 3");
                table.says(A, Question::ExtraTurn, Yes).next_turn(A, 5).keeps("1 1 2 2 3");
            } else {
                table.says(A, Question::ExtraTurn, Yes).next_turn(A, 5).keeps("1 1 2 2 3");
                table.next_turn(A, 6).keeps("1 1 2 2 3 3");
            }
            table.next_turn(B, 6);
        }
    }

    /// freeze_time.7, shrink_ray.3, shrink_ray.4: shrink tokens count too; no dice at all is an empty roll.
    #[test]
    fn with_shrink_tokens() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::FreezeTime)
                .holds(A, Card::HerdCuller)
                .shrink(A, 3)
                .energy(A, 2);
            table.turn(A).next_turn(A, 3).rolls("1 1 2").stops();
            table.answers(set(Card::HerdCuller, 2, Face::One)).done();
            table.says(A, Question::ExtraTurn, Yes).next_turn(A, 2);
            let mut nothing =
                Table::of(2).by(book).shrink(A, 7).energy(A, 3).sale(Card::CornerStore);
            nothing.turn(A).buys(Card::CornerStore).next_turn(B, 6);
            nothing.expect(A).stars(1);
        }
    }

    /// given up after the ones were scored, the turn stays earned.
    #[test]
    fn given_up_after_scoring() {
        for book in BOOKS {
            let mut table =
                Table::of(2).by(book).holds(A, Card::FreezeTime).holds(A, Card::Metamorph);
            table.turn(A).keeps("1 1 1 2 2 3").says(A, Question::Sell, Pick(Card::FreezeTime));
            table.says(A, Question::Sell, Pass);
            table.says(A, Question::ExtraTurn, Yes).next_turn(A, 5);
        }
    }

    /// freeze_time.4: two turns earned: each may be declined by itself.
    #[test]
    fn declining_one_of_two() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut table =
                Table::of(2).by(book).holds(A, Card::FreezeTime).mimics(A, Card::FreezeTime);
            table.turn(A).keeps("1 1 1 2 2 3").says(A, Question::ExtraTurn, Pass);
            table
                .says(A, Question::ExtraTurn, Yes)
                .next_turn(A, 5)
                .keeps("1 1 2 2 3")
                .next_turn(B, 6);
        }
    }

    /// freeze_time.5: bought out of turn it grants nothing: the ones were another's.
    #[test]
    fn bought_out_of_turn() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .energy(A, 3)
                .holds(B, Card::Opportunist)
                .energy(B, 5)
                .sale(Card::CornerStore)
                .deck(&[Card::FreezeTime, Card::Skyscraper]);
            table
                .turn(A)
                .keeps("1 1 1 2 2 3")
                .buys(Card::CornerStore)
                .snatches(B, Card::FreezeTime);
            table.next_turn(B, 6).keeps("1 1 2 2 3 3").next_turn(A, 6);
        }
    }
}

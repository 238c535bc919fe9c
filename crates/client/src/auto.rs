//! Answers that need no asking: the only legal one, and those the player has given in advance.

use engine::{Answer, Ask, Need, OpenAnswer, Phase, Question, Seat, State};

/// What a player does not want to be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// Ask for the order of dice and effects.
    pub ask_order: bool,
    /// End the turn where nothing can be bought.
    pub skip_buying: bool,
    /// Stay in Tokyo with this many hearts or more; 0 asks.
    pub stay_from: u8,
    /// Yield with this many hearts or fewer; 0 asks.
    pub yield_to: u8,
}

/// An answer that is given without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Auto {
    /// The answer.
    pub answer: Answer,
    /// For how many milliseconds the question stays on the table.
    pub ms: u32,
    /// Whether the player is told.
    pub told: bool,
}

impl Habits {
    /// The answer to a question that the player does not want to see at all: the usual order of dice and effects.
    pub fn unasked(&self, ask: Ask) -> Option<Answer> {
        let usual = matches!(ask.question, Question::Resolve | Question::End);
        (usual && !self.ask_order).then_some(Answer::Pass)
    }

    /// The answer to give alone. Limits for Tokyo are heard only if they are the player's `own`, not another's at the
    /// same screen and not where a server keeps them.
    pub fn answer(&self, state: &State, ask: Ask, own: bool) -> Option<Auto> {
        let answers = state.answers();
        let alone = |answer, ms| Some(Auto { answer, ms, told: false });
        if answers.len() == 1 {
            let only = answers.get(0)?;
            return match ask.question {
                Question::Roll => alone(only, 1200),
                Question::Shop if !self.skip_buying => None,
                Question::Shop => alone(only, 800),
                Question::Yield | Question::Flee => alone(only, 1500),
                _ => alone(only, 300),
            };
        }
        if let Some(answer) = self.unasked(ask) {
            return alone(answer, 0);
        }
        if ask.question != Question::Yield || !own || ask.card.is_some() {
            return None;
        }
        let hearts = state.monster(ask.seat).hearts;
        let answer = if 0 < self.yield_to && hearts <= self.yield_to {
            Answer::Yes
        } else if 0 < self.stay_from && self.stay_from <= hearts {
            Answer::Pass
        } else {
            return None;
        };
        answers.contains(answer).then_some(Auto { answer, ms: 700, told: true })
    }
}

impl Habits {
    /// How many answers have to be taken back to come to the last real choice of `seat`, of those that can still be taken
    /// back. What was answered without asking is not a choice.
    pub fn last_choice<'a, T: 'a>(
        &self,
        open: impl DoubleEndedIterator<Item = &'a OpenAnswer<T>>,
        seat: Seat,
        own: bool,
    ) -> Option<usize> {
        for (answers, open) in open.rev().enumerate() {
            let Need::Answer(ask) = open.before.need() else { return None };
            if open.seat != seat {
                return None;
            }
            if self.answer(&open.before, ask, own).is_none() {
                return Some(answers + 1);
            }
        }
        None
    }
}

/// Whose first throw of a turn the game waits for, if it waits for one.
pub fn first_throw(state: &State) -> Option<Seat> {
    let turn = state.turn();
    match state.need() {
        Need::Roll { seat, .. }
            if seat == turn.seat && turn.phase == Phase::Roll && turn.dice.is_empty() =>
        {
            Some(seat)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::table::{A, B, Table};

    const ASKS: Habits = Habits { ask_order: false, skip_buying: true, stay_from: 0, yield_to: 0 };

    /// A rival's claws have just hit the monster in Tokyo: it has seven hearts left and is asked.
    fn yielding() -> (State, Ask) {
        let mut table = Table::of(3).hearts(A, 9).in_city(A);
        table.turn(B).keeps("C C 1 1 2 2").asks(A, Question::Yield);
        match table.state.need() {
            Need::Answer(ask) => (table.state, ask),
            need => panic!("{need:?}"),
        }
    }

    #[test]
    fn limits_answer_for_the_player_and_say_so() {
        let (state, ask) = yielding();
        assert_eq!((ask.seat, state.monster(ask.seat).hearts), (Seat::A, 7));
        assert_eq!(ASKS.answer(&state, ask, true), None);
        let stays = Habits { stay_from: 7, ..ASKS };
        let auto = |answer| Some(Auto { answer, ms: 700, told: true });
        assert_eq!(stays.answer(&state, ask, true), auto(Answer::Pass));
        assert_eq!(stays.answer(&state, ask, false), None, "not for somebody else");
        assert_eq!(Habits { stay_from: 8, ..ASKS }.answer(&state, ask, true), None);
        let leaves = Habits { yield_to: 7, stay_from: 1, ..ASKS };
        assert_eq!(leaves.answer(&state, ask, true), auto(Answer::Yes), "leaving goes first");
    }

    #[test]
    fn only_the_first_dice_of_a_turn_are_a_first_throw() {
        let mut table = Table::of(2).in_city(B);
        table.turn(A);
        assert_eq!(first_throw(&table.state), Some(A));
        table.rolls("1 1 2 2 3 C");
        assert_eq!(first_throw(&table.state), None, "they lie there");
    }

    /// What was answered for the player is taken back together with the choice before it; another's choice is not theirs.
    #[test]
    fn undoing_goes_back_to_a_real_choice() {
        let (state, ask) = yielding();
        let given = OpenAnswer { seat: ask.seat, before: state, note: () };
        let stays = Habits { stay_from: 7, ..ASKS };
        assert_eq!(ASKS.last_choice([given].iter(), A, true), Some(1));
        assert_eq!(ASKS.last_choice([given].iter(), B, true), None, "another's");
        assert_eq!(stays.last_choice([given].iter(), A, true), None, "nobody was asked");
        // Asked at first, then answered by a limit: with 6 hearts one is asked, with 7 not.
        let mut asked = given;
        let mut table = Table::of(3).hearts(A, 8).in_city(A);
        table.turn(B).keeps("C C 1 1 2 2").asks(A, Question::Yield);
        asked.before = table.state;
        assert_eq!(stays.last_choice([asked, given].iter(), A, true), Some(2));
        assert_eq!(ASKS.last_choice::<()>([].iter(), A, true), None);
    }

    #[test]
    fn the_usual_order_is_asked_for_only_on_wish() {
        let ask = Ask { question: Question::Resolve, ..yielding().1 };
        assert_eq!(ASKS.unasked(ask), Some(Answer::Pass));
        assert_eq!(Habits { ask_order: true, ..ASKS }.unasked(ask), None);
    }
}

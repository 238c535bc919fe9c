//! What the server answers for a seat by itself, as that seat has asked it to.

use engine::{Answer, Ask, Question, State};
use protocol::{Auto, Defence};

/// The answer to this question, if the seat's wishes settle it. Where a card could change the answer, the player is asked.
pub(super) fn answer(auto: &Auto, state: &State, ask: Ask) -> Option<Answer> {
    if *auto == Auto::default() {
        return None;
    }
    let answers = state.answers();
    let only = |allowed: &[Answer]| answers.iter().all(|answer| allowed.contains(&answer));
    match ask.question {
        Question::Yield if only(&[Answer::Pass, Answer::Yes]) => {
            let hearts = state.monster(ask.seat).hearts;
            if auto.stay_from.is_some_and(|from| from <= hearts) {
                Some(Answer::Pass)
            } else if auto.yield_at.is_some_and(|at| hearts <= at) {
                Some(Answer::Yes)
            } else {
                None
            }
        }
        Question::Shop if auto.skip_buying => Some(Answer::Pass),
        Question::Opportunity if auto.skip_buying => Some(Answer::Pass),
        Question::Defend => {
            let defends = match auto.defend? {
                Defence::Never => false,
                Defence::Always => true,
                Defence::IfLethal => state.stakes(ask).lethal,
            };
            if !defends {
                return Some(Answer::Pass);
            }
            // With more than one way to defend the choice is the player's.
            let mut ways = answers.iter().filter(|answer| *answer != Answer::Pass);
            let first = ways.next();
            first.filter(|_| ways.next().is_none())
        }
        _ => None,
    }
    .filter(|answer| answers.contains(*answer))
}

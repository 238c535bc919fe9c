//! What hangs on an answer to the yield question beyond who moves where: the game itself.

use engine::{Answer, Input, Need, Seat, State};

/// More than the questions of any turn; it only guards against surprises.
const QUESTIONS: usize = 64;

/// Who has won by the end of this turn, if the open question is answered so and everybody after it does as little as
/// possible. The engine plays it; where dice or cards decide first, nobody has.
pub fn winner_after(state: &State, answer: Answer) -> Option<Seat> {
    let Need::Answer(ask) = state.need() else { return None };
    let mut future = state.view(Some(ask.seat)).imagine();
    let turn = future.turn().number;
    let mut next = answer;
    for _ in 0..QUESTIONS {
        match future.play(Input::Answer(next), None).ok()? {
            Need::Over(outcome) => return outcome.winner(),
            Need::Answer(_) if future.turn().number == turn => {}
            _ => return None,
        }
        let answers = future.answers();
        next = match answers.contains(Answer::Pass) {
            true => Answer::Pass,
            false => answers.iter().next()?,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{At, Dice, MonsterSetup, Question, Setup, TurnSetup};

    /// A position at the yield question to A after the claws of B, which has this many stars.
    fn asked(stars: u8) -> State {
        let mut monsters = vec![MonsterSetup::default(); 3];
        monsters[1].stars = stars;
        let dice = Dice::parse("CC1122").expect("six dice");
        let setup = Setup {
            monsters,
            city: Some(Seat::A),
            turn: TurnSetup { seat: Some(Seat::B), dice, ..TurnSetup::default() },
            at: At::Roll,
            ..Setup::default()
        };
        let mut state = State::from_setup(&setup).expect("a position");
        for _ in 0..12 {
            match state.need() {
                Need::Answer(ask) if ask.question == Question::Yield => return state,
                _ => drop(state.play(Input::Answer(Answer::Pass), None).expect("it can be passed")),
            }
        }
        panic!("nobody was asked");
    }

    #[test]
    fn whoever_yields_to_the_last_star_loses_the_game() {
        assert_eq!(winner_after(&asked(19), Answer::Yes), Some(Seat::B));
        assert_eq!(winner_after(&asked(19), Answer::Pass), None);
        assert_eq!(winner_after(&asked(18), Answer::Yes), None);
    }
}

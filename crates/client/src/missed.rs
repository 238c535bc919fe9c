//! Coming back to a table: what to ask the server for, and what was missed.

use engine::Event;
use protocol::{Seen, Step};

/// What whoever comes (back) to a table asks for, and the last step that they have seen.
///
/// `here` is how far the page itself has followed, `visit` how far this browser had before a reload, `game` the number of the
/// table's latest game, or 0 if there was none.
pub fn wanted(here: Option<Seen>, visit: Option<Seen>, game: u32) -> Option<(u64, Seen)> {
    match (here, visit) {
        (Some(here), _) => Some((here.seq, here)),
        (None, Some(visit)) if game <= visit.game => Some((visit.seq, Seen { seq: 0, ..visit })),
        // A newcomer has missed nothing, and yet wants to read what happened.
        (None, _) if 0 < game => Some((u64::MAX, Seen { game, seq: 0 })),
        (None, _) => None,
    }
}

/// What the steps that came after an absence mean.
#[derive(Clone, PartialEq, Debug)]
pub enum CaughtUp {
    /// There were none.
    Nothing,
    /// A moment of the turn that is on: they are shown as if one had been there.
    Live,
    /// The newest board is shown at once; these were missed, with the beginnings of this many turns.
    Missed(Vec<Step>, usize),
}

/// Tells what was missed, for somebody who has seen the steps up to `seen`.
pub fn caught_up(seen: u64, steps: &[Step]) -> CaughtUp {
    if steps.is_empty() {
        return CaughtUp::Nothing;
    }
    let missed: Vec<Step> = steps.iter().filter(|step| seen < step.seq).cloned().collect();
    let events = missed.iter().flat_map(|step| &step.events);
    let turns = events.filter(|event| matches!(event, Event::TurnStarted { .. })).count();
    if turns == 0 && missed.len() == steps.len() {
        CaughtUp::Live
    } else {
        CaughtUp::Missed(missed, turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Rulebook, Seat, State, TurnKind};
    use protocol::By;

    fn step(seq: u64, turn: bool) -> Step {
        let began = Event::TurnStarted { seat: Seat::A, turn: 1, kind: TurnKind::Regular };
        let state = State::new(&Rulebook::Dutch.rules(), 2, None).expect("two may play");
        Step {
            game: 1,
            seq,
            by: By::Rules,
            events: turn.then_some(began).into_iter().collect(),
            view: Box::new(state),
            clock: None,
            took_back: None,
            drawn: None,
            undo: false,
        }
    }

    const fn seen(game: u32, seq: u64) -> Option<Seen> {
        Some(Seen { game, seq })
    }

    #[test]
    fn whoever_was_here_asks_for_what_came_since() {
        assert_eq!(wanted(seen(2, 9), seen(1, 3), 2), Some((9, Seen { game: 2, seq: 9 })));
    }

    #[test]
    fn whoever_reloads_asks_for_all_and_has_seen_some() {
        assert_eq!(wanted(None, seen(2, 9), 2), Some((9, Seen { game: 2, seq: 0 })));
    }

    #[test]
    fn a_newcomer_asks_for_all_and_has_missed_nothing() {
        assert_eq!(wanted(None, None, 3), Some((u64::MAX, Seen { game: 3, seq: 0 })));
        // An older game is not what is played now.
        assert_eq!(wanted(None, seen(2, 9), 3), Some((u64::MAX, Seen { game: 3, seq: 0 })));
        assert_eq!(wanted(None, None, 0), None);
    }

    #[test]
    fn a_moment_of_the_turn_is_shown_live_and_missed_turns_are_told() {
        assert_eq!(caught_up(4, &[]), CaughtUp::Nothing);
        assert_eq!(caught_up(4, &[step(5, false), step(6, false)]), CaughtUp::Live);
        let steps = [step(4, true), step(5, true), step(6, false), step(7, true)];
        let CaughtUp::Missed(missed, turns) = caught_up(4, &steps) else {
            panic!("turns were missed")
        };
        assert_eq!((missed.len(), turns), (3, 2));
        assert_eq!(caught_up(u64::MAX, &steps), CaughtUp::Missed(Vec::new(), 0));
    }
}

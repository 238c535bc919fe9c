//! What was done, from what happened: a seat at a table hears events, not the answers of others. The answers are those that
//! make the same events again.

use engine::{Dice, Event, Input, Need, State};

/// How many ways are tried before it is given up.
const TRIES: usize = 4_000;

/// The inputs that lead from a game to a later one by these events. `None` if they cannot be told from them.
pub fn inputs(from: &State, events: &[Event], to: &State) -> Option<Vec<Input>> {
    let mut tries = TRIES;
    let mut found = Vec::new();
    search(from, events, to, &mut found, &mut tries).then_some(found)
}

fn search(
    state: &State,
    rest: &[Event],
    to: &State,
    found: &mut Vec<Input>,
    tries: &mut usize,
) -> bool {
    if rest.is_empty() && state == to {
        return true;
    }
    // What makes nothing happen is tried last.
    let mut quiet = Vec::new();
    for input in candidates(state, rest) {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        let (mut next, mut log) = (*state, Vec::new());
        if next.play(input, Some(&mut log)).is_err() {
            continue;
        }
        if log.is_empty() {
            quiet.push((input, next));
        } else if heard(rest, &log) {
            found.push(input);
            if search(&next, &rest[log.len()..], to, found, tries) {
                return true;
            }
            found.pop();
        }
    }
    for (input, next) in quiet {
        found.push(input);
        if search(&next, rest, to, found, tries) {
            return true;
        }
        found.pop();
    }
    false
}

/// Whether this is what was heard; a card that only its finder sees may be any.
fn heard(rest: &[Event], log: &[Event]) -> bool {
    log.len() <= rest.len()
        && log.iter().zip(rest).all(|(one, other)| one == other || one.seen_by(None) == *other)
}

/// What may have been done here: the answers that are allowed, or the dice and cards that come next in the events.
fn candidates(state: &State, rest: &[Event]) -> Vec<Input> {
    match state.need() {
        Need::Answer(_) => state.answers().iter().map(Input::Answer).collect(),
        Need::Roll { .. } => rest.iter().find_map(thrown).into_iter().collect(),
        Need::Reveal(_) => rest.iter().find_map(revealed).into_iter().collect(),
        Need::Starter => rest
            .iter()
            .find_map(|event| match event {
                Event::Starts { seat } => Some(Input::Starts(*seat)),
                _ => None,
            })
            .into_iter()
            .collect(),
        Need::Over(_) => Vec::new(),
    }
}

fn thrown(event: &Event) -> Option<Input> {
    let dice = match event {
        Event::Rolled { dice, thrown, .. } => {
            let new: Vec<_> = dice
                .iter()
                .enumerate()
                .filter(|(at, _)| thrown.has(*at))
                .map(|(_, face)| face)
                .collect();
            Dice::of(&new)?
        }
        Event::ThrewForStart { dice, .. } | Event::RolledAside { dice, .. } => *dice,
        Event::Probed { to, .. } => Dice::of(&[*to])?,
        _ => return None,
    };
    Some(Input::Rolled(dice))
}

fn revealed(event: &Event) -> Option<Input> {
    match event {
        Event::Revealed { card, .. } | Event::Peeked { card: Some(card), .. } => {
            Some(Input::Revealed(*card))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::inputs;
    use engine::laws::Trial;
    use engine::{Event, Need, State};

    /// In random games what was done in a turn is found from what happened in it, at every question.
    #[test]
    fn the_answers_of_a_turn_are_told_by_its_events() {
        let (mut asked, mut told) = (0u32, 0u32);
        for seed in 0..60 {
            let trial = Trial::number(seed);
            let mut random = engine::random::Random::new(seed);
            let mut state = State::new(&trial.rules, trial.players, None).unwrap();
            let (mut start, mut since) = (None::<State>, Vec::new());
            while let Some(input) = random.input(&state, state.need()) {
                let before = since.len();
                state.play(input, Some(&mut since)).unwrap();
                if since[before..].iter().any(|event| matches!(event, Event::TurnStarted { .. })) {
                    start = Some(state);
                    since.clear();
                    continue;
                }
                let (Some(start), Need::Answer(_)) = (start, state.need()) else { continue };
                asked += 1;
                let Some(found) = inputs(&start, &since, &state) else { continue };
                let (mut again, mut log) = (start, Vec::new());
                for input in found {
                    again.play(input, Some(&mut log)).unwrap();
                }
                assert_eq!(log, since, "seed {seed}");
                assert_eq!(again, state, "seed {seed}");
                told += 1;
            }
        }
        // A few turns have too many ways to be told in time.
        assert!(asked * 85 <= told * 100, "{told} of {asked}");
    }
}

//! One game from start to end: bots answer, seeded chance rolls and reveals.

use bots::Bot;
use bots::chance::Chance;
use engine::{Answer, Ask, Input, Need, Outcome, Rules, State};

/// Longer games are broken off as drawn; none is known that comes near.
const INPUTS: usize = 20_000;

/// What somebody who looks on wants to hear of.
pub trait Watcher {
    /// Before anything happens: what the game waits for.
    fn before(&mut self, _state: &State) {}
    /// A player answers.
    fn answered(&mut self, _state: &State, _ask: &Ask, _answer: Answer) {}
    /// Chance has spoken.
    fn chance(&mut self, _before: &State, _input: Input, _after: &State) {}
}

/// Nobody looks on.
pub struct Nobody;

impl Watcher for Nobody {}

/// A new game by these rules, with its first needs still open.
pub fn new_game(rules: Rules, players: usize) -> State {
    State::new(&rules, players, None).expect("two to six monsters were checked before")
}

/// Chance for the dice of a game: the same turn and throw give the same dice, whoever sits there, so that games with
/// seats changed round can be compared.
pub fn chance_for(state: &State, seed: u64, throw: u64) -> Chance {
    Chance::part(seed, (state.turn().number as u64) << 16 | throw)
}

/// Answers chance's part of the game. `throw` counts the chance events of the turn.
pub fn roll_or_reveal(state: &State, seed: u64, throw: u64) -> Option<Input> {
    let mut chance = chance_for(state, seed, throw);
    match state.need() {
        Need::Roll { count, .. } => Some(Input::Rolled(chance.dice(count as usize))),
        Need::Reveal(_) => chance.card(state.deck()).map(Input::Revealed),
        Need::Starter => {
            let seats = state.living();
            seats.iter().nth(chance.below(seats.len() as u32) as usize).map(Input::Starts)
        }
        _ => None,
    }
}

/// Plays a game to its end.
pub fn play(
    mut state: State,
    bots: &mut [Box<dyn Bot + Send>],
    seed: u64,
    watcher: &mut impl Watcher,
) -> (State, Option<Outcome>) {
    let (mut turn, mut throw) = (0, 0);
    for _ in 0..INPUTS {
        if turn != state.turn().number {
            (turn, throw) = (state.turn().number, 0);
        }
        watcher.before(&state);
        match state.need() {
            Need::Over(outcome) => return (state, Some(outcome)),
            Need::Answer(ask) => {
                let view = state.view(Some(ask.seat));
                let bot = &mut *bots[ask.seat.index()];
                let Some(answer) = bots::answer_legally(bot, &view, &mut || false) else {
                    return (state, None);
                };
                let before = state;
                state.play_unchecked(Input::Answer(answer), None);
                watcher.answered(&before, &ask, answer);
            }
            _ => {
                let Some(input) = roll_or_reveal(&state, seed, throw) else { return (state, None) };
                throw += 1;
                let before = state;
                state.play_unchecked(input, None);
                watcher.chance(&before, input, &state);
            }
        }
    }
    (state, None)
}

//! One game from start to end: bots answer, seeded chance rolls and reveals.

use bots::Bot;
use bots::chance::Chance;
use engine::{Answer, Ask, Input, Need, Outcome, Rules, State, play_on};

/// Longer games are broken off as drawn; none is known that comes near.
const INPUTS: usize = 20_000;

/// What somebody who looks on wants to hear of.
pub trait Watcher {
    /// Before anything happens: what the game waits for.
    fn before(&mut self, _state: &State) {}
    /// A player answers.
    fn answered(&mut self, _state: &State, _ask: &Ask, _answer: Answer) {}
    /// Chance speaks.
    fn chance(&mut self, _state: &State, _input: Input) {}
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

/// Those who sit at a table: they answer, and see everything.
pub(crate) trait Sitters {
    /// Before anything happens: what the game waits for.
    fn before(&mut self, state: &State);
    /// The answer to a question. It must be legal; `None` breaks the game off.
    fn answer(&mut self, state: &State, ask: &Ask) -> Option<Answer>;
    /// Chance speaks.
    fn chance(&mut self, state: &State, input: Input);
}

/// Plays a game to its end. Whoever sits there answers; the seed rolls and reveals.
pub(crate) fn play_with(
    state: &mut State,
    seed: u64,
    sitters: &mut impl Sitters,
) -> Option<Outcome> {
    let (mut turn, mut throw) = (0, 0);
    let outcome = play_on(state, INPUTS, |state, need| {
        if turn != state.turn().number {
            (turn, throw) = (state.turn().number, 0);
        }
        sitters.before(state);
        if let Need::Answer(ask) = need {
            return sitters.answer(state, &ask).map(Input::Answer);
        }
        let input = roll_or_reveal(state, seed, throw)?;
        throw += 1;
        sitters.chance(state, input);
        Some(input)
    });
    if outcome.is_some() {
        sitters.before(state);
    }
    outcome
}

/// Bots at a table, and somebody who looks on.
struct Watched<'a, W> {
    bots: &'a mut [Box<dyn Bot + Send>],
    watcher: &'a mut W,
}

impl<W: Watcher> Sitters for Watched<'_, W> {
    fn before(&mut self, state: &State) {
        self.watcher.before(state);
    }

    fn answer(&mut self, state: &State, ask: &Ask) -> Option<Answer> {
        let bot = &mut *self.bots[ask.seat.index()];
        let answer = bots::answer_legally(bot, &state.view(Some(ask.seat)), &mut || false)?;
        self.watcher.answered(state, ask, answer);
        Some(answer)
    }

    fn chance(&mut self, state: &State, input: Input) {
        self.watcher.chance(state, input);
    }
}

/// Plays a game of bots to its end.
pub fn play(
    mut state: State,
    bots: &mut [Box<dyn Bot + Send>],
    seed: u64,
    watcher: &mut impl Watcher,
) -> (State, Option<Outcome>) {
    let outcome = play_with(&mut state, seed, &mut Watched { bots, watcher });
    (state, outcome)
}

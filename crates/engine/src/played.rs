//! A game being played: the state and its record go together, and what was just answered may be taken back.
//!
//! One driver for every place at which a game is played: whoever answers, whatever draws the chance.
//!
//! ```
//! use daikaiju_engine::random::Random;
//! use daikaiju_engine::record::{Player, Record};
//! use daikaiju_engine::{Need, Played, Rules};
//!
//! let players = ["Ann", "Bo"].map(|name| Player { name: name.into(), monster: None, bot: None });
//! let record = Record::new(Rules::default(), players.to_vec(), None);
//! let mut game = Played::new(record).unwrap();
//! let mut random = Random::new(3);
//! while game.outcome().is_none() {
//!     game.draw(|state| random.chance(state, state.need())).unwrap();
//!     if let Some(ask) = game.ask() {
//!         let answer = random.answer(game.state(), ask).unwrap();
//!         game.answer(answer).unwrap();
//!     }
//! }
//! assert!(game.record().is_finished().unwrap());
//! ```

use crate::answer::{Answer, Input};
use crate::event::Event;
use crate::game::Illegal;
use crate::question::{Ask, Need, Outcome};
use crate::record::{Record, RecordError};
use crate::seat::Seat;
use crate::state::State;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A game being played, from its record on.
#[derive(Clone, Debug)]
pub struct Played {
    record: Record,
    state: State,
    events: Vec<Event>,
    open: OpenAnswers<Lengths>,
}

/// How many inputs and events there were before an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lengths {
    /// Inputs of the record.
    pub inputs: usize,
    /// Events since the game began.
    pub events: usize,
}

/// The latest answers that can still be taken back, all of one seat, the last one last. `T` is what the keeper of the game
/// wants to remember of each.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct OpenAnswers<T>(Vec<OpenAnswer<T>>);

/// An answer that can still be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct OpenAnswer<T> {
    /// Who gave it, and may take it back.
    pub seat: Seat,
    /// How everything was before it.
    pub before: State,
    /// What its keeper remembers of it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub note: T,
}

impl<T> Default for OpenAnswers<T> {
    fn default() -> OpenAnswers<T> {
        OpenAnswers(Vec::new())
    }
}

impl<T> OpenAnswers<T> {
    /// These inputs have led from one state to the other: an answer by itself that nobody has learned anything from is open
    /// from now on, and anything else closes those before it.
    pub fn played(&mut self, before: &State, inputs: &[Input], after: &State, note: T) {
        let seat = match inputs {
            [Input::Answer(answer)] => before.taken_back_by(*answer, after),
            _ => None,
        };
        let Some(seat) = seat else { return self.close() };
        self.0.retain(|open| open.seat == seat);
        self.0.push(OpenAnswer { seat, before: *before, note });
    }

    /// Nothing can be taken back any more.
    pub fn close(&mut self) {
        self.0.clear();
    }

    /// The last of them is taken back.
    pub fn take_back(&mut self) -> Option<OpenAnswer<T>> {
        self.0.pop()
    }

    /// The last of them.
    pub fn last(&self) -> Option<&OpenAnswer<T>> {
        self.0.last()
    }

    /// All of them, the last one last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &OpenAnswer<T>> {
        self.0.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A stretch of a game: an answer, if it began with one, and all chance up to the next question.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// What came in.
    pub inputs: Vec<Input>,
    /// What happened.
    pub events: Vec<Event>,
    /// Where it led.
    pub after: State,
}

impl State {
    /// What this answer would lead to, or chance alone: all that happens until somebody is asked, the game is over or `draw`
    /// has nothing to bring. Nothing changes here.
    ///
    /// # Errors
    /// If the answer, or what chance brings, does not fit.
    pub fn stretch(
        &self,
        answer: Option<Answer>,
        draw: impl FnMut(&State) -> Option<Input>,
    ) -> Result<Stretch, Illegal> {
        let mut stretch =
            Stretch { inputs: Vec::with_capacity(4), events: Vec::new(), after: *self };
        if let Some(answer) = answer {
            stretch.play(Input::Answer(answer))?;
        }
        stretch.draw(draw)?;
        Ok(stretch)
    }
}

impl Stretch {
    /// The answer that it began with.
    pub fn answer(&self) -> Option<Answer> {
        match self.inputs.first() {
            Some(Input::Answer(answer)) => Some(*answer),
            _ => None,
        }
    }

    /// Draws on, until somebody is asked, the game is over or `draw` has nothing to bring.
    ///
    /// # Errors
    /// If what it brings does not fit; what came before it is played.
    pub fn draw(&mut self, mut draw: impl FnMut(&State) -> Option<Input>) -> Result<(), Illegal> {
        while !matches!(self.after.need(), Need::Answer(_) | Need::Over(_)) {
            let Some(input) = draw(&self.after) else { break };
            self.play(input)?;
        }
        Ok(())
    }

    /// One input more.
    ///
    /// # Errors
    /// If it does not fit; nothing has changed then.
    pub fn play(&mut self, input: Input) -> Result<(), Illegal> {
        self.after.play(input, Some(&mut self.events))?;
        self.inputs.push(input);
        Ok(())
    }
}

impl Played {
    /// The game of this record, played as far as the record goes.
    ///
    /// # Errors
    /// If the table cannot be set like this, or an input does not fit.
    pub fn new(record: Record) -> Result<Played, RecordError> {
        let start = record.start()?;
        Played::at(record, start)
    }

    /// A game that begins in the middle: at this table, with the players of this record and its inputs from there on.
    ///
    /// # Errors
    /// If an input does not fit.
    pub fn at(record: Record, state: State) -> Result<Played, RecordError> {
        let inputs = record.inputs.clone();
        let record = Record { inputs: Vec::new(), ..record };
        let mut game = Played { record, state, events: Vec::new(), open: OpenAnswers::default() };
        for (number, input) in inputs.into_iter().enumerate() {
            let older = game.record.rules_version < crate::record::RULES_VERSION;
            game.play(input).map_err(|illegal| RecordError::Input { number, illegal, older })?;
        }
        Ok(game)
    }

    /// The game as it stands.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Header and inputs so far.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The header, for whoever writes into it how the dice can be checked.
    pub const fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Everything that has happened.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The question that is open, if a player is asked.
    pub fn ask(&self) -> Option<Ask> {
        match self.state.need() {
            Need::Answer(ask) => Some(ask),
            _ => None,
        }
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state.need() {
            Need::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Takes an input of any kind and shows what happened.
    ///
    /// # Errors
    /// If it does not fit; nothing has changed then.
    pub fn play(&mut self, input: Input) -> Result<&[Event], Illegal> {
        let lengths = Lengths { inputs: self.record.inputs.len(), events: self.events.len() };
        let before = self.state;
        self.state.play(input, Some(&mut self.events))?;
        self.record.inputs.push(input);
        self.open.played(&before, &[input], &self.state, lengths);
        Ok(&self.events[lengths.events..])
    }

    /// Takes the answer to the open question.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn answer(&mut self, answer: Answer) -> Result<&[Event], Illegal> {
        self.play(Input::Answer(answer))
    }

    /// Draws chance until a player is asked or the game is over. `draw` says what chance brings.
    ///
    /// # Errors
    /// If what it brings does not fit; what came before it is played.
    pub fn draw(&mut self, mut draw: impl FnMut(&State) -> Option<Input>) -> Result<(), Illegal> {
        while !matches!(self.state.need(), Need::Answer(_) | Need::Over(_)) {
            match draw(&self.state) {
                Some(input) => self.play(input)?,
                None => return Err(Illegal::NotNeeded { need: self.state.need() }),
            };
        }
        Ok(())
    }

    /// The seat that may take its last answer back.
    pub fn undoable(&self) -> Option<Seat> {
        self.open.last().map(|open| open.seat)
    }

    /// The answers that can be taken back, the last one last.
    pub const fn open(&self) -> &OpenAnswers<Lengths> {
        &self.open
    }

    /// Takes the last answer back, if that can be, and says whose it was.
    pub fn take_back(&mut self) -> Option<Seat> {
        let OpenAnswer { seat, before, note } = self.open.take_back()?;
        self.state = before;
        self.record.inputs.truncate(note.inputs);
        self.events.truncate(note.events);
        Some(seat)
    }
}

/// Plays a game on until it is over, `next` has no input, or `most` were played, and keeps nothing of it: for those who play
/// thousands. Whoever wants the record plays a [`Played`].
///
/// # Panics
/// When an input does not fit.
pub fn play_on(
    state: &mut State,
    most: usize,
    mut next: impl FnMut(&State, Need) -> Option<Input>,
) -> Option<Outcome> {
    for _ in 0..most {
        let need = state.need();
        if let Need::Over(outcome) = need {
            return Some(outcome);
        }
        let input = next(state, need)?;
        state.play(input, None).expect("the input fits");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::record::Player;
    use crate::rules::Rulebook;

    fn table(players: usize, book: Rulebook) -> Played {
        let player = |seat: usize| Player { name: format!("{seat}"), monster: None, bot: None };
        let record = Record::new(book.rules(), (0..players).map(player).collect(), None);
        Played::new(record).unwrap()
    }

    /// A game with answers taken back is the game without them, and its record replays to it.
    #[test]
    fn what_is_taken_back_never_was() {
        let mut taken = 0;
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let mut game = table(2 + seed as usize % 5, Rulebook::ALL[seed as usize % 5]);
            while game.outcome().is_none() {
                game.draw(|state| random.chance(state, state.need())).unwrap();
                let Some(ask) = game.ask() else { break };
                let (state, inputs) = (*game.state(), game.record().inputs.len());
                game.answer(random.answer(&state, ask).unwrap()).unwrap();
                if random.below(3) == 0 && game.take_back().is_some() {
                    taken += 1;
                    assert_eq!((game.state(), game.record().inputs.len()), (&state, inputs));
                }
            }
            let again = Played::new(game.record().clone()).unwrap();
            assert_eq!((again.state(), again.events()), (game.state(), game.events()));
        }
        assert!(50 < taken, "{taken}");
    }

    /// A game that is taken up at a table goes on as it would have from the start.
    #[test]
    fn a_game_can_begin_in_the_middle() {
        let mut random = Random::new(5);
        let mut game = table(4, Rulebook::Dutch);
        let mut middle = None;
        while game.outcome().is_none() {
            if middle.is_none() && 9 < game.state().turn().number {
                middle = Some((*game.state(), game.record().inputs.len(), game.events().len()));
            }
            let input = random.input(game.state(), game.state().need()).unwrap();
            game.play(input).unwrap();
        }
        let (start, inputs, events) = middle.expect("it is longer than nine turns");
        let mut rest = game.record().clone();
        rest.inputs.drain(..inputs);
        let taken_up = Played::at(rest, start).unwrap();
        assert_eq!(taken_up.state(), game.state());
        assert_eq!(taken_up.events(), &game.events()[events..]);
    }

    #[test]
    fn an_illegal_answer_changes_nothing() {
        let mut game = table(2, Rulebook::Dutch);
        let mut random = Random::new(1);
        game.draw(|state| random.chance(state, state.need())).unwrap();
        let before = game.clone();
        assert!(game.answer(Answer::Sweep).is_err());
        assert_eq!((game.state(), game.record()), (before.state(), before.record()));
    }
}

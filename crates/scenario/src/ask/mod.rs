//! The arbiter: one question, put to all five books at once.
//!
//! A [`Dispute`] is a table and the moves that are made there. [`Dispute::hear`] plays it forward by every book and puts
//! the courses side by side, [`Verdict::first_difference`] finds the row in which they part, and [`Dispute::deciders`] says
//! by which switch they do, by turning switches until the difference goes away.
//!
//! ```
//! use daikaiju_scenario::ask::Dispute;
//!
//! let text = r#"
//! id = "jets"
//! title = "Armor Plating stops the only claw: may its owner leave Tokyo?"
//! rules = ["Y-02"]
//! books = "all"
//! start = { players = 2, B = { cards = ["armor_plating"] }, city = "B", turn = { dice = "C 1 1 2 2 3" }, at = "resolve" }
//! [[case]]
//! play = "expect B hearts 10"
//! "#;
//! let disputes = Dispute::read_file(text).unwrap();
//! let verdict = disputes[0].hear();
//! assert_eq!(verdict.first_difference(), Some(0));
//! let deciders = disputes[0].deciders(&verdict);
//! assert!(deciders.iter().any(|decider| decider.switches == ["yield_needs_damage"]));
//! ```

pub mod cite;
mod decide;
pub mod heading;
mod import;
pub mod link;
pub mod random;
pub mod retell;
mod salvage;
#[cfg(test)]
mod tests;
mod trouble;
mod write;

pub use decide::Decider;
pub use trouble::{Fault, Place, Trouble};

use crate::file::with_switches;
use crate::line::Act;
use crate::run::play;
use crate::say::Say;
use crate::start::Start;
use engine::{
    Answer, Ask, Card, Dice, Event, Input, Need, Question, Rulebook, Rules, Seat, SetupError, State,
};
use serde::Serialize;

/// The five books in the order in which they are shown: those that agree most often stand beside each other.
pub const ORDER: [Rulebook; 5] =
    [Rulebook::Dutch, Rulebook::Icelandic, Rulebook::Czech, Rulebook::Polish, Rulebook::Italian];

/// The most moves that a question may have.
pub const MOVES_MOST: usize = 400;

/// A question: a table, and what is done there.
#[derive(Clone, Debug, PartialEq)]
pub struct Dispute {
    /// What it is about, in a sentence; may be empty.
    pub title: String,
    /// What the seats are called, in their order; those without a name go by their letter.
    pub names: Vec<String>,
    /// House rules that are set in every book, names and values of switches.
    pub switches: Vec<(&'static str, &'static str)>,
    /// The rules of one's own table, heard as a sixth book.
    pub table: Option<Rules>,
    /// The table before the first move.
    pub start: Start,
    /// What is done, in order.
    pub moves: Vec<Move>,
    /// The rules and rulings that it is said to be about.
    pub rules: Vec<String>,
}

/// Something that is done: dice, a card, an answer. Every book takes it that waits for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    act: Act,
    /// The question that it answers; `None`: whichever question the words fit.
    question: Option<Question>,
    /// The columns that may take it, a bit for each.
    columns: u8,
}

/// The bits of all columns.
const ALL: u8 = 0x3f;

impl Move {
    fn new(act: Act, question: Option<Question>) -> Move {
        Move { act, question, columns: ALL }
    }

    /// The dice that this seat throws.
    pub fn roll(seat: Seat, dice: Dice) -> Move {
        Move::new(Act::Roll(Some(seat), dice), None)
    }

    /// The top card of the deck.
    pub fn reveal(card: Card) -> Move {
        Move::new(Act::Reveal(card), None)
    }

    /// Who starts.
    pub fn starts(seat: Seat) -> Move {
        Move::new(Act::Starts(seat), None)
    }

    /// An answer to a question, in the game in which it is given.
    pub fn answer(ask: &Ask, answer: Answer, state: &State) -> Move {
        let say = Say::of(ask.question, answer, state);
        Move::new(Act::Say(ask.seat, say), Some(ask.question))
    }

    /// Any input, in the game in which it comes.
    pub fn of(input: Input, state: &State) -> Option<Move> {
        Some(match (input, state.need()) {
            (Input::Rolled(dice), Need::Roll { seat, .. }) => Move::roll(seat, dice),
            (Input::Revealed(card), _) => Move::reveal(card),
            (Input::Starts(seat), _) => Move::starts(seat),
            (Input::Answer(answer), Need::Answer(ask)) => Move::answer(&ask, answer, state),
            _ => return None,
        })
    }

    /// The line of a scenario file that says this.
    pub fn text(&self) -> String {
        self.act.write()
    }

    /// The input that it is in a game that waits for it.
    pub fn input(&self, state: &State) -> Option<Input> {
        match &self.act {
            Act::Roll(_, dice) => Some(Input::Rolled(*dice)),
            Act::Reveal(card) => Some(Input::Revealed(*card)),
            Act::Starts(seat) => Some(Input::Starts(*seat)),
            Act::Say(seat, say) => say.answer(*seat, state).ok().map(Input::Answer),
            Act::Default(..) | Act::Expect(_) => None,
        }
    }

    /// Who does it, if it is somebody.
    pub fn seat(&self) -> Option<Seat> {
        match self.act {
            Act::Say(seat, _) | Act::Roll(Some(seat), _) => Some(seat),
            _ => None,
        }
    }

    /// Plays it, if the game waits for it.
    fn take(&self, state: &mut State, log: &mut Vec<Event>) -> Took {
        if let Act::Say(seat, say) = &self.act {
            let Need::Answer(ask) = state.need() else { return Took::NotAsked };
            if ask.seat != *seat || self.question.is_some_and(|question| question != ask.question) {
                return Took::NotAsked;
            }
            return match say
                .answer(*seat, state)
                .map(|answer| state.play(Input::Answer(answer), Some(log)))
            {
                Ok(Ok(_)) => Took::Taken,
                _ => Took::Refused,
            };
        }
        match play(&self.act, state, Some(log)) {
            Ok(()) => Took::Taken,
            Err(_) => Took::NotAsked,
        }
    }
}

/// What a book made of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Took {
    /// It waited for it.
    Taken,
    /// It asks this question and does not allow this answer.
    Refused,
    /// It waits for something else.
    NotAsked,
}

/// One move by one book: what happened, and what the game waits for then.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Whether the book took the move.
    pub took: Took,
    /// What happened.
    pub events: Vec<Event>,
    /// What the game waits for then.
    pub need: Need,
    /// What may be answered, if somebody is asked.
    pub answers: Vec<Answer>,
}

impl Cell {
    fn of(took: Took, events: Vec<Event>, state: &State) -> Cell {
        let need = state.need();
        let answers = match need {
            Need::Answer(_) => state.answers().iter().collect(),
            _ => Vec::new(),
        };
        Cell { took, events, need, answers }
    }
}

/// The course of a question by one book.
#[derive(Clone, Debug)]
pub struct Column {
    /// The book; `None` is one's own table.
    pub book: Option<Rulebook>,
    /// What it plays by.
    pub rules: Rules,
    /// The start, and a cell for each move; empty if the table cannot be set by this book.
    pub cells: Vec<Cell>,
    /// The game before the first move and after each; as many as there are cells.
    pub states: Vec<State>,
    /// Why the table cannot be set by this book.
    pub wrong: Option<SetupError>,
}

impl Column {
    fn play(book: Option<Rulebook>, rules: Rules, start: &Start, moves: &[Move]) -> Column {
        let bit = 1 << place(book);
        let mut column = Column { book, rules, cells: Vec::new(), states: Vec::new(), wrong: None };
        let mut events = Vec::new();
        let mut state = match start.begin(&rules, Some(&mut events)) {
            Ok(state) => state,
            Err(wrong) => return Column { wrong: Some(wrong), ..column },
        };
        column.cells.push(Cell::of(Took::Taken, events, &state));
        column.states.push(state);
        for one in moves {
            let mut events = Vec::new();
            let took = match one.columns & bit {
                0 => Took::NotAsked,
                _ => one.take(&mut state, &mut events),
            };
            column.cells.push(Cell::of(took, events, &state));
            column.states.push(state);
        }
        column
    }

    /// How the game stands after the last move.
    pub fn state(&self) -> Option<&State> {
        self.states.last()
    }

    /// Whether two books agree up to this row, the start being row 0.
    fn agrees(&self, other: &Column, row: usize, last: bool) -> bool {
        (0..=row).all(|at| self.same(other, at, last && at == row))
    }

    /// Whether two books have the same in this row. What may be answered counts in the last row only: once an answer is
    /// given, the others no longer matter.
    fn same(&self, other: &Column, row: usize, last: bool) -> bool {
        let alike = match (self.cells.get(row), other.cells.get(row)) {
            (Some(one), Some(other)) => {
                (one.took, &one.events, one.need) == (other.took, &other.events, other.need)
                    && (!last || one.answers == other.answers)
            }
            (one, other) => one.is_none() && other.is_none(),
        };
        alike && self.wrong == other.wrong
    }
}

/// The place of a column among all.
fn place(book: Option<Rulebook>) -> usize {
    book.and_then(|book| ORDER.iter().position(|other| *other == book)).unwrap_or(ORDER.len())
}

/// What all books make of a question.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The books in the order in which they are shown; one's own table comes last, if it has rules of its own.
    pub columns: Vec<Column>,
}

impl Verdict {
    /// Rows: the start and every move.
    pub fn rows(&self) -> usize {
        self.columns.iter().map(|column| column.cells.len()).max().unwrap_or(0).max(1)
    }

    /// The first row in which two books part, the start being row 0.
    pub fn first_difference(&self) -> Option<usize> {
        (0..self.rows()).find(|row| 1 < self.groups(*row).len())
    }

    /// The columns that have agreed up to this row, group by group.
    pub fn groups(&self, row: usize) -> Vec<Vec<usize>> {
        let last = row + 1 == self.rows();
        self.grouped(|one, other| one.agrees(other, row, last))
    }

    /// The columns that have the same in this row, whatever came before.
    pub fn cells_alike(&self, row: usize) -> Vec<Vec<usize>> {
        let last = row + 1 == self.rows();
        self.grouped(|one, other| one.same(other, row, last))
    }

    fn grouped(&self, alike: impl Fn(&Column, &Column) -> bool) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (number, column) in self.columns.iter().enumerate() {
            match groups.iter_mut().find(|group| alike(&self.columns[group[0]], column)) {
                Some(group) => group.push(number),
                None => groups.push(vec![number]),
            }
        }
        groups
    }

    /// Whether two books that ask the same now allow different answers.
    pub fn answers_differ(&self) -> bool {
        let last = self.rows() - 1;
        let now =
            |column: &Column| column.cells.get(last).map(|cell| (cell.need, cell.answers.clone()));
        self.columns.iter().any(|one| {
            self.columns.iter().any(|other| match (now(one), now(other)) {
                (Some((need, answers)), Some((need_there, answers_there))) => {
                    need == need_there && answers != answers_there
                }
                _ => false,
            })
        })
    }

    /// What the books wait for now, each need once with the columns that have it: what can be done next.
    pub fn waits(&self) -> Vec<(Need, Vec<usize>)> {
        let mut waits: Vec<(Need, Vec<usize>)> = Vec::new();
        for (number, column) in self.columns.iter().enumerate() {
            let Some(need) = column.state().map(State::need) else { continue };
            match waits.iter_mut().find(|(other, _)| alike(*other, need)) {
                Some((_, columns)) => columns.push(number),
                None => waits.push((need, vec![number])),
            }
        }
        waits
    }
}

/// Whether one move can serve both.
fn alike(one: Need, other: Need) -> bool {
    match (one, other) {
        (Need::Answer(one), Need::Answer(other)) => {
            one.seat == other.seat && one.question == other.question
        }
        (Need::Reveal(_), Need::Reveal(_)) => true,
        (one, other) => one == other,
    }
}

impl Dispute {
    /// A question about this table, without any move.
    pub fn about(start: Start) -> Dispute {
        Dispute {
            title: String::new(),
            names: Vec::new(),
            switches: Vec::new(),
            table: None,
            start,
            moves: Vec::new(),
            rules: Vec::new(),
        }
    }

    /// A book with the house rules of the question.
    pub fn rules_of(&self, book: Rulebook) -> Rules {
        with_switches(book, &self.switches)
    }

    /// Plays it by all books.
    pub fn hear(&self) -> Verdict {
        let mut columns: Vec<Column> = ORDER
            .iter()
            .map(|book| Column::play(Some(*book), self.rules_of(*book), &self.start, &self.moves))
            .collect();
        if let Some(rules) = self.table.filter(|rules| rules.book().is_none()) {
            columns.push(Column::play(None, rules, &self.start, &self.moves));
        }
        Verdict { columns }
    }

    /// The name of a seat: its own, or its letter.
    pub fn name(&self, seat: Seat) -> String {
        match self.names.get(seat.index()).filter(|name| !name.is_empty()) {
            Some(name) => name.clone(),
            None => seat.to_string(),
        }
    }
}

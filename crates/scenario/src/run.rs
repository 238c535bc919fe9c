//! Playing a scenario under each of its rulebooks.

use crate::file::{Case, Scenario, with_switches};
use crate::line::Act;
use crate::printable;
use crate::say::Say;
use crate::tell;
use engine::{Event, Input, Need, Question, Rulebook, State};
use serde::Serialize;

/// What was expected, what was, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The line as it is written.
    pub text: String,
    /// What should have been.
    pub expected: String,
    /// What was.
    pub was: String,
}

/// One case played by one rulebook.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// The rulebook.
    pub book: Rulebook,
    /// The name of the case.
    pub case: String,
    /// The line in which the case is played.
    pub line: usize,
    /// Where it differed from what was expected; empty: it holds.
    pub differences: Vec<Difference>,
    /// The position in which it differed first, to look at more closely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<State>,
}

/// What became of a scenario.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The scenario's number.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// The rules that it tests.
    pub rules: Vec<String>,
    /// Every case under every rulebook that it names.
    pub runs: Vec<Run>,
}

impl Report {
    /// Whether everything was as expected.
    pub fn holds(&self) -> bool {
        self.runs.iter().all(|run| run.differences.is_empty())
    }
}

impl Scenario {
    /// Plays every case under every rulebook that it names.
    pub fn run(&self) -> Report {
        let runs = self
            .cases
            .iter()
            .flat_map(|case| case.books.iter().map(|book| case.run(*book).0))
            .collect();
        Report {
            id: printable(&self.id),
            title: printable(&self.title),
            rules: self.rules.iter().map(|rule| printable(rule)).collect(),
            runs,
        }
    }
}

impl Case {
    /// Plays the case by this book: what differed, and how the game stands then.
    pub(crate) fn run(&self, book: Rulebook) -> (Run, State) {
        let rules = with_switches(book, &self.switches);
        let mut state =
            self.start.begin(&rules, None).expect("starts are tried when they are read");
        let mut run = Run {
            book,
            case: printable(&self.name),
            line: self.line,
            differences: Vec::new(),
            position: None,
        };
        let mut defaults = Defaults::default();
        let mut acts = self
            .lines
            .iter()
            .filter(|line| line.is_for(book))
            .flat_map(|line| line.acts.iter().map(move |act| (line, act)))
            .peekable();
        while let Some((line, act)) = acts.next() {
            let before = state;
            let misses = match act {
                Act::Expect(expect) => expect.misses(&state),
                Act::Default(question, say) => {
                    defaults.say(*question, say.clone());
                    Vec::new()
                }
                act => play(act, &mut state, None).err().into_iter().collect(),
            };
            if !misses.is_empty() {
                run.position.get_or_insert(before);
            }
            // Input that does not fit ends the case: what follows it has lost its meaning.
            let stuck = !misses.is_empty() && !matches!(act, Act::Expect(_));
            run.differences.extend(misses.into_iter().map(|(expected, was)| Difference {
                line: line.number,
                text: printable(&line.text),
                expected,
                was,
            }));
            if stuck {
                break;
            }
            let next = acts.peek().map(|(_, act)| *act);
            for _ in 0..Defaults::MOST {
                let Some((_, default)) = defaults.due(&state, next) else { break };
                if play(&default, &mut state, None).is_err() {
                    break;
                }
            }
        }
        (run, state)
    }
}

/// Answers to questions that a scenario does not care about.
#[derive(Clone, Default)]
pub(crate) struct Defaults(Vec<(Option<Question>, Say)>);

impl Defaults {
    /// Questions of a game that a default cannot bring to an end.
    pub(crate) const MOST: usize = 1000;

    pub(crate) fn say(&mut self, question: Option<Question>, say: Say) {
        self.0.retain(|(other, _)| *other != question);
        self.0.push((question, say));
    }

    /// What is said by default now: a question with a default is open, and the next line is not the answer to it.
    pub(crate) fn due(&self, state: &State, next: Option<&Act>) -> Option<(Question, Act)> {
        let Need::Answer(ask) = state.need() else { return None };
        if matches!(next, Some(Act::Say(seat, _)) if *seat == ask.seat) {
            return None;
        }
        let of = |wanted| self.0.iter().find(|(question, _)| *question == wanted);
        let (_, say) = of(Some(ask.question)).or_else(|| of(None))?;
        Some((ask.question, Act::Say(ask.seat, say.clone())))
    }
}

/// Plays an input; otherwise what the line wanted and what the game waits for.
pub(crate) fn play(
    act: &Act,
    state: &mut State,
    log: Option<&mut Vec<Event>>,
) -> Result<(), (String, String)> {
    let (wanted, input) = match act {
        Act::Roll(seat, dice) => {
            let wanted = match seat {
                Some(seat) => format!("{seat} throws {} dice", dice.len()),
                None => format!("somebody throws {} dice", dice.len()),
            };
            let thrower = match state.need() {
                Need::Roll { seat, .. } => Some(seat),
                _ => None,
            };
            if seat.is_some() && *seat != thrower {
                return Err((wanted, tell::need(state)));
            }
            (wanted, Ok(Input::Rolled(*dice)))
        }
        Act::Reveal(card) => {
            (format!("`{card}` is turned up from the deck"), Ok(Input::Revealed(*card)))
        }
        Act::Starts(seat) => (format!("{seat} starts"), Ok(Input::Starts(*seat))),
        Act::Say(seat, say) => {
            (format!("{seat} may say this"), say.answer(*seat, state).map(Input::Answer))
        }
        Act::Expect(_) | Act::Default(..) => return Ok(()),
    };
    let input = input.map_err(|was| (wanted.clone(), was))?;
    match state.play(input, log) {
        Ok(_) => Ok(()),
        Err(engine::Illegal::NotInDeck(card)) => {
            Err((wanted, format!("`{card}` is not in the deck")))
        }
        Err(_) => Err((wanted, tell::need(state))),
    }
}

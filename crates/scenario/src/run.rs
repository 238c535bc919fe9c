//! Playing a scenario under each of its rulebooks.

use crate::file::{Case, Scenario};
use crate::line::Act;
use crate::tell;
use engine::{Input, Need, Rulebook, State};
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
            .flat_map(|case| {
                case.books.iter().zip(&case.starts).map(|(book, start)| case.run(*book, *start))
            })
            .collect();
        Report { id: self.id.clone(), title: self.title.clone(), rules: self.rules.clone(), runs }
    }
}

impl Case {
    fn run(&self, book: Rulebook, mut state: State) -> Run {
        let mut run = Run {
            book,
            case: self.name.clone(),
            line: self.line,
            differences: Vec::new(),
            position: None,
        };
        'play: for line in self.lines.iter().filter(|line| line.is_for(book)) {
            for act in &line.acts {
                let before = state;
                let misses = match act {
                    Act::Expect(expect) => expect.misses(&state),
                    act => play(act, &mut state).err().into_iter().collect(),
                };
                if !misses.is_empty() {
                    run.position.get_or_insert(before);
                }
                // Input that does not fit ends the case: what follows it has lost its meaning.
                let stuck = !misses.is_empty() && !matches!(act, Act::Expect(_));
                run.differences.extend(misses.into_iter().map(|(expected, was)| Difference {
                    line: line.number,
                    text: line.text.clone(),
                    expected,
                    was,
                }));
                if stuck {
                    break 'play;
                }
            }
        }
        run
    }
}

/// Plays an input; otherwise what the line wanted and what the game waits for.
fn play(act: &Act, state: &mut State) -> Result<(), (String, String)> {
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
        Act::Expect(_) => return Ok(()),
    };
    let input = input.map_err(|was| (wanted.clone(), was))?;
    match state.play(input, None) {
        Ok(_) => Ok(()),
        Err(engine::Illegal::NotInDeck(card)) => {
            Err((wanted, format!("`{card}` is not in the deck")))
        }
        Err(_) => Err((wanted, tell::need(state))),
    }
}

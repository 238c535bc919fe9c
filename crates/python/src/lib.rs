//! The Python package `daikaiju`: games, batches of environments and analysis for researchers and bot authors.
//!
//! This is the native half; `python/daikaiju` has the adapters to other frameworks. `docs/PYTHON.md` is its guide.
//! Everything is tested from Python, in `tests`.

mod analysis;
mod arena;
mod arrays;
mod batch;
mod env;
mod game;
mod plain;
mod reviews;
mod space;

use bots::{Level, Opponent, UnknownBot};
use engine::{Card, Edition, Kind, Need, Outcome, Rulebook, Rules, State};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

create_exception!(
    daikaiju,
    IllegalInput,
    PyValueError,
    "An answer or a chance that does not fit. The game is as it was."
);

/// What an outcome is worth to each seat: 1 for the winner, -1 shared by the others; 0 for all without a winner.
pub(crate) fn utility(outcome: Outcome, players: usize) -> [f64; 6] {
    let mut utilities = [0.0; 6];
    if let Some(winner) = outcome.winner() {
        utilities[..players].fill(-1.0 / (players as f64 - 1.0));
        utilities[winner.index()] = 1.0;
    }
    utilities
}

/// This many legal actions are named where one is not.
const SHOWN: usize = 4;

/// Why an action is not legal here, in one sentence that also names some that are.
pub(crate) fn not_legal(state: &State, action: i64) -> String {
    let actions = space::action::ACTIONS as i64;
    if !(0..actions).contains(&action) {
        return format!("there is no action {action}: they are numbered 0 to {}", actions - 1);
    }
    let names = space::action::names();
    let name = &names[action as usize];
    match state.need() {
        Need::Answer(ask) => {
            let legal = space::action::Legal::of(state).list();
            let some: Vec<String> = legal
                .iter()
                .rev()
                .take(SHOWN)
                .map(|&action| format!("{action} (`{}`)", names[action as usize]))
                .collect();
            let more = legal.len().saturating_sub(SHOWN);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            format!(
                "action {action} (`{name}`) is not legal: seat {} is asked {:?}, and may answer {}{more}",
                ask.seat,
                ask.question,
                some.join(", "),
            )
        }
        Need::Over(_) => format!("action {action} (`{name}`) is not legal: the game is over"),
        _ => format!("action {action} (`{name}`) is not legal: the game waits for chance"),
    }
}

/// The opponent with this name: a level, or a level and a style.
pub(crate) fn opponent(name: &str) -> PyResult<Opponent> {
    name.parse().map_err(|unknown: UnknownBot| PyValueError::new_err(unknown.to_string()))
}

/// The names of all actions, in order.
#[pyfunction]
fn action_names() -> Vec<String> {
    space::action::names()
}

/// The families of actions: name, first number, how many.
#[pyfunction]
fn action_families() -> Vec<(&'static str, usize, usize)> {
    space::action::families()
}

/// The names of all features of an observation, in order.
#[pyfunction]
fn feature_names() -> Vec<String> {
    space::observation::names()
}

/// The names of the rulebooks.
#[pyfunction]
fn rulebooks() -> Vec<&'static str> {
    Rulebook::ALL.iter().map(|book| book.name()).collect()
}

/// The switches of the rules, each with its values.
#[pyfunction]
fn switches<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, values) in Rules::SWITCHES {
        dict.set_item(*name, values.to_vec())?;
    }
    Ok(dict)
}

/// The levels of the bots, the weakest first, each with a sentence about it.
#[pyfunction]
fn levels<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for level in Level::ALL {
        dict.set_item(level.name(), level.sentence())?;
    }
    Ok(dict)
}

/// The styles of the bots: `Bot("fierce:brawler")` is a fierce one that likes to fight.
#[pyfunction]
fn styles() -> Vec<&'static str> {
    bots::Style::ALL.iter().map(|style| style.name()).collect()
}

/// The cards as dictionaries: id, title, kind, price and text in the printing of a book.
#[pyfunction]
#[pyo3(signature = (rules=None))]
fn cards<'py>(py: Python<'py>, rules: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyList>> {
    let rules = plain::rules(rules)?;
    let edition: Edition = rules.cards;
    let words = texts::Texts::of(texts::Lang::En);
    let list = PyList::empty(py);
    for card in Card::ALL {
        let dict = PyDict::new(py);
        dict.set_item("id", card.id())?;
        dict.set_item("title", card.title(edition))?;
        dict.set_item("kind", if card.kind() == Kind::Keep { "keep" } else { "discard" })?;
        dict.set_item("price", card.price(&rules))?;
        dict.set_item("text", words.card_effect(card, &rules).plain())?;
        list.append(dict)?;
    }
    Ok(list)
}

/// The native half of `daikaiju`.
#[pymodule]
fn _daikaiju(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("SPACE_VERSION", space::VERSION)?;
    m.add("N_ACTIONS", space::action::ACTIONS)?;
    m.add("N_PACKED", space::action::PACKED)?;
    m.add("N_FEATURES", space::observation::FEATURES)?;
    m.add("MAX_CHANCE_OUTCOMES", space::multiset::sets_of(engine::Dice::MOST))?;
    m.add("IllegalInput", m.py().get_type::<IllegalInput>())?;
    m.add_class::<game::Game>()?;
    m.add_class::<batch::VecEnv>()?;
    m.add_class::<arena::Bot>()?;
    m.add_class::<analysis::TurnSolution>()?;
    m.add_function(wrap_pyfunction!(action_names, m)?)?;
    m.add_function(wrap_pyfunction!(action_families, m)?)?;
    m.add_function(wrap_pyfunction!(feature_names, m)?)?;
    m.add_function(wrap_pyfunction!(rulebooks, m)?)?;
    m.add_function(wrap_pyfunction!(switches, m)?)?;
    m.add_function(wrap_pyfunction!(levels, m)?)?;
    m.add_function(wrap_pyfunction!(styles, m)?)?;
    m.add_function(wrap_pyfunction!(cards, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::odds, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::rolls, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::win_chances, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::advise, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::rollouts, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::oracle, m)?)?;
    m.add_function(wrap_pyfunction!(reviews::review, m)?)?;
    m.add_function(wrap_pyfunction!(arena::play_games, m)?)?;
    m.add_function(wrap_pyfunction!(arena::play_match, m)?)?;
    m.add_function(wrap_pyfunction!(arena::random_record, m)?)?;
    m.add_function(wrap_pyfunction!(arena::engine_speed, m)?)?;
    Ok(())
}

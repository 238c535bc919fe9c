//! Exact dice, judgements of tables, rollouts, and the solved game of two.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use bots::chance::Chance;
use bots::dice::odds::{Wish, worth_telling};
use bots::dice::{MAX_DICE, Solver, slots};
use bots::mind::{Learned, Mind};
use bots::rollouts::{Manner, Rollouts};
use engine::{Dice, Face, Need, Rulebook};
use lab::one_game::{Nobody, play};
use lab::oracle::{Holder, Oracle, Position};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::game::Game;
use crate::plain;
use crate::space::action;
use crate::space::multiset::{self, Counts, rank, sets_of, unrank};

/// Works on another thread and listens to the keyboard meanwhile. On an interrupt the work is told to stop and left alone.
pub(crate) fn patiently<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (send, mut receive) = channel();
    let told = Arc::clone(&stop);
    std::thread::spawn(move || {
        // Nobody listens any more after an interrupt.
        let _ = send.send(work(&told));
    });
    loop {
        let waiting = &mut receive;
        match py.detach(move || waiting.recv_timeout(Duration::from_millis(20))) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = py.check_signals() {
                    stop.store(true, Ordering::Relaxed);
                    return Err(interrupt);
                }
            }
        }
    }
}

/// Dice from letters, at most nine.
fn dice_of(text: &str) -> PyResult<Counts> {
    let dice = Dice::parse(text).filter(|dice| (1..=MAX_DICE).contains(&dice.len()));
    dice.map(Dice::counts).ok_or_else(|| {
        PyValueError::new_err(format!(
            "`{text}` are not dice: give 1 to {MAX_DICE} of the faces 1 2 3 E C H"
        ))
    })
}

fn few(rerolls: usize) -> PyResult<usize> {
    if rerolls <= 20 {
        return Ok(rerolls);
    }
    Err(PyValueError::new_err(format!("{rerolls} rerolls are too many: at most 20")))
}

/// The exact chances worth telling about from these dice, each with the keep that is best for it.
#[pyfunction]
#[pyo3(signature = (dice, rerolls=2))]
pub(crate) fn odds<'py>(
    py: Python<'py>,
    dice: &str,
    rerolls: usize,
) -> PyResult<Bound<'py, PyList>> {
    let (roll, rerolls) = (dice_of(dice)?, few(rerolls)?);
    let list = PyList::empty(py);
    for odds in worth_telling(&roll, rerolls) {
        let line = PyDict::new(py);
        let (what, count) = match odds.wish {
            Wish::AtLeast(face, count) => (Face::ALL[face].letter().to_string(), count),
            Wish::Stars(count) => ("stars".to_owned(), count),
        };
        line.set_item("what", what)?;
        line.set_item("at_least", count)?;
        line.set_item("chance", odds.chance)?;
        line.set_item("keep", multiset::letters(slots().counts(odds.keep)))?;
        list.append(line)?;
    }
    Ok(list)
}

/// All rolls of this many dice without order: how many show each of `1 2 3 E C H`, and the probability of each.
#[pyfunction]
#[pyo3(signature = (dice=6))]
#[expect(clippy::type_complexity, reason = "a pair of arrays")]
pub(crate) fn rolls<'py>(
    py: Python<'py>,
    dice: usize,
) -> PyResult<(Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<f64>>)> {
    if dice == 0 || MAX_DICE < dice {
        return Err(PyValueError::new_err(format!("there are 1 to {MAX_DICE} dice, not {dice}")));
    }
    let sets: Vec<Counts> = (0..sets_of(dice)).map(|number| unrank(dice, number)).collect();
    let chances: Vec<f64> = sets.iter().map(multiset::chance).collect();
    let rows: Vec<Vec<u8>> = sets.iter().map(|set| set.to_vec()).collect();
    let counts =
        PyArray2::from_vec2(py, &rows).map_err(|why| PyRuntimeError::new_err(why.to_string()))?;
    Ok((counts, chances.into_pyarray(py)))
}

/// A turn solved exactly for any value of the final dice.
///
/// `values[i]` is what the final roll number `i` of `rolls(dice)` is worth.
#[pyclass(module = "daikaiju", name = "TurnSolution", frozen)]
pub(crate) struct TurnSolution {
    solver: Solver<f64>,
    dice: usize,
    rerolls: usize,
    /// What the turn is worth before its first throw.
    #[pyo3(get)]
    value: f64,
}

#[pymethods]
impl TurnSolution {
    #[new]
    #[pyo3(signature = (values, dice=6, rerolls=2))]
    fn new(values: &Bound<'_, PyAny>, dice: usize, rerolls: usize) -> PyResult<TurnSolution> {
        if dice == 0 || MAX_DICE < dice {
            return Err(PyValueError::new_err(format!(
                "there are 1 to {MAX_DICE} dice, not {dice}"
            )));
        }
        few(rerolls)?;
        let values: Vec<f64> = match values.cast::<PyArray1<f64>>() {
            Ok(array) => array
                .try_readonly()
                .map_err(|_| PyValueError::new_err("`values` is in use"))?
                .as_array()
                .to_vec(),
            Err(_) => values.extract().map_err(|_| {
                PyValueError::new_err("`values` has to be a row of numbers, one for each roll")
            })?,
        };
        if values.len() != sets_of(dice) {
            return Err(PyValueError::new_err(format!(
                "`values` has to hold {} numbers, one for each roll of {dice} dice, not {}",
                sets_of(dice),
                values.len()
            )));
        }
        let mut solver = Solver::new();
        let value = solver.solve(dice, rerolls, |roll| values[rank(roll)]);
        Ok(TurnSolution { solver, dice, rerolls, value })
    }

    /// What this roll is worth with this many rerolls left, played well.
    fn roll_value(&self, roll: &str, rerolls: usize) -> PyResult<f64> {
        let roll = self.roll(roll, rerolls)?;
        Ok(self.solver.roll_value(&roll, rerolls))
    }

    /// The best dice to keep of this roll with this many rerolls left.
    fn keep(&self, roll: &str, rerolls: usize) -> PyResult<String> {
        let roll = self.roll(roll, rerolls)?;
        Ok(multiset::letters(slots().counts(self.solver.keep(&roll, rerolls))))
    }

    /// Every different set one may keep of this roll with what it is worth, best first.
    fn keeps(&self, roll: &str, rerolls: usize) -> PyResult<Vec<(String, f64)>> {
        let roll = self.roll(roll, rerolls)?;
        let keeps = self.solver.keeps(&roll, rerolls).into_iter();
        Ok(keeps.map(|(keep, value)| (multiset::letters(slots().counts(keep)), value)).collect())
    }

    fn __repr__(&self) -> String {
        format!(
            "<TurnSolution of {} dice and {} rerolls, worth {:.6}>",
            self.dice, self.rerolls, self.value
        )
    }
}

impl TurnSolution {
    fn roll(&self, roll: &str, rerolls: usize) -> PyResult<Counts> {
        let counts = dice_of(roll)?;
        if multiset::size(&counts) != self.dice {
            return Err(PyValueError::new_err(format!(
                "`{roll}` is not a roll of {} dice",
                self.dice
            )));
        }
        if self.rerolls < rerolls {
            return Err(PyValueError::new_err(format!(
                "the turn was solved for {} rerolls, not {rerolls}",
                self.rerolls
            )));
        }
        Ok(counts)
    }
}

fn mind(width: u32) -> Mind<Learned> {
    Mind::new(Learned::new(bots::net()), 0).with_width(width)
}

/// The chance of every seat to win at each of these games, by the net that comes with the package, with the turn played out
/// exactly where one is being played. A row for each game, a column for each seat.
#[pyfunction]
#[pyo3(signature = (games, width=8))]
pub(crate) fn win_chances<'py>(
    py: Python<'py>,
    games: Vec<PyRef<'py, Game>>,
    width: u32,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let states: Vec<_> = games.iter().map(|game| game.state).collect();
    drop(games);
    let rows = patiently(py, move |stop| {
        let mut mind = mind(width.clamp(1, 66));
        let mut rows = Vec::with_capacity(states.len());
        for state in &states {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            rows.push(mind.chances(state).to_vec());
        }
        rows
    })?;
    PyArray2::from_vec2(py, &rows).map_err(|why| PyRuntimeError::new_err(why.to_string()))
}

/// What each answer is worth to whoever is asked, best first: action, answer, chances of all seats. With `games` it is found
/// by playing on this many times, with the luck taken off, and comes with standard errors.
#[pyfunction]
#[pyo3(signature = (game, width=66, *, games=0, seed=0))]
pub(crate) fn advise<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    width: u32,
    games: u64,
    seed: u64,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    let Need::Answer(ask) = game.state.need() else { return Ok(list) };
    let state = game.state.view(Some(ask.seat)).imagine();
    let players = state.players();
    drop(game);
    if 0 < games {
        let estimates = patiently(py, move |stop| {
            let mut rollouts = Rollouts::new(bots::net(), &state, None, seed, Manner::default());
            while !rollouts.is_clear() && rollouts.games() < games && !stop.load(Ordering::Relaxed)
            {
                rollouts.step(rollouts.games() as f64 / games as f64);
            }
            rollouts.estimates()
        })?;
        for estimate in estimates {
            let Some(answer) = estimate.answer else { continue };
            let line = PyDict::new(py);
            line.set_item("action", action::encode(&state, ask, answer))?;
            line.set_item("answer", plain::give(py, &answer)?)?;
            line.set_item("chance", estimate.chance())?;
            line.set_item("chances", estimate.chances[..players].to_vec())?;
            line.set_item("errors", estimate.errors[..players].to_vec())?;
            line.set_item("games", estimate.games)?;
            list.append(line)?;
        }
        return Ok(list);
    }
    let choices = patiently(py, move |_| mind(width.clamp(1, 66)).weigh(&state))?;
    for choice in choices {
        let line = PyDict::new(py);
        line.set_item("action", action::encode(&state, ask, choice.answer))?;
        line.set_item("answer", plain::give(py, &choice.answer)?)?;
        line.set_item("chance", choice.chances[ask.seat.index()])?;
        line.set_item("chances", choice.chances[..players].to_vec())?;
        list.append(line)?;
    }
    Ok(list)
}

/// Plays a game on many times from here with these bots: the mean share of wins of every seat, and its standard error. What
/// nobody knows is drawn anew each time.
#[pyfunction]
#[pyo3(signature = (game, n=100, bots=None, seed=0))]
#[expect(clippy::type_complexity, reason = "a pair of arrays")]
pub(crate) fn rollouts<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    n: u64,
    bots: Option<Vec<String>>,
    seed: u64,
) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>)> {
    let state = game.state;
    drop(game);
    let players = state.players();
    let names = bots.unwrap_or_else(|| vec!["angry".to_owned(); players]);
    if names.len() != players || n == 0 {
        return Err(PyValueError::new_err(format!(
            "a rollout needs {players} bots, one for each seat, and at least one game"
        )));
    }
    let levels = names.iter().map(|name| crate::opponent(name)).collect::<PyResult<Vec<_>>>()?;
    let (mean, spread) = patiently(py, move |stop| {
        let (mut sum, mut squares, mut done) = (vec![0.0; players], vec![0.0; players], 0.0);
        for number in 0..n {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let seed = Chance::part(seed, number).next();
            let mut seated: Vec<_> = levels
                .iter()
                .enumerate()
                .map(|(seat, level)| level.bot(Chance::part(seed, 77 + seat as u64).next()))
                .collect();
            let (last, outcome) = play(state, &mut seated, seed, &mut Nobody);
            let shares = outcome.map_or([1.0 / players as f64; 6], |o| o.shares(last.seats()));
            done += 1.0;
            for seat in 0..players {
                sum[seat] += shares[seat];
                squares[seat] += shares[seat] * shares[seat];
            }
        }
        let mean: Vec<f64> = sum.iter().map(|sum| sum / done).collect();
        let spread: Vec<f64> = mean
            .iter()
            .zip(&squares)
            .map(|(mean, squares)| {
                ((squares / done - mean * mean).max(0.0) / f64::max(done - 1.0, 1.0)).sqrt()
            })
            .collect();
        (mean, spread)
    })?;
    Ok((mean.into_pyarray(py), spread.into_pyarray(py)))
}

/// The game of two without cards, solved exactly by a book: the chance to win of whoever is about to roll, as an array of
/// shape (3, 10, 10, 21, 21) for who holds Tokyo (nobody, the roller, the other), hearts of the roller and the other (1 to 10),
/// stars of both. NaN where no game comes.
#[pyfunction]
#[pyo3(signature = (book="dutch"))]
pub(crate) fn oracle<'py>(py: Python<'py>, book: &str) -> PyResult<Bound<'py, PyAny>> {
    let known = Rulebook::from_name(book).ok_or_else(|| {
        let books: Vec<_> = Rulebook::ALL.iter().map(|book| book.name()).collect();
        PyValueError::new_err(format!(
            "there is no rulebook `{book}`: it is one of {}",
            books.join(", ")
        ))
    })?;
    let values = patiently(py, move |_| {
        let oracle = Oracle::solve(known);
        let mut values = Vec::with_capacity(3 * 10 * 10 * 21 * 21);
        for holder in [Holder::Nobody, Holder::Roller, Holder::Other] {
            for h in 1..=10 {
                for g in 1..=10 {
                    for s in 0..=20 {
                        for t in 0..=20 {
                            let position = Position { hearts: [h, g], stars: [s, t], holder };
                            values.push(oracle.chance(&position));
                        }
                    }
                }
            }
        }
        values
    })?;
    let flat = values.into_pyarray(py);
    flat.call_method1("reshape", ((3, 10, 10, 21, 21),))
}

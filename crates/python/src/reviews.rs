//! A record looked at again: where luck was, and where choices were costly, as columns.

use std::sync::atomic::Ordering;

use ::review::{Chances, ErrorBand, Review, Reviewer, TURNS, Trial, What, read};
use engine::Seat;
use numpy::IntoPyArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::analysis::patiently;
use crate::game::Game;
use crate::plain;

/// What is played out, and how often.
#[derive(Clone, Copy)]
struct Wish {
    games: usize,
    least: f64,
    seed: u64,
}

/// Reviews a record (its text, or a game that was played from its beginning) by the net in the package.
///
/// For every seat `start + luck + own + others + drift == result` holds exactly, in chances to win. `accounts` (a row for each
/// seat), `turns` and `moments` (a row for each input) are dictionaries of columns: `pandas.DataFrame(review["moments"])`. With
/// `games`, choices that cost at least `least` are played out that many times for each answer, with the luck taken off, and
/// have standard errors.
#[pyfunction]
#[pyo3(signature = (record, *, games=0, least=0.02, seed=0))]
pub(crate) fn review<'py>(
    py: Python<'py>,
    record: &Bound<'py, PyAny>,
    games: usize,
    least: f64,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let text = match record.cast::<Game>() {
        Ok(game) => game.borrow().as_record(None)?,
        Err(_) => record.extract().map_err(|_| {
            PyTypeError::new_err(
                "a record is its text, or a game that was played from its beginning",
            )
        })?,
    };
    if !least.is_finite() {
        return Err(PyValueError::new_err("`least` has to be a chance, such as 0.02"));
    }
    let wish = Wish { games, least, seed };
    let review = patiently(py, move |stop| follow(&text, wish, || stop.load(Ordering::Relaxed)))?
        .map_err(PyValueError::new_err)?;
    told(py, &review)
}

/// Follows a record to its end, or until somebody says stop.
fn follow(text: &str, wish: Wish, stop: impl Fn() -> bool) -> Result<Review, String> {
    let (record, trouble) = read(text).map_err(|why| why.to_string())?;
    let mut reviewer = Reviewer::new(record, trouble).map_err(|why| why.to_string())?;
    let mut moments = Vec::new();
    while !stop()
        && let Some(moment) = reviewer.step()
    {
        moments.push(moment);
    }
    if 0 < wish.games {
        let (net, record) = (bots::net(), reviewer.record());
        for moment in &mut moments {
            let Some(judged) = moment.choice() else { continue };
            let given = judged.options[judged.chosen].answer;
            if stop() || judged.error < wish.least {
                continue;
            }
            let trial = Trial::new(net.clone(), record, moment, wish.games, Some(TURNS), wish.seed);
            let Some(mut trial) = trial else { continue };
            while trial.step() && !stop() {}
            moment.settle(trial.tried(given));
        }
    }
    Ok(Review::from_parts(&reviewer, moments))
}

/// Columns by name.
struct Columns<'py>(Bound<'py, PyDict>);

impl<'py> Columns<'py> {
    fn new(py: Python<'py>) -> Columns<'py> {
        Columns(PyDict::new(py))
    }

    fn numbers<T: numpy::Element>(
        &self,
        name: &str,
        of: impl IntoIterator<Item = T>,
    ) -> PyResult<()> {
        let column: Vec<T> = of.into_iter().collect();
        self.0.set_item(name, column.into_pyarray(self.0.py()))
    }

    fn words(
        &self,
        name: &str,
        of: impl IntoIterator<Item = Option<impl Into<String>>>,
    ) -> PyResult<()> {
        let column = PyList::empty(self.0.py());
        for word in of {
            column.append(word.map(Into::into))?;
        }
        self.0.set_item(name, column)
    }

    /// A column for each seat: `luck_0`, `luck_1` ...
    fn seats<'a>(
        &self,
        name: &str,
        players: usize,
        of: impl Iterator<Item = Chances> + Clone + 'a,
    ) -> PyResult<()> {
        (0..players).try_for_each(|seat| {
            self.numbers(&format!("{name}_{seat}"), of.clone().map(|chances| chances[seat]))
        })
    }
}

fn word(value: &impl serde::Serialize) -> Option<String> {
    match serde_json::to_value(value).ok()? {
        serde_json::Value::String(word) => Some(word),
        other => Some(other.to_string()),
    }
}

fn told<'py>(py: Python<'py>, review: &Review) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    all.set_item("rules", &review.rules)?;
    let names: Vec<&str> = review.players.iter().map(|player| &player.name[..]).collect();
    all.set_item("players", names)?;
    all.set_item("outcome", plain::give(py, &review.outcome)?)?;
    all.set_item("trouble", review.trouble.as_ref().map(ToString::to_string))?;
    all.set_item("accounts", accounts(py, review)?)?;
    all.set_item("turns", turns(py, review)?)?;
    all.set_item("moments", moments(py, review)?)?;
    Ok(all)
}

fn accounts<'py>(py: Python<'py>, review: &Review) -> PyResult<Bound<'py, PyDict>> {
    let (columns, rows) = (Columns::new(py), &review.accounts);
    columns.numbers("seat", rows.iter().map(|row| row.seat.index() as u8))?;
    columns.numbers("start", rows.iter().map(|row| row.start))?;
    columns.numbers("luck", rows.iter().map(|row| row.luck))?;
    columns.numbers("luck_own", rows.iter().map(|row| row.luck_own))?;
    columns.numbers("own", rows.iter().map(|row| row.own))?;
    columns.numbers("others", rows.iter().map(|row| row.others))?;
    columns.numbers("drift", rows.iter().map(|row| row.drift))?;
    columns.numbers("result", rows.iter().map(|row| row.result))?;
    columns.numbers("adjusted", rows.iter().map(|row| row.adjusted))?;
    columns.numbers("choices", rows.iter().map(|row| row.choices as u32))?;
    columns.numbers("rate", rows.iter().map(|row| row.rate))?;
    columns.words("band", rows.iter().map(|row| Some(row.band.id())))?;
    columns.words("verdict", rows.iter().map(|row| Some(review.verdict(row.seat).id())))?;
    Ok(columns.0)
}

fn turns<'py>(py: Python<'py>, review: &Review) -> PyResult<Bound<'py, PyDict>> {
    let (columns, rows, players) = (Columns::new(py), &review.turns, review.players.len());
    columns.numbers("turn", rows.iter().map(|row| row.number))?;
    columns.numbers("seat", rows.iter().map(|row| row.seat.index() as u8))?;
    columns.words("dice", rows.iter().map(|row| Some(row.dice.to_string())))?;
    columns.numbers("first", rows.iter().map(|row| row.from as u32))?;
    columns.seats("before", players, rows.iter().map(|row| row.before))?;
    columns.seats("after", players, rows.iter().map(|row| row.after))?;
    columns.seats("luck", players, rows.iter().map(|row| row.luck))?;
    columns.seats("own", players, rows.iter().map(|row| row.own))?;
    columns.seats("others", players, rows.iter().map(|row| row.others))?;
    columns.seats("drift", players, rows.iter().map(|row| row.drift))?;
    Ok(columns.0)
}

fn moments<'py>(py: Python<'py>, review: &Review) -> PyResult<Bound<'py, PyDict>> {
    let (columns, rows, players) = (Columns::new(py), &review.moments, review.players.len());
    let choices = || rows.iter().map(|row| row.choice());
    let mine = |seat: Seat, chances: &Chances| chances[seat.index()];
    columns.numbers("input", rows.iter().map(|row| row.input as u32))?;
    columns.numbers("turn", rows.iter().map(|row| row.turn))?;
    columns.numbers("seat", rows.iter().map(|row| row.seat.index() as u8))?;
    columns.words(
        "kind",
        rows.iter().map(|row| match &row.what {
            What::Chance(_) => Some("chance"),
            What::Choice(judged) => Some(judged.kind().name()),
        }),
    )?;
    columns.words("question", choices().map(|one| word(&one?.question)))?;
    columns.words("answer", choices().map(|one| word(&one?.answer)))?;
    columns.words("best", choices().map(|one| word(&one?.best().0)))?;
    columns.words(
        "chance",
        rows.iter().map(|row| match &row.what {
            What::Chance(chancy) => word(chancy),
            What::Choice(_) => None,
        }),
    )?;
    let luck = rows.iter().map(|row| row.luck().map_or(0.0, |luck| mine(row.seat, luck)));
    columns.numbers("luck", luck)?;
    columns.numbers("error", choices().map(|one| one.map_or(0.0, |one| one.error)))?;
    let tried = || choices().map(|one| one?.tried.as_ref());
    let error_se = tried().map(|tried| tried.map_or(f64::NAN, |tried| tried.error));
    columns.numbers("error_se", error_se)?;
    let games = tried().map(|tried| tried.map_or(0, |tried| tried.games as u32));
    columns.numbers("games", games)?;
    columns.numbers("span", choices().map(|one| one.map_or(0.0, |one| one.span)))?;
    columns.words("band", choices().map(|one| Some(ErrorBand::of(one?.error).id())))?;
    columns.numbers("matters", choices().map(|one| one.is_some_and(|one| one.matters())))?;
    columns.seats("before", players, rows.iter().map(|row| row.before))?;
    columns.seats("after", players, rows.iter().map(|row| row.after))?;
    columns.seats("change", players, rows.iter().map(|row| row.change))?;
    Ok(columns.0)
}

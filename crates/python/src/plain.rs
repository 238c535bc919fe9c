//! Between the engine's notation and plain Python data: dictionaries, lists, strings, numbers.

use engine::{Rules, Seat};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value};

/// Anything the engine can write, as plain data.
pub(crate) fn give<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value =
        serde_json::to_value(value).map_err(|why| PyValueError::new_err(why.to_string()))?;
    give_value(py, &value)
}

fn give_value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(yes) => yes.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_bound_py_any(py),
            (_, Some(number)) => number.into_bound_py_any(py),
            _ => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(give_value(py, value)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(map) => {
            let dict = PyDict::new(py);
            for (key, value) in map {
                dict.set_item(key, give_value(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// Reads plain data in the engine's notation; `what` names it in the error.
pub(crate) fn take<T: DeserializeOwned>(data: &Bound<'_, PyAny>, what: &str) -> PyResult<T> {
    let value = take_value(data, 0)?;
    serde_json::from_value(value)
        .map_err(|why| PyValueError::new_err(format!("this is not {what}: {why}")))
}

fn take_value(data: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if 32 < depth {
        return Err(PyValueError::new_err("the data is nested too deeply"));
    }
    if data.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(yes) = data.cast::<PyBool>() {
        return Ok(Value::Bool(yes.is_true()));
    }
    if let Ok(text) = data.cast::<PyString>() {
        return Ok(Value::String(text.to_str()?.to_owned()));
    }
    if data.is_instance_of::<PyInt>() {
        return Ok(Value::Number(data.extract::<i64>()?.into()));
    }
    if data.is_instance_of::<PyFloat>() {
        let number = Number::from_f64(data.extract()?);
        return number
            .map(Value::Number)
            .ok_or_else(|| PyValueError::new_err("numbers have to be finite"));
    }
    if let Ok(dict) = data.cast::<PyDict>() {
        let mut map = Map::new();
        for (key, value) in dict {
            let key = key.cast::<PyString>().map_err(|_| {
                PyTypeError::new_err("the keys of a dictionary have to be strings here")
            })?;
            map.insert(key.to_str()?.to_owned(), take_value(&value, depth + 1)?);
        }
        return Ok(Value::Object(map));
    }
    if data.is_instance_of::<PyList>() || data.is_instance_of::<PyTuple>() {
        let values: PyResult<Vec<Value>> =
            data.try_iter()?.map(|value| take_value(&value?, depth + 1)).collect();
        return values.map(Value::Array);
    }
    // NumPy's own integers and everything else that stands for one.
    if let Ok(number) = data.extract::<i64>() {
        return Ok(Value::Number(number.into()));
    }
    let kind = data.get_type().name()?;
    Err(PyTypeError::new_err(format!("a {kind} cannot be read: give plain data")))
}

/// A seat: its number from 0, or its letter.
pub(crate) fn seat(data: &Bound<'_, PyAny>, players: usize) -> PyResult<Seat> {
    let seat = match data.cast::<PyString>() {
        Ok(letter) => {
            let letter = letter.to_str()?.to_owned();
            Seat::ALL.into_iter().find(|seat| seat.to_string() == letter)
        }
        Err(_) => match data.extract::<usize>() {
            Ok(number) => Seat::at(number),
            Err(_) if data.extract::<i64>().is_ok() => None,
            Err(_) => {
                return Err(PyTypeError::new_err("a seat is a number from 0, or a letter from A"));
            }
        },
    };
    seat.filter(|seat| seat.index() < players).ok_or_else(|| {
        let given = data.str().map(|text| text.to_string()).unwrap_or_default();
        PyValueError::new_err(format!("nobody sits at {given}: there are {players} seats"))
    })
}

/// Rules: the name of a book, a book and switches in one string, or a dictionary with `book` and switches.
pub(crate) fn rules(data: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let Some(data) = data.filter(|data| !data.is_none()) else { return Ok(Rules::default()) };
    let text = if let Ok(text) = data.cast::<PyString>() {
        text.to_str()?.to_owned()
    } else if let Ok(dict) = data.cast::<PyDict>() {
        let mut words = vec!["dutch".to_owned()];
        for (key, value) in dict {
            let key: String = key.extract()?;
            let value = match value.cast::<PyBool>() {
                Ok(yes) => yes.is_true().to_string(),
                Err(_) => value.str()?.to_string(),
            };
            if key == "book" {
                words[0] = value;
            } else {
                words.push(format!("{key}={value}"));
            }
        }
        words.join(" ")
    } else {
        return Err(PyTypeError::new_err(
            "rules are the name of a book such as \"dutch\", or a dictionary with `book` and switches",
        ));
    };
    Rules::from_text(&text).map_err(|why| PyValueError::new_err(why.to_string()))
}

/// How many play.
pub(crate) fn players(players: usize) -> PyResult<usize> {
    if engine::PLAYERS.contains(&players) {
        return Ok(players);
    }
    Err(PyValueError::new_err(format!("a game has 2 to 6 monsters, not {players}")))
}

/// A seed: any integer, the low 64 bits of which count.
pub(crate) fn seed(data: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(seed) = data.extract::<u64>() {
        return Ok(seed);
    }
    match data.extract::<i64>() {
        Ok(seed) => Ok(seed as u64),
        Err(_) => {
            let what = data.get_type().name()?;
            Err(PyTypeError::new_err(format!("a seed is an integer of 64 bits, not this {what}")))
        }
    }
}

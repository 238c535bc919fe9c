//! The caller's arrays: taken in, checked, and handed out in rows.

use numpy::{
    PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::env::Env;

/// What one thread plays at a stretch, at most.
pub(crate) const STRETCH: usize = 64;

/// One environment's share of the arrays.
pub(crate) struct Row<'a> {
    pub(crate) observation: &'a mut [u8],
    pub(crate) mask: &'a mut [u8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) done: &'a mut u8,
    pub(crate) seat: &'a mut u8,
    pub(crate) last: Option<&'a mut [u8]>,
}

/// A run of environments with their rows.
pub(crate) struct Stretch<'a> {
    pub(crate) first: usize,
    pub(crate) envs: &'a mut [Env],
    pub(crate) observations: &'a mut [u8],
    pub(crate) masks: &'a mut [u8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) dones: &'a mut [u8],
    pub(crate) seats: &'a mut [u8],
    pub(crate) finals: &'a mut [u8],
}

impl<'a> Stretch<'a> {
    /// In pieces of this many for several threads.
    pub(crate) fn split(
        mut self,
        each: usize,
        (wide, mask, pay, last): (usize, usize, usize, usize),
    ) -> Vec<Stretch<'a>> {
        let mut all = Vec::new();
        while !self.envs.is_empty() {
            let now = self.envs.len().min(each);
            all.push(Stretch {
                first: self.first,
                envs: front(&mut self.envs, now),
                observations: front(&mut self.observations, now * wide),
                masks: front(&mut self.masks, now * mask),
                rewards: front(&mut self.rewards, now * pay),
                dones: front(&mut self.dones, now),
                seats: front(&mut self.seats, now),
                finals: front(&mut self.finals, now * last),
            });
            self.first += now;
        }
        all
    }

    #[inline]
    pub(crate) fn each(
        self,
        (wide, mask, pay, last): (usize, usize, usize, usize),
        play: impl Fn(usize, &mut Env, Row<'_>),
    ) {
        let mut observations = self.observations.chunks_exact_mut(wide);
        let mut masks = self.masks.chunks_exact_mut(mask);
        let mut rewards = self.rewards.chunks_exact_mut(pay);
        let mut finals = self.finals.chunks_exact_mut(last.max(1));
        let rows = self.envs.iter_mut().zip(self.dones).zip(self.seats).enumerate();
        for (number, ((env, done), seat)) in rows {
            let (Some(observation), Some(mask), Some(rewards)) =
                (observations.next(), masks.next(), rewards.next())
            else {
                return;
            };
            let row = Row { observation, mask, rewards, done, seat, last: finals.next() };
            play(self.first + number, env, row);
        }
    }
}

/// Takes the first `count` from a slice.
pub(crate) fn front<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (now, rest) = std::mem::take(slice).split_at_mut(count);
    *slice = rest;
    now
}

pub(crate) fn open<'py, T: numpy::Element>(
    py: Python<'py>,
    array: &Py<PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.bind(py).try_readwrite().map_err(|why| {
        PyValueError::new_err(format!(
            "the array `{name}` cannot be written: {}",
            match why {
                numpy::BorrowError::AlreadyBorrowed =>
                    "it shares its memory with another array here",
                numpy::BorrowError::NotWriteable => "it is read-only",
                _ => "it is in use",
            }
        ))
    })
}

pub(crate) fn slice<'a, T: numpy::Element>(
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
    name: &str,
    count: usize,
) -> PyResult<&'a mut [T]> {
    let fits = array.shape().first() == Some(&count) && !array.is_empty();
    match array.as_slice_mut() {
        Ok(slice) if fits => Ok(slice),
        _ => Err(PyValueError::new_err(format!(
            "the array `{name}` is no longer the contiguous one that was given"
        ))),
    }
}

/// An array from outside, or a new one.
pub(crate) fn array<'py, T: numpy::Element>(
    py: Python<'py>,
    name: &str,
    given: Option<Bound<'py, PyAny>>,
    shapes: &[Vec<usize>],
    bool_too: bool,
    new_bool: bool,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArrayDyn<T>>)> {
    let wanted = shapes.iter().map(|shape| format!("{shape:?}")).collect::<Vec<_>>().join(" or ");
    let shown = match given {
        Some(given) => given,
        None => {
            let numpy = py.import("numpy")?;
            let kind = if new_bool { numpy.getattr("bool_")? } else { dtype::<T>(py).into_any() };
            numpy.call_method1("zeros", (shapes[0].clone(), kind))?
        }
    };
    let untyped = shown.cast::<PyUntypedArray>().map_err(|_| {
        PyTypeError::new_err(format!("`{name}` has to be a NumPy array of shape {wanted}"))
    })?;
    let bytes = if bool_too && untyped.dtype().is_equiv_to(&dtype::<bool>(py)) {
        shown.call_method1("view", ("uint8",))?
    } else {
        shown.clone()
    };
    let typed = bytes.cast_into::<PyArrayDyn<T>>().map_err(|_| {
        PyTypeError::new_err(format!(
            "`{name}` has to be of type {}{}, not {}",
            dtype::<T>(py),
            if bool_too { " or bool" } else { "" },
            untyped.dtype()
        ))
    })?;
    if !shapes.iter().any(|shape| typed.shape() == &shape[..]) {
        return Err(PyValueError::new_err(format!(
            "`{name}` has to be of shape {wanted}, not {:?}",
            typed.shape()
        )));
    }
    if !typed.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("`{name}` has to be C-contiguous")));
    }
    if typed.try_readwrite().is_err() {
        return Err(PyValueError::new_err(format!(
            "the array `{name}` cannot be written: it is read-only"
        )));
    }
    Ok((shown, typed))
}

/// Actions from outside: any integers, one for each environment.
pub(crate) fn actions_of(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<i64>> {
    fn all<T: numpy::Element + Copy + Into<i64>>(given: &Bound<'_, PyAny>) -> Option<Vec<i64>> {
        let array = given.cast::<PyArrayDyn<T>>().ok()?.try_readonly().ok()?;
        Some(match array.as_slice() {
            Ok(slice) => slice.iter().map(|&action| action.into()).collect(),
            Err(_) => array.as_array().iter().map(|&action| action.into()).collect(),
        })
    }
    let shape = match given.cast::<PyUntypedArray>() {
        Ok(array) => Some(array.shape().to_vec()),
        Err(_) => None,
    };
    let read = match shape {
        Some(_) => all::<i64>(given)
            .or_else(|| all::<i32>(given))
            .or_else(|| all::<u16>(given))
            .or_else(|| all::<i16>(given))
            .or_else(|| all::<u32>(given))
            .or_else(|| all::<u8>(given)),
        None => given.extract::<Vec<i64>>().ok(),
    };
    let actions = read.ok_or_else(|| {
        PyTypeError::new_err("`actions` has to be an array of integers, one for each environment")
    })?;
    if actions.len() != count || shape.is_some_and(|shape| shape.len() != 1) {
        return Err(PyValueError::new_err(format!(
            "`actions` has to be of shape ({count},), one for each environment"
        )));
    }
    Ok(actions)
}

//! Many environments at once, played into arrays that belong to the caller.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bots::Opponent;
use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::arrays::{Row, STRETCH, Stretch, actions_of, array, front, open, slice};
use crate::env::{Env, Finished, Mode, Spec, env_seed};
use crate::plain;
use crate::space::action::{ACTIONS, Action, PACKED};
use crate::space::observation::{self, FEATURES};

/// Environments that are played at least between two looks at the keyboard, where no bots think in between.
const BETWEEN_LOOKS: usize = 16_384;
/// Time between two looks at the keyboard, as far as bots allow: an environment is not left in the middle.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// A smaller batch without bots is played before anybody else could take the lock.
const SMALL: usize = 64;
/// Random decisions that a game plays before it is the next one's turn.
const BETWEEN_GAMES: u64 = 32;

/// The arrays of a batch.
struct Arrays {
    observations: Py<PyArrayDyn<u8>>,
    masks: Py<PyArrayDyn<u8>>,
    rewards: Py<PyArrayDyn<f32>>,
    dones: Py<PyArrayDyn<u8>>,
    seats: Py<PyArrayDyn<u8>>,
    finals: Option<Py<PyArrayDyn<u8>>>,
    /// The same arrays as Python sees them: masks and dones may be of type bool.
    shown: Py<PyDict>,
}

/// Many games at once.
///
/// `step(actions)` plays one decision in every environment and fills the arrays `observations`, `masks`, `rewards`, `dones`
/// and `seats`. A game that ends is followed by a new one in the same step.
#[pyclass(module = "daikaiju", name = "VecEnv")]
pub(crate) struct VecEnv {
    spec: Spec,
    envs: Vec<Env>,
    arrays: Option<Arrays>,
    pool: Option<rayon::ThreadPool>,
    all_seats: bool,
    /// How many environments are played before the next look at the keyboard.
    at_once: usize,
    /// A step was interrupted: some environments have played it and some have not.
    torn: bool,
    steps: u64,
}

impl VecEnv {
    fn arrays(&self) -> PyResult<&Arrays> {
        self.arrays.as_ref().ok_or_else(|| PyRuntimeError::new_err("this environment is closed"))
    }

    fn ready(&self) -> PyResult<()> {
        if self.torn {
            return Err(PyRuntimeError::new_err(
                "the last step was interrupted in its middle: call reset first",
            ));
        }
        Ok(())
    }

    /// The fewest environments to play between two looks at the keyboard: with bots that think long one for each thread.
    fn least_at_once(&self) -> usize {
        match self.spec.mode {
            Mode::Everyone => BETWEEN_LOOKS,
            Mode::Against { .. } => self.pool.as_ref().map_or(1, |pool| pool.current_num_threads()),
        }
    }

    /// Runs `play` on every environment with its rows of the arrays, on all threads, and looks at the keyboard in between.
    fn each<F>(&mut self, py: Python<'_>, play: F) -> PyResult<()>
    where
        F: Fn(&Spec, bool, usize, &mut Env, Row<'_>) + Sync + Send,
    {
        let least = self.least_at_once();
        let against = matches!(self.spec.mode, Mode::Against { .. });
        let arrays = self
            .arrays
            .as_ref()
            .ok_or_else(|| PyRuntimeError::new_err("this environment is closed"))?;
        let mut observations = open(py, &arrays.observations, "observations")?;
        let mut masks = open(py, &arrays.masks, "masks")?;
        let mut rewards = open(py, &arrays.rewards, "rewards")?;
        let mut dones = open(py, &arrays.dones, "dones")?;
        let mut seats = open(py, &arrays.seats, "seats")?;
        let mut finals = match &arrays.finals {
            Some(finals) => Some(open(py, finals, "finals")?),
            None => None,
        };
        let count = self.envs.len();
        let observations = slice(&mut observations, "observations", count)?;
        let masks = slice(&mut masks, "masks", count)?;
        let rewards = slice(&mut rewards, "rewards", count)?;
        let dones = slice(&mut dones, "dones", count)?;
        let seats = slice(&mut seats, "seats", count)?;
        let finals: &mut [u8] = match &mut finals {
            Some(finals) => slice(finals, "finals", count)?,
            None => &mut [],
        };
        let (wide, mask, pay) =
            (observations.len() / count, masks.len() / count, rewards.len() / count);
        let (spec, all_seats, pool) = (&self.spec, self.all_seats, self.pool.as_ref());
        let last = if finals.is_empty() { 0 } else { finals.len() / count };
        let mut finals = finals;
        let (mut observations, mut masks, mut rewards) = (observations, masks, rewards);
        let (mut dones, mut seats) = (dones, seats);
        let mut envs = &mut self.envs[..];
        self.torn = true;
        let mut first = 0;
        while !envs.is_empty() {
            let now = envs.len().min(self.at_once);
            let stretch = Stretch {
                first,
                envs: front(&mut envs, now),
                observations: front(&mut observations, now * wide),
                masks: front(&mut masks, now * mask),
                rewards: front(&mut rewards, now * pay),
                dones: front(&mut dones, now),
                seats: front(&mut seats, now),
                finals: front(&mut finals, now * last),
            };
            let widths = (wide, mask, pay, last);
            let whole = |stretch: Stretch<'_>| {
                stretch.each(widths, |number, env, row| play(spec, all_seats, number, env, row));
            };
            if count < SMALL && !against {
                whole(stretch);
                break;
            }
            let began = Instant::now();
            py.detach(|| match pool {
                Some(pool) => {
                    let each = now.div_ceil(pool.current_num_threads()).min(STRETCH);
                    pool.install(|| stretch.split(each, widths).into_par_iter().for_each(whole));
                }
                None => whole(stretch),
            });
            // The same games come out however many are played at once.
            match began.elapsed() {
                long if LOOK_EVERY < long => self.at_once = (now / 2).max(least),
                short if short < LOOK_EVERY / 4 && now == self.at_once => self.at_once *= 2,
                _ => {}
            }
            first += now;
            if !envs.is_empty() || against {
                py.check_signals()?;
            }
        }
        self.torn = false;
        Ok(())
    }
}

/// Fills the row of an environment with the present question.
#[inline(always)]
fn show(spec: &Spec, all_seats: bool, env: &Env, row: &mut Row<'_>) {
    let seat = env.asked;
    if all_seats {
        for (view, out) in env.state.seats().iter().zip(row.observation.chunks_exact_mut(FEATURES))
        {
            env.observe(spec, view, out);
        }
    } else {
        env.observe(spec, seat, row.observation);
    }
    env.legal.write(row.mask);
    *row.seat = seat.index() as u8;
}

/// Plays an action and tells how the game ended, if it did; the last look at it goes into its array.
#[inline(always)]
fn play_one(spec: &Spec, env: &mut Env, action: Action, row: &mut Row<'_>) -> Option<Finished> {
    env.step(spec, action, |over| {
        if let Some(last) = &mut row.last {
            over.observe(spec, over.seat_outside(spec), last);
        }
    })
}

/// Fills the row of an environment after a step.
#[inline(always)]
fn tell(spec: &Spec, all_seats: bool, env: &Env, row: &mut Row<'_>, finished: Option<Finished>) {
    match finished {
        None => {
            row.rewards.fill(0.0);
            *row.done = 0;
        }
        Some(finished) => {
            if row.rewards.len() == 1 {
                row.rewards[0] = finished.paid;
            } else {
                row.rewards.copy_from_slice(&finished.utilities[..row.rewards.len()]);
            }
            *row.done = if finished.broken { 2 } else { 1 };
        }
    }
    show(spec, all_seats, env, row);
}

/// The bots of a batch: one level for all, or one for each seat after the learner's.
fn levels(given: &Bound<'_, PyAny>, others: usize) -> PyResult<Vec<Opponent>> {
    let names: Vec<String> = match given.extract::<String>() {
        Ok(name) => vec![name; others],
        Err(_) => given.extract().map_err(|_| {
            PyTypeError::new_err("`bots` is the name of a level, or a list of names")
        })?,
    };
    if names.len() != others {
        return Err(PyValueError::new_err(format!(
            "{} bots do not fit a table with {others} others",
            names.len()
        )));
    }
    names.iter().map(|name| crate::opponent(name)).collect()
}

/// An empty list with room for this many.
fn room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    match list.try_reserve_exact(count) {
        Ok(()) => Ok(list),
        Err(_) => {
            Err(PyMemoryError::new_err(format!("there is no memory for {count} environments")))
        }
    }
}

/// The seeds of environments that follow from one.
fn derived(seed: u64, count: usize) -> PyResult<Vec<u64>> {
    let mut seeds = room(count)?;
    seeds.extend((0..count).map(|number| env_seed(seed, number)));
    Ok(seeds)
}

/// The seeds of environments from outside, one for each.
fn seeds_of(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<u64>> {
    let mut seeds = room(count)?;
    for seed in given.try_iter()?.take(count + 1) {
        seeds.push(plain::seed(&seed?)?);
    }
    if seeds.len() == count {
        return Ok(seeds);
    }
    let given =
        if count < seeds.len() { format!("more than {count}") } else { seeds.len().to_string() };
    Err(PyValueError::new_err(format!("{given} seeds were given for {count} environments")))
}

/// Bytes that this machine could still give, as far as it says.
fn memory_left() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (n, players=2, rules=None, seed=None, *, bots=None, seat=None, first=None, all_seats=false, threads=1,
        packed_masks=false, seeds=None, observations=None, masks=None, rewards=None, dones=None, seats=None, finals=None))]
    #[expect(clippy::too_many_arguments, reason = "all but the first have names in Python")]
    fn new<'py>(
        py: Python<'py>,
        n: usize,
        players: usize,
        rules: Option<&Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
        bots: Option<&Bound<'py, PyAny>>,
        seat: Option<&Bound<'py, PyAny>>,
        first: Option<&Bound<'py, PyAny>>,
        all_seats: bool,
        threads: usize,
        packed_masks: bool,
        seeds: Option<Bound<'py, PyAny>>,
        observations: Option<Bound<'py, PyAny>>,
        masks: Option<Bound<'py, PyAny>>,
        rewards: Option<Bound<'py, PyAny>>,
        dones: Option<Bound<'py, PyAny>>,
        seats: Option<Bound<'py, PyAny>>,
        finals: Option<Bound<'py, PyAny>>,
    ) -> PyResult<VecEnv> {
        if n == 0 || 1 << 24 < n {
            return Err(PyValueError::new_err(format!(
                "a batch has 1 to {} environments, not {n}",
                1 << 24
            )));
        }
        let players = plain::players(players)?;
        let rules = plain::rules(rules)?;
        let seed = seed.map(plain::seed).transpose()?.unwrap_or(0);
        let first = first.map(|first| plain::seat(first, players)).transpose()?;
        let mode = match bots {
            None if seat.is_some() => {
                return Err(PyValueError::new_err(
                    "`seat` goes with `bots`: who plays the others?",
                ));
            }
            None => Mode::Everyone,
            Some(_) if all_seats => {
                return Err(PyValueError::new_err("`all_seats` does not go with `bots`"));
            }
            Some(bots) => Mode::Against {
                bots: levels(bots, players - 1)?,
                chair: seat.map(|seat| plain::seat(seat, players)).transpose()?,
            },
        };
        if threads == 0 || 1024 < threads {
            return Err(PyValueError::new_err(format!(
                "there are 1 to 1024 threads, not {threads}"
            )));
        }
        let against = matches!(mode, Mode::Against { .. });
        let book = observation::book_of(&rules);
        let spec = Spec { rules, players, first, mode, book };
        let seeds = match seeds.filter(|seeds| !seeds.is_none()) {
            None => derived(seed, n)?,
            Some(seeds) => seeds_of(&seeds, n)?,
        };
        // Memory is promised before it is there: whoever takes too much is ended by the system, not told.
        let row = if all_seats { players * FEATURES } else { FEATURES };
        let mask = if packed_masks { PACKED } else { ACTIONS };
        let each = size_of::<Env>()
            + if observations.is_none() { row } else { 0 }
            + if masks.is_none() { mask } else { 0 };
        let wanted = n as u64 * each as u64;
        if memory_left().is_some_and(|left| left < wanted) {
            return Err(PyMemoryError::new_err(format!(
                "there is no memory for {n} environments: they take {} MB",
                wanted >> 20
            )));
        }
        let mut envs = room::<Env>(n)?;
        let wide = if all_seats { vec![n, players, FEATURES] } else { vec![n, FEATURES] };
        let pay = if against { vec![n] } else { vec![n, players] };
        let mask = if packed_masks {
            vec![vec![n, PACKED]]
        } else {
            vec![vec![n, ACTIONS], vec![n, PACKED]]
        };
        let (obs_shown, observations) =
            array::<u8>(py, "observations", observations, &[wide], false, false)?;
        let (mask_shown, masks) =
            array::<u8>(py, "masks", masks, &mask, !packed_masks, !packed_masks)?;
        let (pay_shown, rewards) = array::<f32>(py, "rewards", rewards, &[pay], false, false)?;
        let (done_shown, dones) = array::<u8>(py, "dones", dones, &[vec![n]], true, false)?;
        let (seat_shown, seats) = array::<u8>(py, "seats", seats, &[vec![n]], false, false)?;
        let shown = PyDict::new(py);
        shown.set_item("observations", obs_shown)?;
        shown.set_item("masks", mask_shown)?;
        shown.set_item("rewards", pay_shown)?;
        shown.set_item("dones", done_shown)?;
        shown.set_item("seats", seat_shown)?;
        let finals = match finals {
            None => None,
            Some(finals) => {
                let (view, finals) =
                    array::<u8>(py, "finals", Some(finals), &[vec![n, FEATURES]], false, false)?;
                shown.set_item("finals", view)?;
                Some(finals.unbind())
            }
        };
        let pool = if threads == 1 {
            None
        } else {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            Some(pool.map_err(|why| PyRuntimeError::new_err(format!("no threads: {why}")))?)
        };
        for stretch in seeds.chunks(if against { 1 } else { BETWEEN_LOOKS }) {
            py.detach(|| envs.extend(stretch.iter().map(|seed| Env::new(&spec, *seed))));
            py.check_signals()?;
        }
        let arrays = Arrays {
            observations: observations.unbind(),
            masks: masks.unbind(),
            rewards: rewards.unbind(),
            dones: dones.unbind(),
            seats: seats.unbind(),
            finals,
            shown: shown.unbind(),
        };
        let mut batch = VecEnv {
            spec,
            envs,
            arrays: Some(arrays),
            pool,
            all_seats,
            at_once: 0,
            torn: false,
            steps: 0,
        };
        batch.at_once = batch.least_at_once();
        batch.fill(py)?;
        Ok(batch)
    }

    /// Begins anew in every environment: with the seeds it has, with those that follow from `seed`, or with a list of them, one
    /// for each.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        self.arrays()?;
        if let Some(given) = seed.filter(|seed| !seed.is_none()) {
            let count = self.envs.len();
            let seeds = match plain::seed(given) {
                Ok(seed) => derived(seed, count)?,
                Err(_) if given.hasattr("__iter__")? => seeds_of(given, count)?,
                Err(why) => return Err(why),
            };
            for (env, seed) in self.envs.iter_mut().zip(seeds) {
                env.seed = seed;
            }
        }
        self.each(py, |spec, all_seats, _, env, mut row| {
            *env = Env::new(spec, env.seed);
            row.rewards.fill(0.0);
            *row.done = 0;
            show(spec, all_seats, env, &mut row);
        })
    }

    /// Plays one decision in every environment. Either all actions are legal, or nothing happens.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.arrays()?;
        self.ready()?;
        let actions = actions_of(actions, self.envs.len())?;
        let wrong =
            self.envs.iter().zip(&actions).position(|(env, action)| !env.legal.has(*action));
        if let Some(number) = wrong {
            let (env, action) = (&self.envs[number], actions[number]);
            return Err(crate::IllegalInput::new_err(format!(
                "environment {number}: {}",
                crate::not_legal(&env.state, action)
            )));
        }
        self.steps += 1;
        self.each(py, |spec, all_seats, number, env, mut row| {
            let finished = play_one(spec, env, actions[number] as Action, &mut row);
            tell(spec, all_seats, env, &mut row, finished);
        })
    }

    /// Draws a legal action for every environment, all with equal odds, and writes them into `out` (int64).
    #[pyo3(signature = (out=None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.arrays()?;
        self.ready()?;
        let (shown, typed) = array::<i64>(py, "out", out, &[vec![self.envs.len()]], false, false)?;
        let mut guard = typed.try_readwrite().map_err(|_| {
            PyValueError::new_err("the array `out` cannot be written: it is in use")
        })?;
        let slots = slice(&mut guard, "out", self.envs.len())?;
        for (env, slot) in self.envs.iter_mut().zip(slots) {
            *slot = env.sample().into();
        }
        Ok(shown)
    }

    /// Plays `steps` random legal decisions in every environment and fills the arrays with the last of them. Returns how many
    /// games ended.
    #[pyo3(signature = (steps=1))]
    fn step_random(&mut self, py: Python<'_>, steps: u64) -> PyResult<u64> {
        self.arrays()?;
        self.ready()?;
        let ended = AtomicU64::new(0);
        // One game is played for a while before the next, as long as nobody can look in between.
        let at_once = if matches!(self.spec.mode, Mode::Everyone) { BETWEEN_GAMES } else { 1 };
        let mut left = steps;
        while 0 < left {
            let now = left.min(at_once);
            left -= now;
            self.steps += now;
            self.each(py, |spec, all_seats, _, env, mut row| {
                let (mut finished, mut over) = (None, 0);
                for _ in 0..now {
                    let action = env.sample();
                    finished = play_one(spec, env, action, &mut row);
                    over += u64::from(finished.is_some());
                }
                tell(spec, all_seats, env, &mut row, finished);
                if 0 < over {
                    ended.fetch_add(over, Ordering::Relaxed);
                }
            })?;
            py.check_signals()?;
        }
        Ok(ended.into_inner())
    }

    /// Closes the batch and lets go of its arrays. Everything but `close` fails afterwards.
    fn close(&mut self) {
        self.arrays = None;
        self.envs = Vec::new();
        self.pool = None;
    }

    /// The game of environment `index` as it stands, chance and all.
    fn game(&self, index: usize) -> PyResult<crate::game::Game> {
        self.arrays()?;
        let env = self
            .envs
            .get(index)
            .ok_or_else(|| PyValueError::new_err(format!("there is no environment {index}")))?;
        Ok(crate::game::Game::of_env(env))
    }

    /// The seeds of the games that are being played: `Game(players, rules, seed=...)` has the same dice.
    #[getter]
    fn game_seeds(&self) -> Vec<u64> {
        self.envs.iter().map(|env| env.game_seed).collect()
    }

    /// The seeds of the environments.
    #[getter]
    fn env_seeds(&self) -> Vec<u64> {
        self.envs.iter().map(|env| env.seed).collect()
    }

    /// What every seat knows: uint8, a row for each environment (and seat, with `all_seats`).
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shown(py, "observations")
    }

    /// Which actions are legal.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shown(py, "masks")
    }

    /// What the last step paid: to every seat, or to the learner against bots.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shown(py, "rewards")
    }

    /// Where a game has ended in the last step: 1, or 2 if it was broken off.
    #[getter]
    fn dones<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shown(py, "dones")
    }

    /// Who is asked.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shown(py, "seats")
    }

    /// The last observations of games that have ended, if an array for them was given.
    #[getter]
    fn finals<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.arrays()?.shown.bind(py).get_item("finals")
    }

    /// How many environments there are.
    #[getter]
    fn n(&self) -> usize {
        self.envs.len()
    }

    /// How many monsters play in each.
    #[getter]
    fn players(&self) -> usize {
        self.spec.players
    }

    /// What they play by.
    #[getter]
    fn rules(&self) -> String {
        self.spec.rules.to_text()
    }

    /// Whether the batch is closed.
    #[getter]
    fn closed(&self) -> bool {
        self.arrays.is_none()
    }

    /// Bytes of one environment, without the caller's arrays.
    #[classattr]
    fn bytes_per_env() -> usize {
        size_of::<Env>()
    }

    fn __len__(&self) -> usize {
        self.envs.len()
    }

    fn __repr__(&self) -> String {
        let open = if self.arrays.is_some() { "" } else { ", closed" };
        format!(
            "VecEnv({}, players={}, rules=\"{}\"{open})",
            self.envs.len(),
            self.spec.players,
            self.spec.rules.to_text()
        )
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(
        &mut self,
        _kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) {
        self.close();
    }
}

impl VecEnv {
    fn fill(&mut self, py: Python<'_>) -> PyResult<()> {
        self.each(py, |spec, all_seats, _, env, mut row| show(spec, all_seats, env, &mut row))
    }

    fn shown<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let shown = self.arrays()?.shown.bind(py).get_item(name)?;
        shown.ok_or_else(|| PyRuntimeError::new_err("this environment is closed"))
    }
}

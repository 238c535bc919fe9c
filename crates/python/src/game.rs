//! One game, move by move, for people who want to see everything.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use engine::record::{NAME_MOST, Player};
use engine::{Answer, Card, Dice, Event, Input, Need, Outcome, Record, Seat, State, View};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyTuple, PyType};

use crate::env::Env;
use crate::space::action::{self, ACTIONS, Action, Legal};
use crate::space::multiset::{self, sets_of, unrank};
use crate::space::observation::{self, FEATURES};
use crate::{IllegalInput, not_legal, plain, utility};

/// One game at one moment.
///
/// Chance is given (`play({"rolled": "112ECH"})`) or drawn from a seed (`advance()`). Two games are equal if they stand at
/// the same position, whatever led there.
#[pyclass(module = "daikaiju", name = "Game")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) state: State,
    seed: Option<u64>,
    turn: u16,
    throw: u64,
    /// How it began: a record without inputs. `None` where it began from a position, and cannot be written as a record.
    header: Option<Arc<Record>>,
    inputs: Vec<Input>,
    book: u8,
}

impl Game {
    fn at(state: State) -> Game {
        let book = observation::book_of(state.rules());
        Game { state, seed: None, turn: 0, throw: 0, header: None, inputs: Vec::new(), book }
    }

    /// The game of an environment, with its chance and without its past.
    pub(crate) fn of_env(env: &Env) -> Game {
        let (turn, throw) = env.throw();
        Game { seed: Some(env.game_seed), turn, throw, ..Game::at(env.state) }
    }

    /// The game as a seat sees it.
    pub(crate) fn of_view(view: &View) -> Game {
        Game::at(view.imagine())
    }

    fn put(&mut self, input: Input, log: Option<&mut Vec<Event>>) -> PyResult<()> {
        self.state.play(input, log).map_err(|why| IllegalInput::new_err(why.to_string()))?;
        if let Some(header) = &mut self.header {
            if header.fair.is_some() {
                // It proves the chance of the record, and not that of a game which was played on from there.
                Arc::make_mut(header).fair = None;
            }
            self.inputs.push(input);
        }
        Ok(())
    }

    /// The seed that chance is drawn from.
    fn chance_seed(&self) -> PyResult<u64> {
        self.seed.ok_or_else(|| {
            PyRuntimeError::new_err(
                "this game has no seed: give the chance, or call reseed with one first",
            )
        })
    }

    /// What chance says next, by the seed.
    fn drawn(&mut self) -> PyResult<Option<Input>> {
        if matches!(self.state.need(), Need::Answer(_) | Need::Over(_)) {
            return Ok(None);
        }
        let seed = self.chance_seed()?;
        let turn = self.state.turn().number;
        if turn != self.turn {
            (self.turn, self.throw) = (turn, 0);
        }
        let input = lab::one_game::roll_or_reveal(&self.state, seed, self.throw);
        self.throw += 1;
        Ok(input)
    }

    fn run(&mut self, mut log: Option<&mut Vec<Event>>) -> PyResult<()> {
        while let Some(input) = self.drawn()? {
            self.put(input, log.as_deref_mut())?;
        }
        Ok(())
    }

    /// An answer or chance from Python: a number is an action.
    fn input(&self, given: &Bound<'_, PyAny>) -> PyResult<Input> {
        if given.is_instance_of::<PyInt>() || given.extract::<i64>().is_ok() {
            let number: i64 = given.extract()?;
            return self.answer(number).map(Input::Answer);
        }
        if let Ok(dict) = given.cast::<PyDict>() {
            let chance = ["rolled", "revealed", "starts", "answer"];
            let key = dict.keys().get_item(0).and_then(|key| key.extract::<String>());
            if dict.len() == 1 && key.is_ok_and(|key| chance.contains(&&key[..])) {
                return plain::take(given, "an input");
            }
        } else if let Ok(name) = given.cast::<PyString>() {
            // Plain words are answers in the engine's notation already.
            let name = name.to_str()?;
            if name.contains(':') {
                let action = action::named(name).ok_or_else(|| {
                    PyValueError::new_err(format!(
                        "there is no action `{name}`: `daikaiju.ACTIONS` has their names"
                    ))
                })?;
                return self.answer(action.into()).map(Input::Answer);
            }
        } else {
            let kind = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "an input is an action, an answer or a chance in the engine's notation, not a {kind}"
            )));
        }
        plain::take(given, "an answer").map(Input::Answer)
    }

    pub(crate) fn answer(&self, number: i64) -> PyResult<Answer> {
        let action = Action::try_from(number).ok();
        let answer = action.and_then(|action| action::answer(&self.state, action));
        answer.ok_or_else(|| IllegalInput::new_err(not_legal(&self.state, number)))
    }

    /// The answer that Python gives for this game: an action, or an answer in the engine's notation.
    pub(crate) fn answer_of_any(&self, given: &Bound<'_, PyAny>) -> PyResult<Answer> {
        match self.input(given)? {
            input @ Input::Answer(answer) => {
                self.state.check(input).map_err(|why| IllegalInput::new_err(why.to_string()))?;
                Ok(answer)
            }
            _ => Err(IllegalInput::new_err("an answer is needed here, not chance")),
        }
    }

    fn viewer(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Seat>> {
        match seat.filter(|seat| !seat.is_none()) {
            Some(seat) => plain::seat(seat, self.state.players()).map(Some),
            None => Ok(match self.state.need() {
                Need::Answer(ask) => Some(ask.seat),
                _ => Some(self.state.turn().seat),
            }),
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (players=2, rules=None, *, first=None, seed=None))]
    fn new(
        players: usize,
        rules: Option<&Bound<'_, PyAny>>,
        first: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Game> {
        let players = plain::players(players)?;
        let rules = plain::rules(rules)?;
        let first = first.map(|first| plain::seat(first, players)).transpose()?;
        let seed = seed.map(plain::seed).transpose()?;
        let state = State::new(&rules, players, first)
            .map_err(|why| PyValueError::new_err(why.to_string()))?;
        let letters = Seat::ALL[..players].iter().map(|seat| seat.to_string());
        let seats = letters.map(|name| Player { name, monster: None, bot: None });
        let header = Arc::new(Record::new(rules, seats.collect(), first));
        Ok(Game { seed, header: Some(header), ..Game::at(state) })
    }

    /// A game from a position: JSON text, or the same as a dictionary.
    #[staticmethod]
    #[pyo3(signature = (position, *, seed=None))]
    fn from_json(position: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        let state = match position.cast::<PyString>() {
            Ok(text) => State::from_json(text.to_str()?)
                .map_err(|why| PyValueError::new_err(format!("this is not a position: {why}")))?,
            Err(_) => plain::take(position, "a position")?,
        };
        let seed = seed.map(plain::seed).transpose()?;
        Ok(Game { seed, ..Game::at(state) })
    }

    /// A game from a record, after all its inputs or after the first `inputs` of them.
    #[staticmethod]
    #[pyo3(signature = (record, inputs=None, *, seed=None))]
    fn from_record(
        record: &str,
        inputs: Option<usize>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Game> {
        let mut header =
            Record::from_json(record).map_err(|why| PyValueError::new_err(why.to_string()))?;
        let mut state = header.start().map_err(|why| PyValueError::new_err(why.to_string()))?;
        let seed = seed.map(plain::seed).transpose()?;
        let mut played = std::mem::take(&mut header.inputs);
        let count = inputs.unwrap_or(played.len());
        if played.len() < count {
            return Err(PyValueError::new_err(format!(
                "the record has {} inputs, not {count}",
                played.len()
            )));
        }
        played.truncate(count);
        for (number, input) in played.iter().enumerate() {
            state
                .play(*input, None)
                .map_err(|why| IllegalInput::new_err(format!("inputs[{number}]: {why}")))?;
        }
        Ok(Game { seed, header: Some(Arc::new(header)), inputs: played, ..Game::at(state) })
    }

    /// What the game waits for, in the engine's notation.
    #[getter]
    fn need<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain::give(py, &self.state.need())
    }

    /// Who is asked; `None` if it is chance, or the game is over.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.state.need() {
            Need::Answer(ask) => Some(ask.seat.index()),
            _ => None,
        }
    }

    /// What is asked, such as `"roll"`; `None` if nobody is asked.
    #[getter]
    fn question<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.state.need() {
            Need::Answer(ask) => plain::give(py, &ask.question).map(Some),
            _ => Ok(None),
        }
    }

    /// Whether the game waits for dice, a card or who starts.
    #[getter]
    fn is_chance(&self) -> bool {
        matches!(self.state.need(), Need::Roll { .. } | Need::Reveal(_) | Need::Starter)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.state.need(), Need::Over(_))
    }

    /// How the game ended, in the engine's notation; `None` while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.state.need() {
            Need::Over(outcome) => plain::give(py, &outcome).map(Some),
            _ => Ok(None),
        }
    }

    /// Who has won; `None` while the game goes on, and if nobody has.
    #[getter]
    fn winner(&self) -> Option<usize> {
        match self.state.need() {
            Need::Over(outcome) => outcome.winner().map(Seat::index),
            _ => None,
        }
    }

    /// What the game is worth to each seat: 1 for a win, -1 shared by the others, 0 for all without a winner and before the
    /// end.
    #[getter]
    fn utilities(&self) -> Vec<f64> {
        let players = self.state.players();
        match self.state.need() {
            Need::Over(outcome) => utility(outcome, players)[..players].to_vec(),
            _ => vec![0.0; players],
        }
    }

    /// How many monsters began the game.
    #[getter]
    fn players(&self) -> usize {
        self.state.players()
    }

    /// What is played by: a book and the switches that differ.
    #[getter]
    fn rules(&self) -> String {
        self.state.rules().to_text()
    }

    /// The number of the turn, from 1.
    #[getter]
    fn turn(&self) -> u16 {
        self.state.turn().number
    }

    /// Whose turn it is.
    #[getter]
    fn active(&self) -> usize {
        self.state.turn().seat.index()
    }

    /// Who is still alive.
    #[getter]
    fn living(&self) -> Vec<usize> {
        self.state.living().iter().map(Seat::index).collect()
    }

    /// The dice of the turn as letters: `1 2 3 E C H`.
    #[getter]
    fn dice(&self) -> String {
        self.state.turn().dice.to_string()
    }

    /// Rerolls left.
    #[getter]
    fn rerolls(&self) -> u8 {
        self.state.turn().rerolls
    }

    /// The cards in the market; `None` for an empty place.
    #[getter]
    fn market(&self) -> Vec<Option<&'static str>> {
        self.state.market().iter().map(|card| card.map(Card::id)).collect()
    }

    /// One monster: hearts, stars, energy, poison, shrink, place, cards.
    fn monster<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let seat = plain::seat(seat, self.state.players())?;
        let monster = self.state.monster(seat);
        let dict = PyDict::new(py);
        dict.set_item("hearts", monster.hearts)?;
        dict.set_item("hearts_max", self.state.hearts_max(seat))?;
        dict.set_item("stars", monster.stars)?;
        dict.set_item("energy", monster.energy)?;
        dict.set_item("poison", monster.poison)?;
        dict.set_item("shrink", monster.shrink)?;
        dict.set_item("alive", self.state.living().has(seat))?;
        dict.set_item("place", plain::give(py, &self.state.spot(seat))?)?;
        dict.set_item("cards", monster.cards.iter().map(Card::id).collect::<Vec<_>>())?;
        Ok(dict)
    }

    /// All legal answers in the engine's notation; none if nobody is asked.
    fn legal_answers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for answer in self.state.answers().iter() {
            list.append(plain::give(py, &answer)?)?;
        }
        Ok(list)
    }

    /// All legal actions; none if nobody is asked.
    fn legal_actions(&self) -> Vec<Action> {
        Legal::of(&self.state).list()
    }

    /// Which actions are legal, as an array of bool; written into `out` (uint8) if one is given.
    #[pyo3(signature = (out=None))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        write(py, out, ACTIONS, |into| Legal::of(&self.state).write(into))
    }

    /// The answer behind an action, in the engine's notation.
    fn answer_of<'py>(&self, py: Python<'py>, action: i64) -> PyResult<Bound<'py, PyAny>> {
        plain::give(py, &self.answer(action)?)
    }

    /// The number of a legal answer.
    fn action_of(&self, answer: &Bound<'_, PyAny>) -> PyResult<Action> {
        let answer = self.answer_of_any(answer)?;
        let Need::Answer(ask) = self.state.need() else {
            return Err(IllegalInput::new_err("nobody is asked here"));
        };
        action::encode(&self.state, ask, answer)
            .ok_or_else(|| PyRuntimeError::new_err("this answer has no number: please report it"))
    }

    /// The action that keeps these dice (`"33C"`, in any order) and throws the others again; to keep all is to stop.
    fn keep(&self, dice: &str) -> PyResult<Action> {
        let row = self.state.turn().dice;
        let kept = Dice::parse(dice).map(Dice::counts);
        let keep = kept.filter(|keep| multiset::without(&row.counts(), keep).is_some());
        let Some(keep) = keep else {
            return Err(PyValueError::new_err(format!(
                "`{dice}` cannot be kept: the dice are `{row}`, letters from 1 2 3 E C H"
            )));
        };
        let all = multiset::size(&keep) == row.len();
        let action =
            if all { action::PASS } else { action::keep_action(&row.counts(), &keep) as Action };
        if Legal::of(&self.state).has(action.into()) {
            return Ok(action);
        }
        Err(IllegalInput::new_err(not_legal(&self.state, action.into())))
    }

    /// What a seat knows, as bytes with names (see `daikaiju.FEATURES`): by default whoever is asked. Written into `out` if one
    /// is given.
    #[pyo3(signature = (seat=None, out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.viewer(seat)?;
        write(py, out, FEATURES, |into| observation::observe(&self.state, seat, self.book, into))
    }

    /// Plays an action, an answer or a chance and returns what happened. A wrong one changes nothing.
    #[pyo3(signature = (input, *, events=true))]
    fn play<'py>(
        &mut self,
        py: Python<'py>,
        input: &Bound<'py, PyAny>,
        events: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        let input = self.input(input)?;
        let mut log = Vec::new();
        self.put(input, events.then_some(&mut log))?;
        told(py, &log)
    }

    /// Lets chance play by the seed until a player is asked or the game is over; returns what happened.
    #[pyo3(signature = (*, events=true))]
    fn advance<'py>(&mut self, py: Python<'py>, events: bool) -> PyResult<Bound<'py, PyList>> {
        let mut log = Vec::new();
        self.run(events.then_some(&mut log))?;
        told(py, &log)
    }

    /// Plays an action and then chance by the seed. Returns who is asked next, or `None` if the game is over.
    fn act(&mut self, action: i64) -> PyResult<Option<usize>> {
        self.chance_seed()?;
        let answer = self.answer(action)?;
        self.put(Input::Answer(answer), None)?;
        self.run(None)?;
        Ok(self.seat())
    }

    /// Everything chance can say here: pairs of a number for `play_outcome` and its probability. Dice have no order.
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        match self.state.need() {
            Need::Roll { count, .. } => {
                let dice = count as usize;
                let all = 0..sets_of(dice);
                all.map(|number| (number, multiset::chance(&unrank(dice, number)))).collect()
            }
            Need::Reveal(_) => {
                let deck = self.state.deck();
                let each = 1.0 / deck.len() as f64;
                deck.iter().map(|card| (card.index(), each)).collect()
            }
            Need::Starter => {
                let living = self.state.living();
                let each = 1.0 / living.len() as f64;
                living.iter().map(|seat| (seat.index(), each)).collect()
            }
            Need::Answer(_) | Need::Over(_) => Vec::new(),
        }
    }

    /// The chance behind a number of `chance_outcomes`, in the engine's notation.
    fn outcome_input<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyAny>> {
        plain::give(py, &self.outcome_of(number)?)
    }

    /// Plays the chance with this number.
    fn play_outcome(&mut self, number: usize) -> PyResult<()> {
        let input = self.outcome_of(number)?;
        self.put(input, None)
    }

    /// Every legal action with the game right after it, before any chance.
    fn afterstates(&self) -> PyResult<Vec<(Action, Game)>> {
        let mut all = Vec::new();
        for number in Legal::of(&self.state).list() {
            let mut next = self.clone();
            let answer = next.answer(number.into())?;
            next.put(Input::Answer(answer), None)?;
            all.push((number, next));
        }
        Ok(all)
    }

    /// What the dice as they lie would do.
    fn preview<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain::give(py, &self.state.preview())
    }

    /// The game as a seat sees it: what is hidden from it does not exist in the result. Without a seat, as a watcher.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        let seat = seat.filter(|seat| !seat.is_none());
        let seat = seat.map(|seat| plain::seat(seat, self.state.players())).transpose()?;
        Ok(Game::of_view(&self.state.view(seat)))
    }

    /// The same game once more.
    #[pyo3(name = "clone")]
    fn another(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    /// Draws chance from this seed from now on; `None`: chance has to be given.
    #[pyo3(signature = (seed=None))]
    fn reseed(&mut self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        self.seed = seed.map(plain::seed).transpose()?;
        Ok(())
    }

    /// The seed that chance is drawn from.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The position as JSON, compact or over several lines.
    #[pyo3(signature = (*, pretty=false))]
    fn to_json(&self, pretty: bool) -> String {
        if pretty { self.state.to_json_pretty() } else { self.state.to_json() }
    }

    /// The position as plain data.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain::give(py, &self.state)
    }

    /// Sixteen hexadecimal digits that say the position in short: the FNV-1a hash of its JSON, the same on every machine.
    fn digest(&self) -> String {
        format!("{:016x}", self.state.digest())
    }

    /// Everything that came in so far, in the engine's notation. Only for games that began at their beginning.
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain::give(py, &self.inputs)
    }

    /// The game as a record that every program of the project can replay. Whoever sat there keeps name and monster, but for
    /// `names`.
    #[pyo3(signature = (names=None))]
    fn to_record(&self, names: Option<Vec<String>>) -> PyResult<String> {
        self.as_record(names)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.borrow().state == self.state)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let need = match self.state.need() {
            Need::Answer(ask) => format!("seat {} is asked {:?}", ask.seat, ask.question),
            Need::Roll { seat, count } => format!("seat {seat} throws {count} dice"),
            Need::Reveal(_) => "a card is revealed".to_owned(),
            Need::Starter => "somebody has to start".to_owned(),
            Need::Over(Outcome::Stars(seat)) => format!("seat {seat} has won by stars"),
            Need::Over(Outcome::LastStanding(seat)) => format!("seat {seat} is the last standing"),
            Need::Over(_) => "nobody has won".to_owned(),
        };
        let rules = self.state.rules().to_text();
        format!("<Game of {}, {rules}, turn {}: {need}>", self.players(), self.turn())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let game = slf.borrow();
        let make = py.get_type::<Game>().getattr("_restore")?;
        let record = game.header.as_ref().map(|_| game.as_record(None)).transpose()?;
        let all = (game.state.to_json(), game.seed, game.turn, game.throw, record);
        Ok((make, all.into_pyobject(py)?))
    }

    #[classmethod]
    fn _restore(
        _kind: &Bound<'_, PyType>,
        position: &str,
        seed: Option<u64>,
        turn: u16,
        throw: u64,
        record: Option<&str>,
    ) -> PyResult<Game> {
        let wrong = |why: String| PyValueError::new_err(format!("this is not a game: {why}"));
        let state = State::from_json(position).map_err(|why| wrong(why.to_string()))?;
        let mut game = Game { seed, turn, throw, ..Game::at(state) };
        if let Some(record) = record {
            let mut header = Record::from_json(record).map_err(|why| wrong(why.to_string()))?;
            game.inputs = std::mem::take(&mut header.inputs);
            game.header = Some(Arc::new(header));
        }
        Ok(game)
    }
}

impl Game {
    /// The game as a record.
    pub(crate) fn as_record(&self, names: Option<Vec<String>>) -> PyResult<String> {
        let Some(header) = &self.header else {
            return Err(PyRuntimeError::new_err(
                "a game that began from a position cannot be written as a record",
            ));
        };
        let mut record = Record::clone(header);
        if let Some(names) = names {
            let players = record.players.len();
            if names.len() != players {
                return Err(PyValueError::new_err(format!(
                    "{} names were given for {players} players",
                    names.len()
                )));
            }
            if let Some(long) = names.iter().find(|name| NAME_MOST < name.chars().count()) {
                return Err(PyValueError::new_err(format!(
                    "`{long}` is too long: a name has at most {NAME_MOST} characters"
                )));
            }
            for (player, name) in record.players.iter_mut().zip(names) {
                player.name = name;
            }
        }
        record.inputs = self.inputs.clone();
        Ok(record.to_json())
    }

    fn outcome_of(&self, number: usize) -> PyResult<Input> {
        let input = match self.state.need() {
            Need::Roll { count, .. } if number < sets_of(count as usize) => {
                Some(Input::Rolled(multiset::row(&unrank(count as usize, number))))
            }
            Need::Reveal(_) => {
                let card = Card::at(number).filter(|card| self.state.deck().has(*card));
                card.map(Input::Revealed)
            }
            Need::Starter => Seat::at(number).map(Input::Starts),
            _ => None,
        };
        input.ok_or_else(|| IllegalInput::new_err(format!("chance cannot say {number} here")))
    }
}

/// Events as a list of dictionaries.
fn told<'py>(py: Python<'py>, log: &[Event]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for event in log {
        list.append(plain::give(py, event)?)?;
    }
    Ok(list)
}

/// Fills an array of bytes from outside, or a new one.
fn write<'py>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    size: usize,
    fill: impl FnOnce(&mut [u8]),
) -> PyResult<Bound<'py, PyAny>> {
    let Some(out) = out.filter(|out| !out.is_none()) else {
        let array = PyArray1::<u8>::zeros(py, size, false);
        if let Ok(slice) = array.readwrite().as_slice_mut() {
            fill(slice);
        }
        return array.into_bound_py_any(py);
    };
    let wrong = || {
        PyValueError::new_err(format!(
            "`out` has to be a writeable, contiguous array of type uint8 and shape ({size},)"
        ))
    };
    {
        let array = out.cast::<PyArray1<u8>>().map_err(|_| wrong())?;
        let mut guard = array.try_readwrite().map_err(|_| wrong())?;
        match guard.as_slice_mut() {
            Ok(slice) if slice.len() == size => fill(slice),
            _ => return Err(wrong()),
        }
    }
    Ok(out)
}

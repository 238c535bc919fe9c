//! Bots from the ladder and from Python, alone and against each other, by the protocol of the arena: every block plays all
//! rotations of the seats on the same dice.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use bots::chance::Chance;
use bots::{Bot as Player, Level, Opponent};
use engine::laws::Trial;
use engine::{Answer, Ask, CARDS, Need, Outcome, Rules, State, View};
use lab::luck::LuckMeter;
use lab::one_game::{Nobody, Watcher, new_game, play};
use lab::stats::Mean;
use numpy::{IntoPyArray, PyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::analysis::patiently;
use crate::game::Game;
use crate::plain;
use crate::space::action;

/// A bot of the ladder. The same seed plays the same way.
#[pyclass(module = "daikaiju", name = "Bot")]
pub(crate) struct Bot {
    name: String,
    seed: u64,
    bot: Arc<Mutex<Box<dyn Player + Send>>>,
    /// Whether an answer takes long enough to listen to the keyboard meanwhile.
    thinks: bool,
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (level, seed=0))]
    fn new(level: &str, seed: u64) -> PyResult<Bot> {
        let opponent = crate::opponent(level)?;
        Ok(Bot {
            name: level.to_owned(),
            seed,
            bot: Arc::new(Mutex::new(opponent.bot(seed))),
            thinks: opponent.level == Level::Champion,
        })
    }

    /// Its level, and its style if it has one.
    #[getter]
    fn level(&self) -> &str {
        &self.name
    }

    /// Its answer to the present question, as an action. It sees what the asked seat sees.
    fn __call__(&self, py: Python<'_>, game: PyRef<'_, Game>) -> PyResult<u16> {
        let (ask, answer) = self.think(py, &game)?;
        action::encode(&game.state, ask, answer)
            .ok_or_else(|| PyValueError::new_err("this answer has no number: please report it"))
    }

    /// The same as `__call__`.
    fn action(&self, py: Python<'_>, game: PyRef<'_, Game>) -> PyResult<u16> {
        self.__call__(py, game)
    }

    /// Its answer in the engine's notation. Where dice are equal it may name others than `action` stands for.
    fn answer<'py>(&self, py: Python<'py>, game: PyRef<'py, Game>) -> PyResult<Bound<'py, PyAny>> {
        let (_, answer) = self.think(py, &game)?;
        plain::give(py, &answer)
    }

    fn __repr__(&self) -> String {
        format!("Bot(\"{}\", seed={})", self.name, self.seed)
    }
}

impl Bot {
    fn think(&self, py: Python<'_>, game: &Game) -> PyResult<(Ask, Answer)> {
        let Need::Answer(ask) = game.state.need() else {
            return Err(PyValueError::new_err("nobody is asked here"));
        };
        let view = game.state.view(Some(ask.seat));
        let bot = Arc::clone(&self.bot);
        let think = move || bot.lock().unwrap_or_else(PoisonError::into_inner).answer(&view);
        let answer = if self.thinks { patiently(py, move |_| think())? } else { py.detach(think) };
        let fits = view.answers().contains(answer);
        Ok((ask, if fits { answer } else { bots::mind::usual(&view, &ask, &view.answers()) }))
    }
}

/// Somebody at the table: a level of the ladder, or a function in Python.
enum Contestant {
    Ladder(Opponent, String),
    Python(Py<PyAny>),
}

/// Decisions of the engine alone between two looks at the keyboard.
const BETWEEN_LOOKS: u64 = 1 << 20;

/// What went wrong in a function in Python.
type Trouble = Arc<Mutex<Option<PyErr>>>;

impl Contestant {
    fn of(given: &Bound<'_, PyAny>) -> PyResult<Contestant> {
        if let Ok(name) = given.cast::<PyString>() {
            let name = name.to_str()?;
            return Ok(Contestant::Ladder(crate::opponent(name)?, name.to_owned()));
        }
        if given.is_callable() {
            return Ok(Contestant::Python(given.clone().unbind()));
        }
        Err(PyTypeError::new_err(
            "a bot is the name of a level, or a function that takes a game and returns an action",
        ))
    }

    fn name(&self, py: Python<'_>) -> String {
        match self {
            Contestant::Ladder(_, name) => name.clone(),
            Contestant::Python(call) => {
                let call = call.bind(py);
                let name =
                    call.getattr("__name__").or_else(|_| call.get_type().getattr("__name__"));
                name.and_then(|name| name.extract()).unwrap_or_else(|_| "python".to_owned())
            }
        }
    }

    fn bot(&self, py: Python<'_>, seed: u64, trouble: &Trouble) -> Box<dyn Player + Send> {
        match self {
            Contestant::Ladder(level, _) => level.bot(seed),
            Contestant::Python(call) => Box::new(Called {
                call: call.clone_ref(py),
                name: self.name(py),
                trouble: Arc::clone(trouble),
            }),
        }
    }
}

/// A function in Python as a player.
struct Called {
    call: Py<PyAny>,
    name: String,
    trouble: Trouble,
}

impl Player for Called {
    fn answer(&mut self, view: &View) -> Answer {
        let Need::Answer(ask) = view.need() else { return Answer::Pass };
        let usual = || bots::mind::usual(view, &ask, &view.answers());
        let lost = self.trouble.lock().map_or(true, |trouble| trouble.is_some());
        if lost {
            // The match is lost already: play to the end of the game without asking.
            return usual();
        }
        let answer = Python::attach(|py| {
            let game = Game::of_view(view);
            let shown = Py::new(py, game.clone())?;
            let said = self.call.bind(py).call1((shown,))?;
            game.answer_of_any(&said).map_err(|why| self.blamed(py, &said, &why))
        });
        answer.unwrap_or_else(|why| {
            if let Ok(mut trouble) = self.trouble.lock() {
                trouble.get_or_insert(why);
            }
            usual()
        })
    }
}

impl Called {
    /// Says whose answer it was.
    fn blamed(&self, py: Python<'_>, said: &Bound<'_, PyAny>, why: &PyErr) -> PyErr {
        let said = said.repr().map_or_else(|_| "something".to_owned(), |text| text.to_string());
        let sentence = format!("the bot `{}` returned {said}: {}", self.name, why.value(py));
        let kind = why.get_type(py);
        match kind.call1((sentence,)) {
            Ok(error) => PyErr::from_value(error),
            Err(_) => why.clone_ref(py),
        }
    }
}

fn seated(given: &Bound<'_, PyAny>, players: usize) -> PyResult<Vec<Contestant>> {
    if given.cast::<PyString>().is_ok() || given.is_callable() {
        return (0..players).map(|_| Contestant::of(given)).collect();
    }
    let all: Vec<Bound<'_, PyAny>> = given
        .extract()
        .map_err(|_| PyTypeError::new_err("`bots` is a bot, or a list with a bot for each seat"))?;
    if all.len() != players {
        return Err(PyValueError::new_err(format!(
            "{} bots do not fit a table of {players}",
            all.len()
        )));
    }
    all.iter().map(Contestant::of).collect()
}

/// One game as it went.
struct Line {
    seed: u64,
    turns: u16,
    winner: i8,
    by_stars: bool,
    starter: u8,
    decisions: u32,
    stars: [u8; 6],
    hearts: [u8; 6],
    bought: [u8; CARDS],
}

/// Counts decisions and remembers who bought what.
struct Notes {
    decisions: u32,
    bought: [u8; CARDS],
}

impl Watcher for Notes {
    fn answered(&mut self, state: &State, ask: &Ask, answer: Answer) {
        self.decisions += 1;
        if let Answer::Buy(place) = answer
            && let Some(card) = state.card_at(place)
        {
            self.bought[card.index()] |= 1 << ask.seat.index();
        }
    }
}

fn one_game(
    seats: &mut [Box<dyn Player + Send>],
    rules: &Rules,
    players: usize,
    seed: u64,
) -> Line {
    let mut notes = Notes { decisions: 0, bought: [0; CARDS] };
    let (state, outcome) = play(new_game(*rules, players), seats, seed, &mut notes);
    let winner = outcome.and_then(Outcome::winner);
    let mut line = Line {
        seed,
        turns: state.turn().number,
        winner: winner.map_or(-1, |seat| seat.index() as i8),
        by_stars: matches!(outcome, Some(Outcome::Stars(_))),
        starter: state.starter().index() as u8,
        decisions: notes.decisions,
        stars: [0; 6],
        hearts: [0; 6],
        bought: notes.bought,
    };
    for seat in state.seats().iter() {
        line.stars[seat.index()] = state.monster(seat).stars;
        line.hearts[seat.index()] = state.monster(seat).hearts;
    }
    line
}

/// Plays games and returns columns, an entry for each game: seed, turns, winner (-1: nobody), by_stars, starter, decisions,
/// stars and hearts at the end (a column for each seat), bought (a column for each card; bit `n`: seat `n` bought it).
#[pyfunction]
#[pyo3(signature = (bots, games=100, players=2, rules=None, seed=0))]
pub(crate) fn play_games<'py>(
    py: Python<'py>,
    bots: &Bound<'py, PyAny>,
    games: u64,
    players: usize,
    rules: Option<&Bound<'py, PyAny>>,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let players = plain::players(players)?;
    let rules = plain::rules(rules)?;
    let seats = seated(bots, players)?;
    let bot_seed = move |seed: u64, seat: usize| Chance::part(seed, seat as u64).next();
    let levels: Option<Vec<Opponent>> = seats
        .iter()
        .map(|seat| match seat {
            Contestant::Ladder(level, _) => Some(*level),
            Contestant::Python(_) => None,
        })
        .collect();
    let lines: Vec<Line> = match levels {
        Some(levels) => patiently(py, move |stop| {
            (0..games)
                .map_while(|number| {
                    if stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    let seed = Chance::part(seed, number).next();
                    let mut seats: Vec<_> = levels
                        .iter()
                        .enumerate()
                        .map(|(seat, level)| level.bot(bot_seed(seed, seat)))
                        .collect();
                    Some(one_game(&mut seats, &rules, players, seed))
                })
                .collect()
        })?,
        None => {
            let trouble = Trouble::default();
            let mut lines = Vec::new();
            for number in 0..games {
                let seed = Chance::part(seed, number).next();
                let mut table: Vec<_> = seats
                    .iter()
                    .enumerate()
                    .map(|(seat, who)| who.bot(py, bot_seed(seed, seat), &trouble))
                    .collect();
                lines.push(one_game(&mut table, &rules, players, seed));
                raise(&trouble)?;
                py.check_signals()?;
            }
            lines
        }
    };
    let columns = PyDict::new(py);
    let wide = |of: &dyn Fn(&Line) -> Vec<u8>| {
        let rows: Vec<Vec<u8>> = lines.iter().map(of).collect();
        PyArray2::from_vec2(py, &rows).map_err(|why| PyValueError::new_err(why.to_string()))
    };
    columns.set_item("seed", lines.iter().map(|l| l.seed).collect::<Vec<_>>().into_pyarray(py))?;
    columns
        .set_item("turns", lines.iter().map(|l| l.turns).collect::<Vec<_>>().into_pyarray(py))?;
    columns
        .set_item("winner", lines.iter().map(|l| l.winner).collect::<Vec<_>>().into_pyarray(py))?;
    columns.set_item(
        "by_stars",
        lines.iter().map(|l| l.by_stars).collect::<Vec<_>>().into_pyarray(py),
    )?;
    columns.set_item(
        "starter",
        lines.iter().map(|l| l.starter).collect::<Vec<_>>().into_pyarray(py),
    )?;
    columns.set_item(
        "decisions",
        lines.iter().map(|l| l.decisions).collect::<Vec<_>>().into_pyarray(py),
    )?;
    columns.set_item("stars", wide(&|l| l.stars[..players].to_vec())?)?;
    columns.set_item("hearts", wide(&|l| l.hearts[..players].to_vec())?)?;
    columns.set_item("bought", wide(&|l| l.bought.to_vec())?)?;
    Ok(columns)
}

fn raise(trouble: &Trouble) -> PyResult<()> {
    match trouble.lock().ok().and_then(|mut trouble| trouble.take()) {
        Some(why) => Err(why),
        None => Ok(()),
    }
}

/// Plays one block: the first bot once in every seat, the others round it, all on the same dice.
fn block(
    count: usize,
    rules: &Rules,
    seed: u64,
    luck: bool,
    seat_bots: &mut dyn FnMut(usize) -> Vec<Box<dyn Player + Send>>,
) -> (f64, f64) {
    let (mut raw, mut adjusted) = (0.0, 0.0);
    for turn in 0..count {
        let mut table = seat_bots(turn);
        let state = new_game(*rules, count);
        let share = |(state, outcome): (State, Option<Outcome>)| {
            outcome.map_or(1.0 / count as f64, |outcome| outcome.shares(state.seats())[turn])
        };
        let (share, luck) = if luck {
            let mut watcher = LuckMeter::new();
            (share(play(state, &mut table, seed, &mut watcher)), watcher.sum()[turn])
        } else {
            (share(play(state, &mut table, seed, &mut Nobody)), 0.0)
        };
        raw += share;
        adjusted += share - luck;
    }
    (raw / count as f64, adjusted / count as f64)
}

/// The 95 % interval of a share of wins: Wilson's, which stays within 0 and 1 and does not shrink to a point where all games
/// were won or lost. Games of a block are on the same dice and not independent, so it is taken for as many independent games
/// as would spread like these blocks (at most twice as many as were played).
fn interval(blocks: &Mean, games: f64) -> (f64, f64) {
    let (share, z2) = (blocks.mean(), 1.96f64.powi(2));
    let spread = blocks.variance() / blocks.count;
    let alone = share * (1.0 - share);
    let count = if alone <= 0.0 { games } else { (alone / spread).min(2.0 * games) };
    let middle = (share + z2 / (2.0 * count)) / (1.0 + z2 / count);
    let half = (z2 * (alone / count + z2 / (4.0 * count * count))).sqrt() / (1.0 + z2 / count);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// Lets one bot play against copies of another and returns how it went: games, share of wins with its 95 % interval
/// (Wilson's), and the same with the luck of the dice taken off. A bot is the name of a level, or a function that takes a game
/// and returns an action. The same seed gives the same dice as `daikaiju arena`.
#[pyfunction]
#[pyo3(signature = (bot, against=None, *, players=2, blocks=100, rules=None, seed=1, luck=true))]
#[expect(clippy::too_many_arguments, reason = "all but the first have names in Python")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    bot: &Bound<'py, PyAny>,
    against: Option<&Bound<'py, PyAny>>,
    players: usize,
    blocks: u64,
    rules: Option<&Bound<'py, PyAny>>,
    seed: u64,
    luck: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let players = plain::players(players)?;
    let rules = plain::rules(rules)?;
    let measured = Contestant::of(bot)?;
    let other = match against.filter(|against| !against.is_none()) {
        Some(against) => Contestant::of(against)?,
        None => Contestant::of(PyString::new(py, "angry").as_any())?,
    };
    let names = (measured.name(py), other.name(py));
    if blocks == 0 {
        return Err(PyValueError::new_err("a match has at least one block"));
    }
    let bot_seed = |seed: u64, seat: usize| Chance::part(seed, 77 + seat as u64).next();
    let (mut raw, mut adjusted) = (Mean::default(), Mean::default());
    if let (Contestant::Ladder(level, _), Contestant::Ladder(other, _)) = (&measured, &other) {
        let (level, other) = (*level, *other);
        (raw, adjusted) = patiently(py, move |stop| {
            let (mut raw, mut adjusted) = (Mean::default(), Mean::default());
            for number in 0..blocks {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let seed = Chance::part(seed, number).next();
                let mut table = |turn: usize| {
                    (0..players)
                        .map(|seat| {
                            let who = if seat == turn { level } else { other };
                            who.bot(bot_seed(seed, seat))
                        })
                        .collect()
                };
                let (share, less_luck) = block(players, &rules, seed, luck, &mut table);
                raw.add(share);
                adjusted.add(less_luck);
            }
            (raw, adjusted)
        })?;
    } else {
        let trouble = Trouble::default();
        for number in 0..blocks {
            let seed = Chance::part(seed, number).next();
            let mut table = |turn: usize| {
                (0..players)
                    .map(|seat| {
                        let who = if seat == turn { &measured } else { &other };
                        who.bot(py, bot_seed(seed, seat), &trouble)
                    })
                    .collect()
            };
            let (share, less_luck) = block(players, &rules, seed, luck, &mut table);
            raise(&trouble)?;
            raw.add(share);
            adjusted.add(less_luck);
            py.check_signals()?;
        }
    }
    let games = blocks * players as u64;
    let (low, high) = interval(&raw, games as f64);
    let report = PyDict::new(py);
    report.set_item("bot", names.0)?;
    report.set_item("against", names.1)?;
    report.set_item("players", players)?;
    report.set_item("rules", rules.to_text())?;
    report.set_item("seed", seed)?;
    report.set_item("games", games)?;
    report.set_item("fair", 1.0 / players as f64)?;
    report.set_item("wins", raw.mean())?;
    report.set_item("low", low)?;
    report.set_item("high", high)?;
    if luck {
        report.set_item("adjusted", adjusted.mean())?;
        report.set_item("adjusted_low", adjusted.mean() - adjusted.half_width(1.96))?;
        report.set_item("adjusted_high", adjusted.mean() + adjusted.half_width(1.96))?;
    }
    Ok(report)
}

/// The random game that `daikaiju random --seed` writes, as a record.
#[pyfunction]
#[pyo3(signature = (seed, players=4, rules=None))]
pub(crate) fn random_record(
    seed: u64,
    players: usize,
    rules: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let trial = Trial { seed, players: plain::players(players)?, rules: plain::rules(rules)? };
    let record = trial.run(0).map_err(|why| PyValueError::new_err(why.to_string()))?;
    Ok(record.to_json())
}

/// Plays random games in the engine alone, without spaces, until this many decisions are made; returns how many there were.
/// For comparing speeds.
#[pyfunction]
pub(crate) fn engine_speed(
    py: Python<'_>,
    players: usize,
    seed: u64,
    decisions: u64,
) -> PyResult<u64> {
    let players = plain::players(players)?;
    let mut made = 0;
    for part in 0.. {
        if decisions <= made {
            break;
        }
        let now = (decisions - made).min(BETWEEN_LOOKS);
        made += py.detach(|| engine::random::games(players, seed.wrapping_add(part), now));
        py.check_signals()?;
    }
    Ok(made)
}

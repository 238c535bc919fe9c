//! Puzzles from games: moments in which one answer is better than all others by 8 points, found by the net and confirmed
//! by playing out, chosen for variety.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use bots::chance::Chance;
use bots::mind::{Learned, Mind, same_answer};
use bots::rollouts::{Estimate, Manner, Rollouts};
use bots::{Level, Opponent};
use engine::{Answer, Ask, Need, Record, Rulebook, State};
use rayon::prelude::*;
use review::{CLEAR, Kind, PlayedOut, Puzzle, SURE};

use crate::contestant::Contestant;
use crate::one_game::{Watcher, new_game, play};
use crate::output::with_threads;
use crate::progress::Progress;
use crate::starts::drawn_start;
use crate::stop::Stop;

/// Make puzzles of games: moments in which one answer is better by 8 points or more, and playing out agrees
#[derive(Clone, Debug, clap::Args)]
pub struct PuzzlesArgs {
    /// Where the moments come from: `self-play`, or game records
    #[arg(long, num_args = 1.., default_value = "self-play")]
    pub from: Vec<String>,
    /// How many puzzles; those that the file has already count
    #[arg(long, short = 'n', default_value_t = 300)]
    pub count: usize,
    /// Only of these kinds: keep, dice, order, yield, defence, purchase, card
    #[arg(long, value_delimiter = ',')]
    pub kinds: Vec<String>,
    /// Begin games of self-play in the middle, with cards in everybody's hands: for defences and other kinds that are rare
    #[arg(long)]
    pub cards: bool,
    /// Games for each answer that is played out, at most: fewer where it is clear before
    #[arg(long, short, default_value_t = 400)]
    pub rollouts: usize,
    /// The net judges after this many turns of a game
    #[arg(long, default_value_t = 8)]
    pub turns: u16,
    /// At most this many games of self-play
    #[arg(long, default_value_t = 20_000)]
    pub games: u64,
    /// The file to which they are added, one puzzle in a line; without it they are printed
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// Look only whether every puzzle of the file is sound
    #[arg(long, requires = "out")]
    pub check: bool,
    /// Seed of the games
    #[arg(long, default_value_t = 2026)]
    pub seed: u64,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
}

/// Who plays: strong and weak ones, so that the moments are such as people meet.
const PLAYERS: [&str; 6] = ["ruthless", "fierce", "gentle", "ruthless~0.05", "angry", "fierce"];
/// How many sit at the table, one game after the other.
const TABLES: [usize; 6] = [4, 3, 2, 5, 4, 6];
/// Answers that are played out, and how far behind the best they may be by the net.
const ANSWERS: usize = 4;
const NEAR: f64 = 0.25;
/// How many games are played before anybody looks who is behind, and then again and again.
const LOOK: usize = 50;
/// A puzzle has been played out this often at least.
const LEAST: usize = 100;
/// Games for each answer to say why.
const WHY: usize = 200;
/// How often the noisy bot is asked how it would answer.
const TRIES: u64 = 10;

/// Of which kinds puzzles are, and how many of a hundred at most.
const SHARES: [(&[Kind], usize); 4] = [
    (&[Kind::Keep], 45),
    (&[Kind::Yield], 40),
    (&[Kind::Purchase], 45),
    (&[Kind::Dice, Kind::Order, Kind::Defence, Kind::Card], 30),
];
/// How many moments of a group of kinds are taken from one game.
const OF_A_GAME: usize = 2;
/// How many cards the first look tries where one is revealed; playing out says more.
const WIDTH: u32 = 4;

fn group(kind: Kind) -> usize {
    SHARES.iter().position(|(kinds, _)| kinds.contains(&kind)).unwrap_or(0)
}

/// A moment that may be a puzzle.
struct Found {
    state: State,
    kind: Kind,
    /// Answers with the chances of whoever is asked, the best first.
    options: Vec<(Answer, f64)>,
    rating: u16,
}

/// Collects from a game, for each group of kinds, the hardest moments that may be puzzles.
struct Look {
    mind: Mind<Learned>,
    seed: u64,
    kinds: Vec<Kind>,
    found: [Vec<Found>; SHARES.len()],
}

impl Look {
    fn new(seed: u64, kinds: Vec<Kind>) -> Look {
        let mind = Mind::new(Learned::new(bots::net()), seed).with_width(WIDTH);
        Look { mind, seed, kinds, found: Default::default() }
    }

    fn look(&mut self, state: &State, ask: &Ask) {
        let kind = Kind::of(ask.question);
        if !self.kinds.contains(&kind) || state.answers().len() < 2 || state.turn().number < 4 {
            return;
        }
        let seen = state.view(Some(ask.seat)).imagine();
        let me = ask.seat.index();
        let all = self.mind.weigh_planned(&seen);
        let options: Vec<(Answer, f64)> =
            all.iter().map(|one| (one.answer, f64::from(one.chances[me]))).collect();
        let [best, next, ..] = &options[..] else { return };
        if best.1 - next.1 < CLEAR {
            return;
        }
        let rating = rating(&seen, best.0, self.seed);
        let found = &mut self.found[group(kind)];
        found.push(Found { state: seen, kind, options, rating });
        found.sort_by_key(|one| std::cmp::Reverse(one.rating));
        found.truncate(OF_A_GAME);
    }
}

impl Watcher for Look {
    fn before(&mut self, state: &State) {
        if let Need::Answer(ask) = state.need() {
            self.look(state, &ask);
        }
    }
}

/// How hard it is to find an answer: by how often the weaker levels of the ladder do.
fn rating(state: &State, best: Answer, seed: u64) -> u16 {
    let right = |level: Level, seed: u64| {
        let Need::Answer(ask) = state.need() else { return false };
        let mut bot = Opponent::from(level).bot(seed);
        let answer = bot.answer(&state.view(Some(ask.seat)));
        same_answer(state, answer) == same_answer(state, best)
    };
    let gentle = (0..TRIES).filter(|&n| right(Level::Gentle, seed ^ n)).count() as f64;
    let others = [Level::Angry, Level::Fierce].map(|level| right(level, seed));
    let hits = gentle + 5.0 * others.iter().filter(|&&hit| hit).count() as f64;
    let misses = TRIES as f64 + 10.0 - hits;
    let rating = 1500.0 + 400.0 * ((misses + 1.0) / (hits + 1.0)).log10();
    rating.round().clamp(800.0, 2400.0) as u16
}

/// Plays a moment out; nothing if it is not as clear as the net thought.
fn settle(found: &Found, args: &PuzzlesArgs, seed: u64) -> Option<Puzzle> {
    let Need::Answer(ask) = found.state.need() else { return None };
    let me = ask.seat.index();
    let best = found.options[0].1;
    let near = found.options.iter().filter(|one| best - one.1 <= NEAR);
    let mut answers: Vec<Answer> = near.take(ANSWERS).map(|one| one.0).collect();
    if answers.len() < 2 {
        answers.push(found.options[1].0);
    }
    let manner = Manner { turns: Some(args.turns), luck_off: true };
    let mut trial = Rollouts::new(bots::net(), &found.state, Some(&answers), seed, manner);
    let mut games = 0;
    let estimates = loop {
        trial.play_all(LOOK);
        games += LOOK;
        let estimates = trial.estimates();
        let others = &estimates[1..];
        let clear = |one: &Estimate| CLEAR <= one.behind && SURE * one.behind_error <= one.behind;
        let hopeless = |one: &Estimate| one.behind + 2.0 * one.behind_error < CLEAR;
        if others.is_empty() || args.rollouts < games + LOOK || others.iter().any(hopeless) {
            break estimates;
        }
        if LEAST <= games && others.iter().all(clear) {
            break estimates;
        }
    };
    let short = |part: f64| (10_000.0 * part).round() / 10_000.0;
    let played = |one: &Estimate| {
        Some(PlayedOut {
            answer: one.answer?,
            chance: short(one.chances[me].clamp(0.0, 1.0)),
            behind: short(one.behind),
            error: short(one.behind_error),
        })
    };
    let answers: Vec<PlayedOut> = estimates.iter().filter_map(played).collect();
    if answers.first()?.answer != found.options[0].0 {
        return None;
    }
    let (first, second) = (answers.first()?.answer, answers.get(1)?.answer);
    let why = review::why(bots::net(), &found.state, first, second, WHY, seed);
    let puzzle = Puzzle {
        id: Puzzle::name(&found.state),
        kind: found.kind,
        rating: found.rating,
        games,
        answers,
        why: why.into_iter().map(|one| one.rounded()).collect(),
        position: found.state,
    };
    puzzle.check().is_ok().then_some(puzzle)
}

/// What is chosen, and how much room there is for more of a kind.
struct Shelf {
    puzzles: Vec<Puzzle>,
    names: BTreeSet<String>,
    groups: [usize; SHARES.len()],
    cells: BTreeMap<(usize, usize), usize>,
    easy: usize,
    count: usize,
}

impl Shelf {
    fn new(count: usize) -> Shelf {
        Shelf {
            puzzles: Vec::new(),
            names: BTreeSet::new(),
            groups: [0; SHARES.len()],
            cells: BTreeMap::new(),
            easy: 0,
            count,
        }
    }

    fn share(&self, group: usize) -> usize {
        (self.count * SHARES[group].1).div_ceil(100)
    }

    fn wanted(&self) -> [bool; SHARES.len()] {
        std::array::from_fn(|group| {
            self.puzzles.len() < self.count && self.groups[group] < self.share(group)
        })
    }

    /// Whether there is room for this one: of its kind, for its number of monsters, and for one so easy.
    fn has_room(&self, kind: Kind, players: usize, rating: u16) -> bool {
        let group = group(kind);
        let cell = self.cells.get(&(group, players)).copied().unwrap_or(0);
        let easy = rating < 1250 && self.count / 4 <= self.easy;
        self.wanted()[group] && cell * 5 < self.share(group) * 2 && !easy
    }

    fn add(&mut self, puzzle: Puzzle) -> bool {
        if !self.names.insert(puzzle.id.clone()) {
            return false;
        }
        let group = group(puzzle.kind);
        self.groups[group] += 1;
        *self.cells.entry((group, puzzle.position.players())).or_default() += 1;
        self.easy += usize::from(puzzle.rating < 1250);
        self.puzzles.push(puzzle);
        true
    }
}

/// Makes puzzles and returns what to print.
///
/// # Errors
/// One sentence about a file, a record or a number.
pub fn puzzles(args: &PuzzlesArgs) -> Result<String, String> {
    let mut shelf = Shelf::new(args.count);
    if let Some(path) = args.out.as_ref().filter(|path| args.check || path.exists()) {
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {name}: {error}"))?;
        for puzzle in review::read_puzzles(&text).map_err(|wrong| format!("{name}: {wrong}"))? {
            puzzle.check().map_err(|wrong| format!("{name}: {wrong}"))?;
            let id = puzzle.id.clone();
            if !shelf.add(puzzle) {
                return Err(format!("{name}: puzzle {id} is there twice"));
            }
        }
    }
    let kinds = kinds(&args.kinds)?;
    if !args.check {
        if args.rollouts < LEAST || args.count == 0 || args.turns == 0 {
            return Err(format!("at least 1 puzzle, 1 turn and {LEAST} rollouts are needed"));
        }
        let stop = Stop::on_ctrl_c();
        let old = shelf.puzzles.len();
        with_threads(args.threads, || make(args, &kinds, &mut shelf, stop))??;
        if args.out.is_none() {
            let lines: Result<Vec<String>, _> =
                shelf.puzzles[old..].iter().map(serde_json::to_string).collect();
            return lines.map(|lines| lines.join("\n")).map_err(|wrong| wrong.to_string());
        }
    }
    Ok(told(&shelf))
}

/// The kinds that are wanted: all if none is named.
fn kinds(names: &[String]) -> Result<Vec<Kind>, String> {
    if names.is_empty() {
        return Ok(Kind::ALL.to_vec());
    }
    let kind = |name: &String| {
        let found = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| {
            let all = Kind::ALL.map(Kind::name).join(", ");
            format!("--kinds: there are no puzzles of the kind `{name}`; there are {all}")
        })
    };
    names.iter().map(kind).collect()
}

fn make(args: &PuzzlesArgs, kinds: &[Kind], shelf: &mut Shelf, stop: Stop) -> Result<(), String> {
    let bots: Vec<Contestant> =
        PLAYERS.into_iter().map(Contestant::parse).collect::<Result<_, _>>()?;
    let records = match &args.from[..] {
        [only] if only == "self-play" => None,
        paths => Some(paths.iter().map(|path| record(path)).collect::<Result<Vec<_>, _>>()?),
    };
    let most = records.as_ref().map_or(args.games, |records| records.len() as u64);
    let mut out = match &args.out {
        Some(path) => {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
            Some(file.map_err(|error| format!("cannot write {}: {error}", path.display()))?)
        }
        None => None,
    };
    let progress = Progress::new(args.count as u64);
    let mut game = 0;
    loop {
        let wanted = shelf.wanted();
        let open: Vec<Kind> = kinds.iter().copied().filter(|kind| wanted[group(*kind)]).collect();
        if most <= game || open.is_empty() || stop.wanted() {
            break;
        }
        let chunk = (most - game).min(8 * rayon::current_num_threads() as u64);
        let found: Vec<(u64, Found)> = (game..game + chunk)
            .into_par_iter()
            .flat_map_iter(|number| {
                let seed = Chance::part(args.seed, number).next();
                let mut look = Look::new(seed, open.clone());
                match &records {
                    Some(records) => follow(&records[number as usize], &mut look),
                    None => self_play(&bots, number, seed, args.cards, &mut look),
                }
                look.found.into_iter().flatten().map(move |found| (seed, found))
            })
            .collect();
        game += chunk;
        let has_room = |one: &Found| shelf.has_room(one.kind, one.state.players(), one.rating);
        let made: Vec<Puzzle> = found
            .par_iter()
            .filter(|(_, one)| has_room(one) && !stop.wanted())
            .filter_map(|(seed, one)| settle(one, args, !seed))
            .collect();
        for puzzle in made {
            if shelf.has_room(puzzle.kind, puzzle.position.players(), puzzle.rating) {
                let line = serde_json::to_string(&puzzle).map_err(|wrong| wrong.to_string())?;
                if shelf.add(puzzle)
                    && let Some(out) = &mut out
                {
                    writeln!(out, "{line}").map_err(|error| format!("cannot write: {error}"))?;
                }
            }
        }
        progress.at(shelf.puzzles.len() as u64);
    }
    progress.done();
    Ok(())
}

fn self_play(bots: &[Contestant], number: u64, seed: u64, cards: bool, look: &mut Look) {
    let players = TABLES[number as usize % TABLES.len()];
    let book = Rulebook::ALL[number as usize % Rulebook::ALL.len()];
    let mut sitters: Vec<_> = (0..players)
        .map(|seat| {
            let bot = &bots[(number as usize / 5 + seat) % bots.len()];
            bot.bot(Chance::part(seed, 31 + seat as u64).next())
        })
        .collect();
    let rules = book.rules();
    let drawn = cards.then(|| drawn_start(&rules, players, &mut Chance::part(seed, 17))).flatten();
    play(drawn.unwrap_or_else(|| new_game(rules, players)), &mut sitters, seed, look);
}

fn record(path: &str) -> Result<Record, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    review::read(&text).map(|(record, _)| record).map_err(|wrong| format!("{path}: {wrong}"))
}

fn follow(record: &Record, look: &mut Look) {
    let Ok(mut state) = record.start() else { return };
    for &input in &record.inputs {
        look.before(&state);
        if state.play(input, None).is_err() {
            return;
        }
    }
}

/// How many there are, by kind, monsters, book and how hard they are.
fn told(shelf: &Shelf) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for puzzle in &shelf.puzzles {
        let hard = match puzzle.rating {
            ..1250 => "easy",
            1250..1650 => "middling",
            _ => "hard",
        };
        let book = puzzle.position.rules().house_rules().0;
        for key in [
            format!("kind      {}", puzzle.kind.name()),
            format!("monsters  {}", puzzle.position.players()),
            format!("rules     {}", book.name()),
            format!("rating    {hard}"),
        ] {
            *counts.entry(key).or_default() += 1;
        }
    }
    let mut text = format!("{} puzzles\n", shelf.puzzles.len());
    for (key, count) in counts {
        let _ = writeln!(text, "{key:24}{count:5}");
    }
    text
}

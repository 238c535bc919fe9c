//! Does the judgement keep its word? The mean change of the roller's chances over a turn, by the cards that are held.
//!
//! Three means for each card, all of which should be 0:
//!
//! * *dice*: the net when the dice are done minus the solved turn's average before the first throw. It is off where the
//!   turn solver does not foresee what a card does between the throws.
//! * *turn*: the net at the next turn's start minus the same average. It is off also where the net misjudges what its
//!   owner can do at the market.
//! * *luck*: the luck of the dice, as it is taken off in training, in the arena and in a review. It has to be 0 whatever
//!   the net says.
//!
//! Since the mean of the luck is 0, the first two without it have the same means and far smaller errors: *dice-luck* is
//! what the solver does not foresee, *turn-luck* what solver and net do not foresee together.

use std::fmt::Write;
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use bots::Bot;
use bots::chance::Chance;
use bots::mind::{self, Learned, Luck, Mind};
use bots::net::Net;
use engine::{Answer, Ask, Card, Input, KEEP_CARDS, Need, Question, Rules, State};

use crate::contestant::{net_of, players, rulebook};
use crate::one_game::{Watcher, play};
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::starts::drawn_start;
use crate::stats::Mean;
use crate::stop::Stop;

/// Measure by card held how far the net's chances drift over a turn on average; it should be nowhere
#[derive(Clone, Debug, clap::Args)]
pub struct DriftArgs {
    /// The bot, `ruthless` or a weights file
    #[arg(default_value = "ruthless")]
    pub bot: String,
    /// Monsters at the table
    #[arg(long, short, default_value_t = 2)]
    pub players: usize,
    /// Turns to measure, in games that begin with cards in hand
    #[arg(long, short, default_value_t = 100_000)]
    pub turns: u64,
    /// Rulebook
    #[arg(long, default_value = "dutch")]
    pub rulebook: String,
    /// Seed; never one that was trained with
    #[arg(long, default_value_t = 777_003)]
    pub seed: u64,
    /// Leave out what cards do between the throws, as it was before
    #[arg(long)]
    pub without_foresight: bool,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// The means of one card, in one hand.
#[derive(Clone, Copy, Debug, Default)]
struct Means {
    dice: Mean,
    turn: Mean,
    luck: Mean,
    dice_left: Mean,
    turn_left: Mean,
}

impl Means {
    fn and(self, other: &Means) -> Means {
        Means {
            dice: self.dice.and(other.dice),
            turn: self.turn.and(other.turn),
            luck: self.luck.and(other.luck),
            dice_left: self.dice_left.and(other.dice_left),
            turn_left: self.turn_left.and(other.turn_left),
        }
    }
}

/// How finely turns are told apart by the roller's chance.
const TENTHS: usize = 10;

/// All means: the roller's own cards, its rivals' cards, its chance before the turn, and all turns together.
#[derive(Clone)]
struct Tally {
    own: [Means; KEEP_CARDS],
    rivals: [Means; KEEP_CARDS],
    /// By what the roller's chance was before the turn, in tenths.
    chance: [Means; TENTHS],
    all: Means,
}

impl Tally {
    fn new() -> Tally {
        let none = [Means::default(); KEEP_CARDS];
        Tally { own: none, rivals: none, chance: Default::default(), all: Means::default() }
    }

    fn and(mut self, other: &Tally) -> Tally {
        for (mine, others) in [(&mut self.own, &other.own), (&mut self.rivals, &other.rivals)] {
            mine.iter_mut().zip(others).for_each(|(mine, other)| *mine = mine.and(other));
        }
        let tenths = self.chance.iter_mut().zip(&other.chance);
        tenths.for_each(|(mine, other)| *mine = mine.and(other));
        self.all = self.all.and(&other.all);
        self
    }
}

/// A turn on its way.
struct Turn {
    number: u16,
    roller: usize,
    own: u64,
    rivals: u64,
    before: Option<f32>,
    dice: Option<f32>,
}

/// Looks on at one game.
struct Meter {
    net: Arc<Net>,
    mind: Mind<Learned>,
    luck: Luck,
    turn: Option<Turn>,
    tally: Tally,
}

impl Meter {
    fn says(&self, state: &State, shop: bool, seat: usize) -> f32 {
        mind::by_seat(state, &self.net.chances(&mind::see(state, shop)))[seat]
    }

    fn close(&mut self, worth: impl Fn(&Meter, usize) -> f32) {
        let luck = self.luck.take();
        let Some(turn) = self.turn.take() else { return };
        let Some(before) = turn.before else { return };
        let after = worth(self, turn.roller);
        let (dice, luck) = (turn.dice.unwrap_or(after), luck[turn.roller]);
        let add = |means: &mut Means| {
            let (dice, turn) = ((dice - before) as f64, (after - before) as f64);
            means.dice.add(100.0 * dice);
            means.turn.add(100.0 * turn);
            means.luck.add(100.0 * luck);
            means.dice_left.add(100.0 * (dice - luck));
            means.turn_left.add(100.0 * (turn - luck));
        };
        for card in 0..KEEP_CARDS {
            if turn.own >> card & 1 == 1 {
                add(&mut self.tally.own[card]);
            }
            if turn.rivals >> card & 1 == 1 {
                add(&mut self.tally.rivals[card]);
            }
        }
        let tenth = ((before * TENTHS as f32) as usize).min(TENTHS - 1);
        add(&mut self.tally.chance[tenth]);
        add(&mut self.tally.all);
    }
}

fn held(state: &State, seat: engine::Seat) -> u64 {
    state.monster(seat).cards.iter().fold(0, |bits, card| bits | 1 << card.index())
}

impl Watcher for Meter {
    fn before(&mut self, state: &State) {
        match state.need() {
            Need::Over(outcome) => {
                let shares = outcome.shares(state.seats());
                self.close(|_, seat| shares[seat] as f32);
            }
            Need::Answer(ask) if ask.question == Question::Shop => {
                let worth = |turn: &Turn| self.says(state, true, turn.roller);
                let dice = self.turn.as_ref().filter(|turn| turn.dice.is_none()).map(worth);
                if let (Some(turn), Some(dice)) = (&mut self.turn, dice) {
                    turn.dice = Some(dice);
                }
            }
            Need::Roll { .. } if mind::turn_begins(state) => {
                self.close(|meter, seat| meter.says(state, false, seat));
                let roller = state.turn().seat;
                let rivals = state.living().iter().filter(|&seat| seat != roller);
                self.turn = Some(Turn {
                    number: state.turn().number,
                    roller: roller.index(),
                    own: held(state, roller),
                    rivals: rivals.fold(0, |bits, seat| bits | held(state, seat)),
                    before: None,
                    dice: None,
                });
            }
            _ => {}
        }
    }

    fn answered(&mut self, state: &State, ask: &Ask, answer: Answer) {
        self.luck.answered(&mut self.mind, state, ask, answer);
        if ask.question == Question::Roll
            && let Some(turn) = self.turn.as_mut().filter(|turn| turn.before.is_none())
            && let Some((number, before)) = self.mind.before_throw()
            && number == turn.number
        {
            turn.before = Some(before[turn.roller]);
        }
    }

    fn chance(&mut self, before: &State, input: Input) {
        if let Input::Rolled(dice) = input {
            self.luck.thrown(&mut self.mind, before, dice);
        }
    }
}

fn game(net: &Arc<Net>, args: &DriftArgs, rules: &Rules, number: u64) -> Tally {
    let mut chance = Chance::part(args.seed, number);
    let Some(start) = drawn_start(rules, args.players, &mut chance) else { return Tally::new() };
    let mut mind = || {
        let mind = Mind::new(Learned::new(net.clone()), chance.next());
        if args.without_foresight { mind.without_foresight() } else { mind }
    };
    let mut bots: Vec<Box<dyn Bot + Send>> = Vec::new();
    for _ in 0..args.players {
        bots.push(Box::new(mind()));
    }
    let mut meter = Meter {
        net: net.clone(),
        mind: mind(),
        luck: Luck::default(),
        turn: None,
        tally: Tally::new(),
    };
    play(start, &mut bots, chance.next(), &mut meter);
    meter.tally
}

/// One line of the report, in points of win chance.
#[derive(Clone, Debug, Serialize)]
struct Line {
    card: &'static str,
    hand: &'static str,
    turns: u64,
    dice: [f64; 2],
    turn: [f64; 2],
    luck: [f64; 2],
    dice_left: [f64; 2],
    turn_left: [f64; 2],
}

impl Line {
    fn of(card: &'static str, hand: &'static str, means: &Means) -> Line {
        let with_error = |mean: &Mean| [mean.mean(), mean.half_width(1.0)];
        Line {
            card,
            hand,
            turns: means.dice.count as u64,
            dice: with_error(&means.dice),
            turn: with_error(&means.turn),
            luck: with_error(&means.luck),
            dice_left: with_error(&means.dice_left),
            turn_left: with_error(&means.turn_left),
        }
    }
}

/// The names of the lines by chance.
const CHANCES: [&str; TENTHS] = [
    "chance 0 to 10 %",
    "chance 10 to 20 %",
    "chance 20 to 30 %",
    "chance 30 to 40 %",
    "chance 40 to 50 %",
    "chance 50 to 60 %",
    "chance 60 to 70 %",
    "chance 70 to 80 %",
    "chance 80 to 90 %",
    "chance 90 to 100 %",
];

type Read = fn(&Line) -> [f64; 2];

/// The columns of the table.
const COLUMNS: [(&str, Read); 5] = [
    ("dice", |line| line.dice),
    ("turn", |line| line.turn),
    ("luck", |line| line.luck),
    ("dice-luck", |line| line.dice_left),
    ("turn-luck", |line| line.turn_left),
];

/// Whether a mean is further than 3 standard errors from 0, and not below half a point.
fn off([mean, error]: [f64; 2]) -> bool {
    3.0 * error < mean.abs() && 0.5 <= mean.abs()
}

/// Measures and returns what to print.
///
/// # Errors
/// One sentence for an unknown bot or rulebook or an impossible table.
pub fn drift(args: &DriftArgs) -> Result<String, String> {
    let (rules, net) = (rulebook(&args.rulebook)?, net_of(&args.bot)?);
    players(args.players)?;
    let stop = Stop::on_ctrl_c();
    let tally = with_threads(args.threads, || {
        let progress = Progress::new(args.turns);
        let (mut tally, mut games) = (Tally::new(), 0);
        while (tally.all.dice.count as u64) < args.turns && !stop.wanted() {
            let chunk = 16 * rayon::current_num_threads() as u64;
            let more: Vec<Tally> = (games..games + chunk)
                .into_par_iter()
                .map(|number| game(&net, args, &rules, number))
                .collect();
            games += chunk;
            tally = more.iter().fold(tally, Tally::and);
            progress.at(tally.all.dice.count as u64);
        }
        progress.done();
        tally
    })?;
    let mut lines = vec![Line::of("all turns", "", &tally.all)];
    for (hand, cards) in [("own", &tally.own), ("rival", &tally.rivals)] {
        for (number, means) in cards.iter().enumerate() {
            let title = Card::at(number).map_or("", Card::id);
            lines.push(Line::of(title, hand, means));
        }
    }
    lines[1..].sort_by(|a, b| b.dice_left[0].abs().total_cmp(&a.dice_left[0].abs()));
    let tenths = tally.chance.iter().enumerate();
    lines.splice(1..1, tenths.map(|(n, means)| Line::of(CHANCES[n], "", means)));
    Ok(print(args, &lines))
}

fn print(args: &DriftArgs, lines: &[Line]) -> String {
    match args.format {
        Format::Json => serde_json::to_string_pretty(lines).unwrap_or_default(),
        Format::Csv => {
            let mut text = String::from("card,hand,turns");
            COLUMNS.iter().for_each(|(name, _)| text += &format!(",{name},error"));
            for l in lines {
                let _ = write!(text, "\n{},{},{}", l.card, l.hand, l.turns);
                for (_, read) in COLUMNS {
                    let [mean, error] = read(l);
                    let _ = write!(text, ",{mean:.3},{error:.3}");
                }
            }
            text + "\n"
        }
        Format::Text => {
            let mut text = format!(
                "{} at tables of {}, rulebook {}, seed {}: points of win chance, with standard errors\n",
                args.bot, args.players, args.rulebook, args.seed
            );
            let _ = write!(text, "{:26} {:6} {:>7}", "card", "hand", "turns");
            COLUMNS.iter().for_each(|(name, _)| text += &format!("  {name:>14}"));
            for l in lines {
                let _ = write!(text, "\n{:26} {:6} {:>7}", l.card, l.hand, l.turns);
                for (_, read) in COLUMNS {
                    let [mean, error] = read(l);
                    let mark = if off([mean, error]) { "*" } else { " " };
                    let _ = write!(text, "  {mean:+6.2} ± {error:4.2}{mark}");
                }
            }
            text += "\n* further than 3 standard errors from 0 and at least half a point:";
            for (name, read) in COLUMNS {
                let count = lines[1..].iter().filter(|line| off(read(line))).count();
                let _ = write!(text, " {name} {count},");
            }
            text + &format!(" of {}\n", lines.len() - 1)
        }
    }
}

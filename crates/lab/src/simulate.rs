//! Many games for statistics: length, who wins from which seat, and what the cards are worth.

use std::fmt::Write;
use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;

use bots::chance::Chance;
use engine::{Answer, Ask, CARDS, Card, Outcome, Rules, State};

use crate::contestant::{Contestant, players, rulebook};
use crate::one_game::{Watcher, new_game, play};
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::stop::Stop;

/// Play many games and report length, win rates by seat, and what the cards are worth
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateArgs {
    /// Games for each number of monsters and each rulebook
    #[arg(long, short, default_value_t = 10_000)]
    pub games: u64,
    /// Monsters at the table; may be given several times
    #[arg(long, short, default_values_t = [2, 4])]
    pub players: Vec<usize>,
    /// Rulebooks; may be given several times
    #[arg(long, default_values_t = ["dutch".to_owned()])]
    pub rulebook: Vec<String>,
    /// The bot in every seat
    #[arg(long, default_value = "fierce")]
    pub bot: String,
    /// Seed
    #[arg(long, default_value_t = 2026)]
    pub seed: u64,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Also write a chart of the cards to this SVG file
    #[arg(long)]
    pub svg: Option<PathBuf>,
}

/// What many games of one kind came to.
#[derive(Clone, Debug)]
pub struct Tally {
    games: u64,
    turns: u64,
    by_turns: Vec<u64>,
    /// By seat, counted from the one who started.
    wins: [u64; 6],
    by_stars: u64,
    undecided: u64,
    bought: [u64; CARDS],
    buyer_won: [u64; CARDS],
}

impl Tally {
    fn new() -> Tally {
        Tally {
            games: 0,
            turns: 0,
            by_turns: vec![0; 101],
            wins: [0; 6],
            by_stars: 0,
            undecided: 0,
            bought: [0; CARDS],
            buyer_won: [0; CARDS],
        }
    }

    fn and(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.turns += other.turns;
        self.by_stars += other.by_stars;
        self.undecided += other.undecided;
        for (a, b) in self.by_turns.iter_mut().zip(other.by_turns) {
            *a += b;
        }
        for (a, b) in self.wins.iter_mut().zip(other.wins) {
            *a += b;
        }
        for (a, b) in self.bought.iter_mut().zip(other.bought) {
            *a += b;
        }
        for (a, b) in self.buyer_won.iter_mut().zip(other.buyer_won) {
            *a += b;
        }
        self
    }
}

/// Who bought what.
struct Purchases {
    by: [u8; CARDS],
}

impl Watcher for Purchases {
    fn answered(&mut self, state: &State, ask: &Ask, answer: Answer) {
        if let Answer::Buy(place) = answer
            && let Some(card) = state.card_at(place)
        {
            self.by[card.index()] |= 1 << ask.seat.index();
        }
    }
}

/// Plays one game and counts it.
fn one(bot: &Contestant, rules: &Rules, count: usize, seed: u64) -> Tally {
    let mut bots: Vec<_> =
        (0..count).map(|seat| bot.bot(Chance::part(seed, seat as u64).next())).collect();
    let mut purchases = Purchases { by: [0; CARDS] };
    let (state, outcome) = play(new_game(*rules, count), &mut bots, seed, &mut purchases);
    let mut tally = Tally::new();
    tally.games = 1;
    tally.turns = state.turn().number as u64;
    tally.by_turns[(state.turn().number as usize).min(100)] = 1;
    let winner = outcome.and_then(Outcome::winner);
    tally.by_stars = matches!(outcome, Some(Outcome::Stars(_))) as u64;
    match winner {
        Some(seat) => tally.wins[(seat.index() + count - state.starter().index()) % count] = 1,
        None => tally.undecided = 1,
    }
    for card in 0..CARDS {
        tally.bought[card] = purchases.by[card].count_ones() as u64;
        tally.buyer_won[card] =
            winner.is_some_and(|seat| purchases.by[card] >> seat.index() & 1 == 1) as u64;
    }
    tally
}

/// Statistics of one kind of table.
#[derive(Clone, Debug, Serialize)]
pub struct Statistics {
    rulebook: String,
    players: usize,
    bot: String,
    seed: u64,
    games: u64,
    /// Mean number of turns.
    turns: f64,
    /// Turns that 10, 50 and 90 % of the games had reached.
    turn_quantiles: [usize; 3],
    /// Share of games won, by seat from the one who started, each with half the width of its 95 % interval.
    wins: Vec<(f64, f64)>,
    /// Share of the wins that were won by stars.
    by_stars: f64,
    /// Share of games that nobody won.
    undecided: f64,
    /// The cards, the best first.
    cards: Vec<CardLine>,
    interrupted: bool,
}

/// What one card came to.
#[derive(Clone, Debug, Serialize)]
pub struct CardLine {
    /// The card.
    card: &'static str,
    /// Purchases in a game, on average.
    bought: f64,
    /// How much more often than their share the buyers won, in points.
    gain: f64,
    /// Half the width of its 95 % interval.
    half: f64,
}

/// Simulates and returns what to print.
///
/// # Errors
/// One sentence for an unknown bot or rulebook, an impossible table or a chart that cannot be written.
pub fn simulate(args: &SimulateArgs) -> Result<String, String> {
    let bot = Contestant::parse(&args.bot)?;
    let books = args
        .rulebook
        .iter()
        .map(|name| Ok((name.clone(), rulebook(name)?)))
        .collect::<Result<Vec<_>, String>>()?;
    args.players.iter().try_for_each(|&count| players(count).map(|_| ()))?;
    let stop = Stop::on_ctrl_c();
    let all = with_threads(args.threads, || {
        let mut all = Vec::new();
        for (name, rules) in &books {
            for &count in &args.players {
                if !stop.wanted() {
                    let tally = run(args, &bot, rules, count, stop);
                    all.push(statistics(args, name, count, &tally, stop.wanted()));
                }
            }
        }
        all
    })?;
    if let Some(path) = &args.svg {
        std::fs::write(path, svg(&all))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(match args.format {
        Format::Json => serde_json::to_string_pretty(&all).unwrap_or_default(),
        Format::Csv => csv(&all),
        Format::Text => all.iter().map(text).collect::<Vec<_>>().join("\n"),
    })
}

fn run(args: &SimulateArgs, bot: &Contestant, rules: &Rules, count: usize, stop: Stop) -> Tally {
    let progress = Progress::new(args.games);
    let (mut total, mut done) = (Tally::new(), 0);
    while done < args.games && !stop.wanted() {
        let chunk = (args.games - done).min(256 * rayon::current_num_threads() as u64);
        let tally = (done..done + chunk)
            .into_par_iter()
            .filter(|_| !stop.wanted())
            .map(|game| {
                one(bot, rules, count, Chance::part(args.seed, game * 8 + count as u64).next())
            })
            .fold(Tally::new, Tally::and)
            .reduce(Tally::new, Tally::and);
        total = total.and(tally);
        done += chunk;
        progress.at(done);
    }
    progress.done();
    total
}

fn statistics(
    args: &SimulateArgs,
    book: &str,
    count: usize,
    tally: &Tally,
    interrupted: bool,
) -> Statistics {
    let games = tally.games.max(1) as f64;
    let quantile = |part: f64| {
        let mut sum = 0.0;
        tally.by_turns.iter().position(|&n| {
            sum += n as f64;
            part * games <= sum
        })
    };
    let decided = (games - tally.undecided as f64).max(1.0);
    let mut cards: Vec<CardLine> = Card::ALL
        .into_iter()
        .map(|card| {
            let bought = tally.bought[card.index()] as f64;
            let won = tally.buyer_won[card.index()] as f64 / bought.max(1.0);
            CardLine {
                card: card.id(),
                bought: bought / games,
                gain: 100.0 * (won - 1.0 / count as f64),
                half: 100.0 * wilson(won, bought.max(1.0)),
            }
        })
        .filter(|line| 0.0 < line.bought)
        .collect();
    cards.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    Statistics {
        rulebook: book.to_owned(),
        players: count,
        bot: args.bot.clone(),
        seed: args.seed,
        games: tally.games,
        turns: tally.turns as f64 / games,
        turn_quantiles: [0.1, 0.5, 0.9].map(|part| quantile(part).unwrap_or(0)),
        wins: tally.wins[..count]
            .iter()
            .map(|&won| {
                let p = won as f64 / games;
                (p, 1.96 * (p * (1.0 - p) / games).sqrt())
            })
            .collect(),
        by_stars: tally.by_stars as f64 / decided,
        undecided: tally.undecided as f64 / games,
        cards,
        interrupted,
    }
}

/// Half the width of Wilson's 95 % interval: honest for few purchases too.
fn wilson(part: f64, count: f64) -> f64 {
    let z = 1.96;
    z * (part * (1.0 - part) / count + z * z / (4.0 * count * count)).sqrt() / (1.0 + z * z / count)
}

fn text(s: &Statistics) -> String {
    let mut text = format!(
        "{} games of {} monsters, rulebook {}, bot {}, seed {}{}\n",
        s.games,
        s.players,
        s.rulebook,
        s.bot,
        s.seed,
        if s.interrupted { " (interrupted: so far)" } else { "" }
    );
    let [low, middle, high] = s.turn_quantiles;
    let _ = writeln!(
        text,
        "  turns: {:.1} on average; 10 % of the games by {low}, half by {middle}, 90 % by {high}",
        s.turns
    );
    let _ = writeln!(
        text,
        "  won by stars: {:.1} %; by nobody: {:.2} %",
        100.0 * s.by_stars,
        100.0 * s.undecided
    );
    for (seat, (won, half)) in s.wins.iter().enumerate() {
        let bar = "#".repeat((won * 60.0) as usize);
        let _ = writeln!(
            text,
            "  seat {} {:5.1} % +- {:.1}  {bar}",
            seat + 1,
            100.0 * won,
            100.0 * half
        );
    }
    let _ = writeln!(
        text,
        "  card                           per game   buyers won over their share (points)"
    );
    for line in &s.cards {
        let width = (line.gain.abs() * 0.6) as usize;
        let bar = if line.gain < 0.0 { "-" } else { "+" }.repeat(width.min(30));
        let _ = writeln!(
            text,
            "  {:30} {:7.3}   {:+6.1} +- {:4.1}  {bar}",
            line.card, line.bought, line.gain, line.half
        );
    }
    text
}

fn csv(all: &[Statistics]) -> String {
    let mut text = String::from("rulebook,players,bot,seed,games,what,value,half\n");
    for s in all {
        let head = format!("{},{},{},{},{}", s.rulebook, s.players, s.bot, s.seed, s.games);
        let _ = writeln!(text, "{head},turns,{:.3},", s.turns);
        let _ = writeln!(text, "{head},by_stars,{:.5},", s.by_stars);
        for (seat, (won, half)) in s.wins.iter().enumerate() {
            let _ = writeln!(text, "{head},seat_{},{won:.5},{half:.5}", seat + 1);
        }
        for line in &s.cards {
            let _ = writeln!(text, "{head},bought:{},{:.5},", line.card, line.bought);
            let _ = writeln!(text, "{head},gain:{},{:.3},{:.3}", line.card, line.gain, line.half);
        }
    }
    text
}

/// A bar chart of the cards of the first table.
fn svg(all: &[Statistics]) -> String {
    let Some(s) = all.first() else {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_owned();
    };
    let height = 40 + 16 * s.cards.len();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>Buyers' wins over their share, by card</title>\n<rect width=\"720\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"10\" y=\"20\">Wins of buyers over their share in points: {} monsters, rulebook {}, {} games</text>\n",
        s.players, s.rulebook, s.games
    );
    for (i, line) in s.cards.iter().enumerate() {
        let (y, width) = (36 + 16 * i, (line.gain.abs() * 5.0).min(240.0));
        let x = if line.gain < 0.0 { 450.0 - width } else { 450.0 };
        let colour = if line.gain < 0.0 { "#b3541e" } else { "#1e6bb3" };
        let _ = writeln!(
            text,
            "<text x=\"10\" y=\"{}\">{}</text><rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"12\" fill=\"{colour}\"/><text x=\"700\" y=\"{}\" text-anchor=\"end\">{:+.1}</text>",
            y + 10,
            line.card,
            y + 10,
            line.gain
        );
    }
    text + "</svg>\n"
}

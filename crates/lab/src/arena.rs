//! The arena: bots against each other, all seats in rotation, with honest intervals.

use std::fmt::Write;

use rayon::prelude::*;
use serde::Serialize;

use bots::Level;
use bots::chance::Chance;
use engine::Rules;

use crate::contestant::{Contestant, players, rulebook};
use crate::luck::LuckMeter;
use crate::one_game::{Nobody, new_game, play};
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::stats::{Mean, Verdict, ratings, sequential_test};
use crate::stop::Stop;

/// Let bots play against each other and report who wins, with intervals
#[derive(Clone, Debug, clap::Args)]
pub struct ArenaArgs {
    /// The bots: two for one against copies of the other, or one for each seat; none for the whole ladder
    pub bots: Vec<String>,
    /// Monsters at the table
    #[arg(long, short, default_value_t = 2)]
    pub players: usize,
    /// Blocks to play; each block is one game for every rotation of the seats, on the same dice
    #[arg(long, short, default_value_t = 500)]
    pub blocks: u64,
    /// Rulebook: icelandic, polish, czech, dutch or italian
    #[arg(long, default_value = "dutch")]
    pub rulebook: String,
    /// Seed of the match
    #[arg(long, default_value_t = 2026)]
    pub seed: u64,
    /// Stop as soon as a sequential test has decided whether the first bot takes this many points (of 100) more than its share
    #[arg(long)]
    pub sprt: Option<f64>,
    /// Leave out luck-adjusted scores, which take about as long as the games
    #[arg(long)]
    pub no_luck: bool,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Measured {
    /// The mean.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Measured {
    fn of(mean: &Mean) -> Measured {
        let half = mean.half_width(1.96);
        Measured { value: mean.mean(), low: mean.mean() - half, high: mean.mean() + half }
    }

    fn percent(&self) -> String {
        format!(
            "{:5.1} %  ({:.1} to {:.1})",
            100.0 * self.value,
            100.0 * self.low,
            100.0 * self.high
        )
    }
}

/// How a match went for its first bot.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// Who was measured.
    pub bot: String,
    /// Against whom.
    pub against: String,
    /// Monsters at the table.
    pub players: usize,
    /// Rulebook.
    pub rulebook: String,
    /// Seed.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// The share of games it won; draws count by shares.
    pub wins: Measured,
    /// The same with the luck of the dice taken off.
    pub luck_adjusted: Option<Measured>,
    /// Lower end of the 99 % interval of the wins.
    pub low99: f64,
    /// What an equal bot would win.
    pub fair: f64,
    /// The sequential test, if one was asked for.
    pub sprt: Option<String>,
    /// Whether it was broken off by the user.
    pub interrupted: bool,
    /// Seconds of play.
    pub seconds: f64,
}

/// The scores of a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scores {
    /// Block means of the share won.
    pub raw: Mean,
    /// The same, luck taken off.
    pub adjusted: Mean,
}

/// Plays one block: the first bot once in every seat, the others round it, all on the same dice.
fn block(seats: &[Contestant], rules: &Rules, seed: u64, luck: bool) -> (f64, f64) {
    let count = seats.len();
    let (mut raw, mut adjusted) = (0.0, 0.0);
    for turn in 0..count {
        let mut bots: Vec<_> = (0..count)
            .map(|seat| {
                seats[(seat + count - turn) % count]
                    .bot(Chance::part(seed, 77 + seat as u64).next())
            })
            .collect();
        let state = new_game(*rules, count);
        let (share, luck) = if luck {
            let mut watcher = LuckMeter::new();
            (share_of(turn, play(state, &mut bots, seed, &mut watcher)), watcher.sum()[turn])
        } else {
            (share_of(turn, play(state, &mut bots, seed, &mut Nobody)), 0.0)
        };
        raw += share;
        adjusted += share - luck;
    }
    (raw / count as f64, adjusted / count as f64)
}

fn share_of(seat: usize, (state, outcome): (engine::State, Option<engine::Outcome>)) -> f64 {
    outcome.map_or(1.0 / state.players() as f64, |outcome| outcome.shares(state.seats())[seat])
}

/// Plays a match: `seats[0]` is measured.
pub fn play_match(
    seats: &[Contestant],
    rules: &Rules,
    seed: u64,
    blocks: u64,
    luck: bool,
    sprt: Option<f64>,
    stop: Stop,
) -> (Scores, u64, Option<String>) {
    let mut scores = Scores::default();
    let progress = Progress::new(blocks * seats.len() as u64);
    let fair = 1.0 / seats.len() as f64;
    let (mut done, mut verdict) = (0, None);
    while done < blocks && !stop.wanted() {
        let chunk = (blocks - done).min(16 * rayon::current_num_threads() as u64);
        let results: Vec<_> = (done..done + chunk)
            .into_par_iter()
            .map(|number| {
                (!stop.wanted())
                    .then(|| block(seats, rules, Chance::part(seed, number).next(), luck))
            })
            .collect();
        for (raw, adjusted) in results.into_iter().flatten() {
            scores.raw.add(raw);
            scores.adjusted.add(adjusted);
        }
        done += chunk;
        progress.at(done.min(blocks) * seats.len() as u64);
        if let Some(points) = sprt {
            let measured = if luck { &scores.adjusted } else { &scores.raw };
            let (ratio, decided) = sequential_test(measured, fair, fair + points / 100.0);
            let word = match decided {
                Verdict::Open => "undecided",
                Verdict::Better => "accepted",
                Verdict::NotBetter => "rejected",
            };
            verdict = Some(format!(
                "{points} points more than its share: {word} (log-likelihood ratio {ratio:.2})"
            ));
            if decided != Verdict::Open {
                break;
            }
        }
    }
    progress.done();
    (scores, scores.raw.count as u64 * seats.len() as u64, verdict)
}

/// Runs the arena and returns what to print.
///
/// # Errors
/// One sentence for an unknown bot or rulebook, or an impossible table.
pub fn arena(args: &ArenaArgs) -> Result<String, String> {
    let rules = rulebook(&args.rulebook)?;
    players(args.players)?;
    if args.blocks == 0 {
        return Err("a match has at least one block".to_owned());
    }
    let stop = Stop::on_ctrl_c();
    if args.bots.is_empty() {
        return with_threads(args.threads, || ladder(args, &rules, stop))?;
    }
    let bots =
        args.bots.iter().map(|name| Contestant::parse(name)).collect::<Result<Vec<_>, _>>()?;
    let seats = match bots.len() {
        2 => std::iter::once(bots[0].clone())
            .chain((1..args.players).map(|_| bots[1].clone()))
            .collect::<Vec<_>>(),
        count if count == args.players => bots,
        count => {
            return Err(format!(
                "{count} bots do not fit a table of {}: give two, or one for each seat",
                args.players
            ));
        }
    };
    let reports = with_threads(args.threads, || -> Vec<MatchReport> {
        let measured = if args.bots.len() == 2 { 1 } else { seats.len() };
        (0..measured)
            .map(|first| {
                let mut round = seats.clone();
                round.rotate_left(first);
                report(args, &round, &rules, stop)
            })
            .collect()
    })?;
    Ok(print(args.format, &reports))
}

fn report(args: &ArenaArgs, seats: &[Contestant], rules: &Rules, stop: Stop) -> MatchReport {
    let clock = Progress::new(1);
    let luck = !args.no_luck;
    let (scores, games, sprt) =
        play_match(seats, rules, args.seed, args.blocks, luck, args.sprt, stop);
    let others: Vec<&str> = seats[1..].iter().map(Contestant::name).collect();
    let same = others.windows(2).all(|pair| pair[0] == pair[1]);
    MatchReport {
        bot: seats[0].name().to_owned(),
        against: if same { format!("{} x {}", others.len(), others[0]) } else { others.join(", ") },
        players: seats.len(),
        rulebook: args.rulebook.clone(),
        seed: args.seed,
        games,
        wins: Measured::of(&scores.raw),
        luck_adjusted: luck.then(|| Measured::of(&scores.adjusted)),
        low99: scores.raw.mean() - scores.raw.half_width(2.576),
        fair: 1.0 / seats.len() as f64,
        sprt,
        interrupted: stop.wanted(),
        seconds: clock.seconds(),
    }
}

fn print(format: Format, reports: &[MatchReport]) -> String {
    match format {
        Format::Json => serde_json::to_string_pretty(reports).unwrap_or_default(),
        Format::Csv => {
            let mut text = String::from(
                "bot,against,players,rulebook,seed,games,wins,low,high,adjusted,adjusted_low,adjusted_high\n",
            );
            for r in reports {
                let a = r.luck_adjusted.unwrap_or(Measured {
                    value: f64::NAN,
                    low: f64::NAN,
                    high: f64::NAN,
                });
                let _ = writeln!(
                    text,
                    "{},{},{},{},{},{},{:.5},{:.5},{:.5},{:.5},{:.5},{:.5}",
                    r.bot,
                    r.against.replace(',', " +"),
                    r.players,
                    r.rulebook,
                    r.seed,
                    r.games,
                    r.wins.value,
                    r.wins.low,
                    r.wins.high,
                    a.value,
                    a.low,
                    a.high
                );
            }
            text
        }
        Format::Text => {
            let mut text = String::new();
            for r in reports {
                let _ = writeln!(
                    text,
                    "{} against {}, {} games, rulebook {}, seed {}",
                    r.bot, r.against, r.games, r.rulebook, r.seed
                );
                let _ = writeln!(
                    text,
                    "  wins           {}   fair share {:.1} %",
                    r.wins.percent(),
                    100.0 * r.fair
                );
                if let Some(adjusted) = &r.luck_adjusted {
                    let _ = writeln!(text, "  luck-adjusted  {}", adjusted.percent());
                }
                if let Some(sprt) = &r.sprt {
                    let _ = writeln!(text, "  sequential test: {sprt}");
                }
                if r.interrupted {
                    let _ = writeln!(text, "  interrupted: this is what was played so far");
                }
                let _ = writeln!(
                    text,
                    "  {:.1} s, {:.0} games a second",
                    r.seconds,
                    r.games as f64 / r.seconds.max(1e-9)
                );
            }
            text
        }
    }
}

/// One line of the rating table.
#[derive(Serialize)]
struct Rated {
    level: &'static str,
    elo: f64,
    low: f64,
    high: f64,
}

fn ladder(args: &ArenaArgs, rules: &Rules, stop: Stop) -> Result<String, String> {
    let levels = Level::ALL;
    let bots = levels.map(|level| Contestant::parse(level.name()));
    let bots: Vec<Contestant> = bots.into_iter().collect::<Result<_, _>>()?;
    let count = bots.len();
    let (mut points, mut reports) = (vec![vec![0.0; count]; count], Vec::new());
    for high in 1..count {
        for low in 0..high {
            let seats: Vec<Contestant> = std::iter::once(bots[high].clone())
                .chain((1..args.players).map(|_| bots[low].clone()))
                .collect();
            // Wins at a table of many count as odds against one: p / (1 - p) times the number of others.
            let report = report(args, &seats, rules, stop);
            let others = args.players as f64 - 1.0;
            let p =
                report.wins.value * others / (1.0 - report.wins.value + report.wins.value * others);
            points[high][low] += p * report.games as f64;
            points[low][high] += (1.0 - p) * report.games as f64;
            reports.push((high, low, report));
        }
    }
    let elo = ratings(&points);
    // Intervals: the same table with every result drawn anew.
    let mut chance = Chance::new(args.seed);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); count];
    for _ in 0..200 {
        let mut again = points.clone();
        for &(high, low, ref report) in &reports {
            let games = points[high][low] + points[low][high];
            if 0.0 < games {
                let p = points[high][low] / games;
                let spread = (p * (1.0 - p) / games).sqrt().max(0.5 / (report.games as f64 + 1.0));
                let p = (p + spread * chance.normal() as f64).clamp(0.0, 1.0);
                (again[high][low], again[low][high]) = (p * games, (1.0 - p) * games);
            }
        }
        ratings(&again).into_iter().enumerate().for_each(|(i, elo)| drawn[i].push(elo));
    }
    let table: Vec<Rated> = (0..count)
        .map(|i| {
            drawn[i].sort_by(f64::total_cmp);
            Rated { level: levels[i].name(), elo: elo[i], low: drawn[i][5], high: drawn[i][194] }
        })
        .collect();
    let matches: Vec<MatchReport> = reports.into_iter().map(|(_, _, report)| report).collect();
    Ok(match args.format {
        Format::Json => serde_json::to_string_pretty(
            &serde_json::json!({ "ratings": table, "matches": matches }),
        )
        .unwrap_or_default(),
        Format::Csv => print(Format::Csv, &matches),
        Format::Text => {
            let mut text = String::from("level      rating  (95 % interval)\n");
            for r in table.iter().rev() {
                let _ =
                    writeln!(text, "{:10} {:6.0}  ({:.0} to {:.0})", r.level, r.elo, r.low, r.high);
            }
            text.push('\n');
            text + &print(Format::Text, &matches)
        }
    })
}

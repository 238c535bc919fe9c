//! What each keep card is worth, in points of win chance.
//!
//! A drawn start in mid-game is played twice on the same dice: once as it is, and once with the card in the hands of the
//! monster whose turn it is. The difference of its luck-adjusted results is what the card was worth there; the mean over
//! many starts is the card's worth. Beside it stands what the net says of the same starts.

use std::fmt::Write;
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use bots::Bot;
use bots::chance::Chance;
use bots::mind::{self, Learned, Mind};
use bots::net::Net;
use engine::{Card, KEEP_CARDS, Rules, State};

use crate::contestant::{net_of, players, rulebook};
use crate::luck::LuckMeter;
use crate::one_game::play;
use crate::output::{Format, with_threads};
use crate::progress::Progress;
use crate::starts::start_with;
use crate::stats::Mean;
use crate::stop::Stop;

/// Measure what each keep card is worth in points of win chance
#[derive(Clone, Debug, clap::Args)]
pub struct WorthArgs {
    /// The bot in every seat, `ruthless` or a weights file
    #[arg(default_value = "ruthless")]
    pub bot: String,
    /// Monsters at the table; may be given several times
    #[arg(long, short, default_values_t = [2, 4])]
    pub players: Vec<usize>,
    /// Starts for each card, each played twice; 0 to ask only the net, about 2,000 starts
    #[arg(long, short, default_value_t = 400)]
    pub starts: u64,
    /// Rulebook
    #[arg(long, default_value = "dutch")]
    pub rulebook: String,
    /// Seed; never one that was trained with
    #[arg(long, default_value_t = 777_005)]
    pub seed: u64,
    /// Threads; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// What one card is worth at one table, in points.
#[derive(Clone, Debug, Serialize)]
struct Line {
    card: &'static str,
    players: usize,
    starts: u64,
    /// Played out, and half the width of its 95 % interval.
    played: [f64; 2],
    /// What the net says of the same starts.
    net: [f64; 2],
}

fn says(net: &Net, state: &State, seat: usize) -> f64 {
    mind::by_seat(state, &net.chances(&mind::see(state, false)))[seat] as f64
}

/// The luck-adjusted result of whoever begins.
fn result(net: &Arc<Net>, start: State, seat: usize, seed: u64) -> f64 {
    let mut bots: Vec<Box<dyn Bot + Send>> = Vec::new();
    for number in 0..start.players() as u64 {
        bots.push(Box::new(Mind::new(Learned::new(net.clone()), seed ^ number)));
    }
    let mut luck = LuckMeter::by(net.clone());
    let (state, outcome) = play(start, &mut bots, seed, &mut luck);
    let share = outcome.map_or(1.0 / state.players() as f64, |o| o.shares(state.seats())[seat]);
    share - luck.sum()[seat]
}

fn measure(net: &Arc<Net>, rules: &Rules, count: usize, card: Card, args: &WorthArgs) -> Line {
    let starts = if args.starts == 0 { 2000 } else { args.starts };
    let part = (card.index() * 8 + count) as u64;
    let pairs: Vec<(f64, f64)> = (0..starts)
        .into_par_iter()
        .filter_map(|number| {
            let mut chance = Chance::part(args.seed ^ part.wrapping_mul(0x9e37_79b9), number);
            let [without, with] = start_with(rules, count, card, &mut chance)?;
            let seat = without.turn().seat.index();
            let said = says(net, &with, seat) - says(net, &without, seat);
            let seed = chance.next();
            let played = match args.starts {
                0 => 0.0,
                _ => result(net, with, seat, seed) - result(net, without, seat, seed),
            };
            Some((played, said))
        })
        .collect();
    let (mut played, mut said) = (Mean::default(), Mean::default());
    for (one, other) in pairs {
        played.add(100.0 * one);
        said.add(100.0 * other);
    }
    Line {
        card: card.id(),
        players: count,
        starts: played.count as u64,
        played: [played.mean(), played.half_width(1.96)],
        net: [said.mean(), said.half_width(1.96)],
    }
}

/// Measures and returns what to print.
///
/// # Errors
/// One sentence for an unknown bot or rulebook or an impossible table.
pub fn worth(args: &WorthArgs) -> Result<String, String> {
    let (rules, net) = (rulebook(&args.rulebook)?, net_of(&args.bot)?);
    args.players.iter().try_for_each(|&count| players(count).map(drop))?;
    let stop = Stop::on_ctrl_c();
    let cards = || (0..KEEP_CARDS).filter_map(Card::at).filter(|&card| card != Card::Mimic);
    let mut lines = with_threads(args.threads, || {
        let progress = Progress::new((args.players.len() * KEEP_CARDS) as u64);
        let mut lines = Vec::new();
        for &count in &args.players {
            for card in cards() {
                if !stop.wanted() {
                    lines.push(measure(&net, &rules, count, card, args));
                    progress.at(lines.len() as u64);
                }
            }
        }
        progress.done();
        lines
    })?;
    let played = 0 < args.starts;
    let key = |line: &Line| if played { line.played[0] } else { line.net[0] };
    lines.sort_by(|a, b| a.players.cmp(&b.players).then(key(b).total_cmp(&key(a))));
    Ok(match args.format {
        Format::Json => serde_json::to_string_pretty(&lines).unwrap_or_default(),
        Format::Csv => {
            let mut text = String::from("card,players,starts,played,half_width,net,half_width\n");
            for l in &lines {
                let ([p, pw], [n, nw]) = (l.played, l.net);
                let _ = writeln!(
                    text,
                    "{},{},{},{p:.2},{pw:.2},{n:.2},{nw:.2}",
                    l.card, l.players, l.starts
                );
            }
            text
        }
        Format::Text => {
            let mut text = format!(
                "What a keep card is worth in mid-game, points of win chance with 95 % intervals; {}, rulebook {}, seed {}\n",
                args.bot, args.rulebook, args.seed
            );
            for l in &lines {
                let ([p, pw], [n, nw]) = (l.played, l.net);
                let measured =
                    if played { format!("played {p:+6.1} ± {pw:4.1}   ") } else { String::new() };
                let _ = writeln!(
                    text,
                    "{} monsters  {:26} {measured}net {n:+6.1} ± {nw:3.1}   {} starts",
                    l.players, l.card, l.starts
                );
            }
            text
        }
    })
}

//! `daikaiju review`: a game split into luck and choices, for people, programs, spreadsheets and friends.

use crate::{print, read, texts};
use clap::{Args, ValueEnum};
use engine::{Record, Seat};
use review::{GAMES, Reason, Review, Reviewer, TURNS, Trial};
use std::path::PathBuf;

/// Review a game record: where luck was, and which choices were costly.
#[derive(Args)]
pub(crate) struct ReviewArgs {
    /// A game record; `-` reads from standard input
    file: PathBuf,
    /// Whose choices are told: a seat such as B, or the name of a player; the one person at a table of bots if not given,
    /// else the winner
    #[arg(long)]
    seat: Option<String>,
    /// Play out every choice of 5 points or more, with this many games for each answer, and every moment at which the
    /// judgement corrects itself by more than a point
    #[arg(long, num_args = 0..=1, default_missing_value = GAMES_TEXT)]
    rollouts: Option<usize>,
    /// Let the net judge after this many turns of a game that is played out; 0 plays to the end
    #[arg(long, default_value_t = TURNS, requires = "rollouts")]
    turns: u16,
    /// Seed of what is played out
    #[arg(long, default_value_t = 2026)]
    seed: u64,
    /// How to print the review
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The language: en, is, pl, cs, nl or it
    #[arg(long, default_value = "en")]
    lang: String,
}

const GAMES_TEXT: &str = "200";
const _: () = assert!(GAMES == 200, "the default of --rollouts is the same everywhere");
/// Games for each answer, to say why one was better.
const WHY_GAMES: usize = 300;
/// From this error on a choice is played out.
const MISTAKE: f64 = 0.05;

/// The ways to print a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs: everything, see docs/REVIEW.md
    Json,
    /// For spreadsheets: one line for each input of the game
    Csv,
    /// One page with the graph, to send to friends
    Html,
}

pub(crate) fn run(args: &ReviewArgs) -> Result<(), String> {
    let t = texts(&args.lang)?;
    let path = args.file.display();
    let (record, trouble) =
        review::read(&read(&args.file)?).map_err(|why| format!("{path}: {why}"))?;
    let mut reviewer = Reviewer::new(record, trouble).map_err(|why| format!("{path}: {why}"))?;
    let moments = std::iter::from_fn(|| reviewer.step()).collect();
    let mut review = Review::from_parts(&reviewer, moments);
    for player in &mut review.players {
        player.name = engine::record::printable(&player.name);
    }
    let record = reviewer.record();
    if let Some(games) = args.rollouts {
        if games < 2 {
            return Err("--rollouts: an answer is played out 2 times at least".to_owned());
        }
        play_out(&mut review, record, games, args);
    }
    let focus = match &args.seat {
        Some(seat) => seat_of(&review, seat)?,
        None => review.focus(),
    };
    let why = |moment: usize| why(&review, record, moment, args.seed);
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&review).unwrap_or_default(),
        Format::Csv => client::review::csv::lines(&review),
        Format::Html => client::review::html::page(t, &review, record, focus, &why),
        Format::Text => client::review::report(t, &review, record, focus, &why),
    };
    print(text.trim_end())
}

fn seat_of(review: &Review, wanted: &str) -> Result<Seat, String> {
    let named = review.players.iter().position(|player| player.name == wanted);
    let letter = Seat::ALL.iter().position(|seat| seat.to_string().eq_ignore_ascii_case(wanted));
    let at = named.or(letter).filter(|&at| at < review.players.len());
    at.and_then(Seat::at).ok_or_else(|| {
        let names: Vec<String> = review
            .players
            .iter()
            .zip(Seat::ALL)
            .map(|(player, seat)| format!("{seat} ({})", player.name))
            .collect();
        format!("--seat: nobody here is `{wanted}`; there are {}", names.join(", "))
    })
}

fn play_out(review: &mut Review, record: &Record, games: usize, args: &ReviewArgs) {
    let turns = (0 < args.turns).then_some(args.turns);
    for costly in review.costly(None, MISTAKE) {
        let moment = &mut review.moments[costly.moment];
        let trial = Trial::new(bots::net(), record, moment, games, turns, args.seed);
        let (Some(mut trial), Some(judged)) = (trial, moment.choice()) else { continue };
        while trial.step() {}
        let tried = trial.tried(judged.options[judged.chosen].answer);
        moment.settle(tried);
    }
    for at in review::corrected(&review.moments) {
        let moment = &review.moments[at];
        let checked = review::check(bots::net(), record, moment, games, turns, args.seed);
        if let Some(checked) = checked {
            review::take_over(&mut review.moments, at, checked);
        }
    }
    review.add_up();
}

fn why(review: &Review, record: &Record, moment: usize, seed: u64) -> Vec<Reason> {
    let moment = &review.moments[moment];
    let (Some(judged), Some(state)) = (moment.choice(), review::state_before(record, moment.input))
    else {
        return Vec::new();
    };
    review::why(bots::net(), &state, judged.best().0, judged.given().0, WHY_GAMES, seed)
}

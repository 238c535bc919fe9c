//! A player's games over time: which are kept, what they came to, and how they compare. No clock and no storage: whoever
//! keeps the games says when one ended.

use std::collections::BTreeMap;

use engine::{Outcome, Record, Seat, Species};
use serde::{Deserialize, Serialize};

use crate::moment::Kind;
use crate::summary::{Account, OfKind};

/// How many games are kept; then the oldest goes.
pub const MOST: usize = 200;
/// The line of a trend is the mean of this many games.
pub const MEAN_OF: usize = 9;
/// From this many games on there is a trend.
pub const TREND: usize = 20;
/// Averages of fewer games say little.
pub const FEW: usize = 8;
/// The version of the file with all games.
const FORMAT: u32 = 1;

/// A game as it is kept: its record without the proof of its dice, and through whose eyes it was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// Its name, by which it is known again.
    pub id: String,
    /// When it ended, in milliseconds since 1970.
    pub when: u64,
    /// Where it was played: `solo`, `device` or `online`.
    pub mode: String,
    /// The player's own seat; nobody's where several people shared a device, and for watchers.
    pub me: Option<Seat>,
    /// The game.
    pub record: Record,
    /// Before which of the player's choices a hint or a warning was seen: how many events had happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub helped: Vec<usize>,
}

/// What a game came to, for lists and comparisons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Past {
    /// Its name.
    pub id: String,
    /// When it ended, in milliseconds since 1970.
    pub when: u64,
    /// The player's own seat.
    pub me: Option<Seat>,
    /// The player's monster; the winner's, where nobody in particular looked.
    pub monster: Species,
    /// The rulebook.
    pub book: String,
    /// Against whom: a level of bots, `mixed` levels, or `people`.
    pub rivals: String,
    /// How many monsters.
    pub players: u8,
    /// How many turns.
    pub turns: u16,
    /// Whether the player won; nothing where it was broken off.
    pub won: Option<bool>,
    /// What the review says, once it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tally: Option<Tally>,
}

/// What the review of a game says of the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// All luck, as a chance.
    pub luck: f64,
    /// What the own choices cost: 0 or less.
    pub own: f64,
    /// Choices that mattered, but for those after a hint or a warning.
    pub choices: usize,
    /// What choices after a hint or a warning cost, as a chance.
    #[serde(default)]
    pub aided: f64,
    /// What choices cost by kind.
    pub kinds: Vec<OfKind>,
}

impl Past {
    /// What a kept game came to, without its review. `None` if its record cannot be played.
    pub fn of(saved: &Saved) -> Option<Past> {
        let record = &saved.record;
        let mut state = record.start().ok()?;
        for &input in &record.inputs {
            state.play(input, None).ok()?;
        }
        let winner = state.outcome().and_then(Outcome::winner);
        let seat = saved.me.or(winner).unwrap_or(Seat::A);
        let species = Species::roster(record.rules.roster);
        let monster = record.players.get(seat.index()).and_then(|player| player.monster);
        Some(Past {
            id: saved.id.clone(),
            when: saved.when,
            me: saved.me,
            monster: monster.unwrap_or(species[seat.index() % species.len()]),
            book: record.rules.house_rules().0.name().to_owned(),
            rivals: rivals(record, seat),
            players: record.players.len() as u8,
            turns: state.turn().number,
            won: state.outcome().map(|_| winner == Some(seat)),
            tally: None,
        })
    }

    /// Points lost for each choice that mattered.
    pub fn rate(&self) -> Option<f64> {
        let tally = self.tally.as_ref()?;
        Some(100.0 * tally.error() / tally.choices.max(1) as f64)
    }
}

/// One word for all others at the table.
fn rivals(record: &Record, me: Seat) -> String {
    let others = record.players.iter().enumerate().filter(|(seat, _)| *seat != me.index());
    let mut levels: Vec<Option<&str>> = others
        .map(|(_, player)| player.bot.as_deref().map(|bot| bot.split(':').next().unwrap_or(bot)))
        .collect();
    levels.dedup();
    match &levels[..] {
        [Some(level)] => (*level).to_owned(),
        levels if levels.contains(&None) => "people".to_owned(),
        _ => "mixed".to_owned(),
    }
}

impl Tally {
    /// What the choices that count in a rate cost, as a chance.
    pub fn error(&self) -> f64 {
        -self.own - self.aided
    }

    /// Of the account of the player's seat.
    pub fn of(account: &Account) -> Tally {
        let short = |part: f64| (10_000.0 * part).round() / 10_000.0;
        let kinds = account.kinds.iter();
        Tally {
            luck: short(account.luck),
            own: short(account.own),
            choices: account.choices,
            aided: short(account.aided),
            kinds: kinds.map(|one| OfKind { error: short(one.error), ..*one }).collect(),
        }
    }
}

/// All games that are kept, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct History {
    /// The games.
    pub games: Vec<Past>,
}

/// A few games together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Together {
    /// How many.
    pub games: usize,
    /// How many were won.
    pub won: usize,
    /// How many of them have been reviewed.
    pub reviewed: usize,
    /// All luck in them, as a chance.
    pub luck: f64,
    /// What choices without a hint or a warning cost in them, as a chance: 0 or more.
    pub error: f64,
    /// Choices that mattered.
    pub choices: usize,
}

impl Together {
    fn add(&mut self, past: &Past) {
        self.games += 1;
        self.won += usize::from(past.won == Some(true));
        if let Some(tally) = &past.tally {
            self.reviewed += 1;
            self.luck += tally.luck;
            self.error += tally.error();
            self.choices += tally.choices;
        }
    }

    /// Of these games.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Past>) -> Together {
        let mut all = Together::default();
        games.into_iter().for_each(|past| all.add(past));
        all
    }

    /// Points lost for each choice that mattered; nothing before a game was reviewed.
    pub fn rate(&self) -> Option<f64> {
        (0 < self.choices).then(|| 100.0 * self.error / self.choices as f64)
    }

    /// Luck a game, as a chance.
    pub fn mean_luck(&self) -> Option<f64> {
        (0 < self.reviewed).then(|| self.luck / self.reviewed as f64)
    }
}

/// By what games are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The player's monster.
    Monster,
    /// Against whom.
    Rivals,
    /// The rulebook.
    Book,
}

/// One game of the trend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Its place among the kept games.
    pub at: usize,
    /// Points lost a choice.
    pub rate: f64,
    /// The mean of the last nine games, choice by choice; nothing before there are nine.
    pub mean: Option<f64>,
    /// Luck, as a chance.
    pub luck: f64,
    /// Whether it was won.
    pub won: bool,
}

impl History {
    /// Takes a game in. One of the same name is replaced; the names of those that have to go come back.
    pub fn add(&mut self, past: Past) -> Vec<String> {
        self.games.retain(|other| other.id != past.id);
        let place = self.games.partition_point(|other| past.when < other.when);
        self.games.insert(place, past);
        self.games.drain(MOST.min(self.games.len())..).map(|gone| gone.id).collect()
    }

    /// The games that count: those with a seat of one's own that were played to the end.
    pub fn counted(&self) -> impl DoubleEndedIterator<Item = &Past> {
        self.games.iter().filter(|past| past.me.is_some() && past.won.is_some())
    }

    /// Rate and luck game by game, the oldest first: games that count and have been reviewed.
    pub fn trend(&self) -> Vec<Dot> {
        let reviewed: Vec<(usize, &Past)> = self
            .games
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, past)| past.me.is_some() && past.won.is_some() && past.tally.is_some())
            .collect();
        let dot = |(n, (at, past)): (usize, &(usize, &Past))| {
            let window = (n + 1).checked_sub(MEAN_OF).map(|from| &reviewed[from..=n]);
            let mean = window.and_then(|games| Together::of(games.iter().map(|one| one.1)).rate());
            Dot {
                at: *at,
                rate: past.rate().unwrap_or(0.0),
                mean,
                luck: past.tally.as_ref().map_or(0.0, |tally| tally.luck),
                won: past.won == Some(true),
            }
        };
        reviewed.iter().enumerate().map(dot).collect()
    }

    /// The games that count, by what they have in common; the largest part first. Every game is in one part.
    pub fn compare(&self, by: By) -> Vec<(String, Together)> {
        let mut parts: BTreeMap<&str, Together> = BTreeMap::new();
        for past in self.counted() {
            let key = match by {
                By::Monster => past.monster.id(),
                By::Rivals => &past.rivals,
                By::Book => &past.book,
            };
            parts.entry(key).or_default().add(past);
        }
        let mut parts: Vec<_> =
            parts.into_iter().map(|(key, games)| (key.to_owned(), games)).collect();
        parts.sort_by(|a, b| b.1.games.cmp(&a.1.games).then(a.0.cmp(&b.0)));
        parts
    }

    /// What choices of each kind cost in all games that count, the costliest kind first.
    pub fn kinds(&self) -> Vec<OfKind> {
        let mut all = Kind::ALL.map(OfKind::none);
        for one in self.counted().filter_map(|past| past.tally.as_ref()).flat_map(|t| &t.kinds) {
            let sum = &mut all[one.kind as usize];
            sum.choices += one.choices;
            sum.error += one.error;
            sum.costly += one.costly;
            sum.passed += one.passed;
            sum.acted += one.acted;
        }
        let mut all: Vec<OfKind> = all.into_iter().filter(|kind| 0 < kind.choices).collect();
        all.sort_by(|a, b| b.error.total_cmp(&a.error));
        all
    }

    /// What most costly choices of a kind have in common, the costliest kind first.
    pub fn pattern(&self) -> Option<Pattern> {
        self.kinds().iter().find_map(Pattern::of)
    }
}

/// A pattern needs this many costly choices, and holds in two thirds of them.
const CASES: usize = 6;

/// Something that is wrong with most costly choices of a kind in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The kind.
    pub kind: Kind,
    /// Whether one passed (stayed, stopped, bought nothing) where something else was better; else it was the other way round.
    pub passed: bool,
    /// In how many choices.
    pub times: usize,
    /// Of how many costly ones.
    pub costly: usize,
}

impl Pattern {
    fn of(one: &OfKind) -> Option<Pattern> {
        let passed = one.acted <= one.passed;
        let times = one.passed.max(one.acted);
        let holds = CASES <= one.costly && 2 * one.costly <= 3 * times;
        let told = matches!(one.kind, Kind::Keep | Kind::Yield | Kind::Purchase);
        (holds && told).then_some(Pattern { kind: one.kind, passed, times, costly: one.costly })
    }
}

/// All games as one file.
pub fn export(games: &[Saved]) -> String {
    let lines: Vec<String> =
        games.iter().filter_map(|game| serde_json::to_string(game).ok()).collect();
    format!("{{\"daikaiju_games\":{FORMAT},\"games\":[\n{}\n]}}\n", lines.join(",\n"))
}

/// The games of a file, and how many of them cannot be read.
///
/// # Errors
/// One sentence if it is not such a file.
pub fn import(text: &str) -> Result<(Vec<Saved>, usize), String> {
    #[derive(Deserialize)]
    struct File {
        daikaiju_games: u32,
        games: Vec<serde_json::Value>,
    }
    let file: File = serde_json::from_str(text)
        .map_err(|wrong| format!("this is not a file of games: {wrong}"))?;
    if file.daikaiju_games != FORMAT {
        let format = file.daikaiju_games;
        return Err(format!("this program reads files of games of format {FORMAT}, not {format}"));
    }
    let all = file.games.len();
    let fits = |saved: &Saved| Past::of(saved).is_some() && !saved.id.is_empty();
    let read = |game| serde_json::from_value::<Saved>(game).ok().filter(fits);
    let games: Vec<Saved> = file.games.into_iter().filter_map(read).collect();
    let unreadable = all - games.len();
    Ok((games, unreadable))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Review;

    fn saved(id: &str, when: u64) -> Saved {
        let text = include_str!("../../engine/tests/format1/record-7.json");
        let (record, _) = crate::read(text).unwrap();
        Saved {
            id: id.into(),
            when,
            mode: "solo".into(),
            me: Some(Seat::A),
            record,
            helped: Vec::new(),
        }
    }

    fn past(id: &str, when: u64) -> Past {
        let mut past = Past::of(&saved(id, when)).expect("the record can be played");
        past.won = Some(when.is_multiple_of(2));
        let error = OfKind { choices: 10, error: 0.01 * when as f64, ..OfKind::none(Kind::Yield) };
        let (own, kinds) = (-error.error, vec![error]);
        past.tally = Some(Tally { luck: 0.1, own, choices: 10, aided: 0.0, kinds });
        past
    }

    #[test]
    fn the_last_two_hundred_games_are_kept_and_each_once() {
        let mut history = History::default();
        for number in 0..MOST as u64 {
            assert!(history.add(past(&format!("g{number}"), number)).is_empty());
        }
        assert!(history.add(past("g7", 7)).is_empty(), "a game of the same name takes its place");
        assert_eq!(history.add(past("new", 5000)), ["g0"]);
        assert_eq!((history.games.len(), history.games[0].id.as_str()), (MOST, "new"));
        assert!(history.games.is_sorted_by_key(|past| std::cmp::Reverse(past.when)));
    }

    #[test]
    fn every_game_is_in_one_part_of_each_comparison() {
        let mut history = History::default();
        for number in 0..30 {
            let mut game = past(&format!("g{number}"), number);
            game.rivals = ["people", "fierce", "mixed"][number as usize % 3].to_owned();
            game.me = (number != 4).then_some(Seat::A);
            history.add(game);
        }
        let all = Together::of(history.counted());
        assert_eq!(all.games, 29);
        for by in [By::Monster, By::Rivals, By::Book] {
            let parts = history.compare(by);
            let sum = |pick: fn(&Together) -> usize| parts.iter().map(|(_, one)| pick(one)).sum();
            assert_eq!(
                (all.games, all.won, all.choices),
                (sum(|one| one.games), sum(|one| one.won), sum(|one| one.choices))
            );
        }
        let trend = history.trend();
        assert_eq!(trend.len(), 29);
        assert!(trend[MEAN_OF - 2].mean.is_none() && trend[MEAN_OF - 1].mean.is_some());
        assert!(trend.windows(2).all(|two| two[0].rate <= two[1].rate), "the oldest comes first");
    }

    /// One sentence when it holds in two thirds of at least six cases.
    #[test]
    fn a_pattern_is_told_when_it_holds_in_two_thirds_of_six() {
        let with = |kind: Kind, costly: usize, passed: usize, acted: usize| {
            let mut history = History::default();
            // Counted over all games together.
            for (at, more) in [(0, 1), (1, 0)] {
                let mut game = past(&format!("g{at}"), at);
                let tally = game.tally.as_mut().expect("it was reviewed");
                let half = |count: usize| count / 2 + more * (count % 2);
                tally.kinds = vec![OfKind {
                    choices: 10,
                    error: 0.2,
                    costly: half(costly),
                    passed: half(passed),
                    acted: half(acted),
                    ..OfKind::none(kind)
                }];
                history.add(game);
            }
            history.pattern().map(|found| (found.passed, found.times, found.costly))
        };
        assert_eq!(with(Kind::Yield, 9, 7, 2), Some((true, 7, 9)));
        assert_eq!(with(Kind::Purchase, 6, 1, 4), Some((false, 4, 6)));
        assert_eq!(with(Kind::Keep, 6, 3, 3), None, "half is no pattern");
        assert_eq!(with(Kind::Keep, 5, 5, 0), None, "five cases are few");
        assert_eq!(with(Kind::Order, 9, 9, 0), None, "there are no words for it");
    }

    /// What the account counts for it: costly choices, and those in which one passed or should have.
    #[test]
    fn costly_choices_are_counted_by_what_was_better() {
        let review = Review::of(saved("a", 1).record, None);
        let seat = review.costly(None, 0.02)[0];
        let seat = review.moments[seat.moment].seat;
        let costly = review.costly(Some(seat), 0.02).len();
        let kinds = &review.accounts[seat.index()].kinds;
        assert_eq!(kinds.iter().map(|kind| kind.costly).sum::<usize>(), costly);
        assert!(kinds.iter().all(|kind| kind.passed + kind.acted <= kind.costly));
    }

    #[test]
    fn a_file_brings_all_games_back_and_says_what_it_could_not_read() {
        let games = [saved("a", 1), saved("b", 2)];
        let text = export(&games);
        assert_eq!(import(&text), Ok((games.to_vec(), 0)));
        let broken = text.replacen("\"rolled\"", "\"thrown\"", 1);
        let (read, unreadable) = import(&broken).unwrap();
        assert_eq!((read.len(), unreadable), (1, 1));
        assert!(import("{}").is_err() && import("nonsense").is_err());
    }

    /// A choice made after a hint stays in the account and is left out of the rate.
    #[test]
    fn a_hint_is_left_out_of_the_rate_and_never_out_of_the_account() {
        let game = saved("a", 1);
        let mut review = Review::of(game.record.clone(), None);
        let costly = review.costly(Some(Seat::A), 0.02)[0];
        let before = review.accounts[0].clone();
        let mut happened = vec![0];
        let _ = game.record.replay(|_, _, news, _| {
            happened.push(happened.last().unwrap() + news.len());
        });
        let events = [happened[review.moments[costly.moment].input]];
        crate::mark_helped(&game.record, &mut review.moments, Seat::A, &events);
        assert!(review.moments[costly.moment].choice().unwrap().helped);
        review.add_up();
        let after = &review.accounts[0];
        assert_eq!((after.own, after.luck, after.result), (before.own, before.luck, before.result));
        assert!(after.choices < before.choices && after.rate < before.rate);
        assert!(costly.error <= after.aided);
        let tally = Tally::of(after);
        assert!((tally.error() / tally.choices as f64 - 0.01 * after.rate).abs() < 1e-4);
    }

    #[test]
    fn a_tally_is_what_the_account_says() {
        let game = saved("a", 1);
        let review = Review::of(game.record.clone(), None);
        let account = &review.accounts[0];
        let mut past = Past::of(&game).unwrap();
        past.tally = Some(Tally::of(account));
        assert!((past.rate().unwrap() - account.rate).abs() < 0.02);
        assert_eq!(past.won, Some(account.result == 1.0));
        assert_eq!((past.players, past.rivals.as_str()), (3, "random"));
    }
}

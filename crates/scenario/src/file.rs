//! The file: what it cites, and its cases with their rulebooks and starts.

use crate::line::{Line, Names};
use crate::start::Start;
use engine::{Card, Rulebook, Rules, Seat, Setup};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;

/// What is wrong with a file, in one sentence, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The line, counted from 1.
    pub line: usize,
    /// The sentence.
    pub why: String,
    pub(crate) part: Part,
}

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The file is not TOML.
    File,
    /// An entry.
    Entry,
    /// A line of the play.
    Line,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for Wrong {}

/// A scenario as read from its file.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its number: `EX-01`, `RX-12`, `T07`, `Q-03`.
    pub id: String,
    /// What it is about, in one sentence.
    pub title: String,
    /// The rules and rulings that it tests.
    pub rules: Vec<String>,
    /// Its cases, in the order of the file.
    pub cases: Vec<Case>,
}

/// One course of events, for one or more rulebooks.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is special about it; may be empty.
    pub name: String,
    /// The line in which it is played.
    pub line: usize,
    /// The rulebooks that it holds for.
    pub books: Vec<Rulebook>,
    /// The table that it starts from.
    pub(crate) start: Start,
    /// The house rules that it is played with, in the order in which they are set.
    pub(crate) switches: Vec<(&'static str, &'static str)>,
    /// What the file calls the seats.
    pub(crate) names: Names,
    pub(crate) lines: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileText {
    id: Spanned<String>,
    title: String,
    rules: Spanned<Vec<String>>,
    #[serde(default)]
    books: Option<Spanned<toml::Value>>,
    #[serde(default)]
    names: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    switches: Option<Spanned<BTreeMap<String, toml::Value>>>,
    #[serde(default)]
    start: Option<Spanned<toml::Table>>,
    #[serde(default)]
    case: Vec<Spanned<CaseText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseText {
    #[serde(default)]
    name: String,
    #[serde(default)]
    books: Option<Spanned<toml::Value>>,
    #[serde(default)]
    names: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    switches: Option<Spanned<BTreeMap<String, toml::Value>>>,
    #[serde(default)]
    start: Option<Spanned<toml::Table>>,
    play: Spanned<String>,
}

/// The text of a file, to turn places into lines.
struct Source<'a>(&'a str);

impl Source<'_> {
    fn line_at(&self, place: usize) -> usize {
        1 + self.0.as_bytes().iter().take(place).filter(|byte| **byte == b'\n').count()
    }

    fn wrong<T>(&self, at: &Spanned<T>, why: String) -> Wrong {
        Wrong { line: self.line_at(at.span().start), why, part: Part::Entry }
    }
}

impl Scenario {
    /// Reads a scenario and checks everything that can be checked without playing it.
    ///
    /// # Errors
    /// One sentence with the line and what was expected there.
    pub fn read(text: &str) -> Result<Scenario, Wrong> {
        Scenario::read_by(text, &[])
    }

    /// Reads a scenario as it would be with these house rules, names and values of switches, set last of all.
    ///
    /// # Errors
    /// One sentence with the line and what was expected there.
    pub fn read_by(text: &str, house: &[(&str, &str)]) -> Result<Scenario, Wrong> {
        let source = Source(text);
        let file: FileText = toml::from_str(text).map_err(|error| Wrong {
            line: error.span().map_or(1, |span| source.line_at(span.start)),
            why: error.message().replace('\n', " "),
            part: if text.parse::<toml::Table>().is_err() { Part::File } else { Part::Entry },
        })?;
        if file.id.get_ref().is_empty() {
            return Err(source.wrong(&file.id, "id: expected the scenario's number".to_owned()));
        }
        short("id", file.id.get_ref(), 40).map_err(|why| source.wrong(&file.id, why))?;
        short("title", &file.title, 200).map_err(|why| source.wrong(&file.id, why))?;
        if file.rules.get_ref().is_empty() {
            let why = "rules: expected at least one cited rule".to_owned();
            return Err(source.wrong(&file.rules, why));
        }
        if file.case.is_empty() {
            let line = source.line_at(text.len());
            let why = "expected at least one [[case]]".to_owned();
            return Err(Wrong { line, why, part: Part::Entry });
        }
        let cases = file
            .case
            .iter()
            .map(|case| read_case(&source, &file, case, house))
            .collect::<Result<Vec<Case>, Wrong>>()?;
        let FileText { id, title, rules, .. } = file;
        Ok(Scenario { id: id.into_inner(), title, rules: rules.into_inner(), cases })
    }
}

/// Holds a text to its length.
fn short(field: &str, text: &str, most: usize) -> Result<(), String> {
    let fits = text.chars().count() <= most;
    if fits { Ok(()) } else { Err(format!("{field}: expected at most {most} characters")) }
}

fn read_case(
    source: &Source,
    file: &FileText,
    spanned: &Spanned<CaseText>,
    house: &[(&str, &str)],
) -> Result<Case, Wrong> {
    let case = spanned.get_ref();
    short("name", &case.name, 200).map_err(|why| source.wrong(spanned, why))?;
    let books = match case.books.as_ref().or(file.books.as_ref()) {
        Some(books) => read_books(books.get_ref()).map_err(|why| source.wrong(books, why))?,
        None => {
            let why = "books: expected the rulebooks of this case, or \"all\"".to_owned();
            return Err(source.wrong(spanned, why));
        }
    };
    let switches = read_switches(source, file, spanned, house)?;
    let start = read_start(source, file, spanned)?;
    for book in &books {
        let rules = with_switches(*book, &switches);
        if let Err(why) = start.begin(&rules, None) {
            let place = case.start.as_ref().or(file.start.as_ref()).map(Spanned::span);
            let line = source.line_at(place.unwrap_or_else(|| spanned.span()).start);
            return Err(Wrong { line, why: format!("start: {why}"), part: Part::Entry });
        }
    }
    let players = start.players();
    let names = match case.names.as_ref().or(file.names.as_ref()) {
        Some(names) => {
            Names::new(names.get_ref().clone(), players).map_err(|why| source.wrong(names, why))?
        }
        None => Names::new(Vec::new(), players).map_err(|why| source.wrong(spanned, why))?,
    };
    let lines = read_play(source, &case.play, &names, &books)?;
    let line = source.line_at(case.play.span().start);
    Ok(Case { name: case.name.clone(), line, books, start, switches, names, lines })
}

pub(crate) fn read_books(value: &toml::Value) -> Result<Vec<Rulebook>, String> {
    let wanted = "expected \"all\" or a list such as [\"IS\", \"NL\"]";
    match value {
        toml::Value::String(all) if all == "all" => Ok(Rulebook::ALL.to_vec()),
        toml::Value::Array(books) if !books.is_empty() => books
            .iter()
            .map(|book| {
                let name = book.as_str().ok_or_else(|| format!("books: {wanted}"))?;
                Rulebook::from_name(name).ok_or_else(|| {
                    format!("books: there is no rulebook `{name}`: IS, PL, CS, NL and IT are known")
                })
            })
            .collect(),
        _ => Err(format!("books: {wanted}")),
    }
}

/// A book with house rules.
pub(crate) fn with_switches(book: Rulebook, switches: &[(&str, &str)]) -> Rules {
    let mut rules = book.rules();
    for (switch, value) in switches {
        rules.set(switch, value).expect("house rules are read before they are set");
    }
    rules
}

/// The house rules of the file, then those of the case, then those that are set from outside.
fn read_switches(
    source: &Source,
    file: &FileText,
    spanned: &Spanned<CaseText>,
    house: &[(&str, &str)],
) -> Result<Vec<(&'static str, &'static str)>, Wrong> {
    let mut found = Vec::new();
    for switches in [&file.switches, &spanned.get_ref().switches].into_iter().flatten() {
        for (switch, value) in switches.get_ref() {
            let value = match value {
                toml::Value::Boolean(true) => "true",
                toml::Value::Boolean(false) => "false",
                toml::Value::String(value) => value,
                _ => {
                    let why = format!("switches: expected true, false or a word for `{switch}`");
                    return Err(source.wrong(switches, why));
                }
            };
            found.push(
                known(switch, value)
                    .map_err(|why| source.wrong(switches, format!("switches: {why}")))?,
            );
        }
    }
    for (switch, value) in house {
        found.push(known(switch, value).map_err(|why| source.wrong(spanned, why))?);
    }
    Ok(found)
}

/// A switch and its value, as the rules name them.
pub(crate) fn known(switch: &str, value: &str) -> Result<(&'static str, &'static str), String> {
    Rules::default().set(switch, value).map_err(|wrong| wrong.to_string())?;
    let (name, values) = Rules::SWITCHES
        .iter()
        .find(|(name, _)| *name == switch)
        .ok_or_else(|| format!("there is no switch `{switch}`"))?;
    let value = values.iter().find(|known| **known == value);
    Ok((name, value.ok_or_else(|| format!("switch `{switch}` has no such value"))?))
}

/// The start of the file with the case's own entries laid over it.
fn read_start(
    source: &Source,
    file: &FileText,
    spanned: &Spanned<CaseText>,
) -> Result<Start, Wrong> {
    let case = spanned.get_ref();
    let Some(place) = case.start.as_ref().or(file.start.as_ref()) else {
        let why = "start: expected the position that the case starts from".to_owned();
        return Err(source.wrong(spanned, why));
    };
    let mut start = toml::Table::new();
    for table in [&file.start, &case.start].into_iter().flatten() {
        for (field, value) in table.get_ref() {
            start.insert(field.clone(), value.clone());
        }
    }
    table(start).map_err(|why| source.wrong(place, format!("start: {why}")))
}

/// A written start. Seats may be written as `A = { .. }` instead of the list `monsters`.
pub(crate) fn table(mut start: toml::Table) -> Result<Start, String> {
    let players = match start.remove("players") {
        Some(players) => Some(
            players
                .as_integer()
                .and_then(|players| usize::try_from(players).ok())
                .filter(|players| engine::PLAYERS.contains(players))
                .ok_or("players: expected a number from 2 to 6")?,
        ),
        None => None,
    };
    if start.get("at").and_then(toml::Value::as_str) == Some("new_game") {
        let players = players.ok_or("players: expected a number from 2 to 6")?;
        let first = match start.remove("first") {
            Some(seat) => Some(
                seat.as_str()
                    .and_then(|name| Seat::ALL.into_iter().find(|seat| seat.to_string() == name))
                    .ok_or("first: expected a seat, A to F")?,
            ),
            None => None,
        };
        if let Some(field) = start.keys().find(|field| *field != "at") {
            return Err(format!("{field}: a new game has only `players`, `first` and `at`"));
        }
        return Ok(Start::New { players, first });
    }
    let mut written: Vec<(Seat, toml::Value)> = Vec::new();
    for seat in Seat::ALL {
        if let Some(monster) = start.remove(&seat.to_string()) {
            written.push((seat, monster));
        }
    }
    if let Some(players) = players {
        if start.contains_key("monsters") {
            return Err("monsters: expected either `monsters` or `players` with seats".to_owned());
        }
        let mut monsters = vec![toml::Value::Table(toml::Table::new()); players];
        for (seat, monster) in written {
            *monsters
                .get_mut(seat.index())
                .ok_or_else(|| format!("{seat}: nobody sits there with {players} players"))? =
                monster;
        }
        start.insert("monsters".to_owned(), toml::Value::Array(monsters));
    } else if let Some((seat, _)) = written.first() {
        return Err(format!("{seat}: expected `players` too, the number of monsters"));
    }
    if start.contains_key("rules") {
        return Err("rules: the rules come from `books` and `switches`".to_owned());
    }
    let market = market(start.remove("market"))?;
    let mut setup: Setup = serde_path_to_error::deserialize(start).map_err(|error| {
        let field = error.path().to_string();
        let why = error.inner().message().replace('\n', " ");
        if field == "." { why } else { format!("{field}: {why}") }
    })?;
    setup.market = market;
    Ok(Start::Table(Box::new(setup)))
}

/// Up to three cards; `"-"` stands for an empty place, for which TOML has no word.
fn market(written: Option<toml::Value>) -> Result<[Option<Card>; 3], String> {
    let mut market = [None; 3];
    let Some(written) = written else { return Ok(market) };
    let wares = written.as_array().filter(|wares| wares.len() <= market.len());
    let wares = wares.ok_or("market: expected a list of up to three cards")?;
    for (number, (place, ware)) in market.iter_mut().zip(wares).enumerate() {
        let id = ware.as_str().unwrap_or_default();
        if id != "-" {
            let card = Card::from_id(id);
            let known = card.ok_or_else(|| format!("market[{number}]: there is no card `{id}`"))?;
            *place = Some(known);
        }
    }
    Ok(market)
}

/// The lines of the play with their numbers in the file.
fn read_play(
    source: &Source,
    play: &Spanned<String>,
    names: &Names,
    books: &[Rulebook],
) -> Result<Vec<Line>, Wrong> {
    let span = play.span();
    let written = source.0.get(span.clone()).unwrap_or_default();
    let quotes = ["'''", "\"\"\"", "'", "\""].into_iter().find(|q| written.starts_with(q));
    let quotes = quotes.unwrap_or_default();
    let body = written.strip_prefix(quotes).and_then(|body| body.strip_suffix(quotes));
    let first = source.line_at(span.start);
    let mut lines: Vec<Line> = Vec::new();
    for (step, text) in body.unwrap_or(written).lines().enumerate() {
        let number = first + step;
        let wrong = |why| Wrong { line: number, why, part: Part::Line };
        let Some(line) = Line::read(number, text, names).map_err(wrong)? else { continue };
        if !books.iter().any(|book| line.is_for(*book)) {
            return Err(wrong("this line is for none of the rulebooks of its case".to_owned()));
        }
        lines.push(line);
    }
    let expects =
        |book: &Rulebook| lines.iter().any(|line| line.is_for(*book) && line.is_expectation());
    match books.iter().find(|book| !expects(book)) {
        Some(book) => {
            let why = format!("play: expected a line with `expect` for the {} book", book.name());
            Err(source.wrong(play, why))
        }
        None => Ok(lines),
    }
}

//! A question as a link: the whole of it behind the `#` of an address, so that no server has to know it.
//!
//! `1/<checksum>/p=2/A=h9,s4,jets/city=B/at=resolve/dice=CC1123/m=A:+stop/end`: a version, a checksum of everything after it,
//! fields in any order, and a last word that is missing from a link that was cut. What can be read of a link is read, and
//! the first thing that cannot be is told in one sentence with its field.

use super::trouble::{Fault, Place, Trouble};
use super::write::at_word;
use super::{ALL, Dispute, MOVES_MOST, Move, ORDER, place};
use crate::file::known;
use crate::line::{Names, read_acts};
use crate::start::Start;
use engine::{At, Card, Dice, MonsterSetup, Rulebook, Rules, Seat, Setup, TurnKind};

/// The version that this program writes, and the newest that it knows.
pub const VERSION: u32 = 1;

/// The longest link that is read.
pub const LENGTH_MOST: usize = 16_000;

/// FNV-1a: enough to notice a slip, not meant to stop anybody.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Dispute {
    /// The question as a link, without the address of the page.
    pub fn to_link(&self) -> String {
        let mut fields = Vec::new();
        let mut put = |name: &str, value: String| {
            if !value.is_empty() {
                fields.push(format!("{name}={value}"));
            }
        };
        put("title", escape(&self.title));
        let names: Vec<String> = self.names.iter().map(|name| escape(name)).collect();
        put("names", names.join(","));
        let switches: Vec<String> =
            self.switches.iter().map(|(switch, value)| format!("{switch}.{value}")).collect();
        put("sw", switches.join(","));
        put("table", self.table.map_or_else(String::new, |rules| rules_text(&rules)));
        put("rules", self.rules.iter().map(|rule| escape(rule)).collect::<Vec<_>>().join(","));
        match &self.start {
            Start::New { players, first } => {
                put("new", format!("{players}{}", first.map_or(String::new(), |s| s.to_string())));
            }
            Start::Table(setup) => put_setup(setup, &mut put),
        }
        for one in &self.moves {
            put("m", move_text(one));
        }
        fields.push("end".to_owned());
        let text = fields.join("/");
        format!("{VERSION}/{:08x}/{text}", checksum(&text))
    }

    /// Reads a link: what could be read, and what could not. An address before the question is left out. Some messengers write
    /// the signs of a link by their numbers; where that has been done, it is undone.
    ///
    /// # Errors
    /// If nothing of a question could be read.
    pub fn from_link(link: &str) -> Result<(Dispute, Option<Trouble>), Trouble> {
        let link = link.trim();
        if LENGTH_MOST < link.len() {
            return Err(Trouble::of_field("link", Fault::TooLong(LENGTH_MOST)));
        }
        let read = read_link(link);
        if matches!(&read, Ok((_, None))) {
            return read;
        }
        match unescape(link).map(|link| read_link(&link)) {
            Ok(plain @ Ok((_, None))) => plain,
            _ => read,
        }
    }
}

fn read_link(link: &str) -> Result<(Dispute, Option<Trouble>), Trouble> {
    let link = link.rsplit_once("arbiter/").map_or(link, |(_, question)| question);
    let mut reader = Reader::default();
    let (version, rest) = link.split_once('/').unwrap_or((link, ""));
    match version.parse::<u32>() {
        Ok(VERSION) => {}
        Ok(found) => reader.trouble("version", Fault::Version { known: VERSION, found }),
        Err(_) => return Err(Trouble::of_field("version", Fault::NoQuestion)),
    }
    let (sum, text) = rest.split_once('/').unwrap_or((rest, ""));
    let whole = text == "end" || text.ends_with("/end");
    for field in text.split('/').filter(|field| !field.is_empty() && *field != "end") {
        let (name, value) = field.split_once('=').unwrap_or((field, ""));
        if let Err(fault) = reader.field(name, value) {
            reader.trouble(name, fault);
        }
    }
    let dispute = reader.dispute()?;
    if !whole {
        reader.trouble("end", Fault::Cut);
    }
    if u32::from_str_radix(sum, 16).ok() != Some(checksum(text)) {
        reader.trouble("checksum", Fault::Changed);
    }
    let none = || Trouble::of_field("link", Fault::NoQuestion);
    match dispute {
        Some(dispute) => Ok((dispute, reader.trouble)),
        None => Err(reader.trouble.unwrap_or_else(none)),
    }
}

fn put_setup(setup: &Setup, put: &mut impl FnMut(&str, String)) {
    put("p", setup.monsters.len().to_string());
    for (seat, monster) in Seat::ALL.into_iter().zip(&setup.monsters) {
        let numbers = [
            ('h', monster.hearts, 10),
            ('s', monster.stars, 0),
            ('e', monster.energy, 0),
            ('p', monster.poison, 0),
            ('k', monster.shrink, 0),
        ];
        let mut parts: Vec<String> = numbers
            .iter()
            .filter(|(_, number, usual)| number != usual)
            .map(|(letter, number, _)| format!("{letter}{number}"))
            .collect();
        parts.extend(monster.cards.iter().map(|card| card.id().to_owned()));
        put(&seat.to_string(), parts.join(","));
    }
    let seat = |seat: Option<Seat>| seat.map_or_else(String::new, |seat| seat.to_string());
    let cards = |cards: &[Card]| cards.iter().map(|card| card.id()).collect::<Vec<_>>().join(",");
    put("city", seat(setup.city));
    put("bay", seat(setup.bay));
    if setup.visited && setup.city.is_none() && setup.bay.is_none() {
        put("visited", "1".to_owned());
    }
    put("starter", seat(setup.starter));
    if setup.market.iter().any(Option::is_some) {
        let wares = setup.market.map(|card| card.map_or("-", Card::id));
        put("market", wares.join(","));
    }
    put("discards", cards(&setup.discards));
    put("top", setup.top.map_or_else(String::new, |card| card.id().to_owned()));
    put("seen", setup.top_seen.iter().map(|seat| seat.to_string()).collect());
    for (name, numbers) in [("on", &setup.counters), ("paid", &setup.paid)] {
        let list: Vec<String> =
            numbers.iter().map(|(card, number)| format!("{card}.{number}")).collect();
        put(name, list.join(","));
    }
    put("copied", setup.copied.map_or_else(String::new, |card| card.id().to_owned()));
    let turn = &setup.turn;
    put("turn", seat(turn.seat));
    put("regular", seat(turn.regular));
    match turn.kind {
        TurnKind::Regular => {}
        TurnKind::FreezeTime => put("kind", "freeze_time".to_owned()),
        TurnKind::Frenzy => put("kind", "frenzy".to_owned()),
    }
    let number = |number: u16| if number == 0 { String::new() } else { number.to_string() };
    put("number", number(turn.number));
    put("round", number(turn.round));
    put("rerolls", number(u16::from(turn.rerolls)));
    put("dice", letters(turn.dice));
    put("at", at_word(setup.at).to_owned());
}

fn letters(dice: Dice) -> String {
    dice.iter().map(engine::Face::letter).collect()
}

fn rules_text(rules: &Rules) -> String {
    rules.to_text().replace(' ', ",").replace('=', ".")
}

/// `IS.NL@A:+leave~yield`: the books that may take it, if not all, the line, and the question that it answers.
fn move_text(one: &Move) -> String {
    let books = match one.columns & ALL {
        ALL => String::new(),
        some => {
            let codes = ORDER.iter().filter(|book| some >> place(Some(**book)) & 1 != 0);
            format!("{}@", codes.map(|book| book.code()).collect::<Vec<_>>().join("."))
        }
    };
    let line = one.text().replace(' ', "+").replace('#', "*");
    match one.question_word() {
        "" => format!("{books}{line}"),
        question => format!("{books}{line}~{question}"),
    }
}

/// A question as far as its fields have been read.
#[derive(Default)]
struct Reader {
    title: String,
    names: Vec<String>,
    switches: Vec<(&'static str, &'static str)>,
    table: Option<Rules>,
    rules: Vec<String>,
    new: Option<(usize, Option<Seat>)>,
    players: Option<usize>,
    monsters: Vec<(Seat, MonsterSetup)>,
    setup: Setup,
    /// The moves as they are written: who sits at the table is known only at the end.
    moves: Vec<String>,
    trouble: Option<Trouble>,
    read: usize,
}

impl Reader {
    /// Only the first is told.
    fn trouble(&mut self, field: &str, fault: Fault) {
        self.trouble.get_or_insert_with(|| Trouble::of_field(field, fault));
    }

    fn field(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let setup = &mut self.setup;
        match name {
            "title" => self.title = words(value, 200)?,
            "names" => {
                self.names = value
                    .split(',')
                    .take(6)
                    .map(|name| words(name, 24))
                    .collect::<Result<_, _>>()?;
            }
            "sw" => {
                for entry in value.split(',') {
                    let (switch, value) = entry.split_once('.').unwrap_or((entry, ""));
                    self.switches.push(known(switch, value).map_err(Fault::Switch)?);
                }
            }
            "table" => {
                let text = value.replace(',', " ").replace('.', "=");
                let rules = Rules::from_text(&text);
                self.table = Some(rules.map_err(|wrong| Fault::Switch(wrong.to_string()))?);
            }
            "rules" => {
                self.rules = value
                    .split(',')
                    .take(40)
                    .map(|rule| words(rule, 60))
                    .collect::<Result<_, _>>()?;
            }
            "new" => {
                let (players, first) = value.split_at(value.len().min(1));
                let first = if first.is_empty() { None } else { Some(seat(first)?) };
                self.new = Some((number(players, 2, 6)?.into(), first));
            }
            "p" => self.players = Some(number(value, 2, 6)?.into()),
            "city" => setup.city = Some(seat(value)?),
            "bay" => setup.bay = Some(seat(value)?),
            "visited" => setup.visited = number(value, 0, 1)? == 1,
            "starter" => setup.starter = Some(seat(value)?),
            "market" => {
                let wares = value.split(',');
                for (place, ware) in setup.market.iter_mut().zip(wares) {
                    *place = if ware == "-" { None } else { Some(card(ware)?) };
                }
            }
            "discards" => setup.discards = cards(value)?,
            "top" => setup.top = Some(card(value)?),
            "seen" => {
                for letter in value.chars() {
                    setup.top_seen = setup.top_seen.with(seat(&letter.to_string())?);
                }
            }
            "on" | "paid" => {
                for entry in value.split(',') {
                    let (name_of_card, many) = entry.split_once('.').unwrap_or((entry, ""));
                    let numbers = if name == "on" { &mut setup.counters } else { &mut setup.paid };
                    numbers.insert(card(name_of_card)?, number(many, 0, 99)? as u8);
                }
            }
            "copied" => setup.copied = Some(card(value)?),
            "turn" => setup.turn.seat = Some(seat(value)?),
            "regular" => setup.turn.regular = Some(seat(value)?),
            "kind" => {
                setup.turn.kind = match value {
                    "freeze_time" => TurnKind::FreezeTime,
                    "frenzy" => TurnKind::Frenzy,
                    _ => return Err(Fault::Turn),
                }
            }
            "number" => setup.turn.number = number(value, 0, 9999)?,
            "round" => setup.turn.round = number(value, 0, 9999)?,
            "rerolls" => setup.turn.rerolls = number(value, 0, 9)? as u8,
            "dice" => {
                let dice = Dice::parse(value).filter(|dice| dice.len() <= 9);
                setup.turn.dice = dice.ok_or(Fault::Dice)?;
            }
            "at" => {
                let all = [At::Start, At::FirstThrow, At::Roll, At::Resolve, At::Buy, At::End];
                let at = all.into_iter().find(|at| at_word(*at) == value);
                setup.at = at.ok_or(Fault::Turn)?;
            }
            "m" if self.moves.len() < MOVES_MOST => self.moves.push(value.to_owned()),
            "m" => return Err(Fault::TooLong(MOVES_MOST)),
            other if seat(other).is_ok() => {
                self.monsters.push((seat(other)?, monster(value)?));
            }
            _ => return Err(Fault::Unknown),
        }
        self.read += 1;
        Ok(())
    }

    /// The question as far as it could be read; `None` if that is nothing.
    fn dispute(&mut self) -> Result<Option<Dispute>, Trouble> {
        if self.read == 0 {
            return Ok(None);
        }
        let start = match self.new {
            Some((players, first)) => Start::New { players, first },
            None => {
                let least = self.monsters.iter().map(|(seat, _)| seat.index() + 1).max();
                let players = self.players.or(least).unwrap_or(2).max(2);
                self.setup.monsters = vec![MonsterSetup::default(); players];
                for (seat, monster) in std::mem::take(&mut self.monsters) {
                    match self.setup.monsters.get_mut(seat.index()) {
                        Some(place) => *place = monster,
                        None => self.trouble(&seat.to_string(), Fault::Nobody),
                    }
                }
                Start::Table(Box::new(self.setup.clone()))
            }
        };
        let names = Names::new(Vec::new(), start.players())
            .map_err(|why| Trouble::of_field("names", Fault::Entry(why)))?;
        let mut moves = Vec::new();
        for (at, text) in std::mem::take(&mut self.moves).iter().enumerate() {
            match read_move(text, &names) {
                Ok(one) => moves.push(one),
                // What comes after a move that cannot be read would be another question.
                Err(why) => {
                    let trouble = Trouble { place: Place::Move(at + 1), fault: Fault::Line(why) };
                    self.trouble.get_or_insert(trouble);
                    break;
                }
            }
        }
        Ok(Some(Dispute {
            title: std::mem::take(&mut self.title),
            names: std::mem::take(&mut self.names),
            switches: std::mem::take(&mut self.switches),
            table: self.table,
            start,
            moves,
            rules: std::mem::take(&mut self.rules),
        }))
    }
}

fn read_move(text: &str, names: &Names) -> Result<Move, String> {
    let (books, text) = text.split_once('@').unwrap_or(("", text));
    let (line, question) = text.split_once('~').unwrap_or((text, ""));
    let line = line.replace('+', " ").replace('*', "#");
    let mut acts = read_acts(&line, names)?;
    let act = acts.pop().filter(|act| acts.is_empty() && !act.write().is_empty());
    let act = act.ok_or("expected dice, a card or an answer")?;
    let question = match question {
        "" => None,
        word => Some(crate::expect::question(word)?),
    };
    let mut columns = 0;
    for code in books.split('.').filter(|code| !code.is_empty()) {
        let book = Rulebook::from_name(code).ok_or("expected IS, PL, CS, NL or IT")?;
        columns |= 1 << place(Some(book));
    }
    Ok(Move { act, question, columns: if columns == 0 { ALL } else { columns } })
}

fn monster(text: &str) -> Result<MonsterSetup, Fault> {
    let mut monster = MonsterSetup::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        if let Some(card) = Card::from_id(part) {
            monster.cards.push(card);
            continue;
        }
        let mut letters = part.chars();
        let number_of = |most| number(part.get(1..).unwrap_or_default(), 0, most).map(|n| n as u8);
        match letters.next() {
            Some('h') => monster.hearts = number_of(99)?,
            Some('s') => monster.stars = number_of(99)?,
            Some('e') => monster.energy = number_of(99)?,
            Some('p') => monster.poison = number_of(99)?,
            Some('k') => monster.shrink = number_of(99)?,
            _ => return Err(Fault::Card),
        }
    }
    Ok(monster)
}

fn seat(text: &str) -> Result<Seat, Fault> {
    Seat::ALL.into_iter().find(|seat| seat.to_string() == text).ok_or(Fault::Seat)
}

fn card(id: &str) -> Result<Card, Fault> {
    Card::from_id(id).ok_or(Fault::Card)
}

fn cards(text: &str) -> Result<Vec<Card>, Fault> {
    text.split(',').map(card).collect()
}

fn number(text: &str, least: u16, most: u16) -> Result<u16, Fault> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or(Fault::Number { least, most })
}

/// Letters, digits and a few signs stay; everything else is written by its bytes.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => escaped.push('+'),
            b'-' | b'_' | b'.' => escaped.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => escaped.push(char::from(byte)),
            byte => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

/// Undoes [`escape`]; nothing that a terminal or a page would obey comes through.
fn words(text: &str, most: usize) -> Result<String, Fault> {
    let text = unescape(&text.replace('+', " "))?;
    Ok(crate::printable(&text).chars().take(most).collect())
}

/// Bytes that are written by their numbers, `%41` for A.
fn unescape(text: &str) -> Result<String, Fault> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
                let (high, low) = (digit(), digit());
                let (Some(high), Some(low)) = (high, low) else { return Err(Fault::Letter) };
                (high * 16 + low) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| Fault::Letter)
}

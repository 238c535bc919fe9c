//! A question as a scenario file: what every book made of it becomes what is expected.

use super::{Column, Dispute, Move, ORDER, Took, Verdict};
use crate::start::Start;
use crate::tell;
use engine::{At, Card, Need, Outcome, Rulebook, Seat, Setup, Spot, State, TurnKind};
use std::collections::BTreeMap;
use std::fmt::Write as _;

impl Dispute {
    /// The scenario file of this question. It holds under every book that can set the table, as `daikaiju check` shows.
    ///
    /// # Errors
    /// The sentence of the first book, if none can set the table.
    pub fn to_toml(&self, id: &str) -> Result<String, String> {
        let verdict = self.hear();
        let columns: Vec<&Column> =
            verdict.columns.iter().filter(|column| column.book.is_some()).collect();
        let heard: Vec<&Column> =
            columns.iter().copied().filter(|column| column.wrong.is_none()).collect();
        if heard.is_empty() {
            let why = columns.iter().find_map(|column| column.wrong.as_ref());
            return Err(why.map_or_else(String::new, ToString::to_string));
        }
        let title = if self.title.is_empty() { "A question" } else { &self.title };
        let mut text = format!("id = {}\ntitle = {}\n", quoted(id), quoted(&cut(title, 200)));
        let rules: Vec<String> = self.cited(&verdict).iter().map(|rule| quoted(rule)).collect();
        let _ = writeln!(text, "rules = [{}]", rules.join(", "));
        let books = match heard.len() {
            5 => "\"all\"".to_owned(),
            _ => {
                let codes = heard.iter().filter_map(|column| column.book);
                let codes: Vec<String> = codes.map(|book| quoted(book.code())).collect();
                format!("[{}]", codes.join(", "))
            }
        };
        let _ = writeln!(text, "books = {books}");
        let names = self.writable_names();
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            let _ = writeln!(text, "names = [{}]", names.join(", "));
        }
        if !self.switches.is_empty() {
            let switches: BTreeMap<_, _> = self.switches.iter().copied().collect();
            let list: Vec<String> = switches
                .iter()
                .map(|(switch, value)| match *value {
                    "true" | "false" => format!("{switch} = {value}"),
                    value => format!("{switch} = {}", quoted(value)),
                })
                .collect();
            let _ = writeln!(text, "switches = {{ {} }}", list.join(", "));
        }
        let _ = writeln!(text, "start = {{ {} }}", start(&self.start).join(", "));
        text.push_str("\n[[case]]\nplay = '''\n");
        for row in 0..verdict.rows() {
            if let Some(number) = row.checked_sub(1) {
                let took = |column: &Column| column.cells[row].took == Took::Taken;
                line(&heard, took, &self.moves[number].text(), &mut text);
            }
            expect(&heard, |column| need(&column.states[row]), &mut text);
        }
        for seat in Seat::ALL.into_iter().take(self.start.players()) {
            expect(&heard, |column| column.state().map(|state| monster(seat, state)), &mut text);
        }
        expect(&heard, |column| column.state().map(table), &mut text);
        text.push_str("'''\n");
        Ok(text)
    }

    /// The rules that the question is about: those it names, else those by which the books part.
    pub fn cited(&self, verdict: &Verdict) -> Vec<String> {
        if !self.rules.is_empty() {
            return self.rules.clone();
        }
        let mut rules: Vec<String> = Vec::new();
        for decider in self.deciders(verdict) {
            for switch in decider.switches {
                for rule in super::cite::rules(switch) {
                    if !rules.iter().any(|known| known == rule) {
                        rules.push((*rule).to_owned());
                    }
                }
            }
        }
        if rules.is_empty() {
            // A turn goes on as all books have it.
            rules.push("T-01".to_owned());
        }
        rules
    }

    /// The names as a file can have them: one word each, none twice, none like a seat's letter.
    fn writable_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for seat in Seat::ALL.into_iter().take(self.start.players().min(self.names.len())) {
            let name = self.names[seat.index()].split_whitespace().collect::<Vec<_>>().join("_");
            let name = cut(&crate::printable(&name), 24).trim_end_matches(':').to_owned();
            let letter = Seat::ALL.iter().any(|seat| seat.to_string() == name);
            let usable = !name.is_empty() && !letter && !names.contains(&name);
            names.push(if usable { name } else { format!("Seat{seat}") });
        }
        names
    }
}

/// A line for the books that this holds for; none, if it holds for none.
fn line(heard: &[&Column], holds: impl Fn(&Column) -> bool, words: &str, text: &mut String) {
    let books: Vec<Rulebook> =
        heard.iter().filter(|column| holds(column)).filter_map(|column| column.book).collect();
    let tag = match books.len() {
        0 => return,
        all if all == heard.len() => String::new(),
        _ => {
            let codes = ORDER.iter().filter(|book| books.contains(book)).map(|book| book.code());
            format!("[{}] ", codes.collect::<Vec<_>>().join(" "))
        }
    };
    let _ = writeln!(text, "{tag}{words}");
}

/// Lines for what the books have in one place, equal ones together.
fn expect(heard: &[&Column], words: impl Fn(&Column) -> Option<String>, text: &mut String) {
    let mut done: Vec<Option<String>> = Vec::new();
    for column in heard {
        let said = words(column);
        if done.contains(&said) {
            continue;
        }
        if let Some(words_here) = &said {
            for words_of_line in words_here.lines() {
                line(heard, |other| words(other) == said, words_of_line, text);
            }
        }
        done.push(said);
    }
}

fn need(state: &State) -> Option<String> {
    Some(match state.need() {
        Need::Answer(ask) => format!("expect asks {} {}", ask.seat, tell::question(ask.question)),
        Need::Roll { seat, count } => format!("expect rolls {seat} {count}"),
        Need::Reveal(_) => "expect reveal".to_owned(),
        Need::Starter => "nobody is asked".to_owned(),
        Need::Over(outcome) => match outcome {
            Outcome::Stars(seat) => format!("expect over {seat} stars"),
            Outcome::LastStanding(seat) => format!("expect over {seat} last"),
            Outcome::EveryoneLoses => "expect over nobody".to_owned(),
            Outcome::Draw => "expect over draw".to_owned(),
        },
    })
}

fn monster(seat: Seat, state: &State) -> String {
    let monster = state.monster(seat);
    let place = match (state.living().has(seat), state.spot(seat)) {
        (false, _) => "dead",
        (true, Some(Spot::City)) => "in city",
        (true, Some(Spot::Bay)) => "in bay",
        (true, None) => "outside",
    };
    format!(
        "expect {seat} {place} hearts {} stars {} energy {} poison {} shrink {} cards {}",
        monster.hearts,
        monster.stars,
        monster.energy,
        monster.poison,
        monster.shrink,
        tell::cards(monster.cards.iter())
    )
}

fn table(state: &State) -> String {
    let turn = state.turn();
    let kind = match turn.kind {
        TurnKind::Regular => "regular",
        TurnKind::FreezeTime => "freeze_time",
        TurnKind::Frenzy => "frenzy",
    };
    let market: Vec<&str> = state.market().iter().map(|card| card.map_or("-", Card::id)).collect();
    let mut lines = vec![
        format!("expect market {}", market.join(" ")),
        format!("expect deck {}", state.deck().len()),
    ];
    if 0 < turn.number {
        lines.insert(0, format!("expect turn {} {kind}", turn.seat));
    }
    lines.join("\n")
}

/// The entries of a start, as a file has them.
fn start(start: &Start) -> Vec<String> {
    match start {
        Start::New { players, first } => {
            let mut fields = vec![format!("players = {players}")];
            fields.extend(first.map(|seat| format!("first = \"{seat}\"")));
            fields.push("at = \"new_game\"".to_owned());
            fields
        }
        Start::Table(setup) => table_fields(setup),
    }
}

fn table_fields(setup: &Setup) -> Vec<String> {
    let mut fields = vec![format!("players = {}", setup.monsters.len())];
    for (seat, monster) in Seat::ALL.into_iter().zip(&setup.monsters) {
        let numbers = [
            ("hearts", monster.hearts, 10),
            ("stars", monster.stars, 0),
            ("energy", monster.energy, 0),
            ("poison", monster.poison, 0),
            ("shrink", monster.shrink, 0),
        ];
        let mut own: Vec<String> = numbers
            .iter()
            .filter(|(_, number, usual)| number != usual)
            .map(|(name, number, _)| format!("{name} = {number}"))
            .collect();
        if !monster.cards.is_empty() {
            own.push(format!("cards = [{}]", card_list(monster.cards.iter().copied())));
        }
        if !own.is_empty() {
            fields.push(format!("{seat} = {{ {} }}", own.join(", ")));
        }
    }
    for (name, seat) in [("city", setup.city), ("bay", setup.bay), ("starter", setup.starter)] {
        fields.extend(seat.map(|seat| format!("{name} = \"{seat}\"")));
    }
    if setup.visited && setup.city.is_none() && setup.bay.is_none() {
        fields.push("visited = true".to_owned());
    }
    if setup.market.iter().any(Option::is_some) {
        let wares: Vec<String> =
            setup.market.iter().map(|card| quoted(card.map_or("-", Card::id))).collect();
        fields.push(format!("market = [{}]", wares.join(", ")));
    }
    if !setup.discards.is_empty() {
        fields.push(format!("discards = [{}]", card_list(setup.discards.iter().copied())));
    }
    if let Some(card) = setup.top {
        fields.push(format!("top = \"{card}\""));
        let seen: Vec<String> =
            setup.top_seen.iter().map(|seat| quoted(&seat.to_string())).collect();
        fields.push(format!("top_seen = [{}]", seen.join(", ")));
    }
    for (name, numbers) in [("counters", &setup.counters), ("paid", &setup.paid)] {
        if !numbers.is_empty() {
            let list: Vec<String> =
                numbers.iter().map(|(card, number)| format!("{card} = {number}")).collect();
            fields.push(format!("{name} = {{ {} }}", list.join(", ")));
        }
    }
    fields.extend(setup.copied.map(|card| format!("copied = \"{card}\"")));
    let turn = &setup.turn;
    let mut own: Vec<String> =
        turn.seat.map(|seat| format!("seat = \"{seat}\"")).into_iter().collect();
    own.extend(turn.regular.map(|seat| format!("regular = \"{seat}\"")));
    match turn.kind {
        TurnKind::Regular => {}
        TurnKind::FreezeTime => own.push("kind = \"freeze_time\"".to_owned()),
        TurnKind::Frenzy => own.push("kind = \"frenzy\"".to_owned()),
    }
    let numbers =
        [("number", turn.number), ("round", turn.round), ("rerolls", u16::from(turn.rerolls))];
    own.extend(
        numbers.iter().filter(|(_, n)| 0 < *n).map(|(name, number)| format!("{name} = {number}")),
    );
    if !turn.dice.is_empty() {
        own.push(format!("dice = \"{}\"", tell::dice(turn.dice)));
    }
    if !own.is_empty() {
        fields.push(format!("turn = {{ {} }}", own.join(", ")));
    }
    fields.push(format!("at = \"{}\"", at_word(setup.at)));
    fields
}

/// The word by which a file and a link name a place in the turn.
pub(super) const fn at_word(at: At) -> &'static str {
    match at {
        At::Start => "start",
        At::FirstThrow => "first_throw",
        At::Roll => "roll",
        At::Resolve => "resolve",
        At::Buy => "buy",
        At::End => "end",
    }
}

fn card_list(cards: impl Iterator<Item = Card>) -> String {
    cards.map(|card| quoted(card.id())).collect::<Vec<_>>().join(", ")
}

/// A text of TOML, whatever is in it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in crate::printable(text).chars() {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

impl Move {
    /// The question that it answers, by the word of a scenario file; empty if any will do.
    pub(super) fn question_word(&self) -> &'static str {
        self.question.map_or("", tell::question)
    }
}

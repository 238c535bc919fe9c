//! What can be read of a scenario file that was cut or edited by hand: everything that makes sense without the rest.

use super::import::of_case;
use super::{Dispute, Fault, Place, Trouble};
use crate::file::{self, Case, Part, Scenario, Wrong};
use crate::line::{Line, Names};
use crate::start::Start;
use engine::{Rulebook, Seat};
use toml::{Table, Value};

/// The longest file that is read.
const LENGTH_MOST: usize = 100_000;
/// How many entries may be left out of a file.
const REPAIRS: usize = 60;

impl Dispute {
    /// The questions of a scenario file as far as they can be read, and the first thing that cannot. What is open at the end is
    /// closed, an entry that cannot be is left out, and a line of the play that is not understood ends its case.
    pub fn read_what_can(text: &str) -> (Vec<Dispute>, Option<Trouble>) {
        if LENGTH_MOST < text.len() {
            let fault = Fault::TooLong(LENGTH_MOST);
            return (Vec::new(), Some(Trouble { place: Place::Line(1), fault }));
        }
        match Scenario::read(text) {
            Ok(scenario) => (Dispute::of_scenario(&scenario), None),
            Err(wrong) => (questions(&repaired(text)), Some(trouble(text, wrong))),
        }
    }
}

fn trouble(text: &str, wrong: Wrong) -> Trouble {
    let last = 1 + text.trim_end().matches('\n').count();
    let fault = match wrong.part {
        Part::File if unclosed(text).is_some() || last <= wrong.line => Fault::Cut,
        Part::File => Fault::Toml(wrong.why),
        Part::Entry => Fault::Entry(wrong.why),
        Part::Line => Fault::Line(wrong.why),
    };
    Trouble { place: Place::Line(wrong.line), fault }
}

/// The file without what is not TOML.
fn repaired(text: &str) -> Table {
    let mut text = text.to_owned();
    for _ in 0..REPAIRS {
        let error = match text.parse::<Table>() {
            Ok(table) => return table,
            Err(error) => error,
        };
        if let Some(quotes) = unclosed(&text) {
            text.push('\n');
            text.push_str(quotes);
            continue;
        }
        // The line in question; if nothing is left there, the last one that is not empty.
        let at = error.span().map_or(text.len(), |span| span.start);
        let mut lines: Vec<&str> = text.lines().collect();
        let wrong = text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        let is_full = |line: &&str| !line.trim().is_empty();
        let full = lines.get(wrong).filter(|line| is_full(line)).map(|_| wrong);
        let Some(wrong) = full.or_else(|| lines.iter().rposition(is_full)) else { break };
        let shorter = closed(lines[wrong]);
        lines[wrong] = shorter.as_deref().unwrap_or_default();
        text = lines.join("\n");
    }
    Table::new()
}

/// The quotes that are open at the end.
fn unclosed(text: &str) -> Option<&'static str> {
    let mut rest = text;
    loop {
        let found = ["'''", "\"\"\""].map(|quotes| rest.find(quotes).map(|at| (at, quotes)));
        let (at, quotes) = found.into_iter().flatten().min()?;
        let inside = &rest[at + quotes.len()..];
        match inside.find(quotes) {
            Some(end) => rest = &inside[end + quotes.len()..],
            None => return Some(quotes),
        }
    }
}

/// A line with brackets, without its last entry and with all brackets closed. `None` if nothing of it can be left out.
fn closed(line: &str) -> Option<String> {
    let (mut open, mut quoted) = (Vec::new(), None);
    let mut cuts = Vec::new();
    for (at, letter) in line.char_indices() {
        match (letter, quoted) {
            ('"' | '\'', None) => quoted = Some(letter),
            (letter, Some(quotes)) if letter == quotes => quoted = None,
            (_, Some(_)) => {}
            ('{' | '[', None) => {
                open.push(if letter == '{' { '}' } else { ']' });
                cuts.push((at + 1, open.clone()));
            }
            ('}' | ']', None) => {
                open.pop();
            }
            (',', None) if !open.is_empty() => cuts.push((at, open.clone())),
            _ => {}
        }
    }
    // Once everything is closed, something has to go.
    let whole = open.is_empty() && quoted.is_none();
    let mut ways = cuts
        .into_iter()
        .rev()
        .map(|(at, open)| line[..at].chars().chain(open.into_iter().rev()).collect::<String>());
    ways.find(|shorter| !whole || shorter.len() < line.len())
}

/// The questions of a file, one for each case; without a case, that of its start.
fn questions(file: &Table) -> Vec<Dispute> {
    let cases = file.get("case").and_then(Value::as_array);
    let cases: Vec<&Table> = cases.into_iter().flatten().filter_map(Value::as_table).collect();
    if cases.is_empty() {
        return question(file, &Table::new()).into_iter().collect();
    }
    cases.into_iter().filter_map(|case| question(file, case)).collect()
}

fn question(file: &Table, case: &Table) -> Option<Dispute> {
    let entry = |name: &str| case.get(name).or_else(|| file.get(name));
    let words = |table: &Table, name: &str, most: usize| -> String {
        let words = table.get(name).and_then(Value::as_str).unwrap_or_default();
        words.chars().take(most).collect()
    };
    let list = |list: Option<&Value>| -> Vec<String> {
        let list = list.and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let start = start(file, case)?;
    let players = start.players();
    let names = Names::new(list(entry("names")), players);
    let names = names.or_else(|_| Names::new(Vec::new(), players)).ok()?;
    let switches = [file, case].into_iter().filter_map(|table| table.get("switches")?.as_table());
    let switches = switches.flatten().filter_map(|(switch, value)| match value {
        Value::Boolean(value) => file::known(switch, &value.to_string()).ok(),
        value => file::known(switch, value.as_str()?).ok(),
    });
    let books = entry("books").and_then(|books| file::read_books(books).ok());
    let play = words(case, "play", LENGTH_MOST);
    let mut lines = Vec::new();
    for line in play.lines() {
        match Line::read(0, line, &names) {
            Ok(line) => lines.extend(line),
            // What comes after it would be another question.
            Err(_) => break,
        }
    }
    let name = words(case, "name", 200);
    let title = words(file, "title", 200);
    let title = if name.is_empty() { title } else { format!("{title}: {name}") };
    let case = Case {
        name,
        line: 0,
        books: books.unwrap_or_else(|| Rulebook::ALL.to_vec()),
        start,
        switches: switches.collect(),
        names,
        lines,
    };
    Some(of_case(&case, title, list(file.get("rules"))))
}

/// The start without the entries that cannot be.
fn start(file: &Table, case: &Table) -> Option<Start> {
    let tables = [file, case].into_iter().filter_map(|table| table.get("start")?.as_table());
    let mut start: Table =
        tables.flatten().map(|(field, value)| (field.clone(), value.clone())).collect();
    if start.is_empty() {
        return None;
    }
    for _ in 0..REPAIRS {
        match file::table(start.clone()) {
            Ok(start) => return Some(start),
            Err(why) => leave_out(&mut start, &why)?,
        }
    }
    None
}

/// Takes the entry out that a sentence is about, such as `monsters[1].cards: ..`. `None` if there is none.
fn leave_out(start: &mut Table, why: &str) -> Option<()> {
    let path = why.split_once(": ").map_or("", |(path, _)| path);
    let unknown = why.split_once("unknown field `").and_then(|(_, rest)| rest.split('`').next());
    let mut path: Vec<String> =
        path.split(['.', '[', ']']).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    if path.iter().any(|part| part.contains(' ')) {
        path.clear();
    }
    path.extend(
        unknown.filter(|unknown| path.last().is_none_or(|last| last != unknown)).map(str::to_owned),
    );
    // Monsters are written by their seats.
    if path.first().is_some_and(|first| first == "monsters") && !start.contains_key("monsters") {
        path.remove(0);
        let seat = path.first().and_then(|at| Seat::at(at.parse().ok()?));
        *path.first_mut()? = seat?.to_string();
    }
    let first = path.first()?.clone();
    if matches!(first.as_str(), "players" | "A" | "B" | "C" | "D" | "E" | "F") && path.len() == 1 {
        // As many as are written there.
        let seats = Seat::ALL.into_iter().filter(|seat| start.contains_key(&seat.to_string()));
        let players = seats.map(|seat| seat.index() + 1).max().unwrap_or(2).max(2) as i64;
        if start.get("players").and_then(Value::as_integer) != Some(players) {
            start.insert("players".to_owned(), Value::Integer(players));
            return Some(());
        }
    }
    let mut inside: &mut Table = start;
    let (last, way) = path.split_last()?;
    for (depth, step) in way.iter().enumerate() {
        match inside.get(step) {
            Some(Value::Table(_)) => inside = inside.get_mut(step)?.as_table_mut()?,
            // A list is left out as a whole.
            Some(_) => return inside.remove(step).map(|_| ()),
            None if depth == 0 => return None,
            None => break,
        }
    }
    if inside.remove(last).is_none() {
        start.remove(&first)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::ask::{Dispute, Fault, Place};

    const FILE: &str = include_str!("../../../../scenarios/RX-26.toml");

    /// Wherever a file is cut, that is told, and its table is there as soon as it has been written.
    #[test]
    fn a_file_that_was_cut_keeps_what_could_be_read() {
        let whole = &Dispute::read_file(FILE).unwrap()[0];
        let start = FILE.find("at = \"resolve\" }").unwrap() + "at = \"resolve\" }".len();
        for length in 0..FILE.trim_end().len() {
            let Some(cut) = FILE.get(..length) else { continue };
            let (read, trouble) = Dispute::read_what_can(cut);
            assert!(trouble.is_some(), "{cut}");
            if start <= length {
                assert_eq!(read.len(), 1, "{cut}");
                assert_eq!(read[0].start, whole.start, "{cut}");
            }
            if FILE.find("players = 2").unwrap() + 20 < length {
                assert_eq!(read.len(), 1, "{cut}");
            }
        }
        assert_eq!(Dispute::read_what_can(FILE).1, None);
    }

    #[test]
    fn every_scenario_can_be_cut_anywhere() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
        for file in folder.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            for length in (0..text.len()).step_by(37) {
                let Some(cut) = text.get(..length) else { continue };
                let _ = Dispute::read_what_can(cut);
            }
        }
    }

    #[test]
    fn what_is_not_known_is_left_out_and_told() {
        let read = |text: &str| {
            let (read, trouble) = Dispute::read_what_can(text);
            (read, trouble.map_or_else(String::new, |trouble| trouble.to_string()))
        };
        let whole = &Dispute::read_file(FILE).unwrap()[0];
        // A key of a newer program, in the file and in the table.
        let (questions, said) = read(&FILE.replace("books =", "weather = \"rain\"\nbooks ="));
        assert_eq!(questions, std::slice::from_ref(whole));
        assert!(said.starts_with("line 4: ") && said.contains("weather"), "{said}");
        let (questions, said) = read(&FILE.replace("poison = 1", "poison = 1, sleep = 3"));
        assert_eq!(questions, std::slice::from_ref(whole));
        assert!(said.contains("sleep"), "{said}");
        let (questions, said) = read(&FILE.replace("city = \"A\"", "city = A"));
        assert_eq!(questions.len(), 1, "{said}");
        // A line that nobody understands ends the play.
        let play = "A: sing\nexpect B dead";
        let (questions, said) = read(&FILE.replace("expect B dead", play));
        assert_eq!(questions, std::slice::from_ref(whole));
        assert_eq!(said, "line 9: there is no answer `sing`");
    }

    #[test]
    fn every_case_is_there() {
        let file = include_str!("../../../../scenarios/W-09.toml");
        let (read, trouble) = Dispute::read_what_can(&file[..file.trim_end().len() - 3]);
        assert_eq!(read.len(), 2);
        let trouble = trouble.unwrap();
        assert_eq!(trouble.fault, Fault::Cut);
        assert!(matches!(trouble.place, Place::Line(18..)), "{trouble}");
    }

    #[test]
    fn what_is_no_file_at_all_has_no_question() {
        for text in ["", "hello", "[[case]]", "id = 3\n[[case]]", "= = =\n{{{{", "'''", "a = [{[{"]
        {
            let (read, trouble) = Dispute::read_what_can(text);
            assert!(read.is_empty() && trouble.is_some(), "{text}");
        }
    }
}

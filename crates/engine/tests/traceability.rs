//! Every numbered rule, switch, card and ruling of the specification has a test that cites it. There are no exceptions.
//!
//! A test cites a number in the doc comment right above its `#[test]`; a scenario file cites by its id and its `rules`.

use daikaiju_engine::{Card, CardSet, Rulebook, Rules};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    let path = project().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder whose names end so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// The cells of a table row, without the outer bars.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// `K-05`, `RX-12`: one or two capital letters, a dash, two digits.
fn is_number(text: &str) -> bool {
    let Some((letters, digits)) = text.split_once('-') else { return false };
    (1..=2).contains(&letters.len())
        && letters.chars().all(|c| c.is_ascii_uppercase())
        && digits.len() == 2
        && digits.chars().all(|c| c.is_ascii_digit())
}

/// The numbers that the rules, the examples and the rulings carry.
fn rule_numbers() -> Vec<String> {
    let rules = read("docs/rules/RULES.md");
    let mut numbers: Vec<String> = rules
        .lines()
        .filter_map(cells)
        .map(|row| row[0].to_owned())
        // Readings of unclear places (A) are reasons; what follows from them are rules.
        .filter(|id| is_number(id) && !id.starts_with("A-") && !id.starts_with("Z-"))
        .collect();
    let rulings = read("docs/RULINGS.md");
    let headings = rulings.lines().filter_map(|line| line.strip_prefix("## "));
    numbers.extend(headings.filter_map(|line| line.split(' ').next()).map(str::to_owned));
    numbers
}

/// The differences between the books: each number with what also stands for it, its switches and rules.
fn differences() -> Vec<(String, Vec<String>)> {
    let rules = read("docs/rules/RULES.md");
    rules
        .lines()
        .filter_map(cells)
        .filter(|row| row[0].starts_with("Z-") && is_number(row[0]))
        .map(|row| {
            let last = row[row.len() - 1];
            let words = last.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'));
            let is_switch = |word: &str| Rules::SWITCHES.iter().any(|(name, _)| *name == word);
            let stands_for = words.filter(|word| is_switch(word) || is_number(word));
            (row[0].to_owned(), stands_for.map(str::to_owned).collect())
        })
        .collect()
}

/// Card rulings `card_id.N`, the Mimic matrix, the orders, the switches S01 to S28 and the scenarios T01 to T21.
fn card_numbers() -> Vec<String> {
    let cards = read("docs/rules/CARDS.md");
    let mut numbers = Vec::new();
    let (mut card, mut chapter) = (None, "");
    for line in cards.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            chapter = heading;
            card = None;
        } else if let Some(heading) = line.strip_prefix("#### ") {
            card = heading.split('`').nth(1);
        } else if let (Some(card), Some((number, _))) = (card, line.trim().split_once(". ")) {
            if line.starts_with("  ") && number.chars().all(|c| c.is_ascii_digit()) {
                numbers.push(format!("{card}.{number}"));
            }
        } else if let Some(scenario) = line.strip_prefix("**T") {
            let number: String = scenario.chars().take(2).collect();
            if number.chars().all(|c| c.is_ascii_digit()) {
                numbers.push(format!("T{number}"));
            }
        } else if let Some(row) = cells(line) {
            let first = row[0];
            let is_row = !first.starts_with('-') && !first.is_empty();
            match chapter.split('.').next() {
                Some("3") if first.starts_with('S') => numbers.push(first.to_owned()),
                Some("6") if is_row && first != "copied card" => {
                    numbers.push(format!("mimic/{first}"));
                }
                Some("7") if is_row && first != "window" => numbers.push(format!("orders/{first}")),
                _ => {}
            }
        }
    }
    numbers
}

/// What the tests of the engine and the scenario files say about themselves.
fn citations() -> Vec<String> {
    let mut said = Vec::new();
    let engine = project().join("crates/engine");
    for path in
        files(&engine.join("src"), ".rs").into_iter().chain(files(&engine.join("tests"), ".rs"))
    {
        let text = fs::read_to_string(&path).expect("a readable source file");
        let mut doc = String::new();
        for line in text.lines().map(str::trim) {
            if let Some(comment) = line.strip_prefix("///") {
                doc.push_str(comment);
                doc.push('\n');
            } else if line == "#[test]" {
                said.push(std::mem::take(&mut doc));
            } else if !line.starts_with("#[") {
                doc.clear();
            }
        }
    }
    for path in files(&project().join("scenarios"), ".toml") {
        let text = fs::read_to_string(&path).expect("a readable scenario");
        for key in ["id = ", "rules = "] {
            let lines = text.lines().filter_map(|line| line.strip_prefix(key));
            said.extend(lines.map(|line| line.replace('"', " ")));
        }
    }
    said
}

/// Whether `id` stands in the text as a word of its own.
fn cites(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let mut after = text[start + id.len()..].chars();
        let part_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '/';
        let next = after.next();
        let goes_on = next.is_some_and(part_of_word)
            || next == Some('.') && after.next().is_some_and(|c| c.is_ascii_digit());
        !before.is_some_and(|c| part_of_word(c) || c == '.') && !goes_on
    })
}

/// The ids among these that nobody cites.
fn missing<'a>(ids: impl IntoIterator<Item = &'a String>, said: &[String]) -> Vec<String> {
    let uncited = |id: &&String| !said.iter().any(|text| cites(text, id));
    ids.into_iter().filter(uncited).cloned().collect()
}

#[test]
fn every_rule_and_ruling_has_a_test() {
    let said = citations();
    let numbers = rule_numbers();
    assert!(300 < numbers.len() + card_numbers().len(), "the specification has been read");
    let without = missing(&numbers, &said);
    assert!(without.is_empty(), "{} rules have no test: {}", without.len(), without.join(", "));
}

#[test]
fn every_difference_between_the_books_has_a_test() {
    let said = citations();
    let without: Vec<String> = differences()
        .into_iter()
        .filter(|(id, others)| {
            let mut all = others.clone();
            all.push(id.clone());
            missing(&all, &said).len() == all.len()
        })
        .map(|(id, _)| id)
        .collect();
    assert!(
        without.is_empty(),
        "{} differences have no test: {}",
        without.len(),
        without.join(", ")
    );
}

#[test]
fn every_card_ruling_copy_and_order_has_a_test() {
    let said = citations();
    let without = missing(&card_numbers(), &said);
    assert!(without.is_empty(), "{} rulings have no test: {}", without.len(), without.join(", "));
}

#[test]
fn every_card_has_a_test() {
    let said = citations();
    let ruled: BTreeSet<String> =
        card_numbers().iter().filter_map(|id| Some(id.split_once('.')?.0.to_owned())).collect();
    let titles: BTreeSet<String> =
        Card::ALL.iter().map(|card| card.title_id().to_owned()).collect();
    assert!(ruled.is_subset(&titles), "the specification rules on cards that do not exist");
    let with_ruling = |id: &String| said.iter().any(|text| cites(text, &format!("{id}.1")));
    let without: Vec<String> =
        missing(&titles, &said).into_iter().filter(|id| !with_ruling(id)).collect();
    assert!(without.is_empty(), "{} cards have no test: {}", without.len(), without.join(", "));
}

#[test]
fn every_switch_has_a_test() {
    let said = citations();
    let names: Vec<String> = Rules::SWITCHES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let without = missing(&names, &said);
    assert!(without.is_empty(), "{} switches have no test: {}", without.len(), without.join(", "));
}

/// The specification's table of presets is what the program plays by.
#[test]
fn the_presets_are_those_of_the_specification() {
    let rules = read("docs/rules/RULES.md");
    let mut seen = BTreeSet::new();
    for row in rules.lines().filter_map(cells).filter(|row| row.len() == 7) {
        let Some(name) = row[0].strip_prefix('`').and_then(|name| name.strip_suffix('`')) else {
            continue;
        };
        for (book, cell) in Rulebook::ALL.into_iter().zip(&row[2..]) {
            let value = cell.split([' ', '*', '(']).next().unwrap_or_default();
            assert_eq!(book.rules().get(name), Some(value), "{name} in {}", book.name());
        }
        seen.insert(name.to_owned());
    }
    let all: BTreeSet<String> =
        Rules::SWITCHES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(seen, all, "the table lists every switch");
}

/// C-03: the specification's table of cards is the deck: titles, kinds and prices in both printings.
#[test]
fn the_deck_is_that_of_the_specification() {
    let cards = read("docs/rules/CARDS.md");
    let (first, second) = (Rulebook::Icelandic.rules(), Rulebook::Dutch.rules());
    let mut copies = 0;
    for row in cards.lines().filter_map(cells).filter(|row| row.len() == 8) {
        let Some(card) = Card::from_id(row[1]) else { continue };
        let same = |text: &'static str, other| {
            if other == "=" { text.to_owned() } else { String::from(other) }
        };
        let title_second = card.title(second.cards);
        assert_eq!(title_second, row[2]);
        assert_eq!(card.title(first.cards), same(title_second, row[3]));
        assert_eq!(format!("{:?}", card.kind()).to_lowercase(), row[4]);
        let price: u8 = row[6].parse().expect("a price");
        assert_eq!(card.price(&first), price, "{card}");
        let price_second = if row[7] == "=" { price } else { row[7].parse().expect("a price") };
        assert_eq!(card.price(&second), price_second, "{card}");
        let same_title = Card::ALL.iter().filter(|other| other.title_id() == card.title_id());
        assert_eq!(same_title.count().to_string(), row[5], "copies of {card}");
        copies += row[5].parse::<usize>().expect("a number of copies");
    }
    assert_eq!(copies, Card::ALL.len());
    let first_box = CardSet::of_rules(1);
    let sum =
        |rules: &Rules| first_box.iter().map(|card| u32::from(card.price(rules))).sum::<u32>();
    assert_eq!((sum(&first), sum(&second)), (291, 292));
}

/// Every ruling of the project has a question, a decision, a source and a test, and the test cites it.
#[test]
fn rulings_name_their_tests() {
    let rulings = read("docs/RULINGS.md");
    for ruling in rulings.split("\n## ").skip(1) {
        let id = ruling.split(' ').next().unwrap_or_default();
        for part in ["Question", "Decision", "Source", "Test"] {
            assert!(ruling.contains(&format!("- **{part}:** ")), "{id} has no {part}");
        }
        let tests = ruling.split("- **Test:** ").nth(1).unwrap_or_default();
        for path in tests.split('`').skip(1).step_by(2) {
            let text = read(path);
            assert!(cites(&text.replace('"', " "), id), "{path} does not cite {id}");
        }
    }
}

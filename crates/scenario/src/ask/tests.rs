//! The columns, the link and the file say the same; every switch has a situation in which the columns part by it.

use super::random::{check, dispute};
use super::{Dispute, ORDER, cite};
use crate::Scenario;
use engine::{Rulebook, Rules};
use std::path::{Path, PathBuf};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All scenarios of the project.
fn scenarios() -> Vec<Scenario> {
    let folder = project().join("scenarios").read_dir().unwrap();
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let read = |file: &PathBuf| Scenario::read(&std::fs::read_to_string(file).unwrap()).unwrap();
    files.iter().map(read).collect()
}

#[test]
fn the_columns_are_what_five_runs_of_the_checker_come_to() {
    for scenario in scenarios() {
        for (case, dispute) in scenario.cases.iter().zip(Dispute::of_scenario(&scenario)) {
            let verdict = dispute.hear();
            for book in &case.books {
                let column = verdict.columns.iter().find(|column| column.book == Some(*book));
                let (_, state) = case.run(*book);
                let heard = column.and_then(|column| column.state());
                assert_eq!(heard, Some(&state), "{} by the {} book", scenario.id, book.name());
            }
            check(&dispute).unwrap_or_else(|why| panic!("{}: {why}", scenario.id));
        }
    }
}

/// Every ruling can be opened in the arbiter.
#[test]
fn every_ruling_has_a_scenario() {
    let rulings = std::fs::read_to_string(project().join("docs/RULINGS.md")).unwrap();
    let all = scenarios();
    let headings = rulings.lines().filter_map(|line| line.strip_prefix("## Q-"));
    let mut many = 0;
    for heading in headings {
        let id = format!("Q-{}", heading.split(' ').next().unwrap_or_default());
        let scenario = all.iter().find(|scenario| scenario.id == id);
        assert!(scenario.is_some_and(|scenario| scenario.rules.contains(&id)), "{id}");
        many += 1;
    }
    assert!(55 <= many, "{many}");
}

#[test]
fn so_they_are_in_random_situations() {
    for seed in 0..300 {
        check(&dispute(seed, 14)).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
}

/// Z-01 to Z-64: every difference between the books can be seen in the scenario that is cited for it. The names and
/// pictures of the monsters cannot be.
#[test]
fn for_every_switch_there_is_a_scenario_in_which_the_books_part_by_it() {
    let all = scenarios();
    for (switch, _) in Rules::SWITCHES {
        let first = ORDER[0].rules().get(switch);
        let books_differ = ORDER.iter().any(|book| book.rules().get(switch) != first);
        let example = cite::of(switch).unwrap().example;
        assert_eq!(example.is_some(), *switch != "roster", "{switch}");
        let Some((id, case)) = example.filter(|_| books_differ) else { continue };
        let scenario = all.iter().find(|scenario| scenario.id == id).unwrap();
        let dispute = &Dispute::of_scenario(scenario)[case];
        let deciders = dispute.deciders(&dispute.hear());
        let parts = deciders.iter().any(|decider| decider.switches == [*switch]);
        assert!(parts, "{id} does not show {switch}: {deciders:?}");
    }
}

/// Z-27, Z-43, Z-54: here all books agree, and one's own table can differ, as the scenario shows that is cited for it.
#[test]
fn a_house_rule_that_no_book_has_parts_the_table_from_its_book() {
    let all = scenarios();
    let mut many = 0;
    for cite in cite::CITES {
        let Some(value) = cite.house_value() else { continue };
        many += 1;
        // Whichever book one's own table goes by otherwise.
        let parts = |dispute: &Dispute| {
            Rulebook::ALL.iter().all(|book| {
                let mut table = dispute.rules_of(*book);
                table.set(cite.switch, value).unwrap();
                let dispute = Dispute { table: Some(table), ..dispute.clone() };
                let deciders = dispute.deciders(&dispute.hear());
                deciders.iter().any(|decider| decider.switches == [cite.switch])
            })
        };
        let example = cite.example.and_then(|(id, case)| {
            let scenario = all.iter().find(|scenario| scenario.id == id)?;
            Dispute::of_scenario(scenario).into_iter().nth(case)
        });
        let found = || -> Vec<(String, usize)> {
            let cases = all.iter().flat_map(|scenario| {
                Dispute::of_scenario(scenario)
                    .into_iter()
                    .enumerate()
                    .map(move |case| (&scenario.id, case))
            });
            cases
                .filter(|(_, (_, one))| parts(one))
                .map(|(id, (case, _))| (id.clone(), case))
                .collect()
        };
        assert!(
            example.is_some_and(|example| parts(&example)),
            "{} is shown by {:?}",
            cite.switch,
            found()
        );
    }
    assert_eq!(many, 3);
}

#[test]
fn what_decides_a_difference_makes_it_go_away() {
    for seed in 1000..1100 {
        let dispute = dispute(seed, 10);
        let verdict = dispute.hear();
        for decider in dispute.deciders(&verdict) {
            assert!(!decider.switches.is_empty(), "seed {seed}: {decider:?}");
        }
    }
}

#[test]
fn every_switch_is_cited_and_every_cited_rule_exists() {
    let read = |file: &str| std::fs::read_to_string(project().join(file)).unwrap();
    let (rules, cards, rulings) =
        (read("docs/rules/RULES.md"), read("docs/rules/CARDS.md"), read("docs/RULINGS.md"));
    let exists = |number: &str| {
        rules.contains(&format!("\n| {number} |"))
            || cards.contains(&format!("\n| {number} |"))
            || rulings.contains(&format!("\n## {number} "))
    };
    for (switch, _) in Rules::SWITCHES {
        let cite = cite::of(switch).unwrap_or_else(|| panic!("{switch} is not cited"));
        assert!(!cite.rules.is_empty(), "{switch}");
        for number in cite.rules {
            assert!(exists(number), "{switch} cites {number}, which does not exist");
        }
    }
    assert_eq!(cite::CITES.len(), Rules::SWITCHES.len());
}

/// A value that the specification marks as inferred belongs to a book without a chapter on it, and the other way round
/// a chapter is cited only where the book speaks.
#[test]
fn a_silent_book_has_no_chapter() {
    let rules = std::fs::read_to_string(project().join("docs/rules/RULES.md")).unwrap();
    for row in rules.lines().filter(|line| line.starts_with("| Z-")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let named = |cite: &&cite::Cite| cells[7].contains(&format!("`{}", cite.switch));
        let Some(cite) = cite::CITES.iter().find(named) else { continue };
        if !cite.rules.contains(&cells[0]) {
            continue;
        }
        for (book, cell) in Rulebook::ALL.into_iter().zip(&cells[2..7]) {
            if *cell == "silent" {
                assert_eq!(cite.chapter(book), None, "{} in {}", cite.switch, book.name());
            }
        }
    }
}

#[test]
fn a_link_that_was_cut_keeps_what_could_be_read() {
    let scenario = scenarios().into_iter().find(|scenario| scenario.id == "Q-03").unwrap();
    let whole = &Dispute::of_scenario(&scenario)[0];
    let link = whole.to_link();
    let (read, trouble) = Dispute::from_link(&format!("https://host/#/arbiter/{link}")).unwrap();
    assert_eq!((&read, trouble), (whole, None));
    for length in 0..link.len() {
        let Some(cut) = link.get(..length) else { continue };
        match Dispute::from_link(cut) {
            Ok((_, trouble)) => assert!(trouble.is_some(), "{cut}"),
            Err(trouble) => assert!(!trouble.to_string().is_empty()),
        }
    }
    let (start, _) = link.split_once("/m=").unwrap();
    let (read, trouble) = Dispute::from_link(start).unwrap();
    assert_eq!(read.start, whole.start);
    assert_eq!(trouble.unwrap().to_string(), "end: the end is missing");
}

/// A messenger writes the signs of a link by their numbers, some of them or all.
#[test]
fn a_link_that_a_messenger_has_rewritten_is_read() {
    let scenario = scenarios().into_iter().find(|scenario| scenario.id == "Q-03").unwrap();
    let dispute =
        Dispute { title: "100 % \"sure\"".into(), ..Dispute::of_scenario(&scenario)[0].clone() };
    let link = format!("https://host/#/arbiter/{}", dispute.to_link());
    let some: String = link.replace('%', "%25").replace(',', "%2C").replace('~', "%7E");
    let all: String = link.bytes().map(|byte| format!("%{byte:02x}")).collect();
    for rewritten in [link.replace('%', "%25"), some, all] {
        assert_eq!(Dispute::from_link(&rewritten), Ok((dispute.clone(), None)), "{rewritten}");
    }
}

#[test]
fn a_link_that_was_changed_names_its_field() {
    let scenario = scenarios().into_iter().find(|scenario| scenario.id == "Q-03").unwrap();
    let link = Dispute::of_scenario(&scenario)[0].to_link();
    let said = |link: &str| match Dispute::from_link(link) {
        Ok((_, trouble)) => trouble.map_or_else(String::new, |trouble| trouble.to_string()),
        Err(trouble) => trouble.to_string(),
    };
    assert_eq!(said(&link.replacen("1/", "7/", 1)), "version: this program reads version 1, not 7");
    assert_eq!(said(&link.replace("city=B", "city=X")), "city: expected a seat, A to F");
    assert_eq!(
        said(&link.replace("city=B", "city=A")),
        "checksum: the link has been changed on its way"
    );
    assert_eq!(
        said(&link.replace("city=B", "rain=B")),
        "rain: this program does not know this field"
    );
    assert_eq!(said(&link.replace("stay", "sing")), "move 1: there is no answer `sing`");
    assert_eq!(said("hello"), "version: there is no question in it");
    assert_eq!(said("1/0/"), "end: the end is missing");
}

#[test]
fn a_table_that_a_book_cannot_set_says_why_in_its_column() {
    let text = "id = \"x\"\ntitle = \"x\"\nrules = [\"B-01\"]\nbooks = [\"NL\"]\n\
        start = { players = 5, city = \"A\", bay = \"B\", at = \"start\" }\n[[case]]\nplay = 'expect turn A'\n";
    let dispute = &Dispute::read_file(text).unwrap()[0];
    let verdict = dispute.hear();
    let polish = verdict.columns.iter().find(|c| c.book == Some(Rulebook::Polish)).unwrap();
    assert_eq!(polish.wrong.as_ref().unwrap().to_string(), "bay: the Bay is not in play here");
    assert_eq!(verdict.first_difference(), Some(0));
    assert_eq!(dispute.deciders(&verdict)[0].switches, ["use_bay"]);
    assert!(dispute.to_toml("x").unwrap().contains("books = [\"NL\", \"IS\", \"CS\", \"IT\"]"));
}

//! Every scenario of the project, under every rulebook that it names.

use daikaiju_scenario::Scenario;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut files: Vec<PathBuf> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    files
}

fn read(file: &Path) -> Scenario {
    let text = std::fs::read_to_string(file).unwrap();
    Scenario::read(&text).unwrap_or_else(|wrong| panic!("{}: {wrong}", file.display()))
}

#[test]
fn every_scenario_holds_under_every_rulebook_that_it_names() {
    let mut wrong = String::new();
    for file in files() {
        let report = read(&file).run();
        for run in &report.runs {
            for difference in &run.differences {
                wrong += &format!(
                    "{} by the {} book, line {}: {}\n  expected: {}\n  was:      {}\n",
                    report.id,
                    run.book.name(),
                    difference.line,
                    difference.text,
                    difference.expected,
                    difference.was
                );
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// The numbers of the scenarios in the project's documents.
fn specified() -> Vec<String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |file: &str| std::fs::read_to_string(docs.join(file)).unwrap();
    let mut ids: Vec<String> = Vec::new();
    // Rows of the tables of examples and rulings, and headings of the card scenarios.
    for line in read("rules/RULES.md").lines() {
        let id = line.strip_prefix("| ").and_then(|row| row.split_whitespace().next());
        ids.extend(
            id.filter(|id| id.starts_with("EX-") || id.starts_with("RX-")).map(str::to_owned),
        );
    }
    for line in read("rules/CARDS.md").lines() {
        let id = line.strip_prefix("**T").and_then(|rest| rest.split_whitespace().next());
        ids.extend(id.filter(|id| id.parse::<u8>().is_ok()).map(|id| format!("T{id}")));
    }
    ids
}

#[test]
fn every_scenario_of_the_specification_has_a_file() {
    let ids = specified();
    let count = |start: &str| ids.iter().filter(|id| id.starts_with(start)).count();
    assert_eq!((count("EX-"), count("RX-"), count("T")), (18, 47, 21));
    let there: BTreeSet<String> = files().iter().map(|file| read(file).id).collect();
    let missing: Vec<&String> = ids.iter().filter(|id| !there.contains(*id)).collect();
    assert!(missing.is_empty(), "no file for {missing:?}");
}

#[test]
fn a_file_is_named_after_its_scenario() {
    for file in files() {
        let stem = file.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
        assert_eq!(stem, Some(read(&file).id));
    }
}

/// Each switch decides something: turned to another value, some scenario no longer holds.
#[test]
fn every_switch_matters_to_a_scenario() {
    let texts: Vec<String> =
        files().iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let mut idle = Vec::new();
    for (switch, values) in engine::Rules::SWITCHES {
        // Names and pictures of the monsters: no scenario can tell them apart.
        if *switch == "roster" {
            continue;
        }
        for value in *values {
            let matters = texts.iter().any(|text| {
                Scenario::read_by(text, &[(switch, value)])
                    .map_or(true, |scenario| !scenario.run().holds())
            });
            if !matters {
                idle.push(format!("{switch}={value}"));
            }
        }
    }
    assert!(idle.is_empty(), "no scenario changes with {idle:?}");
}

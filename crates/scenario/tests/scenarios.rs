//! Every scenario of the project, under every rulebook that it names.

use scenario::Scenario;
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

#[test]
fn every_scenario_of_the_specification_has_a_file() {
    let there: BTreeSet<String> = files().iter().map(|file| read(file).id).collect();
    let examples = (1..=18).map(|number| format!("EX-{number:02}"));
    let rulings = (1..=47).map(|number| format!("RX-{number:02}"));
    let cards = (1..=21).map(|number| format!("T{number:02}"));
    let missing: Vec<String> =
        examples.chain(rulings).chain(cards).filter(|id| !there.contains(id)).collect();
    assert!(missing.is_empty(), "no file for {missing:?}");
}

#[test]
fn a_file_is_named_after_its_scenario() {
    for file in files() {
        let stem = file.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
        assert_eq!(stem, Some(read(&file).id));
    }
}

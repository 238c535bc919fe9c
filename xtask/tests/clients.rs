//! Clients work out no rules: what the engine knows they ask it.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources below this folder, without tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name != "tests" {
            sources(&path, found);
        } else if name.ends_with(".rs") && !name.starts_with("test") {
            found.push(path);
        }
    }
}

/// The lines of code in these folders that `wrong` finds fault with, tests and comments left out.
fn faults(folders: &[&str], wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let mut files = Vec::new();
    for folder in folders {
        sources(&root.join("crates").join(folder), &mut files);
    }
    assert!(10 < files.len(), "there are only {} files", files.len());
    let mut faults = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a file can be read");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            if !line.trim_start().starts_with("//") && wrong(line) {
                let place = file.strip_prefix(root).unwrap_or(&file).display();
                faults.push(format!("{place}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    faults
}

/// Whether this number stands in the line by itself.
fn has_number(line: &str, number: &str) -> bool {
    line.match_indices(number).any(|(at, _)| {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        !line[..at].ends_with(part) && !line[at + number.len()..].starts_with(part)
    })
}

/// a round has fewer turns when monsters are out and more with extra turns. The engine counts them.
#[test]
fn nobody_but_the_engine_counts_rounds() {
    let found =
        faults(&["client/src", "server/src", "terminal/src", "texts/src", "web/src"], |line| {
            line.contains("round_of") || line.contains("/ players") && line.contains("turn")
        });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// C-09, C-10: the most hearts and stars are the engine's `hearts_max`, `HEARTS` and `STARS_MAX`.
#[test]
fn the_most_hearts_and_stars_are_not_written_as_numbers() {
    let found = faults(&["server/src", "terminal/src", "texts/src", "web/src/table"], |line| {
        let lower = line.to_lowercase();
        let speaks = lower.contains("heart") || lower.contains("star\"") || lower.contains("stars");
        speaks && ["10", "12", "20"].iter().any(|number| has_number(line, number))
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

//! Lists the messages that no program uses, and fails if there are any:
//! `cargo run -p texts --features embed --example unused`.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, process::ExitCode};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut code = String::new();
    let mut words = String::new();
    for file in ["../../xtask", ".."].map(|folder| root.join(folder)) {
        read(&file, "rs", &mut code);
    }
    read(&root.join("words"), "txt", &mut words);
    let called: BTreeSet<&str> =
        code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).collect();
    let unused: Vec<&str> = words
        .lines()
        .filter(|line| !line.starts_with([' ', '#']) && !line.is_empty() && !line.contains('.'))
        .filter(|name| !called.contains(name))
        .collect();
    for name in &unused {
        println!("{name}");
    }
    println!("{} messages are not used", unused.len());
    if unused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All files with this ending below a folder, as one text.
fn read(folder: &Path, ending: &str, into: &mut String) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
            read(&path, ending, into);
        } else if path.extension().is_some_and(|e| e == ending) {
            *into += &fs::read_to_string(&path).unwrap_or_default();
        }
    }
}

//! No message is there for nothing: each is spoken by a program of this project.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What a language is called where a message is taken from it.
const SPEAKERS: [&str; 5] = ["t", "t()", "texts", "self", "words"];

#[test]
fn every_message_is_used() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut said = BTreeSet::new();
    for folder in ["..", "../../xtask"] {
        walk(&here.join(folder), "rs", &mut |path, text| {
            // What only a test says is not said.
            if !path.components().any(|part| part.as_os_str() == "tests") {
                calls(text, path.starts_with(here.join("../texts")), &mut said);
            }
        });
    }
    let mut unused = Vec::new();
    walk(&here.join("words"), "txt", &mut |path, text| {
        let names = text.lines().filter(|line| !line.is_empty() && !line.starts_with([' ', '#']));
        for name in names.filter(|name| !name.contains('.') && !said.contains(*name)) {
            unused.push(format!("{}: {name}", path.file_name().unwrap().to_string_lossy()));
        }
    });
    assert!(unused.is_empty(), "{} messages are not used:\n{}", unused.len(), unused.join("\n"));
}

/// The methods that are called on a language; `self` is one only in this crate.
fn calls(text: &str, own: bool, said: &mut BTreeSet<String>) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for (at, _) in text.match_indices('.') {
        let before = text[..at].trim_end();
        let speaker = SPEAKERS.iter().find(|speaker| {
            before.strip_suffix(**speaker).is_some_and(|rest| !rest.ends_with(is_name))
        });
        if speaker.is_none_or(|speaker| *speaker == "self" && !own) {
            continue;
        }
        let after = text[at + 1..].trim_start();
        let name = after.split(|c| !is_name(c)).next().unwrap_or_default();
        if after[name.len()..].starts_with('(') {
            said.insert(name.to_owned());
        }
    }
}

/// All files with this ending below a folder, built ones left out.
fn walk(folder: &Path, ending: &str, act: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
            walk(&path, ending, act);
        } else if path.extension().is_some_and(|found| found == ending) {
            act(&path, &fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

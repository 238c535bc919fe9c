//! Chapters know moments, never cards: what a card does stands in its own file.

use daikaiju_engine::{Card, Edition};
use std::collections::BTreeMap;
use std::path::Path;

/// The chapters of the rulebook, and what they work on.
const CHAPTERS: [&str; 11] = [
    "attack", "damage", "ending", "game", "market", "monster", "resolve", "roll", "state", "tokyo",
    "turn",
];
/// Titles that are words of the rulebook as well.
const ALSO_WORDS: [&str; 1] = ["Heal"];

/// Whether `name` stands in the text as a word of its own.
fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        !text[..at].ends_with(part) && !text[at + name.len()..].starts_with(part)
    })
}

/// No chapter and no field of the state carries the name of a card: not its title, not its identifier (also as a part of the
/// name of a switch), not its place in the list of cards.
#[test]
fn no_chapter_names_a_card() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for chapter in CHAPTERS {
        let text = std::fs::read_to_string(src.join(chapter).with_extension("rs"))
            .unwrap_or_else(|error| panic!("{chapter}: {error}"));
        if text.lines().any(|line| line.contains("Card::") && !line.contains("Cause::Card")) {
            found.push(format!("{chapter} speaks of `Card::`"));
        }
        for card in Card::ALL {
            let id = card.title_id();
            let listed = format!("{card:?}");
            let titles = [card.title(Edition::First), card.title(Edition::Second), &listed];
            let title =
                titles.iter().find(|name| !ALSO_WORDS.contains(*name) && names(&text, name));
            // An identifier of several words may stand in the name of a switch.
            let id = (id.contains('_') && text.contains(id)).then_some(&id);
            if let Some(name) = title.or(id) {
                found.push(format!("{chapter} names {name}"));
            }
        }
    }
    found.dedup();
    assert!(found.is_empty(), "{}", found.join("; "));
}

/// Each field of what the game is, with a rule of the specification that it stands for.
const FIELDS: [(&str, &[(&str, &str)]); 3] = [
    (
        "State",
        &[
            ("rules", "Z-01"),
            ("monsters", "C-07"),
            ("players", "C-01"),
            ("living", "G-03"),
            ("starter", "S-07"),
            ("tokyo", "C-02"),
            ("turn", "T-01"),
            ("market", "S-03"),
            ("deck", "S-03"),
            ("discards", "M-05"),
            ("top", "M-02"),
            ("top_seen", "M-02"),
            ("counters", "C-05"),
            ("paid", "M-01"),
            ("copied", "C-05"),
            ("earned", "X-03"),
            ("queued", "X-03"),
            ("fell", "G-03"),
            ("round", "V-02"),
            ("crowns", "V-05"),
            ("batch", "T-04"),
            ("outcome", "V-01"),
            ("stack", "T-04"),
        ],
    ),
    (
        "Turn",
        &[
            ("number", "T-01"),
            ("seat", "T-03"),
            ("regular", "X-03"),
            ("kind", "X-01"),
            ("phase", "T-01"),
            ("dice", "R-01"),
            ("rerolls", "R-03"),
            ("chain", "R-01"),
            ("groups", "D-01"),
            ("throws", "R-07"),
            ("usual", "D-02"),
            ("taken", "T-07"),
            ("poisoned", "E-03"),
            ("clawed", "K-06"),
            ("clawed_from_outside", "N-02"),
            ("attack_hurt", "K-07"),
            ("harmed", "G-01"),
            ("shielded", "K-09"),
            ("left", "Y-06"),
            ("used", "X-01"),
        ],
    ),
    (
        "Batch",
        &[
            ("amount", "G-02"),
            ("by", "G-01"),
            ("why", "G-01"),
            ("attack", "G-01"),
            ("marks", "P-06"),
            ("asked", "Y-01"),
            ("aside", "P-16"),
        ],
    ),
];

/// The fields of this struct, in order.
fn fields<'a>(source: &'a str, name: &str) -> Vec<&'a str> {
    let start = source.find(&format!("struct {name} {{")).expect("the struct is there");
    let body = &source[start..];
    let body = &body[..body.find("\n}").expect("it ends")];
    let field = |line: &'a str| {
        let line = line.trim();
        let line = line.strip_prefix("pub(crate) ").or_else(|| line.strip_prefix("pub "))?;
        line.split_once(": ").map(|(name, _)| name)
    };
    body.lines().skip(1).filter_map(field).collect()
}

/// No field of the state serves a single card: each stands for a rule, which is named above and in the specification.
#[test]
fn every_field_of_the_state_stands_for_a_rule() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(root.join("src/state.rs")).expect("the state is there");
    let rules = std::fs::read_to_string(root.join("../../docs/rules/RULES.md")).expect("the rules");
    for (name, told) in FIELDS {
        let told: BTreeMap<&str, &str> = told.iter().copied().collect();
        let found = fields(&source, name);
        assert!(!found.is_empty(), "{name} has no fields");
        for field in &found {
            let rule = told.get(field).unwrap_or_else(|| panic!("{name}::{field} has no rule"));
            assert!(rules.contains(&format!("| {rule} |")), "{name}::{field}: no rule {rule}");
        }
        for field in told.keys() {
            assert!(found.contains(field), "{name} has no field `{field}` any more");
        }
    }
}

//! Chapters know moments, never cards: what a card does stands in its own file.

use daikaiju_engine::{Card, Edition};
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

//! From the engine's things to words: names of cards, monsters, faces and books in the player's language.

use crate::lang::{lang, t};
use engine::{Card, Face, Kind, Rulebook, Rules, Species};
use texts::Rich;

/// The name of a card as this table's printing has it.
pub(crate) fn card_name(card: Card, rules: &Rules) -> String {
    t().card_name(card, rules).to_owned()
}

/// What a card does at this table.
pub(crate) fn card_effect(card: Card, rules: &Rules) -> Rich {
    t().card_effect(card, rules)
}

/// `keep` or `discard`, for the style sheet.
pub(crate) fn kind_key(card: Card) -> &'static str {
    match card.kind() {
        Kind::Keep => "keep",
        Kind::Discard => "discard",
    }
}

/// Keep or discard, in words.
pub(crate) fn kind_word(card: Card) -> &'static str {
    t().card_badge(card)
}

/// The name of a monster.
pub(crate) fn monster(species: Species) -> String {
    t().monster(species.id()).to_owned()
}

/// A face of the die in words.
pub(crate) fn face_word(face: Face) -> String {
    t().face_name(face).to_owned()
}

/// The name of a rulebook.
pub(crate) fn book(book: Rulebook) -> String {
    t().book(book.name()).to_owned()
}

/// A share of a thousand as a percentage.
pub(crate) fn percent(share: f64) -> String {
    lang().percent((share * 100.0).round() as i64)
}

/// The short name of a rulebook.
pub(crate) fn book_short(book: Rulebook) -> &'static str {
    t().book_short(book.name())
}

/// What is ruled about a card by the rules of this table.
pub(crate) fn rulings(card: Card, rules: &Rules) -> Vec<Rich> {
    t().card_rulings(card, rules)
}

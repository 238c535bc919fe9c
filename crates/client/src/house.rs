//! House rules: the switches in which a table differs from its book.

use engine::{Rulebook, Rules};
use std::collections::BTreeMap;

/// The switches in which a table differs from its book, by name.
pub type Switches = BTreeMap<String, String>;

/// The rules that a book and its house rules come to. A switch that is not known is left as the book has it.
pub fn rules_of(book: Rulebook, switches: &Switches) -> Rules {
    let mut rules = book.rules();
    for (switch, value) in switches {
        let _ = rules.set(switch, value);
    }
    rules
}

/// Forgets what another book says anyway.
pub fn settle(book: Rulebook, switches: &mut Switches) {
    let rules = book.rules();
    switches.retain(|switch, value| rules.get(switch).is_some_and(|own| own != value));
}

/// What is fixed by the box on the table: its cards and its monsters.
const OF_THE_BOX: [&str; 2] = ["cards", "roster"];

/// The house rules that play as another book does, with the cards and monsters of this one.
pub fn as_in(book: Rulebook, other: Rulebook) -> Switches {
    let rules = other.rules();
    let mut switches: Switches = Rules::SWITCHES
        .iter()
        .filter(|(switch, _)| !OF_THE_BOX.contains(switch))
        .filter_map(|(switch, _)| Some(((*switch).to_owned(), rules.get(switch)?.to_owned())))
        .collect();
    settle(book, &mut switches);
    switches
}

/// The switches in which rules differ from a book, in the order in which the rules are told.
pub fn differing(book: Rulebook, rules: &Rules) -> Vec<&'static str> {
    let own = book.rules();
    texts::switch_chapters()
        .flat_map(|(_, switches)| switches)
        .copied()
        .filter(|switch| rules.get(switch) != own.get(switch))
        .collect()
}

/// What a book has for itself, or shares with one other at most: its switches with their values, in the order in which the
/// rules are told.
pub fn peculiar(book: Rulebook) -> Vec<(&'static str, &'static str)> {
    let rules = book.rules();
    texts::switch_chapters()
        .flat_map(|(_, switches)| switches)
        .filter_map(|switch| Some((*switch, rules.get(switch)?)))
        .filter(|(switch, value)| {
            let same =
                Rulebook::ALL.into_iter().filter(|one| one.rules().get(switch) == Some(value));
            same.count() <= 2
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_come_back_and_unknown_ones_do_no_harm() {
        let book = Rulebook::Dutch;
        let mut switches = Switches::new();
        assert!(differing(book, &rules_of(book, &switches)).is_empty());
        switches.insert("use_bay".into(), "false".into());
        switches.insert("no_such_switch".into(), "1".into());
        let rules = rules_of(book, &switches);
        assert_eq!(differing(book, &rules), ["use_bay"]);
        settle(book, &mut switches);
        assert_eq!(switches.keys().collect::<Vec<_>>(), ["use_bay"]);
        switches.insert("use_bay".into(), "true".into());
        settle(book, &mut switches);
        assert!(switches.is_empty(), "what the book says anyway is not a house rule");
    }

    #[test]
    fn another_books_rules_are_played_with_the_cards_of_this_one() {
        for (book, other) in
            Rulebook::ALL.into_iter().flat_map(|one| Rulebook::ALL.map(|two| (one, two)))
        {
            let rules = rules_of(book, &as_in(book, other));
            let wanted = Rules { cards: rules.cards, roster: rules.roster, ..other.rules() };
            assert_eq!(rules, wanted);
            assert_eq!((rules.cards, rules.roster), (book.rules().cards, book.rules().roster));
            assert_eq!(as_in(book, other).is_empty(), book == other, "{book:?} as {other:?}");
        }
    }

    /// What differs between the five books is documented in docs/RULES.md; each has something of its own.
    #[test]
    fn every_book_has_something_of_its_own() {
        for book in Rulebook::ALL {
            let own = peculiar(book);
            assert!(!own.is_empty(), "{book:?}");
            assert!(own.iter().all(|(switch, value)| book.rules().get(switch) == Some(*value)));
        }
    }
}

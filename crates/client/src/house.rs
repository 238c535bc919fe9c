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

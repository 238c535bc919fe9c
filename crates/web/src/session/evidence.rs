//! What this browser was shown of each game's dice, kept for all its pages. Without lasting storage it is kept in memory.

use crate::storage;
use fair::{Evidence, GAMES_KEPT, first_to_forget};
use std::cell::RefCell;
use std::collections::HashMap;

/// The names of the games that are kept, the latest last.
const NAMES: &str = "seen.games";

thread_local! {
    /// For browsers that keep nothing.
    static MEMORY: RefCell<HashMap<String, Evidence>> = RefCell::default();
}

fn place(game: &str) -> String {
    format!("seen.{game}")
}

/// What is kept for a game's name.
pub(crate) fn load(game: &str) -> Option<Evidence> {
    // What could not be stored is newer than what was stored before it.
    MEMORY.with_borrow(|memory| memory.get(game).cloned()).or_else(|| storage::load(&place(game)))
}

/// What is kept for all games of a table.
pub(crate) fn of_table(table: &str) -> Vec<Evidence> {
    let is_of = |name: &String| name.rsplit_once('/').is_some_and(|(of, _)| of == table);
    let mut names: Vec<String> = storage::load(NAMES).unwrap_or_default();
    MEMORY.with_borrow(|memory| {
        names.extend(
            memory.keys().filter(|name| !names.contains(name)).cloned().collect::<Vec<_>>(),
        );
    });
    names.iter().filter(|name| is_of(name)).filter_map(|name| load(name)).collect()
}

/// Keeps it. `false` if it will not outlive this page.
pub(crate) fn save(evidence: &Evidence) -> bool {
    let mut names: Vec<String> = storage::load(NAMES).unwrap_or_default();
    if names.last() != Some(&evidence.game) {
        names.retain(|name| *name != evidence.game);
        names.push(evidence.game.clone());
        while GAMES_KEPT < names.len() {
            storage::forget(&place(&names.remove(first_to_forget(&names, load))));
        }
        let _ = storage::save(NAMES, &names);
    }
    let kept = storage::save(&place(&evidence.game), evidence);
    MEMORY.with_borrow_mut(|memory| match kept {
        true => memory.remove(&evidence.game),
        false => memory.insert(evidence.game.clone(), evidence.clone()),
    });
    kept
}

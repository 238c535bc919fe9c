//! What this browser was shown of each game's dice, kept for all its pages. Without lasting storage it is kept in memory.

use crate::storage;
use fair::Evidence;
use std::cell::RefCell;
use std::collections::HashMap;

/// How many games are kept.
const GAMES: usize = 100;

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

/// Keeps it. `false` if it will not outlive this page.
pub(crate) fn save(evidence: &Evidence) -> bool {
    let mut names: Vec<String> = storage::load(NAMES).unwrap_or_default();
    if names.last() != Some(&evidence.game) {
        names.retain(|name| *name != evidence.game);
        names.push(evidence.game.clone());
        while GAMES < names.len() {
            storage::forget(&place(&names.remove(0)));
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

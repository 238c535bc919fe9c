//! Finished games, kept for the player's history. The pages that show them are fetched later; here they are only put away.

use crate::session::local::TRIAL;
use crate::session::record::{KeptGame, Mode};
use crate::storage;
use review::history::{MOST, Saved};

/// The names of the kept games, the newest first.
pub(crate) const GAMES: &str = "games";
/// Whether the player was told that the oldest game goes when there are too many.
const OLDEST_GONE: &str = "oldest-gone";
/// How many old games make room for a running one.
const ROOM: usize = 10;

/// Where a game is kept.
pub(crate) fn place(id: &str) -> String {
    format!("game.{id}")
}

/// The name of a game in addresses and in what the browser keeps.
pub(crate) fn name(table: &str) -> String {
    table.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

/// The names of the kept games, the newest first.
pub(crate) fn names() -> Vec<String> {
    storage::load(GAMES).unwrap_or_default()
}

/// How a finished game was kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// As it should be.
    Well,
    /// And the oldest had to go, for the first time: the player has not been told yet.
    InsteadOfTheOldest,
    /// The browser refused: it is there for this visit only.
    Not,
}

/// Keeps a finished game.
#[must_use]
pub(crate) fn game(kept: &KeptGame) -> Kept {
    let id = name(&kept.table);
    let mut names = names();
    if id.is_empty() || kept.table.starts_with(TRIAL) || names.contains(&id) {
        return Kept::Well;
    }
    let mode = match kept.mode {
        Mode::Solo => "solo",
        Mode::Device => "device",
        Mode::Online => "online",
    };
    let mut record = kept.record.clone();
    record.fair = None;
    let when = js_sys::Date::now() as u64;
    let (me, helped) = (kept.me, kept.helped.clone());
    let saved = Saved { id: id.clone(), when, mode: mode.into(), me, record, helped };
    let mut done = storage::save(&place(&id), &saved);
    if !done && make_room() {
        names.truncate(self::names().len());
        done = storage::save(&place(&id), &saved);
    }
    names.insert(0, id);
    let old: Vec<String> = names.drain(MOST.min(names.len())..).collect();
    old.iter().for_each(|old| storage::forget(&place(old)));
    if !(done & storage::save(GAMES, &names)) {
        return Kept::Not;
    }
    let told = old.is_empty() || storage::load(OLDEST_GONE) == Some(true);
    match told || !storage::save(OLDEST_GONE, &true) {
        true => Kept::Well,
        false => Kept::InsteadOfTheOldest,
    }
}

/// The oldest games go, so that a game that is on can be kept; whether there were any.
pub(crate) fn make_room() -> bool {
    let mut names = names();
    if storage::is_forbidden() || names.is_empty() {
        return false;
    }
    for old in names.drain(names.len().saturating_sub(ROOM)..) {
        storage::forget(&place(&old));
    }
    storage::save(GAMES, &names)
}

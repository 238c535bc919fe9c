//! Finished games, kept for the player's history. The pages that show them are fetched later; here they are only put away.

use crate::session::local::TRIAL;
use crate::session::record::{KeptGame, Mode};
use crate::storage;
use review::history::{MOST, Saved};

/// The names of the kept games, the newest first.
pub(crate) const GAMES: &str = "games";
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

/// Keeps a finished game. `false` if the browser refused: it is then there for this visit only.
#[must_use]
pub(crate) fn game(kept: &KeptGame) -> bool {
    let id = name(&kept.table);
    let mut names = names();
    if id.is_empty() || kept.table.starts_with(TRIAL) || names.contains(&id) {
        return true;
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
    for old in names.drain(MOST.min(names.len())..) {
        storage::forget(&place(&old));
    }
    done & storage::save(GAMES, &names)
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

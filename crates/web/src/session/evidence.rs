//! What this browser was shown of each game's dice, kept for all its pages.

use crate::storage;
use fair::Evidence;

/// What is kept for a game's name.
pub(crate) fn load(game: &str) -> Option<Evidence> {
    storage::load(&format!("seen.{game}"))
}

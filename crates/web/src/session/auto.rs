//! What this player does not want to be asked.

use crate::prefs::{Prefs, Settings};
pub(crate) use client::auto::Habits;

/// The player's habits as the settings have them.
pub(crate) fn habits(settings: Settings) -> Habits {
    settings.read(Prefs::habits)
}

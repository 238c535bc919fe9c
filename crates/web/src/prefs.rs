//! What the player prefers, kept in the browser.

use crate::lang::{Lang, browser_lang};
use crate::storage;
pub(crate) use client::pace::Speed;
pub(crate) use client::prefs::{Prefs, Theme};
use leptos::prelude::*;
use std::cell::Cell;

thread_local! {
    static NOW: Cell<Option<Settings>> = const { Cell::new(None) };
}

/// The preferences as everything on the page sees them.
#[derive(Clone, Copy)]
pub(crate) struct Settings(pub(crate) RwSignal<Prefs>);

impl Settings {
    /// Reads what is kept and puts it to work.
    pub(crate) fn load() -> Settings {
        let prefs: Prefs = storage::load("prefs").unwrap_or_default();
        let settings = Settings(RwSignal::new(prefs));
        NOW.set(Some(settings));
        settings.apply();
        settings
    }

    /// The settings of this page. They live as long as it does, so handlers and timers may ask as well.
    ///
    /// # Panics
    ///
    /// Before they are loaded, which is the first thing the page does.
    pub(crate) fn get() -> Settings {
        NOW.get().expect("settings are loaded before anything is drawn")
    }

    /// One preference, without watching it.
    pub(crate) fn read<T>(self, pick: impl FnOnce(&Prefs) -> T) -> T {
        self.0.with_untracked(pick)
    }

    /// One preference; the view follows it.
    pub(crate) fn watch<T>(self, pick: impl FnOnce(&Prefs) -> T) -> T {
        self.0.with(pick)
    }

    /// The player's language, or else the browser's.
    pub(crate) fn language(self) -> Lang {
        self.read(Prefs::language).unwrap_or_else(browser_lang)
    }

    /// Changes preferences and keeps them.
    ///
    /// Another program of the page, or another tab, may have changed some since they were read.
    pub(crate) fn change(self, change: impl FnOnce(&mut Prefs)) {
        let kept: Option<Prefs> = storage::load("prefs");
        self.0.update(|prefs| {
            if let Some(kept) = kept {
                *prefs = kept;
            }
            change(prefs);
        });
        // Refused storage costs only the memory of it: the change holds for this visit.
        let _ = self.0.with_untracked(|prefs| storage::save("prefs", prefs));
        self.apply();
    }

    /// Reads again what is kept: another program of the page may have changed it.
    pub(crate) fn look(self) {
        let kept: Option<Prefs> = storage::load("prefs");
        if let Some(kept) = kept.filter(|kept| self.0.with_untracked(|prefs| prefs != kept)) {
            self.0.set(kept);
            self.apply();
        }
    }

    fn apply(self) {
        let (theme, text) = self.read(|prefs| (prefs.theme, prefs.text));
        if let Some(root) = document().document_element() {
            let _ = match theme {
                Theme::System => root.remove_attribute("data-theme"),
                Theme::Light => root.set_attribute("data-theme", "light"),
                Theme::Dark => root.set_attribute("data-theme", "dark"),
            };
            // All sizes of words are told in those of the root.
            let _ = match text {
                100 => root.remove_attribute("data-text"),
                percent => root.set_attribute("data-text", &percent.to_string()),
            };
        }
    }
}

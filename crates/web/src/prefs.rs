//! What the player prefers, kept in the browser.

use crate::house::{Switches, rules_of};
use crate::lang::{Lang, browser_lang};
use crate::storage;
use engine::{Rulebook, Rules};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::cell::Cell;

thread_local! {
    static NOW: Cell<Option<Settings>> = const { Cell::new(None) };
}

/// Day, night, or as the system has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Day.
    Light,
    /// Night.
    Dark,
}

/// How fast things move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Speed {
    /// One and a half times as long.
    Calm,
    /// As drawn.
    #[default]
    Normal,
    /// Half as long.
    Fast,
    /// Nothing moves.
    Instant,
    /// One step of a rival for each tap; at a server as drawn.
    Tap,
}

impl Speed {
    /// How long something of `ms` milliseconds lasts.
    pub(crate) fn scale(self, ms: u32) -> u32 {
        match self {
            Speed::Calm => ms * 3 / 2,
            Speed::Normal | Speed::Tap => ms,
            Speed::Fast => ms / 2,
            Speed::Instant => 0,
        }
    }
}

/// All preferences. A field that an older page did not know takes its default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Prefs {
    pub(crate) lang: Option<String>,
    pub(crate) theme: Theme,
    /// How large words are, in per cent.
    pub(crate) text: u8,
    pub(crate) name: String,
    pub(crate) monster: String,
    pub(crate) rivals: u8,
    pub(crate) level: String,
    pub(crate) style: String,
    pub(crate) rulebook: String,
    pub(crate) house: Switches,
    pub(crate) hints: bool,
    pub(crate) odds: bool,
    /// From how many points on a costly answer is asked about first; 0 never asks.
    pub(crate) tutor: u8,
    pub(crate) sound: bool,
    pub(crate) volume: u8,
    pub(crate) alerts: u8,
    pub(crate) speed: Option<Speed>,
    pub(crate) keys: bool,
    pub(crate) curtain: bool,
    /// The first dice of a turn are thrown by the player's own hand.
    pub(crate) throws: bool,
    pub(crate) skip_buying: bool,
    pub(crate) ask_order: bool,
    pub(crate) stay_from: u8,
    pub(crate) yield_to: u8,
    pub(crate) games: u32,
    pub(crate) notify: bool,
    pub(crate) notify_asked: bool,
    /// Whether the tutor has been offered.
    pub(crate) tutor_offered: bool,
}

impl Default for Prefs {
    fn default() -> Prefs {
        Prefs {
            lang: None,
            theme: Theme::System,
            text: 100,
            name: String::new(),
            monster: "gigazaur".into(),
            rivals: 3,
            level: "fierce".into(),
            style: "neutral".into(),
            rulebook: "dutch".into(),
            house: Switches::new(),
            hints: true,
            odds: true,
            tutor: 0,
            sound: false,
            volume: 80,
            alerts: 80,
            speed: None,
            keys: true,
            curtain: true,
            throws: true,
            skip_buying: true,
            ask_order: false,
            stay_from: 0,
            yield_to: 0,
            games: 0,
            notify: false,
            notify_asked: false,
            tutor_offered: false,
        }
    }
}

impl Prefs {
    /// How fast things move: as the player has chosen, and calmly in the first game.
    pub(crate) fn pace(&self) -> Speed {
        self.speed.unwrap_or(if self.games == 0 { Speed::Calm } else { Speed::Normal })
    }

    /// As everything was at first, but for who the player is and what was asked once.
    pub(crate) fn reset(&mut self) {
        let Prefs { lang, name, monster, games, notify, notify_asked, tutor_offered, .. } =
            std::mem::take(self);
        *self = Prefs {
            lang,
            name,
            monster,
            games,
            notify,
            notify_asked,
            tutor_offered,
            ..Prefs::default()
        };
    }

    /// The book of the games on this device.
    pub(crate) fn book(&self) -> Rulebook {
        crate::home::rulebook(&self.rulebook)
    }

    /// The rules of the games on this device: the book and its house rules.
    pub(crate) fn rules(&self) -> Rules {
        rules_of(self.book(), &self.house)
    }

    /// The player's language, or else the browser's.
    pub(crate) fn language(&self) -> Lang {
        self.lang.as_deref().and_then(Lang::from_tag).unwrap_or_else(browser_lang)
    }
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

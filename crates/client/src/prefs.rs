//! What a player prefers, wherever it is kept.

use crate::auto::Habits;
use crate::house::{Switches, rules_of};
use crate::pace::Speed;
use engine::{Rulebook, Rules, Species};
use serde::{Deserialize, Serialize};
use texts::Lang;

/// Day, night, or as the system has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Day.
    Light,
    /// Night.
    Dark,
}

/// All preferences. A field that an older page did not know takes its default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Prefs {
    /// The language, by its tag; none is the browser's.
    pub lang: Option<String>,
    /// Day or night.
    pub theme: Theme,
    /// How large words are, in per cent.
    pub text: u8,
    /// What the player is called.
    pub name: String,
    /// The monster that the player likes, by its identifier.
    pub monster: String,
    /// How many bots a game on this device has.
    pub rivals: u8,
    /// How strong they are.
    pub level: String,
    /// What they like.
    pub style: String,
    /// The book of the games on this device, by its name.
    pub rulebook: String,
    /// In what those games differ from it.
    pub house: Switches,
    /// Whether the coach teaches.
    pub hints: bool,
    /// Whether odds stand beside the dice.
    pub odds: bool,
    /// From how many points on a costly answer is asked about first; 0 never asks.
    pub tutor: u8,
    /// Whether anything is heard.
    pub sound: bool,
    /// How loud the game is, in per cent.
    pub volume: u8,
    /// How loud calls are, in per cent.
    pub alerts: u8,
    /// How fast things move, once it was chosen.
    pub speed: Option<Speed>,
    /// Whether single keys answer.
    pub keys: bool,
    /// Whether a curtain falls between two people at one device.
    pub curtain: bool,
    /// The first dice of a turn are thrown by the player's own hand.
    pub throws: bool,
    /// End the turn where nothing can be bought.
    pub skip_buying: bool,
    /// Ask for the order of dice and effects.
    pub ask_order: bool,
    /// Stay in Tokyo with this many hearts or more; 0 asks.
    pub stay_from: u8,
    /// Yield with this many hearts or fewer; 0 asks.
    pub yield_to: u8,
    /// How many games have been played to their end.
    pub games: u32,
    /// Call the player when it is their turn.
    pub notify: bool,
    /// Whether that has been offered.
    pub notify_asked: bool,
    /// Whether the tutor has been offered.
    pub tutor_offered: bool,
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
    pub fn pace(&self) -> Speed {
        self.speed.unwrap_or(if self.games == 0 { Speed::Calm } else { Speed::Normal })
    }

    /// As everything was at first, but for who the player is and what was asked once.
    pub fn reset(&mut self) {
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
    pub fn book(&self) -> Rulebook {
        rulebook(&self.rulebook)
    }

    /// The rules of the games on this device: the book and its house rules.
    pub fn rules(&self) -> Rules {
        rules_of(self.book(), &self.house)
    }

    /// The language that the player has chosen, if any.
    pub fn language(&self) -> Option<Lang> {
        self.lang.as_deref().and_then(Lang::from_tag)
    }

    /// What the player does not want to be asked.
    pub fn habits(&self) -> Habits {
        Habits {
            ask_order: self.ask_order,
            skip_buying: self.skip_buying,
            stay_from: self.stay_from,
            yield_to: self.yield_to,
        }
    }

    /// The bots of the games on this device, as records and tables name them.
    pub fn opponent(&self) -> String {
        opponent(&self.level, &self.style)
    }
}

/// A bot of this level and style, as records and tables name it.
pub fn opponent(level: &str, style: &str) -> String {
    if style == "neutral" { level.to_owned() } else { format!("{level}:{style}") }
}

/// The rulebook of a name that was kept earlier.
pub fn rulebook(name: &str) -> Rulebook {
    Rulebook::from_name(name).unwrap_or(Rulebook::Dutch)
}

/// The monster of an identifier that was kept earlier, as far as these rules have it.
pub fn monster_of(id: &str, rules: &Rules) -> Species {
    let roster = Species::roster(rules.roster);
    let place = roster.iter().position(|species| species.id() == id);
    // The two editions swap two monsters: whoever liked one gets its successor.
    let twin = match id {
        "cyber_bunny" | "cyber_kitty" => Some(4),
        "kraken" | "space_penguin" => Some(5),
        _ => None,
    };
    roster[place.or(twin).unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_game_is_calm_until_a_speed_is_chosen() {
        let mut prefs = Prefs::default();
        assert_eq!(prefs.pace(), Speed::Calm);
        prefs.games = 1;
        assert_eq!(prefs.pace(), Speed::Normal);
        let chosen = Prefs { speed: Some(Speed::Fast), ..Prefs::default() };
        assert_eq!(chosen.pace(), Speed::Fast);
    }

    #[test]
    fn what_an_older_page_kept_still_reads() {
        let kept = r#"{ "name": "Ada", "speed": "instant", "no_such": 1 }"#;
        let prefs: Prefs = serde_json::from_str(kept).unwrap();
        let wanted = Prefs { name: "Ada".into(), speed: Some(Speed::Instant), ..Prefs::default() };
        assert_eq!(prefs, wanted);
        let text = serde_json::to_string(&prefs).unwrap();
        assert_eq!(serde_json::from_str::<Prefs>(&text).unwrap(), wanted);
    }

    #[test]
    fn a_reset_forgets_settings_and_not_the_player() {
        let mut prefs = Prefs {
            lang: Some("pl".into()),
            name: "Ada".into(),
            monster: "kraken".into(),
            games: 7,
            notify_asked: true,
            tutor_offered: true,
            text: 130,
            stay_from: 6,
            rulebook: "polish".into(),
            sound: true,
            ..Prefs::default()
        };
        prefs.reset();
        assert_eq!(
            (prefs.name.as_str(), prefs.monster.as_str(), prefs.games),
            ("Ada", "kraken", 7)
        );
        assert_eq!(prefs.language(), Some(Lang::Pl));
        assert!(prefs.notify_asked && prefs.tutor_offered, "nothing is offered twice");
        assert_eq!((prefs.text, prefs.stay_from, prefs.sound), (100, 0, false));
        assert_eq!(prefs.book(), Rulebook::Dutch);
    }

    #[test]
    fn house_rules_change_the_book_that_is_played() {
        let mut prefs = Prefs::default();
        assert_eq!(prefs.rules(), Rulebook::Dutch.rules());
        prefs.house.insert("use_bay".into(), "false".into());
        assert_ne!(prefs.rules(), Rulebook::Dutch.rules());
        prefs.rulebook = "a book that is no longer there".into();
        assert_eq!(prefs.book(), Rulebook::Dutch);
    }

    #[test]
    fn whoever_liked_a_monster_gets_its_successor_in_another_edition() {
        for book in Rulebook::ALL {
            let rules = book.rules();
            let roster = Species::roster(rules.roster);
            for (liked, twin) in [("cyber_bunny", "cyber_kitty"), ("kraken", "space_penguin")] {
                let got = monster_of(liked, &rules);
                assert_eq!(got, monster_of(twin, &rules));
                assert!([liked, twin].contains(&got.id()), "{book:?}: {}", got.id());
            }
            assert_eq!(monster_of("nobody", &rules), roster[0]);
            assert!(roster.iter().all(|one| monster_of(one.id(), &rules) == *one));
        }
    }

    #[test]
    fn a_style_is_named_beside_the_level() {
        assert_eq!(opponent("fierce", "neutral"), "fierce");
        assert_eq!(opponent("fierce", "hoarder"), "fierce:hoarder");
        let prefs = Prefs { style: "brawler".into(), ..Prefs::default() };
        assert_eq!(prefs.opponent(), "fierce:brawler");
    }
}

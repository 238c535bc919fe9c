//! The rules of a table in plain words, and where the rulebooks differ.

use engine::{Rulebook, Rules};

use crate::texts::{Arg, Count};
use crate::{Rich, Texts};

/// A chapter of the rules: a title and short paragraphs.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The chapter's identifier: `goal`, `setup`, `turn` and so on.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// What it says, in order.
    pub paragraphs: Vec<Rich>,
}

/// A switch on which the rulebooks, or the table's house rules, disagree.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The switch's identifier.
    pub switch: &'static str,
    /// What it is about.
    pub title: String,
    /// What this table plays.
    pub here: Rich,
    /// What other rulebooks say.
    pub elsewhere: Vec<(Rulebook, Rich)>,
}

/// Each chapter: how many fixed paragraphs it has, and the switches that follow them.
const CHAPTERS: [(&str, usize, &[&str]); 11] = [
    ("goal", 1, &[]),
    ("setup", 2, &["cards", "roster", "first_player"]),
    ("turn", 3, &[]),
    ("dice", 5, &["may_decline_hearts_and_energy"]),
    ("claws", 3, &["attack_bonus", "attack_for_cards_needs_damage", "added_claws_count"]),
    ("tokyo", 4, &["tokyo_entry", "enter_free_place_without_claws", "yield_needs_damage"]),
    (
        "bay",
        3,
        &[
            "use_bay",
            "yield_decisions",
            "claws_into_empty_city_hit_bay",
            "bay_occupant_moves_to_empty_city",
        ],
    ),
    ("cards", 3, &["reshuffle_discards"]),
    ("end", 2, &[]),
    ("winning", 2, &["victory_check", "last_standing_check", "all_dead"]),
    (
        "single_cards",
        0,
        &[
            "alpha_monster_needs_damage",
            "burrowing_bonus",
            "combo_cards_need_single_throw",
            "drop_from_bay",
            "even_bigger_loss",
            "even_bigger_ceiling",
            "fire_breathing_hits_untargeted_neighbours",
            "fire_breathing_extra_is_attack",
            "freeze_time_dice",
            "frenzy",
            "healing_ray_from_tokyo",
            "metamorph_timing",
            "metamorph_refund",
            "mimic_may_copy_own_card",
            "mimic_tokens",
            "tentacles_window",
            "stretchy_on_camouflage",
        ],
    ),
];

/// The chapters that have switches, each with its switches, in the order in which the rules are told.
pub fn switch_chapters() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    CHAPTERS.iter().filter(|(_, _, list)| !list.is_empty()).map(|&(id, _, list)| (id, list))
}

impl Texts {
    /// The title of a chapter of the rules.
    pub fn chapter_title<'a>(&'a self, chapter: &'a str) -> &'a str {
        self.name_of("chapter", chapter)
    }

    /// What a switch is about: a short title, or the name of its card.
    pub fn switch_title(&self, switch: &str, rules: &Rules) -> String {
        match Rules::card_of(switch) {
            Some(card) => self.card_name(card, rules).to_owned(),
            None => self.name_of("switch", switch).to_owned(),
        }
    }

    /// What a value of a switch means, in one sentence. `None` if there is no such value.
    pub fn switch_value(&self, switch: &str, value: &str) -> Option<Rich> {
        self.named(&format!("switch.{switch}.{value}"))
    }

    /// Why a table cannot be set, by the kind of the fault: `too_many`, `no_bay` and so on. `None` if there is no such kind.
    pub fn misfit(&self, kind: &str, most: u16) -> Option<Rich> {
        let source = self.source_in_books(&format!("misfit.{kind}"))?;
        Some(self.fill(source, &[("n", Arg::Number(most.count()))]))
    }

    /// The rules of a table, chapter by chapter. Without Tokyo Bay its chapter says just that.
    pub fn chapters(&self, rules: &Rules) -> Vec<Chapter> {
        CHAPTERS
            .iter()
            .map(|&(id, fixed, switches)| match id {
                "bay" if !rules.use_bay => (id, 0, &["use_bay"][..]),
                _ => (id, fixed, switches),
            })
            .map(|(id, fixed, switches)| Chapter {
                id,
                title: self.chapter_title(id).to_owned(),
                paragraphs: (1..=fixed)
                    .filter_map(|n| self.named(&format!("rule.{id}.{n}")))
                    .chain(switches.iter().filter_map(|switch| self.switch_here(switch, rules)))
                    .collect(),
            })
            .collect()
    }

    /// What this table plays, with the card's name first where it is about one card.
    fn switch_here(&self, switch: &str, rules: &Rules) -> Option<Rich> {
        let sentence = self.switch_value(switch, rules.get(switch)?)?;
        Some(match Rules::card_of(switch) {
            Some(card) => Rich::words(format!("{}:", self.card_name(card, rules))).then(sentence),
            None => sentence,
        })
    }

    /// The switches on which some rulebook differs from this table, in the order of the chapters.
    pub fn differences(&self, rules: &Rules) -> Vec<Difference> {
        CHAPTERS
            .iter()
            .flat_map(|(_, _, switches)| *switches)
            .filter_map(|switch| {
                let here = rules.get(switch)?;
                let elsewhere: Vec<_> = Rulebook::ALL
                    .into_iter()
                    .filter_map(|book| Some((book, book.rules().get(switch)?)))
                    .filter(|(_, value)| *value != here)
                    .filter_map(|(book, value)| Some((book, self.switch_value(switch, value)?)))
                    .collect();
                (!elsewhere.is_empty()).then_some(Difference {
                    switch,
                    title: self.switch_title(switch, rules),
                    here: self.switch_value(switch, here)?,
                    elsewhere,
                })
            })
            .collect()
    }
}

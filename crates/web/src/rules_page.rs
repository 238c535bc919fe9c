//! The way to the rules, which are read in the part with the five books, and the tips.

use crate::lang::{rich, t};
use crate::parts::icon;
use crate::route::Route;
use engine::{Rulebook, Rules};
use leptos::prelude::*;

/// The address of a chapter of a book.
pub(crate) fn rules_at(book: Rulebook, chapter: &str) -> String {
    format!("{}/{}/{chapter}", Route::Rules.href(), book.name())
}

/// The address of what differs, with the house rules of a table marked.
pub(crate) fn differs_at(rules: &Rules) -> String {
    format!("{}/{}", Route::Differs.href(), rules.to_text().replace(' ', ","))
}

/// Two lines on a thing of the table.
pub(crate) struct Tip {
    /// Its icon.
    pub(crate) glyph: &'static str,
    /// What it is called.
    pub(crate) title: String,
    /// What it does.
    pub(crate) text: AnyView,
    /// The chapter of the rules that tells more.
    pub(crate) chapter: &'static str,
}

/// Everything that has a tip, in the order in which they are listed.
const TIPS: [&str; 17] = [
    "star", "heart", "energy", "claw", "extra", "city", "bay", "poison", "shrink", "smoke",
    "mimic", "start", "roll", "resolve", "tokyo", "buy", "end",
];

/// The tip on a die, token, place or phase.
pub(crate) fn tip(key: &str) -> Option<Tip> {
    let (glyph, title, text, chapter) = match key {
        "star" => ("star", t().stars_label(), rich(t().tip_number()), "dice"),
        "heart" => ("heart", t().hearts_label(), rich(t().tip_heart()), "dice"),
        "energy" => ("energy", t().energy_label(), rich(t().tip_energy()), "dice"),
        "claw" => ("claw", t().face("claw"), t().tip_claw().into_any(), "claws"),
        "extra" => ("dice", t().extra_die(), t().tip_extra_die().into_any(), "dice"),
        "city" => ("tower", t().tokyo_city(), rich(t().tip_city()), "tokyo"),
        "bay" => ("wave", t().tokyo_bay(), t().tip_bay().into_any(), "bay"),
        "poison" => ("poison", t().poison_label(), rich(t().tip_poison()), "cards"),
        "shrink" => ("shrink", t().shrink_label(), rich(t().tip_shrink()), "cards"),
        "smoke" => ("wave", t().smoke_label(), t().tip_smoke().into_any(), "cards"),
        "mimic" => ("copy", t().mimic_label(), t().tip_mimic().into_any(), "cards"),
        "start" => ("sun", t().phase_start(), rich(t().tip_start()), "turn"),
        "roll" => ("dice", t().phase_roll(), t().tip_roll().into_any(), "dice"),
        "resolve" => ("check", t().phase_resolve(), t().tip_resolve().into_any(), "dice"),
        "tokyo" => ("exit", t().phase_tokyo(), t().tip_tokyo().into_any(), "tokyo"),
        "buy" => ("deck", t().phase_buy(), rich(t().tip_buy()), "cards"),
        "end" => ("arrow", t().phase_end(), t().tip_end().into_any(), "end"),
        _ => return None,
    };
    Some(Tip { glyph, title: title.to_owned(), text, chapter })
}

/// All tips, to read.
#[component]
pub(crate) fn Tips() -> impl IntoView {
    TIPS.into_iter()
        .filter_map(tip)
        .map(|Tip { glyph, title, text, .. }| {
            view! { <div class="tipcard"><p><b>{icon(glyph, &format!("c-{glyph}"))} " " {title}</b></p><p>{text}</p></div> }
        })
        .collect_view()
}

//! The rules of the chosen book in plain words, the way to what differs and to the arbiter, and the tips.

use crate::app::TopBar;
use crate::home::rulebook;
use crate::lang::{rich, t};
use crate::parts::icon;
use crate::prefs::Settings;
use crate::route::Route;
use crate::words;
use engine::Rulebook;
use leptos::prelude::*;

#[component]
pub(crate) fn RulesPage() -> impl IntoView {
    let settings = Settings::get();
    let (asked_book, chapter) = asked_for();
    // The book that a link names is shown until another one is chosen.
    let chosen = settings.read(|p| p.rulebook.clone());
    let book = Memo::new(move |_| {
        settings.watch(|p| match asked_book {
            Some(asked) if p.rulebook == chosen => asked,
            _ => rulebook(&p.rulebook),
        })
    });
    if let Some(chapter) = chapter {
        request_animation_frame(move || {
            crate::home::skip_to_now(&format!("chapter-{chapter}"));
        });
    }
    view! {
        <TopBar title=t().rules() />
        <main class="wrap page">
            <div class="galleryhead">
                <h1>{move || t().rules_of_book(&words::book(book.get())).plain()}</h1>
                <crate::home::BookPicker />
            </div>
            <div class="chapters">
                {move || t().chapters(&book.get().rules()).into_iter().map(|chapter| view! {
                    <section class="tile panel" id=format!("chapter-{}", chapter.id) tabindex="-1">
                        <header><h2>{chapter.title}</h2></header>
                        <div class="pad prose">{chapter.paragraphs.into_iter().map(|paragraph| view! { <p>{rich(paragraph)}</p> }).collect_view()}</div>
                    </section>
                }).collect_view()}
                <section class="tile panel"><header><h2>{t().help_label()}</h2></header><div class="pad rows"><Tips /></div></section>
            </div>
            <nav class="acts2" aria-label=t().what_differs()>
                <a class="btn gold" id="to-differs" href=Route::Differs.href()>{icon("book", "")} " " {t().what_differs()}</a>
                <a class="btn" id="to-arbiter" href=Route::Arbiter.href()>{icon("book", "")} " " {t().arb_title()}</a>
            </nav>
        </main>
    }
}

/// The address of a chapter of a book.
pub(crate) fn rules_at(book: Rulebook, chapter: &str) -> String {
    format!("{}/{}/{chapter}", Route::Rules.href(), book.name())
}

/// The book and the chapter that the address asks for.
fn asked_for() -> (Option<Rulebook>, Option<String>) {
    let hash = window().location().hash().unwrap_or_default();
    let rest = hash.strip_prefix(&Route::Rules.href()).unwrap_or_default().to_owned();
    let mut parts = rest.trim_start_matches('/').split('/');
    let book = parts.next().and_then(Rulebook::from_name);
    (book, parts.next().map(str::to_owned))
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

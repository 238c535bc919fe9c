//! The rules of the chosen book in plain words, what differs from the other books, and the tips.

use crate::app::TopBar;
use crate::home::rulebook;
use crate::lang::{rich, t};
use crate::parts::icon;
use crate::prefs::Settings;
use crate::words;
use engine::Rulebook;
use leptos::prelude::*;

#[component]
pub(crate) fn RulesPage() -> impl IntoView {
    let settings = Settings::get();
    let book = Memo::new(move |_| settings.watch(|p| rulebook(&p.rulebook)));
    view! {
        <TopBar title=t().rules() />
        <main class="wrap page">
            <div class="galleryhead">
                <h1>{move || t().rules_of_book(&words::book(book.get())).plain()}</h1>
                <crate::home::BookPicker />
            </div>
            <div class="chapters">
                {move || t().chapters(&book.get().rules()).into_iter().map(|chapter| view! {
                    <section class="tile panel">
                        <header><h2>{chapter.title}</h2></header>
                        <div class="pad prose">{chapter.paragraphs.into_iter().map(|paragraph| view! { <p>{rich(paragraph)}</p> }).collect_view()}</div>
                    </section>
                }).collect_view()}
                <section class="tile panel"><header><h2>{t().help_label()}</h2></header><div class="pad rows"><Tips /></div></section>
            </div>
            <section class="tile panel">
                <header><h2>{t().what_differs()}</h2></header>
                <div class="pad rows">{move || differences(book.get())}</div>
            </section>
        </main>
    }
}

/// Two lines on every die, token, place and phase.
#[component]
pub(crate) fn Tips() -> impl IntoView {
    let tips: Vec<(&str, String, AnyView)> = vec![
        ("star", t().stars_label().to_owned(), rich(t().tip_number())),
        ("heart", t().hearts_label().to_owned(), rich(t().tip_heart())),
        ("energy", t().energy_label().to_owned(), rich(t().tip_energy())),
        ("claw", t().face("claw").to_owned(), t().tip_claw().into_any()),
        ("tower", t().tokyo_city().to_owned(), rich(t().tip_city())),
        ("wave", t().tokyo_bay().to_owned(), t().tip_bay().into_any()),
        ("poison", t().poison_label().to_owned(), rich(t().tip_poison())),
        ("shrink", t().shrink_label().to_owned(), rich(t().tip_shrink())),
        ("sun", t().phase_start().to_owned(), rich(t().tip_start())),
        ("dice", t().phase_roll().to_owned(), t().tip_roll().into_any()),
        ("check", t().phase_resolve().to_owned(), t().tip_resolve().into_any()),
        ("exit", t().phase_tokyo().to_owned(), t().tip_tokyo().into_any()),
        ("deck", t().phase_buy().to_owned(), rich(t().tip_buy())),
        ("arrow", t().phase_end().to_owned(), t().tip_end().into_any()),
    ];
    tips.into_iter()
        .map(|(glyph, title, text)| {
            view! { <div class="tipcard"><p><b>{icon(glyph, &format!("c-{glyph}"))} " " {title}</b></p><p>{text}</p></div> }
        })
        .collect_view()
}

/// Every rule in which this book stands apart from another.
fn differences(book: Rulebook) -> AnyView {
    let rows = t().differences(&book.rules()).into_iter().map(|difference| {
        let rest = difference.elsewhere.into_iter().map(|(other, rule)| {
            view! { <small>{words::book_short(other)} ": " {rich(rule)}</small> }
        });
        view! { <li><span><b>{difference.title}</b> ": " {rich(difference.here)}</span>{rest.collect_view()}</li> }
    });
    view! { <ul class="differs">{rows.collect_view()}</ul> }.into_any()
}

//! The rules as one reads them: a page that says everything, the chapters in the order of play with their examples, and an
//! index. Each paragraph has the numbers of the specification, each chapter the heading that the book itself has.

use super::browse::{Entry, scenarios};
use super::differs::{letters, numbers, tongue};
use super::example::Example;
use super::search::Found;
use crate::lang::{rich, t};
use crate::parts::{art, die_key, icon};
use crate::prefs::Settings;
use crate::rules_page::{Tips, tip};
use crate::words::{self, card_name, face_word};
use engine::rules::TokyoEntry;
use engine::{Card, Face, Rulebook, Rules};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scenario::ask::heading;
use texts::{Chapter, TERMS};

/// Examples that a book prints: the chapter, the scenario, and the books.
const EXAMPLES: [(&str, &str, &[Rulebook]); 18] = {
    use Rulebook::{Czech, Dutch, Icelandic, Italian, Polish};
    [
        ("turn", "EX-01", &[Icelandic, Czech, Italian, Dutch]),
        ("turn", "EX-02", &[Polish]),
        ("dice", "EX-04", &[Icelandic, Czech, Italian]),
        ("dice", "EX-05", &[Polish]),
        ("dice", "EX-06", &[Dutch]),
        ("claws", "EX-03", &[Icelandic, Czech, Italian, Dutch]),
        ("bay", "EX-08", &[Icelandic, Czech, Italian]),
        ("bay", "EX-10", &[Icelandic, Czech, Italian]),
        ("bay", "EX-09", &[Dutch]),
        ("cards", "EX-07", &[Icelandic, Czech, Italian, Dutch]),
        ("cards", "EX-11", &[Icelandic, Czech]),
        ("single_cards", "EX-12", &[Polish]),
        ("single_cards", "EX-13", &[Polish]),
        ("single_cards", "EX-14", &[Polish]),
        ("single_cards", "EX-15", &[Polish]),
        ("single_cards", "EX-16", &[Polish]),
        ("single_cards", "EX-17", &[Polish]),
        ("single_cards", "EX-18", &[Polish]),
    ]
};

/// The examples of a chapter: those that this book prints, or else the first that another one does.
fn examples(chapter: &str, book: Rulebook) -> Vec<(&'static str, bool)> {
    let of_chapter = || EXAMPLES.iter().filter(|(other, ..)| *other == chapter);
    let own: Vec<_> = of_chapter()
        .filter(|(.., books)| books.contains(&book))
        .map(|(_, id, _)| (*id, true))
        .collect();
    match own.is_empty() {
        true => of_chapter().take(1).map(|(_, id, _)| (*id, false)).collect(),
        false => own,
    }
}

/// The number whose heading stands for a chapter.
fn heading_of(chapter: &str) -> &'static str {
    match chapter {
        "goal" | "winning" => "V-01",
        "setup" => "S-01",
        "turn" => "T-01",
        "dice" => "D-03",
        "claws" => "K-01",
        "tokyo" => "N-01",
        "bay" => "B-01",
        "cards" => "M-01",
        "end" => "E-04",
        _ => "",
    }
}

/// The drawings that go with a chapter.
fn drawings(chapter: &str) -> AnyView {
    let dice = |faces: &[Face]| {
        let dice = faces.iter().map(|face| {
            view! { <svg class="pic die" viewBox="0 0 100 100" aria-hidden="true"><use href=format!("#die-{}", die_key(*face)) /></svg> }
        });
        dice.collect::<Vec<_>>().into_any()
    };
    let glyphs = |names: &[&'static str]| {
        names.iter().map(|name| icon(name, &format!("pic c-{name}"))).collect_view().into_any()
    };
    match chapter {
        "goal" => glyphs(&["star", "tower"]),
        "setup" => glyphs(&["heart", "deck", "energy"]),
        "turn" => dice(&[Face::Two, Face::Two, Face::Two, Face::Two, Face::Energy, Face::Claw]),
        "dice" => dice(&Face::ALL),
        "claws" => dice(&[Face::Claw, Face::Claw, Face::Claw]),
        "tokyo" => glyphs(&["tower", "star"]),
        "bay" => glyphs(&["wave", "tower"]),
        "cards" => {
            let cards = [Card::SpikedTail, Card::Wings, Card::Skyscraper];
            cards
                .map(|card| view! { <span class="pic art">{art(card)}</span> })
                .collect_view()
                .into_any()
        }
        "end" => glyphs(&["poison", "arrow"]),
        "winning" => glyphs(&["star", "check"]),
        _ => ().into_any(),
    }
}

#[component]
pub(super) fn Reading(rest: String) -> impl IntoView {
    let mut parts = rest.split('/');
    let asked = parts.next().and_then(Rulebook::from_name);
    let chapter = parts.next().filter(|chapter| !chapter.is_empty()).map(str::to_owned);
    let own = Settings::get().read(|prefs| prefs.book());
    let book = RwSignal::new(asked.unwrap_or(own));
    let search = RwSignal::new(String::new());
    let all = RwSignal::new(None::<Vec<Entry>>);
    spawn_local(async move {
        let _ = all.try_set(Some(scenarios().await.unwrap_or_default()));
    });
    if let Some(chapter) = chapter {
        request_animation_frame(move || {
            crate::home::skip_to_now(&format!("chapter-{chapter}"));
        });
    }
    let choose = move |event| {
        let Some(chosen) = Rulebook::from_name(&event_target_value(&event)) else { return };
        book.set(chosen);
        let address = format!("#/rules/{}", chosen.name());
        if let Ok(history) = window().history() {
            let _ =
                history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address));
        }
    };
    let options = Rulebook::ALL.map(|one| {
        view! { <option value=one.name() selected=move || book.get() == one>{words::book(one)}</option> }
    });
    let looks = Memo::new(move |_| !search.with(|words| words.trim().is_empty()));
    view! {
        <main class="wrap page reading" id="rules">
            <header class="ahead">
                <div><h1>{move || t().rules_of_book(&words::book(book.get())).plain()}</h1></div>
                <div class="dctl noprint">
                    <label class="field"><span>{t().rulebook()}</span><select class="select" id="read-book" on:change=choose>{options.collect_view()}</select><a class="ownlink" href="#/differs/own">{t().dif_own()}</a></label>
                    <a class="btn small gold" id="ask-books" href="#/arbiter">{icon("book", "")} " " {t().arb_title()}</a>
                    <input class="input srch wide" type="search" id="find-rules" placeholder=t().read_find() aria-label=t().read_find() on:input=move |event| search.set(event_target_value(&event)) />
                </div>
            </header>
            {move || looks.get().then(|| view! { <Found book search all /> })}
            <div class="readall" class:hide=move || looks.get()>
                <Summary book />
                <nav class="contents noprint panel" aria-label=t().read_contents()>
                    <h2>{t().read_contents()}</h2>
                    <ol>{move || t().chapters(&book.get().rules()).into_iter().map(|chapter| {
                        let go = format!("chapter-{}", chapter.id);
                        view! { <li><a href=format!("#/rules/{}/{}", book.get_untracked().name(), chapter.id) on:click=move |event| { event.prevent_default(); crate::home::skip_to_now(&go); }>{chapter.title.clone()}</a></li> }
                    }).collect_view()}
                        <li><a href="#/rules" on:click=|event| { event.prevent_default(); crate::home::skip_to_now("index"); }>{t().read_index()}</a></li>
                    </ol>
                </nav>
                {move || {
                    let book = book.get();
                    let rules = book.rules();
                    t().chapters(&rules).into_iter().map(|chapter| chapter_view(chapter, book, all)).collect_view()
                }}
                <section class="panel noprint"><header><h2>{t().help_label()}</h2></header><div class="pad rows tips2"><Tips /></div></section>
                {move || view! { <Index book=book.get() /> }}
            </div>
            <nav class="acts2 noprint" aria-label=t().what_differs()>
                <a class="btn gold" id="to-differs" href="#/differs">{icon("book", "")} " " {t().what_differs()}</a>
                <a class="btn" id="to-arbiter" href="#/arbiter">{icon("book", "")} " " {t().arb_title()}</a>
                <a class="btn ghost" href="#/arbiter/browse">{icon("deck", "")} " " {t().arb_browse()}</a>
            </nav>
        </main>
    }
}

/// One chapter: its paragraphs with their numbers, the heading of the book, and the examples.
fn chapter_view(chapter: Chapter, book: Rulebook, all: RwSignal<Option<Vec<Entry>>>) -> AnyView {
    let id = chapter.id;
    let printed = heading::heading(heading_of(id), book);
    let paragraphs = chapter.paragraphs.into_iter().enumerate().map(|(at, paragraph)| {
        let list = texts::rules_in(id, at + 1);
        view! { <p>{rich(paragraph)} " " <span class="nums noprint">{numbers(list)}</span></p> }
    });
    let shown = examples(id, book)
        .into_iter()
        .map(|(example, own)| view! { <Example id=example book own all /> });
    view! {
        <section class="tile panel chapter" id=format!("chapter-{id}") tabindex="-1">
            <header>
                <div><h2>{chapter.title}</h2>{printed.map(|heading| view! { <p class="printed">{letters(book)} <span lang=tongue(book)>{heading}</span></p> })}</div>
                <span class="pics" aria-hidden="true">{drawings(id)}</span>
            </header>
            <div class="pad prose">{paragraphs.collect_view()}</div>
            {shown.collect_view()}
        </section>
    }
    .into_any()
}

/// Turn and dice on one page.
#[component]
fn Summary(book: RwSignal<Rulebook>) -> impl IntoView {
    let phases = move || {
        let own_phase = book.get().rules().tokyo_entry == TokyoEntry::OwnPhase;
        ["start", "roll", "resolve", "tokyo", "buy", "end"]
            .into_iter()
            .filter(|phase| own_phase || *phase != "tokyo")
            .filter_map(tip)
            .map(|tip| view! { <li>{icon(tip.glyph, "")}<span><b>{tip.title}</b> " " {tip.text}</span></li> })
            .collect_view()
    };
    let faces = [
        (&[Face::One, Face::Two, Face::Three][..], "star"),
        (&[Face::Heart], "heart"),
        (&[Face::Energy], "energy"),
        (&[Face::Claw], "claw"),
    ];
    let dice = faces.map(|(faces, key)| {
        let pictures = faces.iter().map(|face| {
            view! { <svg class="pic die" viewBox="0 0 100 100" role="img" aria-label=face_word(*face)><use href=format!("#die-{}", die_key(*face)) /></svg> }
        });
        view! { <li><span class="pics">{pictures.collect::<Vec<_>>()}</span><span>{tip(key).map(|tip| tip.text)}</span></li> }
    });
    let short = move || {
        let chapters = t().chapters(&book.get().rules());
        let pick = ["goal", "tokyo", "winning"];
        chapters
            .into_iter()
            .filter(|chapter| pick.contains(&chapter.id))
            .map(|chapter| {
                let lines =
                    chapter.paragraphs.into_iter().map(|line| view! { <li>{rich(line)}</li> });
                view! { <div><h3>{chapter.title}</h3><ul>{lines.collect_view()}</ul></div> }
            })
            .collect_view()
    };
    view! {
        <section class="panel onepage" id="summary" tabindex="-1">
            <header><h2>{t().read_on_one_page()}</h2>
                <span class="acts2 noprint end">
                    <button class="btn small" id="print-page" on:click=|_| print(true)>{t().read_print_page()}</button>
                    <button class="btn small ghost" id="print-all" on:click=|_| print(false)>{t().read_print()}</button>
                </span>
            </header>
            <div class="pad onegrid">
                <div><h3>{t().read_turn()}</h3><ol class="phases2">{phases}</ol></div>
                <div><h3>{t().read_dice()}</h3><ul class="dice2">{dice.collect_view()}</ul></div>
                {short}
            </div>
        </section>
    }
}

/// Prints the rules, or the page that says everything.
fn print(one_page: bool) {
    let Some(root) = document().document_element() else { return };
    let classes = root.class_list();
    let _ = if one_page { classes.add_1("print-one") } else { classes.remove_1("print-one") };
    let _ = window().print();
    let _ = classes.remove_1("print-one");
}

/// The words of the game as the book has them, and all cards.
#[component]
fn Index(book: Rulebook) -> impl IntoView {
    let rules = book.rules();
    let mut terms: Vec<_> = TERMS.iter().map(|term| (t().term(term.id).to_owned(), term)).collect();
    terms.sort_by_key(|(name, _)| super::search::folded(name));
    let terms = terms.into_iter().map(|(name, term)| {
        let printed = term.printed[book as usize];
        let go = format!("chapter-{}", term.chapter);
        view! {
            <tr><th scope="row"><a href=format!("#/rules/{}/{}", book.name(), term.chapter) on:click=move |event| { event.prevent_default(); crate::home::skip_to_now(&go); }>{name}</a></th>
                <td lang=tongue(book)>{if printed.is_empty() { "–" } else { printed }}</td></tr>
        }
    });
    let cards = titles(&rules).into_iter().map(|(name, card)| {
        view! { <li><a href=format!("#/arbiter/card/{}", card.title_id())>{name}</a></li> }
    });
    view! {
        <section class="panel" id="index" tabindex="-1">
            <header><h2>{t().read_index()}</h2></header>
            <div class="pad indexgrid">
                <div><h3>{t().read_terms()}</h3><table class="terms"><thead><tr><th scope="col">{t().read_terms()}</th><th scope="col">{t().read_in_book()}</th></tr></thead><tbody>{terms.collect_view()}</tbody></table></div>
                <div><h3>{t().power_cards()}</h3><ul class="cardlist">{cards.collect_view()}</ul></div>
            </div>
        </section>
    }
}

/// All cards by name, each title once.
pub(super) fn titles(rules: &Rules) -> Vec<(String, Card)> {
    let mut all: Vec<(String, Card)> = Vec::new();
    for card in Card::ALL {
        if !all.iter().any(|(_, other)| other.title_id() == card.title_id()) {
            all.push((card_name(card, rules), card));
        }
    }
    all.sort_by_key(|(name, _)| super::search::folded(name));
    all
}

//! The scenarios and rulings of the project, by card, rule and word.

use super::differs::{letters, numbers, tongue};
use super::reading::titles;
use super::search::folded;
use crate::lang::{get, rich, t};
use crate::parts::icon;
use crate::prefs::Settings;
use crate::rules_page::rules_at;
use engine::{Card, Edition, Rulebook, Rules};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scenario::ask::cite::{self, Cite};
use scenario::ask::{Dispute, ORDER, heading};

/// One scenario as its text has it; it is read in full only when it is opened.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) title: String,
    rules: Vec<String>,
    /// The titles of the cards that occur in it.
    cards: Vec<&'static str>,
    /// How many questions it asks.
    cases: usize,
    pub(super) text: String,
}

/// One ruling of the project.
#[derive(Clone)]
pub(super) struct Ruling {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) question: String,
    pub(super) decision: String,
}

pub(super) async fn scenarios() -> Option<Vec<Entry>> {
    let all = get(&format!("{}/scenarios.txt", crate::assets())).await?;
    Some(all.split('\u{c}').filter_map(|text| entry(text.trim_start())).collect())
}

fn entry(text: &str) -> Option<Entry> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let rules = field("rules = ")?.trim_matches(['[', ']']).split(',');
    let mut cards: Vec<&'static str> = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter_map(|word| Card::from_id(word).map(Card::title_id))
        .collect();
    cards.sort_unstable();
    cards.dedup();
    Some(Entry {
        cards,
        cases: text.matches("[[case]]").count().max(1),
        id: field("id = ")?.trim_matches('"').to_owned(),
        title: field("title = ")?.trim_matches('"').replace("\\\"", "\""),
        // Switches stand there by their names; what is browsed by is the numbers of the books' rules.
        rules: rules
            .map(|rule| rule.trim().trim_matches('"').to_owned())
            .filter(|rule| rule.starts_with(|first: char| first.is_ascii_uppercase()))
            .collect(),
        text: text.to_owned(),
    })
}

pub(super) async fn rulings() -> Option<Vec<Ruling>> {
    let all = get(&format!("{}/rulings.txt", crate::assets())).await?;
    let read = |block: &str| {
        let (id, title) = block.lines().next()?.split_once(' ')?;
        let part = |name: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_default().trim().replace('`', "")
        };
        Some(Ruling {
            id: id.to_owned(),
            title: title.to_owned(),
            question: part("- **Question:**"),
            decision: part("- **Decision:**"),
        })
    };
    Some(all.split("\n## ").skip(1).filter_map(read).collect())
}

/// The question of a case of a scenario of the project.
pub(super) async fn scenario(id: &str, case: usize) -> Result<Dispute, String> {
    let all = scenarios().await.ok_or_else(|| t().arb_not_loaded().to_owned())?;
    let found = all.iter().find(|entry| entry.id == id);
    let entry = found.ok_or_else(|| t().arb_none().to_owned())?;
    let disputes = Dispute::read_file(&entry.text).map_err(|wrong| wrong.to_string())?;
    disputes.into_iter().nth(case).ok_or_else(|| t().arb_none().to_owned())
}

/// What is looked for.
#[derive(Clone, PartialEq)]
enum Wanted {
    Card(Card),
    Rule(String),
    Words(String),
}

impl Wanted {
    fn fits_scenario(&self, entry: &Entry) -> bool {
        match self {
            Wanted::Card(card) => entry.cards.contains(&card.title_id()),
            Wanted::Rule(number) => entry.id == *number || entry.rules.contains(number),
            Wanted::Words(words) => {
                let words = folded(words);
                let Entry { id, title, rules, cards, .. } = entry;
                let names = cards.iter().filter_map(|id| Card::from_id(id)).map(name);
                let names: Vec<String> = names.collect();
                let all = format!("{id} {title} {} {}", rules.join(" "), names.join(" "));
                folded(&all).contains(&words) || folded(&entry.text).contains(&words)
            }
        }
    }

    fn fits_ruling(&self, ruling: &Ruling) -> bool {
        let Ruling { id, title, question, decision } = ruling;
        let all = format!("{id} {title} {question} {decision}");
        match self {
            Wanted::Card(card) => [Edition::First, Edition::Second]
                .iter()
                .any(|edition| all.to_lowercase().contains(&card.title(*edition).to_lowercase())),
            Wanted::Rule(number) => {
                all.split([' ', ',', '.', ';', ':', '(', ')']).any(|word| word == number)
            }
            Wanted::Words(words) => {
                let own = t().rule_told(id, &Rules::default()).map(|own| own.plain());
                folded(&format!("{all} {}", own.unwrap_or_default())).contains(&folded(words))
            }
        }
    }

    /// The address of what is shown.
    fn address(&self) -> String {
        match self {
            Wanted::Card(card) => format!("#/arbiter/card/{}", card.title_id()),
            Wanted::Rule(number) => format!("#/arbiter/rule/{number}"),
            Wanted::Words(_) => "#/arbiter/browse".to_owned(),
        }
    }
}

fn name(card: Card) -> String {
    crate::words::card_name(card, &Rules::default())
}

#[component]
pub(super) fn Browse(wanted: String, by_card: bool) -> impl IntoView {
    let card = Card::from_id(&wanted).filter(|_| by_card);
    let search = RwSignal::new(match card {
        Some(card) => Wanted::Card(card),
        None if wanted.is_empty() || by_card => Wanted::Words(wanted),
        None => Wanted::Rule(wanted),
    });
    let found = RwSignal::new(None::<(Vec<Entry>, Vec<Ruling>)>);
    let failed = RwSignal::new(false);
    spawn_local(async move {
        match (scenarios().await, rulings().await) {
            (Some(scenarios), Some(rulings)) => found.set(Some((scenarios, rulings))),
            _ => failed.set(true),
        }
    });
    let look = move |wanted: Wanted| {
        if let Ok(history) = window().history() {
            let _ = history.replace_state_with_url(
                &wasm_bindgen::JsValue::NULL,
                "",
                Some(&wanted.address()),
            );
        }
        search.set(wanted);
    };
    let list = move || {
        let wanted = search.get();
        found.with(|found| {
            let (scenarios, rulings) = found.as_ref()?;
            let rulings = rulings.iter().filter(|one| {
                let entry = scenarios.iter().find(|entry| entry.id == one.id);
                wanted.fits_ruling(one) || entry.is_some_and(|entry| wanted.fits_scenario(entry))
            });
            let mut rulings: Vec<&Ruling> = rulings.collect();
            // What is looked for comes before what speaks of it.
            rulings.sort_by_key(|one| wanted != Wanted::Rule(one.id.clone()));
            let rulings: Vec<AnyView> =
                rulings.into_iter().map(|one| ruled(one, scenarios)).collect();
            let rows = scenarios
                .iter()
                .filter(|one| !one.id.starts_with("Q-") && wanted.fits_scenario(one));
            let rows: Vec<AnyView> = rows.map(played).collect();
            let many = rulings.len() + rows.len();
            let said =
                if many == 0 { t().arb_none().to_owned() } else { t().read_found(many).plain() };
            Some(view! {
                <p role="status">{said}</p>
                <ul class="browse" id="browse">{rulings}{rows}</ul>
            })
        })
    };
    let words = move || match search.get() {
        Wanted::Words(words) => words,
        Wanted::Rule(_) | Wanted::Card(_) => String::new(),
    };
    view! {
        <main class="wrap dif">
            <header class="ahead">
                <div><h1>{t().arb_browse()}</h1><p class="muted">{t().arb_browse_lead()}</p></div>
                <div class="dctl">
                    <CardSelect search look=Callback::new(look) />
                    <RuleSelect search look=Callback::new(look) found />
                    <input class="input srch" type="search" id="find-scenario" placeholder=t().arb_find() aria-label=t().arb_find() prop:value=words on:input=move |event| look(Wanted::Words(event_target_value(&event).trim().to_owned())) />
                    <a class="btn small ghost" href="#/arbiter">{icon("book", "")} " " {t().dif_open()}</a>
                </div>
            </header>
            {move || match search.get() {
                Wanted::Rule(number) => rule(&number),
                Wanted::Card(_) | Wanted::Words(_) => None,
            }}
            {move || failed.get().then(|| view! { <p class="notice bad" role="alert">{icon("info", "")}<span>{t().arb_not_loaded()}</span></p> })}
            {list}
        </main>
    }
}

/// A rule at the head of what cites it: its own words, what each book says where they differ, and where to read on. A ruling
/// stands in the list itself.
fn rule(number: &str) -> Option<AnyView> {
    let rules = Settings::get().read(|prefs| prefs.rules());
    let book = rules.house_rules().0;
    let told = t().rule_told(number, &rules).filter(|_| !number.starts_with("Q-"));
    let cites: Vec<&Cite> =
        cite::CITES.iter().filter(|cite| cite.rules.contains(&number)).collect();
    let of_switch = cites.first().and_then(|cite| {
        let mut chapters = texts::switch_chapters();
        chapters.find(|(_, switches)| switches.contains(&cite.switch)).map(|(chapter, _)| chapter)
    });
    let chapter = texts::chapter_of(number).or(of_switch);
    if told.is_none() && cites.is_empty() {
        return None;
    }
    let printed = heading::heading(number, book).filter(|_| told.is_some());
    let words = told.map(|words| view! {
        <p><b>{rich(words)}</b></p>
        {printed.map(|heading| view! { <p class="muted">{letters(book)} <span lang=tongue(book)>{heading}</span></p> })}
    });
    let switches = cites.into_iter().map(|cite| {
        view! {
            <h3>{t().switch_title(cite.switch, &rules)}</h3>
            <ul class="whyrules">{by_book(cite)}</ul>
        }
    });
    Some(view! {
        <section class="panel" id="the-rule">
            <header><h2><span class="rl">{number.to_owned()}</span> {chapter.map(|chapter| format!(" {}", t().chapter_title(chapter)))}</h2></header>
            <div class="pad whybox">
                {words}
                {switches.collect_view()}
                {chapter.map(|chapter| view! { <p><a class="btn small" id="rule-chapter" href=rules_at(book, chapter)>{icon("book", "")} " " {t().why_open_rules()}</a></p> })}
            </div>
        </section>
    }
    .into_any())
}

/// What the books say about one thing, equal ones together, with the headings of their chapters.
fn by_book(cite: &'static Cite) -> Vec<AnyView> {
    let mut sides: Vec<(&'static str, Vec<Rulebook>)> = Vec::new();
    for book in ORDER {
        let value = book.rules().get(cite.switch).unwrap_or_default();
        match sides.iter_mut().find(|(other, _)| *other == value) {
            Some((_, books)) => books.push(book),
            None => sides.push((value, vec![book])),
        }
    }
    let side = |(value, books): (&'static str, Vec<Rulebook>)| {
        let heads = books.iter().filter_map(|book| Some((*book, cite.chapter(*book)?)));
        let heads = heads.enumerate().map(|(number, (book, heading))| {
            view! { {(0 < number).then_some(" · ")}<span lang=tongue(book)>{heading}</span> }
        });
        let heads = heads.collect_view();
        let sentence = rich(t().switch_value(cite.switch, value).unwrap_or_default());
        let names = books.into_iter().map(letters).collect_view();
        view! { <li><span class="nums">{names}</span><span>{sentence}<small>{heads}</small></span></li> }
            .into_any()
    };
    sides.into_iter().map(side).collect()
}

/// All cards, to browse by one of them.
#[component]
fn CardSelect(search: RwSignal<Wanted>, look: Callback<Wanted>) -> impl IntoView {
    let options = titles(&Rules::default()).into_iter().map(|(name, card)| {
        let chosen = move || {
            search.with(|now| matches!(now, Wanted::Card(one) if one.title_id() == card.title_id()))
        };
        view! { <option value=card.title_id() prop:selected=chosen>{name}</option> }
    });
    let choose = move |event| {
        let card = Card::from_id(&event_target_value(&event));
        look.run(card.map_or_else(|| Wanted::Words(String::new()), Wanted::Card));
    };
    view! {
        <label class="cmp"><span>{t().arb_by_card()}</span>
            <select class="select" id="by-card" on:change=choose><option value="">{t().arb_all()}</option>{options.collect_view()}</select>
        </label>
    }
}

/// The numbers that scenarios cite, chapter by chapter, to browse by one of them.
#[component]
fn RuleSelect(
    search: RwSignal<Wanted>,
    look: Callback<Wanted>,
    found: RwSignal<Option<(Vec<Entry>, Vec<Ruling>)>>,
) -> impl IntoView {
    let groups = move || {
        let mut numbers: Vec<String> = found.with(|found| {
            let all = found.iter().flat_map(|(scenarios, _)| scenarios);
            all.flat_map(|entry| entry.rules.clone()).collect()
        });
        // What the address names is there to be chosen even if nothing cites it.
        if let Wanted::Rule(number) = search.get_untracked() {
            numbers.push(number);
        }
        numbers.sort();
        numbers.dedup();
        let chapters = t().chapters(&Rules::default());
        let mut groups: Vec<(String, Vec<String>)> = chapters
            .iter()
            .map(|chapter| {
                let here = |number: &&String| texts::chapter_of(number) == Some(chapter.id);
                (chapter.title.clone(), numbers.iter().filter(here).cloned().collect())
            })
            .collect();
        let rest = |number: &String| texts::chapter_of(number).is_none();
        groups.push((t().read_rulings().to_owned(), numbers.into_iter().filter(rest).collect()));
        groups
            .into_iter()
            .filter(|(_, numbers)| !numbers.is_empty())
            .map(|(title, numbers)| {
                let options = numbers.into_iter().map(|number| {
                    let own = number.clone();
                    let chosen = move || search.with(|now| matches!(now, Wanted::Rule(one) if *one == own));
                    view! { <option value=number.clone() prop:selected=chosen>{number.clone()}</option> }
                });
                view! { <optgroup label=title>{options.collect_view()}</optgroup> }
            })
            .collect_view()
    };
    let choose = move |event| {
        let number = event_target_value(&event);
        let none = number.is_empty();
        look.run(if none { Wanted::Words(number) } else { Wanted::Rule(number) });
    };
    view! {
        <label class="cmp"><span>{t().dif_rule()}</span>
            <select class="select" id="by-rule" on:change=choose><option value="">{t().arb_all()}</option>{groups}</select>
        </label>
    }
}

/// A ruling of the project: in the reader's language where it has words there, as it is written otherwise.
fn ruled(one: &Ruling, scenarios: &[Entry]) -> AnyView {
    let entry = scenarios.iter().find(|entry| entry.id == one.id);
    let words = match t().rule_told(&one.id, &Rules::default()) {
        Some(own) => view! { <p><b>{rich(own)}</b></p> }.into_any(),
        None => view! { <p lang="en">{one.question.clone()}</p><p lang="en"><b>{one.decision.clone()}</b></p> }.into_any(),
    };
    view! {
        <li class="panel"><div class="pad rows">
            <h2 lang="en"><span class="rl">{one.id.clone()}</span> " " {one.title.clone()}</h2>
            {words}
            {entry.map(about)}
            {entry.map(openers)}
        </div></li>
    }
    .into_any()
}

/// A scenario of the project.
fn played(one: &Entry) -> AnyView {
    let title = match one.id.starts_with("EX-") {
        true => view! { <span>{t().example_title(&one.id).to_owned()}</span> }.into_any(),
        false => view! { <span lang="en">{one.title.clone()}</span> }.into_any(),
    };
    view! {
        <li class="panel"><div class="pad rows">
            <h2><span class="rl">{one.id.clone()}</span> " " {title}</h2>
            {about(one)}
            {openers(one)}
        </div></li>
    }
    .into_any()
}

/// The cards and rules of a scenario, each of which leads to the others with it.
fn about(one: &Entry) -> AnyView {
    let cards = one.cards.iter().filter_map(|id| Card::from_id(id)).map(|card| {
        view! { <a class="chip" href=format!("#/arbiter/card/{}", card.title_id())>{name(card)}</a> " " }
    });
    let rules: Vec<&str> = one.rules.iter().map(String::as_str).collect();
    view! { <p class="about">{numbers(&rules)} {cards.collect_view()}</p> }.into_any()
}

/// Opens the cases of a scenario in the arbiter.
fn openers(one: &Entry) -> AnyView {
    let id = &one.id;
    let open = |case: usize| {
        let number = if one.cases == 1 { String::new() } else { format!(" {}", case + 1) };
        let words = format!("{}{number}: {id}", t().dif_see());
        view! { <a class="btn small" href=format!("#/arbiter/scenario/{id}/{case}") aria-label=words>{icon("play", "")} " " {t().dif_see()} {number}</a> }
    };
    view! { <p class="acts2">{(0..one.cases).map(open).collect_view()}</p> }.into_any()
}

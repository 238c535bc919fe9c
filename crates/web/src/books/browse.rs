//! The scenarios and rulings of the project, by card, rule and word.

use crate::lang::{get, t};
use crate::parts::icon;
use engine::{Card, Edition};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scenario::ask::Dispute;

/// One scenario as its text has it; it is read in full only when it is opened.
#[derive(Clone)]
struct Entry {
    id: String,
    title: String,
    rules: Vec<String>,
    text: String,
}

/// One ruling of the project.
#[derive(Clone)]
struct Ruling {
    id: String,
    title: String,
    question: String,
    decision: String,
}

async fn scenarios() -> Option<Vec<Entry>> {
    let all = get(&format!("{}/scenarios.txt", crate::assets())).await?;
    Some(all.split('\u{c}').filter_map(|text| entry(text.trim_start())).collect())
}

fn entry(text: &str) -> Option<Entry> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let rules = field("rules = ")?.trim_matches(['[', ']']).split(',');
    Some(Entry {
        id: field("id = ")?.trim_matches('"').to_owned(),
        title: field("title = ")?.trim_matches('"').replace("\\\"", "\""),
        rules: rules.map(|rule| rule.trim().trim_matches('"').to_owned()).collect(),
        text: text.to_owned(),
    })
}

async fn rulings() -> Option<Vec<Ruling>> {
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
    Words(String),
}

impl Wanted {
    fn fits_scenario(&self, entry: &Entry) -> bool {
        match self {
            Wanted::Card(card) => {
                let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
                entry.text.split(word).any(|word| word == card.title_id() || word == card.id())
            }
            Wanted::Words(words) => {
                let all = format!("{} {} {}", entry.id, entry.title, entry.rules.join(" "));
                all.to_lowercase().contains(&words.to_lowercase())
                    || entry.text.to_lowercase().contains(&words.to_lowercase())
            }
        }
    }

    fn fits_ruling(&self, ruling: &Ruling) -> bool {
        let Ruling { id, title, question, decision } = ruling;
        let all = format!("{id} {title} {question} {decision}").to_lowercase();
        match self {
            Wanted::Card(card) => [Edition::First, Edition::Second]
                .iter()
                .any(|edition| all.contains(&card.title(*edition).to_lowercase())),
            Wanted::Words(words) => all.contains(&words.to_lowercase()),
        }
    }
}

#[component]
pub(super) fn Browse(wanted: String, by_card: bool) -> impl IntoView {
    let card = Card::from_id(&wanted).filter(|_| by_card);
    let search = RwSignal::new(match card {
        Some(card) => Wanted::Card(card),
        None => Wanted::Words(wanted.clone()),
    });
    let found = RwSignal::new(None::<(Vec<Entry>, Vec<Ruling>)>);
    let failed = RwSignal::new(false);
    spawn_local(async move {
        match (scenarios().await, rulings().await) {
            (Some(scenarios), Some(rulings)) => found.set(Some((scenarios, rulings))),
            _ => failed.set(true),
        }
    });
    let first = match card {
        Some(card) => crate::words::card_name(card, &engine::Rules::default()),
        None => wanted,
    };
    let list = move || {
        let wanted = search.get();
        found.with(|found| {
            let (scenarios, rulings) = found.as_ref()?;
            let rulings: Vec<AnyView> = rulings.iter().filter(|one| wanted.fits_ruling(one)).map(|one| {
                let open = scenarios.iter().any(|entry| entry.id == one.id);
                view! {
                    <li class="panel"><div class="pad rows">
                        <h3><span class="rl">{one.id.clone()}</span> " " {one.title.clone()}</h3>
                        <p lang="en">{one.question.clone()}</p>
                        <p lang="en"><b>{one.decision.clone()}</b></p>
                        {open.then(|| opener(&one.id))}
                    </div></li>
                }.into_any()
            }).collect();
            let rows: Vec<AnyView> = scenarios.iter().filter(|one| !one.id.starts_with("Q-") && wanted.fits_scenario(one)).map(|one| {
                let rules = one.rules.join(" · ");
                view! {
                    <li class="panel"><div class="pad rows">
                        <h3 lang="en"><span class="rl">{one.id.clone()}</span> " " {one.title.clone()}</h3>
                        <p class="muted">{rules}</p>
                        {opener(&one.id)}
                    </div></li>
                }.into_any()
            }).collect();
            let none = rulings.is_empty() && rows.is_empty();
            Some(view! {
                {none.then(|| view! { <p role="status">{t().arb_none()}</p> })}
                <ul class="browse" id="browse">{rulings}{rows}</ul>
            })
        })
    };
    view! {
        <main class="wrap dif">
            <header class="ahead">
                <div><h1>{t().arb_browse()}</h1><p class="muted">{t().arb_browse_lead()}</p></div>
                <div class="dctl">
                    <input class="input srch" type="search" id="find-scenario" placeholder=t().arb_find() aria-label=t().arb_find() prop:value=first on:input=move |event| search.set(Wanted::Words(event_target_value(&event).trim().to_owned())) />
                    <a class="btn small ghost" href="#/arbiter">{icon("book", "")} " " {t().dif_open()}</a>
                </div>
            </header>
            {move || failed.get().then(|| view! { <p class="notice bad" role="alert">{icon("info", "")}<span>{t().arb_not_loaded()}</span></p> })}
            {list}
        </main>
    }
}

/// Opens a scenario in the arbiter.
fn opener(id: &str) -> AnyView {
    let words = format!("{}: {id}", t().dif_see());
    view! { <a class="btn small" href=format!("#/arbiter/scenario/{id}/0") aria-label=words>{icon("play", "")} " " {t().dif_see()}</a> }.into_any()
}

//! *Why?* The rules, the card and the rulings by which something happened at a table, or is asked there.

use super::arbiter::Asking;
use super::browse::{Ruling, rulings};
use super::differs::{letters, numbers, tongue};
use crate::lang::{rich, t};
use crate::parts::{art, icon};
use crate::prefs::Settings;
use crate::rules_page::{differs_at, rules_at};
use crate::words::{self, card_effect, card_name, kind_key};
use engine::why::Why;
use engine::{Card, Event, Rulebook, Rules, State};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scenario::ask::{ORDER, Verdict, cite, heading};
use serde::Deserialize;
use texts::{Rich, Scene};

/// What a table asks: about a place of its log, or about what it waits for.
#[derive(Deserialize)]
struct Asked {
    names: Vec<String>,
    /// The table as it stands.
    state: State,
    /// The log up to the line that is asked about, and a little more.
    #[serde(default)]
    events: Vec<Event>,
    /// The line; without it the question is what the game waits for.
    at: Option<usize>,
}

impl Asked {
    /// What it is about, and why it is so.
    fn answer(&self) -> Option<(Rich, Why)> {
        let rules = self.state.rules();
        let scene = Scene { rules, names: &self.names };
        match self.at {
            Some(at) => {
                let why = engine::why::event(&self.events, at, rules)?;
                Some((t().event(&self.events[at], &scene), why))
            }
            None => {
                let said = client::ask::waits(t(), &self.state, &self.names)?;
                Some((said, engine::why::need(&self.state.need(), rules)))
            }
        }
    }
}

/// The switches of which the numbers or the card speak, where the books, or this table, differ by them.
fn switches(why: &Why, rules: &Rules) -> Vec<&'static str> {
    let speaks = |switch: &str| match Rules::card_of(switch) {
        // What a card does differently matters only where that card is at work.
        Some(card) => why.card == Some(card),
        None => cite::rules(switch).iter().any(|number| why.rules.contains(number)),
    };
    let differs = |switch: &str| {
        let here = rules.get(switch);
        ORDER.iter().any(|book| book.rules().get(switch) != here)
    };
    let all = Rules::SWITCHES.iter().map(|(name, _)| *name);
    all.filter(|switch| speaks(switch) && differs(switch)).collect()
}

#[component]
pub(crate) fn WhyBox(asked: String) -> impl IntoView {
    let read = serde_json::from_str::<Asked>(&asked).ok();
    let Some((asked, (said, why))) =
        read.and_then(|asked| asked.answer().map(|answer| (asked, answer)))
    else {
        return view! { <p class="notice bad" role="alert">{icon("info", "")}<span>{t().arb_none()}</span></p> }.into_any();
    };
    let rules = *asked.state.rules();
    let book = rules.house_rules().0;
    let waits = asked.at.is_none().then(|| view! { <p class="muted">{t().why_waits()}</p> });
    let chapter = why.rules.iter().find_map(|number| texts::chapter_of(number)).unwrap_or("turn");
    let differing = switches(&why, &rules);
    view! {
        <div class="whybox" id="why">
            {waits}
            <p class="whysaid">{rich(said)}</p>
            {why.card.map(|card| by_card(card, &why, &rules))}
            {by_rules(&why, &rules, book)}
            {(!differing.is_empty()).then(|| by_switches(&differing, &rules))}
            <Rulings numbers=why.rules.clone() rules />
            <div class="acts2">
                <a class="btn small" id="why-rules" href=rules_at(book, chapter) target="_blank">{icon("book", "")} " " {t().why_open_rules()}</a>
                <a class="btn small ghost" id="why-differs" href=differs_at(&rules) target="_blank">{icon("book", "")} " " {t().what_differs()}</a>
            </div>
        </div>
    }
    .into_any()
}

/// The rules behind what all books agree on, as one's own book has them. They are looked up when somebody wants to know.
#[component]
pub(super) fn Behind() -> impl IntoView {
    let asking = Asking::get();
    let opened = RwSignal::new(false);
    let agree =
        Memo::new(move |_| asking.heard.with(|(_, verdict)| verdict.first_difference() != Some(0)));
    let told = move || opened.get().then(|| asking.heard.with(|(_, verdict)| behind(verdict)));
    let toggle = move |event: web_sys::Event| {
        opened.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    };
    move || {
        agree.get().then(|| {
            view! {
                <details class="panel openbox" id="behind" on:toggle=toggle>
                    <summary>{t().arb_by_rules()}</summary>
                    <div class="pad whybox">{told}</div>
                </details>
            }
        })
    }
}

/// The cards and rules of every line on which all books agree, and of what they ask in the end.
fn behind(verdict: &Verdict) -> AnyView {
    let own = Settings::get().read(|prefs| prefs.book());
    let column = verdict.columns.iter().find(|column| column.book == Some(own));
    let Some(column) = column.or(verdict.columns.first()) else { return ().into_any() };
    let whys = client::ask::causes(verdict, column);
    let all = Why { rules: client::ask::numbers(&whys), card: None };
    let mut cards: Vec<Card> = Vec::new();
    for card in whys.iter().filter_map(|why| why.card) {
        if !cards.contains(&card) {
            cards.push(card);
        }
    }
    let (rules, book) = (column.rules, column.book.unwrap_or(own));
    let cards = cards.into_iter().map(|card| {
        let of_card = whys.iter().filter(|why| why.card == Some(card));
        let of_card = Why { rules: client::ask::numbers(of_card), card: Some(card) };
        by_card(card, &of_card, &rules)
    });
    view! { {cards.collect_view()} {by_rules(&all, &rules, book)} <Rulings numbers=all.rules.clone() rules /> }
        .into_any()
}

/// The card, what it does at this table, and what is ruled about it.
fn by_card(card: Card, why: &Why, rules: &Rules) -> AnyView {
    let on_card: Vec<&str> = why
        .rules
        .iter()
        .copied()
        .filter(|number| t().rule_told(number, rules).is_none() && !number.starts_with("Q-"))
        .collect();
    let rulings = words::rulings(card, rules).into_iter();
    view! {
        <section class="whypart" data-kind=kind_key(card)>
            <h3>{t().why_the_card()}</h3>
            <div class="askcard">
                <span class="thumbbtn" data-kind=kind_key(card)>{art(card)}</span>
                <span><b>{card_name(card, rules)}</b> " " {numbers(&on_card)}<small>{rich(card_effect(card, rules))}</small></span>
            </div>
            <ul class="rulings">{rulings.map(|ruling| view! { <li>{rich(ruling)}</li> }).collect_view()}</ul>
            <a class="btn small ghost" href=format!("#/arbiter/card/{}", card.title_id()) target="_blank">{icon("deck", "")} " " {t().arb_with_card()}</a>
        </section>
    }
    .into_any()
}

/// The rules in words; those that one paragraph tells stand together. Under each, where the table's book has it.
fn by_rules(why: &Why, rules: &Rules, book: Rulebook) -> AnyView {
    let mut told: Vec<(Rich, Vec<&'static str>)> = Vec::new();
    for number in why.rules.iter().filter(|number| !number.starts_with("Q-")) {
        let Some(words) = t().rule_told(number, rules) else { continue };
        match told.iter_mut().find(|(other, _)| *other == words) {
            Some((_, numbers)) => numbers.push(number),
            None => told.push((words, vec![number])),
        }
    }
    if told.is_empty() {
        return ().into_any();
    }
    let rows = told.into_iter().map(|(words, list)| {
        let printed = list.iter().find_map(|number| heading::heading(number, book));
        view! {
            <li><span class="nums">{numbers(&list)}</span>
                <span>{rich(words)}{printed.map(|heading| view! { <small>{letters(book)} <span lang=tongue(book)>{heading}</span></small> })}</span>
            </li>
        }
    });
    view! { <section class="whypart"><h3>{t().why_by_rule()}</h3><ul class="whyrules">{rows.collect_view()}</ul></section> }
        .into_any()
}

/// What this table plays where the books differ, and what the others say.
fn by_switches(switches: &[&'static str], rules: &Rules) -> AnyView {
    let rows = switches.iter().map(|switch| {
        let here = rules.get(switch).unwrap_or_default();
        let sentence = |value: &str| rich(t().switch_value(switch, value).unwrap_or_default());
        let mut others: Vec<(&'static str, Vec<Rulebook>)> = Vec::new();
        for book in ORDER {
            let value = book.rules().get(switch).unwrap_or_default();
            match others.iter_mut().find(|(other, _)| *other == value) {
                Some((_, books)) => books.push(book),
                None if value != here => others.push((value, vec![book])),
                None => {}
            }
        }
        let others = others.into_iter().map(|(value, books)| {
            let names = books.into_iter().map(letters).collect_view();
            view! { <li><span class="nums">{names}</span><span>{sentence(value)}</span></li> }
        });
        let see = cite::of(switch).and_then(|cite| cite.example).map(|(id, case)| {
            view! { <a class="btn small ghost" href=format!("#/arbiter/scenario/{id}/{case}") target="_blank">{icon("play", "")} " " {t().dif_see()}</a> }
        });
        view! {
            <li class="whysw" data-switch=*switch>
                <p><b>{t().switch_title(switch, rules)}</b> " " {numbers(cite::rules(switch))}</p>
                <ul class="whyrules">
                    <li><span class="nums"><span class="chip on">{t().why_at_this_table()}</span></span><b>{sentence(here)}</b></li>
                    {others.collect_view()}
                </ul>
                {see}
            </li>
        }
    });
    view! { <section class="whypart"><h3>{t().why_books_differ()}</h3><ul class="rows">{rows.collect_view()}</ul></section> }
        .into_any()
}

/// The project's rulings among the numbers; those without words of their own are fetched as they are written.
#[component]
fn Rulings(numbers: Vec<&'static str>, rules: Rules) -> impl IntoView {
    let wanted: Vec<&'static str> =
        numbers.into_iter().filter(|number| number.starts_with("Q-")).collect();
    if wanted.is_empty() {
        return ().into_any();
    }
    let written = RwSignal::new(Vec::<Ruling>::new());
    spawn_local(async move {
        let _ = written.try_set(rulings().await.unwrap_or_default());
    });
    let rows = move || {
        let all = written.get();
        wanted.iter().map(|number| {
            let own = t().rule_told(number, &rules);
            let english = all.iter().find(|ruling| ruling.id == *number);
            let words = match (own, english) {
                (Some(own), _) => rich(own),
                (None, Some(ruling)) => view! { <span lang="en"><b>{ruling.title.clone()}</b> ". " {ruling.decision.clone()}</span> }.into_any(),
                (None, None) => ().into_any(),
            };
            view! { <li><span class="nums">{super::differs::numbers(&[number])}</span><span>{words}</span></li> }
        }).collect_view()
    };
    view! { <section class="whypart"><h3>{t().why_rulings()}</h3><ul class="whyrules">{rows}</ul></section> }
        .into_any()
}

//! What differs: rule by book, equal answers in one cell, with the chapters of the books that they rest on.

use crate::lang::{rich, t};
use crate::parts::icon;
use crate::prefs::Settings;
use crate::words;
use engine::{Card, Rulebook, Rules};
use leptos::prelude::*;
use scenario::ask::ORDER;
use scenario::ask::cite::{self, Cite};

/// The language of a book, for its headings.
pub(super) fn tongue(book: Rulebook) -> &'static str {
    match book {
        Rulebook::Icelandic => "is",
        Rulebook::Polish => "pl",
        Rulebook::Czech => "cs",
        Rulebook::Dutch => "nl",
        Rulebook::Italian => "it",
    }
}

/// The letters of a book, with its name for who cannot see them.
pub(super) fn letters(book: Rulebook) -> AnyView {
    view! { <span class="bk" aria-hidden="true">{book.code()}</span><span class="vh">{words::book_short(book)} " "</span> }
        .into_any()
}

/// The numbers of rules, each of which leads to the scenarios and rulings that cite it.
pub(super) fn numbers(rules: &[&str]) -> AnyView {
    rules
        .iter()
        .map(|rule| {
            view! { <a class="rl" href=format!("#/arbiter/rule/{rule}")>{(*rule).to_owned()}</a> " " }
        })
        .collect_view()
        .into_any()
}

/// What is compared with the books: the rules of a table that the address names, or one's own.
fn table_rules(rest: &str) -> Rules {
    let text = rest.replace(',', " ");
    let named = Rules::from_text(text.trim()).ok().filter(|_| !rest.is_empty());
    named.unwrap_or_else(|| Settings::get().read(|prefs| prefs.rules()))
}

#[component]
pub(super) fn Differs(rest: String) -> impl IntoView {
    let only = RwSignal::new(true);
    let first = RwSignal::new(None::<Rulebook>);
    let second = RwSignal::new(None::<Rulebook>);
    let search = RwSignal::new(String::new());
    let open = RwSignal::new(None::<&'static str>);
    let table = table_rules(&rest);
    if rest == "own" {
        request_animation_frame(|| {
            crate::home::skip_to_now("own");
        });
    }
    let books = Memo::new(move |_| match (first.get(), second.get()) {
        (Some(one), Some(other)) if one != other => vec![one, other],
        _ => ORDER.to_vec(),
    });
    let choose = |signal: RwSignal<Option<Rulebook>>, label: &'static str, id: &'static str| {
        let options = ORDER
            .map(|book| view! { <option value=book.name()>{words::book_short(book)}</option> });
        view! {
            <label class="cmp">
                <span>{label}</span>
                <select class="select" id=id on:change=move |event| signal.set(Rulebook::from_name(&event_target_value(&event)))>
                    <option value="">{t().dif_all_five()}</option>
                    {options.collect_view()}
                </select>
            </label>
        }
    };
    let rows = move || {
        let books = books.get();
        let wanted = search.get().trim().to_lowercase();
        texts::switch_chapters()
            .filter_map(|(chapter, switches)| {
                let rows: Vec<AnyView> = switches
                    .iter()
                    .copied()
                    .filter(|switch| !only.get() || differs(&books, switch, &table))
                    .filter(|switch| wanted.is_empty() || speaks_of(switch, &books, &wanted))
                    .map(|switch| row(switch, &books, &table, open))
                    .collect();
                (!rows.is_empty()).then(|| view! {
                    <tr class="chap"><th colspan=1 + books.len() scope="colgroup">{t().chapter_title(chapter).to_owned()}</th></tr>
                    {rows}
                })
            })
            .collect_view()
    };
    let heads = move || {
        books.get().into_iter().map(|book| view! {
            <th scope="col">{letters(book)}<span class="only-desk" aria-hidden="true">{words::book_short(book)}</span></th>
        }).collect_view()
    };
    view! {
        <main class="wrap dif" id="differs">
            <header class="ahead">
                <div><h1>{t().what_differs()}</h1><p class="muted">{t().dif_lead()}</p></div>
                <a class="btn small gold only-phone" id="ask-books" href="#/arbiter">{icon("book", "")} " " {t().arb_title()}</a>
                <div class="dctl">
                    <label class="setrow"><input class="switch" type="checkbox" id="only" prop:checked=move || only.get() on:change=move |event| only.set(event_target_checked(&event)) /> {t().dif_only()}</label>
                    {choose(first, t().dif_first(), "book-1")}
                    {choose(second, t().dif_second(), "book-2")}
                    <input class="input srch" type="search" id="find-rule" placeholder=t().arb_find() aria-label=t().arb_find() on:input=move |event| search.set(event_target_value(&event)) />
                </div>
            </header>
            <div class="dgrid">
                <section class="panel dtab" aria-label=t().what_differs()>
                    <table>
                        <thead><tr><th scope="col">{t().dif_rule()}</th>{heads}</tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </section>
                <div class="dside"><Own /><Settle /></div>
            </div>
        </main>
    }
}

/// Whether the books, or one's own table, disagree.
fn differs(books: &[Rulebook], switch: &str, table: &Rules) -> bool {
    let first = books.first().and_then(|book| book.rules().get(switch));
    books.iter().any(|book| book.rules().get(switch) != first)
        || house_value(switch, table).is_some()
}

/// What one's own table has instead of its book.
fn house_value(switch: &str, table: &Rules) -> Option<&'static str> {
    let own = table.house_rules().0.rules().get(switch);
    table.get(switch).filter(|value| Some(*value) != own)
}

/// Whether a row has the words that are looked for.
fn speaks_of(switch: &str, books: &[Rulebook], wanted: &str) -> bool {
    let rules = Rules::default();
    let sentences =
        books.iter().filter_map(|book| t().switch_value(switch, book.rules().get(switch)?));
    let mut all: Vec<String> = sentences.map(|sentence| sentence.plain()).collect();
    all.push(t().switch_title(switch, &rules));
    all.extend(cite::rules(switch).iter().map(|rule| (*rule).to_owned()));
    all.iter().any(|words| words.to_lowercase().contains(wanted))
}

fn row(
    switch: &'static str,
    books: &[Rulebook],
    table: &Rules,
    open: RwSignal<Option<&'static str>>,
) -> AnyView {
    let mut cells: Vec<(Vec<Rulebook>, &'static str)> = Vec::new();
    for book in books {
        let value = book.rules().get(switch).unwrap_or_default();
        match cells.last_mut().filter(|(_, last)| *last == value) {
            Some((group, _)) => group.push(*book),
            None => cells.push((vec![*book], value)),
        }
    }
    // Below each other, all books that say the same stand together, also those that are not neighbours in the table.
    let mut told: Vec<&'static str> = Vec::new();
    let cells = cells.into_iter().map(|(group, value)| {
        let again = told.contains(&value);
        told.push(value);
        let alike = books.iter().filter(|book| book.rules().get(switch) == Some(value));
        let names = alike.map(|book| letters(*book)).collect_view();
        let sentence = t().switch_value(switch, value).unwrap_or_default();
        view! { <td colspan=group.len() class:again=again><span class="only-phone bks">{names}</span><span>{rich(sentence)}</span></td> }
    });
    let cite = cite::of(switch);
    let number = cite.and_then(|cite| cite.rules.first()).copied().unwrap_or_default();
    let house = house_value(switch, table).and_then(|value| t().switch_value(switch, value));
    let shown = move || open.get() == Some(switch);
    let all: Vec<Rulebook> = books.to_vec();
    let details = move || {
        shown().then(|| {
            let heads = all.iter().map(|book| {
                let heading = cite.and_then(|cite| cite.chapter(*book));
                view! {
                    <li>{letters(*book)} {match heading {
                        Some(heading) => view! { <b lang=tongue(*book)>{heading}</b> }.into_any(),
                        None => view! { <i>{t().arb_silent()}</i> }.into_any(),
                    }}</li>
                }
            });
            let example = cite.and_then(example_at).map(|address| view! {
                <a class="btn small gold" href=address>{icon("play", "")} " " {t().dif_see()}</a>
            });
            view! {
                <tr class="det"><td colspan=1 + all.len()>
                    <ul class="heads">{heads.collect_view()}</ul>
                    <p>{cite.map(|cite| numbers(cite.rules))}</p>
                    {(switch == "cards").then(printings)}
                    {example}
                </td></tr>
            }
        })
    };
    view! {
        <tr class:op=shown data-switch=switch>
            <th scope="row">
                <a class="rl" href=format!("#/arbiter/rule/{number}")>{number}</a>
                <button class="dq" aria-expanded=move || shown().to_string() on:click=move |_| open.update(|open| *open = if *open == Some(switch) { None } else { Some(switch) })>{t().switch_title(switch, table)}</button>
                {house.map(|words| view! { <span class="chip on house">{icon("gear", "")} " " {t().house_rule()} ": " {rich(words)}</span> })}
            </th>
            {cells.collect_view()}
        </tr>
        {details}
    }
    .into_any()
}

/// The address of the situation that shows a switch. Where all books agree, it is heard with a house rule too.
fn example_at(cite: &Cite) -> Option<String> {
    let (id, case) = cite.example?;
    let house = cite.house_value().map(|value| format!("/{}.{value}", cite.switch));
    Some(format!("#/arbiter/scenario/{id}/{case}{}", house.unwrap_or_default()))
}

/// The cards that the two printings price or word differently in effect.
fn printings() -> AnyView {
    let printed = |edition: &'static str| {
        let mut rules = Rulebook::Dutch.rules();
        let _ = rules.set("cards", edition);
        rules
    };
    let (first, second) = (printed("first"), printed("second"));
    let side = |card: Card, number: u8, rules: &Rules| {
        view! { <td><span class="only-phone bk" aria-hidden="true">{number} "."</span> {icon("energy", "c-energy")} {card.price(rules)} " · " {rich(words::card_effect(card, rules))}</td> }
    };
    let rows = super::reading::titles(&second).into_iter().filter_map(|(name, card)| {
        let same = card.price(&first) == card.price(&second)
            && words::card_effect(card, &first) == words::card_effect(card, &second);
        (!same).then(|| view! {
            <tr><th scope="row"><a href=format!("#/arbiter/card/{}", card.title_id())>{name}</a></th>{side(card, 1, &first)}{side(card, 2, &second)}</tr>
        })
    });
    let sentence = |value: &str| rich(t().switch_value("cards", value).unwrap_or_default());
    view! {
        <table class="printings">
            <thead><tr><th scope="col">{t().power_cards()}</th><th scope="col">{sentence("first")}</th><th scope="col">{sentence("second")}</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// Which book one owns, by the looks of it.
#[component]
fn Own() -> impl IntoView {
    let signs: [(&'static str, &[Rulebook]); 4] = [
        (t().dif_own_second(), &[Rulebook::Dutch]),
        (
            t().dif_own_first(),
            &[Rulebook::Icelandic, Rulebook::Czech, Rulebook::Polish, Rulebook::Italian],
        ),
        (t().dif_own_italian(), &[Rulebook::Italian]),
        (t().dif_own_polish(), &[Rulebook::Polish]),
    ];
    view! {
        <section class="panel" id="own">
            <header><h2>{t().dif_own()}</h2></header>
            <div class="pad">
                <ul class="own">
                    {signs.map(|(words, books)| view! { <li><span>{words}</span><span>{books.iter().map(|book| letters(*book)).collect_view()}</span></li> }).collect_view()}
                </ul>
                <p class="muted">{t().dif_own_none()}</p>
            </div>
        </section>
    }
}

/// The way to the arbiter.
#[component]
fn Settle() -> impl IntoView {
    view! {
        <section class="panel">
            <header><h2>{t().dif_settle()}</h2></header>
            <div class="pad rows">
                <p>{t().dif_settle_lead()}</p>
                <a class="btn primary wide" id="open-arbiter" href="#/arbiter">{icon("book", "")} " " {t().dif_open()}</a>
                <a class="btn small ghost" href="#/arbiter/browse">{icon("deck", "")} " " {t().arb_browse()}</a>
            </div>
        </section>
    }
}

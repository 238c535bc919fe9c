//! Search over rules, cards and rulings.

use super::browse::{Entry, Ruling, rulings};
use super::differs::numbers;
use super::reading::titles;
use crate::lang::{rich, t};
use crate::parts::icon;
use crate::words::{self, card_effect};
use engine::Rulebook;
use leptos::prelude::*;
use leptos::task::spawn_local;
use scenario::ask::cite;

/// Letters without case and accents: whoever has no ł on the keyboard finds it by l.
pub(super) fn folded(text: &str) -> String {
    let plain = |letter: char| match letter {
        'á' | 'à' | 'ä' | 'ą' | 'â' => "a",
        'č' | 'ć' | 'ç' => "c",
        'ď' | 'ð' => "d",
        'é' | 'è' | 'ě' | 'ę' | 'ë' | 'ê' => "e",
        'í' | 'ì' | 'ï' => "i",
        'ł' => "l",
        'ň' | 'ń' => "n",
        'ó' | 'ò' | 'ö' | 'ø' => "o",
        'ř' => "r",
        'š' | 'ś' => "s",
        'ť' => "t",
        'ú' | 'ů' | 'ù' | 'ü' => "u",
        'ý' => "y",
        'ž' | 'ź' | 'ż' => "z",
        'þ' => "th",
        'æ' => "ae",
        '’' => "'",
        _ => "",
    };
    let mut out = String::new();
    for letter in text.to_lowercase().chars() {
        match plain(letter) {
            "" => out.push(letter),
            letters => out.push_str(letters),
        }
    }
    out
}

/// Whether all words are in the text.
fn has(text: &str, wanted: &[String]) -> bool {
    let text = folded(text);
    wanted.iter().all(|word| text.contains(word.as_str()))
}

/// Everything that has the words, by kind.
#[component]
pub(super) fn Found(
    book: RwSignal<Rulebook>,
    search: RwSignal<String>,
    all: RwSignal<Option<Vec<Entry>>>,
) -> impl IntoView {
    let ruled = RwSignal::new(Vec::<Ruling>::new());
    spawn_local(async move {
        let _ = ruled.try_set(rulings().await.unwrap_or_default());
    });
    move || {
        let wanted: Vec<String> =
            folded(&search.get()).split_whitespace().map(str::to_owned).collect();
        let rules = book.get().rules();
        let mut in_rules: Vec<AnyView> = Vec::new();
        let mut told: Vec<String> = Vec::new();
        for number in texts::told_rules().filter(|number| !number.starts_with("Q-")) {
            let Some(words) = t().rule_told(number, &rules) else { continue };
            let plain = words.plain();
            let chapter = texts::chapter_of(number).unwrap_or("turn");
            let heading = t().chapter_title(chapter).to_owned();
            if !told.contains(&plain) && has(&format!("{number} {heading} {plain}"), &wanted) {
                told.push(plain);
                in_rules.push(row(
                    &[number],
                    rich(words),
                    Some((format!("#/rules/{}/{chapter}", book.get().name()), heading)),
                ));
            }
        }
        for (chapter, switches) in texts::switch_chapters() {
            for switch in switches {
                let title = t().switch_title(switch, &rules);
                let sentence = rules.get(switch).and_then(|value| t().switch_value(switch, value));
                let sentence = sentence.unwrap_or_default();
                let list = cite::rules(switch);
                if has(&format!("{title} {} {}", sentence.plain(), list.join(" ")), &wanted) {
                    let words = view! { <b>{title}</b> ": " {rich(sentence)} }.into_any();
                    in_rules.push(row(
                        list,
                        words,
                        Some((
                            format!("#/rules/{}/{chapter}", book.get().name()),
                            t().chapter_title(chapter).to_owned(),
                        )),
                    ));
                }
            }
        }
        let mut in_cards: Vec<AnyView> = Vec::new();
        for (name, card) in titles(&rules) {
            let effect = card_effect(card, &rules);
            let rulings: Vec<String> =
                words::rulings(card, &rules).iter().map(|ruling| ruling.plain()).collect();
            if has(&format!("{name} {} {}", effect.plain(), rulings.join(" ")), &wanted) {
                let said = view! { <b>{name}</b> ": " {rich(effect)} }.into_any();
                let way =
                    (format!("#/arbiter/card/{}", card.title_id()), t().arb_with_card().to_owned());
                in_cards.push(row(engine::why::rules_on(card), said, Some(way)));
            }
        }
        let in_rulings: Vec<AnyView> = ruled.with(|ruled| {
            let fits = |one: &&Ruling| {
                let own = t().rule_told(&one.id, &rules).map(|own| own.plain()).unwrap_or_default();
                has(&format!("{} {} {} {} {own}", one.id, one.title, one.question, one.decision), &wanted)
            };
            ruled.iter().filter(fits).map(|one| {
                let words = match t().rule_told(&one.id, &rules) {
                    Some(own) => rich(own),
                    None => view! { <span lang="en"><b>{one.title.clone()}</b> ". " {one.question.clone()} " " {one.decision.clone()}</span> }.into_any(),
                };
                let there = all.with(|all| all.as_ref().is_some_and(|all| all.iter().any(|entry| entry.id == one.id)));
                let way = there.then(|| (format!("#/arbiter/scenario/{}/0", one.id), t().dif_see().to_owned()));
                let id: &str = &one.id;
                row(&[id], words, way)
            }).collect()
        });
        let many = in_rules.len() + in_cards.len() + in_rulings.len();
        let groups =
            [(t().rules(), in_rules), (t().cards(), in_cards), (t().read_rulings(), in_rulings)];
        let groups = groups.into_iter().filter(|(_, rows)| !rows.is_empty()).map(|(title, rows)| {
            view! { <section class="panel"><header><h2>{title}</h2></header><ul class="pad whyrules">{rows}</ul></section> }
        });
        view! {
            <div class="found rows" id="found">
                <p role="status">{if many == 0 { t().arb_none().to_owned() } else { t().read_found(many).plain() }}</p>
                {groups.collect_view()}
            </div>
        }
    }
}

fn row(list: &[&str], words: AnyView, way: Option<(String, String)>) -> AnyView {
    let way = way.map(|(href, said)| view! { <a class="btn small ghost" href=href>{icon("arrow", "")} " " {said}</a> });
    view! { <li><span class="nums">{numbers(list)}</span><span>{words}</span>{way}</li> }.into_any()
}

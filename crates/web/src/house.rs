//! House rules: single switches of the chosen book, one sentence for each choice, what differs marked.

use crate::lang::{rich, t};
use crate::parts::icon;
use crate::prefs::Settings;
use crate::rules_page::differs_at;
pub(crate) use client::house::{Switches, rules_of, settle};
use client::house::{as_in, differing};
use engine::{Rulebook, Rules};
use leptos::prelude::*;

/// The name of a table's rules: the book, and how many house rules.
pub(crate) fn rules_name(book: Rulebook, rules: &Rules) -> String {
    let name = crate::words::book(book);
    match differing(book, rules).len() {
        0 => name,
        n => t().book_with_house_rules(&name, n).plain(),
    }
}

/// The house rules of a table, to read: what is played here, and what the book says.
pub(crate) fn house_list(book: Rulebook, rules: &Rules) -> AnyView {
    let own = book.rules();
    let list = differing(book, rules);
    if list.is_empty() {
        return view! { <p class="muted" id="house-list">{icon("book", "")} " " {t().no_house_rules()} " " {compare(rules)}</p> }
            .into_any();
    }
    let rows = list.into_iter().filter_map(|switch| {
        let here = t().switch_value(switch, rules.get(switch)?)?;
        let book = t().switch_value(switch, own.get(switch)?)?;
        let title = t().switch_title(switch, rules);
        Some(view! { <li><span><b>{title}</b> ": " {rich(here)}</span><small>{t().rulebook()} ": " {rich(book)}</small></li> })
    });
    view! {
        <section aria-label=t().house_rules()>
            <h3 class="lead">{icon("star", "c-star")} " " {t().house_rules()}</h3>
            <ul class="differs" id="house-list">{rows.collect_view()}</ul>
            <p>{compare(rules)}</p>
        </section>
    }
    .into_any()
}

/// The way to what differs, with this table's house rules marked there.
fn compare(rules: &Rules) -> AnyView {
    view! { <a class="ownlink" href=differs_at(rules) target="_blank">{t().what_differs()}</a> }
        .into_any()
}

/// The house rules of the games on this device, below the choice of the book.
#[component]
pub(crate) fn OwnHouseRules() -> impl IntoView {
    let settings = Settings::get();
    let book = Signal::derive(move || settings.watch(|p| p.book()));
    let switches = Signal::derive(move || settings.watch(|p| p.house.clone()));
    let set = Callback::new(move |switches| settings.change(|p| p.house = switches));
    view! { <HouseForm book switches set /> }
}

/// All switches, chapter by chapter, to be changed one by one.
#[component]
pub(crate) fn HouseForm(
    book: Signal<Rulebook>,
    switches: Signal<Switches>,
    set: Callback<Switches>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let only_changed = RwSignal::new(false);
    let sheet = NodeRef::<leptos::html::Dialog>::new();
    let rules = Memo::new(move |_| rules_of(book.get(), &switches.get()));
    let changed = Memo::new(move |_| differing(book.get(), &rules.get()));
    let many = move || match changed.with(Vec::len) {
        0 => t().no_house_rules().to_owned(),
        n => t().house_rules_count(n).plain(),
    };
    let choose = Callback::new(move |(switch, value): (&'static str, &'static str)| {
        let mut list = switches.get_untracked();
        list.insert(switch.to_owned(), value.to_owned());
        settle(book.get_untracked(), &mut list);
        set.run(list);
    });
    let show = move |_| {
        open.set(true);
        only_changed.set(false);
        if let Some(sheet) = sheet.get_untracked() {
            let _ = sheet.show_modal();
        }
    };
    let close = move || {
        if let Some(sheet) = sheet.get_untracked() {
            sheet.close();
        }
    };
    // A press beside the sheet, on what lies behind it, closes it.
    let beside = move |event: leptos::ev::MouseEvent| {
        if event.target().as_ref() == event.current_target().as_ref() {
            close();
        }
    };
    let presets = move || {
        let book = book.get();
        Rulebook::ALL
            .into_iter()
            .filter(|other| *other != book)
            .map(|other| {
                view! {
                    <button
                        class="btn small"
                        data-book=other.name()
                        aria-pressed=move || (switches.get() == as_in(book, other)).to_string()
                        on:click=move |_| set.run(as_in(book, other))
                    >{crate::words::book_short(other)}</button>
                }
            })
            .collect_view()
    };
    view! {
        <div class="house">
            <div class="househead">
                <button class="btn small ghost" id="house-rules" aria-haspopup="dialog" on:click=show>
                    {icon("gear", "")} " " {t().house_rules()}
                </button>
                <span class="chip" class:on=move || !changed.with(Vec::is_empty) role="status">{many}</span>
                {move || (!changed.with(Vec::is_empty)).then(|| view! {
                    <button class="btn small" id="house-reset" on:click=move |_| set.run(Switches::new())>{icon("undo", "")} " " {t().reset_to_book()}</button>
                })}
            </div>
            <dialog class="housesheet panel" id="house-form" aria-labelledby="house-title" node_ref=sheet on:close=move |_| open.set(false) on:click=beside>
                {move || open.get().then(|| view! {
                    <header>
                        <h2 id="house-title">{t().house_rules()}</h2>
                        <button class="iconbtn end" id="house-close" aria-label=t().close() on:click=move |_| close()>"×"</button>
                    </header>
                    <div class="housetools">
                        <p class="muted" id="house-as">{t().house_as_in()}</p>
                        <div class="acts2" role="group" aria-labelledby="house-as">
                            {presets}
                            <button class="btn small ghost" id="house-book" aria-pressed=move || switches.with(Switches::is_empty).to_string() on:click=move |_| set.run(Switches::new())>{icon("undo", "")} " " {t().reset_to_book()}</button>
                        </div>
                        <label class="inline">
                            <input class="switch" id="house-changed" type="checkbox" prop:checked=move || only_changed.get() on:change=move |event| only_changed.set(event_target_checked(&event)) />
                            {t().house_changed_only()}
                            <span class="chip" class:on=move || !changed.with(Vec::is_empty)>{many}</span>
                        </label>
                    </div>
                    <div class="houseform" class:changedonly=move || only_changed.get()>
                        {texts::switch_chapters().map(|(chapter, list)| view! { <HouseChapter chapter list book rules changed choose only_changed /> }).collect_view()}
                    </div>
                })}
            </dialog>
        </div>
    }
}

/// The switches of one chapter; closed until it is asked for.
#[component]
fn HouseChapter(
    chapter: &'static str,
    list: &'static [&'static str],
    book: Signal<Rulebook>,
    rules: Memo<Rules>,
    changed: Memo<Vec<&'static str>>,
    choose: Callback<(&'static str, &'static str)>,
    only_changed: RwSignal<bool>,
) -> impl IntoView {
    let here = move || changed.with(|all| all.iter().filter(|one| list.contains(one)).count());
    view! {
        <details class="housepart" class:asbook=move || here() == 0 prop:open=move || only_changed.get()>
            <summary>
                <b>{t().chapter_title(chapter)}</b>
                {move || match here() { 0 => None, n => Some(view! { <span class="chip on">{t().house_rules_count(n).plain()}</span> }) }}
            </summary>
            {list.iter().map(|switch| view! { <HouseSwitch switch book rules choose /> }).collect_view()}
        </details>
    }
}

/// One switch: a sentence for each of its values.
#[component]
fn HouseSwitch(
    switch: &'static str,
    book: Signal<Rulebook>,
    rules: Memo<Rules>,
    choose: Callback<(&'static str, &'static str)>,
) -> impl IntoView {
    let now = Memo::new(move |_| rules.with(|rules| rules.get(switch)));
    let own = Memo::new(move |_| book.get().rules().get(switch));
    let differs = move || now.get() != own.get();
    let values = Rules::SWITCHES
        .iter()
        .find(|(name, _)| *name == switch)
        .map_or(&[][..], |(_, values)| values);
    let rows = values.iter().filter_map(|value| {
        let words = t().switch_value(switch, value)?;
        Some(view! {
            <label class="houseval">
                <input type="radio" name=format!("house-{switch}") data-value=*value prop:checked=move || now.get() == Some(*value) on:change=move |_| choose.run((switch, *value)) />
                <span>{rich(words)} {move || (own.get() == Some(*value)).then(|| view! { " " <small>{t().as_in_the_book()}</small> })}</span>
            </label>
        })
    });
    view! {
        <fieldset class="houseswitch" class:changed=differs id=format!("switch-{switch}")>
            <legend>
                {move || rules.with(|rules| t().switch_title(switch, rules))}
                {move || differs().then(|| view! { " " <span class="chip on">{t().house_rule()}</span> })}
            </legend>
            {rows.collect_view()}
        </fieldset>
    }
}

//! The two ways to play on this device: against bots at once, and several people who pass it on.

use crate::app::TopBar;
use crate::home::{BookPicker, LEVELS, STYLES, level_name, monster_of, opponent};
use crate::house::OwnHouseRules;
use crate::lang::t;
use crate::parts::{face_quiet, icon};
use crate::prefs::{Prefs, Settings};
use crate::route::{Route, go};
use crate::session::local::{Local, fresh_name, place_of, random_bytes};
use crate::session::record::{KeptGame, Mode, sitter};
use crate::storage;
use crate::table::{Table, TableScreen};
use engine::{PLAYERS, Seat, Species};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The game against bots: the one that is kept, or a new one at once.
#[component]
pub(crate) fn SoloPage() -> impl IntoView {
    let settings = Settings::get();
    let table = Table::new();
    provide_context(table);
    // The page answers the press first; the game begins right after.
    let owner = Owner::current().unwrap_or_default();
    let begin = move || {
        let kept: Option<KeptGame> = storage::load(place_of(Mode::Solo));
        let started = kept.and_then(|record| Local::play(table, settings, record).ok());
        if started.is_none() {
            let _ = Local::play(table, settings, solo_game(settings));
        }
    };
    let soon = set_timeout_with_handle(move || owner.with(begin), std::time::Duration::ZERO);
    on_cleanup(move || {
        if let Ok(soon) = soon {
            soon.clear();
        }
        table.close();
    });
    view! { <TableScreen table /> }
}

/// A new game against bots as the player likes it.
fn solo_game(settings: Settings) -> KeptGame {
    let (name, monster, rivals, level, rules) = settings.read(|p| {
        (
            p.name.clone(),
            p.monster.clone(),
            p.rivals.clamp(1, *PLAYERS.end() as u8 - 1),
            p.opponent(),
            p.rules(),
        )
    });
    let mine = monster_of(&monster, &rules);
    let others = Species::roster(rules.roster).into_iter().filter(|species| *species != mine);
    let name = if name.trim().is_empty() { crate::words::monster(mine) } else { name };
    let mut seats = vec![sitter(name, mine, None)];
    seats.extend(others.take(rivals.into()).map(|species| {
        let name = client::names::bot_name(&level, species).to_owned();
        sitter(name, species, Some(level.clone()))
    }));
    KeptGame::new(Mode::Solo, fresh_name(), rules, seats, Some(Seat::A), random_bytes())
}

/// One row of the form for one device.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Row {
    name: String,
    monster: String,
    bot: Option<String>,
}

/// Who plays on this device.
#[component]
pub(crate) fn DevicePage() -> impl IntoView {
    let settings = Settings::get();
    let kept: Vec<Row> = storage::load("device-rows").unwrap_or_default();
    let rows =
        RwSignal::new(if PLAYERS.contains(&kept.len()) { kept } else { first_rows(settings) });
    let faults = move || {
        rows.with(|rows| {
            let empty = rows.iter().any(|row| row.name.trim().is_empty());
            let twice = rows
                .iter()
                .enumerate()
                .any(|(n, row)| rows[..n].iter().any(|other| other.name.trim() == row.name.trim()));
            if empty {
                Some(t().error_name_needed(20).plain())
            } else if twice {
                Some(t().error_name_taken().to_owned())
            } else {
                None
            }
        })
    };
    let start = move |_| {
        if faults().is_some() {
            return;
        }
        let list = rows.get_untracked();
        let _ = storage::save("device-rows", &list);
        let rules = settings.read(Prefs::rules);
        let seats = list
            .into_iter()
            .map(|row| {
                sitter(row.name.trim().to_owned(), monster_of(&row.monster, &rules), row.bot)
            })
            .collect();
        let kept = KeptGame::new(Mode::Device, fresh_name(), rules, seats, None, random_bytes());
        let _ = storage::save(place_of(Mode::Device), &kept);
        go(&Route::DevicePlay);
    };
    view! {
        <TopBar title=t().one_device() />
        <main class="wrap page">
            <h1>{t().one_device()}</h1>
            <p class="muted">{t().one_device_hint()}</p>
            <section class="panel form">
                <div class="pad rows">
                    <For each=move || 0..rows.with(Vec::len) key=|n| *n let:n><DeviceRow rows n /></For>
                    <div class="acts2">
                        <button class="btn small" id="add-seat" aria-disabled=move || rows.with(|rows| 6 <= rows.len()).to_string() on:click=move |_| add_row(rows, settings)>{icon("people", "")} " " {t().add_player()}</button>
                    </div>
                    <BookPicker />
                    <OwnHouseRules />
                    {move || faults().map(|fault| view! { <p class="notice bad" role="alert">{icon("info", "")}<span>{fault}</span></p> })}
                    <button class="btn primary big" id="device-start" aria-disabled=move || faults().is_some().to_string() on:click=start>
                        {move || t().start_with(rows.with(Vec::len)).plain()}
                    </button>
                </div>
            </section>
        </main>
    }
}

fn first_rows(settings: Settings) -> Vec<Row> {
    let roster = Species::roster(settings.read(|p| p.rules().roster));
    (0..2)
        .map(|n| Row {
            name: t().player_number(n + 1).plain(),
            monster: roster[n].id().to_owned(),
            bot: None,
        })
        .collect()
}

fn add_row(rows: RwSignal<Vec<Row>>, settings: Settings) {
    let rules = settings.read(Prefs::rules);
    rows.update(|rows| {
        if *PLAYERS.end() <= rows.len() {
            return;
        }
        let free = Species::roster(rules.roster)
            .into_iter()
            .find(|species| rows.iter().all(|row| monster_of(&row.monster, &rules) != *species));
        let number = (rows.len() + 1..).find(|n| {
            let name = t().player_number(*n).plain();
            rows.iter().all(|row| row.name != name)
        });
        rows.push(Row {
            name: t().player_number(number.unwrap_or(rows.len())).plain(),
            monster: free.unwrap_or(Species::Gigazaur).id().to_owned(),
            bot: None,
        });
    });
}

#[component]
fn DeviceRow(rows: RwSignal<Vec<Row>>, n: usize) -> impl IntoView {
    let settings = Settings::get();
    let rules = move || settings.watch(Prefs::rules);
    let row = move || rows.with(|rows| rows.get(n).cloned());
    let monsters = move || {
        let rules = rules();
        let taken: Vec<Species> = rows.with(|rows| {
            rows.iter()
                .enumerate()
                .filter(|(other, _)| *other != n)
                .map(|(_, row)| monster_of(&row.monster, &rules))
                .collect()
        });
        let mine = row().map(|row| monster_of(&row.monster, &rules));
        Species::roster(rules.roster)
            .map(|species| {
                view! {
                    <option value=species.id() disabled=taken.contains(&species) selected=mine == Some(species)>{crate::words::monster(species)}</option>
                }
            })
            .collect_view()
    };
    let who = move || {
        let bot = row().and_then(|row| row.bot);
        let mut options = vec![(String::new(), t().person().to_owned())];
        options.extend(
            LEVELS.map(|level| (level.to_owned(), t().bot_of_level(&level_name(level)).plain())),
        );
        // A bot of a style is the same level with another character.
        let bot = bot.map(|bot| bot.split(':').next().unwrap_or_default().to_owned());
        options
            .into_iter()
            .map(move |(value, text)| {
                let chosen = bot.clone().unwrap_or_default() == value;
                view! { <option value=value selected=chosen>{text}</option> }
            })
            .collect_view()
    };
    let change = move |edit: &dyn Fn(&mut Row)| {
        rows.update(|rows| {
            if let Some(row) = rows.get_mut(n) {
                edit(row);
            }
        });
    };
    view! {
        <div class="devicerow" role="group" aria-label=t().player_number(n + 1).plain()>
            {move || row().map(|row| face_quiet(monster_of(&row.monster, &rules())))}
            <input
                class="input"
                maxlength="20"
                aria-label=t().your_name()
                prop:value=move || row().map(|row| row.name).unwrap_or_default()
                on:change=move |event| { let name = event_target_value(&event); change(&|row| row.name = name.clone()); }
            />
            <select class="select" aria-label=t().choose_monster() on:change=move |event| { let id = event_target_value(&event); change(&|row| row.monster = id.clone()); }>{monsters}</select>
            <select class="select" aria-label=t().bot_level() on:change=move |event| { let level = event_target_value(&event); change(&|row| row.bot = (!level.is_empty()).then(|| level.clone())); }>{who}</select>
            {move || row().and_then(|row| row.bot).map(|bot| {
                let (level, now) = bot.split_once(':').unwrap_or((&bot, STYLES[0]));
                let (level, now) = (level.to_owned(), now.to_owned());
                let styles = STYLES.map(|style| view! { <option value=style selected=style == now>{t().style(style).to_owned()}</option> });
                view! {
                    <select class="select" aria-label=t().bot_style() on:change=move |event| { let bot = opponent(&level, &event_target_value(&event)); change(&|row| row.bot = Some(bot.clone())); }>{styles.collect_view()}</select>
                }
            })}
            <button class="btn small ghost" aria-label=move || t().remove_player(&row().map(|row| row.name).unwrap_or_default()).plain() aria-disabled=move || rows.with(|rows| rows.len() <= 2).to_string() on:click=move |_| rows.update(|rows| if 2 < rows.len() { rows.remove(n); })>"×"</button>
        </div>
    }
}

/// The game of several people on this device.
#[component]
pub(crate) fn DevicePlayPage() -> impl IntoView {
    let settings = Settings::get();
    let table = Table::new();
    provide_context(table);
    let kept: Option<KeptGame> = storage::load(place_of(Mode::Device));
    match kept.and_then(|record| Local::play(table, settings, record).ok()) {
        Some(_) => {
            on_cleanup(move || table.close());
            view! { <TableScreen table /> }.into_any()
        }
        None => view! { <DevicePage /> }.into_any(),
    }
}

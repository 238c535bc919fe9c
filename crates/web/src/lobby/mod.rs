//! Playing with friends: a table with a link and a code, joining, watching, and the wait before the game.

mod options;
mod room;
mod seat;
mod share;
mod tokens;

use crate::app::TopBar;
use crate::home::monster_of;
use crate::house::rules_of;
use crate::lang::t;
use crate::net;
use crate::parts::{figure, icon};
use crate::prefs::Settings;
use crate::route::{Route, go};
use crate::session::online::Online;
use crate::session::record::KeptGame;
use crate::storage;
use engine::{Outcome, Species};
use leptos::prelude::*;
use options::{OptionSwitch, TimeField};
use protocol::{CreateTable, ListedTable, Options, Sit, TablePhase};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

use room::TablePage;
pub(crate) use share::{CopyButton, ShareBox, share_button};

/// A table at a server, or a seat at one that comes to this device.
pub(crate) fn table(route: Route) -> AnyView {
    match route {
        Route::Table(name, key) => view! { <TablePage name key /> }.into_any(),
        Route::Move(name, secret) => view! { <MovePage name secret /> }.into_any(),
        _ => ().into_any(),
    }
}

/// Make a table and send its link.
#[component]
pub(crate) fn Friends() -> impl IntoView {
    let settings = Settings::get();
    let fault = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    let options = RwSignal::new(Options { listed: false, ..Options::default() });
    let create = move |_| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        fault.set(None);
        let (name, monster, book, switches) =
            settings.read(|p| (p.name.clone(), p.monster.clone(), p.book(), p.house.clone()));
        let rules = rules_of(book, &switches);
        let monster = monster_of(&monster, &rules);
        let name = name_or_monster(name, monster);
        let wish = CreateTable {
            options: Options { rulebook: book, switches, ..options.get_untracked() },
            sit: Some(Sit { name, monster: Some(monster), seat: None, program: false }),
        };
        spawn_local(async move {
            match net::create(&wish).await {
                Ok(created) => go(&Route::Table(created.table, Some(created.key))),
                Err(words) => fault.set(Some(words)),
            }
            busy.set(false);
        });
    };
    view! {
        <section class="panel" id="friends" tabindex="-1" aria-label=t().play_with_friends()>
            <header><h2>{t().play_with_friends()}</h2></header>
            <div class="pad rows">
                <p class="lead">{t().friends_lead()}</p>
                <NameField />
                <TimeField time=Signal::derive(move || options.with(|o| o.time)) set=Callback::new(move |time| options.update(|o| o.time = time)) />
                <OptionSwitch label=t().open_to_all() on=Signal::derive(move || options.with(|o| o.listed)) set=Callback::new(move |on| options.update(|o| o.listed = on)) />
                <OptionSwitch label=t().allow_watchers() on=Signal::derive(move || options.with(|o| o.watchers)) set=Callback::new(move |on| options.update(|o| o.watchers = on)) />
                {move || fault.get().map(|words| view! { <p class="notice bad" role="alert">{icon("info", "")}<span>{words}</span></p> })}
                <button class="btn gold" id="create-table" aria-disabled=move || busy.get().to_string() on:click=create>{icon("people", "")} " " {t().create_table()}</button>
            </div>
        </section>
    }
}

/// What a player is called at a table: whoever has no name is called as their monster is.
pub(crate) fn name_or_monster(name: String, monster: Species) -> String {
    if name.trim().is_empty() { crate::words::monster(monster) } else { name }
}

/// The player's name, remembered.
#[component]
pub(crate) fn NameField() -> impl IntoView {
    let settings = Settings::get();
    view! {
        <label class="field">
            <span>{t().your_name()}</span>
            <input class="input" maxlength="24" autocomplete="nickname" prop:value=move || settings.watch(|p| p.name.clone()) on:change=move |event| settings.change(|p| p.name = event_target_value(&event).trim().to_owned()) />
        </label>
    }
}

/// Go to a table by its name or link, or to one of the open ones.
#[component]
pub(crate) fn JoinOrWatch() -> impl IntoView {
    let words = RwSignal::new(String::new());
    let list = RwSignal::new(None::<Result<Vec<ListedTable>, String>>);
    spawn_local(async move {
        let found = net::tables().await.map(|list| list.tables);
        let _ = list.try_set(Some(found));
    });
    let join = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(route) = Route::from_link(&words.get_untracked()) {
            go(&route);
        }
    };
    let last: Option<KeptGame> = storage::load("last");
    let last = last.and_then(|kept| {
        let state = *kept.replay().ok()?.states.last()?;
        let players = kept.players();
        let text = match state.outcome().and_then(Outcome::winner) {
            Some(seat) if Some(seat) == kept.me => t().last_game_won(&crate::words::monster(players.get(seat.index())?.species)).plain(),
            Some(seat) => t().last_game_lost(&players.get(seat.index())?.name).plain(),
            None => t().everyone_loses().to_owned(),
        };
        Some(view! { <p class="hint">{icon("chart", "")}<span>{text} " " <a href=Route::Review(None).href()>{t().see_review()}</a></span></p> })
    });
    view! {
        <section class="panel" aria-label=t().join_or_watch()>
            <header><h2>{t().join_or_watch()}</h2></header>
            <div class="pad rows">
                <form class="linkbox" on:submit=join>
                    <input class="input" aria-label=t().table_name_or_link() placeholder=t().table_name_or_link() on:input=move |event| words.set(event_target_value(&event)) />
                    <button class="btn small gold">{t().join()}</button>
                </form>
                {move || match list.get() {
                    None => ().into_any(),
                    Some(Err(words)) => view! { <p class="notice">{icon("wifi-off", "")}<span>{words}</span></p> }.into_any(),
                    Some(Ok(tables)) if tables.is_empty() => view! {
                        <div class="load">{figure(Species::SpacePenguin, 72)}<div><b>{t().no_open_tables()}</b><p class="muted">{t().no_open_tables_hint()}</p><a class="btn small" href=Route::Solo.href()>{icon("bot", "")} " " {t().play_bots_meanwhile()}</a></div></div>
                    }.into_any(),
                    Some(Ok(tables)) => tables.into_iter().take(6).map(|table| {
                        let playing = table.phase == TablePhase::Playing;
                        let href = Route::Table(table.name.clone(), None).href();
                        let seats = t().seats_taken(table.seats - table.open, table.seats).plain();
                        let book = crate::words::book_short(table.rulebook);
                        view! {
                            <div class="rowi">
                                <span class="grow"><b>{table.name}</b><small>{seats} " · " {book} " · " {table.players.join(", ")}</small></span>
                                <a class="btn small" href=href>{if playing { t().watch() } else { t().join() }}</a>
                            </div>
                        }
                    }).collect_view().into_any(),
                }}
                {last}
                <p class="hint plain">{icon("play", "")}<a href=Route::Review(None).href()>{t().replay_a_record()}</a></p>
            </div>
        </section>
    }
}

/// Takes a seat over from another device and goes to its table.
#[component]
fn MovePage(name: String, secret: String) -> impl IntoView {
    let fault = RwSignal::new(None::<String>);
    spawn_local(async move {
        match net::move_here(&name, &secret).await {
            Ok(key) => go(&Route::Table(name, Some(key))),
            Err(words) => fault.set(Some(words)),
        }
    });
    move || {
        match fault.get() {
        Some(words) => view! { <Fault words /> }.into_any(),
        None => view! { <TopBar title=t().rejoin() /><main class="wrap page"><h1 class="vh">{t().rejoin()}</h1><p role="status">{t().loading_table()}</p></main> }.into_any(),
    }
    }
}

/// The table cannot be shown: why, and what to do instead.
#[component]
pub(crate) fn Fault(words: String) -> impl IntoView {
    view! {
        <TopBar title=t().join_or_watch() />
        <main class="wrap page">
            <h1 class="vh">{t().join_or_watch()}</h1>
            <div class="notice bad" role="alert">{icon("link", "")}<span><b>{words}</b></span></div>
            <div class="acts2">
                <button class="btn" on:click=move |_| { let _ = window().location().reload(); }>{t().reload()}</button>
                <a class="btn gold" href=Route::Home.href()>{t().new_table()}</a>
                <a class="btn" href=Route::Solo.href()>{t().play_offline()}</a>
            </div>
        </main>
    }
}

/// The connection, for whoever sends.
pub(crate) type Wire = StoredValue<Rc<Online>, LocalStorage>;

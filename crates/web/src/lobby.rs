//! Playing with friends: a table with a link and a code, joining, watching, and the wait before the game.

use crate::app::TopBar;
use crate::home::{LEVELS, level_name, monster_of, rulebook};
use crate::lang::t;
use crate::net;
use crate::parts::{face_quiet, figure, icon, monster_key};
use crate::prefs::Settings;
use crate::route::{Route, go};
use crate::session::online::{Lobby, Online};
use crate::session::record::Kept;
use crate::storage;
use crate::table::{Table, TableScreen};
use engine::{Outcome, Species};
use leptos::prelude::*;
use protocol::{
    BotLevel, Command, Controller, CreateTable, DecisionTime, ListedTable, Options, Phase,
    SeatInfo, Sit, TableInfo,
};
use qrcodegen::{QrCode, QrCodeEcc};
use std::rc::Rc;
use wasm_bindgen_futures::{JsFuture, spawn_local};

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
        let (name, monster, book) =
            settings.read(|p| (p.name.clone(), p.monster.clone(), rulebook(&p.rulebook)));
        let name = if name.trim().is_empty() { t().player_number(1).plain() } else { name };
        let wish = CreateTable {
            options: Options { rulebook: book, ..options.get_untracked() },
            sit: Some(Sit {
                name,
                monster: Some(monster_of(&monster, book)),
                seat: None,
                program: false,
            }),
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
                <p class="lead">{t().share_lead()}</p>
                <NameField />
                <TimeField options />
                <label class="setrow"><span>{t().open_to_all()}</span><input class="switch" type="checkbox" prop:checked=move || options.with(|o| o.listed) on:change=move |event| options.update(|o| o.listed = event_target_checked(&event)) /></label>
                <label class="setrow"><span>{t().allow_watchers()}</span><input class="switch" type="checkbox" prop:checked=move || options.with(|o| o.watchers) on:change=move |event| options.update(|o| o.watchers = event_target_checked(&event)) /></label>
                {move || fault.get().map(|words| view! { <p class="notice bad" role="alert">{icon("info", "")}<span>{words}</span></p> })}
                <button class="btn gold" id="create-table" aria-disabled=move || busy.get().to_string() on:click=create>{icon("people", "")} " " {t().create_table()}</button>
            </div>
        </section>
    }
}

/// The player's name, remembered.
#[component]
fn NameField() -> impl IntoView {
    let settings = Settings::get();
    view! {
        <label class="field">
            <span>{t().your_name()}</span>
            <input class="input" maxlength="24" autocomplete="nickname" prop:value=move || settings.watch(|p| p.name.clone()) on:change=move |event| settings.change(|p| p.name = event_target_value(&event).trim().to_owned()) />
        </label>
    }
}

fn time_words(time: DecisionTime) -> String {
    match time {
        DecisionTime::None => t().decision_time_none().to_owned(),
        DecisionTime::Seconds45 => t().decision_time_seconds(45).plain(),
        DecisionTime::Seconds90 => t().decision_time_seconds(90).plain(),
        DecisionTime::Day => t().decision_time_day().to_owned(),
    }
}

#[component]
fn TimeField(options: RwSignal<Options>) -> impl IntoView {
    let times =
        [DecisionTime::None, DecisionTime::Seconds45, DecisionTime::Seconds90, DecisionTime::Day];
    view! {
        <label class="field">
            <span>{t().decision_time()}</span>
            <select class="select" on:change=move |event| {
                let chosen = event_target_value(&event).parse().ok().and_then(|n: usize| times.get(n).copied());
                options.update(|o| o.time = chosen.unwrap_or_default());
            }>
                {times.into_iter().enumerate().map(|(n, time)| view! { <option value=n selected=move || options.with(|o| o.time == time)>{time_words(time)}</option> }).collect_view()}
            </select>
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
        if let Some(route) = read_link(&words.get_untracked()) {
            go(&route);
        }
    };
    let last: Option<Kept> = storage::load("last");
    let last = last.and_then(|kept| {
        let state = *kept.replay().ok()?.states.last()?;
        let players = kept.players();
        let text = match state.outcome().and_then(Outcome::winner) {
            Some(seat) if Some(seat) == kept.me => t().last_game_won(&crate::words::monster(players.get(seat.index())?.species)).plain(),
            Some(seat) => t().last_game_lost(&players.get(seat.index())?.name).plain(),
            None => t().everyone_loses().to_owned(),
        };
        Some(view! { <p class="hint">{icon("chart", "")}<span>{text} " " <a href=Route::Review.href()>{t().see_review()}</a></span></p> })
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
                    Some(Err(_)) => view! { <p class="muted">{t().works_offline()}</p> }.into_any(),
                    Some(Ok(tables)) if tables.is_empty() => view! {
                        <div class="load">{figure(Species::SpacePenguin, 72)}<div><b>{t().no_open_tables()}</b><p class="muted">{t().no_open_tables_hint()}</p><a class="btn small" href=Route::Solo.href()>{icon("bot", "")} " " {t().play_bots_meanwhile()}</a></div></div>
                    }.into_any(),
                    Some(Ok(tables)) => tables.into_iter().take(6).map(|table| {
                        let playing = table.phase == Phase::Playing;
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
            </div>
        </section>
    }
}

/// A table's page from its name or any form of its link.
fn read_link(text: &str) -> Option<Route> {
    let text = text.trim();
    let (path, key) =
        match text.split_once("/t/").map(|(_, rest)| rest).unwrap_or(text).split_once('#') {
            Some((path, key)) => (path, Some(key.to_owned())),
            None => (text.rsplit("/t/").next().unwrap_or(text), None),
        };
    let name = path.trim_matches('/').to_lowercase().replace(' ', "-");
    (!name.is_empty()).then_some(Route::Table(name, key))
}

/// A seat at a server that is still kept.
#[component]
pub(crate) fn RejoinOnline() -> impl IntoView {
    let again = RwSignal::new(0u32);
    move || {
        again.track();
        let (name, key): (String, Option<String>) = storage::load("seat")?;
        let href = Route::Table(name.clone(), key).href();
        let drop = move |_| {
            storage::forget("seat");
            again.update(|n| *n += 1);
        };
        Some(view! {
            <div class="rejoin panel" role="status">
                {icon("people", "c-star")}
                <p><b>{t().game_still_on()}</b> " " {t().table_named(&name).plain()} ". " <span class="muted">{t().they_wait_for_you()}</span></p>
                <a class="btn small gold" href=href>{icon("arrow", "")} " " {t().rejoin()}</a>
                <button class="btn small ghost" aria-label=t().close() on:click=drop>"×"</button>
            </div>
        })
    }
}

/// A table at the server: its lobby, or the game.
#[component]
pub(crate) fn TablePage(name: String, key: Option<String>) -> impl IntoView {
    let settings = Settings::get();
    let table = Table::new();
    provide_context(table);
    let lobby = Lobby {
        info: RwSignal::new(None),
        you: RwSignal::new(None),
        key: RwSignal::new(None),
        talk: RwSignal::new(Vec::new()),
        fault: RwSignal::new(None),
    };
    let online = Online::join(table, settings, lobby, name.clone(), key);
    let line = StoredValue::new_local(online.clone());
    on_cleanup(move || {
        line.with_value(|online| online.close());
        table.close();
    });
    let playing = Memo::new(move |_| {
        let begun = lobby.info.with(|info| {
            info.as_ref().is_some_and(|info| matches!(info.phase, Phase::Playing | Phase::Over))
        });
        begun && table.board.with(Option::is_some)
    });
    view! {
        {move || {
            if let Some(words) = lobby.fault.get() {
                view! { <Fault words /> }.into_any()
            } else if playing.get() {
                view! { <TableScreen table /> }.into_any()
            } else {
                view! { <LobbyPage lobby online=line name=name.clone() table /> }.into_any()
            }
        }}
    }
}

/// Takes a seat over from another device and goes to its table.
#[component]
pub(crate) fn MovePage(name: String, secret: String) -> impl IntoView {
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
        None => view! { <TopBar title=t().rejoin() /><main class="wrap page"><p role="status">{t().loading_table()}</p></main> }.into_any(),
    }
    }
}

/// The table cannot be shown: why, and what to do instead.
#[component]
fn Fault(words: String) -> impl IntoView {
    view! {
        <TopBar title=t().join_or_watch() />
        <main class="wrap page">
            <div class="notice bad" role="alert">{icon("link", "")}<span><b>{words}</b></span></div>
            <div class="acts2">
                <button class="btn" on:click=move |_| { let _ = window().location().reload(); }>{t().reload()}</button>
                <a class="btn gold" href=Route::Home.href()>{t().new_table()}</a>
                <a class="btn" href=Route::Solo.href()>{t().play_offline()}</a>
            </div>
        </main>
    }
}

type Wire = StoredValue<Rc<Online>, LocalStorage>;

#[component]
fn LobbyPage(lobby: Lobby, online: Wire, name: String, table: Table) -> impl IntoView {
    let link = move || {
        let origin = window().location().origin().unwrap_or_default();
        let name =
            lobby.info.with(|info| info.as_ref().map(|info| info.name.clone())).unwrap_or_default();
        match lobby.key.get() {
            Some(key) => format!("{origin}/t/{name}#{key}"),
            None => format!("{origin}/t/{name}"),
        }
    };
    let notice = move || {
        table.notice.get().map(|notice| view! { <p class=format!("notice {}", notice.tone) role="status">{icon(notice.icon, "")}<span>{notice.text}</span></p> })
    };
    let down = move || {
        matches!(table.link.get(), crate::table::Link::Down(_)).then(|| view! { <p class="notice warn" role="status">{icon("wifi-off", "")}<span>{t().error_server_down()}</span></p> })
    };
    view! {
        <TopBar title=t().table_named(&name).plain() />
        <main class="wrap page lobby">
            {move || match lobby.info.get() {
                None => view! {
                    <div class="load">{figure(Species::Kraken, 96)}<div><b role="status">{t().loading_table()}</b><div class="skel"><i></i><i></i></div><p><a class="btn small" href=Route::Home.href()>{t().cancel()}</a></p></div></div>
                }.into_any(),
                Some(info) => {
                    let mine = lobby.you.get();
                    let host = mine.is_some() && info.host == mine;
                    let filled = info.seats.iter().filter(|seat| seat.controller != Controller::Open).count();
                    let seats = info.seats.iter().cloned().map(|seat| view! { <Chair seat host online you=mine holder=info.host /> }).collect_view();
                    view! {
                        <div class="cols two">
                            <section class="panel">
                                <header><h2>{t().table_named(&info.name).plain()}</h2><span class="end">{t().seats_taken(filled, info.options.seats).plain()}</span></header>
                                <div class="pad rows">
                                    <ShareBox link=link() />
                                    <div class="seatgrid">{seats}</div>
                                    <p class="muted">{crate::words::book(info.options.rulebook)} " · " {time_words(info.options.time)} " · " {if info.options.watchers { t().watchers_allowed() } else { t().watchers_not_allowed() }}</p>
                                    {if host {
                                        view! {
                                            <button class="btn primary" id="start-game" aria-disabled=(filled < 2).to_string() on:click=move |_| online.with_value(|line| line.send(Command::Start))>{t().start_with(filled).plain()}</button>
                                            {(filled < 2).then(|| view! { <p class="muted">{t().need_two()}</p> })}
                                        }.into_any()
                                    } else if mine.is_some() {
                                        view! { <p role="status"><b>{t().waiting_for_host()}</b></p> }.into_any()
                                    } else {
                                        ().into_any()
                                    }}
                                </div>
                            </section>
                            <section class="panel">
                                <header><h2>{if mine.is_some() { t().options() } else { t().join() }}</h2></header>
                                <div class="pad rows">
                                    <SitForm info=info.clone() online seated=mine.is_some() />
                                    {host.then(|| view! { <HostOptions info=info.clone() online /> })}
                                </div>
                            </section>
                        </div>
                    }.into_any()
                }
            }}
            {notice}
            {down}
        </main>
    }
}

/// One seat of the lobby.
#[component]
fn Chair(
    seat: SeatInfo,
    host: bool,
    online: Wire,
    you: Option<engine::Seat>,
    holder: Option<engine::Seat>,
) -> impl IntoView {
    let place = seat.seat;
    let send = move |command: Command| online.with_value(|line| line.send(command));
    match seat.controller {
        Controller::Open => view! {
            <div class="rowi empty">
                <span class="grow">{t().open_seat()}</span>
                {host.then(|| view! { <button class="btn small" on:click=move |_| send(Command::Bot { seat: place, level: Some(BotLevel::Fierce) })>{icon("bot", "")} " " {t().add_bot()}</button> })}
            </div>
        }
        .into_any(),
        Controller::Bot => {
            let level = seat.bot.unwrap_or_default();
            view! {
                <div class="rowi">
                    {seat.monster.map(face_quiet)}
                    <span class="grow"><b>{seat.monster.map(crate::words::monster)}</b>
                        {if host {
                            view! {
                                <select class="select mini" aria-label=t().bot_level() on:change=move |event| {
                                    let chosen = BotLevel::ALL.into_iter().find(|level| level.name() == event_target_value(&event));
                                    send(Command::Bot { seat: place, level: chosen });
                                }>
                                    {LEVELS.map(|name| view! { <option value=name selected=level.name() == name>{level_name(name)}</option> }).collect_view()}
                                </select>
                            }.into_any()
                        } else {
                            view! { <small>{t().bot_of_level(&level_name(level.name())).plain()}</small> }.into_any()
                        }}
                    </span>
                    {host.then(|| view! { <button class="btn small ghost" aria-label=t().remove_bot() on:click=move |_| send(Command::Bot { seat: place, level: None })>"×"</button> })}
                </div>
            }
            .into_any()
        }
        Controller::Here | Controller::Gone | Controller::StandIn => {
            let name = seat.name.clone();
            let is_host = holder == Some(place);
            let sub = match (Some(place) == you, is_host) {
                (true, true) => t().you_host(),
                (true, false) => t().you(),
                (false, true) => t().host(),
                (false, false) if seat.controller == Controller::Here => t().ready(),
                _ => t().away(),
            };
            let removal = t().remove_player(&name).plain();
            view! {
                <div class="rowi">
                    {seat.monster.map(face_quiet)}
                    <span class="grow"><b>{name}</b><small>{sub}</small></span>
                    {is_host.then(|| icon("crown", "c-star"))}
                    {(host && Some(place) != you).then(|| view! { <button class="btn small ghost" aria-label=removal on:click=move |_| send(Command::Remove { seat: place })>"×"</button> })}
                </div>
            }
            .into_any()
        }
    }
}

/// Name and monster of the own seat.
#[component]
fn SitForm(info: TableInfo, online: Wire, seated: bool) -> impl IntoView {
    let settings = Settings::get();
    let book = info.options.rulebook;
    let full = info.seats.iter().all(|seat| seat.controller != Controller::Open);
    let taken: Vec<(Species, String)> =
        info.seats.iter().filter_map(|seat| Some((seat.monster?, seat.name.clone()))).collect();
    let mine = move || settings.watch(|p| monster_of(&p.monster, book));
    let sit = move || {
        let (name, monster) = settings.read(|p| (p.name.clone(), monster_of(&p.monster, book)));
        let name = if name.trim().is_empty() { t().player_number(2).plain() } else { name };
        online.with_value(|line| line.sit(&name, Some(monster)));
    };
    let faces = Species::roster(book.rules().cards).map(|species| {
        let holder = taken.iter().find(|(other, _)| *other == species).map(|(_, name)| name.clone());
        let label = match &holder {
            Some(name) if !name.is_empty() => t().monster_taken(&crate::words::monster(species), name).plain(),
            _ => crate::words::monster(species),
        };
        let blocked = holder.is_some() && !seated;
        view! {
            <label class="pick" data-m=monster_key(species)>
                <input type="radio" name="seat-monster" aria-label=label disabled=blocked prop:checked=move || mine() == species on:change=move |_| {
                    settings.change(|p| p.monster = species.id().to_owned());
                    if seated { sit(); }
                } />
                {face_quiet(species)}
                <span class="nm" aria-hidden="true">{crate::words::monster(species)}</span>
            </label>
        }
    });
    view! {
        <NameField />
        <fieldset class="picker"><legend class="vh">{t().choose_monster()}</legend>{faces.collect_view()}</fieldset>
        {if seated {
            view! { <button class="btn small" on:click=move |_| sit()>{t().change()}</button> }.into_any()
        } else if full {
            view! { <p class="notice" role="status">{icon("people", "")}<span>{t().error_table_full()}</span></p> }.into_any()
        } else {
            view! { <button class="btn primary" id="join-table" on:click=move |_| sit()>{t().join()}</button> }.into_any()
        }}
    }
}

/// What the host may change.
#[component]
fn HostOptions(info: TableInfo, online: Wire) -> impl IntoView {
    let options = info.options.clone();
    let change = move |edit: &dyn Fn(&mut Options)| {
        let mut changed = options.clone();
        edit(&mut changed);
        online.with_value(|line| line.send(Command::Configure(changed)));
    };
    let now = info.options;
    let (first, second, third) = (change.clone(), change.clone(), change.clone());
    let times =
        [DecisionTime::None, DecisionTime::Seconds45, DecisionTime::Seconds90, DecisionTime::Day];
    let set_seats = move |event| {
        if let Ok(seats) = event_target_value(&event).parse::<u8>() {
            first(&|o| o.seats = seats);
        }
    };
    let set_book = move |event| {
        let book = rulebook(&event_target_value(&event));
        second(&|o| o.rulebook = book);
    };
    let set_time = move |event| {
        let chosen =
            event_target_value(&event).parse::<usize>().ok().and_then(|n| times.get(n).copied());
        if let Some(time) = chosen {
            third(&|o| o.time = time);
        }
    };
    view! {
        <label class="field"><span>{t().seats_label()}</span>
            <select class="select" id="seats" on:change=set_seats>
                {(2..=6u8).map(|n| view! { <option value=n selected=now.seats == n>{n}</option> }).collect_view()}
            </select>
        </label>
        <label class="field"><span>{t().rulebook()}</span>
            <select class="select" on:change=set_book>
                {engine::Rulebook::ALL.map(|book| view! { <option value=book.name() selected=now.rulebook == book>{crate::words::book(book)}</option> }).collect_view()}
            </select>
        </label>
        <label class="field"><span>{t().decision_time()}</span>
            <select class="select" on:change=set_time>
                {times.into_iter().enumerate().map(|(n, time)| view! { <option value=n selected=now.time == time>{time_words(time)}</option> }).collect_view()}
            </select>
        </label>
    }
}

/// The link, a button to copy it, and its code.
#[component]
fn ShareBox(link: String) -> impl IntoView {
    let copied = RwSignal::new(false);
    let text = link.clone();
    let copy = move |_| {
        let promise = window().navigator().clipboard().write_text(&text);
        spawn_local(async move {
            if JsFuture::from(promise).await.is_ok() {
                let _ = copied.try_set(true);
            }
        });
    };
    let (size, path) = code(&link);
    view! {
        <div class="share">
            <div class="qr"><svg viewBox=format!("0 0 {size} {size}") shape-rendering="crispEdges" role="img" aria-label=t().qr_label()><path d=path fill="#000" /></svg></div>
            <div class="rows">
                <p class="lead">{t().share_lead()}</p>
                <div class="linkbox">
                    <input class="input" id="table-link" readonly aria-label=t().table_link() prop:value=link.clone() />
                    <button class="btn small gold" on:click=copy>{icon("copy", "")} " " {move || if copied.get() { t().copied() } else { t().copy() }}</button>
                </div>
            </div>
        </div>
    }
}

/// A QR code as the size of its square and a path of its dark fields.
fn code(text: &str) -> (i32, String) {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else {
        return (1, String::new());
    };
    let mut path = String::new();
    for y in 0..code.size() {
        for x in 0..code.size() {
            if code.get_module(x, y) {
                path.push_str(&format!("M{x} {y}h1v1h-1z"));
            }
        }
    }
    (code.size(), path)
}

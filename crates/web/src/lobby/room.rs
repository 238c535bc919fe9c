//! A table at the server before the game: who sits where, the link, the options.

use super::options::{HostOptions, time_words};
use super::seat::{Chair, SitForm, bot_for};
use super::share::ShareBox;
use super::tokens::TokenBox;
use super::{Fault, Wire};
use crate::app::TopBar;
use crate::dice_seal::{DiceSeal, kind_words};
use crate::house::{house_list, rules_name};
use crate::lang::{rich, t};
use crate::parts::{figure, icon};
use crate::prefs::Settings;
use crate::route::Route;
use crate::rules_page::differs_at;
use crate::session::online::{Lobby, Online};
use crate::table::{Again, Link, Table, TableScreen, TalkBox};
use engine::{Rulebook, Rules, Seat, Species};
use leptos::prelude::*;
use protocol::{Command, Controller, TablePhase};

/// A table at the server: its lobby, or the game.
#[component]
pub(crate) fn TablePage(name: String, key: Option<String>) -> impl IntoView {
    let settings = Settings::get();
    let table = Table::new();
    provide_context(table);
    let lobby = Lobby::new();
    let online = Online::join(table, settings, lobby, name.clone(), key);
    let line = StoredValue::new_local(online.clone());
    on_cleanup(move || {
        line.with_value(|online| online.close());
        table.close();
    });
    let playing = Memo::new(move |_| {
        let begun = lobby.see(|info| matches!(info.phase, TablePhase::Playing | TablePhase::Over));
        let between = lobby.see(|info| info.phase == TablePhase::Over) == Some(true);
        begun == Some(true)
            && table.board.with(Option::is_some)
            && !(between && table.at_lobby.get())
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

#[component]
fn LobbyPage(lobby: Lobby, online: Wire, name: String, table: Table) -> impl IntoView {
    let ready = Memo::new(move |_| lobby.info.with(Option::is_some));
    let notice = move || {
        table.notice.get().map(|notice| view! { <p class=format!("notice {}", notice.tone) role="status">{icon(notice.icon, "")}<span>{notice.text}</span></p> })
    };
    let down = move || {
        matches!(table.link.get(), Link::Down(_)).then(|| view! { <p class="notice warn" role="status">{icon("wifi-off", "")}<span>{t().error_server_down()} <span class="acts2"><a class="btn small" href=Route::Solo.href()>{t().play_offline()}</a></span></span></p> })
    };
    view! {
        <TopBar title=t().table_named(&name).plain() />
        <main class="wrap page lobby">
            <h1 class="vh">{t().table_named(&name).plain()}</h1>
            {move || if ready.get() {
                view! { <Room lobby online /> }.into_any()
            } else {
                view! {
                    <div class="load">{figure(Species::Kraken, 96)}<div><b role="status">{t().loading_table()}</b><div class="skel"><i></i><i></i></div><p><a class="btn small" href=Route::Home.href()>{t().cancel()}</a></p></div></div>
                }.into_any()
            }}
            {notice}
            {down}
        </main>
    }
}

/// A bot on every open seat.
fn fill(lobby: Lobby, online: Wire) {
    let open = lobby.info.with_untracked(|info| {
        let seats = info.iter().flat_map(|info| &info.seats);
        let open = seats.filter(|seat| seat.controller == Controller::Open);
        open.map(|seat| seat.seat).collect::<Vec<_>>()
    });
    for seat in open {
        online.with_value(|line| line.send(Command::Bot { seat, level: Some(bot_for(seat)) }));
    }
}

/// Seats everybody by chance.
fn mix(lobby: Lobby, online: Wire) {
    let seats = lobby.info.with_untracked(|info| info.as_ref().map_or(0, |info| info.seats.len()));
    let mut order: Vec<Seat> = Seat::ALL.into_iter().take(seats).collect();
    let chance = crate::session::local::random_bytes();
    for (n, byte) in (1..order.len()).rev().zip(chance) {
        order.swap(n, usize::from(byte) % (n + 1));
    }
    online.with_value(|line| line.send(Command::Order { seats: order }));
}

/// What a rulebook has for itself, for whoever does not know it.
#[component]
fn BookExplained(book: Rulebook, rules: Rules) -> impl IntoView {
    let own = client::house::peculiar(book).into_iter();
    let lines = own.filter_map(|(switch, value)| {
        let words = t().switch_value(switch, value)?;
        let title = t().switch_title(switch, &book.rules());
        Some(view! { <li><b>{title}</b> ": " {rich(words)}</li> })
    });
    view! {
        <details class="bookinfo" id="book-explained">
            <summary>{icon("book", "")} " " {crate::words::book(book)} ": " {t().book_is_special()}</summary>
            <ul>{lines.collect_view()}</ul>
            <p><a href=differs_at(&rules) target="_blank">{t().what_differs()}</a></p>
        </details>
    }
}

/// Whether one is ready, and who is not yet.
#[component]
fn Readiness(lobby: Lobby, online: Wire, host: Signal<bool>) -> impl IntoView {
    let again = Memo::new(move |_| {
        let me = lobby.you.get();
        lobby.see(|info| Again::of(info, me)).filter(|_| me.is_some())
    });
    move || {
        let again = again.get()?;
        let mine = again.mine;
        let say = move |_| {
            online.with_value(|line| line.send(Command::Ready { ready: !mine }));
        };
        // The host is ready when the game starts; alone nobody is waited for.
        let button = (!host.get()).then(|| view! {
            <button class="btn gold" id="say-ready" aria-pressed=mine.to_string() on:click=say>
                {icon(if mine { "check" } else { "people" }, "")} " " {if mine { t().not_ready_yet() } else { t().say_ready() }}
            </button>
        });
        let waits = (!again.missing.is_empty()).then(|| view! { <p class="muted" role="status">{t().waits_for_people(&again.missing.join(", ")).plain()}</p> });
        Some(view! { {button}{waits} })
    }
}

/// The seats on one side, what can be chosen on the other. Each part follows the table by itself, so that nothing is
/// rebuilt under the player's finger.
#[component]
fn Room(lobby: Lobby, online: Wire) -> impl IntoView {
    let options = Memo::new(move |_| lobby.see(|info| info.options.clone()).unwrap_or_default());
    let host = Memo::new(move |_| {
        lobby.you.get().is_some_and(|me| lobby.see(|info| info.host == Some(me)) == Some(true))
    });
    let seated = Memo::new(move |_| lobby.you.with(Option::is_some));
    let filled = Memo::new(move |_| {
        lobby.see(|info| {
            info.seats.iter().filter(|seat| seat.controller != Controller::Open).count()
        })
    });
    let filled = move || filled.get().unwrap_or(0);
    let name = move || lobby.see(|info| info.name.clone()).unwrap_or_default();
    let link = Memo::new(move |_| {
        let origin = window().location().origin().unwrap_or_default();
        match lobby.key.get() {
            Some(key) => format!("{origin}/t/{}#{key}", name()),
            None => format!("{origin}/t/{}", name()),
        }
    });
    let rules = move || options.with(|o| (o.rulebook, o.rules().unwrap_or_default()));
    let seats = move || {
        lobby
            .see(|info| info.seats.iter().map(|seat| (seat.clone(), info.host)).collect::<Vec<_>>())
            .unwrap_or_default()
    };
    // Whoever comes to join reads that first; for everybody else it is what can be chosen.
    let side =
        move |joined: bool| {
            move || {
                (seated.get() == joined).then(|| view! {
                <section class="panel">
                    <header><h2>{if joined { t().options() } else { t().join() }}</h2></header>
                    <div class="pad rows">
                        <SitForm lobby online />
                        {move || host.get().then(|| view! { <HostOptions lobby online /> })}
                        <DiceSeal lobby />
                        {joined.then(|| view! { <TokenBox lobby online /> })}
                    </div>
                </section>
            })
            }
        };
    view! {
        <div class="cols two">
            {side(false)}
            <section class="panel">
                <header><h2>{move || t().table_named(&name()).plain()}</h2><span class="end">{move || t().seats_taken(filled(), options.with(|o| o.seats)).plain()}</span></header>
                <div class="pad rows">
                    {move || view! { <ShareBox link=link.get() lead=t().share_lead() /> }}
                    {move || host.get().then(|| view! {
                        <p class="muted"><button class="btn small" id="renew-link" on:click=move |_| online.with_value(|line| line.send(Command::RenewLink))>{icon("link", "")} " " {t().renew_link()}</button> " " <small>{t().renew_link_hint()}</small></p>
                    })}
                    <div class="seatgrid">
                        <For each=seats key=move |(seat, holder)| (seat.seat, seat.controller, seat.monster, seat.name.clone(), seat.ready, *holder, host.get(), lobby.you.get()) let:one>
                            <Chair seat=one.0 host=host.get_untracked() lobby online you=lobby.you.get_untracked() holder=one.1 />
                        </For>
                    </div>
                    <p class="muted">
                        {move || { let (book, rules) = rules(); rules_name(book, &rules) }} " · " {move || time_words(options.with(|o| o.time))} " · "
                        {move || if options.with(|o| o.watchers) { t().watchers_allowed() } else { t().watchers_not_allowed() }} " · "
                        <span id="dice-words">{move || kind_words(options.with(|o| o.dice))}</span>
                        {move || options.with(|o| o.coach).then(|| view! { " · " <span id="coach-words">{t().coach_on()}</span> })}
                    </p>
                    {move || { let (book, rules) = rules(); house_list(book, &rules) }}
                    {move || { let (book, rules) = rules(); view! { <BookExplained book rules /> } }}
                    {move || host.get().then(|| view! {
                        <div class="acts2">
                            {move || (filled() < options.with(|o| o.seats.into())).then(|| view! { <button class="btn small" id="fill-bots" on:click=move |_| fill(lobby, online)>{icon("bot", "")} " " {t().fill_with_bots()}</button> })}
                            {move || (1 < filled()).then(|| view! { <button class="btn small" id="mix-seats" on:click=move |_| mix(lobby, online)>{icon("dice", "")} " " {t().mix_seats()}</button> })}
                        </div>
                    })}
                    <Readiness lobby online host=host.into() />
                    {move || if host.get() {
                        view! {
                            <button class="btn primary" id="start-game" aria-disabled=move || (filled() < 2).to_string() on:click=move |_| online.with_value(|line| line.send(Command::Start))>{move || t().start_with(filled()).plain()}</button>
                            {move || (filled() < 2).then(|| view! { <p class="muted">{t().need_two()}</p> })}
                        }.into_any()
                    } else if seated.get() {
                        view! { <p role="status">{t().waiting_for_host()}</p> }.into_any()
                    } else {
                        ().into_any()
                    }}
                    <TalkBox />
                </div>
            </section>
            {side(true)}
        </div>
    }
}

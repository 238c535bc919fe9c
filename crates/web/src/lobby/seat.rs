//! The seats of a table before the game: people, bots, open ones, and one's own.

use super::{NameField, Wire, name_or_monster};
use crate::home::{LEVELS, STYLES, level_name, monster_of};
use crate::lang::t;
use crate::parts::{face_quiet, icon, monster_key};
use crate::prefs::Settings;
use crate::session::online::{Lobby, seat_name};
use engine::{Seat, Species};
use leptos::prelude::*;
use protocol::{BotLevel, BotStyle, Command, Controller, Opponent, SeatInfo};

/// One seat of the lobby.
#[component]
pub(crate) fn Chair(
    seat: SeatInfo,
    host: bool,
    lobby: Lobby,
    online: Wire,
    you: Option<Seat>,
    holder: Option<Seat>,
) -> impl IntoView {
    let place = seat.seat;
    let called = seat_name(&seat);
    let moving = host.then(|| view! { <Moving lobby online place name=called.clone() /> });
    let send = move |command: Command| online.with_value(|line| line.send(command));
    match seat.controller {
        Controller::Open => view! {
            <div class="rowi empty">
                <span class="grow">{t().open_seat()}</span>
                {host.then(|| view! { <button class="btn small" on:click=move |_| send(Command::Bot { seat: place, level: Some(bot_for(place)) })>{icon("bot", "")} " " {t().add_bot()}</button> })}
            </div>
        }
        .into_any(),
        Controller::Bot => {
            let bot = Memo::new(move |_| {
                let info = lobby.see(|info| info.seats.get(place.index()).and_then(|one| one.bot));
                info.flatten().unwrap_or_default()
            });
            view! {
                <div class="rowi">
                    {seat.monster.map(face_quiet)}
                    <span class="grow"><b>{called} " " <small>{seat.monster.map(crate::words::monster)}</small></b>
                        {if host {
                            view! {
                                <select class="select mini" aria-label=t().bot_level() on:change=move |event| {
                                    let chosen = BotLevel::ALL.into_iter().find(|level| level.name() == event_target_value(&event));
                                    send(Command::Bot { seat: place, level: chosen.map(|level| Opponent { level, ..bot.get_untracked() }) });
                                }>
                                    {LEVELS.map(|name| view! { <option value=name prop:selected=move || bot.get().level.name() == name>{level_name(name)}</option> }).collect_view()}
                                </select>
                                <select class="select mini" aria-label=t().bot_style() on:change=move |event| {
                                    let chosen = BotStyle::ALL.into_iter().find(|style| style.name() == event_target_value(&event));
                                    let style = chosen.unwrap_or_default();
                                    send(Command::Bot { seat: place, level: Some(Opponent { style, ..bot.get_untracked() }) });
                                }>
                                    {STYLES.map(|name| view! { <option value=name prop:selected=move || bot.get().style.name() == name>{t().style(name).to_owned()}</option> }).collect_view()}
                                </select>
                            }.into_any()
                        } else {
                            view! { <small>{move || t().bot_of_level(&level_name(&bot.get().to_string())).plain()}</small> }.into_any()
                        }}
                        <small class="about">{move || t().style_hint(bot.get().style.name()).to_owned()}</small>
                    </span>
                    {moving}
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
                (false, false) if seat.controller == Controller::Here => "",
                _ => t().away(),
            };
            let ready = seat.ready.then(|| view! { <span class="chip ready">{icon("check", "")} " " {t().ready()}</span> });
            let removal = t().remove_player(&name).plain();
            view! {
                <div class="rowi">
                    {seat.monster.map(face_quiet)}
                    <span class="grow"><b>{name}</b><small>{sub}</small></span>
                    {ready}
                    {is_host.then(|| icon("crown", "c-star"))}
                    {moving}
                    {(host && Some(place) != you).then(|| view! { <button class="btn small ghost" aria-label=removal on:click=move |_| send(Command::Remove { seat: place })>"×"</button> })}
                </div>
            }
            .into_any()
        }
    }
}

/// The bot for a seat: of the level that the player likes, and each with a character of its own.
pub(super) fn bot_for(seat: Seat) -> Opponent {
    let level = Settings::get().read(|p| p.level.clone());
    let level = BotLevel::ALL.into_iter().find(|one| one.name() == level);
    let style = BotStyle::ALL[seat.index() % BotStyle::ALL.len()];
    Opponent { level: level.unwrap_or(BotLevel::Fierce), style }
}

/// The host moves a seat up or down.
#[component]
fn Moving(lobby: Lobby, online: Wire, place: Seat, name: String) -> impl IntoView {
    let seats = move || lobby.see(|info| info.seats.len()).unwrap_or(0);
    let swap = move |with: usize| {
        let mut order: Vec<Seat> = Seat::ALL.into_iter().take(seats()).collect();
        if with < order.len() {
            order.swap(place.index(), with);
            online.with_value(|line| line.send(Command::Order { seats: order }));
        }
    };
    let at = place.index();
    let (up, down) = (t().seat_up(&name).plain(), t().seat_down(&name).plain());
    view! {
        <span class="moving">
            <button class="iconbtn" aria-label=up disabled=at == 0 on:click=move |_| swap(at.wrapping_sub(1))>"↑"</button>
            <button class="iconbtn" aria-label=down disabled=move || seats() <= at + 1 on:click=move |_| swap(at + 1)>"↓"</button>
        </span>
    }
}

/// Name and monster of one's own seat.
#[component]
pub(crate) fn SitForm(lobby: Lobby, online: Wire) -> impl IntoView {
    let settings = Settings::get();
    let seated = Memo::new(move |_| lobby.you.with(Option::is_some));
    let rules = Memo::new(move |_| {
        lobby.see(|info| info.options.rules().unwrap_or_default()).unwrap_or_default()
    });
    let full = Memo::new(move |_| {
        lobby.see(|info| info.seats.iter().all(|seat| seat.controller != Controller::Open))
            == Some(true)
    });
    // Who else has which monster.
    let taken = Memo::new(move |_| -> Vec<(Species, String)> {
        let me = lobby.you.get();
        lobby
            .see(|info| {
                let others = info.seats.iter().filter(|seat| Some(seat.seat) != me);
                others.filter_map(|seat| Some((seat.monster?, seat.name.clone()))).collect()
            })
            .unwrap_or_default()
    });
    let free =
        move |species: Species| taken.with(|list| list.iter().all(|(other, _)| *other != species));
    let mine = Memo::new(move |_| {
        let own = lobby.you.get().and_then(|me| {
            lobby.see(|info| info.seats.get(me.index()).and_then(|seat| seat.monster)).flatten()
        });
        let liked = settings.watch(|p| monster_of(&p.monster, &rules.get()));
        let all = Species::roster(rules.get().roster);
        own.unwrap_or_else(|| {
            if free(liked) {
                liked
            } else {
                all.into_iter().find(|one| free(*one)).unwrap_or(liked)
            }
        })
    });
    let sit = move |monster: Species| {
        let name = settings.read(|p| p.name.clone());
        online.with_value(|line| line.sit(&name_or_monster(name, monster), Some(monster)));
    };
    // A new name holds at once.
    let name = Memo::new(move |_| settings.watch(|p| p.name.clone()));
    Effect::new(move |before: Option<String>| {
        let now = name.get();
        if before.is_some_and(|before| before != now) && seated.get_untracked() {
            sit(mine.get_untracked());
        }
        now
    });
    let waiting = RwSignal::new(false);
    Effect::new(move |_| {
        if seated.get() {
            waiting.set(false);
        } else if waiting.get() && !full.get() {
            sit(mine.get_untracked());
        }
    });
    let faces = move || {
        Species::roster(rules.get().roster)
            .map(|species| {
                let monster = crate::words::monster(species);
                let label = move || {
                    let name = taken.with(|list| list.iter().find(|(other, _)| *other == species).map(|(_, name)| name.clone()));
                    match name {
                        Some(name) if !name.is_empty() => t().monster_taken(&crate::words::monster(species), &name).plain(),
                        _ => crate::words::monster(species),
                    }
                };
                view! {
                    <label class="pick" data-m=monster_key(species)>
                        <input type="radio" name="seat-monster" aria-label=label disabled=move || !free(species) prop:checked=move || mine.get() == species on:change=move |_| {
                            settings.change(|p| p.monster = species.id().to_owned());
                            if seated.get_untracked() { sit(species); }
                        } />
                        {face_quiet(species)}
                        <span class="nm" aria-hidden="true">{monster}</span>
                    </label>
                }
            })
            .collect_view()
    };
    view! {
        <NameField />
        <fieldset class="picker"><legend class="vh">{t().choose_monster()}</legend>{faces}</fieldset>
        {move || if seated.get() {
            ().into_any()
        } else if full.get() {
            view! {
                <p class="notice" role="status">{icon("people", "")}<span>{move || if waiting.get() { t().waiting_for_seat() } else { t().error_table_full() }}</span></p>
                <button class="btn gold" id="wait-for-seat" on:click=move |_| waiting.update(|on| *on = !*on)>{move || if waiting.get() { t().cancel() } else { t().wait_for_seat() }}</button>
            }.into_any()
        } else {
            view! { <button class="btn primary" id="join-table" on:click=move |_| sit(mine.get_untracked())>{t().join()}</button> }.into_any()
        }}
    }
}

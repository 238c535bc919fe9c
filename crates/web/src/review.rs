//! After the game: the result, the replay, the record and the fair dice.

use crate::app::TopBar;
use crate::fair_panel::FairDice;
use crate::home::skip_to_now;
use crate::lang::{rich, t};
use crate::parts::{face, face_quiet, icon, mark, monster_key, small_die};
use crate::route::{Route, go};
use crate::session::local::{fresh_name, place_of, random_bytes};
use crate::session::record::{Kept, Mode, Replay};
use crate::storage;
use crate::table::{Board, Player, Table};
use engine::{Event, Outcome, Seat, State};
use leptos::prelude::*;
use std::rc::Rc;
use texts::Scene;
use wasm_bindgen::{JsCast, JsValue};

/// The page after a game; without one, the field to paste a record into.
#[component]
pub(crate) fn Review() -> impl IntoView {
    let kept: Option<Kept> = storage::load("last");
    let record = RwSignal::new_local(kept);
    view! {
        <TopBar title=t().review() />
        <main class="wrap page">
            {move || match record.get() {
                Some(found) => match found.replay() {
                    Ok(replay) => view! { <Game record=found replay=Rc::new(replay) /> }.into_any(),
                    Err(_) => view! { <p class="notice bad" role="alert">{icon("info", "")}<span>{t().error_bad_record()}</span></p> }.into_any(),
                },
                None => view! { <h1>{t().review()}</h1> }.into_any(),
            }}
            <Paste record />
        </main>
    }
}

#[component]
fn Game(record: Kept, replay: Rc<Replay>) -> impl IntoView {
    let players = record.players();
    let last = *replay.states.last().unwrap_or(&replay.states[0]);
    let me = record.me.filter(|_| record.mode != Mode::Device);
    let title = result(&last, &players, me);
    let winner = last.outcome().and_then(Outcome::winner);
    let hero = winner.or(me).unwrap_or(Seat::A);
    let species =
        players.get(hero.index()).map_or(engine::Species::Gigazaur, |player| player.species);
    let turns = last.turn().number;
    let book = crate::house::rules_name(last.rules().house_rules().0, last.rules());
    let facts = format!(
        "{} · {} · {}",
        t().monsters_count(players.len()).plain(),
        t().turns_count(turns).plain(),
        book
    );
    let step = RwSignal::new(replay.events.len());
    let back = table_of(&record, last.outcome().is_some());
    let again = {
        let record = record.clone();
        move |_| rematch(&record)
    };
    view! {
        <section class="result panel" aria-label=t().review() data-m=monster_key(species)>
            {face(species)}
            <div><h1>{title}</h1><p class="muted">{facts}</p></div>
            <div class="acts">
                {(record.mode != Mode::Online && last.outcome().is_some()).then(|| view! { <button class="btn primary" id="rematch" on:click=again.clone()>{icon("undo", "")} " " {t().rematch()}</button> })}
                {back.map(|route| view! { <a class="btn gold" id="back-to-table" href=route.href()>{icon("people", "")} " " {t().back_to_table()}</a> })}
                <a class="btn" href=Route::Home.href()>{icon("people", "")} " " {t().new_opponents()}</a>
            </div>
        </section>
        <div class="review">
            <div class="rows">
                <Stepper record=record.clone() replay=replay.clone() step />
                <Turns record=record.clone() replay=replay.clone() step />
            </div>
            <aside class="rows">
                <Standing players=players last replay=replay.clone() />
                <FairDice record=record.clone() replay />
                <Keep record />
            </aside>
        </div>
    }
}

/// The table at which the game was played, while one can go back to it.
fn table_of(record: &Kept, over: bool) -> Option<Route> {
    match record.mode {
        Mode::Solo if !over => Some(Route::Solo),
        Mode::Device if !over => Some(Route::DevicePlay),
        Mode::Online => {
            let (name, key): (String, Option<String>) = storage::load("last-table")?;
            record.table.starts_with(&format!("{name}/")).then_some(Route::Table(name, key))
        }
        _ => None,
    }
}

fn result(last: &State, players: &[Player], me: Option<Seat>) -> String {
    let name = |seat: Seat| {
        players.get(seat.index()).map(|player| player.name.clone()).unwrap_or_default()
    };
    match last.outcome() {
        Some(Outcome::Stars(seat)) if Some(seat) == me => t().you_win_stars().to_owned(),
        Some(Outcome::LastStanding(seat)) if Some(seat) == me => t().you_win_last().to_owned(),
        Some(Outcome::Stars(seat)) => t().who_wins_stars(&name(seat)).plain(),
        Some(Outcome::LastStanding(seat)) => t().who_wins_last(&name(seat)).plain(),
        Some(Outcome::EveryoneLoses) => t().everyone_loses().to_owned(),
        Some(Outcome::Draw) => t().game_drawn().to_owned(),
        None => t().review().to_owned(),
    }
}

/// The same players once more.
fn rematch(record: &Kept) {
    let _ = storage::save(place_of(record.mode), &record.again(fresh_name(), random_bytes()));
    go(if record.mode == Mode::Solo { &Route::Solo } else { &Route::DevicePlay });
}

/// The replay: the table as it stood, stepped and scrubbed.
#[component]
fn Stepper(record: Kept, replay: Rc<Replay>, step: RwSignal<usize>) -> impl IntoView {
    let most = replay.events.len();
    let playing = RwSignal::new(false);
    let table = Table::new();
    table.players.set(record.players());
    table.title.set(record.table.clone());
    provide_context(table);
    let shown = replay.clone();
    let me = record.me;
    Effect::new(move |_| {
        let at = step.get().min(most);
        let state = shown.states[at];
        let events: Vec<Event> = shown.events[..at].concat();
        table.events.set(events);
        table.board.set(Some(Board {
            state,
            me: Some(me.unwrap_or(state.turn().seat)),
            news: Vec::new(),
            undo: false,
            past: true,
        }));
    });
    let handle = set_interval_with_handle(
        move || {
            if playing.get_untracked() {
                if step.get_untracked() < most {
                    step.update(|at| *at += 1);
                } else {
                    playing.set(false);
                }
            }
        },
        std::time::Duration::from_millis(650),
    );
    on_cleanup(move || {
        if let Ok(handle) = handle {
            handle.clear();
        }
    });
    let scrub = move |event| {
        if let Ok(at) = event_target_value(&event).parse::<usize>() {
            step.set(at.min(most));
        }
    };
    let log = move || {
        table.events.with(|events| {
            events
                .iter()
                .rev()
                .find_map(|event| {
                    table.scene(|scene| t().event(event, scene)).filter(|words| !words.is_empty())
                })
                .map(rich)
        })
    };
    view! {
        <section class="panel replay" id="replay" tabindex="-1" aria-label=t().replay()>
            <header><h2>{t().replay()}</h2><span class="end">{move || t().replay_position(step.get(), most).plain()}</span></header>
            <div class="replayboard">
                <crate::table::MiniBoard />
                <p class="say" role="status">{log}</p>
            </div>
            <div class="scrub">
                <button class="btn small" aria-label=t().replay_first() on:click=move |_| step.set(0)>"|◀"</button>
                <button class="btn small" id="replay-back" aria-label=t().replay_back() on:click=move |_| step.update(|at| *at = at.saturating_sub(1))>"◀"</button>
                <button class="btn small gold" on:click=move |_| { if step.get_untracked() == most { step.set(0); } playing.update(|on| *on = !*on); }>
                    {move || if playing.get() { t().replay_pause() } else { t().replay_play() }}
                </button>
                <button class="btn small" id="replay-on" aria-label=t().replay_on() on:click=move |_| step.update(|at| *at = (*at + 1).min(most))>"▶"</button>
                <button class="btn small" aria-label=t().replay_last() on:click=move |_| step.set(most)>"▶|"</button>
                <input
                    type="range"
                    min="0"
                    max=most
                    aria-label=t().replay()
                    prop:value=move || step.get().to_string()
                    on:input=scrub
                />
            </div>
        </section>
    }
}

/// A turn in the table: what came of it, and the step at which it was over.
struct Row {
    turn: u16,
    seat: Seat,
    dice: engine::Dice,
    what: Vec<String>,
    end: usize,
}

/// One row for each turn: who, with which dice, and what came of it.
#[component]
fn Turns(record: Kept, replay: Rc<Replay>, step: RwSignal<usize>) -> impl IntoView {
    let players = record.players();
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let rules = record.record.rules;
    let scene = Scene { rules: &rules, names: &names };
    let mut rows: Vec<Row> = Vec::new();
    for (at, event) in replay
        .events
        .iter()
        .enumerate()
        .flat_map(|(at, events)| events.iter().map(move |e| (at, e)))
    {
        if let Event::TurnStarted { seat, turn, .. } = *event {
            rows.push(Row { turn, seat, dice: engine::Dice::NONE, what: Vec::new(), end: at });
        }
        let Some(row) = rows.last_mut() else { continue };
        row.end = at + 1;
        match *event {
            Event::Stopped { dice, .. } | Event::Rolled { dice, .. } => row.dice = dice,
            Event::Stars { .. }
            | Event::Hurt { .. }
            | Event::Bought { .. }
            | Event::Entered { .. }
            | Event::Eliminated { .. } => row.what.push(t().event(event, &scene).symbols()),
            _ => {}
        }
    }
    let rows = rows.into_iter().map(|Row { turn, seat, dice, what, end }| {
        let species = players.get(seat.index()).map_or(engine::Species::Gigazaur, |player| player.species);
        let spoken = dice.iter().map(crate::words::face_word).collect::<Vec<_>>().join(", ");
        let show = move |_| {
            step.set(end);
            skip_to_now("replay");
        };
        view! {
            <tr class:sel=move || step.get() == end>
                <td class="n"><button class="turnlink" aria-label=t().turn_number(turn).plain() on:click=show>{turn}</button></td>
                <td class="nowrap">{mark(species)} " " {names.get(seat.index()).cloned()}</td>
                <td><span class="minidice" role="img" aria-label=spoken>{dice.iter().map(|face| small_die(face, false)).collect_view()}</span></td>
                <td>{what.join(" ")}</td>
            </tr>
        }
    });
    view! {
        <section class="panel turns">
            <header><h2>{t().turn_by_turn()}</h2></header>
            <div class="scroll" tabindex="0" role="region" aria-label=t().turn_by_turn()>
                <table>
                    <thead><tr><th scope="col">"#"</th><th scope="col">{t().turn_number(0).plain().replace('0', "")}</th><th scope="col">{t().final_dice()}</th><th scope="col">{t().what_happened()}</th></tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </section>
    }
}

#[component]
fn Standing(players: Vec<Player>, last: State, replay: Rc<Replay>) -> impl IntoView {
    let events: Vec<Event> = replay.events.concat();
    let places = client::standing::standing(&events, &last);
    let rows = places.into_iter().filter_map(|place| {
        let seat = place.seat;
        let player = players.get(seat.index())?;
        let monster = last.monster(seat);
        let out = place.out.map(|turn| t().out_in_round(client::happened::round_of(turn, last.players())).plain());
        Some(view! {
            <li class="rowi">
                {face_quiet(player.species)}
                <span class="grow"><b>{player.name.clone()}</b><small>{out.unwrap_or_else(|| crate::words::monster(player.species))}</small></span>
                <span class="stat">{icon("star", "c-star")}{monster.stars}</span>
                <span class="stat">{icon("heart", "c-heart")}{monster.hearts}</span>
            </li>
        })
    });
    view! {
        <section class="panel"><header><h2>{t().final_standing()}</h2></header><ol class="pad rows standing">{rows.collect_view()}</ol></section>
    }
}

/// The record, to keep.
#[component]
fn Keep(record: Kept) -> impl IntoView {
    let text = record.record.to_json();
    let save = move |_| download("daikaiju.json", &text);
    view! {
        <section class="panel"><header><h2>{t().record()}</h2></header>
            <div class="pad rows"><button class="btn" id="record-download" on:click=save>{icon("copy", "")} " " {t().record_download()}</button></div>
        </section>
    }
}

/// A record, pasted in.
#[component]
fn Paste(record: RwSignal<Option<Kept>, LocalStorage>) -> impl IntoView {
    let words = RwSignal::new(String::new());
    let fault = RwSignal::new(None::<String>);
    let open = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        match Kept::read(&words.get_untracked()) {
            Ok(found) => {
                fault.set(None);
                record.set(Some(found));
                window().scroll_to_with_x_and_y(0.0, 0.0);
            }
            Err(detail) => fault.set(Some(detail)),
        }
    };
    view! {
        <form class="panel form paste" on:submit=open>
            <div class="pad rows">
                <label class="rows"><span>{t().record_paste()}</span>
                    <textarea class="input" id="record-text" rows="4" on:input=move |event| words.set(event_target_value(&event))></textarea>
                </label>
                {move || fault.get().map(|detail| view! {
                    <div class="notice bad" role="alert">{icon("info", "")}<span><b>{t().error_bad_record()}</b><details><summary>{t().details()}</summary><small>{detail}</small></details></span></div>
                })}
                <button class="btn" id="record-open">{t().record_open()}</button>
            </div>
        </form>
    }
}

/// Hands a text to the browser as a file.
pub(crate) fn download(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let Ok(blob) = web_sys::Blob::new_with_str_sequence(&parts) else {
        return;
    };
    let Ok(url) = web_sys::Url::create_object_url_with_blob(&blob) else {
        return;
    };
    if let Some(link) = document()
        .create_element("a")
        .ok()
        .and_then(|link| link.dyn_into::<web_sys::HtmlAnchorElement>().ok())
    {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = web_sys::Url::revoke_object_url(&url);
}

//! After the game: the result, the replay, the record and the fair dice.

use crate::app::TopBar;
use crate::home::skip_to_now;
use crate::lang::{rich, t};
use crate::parts::{face, face_quiet, icon, mark, monster_key, small_die};
use crate::route::{Route, go};
use crate::session::local::{fresh_name, place_of, random_bytes};
use crate::session::record::{Kept, Mode, Replay};
use crate::storage;
use crate::table::{Board, Player, Table, round};
use engine::{Event, Face, Outcome, Seat, State};
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
    let again = {
        let record = record.clone();
        move |_| rematch(&record)
    };
    view! {
        <section class="result panel" aria-label=t().review() data-m=monster_key(species)>
            {face(species)}
            <div><h1>{title}</h1><p class="muted">{facts}</p></div>
            <div class="acts">
                {(record.mode != Mode::Online).then(|| view! { <button class="btn primary" id="rematch" on:click=again.clone()>{icon("undo", "")} " " {t().rematch()}</button> })}
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
    let mut fallen: Vec<(Seat, usize)> = Vec::new();
    for (at, events) in replay.events.iter().enumerate() {
        for event in events {
            if let Event::Eliminated { seat } = *event {
                fallen.push((seat, round(&replay.states[at])));
            }
        }
    }
    let mut order: Vec<Seat> = last.seats().iter().collect();
    let winner = last.outcome().and_then(Outcome::winner);
    order.sort_by_key(|seat| {
        let out = fallen.iter().position(|(other, _)| other == seat);
        let stars = last.monster(*seat).stars;
        (Some(*seat) != winner, out.is_some(), std::cmp::Reverse(out), std::cmp::Reverse(stars))
    });
    let rows = order.into_iter().filter_map(|seat| {
        let player = players.get(seat.index())?;
        let monster = last.monster(seat);
        let out = fallen.iter().find(|(other, _)| *other == seat).map(|(_, round)| t().out_in_round(*round).plain());
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

/// How often each face came, how usual that is, and whether the sealed seed holds.
#[component]
fn FairDice(record: Kept, replay: Rc<Replay>) -> impl IntoView {
    let mut counts = [0u32; 6];
    for event in replay.events.iter().flatten() {
        if let Event::Rolled { dice, thrown, .. } = *event {
            for (die, face) in dice.iter().enumerate() {
                if thrown.has(die) {
                    counts[face as usize] += 1;
                }
            }
        }
    }
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / 6.0;
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let usual = (spread_chance(&counts) * 100.0).round() as i64;
    let bars = Face::ALL.map(|face| {
        let count = counts[face as usize];
        let height = format!("{}px", 60 * count / most);
        view! { <div class="fbar"><b>{count}</b><i style:height=height></i>{small_die(face, false)}<span class="vh">{crate::words::face_word(face)}</span></div> }
    });
    let over = replay.states.last().is_some_and(|state| state.outcome().is_some());
    let verdict = RwSignal::new(None::<Result<usize, Option<usize>>>);
    let (seal, seed) = record
        .proof()
        .map(|proof| (proof.commitment.to_hex(), proof.seed.to_hex()))
        .unwrap_or_default();
    let checked = record.clone();
    let check = move |_| verdict.set(Some(checked.verify()));
    view! {
        <section class="panel fair">
            <header><h2>{t().fair_title()}</h2><span class="end">{t().rolls_count(total).plain()}</span></header>
            <div class="pad rows">
                <div class="fbars">{bars.collect_view()}</div>
                <p>{rich(t().fair_expected(&t().decimal((expected * 10.0).round() as i64)))} " " {rich(t().fair_usual(usual))}</p>
                {(over && !seal.is_empty()).then(|| view! {
                    <button class="btn small gold" id="fair-check" on:click=check.clone()>{icon("check", "")} " " {t().fair_check()}</button>
                    <details>
                        <summary>{t().details()}</summary>
                        <dl class="seal"><dt>{t().fair_seal()}</dt><dd><code>{seal.clone()}</code></dd><dt>{t().fair_seed()}</dt><dd><code>{seed.clone()}</code></dd></dl>
                    </details>
                })}
                <p role="status">
                    {move || verdict.get().map(|verdict| match verdict {
                        Ok(number) => view! { <span class="pos">{icon("check", "")} " " {t().fair_sealed_ok()} " " {rich(t().fair_all_match(number))}</span> }.into_any(),
                        Err(step) => view! { <span class="neg">{t().fair_sealed_wrong()} " " {step.map(|step| rich(t().fair_mismatch_at(step)))}</span> }.into_any(),
                    })}
                </p>
            </div>
        </section>
    }
}

/// How often fair dice spread at least this much: the upper tail of chi-square with five degrees of freedom.
fn spread_chance(counts: &[u32; 6]) -> f64 {
    let total: u32 = counts.iter().sum();
    if total == 0 {
        return 1.0;
    }
    let expected = f64::from(total) / 6.0;
    let spread: f64 =
        counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    let root = spread.sqrt();
    // For five degrees: erfc(√(x/2)) + √(2x/π) e^(-x/2) (1 + x/3).
    (complement(root / std::f64::consts::SQRT_2)
        + (2.0 * spread / std::f64::consts::PI).sqrt()
            * (-spread / 2.0).exp()
            * (1.0 + spread / 3.0))
        .min(1.0)
}

/// The complementary error function, to seven digits (Abramowitz and Stegun 7.1.26).
fn complement(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736
                + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    poly * (-x * x).exp()
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
fn download(name: &str, text: &str) {
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

//! After the game: who could have won when, luck and choices, the replay, the record and the fair dice.

mod account;
mod choices;
mod graph;
mod keys;
mod pack;
mod share;
mod stream;
mod throws;
mod turns;
mod verdict;
mod what_if;

use crate::fair_panel::FairDice;
use crate::home::skip_to_now;
use crate::lang::{rich, t};
use crate::parts::{face, face_quiet, icon, mark, monster_key};
use crate::route::{Route, go};
use crate::session::local::{TRIED, fresh_name, place_of, random_bytes};
use crate::session::record::{KeptGame, Mode, Replay};
use crate::storage;
use crate::table::{Board, Player, Table};
use account::{Accounts, Kinds};
use choices::{JudgedHere, Quiz, Told};
use engine::{Event, Input, Outcome, Seat, State};
use graph::Graph;
use leptos::prelude::*;
use leptos::task::spawn_local;
use review::Turn;
use std::sync::Arc;
use stream::Found;
use turns::Turns;
use wasm_bindgen::{JsCast, JsValue};
use what_if::{Line, WhatIf};

/// The page after a game; without one, the field to paste a record into.
#[component]
pub(crate) fn Review(name: Option<String>) -> impl IntoView {
    let packed = name.as_ref().and_then(|name| name.strip_prefix(share::PACKED).map(str::to_owned));
    let kept: Option<KeptGame> = match name {
        Some(_) if packed.is_some() => None,
        Some(name) if name == TRIED => storage::load(TRIED),
        Some(name) => crate::history::game(&name),
        None => storage::load("last"),
    };
    let record = RwSignal::new_local(kept);
    let stops = RwSignal::new(None::<u16>);
    let cut = RwSignal::new(false);
    if let Some(coded) = packed {
        spawn_local(async move {
            let found = pack::unpack(&coded).await.and_then(|text| KeptGame::read(&text).ok());
            match found {
                Some((found, stopped)) => {
                    let _ = stops.try_set(stopped);
                    let _ = record.try_set(Some(found));
                }
                None => {
                    let _ = cut.try_set(true);
                }
            }
        });
    }
    view! {
        <main class="wrap page">
            {move || cut.get().then(|| view! { <p class="notice bad" role="alert">{icon("info", "")}<span>{t().review_link_cut()}</span></p> })}
            {move || stops.get().map(|turn| view! { <p class="notice warn" role="alert">{icon("info", "")}<span>{t().record_stops(turn).plain()}</span></p> })}
            {move || match record.get() {
                Some(found) => match found.replay() {
                    Ok(replay) => view! { <Game record=found replay=Arc::new(replay) /> }.into_any(),
                    Err(_) => view! { <p class="notice bad" role="alert">{icon("info", "")}<span>{t().error_bad_record()}</span></p> }.into_any(),
                },
                None => view! { <h1>{t().review()}</h1> }.into_any(),
            }}
            <Paste record stops />
        </main>
    }
}

/// A game, told through the eyes of its player. Where nobody's in particular are known, they can be chosen.
#[component]
fn Game(record: KeptGame, replay: Arc<Replay>) -> impl IntoView {
    let own = record.me.filter(|_| record.mode != Mode::Device);
    let outcome = replay.states.last().and_then(State::outcome);
    let eyes = own.unwrap_or_else(|| review::focus(&record.record.players, outcome));
    let eyes = RwSignal::new(eyes);
    let step = RwSignal::new(replay.events.len());
    // Graph, verdict and quiz are that seat's: all of it is told anew.
    move || {
        let (record, replay, me) = (record.clone(), replay.clone(), eyes.get());
        view! { <Seen record replay own me eyes step /> }
    }
}

/// A game through the eyes of one seat.
#[component]
fn Seen(
    record: KeptGame,
    replay: Arc<Replay>,
    /// The seat of whoever looks, if the game was theirs.
    own: Option<Seat>,
    me: Seat,
    eyes: RwSignal<Seat>,
    step: RwSignal<usize>,
) -> impl IntoView {
    let players = record.players();
    let last = *replay.states.last().unwrap_or(&replay.states[0]);
    let title = result(&last, &players, own);
    let winner = last.outcome().and_then(Outcome::winner);
    let hero = winner.unwrap_or(me);
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
    let found = Found::new();
    // The worker ends with the page.
    let reviewing = StoredValue::new_local(stream::review(&record, &replay, me, found));
    on_cleanup(move || reviewing.dispose());
    let turns = graph::real_turns(found);
    let told = Told { kept: Arc::new(record.clone()), replay: replay.clone(), found, me, step };
    let all = account::sorted(found, players.len(), me);
    let won = last.outcome().map(|outcome| outcome.winner() == Some(me));
    // Whoever looks at a game of their own is "you" in it.
    let mut shown = players.clone();
    if let Some(mine) = own.and_then(|own| shown.get_mut(own.index())) {
        mine.name = t().you_capital().to_owned();
    }
    let outs = outs(&replay);
    let solve = move || {
        let open = found.quiz.with(|quiz| quiz.iter().filter(|one| one.tried.is_none()).count());
        (0 < open).then(|| view! { <button class="btn primary" id="solve" on:click=move |_| { skip_to_now("choices"); }>{icon("bulb", "")} " " {t().solve_choices(open).plain()}</button> })
    };
    let back = table_of(&record, last.outcome().is_some());
    let again = {
        let record = record.clone();
        move |_| rematch(&record)
    };
    let soon = Soon::new(4);
    let stepper = {
        let (record, replay, told) = (record.clone(), replay.clone(), told.clone());
        let players = shown.clone();
        move || view! { <Stepper record=record.clone() replay=replay.clone() turns told=told.clone() players=players.clone() /> }
    };
    let accounts = {
        let (told, players) = (told.clone(), shown.clone());
        move || view! { <Accounts all players=players.clone() me /><Quiz told=told.clone() /> }
    };
    let list = {
        let (replay, told, players) = (replay.clone(), told.clone(), shown.clone());
        move || view! { <Turns replay=replay.clone() told=told.clone() players=players.clone() /> }
    };
    let aside = {
        let (record, players) = (record.clone(), shown.clone());
        move || {
            view! {
                <aside class="rows">
                    <Kinds all />
                    <Standing players=players.clone() last replay=replay.clone() />
                    <FairDice record=record.clone() replay=replay.clone() />
                    <share::Share told=told.clone() />
                    <Keep record=record.clone() />
                </aside>
            }
        }
    };
    let chosen = own.is_none().then(|| view! { <Eyes players=players.clone() me eyes /> });
    view! {
        <section class="result panel" aria-label=t().review() data-m=monster_key(species)>
            {face(species)}
            <div><h1>{title}</h1><p class="muted">{facts}</p></div>
            {chosen}
            <verdict::Verdict found all won />
            <div class="acts">
                {solve}
                {(record.mode != Mode::Online && last.outcome().is_some()).then(|| view! { <button class="btn" id="rematch" on:click=again.clone()>{icon("undo", "")} " " {t().rematch()}</button> })}
                {back.map(|route| view! { <a class="btn gold" id="back-to-table" href=route.href()>{icon("people", "")} " " {t().back_to_table()}</a> })}
                <a class="btn" href=Route::Home.href()>{icon("people", "")} " " {t().new_opponents()}</a>
            </div>
        </section>
        <verdict::Jumps />
        <div class="gamereview">
            <Graph found turns players=shown me step outs />
            {soon.then(1, stepper)}
            {soon.then(2, accounts)}
            {soon.then(3, list)}
            {soon.then(4, aside)}
        </div>
    }
}

/// The parts of a long page, drawn one after the other, each in a task of its own: in between the page answers.
#[derive(Clone, Copy)]
struct Soon(RwSignal<usize>);

impl Soon {
    /// Begins to count; part `most` is the last.
    fn new(most: usize) -> Soon {
        let soon = Soon(RwSignal::new(0));
        soon.count(most);
        soon
    }

    fn count(self, most: usize) {
        let next = move || {
            // Whoever has gone on wants no more of it.
            let Some(at) = self.0.try_get_untracked() else { return };
            let _ = self.0.try_set(at + 1);
            if at + 1 < most {
                self.count(most);
            }
        };
        set_timeout(next, std::time::Duration::ZERO);
    }

    /// A part that is drawn when its number comes up.
    fn then<V: IntoView + 'static>(
        self,
        number: usize,
        part: impl Fn() -> V + Send + 'static,
    ) -> impl IntoView {
        let due = Memo::new(move |_| number <= self.0.get());
        move || due.get().then(&part)
    }
}

/// The seats, to choose through whose eyes the game is told.
#[component]
fn Eyes(players: Vec<Player>, me: Seat, eyes: RwSignal<Seat>) -> impl IntoView {
    let chips = Seat::ALL.into_iter().zip(players).map(|(seat, player)| {
        let id = format!("eyes-{seat}");
        let to = id.clone();
        let choose = move |_| {
            eyes.set(seat);
            // All of it was drawn anew: the keyboard stays where it was.
            let to = to.clone();
            request_animation_frame(move || {
                let chip = document().get_element_by_id(&to);
                if let Some(chip) = chip.and_then(|one| one.dyn_into::<web_sys::HtmlElement>().ok()) {
                    let _ = chip.focus();
                }
            });
        };
        view! { <button class="chip tab" id=id data-m=monster_key(player.species) aria-pressed=(seat == me).to_string() on:click=choose>{mark(player.species)} " " <span class="clip">{player.name}</span></button> }
    });
    view! {
        <div class="eyes" role="group" aria-labelledby="eyes-title"><span class="muted" id="eyes-title">{icon("eye", "")} " " {t().eyes()}</span>{chips.collect_view()}</div>
    }
}

/// Who went out, and in which turn.
fn outs(replay: &Replay) -> Vec<(Seat, u16)> {
    let mut turn = 0;
    let mut outs = Vec::new();
    for event in replay.events.iter().flatten() {
        match *event {
            Event::TurnStarted { turn: number, .. } => turn = number,
            Event::Eliminated { seat, .. } => outs.push((seat, turn)),
            _ => {}
        }
    }
    outs
}

/// What has happened up to here, without the beginning of the turn that comes next.
fn of_shown_turn(inputs: &[Vec<Event>]) -> Vec<Event> {
    let mut events = inputs.concat();
    let from = events.len() - inputs.last().map_or(0, Vec::len);
    let begins = |event: &Event| matches!(event, Event::TurnStarted { .. });
    if let Some(next) = events[from..].iter().position(begins) {
        events.truncate(from + next);
    }
    events
}

/// Plays on from a moment of the game, against bots; a game that is on is put aside.
fn try_from(record: &KeptGame, me: Seat, inputs: Vec<Input>) {
    let mut players = record.record.players.clone();
    for (seat, player) in players.iter_mut().enumerate() {
        if seat == me.index() {
            player.bot = None;
        } else {
            player.bot.get_or_insert_with(|| "ruthless".to_owned());
        }
    }
    let name = format!("{}{}", crate::session::local::TRIAL, fresh_name());
    let mut kept =
        KeptGame::new(Mode::Solo, name, record.record.rules, players, Some(me), random_bytes());
    kept.record.rules_version = record.record.rules_version;
    kept.record.first = record.record.first;
    kept.record.inputs = inputs;
    crate::resume::clear_solo();
    let _ = storage::save(place_of(Mode::Solo), &kept);
    go(&Route::Solo);
}

/// The table at which the game was played, while one can go back to it.
fn table_of(record: &KeptGame, over: bool) -> Option<Route> {
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
fn rematch(record: &KeptGame) {
    let _ = storage::save(place_of(record.mode), &record.again(fresh_name(), random_bytes()));
    go(if record.mode == Mode::Solo { &Route::Solo } else { &Route::DevicePlay });
}

/// The replay: the table as it stood, stepped and scrubbed.
#[component]
fn Stepper(
    record: KeptGame,
    replay: Arc<Replay>,
    turns: Memo<Vec<Turn>>,
    told: Told,
    /// Everybody as the page calls them.
    players: Vec<Player>,
) -> impl IntoView {
    let (focus, step) = (told.me, told.step);
    let line = Line::new();
    let trial = {
        let (record, replay) = (record.clone(), replay.clone());
        move || {
            let at = step.get().min(replay.events.len());
            let playable = replay.states[at].outcome().is_none()
                && replay.states[at].living().has(focus)
                && 0 < replay.states[at].turn().number;
            let record = record.clone();
            let open = line.base.get().is_some();
            (playable && !open).then(|| view! { <button class="btn small gold" id="try-it" on:click=move |_| try_from(&record, focus, record.record.inputs[..at].to_vec())>{icon("play", "")} " " {t().try_from_here()}</button> })
        }
    };
    let asks = {
        let (record, replay) = (record.clone(), replay.clone());
        move |_| {
            let at = step.get_untracked().min(replay.events.len());
            crate::table::ask_about(&record.record, replay.events[..at].iter().map(Vec::len).sum());
        }
    };
    let most = replay.events.len();
    let playing = RwSignal::new(false);
    keys::listen(told.clone(), turns, playing, line);
    let table = Table::new();
    table.players.set(record.players());
    table.title.set(record.table.clone());
    provide_context(table);
    let shown = replay.clone();
    Effect::new(move |_| {
        let at = step.get().min(most);
        let state = line.shown(&shown).unwrap_or(shown.states[at]);
        let events: Vec<Event> = shown.events[..at].concat();
        table.events.set(events);
        table.board.set(Some(Board {
            state,
            me: Some(focus),
            news: Vec::new(),
            undo: false,
            past: true,
            throw: None,
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
    // Whoever goes on in the replay leaves what did not happen.
    Effect::new(move |_| {
        step.track();
        line.close();
    });
    let play_on = {
        let record = record.clone();
        Callback::new(move |inputs| try_from(&record, focus, inputs))
    };
    let judged = {
        let told = told.clone();
        move || match line.base.with(Option::is_some) {
            true => view! { <WhatIf told=told.clone() line play_on /> }.into_any(),
            false => view! { <JudgedHere told=told.clone() /> }.into_any(),
        }
    };
    let what_if = {
        let (replay, inputs) = (replay.clone(), record.record.inputs.clone());
        move || {
            let at = step.get();
            let begun = replay.states[at.min(most)].turn().number != 0;
            let (replay, inputs) = (replay.clone(), inputs.clone());
            (begun && line.base.with(Option::is_none)).then(|| view! { <button class="btn small" id="what-if" on:click=move |_| line.open(&replay, &inputs, at)>{icon("dice", "")} " " {t().what_if()}</button> })
        }
    };
    let scrub = move |event| {
        if let Ok(at) = event_target_value(&event).parse::<usize>() {
            step.set(at.min(most));
        }
    };
    let log = {
        let replay = replay.clone();
        move || {
            table.events.track();
            let events = of_shown_turn(&replay.events[..step.get().min(most)]);
            let told = events.iter().rev().find_map(|event| {
                table.scene(|scene| t().event(event, scene)).filter(|words| !words.is_empty())
            });
            told.map(rich)
        }
    };
    let names: Vec<String> = players.into_iter().map(|player| player.name).collect();
    let title = move || {
        let at = turns.with(|turns| {
            let turn =
                graph::turn_at(turns, step.get()).checked_sub(1).and_then(|at| turns.get(at));
            turn.map(|turn| (turn.number, turn.seat))
        });
        match at {
            Some((turn, seat)) => {
                let who = names.get(seat.index()).map_or("", String::as_str);
                t().turn_of_whom(turn, who).plain()
            }
            None => t().replay().to_owned(),
        }
    };
    view! {
        <section class="panel replay" id="replay" tabindex="-1" aria-label=t().replay()>
            <header><h2>{title}</h2><span class="end">{move || t().replay_position(step.get(), most).plain()}</span></header>
            <div class="replayboard">
                <crate::table::MiniBoard />
                <p class="say" role="status">{log}</p>
            </div>
            <throws::Throws told=told.clone() />
            {judged}
            <div class="acts2 pad">{trial}{what_if}<button class="btn small ghost" id="ask-books" on:click=asks>{icon("book", "")} " " {t().arb_ask()}</button></div>
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

#[component]
fn Standing(players: Vec<Player>, last: State, replay: Arc<Replay>) -> impl IntoView {
    let events: Vec<Event> = replay.events.concat();
    let places = client::standing::standing(&events, &last);
    let rows = places.into_iter().filter_map(|place| {
        let seat = place.seat;
        let player = players.get(seat.index())?;
        let monster = last.monster(seat);
        let out = place.out.map(|round| t().out_in_round(round).plain());
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
fn Keep(record: KeptGame) -> impl IntoView {
    let save = move |_| download("daikaiju.json", &record.record.to_json());
    view! {
        <section class="panel"><header><h2>{t().record()}</h2></header>
            <div class="pad rows"><button class="btn" id="record-download" on:click=save>{icon("copy", "")} " " {t().record_download()}</button></div>
        </section>
    }
}

/// A record, pasted in.
#[component]
fn Paste(
    record: RwSignal<Option<KeptGame>, LocalStorage>,
    stops: RwSignal<Option<u16>>,
) -> impl IntoView {
    let words = RwSignal::new(String::new());
    let fault = RwSignal::new(None::<String>);
    let open = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        match KeptGame::read(&words.get_untracked()) {
            Ok((found, cut)) => {
                fault.set(None);
                stops.set(cut);
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

//! The end: who won, as large as it is; what it came to; and what next.

use super::seats::{MiniCard, held};
use super::{Board, Link, Table};
use crate::lang::{rich, t};
use crate::parts::{face_quiet, icon, mark, monster_key, small_die};
use crate::route::Route;
use crate::session::local::{TRIAL, TRIED};
use client::standing::{Place, standing};
use engine::{Face, Outcome, Seat};
use leptos::prelude::*;
use review::Part;

/// The whole screen after the last die.
#[component]
pub(crate) fn EndScreen() -> impl IntoView {
    let table = Table::get();
    let found = Memo::new(move |_| table.see(|board| (board.state, board.me)));
    move || {
        let (state, me) = found.get()?;
        let places = table.events.with_untracked(|events| standing(events, &state));
        let board = Board { state, me, news: Vec::new(), undo: false, past: false, throw: None };
        let mine = me.filter(|_| !table.shared());
        let (title, line) = headline(table, &board, mine);
        let hero = state.outcome().and_then(Outcome::winner);
        Some(view! {
            <main class="endgame">
                <Poster hero title line />
                <section class="endbox panel" id="act" aria-label=t().final_standing()>
                    {mine.and_then(|me| kpis(table, &places, me))}
                    <super::watching::Called outcome=state.outcome() />
                    <NextSteps />
                    {mine.map(|_| view! { <super::tutor::Offer /> })}
                    <Places places=places.clone() state=board.state mine />
                    {mine.map(|me| cards(&board, me))}
                </section>
            </main>
        })
    }
}

/// The title and the line under it.
fn headline(table: Table, board: &Board, me: Option<Seat>) -> (String, String) {
    let rounds = t().round(board.state.round()).plain();
    let Some(outcome) = board.state.outcome() else { return (String::new(), rounds) };
    // The title says who, the line says how.
    let how = match outcome {
        Outcome::Stars(_) => t().won_by_stars().to_owned(),
        Outcome::LastStanding(_) => t().won_by_standing().to_owned(),
        Outcome::EveryoneLoses | Outcome::Draw => {
            return (super::log::outcome_words(table, board), rounds);
        }
    };
    let title = match outcome.winner() {
        Some(winner) if Some(winner) != me => t().who_wins_short(&table.name(winner)).plain(),
        _ => t().you_win_short().to_owned(),
    };
    (title, format!("{how} · {rounds}"))
}

/// The winner over the city, and dice that rain for a moment.
#[component]
fn Poster(hero: Option<Seat>, title: String, line: String) -> impl IntoView {
    let table = Table::get();
    let key = hero.map(|hero| monster_key(table.species(hero)));
    let rain = (0..14u8).map(|n| {
        let face = Face::ALL[usize::from(n) % 6];
        let left = format!("{}%", 3 + (u32::from(n) * 37) % 94);
        let delay = format!("{}ms", (u32::from(n) * 113) % 700);
        view! { <i style:left=left style:animation-delay=delay>{small_die(face, false)}</i> }
    });
    view! {
        <div class="poster" data-m=key>
            <svg viewBox="0 0 780 760" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
                <use href="#s-city-back" y="-40" width="780" height="800" />
                {key.map(|key| view! { <use class="rise victor" href=format!("#m-{key}") x="60" y="120" width="660" height="660" /> })}
                <use href="#s-city-front" y="330" width="780" height="430" />
            </svg>
            <div class="rain" aria-hidden="true">{rain.collect_view()}</div>
            <div class="ptitle"><h1 id="end-title">{title}</h1><p><span>{line}</span></p></div>
        </div>
    }
}

/// Three facts about one's own game.
fn kpis(table: Table, places: &[Place], me: Seat) -> Option<AnyView> {
    let mine = places.iter().find(|place| place.seat == me)?;
    let players = table.players.with_untracked(Vec::len);
    let best = mine.best.map(|best| {
        let words = if 0 < best.stars { t().gain_stars(best.stars) } else { t().preview_damage(best.damage, "") };
        view! { <div class="kpi"><b>{rich(words)}</b><span>{t().best_turn_in(best.round).plain()}</span></div> }
    });
    Some(view! {
        <div class="endkpis">
            <div class="kpi"><b>{t().place_of(mine.place, players).plain()}</b><span>{t().place_label()}</span></div>
            <div class="kpi"><b>{mine.damage}</b><span>{t().damage_dealt()}</span></div>
            {best}
        </div>
    }.into_any())
}

/// Again, the review, the table, home.
#[component]
fn NextSteps() -> impl IntoView {
    let table = Table::get();
    let online = table.link.get_untracked() != Link::Local;
    let mine = move || table.again.with(|again| again.as_ref().map(|again| again.mine));
    view! {
        <div class="endacts">
            {move || table.may_rematch.get().then(|| view! { <button class="btn big primary" id="again" aria-pressed=move || mine().map(|mine| mine.to_string()) on:click=move |_| table.session(|session| session.rematch())>{move || icon(if mine() == Some(true) { "check" } else { "undo" }, "")} " " {t().rematch()}</button> })}
            {what_next(table)}
            {online.then(|| view! { <button class="btn" id="to-lobby" on:click=move |_| table.at_lobby.set(true)>{icon("people", "")} " " {t().table_named(&table.title.get_untracked()).plain()}</button> })}
            <a class="btn ghost" href=Route::Home.href()>{icon("exit", "")} " " {t().leave()}</a>
            <crate::update::UpdateButton />
        </div>
        <WhoIsIn />
    }
}

/// The review of this very game; a trial has one of its own, and one that began at a puzzle leads to the next puzzle.
fn what_next(table: Table) -> AnyView {
    let trial = table.game.with_untracked(|game| game.starts_with(TRIAL));
    if trial && table.record().is_none() {
        return view! { <a class="btn gold" id="to-puzzles" href=Route::Puzzles(Some(Part::All.id().to_owned())).href()>{icon("bulb", "")} " " {t().puzzles_title()}</a> }.into_any();
    }
    let route = Route::Review(trial.then(|| TRIED.to_owned()));
    view! { <a class="btn gold" id="to-review" href=route.href()>{icon("chart", "")} " " {t().see_review()}</a> }
        .into_any()
}

/// Who is in for another game, for whom it waits, and the way to begin without them.
#[component]
fn WhoIsIn() -> impl IntoView {
    let table = Table::get();
    move || {
        let again = table.again.get().filter(|again| again.mine || !again.others.is_empty())?;
        let mut names = again.others.clone();
        if again.mine {
            names.insert(0, t().you_capital().to_owned());
        }
        let waits = (!again.missing.is_empty()).then(
            || view! { <span>{t().waits_for_people(&again.missing.join(", ")).plain()}</span> },
        );
        let start = (again.may_start && again.mine).then(|| view! { <button class="btn small" id="start-now" on:click=move |_| table.session(|session| session.start_now())>{icon("bot", "")} " " {t().start_without_them()}</button> });
        Some(view! {
            <div class="asked" role="status" id="who-is-in">
                {icon("people", "")}
                <p><b>{t().rematch_who_is_in(&names.join(", ")).plain()}</b> " " {waits}</p>
                {start}
            </div>
        })
    }
}

/// Everybody by place.
#[component]
fn Places(places: Vec<Place>, state: engine::State, mine: Option<Seat>) -> impl IntoView {
    let table = Table::get();
    let rows = places.into_iter().map(|place| {
        let (seat, species) = (place.seat, table.species(place.seat));
        let monster = *state.monster(seat);
        let hearts = if state.living().has(seat) { monster.hearts.to_string() } else { t().out().to_owned() };
        let name = if Some(seat) == mine { t().you_capital().to_owned() } else { table.name(seat) };
        let best = place.best.map(|best| {
            let words = if 0 < best.stars { t().gain_stars(best.stars) } else { t().preview_damage(best.damage, "") };
            view! { {rich(words)} " " <small>{t().round(best.round).plain()}</small> }
        });
        view! {
            <tr class:me=Some(seat) == mine>
                <td class="n">{place.place}</td>
                <th scope="row"><span class="whocell">{face_quiet(species)} {mark(species)} <b>{name}</b></span></th>
                <td class="r">{icon("star", "c-star")} " " {monster.stars}</td>
                <td class="r">{icon("heart", "c-heart")} " " {hearts}</td>
                <td class="r">{icon("claw", "c-claw")} " " {place.damage}</td>
                <td class="r b">{best}</td>
            </tr>
        }
    });
    view! {
        <table class="places">
            <thead class="vh"><tr><th scope="col">{t().place_label()}</th><th scope="col">{t().choose_monster()}</th><th scope="col">{t().stars_label()}</th><th scope="col">{t().hearts_label()}</th><th scope="col">{t().damage_dealt()}</th><th scope="col">{t().best_turn()}</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}

/// The keep cards that one ended with.
fn cards(board: &Board, me: Seat) -> AnyView {
    let cards = held(&board.state, me);
    if cards.is_empty() {
        return ().into_any();
    }
    let list = cards.into_iter().map(|card| view! { <MiniCard card /> });
    view! { <div class="cardsline"><span class="muted">{t().your_keep_cards()}</span>{list.collect_view()}</div> }.into_any()
}

//! Stay in Tokyo or leave it: the question, the facts, and what each answer causes.

use super::Table;
use crate::lang::{rich, t};
use crate::parts::{face_quiet, icon, mark, monster_key};
use crate::prefs::Settings;
use engine::facts::YieldFacts;
use engine::{Answer, Ask, Question, Seat, Spot};
use leptos::prelude::*;

/// With this many hearts one stays without being asked, once that is switched on.
const USUAL_STAY: u8 = 6;

/// Yield after an attack, or flee before the damage.
#[component]
pub(crate) fn YieldPrompt(ask: Ask) -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    let seat = ask.seat;
    let seen = move || {
        table.see(|board| {
            let state = &board.state;
            Facts {
                spot: state.spot(seat).unwrap_or(Spot::City),
                hearts: state.monster(seat).hearts,
                coming: if ask.question == Question::Flee {
                    super::moves::incoming(state, seat)
                } else {
                    table.events.with_untracked(|events| client::happened::dealt(events, seat))
                },
            }
        })
    };
    let caused = move |answer: Answer| {
        table
            .see(|board| {
                let winner = client::yielding::winner_after(&board.state, answer);
                board.state.yield_facts(answer).map(|facts| told(table, &facts, winner))
            })
            .flatten()
    };
    let title = move || {
        seen().map(|facts| {
            if facts.spot == Spot::Bay { t().yield_title_bay() } else { t().yield_title_city() }
        })
    };
    let lead = move || {
        seen().map(|facts| {
            if ask.question == Question::Flee {
                rich(t().yield_fact_before(facts.coming))
            } else {
                rich(t().yield_fact(facts.coming, facts.hearts))
            }
        })
    };
    let alive = super::coaching::alive(table);
    let live = move |answer: usize| {
        alive.map(|alive| view! { <li class="alive">{icon("shield", "")}<span>{move || super::coaching::alive_words(alive.get().map(|both| both[answer]))}</span></li> })
    };
    let stay_from = move || settings.watch(|p| p.stay_from);
    let counting = Memo::new(move |_| stay_from() != 0);
    // Where several people share the screen, the question says whose it is.
    let whose = table.shared().then(|| {
        view! { <span class="whose">{mark(table.species(seat))} " " {table.name(seat)} ": "</span> }
    });
    let colour = table.shared().then(|| monster_key(table.species(seat)));
    view! {
        <section class="tray panel prompt" id="act" role="alertdialog" aria-labelledby="prompt-title" aria-describedby="prompt-lead" data-m=colour>
            <div class="asktitle"><h2 id="prompt-title">{whose}{title}</h2>{super::log::why_now(table)}</div>
            <p class="lead" id="prompt-lead">{lead}</p>
            <div class="choice">
                <button class="opt go" id="yield" on:click=move |_| table.answer(Answer::Yes)>
                    <span class="h">{icon("exit", "")} " " {t().yield_now()} <kbd class="key">"Y"</kbd></span>
                    <ul>{live(0)}{move || caused(Answer::Yes)}</ul>
                </button>
                <button class="opt stay" id="stay" on:click=move |_| table.answer(Answer::Pass)>
                    <span class="h">{icon("tower", "")} " " {t().stay()} <kbd class="key">"S"</kbd></span>
                    <ul>{live(1)}{move || caused(Answer::Pass)}</ul>
                </button>
            </div>
            <div class="foot">
                <label class="inline">
                    <input class="switch" type="checkbox" prop:checked=move || stay_from() != 0 on:change=move |event| {
                        let on = event_target_checked(&event);
                        settings.change(|p| p.stay_from = if on { USUAL_STAY } else { 0 });
                    } />
                    {t().auto_next_time_stay()}
                </label>
                {move || (!counting.get()).then(|| view! { <b>{USUAL_STAY} " " {icon("heart", "c-heart")}</b> })}
                {move || counting.get().then(|| view! {
                    <span class="stepper" role="group" aria-label=t().auto_next_time_stay()>
                        <button type="button" aria-label=t().fewer() on:click=move |_| settings.change(|p| p.stay_from = p.stay_from.saturating_sub(1).max(1))>"−"</button>
                        <b>{stay_from} {icon("heart", "c-heart")}</b>
                        <button type="button" aria-label=t().more() on:click=move |_| settings.change(|p| p.stay_from = (p.stay_from + 1).min(engine::Setup::HEARTS_MAX))>"+"</button>
                    </span>
                })}
                {move || table.see(|board| board.answers().len() == 1).unwrap_or(false).then(|| view! { <span class="end">{t().only_answer()}</span> })}
                {move || table.deadline.get().map(|_| view! { <span class="only-desk end">{t().no_answer_stay()}</span> })}
            </div>
        </section>
    }
}

/// What the question is about, in numbers.
struct Facts {
    spot: Spot,
    hearts: u8,
    coming: u8,
}

/// What an answer causes, as the engine has it: who can still hit, who moves where and may win by it, stars, healing.
fn told(table: Table, facts: &YieldFacts, winner: Option<Seat>) -> AnyView {
    let hitters = if facts.hitters.is_empty() {
        view! { <li class="safe">{icon("shield", "")}<span>{t().fact_hit_by_nobody()}</span></li> }
            .into_any()
    } else {
        let names = facts.hitters.iter().map(|seat| {
            view! { <span class="mini">{face_quiet(table.species(*seat))} {table.name(*seat)}</span> " " }
        });
        view! { <li class="hitters">{icon("claw", "c-claw")}<span>{t().fact_hit_by()} " " {names.collect_view()}</span></li> }
            .into_any()
    };
    let moves = facts.moves.iter().map(|one| {
        let (name, (before, after)) = (table.name(one.seat), one.stars);
        let words = if before == after {
            t().log_moved_to_city(&name)
        } else if winner == Some(one.seat) {
            t().yield_moves_in_wins(&name, before, after)
        } else {
            t().yield_moves_in(&name, before, after)
        };
        view! { <li>{icon("arrow", "")}<span>{mark(table.species(one.seat))} " " {rich(words)}</span></li> }
    });
    let (now, then) = facts.stars;
    let bonus = (now < then).then(|| view! { <li>{icon("star", "c-star")}<span>{rich(t().stay_stars(then - now, now, then))}</span></li> });
    let loses = (0 < facts.loses).then(|| view! { <li>{icon("heart", "c-heart")}<span>{rich(t().lose_hearts(facts.loses))}</span></li> });
    let healing = if facts.inside { t().stay_no_healing() } else { t().yield_heal_again() };
    view! {
        {loses}{hitters}{moves.collect_view()}{bonus}
        <li>{icon("heart", "c-heart")}<span>{healing}</span></li>
    }
    .into_any()
}

//! Stay in Tokyo or leave it: the question, the facts, and what each answer causes.

use super::Table;
use crate::lang::{rich, t};
use crate::parts::{icon, mark, monster_key};
use crate::prefs::Settings;
use engine::{Answer, Ask, Question, Seat, Spot};
use leptos::prelude::*;

/// With so many hearts one stays without being asked, once that is switched on.
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
            let attacker = state.turn().seat;
            let me = state.monster(seat);
            let outside = state
                .living()
                .iter()
                .filter(|other| !state.in_tokyo(*other) && *other != attacker)
                .count();
            let others: Vec<Seat> = state
                .living()
                .iter()
                .filter(|other| *other != seat && state.in_tokyo(*other))
                .collect();
            Facts {
                attacker,
                spot: state.spot(seat).unwrap_or(Spot::City),
                hearts: me.hearts,
                stars: me.stars,
                attacker_stars: state.monster(attacker).stars,
                coming: if ask.question == Question::Flee {
                    super::moves::incoming(state, seat)
                } else {
                    table.events.with_untracked(|events| super::facts::dealt(events, seat))
                },
                outside: outside + usize::from(attacker != seat && !state.in_tokyo(attacker)),
                others,
            }
        })
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
    let stay_from = move || settings.watch(|p| p.stay_from);
    let counting = Memo::new(move |_| stay_from() != 0);
    // Where several people share the screen, the question says whose it is.
    let whose = table.shared().then(|| {
        view! { <span class="whose">{mark(table.species(seat))} " " {table.name(seat)} ": "</span> }
    });
    let colour = table.shared().then(|| monster_key(table.species(seat)));
    view! {
        <section class="tray panel prompt" id="act" role="alertdialog" aria-labelledby="prompt-title" aria-describedby="prompt-lead" data-m=colour>
            <h2 id="prompt-title">{whose}{title}</h2>
            <p class="lead" id="prompt-lead">{lead}</p>
            <div class="choice">
                <button class="opt go" id="yield" on:click=move |_| table.answer(Answer::Yes)>
                    <span class="h">{icon("exit", "")} " " {t().yield_now()} <kbd class="key">"Y"</kbd></span>
                    <ul>{move || seen().map(|facts| facts.if_leaving(table))}</ul>
                </button>
                <button class="opt stay" id="stay" on:click=move |_| table.answer(Answer::Pass)>
                    <span class="h">{icon("tower", "")} " " {t().stay()} <kbd class="key">"S"</kbd></span>
                    <ul>{move || seen().map(|facts| facts.if_staying())}</ul>
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
                        <button type="button" aria-label=t().more() on:click=move |_| settings.change(|p| p.stay_from = (p.stay_from + 1).min(12))>"+"</button>
                    </span>
                })}
                {move || table.see(|board| board.answers().len() == 1).unwrap_or(false).then(|| view! { <span class="end">{t().only_answer()}</span> })}
                {move || table.deadline.get().map(|_| view! { <span class="only-desk end">{t().no_answer_stay()}</span> })}
            </div>
        </section>
    }
}

/// What the answers cause, in numbers.
struct Facts {
    attacker: Seat,
    spot: Spot,
    hearts: u8,
    stars: u8,
    attacker_stars: u8,
    coming: u8,
    outside: usize,
    others: Vec<Seat>,
}

impl Facts {
    fn if_leaving(&self, table: Table) -> AnyView {
        let attacker = table.name(self.attacker);
        let mut hitters = vec![attacker.clone()];
        hitters.extend(self.others.iter().map(|seat| table.name(*seat)));
        view! {
            <li>{icon("arrow", "")}<span>{mark(table.species(self.attacker))} " " {rich(t().yield_moves_in(&attacker, self.attacker_stars, self.attacker_stars.saturating_add(1).min(20)))}</span></li>
            <li>{icon("heart", "c-heart")}<span>{t().yield_heal_again()}</span></li>
            <li>{icon("shield", "")}<span>{rich(t().yield_who_hits(&hitters.join(", ")))}</span></li>
        }
        .into_any()
    }

    fn if_staying(&self) -> AnyView {
        view! {
            <li>{icon("star", "c-star")}<span>{rich(t().stay_stars(2, self.stars, self.stars.saturating_add(2).min(20)))}</span></li>
            <li>{icon("claw", "c-claw")}<span>{rich(t().stay_rivals(self.outside))}</span></li>
            <li>{icon("heart", "c-heart")}<span>{t().stay_no_healing()}</span></li>
        }
        .into_any()
    }
}

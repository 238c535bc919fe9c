//! Playing it on: what any book waits for next, once, with the books that do; one choice is taken by all of them.

use super::arbiter::{Asking, Pane};
use super::columns::{SoFar, badges};
use super::editor::name_of;
use super::pick::{PickButton, TurningDice};
use crate::lang::{rich, t};
use crate::parts::{die_key, icon};
use crate::words::face_word;
use client::ask as words;
use engine::{Answer, Ask, Card, Dice, DiceSet, Face, Kind, Need, Seat, State};
use leptos::prelude::*;
use scenario::ask::{Move, Verdict};
use texts::Scene;

#[component]
pub(super) fn Moves() -> impl IntoView {
    let asking = Asking::get();
    let waits = move || {
        asking.heard.with(|(_, verdict)| {
            verdict
                .waits()
                .into_iter()
                .map(|(need, columns)| view! { <li class="panel wait"><div class="pad rows">{wait(asking, verdict, need, &columns)}</div></li> })
                .collect_view()
        })
    };
    let done = move || {
        asking.heard.with(|(dispute, verdict)| {
            (1..verdict.rows())
                .map(|row| view! { <li>{rich(words::step(t(), dispute, verdict, row))}</li> })
                .collect_view()
        })
    };
    let any = Memo::new(move |_| asking.heard.with(|(dispute, _)| !dispute.moves.is_empty()));
    view! {
        <div class="agrid">
            <section class="amons" aria-labelledby="next">
                <div class="sechead"><h2 id="next">{t().arb_next()}</h2></div>
                <ul class="waits">{waits}</ul>
            </section>
            {move || any.get().then(|| view! {
                <section class="panel amoment" aria-label=t().arb_moves()>
                    <header><h2>{t().arb_moves()}</h2></header>
                    <div class="pad rows">
                        <ol class="done" id="done">{done}</ol>
                        <button class="btn small" id="step-back" on:click=move |_| asking.step_back()>{icon("undo", "")} " " {t().arb_step_back()}</button>
                    </div>
                </section>
            })}
            <section class="panel aans" aria-label=t().arb_answers()>
                <div class="pad rows">
                    <SoFar />
                    <button class="btn primary wide" id="to-answers" on:click=move |_| asking.go_to(Pane::Answers)>{icon("book", "")} " " {t().arb_answers()}</button>
                </div>
            </section>
        </div>
    }
}

/// What some books wait for, and what can be done about it.
fn wait(asking: Asking, verdict: &Verdict, need: Need, columns: &[usize]) -> AnyView {
    let Some(state) = columns.first().and_then(|column| verdict.columns[*column].state()) else {
        return ().into_any();
    };
    let state = *state;
    let names = asking.heard.with_untracked(|(dispute, _)| words::names(dispute));
    let heading = view! { <p class="who">{badges(verdict, columns)} {words::waits(t(), &state, &names).map(rich)}</p> };
    let choice = match need {
        Need::Answer(ask) => {
            let mut all: Vec<(Answer, State)> = Vec::new();
            for column in columns {
                let Some(state) = verdict.columns[*column].state() else { continue };
                for answer in state.answers().iter() {
                    if !all.iter().any(|(other, _)| *other == answer) {
                        all.push((answer, *state));
                    }
                }
            }
            view! { <AnswerButtons ask all /> }.into_any()
        }
        Need::Roll { seat, count } => view! { <Throw seat count /> }.into_any(),
        Need::Reveal(_) => {
            let cards = Callback::new(move |()| state.deck().iter().collect::<Vec<Card>>());
            let choose = Callback::new(move |card| asking.play(Move::reveal(card)));
            // A card that only lies there, where it does not matter which one comes.
            let plain = state.deck().iter().find(|card| card.kind() == Kind::Discard);
            let any = plain.or_else(|| state.deck().iter().next()).map(|card| {
                view! { <button type="button" class="btn small" id="any-card" on:click=move |_| asking.play(Move::reveal(card))>{t().arb_any_card()}</button> }
            });
            view! { <div class="cds">{any}<PickButton words=t().arb_turn_up() id="turn-up" cards rules=*state.rules() choose /></div> }.into_any()
        }
        Need::Starter => Seat::ALL
            .into_iter()
            .take(state.players())
            .map(|seat| view! { <button class="btn small" on:click=move |_| asking.play(Move::starts(seat))>{name_of(asking, seat)}</button> })
            .collect_view()
            .into_any(),
        Need::Over(_) => view! { <p class="muted">{t().arb_over()}</p> }.into_any(),
    };
    view! { {heading} {choice} }.into_any()
}

/// The answers to a question. Dice to be thrown again are marked in the row; everything else is a button.
#[component]
fn AnswerButtons(ask: Ask, all: Vec<(Answer, State)>) -> impl IntoView {
    let asking = Asking::get();
    let names = asking.heard.with_untracked(|(dispute, _)| words::names(dispute));
    let reroll = all.iter().find(|(answer, _)| matches!(answer, Answer::Reroll(_))).copied();
    let buttons = all.iter().filter(|(answer, _)| !matches!(answer, Answer::Reroll(_))).map(|(answer, state)| {
        let scene = Scene { rules: state.rules(), names: &names };
        let said = t().answer(&ask, answer, state, &scene);
        let one = Move::answer(&ask, *answer, state);
        view! { <button class="btn small answer" on:click=move |_| asking.play(one.clone())>{rich(said)}</button> }
    });
    view! {
        {reroll.map(|(_, state)| view! { <Reroll ask state /> })}
        <div class="cds">{buttons.collect_view()}</div>
    }
}

/// Marking dice that are thrown again.
#[component]
fn Reroll(ask: Ask, state: State) -> impl IntoView {
    let asking = Asking::get();
    let marked = RwSignal::new(DiceSet::NONE);
    let dice = state.turn().dice;
    let row = dice.iter().enumerate().map(|(place, face)| {
        let on = move || marked.get().has(place);
        let toggle = move |_| marked.update(|set| *set = DiceSet::from_bits(set.bits() ^ (1 << place)));
        view! {
            <button type="button" class="adie" class:marked=on aria-pressed=move || on().to_string() aria-label=face_word(face) on:click=toggle>
                <svg viewBox="0 0 100 100" aria-hidden="true"><use href=format!("#die-{}", die_key(face)) /></svg>
            </button>
        }
    });
    let go = move |_| {
        let set = marked.get_untracked();
        if !set.is_empty() {
            asking.play(Move::answer(&ask, Answer::Reroll(set), &state));
        }
    };
    view! {
        <div class="adice">{row.collect_view()}</div>
        <button class="btn small" id="throw-again" aria-disabled=move || marked.get().is_empty().to_string() on:click=go>{icon("dice", "")} " " {t().arb_throw_again()}</button>
    }
}

/// The dice that somebody throws.
#[component]
fn Throw(seat: Seat, count: u8) -> impl IntoView {
    let asking = Asking::get();
    let start = [Face::Claw, Face::Claw, Face::Claw, Face::One, Face::Two, Face::Three];
    let faces: Vec<Face> = start.into_iter().cycle().take(usize::from(count)).collect();
    let dice = RwSignal::new(faces);
    let set = Callback::new(move |(place, face): (usize, Face)| {
        dice.update(|dice| {
            if let Some(die) = dice.get_mut(place) {
                *die = face;
            }
        });
    });
    let go = move |_| {
        if let Some(dice) = dice.with_untracked(|dice| Dice::of(dice)) {
            asking.play(Move::roll(seat, dice));
        }
    };
    view! {
        <TurningDice dice set />
        <button class="btn small gold" id="throw" on:click=go>{icon("dice", "")} " " {t().arb_throw()}</button>
    }
}

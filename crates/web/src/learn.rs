//! Learn in three minutes: six lessons, each with a small board and dice to turn; the engine says what they would do.

use crate::app::TopBar;
use crate::lang::{rich, t};
use crate::parts::{die_key, face_quiet, icon};
use crate::route::Route;
use client::lesson::{LESSONS, Lesson};
use engine::{Seat, Species};
use leptos::prelude::*;

/// You, and the rival of all lessons.
const MONSTERS: [Species; 2] = [Species::Gigazaur, Species::TheKing];

#[component]
pub(crate) fn Learn() -> impl IntoView {
    let step = RwSignal::new(0usize);
    view! {
        <TopBar title=t().learn_in_3_minutes() />
        <main class="wrap page learn">
            <h1>{t().learn_in_3_minutes()}</h1>
            {move || {
                let n = step.get();
                let (title, text) = crate::table::lesson(n);
                let lesson = RwSignal::new(Lesson::new(n));
                view! {
                    <section class="panel lesson" id=format!("lesson-{}", n + 1)>
                        <span class="step">{t().coach_step(n + 1, LESSONS).plain()}</span>
                        <h2>{title}</h2>
                        <p>{text}</p>
                        <Board lesson />
                        <TryDice lesson />
                        <div class="acts2">
                            <button class="btn" aria-disabled=(n == 0).to_string() on:click=move |_| step.update(|n| *n = n.saturating_sub(1))>{t().back()}</button>
                            {if n + 1 < LESSONS {
                                view! { <button class="btn gold" id="learn-next" on:click=move |_| step.update(|n| *n += 1)>{t().next()}</button> }.into_any()
                            } else {
                                view! { <a class="btn primary" id="learn-play" href=Route::Solo.href()>{icon("play", "")} " " {t().learn_ready()}</a> }.into_any()
                            }}
                        </div>
                    </section>
                }
            }}
        </main>
    }
}

/// Who stands where, with their numbers; the two can swap places.
#[component]
fn Board(lesson: RwSignal<Lesson>) -> impl IntoView {
    let seats = move || {
        let state = lesson.with(Lesson::state);
        [Seat::A, Seat::B]
            .map(|seat| {
                let monster = state.monster(seat);
                let species = MONSTERS[seat.index()];
                let name = if seat == Seat::A { t().you_capital().to_owned() } else { crate::words::monster(species) };
                view! {
                    <li class="rowi" data-m=crate::parts::monster_key(species)>
                        {face_quiet(species)}
                        <span class="grow"><b>{name}</b>{crate::table::stats(monster.hearts, state.hearts_max(seat), monster.stars, monster.energy)}</span>
                        {state.in_tokyo(seat).then(|| view! { <span class="chip solid" data-m=crate::parts::monster_key(species)>{icon("tower", "")} {t().tokyo()}</span> })}
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <ul class="lessonboard">{seats}</ul>
        <p><button class="btn small ghost" id="learn-swap" on:click=move |_| lesson.update(Lesson::swap)>{icon("tower", "")} " " {t().learn_swap()}</button></p>
    }
}

/// Dice to turn with a tap, and what they come to.
#[component]
fn TryDice(lesson: RwSignal<Lesson>) -> impl IntoView {
    let count = lesson.with_untracked(|lesson| lesson.dice().len());
    let outcome = move || lesson.with(outcome);
    view! {
        <p class="muted">{t().learn_try()}</p>
        <div class="trydice">
            {(0..count)
                .map(|n| {
                    let face = move || lesson.with(|lesson| lesson.dice()[n]);
                    view! {
                        <button
                            class="facebtn"
                            aria-label=move || t().choose_die(n + 1, &crate::words::face_word(face())).plain()
                            on:click=move |_| lesson.update(|lesson| lesson.turn(n))
                        >
                            <svg viewBox="0 0 100 100" aria-hidden="true"><use href=move || format!("#die-{}", die_key(face())) /></svg>
                        </button>
                    }
                })
                .collect_view()}
        </div>
        <output class="outcome" id="learn-outcome"><span class="lbl">{t().if_you_stop_now()}</span> {outcome}</output>
    }
}

/// What the engine says about the dice, as chips.
fn outcome(lesson: &Lesson) -> AnyView {
    let preview = lesson.preview();
    let rival = crate::words::monster(MONSTERS[1]);
    let mut chips = Vec::new();
    if 0 < preview.damage[1] {
        chips.push(t().preview_damage(preview.damage[1], &rival));
    }
    if 0 < preview.stars {
        chips.push(t().gain_stars(preview.stars));
    }
    if engine::STARS_MAX <= lesson.stars_then() {
        chips.push(t().learn_you_win(lesson.stars_then().min(engine::STARS_MAX)));
    }
    if 0 < preview.energy {
        chips.push(t().gain_energy(preview.energy));
    }
    if 0 < preview.healing {
        chips.push(t().gain_hearts(preview.healing));
    }
    if preview.enters.is_some() {
        chips.push(t().preview_enter());
    } else if preview.enters_if_yielded.is_some() {
        chips.push(t().learn_if_yields(&rival));
    }
    let mut views: Vec<AnyView> = chips
        .into_iter()
        .map(|chip| view! { <span class="chip">{rich(chip)}</span> }.into_any())
        .collect();
    if 0 < preview.hearts_wasted {
        let inside = lesson.state().in_tokyo(Seat::A);
        let why = if inside { t().preview_hearts_useless() } else { t().hearts_full() };
        views.push(view! { <span class="chip"><s>{rich(t().gain_hearts(preview.hearts_wasted))}</s> " " {why}</span> }.into_any());
    }
    if views.is_empty() {
        views.push(view! { <span class="chip">{t().preview_nothing()}</span> }.into_any());
    }
    views.into_any()
}

//! Learn in three minutes: six lessons with dice one can touch.

use crate::app::TopBar;
use crate::lang::t;
use crate::parts::{die_key, figure, icon};
use crate::route::Route;
use engine::{Face, Species};
use leptos::prelude::*;

#[component]
pub(crate) fn Learn() -> impl IntoView {
    let step = RwSignal::new(0usize);
    let figures = [
        Species::Gigazaur,
        Species::TheKing,
        Species::MekaDragon,
        Species::Alienoid,
        Species::CyberKitty,
        Species::SpacePenguin,
    ];
    view! {
        <TopBar title=t().learn_in_3_minutes() />
        <main class="wrap page learn">
            <h1>{t().learn_in_3_minutes()}</h1>
            {move || {
                let n = step.get();
                let (title, text, dice) = crate::table::lesson(n);
                let dice = RwSignal::new(dice.to_vec());
                view! {
                    <section class="panel lesson" aria-live="polite">
                        {figure(figures[n], 160)}
                        <div class="rows">
                            <span class="step">{t().coach_step(n + 1, 6).plain()}</span>
                            <h2>{title}</h2>
                            <p>{text}</p>
                            <TryDice dice />
                            <div class="acts2">
                                <button class="btn" aria-disabled=(n == 0).to_string() on:click=move |_| step.update(|n| *n = n.saturating_sub(1))>{t().back()}</button>
                                {if n < 5 {
                                    view! { <button class="btn gold" id="learn-next" on:click=move |_| step.update(|n| *n += 1)>{t().next()}</button> }.into_any()
                                } else {
                                    view! { <a class="btn primary" id="learn-play" href=Route::Solo.href()>{icon("play", "")} " " {t().learn_ready()}</a> }.into_any()
                                }}
                            </div>
                        </div>
                    </section>
                }
            }}
        </main>
    }
}

/// A few dice to turn with a tap, and what they come to.
#[component]
fn TryDice(dice: RwSignal<Vec<Face>>) -> impl IntoView {
    let count = dice.with_untracked(Vec::len);
    let outcome = move || {
        dice.with(|dice| {
            let mut text = Vec::new();
            let mut counts = [0u8; 6];
            for face in dice {
                counts[*face as usize] += 1;
            }
            let stars: u8 =
                (0..3).filter(|n| 3 <= counts[*n]).map(|n| n as u8 + counts[n] - 2).sum();
            if 0 < stars {
                text.push(t().gain_stars(stars).symbols());
            }
            if 0 < counts[Face::Energy as usize] {
                text.push(t().gain_energy(counts[Face::Energy as usize]).symbols());
            }
            if 0 < counts[Face::Heart as usize] {
                text.push(t().gain_hearts(counts[Face::Heart as usize]).symbols());
            }
            if text.is_empty() { t().preview_nothing().to_owned() } else { text.join("  ") }
        })
    };
    view! {
        <p class="muted">{t().learn_try()}</p>
        <div class="trydice">
            {(0..count)
                .map(|n| {
                    let face = move || dice.with(|dice| dice[n]);
                    view! {
                        <button
                            class="facebtn"
                            aria-label=move || t().choose_die(n + 1, &crate::words::face_word(face())).plain()
                            on:click=move |_| dice.update(|dice| dice[n] = Face::ALL[(dice[n] as usize + 1) % 6])
                        >
                            <svg viewBox="0 0 100 100" aria-hidden="true"><use href=move || format!("#die-{}", die_key(face())) /></svg>
                        </button>
                    }
                })
                .collect_view()}
            <output class="num">"= " {outcome}</output>
        </div>
    }
}

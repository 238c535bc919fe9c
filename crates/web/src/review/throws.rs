//! The throws of the turn that the replay shows, as they lay, and what each did to a chance.

use super::choices::Told;
use crate::lang::t;
use crate::parts::small_die;
use engine::{Answer, Dice, DiceSet, Event, Input};
use leptos::prelude::*;
use review::Chancy;
use review::What;

/// The dice after an input, all of them.
fn lay(told: &Told, input: usize) -> Dice {
    let rolled = told.replay.events[input].iter().rev().find_map(|event| match event {
        Event::Rolled { dice, .. } => Some(*dice),
        _ => None,
    });
    rolled.unwrap_or(told.replay.states[input + 1].turn().dice)
}

/// The dice that were kept of a throw, by the answer that came after it.
fn held(told: &Told, input: usize, dice: Dice) -> DiceSet {
    match told.kept.record.inputs.get(input + 1) {
        Some(Input::Answer(Answer::Reroll(again) | Answer::Free { dice: again, .. })) => {
            again.not_in(dice.all())
        }
        _ => dice.all(),
    }
}

/// One row for each throw up to the step that is shown.
#[component]
pub(super) fn Throws(told: Told) -> impl IntoView {
    let me = told.me.index();
    // Drawn anew only when a throw of it changes.
    let known = Memo::new(move |_| {
        let step = told.step.get();
        told.found.moments.with(|moments| {
            let turn = moments.get(step.saturating_sub(1)).map(|moment| moment.turn)?;
            let rows: Vec<(Dice, DiceSet, f64)> = moments[..step.min(moments.len())]
                .iter()
                .filter(|moment| moment.turn == turn && turn != 0)
                .filter(|moment| {
                    matches!(moment.what, What::Chance(Chancy::First(_) | Chancy::Again(_)))
                })
                .map(|moment| {
                    let dice = lay(&told, moment.input);
                    (dice, held(&told, moment.input, dice), moment.change[me])
                })
                .collect();
            (!rows.is_empty()).then_some(rows)
        })
    });
    move || {
        let rows = known.get()?;
        let rows = rows.into_iter().enumerate().map(|(at, (dice, keep, luck))| {
            let spoken = dice.iter().map(crate::words::face_word).collect::<Vec<_>>().join(", ");
            let all = dice.iter().enumerate().map(|(die, face)| small_die(face, keep.has(die)));
            // Rounded first: what is told as nothing has no sign.
            let points = (1000.0 * luck).round() as i64;
            let (class, sign) = match points.signum() {
                -1 => ("num neg", "−"),
                1 => ("num pos", "+"),
                _ => ("num muted", ""),
            };
            view! { <li><span class="muted">{at + 1}</span> <span class="minidice keeps" role="img" aria-label=spoken>{all.collect_view()}</span> <b class=class>{sign} {t().decimal(points.abs())}</b></li> }
        });
        Some(
            view! { <div class="throws"><p class="fine muted">{t().throws_and_luck()}</p><ol>{rows.collect_view()}</ol></div> },
        )
    }
}

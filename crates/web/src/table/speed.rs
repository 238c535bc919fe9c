//! How fast the others play, on the table itself.

use super::{Link, Table};
use crate::lang::t;
use crate::parts::icon;
use crate::prefs::{Settings, Speed};
use leptos::prelude::*;

/// Calm, normal, fast, or one step for each tap; the last only where nobody else waits.
#[component]
pub(crate) fn SpeedRow() -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    let local = table.link.get_untracked() == Link::Local;
    let speeds = [
        (Speed::Calm, t().speed_calm()),
        (Speed::Normal, t().speed_normal()),
        (Speed::Fast, t().speed_fast()),
        (Speed::Tap, t().speed_tap()),
    ];
    let choose = move |speed: Speed| {
        settings.change(|p| p.speed = Some(speed));
        if speed != Speed::Tap {
            table.session(|session| session.next());
        }
    };
    let options = speeds.into_iter().filter(|(speed, _)| local || *speed != Speed::Tap).map(|(speed, words)| {
        view! {
            <label>
                <input type="radio" name="table-speed" prop:checked=move || settings.watch(|p| p.pace()) == speed on:change=move |_| choose(speed) />
                {words}
            </label>
        }
    });
    view! {
        <div class="speedrow">
            <div class="seg" role="radiogroup" aria-label=t().speed()>{options.collect_view()}</div>
            {move || table.waits_for_tap.get().then(|| view! { <button class="btn small gold" id="next-step" on:click=move |_| table.session(|session| session.next())>{icon("play", "")} " " {t().speed_next()}</button> })}
        </div>
    }
}

//! A game that is still on: go on with it, or drop it.

use crate::lang::{rich, t};
use crate::parts::{face_quiet, icon};
use crate::route::Route;
use crate::session::local::place_of;
use crate::session::record::{Kept, Mode};
use crate::storage;
use leptos::prelude::*;

/// The strips for games that are still on.
#[component]
pub(crate) fn Rejoin() -> impl IntoView {
    let again = RwSignal::new(0u32);
    let strips = move || {
        again.track();
        [(Mode::Solo, Route::Solo), (Mode::Device, Route::DevicePlay)]
            .into_iter()
            .filter_map(|(mode, route)| {
                let kept: Kept = storage::load(place_of(mode))?;
                let state = *kept.replay().ok()?.states.last()?;
                let round = state.round();
                let monster = kept.players().get(kept.me.map_or(0, |seat| seat.index()))?.species;
                let drop = move |_| {
                    storage::forget(place_of(mode));
                    again.update(|n| *n += 1);
                };
                Some(view! {
                    <div class="rejoin panel" role="status">
                        {face_quiet(monster)}
                        <p><b>{t().game_still_on()}</b> " " {rich(t().game_still_on_solo(round))}</p>
                        <a class="btn small gold" href=route.href()>{icon("arrow", "")} " " {t().rejoin()}</a>
                        <button class="btn small ghost" on:click=drop>{t().discard_saved_game()}</button>
                    </div>
                })
            })
            .collect_view()
    };
    view! { {strips}<crate::lobby::RejoinOnline /> }
}

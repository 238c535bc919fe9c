//! Games against bots and on one device that are still on: go on with them, put one aside for a new one, or drop them.

use crate::lang::{rich, t};
use crate::parts::{face_quiet, icon};
use crate::route::{Route, go};
use crate::session::local::place_of;
use crate::session::record::{KeptGame, Mode};
use crate::storage;
use client::kept::{self, still_in};
use engine::State;
use leptos::prelude::*;

/// Where the games against bots wait that were put aside for a newer one.
const ASIDE: &str = "aside";

/// Counts up whenever the kept games change, so that what shows them can follow.
#[derive(Clone, Copy)]
pub(crate) struct KeptGames(RwSignal<u32>);

impl KeptGames {
    /// For the page that shows them.
    pub(crate) fn provide() -> KeptGames {
        let games = KeptGames(RwSignal::new(0));
        provide_context(games);
        games
    }

    fn changed(self) {
        self.0.update(|n| *n += 1);
    }

    /// The round of the game against bots that is open, if its player is still in it.
    pub(crate) fn open_round(self) -> Option<u16> {
        self.0.track();
        let (kept, state) = stands(&storage::load(place_of(Mode::Solo))?)?;
        still_in(kept.me, &state).then(|| state.round())
    }
}

/// A kept game and where it stands.
fn stands(kept: &KeptGame) -> Option<(KeptGame, State)> {
    let state = *kept.replay().ok()?.states.last()?;
    Some((kept.clone(), state))
}

/// Begins a new game against bots. One that is open is put aside, unless its player is out of it.
pub(crate) fn begin_solo() {
    clear_solo();
    go(&Route::Solo);
}

/// Makes room for another game against bots: one that is open is put aside, unless its player is out of it or it was only
/// tried from a review.
pub(crate) fn clear_solo() {
    let open: Option<KeptGame> = storage::load(place_of(Mode::Solo));
    if let Some((kept, state)) = open.as_ref().and_then(stands)
        && still_in(kept.me, &state)
        && !kept.table.starts_with(crate::session::local::TRIAL)
    {
        put_aside(kept);
    }
    storage::forget(place_of(Mode::Solo));
}

fn put_aside(game: KeptGame) {
    let mut list: Vec<KeptGame> = storage::load(ASIDE).unwrap_or_default();
    kept::put_aside(&mut list, game);
    // Refused storage costs the old game; the new one was asked for.
    let _ = storage::save(ASIDE, &list);
}

/// Goes on with a game that was put aside; the open one takes its place.
fn take_up(number: usize) {
    let mut list: Vec<KeptGame> = storage::load(ASIDE).unwrap_or_default();
    if let Some(game) = kept::take_up(&mut list, number, storage::load(place_of(Mode::Solo))) {
        let _ = storage::save(ASIDE, &list);
        let _ = storage::save(place_of(Mode::Solo), &game);
        go(&Route::Solo);
    }
}

fn drop_aside(number: usize) {
    let mut list: Vec<KeptGame> = storage::load(ASIDE).unwrap_or_default();
    if number < list.len() {
        list.remove(number);
        let _ = storage::save(ASIDE, &list);
    }
}

/// One game: whose, how far, and what can be done with it.
fn strip(
    kept: &KeptGame,
    go_on: impl Fn() + 'static,
    drop: impl Fn() + 'static,
) -> Option<AnyView> {
    let games = expect_context::<KeptGames>();
    let (kept, state) = stands(kept)?;
    let round = state.round();
    let monster = kept.players().get(kept.me.map_or(0, |seat| seat.index()))?.species;
    let dropped = move |_| {
        drop();
        games.changed();
    };
    Some(view! {
        <div class="rejoin panel" role="status">
            {face_quiet(monster)}
            <p><b>{t().game_still_on()}</b> " " {rich(t().game_still_on_solo(round))}</p>
            <button class="btn small gold rejoin-game" on:click=move |_| go_on()>{icon("arrow", "")} " " {t().rejoin()}</button>
            <button class="btn small ghost" on:click=dropped>{t().discard_saved_game()}</button>
        </div>
    }.into_any())
}

/// The strips for games that are still on.
#[component]
pub(crate) fn Rejoin() -> impl IntoView {
    let games = expect_context::<KeptGames>();
    let open = move || {
        games.0.track();
        [(Mode::Solo, Route::Solo), (Mode::Device, Route::DevicePlay)]
            .into_iter()
            .filter_map(|(mode, route)| {
                let kept: KeptGame = storage::load(place_of(mode))?;
                strip(&kept, move || go(&route), move || storage::forget(place_of(mode)))
            })
            .collect_view()
    };
    let aside = move || {
        games.0.track();
        let list: Vec<KeptGame> = storage::load(ASIDE).unwrap_or_default();
        list.iter()
            .enumerate()
            .filter_map(|(n, kept)| strip(kept, move || take_up(n), move || drop_aside(n)))
            .collect_view()
    };
    view! { {open}{aside}<crate::company::YourTables /> }
}

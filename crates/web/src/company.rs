//! The tables at a server at which this browser has a seat: what they want, wherever the player is.
//!
//! The table that is open tells by itself; the others are asked now and then. Whoever is called sees it on any page, and by a
//! notification of the system if they have asked for one and look elsewhere.

use crate::lang::t;
use crate::net::{self, Look};
use crate::parts::icon;
use crate::route::{Route, go};
use crate::{notify, sound, storage};
use client::company::{KeptSeat, KeptSeats, Wants};
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;
use web_sys::VisibilityState;

/// Where the seats are kept.
const PLACE: &str = "seats";

/// How often the other tables are asked while somebody looks at the page, and while nobody does.
const LOOKED_AT: Duration = Duration::from_secs(15);
const HIDDEN: Duration = Duration::from_secs(60);

/// A table and what is known of it.
#[derive(Clone, PartialEq, Eq)]
struct Known {
    kept: KeptSeat,
    /// Nothing while the server has not answered.
    wants: Option<Wants>,
    /// Whom the game waits for.
    waits_for: String,
}

impl Known {
    fn route(&self) -> Route {
        Route::Table(self.kept.table.clone(), self.kept.key.clone())
    }
}

/// All tables, for every page.
#[derive(Clone, Copy)]
pub(crate) struct Company {
    known: RwSignal<Vec<Known>>,
    /// Calls that the player does not want to see now: the table, and what it wanted.
    put_off: RwSignal<Vec<(String, Wants)>>,
}

fn kept() -> KeptSeats {
    storage::load(PLACE).unwrap_or_default()
}

/// Keeps a seat, or what is new about it.
pub(crate) fn keep(table: &str, key: Option<String>, game: u32) {
    let mut seats = kept();
    if seats.keep(KeptSeat { table: table.to_owned(), key, game }) {
        // Refused storage costs only the way back from the home page.
        let _ = storage::save(PLACE, &seats);
    }
}

/// The seat is no longer one's own.
pub(crate) fn forget(table: &str) {
    let mut seats = kept();
    if seats.forget(table) {
        let _ = storage::save(PLACE, &seats);
    }
}

thread_local! {
    /// The table at which the player wants another game and is not yet.
    static COMING: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Whether the player was counted in for another game at this table on the way to it. The table is told only when it is open:
/// a game that begins before has the dice without the player's part.
pub(crate) fn comes_for_another(table: &str) -> bool {
    COMING.with_borrow_mut(|coming| coming.take_if(|one| one.as_str() == table).is_some())
}

/// The table that is open in this tab.
fn open() -> Option<String> {
    match crate::route::now() {
        Route::Table(name, _) => Some(name),
        _ => None,
    }
}

impl Company {
    /// For the whole page; asks from now on.
    pub(crate) fn provide() -> Company {
        let company = Company { known: RwSignal::new(Vec::new()), put_off: RwSignal::default() };
        provide_context(company);
        // The page itself comes first.
        set_timeout(move || company.ask_again(), Duration::from_millis(50));
        company
    }

    fn ask_again(self) {
        spawn_local(async move {
            self.ask().await;
            let hidden = document().visibility_state() == VisibilityState::Hidden;
            let pause = if hidden { HIDDEN } else { LOOKED_AT };
            set_timeout(move || self.ask_again(), pause);
        });
    }

    /// Asks all tables but the one that is open.
    pub(crate) async fn ask(self) {
        let mut list = Vec::new();
        for kept in kept().0 {
            if open().as_deref() == Some(kept.table.as_str()) {
                continue;
            }
            let (wants, waits_for) = match net::look(&kept.table, kept.key.as_deref()).await {
                Look::Gone => {
                    forget(&kept.table);
                    continue;
                }
                Look::Silent => (None, String::new()),
                Look::Seen(info) => {
                    let Some(me) = info.you else {
                        forget(&kept.table);
                        continue;
                    };
                    let waits_for = info.asked.and_then(|seat| info.seats.get(seat.index()));
                    let waits_for = waits_for.map(crate::session::online::seat_name);
                    (Some(Wants::of(&info, me, kept.game)), waits_for.unwrap_or_default())
                }
            };
            list.push(Known { kept, wants, waits_for });
        }
        list.sort_by_key(|known| known.wants.as_ref().map_or(u8::MAX, Wants::order));
        self.tell(list);
    }

    /// Takes what is new, and calls for what was not called for before.
    fn tell(self, list: Vec<Known>) {
        let Some(before) = self.known.try_get_untracked() else { return };
        if before == list {
            return;
        }
        for known in list.iter().filter(|known| known.wants.as_ref().is_some_and(Wants::calls)) {
            if !before
                .iter()
                .any(|old| old.kept.table == known.kept.table && old.wants == known.wants)
            {
                notify::call_with(&words(known).0, &known.kept.table);
                sound::play("your_turn");
            }
        }
        if open().is_none() {
            notify::badge(list.iter().any(|known| known.wants == Some(Wants::YourTurn)));
        }
        self.known.set(list);
    }

    /// Asks soon, because something has changed here.
    fn soon(self) {
        spawn_local(async move { self.ask().await });
    }
}

/// What is said about a table, and the small print.
fn words(known: &Known) -> (String, String) {
    let table = &known.kept.table;
    match &known.wants {
        Some(Wants::YourTurn) => (t().your_turn_at(table).plain(), String::new()),
        Some(Wants::Rematch(names)) => {
            (t().rematch_at(table).plain(), t().rematch_who_is_in(&names.join(", ")).plain())
        }
        Some(Wants::Begun) => (t().game_begun_at(table).plain(), String::new()),
        Some(Wants::Others(_)) if known.waits_for.is_empty() => {
            (t().table_named(table).plain(), t().game_still_on().to_owned())
        }
        Some(Wants::Others(_)) => {
            (t().table_named(table).plain(), t().waits_for_people(&known.waits_for).plain())
        }
        Some(Wants::Lobby) => (t().table_named(table).plain(), t().table_not_begun().to_owned()),
        Some(Wants::Over) => (t().table_named(table).plain(), t().table_is_over().to_owned()),
        None => (t().table_named(table).plain(), t().game_still_on().to_owned()),
    }
}

/// The way to a table; whoever is asked for a rematch is in with the same press.
#[component]
fn Way(known: Known) -> impl IntoView {
    let rematch = matches!(known.wants, Some(Wants::Rematch(_)));
    let route = known.route();
    let table = known.kept.table;
    let follow = move |_| {
        if rematch {
            COMING.set(Some(table.clone()));
        }
        go(&route);
    };
    view! {
        <button class="btn small gold to-table" on:click=follow>
            {icon("arrow", "")} " " {if rematch { t().count_me_in() } else { t().to_the_table() }}
        </button>
    }
}

/// What other tables want, on every page but the home page, which lists them.
#[component]
pub(crate) fn Calls() -> impl IntoView {
    let company = expect_context::<Company>();
    let calls = move || {
        let put_off = company.put_off.get();
        let known = company.known.get().into_iter();
        let known = known.filter(|known| open().as_deref() != Some(known.kept.table.as_str()));
        let calls = known.filter(|known| {
            let wants = known.wants.clone().filter(Wants::calls);
            wants.is_some_and(|wants| !put_off.contains(&(known.kept.table.clone(), wants)))
        });
        calls
            .map(|known| {
                let (title, more) = words(&known);
                let off = (known.kept.table.clone(), known.wants.clone());
                let put_off = move |_| {
                    if let (table, Some(wants)) = off.clone() {
                        company.put_off.update(|list| list.push((table, wants)));
                    }
                };
                view! {
                    <div class="call panel">
                        {icon("people", "c-star")}
                        <p><b>{title}</b> <small>{more}</small></p>
                        <Way known />
                        <button class="btn small ghost" on:click=put_off>{t().not_now()}</button>
                    </div>
                }
            })
            .collect_view()
    };
    view! { <aside class="calls" aria-label=t().your_tables()><div role="status">{calls}</div></aside> }
}

/// All tables of the player that are still on, the ones that wait first.
#[component]
pub(crate) fn YourTables() -> impl IntoView {
    let company = expect_context::<Company>();
    company.soon();
    let rows = move || {
        let known = company.known.get().into_iter();
        let known: Vec<_> = known.filter(|known| known.wants != Some(Wants::Over)).collect();
        let rows = known.into_iter().map(|known| {
            let (title, more) = words(&known);
            let calls = known.wants.as_ref().is_some_and(Wants::calls);
            let table = known.kept.table.clone();
            let label = t().take_off_list(&table).plain();
            let drop = move |_| {
                forget(&table);
                company.known.update(|list| list.retain(|known| known.kept.table != table));
            };
            view! {
                <li class="rejoin panel" class:calling=calls>
                    {icon("people", "c-star")}
                    <p><b>{title}</b> " " <span class="muted">{more}</span></p>
                    <Way known />
                    <button class="btn small ghost" aria-label=label on:click=drop>"×"</button>
                </li>
            }
        });
        let rows: Vec<_> = rows.collect();
        (!rows.is_empty())
            .then(|| view! { <ul class="tables" aria-label=t().your_tables()>{rows}</ul> })
    };
    view! { <div id="your-tables">{rows}</div> }
}

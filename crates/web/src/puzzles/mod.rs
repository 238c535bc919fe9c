//! Puzzles: the day's, the same for everybody, and endless ones near the player's rating. Everything is on this device.

mod archive;
mod solve;

use crate::lang::{get, t};
use crate::parts::{figure, icon};
use crate::route::Route;
use crate::storage;
use archive::Archive;
use engine::Species;
use leptos::prelude::*;
use leptos::task::spawn_local;
use review::{Label, Part, Puzzle, Training, labels, of_day};
use solve::Solve;
use std::sync::Arc;

/// Where it is kept what the player has done.
const TRAINING: &str = "puzzles";

/// All puzzles, as they were fetched.
struct Book {
    text: String,
    labels: Vec<Label>,
}

impl Book {
    fn puzzle(&self, at: usize) -> Option<Puzzle> {
        serde_json::from_str(self.text.lines().nth(at)?).ok()
    }
}

/// Days since 1970 by the player's calendar.
fn today() -> u32 {
    let now = js_sys::Date::new_0();
    let midnight = js_sys::Date::utc(f64::from(now.get_full_year()), f64::from(now.get_month()));
    (midnight / 86_400_000.0) as u32 + now.get_date() - 1
}

/// What is asked for: the puzzle of a day, or endless ones.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Day(u32),
    Endless(Part),
}

fn wanted(kind: Option<&str>) -> Wanted {
    let day = kind.and_then(|kind| kind.strip_prefix("day-")?.parse().ok());
    let part = Part::ALL.into_iter().find(|part| Some(part.id()) == kind);
    match (day, part) {
        (Some(day), _) if day <= today() => Wanted::Day(day),
        (_, Some(part)) => Wanted::Endless(part),
        _ => Wanted::Day(today()),
    }
}

/// The page.
#[component]
pub(crate) fn Puzzles(kind: Option<String>) -> impl IntoView {
    let wanted = wanted(kind.as_deref());
    let book = RwSignal::new_local(None::<Option<Arc<Book>>>);
    spawn_local(async move {
        let text = get(&format!("{}/puzzles.txt", crate::assets())).await;
        let found = text.map(|text| Arc::new(Book { labels: labels(&text), text }));
        let _ = book.try_set(Some(found.filter(|book| !book.labels.is_empty())));
    });
    let training = RwSignal::new(storage::load::<Training>(TRAINING).unwrap_or_default());
    let link = |name: &'static str, to: Option<&str>, here: bool| {
        let href = Route::Puzzles(to.map(str::to_owned)).href();
        view! { <a class="chip tab" href=href aria-current=here.then_some("page")>{name}</a> }
    };
    let parts = Part::ALL.map(|part| {
        link(t().puzzle_part(part.id()), Some(part.id()), wanted == Wanted::Endless(part))
    });
    view! {
        <main class="wrap page puzzles">
            <div class="ahead">
                <h1>{icon("bulb", "")} " " {t().puzzles_title()}</h1>
                <nav class="tabs" aria-label=t().puzzles_title()>
                    {link(t().puzzle_of_the_day(), None, matches!(wanted, Wanted::Day(_)))} {parts.collect_view()}
                </nav>
            </div>
            {move || match book.get() {
                None => view! { <p class="muted" role="status">{t().part_loading()}</p> }.into_any(),
                Some(None) => view! { <p class="notice bad" role="alert">{icon("info", "")}<span>{t().arb_not_loaded()}</span></p> }.into_any(),
                Some(Some(book)) => view! { <Series book wanted training /> }.into_any(),
            }}
        </main>
    }
}

/// One puzzle after the other.
#[component]
fn Series(book: Arc<Book>, wanted: Wanted, training: RwSignal<Training>) -> impl IntoView {
    let choose = {
        let book = book.clone();
        move || match wanted {
            Wanted::Day(day) => of_day(book.labels.len(), day),
            Wanted::Endless(part) => {
                let seed = (js_sys::Math::random() * 1e9) as u64;
                training.with_untracked(|training| training.next(&book.labels, part, seed))
            }
        }
    };
    let at = RwSignal::new(choose());
    let next = Callback::new(move |()| match wanted {
        Wanted::Day(_) => crate::route::go(&Route::Puzzles(Some(Part::All.id().to_owned()))),
        Wanted::Endless(_) => at.set(choose()),
    });
    let day = match wanted {
        Wanted::Day(day) => Some(day),
        Wanted::Endless(_) => None,
    };
    let shown = {
        let book = book.clone();
        move || {
            let found =
                at.get().and_then(|at| Some((book.puzzle(at)?, book.labels.get(at)?.clone())));
            match found {
                Some((puzzle, label)) => view! { <Solve puzzle label day training next /> }.into_any(),
                None => view! { <section class="panel pad empty">{figure(Species::TheKing, 96)}<p>{t().puzzles_all_solved()}</p></section> }.into_any(),
            }
        }
    };
    let rating = move || {
        training.with(|training| {
            let [rating, spread] =
                [training.rating, 1.96 * training.spread].map(|n| t().number(n.round() as i64));
            t().puzzle_rating(&rating, &spread).plain()
        })
    };
    view! {
        <div class="review">
            <div class="rows">{shown}</div>
            <aside class="rows">
                <section class="panel"><header><h2>{t().puzzle_your_rating()}</h2></header><div class="pad"><p id="rating"><b>{rating}</b></p><p class="muted fine">{t().puzzle_rating_note()}</p></div></section>
                <Archive training />
            </aside>
        </div>
    }
}

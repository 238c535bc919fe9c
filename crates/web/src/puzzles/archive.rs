//! The month's puzzles of the day: flag for solved at once, tick for solved, cross for missed.

use super::today;
use crate::lang::t;
use crate::parts::icon;
use crate::route::Route;
use leptos::prelude::*;
use review::{Done, Training};
use wasm_bindgen::JsValue;

/// A day as the player's language writes it.
pub(super) fn day_words(day: u32) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(f64::from(day) * 86_400_000.0));
    let options = js_sys::Object::new();
    for (name, value) in [("day", "numeric"), ("month", "long"), ("timeZone", "UTC")] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    date.to_locale_date_string(crate::lang::lang().tag(), &options).into()
}

/// The days of this month.
#[component]
pub(super) fn Archive(training: RwSignal<Training>) -> impl IntoView {
    let today = today();
    let date = js_sys::Date::new(&JsValue::from_f64(f64::from(today) * 86_400_000.0));
    let of_month = date.get_utc_date();
    let first = today + 1 - of_month;
    let next =
        js_sys::Date::utc(f64::from(date.get_utc_full_year()), f64::from(date.get_utc_month() + 1));
    let days = ((next / 86_400_000.0) as u32).saturating_sub(first);
    let cells = move || {
        (0..days)
            .map(|n| {
                let day = first + n;
                if today < day {
                    return view! { <li class="day"><span class="muted">{n + 1}</span></li> }
                        .into_any();
                }
                let done = training.with(|training| training.days.get(&day).copied());
                let (sign, class) = match done {
                    Some(Done::First) => (Some(icon("flag", "c-star")), "day first"),
                    Some(Done::Nudged) => (Some(icon("check", "pos")), "day solved"),
                    Some(Done::Missed) => (Some("×".into_any()), "day missed"),
                    None => (None, "day open"),
                };
                let how = t().puzzle_done(done.map_or("open", Done::id)).to_owned();
                let label = format!("{}: {how}", day_words(day));
                let href = Route::Puzzles(Some(format!("day-{day}"))).href();
                view! { <li class=class><a href=href aria-label=label>{n + 1} {sign}</a></li> }
                    .into_any()
            })
            .collect_view()
    };
    view! {
        <section class="panel"><header><h2>{t().puzzle_month()}</h2></header><ol class="pad month">{cells}</ol></section>
    }
}

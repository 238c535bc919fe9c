//! The five books: what differs between them, and the arbiter, who puts one question to all of them.
//!
//! They belong to the part of the page that is fetched when it is opened.

mod arbiter;
mod browse;
mod columns;
mod differs;
mod editor;
mod example;
mod more;
mod moves;
mod pick;
mod reading;
mod search;
mod send;
mod why;
mod wrong;

pub(crate) use why::WhyBox;

use leptos::prelude::*;

/// What stands behind `#/` in the address.
fn address() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.trim_start_matches('#').trim_start_matches('/').to_owned()
}

/// The rules, what differs, or the arbiter, as the address says.
#[component]
pub(crate) fn Books() -> impl IntoView {
    let address = address();
    let (page, rest) = address.split_once('/').unwrap_or((&address, ""));
    let rest = rest.to_owned();
    match page {
        "arbiter" => view! { <arbiter::Arbiter rest /> }.into_any(),
        "rules" => view! { <reading::Reading rest /> }.into_any(),
        _ => view! { <differs::Differs rest /> }.into_any(),
    }
}

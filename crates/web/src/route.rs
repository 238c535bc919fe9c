//! The address of the page, as the browser has it.

pub(crate) use client::route::Route;
use leptos::prelude::*;

/// The page that the address names.
pub(crate) fn now() -> Route {
    let location = window().location();
    Route::of(&location.pathname().unwrap_or_default(), &location.hash().unwrap_or_default())
}

/// Goes to a page.
pub(crate) fn go(route: &Route) {
    let _ = window().location().set_hash(&route.href());
}

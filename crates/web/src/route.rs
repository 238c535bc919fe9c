//! The address of the page, as the browser has it.

pub(crate) use client::route::Route;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// The page that the address names.
pub(crate) fn now() -> Route {
    let location = window().location();
    Route::of(&location.pathname().unwrap_or_default(), &location.hash().unwrap_or_default())
}

/// Once a table has been left, its name leaves the address too: a reload, or a link copied from there, must not lead back.
pub(crate) fn tidy() {
    let location = window().location();
    let (path, hash) =
        (location.pathname().unwrap_or_default(), location.hash().unwrap_or_default());
    let at_table = matches!(Route::of(&path, ""), Route::Table(..));
    if at_table
        && hash.starts_with("#/")
        && let Ok(history) = window().history()
    {
        let address = format!("/{hash}");
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// Goes to a page.
pub(crate) fn go(route: &Route) {
    let _ = window().location().set_hash(&route.href());
}

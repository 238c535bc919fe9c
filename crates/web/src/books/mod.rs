//! The five books: what differs between them, and the arbiter, who puts one question to all of them.
//!
//! It is a program of its own, so that nobody fetches it who does not open it. It shares the settings, the language and
//! the drawings with the page, and changes none of them.

mod arbiter;
mod browse;
mod columns;
mod differs;
mod editor;
mod moves;
mod pick;
mod send;

use crate::lang::{Lang, speak};
use crate::prefs::Settings;
use leptos::prelude::*;
use std::any::Any;
use std::cell::{Cell, RefCell};
use wasm_bindgen::JsCast;

thread_local! {
    /// What is shown now; it goes when this is let go.
    static SHOWN: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
    static OPENED: Cell<u32> = const { Cell::new(0) };
    static STYLED: Cell<bool> = const { Cell::new(false) };
}

/// Opens the part for the address that the page shows.
pub(crate) fn open(root: web_sys::HtmlElement) {
    close();
    let number = OPENED.get();
    // Leptos has its own way to start tasks only once something is mounted.
    wasm_bindgen_futures::spawn_local(async move {
        let owner = Owner::new();
        owner.set();
        let settings = Settings::load();
        let lang = settings.read(|prefs| prefs.language());
        let _ = speak(lang).await || speak(Lang::En).await;
        style();
        if number != OPENED.get() {
            return;
        }
        let shown = mount_to(root, || view! { <Books /> });
        SHOWN.set(Some(Box::new((shown, owner))));
    });
}

/// Closes what is shown.
pub(crate) fn close() {
    OPENED.set(OPENED.get() + 1);
    SHOWN.set(None);
}

/// The style sheet of this part.
fn style() {
    if STYLED.replace(true) {
        return;
    }
    let link = document().create_element("link").ok();
    if let Some(link) = link.and_then(|link| link.dyn_into::<web_sys::HtmlLinkElement>().ok()) {
        link.set_rel("stylesheet");
        link.set_href(&format!("{}/books.css", crate::assets()));
        if let Some(head) = document().head() {
            let _ = head.append_child(&link);
        }
    }
}

/// What stands behind `#/` in the address.
fn address() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.trim_start_matches('#').trim_start_matches('/').to_owned()
}

#[component]
fn Books() -> impl IntoView {
    let address = address();
    match address.strip_prefix("arbiter") {
        Some(rest) => {
            let rest = rest.trim_start_matches('/').to_owned();
            view! { <arbiter::Arbiter rest /> }.into_any()
        }
        None => view! { <differs::Differs /> }.into_any(),
    }
}

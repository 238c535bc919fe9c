//! The game in the browser: home, table, cards, rules, and what comes after the game.
//!
//! A screen is a function of what the engine shows and asks, and of a little local state. The page works out no rules:
//! what is legal, what would happen and how likely it is come from the engine.
//!
//! Two programs are made of it: the page itself, and the part with the five books, which is fetched when it is opened.

#![allow(unreachable_pub, reason = "the component macro writes pub, and a program exports nothing")]

mod app;
mod books;
mod cardface;
mod dice_seal;
mod fair_panel;
mod gallery;
mod home;
mod house;
mod lang;
mod learn;
mod lobby;
mod net;
mod notify;
mod part;
mod parts;
mod play;
mod prefs;
mod refusal;
mod resume;
mod review;
mod route;
mod rules_page;
mod runes;
mod session;
mod settings;
mod sound;
mod storage;
mod table;
mod update;
mod words;

use leptos::prelude::*;

/// Starts the page.
pub fn start() {
    tell_panics();
    wasm_bindgen_futures::spawn_local(app::start());
}

/// Opens the part with the five books in this element, for the address that the page shows.
pub fn open_books(root: web_sys::HtmlElement) {
    tell_panics();
    books::open(root);
}

/// Closes the part with the five books.
pub fn close_books() {
    books::close();
}

fn tell_panics() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&format!("{info}").into());
    }));
}

/// The folder of this version's files: `/assets/<version>`.
pub(crate) fn assets() -> String {
    document()
        .query_selector("meta[name=assets]")
        .ok()
        .flatten()
        .and_then(|meta| meta.get_attribute("content"))
        .unwrap_or_default()
}

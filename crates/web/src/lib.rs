//! The game in the browser: home, table, cards, rules, and what comes after the game.
//!
//! A screen is a function of what the engine shows and asks, and of a little local state. The page works out no rules:
//! what is legal, what would happen and how likely it is come from the engine.
//!
//! Three programs are made of it: the page itself, and two parts that are fetched when they are opened: tables at a server, and
//! the five books with what comes after a game.

#![allow(unreachable_pub, reason = "the component macro writes pub, and a program exports nothing")]

mod app;
mod books;
mod cardface;
mod company;
mod dice_seal;
mod fair_panel;
mod gallery;
mod helper;
mod history;
mod home;
mod house;
mod keep;
mod lang;
mod later;
mod learn;
mod lobby;
mod net;
mod notify;
mod part;
mod parts;
mod play;
mod prefs;
mod puzzles;
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
    wasm_bindgen_futures::spawn_local(app::start(part::table));
}

/// Starts the page with the tables at a server in it.
pub fn start_at_table() {
    tell_panics();
    wasm_bindgen_futures::spawn_local(app::start(lobby::table));
}

/// Opens the table that the address names in this element.
pub fn open_table(root: web_sys::HtmlElement) {
    tell_panics();
    later::table(root);
}

/// Opens the part that is fetched later in this element, for the address that the page shows.
pub fn open_later(root: web_sys::HtmlElement) {
    tell_panics();
    later::open(root);
}

/// Tells in this element why something happened at a table, or is asked there.
pub fn tell_why(root: web_sys::HtmlElement, asked: String) {
    tell_panics();
    later::why(root, asked);
}

/// Closes what was opened so.
pub fn close_later(what: &str) {
    later::close(what);
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

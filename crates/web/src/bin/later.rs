//! The part of the page that is fetched when it is opened: the five books with *Why?*, and what comes after a game.

use wasm_bindgen::prelude::wasm_bindgen;

/// Opens it in this element.
#[wasm_bindgen]
pub fn open(root: web_sys::HtmlElement) {
    daikaiju_web::open_later(root);
}

/// Tells in this element why something happened at a table, or is asked there.
#[wasm_bindgen]
pub fn why(root: web_sys::HtmlElement, asked: String) {
    daikaiju_web::tell_why(root, asked);
}

/// Closes what `open` or `why` has shown.
#[wasm_bindgen]
pub fn close(what: &str) {
    daikaiju_web::close_later(what);
}

fn main() {}

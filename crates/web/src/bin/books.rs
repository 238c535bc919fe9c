//! The part of the page with the five books: what differs, and the arbiter. It is fetched when it is opened.

use wasm_bindgen::prelude::wasm_bindgen;

/// Opens it in this element.
#[wasm_bindgen]
pub fn open(root: web_sys::HtmlElement) {
    daikaiju_web::open_books(root);
}

/// Closes it.
#[wasm_bindgen]
pub fn close() {
    daikaiju_web::close_books();
}

fn main() {}

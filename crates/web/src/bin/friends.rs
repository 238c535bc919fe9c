//! Tables at a server: a part of the page that is fetched when one is opened, or, for whoever comes by a link to one, the
//! whole page at once.

use wasm_bindgen::prelude::wasm_bindgen;

/// Starts the whole page.
#[wasm_bindgen]
pub fn start() {
    daikaiju_web::start_at_table();
}

/// Opens the table that the address names in this element.
#[wasm_bindgen]
pub fn open(root: web_sys::HtmlElement) {
    daikaiju_web::open_table(root);
}

/// Closes what `open` has shown.
#[wasm_bindgen]
pub fn close(_what: &str) {
    daikaiju_web::close_later("table");
}

fn main() {}

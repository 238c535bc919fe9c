//! The pages that are fetched when they are opened: the five books with what comes after a game, and tables at a server.
//!
//! They are programs of their own, so that nobody fetches them who does not open one. The programs share the settings, the
//! language, the drawings and what the browser keeps with the page.

use crate::app::Redraw;
use crate::books::{Books, WhyBox};
use crate::lang::{Lang, speak, speak_of_books};
use crate::prefs::Settings;
use crate::review::Review;
use crate::route::Route;
use leptos::prelude::*;
use std::any::Any;
use std::cell::{Cell, RefCell};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// The places in which the part draws: a page, and the answer to *Why?* over another page.
#[derive(Clone, Copy)]
enum Slot {
    Page,
    Why,
    Table,
}

type Mounted = RefCell<Option<Box<dyn Any>>>;

thread_local! {
    /// What is shown in each place; it goes when this is let go.
    static MOUNTED: [Mounted; 3] = const { [RefCell::new(None), RefCell::new(None), RefCell::new(None)] };
    static OPENED: [Cell<u32>; 3] = const { [Cell::new(0), Cell::new(0), Cell::new(0)] };
    static STYLED: Cell<bool> = const { Cell::new(false) };
}

/// Opens the page that the address names.
pub(crate) fn open(root: web_sys::HtmlElement) {
    show(Slot::Page, root, || view! { <Later /> });
}

/// Tells why something happened at a table, or is asked there.
pub(crate) fn why(root: web_sys::HtmlElement, asked: String) {
    show(Slot::Why, root, move || view! { <WhyBox asked /> });
}

/// Opens the table that the address names.
pub(crate) fn table(root: web_sys::HtmlElement) {
    let at_table = || {
        let redraw = Redraw(RwSignal::new(0));
        provide_context(redraw);
        provide_context(crate::update::Newer::listen());
        move || {
            redraw.0.track();
            crate::lobby::table(crate::route::now())
        }
    };
    show(Slot::Table, root, at_table);
}

fn show<V: IntoView + 'static>(
    slot: Slot,
    root: web_sys::HtmlElement,
    view: impl FnOnce() -> V + 'static,
) where
    V::State: 'static,
{
    let number = clear(slot);
    // Leptos has its own way to start tasks only once something is mounted.
    wasm_bindgen_futures::spawn_local(async move {
        let owner = Owner::new();
        owner.set();
        let settings = Settings::load();
        let lang = settings.language();
        let _ = speak(lang).await || speak(Lang::En).await;
        if !matches!(slot, Slot::Table) {
            let _ = speak_of_books().await;
            style().await;
        }
        if number != OPENED.with(|opened| opened[slot as usize].get()) {
            return;
        }
        let shown = mount_to(root, view);
        MOUNTED.with(|all| all[slot as usize].replace(Some(Box::new((shown, owner)))));
    });
}

/// Empties a place; what was on its way to it comes too late. Says how often it has been emptied.
fn clear(slot: Slot) -> u32 {
    MOUNTED.with(|all| drop(all[slot as usize].replace(None)));
    OPENED.with(|opened| {
        let number = opened[slot as usize].get() + 1;
        opened[slot as usize].set(number);
        number
    })
}

/// Closes what `open`, `why` or `table` has shown.
pub(crate) fn close(what: &str) {
    clear(match what {
        "why" => Slot::Why,
        "table" => Slot::Table,
        _ => Slot::Page,
    });
}

/// The style sheet of these pages, once; nothing is drawn before it is there or cannot be had.
async fn style() {
    if STYLED.replace(true) {
        return;
    }
    let link = document().create_element("link").ok();
    let link = link.and_then(|link| link.dyn_into::<web_sys::HtmlLinkElement>().ok());
    let Some((link, head)) = link.zip(document().head()) else { return };
    let loaded = js_sys::Promise::new(&mut |done, _| {
        link.set_onload(Some(&done));
        link.set_onerror(Some(&done));
    });
    link.set_rel("stylesheet");
    link.set_href(&format!("{}/later.css", crate::assets()));
    if head.append_child(&link).is_ok() {
        let _ = JsFuture::from(loaded).await;
    }
}

#[component]
fn Later() -> impl IntoView {
    match crate::route::now() {
        Route::Review(name) => view! { <Review name /> }.into_any(),
        Route::History => view! { <crate::history::MyGames /> }.into_any(),
        Route::Puzzles(kind) => view! { <crate::puzzles::Puzzles kind /> }.into_any(),
        _ => view! { <Books /> }.into_any(),
    }
}

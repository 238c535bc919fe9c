//! The player's language: which it is, how it is fetched, and how a sentence becomes a view.

use crate::parts::icon;
use leptos::prelude::*;
use std::cell::Cell;
pub(crate) use texts::Lang;
use texts::{Icon, Rich, Segment, Texts};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

thread_local! {
    static NOW: Cell<Option<&'static Texts>> = const { Cell::new(None) };
    /// The language of which the words of the five books are there, too.
    static WITH_BOOKS: Cell<Option<Lang>> = const { Cell::new(None) };
    static READ: Cell<[Option<&'static Texts>; 6]> = const { Cell::new([None; 6]) };
}

/// Everything the page says, in the player's language.
///
/// # Panics
///
/// Before the first language has been read, which is the first thing the page does.
pub(crate) fn t() -> &'static Texts {
    NOW.get().expect("a language is read before anything is drawn")
}

/// The language that the page speaks now.
pub(crate) fn lang() -> Lang {
    t().lang()
}

/// What the browser's own list of languages comes to.
pub(crate) fn browser_lang() -> Lang {
    let list = window().navigator().languages();
    let wishes: Vec<String> = list.iter().filter_map(|tag| tag.as_string()).collect();
    Lang::best(wishes.iter().map(String::as_str))
}

/// Makes the page speak a language, fetching it if need be. `false` if it cannot be had.
pub(crate) async fn speak(lang: Lang) -> bool {
    let known = READ.get()[lang as usize];
    let texts = match known {
        Some(texts) => Some(texts),
        None => fetch(lang).await,
    };
    let Some(texts) = texts else {
        return false;
    };
    // A language stays for the whole visit: there are six at most.
    let mut all = READ.get();
    all[lang as usize] = Some(texts);
    READ.set(all);
    if NOW.get().map(Texts::lang) != Some(lang) {
        WITH_BOOKS.set(None);
        NOW.set(Some(texts));
    }
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", lang.tag());
    }
    true
}

async fn fetch(lang: Lang) -> Option<&'static Texts> {
    let text = match early(lang) {
        Some(text) => text,
        None => get(&format!("{}/texts-{}.txt", crate::assets(), lang.tag())).await?,
    };
    let texts = Texts::read(&text).ok()?;
    Some(Box::leak(Box::new(texts)))
}

/// Adds the words of the five books to the language that is spoken. `false` if they cannot be had.
pub(crate) async fn speak_of_books() -> bool {
    let Some(texts) = NOW.get() else { return false };
    if WITH_BOOKS.get() == Some(texts.lang()) {
        return true;
    }
    let text = get(&format!("{}/books-{}.txt", crate::assets(), texts.lang().tag())).await;
    let Some(texts) = text.and_then(|text| texts.with_books(&text).ok()) else { return false };
    WITH_BOOKS.set(Some(texts.lang()));
    NOW.set(Some(Box::leak(Box::new(texts))));
    true
}

/// The language that the loader fetched beside the program, to save a round trip.
fn early(lang: Lang) -> Option<String> {
    let key = JsValue::from_str("daikaijuTexts");
    let text = js_sys::Reflect::get(&js_sys::global(), &key).ok()?.as_string()?;
    text.starts_with(lang.tag()).then_some(text)
}

/// The text behind an address of this server.
pub(crate) async fn get(url: &str) -> Option<String> {
    let response = JsFuture::from(window().fetch_with_str(url)).await.ok()?;
    let response: web_sys::Response = response.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    JsFuture::from(response.text().ok()?).await.ok()?.as_string()
}

/// A sentence as a view: icons are drawn, and their words are there for a screen reader.
pub(crate) fn rich(sentence: Rich) -> AnyView {
    sentence
        .segments()
        .iter()
        .map(|segment| match segment {
            Segment::Text(text) => text.clone().into_any(),
            Segment::Icon { icon, spoken } => {
                view! { {game_icon(*icon)}<span class="vh">{spoken.clone()}</span> }.into_any()
            }
            Segment::Slot { text, .. } => view! { <b>{text.clone()}</b> }.into_any(),
        })
        .collect_view()
        .into_any()
}

fn game_icon(which: Icon) -> AnyView {
    match which {
        Icon::Heart | Icon::Star | Icon::Energy | Icon::Claw => {
            icon(which.name(), &format!("c-{}", which.name()))
        }
        Icon::One => die_icon("1"),
        Icon::Two => die_icon("2"),
        Icon::Three => die_icon("3"),
        Icon::Die => icon("dice", ""),
        Icon::Smoke => icon("wave", ""),
        Icon::Mimic => icon("copy", ""),
        Icon::Poison | Icon::Shrink => icon(which.name(), ""),
    }
}

fn die_icon(face: &str) -> AnyView {
    view! { <svg class="ic die-ic" viewBox="0 0 100 100" aria-hidden="true"><use href=format!("#die-{face}") /></svg> }.into_any()
}

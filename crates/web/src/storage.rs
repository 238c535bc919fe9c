//! What the browser keeps for the player. Storage may be full or forbidden: the game then plays on and says so once, and
//! what could not be kept is remembered for this visit. Both programs of the page remember in the same place.

use js_sys::{Object, Reflect};
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::JsCast;

/// Where the page remembers what the browser would not keep.
const ASIDE: &str = "daikaijuAside";

fn store() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// Whether this browser keeps nothing at all.
pub(crate) fn is_forbidden() -> bool {
    store().is_none()
}

fn key(name: &str) -> String {
    format!("daikaiju.{name}")
}

fn aside() -> Object {
    let global = js_sys::global();
    let found = Reflect::get(&global, &ASIDE.into()).unwrap_or_default();
    found.dyn_into().unwrap_or_else(|_| {
        let fresh = Object::new();
        let _ = Reflect::set(&global, &ASIDE.into(), &fresh);
        fresh
    })
}

/// The value kept under a name.
pub(crate) fn load<T: DeserializeOwned>(name: &str) -> Option<T> {
    let key = key(name);
    let remembered = Reflect::get(&aside(), &key.as_str().into()).ok();
    let text = match remembered.and_then(|text| text.as_string()) {
        Some(text) => text,
        None => store()?.get_item(&key).ok().flatten()?,
    };
    serde_json::from_str(&text).ok()
}

/// Keeps a value under a name. `false` if the browser refused: it is then remembered for this visit.
#[must_use]
pub(crate) fn save<T: Serialize>(name: &str, value: &T) -> bool {
    let Ok(text) = serde_json::to_string(value) else {
        return false;
    };
    let key = key(name);
    let kept = store().is_some_and(|store| store.set_item(&key, &text).is_ok());
    let (aside, key) = (aside(), key.as_str().into());
    let _ = match kept {
        true => Reflect::delete_property(&aside, &key),
        false => Reflect::set(&aside, &key, &text.into()),
    };
    kept
}

/// Forgets the value kept under a name.
pub(crate) fn forget(name: &str) {
    let key = key(name);
    if let Some(store) = store() {
        let _ = store.remove_item(&key);
    }
    let _ = Reflect::delete_property(&aside(), &key.as_str().into());
}

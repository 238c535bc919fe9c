//! What the browser keeps for the player. Storage may be full or forbidden: the game then plays on and says so once.

use serde::{Serialize, de::DeserializeOwned};

fn store() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// The value kept under a name.
pub(crate) fn load<T: DeserializeOwned>(name: &str) -> Option<T> {
    let text = store()?.get_item(&format!("daikaiju.{name}")).ok().flatten()?;
    serde_json::from_str(&text).ok()
}

/// Keeps a value under a name. `false` if the browser refused.
#[must_use]
pub(crate) fn save<T: Serialize>(name: &str, value: &T) -> bool {
    let Ok(text) = serde_json::to_string(value) else {
        return false;
    };
    store().is_some_and(|store| store.set_item(&format!("daikaiju.{name}"), &text).is_ok())
}

/// Forgets the value kept under a name.
pub(crate) fn forget(name: &str) {
    if let Some(store) = store() {
        let _ = store.remove_item(&format!("daikaiju.{name}"));
    }
}

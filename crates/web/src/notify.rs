//! A call from another tab: a notification of the system and a badge, for whoever has asked for them.

use crate::lang::t;
use crate::prefs::Settings;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Notification, NotificationOptions, NotificationPermission, VisibilityState};

/// Whether this browser can call at all.
pub(crate) fn possible() -> bool {
    js_sys::Reflect::has(&js_sys::global(), &JsValue::from_str("Notification")).unwrap_or(false)
}

/// Whether the player could be asked: never asked before, and not refused in the browser.
pub(crate) fn worth_asking() -> bool {
    possible()
        && Notification::permission() == NotificationPermission::Default
        && Settings::get().read(|prefs| !prefs.notify && !prefs.notify_asked)
}

/// Asks the browser; the setting follows what it says.
pub(crate) fn ask() {
    let settings = Settings::get();
    settings.change(|prefs| prefs.notify_asked = true);
    let Ok(promise) = Notification::request_permission() else { return };
    wasm_bindgen_futures::spawn_local(async move {
        let said = wasm_bindgen_futures::JsFuture::from(promise).await.ok();
        let granted = said.and_then(|said| said.as_string()).is_some_and(|said| said == "granted");
        settings.change(|prefs| prefs.notify = granted);
    });
}

/// Calls the player to the table if nobody looks at it.
pub(crate) fn call(table: &str) {
    call_with(t().your_turn(), table);
}

/// Calls the player with these words if nobody looks at the page.
pub(crate) fn call_with(words: &str, table: &str) {
    let away = document().visibility_state() == VisibilityState::Hidden;
    if !away || !possible() || !Settings::get().read(|prefs| prefs.notify) {
        return;
    }
    let options = NotificationOptions::new();
    // A table calls once, however often it calls.
    options.set_tag(&format!("daikaiju-{table}"));
    options.set_body(table);
    options.set_icon("/icon-192.png");
    options.set_data(&JsValue::from_str(&window().location().href().unwrap_or_default()));
    let words = words.to_owned();
    wasm_bindgen_futures::spawn_local(async move {
        // Phones call only through the service worker; where there is none, the page calls itself.
        if show_by_worker(&words, &options).await.is_none() {
            let _ = Notification::new_with_options(&words, &options);
        }
    });
}

/// Calls through the service worker, which also brings the page back when the call is pressed; nothing if there is none.
async fn show_by_worker(words: &str, options: &NotificationOptions) -> Option<()> {
    let navigator = window().navigator();
    let workers = js_sys::Reflect::get(&navigator, &JsValue::from_str("serviceWorker")).ok()?;
    let workers = workers.dyn_into::<web_sys::ServiceWorkerContainer>().ok()?;
    let found = wasm_bindgen_futures::JsFuture::from(workers.get_registration()).await.ok()?;
    let show = js_sys::Reflect::get(&found, &JsValue::from_str("showNotification")).ok()?;
    let show = show.dyn_into::<js_sys::Function>().ok()?;
    let options: &JsValue = options.as_ref();
    let shown = show.call2(&found, &JsValue::from_str(words), options).ok()?;
    wasm_bindgen_futures::JsFuture::from(js_sys::Promise::from(shown)).await.ok()?;
    Some(())
}

/// Marks the app's icon while a decision waits, or takes the mark away. Browsers without badges are left alone.
pub(crate) fn badge(waits: bool) {
    let name = if waits { "setAppBadge" } else { "clearAppBadge" };
    let navigator = window().navigator();
    let found = js_sys::Reflect::get(&navigator, &JsValue::from_str(name)).ok();
    if let Some(act) = found.and_then(|act| act.dyn_into::<js_sys::Function>().ok()) {
        let _ = act.call0(&navigator);
    }
}

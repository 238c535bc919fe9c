//! A newer version of the page: said quietly, and taken when no game is on.

use crate::lang::t;
use crate::parts::icon;
use leptos::ev::Custom;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// Whether a newer version waits.
#[derive(Clone, Copy)]
pub(crate) struct Newer(RwSignal<bool>);

impl Newer {
    /// Listens to the loader.
    pub(crate) fn listen() -> Newer {
        let key = JsValue::from_str("daikaijuNewer");
        let already = js_sys::Reflect::get(&js_sys::global(), &key).is_ok_and(|it| it.is_truthy());
        let newer = Newer(RwSignal::new(already));
        let heard: Custom<web_sys::Event> = Custom::new("daikaiju-newer");
        window_event_listener(heard, move |_| newer.0.set(true));
        newer
    }
}

/// While a game is on: a word that there is something newer.
#[component]
pub(crate) fn UpdateChip() -> impl IntoView {
    let newer = use_context::<Newer>();
    move || {
        newer.is_some_and(|newer| newer.0.get()).then(|| {
            view! { <span class="chip update" role="status">{icon("info", "")} " " {t().update_ready()}</span> }
        })
    }
}

/// While no game is on: the newer version, at once.
#[component]
pub(crate) fn UpdateButton() -> impl IntoView {
    let newer = use_context::<Newer>();
    let update = move |_| {
        if let Ok(wish) = web_sys::Event::new("daikaiju-update") {
            let _ = window().dispatch_event(&wish);
        }
    };
    move || {
        newer.is_some_and(|newer| newer.0.get()).then(|| {
            view! { <button class="btn small gold" id="update" on:click=update>{icon("undo", "")} " " {t().update_now()}</button> }
        })
    }
}

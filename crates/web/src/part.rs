//! A part of the page that is a program of its own, fetched when it is opened.

use crate::app::TopBar;
use crate::lang::t;
use crate::parts::icon;
use js_sys::{Function, Promise, Reflect};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// How it goes with a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fetched {
    Waiting,
    Open,
    Failed,
}

/// The part with the five books, below the bar.
#[component]
pub(crate) fn Part(#[prop(into)] title: String) -> impl IntoView {
    let root = NodeRef::<html::Div>::new();
    let state = RwSignal::new(Fetched::Waiting);
    let part = StoredValue::new_local(None::<JsValue>);
    // Whoever has gone on meanwhile does not want it any more.
    let here = StoredValue::new(true);
    Effect::new(move |_| {
        let Some(root) = root.get() else { return };
        spawn_local(async move {
            let opened = async {
                let module = fetch("books").await?;
                if here.try_get_value() != Some(true) {
                    return Some(());
                }
                call(&module, "open", &root)?;
                part.try_set_value(Some(module));
                Some(())
            };
            let outcome = if opened.await.is_some() { Fetched::Open } else { Fetched::Failed };
            let _ = state.try_set(outcome);
        });
    });
    on_cleanup(move || {
        here.set_value(false);
        if let Some(module) = part.get_value() {
            let _ = call(&module, "close", &JsValue::UNDEFINED);
        }
    });
    view! {
        <TopBar title />
        {move || (state.get() != Fetched::Open).then(|| view! {
            <main class="wrap page"><p class="notice" role="status">{icon("book", "")}<span>{if state.get() == Fetched::Failed { t().arb_not_loaded() } else { t().arb_loading() }}</span></p></main>
        })}
        <div id="part" node_ref=root></div>
    }
}

/// The module of a part, ready to be called.
async fn fetch(name: &str) -> Option<JsValue> {
    let fetch = Reflect::get(&js_sys::global(), &"daikaijuPart".into()).ok()?;
    let fetch: Function = fetch.dyn_into().ok()?;
    let promise = fetch.call1(&JsValue::UNDEFINED, &name.into()).ok()?;
    JsFuture::from(Promise::from(promise)).await.ok()
}

fn call(module: &JsValue, name: &str, with: &JsValue) -> Option<()> {
    let function: Function = Reflect::get(module, &name.into()).ok()?.dyn_into().ok()?;
    function.call1(&JsValue::UNDEFINED, with).ok()?;
    Some(())
}

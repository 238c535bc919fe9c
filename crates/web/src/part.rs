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

/// The part that is fetched when it is opened, below the bar.
#[component]
pub(crate) fn Part(#[prop(into)] title: String) -> impl IntoView {
    view! { <TopBar title /> <Opened part="later" call="open" with=JsValue::UNDEFINED /> }
}

/// A table at a server.
pub(crate) fn table(_: crate::route::Route) -> AnyView {
    view! { <Opened part="friends" call="open" with=JsValue::UNDEFINED /> }.into_any()
}

/// *Why?*: what the five books say about a line of the log, or about what a table waits for.
#[component]
pub(crate) fn WhyPart(asked: String) -> impl IntoView {
    view! { <Opened part="later" call="why" with=JsValue::from_str(&asked) /> }
}

/// A place in which a function of the part draws.
#[component]
fn Opened(part: &'static str, call: &'static str, with: JsValue) -> impl IntoView {
    let (name, function) = (part, call);
    let with = StoredValue::new_local(with);
    let root = NodeRef::<html::Div>::new();
    let state = RwSignal::new(Fetched::Waiting);
    let part = StoredValue::new_local(None::<JsValue>);
    // Whoever has gone on meanwhile does not want it any more.
    let here = StoredValue::new(true);
    Effect::new(move |_| {
        let Some(root) = root.get() else { return };
        spawn_local(async move {
            let opened = async {
                let module = fetch(name).await?;
                if here.try_get_value() != Some(true) {
                    return Some(());
                }
                self::call(&module, function, &root, &with.try_get_value()?)?;
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
            let _ = self::call(&module, "close", &function.into(), &JsValue::UNDEFINED);
        }
    });
    view! {
        {move || (state.get() != Fetched::Open).then(|| view! {
            <div class="wrap page"><p class="notice" role="status">{icon("book", "")}<span>{if state.get() == Fetched::Failed { t().arb_not_loaded() } else { t().part_loading() }}</span></p></div>
        })}
        // A table may ask *Why?*, which is a part in a part.
        <div id=if name == "friends" { "table-part" } else { "part" } node_ref=root></div>
    }
}

/// The module of a part, ready to be called.
async fn fetch(name: &str) -> Option<JsValue> {
    let fetch = Reflect::get(&js_sys::global(), &"daikaijuPart".into()).ok()?;
    let fetch: Function = fetch.dyn_into().ok()?;
    let promise = fetch.call1(&JsValue::UNDEFINED, &name.into()).ok()?;
    JsFuture::from(Promise::from(promise)).await.ok()
}

fn call(module: &JsValue, name: &str, one: &JsValue, other: &JsValue) -> Option<()> {
    let function: Function = Reflect::get(module, &name.into()).ok()?.dyn_into().ok()?;
    function.call2(&JsValue::UNDEFINED, one, other).ok()?;
    Some(())
}

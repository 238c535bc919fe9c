//! The table's link: to copy, and as a code for a camera.

use crate::lang::t;
use crate::parts::icon;
use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// The link, buttons to copy and to share it, and its code.
#[component]
pub(crate) fn ShareBox(link: String, lead: &'static str) -> impl IntoView {
    let (size, path) = code(&link);
    let shared = link.clone();
    view! {
        <div class="share">
            <div class="qr"><svg viewBox=format!("0 0 {size} {size}") shape-rendering="crispEdges" role="img" aria-label=t().qr_label()><path d=path fill="#000" /></svg></div>
            <div class="rows">
                <p class="lead">{lead}</p>
                <div class="linkbox">
                    <input class="input" id="table-link" readonly aria-label=t().table_link() prop:value=link.clone() />
                    <CopyButton text=link words=t().copy() />
                    {share_button(move || shared.clone())}
                </div>
            </div>
        </div>
    }
}

/// Copies a text, and says so.
#[component]
pub(crate) fn CopyButton(text: String, words: &'static str) -> impl IntoView {
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let promise = window().navigator().clipboard().write_text(&text);
        spawn_local(async move {
            if JsFuture::from(promise).await.is_ok() {
                let _ = copied.try_set(true);
            }
        });
    };
    view! {
        <button class="btn small gold" on:click=copy>{icon("copy", "")} " " {move || if copied.get() { t().copied() } else { words }}</button>
    }
}

/// Hands a link to whatever the phone shares with, where the browser has that.
pub(crate) fn share_button(link: impl Fn() -> String + 'static) -> Option<AnyView> {
    let share = sheet_of_the_system()?;
    let press = move |_| offer(&share, &link());
    Some(view! { <button class="btn small gold" on:click=press>{icon("link", "")} " " {t().share()}</button> }.into_any())
}

/// What phones share links with.
fn sheet_of_the_system() -> Option<js_sys::Function> {
    let share = js_sys::Reflect::get(&window().navigator(), &"share".into()).ok()?;
    share.dyn_into().ok()
}

fn offer(share: &js_sys::Function, link: &str) {
    let what = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&what, &"url".into(), &link.into());
    if let Ok(promise) = share.call1(&window().navigator(), &what) {
        // Whoever changes their mind has refused nothing.
        spawn_local(async move { drop(JsFuture::from(js_sys::Promise::from(promise)).await) });
    }
}

/// A QR code as the size of its square and a path of its dark fields.
fn code(text: &str) -> (i32, String) {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else {
        return (1, String::new());
    };
    let mut path = String::new();
    for y in 0..code.size() {
        for x in 0..code.size() {
            if code.get_module(x, y) {
                path.push_str(&format!("M{x} {y}h1v1h-1z"));
            }
        }
    }
    (code.size(), path)
}

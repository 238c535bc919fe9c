//! The table's link: to copy, and as a code for a camera.

use crate::lang::t;
use crate::parts::icon;
use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// The link, a button to copy it, and its code.
#[component]
pub(crate) fn ShareBox(link: String) -> impl IntoView {
    let copied = RwSignal::new(false);
    let text = link.clone();
    let copy = move |_| {
        let promise = window().navigator().clipboard().write_text(&text);
        spawn_local(async move {
            if JsFuture::from(promise).await.is_ok() {
                let _ = copied.try_set(true);
            }
        });
    };
    let (size, path) = code(&link);
    view! {
        <div class="share">
            <div class="qr"><svg viewBox=format!("0 0 {size} {size}") shape-rendering="crispEdges" role="img" aria-label=t().qr_label()><path d=path fill="#000" /></svg></div>
            <div class="rows">
                <p class="lead">{t().share_lead()}</p>
                <div class="linkbox">
                    <input class="input" id="table-link" readonly aria-label=t().table_link() prop:value=link.clone() />
                    <button class="btn small gold" on:click=copy>{icon("copy", "")} " " {move || if copied.get() { t().copied() } else { t().copy() }}</button>
                </div>
            </div>
        </div>
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

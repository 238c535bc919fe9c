//! A game in an address: squeezed by the browser, written in letters that an address may have.

use js_sys::{Array, Function, Reflect, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A text as part of an address; nothing where the browser cannot squeeze.
pub(super) async fn pack(text: &str) -> Option<String> {
    let bytes = through(text.as_bytes(), "CompressionStream").await?;
    let letters: String = bytes.into_iter().map(char::from).collect();
    let coded = window().btoa(&letters).ok()?;
    Some(coded.replace('+', "-").replace('/', "_").trim_end_matches('=').to_owned())
}

/// The text of such a part; nothing if it was cut or is not one.
pub(super) async fn unpack(coded: &str) -> Option<String> {
    let letters = window().atob(&coded.replace('-', "+").replace('_', "/")).ok()?;
    let bytes: Vec<u8> =
        letters.chars().map(|one| u8::try_from(u32::from(one)).ok()).collect::<Option<_>>()?;
    String::from_utf8(through(&bytes, "DecompressionStream").await?).ok()
}

/// Bytes through one of the browser's streams.
async fn through(bytes: &[u8], stream: &str) -> Option<Vec<u8>> {
    let class = |name: &str| -> Option<Function> {
        Reflect::get(&js_sys::global(), &name.into()).ok()?.dyn_into().ok()
    };
    let call = |on: &JsValue, name: &str, with: &[&JsValue]| -> Option<JsValue> {
        let method: Function = Reflect::get(on, &name.into()).ok()?.dyn_into().ok()?;
        method.apply(on, &with.iter().copied().collect::<Array>()).ok()
    };
    let stream = Reflect::construct(&class(stream)?, &Array::of1(&"deflate-raw".into())).ok()?;
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence(&parts).ok()?;
    let piped = call(&call(&blob, "stream", &[])?, "pipeThrough", &[&stream])?;
    let response = Reflect::construct(&class("Response")?, &Array::of1(&piped)).ok()?;
    let whole = call(&response, "arrayBuffer", &[])?;
    let whole = JsFuture::from(js_sys::Promise::from(whole)).await.ok()?;
    Some(Uint8Array::new(&whole).to_vec())
}

//! A review to send: as a picture, a link that carries the game, one page, or numbers.

use super::choices::Told;
use super::{download, pack};
use crate::lang::t;
use crate::lobby::CopyButton;
use crate::parts::icon;
use leptos::prelude::*;
use leptos::task::spawn_local;
use review::Review;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// How the name of a game begins that an address carries.
pub(super) const PACKED: &str = "z.";

/// The review of what is known so far.
fn made(told: &Told) -> Review {
    let outcome = told.replay.states.last().and_then(|last| last.outcome());
    let (start, moments) = (told.found.start.get_untracked(), told.found.moments.get_untracked());
    let mut review = Review::of_moments(&told.kept.record, outcome, start, moments);
    for (player, shown) in review.players.iter_mut().zip(told.kept.players()) {
        player.name = shown.name;
        player.monster = Some(shown.species);
    }
    review
}

/// The ways to send it.
#[component]
pub(super) fn Share(told: Told) -> impl IntoView {
    let link = RwSignal::new(None::<String>);
    let done = told.found.done;
    let record = told.kept.record.clone();
    spawn_local(async move {
        let mut record = record;
        // The proof of its dice stays with the record: a link is for looking.
        record.fair = None;
        if let Some(packed) = pack::pack(&record.to_json()).await {
            let origin = window().location().origin().unwrap_or_default();
            let _ = link.try_set(Some(format!("{origin}/#/review/{PACKED}{packed}")));
        }
    });
    let told = StoredValue::new(told);
    let picture = move |_| {
        told.with_value(|told| draw(&client::review::picture::svg(t(), &made(told), told.me)))
    };
    let page = move |_| {
        told.with_value(|told| {
            let review = made(told);
            let why = |moment: usize| told.found.why_of(moment);
            let page = client::review::html::page(t(), &review, &told.kept.record, told.me, &why);
            download("daikaiju.html", &page);
        });
    };
    let json = move |_| {
        let text = told.with_value(|told| serde_json::to_string_pretty(&made(told)));
        download("daikaiju-review.json", &text.unwrap_or_default());
    };
    let csv = move |_| {
        let text = told.with_value(|told| client::review::csv::lines(&made(told)));
        download("daikaiju-review.csv", &text);
    };
    let off = move || (!done.get()).to_string();
    view! {
        <section class="panel sharing" id="share"><header><h2>{t().share_review()}</h2></header>
            <div class="pad rows">
                <div class="acts2">
                    <button class="btn small" id="share-picture" aria-disabled=off on:click=picture>{icon("copy", "")} " " {t().share_picture()}</button>
                    {move || link.get().map(|link| view! { <CopyButton text=link words=t().share_link() /> })}
                    <button class="btn small" id="share-page" aria-disabled=off on:click=page>{icon("copy", "")} " " {t().share_page()}</button>
                    <button class="btn small" id="share-json" aria-disabled=off on:click=json>"JSON"</button>
                    <button class="btn small" id="share-csv" aria-disabled=off on:click=csv>"CSV"</button>
                </div>
                {move || link.get().map(|link| view! { <input class="input" id="review-link" readonly aria-label=t().share_link() prop:value=link /> })}
                <p class="muted fine">{t().share_review_hint()}</p>
            </div>
        </section>
    }
}

/// Draws a picture and hands it to the browser as a file.
fn draw(svg: &str) {
    let Ok(image) = web_sys::HtmlImageElement::new() else { return };
    let shown = image.clone();
    let drawn = Closure::once_into_js(move || {
        let canvas = document().create_element("canvas").ok();
        let canvas = canvas.and_then(|one| one.dyn_into::<web_sys::HtmlCanvasElement>().ok());
        let Some(canvas) = canvas else { return };
        canvas.set_width(shown.natural_width());
        canvas.set_height(shown.natural_height());
        let pen = canvas.get_context("2d").ok().flatten();
        let pen = pen.and_then(|pen| pen.dyn_into::<web_sys::CanvasRenderingContext2d>().ok());
        let Some(pen) = pen else { return };
        if pen.draw_image_with_html_image_element(&shown, 0.0, 0.0).is_err() {
            return;
        }
        let link = document().create_element("a").ok();
        let link = link.and_then(|link| link.dyn_into::<web_sys::HtmlAnchorElement>().ok());
        if let (Some(link), Ok(png)) = (link, canvas.to_data_url()) {
            link.set_href(&png);
            link.set_download("daikaiju.png");
            link.click();
        }
    });
    image.set_onload(Some(drawn.unchecked_ref()));
    let text = String::from(js_sys::encode_uri_component(svg));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{text}"));
}

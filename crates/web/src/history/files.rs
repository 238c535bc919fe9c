//! All games as one file, out and in; and all of them deleted.

use super::{Deleted, History, add, delete};
use crate::keep::place;
use crate::lang::t;
use crate::parts::icon;
use crate::review::download;
use crate::storage;
use leptos::prelude::*;
use leptos::task::spawn_local;
use review::history::{Saved, export, import};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// Export, import, delete all.
#[component]
pub(super) fn Files(history: RwSignal<History>, deleted: Deleted) -> impl IntoView {
    let said = RwSignal::new(None::<Result<String, String>>);
    let save = move |_| {
        let games: Vec<Saved> = history.with_untracked(|history| {
            history.games.iter().filter_map(|past| storage::load(&place(&past.id))).collect()
        });
        download("daikaiju-games.json", &export(&games));
    };
    let open = move |event: leptos::ev::Event| {
        let input: Option<web_sys::HtmlInputElement> =
            event.target().and_then(|target| target.dyn_into().ok());
        let Some(file) = input.as_ref().and_then(|input| input.files()?.get(0)) else { return };
        spawn_local(async move {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            said.set(Some(take_in(history, &text.unwrap_or_default())));
        });
        // The same file can be opened again.
        if let Some(input) = input {
            input.set_value("");
        }
    };
    view! {
        <section class="panel form"><header><h2>{t().history_files()}</h2></header>
            <div class="pad rows">
                <div class="acts2">
                    <button class="btn" id="export-games" on:click=save>{icon("copy", "")} " " {t().history_export()}</button>
                    <label class="btn filebtn">{icon("link", "")} " " {t().history_import()}<input type="file" class="vh" id="import-games" accept=".json,application/json" on:change=open /></label>
                    <button class="btn ghost" id="delete-games" on:click=move |_| delete(history, deleted, |_| true)>{t().history_delete_all()}</button>
                </div>
                {move || said.get().map(|said| match said {
                    Ok(words) => view! { <p class="notice" role="status">{icon("check", "pos")}<span>{words}</span></p> }.into_any(),
                    Err(detail) => view! { <p class="notice bad" role="alert">{icon("info", "")}<span><b>{t().history_import_wrong()}</b> " " <small lang="en">{detail}</small></span></p> }.into_any(),
                })}
            </div>
        </section>
    }
}

/// Takes the games of a file in, and says how many were new, known and unreadable.
fn take_in(history: RwSignal<History>, text: &str) -> Result<String, String> {
    let (games, unreadable) = import(text)?;
    let (mut new, mut known, mut refused) = (0, 0, false);
    for saved in games {
        let there =
            history.with_untracked(|history| history.games.iter().any(|past| past.id == saved.id));
        if there {
            known += 1;
        } else {
            new += 1;
            refused |= !add(history, saved);
        }
    }
    let words = t().history_imported(new, known, unreadable).plain();
    Ok(if refused { format!("{words} {}", t().history_not_kept()) } else { words })
}

//! Questions that travel: a link, a text, a scenario file; and the way in.

use super::arbiter::{Asking, Pane};
use crate::lang::t;
use crate::lobby::{CopyButton, share_button};
use crate::parts::icon;
use crate::review::download;
use client::ask as words;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use scenario::ask::Dispute;
use wasm_bindgen_futures::JsFuture;

#[component]
pub(super) fn Send() -> impl IntoView {
    let asking = Asking::get();
    let link = move || {
        let location = window().location();
        let question = asking.heard.with(|(dispute, _)| dispute.to_link());
        format!("{}/#/arbiter/{question}", location.origin().unwrap_or_default())
    };
    let text = move || {
        asking.heard.with(|(dispute, _)| format!("{}\n\n{}", words::plain(t(), dispute), link()))
    };
    let save = move |_| {
        let file = asking.heard.with_untracked(|(dispute, _)| dispute.to_toml("question"));
        match file {
            Ok(file) => download("question.toml", &file),
            Err(why) => asking.trouble.set(Some(why)),
        }
    };
    view! {
        <section class="panel ashare" id="send">
            <header><h2>{t().arb_send()}</h2></header>
            <div class="pad rows">
                <div class="acts2">
                    {share_button(move || untrack(link))}
                    {move || view! { <CopyButton text=link() words=t().arb_copy_link() /> <CopyButton text=text() words=t().arb_copy_text() /> }}
                    <button class="btn small" id="save-file" on:click=save>{icon("copy", "")} " " {t().arb_save_file()}</button>
                </div>
                <input class="input" id="question-link" readonly aria-label=t().arb_copy_link() prop:value=link />
                <Open />
            </div>
        </section>
    }
}

/// Opens what somebody has sent: a link, or a scenario.
fn open(asking: Asking, text: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    let read = if text.contains("[[case]]") {
        match Dispute::read_file(text) {
            Ok(disputes) => {
                disputes.into_iter().next().map(|dispute| (dispute, None)).ok_or_default()
            }
            Err(wrong) => Err(wrong.to_string()),
        }
    } else {
        Dispute::from_link(text)
            .map(|(dispute, trouble)| (dispute, trouble.map(|trouble| trouble.to_string())))
            .map_err(|trouble| trouble.to_string())
    };
    match read {
        Ok((dispute, trouble)) => {
            asking.trouble.set(trouble);
            asking.ask(dispute);
            asking.pane.set(Pane::Answers);
        }
        Err(why) => asking.trouble.set(Some(why)),
    }
}

/// A question or nothing, as a result.
trait OrDefault<T> {
    fn ok_or_default(self) -> Result<T, String>;
}

impl<T> OrDefault<T> for Option<T> {
    fn ok_or_default(self) -> Result<T, String> {
        self.ok_or_else(String::new)
    }
}

/// The way in for a file or a pasted text.
#[component]
pub(super) fn Open() -> impl IntoView {
    let asking = Asking::get();
    let pasted = RwSignal::new(String::new());
    let input = NodeRef::<html::Input>::new();
    let chosen = move |_| {
        let file =
            input.get_untracked().and_then(|input| input.files()).and_then(|files| files.get(0));
        let Some(file) = file else { return };
        spawn_local(async move {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            open(asking, &text.unwrap_or_default());
        });
    };
    view! {
        <details class="openbox">
            <summary>{t().arb_paste()}</summary>
            <div class="rows">
                <label class="field"><span>{t().arb_open_file()}</span><input type="file" id="open-file" accept=".toml,text/plain" node_ref=input on:change=chosen /></label>
                <label class="field"><span>{t().arb_paste()}</span><textarea class="input" id="paste" rows="3" on:input=move |event| pasted.set(event_target_value(&event))></textarea></label>
                <button class="btn small" id="open-pasted" on:click=move |_| open(asking, &pasted.get_untracked())>{t().arb_open()}</button>
            </div>
        </details>
    }
}

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

/// Opens what somebody has sent: a link, or a scenario file. What could be read of it is opened.
fn open(asking: Asking, text: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    let (questions, trouble) = match is_file(text) {
        true => Dispute::read_what_can(text),
        false => match Dispute::from_link(text) {
            Ok((question, trouble)) => (vec![question], trouble),
            Err(trouble) => (Vec::new(), Some(trouble)),
        },
    };
    asking.trouble.set(trouble.map(|trouble| words::trouble(t(), &trouble)));
    let Some(first) = questions.first().cloned() else { return };
    asking.cases.set(if questions.len() == 1 { Vec::new() } else { questions });
    asking.ask(first);
    asking.pane.set(Pane::Answers);
}

/// Whether a text is a scenario file, by the entries that only a file has.
fn is_file(text: &str) -> bool {
    text.lines().any(|line| {
        let key = line.split('=').next().unwrap_or_default().trim();
        matches!(key, "id" | "title" | "[[case]]")
    })
}

/// The questions of a file that has several, to choose from.
#[component]
pub(super) fn Cases() -> impl IntoView {
    let asking = Asking::get();
    let buttons = move || {
        let cases = asking.cases.get();
        let buttons = cases.into_iter().enumerate().map(|(number, one)| {
            let name = one.title.rsplit_once(": ").map_or(one.title.as_str(), |(_, name)| name);
            let name = format!("{}. {name}", number + 1);
            let own = one.title.clone();
            let chosen = move || asking.draft.with(|draft| draft.title == own).to_string();
            view! { <button class="btn small" aria-pressed=chosen on:click=move |_| asking.ask(one.clone())>{name}</button> }
        });
        buttons.collect_view()
    };
    move || {
        asking.cases.with(|cases| !cases.is_empty()).then(|| {
            view! { <div class="notice" id="cases" role="group" aria-label=t().arb_cases()>{icon("deck", "")}<span>{t().arb_cases()}<span class="acts2">{buttons}</span></span></div> }
        })
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

//! Playing with friends: a table with a link, joining and watching.

use crate::lang::t;
use crate::route::{Route, go};
use leptos::prelude::*;

/// Make a table and send its link.
#[component]
pub(crate) fn Friends() -> impl IntoView {
    view! { <section class="panel" id="friends" tabindex="-1" aria-label=t().play_with_friends()><header><h2>{t().play_with_friends()}</h2></header><div class="pad rows"></div></section> }
}

/// Go to a table by its name or link.
#[component]
pub(crate) fn JoinOrWatch() -> impl IntoView {
    let words = RwSignal::new(String::new());
    let join = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let name = words.get_untracked().trim().rsplit('/').next().unwrap_or_default().to_lowercase();
        if !name.is_empty() {
            go(&Route::Table(name, None));
        }
    };
    view! {
        <section class="panel" aria-label=t().join_or_watch()>
            <header><h2>{t().join_or_watch()}</h2></header>
            <div class="pad rows">
                <form class="linkbox" on:submit=join>
                    <input class="input" aria-label=t().table_name_or_link() placeholder=t().table_name_or_link() on:input=move |event| words.set(event_target_value(&event)) />
                    <button class="btn small gold">{t().join()}</button>
                </form>
            </div>
        </section>
    }
}

/// A seat at a server that is still kept.
#[component]
pub(crate) fn RejoinOnline() -> impl IntoView {}

//! What cannot be, told at its field.

use super::arbiter::Asking;
use crate::lang::t;
use crate::parts::icon;
use client::ask::misfit;
use leptos::prelude::*;

/// Whether a field, or a part of it, cannot be as it is written.
pub(super) fn is_wrong(asking: Asking, field: &str) -> bool {
    asking.wrong.with(|wrong| {
        let rest = wrong.as_ref().and_then(|wrong| wrong.field.strip_prefix(field));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// The reason, below the field that it is about. It is spoken once, by the notice at the top of the page.
#[component]
pub(super) fn Wrong(#[prop(into)] field: String) -> impl IntoView {
    let asking = Asking::get();
    move || {
        is_wrong(asking, &field)
            .then(|| asking.wrong.get())
            .flatten()
            .map(|wrong| view! { <p class="err">{icon("info", "")}<span>{misfit(t(), &wrong)}</span></p> })
    }
}

//! After the game: the result, the replay, the record and the fair dice.

use crate::app::TopBar;
use crate::lang::t;
use leptos::prelude::*;

#[component]
pub(crate) fn Review() -> impl IntoView {
    view! { <TopBar title=t().review() /><main class="wrap page"><h1>{t().review()}</h1></main> }
}

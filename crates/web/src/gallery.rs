//! All cards of a rulebook, to search and to read.

use crate::app::TopBar;
use crate::cardface::{CardDetails, CardFace};
use crate::home::rulebook;
use crate::lang::t;
use crate::prefs::Settings;
use crate::words::{card_effect, card_name, kind_key};
use engine::{Card, Kind};
use leptos::prelude::*;

#[component]
pub(crate) fn Gallery() -> impl IntoView {
    let settings = Settings::get();
    let kind = RwSignal::new(None::<Kind>);
    let search = RwSignal::new(String::new());
    let open = RwSignal::new(None::<Card>);
    let rules = Memo::new(move |_| settings.watch(|p| rulebook(&p.rulebook)).rules());
    let cards = Memo::new(move |_| {
        let rules = rules.get();
        let wanted = search.get().to_lowercase();
        let mut seen = Vec::new();
        Card::ALL
            .into_iter()
            .filter(|card| {
                let first = !seen.contains(&card.title_id());
                seen.push(card.title_id());
                first && kind.get().is_none_or(|kind| card.kind() == kind)
            })
            .filter(|card| {
                wanted.trim().is_empty()
                    || card_name(*card, &rules).to_lowercase().contains(wanted.trim())
                    || card_effect(*card, &rules).plain().to_lowercase().contains(wanted.trim())
            })
            .collect::<Vec<_>>()
    });
    let kinds = [
        (None, t().all_kinds()),
        (Some(Kind::Keep), t().keep_badge()),
        (Some(Kind::Discard), t().discard_badge()),
    ];
    view! {
        <TopBar title=t().cards() />
        <main class="wrap page">
            <div class="galleryhead">
                <h1>{t().power_cards()}</h1>
                <div class="seg" role="radiogroup" aria-label=t().card_kind()>
                    {kinds
                        .map(|(value, text)| view! {
                            <label><input type="radio" name="kind" prop:checked=move || kind.get() == value on:change=move |_| kind.set(value) />{text}</label>
                        })
                        .collect_view()}
                </div>
                <input class="input" type="search" placeholder=t().find_card() aria-label=t().find_card() on:input=move |event| search.set(event_target_value(&event)) />
                <crate::home::BookPicker />
            </div>
            <p class="muted">{t().rune_hint()}</p>
            {move || cards.with(Vec::is_empty).then(|| view! { <p role="status">{t().no_card_found()}</p> })}
            <h2 class="vh">{t().cards()}</h2>
            <div class="gallery">
                {move || {
                    let rules = rules.get();
                    cards
                        .get()
                        .into_iter()
                        .map(|card| view! {
                            <button class="cardbtn" data-kind=kind_key(card) on:click=move |_| open.set(Some(card))><CardFace card rules /></button>
                        })
                        .collect_view()
                }}
            </div>
        </main>
        {move || open.get().map(|card| {
            request_animation_frame(|| { crate::home::skip_to_now("sheet-close"); });
            view! {
                <div class="veil" on:click=move |_| open.set(None) on:keydown=move |event| if event.key() == "Escape" { open.set(None) }>
                    <section class="sheet panel" role="dialog" aria-modal="true" aria-labelledby="sheet-title" on:click=|event| event.stop_propagation()>
                        <header role="none">
                            <h2 id="sheet-title">{card_name(card, &rules.get())}</h2>
                            <button class="iconbtn end" id="sheet-close" aria-label=t().close() on:click=move |_| open.set(None)>"×"</button>
                        </header>
                        <div class="sheetbody">
                            <CardDetails card rules=rules.get() />
                            <p><a class="btn small ghost" id="card-questions" href=format!("{}/card/{}", crate::route::Route::Arbiter.href(), card.title_id())>{crate::parts::icon("book", "")} " " {t().arb_with_card()}</a></p>
                        </div>
                    </section>
                </div>
            }
        })}
    }
}

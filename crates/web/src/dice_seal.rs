//! In the lobby: which dice the next game has, and the seal they will be held to.

use crate::lang::t;
use crate::session::online::Lobby;
use fair::{DiceKind, Hash};
use leptos::prelude::*;
use protocol::Options;

/// The seal of the next game: short, and in full on a tap.
#[component]
pub(crate) fn DiceSeal(lobby: Lobby) -> impl IntoView {
    let next = Memo::new(move |_| lobby.see(|info| info.next.clone()).flatten());
    move || {
        next.get().map(|next| {
            let seal = Hash::from_bytes(*next.commitment.as_bytes());
            let help = match next.dice {
                DiceKind::Live => t().dice_live_help(),
                _ => t().dice_sealed_help(),
            };
            view! {
                <details class="seal" id="dice-seal">
                    <summary>{t().fair_seal_of(&seal.code()).plain()}</summary>
                    <code>{seal.to_hex()}</code>
                    <p><small>{help} " " {t().dice_bots_help()}</small></p>
                </details>
            }
        })
    }
}

/// The choice between sealed and live dice.
#[component]
pub(crate) fn DiceField(options: Memo<Options>, set: Callback<DiceKind>) -> impl IntoView {
    let choose = move |event| {
        let live = event_target_value(&event) == DiceKind::Live.name();
        set.run(if live { DiceKind::Live } else { DiceKind::Sealed });
    };
    let option = move |kind: DiceKind, label: &'static str| view! { <option value=kind.name() prop:selected=move || options.with(|o| o.dice == kind)>{label}</option> };
    view! {
        <label class="field">
            <span>{t().dice_kind()}</span>
            <select class="select" id="dice-kind" on:change=choose>
                {option(DiceKind::Sealed, t().dice_sealed())}
                {option(DiceKind::Live, t().dice_live())}
            </select>
        </label>
    }
}

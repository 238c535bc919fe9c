//! Which dice a game has, and the seal they are held to: in the lobby and at the table.

use crate::lang::t;
use crate::session::online::Lobby;
use crate::table::Table;
use fair::{DiceKind, Hash};
use leptos::prelude::*;
use protocol::Options;

/// Which dice, in a few words.
pub(crate) fn kind_words(dice: DiceKind) -> &'static str {
    match dice {
        DiceKind::Live => t().dice_live(),
        _ => t().dice_sealed(),
    }
}

/// A seal: short, and in full on a tap.
fn seal_box(dice: DiceKind, summary: String, seal: Hash, void: usize) -> impl IntoView {
    let help = match dice {
        DiceKind::Live => t().dice_live_help(),
        _ => t().dice_sealed_help(),
    };
    view! {
        <details class="seal" id="dice-seal">
            <summary>{summary}</summary>
            <code>{seal.to_hex()}</code>
            <p><small>{help} " " {t().dice_bots_help()}</small></p>
        </details>
        {(0 < void).then(|| view! { <p class="muted" id="dice-void">{t().fair_void(void).plain()} " " {(1 < void).then(|| t().fair_void_again())}</p> })}
    }
}

/// In the lobby: what the server has committed to for the next game.
#[component]
pub(crate) fn DiceSeal(lobby: Lobby) -> impl IntoView {
    let next = Memo::new(move |_| lobby.see(|info| info.next.clone()).flatten());
    move || {
        next.get().map(|next| {
            let seal = Hash::from_bytes(*next.commitment.as_bytes());
            let summary = t().fair_seal_of(&seal.code()).plain();
            seal_box(next.dice, summary, seal, next.void.len())
        })
    }
}

/// At the table: what the dice of the game that is on are bound to.
#[component]
pub(crate) fn GameSeal(table: Table) -> impl IntoView {
    move || {
        table.seal.get().map(|(dice, seal)| {
            view! {
                <p id="dice-words"><b>{t().dice_kind()}</b> " " {kind_words(dice)}</p>
                {seal_box(dice, t().fair_code(&seal.code()).plain(), seal, 0)}
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
    let option = move |kind: DiceKind| view! { <option value=kind.name() prop:selected=move || options.with(|o| o.dice == kind)>{kind_words(kind)}</option> };
    view! {
        <label class="field">
            <span>{t().dice_kind()}</span>
            <select class="select" id="dice-kind" on:change=choose>
                {option(DiceKind::Sealed)}
                {option(DiceKind::Live)}
            </select>
        </label>
    }
}

//! Tokens with which a program may play the own seat: made, listed, taken back.

use super::Wire;
use super::share::CopyButton;
use crate::lang::t;
use crate::parts::icon;
use crate::session::online::Lobby;
use leptos::prelude::*;
use protocol::Command;

/// The tokens of the own seat.
#[component]
pub(crate) fn TokenBox(lobby: Lobby, online: Wire) -> impl IntoView {
    let send = move |command: Command| online.with_value(|line| line.send(command));
    let fresh = move || {
        lobby.token.get().map(|token| {
            view! {
                <p><code id="token">{token.clone()}</code> " " <CopyButton text=token words=t().copy() /></p>
                <p class="muted"><small>{t().token_once()}</small></p>
            }
        })
    };
    let list = move || {
        let tokens = lobby.tokens.get();
        tokens.into_iter().map(|token| {
            let number = token.number;
            view! { <button class="btn small ghost" on:click=move |_| send(Command::RevokeToken { number: Some(number) })>"× " {t().token_revoke(number as usize).plain()}</button> }
        }).collect_view()
    };
    view! {
        <details id="tokens" on:toggle=move |_| send(Command::ListTokens)>
            <summary>{t().tokens_title()}</summary>
            <div class="rows">
                <p><button class="btn small" id="make-token" on:click=move |_| send(Command::MakeToken)>{icon("bot", "")} " " {t().token_make()}</button></p>
                {fresh}
                <div class="acts2">{list}</div>
            </div>
        </details>
    }
}

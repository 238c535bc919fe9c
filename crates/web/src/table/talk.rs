//! Roars for everyone, words for those who came by the link, and an ear that can be closed to a seat.

use super::{Table, Voice, Words};
use crate::lang::t;
use crate::parts::{icon, mark};
use leptos::prelude::*;
use protocol::Roar;

/// How many lines stay on the page.
const SHOWN: usize = 40;

/// The six roars.
#[component]
pub(crate) fn Roars() -> impl IntoView {
    let table = Table::get();
    view! {
        <div class="acts2 roars" role="group" aria-label=t().roar()>
            {Roar::ALL.map(|roar| view! { <button class="btn small" on:click=move |_| table.session(|session| session.roar(roar))>{t().roar_words(roar.name())}</button> }).collect_view()}
        </div>
    }
}

/// What was said, and what one may say.
#[component]
pub(crate) fn TalkBox() -> impl IntoView {
    let table = Table::get();
    let words = RwSignal::new(String::new());
    let lines = move || {
        let (muted, no_watchers) = (table.muted.get(), table.muted_watchers.get());
        table.talk.with(|all| {
            let heard = all
                .iter()
                .enumerate()
                .filter(|(_, line)| line.seat.map_or(!no_watchers, |seat| !muted.contains(&seat)));
            let mut list: Vec<(usize, Words)> = heard.map(|(n, line)| (n, line.clone())).collect();
            list.drain(..list.len().saturating_sub(SHOWN));
            list.reverse();
            list
        })
    };
    let say = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let said = words.get_untracked();
        if !said.trim().is_empty() {
            table.session(|session| session.talk(said.trim()));
            words.set(String::new());
        }
    };
    let me = move || table.see(|board| board.me).flatten();
    let unmute = move || {
        table.muted.get().into_iter().map(|seat| {
            let name = table.name(seat);
            view! { <button class="btn small ghost unmute" on:click=move |_| table.session(|session| session.mute(seat, false))>{icon("sound", "")} " " {t().unmute(&name).plain()}</button> }
        }).collect_view()
    };
    let watchers = move || {
        let heard = table.talk.with(|all| all.iter().any(|line| line.seat.is_none()));
        let muted = table.muted_watchers.get();
        (heard || muted).then(|| {
            let (sign, words) = if muted { ("sound", t().unmute_watchers()) } else { ("mute", t().mute_watchers()) };
            view! { <button class="btn small ghost" id="mute-watchers" aria-pressed=muted.to_string() on:click=move |_| table.session(|session| session.mute_watchers(!muted))>{icon(sign, "")} " " {words}</button> }
        })
    };
    move || {
        (table.voice.get() != Voice::None).then(|| view! {
        <div class="talk" role="group" aria-label=t().say()>
            <Roars />
            {move || match table.voice.get() {
                Voice::Write => view! {
                    <form class="linkbox" on:submit=say>
                        <input class="input saying" maxlength="200" aria-label=t().say() placeholder=t().say() prop:value=move || words.get() on:input=move |event| words.set(event_target_value(&event)) />
                        <button class="btn small gold">{t().send()}</button>
                    </form>
                }.into_any(),
                Voice::Roar => view! { <p class="muted">{t().talk_only_by_link()}</p> }.into_any(),
                Voice::Cheer | Voice::None => ().into_any(),
            }}
            <ol class="said">
                <For each=lines key=|(n, _)| *n let:line>
                    {
                        let (_, Words { seat, who, words }) = line;
                        let other = seat.filter(|seat| Some(*seat) != me());
                        let label = t().mute(&who).plain();
                        view! {
                            <li>
                                {seat.and_then(|seat| table.player(seat)).map(|player| mark(player.species))}
                                <span><b>{who}</b> " " {words}</span>
                                {other.map(|seat| view! { <button class="iconbtn mute" title=label.clone() aria-label=label on:click=move |_| table.session(|session| session.mute(seat, true))>{icon("mute", "")}</button> })}
                            </li>
                        }
                    }
                </For>
            </ol>
            <div class="acts2">{unmute}{watchers}</div>
        </div>
    })
    }
}

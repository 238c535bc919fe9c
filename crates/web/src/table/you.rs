//! You: your numbers, your cards, and what you answer in advance.

use super::seats::{held, stats, tokens};
use super::{Sheet, Table};
use crate::lang::t;
use crate::parts::{art, bar, face, icon, mark, monster_key};
use crate::prefs::Settings;
use crate::words::card_name;
use engine::{Answer, STARS_MAX, Seat};
use leptos::prelude::*;

/// The dock of the player whose eyes we look through.
#[component]
pub(crate) fn You() -> impl IntoView {
    let table = Table::get();
    let me = Memo::new(move |_| table.see(|board| board.me).flatten());
    move || me.get().map(|seat| view! { <Dock seat /> })
}

/// What is answered ahead when Tokyo is hit; it opens the settings for it.
#[component]
pub(crate) fn AutoChip() -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    let auto = move || {
        let (stay, leave) = settings.watch(|p| (p.stay_from, p.yield_to));
        match (stay, leave) {
            (0, 0) => t().auto_chip_ask().to_owned(),
            (0, n) => t().auto_chip_yield(n).symbols(),
            (n, 0) => t().auto_chip_stay(n).symbols(),
            (n, m) => {
                format!("{}; {}", t().auto_chip_stay(n).symbols(), t().auto_chip_yield(m).symbols())
            }
        }
    };
    view! { <button class="chip autochip" on:click=move |_| table.sheet.set(Some(Sheet::Settings))>{icon("tower", "")} " " {auto}</button> }
}

#[component]
fn Dock(seat: Seat) -> impl IntoView {
    let table = Table::get();
    let species = table.species(seat);
    // Nobody answers ahead once it is over.
    let plays = move || {
        table
            .see(|board| {
                !board.past && board.state.outcome().is_none() && board.state.living().has(seat)
            })
            .unwrap_or(false)
    };
    let monster = Memo::new(move |_| {
        table.see(|board| (*board.state.monster(seat), board.state.hearts_max(seat)))
    });
    let active = move || table.see(|board| board.state.turn().seat == seat).unwrap_or(false);
    let out = move || table.see(|board| !board.state.living().has(seat)).unwrap_or(false);
    let spot = move || table.see(|board| board.state.in_tokyo(seat)).unwrap_or(false);
    let cards = Memo::new(move |_| table.see(|board| held(&board.state, seat)).unwrap_or_default());
    view! {
        <section class="you panel" class:active=active class:out=out data-m=monster_key(species) id=format!("seat-{}", seat.index()) aria-label=t().you_capital()>
            {face(species)}
            <div class="big">
                <div class="name">
                    {mark(species)} <span class="nick">{move || table.name(seat)}</span>
                    <span class="muted">{if table.name(seat) == crate::words::monster(species) { t().you().to_owned() } else { t().you_and_monster(&crate::words::monster(species)).plain() }}</span>
                    {move || spot().then(|| view! { <span class="chip solid here" data-m=monster_key(species)>{icon("tower", "")} {t().tokyo()}</span> })}
                    {move || plays().then(|| view! { <AutoChip /> })}
                </div>
                {move || monster.get().map(|(m, most)| view! { <div class="statline">{stats(m.hearts, most, m.stars, m.energy)}{tokens(m.poison, m.shrink)}</div> })}
                <div class="meters">
                    {move || monster.get().map(|(m, most)| {
                        let (hit, gain) = super::moves::own_change(table, seat);
                        view! {
                            {bar("hearts", m.hearts, most, hit.min(m.hearts), gain, t().hearts_of(m.hearts, most).plain())}
                            {bar("stars", m.stars, STARS_MAX, 0, 0, t().stars_of(m.stars, STARS_MAX).plain())}
                        }
                    })}
                </div>
            </div>
            <div class="hand" role="group" aria-label=t().your_keep_cards()>
                <For each=move || cards.get() key=|card| *card let:card>
                    {
                        let name = move || table.see(|board| card_name(card, board.state.rules())).unwrap_or_default();
                        let usable = move || table.see(|board| board.mine().is_some() && board.answers().contains(Answer::Use(card))).unwrap_or(false);
                        let counter = move || table.see(|board| board.state.counter(card)).filter(|n| 0 < *n);
                        view! {
                            <button
                                class="kcard"
                                data-tip=super::tips::of_card(card)
                                class:can=usable
                                aria-label=move || if usable() { t().use_card(&name()).plain() } else { name() }
                                on:click=move |_| table.sheet.set(Some(Sheet::Card(card)))
                            >
                                {art(card)}
                                {move || counter().map(|n| view! { <i class="count">{n}</i> })}
                                <span>{name}</span>
                            </button>
                        }
                    }
                </For>
            </div>
        </section>
    }
}

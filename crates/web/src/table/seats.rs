//! The rivals, in turn order starting after you.

use super::{Sheet, Table};
use crate::lang::t;
use crate::parts::{art, bar, face, icon, mark, monster_key};
use engine::{Card, STARS_MAX, Seat, Spot, State};
use leptos::prelude::*;

/// All rivals of the viewer; for a watcher, everybody.
#[component]
pub(crate) fn Seats() -> impl IntoView {
    let table = Table::get();
    let order =
        Memo::new(move |_| table.see(|board| rivals(&board.state, board.me)).unwrap_or_default());
    view! {
        <ol class="seats" class:many=move || 3 < order.with(Vec::len) aria-label=t().rivals_label()>
            <For each=move || order.get() key=|seat| *seat let:seat>
                <SeatPanel seat />
            </For>
            <super::coach::HintStrip />
        </ol>
    }
}

/// Everybody but the viewer, in turn order.
pub(crate) fn rivals(state: &State, me: Option<Seat>) -> Vec<Seat> {
    let seats = state.seats();
    match me {
        Some(me) => seats.clockwise_after(me).filter(|seat| *seat != me).collect(),
        None => seats.iter().collect(),
    }
}

#[component]
fn SeatPanel(seat: Seat) -> impl IntoView {
    let table = Table::get();
    let species = table.species(seat);
    let monster = move || table.see(|board| *board.state.monster(seat));
    let alive = move || table.see(|board| board.state.living().has(seat)).unwrap_or(true);
    let active = move || table.see(|board| board.state.turn().seat == seat).unwrap_or(false);
    let asked = move || {
        table.see(|board| board.asked().is_some_and(|ask| ask.seat == seat)).unwrap_or(false)
    };
    let danger = move || super::moves::danger(table, seat);
    let open = move |_| table.sheet.set(Some(Sheet::Rival(seat)));
    let place = move || {
        table.see(|board| {
            (board.state.spot(seat), board.state.tokyo().bay_open, order_word(&board.state, seat))
        })
    };
    view! {
        <li
            class="seat panel"
            class:active=active
            class:out=move || !alive()
            class:asked=asked
            data-m=monster_key(species)
            id=format!("seat-{}", seat.index())
        >
            {face(species)}
            <div class="who">
                {mark(species)}
                <button class="seatname" on:click=open aria-label=move || t().rival_details(&table.player(seat).map(|player| player.name).unwrap_or_default()).plain()>
                    <b>{move || table.player(seat).map(|player| player.name)}</b>
                </button>
                {move || table.player(seat).and_then(|player| player.bot.map(|_| icon("bot", if asked() { "thinks" } else { "" })))}
                {move || table.player(seat).is_some_and(|player| player.away).then(|| icon("wifi-off", ""))}
            </div>
            <div class="sub">{move || sub(table, seat)}</div>
            {move || monster().map(|m| stats(m.hearts, most_hearts(table, seat), m.stars, m.energy))}
            <div class="bars">
                {move || monster().map(|m| {
                    let most = most_hearts(table, seat);
                    let hit = danger().min(m.hearts);
                    let label = if hit == 0 { t().hearts_of(m.hearts, most).plain() } else { format!("{}, {}", t().hearts_of(m.hearts, most).plain(), t().lose_hearts(hit).plain()) };
                    view! {
                        {bar("hearts", m.hearts, most, hit, 0, label)}
                        {bar("stars", m.stars, STARS_MAX, 0, 0, t().stars_of(m.stars, STARS_MAX).plain())}
                    }
                })}
            </div>
            <div class="keeps">
                {move || monster().map(|m| tokens(m.poison, m.shrink))}
                {move || table.see(|board| held(&board.state, seat)).map(|cards| cards.into_iter().map(|card| view! { <MiniCard card /> }).collect_view())}
            </div>
            <span class="flag">
                {move || place().map(|(spot, bay_open, order)| match spot {
                    Some(spot) => view! {
                        <span class="chip solid" data-m=monster_key(species)>
                            {icon(if spot == Spot::Bay { "wave" } else { "tower" }, "")}
                            {if spot == Spot::Bay { t().bay() } else if bay_open { t().city() } else { t().tokyo() }}
                        </span>
                    }.into_any(),
                    None => view! { <span class="muted">{order}</span> }.into_any(),
                })}
            </span>
        </li>
    }
}

/// What the small line under a name says.
fn sub(table: Table, seat: Seat) -> String {
    let Some(player) = table.player(seat) else {
        return String::new();
    };
    let monster = crate::words::monster(player.species);
    let alive = table.see(|board| board.state.living().has(seat)).unwrap_or(true);
    let state = if !alive {
        t().out().to_owned()
    } else if player.away {
        t().away().to_owned()
    } else if let Some(level) = player.bot {
        t().bot_of_level(&crate::home::level_name(&level)).plain()
    } else {
        return monster;
    };
    if monster == player.name { state } else { format!("{monster} · {state}") }
}

/// Which turn from now is the seat's; nothing for whoever plays now.
fn order_word(state: &State, seat: Seat) -> String {
    let turn = state.turn();
    if !state.living().has(seat) || state.outcome().is_some() || seat == turn.seat {
        return String::new();
    }
    let mut order = state.living().clockwise_after(turn.regular);
    match order.position(|other| other == seat).unwrap_or(0) + 1 {
        1 => t().order_next().to_owned(),
        2 => t().order_second().to_owned(),
        3 => t().order_third().to_owned(),
        4 => t().order_fourth().to_owned(),
        _ => t().order_fifth().to_owned(),
    }
}

/// The most hearts this monster can have.
pub(crate) fn most_hearts(table: Table, seat: Seat) -> u8 {
    table.see(|board| board.state.hearts_max(seat)).unwrap_or(engine::HEARTS)
}

/// Hearts, stars and energy as numbers.
pub(crate) fn stats(hearts: u8, most: u8, stars: u8, energy: u8) -> AnyView {
    view! {
        <div class="stats">
            <span class="stat" data-stat="hearts" data-tip="heart">{icon("heart", "c-heart")}<span aria-hidden="true">{hearts}</span><small aria-hidden="true">"/"{most}</small><span class="vh">{t().hearts_count(hearts).plain()}</span></span>
            <span class="stat" data-stat="stars" data-tip="star">{icon("star", "c-star")}<span aria-hidden="true">{stars}</span><small aria-hidden="true">"/"{STARS_MAX}</small><span class="vh">{t().stars_count(stars).plain()}</span></span>
            <span class="stat" data-stat="energy" data-tip="energy">{icon("energy", "c-energy")}<span aria-hidden="true">{energy}</span><span class="vh">{t().energy_count(energy).plain()}</span></span>
        </div>
    }
    .into_any()
}

/// Poison and shrink tokens.
pub(crate) fn tokens(poison: u8, shrink: u8) -> AnyView {
    let poison = (0 < poison).then(|| {
        view! { <span class="token" data-tip="poison">{icon("poison", "")} {poison}<span class="vh">" "{t().poison_label()}</span></span> }
    });
    let shrink = (0 < shrink).then(|| {
        view! { <span class="token shrink" data-tip="shrink">{icon("shrink", "")} {shrink}<span class="vh">" "{t().shrink_label()}</span></span> }
    });
    view! { {poison}{shrink} }.into_any()
}

/// The keep cards of a seat, in the order of the list of cards.
pub(crate) fn held(state: &State, seat: Seat) -> Vec<Card> {
    state.monster(seat).cards.iter().collect()
}

/// A card in small; it opens in full.
#[component]
pub(crate) fn MiniCard(card: Card) -> impl IntoView {
    let table = Table::get();
    let name = move || {
        table.see(|board| crate::words::card_name(card, board.state.rules())).unwrap_or_default()
    };
    view! {
        <button class="minicard" data-tip=super::tips::of_card(card) aria-label=name on:click=move |_| table.sheet.set(Some(Sheet::Card(card)))>
            {art(card)}
            <span>{name}</span>
        </button>
    }
}

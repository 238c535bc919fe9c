//! The tray: the only place for decisions. What stands in it follows from the question alone.

use super::ask::AskTray;
use super::dice::DiceTray;
use super::prompt::YieldPrompt;
use super::shop::ShopTray;
use super::{Link, Table};
use crate::lang::{rich, t};
use crate::parts::{die_key, icon, mark};
use crate::session::local::{TRIAL, TRIED};
use engine::{Ask, Dice, DiceSet, Face, Question, Seat};
use leptos::prelude::*;

/// The tray for whatever is open now.
#[component]
pub(crate) fn Tray() -> impl IntoView {
    let table = Table::get();
    let mine = Memo::new(move |before: Option<&Option<Ask>>| {
        let unasked = table.see(|board| board.unasked()).unwrap_or(false);
        // What is answered without being shown leaves the tray as it is.
        if unasked { before.copied().flatten() } else { table.see(|board| board.mine()).flatten() }
    });
    let throw = Memo::new(move |_| table.see(|board| board.throw).flatten());
    move || {
        if let Some(count) = throw.get() {
            return view! { <super::dice::FirstThrow count /> }.into_any();
        }
        let Some(ask) = mine.get() else {
            return view! { <WatchTray /> }.into_any();
        };
        match ask.question {
            Question::Roll | Question::Change | Question::Probe | Question::ChangeAside => {
                view! { <DiceTray ask /> }.into_any()
            }
            Question::Yield | Question::Flee => view! { <YieldPrompt ask /> }.into_any(),
            Question::Shop => view! { <ShopTray /> }.into_any(),
            _ => view! { <AskTray ask /> }.into_any(),
        }
    }
}

/// Somebody else decides: their dice, and what they would do to you.
#[component]
fn WatchTray() -> impl IntoView {
    let table = Table::get();
    let who = move || {
        table.see(|board| {
            let active = board.state.turn().seat;
            let asked = board.asked().map_or(active, |ask| ask.seat);
            (active, asked, board.asked().map(|ask| ask.question), board.state.turn().rerolls)
        })
    };
    let dice = Memo::new(move |_| table.see(|board| board.state.turn().dice).unwrap_or_default());
    let over = move || table.see(|board| board.state.outcome().is_some()).unwrap_or(false);
    let title = move || {
        if over() {
            return table.see(|board| {
                view! { <span>{super::log::outcome_words(table, board)}</span> }.into_any()
            });
        }
        who().map(|(active, asked, question, rerolls)| {
            let name = table.name(asked);
            let words = match question {
                Some(Question::Roll) if asked == active => {
                    rich(t().rolls_with_left(&name, rerolls))
                }
                Some(Question::Yield | Question::Flee) => rich(t().decides(&name)),
                Some(Question::Shop) => rich(t().decides(&name)),
                Some(_) => rich(t().decides(&name)),
                None => rich(t().turn_of(&name)),
            };
            view! { {mark(table.species(asked))} " " {words} }.into_any()
        })
    };
    let threat = move || super::moves::threat_to_me(table);
    let watcher = move || table.see(|board| board.me.is_none()).unwrap_or(false);
    let kept = Memo::new(move |_| {
        table.events.with(|events| client::happened::held_back(events, dice.get()))
    });
    let count = Memo::new(move |_| dice.get().len());
    let out = move || {
        table.see(|board| board.me.is_some_and(|me| !board.state.living().has(me))).unwrap_or(false)
    };
    view! {
        <section class="tray panel watch" id="act" aria-label=move || who().map(|(active, ..)| t().dice_of(&table.name(active)).plain())>
            <div class="tray-status"><h2>{title}</h2></div>
            <span class="minidice big" role="img" aria-label=move || super::dice::spoken(dice.get())>
                <For each=move || 0..count.get() key=|die| *die let:die>
                    <WatchedDie die dice kept />
                </For>
            </span>
            <div class="preview">
                {move || threat().map(|view| view! { <span class="chip">{view}</span> })}
                {move || (out() || watcher()).then(|| view! { <super::watching::WhoWins /> })}
                {move || out().then(|| view! { <OutCard /> })}
                {move || (!out() && !watcher() && !over()).then(|| view! { <span class="muted">{t().meanwhile()}</span> <super::you::AutoChip /> })}
                {move || watcher().then(|| view! { <span class="muted">{t().you_are_watching()}</span> })}
            </div>
            {move || (!watcher() && !out() && !over()).then(|| view! { <super::speed::SpeedRow /> })}
            {move || watcher().then(|| view! { <TakeOver /> })}
            {move || (watcher() && table.voice.get() != super::Voice::None).then(|| view! { <super::talk::Roars /> })}
        </section>
    }
}

/// A die that somebody else throws. It stays the same element from throw to throw, so that what makes it roll stays on it.
#[component]
fn WatchedDie(die: usize, dice: Memo<Dice>, kept: Memo<DiceSet>) -> impl IntoView {
    let face = Memo::new(move |_| {
        dice.with(|dice| if die < dice.len() { dice.get(die) } else { Face::One })
    });
    view! {
        <svg class:kept=move || kept.get().has(die) data-tip=move || crate::table::tip_of(face.get()) viewBox="0 0 100 100" aria-hidden="true">
            <use href=move || format!("#die-{}", die_key(face.get())) />
        </svg>
    }
}

/// The bots that one may play on for.
#[component]
fn TakeOver() -> impl IntoView {
    let table = Table::get();
    let bots = Memo::new(move |_| {
        let living = table.see(|board| board.state.living())?;
        let open = table.take_over.get();
        Some(
            living
                .iter()
                .filter(|seat| {
                    open && table.player(*seat).is_some_and(|player| player.bot.is_some())
                })
                .collect::<Vec<_>>(),
        )
    });
    move || {
        let bots = bots.get().filter(|bots| !bots.is_empty())?;
        let buttons = bots.into_iter().map(|seat| {
            let words = t().take_over_bot(&table.name(seat)).plain();
            view! { <button class="btn small gold takeover" on:click=move |_| table.session(|session| session.take_over(seat))>{mark(table.species(seat))} " " {words}</button> }
        });
        Some(view! { <div class="acts2">{buttons.collect_view()}</div> })
    }
}

/// You are out: how it ends, what there was to learn, or anew.
#[component]
fn OutCard() -> impl IntoView {
    let table = Table::get();
    let me = table.peek(|board| board.me).flatten();
    let name = me.map(|me| crate::words::monster(table.species(me)).to_owned()).unwrap_or_default();
    let place = me.and_then(|me| place_of(table, me));
    // Bots alone wait for nobody: the next game begins at once.
    let alone = table.link.get_untracked() == Link::Local && !table.shared();
    let more = match place {
        Some((place, of)) => t().out_place(place, of).plain(),
        None => t().keep_watching().to_owned(),
    };
    let review = move |_| {
        table.session(|session| session.keep_for_review());
        let trial = table.game.with_untracked(|game| game.starts_with(TRIAL));
        crate::route::go(&crate::route::Route::Review(trial.then(|| TRIED.to_owned())));
    };
    view! {
        <div class="load out">
            {me.map(|me| crate::parts::figure(table.species(me), 64))}
            <div>
                <b>{rich(t().goes_home(&name))}</b>
                <p class="muted">{more}</p>
                {if alone {
                    view! {
                        <div class="acts2">
                            <button class="btn small" id="see-the-end" on:click=move |_| table.session(|session| session.hurry())>{icon("fast", "")} " " {t().see_how_it_ends()}</button>
                            <button class="btn small" id="review-so-far" on:click=review>{icon("chart", "")} " " {t().review_so_far()}</button>
                            <button class="btn small gold" id="new-game" on:click=move |_| table.session(|session| session.rematch())>{icon("play", "")} " " {t().new_game()}</button>
                        </div>
                    }.into_any()
                } else {
                    view! { <a class="btn small" href=crate::route::Route::Home.href()>{icon("play", "")} " " {t().new_game()}</a> }.into_any()
                }}
            </div>
        </div>
    }
}

/// The place that a monster took when it went out, and of how many; unknown if that was not seen.
pub(crate) fn place_of(table: Table, seat: Seat) -> Option<(usize, usize)> {
    let state = table.peek(|board| board.state)?;
    table.events.with_untracked(|events| client::standing::place_when_out(events, &state, seat))
}

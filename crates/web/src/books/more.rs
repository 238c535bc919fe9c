//! The rest of a situation: what seldom matters, and has to be there when it does.

use super::arbiter::Asking;
use super::editor::{free_cards, name_of, species};
use super::pick::{PickButton, Stepper};
use super::wrong::Wrong;
use crate::lang::t;
use crate::parts::{face_quiet, icon, monster_key};
use crate::words::card_name;
use engine::{Card, Dice, Face, Rules, Seat, Seats, TurnKind};
use leptos::prelude::*;

/// A card that lies somewhere, with the way to take it away.
fn chip(card: Card, remove: impl Fn() + 'static) -> AnyView {
    let name = card_name(card, &Rules::default());
    let words = t().arb_remove_card(&name).plain();
    view! { <span class="chip">{name} <button type="button" class="rm" aria-label=words on:click=move |_| remove()>"×"</button></span> }
        .into_any()
}

/// Discards, the top of the deck, prices that were paid, the kind of turn, who started, and whether Tokyo is still untouched.
#[component]
pub(super) fn More() -> impl IntoView {
    let asking = Asking::get();
    let rules = Rules::default();
    let free = Callback::new(move |()| asking.see(|setup| free_cards(setup, false)));
    let discards = move || {
        let lying = asking.see(|setup| setup.discards.clone());
        let chips = lying.into_iter().map(|card| {
            chip(card, move || asking.change(|setup| setup.discards.retain(|other| *other != card)))
        });
        let choose =
            Callback::new(move |card: Card| asking.change(|setup| setup.discards.push(card)));
        view! { {chips.collect_view()} <PickButton words=format!("+ {}", t().arb_add_card()) title=t().arb_discards() id="discard-card" cards=free rules choose /> }
    };
    let top = move || match asking.see(|setup| setup.top) {
        Some(card) => chip(card, move || {
            asking.change(|setup| {
                setup.top = None;
                setup.top_seen = Seats::NONE;
            });
        }),
        None => {
            let choose = Callback::new(move |card: Card| {
                asking.change(|setup| {
                    setup.top = Some(card);
                    setup.top_seen = Seats::one(setup.turn.seat.unwrap_or(Seat::A));
                });
            });
            view! { <PickButton words=format!("+ {}", t().arb_add_card()) title=t().arb_top() id="top-card" cards=free rules choose /> }
                .into_any()
        }
    };
    let kind = Memo::new(move |_| asking.see(|setup| setup.turn.kind));
    let kinds = [
        (TurnKind::Regular, t().arb_ordinary().to_owned(), "regular"),
        (TurnKind::FreezeTime, card_name(Card::FreezeTime, &rules), "freeze_time"),
        (TurnKind::Frenzy, card_name(Card::Frenzy, &rules), "frenzy"),
    ];
    let visited = Memo::new(move |_| {
        asking.see(|setup| setup.visited || setup.city.is_some() || setup.bay.is_some())
    });
    let players = Memo::new(move |_| asking.see(|setup| setup.monsters.len()));
    let starter = Memo::new(move |_| {
        asking.see(|setup| setup.starter.or(setup.turn.seat).unwrap_or(Seat::A))
    });
    let seats = move || {
        Seat::ALL.into_iter().take(players.get()).map(|seat| view! {
            <label class="pick" data-m=monster_key(species(seat))>
                <input type="radio" name="starter" aria-label=name_of(asking, seat) prop:checked=move || starter.get() == seat on:change=move |_| asking.change(|setup| setup.starter = Some(seat)) />
                {face_quiet(species(seat))}
            </label>
        }).collect_view()
    };
    // What was paid is asked for by Metamorph alone.
    let paid = move || {
        let held = asking.see(|setup| {
            let held: Vec<Card> =
                setup.monsters.iter().flat_map(|monster| monster.cards.clone()).collect();
            held.contains(&Card::Metamorph).then_some(held)
        });
        held.map(|held| {
            held.into_iter().map(|card| {
                let value = Memo::new(move |_| asking.see(|setup| setup.paid.get(&card).copied().unwrap_or_else(|| card.price(&Rules::default()))));
                let set = Callback::new(move |price: u8| asking.change(|setup| { setup.paid.insert(card, price); }));
                let words = t().arb_paid(&card_name(card, &Rules::default())).plain();
                view! { <div class="fieldrow"><span class="k">{icon("energy", "c-energy")} {words.clone()}</span><Stepper what=words value least=0 most=12 set id=format!("paid-{}", card.id()) /></div> }
            }).collect_view()
        })
    };
    view! {
        <details class="openbox" id="more">
            <summary>{t().arb_rest()}</summary>
            <div class="rows">
                <div class="fieldrow"><span class="k">{t().arb_discards()}</span><div class="cds">{discards}</div><Wrong field="discards" /></div>
                <div class="fieldrow"><span class="k">{t().arb_top()}</span><div class="cds">{top}</div><Wrong field="top" /></div>
                <div class="fieldrow"><span class="k">{t().arb_kind()}</span>
                    <div class="seg" role="radiogroup" aria-label=t().arb_kind()>
                        {kinds.map(|(value, words, id)| view! {
                            <label><input type="radio" name="turn-kind" data-kind=id prop:checked=move || kind.get() == value on:change=move |_| asking.change(|setup| setup.turn.kind = value) />{words}</label>
                        }).collect_view()}
                    </div>
                </div>
                <div class="fieldrow"><span class="k">{t().arb_started()}</span><div class="turnpick" role="radiogroup" aria-label=t().arb_started()>{seats}</div></div>
                <label class="setrow"><input class="switch" type="checkbox" id="visited" prop:checked=move || visited.get() on:change=move |event| { let on = event_target_checked(&event); asking.change(|setup| setup.visited = on); } /> {t().arb_visited()}</label>
                {paid}
            </div>
        </details>
    }
}

/// How many dice lie there: cards and tokens make it more or fewer than six.
#[component]
pub(super) fn DiceCount() -> impl IntoView {
    let asking = Asking::get();
    let count = Memo::new(move |_| asking.see(|setup| setup.turn.dice.len() as u8));
    let set = Callback::new(move |count: u8| {
        asking.change(|setup| {
            let mut faces: Vec<Face> = setup.turn.dice.iter().collect();
            faces.resize(usize::from(count), Face::One);
            setup.turn.dice = Dice::of(&faces).unwrap_or(setup.turn.dice);
        });
    });
    view! { <div class="dicecount"><span aria-hidden="true">{t().arb_dice_count()}</span><Stepper what=t().arb_dice_count() value=count least=1 most=9 set id="dice-count" /></div> }
}

//! The situation, set up by touch: monsters as folds, the moment beside them.

use super::arbiter::{Asking, Pane};
use super::columns::SoFar;
use super::more::{DiceCount, More};
use super::pick::{PickButton, Stepper, TurningDice};
use super::wrong::{Wrong, is_wrong};
use crate::lang::t;
use crate::parts::{face_quiet, icon, mark, monster_key};
use crate::words::card_name;
use client::ask::card_with_tokens;
use engine::{
    At, Card, Dice, Face, Kind, MonsterSetup, PLAYERS, Rules, STARS_MAX, Seat, Setup, Species,
};
use leptos::prelude::*;

/// The monster that stands for a seat.
pub(super) fn species(seat: Seat) -> Species {
    Species::roster(Rules::default().roster)[seat.index()]
}

/// What a seat is called here: its name in the question, or its monster.
pub(super) fn name_of(asking: Asking, seat: Seat) -> String {
    asking
        .draft
        .with_untracked(|dispute| {
            dispute.names.get(seat.index()).filter(|name| !name.is_empty()).cloned()
        })
        .unwrap_or_else(|| crate::words::monster(species(seat)))
}

#[component]
pub(super) fn Editor() -> impl IntoView {
    let asking = Asking::get();
    let players = Memo::new(move |_| asking.see(|setup| setup.monsters.len() as u8));
    let open = RwSignal::new(Seat::A);
    let set_players = Callback::new(move |players: u8| {
        asking.change(|setup| {
            setup.monsters.resize(usize::from(players), MonsterSetup::default());
            let there = |seat: &Seat| seat.index() < usize::from(players);
            setup.city = setup.city.filter(there);
            setup.bay = setup.bay.filter(there);
            setup.turn.seat = setup.turn.seat.filter(there);
            tidy(setup);
        });
    });
    let seats =
        move || Seat::ALL.into_iter().take(usize::from(players.get())).collect::<Vec<Seat>>();
    view! {
        <div class="agrid">
            <section class="amons" aria-labelledby="am">
                <div class="sechead"><h2 id="am">{t().arb_monsters()}</h2><Stepper what=t().arb_monsters() value=players least=*PLAYERS.start() as u8 most=*PLAYERS.end() as u8 set=set_players id="players" /></div>
                <Wrong field="monsters" />
                <For each=seats key=|seat| *seat let:seat>
                    <Monster seat open />
                </For>
            </section>
            <Moment />
            <section class="panel aans" aria-label=t().arb_answers()>
                <div class="pad rows">
                    <SoFar />
                    <button class="btn primary wide" id="to-moves" on:click=move |_| asking.go_to(Pane::Moves)>{icon("play", "")} " " {t().arb_moves()}</button>
                </div>
            </section>
        </div>
    }
}

/// Counters and the copied card belong to cards that somebody holds.
fn tidy(setup: &mut Setup) {
    let held: Vec<Card> = setup.monsters.iter().flat_map(|monster| monster.cards.clone()).collect();
    setup.counters.retain(|card, _| held.contains(card));
    setup.paid.retain(|card, _| held.contains(card));
    setup.copied = setup
        .copied
        .filter(|card| held.contains(card) && held.contains(&Card::Mimic) && *card != Card::Mimic);
}

/// Cards that lie nowhere yet.
pub(super) fn free_cards(setup: &Setup, keep: bool) -> Vec<Card> {
    let lies = |card: &Card| {
        setup.monsters.iter().any(|monster| monster.cards.contains(card))
            || setup.market.contains(&Some(*card))
            || setup.discards.contains(card)
            || setup.top == Some(*card)
    };
    Card::ALL
        .into_iter()
        .filter(|card| !lies(card) && (!keep || card.kind() == Kind::Keep))
        .collect()
}

/// Where a monster can stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spot {
    Outside,
    City,
    Bay,
}

#[component]
fn Monster(seat: Seat, open: RwSignal<Seat>) -> impl IntoView {
    let asking = Asking::get();
    let index = seat.index();
    let of = move |pick: fn(&MonsterSetup) -> u8| {
        Memo::new(move |_| asking.see(|setup| setup.monsters.get(index).map_or(0, pick)))
    };
    let put = move |set: fn(&mut MonsterSetup, u8)| {
        Callback::new(move |value: u8| {
            asking.change(|setup| {
                if let Some(monster) = setup.monsters.get_mut(index) {
                    set(monster, value);
                }
            });
        })
    };
    let (hearts, stars, energy) = (of(|m| m.hearts), of(|m| m.stars), of(|m| m.energy));
    let (poison, shrink) = (of(|m| m.poison), of(|m| m.shrink));
    let spot = Memo::new(move |_| {
        asking.see(|setup| match (setup.city == Some(seat), setup.bay == Some(seat)) {
            (true, _) => Spot::City,
            (_, true) => Spot::Bay,
            _ => Spot::Outside,
        })
    });
    let move_to = move |spot: Spot| {
        asking.change(|setup| {
            setup.city = setup.city.filter(|other| *other != seat);
            setup.bay = setup.bay.filter(|other| *other != seat);
            match spot {
                Spot::Outside => {}
                Spot::City => setup.city = Some(seat),
                Spot::Bay => setup.bay = Some(seat),
            }
        });
    };
    let big = move || asking.see(|setup| Rules::default().bay_open(setup.monsters.len()));
    let name = name_of(asking, seat);
    let labelled = |what: &str| t().arb_of(what, &name).plain();
    let numbers = [
        (
            "heart",
            t().hearts_label(),
            hearts,
            Setup::HEARTS_MAX,
            put(|m, n| m.hearts = n),
            "hearts",
        ),
        ("star", t().stars_label(), stars, STARS_MAX, put(|m, n| m.stars = n), "stars"),
        (
            "energy",
            t().energy_label(),
            energy,
            Setup::TOKENS_MAX,
            put(|m, n| m.energy = n),
            "energy",
        ),
        (
            "poison",
            t().poison_label(),
            poison,
            Setup::TOKENS_MAX,
            put(|m, n| m.poison = n),
            "poison",
        ),
        (
            "shrink",
            t().shrink_label(),
            shrink,
            Setup::TOKENS_MAX,
            put(|m, n| m.shrink = n),
            "shrink",
        ),
    ];
    let own_place = move || match spot.get() {
        Spot::City => "city",
        Spot::Bay => "bay",
        Spot::Outside => "-",
    };
    let wrong =
        move || is_wrong(asking, &format!("monsters[{index}]")) || is_wrong(asking, own_place());
    let place_words = move || match spot.get() {
        Spot::Outside => t().arb_outside(),
        Spot::City => t().tokyo_city(),
        Spot::Bay => t().tokyo_bay(),
    };
    // What a fold hides: tokens and cards.
    let held = move || {
        asking.see(|setup| {
            let Some(monster) = setup.monsters.get(index) else { return String::new() };
            let tokens =
                [(t().poison_label(), monster.poison), (t().shrink_label(), monster.shrink)];
            let tokens = tokens.into_iter().filter(|(_, many)| 0 < *many);
            let tokens = tokens.map(|(words, many)| format!(" · {words} {many}"));
            let cards = monster.cards.iter();
            let cards = cards.map(|card| format!(" · {}", card_with_tokens(t(), setup, *card)));
            tokens.chain(cards).collect::<String>()
        })
    };
    let press = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        open.set(seat);
    };
    let radio = move |value: Spot, words: &'static str, id: &'static str| {
        view! {
            <label><input type="radio" name=format!("place-{seat}") data-place=id prop:checked=move || spot.get() == value on:change=move |_| move_to(value) />{words}</label>
        }
    };
    let place_label = labelled(t().arb_place());
    view! {
        <details class="am panel" data-m=monster_key(species(seat)) id=format!("seat-{seat}") class:bad=wrong prop:open=move || open.get() == seat>
            <summary on:click=press>
                {face_quiet(species(seat))}
                <span class="nm"><b>{mark(species(seat))} " " {name.clone()}</b><small>{place_words}{held}</small></span>
                <span class="sum">{icon("heart", "c-heart")} {move || hearts.get()} " " {icon("star", "c-star")} {move || stars.get()} " " {icon("energy", "c-energy")} {move || energy.get()}</span>
            </summary>
            {move || (open.get() == seat).then(|| {
                let steppers = numbers.map(|(glyph, words, value, most, set, id)| view! {
                    <div class="stp"><span class="k">{icon(glyph, &format!("c-{glyph}"))} {words}</span><Stepper what=labelled_for(words, asking, seat) value least=0 most set id=format!("{id}-{seat}") /><Wrong field=format!("monsters[{index}].{id}") /></div>
                });
                view! {
                    <div class="aed">
                        {steppers.collect_view()}
                        <div class="stp">
                            <span class="k">{icon("tower", "")} {t().arb_place()}</span>
                            <div class="seg plc" role="radiogroup" aria-label=place_label.clone()>
                                {radio(Spot::Outside, t().arb_outside(), "outside")}
                                {radio(Spot::City, t().city(), "city")}
                                {move || big().then(|| radio(Spot::Bay, t().bay(), "bay"))}
                            </div>
                            {move || view! { <Wrong field=own_place() /> }}
                        </div>
                        <Hand seat />
                    </div>
                }
            })}
        </details>
    }
}

fn labelled_for(what: &str, asking: Asking, seat: Seat) -> String {
    t().arb_of(what, &name_of(asking, seat)).plain()
}

/// The cards of a monster, with what lies on them.
#[component]
fn Hand(seat: Seat) -> impl IntoView {
    let asking = Asking::get();
    let index = seat.index();
    let rules = Rules::default();
    let hand = Memo::new(move |_| {
        asking.see(|setup| setup.monsters.get(index).map_or_else(Vec::new, |m| m.cards.clone()))
    });
    let add = Callback::new(move |card: Card| {
        asking.change(|setup| {
            if let Some(monster) = setup.monsters.get_mut(index) {
                monster.cards.push(card);
            }
        });
    });
    let remove = move |card: Card| {
        asking.change(|setup| {
            if let Some(monster) = setup.monsters.get_mut(index) {
                monster.cards.retain(|other| *other != card);
            }
            tidy(setup);
        });
    };
    let cards = Callback::new(move |()| {
        asking.draft.with_untracked(|_| asking.see(|setup| free_cards(setup, true)))
    });
    let chips = move || {
        hand.get()
            .into_iter()
            .map(|card| {
                let name = card_name(card, &rules);
                let words = t().arb_remove_card(&name).plain();
                view! {
                    <span class="chip">{name.clone()} <button type="button" class="rm" aria-label=words on:click=move |_| remove(card)>"×"</button></span>
                    {(0 < card.fresh_counters()).then(|| {
                        let value = Memo::new(move |_| asking.see(|setup| setup.counters.get(&card).copied().unwrap_or(card.fresh_counters())));
                        let set = Callback::new(move |many: u8| asking.change(|setup| { setup.counters.insert(card, many); }));
                        view! { <Stepper what=t().arb_on_card(&name).plain() value least=0 most=Setup::TOKENS_MAX set /> }
                    })}
                    {(card == Card::Mimic).then(|| view! { <Copied /> })}
                }
            })
            .collect_view()
    };
    view! {
        <div class="stp crd">
            <span class="k">{icon("deck", "")} {t().cards()}</span>
            <span class="cds">{chips}<PickButton words=format!("+ {}", t().arb_add_card()) title=labelled_for(t().cards(), asking, seat) id=format!("add-card-{seat}") cards rules choose=add /></span>
            <Wrong field=format!("monsters[{index}].cards") />
        </div>
    }
}

/// What Mimic copies.
#[component]
fn Copied() -> impl IntoView {
    let asking = Asking::get();
    let choose = move |event| {
        let card = Card::from_id(&event_target_value(&event));
        asking.change(|setup| setup.copied = card);
    };
    let options = move || {
        asking.see(|setup| {
            let held = setup.monsters.iter().flat_map(|monster| monster.cards.iter().copied());
            held.filter(|card| *card != Card::Mimic)
                .map(|card| {
                    view! { <option value=card.id() selected=setup.copied == Some(card)>{card_name(card, &Rules::default())}</option> }
                })
                .collect_view()
        })
    };
    view! {
        <label class="cmp"><span>{t().arb_copies()}</span>
            <select class="select" id="copied" on:change=choose><option value="">{t().arb_nothing()}</option>{options}</select>
        </label>
        <Wrong field="copied" />
    }
}

/// Whose turn it is, where in it, the dice and the market.
#[component]
fn Moment() -> impl IntoView {
    let asking = Asking::get();
    let players = Memo::new(move |_| asking.see(|setup| setup.monsters.len()));
    let turn = Memo::new(move |_| asking.see(|setup| setup.turn.seat.unwrap_or(Seat::A)));
    let at = Memo::new(move |_| asking.see(|setup| setup.at));
    let dice =
        Signal::derive(move || asking.see(|setup| setup.turn.dice.iter().collect::<Vec<Face>>()));
    let rerolls = Memo::new(move |_| asking.see(|setup| setup.turn.rerolls));
    let seats = move || {
        Seat::ALL
            .into_iter()
            .take(players.get())
            .map(|seat| {
                view! {
                    <label class="pick" data-m=monster_key(species(seat))>
                        <input type="radio" name="turn" aria-label=name_of(asking, seat) prop:checked=move || turn.get() == seat on:change=move |_| asking.change(|setup| setup.turn.seat = Some(seat)) />
                        {face_quiet(species(seat))}
                    </label>
                }
            })
            .collect_view()
    };
    let phases = [
        (At::Start, "sun", t().phase_start(), "start"),
        (At::Roll, "dice", t().phase_roll(), "roll"),
        (At::Resolve, "check", t().phase_resolve(), "resolve"),
        (At::Buy, "deck", t().phase_buy(), "buy"),
        (At::End, "arrow", t().phase_end(), "end"),
    ];
    // The first throw belongs to rolling: there are no dice yet.
    let here =
        move |phase: At| at.get() == phase || phase == At::Start && at.get() == At::FirstThrow;
    let go_to = move |phase: At| {
        asking.change(|setup| {
            setup.at = phase;
            if phase == At::Start {
                setup.turn.dice = Dice::NONE;
                setup.turn.rerolls = 0;
            } else if setup.turn.dice.is_empty() {
                let faces = [Face::Claw, Face::Claw, Face::One, Face::One, Face::Two, Face::Three];
                setup.turn.dice = Dice::of(&faces).unwrap_or(Dice::NONE);
            }
        });
    };
    let turn_die = Callback::new(move |(place, face): (usize, Face)| {
        asking.change(|setup| {
            let mut faces: Vec<Face> = setup.turn.dice.iter().collect();
            if let Some(die) = faces.get_mut(place) {
                *die = face;
            }
            setup.turn.dice = Dice::of(&faces).unwrap_or(setup.turn.dice);
        });
    });
    let market = move || {
        (0..3usize).map(|place| {
            let ware = asking.see(|setup| setup.market[place]);
            let rules = Rules::default();
            let choose = Callback::new(move |card: Card| asking.change(|setup| setup.market[place] = Some(card)));
            let cards = Callback::new(move |()| asking.see(|setup| free_cards(setup, false)));
            match ware {
                Some(card) => {
                    let name = card_name(card, &rules);
                    let words = t().arb_remove_card(&name).plain();
                    view! { <span class="chip">{name} <button type="button" class="rm" aria-label=words on:click=move |_| asking.change(|setup| setup.market[place] = None)>"×"</button></span> }.into_any()
                }
                None => view! { <PickButton words=format!("+ {}", t().arb_add_card()) title=t().market() id=format!("market-{place}") cards rules choose /> }.into_any(),
            }
        }).collect_view()
    };
    // Whoever buys or ends the turn has used the dice up.
    let any_dice =
        Memo::new(move |_| !dice.with(Vec::is_empty) && !matches!(at.get(), At::Buy | At::End));
    view! {
        <section class="panel amoment" aria-labelledby="mo">
            <header><h2 id="mo">{t().arb_moment()}</h2></header>
            <div class="pad rows">
                <div class="fieldrow" class:bad=move || is_wrong(asking, "turn.seat")><span class="k">{t().arb_whose_turn()}</span><div class="turnpick" role="radiogroup" aria-label=t().arb_whose_turn()>{seats}</div><Wrong field="turn.seat" /></div>
                <div class="fieldrow"><span class="k">{t().arb_where()}</span>
                    <div class="seg phs" role="radiogroup" aria-label=t().arb_where()>
                        {phases.map(|(phase, glyph, words, id)| view! {
                            <label><input type="radio" name="phase" data-phase=id prop:checked=move || here(phase) on:change=move |_| go_to(phase) />{icon(glyph, "")} {words}</label>
                        }).collect_view()}
                    </div>
                </div>
                {move || any_dice.get().then(|| view! {
                    <div class="fieldrow" id="dice-field" class:bad=move || is_wrong(asking, "turn.dice")><span class="k">{t().arb_dice()}</span><TurningDice dice set=turn_die /><DiceCount /><Wrong field="turn.dice" /></div>
                })}
                {move || (at.get() == At::Roll).then(|| view! {
                    <div class="fieldrow"><span class="k">{t().arb_rerolls()}</span><Stepper what=t().arb_rerolls() value=rerolls least=0 most=Setup::REROLLS_MAX set=Callback::new(move |many| asking.change(|setup| setup.turn.rerolls = many)) id="rerolls" /></div>
                })}
                <div class="fieldrow" class:bad=move || is_wrong(asking, "market")><span class="k">{t().market()}</span><div class="cds">{market}</div><Wrong field="market" /></div>
                <More />
            </div>
        </section>
    }
}

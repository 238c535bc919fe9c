//! What lies over the table: a card in full, a rival, the log, the menu, keys and rules.

use super::log::LogList;
use super::market::price_for;
use super::seats::{MiniCard, held, stats, tokens};
use super::{Sheet, Table};
use crate::cardface::CardDetails;
use crate::house::{house_list, rules_name};
use crate::lang::{rich, t};
use crate::lobby::ShareBox;
use crate::parts::{face, icon};
use crate::route::Route;
use crate::settings::SettingsForm;
use engine::{Answer, Card, Place, Seat};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The sheet, if one is open. Focus goes into it and comes back.
#[component]
pub(crate) fn SheetLayer() -> impl IntoView {
    let table = Table::get();
    let back = StoredValue::new_local(None::<web_sys::HtmlElement>);
    Effect::new(move |was_open: Option<bool>| {
        let open = table.sheet.with(Option::is_some);
        if open && was_open != Some(true) {
            back.set_value(document().active_element().and_then(|element| element.dyn_into().ok()));
            request_animation_frame(|| {
                // Whoever is in it already stays where they are.
                if !document().query_selector(".sheet :focus").is_ok_and(|inside| inside.is_some())
                {
                    crate::home::skip_to_now("sheet-close");
                }
            });
        } else if !open
            && was_open == Some(true)
            && let Some(element) = back.get_value()
        {
            let _ = element.focus();
        }
        open
    });
    let close = move || table.sheet.set(None);
    move || {
        table.sheet.get().map(|sheet| {
            let (title, body) = content(table, &sheet);
            let hint = sheet == Sheet::Hint;
            view! {
                <div class="veil" class:beside=hint on:click=move |_| close()>
                    <section class="sheet panel" role="dialog" aria-modal="true" aria-labelledby="sheet-title" on:click=|event| event.stop_propagation()>
                        <header role="none">
                            <h2 id="sheet-title">{title}</h2>
                            <button class="iconbtn end" id="sheet-close" aria-label=t().close() on:click=move |_| close()>"×"</button>
                        </header>
                        <div class="sheetbody">{body}</div>
                    </section>
                </div>
            }
        })
    }
}

fn content(table: Table, sheet: &Sheet) -> (String, AnyView) {
    match *sheet {
        Sheet::Move(ref link) => {
            let lead = t().rejoin_link_secret();
            let shown = view! { <ShareBox link=link.clone() lead /> };
            (t().continue_on_other_device().to_owned(), shown.into_any())
        }
        Sheet::Card(card) => {
            let name = table
                .rules()
                .map(|rules| crate::words::card_name(card, &rules))
                .unwrap_or_default();
            (name, view! { <CardSheet card /> }.into_any())
        }
        Sheet::Why(at) => {
            let asked = super::log::asked(table, at);
            let events = at.map_or_else(|| table.events.with_untracked(Vec::len), |at| at + 1);
            let body = view! {
                <crate::part::WhyPart asked />
                {super::log::ask_the_books(table, events, "btn small", Some("why-books")).map(|link| view! { <p>{link}</p> })}
            };
            (t().why_ask().to_owned(), body.into_any())
        }
        Sheet::Rival(seat) => (table.name(seat), view! { <RivalSheet seat /> }.into_any()),
        Sheet::Hint => (t().hint().to_owned(), view! { <super::hint::HintSheet /> }.into_any()),
        Sheet::Log => (t().what_happened().to_owned(), view! { <LogSheet /> }.into_any()),
        Sheet::Settings => {
            // Whoever opens it from the chip looks for the answers in advance.
            request_animation_frame(|| {
                if let Some(part) = document().get_element_by_id("auto-answers") {
                    part.scroll_into_view();
                }
            });
            (t().settings().to_owned(), view! { <SettingsForm /> }.into_any())
        }
        Sheet::Help => (t().rules().to_owned(), view! { <HelpSheet /> }.into_any()),
        Sheet::Menu => (t().settings().to_owned(), view! { <MenuSheet /> }.into_any()),
    }
}

#[component]
fn CardSheet(card: Card) -> impl IntoView {
    let table = Table::get();
    let offer = move || {
        table
            .see(|board| {
                let place = Place::MARKET
                    .into_iter()
                    .find(|place| board.state.card_at(*place) == Some(card))?;
                let (price, _) = price_for(board, card);
                let energy = board.me.map_or(0, |me| board.state.monster(me).energy);
                let legal = board.mine().is_some() && board.answers().contains(Answer::Buy(place));
                Some((place, price, energy.saturating_sub(price), legal))
            })
            .flatten()
    };
    let usable = move || {
        table
            .see(|board| board.mine().is_some() && board.answers().contains(Answer::Use(card)))
            .unwrap_or(false)
    };
    let rules = table.rules();
    view! {
        {rules.map(|rules| view! { <CardDetails card rules /> })}
        <div class="acts2">
            {move || offer().map(|(place, price, left, legal)| view! {
                <button
                    class="btn gold"
                    aria-disabled=(!legal).to_string()
                    on:click=move |_| if legal { table.sheet.set(None); super::shop::buy(table, place); }
                >
                    <span>{rich(t().buy_for(price))} {legal.then(|| view! { " (" {rich(t().leaves_you(left))} ")" })}</span>
                </button>
            })}
            {move || super::market::can_plan(table, card).then(|| view! {
                <button class="btn" id="plan" aria-pressed=move || (table.plan.get() == Some(card)).to_string() on:click=move |_| super::market::plan(table, card)>
                    {icon("check", "")} " " {t().plan_purchase()}
                </button>
            })}
            {move || usable().then(|| view! {
                <button class="btn good" on:click=move |_| { table.sheet.set(None); table.answer(Answer::Use(card)); }>{t().yes()}</button>
            })}
        </div>
    }
}

#[component]
fn RivalSheet(seat: Seat) -> impl IntoView {
    let table = Table::get();
    let species = table.species(seat);
    let muted = move || table.muted.with(|list| list.contains(&seat));
    let can_mute = move || {
        let person = table.player(seat).is_some_and(|player| player.bot.is_none());
        person && table.voice.get() != super::Voice::None
    };
    let seen = move || {
        table.see(|board| {
            (*board.state.monster(seat), board.state.hearts_max(seat), held(&board.state, seat))
        })
    };
    view! {
        <div class="rival">
            {face(species)}
            <div>
                <p class="muted">{crate::words::monster(species)}</p>
                {move || seen().map(|(m, most, _)| view! { {stats(m.hearts, most, m.stars, m.energy)} {tokens(m.poison, m.shrink)} })}
            </div>
        </div>
        {move || can_mute().then(|| view! {
            <button class="btn small" id="mute" aria-pressed=move || muted().to_string() on:click=move |_| table.session(|session| session.mute(seat, !muted()))>
                {move || if muted() { icon("sound", "") } else { icon("mute", "") }} " "
                {move || if muted() { t().unmute(&table.name(seat)).plain() } else { t().mute(&table.name(seat)).plain() }}
            </button>
        })}
        <div class="keeps">
            {move || seen().map(|(_, _, cards)| {
                if cards.is_empty() {
                    view! { <p class="muted">{t().no_cards_yet()}</p> }.into_any()
                } else {
                    cards.into_iter().map(|card| view! { <MiniCard card /> }).collect_view().into_any()
                }
            })}
        </div>
    }
}

#[component]
fn LogSheet() -> impl IntoView {
    let table = Table::get();
    let undo = move || table.see(|board| board.me.is_some() && board.undo).unwrap_or(false);
    view! {
        <super::talk::TalkBox />
        <section class="log sheet"><LogList id="log-sheet" /></section>
        {move || undo().then(|| view! {
            <button class="btn small ghost" on:click=move |_| table.undo()>
                {icon("undo", "")} " " {t().undo_last_choice()}
            </button>
        })}
    }
}

#[component]
fn HelpSheet() -> impl IntoView {
    let rows = [
        ("1–8", t().key_dice()),
        ("Shift 1–8", t().key_same_face()),
        ("0", t().release_all()),
        ("R", t().key_roll()),
        ("Enter", t().key_stop()),
        ("Y", t().yield_now()),
        ("S", t().stay()),
        ("B", t().key_market()),
        ("W", t().sweep()),
        ("E", t().end_turn()),
        ("Z", t().undo()),
        ("T", t().key_tray()),
        ("L", t().key_log()),
        ("?", t().key_help()),
        ("Esc", t().close()),
    ];
    let rules = Table::get().rules().unwrap_or_default();
    let book = rules.house_rules().0;
    view! {
        <h3>{rules_name(book, &rules)}</h3>
        {house_list(book, &rules)}
        <h3>{t().keyboard()}</h3>
        <dl class="keylist">
            {rows.map(|(key, what)| view! { <div><dt><kbd class="key">{key}</kbd></dt><dd>{what}</dd></div> }).collect_view()}
        </dl>
        <crate::rules_page::Tips />
        <p><a class="btn small ghost" href=Route::Rules.href() target="_blank">{icon("book", "")} " " {t().rules()}</a></p>
    }
}

#[component]
fn MenuSheet() -> impl IntoView {
    let table = Table::get();
    view! {
        <div class="acts2">
            {(table.link.get_untracked() != super::Link::Local && table.peek(|board| board.me.is_some()).unwrap_or(false)).then(|| {
                view! {
                    <button class="btn small" on:click=move |_| table.session(|session| session.move_device())>
                        {icon("phone", "")} " " {t().continue_on_other_device()}
                    </button>
                }
            })}
            <button class="btn small" on:click=move |_| table.sheet.set(Some(Sheet::Help))>{icon("book", "")} " " {t().rules()}</button>
            <a class="btn small" href=Route::Cards.href()>{icon("deck", "")} " " {t().cards()}</a>
            <a class="btn small ghost" href=Route::Home.href()>{icon("exit", "")} " " {t().leave()}</a>
        </div>
        <crate::update::UpdateChip />
        <crate::dice_seal::GameSeal table />
        <SettingsForm />
    }
}

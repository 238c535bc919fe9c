//! What may be done and what would come of it, as the engine says it: answers as buttons, the preview, the odds.

use super::Table;
use crate::lang::{rich, t};
use crate::parts::{mark, small_die};
use crate::prefs::Settings;
use crate::words::{card_name, face_word, percent};
use bots::dice::odds::{Wish, aims};
use engine::{Answer, Ask, Card, DiceSet, Face, Question, Seat, State};
use leptos::prelude::*;
use texts::Rich;

/// The title and the explanation of a question.
pub(crate) fn question_words(table: Table, ask: Ask) -> (String, String) {
    let title = table
        .peek(|board| table.scene(|scene| t().question(&ask, &board.state, scene)))
        .flatten()
        .unwrap_or_default()
        .plain();
    let energy = table.peek(|board| board.state.monster(ask.seat).energy).unwrap_or(0);
    let hearts = table.peek(|board| board.state.monster(ask.seat).hearts).unwrap_or(0);
    let more =
        format!("{} · {}", t().hearts_count(hearts).symbols(), t().energy_count(energy).symbols());
    (title, more)
}

/// An answer as a button.
pub(crate) fn answer_button(table: Table, ask: Ask, answer: Answer) -> AnyView {
    let label = answer_words(table, ask, answer);
    let quiet = matches!(answer, Answer::Pass);
    view! {
        <button class="btn answer" class:ghost=quiet on:click=move |_| table.answer(answer)><span>{rich(label)}</span></button>
    }
    .into_any()
}

/// Presses the answer with this number, counted from 1.
pub(crate) fn press_numbered(number: usize) {
    let Ok(buttons) = document().query_selector_all("#act .answer") else {
        return;
    };
    if let Some(button) = buttons.item(number as u32 - 1) {
        wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(button).click();
    }
}

/// An answer in words.
pub(crate) fn answer_words(table: Table, ask: Ask, answer: Answer) -> Rich {
    table
        .peek(|board| table.scene(|scene| t().answer(&ask, &answer, &board.state, scene)))
        .flatten()
        .unwrap_or_default()
}

/// What cards can do to the dice: free rerolls, turned dice, cards to use.
pub(crate) fn card_moves(table: Table, ask: Ask, open: RwSignal<Option<Card>>) -> Option<AnyView> {
    let (answers, rules, dice) = table.see(|board| {
        (board.answers(), *board.state.rules(), super::dice::shown(&board.state, ask))
    })?;
    let mut buttons: Vec<AnyView> = Vec::new();
    let mut turning: Vec<Card> = Vec::new();
    let mut freed: Vec<(Card, u16)> = Vec::new();
    for answer in answers.iter() {
        match answer {
            Answer::Free { card, dice } if ask.question != Question::Probe => {
                match freed.iter_mut().find(|(which, _)| *which == card) {
                    Some((_, bits)) => *bits |= dice.bits(),
                    None => freed.push((card, dice.bits())),
                }
            }
            Answer::Set { card, .. } if !turning.contains(&card) => turning.push(card),
            Answer::Reroll(_) | Answer::Free { .. } | Answer::Set { .. } | Answer::Pass => {}
            // A tap on the die chooses it.
            Answer::Die(_) => {}
            other => buttons.push(answer_button(table, ask, other)),
        }
    }
    for (card, bits) in freed {
        let label = move || {
            let chosen = free_choice(table, bits);
            t().reroll_with(&card_name(card, &rules), chosen.len())
        };
        buttons.push(
            view! {
                <button class="btn answer" on:click=move |_| table.answer(Answer::Free { card, dice: free_choice(table, bits) })>
                    <span>{move || rich(label())}</span>
                </button>
            }
            .into_any(),
        );
    }
    for card in turning {
        let name = card_name(card, &rules);
        let toggle = move |_| {
            open.update(|open| *open = if *open == Some(card) { None } else { Some(card) })
        };
        buttons.push(
            view! {
                <button class="btn answer" aria-expanded=move || (open.get() == Some(card)).to_string() on:click=toggle><span>{rich(t().use_the_card(&name))}</span></button>
            }
            .into_any(),
        );
        if open.get() == Some(card) {
            let answers = &answers;
            let rows = dice.iter().enumerate().map(|(die, shown)| {
                let faces = Face::ALL.into_iter().filter(move |face| *face != shown).filter_map(move |face| {
                    let answer = Answer::Set { card, die: die as u8, face };
                    answers.contains(answer).then(|| {
                        let label = t().set_die(&card_name(card, &rules), die + 1, &face_word(face)).plain();
                        view! {
                            <button class="facebtn" aria-label=label on:click=move |_| { open.set(None); table.answer(answer); }>{small_die(face, false)}</button>
                        }
                    })
                });
                view! { <div class="facerow"><span>{die + 1}</span>{small_die(shown, true)}<span aria-hidden="true">"→"</span>{faces.collect_view()}</div> }
            });
            buttons.push(view! { <div class="facegrid">{rows.collect_view()}</div> }.into_any());
        }
    }
    (!buttons.is_empty()).then(|| buttons.into_any())
}

/// The dice that a free reroll takes: those that are not kept, or all that it may.
fn free_choice(table: Table, bits: u16) -> DiceSet {
    let keep = table.keep.get().bits();
    let chosen = bits & !keep;
    DiceSet::from_bits(if chosen == 0 { bits } else { chosen })
}

/// Damage that is on its way to a seat.
pub(crate) fn incoming(state: &State, seat: Seat) -> u8 {
    state.incoming(seat)
}

/// What the dice of the turn would cost this seat if they stayed as they lie.
pub(crate) fn danger(table: Table, seat: Seat) -> u8 {
    table
        .see(|board| preview_of(board).map_or(0, |preview| preview.damage[seat.index()]))
        .unwrap_or(0)
}

/// What the dice would do to the viewer's own hearts: lost, gained.
pub(crate) fn own_change(table: Table, seat: Seat) -> (u8, u8) {
    table
        .see(|board| match preview_of(board) {
            Some(preview) if board.state.turn().seat == seat => (0, preview.healing),
            Some(preview) => (preview.damage[seat.index()], 0),
            None => (0, 0),
        })
        .unwrap_or((0, 0))
}

fn preview_of(board: &super::Board) -> Option<engine::Preview> {
    (board.state.turn().phase == engine::Phase::Roll && board.asked().is_some())
        .then(|| board.state.preview())
}

/// What another's dice would do to me.
pub(crate) fn threat_to_me(table: Table) -> Option<AnyView> {
    table
        .see(|board| {
            let me = board.me?;
            if board.state.turn().seat == me || !board.state.living().has(me) {
                return None;
            }
            let hit = preview_of(board)?.damage[me.index()];
            let hearts = board.state.monster(me).hearts;
            Some(if hit == 0 {
                t().would_not_hit_you().into_any()
            } else {
                rich(t().would_hit_you(hit, hearts, hearts.saturating_sub(hit)))
            })
        })
        .flatten()
}

/// What would happen if the dice stayed as they lie, and the odds.
#[component]
pub(crate) fn PreviewLine() -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    let chips = move || {
        table.see(|board| {
            let preview = preview_of(board)?;
            let active = board.state.turn().seat;
            let mut chips: Vec<AnyView> = Vec::new();
            for seat in board.state.living().iter().filter(|seat| *seat != active) {
                let hit = preview.damage[seat.index()];
                if 0 < hit {
                    let name = table.name(seat);
                    chips.push(view! { <span class="chip">{mark(table.species(seat))} " " {rich(t().preview_damage(hit, &name))}</span> }.into_any());
                }
            }
            if 0 < preview.stars {
                chips.push(view! { <span class="chip">{rich(t().gain_stars(preview.stars))}</span> }.into_any());
            }
            if 0 < preview.energy {
                chips.push(view! { <span class="chip">{rich(t().gain_energy(preview.energy))}</span> }.into_any());
            }
            if 0 < preview.healing {
                chips.push(view! { <span class="chip">{rich(t().gain_hearts(preview.healing))}</span> }.into_any());
            }
            if 0 < preview.hearts_wasted {
                let inside = board.state.in_tokyo(active);
                let why = if inside { t().preview_hearts_useless() } else { t().hearts_full() };
                chips.push(view! { <span class="chip"><s>{rich(t().gain_hearts(preview.hearts_wasted))}</s> " " {why}</span> }.into_any());
            }
            for seat in board.state.living().iter() {
                let (poison, shrink) = (preview.poison[seat.index()], preview.shrink[seat.index()]);
                if 0 < poison + shrink {
                    chips.push(view! { <span class="chip">{mark(table.species(seat))} {super::seats::tokens(poison, shrink)}</span> }.into_any());
                }
            }
            if preview.enters.is_some() {
                chips.push(view! { <span class="chip">{rich(t().preview_enter())}</span> }.into_any());
            }
            if chips.is_empty() {
                chips.push(view! { <span class="chip">{t().preview_nothing()}</span> }.into_any());
            }
            Some(chips)
        })
        .flatten()
    };
    view! {
        <div class="preview fixed">
            <div class="prow chips"><span class="lbl">{t().if_you_stop_now()}</span>{chips}</div>
            {move || (settings.watch(|p| p.odds) && table.odds.get()).then(|| view! { <div class="prow oddsrow"><Odds /></div> })}
        </div>
    }
}

/// The exact odds of what the kept dice aim at: two lines at most.
#[component]
fn Odds() -> impl IntoView {
    let table = Table::get();

    move || {
        let (dice, rerolls) =
            table.see(|board| (board.state.turn().dice, board.state.turn().rerolls))?;
        let keep = table.keep.get();
        let free = keep.not_in(dice.all()).len();
        let kept = Face::ALL.map(|face| dice.showing(face).bits() & keep.bits()).map(ones);
        let chips: Vec<AnyView> = aims(&kept, free, rerolls.into())
            .into_iter()
            .filter_map(|(wish, chance)| {
                let Wish::AtLeast(face, want) = wish else { return None };
                let face = Face::ALL[face];
                Some(
                    view! {
                        <span class="chip odds">
                            <span class="vh">{t().odds_at_least(want, &face_word(face)).plain()}</span>
                            <span class="minidice" aria-hidden="true">{(0..want).map(|_| small_die(face, false)).collect_view()}</span>
                            " " <b>{percent(chance)}</b>
                        </span>
                    }
                    .into_any(),
                )
            })
            .collect();
        if chips.is_empty() {
            return None;
        }
        Some(view! { <span class="lbl">{t().odds()}</span>{chips} })
    }
}

fn ones(bits: u16) -> u8 {
    bits.count_ones() as u8
}

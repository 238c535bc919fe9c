//! Learning by playing: the coach of six cards, the hint strip, and the guard against slips.

use super::Table;
use crate::lang::{rich, t};
use crate::parts::icon;
use crate::prefs::Settings;
use client::coach::{LESSONS, Slip, lessons, slip};
use engine::Answer;
use leptos::prelude::*;

/// One sentence about the present situation.
#[component]
pub(crate) fn HintStrip() -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    move || {
        settings.watch(|p| p.hints).then(|| {
            situation(table).map(|words| view! { <li class="hint only-desk">{icon("bulb", "")}<span>{words}</span></li> })
        })
    }
}

/// The same sentence above the dice, where there are no columns.
#[component]
pub(crate) fn HintLine() -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    move || {
        settings.watch(|p| p.hints).then(|| {
            situation(table).map(|words| view! { <p class="hintline only-phone">{icon("bulb", "")}<span>{words}</span></p> })
        })
    }
}

fn situation(table: Table) -> Option<AnyView> {
    table
        .see(|board| {
            let state = &board.state;
            let me = board.me.filter(|me| state.living().has(*me))?;
            if state.outcome().is_some() {
                return None;
            }
            let city = state.tokyo().city;
            Some(if state.in_tokyo(me) {
                t().hint_in_tokyo().into_any()
            } else if let Some(holder) = city {
                rich(t().hint_outside_full(&table.name(holder)))
            } else {
                rich(t().hint_tokyo_empty())
            })
        })
        .flatten()
}

/// The six cards of the coach, each at the moment it matters.
#[component]
pub(crate) fn Coach() -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    let seen = RwSignal::new([false; LESSONS]);
    let step = move || {
        if !settings.watch(|p| p.hints && p.games == 0) {
            return None;
        }
        let seen = seen.get();
        let fits = table.see(|board| lessons(&board.state, board.me.filter(|_| !board.past)))?;
        (0..LESSONS).find(|n| fits[*n] && !seen[*n])
    };
    let card = Memo::new(move |_| step());
    move || {
        card.get().map(|n| {
            let (title, words) = lesson(n);
            view! {
                <aside class="coach panel" aria-label=t().help_label()>
                    <p><b>{title}</b> {words}</p>
                    <div class="acts2">
                        <button class="btn small ghost" on:click=move |_| settings.change(|p| p.hints = false)>{t().stop_hints()}</button>
                        <button class="btn small gold" id="coach-next" on:click=move |_| seen.update(|seen| seen[n] = true)>{t().next()}</button>
                    </div>
                </aside>
            }
        })
    }
}

/// The title and the words of one lesson.
pub(crate) fn lesson(n: usize) -> (&'static str, AnyView) {
    match n {
        0 => (t().coach_keep_title(), t().coach_keep().into_any()),
        1 => (t().coach_numbers_title(), rich(t().coach_numbers())),
        2 => (t().coach_claws_title(), rich(t().coach_claws())),
        3 => (t().coach_tokyo_title(), rich(t().coach_tokyo())),
        4 => (t().coach_energy_title(), rich(t().coach_energy())),
        _ => (t().coach_win_title(), rich(t().coach_win())),
    }
}

/// Whether stopping now looks like a slip. Asks once a turn.
pub(crate) fn slips(table: Table) -> bool {
    let keep = table.keep.get_untracked();
    let found = table.peek(|board| {
        board.mine()?;
        Some((board.state.turn().number, slip(&board.state, keep)?))
    });
    let Some((turn, slip)) = found.flatten() else { return false };
    if table.slipped.get_untracked().is_some_and(|(asked, _)| asked == turn) {
        return false;
    }
    table.slipped.set(Some((turn, Some(slip))));
    true
}

/// The question about a slip is answered, or no longer matters.
pub(crate) fn close_slip(table: Table) {
    if table.slipped.with_untracked(|asked| asked.is_some_and(|(_, slip)| slip.is_some())) {
        table.slipped.update(|asked| *asked = asked.map(|(turn, _)| (turn, None)));
    }
}

/// The slip that is asked about now.
pub(crate) fn open_slip(table: Table) -> Option<Slip> {
    let (turn, slip) = table.slipped.get()?;
    let now = table.see(|board| board.state.turn().number)?;
    slip.filter(|_| turn == now)
}

/// The question whether it was a slip.
#[component]
pub(crate) fn SlipGuard() -> impl IntoView {
    let table = Table::get();
    move || {
        open_slip(table).map(|slip| {
            let (title, note) = match slip {
                Slip::Hearts(n) => (t().slip_hearts_title(n).plain(), t().slip_hearts_hint()),
                Slip::Early => (t().slip_rerolls_title(table.peek(|board| board.state.turn().rerolls).unwrap_or(1)).plain(), ""),
            };
            view! {
                <div class="notice warn slip" role="alert">
                    {icon("heart", "")}
                    <span>
                        <b>{title}</b>
                        <small>{note}</small>
                        <span class="acts2">
                            <button class="btn small" id="stop-anyway" on:click=move |_| { close_slip(table); table.answer(Answer::Pass); }>{t().stop_anyway()}</button>
                            <button class="btn small gold" on:click=move |_| close_slip(table)>{t().back_to_dice()}</button>
                        </span>
                    </span>
                </div>
            }
        })
    }
}

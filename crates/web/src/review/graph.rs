//! Everybody's chance to win over the turns: a picture that one can touch, and a slider that says the same.

use super::stream::Found;
use crate::lang::t;
use crate::parts::{icon, mark, monster_key};
use crate::table::Player;
use client::review::{signed, turn_change, whole_percent};
use engine::Seat;
use leptos::prelude::*;
use review::{Turn, turning_points};
use wasm_bindgen::JsCast;

const WIDE: f64 = 1000.0;
const HIGH: f64 = 280.0;
/// Lines differ by dash as well as by colour.
const DASHES: [&str; 6] = ["", "10 5", "3 4", "14 4 3 4", "7 3", "2 3"];

/// The turns of a game without its set-up.
pub(super) fn real_turns(found: Found) -> Memo<Vec<Turn>> {
    Memo::new(move |_| {
        let mut turns = found.moments.with(|moments| review::turns(moments));
        turns.retain(|turn| 0 < turn.number);
        turns
    })
}

/// How many turns have begun at this step.
pub(super) fn turn_at(turns: &[Turn], step: usize) -> usize {
    turns.iter().filter(|turn| turn.from < step).count()
}

/// The graph with its chips, slider and turning points.
#[component]
pub(super) fn Graph(
    found: Found,
    turns: Memo<Vec<Turn>>,
    players: Vec<Player>,
    me: Seat,
    step: RwSignal<usize>,
) -> impl IntoView {
    let count = players.len();
    let at = Memo::new(move |_| turns.with(|turns| turn_at(turns, step.get())));
    let show = move |turn: usize| {
        let to = turns.with_untracked(|turns| match turn.checked_sub(1) {
            Some(before) => turns.get(before).map(|turn| turn.to),
            None => turns.first().map(|first| first.from),
        });
        if let Some(to) = to {
            step.set(to);
        }
    };
    let chances = move |turn: usize| {
        turns.with(|turns| match turn.checked_sub(1).and_then(|before| turns.get(before)) {
            Some(turn) => (turn.after, turn.before),
            None => (found.start.get(), found.start.get()),
        })
    };
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let spoken = {
        let names = names.clone();
        move || {
            let (after, _) = chances(at.get());
            let all: Vec<String> = names
                .iter()
                .zip(after)
                .map(|(name, chance)| format!("{name} {}", whole_percent(t(), chance)))
                .collect();
            let (number, seat) = turns.with(|turns| {
                let turn = at.get().checked_sub(1).and_then(|before| turns.get(before));
                turn.map_or((0, me), |turn| (turn.number, turn.seat))
            });
            let who = names.get(seat.index()).map_or("", String::as_str);
            t().graph_at(number, who, &all.join(", ")).plain()
        }
    };
    let chips = players.iter().enumerate().map(|(seat, player)| {
        let name = player.name.clone();
        let now = move || {
            let (after, before) = chances(at.get());
            let change = (100.0 * (after[seat] - before[seat])).round() as i64;
            let class = if change < 0 { "neg" } else { "pos" };
            view! { <b class="num">{whole_percent(t(), after[seat])}</b> <small class=class>{signed(change)}</small> }
        };
        view! { <li class="chip" data-m=monster_key(player.species)>{mark(player.species)} " " <span class="clip">{name}</span> " " {now}</li> }
    }).collect_view();
    let keys: Vec<&'static str> =
        players.iter().map(|player| monster_key(player.species)).collect();
    let lines = {
        let keys = keys.clone();
        move || {
            turns.with(|turns| {
                let x = step_width(turns.len());
                let start = found.start.get();
                (0..count)
                    .rev()
                    .map(|seat| {
                        let y = |chance: f64| HIGH * (1.0 - chance);
                        let mut path = format!("M0 {:.1}", y(start[seat]));
                        for (at, turn) in turns.iter().enumerate() {
                            path += &format!("L{:.1} {:.1}", x * (at + 1) as f64, y(turn.after[seat]));
                        }
                        let class = if seat == me.index() { "line mine" } else { "line" };
                        view! { <path class=class data-m=keys[seat] d=path stroke-dasharray=DASHES[seat] /> }
                    })
                    .collect_view()
            })
        }
    };
    let marks = move || {
        turns.with(|turns| {
            let x = step_width(turns.len());
            // With many turns marks thin out first, lines never.
            let every = turns.len().div_ceil(36).max(1);
            turns
                .iter()
                .enumerate()
                .filter(|(at, _)| at % every == 0)
                .map(|(at, turn)| {
                    let key = keys[turn.seat.index()];
                    view! { <use data-m=key href=format!("#i-mk-{key}") x=format!("{:.1}", x * (at + 1) as f64 - 8.0) y=HIGH + 8.0 width="16" height="16" /> }
                })
                .collect_view()
        })
    };
    let flags = Memo::new(move |_| turns.with(|turns| turning_points(turns, me)));
    let flag_marks = move || {
        let x = turns.with(|turns| step_width(turns.len()));
        flags.get().into_iter().enumerate().map(|(n, at)| {
            let left = x * (at + 1) as f64;
            view! { <g class="flag"><path d=format!("M{left:.1} 0V{HIGH}") /><rect x=left - 12.0 y="-26" width="24" height="24" rx="6" /><text x=left y="-9">{n + 1}</text></g> }
        }).collect_view()
    };
    let quiz_marks = move || {
        let x = turns.with(|turns| step_width(turns.len()));
        found.quiz.get().into_iter().filter(|asked| asked.tried.is_none()).map(|asked| {
            turns.with(|turns| {
                let at = turn_at(turns, asked.moment + 1);
                let y = turns.get(at.wrapping_sub(1)).map_or(0.5, |turn| turn.after[me.index()]);
                let (left, top) = (x * at as f64, HIGH * (1.0 - y));
                view! { <g class="ask"><circle cx=left cy=top r="12" /><text x=left y=top + 6.0>"?"</text></g> }
            })
        }).collect_view()
    };
    let cursor = move || {
        let x = turns.with(|turns| step_width(turns.len()));
        let left = x * at.get() as f64;
        view! { <path class="cursor" d=format!("M{left:.1} -4V{HIGH}") /> }
    };
    let touch = move |event: web_sys::PointerEvent| {
        if event.type_() == "pointermove" && event.buttons() == 0 {
            return;
        }
        let Some(picture) =
            event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        else {
            return;
        };
        let room = picture.get_bounding_client_rect();
        // The picture has a margin of 48 on the left and 20 on the right.
        let inside = (f64::from(event.client_x()) - room.left()) / room.width();
        let part = ((inside * (WIDE + 68.0) - 48.0) / WIDE).clamp(0.0, 1.0);
        let most = turns.with_untracked(Vec::len);
        show((part * most as f64).round() as usize);
    };
    let grid = [0, 25, 50, 75, 100].map(|part| {
        let y = HIGH * (1.0 - f64::from(part) / 100.0);
        view! { <path class="grid" d=format!("M0 {y}H{WIDE}") /><text class="axis" x="-8" y=y + 5.0>{part}</text> }
    });
    let points = {
        let names = names.clone();
        move || {
            flags.get().into_iter().enumerate().map(|(n, at)| {
                let turn = turns.with(|turns| turns.get(at).cloned())?;
                let who = names.get(turn.seat.index()).cloned().unwrap_or_default();
                let title = t().turn_of_whom(turn.number, &who).plain();
                let change = turn_change(t(), &turn, me);
                Some(view! {
                    <li><button class="turning" on:click=move |_| show(at + 1)><i>{n + 1}</i><span><b>{title}</b><small>{change}</small></span></button></li>
                })
            }).collect_view()
        }
    };
    view! {
        <section class="panel wingraph" aria-labelledby="graph-title">
            <header><h2 id="graph-title">{t().chance_to_win()}</h2></header>
            <ul class="chips">{chips}</ul>
            <div class="pad">
                <svg viewBox=format!("-48 -30 {} {}", WIDE + 68.0, HIGH + 60.0) role="img" aria-label=t().graph_label() on:pointerdown=touch on:pointermove=touch>
                    {grid} {cursor} {lines} {marks} {flag_marks} {quiz_marks}
                </svg>
                <input type="range" id="graph-turn" min="0" max=move || turns.with(Vec::len) aria-label=t().graph_label() aria-valuetext=spoken
                    prop:value=move || at.get().to_string()
                    on:input=move |event| if let Ok(turn) = event_target_value(&event).parse() { show(turn) } />
                <p class="muted fine" role="status">{move || (!found.done.get()).then(|| view! { {icon("clock", "")} " " {t().reviewing_turn(turns.with(Vec::len)).plain()} })}</p>
                <ol class="turnings" aria-label=t().turning_points()>{points}</ol>
            </div>
        </section>
    }
}

fn step_width(turns: usize) -> f64 {
    WIDE / turns.max(1) as f64
}

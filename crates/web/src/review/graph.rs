//! Everybody's chance to win over the turns: a picture that one can touch, and a slider that says the same.

use super::stream::Found;
use crate::lang::t;
use crate::parts::{icon, mark, monster_key};
use crate::table::Player;
use client::review::{signed, turn_change, whole_percent};
use engine::Seat;
use leptos::prelude::*;
use review::{Turn, turning_points};
use texts::Texts;
use wasm_bindgen::JsCast;

/// The room of the lines, and the margins to the left and the right of them.
#[derive(Clone, Copy, PartialEq)]
struct Room {
    wide: f64,
    high: f64,
    left: f64,
    right: f64,
}

/// Turns that have room for a mark of everybody; with more of them only the own ones have one.
const MARKS: f64 = 17.0;

impl Room {
    /// A narrow screen has a picture of its own, so that its words stay readable.
    fn now() -> Room {
        let width = window().inner_width().ok().and_then(|width| width.as_f64());
        match width.is_some_and(|width| width < 620.0) {
            true => Room { wide: 360.0, high: 210.0, left: 34.0, right: 12.0 },
            false => Room { wide: 760.0, high: 250.0, left: 48.0, right: 20.0 },
        }
    }

    fn view_box(self) -> String {
        let wide = self.left + self.wide + self.right;
        format!("{} -30 {wide} {}", -self.left, self.high + 78.0)
    }

    fn x(self, turns: usize, at: usize) -> f64 {
        self.wide / turns.max(1) as f64 * at as f64
    }

    fn y(self, chance: f64) -> f64 {
        self.high * (1.0 - chance)
    }
}
/// Lines differ by dash as well as by colour; the own one is whole and the widest.
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
    /// Who went out, and in which turn.
    outs: Vec<(Seat, u16)>,
) -> impl IntoView {
    let count = players.len();
    let room = RwSignal::new(Room::now());
    let resized = window_event_listener(leptos::ev::resize, move |_| {
        let now = Room::now();
        if room.get_untracked() != now {
            room.set(now);
        }
    });
    on_cleanup(move || resized.remove());
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
            let room = room.get();
            turns.with(|turns| {
                let start = found.start.get();
                (0..count)
                    .rev()
                    .map(|seat| {
                        let mut path = format!("M0 {:.1}", room.y(start[seat]));
                        for (at, turn) in turns.iter().enumerate() {
                            let (x, y) = (room.x(turns.len(), at + 1), room.y(turn.after[seat]));
                            path += &format!("L{x:.1} {y:.1}");
                        }
                        let mine = seat == me.index();
                        let area = mine.then(|| {
                            let end = room.x(turns.len(), turns.len());
                            let high = room.high;
                            view! { <path class="area" data-m=keys[seat] d=format!("{path}L{end:.1} {high}L0 {high}Z") /> }
                        });
                        let class = if mine { "line mine" } else { "line" };
                        let dash = if mine { "" } else { DASHES[seat] };
                        // A dark edge under the line: a light colour is seen by day as well.
                        let edge = if mine { "edge mine" } else { "edge" };
                        view! { {area} <path class=edge d=path.clone() /> <path class=class data-m=keys[seat] d=path stroke-dasharray=dash /> }
                    })
                    .collect_view()
            })
        }
    };
    let marks = {
        let keys = keys.clone();
        move || {
            let room = room.get();
            turns.with(|turns| {
                // With many turns marks thin out first, lines never.
                let all = turns.len() as f64 * MARKS <= room.wide;
                let marks = turns
                    .iter()
                    .enumerate()
                    .filter(|(_, turn)| all || turn.seat == me)
                    .map(|(at, turn)| {
                        let key = keys[turn.seat.index()];
                        let left = format!("{:.1}", room.x(turns.len(), at + 1) - 8.0);
                        view! { <use data-m=key href=format!("#i-mk-{key}") x=left y=room.high + 6.0 width="16" height="16" /> }
                    })
                    .collect_view();
                // Numbers have room for themselves.
                let every = (turns.len() as f64 * 34.0 / room.wide).ceil().max(1.0) as usize;
                let numbers = turns
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| (at + 1) % every == 0)
                    .map(|(at, turn)| view! { <text class="axis turn" x=room.x(turns.len(), at + 1) y=room.high + 40.0>{turn.number}</text> })
                    .collect_view();
                view! { {marks} {numbers} }
            })
        }
    };
    // A cross where a monster went out, with its name.
    let crosses = {
        let (keys, names) = (keys, names.clone());
        move || {
            let room = room.get();
            turns.with(|turns| {
                outs.iter()
                    .enumerate()
                    .filter_map(|(n, &(seat, number))| {
                        let at = turns.iter().position(|turn| turn.number == number)?;
                        let (x, y) = (room.x(turns.len(), at + 1), room.high);
                        let anchor = if room.wide * 0.75 < x { "end" } else { "middle" };
                        let name = names.get(seat.index()).cloned();
                        let top = y - 14.0 - 17.0 * (n % 3) as f64;
                        Some(view! {
                            <g class="gone" data-m=keys[seat.index()]>
                                <path d=format!("M{:.1} {:.1}l12 12m0 -12l-12 12", x - 6.0, y - 6.0) />
                                <text x=x y=top text-anchor=anchor>{name} " ✕"</text>
                            </g>
                        })
                    })
                    .collect_view()
            })
        }
    };
    let flags = Memo::new(move |_| turns.with(|turns| turning_points(turns, me)));
    let flag_marks = move || {
        let room = room.get();
        let count = turns.with(Vec::len);
        flags.get().into_iter().enumerate().map(|(n, at)| {
            let left = room.x(count, at + 1);
            view! { <g class="flag"><path d=format!("M{left:.1} 0V{}", room.high) /><rect x=left - 12.0 y="-26" width="24" height="24" rx="6" /><text x=left y="-9">{n + 1}</text></g> }
        }).collect_view()
    };
    let quiz_marks = move || {
        let room = room.get();
        found.quiz.get().into_iter().filter(|asked| asked.tried.is_none()).map(|asked| {
            turns.with(|turns| {
                let at = turn_at(turns, asked.moment + 1);
                let y = turns.get(at.wrapping_sub(1)).map_or(0.5, |turn| turn.after[me.index()]);
                let (left, top) = (room.x(turns.len(), at), room.y(y));
                view! { <g class="ask"><circle cx=left cy=top r="12" /><text x=left y=top + 6.0>"?"</text></g> }
            })
        }).collect_view()
    };
    // The turn that is shown: a line through it, and one through the own chance there.
    let cursor = move || {
        let room = room.get();
        let left = room.x(turns.with(Vec::len), at.get());
        let top = room.y(chances(at.get()).0[me.index()]);
        view! {
            <path class="cursor" d=format!("M{left:.1} -4V{}", room.high) />
            <path class="cursor thin" d=format!("M0 {top:.1}H{}", room.wide) />
            <circle class="cursor" cx=left cy=top r="7" />
        }
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
        let shown = picture.get_bounding_client_rect();
        let room = room.get_untracked();
        let inside = (f64::from(event.client_x()) - shown.left()) / shown.width();
        let wide = room.left + room.wide + room.right;
        let part = ((inside * wide - room.left) / room.wide).clamp(0.0, 1.0);
        let most = turns.with_untracked(Vec::len);
        show((part * most as f64).round() as usize);
    };
    let grid = move || {
        let room = room.get();
        [0, 25, 50, 75, 100]
            .map(|part| {
                let y = room.y(f64::from(part) / 100.0);
                view! { <path class="grid" d=format!("M0 {y}H{}", room.wide) /><text class="axis" x="-6" y=y + 5.0>{part}</text> }
            })
            .collect_view()
    };
    let current = at;
    let points = {
        let names = names.clone();
        move || {
            flags.get().into_iter().enumerate().map(|(n, at)| {
                let turn = turns.with(|turns| turns.get(at).cloned())?;
                let who = names.get(turn.seat.index()).cloned().unwrap_or_default();
                let title = t().turn_of_whom(turn.number, &who).plain();
                // What a choice cost is not given away while it is asked about.
                let open = (turn.from..turn.to).any(|moment| found.open_quiz(moment).is_some());
                let tell = if open { turn_luck } else { turn_change };
                let change = tell(t(), &turn, me);
                Some(view! {
                    <li><button class="turning" aria-pressed=move || (current.get() == at + 1).to_string() on:click=move |_| show(at + 1)><i>{n + 1}</i><span><b>{title}</b><small>{change}</small></span></button></li>
                })
            }).collect_view()
        }
    };
    view! {
        <section class="panel wingraph" id="graph" tabindex="-1" aria-labelledby="graph-title">
            <header><h2 id="graph-title">{t().chance_to_win()}</h2></header>
            <ul class="chips">{chips}</ul>
            <div class="pad">
                <svg viewBox=move || room.get().view_box() role="img" aria-label=t().graph_label() on:pointerdown=touch on:pointermove=touch>
                    {grid} {lines} {marks} {crosses} {flag_marks} {quiz_marks} {cursor}
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

/// What a turn did to a seat but for the choices in it, while they are still asked about: `13% → 38%, luck +20`.
fn turn_luck(t: &Texts, turn: &Turn, seat: Seat) -> String {
    let me = seat.index();
    t.turning_luck(
        &whole_percent(t, turn.before[me]),
        &whole_percent(t, turn.after[me]),
        &signed((100.0 * turn.luck[me]).round() as i64),
    )
    .plain()
}

//! What if: another roll, another answer or another card at a moment of the game, and everybody's chances after it.

use super::choices::Told;
use crate::lang::{rich, t};
use crate::parts::{icon, small_die};
use crate::session::record::{Mode, Replay};
use crate::table::{Table, Wanted};
use client::review::{percent, phrase, signed};
use engine::{Answer, Ask, Dice, Face, Input, Need, State};
use leptos::prelude::*;
use review::{Chances, Valued};
use texts::Scene;

/// Answers that are shown with their values.
const SHOWN: usize = 12;

/// What did not happen: inputs from a moment of the game on.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The moment at which it begins; nothing while the replay shows the game as it was.
    pub(super) base: RwSignal<Option<usize>>,
    inputs: RwSignal<Vec<Input>>,
    /// The dice or the card that chance is given now.
    chance: RwSignal<Option<Input>>,
}

impl Line {
    pub(super) fn new() -> Line {
        Line {
            base: RwSignal::new(None),
            inputs: RwSignal::new(Vec::new()),
            chance: RwSignal::new(None),
        }
    }

    /// Begins at a moment of the game; what chance said there can be changed.
    pub(super) fn open(self, replay: &Replay, inputs: &[Input], at: usize) {
        let at = at.min(inputs.len().saturating_sub(1));
        self.inputs.set(Vec::new());
        self.chance.set(None);
        self.base.set(Some(at));
        if let Some(state) = replay.states.get(at) {
            let said = inputs.get(at).copied().filter(|input| !matches!(input, Input::Answer(_)));
            self.chance.set(said.or_else(|| usual(state)));
        }
    }

    /// Back to the game as it was.
    pub(super) fn close(self) {
        self.base.set(None);
    }

    /// The table after all that was chosen, without what chance says next.
    fn before(self, replay: &Replay) -> Option<State> {
        let mut state = *replay.states.get(self.base.get()?)?;
        self.inputs.with(|inputs| {
            inputs.iter().for_each(|&input| {
                let _ = state.play(input, None);
            });
        });
        Some(state)
    }

    /// The table as it is looked at; nothing while the replay shows the game as it was.
    pub(super) fn shown(self, replay: &Replay) -> Option<State> {
        let mut state = self.before(replay)?;
        if let Some(input) = self.chance.get() {
            let _ = state.play(input, None);
        }
        Some(state)
    }

    /// All inputs from the start of the game to the table that is looked at.
    pub(super) fn whole(self, inputs: &[Input]) -> Option<Vec<Input>> {
        let mut whole = inputs.get(..self.base.get_untracked()?)?.to_vec();
        whole.extend(self.inputs.get_untracked());
        whole.extend(self.chance.get_untracked());
        Some(whole)
    }

    fn go_on(self, replay: &Replay, input: Input) {
        self.inputs.update(|inputs| inputs.push(input));
        self.chance.set(None);
        let next = untrack(|| self.before(replay)).and_then(|state| usual(&state));
        self.chance.set(next);
    }
}

/// What chance says where nobody has said otherwise: one of each face, or the first card of the deck.
fn usual(state: &State) -> Option<Input> {
    match state.need() {
        Need::Roll { count, .. } => {
            let faces: Vec<Face> =
                (0..usize::from(count)).map(|die| Face::ALL[die % Face::ALL.len()]).collect();
            Dice::of(&faces).map(Input::Rolled)
        }
        Need::Reveal(_) => state.deck().iter().next().map(Input::Revealed),
        _ => None,
    }
}

/// What can be changed here, and what it comes to.
#[component]
pub(super) fn WhatIf(told: Told, line: Line, play_on: Callback<Vec<Input>>) -> impl IntoView {
    let table = Table::get();
    let (found, me) = (told.found, told.me.index());
    let replay = told.replay.clone();
    let before = {
        let replay = replay.clone();
        Memo::new_with_compare(move |_| line.before(&replay), |a, b| a != b)
    };
    let shown = {
        let replay = replay.clone();
        Memo::new_with_compare(move |_| line.shown(&replay), |a, b| a != b)
    };
    let chances = RwSignal::new(None::<Chances>);
    let options = RwSignal::new(None::<Vec<Valued>>);
    // Whatever was asked before the last change no longer matters.
    let asked = StoredValue::new(0u32);
    Effect::new(move |_| {
        let Some(state) = shown.get() else { return };
        let number = asked.get_value().wrapping_add(1);
        asked.set_value(number);
        table.coaching.ask(&state, Wanted::Chances, move |said| {
            if asked.try_get_value() == Some(number) {
                let _ = chances.try_set(said.chances);
            }
        });
    });
    Effect::new(move |_| {
        options.set(None);
        let Some(state) = before.get() else { return };
        if matches!(state.need(), Need::Answer(_)) {
            table.coaching.ask(&state, Wanted::Values, move |said| {
                let _ = options.try_set(Some(said.options));
            });
        }
    });
    let was = move || {
        let at = line.base.get()?;
        found.moments.with(|moments| moments.get(at).map(|moment| moment.after))
    };
    let names: Vec<String> = told.kept.players().into_iter().map(|one| one.name).collect();
    let compared = {
        let mut names = names.clone();
        // Whoever looks at a game of their own is "you" in it.
        let own = told.kept.me.filter(|_| told.kept.mode != Mode::Device);
        if let Some(mine) = own.and_then(|own| names.get_mut(own.index())) {
            *mine = t().you_capital().to_owned();
        }
        move || {
            let (now, was) = (chances.get(), was()?);
            let top = now.unwrap_or(was)[me].max(was[me]).max(0.01);
            let bar = |label: &'static str, chance: Option<f64>, class: &'static str| {
                let width = format!("{:.0}%", 100.0 * chance.unwrap_or(0.0) / top);
                let number = chance.map_or("…".to_owned(), |chance| percent(t(), chance));
                view! { <li class=format!("val {class}")><span class="lb">{label}</span><span class="tk" aria-hidden="true"><i style:width=width></i></span><b class="num">{number}</b><small></small></li> }
            };
            let all = now.map(|now| {
                names
                    .iter()
                    .enumerate()
                    .map(|(seat, name)| {
                        let points = (100.0 * (now[seat] - was[seat])).round() as i64;
                        format!("{name} {} ({})", percent(t(), now[seat]), signed(points))
                    })
                    .collect::<Vec<_>>()
                    .join(" · ")
            });
            Some(view! {
                <ul class="vals">{bar(t().as_it_was(), Some(was[me]), "mine")}{bar(t().what_if_so(), now.map(|now| now[me]), "best")}</ul>
                <p class="fine" role="status">{all}</p>
            })
        }
    };
    let change = {
        let (replay, names) = (replay.clone(), names.clone());
        let kept = told.kept.clone();
        move || {
            let state = before.get()?;
            let replay = replay.clone();
            let view = match state.need() {
                Need::Roll { .. } => dice(line, replay).into_any(),
                Need::Reveal(_) => cards(line, state, replay, &kept.record.rules),
                Need::Answer(ask) => {
                    let scene = Scene { rules: &kept.record.rules, names: &names };
                    answers(line, replay, &state, &ask, &scene, options)
                }
                _ => view! { <p class="muted">{t().what_if_over()}</p> }.into_any(),
            };
            Some(view)
        }
    };
    let inputs = told.kept.record.inputs.clone();
    let on = move |_| {
        if let Some(whole) = line.whole(&inputs) {
            play_on.run(whole);
        }
    };
    let playable = move || {
        shown.get().is_some_and(|state| state.outcome().is_none() && state.living().has(told.me))
    };
    view! {
        <div class="judged whatif" id="what-if-box" tabindex="-1">
            <h3>{icon("dice", "")} " " {t().what_if()}</h3>
            {change}
            {compared}
            <div class="acts2">
                <button class="btn small" id="as-it-was" on:click=move |_| line.close()>{icon("undo", "")} " " {t().as_it_was()}</button>
                {move || playable().then(|| { let on = on.clone(); view! { <button class="btn small gold" id="play-on" on:click=on>{icon("play", "")} " " {t().play_on()}</button> } })}
            </div>
        </div>
    }
}

/// Dice to be turned: a tap shows the next face, and the chances follow.
fn dice(line: Line, replay: std::sync::Arc<Replay>) -> impl IntoView {
    let now = move || match line.chance.get() {
        Some(Input::Rolled(dice)) => dice,
        _ => Dice::NONE,
    };
    let turn = move |die: usize| {
        let turned = |(at, face): (usize, Face)| match at == die {
            true => Face::ALL[(face as usize + 1) % Face::ALL.len()],
            false => face,
        };
        let faces: Vec<Face> = untrack(now).iter().enumerate().map(turned).collect();
        line.chance.set(Dice::of(&faces).map(Input::Rolled));
    };
    let count = untrack(now).len();
    let buttons = (0..count).map(move |die| {
        let face = move || {
            let dice = now();
            if die < dice.len() { dice.get(die) } else { Face::One }
        };
        view! { <button class="pdie" aria-label=move || t().turn_die(die + 1, &crate::words::face_word(face())).plain() on:click=move |_| turn(die)>{move || small_die(face(), false)}</button> }
    });
    let on = move |_| {
        if let Some(input) = line.chance.get_untracked() {
            line.go_on(&replay, input);
        }
    };
    view! {
        <p class="fine">{t().tap_to_turn()}</p>
        <div class="pdice">{buttons.collect_view()}</div>
        <p><button class="btn small" id="with-these" on:click=on>{icon("arrow", "")} " " {t().go_on_with_dice()}</button></p>
    }
}

/// Another card from the deck.
fn cards(
    line: Line,
    state: State,
    replay: std::sync::Arc<Replay>,
    rules: &engine::Rules,
) -> AnyView {
    let chosen = move || match line.chance.get() {
        Some(Input::Revealed(card)) => Some(card),
        _ => None,
    };
    let mut all: Vec<(String, engine::Card)> =
        state.deck().iter().map(|card| (crate::words::card_name(card, rules), card)).collect();
    all.sort();
    let listed: Vec<engine::Card> = all.iter().map(|(_, card)| *card).collect();
    let options = all.into_iter().enumerate().map(|(at, (name, card))| view! { <option value=at prop:selected=move || chosen() == Some(card)>{name}</option> });
    let pick = move |event| {
        let at = event_target_value(&event).parse::<usize>().ok();
        if let Some(card) = at.and_then(|at| listed.get(at)) {
            line.chance.set(Some(Input::Revealed(*card)));
        }
    };
    let on = move |_| {
        if let Some(input) = line.chance.get_untracked() {
            line.go_on(&replay, input);
        }
    };
    view! {
        <label class="field"><span>{t().what_if_card()}</span><select class="select" id="other-card" on:change=pick>{options.collect_view()}</select></label>
        <p><button class="btn small" id="with-these" on:click=on>{icon("arrow", "")} " " {t().go_on_with_card()}</button></p>
    }
    .into_any()
}

/// Every answer that differs, with its value; a tap takes it.
fn answers(
    line: Line,
    replay: std::sync::Arc<Replay>,
    state: &State,
    ask: &Ask,
    scene: &Scene<'_>,
    options: RwSignal<Option<Vec<Valued>>>,
) -> AnyView {
    let me = ask.seat.index();
    let question = rich(t().question(ask, state, scene));
    let Some(options) = options.get() else {
        return view! { <p>{question}</p><p class="muted" role="status">{t().hint_thinking()}</p> }
            .into_any();
    };
    let take = move |answer: Answer, replay: &Replay| line.go_on(replay, Input::Answer(answer));
    let rows = options.iter().take(SHOWN).map(|one| {
        let answer = one.answer;
        let words = rich(phrase(t(), ask, answer, state, scene));
        let replay = replay.clone();
        view! { <li><button class="qopt hintrow" on:click=move |_| take(answer, &replay)><b class="num">{percent(t(), one.chances[me])}</b> <span class="ol">{words}</span></button></li> }
    });
    view! { <p>{question} " " <small class="muted">{t().tap_to_answer()}</small></p><ol class="hintlist">{rows.collect_view()}</ol> }.into_any()
}

//! One puzzle: the table, the question, the answer on the dice or the list, and what it was worth.

use super::{TRAINING, archive::day_words};
use crate::helper::Helper;
use crate::lang::{rich, t};
use crate::parts::{icon, small_die};
use crate::route::{Route, go};
use crate::session::local::{TRIAL, fresh_name, place_of, random_bytes};
use crate::session::record::{KeptGame, Mode, sitter};
use crate::storage;
use crate::table::{Board, Player, Table};
use client::review::{kept, percent, phrase, reason, tenths};
use engine::{Answer, Ask, DiceSet, Question, Species, State};
use leptos::prelude::*;
use review::{Done, Label, Puzzle, Reason, Training, Valued};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use texts::{Rich, Scene};

/// Answers that are shown with their values.
const SHOWN: usize = 3;

#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum ToWorker<'a> {
    Values { id: u32, position: &'a State },
}

#[derive(Deserialize)]
struct Valuation {
    options: Vec<Valued>,
}

/// A puzzle and the names of those who sit there.
struct Riddle {
    puzzle: Puzzle,
    ask: Ask,
    players: Vec<Player>,
    names: Vec<String>,
}

impl Riddle {
    fn new(puzzle: Puzzle) -> Option<Riddle> {
        let ask = puzzle.ask()?;
        let roster = Species::roster(puzzle.position.rules().roster);
        let players: Vec<Player> = roster
            .into_iter()
            .take(puzzle.position.players())
            .map(|species| Player {
                name: crate::words::monster(species),
                species,
                bot: None,
                away: false,
            })
            .collect();
        let names = players.iter().map(|player| player.name.clone()).collect();
        Some(Riddle { puzzle, ask, players, names })
    }

    fn words(&self, answer: Answer) -> Rich {
        let state = &self.puzzle.position;
        let scene = Scene { rules: state.rules(), names: &self.names };
        phrase(t(), &self.ask, answer, state, &scene)
    }

    fn told(&self, answer: Answer) -> AnyView {
        let state = &self.puzzle.position;
        match kept(state, answer).filter(|_| self.ask.question == Question::Roll) {
            Some(keep) => {
                let dice = state.turn().dice;
                let scene = Scene { rules: state.rules(), names: &self.names };
                let again = t().answer(&self.ask, &answer, state, &scene);
                let all = dice.iter().enumerate().map(|(die, face)| small_die(face, keep.has(die)));
                view! { <span class="minidice keeps" aria-hidden="true">{all.collect_view()}</span> <small class="again" aria-hidden="true">{again.plain()}</small> <span class="vh">{self.words(answer).plain()}</span> }.into_any()
            }
            None => rich(self.words(answer)),
        }
    }

    /// Why the best answer is better, what speaks for it first.
    fn why(&self) -> Vec<Reason> {
        let mut why = self.puzzle.why.clone();
        why.sort_by_key(|one| one.is_price());
        why
    }

    /// Plays on from here against bots, who take all other seats; a game that is on is put aside.
    fn play_on(&self) {
        let me = self.ask.seat;
        let rules = *self.puzzle.position.rules();
        let players = self.players.iter().enumerate().map(|(seat, player)| {
            let bot = (seat != me.index()).then(|| "ruthless".to_owned());
            sitter(player.name.clone(), player.species, bot)
        });
        let name = format!("{TRIAL}{}", fresh_name());
        let mut kept =
            KeptGame::new(Mode::Solo, name, rules, players.collect(), Some(me), random_bytes());
        kept.from = Some(Box::new(self.puzzle.position));
        crate::resume::clear_solo();
        let _ = storage::save(place_of(Mode::Solo), &kept);
        go(&Route::Solo);
    }

    /// All answers that differ, but for those that the dice give.
    fn listed(&self) -> Vec<Answer> {
        let state = &self.puzzle.position;
        let mut all: Vec<Answer> = Vec::new();
        for answer in state.answers().iter() {
            let on_dice = self.ask.question == Question::Roll
                && matches!(answer, Answer::Reroll(_) | Answer::Pass);
            let words = self.words(answer).plain();
            if !on_dice && all.iter().all(|other| self.words(*other).plain() != words) {
                all.push(answer);
            }
        }
        all
    }
}

/// What the player did.
#[derive(Clone, Copy, PartialEq)]
struct Given {
    answer: Option<Answer>,
    done: Done,
    change: f64,
}

/// One puzzle.
#[component]
pub(super) fn Solve(
    puzzle: Puzzle,
    label: Label,
    day: Option<u32>,
    training: RwSignal<Training>,
    next: Callback<()>,
) -> impl IntoView {
    let riddle = Arc::new(Riddle::new(puzzle)?);
    let state = riddle.puzzle.position;
    let ask = riddle.ask;
    let table = Table::new();
    table.players.set(riddle.players.clone());
    provide_context(table);
    table.board.set(Some(Board {
        state,
        me: Some(ask.seat),
        news: Vec::new(),
        undo: false,
        past: true,
        throw: None,
    }));
    let given = RwSignal::new(None::<Given>);
    let nudged = RwSignal::new(false);
    let values = RwSignal::new(Vec::<Valued>::new());
    let helper = StoredValue::new_local(None::<Helper>);
    on_cleanup(move || helper.dispose());
    let answer = {
        let riddle = riddle.clone();
        Callback::new(move |answer: Option<Answer>| {
            if given.get_untracked().is_some() {
                return;
            }
            let solved = answer.is_some_and(|answer| riddle.puzzle.solved_by(answer));
            let done = match (solved, nudged.get_untracked()) {
                (true, false) => Done::First,
                (true, true) => Done::Nudged,
                (false, _) => Done::Missed,
            };
            let mut change = 0.0;
            training.update(|training| change = training.take(&label, done, day));
            let _ = training.with_untracked(|training| storage::save(TRAINING, training));
            given.set(Some(Given { answer, done, change }));
            // What was not played out is valued by the net.
            if answer.is_some_and(|answer| riddle.puzzle.played_out(answer).is_none()) {
                let asked = Helper::start(move |text| {
                    if let Ok(Valuation { options }) = serde_json::from_str(text) {
                        let _ = values.try_set(options);
                    }
                });
                if let Some(asked) = &asked {
                    asked.say(&ToWorker::Values { id: 0, position: &riddle.puzzle.position });
                }
                helper.set_value(asked);
            }
            request_animation_frame(|| {
                crate::home::skip_to_now("solved");
            });
        })
    };
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        let typing = event.ctrl_key() || event.alt_key() || event.meta_key();
        match event.key().as_str() {
            "g" if !typing && given.get_untracked().is_none() => answer.run(None),
            "n" if !typing && given.get_untracked().is_some() => next.run(()),
            _ => {}
        }
    });
    on_cleanup(move || keys.remove());
    let question = {
        let scene = Scene { rules: state.rules(), names: &riddle.names };
        rich(t().question(&ask, &state, &scene))
    };
    let facts = format!(
        "{} · {}",
        crate::house::rules_name(state.rules().house_rules().0, state.rules()),
        t().monsters_count(state.players()).plain()
    );
    let market = state.market().iter().flatten().map(|card| {
        let name = crate::words::card_name(*card, state.rules());
        view! { <li class="rowi"><span class="grow"><b>{name}</b><small>{rich(crate::words::card_effect(*card, state.rules()))}</small></span><span class="stat">{icon("energy", "c-energy")}{card.price(state.rules())}</span></li> }
    });
    let title = match day {
        Some(day) => t().puzzle_of(&day_words(day)).plain(),
        None => t()
            .puzzle_part(
                super::Part::ALL
                    .into_iter()
                    .skip(1)
                    .find(|part| part.has(riddle.puzzle.kind))
                    .map_or("all", super::Part::id),
            )
            .to_owned(),
    };
    let nudge = riddle.why().first().map(|why| t().reason_label(why.id()).to_owned());
    let controls = {
        let riddle = riddle.clone();
        move || {
            given.with(Option::is_none).then(|| {
                let nudge = nudge.clone();
                view! {
                    <Controls riddle=riddle.clone() answer />
                    <div class="acts2">
                        {nudge.map(|nudge| view! { <button class="btn small ghost" id="nudge" disabled=move || nudged.get() on:click=move |_| nudged.set(true)>{icon("bulb", "")} " " {t().puzzle_nudge()}</button> <span role="status" class="fine">{move || nudged.get().then(|| t().puzzle_look_at(&nudge).plain())}</span> })}
                        <button class="btn small ghost" id="give-up" aria-keyshortcuts="g" on:click=move |_| answer.run(None)>{t().quiz_give_up()}</button>
                    </div>
                }
            })
        }
    };
    let outcome = {
        let riddle = riddle.clone();
        move || given.get().map(|given| outcome(&riddle, given, day, values, next))
    };
    Some(view! {
        <section class="panel puzzle" aria-labelledby="puzzle-title">
            <header><h2 id="puzzle-title">{title}</h2><span class="end muted">{facts}</span></header>
            <div class="replayboard"><crate::table::MiniBoard /></div>
            <details class="pad"><summary>{icon("deck", "")} " " {t().cards()}</summary><ul class="rows shelf">{market.collect_view()}</ul></details>
            <div class="pad rows">
                <p class="ask"><b>{question}</b></p>
                {controls} {outcome}
            </div>
        </section>
    })
}

/// The dice to keep, and buttons for everything else.
#[component]
fn Controls(riddle: Arc<Riddle>, answer: Callback<Option<Answer>>) -> impl IntoView {
    let state = riddle.puzzle.position;
    let dice = state.turn().dice;
    let keep = RwSignal::new(DiceSet::NONE);
    let on_dice = riddle.ask.question == Question::Roll;
    let chosen = move || {
        let again = keep.get().not_in(dice.all());
        if again.is_empty() { Answer::Pass } else { Answer::Reroll(again) }
    };
    let words = {
        let riddle = riddle.clone();
        move || rich(riddle.words(chosen()))
    };
    let row = on_dice.then(|| {
        let dice = dice.iter().enumerate().map(|(die, face)| {
            let pressed = move || keep.get().has(die).to_string();
            let turn = move |_| keep.update(|keep| *keep = DiceSet::from_bits(keep.bits() ^ (1 << die)));
            view! { <button class="pdie" aria-pressed=pressed aria-label=crate::words::face_word(face) on:click=turn>{small_die(face, false)}</button> }
        });
        view! {
            <div class="pdice" role="group" aria-label=t().puzzle_keep_dice()>{dice.collect_view()}</div>
            <p><button class="btn primary" id="answer" on:click=move |_| answer.run(Some(chosen()))>{icon("check", "")} " " {t().puzzle_answer()} " " {words}</button></p>
        }
    });
    let others = riddle.listed().into_iter().map(|one| {
        let words = rich(riddle.words(one));
        // What a card does has to be known before it is bought.
        let effect = match one {
            Answer::Buy(place) => state.card_at(place),
            _ => None,
        };
        let effect = effect.map(|card| view! { <small class="muted">{rich(crate::words::card_effect(card, state.rules()))}</small> });
        view! { <li><button class="qopt" on:click=move |_| answer.run(Some(one))><span class="ol">{words} {effect}</span></button></li> }
    });
    view! { {row} <ul class="qopts answers">{others.collect_view()}</ul> }
}

/// What the answers were worth, and why.
fn outcome(
    riddle: &Arc<Riddle>,
    given: Given,
    day: Option<u32>,
    values: RwSignal<Vec<Valued>>,
    next: Callback<()>,
) -> AnyView {
    let puzzle = &riddle.puzzle;
    let right = given.done != Done::Missed;
    // Whoever asked for the answer gave none.
    let verdict = given.answer.map(|_| match right {
        true => view! { {icon("check", "pos")} " " <b class="pos">{t().quiz_right()}</b> " " }
            .into_any(),
        false => {
            view! { {icon("info", "neg")} " " <b class="neg">{t().quiz_wrong()}</b> " " }.into_any()
        }
    });
    let me = riddle.ask.seat.index();
    let top = puzzle.answers.first().map_or(1.0, |best| best.chance.max(0.01));
    let bar = |answer: Answer, chance: f64, tag: &'static str, class: &str| {
        let width = format!("{:.0}%", (100.0 * chance / top).min(100.0));
        view! { <li class=format!("val {class}")><span class="lb">{riddle.told(answer)}</span><span class="tk" aria-hidden="true"><i style:width=width></i></span><b class="num">{percent(t(), chance)}</b><small>{tag}</small></li> }
    };
    let rows = puzzle.answers.iter().take(SHOWN).enumerate().map(|(n, one)| {
        let mine = given.answer.and_then(|answer| puzzle.played_out(answer)) == Some(one);
        let tag = match (n, mine) {
            (0, _) => t().tag_best(),
            (_, true) => t().tag_yours(),
            _ => "",
        };
        bar(one.answer, one.chance, tag, if n == 0 { "best" } else { "mine" })
    });
    // An answer that was not among the best few: as far behind as the net says.
    let far = given.answer.filter(|&answer| {
        puzzle
            .played_out(answer)
            .is_none_or(|one| puzzle.answers.iter().take(SHOWN).all(|other| other != one))
    });
    let known = far.and_then(|answer| puzzle.played_out(answer).map(|one| one.chance));
    let far = {
        let riddle = riddle.clone();
        move || {
            let answer = far?;
            let position = &riddle.puzzle.position;
            let valued = values.with(|values| {
                let same = |one: &&Valued| {
                    bots::mind::same_answer(position, one.answer)
                        == bots::mind::same_answer(position, answer)
                };
                values.iter().find(same).map(|one| one.chances[me])
            });
            let chance = known.or(valued)?;
            let by = if known.is_none() { t().by_the_net() } else { "" };
            Some(
                view! { <li class="val mine"><span class="lb">{riddle.told(answer)}</span><span class="tk" aria-hidden="true"><i style:width=format!("{:.0}%", (100.0 * chance / top).min(100.0))></i></span><b class="num">{percent(t(), chance)}</b><small>{t().tag_yours()} " " {by}</small></li> },
            )
        }
    };
    let why = riddle.why().into_iter().map(|one| view! { <li>{reason(t(), one)}</li> });
    let error = puzzle.answers.get(1).map_or(0.0, |second| second.error);
    let change = (given.change != 0.0).then(|| {
        let points = given.change.round() as i64;
        view! { <span class="chip">{t().puzzle_your_rating()} " " <b>{client::review::signed(points)}</b></span> }
    });
    let share = day.map(|day| {
        let words = t().puzzle_shared(&day_words(day), t().puzzle_done(given.done.id())).plain();
        view! { <crate::lobby::CopyButton text=words words=t().share() /> }
    });
    let gap = puzzle.answers.get(1).map_or(0.0, |second| second.behind);
    let again = {
        let riddle = riddle.clone();
        move |_| riddle.play_on()
    };
    view! {
        <div class="judged" id="solved" tabindex="-1">
            <p role="status">{verdict} {t().puzzle_better_by(&tenths(t(), gap)).plain()} " " {change}</p>
            <ul class="vals">{rows.collect_view()} {far}</ul>
            <ul class="why">{why.collect_view()}</ul>
            <p class="muted fine">{t().played_out(puzzle.games, &tenths(t(), 1.96 * error)).plain()}</p>
            <div class="acts2"><button class="btn gold" id="next-puzzle" aria-keyshortcuts="n" on:click=move |_| next.run(())>{icon("arrow", "")} " " {t().puzzle_next()}</button> <button class="btn" id="try-it" on:click=again>{icon("play", "")} " " {t().try_from_here()}</button> {share}</div>
        </div>
    }
    .into_any()
}

//! Choices and what they were worth: the quiz of the costliest ones, and the judgement beside the replay.

use super::stream::{Asked, Found};
use crate::lang::{rich, t};
use crate::parts::{icon, small_die};
use crate::session::record::{KeptGame, Replay};
use client::review::{confidence, kept, percent, phrase, reason, tenths};
use engine::{Answer, Ask, DiceSet, Question, Seat, State};
use leptos::prelude::*;
use review::{ErrorBand, Judged, Moment};
use std::sync::Arc;
use texts::Scene;

/// Everything that a choice is told with.
#[derive(Clone)]
pub(super) struct Told {
    pub(super) kept: Arc<KeptGame>,
    pub(super) replay: Arc<Replay>,
    pub(super) found: Found,
    pub(super) me: Seat,
    pub(super) step: RwSignal<usize>,
}

impl Told {
    fn words(&self, moment: &Moment, judged: &Judged, answer: Answer) -> AnyView {
        let state = &self.replay.states[moment.input];
        let names: Vec<String> = self.kept.players().into_iter().map(|one| one.name).collect();
        let scene = Scene { rules: &self.kept.record.rules, names: &names };
        let ask = Ask { seat: moment.seat, question: judged.question, card: judged.card };
        match kept(state, answer) {
            Some(keep) if judged.question == Question::Roll => {
                let again = t().answer(&ask, &answer, state, &scene).plain();
                view! { {dice(state, keep)} <small class="again" aria-hidden="true">{again}</small> <span class="vh">{phrase(t(), &ask, answer, state, &scene).plain()}</span> }
                    .into_any()
            }
            _ => rich(phrase(t(), &ask, answer, state, &scene)),
        }
    }

    fn question(&self, moment: &Moment, judged: &Judged) -> AnyView {
        let state = &self.replay.states[moment.input];
        let names: Vec<String> = self.kept.players().into_iter().map(|one| one.name).collect();
        let scene = Scene { rules: &self.kept.record.rules, names: &names };
        let ask = Ask { seat: moment.seat, question: judged.question, card: judged.card };
        rich(t().question(&ask, state, &scene))
    }

    fn why(&self, moment: usize) -> AnyView {
        let lines =
            self.found.why_of(moment).into_iter().map(|one| view! { <li>{reason(t(), one)}</li> });
        view! { <ul class="why">{lines.collect_view()}</ul> }.into_any()
    }
}

/// The dice of a roll, those that are kept ringed.
fn dice(state: &State, keep: DiceSet) -> AnyView {
    let dice = state.turn().dice;
    let all = dice.iter().enumerate().map(|(die, face)| small_die(face, keep.has(die)));
    view! { <span class="minidice keeps" aria-hidden="true">{all.collect_view()}</span> }.into_any()
}

/// The answers that are told of a choice: the best, the given one, and those after the best that differ by a point.
fn answers(state: &State, judged: &Judged, me: usize) -> Vec<(Answer, f64)> {
    let ((best, best_chances), (given, given_chances)) = (judged.best(), judged.given());
    let mut all = vec![(best, best_chances[me])];
    if given != best {
        all.push((given, given_chances[me]));
    }
    let tried: Vec<(Answer, f64)> = match &judged.tried {
        Some(tried) => tried.answers.iter().map(|one| (one.answer, one.chances[me])).collect(),
        None => judged.options.iter().map(|one| (one.answer, one.chances[me])).collect(),
    };
    for (answer, chance) in tried {
        let differs =
            all.iter().all(|(other, value)| *other != answer && 0.01 <= (value - chance).abs());
        if differs && all.len() < 4 {
            all.push((answer, chance));
        }
    }
    // In the order of the dice or the market, never by value.
    let listed: Vec<Answer> = state.answers().iter().collect();
    all.sort_by_key(|(answer, _)| listed.iter().position(|other| other == answer));
    all
}

fn band(error: f64) -> AnyView {
    let band = ErrorBand::of(error);
    match band {
        ErrorBand::Fine => ().into_any(),
        _ => view! { <span class=format!("band {}", band.id()) title=t().mistake_band(band.id()).to_owned()>{band.sign()}<span class="vh">" " {t().mistake_band(band.id()).to_owned()}</span></span> }
            .into_any(),
    }
}

/// The sign of an error for lists.
pub(super) fn sign_of(error: f64) -> AnyView {
    band(error)
}

/// Your costliest choices, asked again.
#[component]
pub(super) fn Quiz(told: Told) -> impl IntoView {
    let found = told.found;
    let count = Memo::new(move |_| found.quiz.with(Vec::len));
    let none = move || {
        let nothing = found.ready.get() && count.get() == 0;
        nothing.then(
            || view! { <p class="panel pad">{icon("check", "pos")} " " {t().none_costly()}</p> },
        )
    };
    let waiting = move || {
        (found.done.get() && !found.ready.get()).then(|| view! { <p class="muted fine" role="status">{icon("clock", "")} " " {t().being_played_out()}</p> })
    };
    let cards =
        move || (0..count.get()).map(|at| view! { <Card at told=told.clone() /> }).collect_view();
    view! {
        <section class="quiz" id="choices" aria-labelledby="quiz-title" tabindex="-1">
            <div class="sechead"><h2 id="quiz-title">{t().costliest()}</h2><p class="muted">{t().answer_first()}</p></div>
            {none} {waiting}
            <div class="qrow">{cards}</div>
        </section>
    }
}

/// A choice that was made after a hint or a warning.
pub(super) fn bulb() -> AnyView {
    view! { <span class="helped" title=t().after_a_hint()>{icon("bulb", "")}<span class="vh">{t().after_a_hint()}</span></span> }
        .into_any()
}

#[component]
fn Card(at: usize, told: Told) -> impl IntoView {
    let found = told.found;
    // Drawn anew only when this choice changes: whoever is in it stays in it.
    let shown = Memo::new(move |_| {
        let asked = found.quiz.with(|quiz| quiz.get(at).copied())?;
        let moment = found.moments.with(|moments| moments.get(asked.moment).cloned())?;
        found.why.track();
        Some((asked, moment, found.why_of(asked.moment).len()))
    });
    move || {
        let (Asked { moment: place, tried }, moment, _) = shown.get()?;
        let judged = moment.choice()?.clone();
        let me = moment.seat.index();
        let state = told.replay.states[moment.input];
        let (best, best_chances) = judged.best();
        let given = judged.given().0;
        let say = move |answer: Option<Answer>| {
            found.quiz.update(|quiz| {
                if let Some(asked) = quiz.get_mut(at).filter(|asked| asked.tried.is_none()) {
                    asked.tried = Some(answer);
                }
            });
            // The card is drawn anew: whoever answered by keyboard stays in it.
            request_animation_frame(move || {
                crate::home::skip_to_now(&format!("quiz-{at}"));
            });
        };
        let options = answers(&state, &judged, me).into_iter().map(|(answer, chance)| {
            let words = told.words(&moment, &judged, answer);
            let right = best_chances[me] - chance <= 0.005;
            let tags = tried.is_some().then(|| {
                view! {
                    <b class="num">{percent(t(), chance)}</b>
                    <small>{(answer == best).then(|| view! { {icon("check", "pos")} " " {t().tag_best()} " " })} {(answer == given).then(|| t().tag_yours())}</small>
                }
            });
            let pressed = tried.flatten() == Some(answer);
            let class = match (tried.is_some(), right) {
                (true, true) => "qopt right",
                (true, false) if pressed => "qopt wrong",
                _ => "qopt",
            };
            view! { <li><button class=class aria-pressed=pressed.to_string() disabled=tried.is_some() on:click=move |_| say(Some(answer))><span class="ol">{words}</span>{tags}</button></li> }
        }).collect_view();
        let show = {
            let step = told.step;
            let input = moment.input;
            move |_| {
                step.set(input);
                crate::home::skip_to_now("replay");
            }
        };
        let value = tried.flatten().and_then(|answer| {
            answers(&state, &judged, me).into_iter().find(|(other, _)| *other == answer)
        });
        let right = value.is_some_and(|(_, chance)| best_chances[me] - chance <= 0.005);
        let outcome = tried.map(|answer| {
            // Whoever asked for the answer gave none.
            let words = answer.map(|_| match right {
                true => view! { <b class="pos">{t().quiz_right()}</b> " " }.into_any(),
                false => view! { <b class="neg">{t().quiz_wrong()}</b> " " }.into_any(),
            });
            view! {
                <p role="status">{words} {t().your_choice_cost(&tenths(t(), judged.error)).plain()} " " {band(judged.error)}</p>
                {told.why(place)}
                <p class="muted fine">{confidence(t(), &judged)} {move || (!found.ready.get()).then(|| format!(" · {}", t().being_played_out()))}</p>
            }
        });
        let more = tried.map(|_| {
            let kept = told.kept.clone();
            let (me, input) = (moment.seat, moment.input);
            let again = move |_| super::try_from(&kept, me, kept.record.inputs[..input].to_vec());
            let next = move || {
                let open = found.quiz.with(|quiz| quiz.iter().position(|one| one.tried.is_none()))?;
                let to = move |_| {
                    crate::home::skip_to_now(&format!("quiz-{open}"));
                };
                Some(view! { <button class="btn small next" on:click=to>{icon("arrow", "")} " " {t().next_choice()}</button> })
            };
            view! { <button class="btn small gold tryit" on:click=again>{icon("play", "")} " " {t().try_from_here()}</button> {next} }
        });
        let roll = (judged.question == Question::Roll).then(|| dice(&state, DiceSet::NONE));
        Some(view! {
            <article class="qcard panel" id=format!("quiz-{at}") tabindex="-1" class:done=tried.is_some() class:right=right>
                <h3><span class="qn">{at + 1}</span> " " {t().turn_number(moment.turn).plain()} " · " {told.question(&moment, &judged)} {judged.helped.then(bulb)}</h3>
                {roll}
                <ul class="qopts">{options}</ul>
                {outcome}
                <div class="acts2">
                    <button class="btn small ghost" on:click=show>{icon("eye", "")} " " {t().quiz_board()}</button>
                    {more}
                    {tried.is_none().then(|| view! { <button class="btn small ghost giveup" on:click=move |_| say(None)>{t().quiz_give_up()}</button> })}
                </div>
            </article>
        })
    }
}

/// The open question of the replay's moment: the best answer and the given one, both with their values.
#[component]
pub(super) fn JudgedHere(told: Told) -> impl IntoView {
    let found = told.found;
    move || {
        found.why.track();
        let place = told.step.get();
        let moment = found.moments.with(|moments| moments.get(place).cloned())?;
        if let Some(luck) = moment.luck() {
            let points = (100.0 * luck[told.me.index()]).round() as i64;
            let class = if points < 0 { "num neg" } else { "num pos" };
            let checked = moment.checked.as_ref().map(|checked| {
                let error = tenths(t(), 1.96 * checked.errors[told.me.index()]);
                view! { <br /><small class="muted">{t().position_played_out(&t().number(checked.games as i64), &error).plain()}</small> }
            });
            return Some(view! { <p class="judged fine">{t().account_luck()} ": " <b class=class>{client::review::signed(points)}</b>{checked}</p> }.into_any());
        }
        let judged = moment.choice().filter(|judged| judged.matters())?.clone();
        if let Some(number) = found.open_quiz(place) {
            return Some(view! { <p class="judged fine">{icon("bulb", "")} " " {t().quiz_number(number).plain()}</p> }.into_any());
        }
        let me = moment.seat.index();
        let ((best, best_chances), (given, given_chances)) = (judged.best(), judged.given());
        let top = best_chances[me].max(0.01);
        let bar = |answer: Answer, chance: f64, tag: &'static str, class: &'static str| {
            let width = format!("{:.0}%", 100.0 * chance / top);
            view! { <li class=format!("val {class}")><span class="lb">{told.words(&moment, &judged, answer)}</span><span class="tk" aria-hidden="true"><i style:width=width></i></span><b class="num">{percent(t(), chance)}</b><small>{tag}</small></li> }
        };
        let same = given == best;
        Some(
            view! {
                <div class="judged">
                    <p>{told.question(&moment, &judged)} " " {band(judged.error)} {judged.helped.then(bulb)} " " <span class="nowrap muted">{(!same).then(|| t().cost_of_choice(&tenths(t(), judged.error)).plain())}</span></p>
                    <ul class="vals">
                        {bar(best, best_chances[me], t().tag_best(), "best")}
                        {(!same).then(|| bar(given, given_chances[me], t().tag_yours(), "mine"))}
                    </ul>
                    {told.why(place)}
                    <p class="muted fine">{confidence(t(), &judged)}</p>
                </div>
            }
            .into_any(),
        )
    }
}

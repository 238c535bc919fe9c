//! What each book makes of it: five columns, or folds below each other on a phone. Equal cells are one.

use super::arbiter::{Asking, Pane};
use super::differs::{letters, numbers, tongue};
use super::editor::species;
use super::why::Behind;
use crate::lang::{rich, t};
use crate::parts::{face_quiet, icon, small_die};
use client::ask::{self as words, Standing};
use engine::{Need, Outcome, Seat, Spot};
use leptos::prelude::*;
use scenario::Start;
use scenario::ask::{Column, Dispute, Took, Verdict};

/// The letters of some columns.
pub(super) fn badges(verdict: &Verdict, columns: &[usize]) -> AnyView {
    columns
        .iter()
        .map(|column| match verdict.columns[*column].book {
            Some(book) => letters(book),
            None => view! { <span class="bk own">{t().arb_own_table()}</span> }.into_any(),
        })
        .collect_view()
        .into_any()
}

/// What sets these columns apart, or how the game ended there.
fn outcome(verdict: &Verdict, group: &[usize], names: &[String]) -> AnyView {
    words::outcome(t(), verdict, group, names)
        .into_iter()
        .map(|line| view! { <span>{rich(line)} " "</span> })
        .collect_view()
        .into_any()
}

/// How many answers there are so far, and which book has which.
#[component]
pub(super) fn SoFar() -> impl IntoView {
    let asking = Asking::get();
    move || {
        asking.heard.with(|(dispute, verdict)| {
            let names = words::names(dispute);
            let groups = verdict.groups(verdict.rows() - 1);
            let rows = groups.iter().map(|group| {
                let said = outcome(verdict, group, &names);
                view! { <li><span>{badges(verdict, group)}</span><span>{said}</span></li> }
            });
            view! {
                <p class="big3" class:stale=move || asking.wrong.with(Option::is_some) id="so-far" role="status">{t().arb_so_far(groups.len()).plain()}</p>
                <ul class="mini3">{rows.collect_view()}</ul>
            }
        })
    }
}

#[component]
pub(super) fn Answers() -> impl IntoView {
    let asking = Asking::get();
    view! {
        <Strip />
        {move || asking.heard.with(|(dispute, verdict)| {
            let agree = verdict.first_difference().is_none();
            view! {
                {agree.then(|| view! { <p class="notice ok" id="agree">{icon("check", "")}<span>{t().arb_agree()}</span></p> })}
                {unfinished(verdict).then(|| view! { <p class="notice" id="unfinished">{icon("info", "")}<span>{t().arb_unfinished()}</span></p> })}
                <div class="panel fivebox only-desk">{table(dispute, verdict)}</div>
                <div class="stk only-phone">{stack(dispute, verdict)}</div>
                {reasons(dispute, verdict)}
            }
        })}
        <Behind />
        <div class="acts2">
            <button class="btn small" id="change" on:click=move |_| asking.go_to(Pane::Situation)>{icon("gear", "")} " " {t().arb_situation()}</button>
            <button class="btn small" id="play-on" on:click=move |_| asking.go_to(Pane::Moves)>{icon("play", "")} " " {t().arb_moves()}</button>
            {move || asking.heard.with(|(dispute, _)| !dispute.moves.is_empty()).then(|| view! { <button class="btn small ghost" id="answers-back" on:click=move |_| asking.step_back()>{icon("undo", "")} " " {t().arb_step_back()}</button> })}
        </div>
    }
}

/// Whether a book still waits for the card that comes after what was bought.
fn unfinished(verdict: &Verdict) -> bool {
    let need = |column: &Column| column.state().map(engine::State::need);
    verdict.columns.iter().any(|column| matches!(need(column), Some(Need::Reveal(_))))
}

/// The table in one line.
#[component]
fn Strip() -> impl IntoView {
    let asking = Asking::get();
    move || {
        asking.heard.with(|(dispute, _)| {
            let Start::Table(setup) = &dispute.start else { return None };
            let active = setup.turn.seat.unwrap_or(Seat::A);
            let moment = format!("{} · {}", t().arb_turn_of(&dispute.name(active)).plain(), words::phase(t(), setup));
            let wares = t().card_list(setup.market.iter().copied().flatten(), &engine::Rules::default());
            let wares = (!wares.is_empty()).then(|| format!(" · {}: {wares}", t().market()));
            let seats = Seat::ALL.into_iter().zip(&setup.monsters).map(|(seat, monster)| {
                let place = match (setup.city == Some(seat), setup.bay == Some(seat)) {
                    (true, _) => format!(" · {}", t().city()),
                    (_, true) => format!(" · {}", t().bay()),
                    _ => String::new(),
                };
                let cards = monster.cards.iter().map(|card| {
                    let words = words::card_with_tokens(t(), setup, *card);
                    view! { " · " <a href=format!("#/arbiter/card/{}", card.title_id())>{words}</a> }
                });
                let cards = cards.collect_view();
                let tokens = [("poison", monster.poison), ("shrink", monster.shrink)];
                let tokens = tokens.into_iter().filter(|(_, many)| 0 < *many).map(|(glyph, many)| {
                    view! { " " {icon(glyph, &format!("c-{glyph}"))} {many} }
                });
                let tokens = tokens.collect_view();
                view! {
                    <li class="ms2" class:now=seat == active>{face_quiet(species(seat))}
                        <span><b>{dispute.name(seat)}</b><small>{icon("heart", "c-heart")} {monster.hearts} " " {icon("star", "c-star")} {monster.stars} " " {icon("energy", "c-energy")} {monster.energy} {tokens} {place} {cards}</small></span>
                    </li>
                }
            });
            let house = dispute.switches.iter().filter_map(|(switch, value)| t().switch_value(switch, value));
            let house = house.map(|words| view! { <p class="amom">{icon("info", "")} " " {rich(words)}</p> }).collect_view();
            let dice = words::dice_asked(setup);
            let spoken = t().dice_list(dice).plain();
            let none = dice.is_empty();
            let dice = dice.iter().map(|face| small_die(face, false));
            Some(view! {
                <section class="panel astrip" aria-label=t().arb_situation()>
                    <p class="amom">{moment} {wares}</p>
                    {house}
                    <ul class="asit">{seats.collect_view()}</ul>
                    {(!none).then(|| view! { <span class="minidice big" role="img" aria-label=spoken>{dice.collect_view()}</span> })}
                </section>
            })
        })
    }
}

/// The lines of a cell.
fn lines(dispute: &Dispute, verdict: &Verdict, column: &Column, row: usize) -> AnyView {
    let names = words::names(dispute);
    let mut said = words::cell(t(), column, row, &names);
    if row + 1 == verdict.rows() {
        said.extend(words::allowed(t(), verdict, column, &names));
    }
    said.into_iter().map(|line| view! { <p>{rich(line)}</p> }).collect_view().into_any()
}

/// How the monsters stand in the end for whom something has changed.
fn afterwards(dispute: &Dispute, standing: &[Standing]) -> AnyView {
    let rows = standing.iter().map(|now| {
        let place = match now.spot {
            Some(Spot::City) => format!(" · {}", t().city()),
            Some(Spot::Bay) => format!(" · {}", t().bay()),
            None => String::new(),
        };
        let tokens = ["poison", "shrink"].into_iter().zip(now.tokens).filter(|(_, many)| 0 < *many);
        let tokens = tokens.map(|(glyph, many)| view! { " " {icon(glyph, &format!("c-{glyph}"))} {many} });
        view! {
            <li><b>{dispute.name(now.seat)}</b> " " <span class="nw">{icon("heart", "c-heart")} {now.hearts} " " {icon("star", "c-star")} {now.stars} " " {icon("energy", "c-energy")} {now.energy} {tokens.collect_view()}</span> {place}</li>
        }
    });
    view! { <ul class="after">{rows.collect_view()}</ul> }.into_any()
}

/// How a cell looks: won, over, not waited for.
fn look(column: &Column, row: usize) -> &'static str {
    let Some(cell) = column.cells.get(row) else { return "fc dim" };
    match (cell.took, cell.need) {
        (Took::NotAsked, Need::Over(_)) => "fc void",
        (Took::NotAsked | Took::Refused, _) => "fc dim",
        (_, Need::Over(Outcome::Stars(_) | Outcome::LastStanding(_))) => "fc win",
        (_, Need::Over(_)) => "fc lose",
        _ => "fc",
    }
}

/// Neighbouring columns that have the same, each with how many they are.
fn merged(columns: usize, same: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut cells: Vec<(usize, usize)> = Vec::new();
    for column in 0..columns {
        match cells.last_mut().filter(|(start, _)| same(*start, column)) {
            Some((_, many)) => *many += 1,
            None => cells.push((column, 1)),
        }
    }
    cells
}

/// All rows by all books; neighbours that have the same share a cell.
fn table(dispute: &Dispute, verdict: &Verdict) -> AnyView {
    let first = verdict.first_difference();
    let heads = (0..verdict.columns.len()).map(|column| {
        let name = words::column_name(t(), &verdict.columns[column]);
        view! { <th scope="col">{badges(verdict, &[column])}<span aria-hidden="true">{name}</span></th> }
    });
    let rows = (0..verdict.rows()).map(|row| {
        let alike = verdict.cells_alike(row);
        let group_of = |column: usize| alike.iter().position(|group| group.contains(&column));
        let cells = merged(verdict.columns.len(), |one, other| group_of(one) == group_of(other));
        let cells = cells.into_iter().map(|(column, many)| {
            let column = &verdict.columns[column];
            view! { <td colspan=many class=look(column, row)>{lines(dispute, verdict, column, row)}</td> }
        });
        let is_first = first == Some(row);
        view! {
            <tr class:first=is_first>
                <th scope="row" class="fl" id=is_first.then_some("first-row")>{rich(words::step(t(), dispute, verdict, row))}
                    {is_first.then(|| view! { <span class="fd">{icon("star", "")} {t().arb_first_difference()}</span> })}
                </th>
                {cells.collect_view()}
            </tr>
        }
    });
    let ends: Vec<Vec<Standing>> =
        verdict.columns.iter().map(|column| words::changed(dispute, column)).collect();
    let after = ends.iter().any(|end| !end.is_empty()).then(|| {
        let cells = merged(ends.len(), |one, other| ends[one] == ends[other]);
        let cells = cells.into_iter().map(|(column, many)| {
            view! { <td colspan=many class="fc">{afterwards(dispute, &ends[column])}</td> }
        });
        view! { <tr class="ends"><th scope="row" class="fl">{t().arb_after()}</th>{cells.collect_view()}</tr> }
    });
    let corner = t().arb_moves();
    view! {
        <table class="five"><thead><tr><th scope="col"><span class="vh">{corner}</span></th>{heads.collect_view()}</tr></thead><tbody>{rows.collect_view()}{after}</tbody></table>
    }
    .into_any()
}

/// What all share once, then a fold for each answer, the first one open.
fn stack(dispute: &Dispute, verdict: &Verdict) -> AnyView {
    let first = verdict.first_difference().unwrap_or(verdict.rows());
    let list = |column: &Column, rows: std::ops::Range<usize>| {
        let ends = (rows.end == verdict.rows()).then(|| words::changed(dispute, column));
        let after = ends.filter(|ends| !ends.is_empty()).map(|ends| {
            view! { <li class="ends"><span class="fl">{t().arb_after()}</span>{afterwards(dispute, &ends)}</li> }
        });
        let told = rows.map(|row| {
            view! { <li class:dif=row == first><span class="fl">{rich(words::step(t(), dispute, verdict, row))}</span><div>{lines(dispute, verdict, column, row)}</div></li> }
        });
        view! { <ol class="slist">{told.collect_view()}{after}</ol> }
    };
    let shared = (0 < first).then(|| {
        view! { <section class="panel"><header><h2>{t().arb_all_books()}</h2></header><div class="pad">{list(&verdict.columns[0], 0..first)}</div></section> }
    });
    let names = words::names(dispute);
    let groups = (first < verdict.rows()).then(|| {
        let groups = verdict.groups(verdict.rows() - 1);
        let folds = groups.iter().enumerate().map(|(number, group)| {
            let column = &verdict.columns[group[0]];
            view! {
                <details class="panel grp" open=number == 0>
                    <summary>{badges(verdict, group)} <span>{outcome(verdict, group, &names)}</span></summary>
                    <div class="pad">{list(column, first..verdict.rows())}</div>
                </details>
            }
        });
        view! { <p class="fdline" id="first-fold">{icon("star", "c-star")} " " <b>{t().arb_first_difference()}</b></p> {folds.collect_view()} }
    });
    view! { {shared} {groups} }.into_any()
}

/// What decides the first difference, with the sentences and chapters of the books.
fn reasons(dispute: &Dispute, verdict: &Verdict) -> AnyView {
    let deciders = dispute.deciders(verdict);
    let none = deciders.iter().any(|decider| decider.switches.is_empty());
    let cites = words::reasons(t(), verdict, &deciders).into_iter().map(|reason| {
        let sides = reason.sides.iter().map(|side| {
            let chapters = side.chapters.iter().enumerate().map(|(number, (book, chapter))| {
                let lang = book.filter(|_| chapter.is_some()).map(tongue);
                view! { {(0 < number).then_some(" · ")}<span lang=lang>{chapter.unwrap_or_else(|| t().arb_silent())}</span> }
            });
            view! {
                <li><span>{badges(verdict, &side.columns)}</span>
                    <span><b>{rich(side.sentence.clone())}</b><small>{chapters.collect_view()}</small></span>
                </li>
            }
        });
        view! {
            <div class="why">
                <h3>{reason.title.clone()} " " {numbers(reason.rules)}</h3>
                <ul>{sides.collect_view()}</ul>
            </div>
        }
    });
    let cites = cites.collect_view();
    (!deciders.is_empty())
        .then(|| {
            view! {
                <section class="panel cite" id="reasons">
                    <header><h2>{icon("star", "c-star")} " " {t().arb_first_difference()}</h2></header>
                    <div class="pad rows">{none.then(|| view! { <p>{t().arb_moves_differ()}</p> })} {cites}</div>
                </section>
            }
        })
        .into_any()
}

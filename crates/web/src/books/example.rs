//! A worked example that the engine plays, step by step.

use super::browse::Entry;
use crate::lang::{rich, t};
use crate::parts::{icon, mark};
use client::ask as words;
use engine::{Rulebook, Seat, Species, State};
use leptos::prelude::*;
use scenario::Scenario;
use scenario::ask::{Column, Dispute, Verdict};

/// An example by one book: the question, and what the books made of it.
#[derive(Clone)]
struct Decided {
    dispute: Dispute,
    verdict: Verdict,
    column: usize,
    case: usize,
}

impl Decided {
    /// Plays the case of a scenario that is told by this book, or else its first case.
    fn of(text: &str, book: Rulebook) -> Option<Decided> {
        let scenario = Scenario::read(text).ok()?;
        let case = scenario.cases.iter().position(|case| case.books.contains(&book)).unwrap_or(0);
        // A book that does not have the rule at all tells it as the first one does that has it.
        let by = match scenario.cases.get(case)?.books.contains(&book) {
            true => book,
            false => *scenario.cases.get(case)?.books.first()?,
        };
        let dispute = Dispute::of_scenario(&scenario).into_iter().nth(case)?;
        let verdict = dispute.hear();
        let column = verdict.columns.iter().position(|column| column.book == Some(by))?;
        Some(Decided { dispute, verdict, column, case })
    }

    fn column(&self) -> &Column {
        &self.verdict.columns[self.column]
    }
}

#[component]
pub(super) fn Example(
    id: &'static str,
    book: Rulebook,
    own: bool,
    all: RwSignal<Option<Vec<Entry>>>,
) -> impl IntoView {
    let played = Memo::new_with_compare(
        move |_| {
            all.with(|all| {
                let entry = all.as_ref()?.iter().find(|entry| entry.id == id)?;
                Decided::of(&entry.text, book)
            })
        },
        |one, other| one.map(Option::is_some) != other.map(Option::is_some),
    );
    let step = RwSignal::new(0usize);
    let last = move || played.with(|played| played.as_ref().map_or(0, |p| p.verdict.rows() - 1));
    let shown = move || {
        played.with(|played| {
            let played = played.as_ref()?;
            let (row, column) = (step.get(), played.column());
            let names = words::names(&played.dispute);
            let move_words = words::step(t(), &played.dispute, &played.verdict, row);
            let lines = words::cell(t(), column, row, &names);
            let lines = lines.into_iter().map(|line| view! { <li>{rich(line)}</li> });
            Some(view! {
                <p class="exstep" role="status"><b>{t().read_step(row + 1, played.verdict.rows()).plain()}</b> " " {rich(move_words)}</p>
                <ul class="exlines">{lines.collect_view()}</ul>
                {column.states.get(row).map(|state| standing(state, &names))}
            })
        })
    };
    let address = move || {
        let case = played.with(|played| played.as_ref().map_or(0, |played| played.case));
        format!("#/arbiter/scenario/{id}/{case}")
    };
    view! {
        <section class="example" id=format!("example-{id}") aria-label=format!("{}: {}", t().read_example(), t().example_title(id))>
            <header><span class="rl">{id}</span> <h3>{t().read_example()} ": " {t().example_title(id).to_owned()}</h3>
                {own.then(|| view! { <span class="chip">{t().read_printed_example()}</span> })}
            </header>
            {shown}
            <div class="acts2 noprint">
                <button class="btn small ghost exback" aria-disabled=move || (step.get() == 0).to_string() on:click=move |_| step.update(|step| *step = step.saturating_sub(1))>{icon("undo", "")} " " {t().arb_step_back()}</button>
                <button class="btn small exnext" aria-disabled=move || (last() <= step.get()).to_string() on:click=move |_| { let last = last(); step.update(|step| *step = (*step + 1).min(last)); }>{icon("play", "")} " " {t().read_next()}</button>
                <a class="btn small ghost" href=address>{icon("book", "")} " " {t().read_in_arbiter()}</a>
            </div>
        </section>
    }
}

/// How the table stands, a line for each monster.
fn standing(state: &State, names: &[String]) -> AnyView {
    let seats = Seat::ALL.into_iter().take(state.players()).map(|seat| {
        let monster = state.monster(seat);
        let place = match state.spot(seat) {
            Some(engine::Spot::City) => format!(" · {}", t().city()),
            Some(engine::Spot::Bay) => format!(" · {}", t().bay()),
            None => String::new(),
        };
        let species = Species::roster(state.rules().roster)[seat.index()];
        view! {
            <li class="ms2">{mark(species)}<span><b>{names.get(seat.index()).cloned().unwrap_or_default()}</b>
                <small>{icon("heart", "c-heart")} {monster.hearts} " " {icon("star", "c-star")} {monster.stars} " " {icon("energy", "c-energy")} {monster.energy} {place}</small></span></li>
        }
    });
    view! { <ul class="asit">{seats.collect_view()}</ul> }.into_any()
}

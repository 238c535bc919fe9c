//! Tokyo: who stands in it, large, and one line on what just happened.

use super::Table;
use crate::lang::{rich, t};
use crate::parts::{icon, mark, monster_key};
use engine::{Outcome, STARS_IN_TOKYO, Seat, Spot};
use leptos::prelude::*;

/// The city, with the Bay where it is in play.
#[component]
pub(crate) fn Stage() -> impl IntoView {
    let table = Table::get();
    let seen = Memo::new(move |_| {
        table.see(|board| (*board.state.tokyo(), board.state.outcome().and_then(Outcome::winner)))
    });
    let scene = move || {
        let (tokyo, winner) = seen.get()?;
        if let Some(winner) = winner {
            let key = monster_key(table.species(winner));
            let label = table.see(|board| super::log::outcome_words(table, board));
            return Some(
                view! {
                    <svg class="scene" viewBox="0 0 780 430" preserveAspectRatio="xMidYMax slice" role="img" aria-label=label>
                        <use href="#s-city-back" width="780" height="430" />
                        <use class="rise" href=format!("#m-{key}") x="170" y="10" width="440" height="440" />
                    </svg>
                }
                .into_any(),
            );
        }
        let name = |seat: Option<Seat>| {
            seat.map_or_else(|| t().nobody().to_owned(), |seat| table.name(seat))
        };
        let label = if tokyo.bay_open {
            t().scene_city_bay(&name(tokyo.city), &name(tokyo.bay)).plain()
        } else {
            t().scene_city(&name(tokyo.city)).plain()
        };
        let city = tokyo.city.map(|seat| monster_key(table.species(seat)));
        let bay = tokyo.bay.map(|seat| monster_key(table.species(seat)));
        Some(if tokyo.bay_open {
            view! {
                <svg class="scene" viewBox="0 0 780 430" preserveAspectRatio="xMidYMax slice" role="img" aria-label=label>
                    <use href="#s-bay-back" width="780" height="430" />
                    {city.map(|key| view! { <use class="rise" href=format!("#m-{key}") x="94" y="104" width="290" height="290" /> })}
                    <use href="#s-bay-middle" width="780" height="430" />
                    {bay.map(|key| view! { <use class="rise" href=format!("#m-{key}") x="514" y="166" width="214" height="214" /> })}
                    <use href="#s-bay-front" width="780" height="430" />
                </svg>
            }
            .into_any()
        } else {
            view! {
                <svg class="scene" viewBox="0 0 780 430" preserveAspectRatio="xMidYMax slice" role="img" aria-label=label>
                    <use href="#s-city-back" width="780" height="430" />
                    {city.map(|key| view! { <use class="rise" href=format!("#m-{key}") x="236" y="92" width="308" height="308" /> })}
                    <use href="#s-city-front" width="780" height="430" />
                </svg>
            }
            .into_any()
        })
    };
    view! {
        <section class="stage panel" aria-label=t().tokyo()>
            {scene}
            <div class="banner"><super::log::Caption /></div>
            <super::recap::RecapCard />
            <Plate spot=Spot::City />
            <Plate spot=Spot::Bay />
            <div class="pops" id="pops" aria-hidden="true"></div>
        </section>
    }
}

/// The plate under a place of Tokyo.
#[component]
fn Plate(spot: Spot) -> impl IntoView {
    let table = Table::get();
    let seen = Memo::new(move |_| {
        table
            .see(|board| {
                let tokyo = board.state.tokyo();
                let seat = if spot == Spot::City { tokyo.city } else { tokyo.bay };
                (
                    tokyo.bay_open,
                    seat,
                    seat.map(|seat| board.state.monster(seat).hearts),
                    seat.is_some() && seat == board.me,
                )
            })
            .filter(|_| table.see(|board| board.state.outcome().is_none()).unwrap_or(true))
    });
    move || {
        let (bay_open, seat, hearts, mine) = seen.get()?;
        if spot == Spot::Bay && !bay_open {
            return None;
        }
        let (glyph, words) = match (spot, bay_open) {
            (Spot::Bay, _) => ("wave", (t().tokyo_bay(), t().bay())),
            (Spot::City, true) => ("tower", (t().tokyo_city(), t().city())),
            (Spot::City, false) => ("tower", (t().tokyo_city(), t().tokyo())),
        };
        let at = match (spot, bay_open) {
            (Spot::Bay, _) => "plate bay",
            (Spot::City, true) => "plate city",
            (Spot::City, false) => "plate",
        };
        let who = match (seat, hearts) {
            (Some(seat), Some(hearts)) => view! {
                <span class="who">{mark(table.species(seat))} {if mine { t().you_capital().to_owned() } else { table.name(seat) }}</span>
                <span class="stat">{icon("heart", "c-heart")}{hearts}</span>
            }
            .into_any(),
            _ => view! { <span class="who muted">{t().nobody()}</span> }.into_any(),
        };
        Some(
            view! { <div class=at data-tip=if spot == Spot::Bay { "bay" } else { "city" }><span class="place">{icon(glyph, "")} <span class="only-desk">{words.0}</span><span class="only-phone">{words.1}</span></span>{who}</div> },
        )
    }
}

/// The line on what Tokyo is worth, for when nothing newer is to be told.
pub(crate) fn standing(table: Table) -> Option<AnyView> {
    let (seat, mine) = table.see(|board| {
        let seat = board.state.tokyo().city?;
        Some((seat, board.me == Some(seat)))
    })??;
    let title = if mine {
        t().you_hold_tokyo().to_owned()
    } else {
        t().holds_tokyo(&table.name(seat)).plain()
    };
    Some(view! { {mark(table.species(seat))} {title}<small>{rich(t().tokyo_start_bonus(STARS_IN_TOKYO))}</small> }.into_any())
}

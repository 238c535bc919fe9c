//! The small things that stand everywhere: icons, faces, marks, bars, dice, cards.

use crate::runes::{Rune, strip};
use engine::{Card, Face, Species};
use leptos::prelude::*;

/// An icon of the sprite. What it means is always said in words beside it.
pub(crate) fn icon(name: &str, class: &str) -> AnyView {
    view! { <svg class=format!("ic {class}") aria-hidden="true"><use href=format!("#i-{name}") /></svg> }.into_any()
}

/// What the sprite calls a monster.
pub(crate) fn monster_key(species: Species) -> &'static str {
    match species {
        Species::Gigazaur => "gigazaur",
        Species::TheKing => "king",
        Species::MekaDragon => "meka",
        Species::Alienoid => "alien",
        Species::CyberBunny => "bunny",
        Species::Kraken => "kraken",
        Species::CyberKitty => "kitty",
        Species::SpacePenguin => "penguin",
    }
}

/// The shape that goes with a monster's colour.
pub(crate) fn mark(species: Species) -> AnyView {
    let key = monster_key(species);
    view! { <svg class="mark" data-m=key viewBox="0 0 24 24" aria-hidden="true"><use href=format!("#i-mk-{key}") /></svg> }
        .into_any()
}

/// A monster's portrait.
pub(crate) fn face(species: Species) -> AnyView {
    let key = monster_key(species);
    let name = crate::words::monster(species);
    view! {
        <span class="face" data-m=key>
            <svg viewBox="0 0 240 240" role="img" aria-label=name><use href=format!("#m-{key}") /></svg>
        </span>
    }
    .into_any()
}

/// A monster's portrait where its name stands beside it.
pub(crate) fn face_quiet(species: Species) -> AnyView {
    let key = monster_key(species);
    view! {
        <span class="face" data-m=key>
            <svg viewBox="0 0 240 240" aria-hidden="true"><use href=format!("#m-{key}") /></svg>
        </span>
    }
    .into_any()
}

/// A monster without its frame.
pub(crate) fn figure(species: Species, size: u16) -> AnyView {
    let key = monster_key(species);
    view! {
        <svg viewBox="0 0 240 240" width=size height=size aria-hidden="true"><use href=format!("#m-{key}") /></svg>
    }
    .into_any()
}

/// What the sprite calls a face of the die.
pub(crate) fn die_key(face: Face) -> &'static str {
    match face {
        Face::One => "1",
        Face::Two => "2",
        Face::Three => "3",
        Face::Energy => "energy",
        Face::Claw => "claw",
        Face::Heart => "heart",
    }
}

/// A small die, just to look at.
pub(crate) fn small_die(face: Face, kept: bool) -> AnyView {
    view! {
        <svg class:kept=kept data-tip=crate::table::tip_of(face) viewBox="0 0 100 100" aria-hidden="true">
            <use href=format!("#die-{}", die_key(face)) />
        </svg>
    }
    .into_any()
}

/// The drawing of a card.
pub(crate) fn art(card: Card) -> AnyView {
    let id = card.title_id();
    view! {
        <svg viewBox="0 0 120 84" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><use href=format!("#c-{id}") /></svg>
    }
    .into_any()
}

/// A card's effect without words.
pub(crate) fn rune(card: Card) -> AnyView {
    let signs = strip(card.title_id()).iter().map(|sign| match *sign {
        Rune::Icon(name, figure) if name.starts_with("die-") => {
            view! { <span><svg class="ic" viewBox="0 0 100 100" aria-hidden="true"><use href=format!("#{name}") /></svg>{figure}</span> }
                .into_any()
        }
        Rune::Icon(name, figure) => view! { <span>{icon(name, &format!("r-{name}"))}{figure}</span> }.into_any(),
        Rune::Sign(">") => view! { <span class="arr">{icon("arrow", "")}</span> }.into_any(),
        Rune::Sign(sign) => view! { <span class="arr">{sign}</span> }.into_any(),
    });
    view! { <div class="rune" aria-hidden="true">{signs.collect_view()}</div> }.into_any()
}

/// A bar of `most` cells of which `full` are filled; `hit` of them are in danger, `gain` more would come.
pub(crate) fn bar(
    kind: &'static str,
    full: u8,
    most: u8,
    hit: u8,
    gain: u8,
    label: String,
) -> AnyView {
    let cells = (0..most).map(|cell| {
        let class = if cell < full {
            if full <= cell + hit { "hit" } else { "on" }
        } else if cell < full + gain {
            "gain"
        } else {
            ""
        };
        view! { <i class=class></i> }
    });
    view! { <div class=format!("bar {kind}") role="img" aria-label=label>{cells.collect_view()}</div> }.into_any()
}

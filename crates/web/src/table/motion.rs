//! Motion and sound after the fact: the state is shown first, this only draws the eye to what changed.

use super::Table;
use crate::lang::t;
use crate::prefs::{Settings, Speed};
use crate::sound;
use engine::{Ask, Cause, Event, Question, Seat, Spot};
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::JsCast;

/// Draws the eye to what happened, and says it to those who listen.
pub(crate) fn play(table: Table, news: &[Event]) {
    speak(table, news);
    let speed = Settings::get().read(|p| p.pace());
    for event in news {
        if let Some(name) = sound_of(*event) {
            sound::play(name);
        }
    }
    if speed == Speed::Instant || reduced() {
        return;
    }
    if let Some(root) = document().document_element() {
        let style = root.unchecked_ref::<web_sys::HtmlElement>().style();
        let _ = style.set_property("--pace", &format!("{}", f64::from(speed.scale(100)) / 100.0));
    }
    let news = news.to_vec();
    // The new state is on the page after the next frame.
    request_animation_frame(move || {
        for event in &news {
            move_for(table, *event, speed);
        }
    });
}

/// Whether the player's system asks for less motion.
pub(crate) fn reduced() -> bool {
    window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches())
}

fn sound_of(event: Event) -> Option<&'static str> {
    Some(match event {
        Event::Rolled { .. } => "roll",
        Event::Hurt { .. } => "claw",
        Event::Healed { .. } => "heart",
        Event::Energy { from, to, .. } if from < to => "energy",
        Event::Stars { from, to, .. } if from < to => "star",
        Event::Entered { .. } => "enter",
        Event::Left { .. } => "leave",
        Event::Bought { .. } => "buy",
        Event::Eliminated { .. } => "out",
        Event::Over { .. } => "win",
        _ => return None,
    })
}

fn move_for(table: Table, event: Event, speed: Speed) {
    match event {
        Event::Rolled { thrown, .. } => {
            let dice: Vec<_> = thrown.iter().filter_map(die_on_table).collect();
            flash_all(&dice, "rolling", speed.scale(700));
        }
        Event::Hurt { seat, from, to, .. } => {
            shake(seat, speed);
            pop(seat, &format!("−{}", from.saturating_sub(to)), "heart", speed);
        }
        Event::Healed { seat, .. } => tick(seat, "hearts", speed),
        Event::Stars { seat, from, to, why } => {
            if from < to {
                gather(seat, "stars", "star", why, speed);
            }
            tick(seat, "stars", speed);
        }
        Event::Energy { seat, from, to, why } => {
            if from < to {
                gather(seat, "energy", "energy", why, speed);
            }
            tick(seat, "energy", speed);
        }
        Event::Bought { seat, card, place, .. } => slide(seat, card, place, speed),
        Event::Left { seat, spot, .. } => sink(table, seat, spot, speed),
        Event::Entered { .. } => {
            if let Some(stage) = document().query_selector(".stage").ok().flatten() {
                flash(&stage, "taken", speed.scale(900));
            }
        }
        Event::Eliminated { seat } => {
            if let Some(panel) = panel(seat) {
                flash(&panel, "falling", speed.scale(1500));
            }
        }
        _ => {}
    }
}

/// A die of the turn: one's own in its place, a rival's in the row that is watched.
fn die_on_table(die: usize) -> Option<web_sys::Element> {
    let own = document().get_element_by_id(&format!("my-die-{die}"));
    own.and_then(|die| die.parent_element()).or_else(|| {
        let row = document().query_selector("#act .minidice").ok().flatten()?;
        row.children().item(die as u32)
    })
}

/// What a die brought flies from the dice to its counter; in Tokyo, from the city.
fn gather(seat: Seat, stat: &str, icon: &str, why: Cause, speed: Speed) {
    let from = match why {
        Cause::Dice => "#act .dice, #act .minidice",
        Cause::InTokyo | Cause::Entering => ".stage",
        _ => return,
    };
    let start = document().query_selector(from).ok().flatten();
    let goal = panel(seat)
        .and_then(|panel| panel.query_selector(&format!("[data-stat={stat}]")).ok().flatten());
    let drawn = format!("<svg class=\"ic c-{icon}\"><use href=\"#i-{icon}\"/></svg>");
    fly(start, goal, &drawn, "flying", speed.scale(450));
}

/// A bought card slides from the market to its owner.
fn slide(seat: Seat, card: engine::Card, place: engine::Place, speed: Speed) {
    let slot = engine::Place::MARKET.iter().position(|one| *one == place).unwrap_or(0);
    let start =
        document().query_selector(&format!("#market li:nth-child({})", slot + 1)).ok().flatten();
    let drawn = format!("<svg viewBox=\"0 0 120 84\"><use href=\"#c-{}\"/></svg>", card.title_id());
    fly(start, panel(seat), &drawn, "sliding", speed.scale(420));
}

/// Whoever leaves Tokyo sinks behind its houses.
fn sink(table: Table, seat: Seat, spot: Spot, speed: Speed) {
    let Some(stage) = document().query_selector(".stage").ok().flatten() else { return };
    let Ok(holder) = document().create_element("div") else { return };
    holder.set_class_name(if spot == Spot::Bay { "sinking bay" } else { "sinking" });
    let _ = holder.set_attribute("aria-hidden", "true");
    let key = crate::parts::monster_key(table.species(seat));
    holder.set_inner_html(&format!(
        "<svg viewBox=\"0 0 200 200\"><use href=\"#m-{key}\" width=\"200\" height=\"200\"/></svg>"
    ));
    let ms = speed.scale(600);
    let style = holder.unchecked_ref::<web_sys::HtmlElement>().style();
    let _ = style.set_property("animation-duration", &format!("{ms}ms"));
    let _ = stage.append_child(&holder);
    set_timeout(move || holder.remove(), Duration::from_millis(ms.into()));
}

/// Moves a drawing from one place of the page to another, over everything, and takes it away.
fn fly(
    start: Option<web_sys::Element>,
    goal: Option<web_sys::Element>,
    drawn: &str,
    class: &str,
    ms: u32,
) {
    let (Some(start), Some(goal)) = (start, goal) else { return };
    let (from, to) = (start.get_bounding_client_rect(), goal.get_bounding_client_rect());
    if from.width() == 0.0 || to.width() == 0.0 {
        return;
    }
    let Ok(holder) = document().create_element("div") else { return };
    let middle =
        |rect: &web_sys::DomRect| (rect.x() + rect.width() / 2.0, rect.y() + rect.height() / 2.0);
    let ((x, y), (goal_x, goal_y)) = (middle(&from), middle(&to));
    holder.set_class_name(class);
    let _ = holder.set_attribute("aria-hidden", "true");
    holder.set_inner_html(drawn);
    let style = holder.unchecked_ref::<web_sys::HtmlElement>().style();
    for (name, value) in [("left", x), ("top", y), ("--dx", goal_x - x), ("--dy", goal_y - y)] {
        let _ = style.set_property(name, &format!("{value:.0}px"));
    }
    let _ = style.set_property("animation-duration", &format!("{ms}ms"));
    if let Some(body) = document().body() {
        let _ = body.append_child(&holder);
    }
    set_timeout(move || holder.remove(), Duration::from_millis(ms.into()));
}

fn panel(seat: Seat) -> Option<web_sys::Element> {
    document().get_element_by_id(&format!("seat-{}", seat.index()))
}

fn shake(seat: Seat, speed: Speed) {
    if let Some(panel) = panel(seat) {
        flash(&panel, "hurt", speed.scale(520));
    }
}

fn tick(seat: Seat, stat: &str, speed: Speed) {
    let found = panel(seat)
        .and_then(|panel| panel.query_selector(&format!("[data-stat={stat}]")).ok().flatten());
    if let Some(number) = found {
        flash(&number, "tick", speed.scale(450));
    }
}

/// A number that rises over a seat and is gone.
fn pop(seat: Seat, text: &str, icon: &str, speed: Speed) {
    let Some(panel) = panel(seat) else {
        return;
    };
    let Ok(holder) = document().create_element("div") else {
        return;
    };
    holder.set_class_name("pop over");
    let _ = holder.set_attribute("aria-hidden", "true");
    holder.set_inner_html(&format!(
        "{text} <svg class=\"ic c-{icon}\"><use href=\"#i-{icon}\"/></svg>"
    ));
    let _ = panel.append_child(&holder);
    set_timeout(move || holder.remove(), Duration::from_millis(speed.scale(1100).into()));
}

/// How far a roar stays from the edge of the screen: it is tilted, and has a border.
const ROAR_MARGIN: f64 = 14.0;

/// A roar bursts from the portrait of whoever roars.
pub(crate) fn roar(seat: Seat, words: &str) {
    let Some(face) = panel(seat).and_then(|panel| panel.query_selector(".face").ok().flatten())
    else {
        return;
    };
    let place = face.get_bounding_client_rect();
    let Ok(holder) = document().create_element("div") else { return };
    holder.set_class_name("roarburst");
    let _ = holder.set_attribute("aria-hidden", "true");
    holder.set_text_content(Some(words));
    let style = holder.unchecked_ref::<web_sys::HtmlElement>().style();
    let _ = style.set_property("left", "0");
    let _ = style.set_property("top", &format!("{:.0}px", place.y()));
    if let Some(body) = document().body() {
        let _ = body.append_child(&holder);
    }
    // How wide it is shows only on the page; it stays on the screen with all its words.
    let width = f64::from(holder.client_width());
    let screen = document().document_element().map_or(0.0, |root| f64::from(root.client_width()));
    let most = (screen - width - ROAR_MARGIN).max(ROAR_MARGIN);
    let left = (place.x() + place.width() * 0.7).min(most);
    let _ = style.set_property("left", &format!("{left:.0}px"));
    set_timeout(move || holder.remove(), Duration::from_millis(1600));
}

thread_local! {
    /// What has a class for a while, and when it loses it.
    static FLASHED: RefCell<Vec<(web_sys::Element, &'static str, TimeoutHandle)>> =
        const { RefCell::new(Vec::new()) };
}

/// Gives an element a class for a while; given again, it starts anew.
fn flash(element: &web_sys::Element, class: &'static str, ms: u32) {
    flash_all(std::slice::from_ref(element), class, ms);
}

/// The same for several elements. What still moves starts anew at once: a die never shows its new face in between.
fn flash_all(elements: &[web_sys::Element], class: &'static str, ms: u32) {
    let mut again = None;
    for element in elements {
        if element.class_list().contains(class) {
            let _ = element.class_list().remove_1(class);
            again = Some(element);
        }
    }
    if let Some(element) = again {
        // The browser has to notice the removal; added before, the class would only go on.
        let _ = element.get_bounding_client_rect();
    }
    for element in elements {
        let _ = element.class_list().add_1(class);
        let faded = element.clone();
        let fade = move || {
            FLASHED.with_borrow_mut(|list| {
                list.retain(|(one, name, _)| !(one == &faded && *name == class))
            });
            let _ = faded.class_list().remove_1(class);
        };
        let Ok(handle) = set_timeout_with_handle(fade, Duration::from_millis(ms.into())) else {
            continue;
        };
        FLASHED.with_borrow_mut(|list| {
            match list.iter_mut().find(|(one, name, _)| one == element && *name == class) {
                Some((_, _, older)) => std::mem::replace(older, handle).clear(),
                None => list.push((element.clone(), class, handle)),
            }
        });
    }
}

/// So many sentences are said at once at most: a long turn has fewer.
const SPOKEN: usize = 24;

/// The live regions: events politely, questions at once.
fn speak(table: Table, news: &[Event]) {
    let me = table.peek(|board| board.me).flatten();
    let mut said: Vec<String> = Vec::new();
    for event in news {
        match *event {
            Event::Rolled { seat, dice, rerolls_left, .. } if Some(seat) == me => {
                said.push(super::dice::rolled_sentence(
                    dice,
                    rerolls_left,
                    table.keep.get_untracked(),
                ));
            }
            event => {
                if let Some(line) = super::log::sentence(table, event) {
                    said.push(line.plain());
                }
            }
        }
    }
    if !said.is_empty() {
        // Whoever skips the rest of a game hears how it ended, not all that was skipped.
        said.drain(..said.len().saturating_sub(SPOKEN));
        table.polite.set(said.join(" "));
    }
    if let Some(words) = ended(table, me, news) {
        table.urgent.set(words);
    }
    if table.peek(|board| board.unasked()).unwrap_or(false) {
        return;
    }
    // The same question in another turn is another question. The first throw belongs to the one about the dice.
    let throws = table.peek(|board| board.throw.is_some()).unwrap_or(false);
    let asked = table
        .peek(|board| {
            let turn = board.state.turn();
            let first = Ask { seat: turn.seat, question: Question::Roll, card: None };
            board.mine().or(throws.then_some(first)).map(|ask| (turn.number, ask))
        })
        .flatten();
    let before = table.last_ask.get_untracked();
    if asked != before {
        table.last_ask.set(asked);
        if let Some((turn, ask)) = asked {
            let words = match ask.question {
                Question::Roll if throws => t().your_turn_throw().to_owned(),
                Question::Roll => t().your_turn_keep_dice().to_owned(),
                _ => super::moves::question_words(table, ask).0,
            };
            table.urgent.set(words);
            if before.is_none_or(|(last, before)| before.seat != ask.seat || last != turn) {
                sound::play("your_turn");
                focus_tray();
            }
        }
    }
}

/// The end, for the player or for all, which nothing that is said next may drown.
fn ended(table: Table, me: Option<Seat>, news: &[Event]) -> Option<String> {
    if news.iter().any(|event| matches!(event, Event::Over { .. })) {
        return table.peek(|board| super::log::outcome_words(table, board));
    }
    let seat = me.filter(|me| news.contains(&Event::Eliminated { seat: *me }))?;
    let (place, of) = super::tray::place_of(table, seat)?;
    Some(t().out_place(place, of).plain())
}

/// Brings the keyboard to the tray, but never takes it away from anything else.
pub(crate) fn focus_tray() {
    request_animation_frame(|| {
        let active = document().active_element();
        let free = active.as_ref().is_none_or(|element| {
            element.tag_name() == "BODY" || element.closest("#act").ok().flatten().is_some()
        });
        if free && let Some(tray) = document().get_element_by_id("act") {
            crate::home::focus_part(tray.unchecked_ref());
        }
    });
}

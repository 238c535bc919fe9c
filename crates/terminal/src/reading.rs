//! What is read: the log, and the pages that lie over the table.

use engine::{Event, Place};
use ratatui::text::{Line, Span};

use crate::app::{App, Overlay};
use crate::hint::Hint;
use crate::look::wrap;
use crate::panels::{card_line, keyed};

/// The newest events in at most this many lines, the newest last.
pub(crate) fn log(app: &App, width: usize, most: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    for event in app.session.log().rev().filter(|event| !texts::is_detail(event)) {
        if most <= lines.len() {
            break;
        }
        // Built from the end: the last line of a sentence comes first.
        lines.extend(sentence(app, &event, width).into_iter().rev());
    }
    lines.truncate(most);
    lines.reverse();
    lines
}

fn sentence(app: &App, event: &Event, width: usize) -> Vec<Line<'static>> {
    let scene = app.session.scene();
    let line = app.look.rich(&app.look.texts.event(event, &scene), scene.names);
    match event {
        Event::TurnStarted { .. } | Event::Over { .. } | Event::Eliminated { .. } => {
            wrap(&line.patch_style(app.look.bold()), width, 2)
        }
        _ => wrap(&line, width, 2),
    }
}

/// Title and lines of a page.
pub(crate) fn overlay(app: &App, over: &Overlay, width: usize) -> (String, Vec<Line<'static>>) {
    let texts = app.look.texts;
    match over {
        Overlay::Help => (texts.help_label().to_owned(), help(app, width)),
        Overlay::Cards => (texts.power_cards().to_owned(), cards(app, width)),
        Overlay::Log => {
            let events: Vec<Event> = app.session.log().collect();
            let lines = events.iter().flat_map(|event| sentence(app, event, width)).collect();
            (texts.what_happened().to_owned(), lines)
        }
        Overlay::Review(text) => {
            let lines = text.lines().map(|line| Line::from(line.to_owned())).collect();
            (texts.review().to_owned(), lines)
        }
        Overlay::Hint(hint) => (app.look.words.hint().to_owned(), hints(app, hint, width)),
    }
}

/// The keys of a page.
pub(crate) fn overlay_keys(app: &App, over: &Overlay, scrolls: bool) -> Line<'static> {
    let look = &app.look;
    let words = look.words;
    let mut line = Line::default();
    if let Overlay::Hint(Hint { keep: Some(_), .. }) = over {
        line.extend(keyed(look, words.enter(), look.texts.keep()));
        line.push_span("   ");
    }
    if scrolls {
        line.extend(keyed(look, "↑ ↓", words.scroll()));
        line.push_span("   ");
    }
    line.extend(keyed(look, "Esc", look.texts.close()));
    line
}

fn hints(app: &App, hint: &Hint, width: usize) -> Vec<Line<'static>> {
    let look = &app.look;
    let names = app.session.scene().names;
    let title =
        format!("{} ({})", look.words.hint_title(), look.texts.chance_to_win().to_lowercase());
    let mut lines = wrap(&Line::from(Span::styled(title, look.heading())), width, 2);
    lines.extend(hint.answers.iter().flat_map(|line| wrap(&look.rich(line, names), width, 6)));
    if !hint.odds.is_empty() {
        lines.push(Line::default());
        lines.push(Line::from(Span::styled(look.words.odds_title(), look.heading())));
        lines.extend(hint.odds.iter().flat_map(|line| wrap(&look.rich(line, names), width, 6)));
    }
    lines
}

fn cards(app: &App, width: usize) -> Vec<Line<'static>> {
    let look = &app.look;
    let texts = look.texts;
    let view = app.session.view();
    let scene = app.session.scene();
    let buyer = app.session.viewer().unwrap_or(view.turn().seat);
    let mut lines = vec![Line::from(Span::styled(texts.market().to_owned(), look.heading()))];
    for place in Place::MARKET.into_iter().chain([Place::Top]) {
        let Some(card) = view.card_at(place) else { continue };
        let price = texts.card_costs(view.price(buyer, card));
        let mut line = card_line(app, card);
        line.push_span(Span::styled(format!(" ({}, ", texts.card_badge(card)), look.faint()));
        line.extend(look.rich(&price, &[]));
        line.push_span(Span::styled(")", look.faint()));
        lines.extend(wrap(&line, width, 2));
        for ruling in texts.card_rulings(card, scene.rules).iter().take(3) {
            let mut line = Line::from(Span::styled("  - ", look.faint()));
            line.extend(look.rich(ruling, &[]).patch_style(look.faint()));
            lines.extend(wrap(&line, width, 4));
        }
    }
    for seat in view.seats().iter() {
        let held = view.monster(seat).cards;
        if held.is_empty() {
            continue;
        }
        lines.push(Line::default());
        lines.push(Line::from(Span::styled(
            scene.name(seat).to_owned(),
            look.seat(seat).patch(look.bold()),
        )));
        for card in held.iter() {
            lines.extend(wrap(&card_line(app, card), width, 2));
        }
    }
    lines
}

fn help(app: &App, width: usize) -> Vec<Line<'static>> {
    let look = &app.look;
    let words = look.words;
    let texts = look.texts;
    let keys = [
        ("1-9", look.texts.key_dice()),
        ("*", words.keep_all()),
        ("r", texts.key_roll()),
        ("s", texts.key_stop()),
        ("0-9 a-z", words.key_any_choice()),
        ("↑ ↓", words.key_arrows()),
        ("h", words.key_hint()),
        ("c", words.key_cards()),
        ("l", words.key_log()),
        ("o", words.key_order()),
        ("+ -", words.key_speed()),
        (words.space(), texts.skip_to_decision()),
        ("q", words.key_quit()),
    ];
    let mut lines = vec![Line::from(Span::styled(texts.keyboard().to_owned(), look.heading()))];
    for (key, what) in keys {
        let line = Line::from(vec![
            Span::styled(format!("{key:>8}  "), look.key()),
            Span::raw(what.to_owned()),
        ]);
        lines.extend(wrap(&line, width, 10));
    }
    for chapter in texts.chapters(app.session.scene().rules) {
        lines.push(Line::default());
        lines.push(Line::from(Span::styled(chapter.title.clone(), look.heading())));
        for paragraph in &chapter.paragraphs {
            lines.extend(wrap(&look.rich(paragraph, &[]), width, 0));
        }
    }
    lines.push(Line::default());
    lines.push(Line::from(Span::styled(words.seed_is(app.session.seed()), look.faint())));
    lines
}

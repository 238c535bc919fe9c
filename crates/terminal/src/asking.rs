//! The question on the screen, its choices, and the keys at the foot.

use engine::{Outcome, Phase, Question};
use ratatui::text::{Line, Span};
use texts::Rich;

use crate::app::{App, Mode};
use crate::look::{fit, pad, wrap};
use crate::menu::Menu;
use crate::panels::{card_line, keyed};
use crate::told;

/// The heading of the decision in the large window.
pub(crate) fn heading(app: &App) -> String {
    let texts = app.look.texts;
    let scene = app.session.scene();
    match (&app.menu, app.session.only_person()) {
        (Some(_), Some(_)) => texts.your_decision().to_owned(),
        (Some(menu), None) => scene.name(menu.ask.seat).to_owned(),
        (None, _) if app.outcome.is_some() => texts.final_standing().to_owned(),
        (None, _) => texts.turn_of(scene.name(app.session.view().turn().seat)).plain(),
    }
}

/// The question with its facts; or who is waited for; or how it ended.
pub(crate) fn question(app: &App, width: usize) -> Vec<Line<'static>> {
    let look = &app.look;
    let texts = look.texts;
    let scene = app.session.scene();
    if let Some(outcome) = app.outcome {
        return ending(app, outcome, width);
    }
    let Some(menu) = &app.menu else {
        let view = app.session.view();
        let words = match app.asked() {
            Some(seat) => texts.decides(scene.name(seat)),
            None if view.turn().number == 0 => return vec![Line::default()],
            None => texts.turn_of(scene.name(view.turn().seat)),
        };
        let mut lines = vec![fit(look.rich(&words, scene.names), width)];
        lines.extend(threat(app).map(|words| fit(look.rich(&words, scene.names), width)));
        return lines;
    };
    let mut head = Line::default();
    if app.session.only_person().is_none() {
        head.push_span(Span::styled(
            scene.name(menu.ask.seat).to_owned(),
            look.seat(menu.ask.seat).patch(look.bold()),
        ));
        head.push_span(": ");
    }
    let words = match &app.mode {
        Mode::Menu => texts.question(&menu.ask, &app.session.view(), &scene),
        Mode::SomeDice { .. } => Rich::words(look.words.which_dice()),
        Mode::OneDie { .. } => Rich::words(look.words.which_die()),
        Mode::OneFace { .. } => Rich::words(look.words.which_face()),
    };
    head.extend(look.rich(&words, scene.names).patch_style(look.bold()));
    let mut lines = wrap(&head, width, 2);
    // The facts stand in one paragraph to save lines.
    let mut facts = Line::default();
    for (number, fact) in told::facts(&app.session, look, &menu.ask).iter().enumerate() {
        if 0 < number {
            facts.push_span(Span::styled(" · ", look.faint()));
        }
        facts.extend(look.rich(fact, scene.names));
    }
    if 0 < facts.width() && app.mode == Mode::Menu {
        lines.extend(wrap(&facts, width, 2));
    }
    // The text of the card that the marked choice is about, unless it lies in the market and can be read there.
    let marked = app.cursor.and_then(|number| menu.choices[number].card(&app.session.view()));
    if let Some(card) = marked.filter(|_| app.mode == Mode::Menu) {
        lines.extend(wrap(&card_line(app, card), width, 2));
    }
    lines
}

/// One sentence for those who are new to the game.
pub(crate) fn tip(app: &App, width: usize) -> Vec<Line<'static>> {
    let found = app.menu.as_ref().and_then(|menu| told::tip(&app.session, &app.look, &menu.ask));
    let Some(tip) = found else { return Vec::new() };
    let mut lines = vec![Line::default()];
    let line = app.look.rich(&tip, app.session.scene().names).patch_style(app.look.faint());
    lines.extend(wrap(&line, width, 0));
    lines
}

/// What a bot's dice would do to whoever looks on.
fn threat(app: &App) -> Option<Rich> {
    let me = app.session.only_person()?;
    let view = app.session.view();
    if view.turn().phase != Phase::Roll || view.turn().seat == me || !view.living().has(me) {
        return None;
    }
    let hearts = view.monster(me).hearts;
    let preview = view.preview();
    match preview.damage[me.index()] {
        0 => None,
        n => Some(app.look.texts.would_hit_you(n, hearts, hearts - n)),
    }
}

fn ending(app: &App, outcome: Outcome, width: usize) -> Vec<Line<'static>> {
    let look = &app.look;
    let texts = look.texts;
    let scene = app.session.scene();
    let me = app.session.only_person();
    let words = match outcome {
        Outcome::Stars(seat) if me == Some(seat) => Rich::words(texts.you_win_stars()),
        Outcome::LastStanding(seat) if me == Some(seat) => Rich::words(texts.you_win_last()),
        Outcome::Stars(seat) => texts.who_wins_stars(scene.name(seat)),
        Outcome::LastStanding(seat) => texts.who_wins_last(scene.name(seat)),
        Outcome::EveryoneLoses => Rich::words(texts.everyone_loses()),
        Outcome::Draw => Rich::words(texts.game_drawn()),
    };
    let mut lines = wrap(&look.rich(&words, scene.names).patch_style(look.bold()), width, 2);
    lines.push(keyed(look, "n", look.texts.new_game()));
    lines.push(keyed(look, "q", look.texts.leave()));
    lines
}

/// The choices of the moment: key and label.
fn entries(app: &App, menu: &Menu) -> Vec<(String, Line<'static>)> {
    let look = &app.look;
    let names = app.session.scene().names;
    match &app.mode {
        Mode::Menu => (0..menu.choices.len())
            .map(|number| {
                let key = menu.choices[number].key.to_string();
                (key, look.rich(&app.label(menu, number), names))
            })
            .collect(),
        Mode::OneFace { faces, .. } => faces
            .iter()
            .enumerate()
            .map(|(number, face)| {
                let name = look.texts.face_name(*face).to_owned();
                ((number + 1).to_string(), Line::from(Span::styled(name, look.face(*face))))
            })
            .collect(),
        Mode::SomeDice { chosen, card, .. } => {
            let view = app.session.view();
            let words =
                look.texts.reroll_with(&look.texts.card_in_play(*card, &view), chosen.len());
            vec![(look.words.enter().to_owned(), look.rich(&words, names))]
        }
        Mode::OneDie { .. } => Vec::new(),
    }
}

/// How many columns the choices take, and how many lines.
fn shape(entries: &[(String, Line<'static>)], width: usize) -> (usize, usize) {
    let widest =
        entries.iter().map(|(key, label)| key.len() + label.width() + 5).max().unwrap_or(1);
    let columns = (width / widest.max(1)).clamp(1, 3);
    // A short list reads best as one column.
    let columns = if entries.len() <= 3 { 1 } else { columns };
    (columns, entries.len().div_ceil(columns))
}

/// How many lines the choices would like.
pub(crate) fn choices_height(app: &App, width: usize) -> usize {
    app.menu.as_ref().map_or(0, |menu| shape(&entries(app, menu), width).1)
}

/// The choices in at most this many lines, the marked one among them.
pub(crate) fn choices(app: &App, width: usize, most: usize) -> Vec<Line<'static>> {
    let look = &app.look;
    let Some(menu) = &app.menu else { return Vec::new() };
    let entries = entries(app, menu);
    let (columns, rows) = shape(&entries, width);
    let each = width / columns;
    let marked = app.cursor.filter(|_| app.mode == Mode::Menu);
    // Down the first column, then down the next.
    let mut lines = Vec::new();
    for row in 0..rows {
        let mut line = Line::default();
        for column in 0..columns {
            let number = column * rows + row;
            let Some((key, label)) = entries.get(number) else { continue };
            let here = marked == Some(number);
            let mut part = Line::from(Span::styled(if here { "▸ " } else { "  " }, look.bold()));
            part.push_span(Span::styled(key.clone(), look.key()));
            part.push_span(" ");
            part.extend(if here {
                label.clone().patch_style(look.chosen())
            } else {
                label.clone()
            });
            line.extend(pad(part, each));
        }
        lines.push(fit(line, width));
    }
    if lines.len() <= most || most < 2 {
        return lines;
    }
    let at = marked.map_or(0, |number| number % rows);
    let start = (at + 1).saturating_sub(most - 1).min(rows - most + 1);
    let more = rows - (most - 1);
    let mut shown: Vec<_> = lines.into_iter().skip(start).take(most - 1).collect();
    shown.push(Line::from(Span::styled(
        format!("  … {} {more} (↑ ↓)", look.words.more()),
        look.faint(),
    )));
    shown
}

/// The foot of the screen: a notice, or the keys that work now.
pub(crate) fn keys(app: &App, width: usize) -> Line<'static> {
    let look = &app.look;
    let words = look.words;
    if let Some(notice) = &app.notice {
        return fit(Line::from(Span::styled(notice.clone(), look.warning())), width);
    }
    if let Some(seat) = app.thinks {
        let thinks = words.thinks(app.session.name(seat));
        return fit(Line::from(Span::styled(thinks, look.faint())), width);
    }
    let mut keys: Vec<(String, &str)> = Vec::new();
    match (&app.menu, &app.mode) {
        (Some(menu), Mode::Menu) => {
            if !menu.rerolls.is_empty() {
                keys.push((format!("1-{}", menu.dice.len()), look.texts.key_dice()));
            }
            if app.cursor.is_some() {
                keys.push((words.enter().to_owned(), words.take_marked()));
            }
        }
        (Some(_), _) => keys.push(("Esc".to_owned(), look.texts.back())),
        (None, _) if app.outcome.is_none() => {
            let watching =
                app.session.view().living().iter().all(|seat| !app.session.is_person(seat));
            keys.push((
                words.space().to_owned(),
                if watching { words.skip_all() } else { look.texts.skip_to_decision() },
            ));
        }
        (None, _) => {}
    }
    if app.menu.is_some() {
        keys.push(("h".to_owned(), words.hint()));
    }
    if app.outcome.is_some() {
        keys.push(("v".to_owned(), look.texts.review()));
    }
    keys.push(("c".to_owned(), look.texts.cards()));
    keys.push(("l".to_owned(), words.log()));
    if app.menu.as_ref().is_some_and(|menu| menu.ask.question == Question::Resolve) {
        keys.push(("o".to_owned(), words.key_order()));
    }
    keys.push(("q".to_owned(), look.texts.leave()));
    let mut line = Line::default();
    for (number, (key, what)) in keys.iter().enumerate() {
        if 0 < number {
            line.push_span("   ");
        }
        line.extend(keyed(look, key, what));
    }
    fit(line, width)
}

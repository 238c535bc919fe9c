//! The screen: where everything is, in a small window and in a large one.

use engine::Question;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use crate::app::{App, Overlay};
use crate::asking;
use crate::look::{Look, ascii};
use crate::panels;
use crate::reading;
use crate::session::Session;

/// From this size on there is room for two columns.
const WIDE: (u16, u16) = (110, 32);

/// Draws the whole screen.
pub(crate) fn draw(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if area.width < 60 || area.height < 18 {
        let line = Line::from(app.look.words.too_small());
        let lines = crate::look::wrap(&line, area.width as usize, 0);
        lay(buffer, area, &lines);
    } else {
        if WIDE.0 <= area.width && WIDE.1 <= area.height {
            large(buffer, area, app);
        } else {
            small(buffer, area, app);
        }
        if let Some(over) = &app.over {
            overlay(buffer, area, app, over);
        }
    }
    finish(buffer, area, &app.look);
}

/// Asks whether to go on with the unfinished game.
pub(crate) fn draw_unfinished(frame: &mut Frame<'_>, look: &Look, old: &Session) {
    let area = frame.area();
    let names = &old.scene().names.join(", ");
    let texts = look.texts;
    let lines = [
        Line::from(Span::styled(look.words.unfinished_title(), look.bold())),
        Line::default(),
        look.rich(&texts.round_and_who(old.round(), names), old.scene().names),
        Line::default(),
        panels::keyed(look, "1", look.words.resume_it()),
        panels::keyed(look, "2", look.words.start_new()),
        panels::keyed(look, "q", look.texts.leave()),
    ];
    let inner = Rect {
        x: area.x + 2.min(area.width),
        y: area.y + 1.min(area.height),
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(1),
    };
    let lines: Vec<_> =
        lines.iter().flat_map(|line| crate::look::wrap(line, inner.width as usize, 4)).collect();
    lay(frame.buffer_mut(), inner, &lines);
    finish(frame.buffer_mut(), area, look);
}

/// Puts the lines into the area, as many as fit.
fn lay(buffer: &mut Buffer, area: Rect, lines: &[Line<'static>]) {
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        buffer.set_line(area.x, y, line, area.width);
    }
}

/// Replaces what an ASCII terminal cannot show.
fn finish(buffer: &mut Buffer, area: Rect, look: &Look) {
    if !look.ascii {
        return;
    }
    for position in area.positions() {
        let cell = &mut buffer[position];
        if let Some(symbol) = ascii(cell.symbol()) {
            cell.set_symbol(symbol);
        }
    }
}

/// One column: who, market, log, dice, question.
fn small(buffer: &mut Buffer, area: Rect, app: &App) {
    let width = area.width as usize;
    let texts = app.look.texts;
    let mut top = vec![panels::title(app, width), panels::tokyo(app, width)];
    top.extend(panels::monsters(app, width, false));
    let mut bottom = Vec::new();
    // Whoever buys wants to read the cards: the dice are done, and their lines go to the market.
    let buying = app
        .menu
        .as_ref()
        .is_some_and(|menu| matches!(menu.ask.question, Question::Shop | Question::Opportunity));
    if !buying {
        bottom.push(panels::dice_rule(app, width));
        bottom.extend(panels::dice(app, width));
    } else {
        bottom.push(app.look.rule(texts.phase_buy(), "", width));
    }
    let mut ask = asking::question(app, width);
    // What stands above stays where it is while bots play.
    if ask.len() < 2 {
        ask.resize(2, Line::default());
    }
    bottom.extend(ask);
    let height = area.height as usize;
    let fixed = top.len() + bottom.len() + 1;
    // The market takes up to three lines a card if the log keeps a few.
    let wanted = asking::choices_height(app, width).max(2);
    let left = height.saturating_sub(fixed);
    let market = [3, 2]
        .map(|lines| panels::market(app, width, lines))
        .into_iter()
        .find(|market| market.len() + wanted + if buying { 3 } else { 6 } <= left)
        .unwrap_or_else(|| panels::market(app, width, 1));
    let left = left.saturating_sub(market.len() + 1);
    let choices = asking::choices(app, width, wanted.min(left.saturating_sub(2)).max(2));
    let lines = choices.len();
    bottom.extend(choices);
    bottom.extend((lines..2).map(|_| Line::default()));
    bottom.push(asking::keys(app, width));
    top.push(app.look.rule(texts.market(), &panels::deck_left(app), width));
    top.extend(market);
    let room = height.saturating_sub(top.len() + bottom.len());
    let log = reading::log(app, width, room);
    let middle = Rect { y: area.y + top.len() as u16, height: room as u16, ..area };
    lay(buffer, area, &top);
    if 3 <= room {
        let head = app.look.rule(texts.what_happened(), "", width);
        let log = reading::log(app, width, room - 1);
        lay(buffer, middle, &[head]);
        lay(buffer, Rect { y: middle.y + 1, height: middle.height - 1, ..middle }, &log);
    } else {
        lay(buffer, middle, &log);
    }
    let foot = bottom.len().min(height) as u16;
    lay(buffer, Rect { y: area.bottom() - foot, height: foot, ..area }, &bottom);
}

/// Two columns: left who plays and what is asked, right the cards and what happened.
fn large(buffer: &mut Buffer, area: Rect, app: &App) {
    let texts = app.look.texts;
    let full = area.width as usize;
    buffer.set_line(area.x, area.y, &panels::title(app, full), area.width);
    let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
    lay(buffer, foot, &[asking::keys(app, full)]);
    let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let left_width = (body.width * 11 / 20).max(60);
    let left = Rect { width: left_width, ..body };
    let right = Rect { x: body.x + left_width, width: body.width - left_width, ..body };
    let inside = left.width as usize - 4;

    let mut who = vec![panels::tokyo(app, inside), Line::default()];
    who.extend(panels::monsters(app, inside, true));
    let y = boxed(buffer, left, &app.look, texts.tokyo(), "", &who);
    let dice = panels::dice_large(app, inside);
    let below = Rect { y, height: left.bottom().saturating_sub(y), ..left };
    let (head, tail) = panels::dice_heading(app);
    let y = boxed(buffer, below, &app.look, &head, &tail, &dice);
    let rest = Rect { y, height: left.bottom().saturating_sub(y), ..left };
    let mut ask = asking::question(app, inside);
    let room = (rest.height as usize).saturating_sub(ask.len() + 2);
    ask.extend(asking::choices(app, inside, room));
    let tip = asking::tip(app, inside);
    if ask.len() + tip.len() + 2 <= rest.height as usize {
        ask.extend(tip);
    }
    filled(buffer, rest, &app.look, &asking::heading(app), &ask);

    let inside = right.width as usize - 4;
    let market = panels::market(app, inside, 5);
    let y = boxed(buffer, right, &app.look, texts.market(), &panels::deck_left(app), &market);
    let mut below = Rect { y, height: right.bottom().saturating_sub(y), ..right };
    let own = panels::own_cards(app, inside, (below.height as usize).saturating_sub(9) / 2);
    if !own.is_empty() {
        let y = boxed(buffer, below, &app.look, texts.your_keep_cards(), "", &own);
        below = Rect { y, height: right.bottom().saturating_sub(y), ..right };
    }
    let log = reading::log(app, inside, (below.height as usize).saturating_sub(2));
    filled(buffer, below, &app.look, texts.what_happened(), &log);
}

/// Lines in a box that is as high as they need; gives the line below it.
fn boxed(
    buffer: &mut Buffer,
    area: Rect,
    look: &Look,
    left: &str,
    right: &str,
    lines: &[Line<'static>],
) -> u16 {
    let height = (lines.len() as u16 + 2).min(area.height);
    let area = Rect { height, ..area };
    let title = Line::from(Span::styled(format!(" {left} "), look.heading()));
    let mut block = Block::bordered().border_style(look.faint()).title_top(title);
    if !right.is_empty() {
        block = block.title_top(Line::from(format!(" {right} ")).right_aligned());
    }
    block.render(area, buffer);
    lay(buffer, inside(area), lines);
    area.bottom()
}

/// Lines in a box that fills the area.
fn filled(buffer: &mut Buffer, area: Rect, look: &Look, title: &str, lines: &[Line<'static>]) {
    let room = (area.height as usize).saturating_sub(2);
    let mut lines = lines.to_vec();
    lines.resize(room, Line::default());
    boxed(buffer, area, look, title, "", &lines);
}

fn inside(area: Rect) -> Rect {
    Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(2),
    }
}

/// Something to read, over the table.
fn overlay(buffer: &mut Buffer, area: Rect, app: &App, over: &Overlay) {
    let width = area.width.saturating_sub(4).min(100);
    let text_width = width as usize - 4;
    let (title, lines) = reading::overlay(app, over, text_width);
    let most = area.height.saturating_sub(2);
    let height = (lines.len() as u16).saturating_add(3).min(most);
    let area = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    Clear.render(area, buffer);
    let room = (height as usize).saturating_sub(3);
    app.scroll_most.set(lines.len().saturating_sub(room));
    let start = app.scroll.min(app.scroll_most.get());
    let mut shown: Vec<Line<'static>> = lines.iter().skip(start).take(room).cloned().collect();
    shown.resize(room, Line::default());
    shown.push(reading::overlay_keys(app, over, room < lines.len()));
    boxed(buffer, area, &app.look, &title, "", &shown);
}

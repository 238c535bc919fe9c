//! What lies on the table, as lines: title, Tokyo, monsters, market, dice.

use engine::{Face, Phase, Place, Seat, Spot};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use texts::Rich;

use crate::app::{App, Mode, key_of_die};
use crate::look::{ENERGY, HEART, Look, STAR, fit, pad, wrap};
use crate::menu::{Act, Menu};

/// A key and what it does.
pub(crate) fn keyed(look: &Look, key: &str, words: &str) -> Line<'static> {
    Line::from(vec![
        Span::styled(key.to_owned(), look.key()),
        Span::raw(" "),
        Span::raw(words.to_owned()),
    ])
}

/// Name, round, whose turn.
pub(crate) fn title(app: &App, width: usize) -> Line<'static> {
    let look = &app.look;
    let texts = look.texts;
    let view = app.session.view();
    let scene = app.session.scene();
    let turn = view.turn();
    let mut line = Line::from(Span::styled("Daikaiju", look.bold()));
    line.push_span(" · ");
    if turn.number == 0 {
        line.push_span(texts.book_short(scene.rules.house_rules().0.name()).to_owned());
    } else {
        line.extend(look.rich(&texts.round(app.session.round()), scene.names));
        line.push_span(" · ");
        let words = if app.session.only_person() == Some(turn.seat) {
            Rich::words(texts.your_turn())
        } else {
            texts.turn_of(scene.name(turn.seat))
        };
        line.extend(look.rich(&words, scene.names));
        let phase = match turn.phase {
            Phase::Setup => "",
            Phase::Start => texts.phase_start(),
            Phase::Roll => texts.phase_roll(),
            Phase::Resolve => texts.phase_resolve(),
            Phase::Tokyo => texts.phase_tokyo(),
            Phase::Buy => texts.phase_buy(),
            Phase::End => texts.phase_end(),
        };
        if !phase.is_empty() {
            line.push_span(format!(" · {phase}"));
        }
    }
    if let Some(trouble) = &app.session.trouble {
        line = Line::from(Span::styled(trouble.clone(), look.warning()));
    }
    let help = keyed(look, "?", texts.help_label());
    let room = width.saturating_sub(help.width() + 1);
    let mut line = pad(line, room);
    line.push_span(" ");
    line.extend(help);
    line
}

/// Who is in Tokyo.
pub(crate) fn tokyo(app: &App, width: usize) -> Line<'static> {
    let texts = app.look.texts;
    let scene = app.session.scene();
    let view = app.session.view();
    let tokyo = view.tokyo();
    let name = |seat: Option<Seat>| seat.map_or(texts.nobody(), |seat| scene.name(seat)).to_owned();
    let words = match (tokyo.bay_open, tokyo.city) {
        (true, _) => texts.scene_city_bay(&name(tokyo.city), &name(tokyo.bay)),
        (false, Some(seat)) => texts.scene_city(scene.name(seat)),
        (false, None) => {
            Rich::words(format!("{}. {}.", texts.tokyo_is_empty(), texts.first_claw_enters()))
        }
    };
    fit(app.look.rich(&words, scene.names), width)
}

/// One line for each monster; its cards stand in the same line, or below it if there is room.
pub(crate) fn monsters(app: &App, width: usize, roomy: bool) -> Vec<Line<'static>> {
    let names = app.session.scene().names;
    let name_width = names.iter().map(|name| Span::raw(name).width()).max().unwrap_or(0).min(20);
    let mut lines = Vec::new();
    for seat in app.session.view().seats().iter() {
        let mut line = monster(app, seat, name_width);
        let cards = cards_of(app, seat);
        if roomy && width < line.width() + cards.chars().count() + 2 {
            lines.push(fit(line, width));
            let below = format!("    {cards}");
            lines.extend(wrap(&Line::from(Span::styled(below, app.look.faint())), width, 4));
        } else {
            if !cards.is_empty() {
                line.push_span(Span::styled(format!("  {cards}"), app.look.faint()));
            }
            lines.push(fit(line, width));
        }
    }
    lines
}

/// The names of a monster's cards, with what lies on them.
fn cards_of(app: &App, seat: Seat) -> String {
    let view = app.session.view();
    let texts = app.look.texts;
    let names: Vec<String> = view
        .monster(seat)
        .cards
        .iter()
        .map(|card| {
            let name = texts.card_in_play(card, &view);
            match view.counter(card) {
                0 => name,
                n => format!("{name} ({n})"),
            }
        })
        .collect();
    names.join(", ")
}

fn monster(app: &App, seat: Seat, name_width: usize) -> Line<'static> {
    let look = &app.look;
    let texts = look.texts;
    let view = app.session.view();
    let monster = view.monster(seat);
    let alive = view.living().has(seat);
    let active = view.turn().seat == seat && 0 < view.turn().number;
    let mut line = Line::from(Span::styled(if active { "▶ " } else { "  " }, look.bold()));
    let name = Span::styled(
        app.session.scene().name(seat).to_owned(),
        look.seat(seat).patch(if active { look.bold() } else { Style::new() }),
    );
    line.extend(pad(Line::from(name), name_width));
    // Around one keyboard nobody has a role, and the column is left out.
    if app.session.view().seats().iter().any(|seat| !app.session.is_person(seat)) {
        let widest = view.seats().iter().map(|seat| Span::raw(role(app, seat)).width()).max();
        line.push_span(" ");
        let role = Line::from(Span::styled(role(app, seat), look.faint()));
        line.extend(pad(role, widest.unwrap_or(0)));
    }
    line.push_span(" ");
    if !alive {
        line.push_span(Span::styled(texts.out().to_owned(), look.faint()));
        return line.style(look.faint());
    }
    let place = match view.spot(seat) {
        Some(Spot::City) => texts.city(),
        Some(Spot::Bay) => texts.bay(),
        None => "",
    };
    let places = [texts.city(), texts.bay()].map(|place| Span::raw(place).width());
    let widest = places[0].max(if view.rules().use_bay { places[1] } else { 0 });
    line.extend(pad(Line::from(Span::styled(place.to_owned(), look.bold())), widest + 1));
    line.push_span(Span::styled(HEART, look.hearts()));
    line.push_span(format!("{:>2}/{:<2} ", monster.hearts, view.hearts_max(seat)));
    line.push_span(Span::styled(STAR, look.stars()));
    line.push_span(format!("{:>2}  ", monster.stars));
    line.push_span(Span::styled(ENERGY, look.energy()));
    line.push_span(format!("{:>2}", monster.energy));
    for (count, words) in [
        (monster.poison, texts.poison_count(monster.poison)),
        (monster.shrink, texts.shrink_count(monster.shrink)),
    ] {
        if 0 < count {
            line.push_span("  ");
            line.push_span(Span::styled(words.plain(), look.warning()));
        }
    }
    line
}

/// What is said about a player: the level of a bot, or who sits at the keyboard.
fn role(app: &App, seat: Seat) -> String {
    match app.session.level(seat) {
        Some(level) => app.look.texts.opponent(level).to_lowercase(),
        None if app.session.only_person() == Some(seat) => app.look.texts.you().to_owned(),
        None => String::new(),
    }
}

/// `47 left`.
pub(crate) fn deck_left(app: &App) -> String {
    app.look.texts.deck_left(app.session.view().deck().len()).plain()
}

/// The three cards for sale, each in at most this many lines.
pub(crate) fn market(app: &App, width: usize, lines_each: usize) -> Vec<Line<'static>> {
    let look = &app.look;
    let texts = look.texts;
    let view = app.session.view();
    let scene = app.session.scene();
    let buyer = app.session.viewer().unwrap_or(view.turn().seat);
    let mut lines = Vec::new();
    for place in Place::MARKET {
        let key = app.menu.as_ref().and_then(|menu| {
            let found = menu
                .choices
                .iter()
                .find(|choice| choice.act == Act::Say(engine::Answer::Buy(place)));
            found.map(|choice| choice.key.to_string())
        });
        let mut line =
            Line::from(Span::styled(format!("{} ", key.as_deref().unwrap_or(" ")), look.key()));
        let Some(card) = view.card_at(place) else {
            line.push_span(Span::styled(texts.empty_slot().to_owned(), look.faint()));
            lines.push(fit(line, width));
            continue;
        };
        let price = view.price(buyer, card);
        line.push_span(Span::styled(format!("{price}"), look.bold()));
        line.push_span(Span::styled(ENERGY, look.energy()));
        line.push_span(" ");
        line.push_span(Span::styled(texts.card_name(card, scene.rules).to_owned(), look.bold()));
        line.push_span(Span::styled(
            format!(" ({}) ", texts.card_badge(card).to_lowercase()),
            look.faint(),
        ));
        line.extend(look.rich(&texts.card_effect(card, scene.rules), &[]));
        lines.extend(shortened(&line, width, 5, lines_each));
    }
    lines
}

/// The line in at most this many lines; the last one is cut.
fn shortened(line: &Line<'static>, width: usize, indent: usize, most: usize) -> Vec<Line<'static>> {
    let mut lines = wrap(line, width, indent);
    if most < lines.len() {
        let rest = lines.split_off(most.max(1));
        if let Some(last) = lines.last_mut() {
            for more in rest {
                last.extend(more.spans.into_iter().skip(if indent == 0 { 0 } else { 1 }));
            }
            *last = fit(last.clone(), width);
        }
    }
    lines
}

/// The viewer's keep cards with their texts.
pub(crate) fn own_cards(app: &App, width: usize, most: usize) -> Vec<Line<'static>> {
    let Some(seat) = app.session.viewer() else { return Vec::new() };
    let mut lines = Vec::new();
    for card in app.session.view().monster(seat).cards.iter() {
        lines.extend(wrap(&card_line(app, card), width, 2));
    }
    if most < lines.len() {
        lines.truncate(most.saturating_sub(1));
        lines.push(keyed(&app.look, "c", app.look.words.key_cards()));
    }
    lines
}

pub(crate) fn card_line(app: &App, card: engine::Card) -> Line<'static> {
    let look = &app.look;
    let view = app.session.view();
    let rules = app.session.scene().rules;
    let mut line = Line::from(Span::styled(look.texts.card_in_play(card, &view), look.bold()));
    match view.counter(card) {
        0 => line.push_span(": "),
        n => line.push_span(format!(" ({n}): ")),
    }
    line.extend(look.rich(&look.texts.card_effect(card, rules), &[]));
    line
}

/// Whose dice they are, and how many rerolls are left.
pub(crate) fn dice_heading(app: &App) -> (String, String) {
    let texts = app.look.texts;
    let (dice, seat) = app.dice();
    let view = app.session.view();
    if dice.is_empty() {
        return (texts.phase_roll().to_owned(), String::new());
    }
    let own = app.session.only_person() == Some(seat);
    let head = if own {
        texts.your_dice().to_owned()
    } else {
        texts.dice_of(app.session.scene().name(seat)).plain()
    };
    let rolling = view.turn().phase == Phase::Roll;
    let tail = match view.turn().rerolls {
        _ if !rolling => String::new(),
        0 => texts.no_rerolls_left().to_owned(),
        n => texts.rerolls_left(n).plain(),
    };
    (head, tail)
}

/// The heading of the dice in the small window.
pub(crate) fn dice_rule(app: &App, width: usize) -> Line<'static> {
    let (head, tail) = dice_heading(app);
    app.look.rule(&head, &tail, width)
}

/// What is written below each die.
fn mark(app: &App, die: usize) -> (&'static str, bool) {
    let texts = app.look.texts;
    match (&app.mode, &app.menu) {
        (Mode::SomeDice { allowed, chosen, .. }, _) => match (allowed.has(die), chosen.has(die)) {
            (false, _) => ("", false),
            (true, true) => (texts.reroll(), false),
            (true, false) => (texts.keep(), true),
        },
        (Mode::Menu, Some(menu)) if menu.rerolls.has(die) => {
            if app.kept.has(die) {
                (texts.keep(), true)
            } else {
                (texts.reroll(), false)
            }
        }
        _ => ("", false),
    }
}

/// Whether the digits choose dice just now.
fn numbered(app: &App) -> bool {
    let by_die = |menu: &Menu| {
        menu.choices.iter().any(|choice| matches!(choice.act, Act::Say(engine::Answer::Die(_))))
    };
    match (&app.mode, &app.menu) {
        (Mode::SomeDice { .. } | Mode::OneDie { .. }, _) => true,
        (Mode::OneFace { .. }, _) | (_, None) => false,
        (Mode::Menu, Some(menu)) => !menu.rerolls.is_empty() || by_die(menu),
    }
}

fn glyph(face: Face) -> &'static str {
    match face {
        Face::One => "1",
        Face::Two => "2",
        Face::Three => "3",
        Face::Energy => ENERGY,
        Face::Claw => "///",
        Face::Heart => HEART,
    }
}

/// The dice in three lines: number and name, face, kept or not.
pub(crate) fn dice(app: &App, width: usize) -> Vec<Line<'static>> {
    let look = &app.look;
    let (dice, _) = app.dice();
    if dice.is_empty() {
        return vec![
            Line::from(Span::styled(look.words.no_dice_yet(), look.faint())),
            Line::default(),
            Line::default(),
        ];
    }
    let each = (width / dice.len()).clamp(5, 12);
    let numbered = numbered(app);
    let [mut names, mut faces, mut marks] = [Line::default(), Line::default(), Line::default()];
    for (die, face) in dice.iter().enumerate() {
        let (word, kept) = mark(app, die);
        let mut name = Line::default();
        if numbered {
            name.push_span(Span::styled(format!("{} ", key_of_die(die)), look.key()));
        }
        name.push_span(Span::styled(word_of(look, face), look.faint()));
        names.extend(pad(name, each));
        let style = if kept {
            look.face(face).patch(look.chosen())
        } else {
            look.face(face).patch(look.bold())
        };
        let text = format!("[{:^3}]", glyph(face));
        faces.extend(pad(Line::from(Span::styled(text, style)), each));
        let style = if kept { look.bold() } else { look.faint() };
        marks.extend(pad(Line::from(Span::styled(word.to_owned(), style)), each));
    }
    vec![names, faces, marks]
}

/// The name of a face where the glyph does not say it.
fn word_of(look: &Look, face: Face) -> String {
    match face {
        Face::One | Face::Two | Face::Three => String::new(),
        face => look.texts.face_name(face).to_owned(),
    }
}

/// The dice as boxes; a kept one has a double frame.
pub(crate) fn dice_large(app: &App, width: usize) -> Vec<Line<'static>> {
    let look = &app.look;
    let (dice, _) = app.dice();
    if dice.is_empty() || width / dice.len() < 8 {
        return self::dice(app, width);
    }
    let each = (width / dice.len()).min(10);
    let numbered = numbered(app);
    let mut lines = vec![Line::default(); 5];
    for (die, face) in dice.iter().enumerate() {
        let (word, kept) = mark(app, die);
        let style = look.face(face).patch(if kept { look.bold() } else { Style::new() });
        let frame = if kept {
            ["╔═════╗", "║", "║", "╚═════╝"]
        } else {
            ["┌─────┐", "│", "│", "└─────┘"]
        };
        let middle = format!("{}{:^5}{}", frame[1], glyph(face), frame[2]);
        let mut name = Line::from(" ");
        if numbered {
            name.push_span(Span::styled(format!("{} ", key_of_die(die)), look.key()));
        }
        name.push_span(Span::styled(word_of(look, face), look.faint()));
        let parts = [
            Line::from(Span::styled(frame[0], style)),
            Line::from(Span::styled(middle, style)),
            Line::from(Span::styled(frame[3], style)),
            name,
            Line::from(vec![
                Span::raw(" "),
                Span::styled(word, if kept { look.bold() } else { look.faint() }),
            ]),
        ];
        for (line, part) in lines.iter_mut().zip(parts) {
            line.extend(pad(part, each));
        }
    }
    lines
}

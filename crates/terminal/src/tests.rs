//! What the screen shows and what keys do, on a terminal of the tests' own.

use std::collections::BTreeMap;

use engine::random::Random;
use engine::record::{Player, Record};
use engine::{
    Answer, Card, Dice, DiceSet, Event, Input, Need, Place, Question, Rulebook, Rules, Seat, State,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use texts::{Lang, Texts};

use crate::app::{App, Overlay, key_of_die};
use crate::args::Speed;
use crate::look::Look;
use crate::menu::Act;
use crate::screen;
use crate::session::{Next, Session};
use crate::words::Words;

const NAMES: [&str; 6] = ["Anna", "Ben", "Cleo", "Dana", "Emil", "Fay"];

fn people(rules: Rules, count: usize) -> Record {
    let players =
        NAMES[..count].iter().map(|name| Player { name: (*name).into(), monster: None, bot: None });
    Record::new(rules, players.collect(), None)
}

fn look(lang: Lang) -> Look {
    Look { texts: Texts::of(lang), words: Words(lang), colour: true, ascii: false }
}

/// The game as the record has it, with somebody asked.
fn app_at(record: Record, seed: u64) -> App {
    let mut session = Session::new(record, Some(seed), None).unwrap();
    session.order = true;
    let mut app = App::new(session, look(Lang::En), Speed::Instant);
    while app.advance().is_some() {}
    app
}

fn screen_of(app: &App, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, app)).unwrap();
    terminal
}

fn text_of(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let rows = buffer.area.rows().map(|row| {
        let text: String = row.columns().map(|cell| buffer[(cell.x, cell.y)].symbol()).collect();
        text.trim_end().to_owned() + "\n"
    });
    rows.collect()
}

fn press(app: &mut App, code: KeyCode) {
    app.press(KeyEvent::new(code, KeyModifiers::NONE));
}

fn type_keys(app: &mut App, keys: &str) {
    for key in keys.chars() {
        press(app, KeyCode::Char(key));
    }
}

/// Compares with the file of that name; `UPDATE_SCREENS=1` writes it anew.
fn is_as_pictured(name: &str, text: &str) {
    let path = format!("{}/tests/screens/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let picture = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, picture, "the screen differs from {path}; UPDATE_SCREENS=1 accepts it");
}

/// A game of three in its second round, with the dice and cards that we want: Anna holds Tokyo, Cleo a card.
fn middle_of_a_game() -> App {
    let mut rolls =
        ["CC1233", "333EEC", "EEEEH1", "1C2CEH"].map(|dice| Dice::parse(dice).unwrap()).into_iter();
    let mut cards =
        [Card::SmokeCloud, Card::Metamorph, Card::EvacuationOrders, Card::Mimic].into_iter();
    let mut record = people(Rulebook::Dutch.rules(), 3);
    record.first = Some(Seat::A);
    let mut state = record.start().unwrap();
    while 0 < rolls.len() || !asks(&state, Question::Roll) {
        let buy = Answer::Buy(Place::First);
        let input = match state.need() {
            Need::Reveal(_) => Input::Revealed(cards.next().unwrap()),
            Need::Roll { .. } => Input::Rolled(rolls.next().unwrap()),
            _ if state.answers().contains(buy) => Input::Answer(buy),
            _ => Input::Answer(Answer::Pass),
        };
        state.play(input, None).unwrap();
        record.inputs.push(input);
    }
    app_at(record, 7)
}

fn asks(state: &State, question: Question) -> bool {
    matches!(state.need(), Need::Answer(ask) if ask.question == question)
}

#[test]
fn a_small_window_shows_the_whole_table() {
    is_as_pictured("80x24", &text_of(&screen_of(&middle_of_a_game(), 80, 24)));
}

#[test]
fn a_large_window_uses_its_room() {
    is_as_pictured("120x40", &text_of(&screen_of(&middle_of_a_game(), 120, 40)));
}

#[test]
fn without_colour_the_screen_says_the_same() {
    let mut app = middle_of_a_game();
    type_keys(&mut app, "1");
    let coloured = screen_of(&app, 80, 24);
    app.look.colour = false;
    let plain = screen_of(&app, 80, 24);
    assert_eq!(text_of(&coloured), text_of(&plain));
    let cells = &plain.backend().buffer().content;
    assert!(cells.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    // A kept die is told by words, not by colour.
    assert!(text_of(&plain).contains("keep"));
    is_as_pictured("no-colour", &text_of(&plain));
}

#[test]
fn an_ascii_terminal_gets_ascii_only() {
    let mut app = middle_of_a_game();
    for lang in Lang::ALL {
        app.look = Look { ascii: true, ..look(lang) };
        for (width, height) in [(80, 24), (120, 40)] {
            let ascii = text_of(&screen_of(&app, width, height));
            assert!(ascii.is_ascii(), "{ascii}");
            app.look.ascii = false;
            let unicode = text_of(&screen_of(&app, width, height));
            app.look.ascii = true;
            let marks = |text: &str| text.matches('?').count();
            assert_eq!(marks(&ascii), marks(&unicode), "every character has its like\n{ascii}");
        }
    }
}

#[test]
fn any_size_of_window_can_be_drawn() {
    let mut app = middle_of_a_game();
    for page in [None, Some(Overlay::Help), Some(Overlay::Cards), Some(Overlay::Log)] {
        app.over = page;
        for width in [1, 20, 59, 60, 79, 80, 109, 110, 200] {
            for height in [1, 5, 17, 18, 24, 31, 32, 60] {
                screen_of(&app, width, height);
            }
        }
    }
}

/// What a player types to give this answer.
fn give(app: &mut App, answer: Answer) {
    let menu = app.menu.clone().expect("somebody is asked");
    let places = |dice: DiceSet| dice.iter().map(key_of_die).collect::<String>();
    let number = menu.choices.iter().position(|choice| match (&choice.act, answer) {
        (Act::Say(said), answer) => *said == answer,
        (Act::Roll, Answer::Reroll(_)) => true,
        (Act::Free(with, _), Answer::Free { card, .. }) => *with == card,
        (Act::Set(with, _), Answer::Set { card, .. }) => *with == card,
        _ => false,
    });
    let number = number.unwrap_or_else(|| panic!("no choice says {answer:?}: {menu:?}"));
    if let Answer::Reroll(dice) = answer {
        let wrong = DiceSet::from_bits(app.to_roll(&menu).bits() ^ dice.bits());
        type_keys(app, &places(wrong));
    }
    match menu.choices[number].key {
        // More choices than letters: the arrows reach them all.
        ' ' => {
            while app.cursor != Some(number) {
                press(app, KeyCode::Down);
            }
            press(app, KeyCode::Enter);
        }
        key => press(app, KeyCode::Char(key)),
    }
    match (answer, &menu.choices[number].act) {
        (Answer::Free { dice, .. }, Act::Free(_, allowed)) if 1 < allowed.len() => {
            type_keys(app, &places(dice.not_in(*allowed)));
            press(app, KeyCode::Enter);
        }
        (Answer::Set { die, face, .. }, Act::Set(_, options)) => {
            press(app, KeyCode::Char(key_of_die(die as usize)));
            let faces: Vec<_> = options.iter().filter(|(at, _)| *at == die).collect();
            if 1 < faces.len() {
                let at = faces.iter().position(|(_, other)| *other == face).unwrap();
                press(app, KeyCode::Char(key_of_die(at)));
            }
        }
        _ => {}
    }
    assert_eq!(app.notice, None, "{answer:?} was understood");
    assert_eq!(
        app.session.record().inputs.last(),
        Some(&Input::Answer(answer)),
        "the keys said {answer:?}"
    );
}

/// Random games by all five books until every kind of question has been met several times; each is drawn in both
/// layouts, and answered with keys in every way it allows (many ways: a sample of them).
#[test]
fn every_question_is_shown_and_every_answer_has_its_keys() {
    const SAMPLES: usize = 4;
    let mut met: BTreeMap<Question, usize> = BTreeMap::new();
    let mut random = Random::new(3);
    for game in 0..200_000 {
        if Question::ALL.iter().all(|kind| met.get(kind) >= Some(&SAMPLES)) {
            return;
        }
        let rules = Rulebook::ALL[game % 5].rules();
        let mut record = people(rules, 2 + game % 5);
        let mut state = record.start().unwrap();
        while let Some(input) = random.input(&state, state.need()) {
            if let Need::Answer(ask) = state.need()
                && met.get(&ask.question) < Some(&SAMPLES)
                && 1 < state.answers().len()
            {
                *met.entry(ask.question).or_default() += 1;
                question_is_answerable(&record, &state, &mut random);
            }
            state.play(input, None).unwrap();
            record.inputs.push(input);
        }
    }
    panic!("some questions were never asked: {met:?}");
}

fn question_is_answerable(record: &Record, state: &State, random: &mut Random) {
    let Need::Answer(ask) = state.need() else { return };
    let answers = state.answers();
    let all: Vec<Answer> = if answers.len() <= 40 {
        answers.iter().collect()
    } else {
        (0..40).filter_map(|_| answers.get(random.below(answers.len()))).collect()
    };
    for (number, answer) in all.into_iter().enumerate() {
        let mut app = app_at(record.clone(), 1);
        let menu = app.menu.as_ref().expect("a person is asked");
        assert_eq!(menu.ask, ask);
        if number == 0 {
            for (width, height) in [(80, 24), (120, 40)] {
                let text = text_of(&screen_of(&app, width, height));
                let words = app
                    .look
                    .texts
                    .question(&ask, &app.session.view(), &app.session.scene())
                    .plain();
                let first: Vec<_> = words.split(' ').take(3).collect();
                assert!(text.contains(&first.join(" ")), "{words}\n{text}");
                let lines = menu.choices.iter().filter(|choice| {
                    let key = format!(" {} ", choice.key);
                    text.lines().any(|line| line.contains(&key))
                });
                assert!(lines.count() == menu.choices.len() || text.contains("… more"), "{text}");
            }
            let mut keys: Vec<char> =
                menu.choices.iter().map(|choice| choice.key).filter(|key| *key != ' ').collect();
            keys.sort_unstable();
            let count = keys.len();
            keys.dedup();
            assert_eq!(count, keys.len(), "every choice has a key of its own");
        }
        give(&mut app, answer);
    }
}

#[test]
fn a_hint_names_legal_answers_and_odds_and_enter_keeps_its_dice() {
    let mut app = middle_of_a_game();
    type_keys(&mut app, "h");
    let Some(Overlay::Hint(hint)) = &app.over else { panic!("a hint lies on the table") };
    assert!(!hint.answers.is_empty() && !hint.odds.is_empty());
    let keep = hint.keep;
    assert!(text_of(&screen_of(&app, 80, 24)).contains('%'));
    press(&mut app, KeyCode::Enter);
    assert!(app.over.is_none());
    if let Some(keep) = keep {
        assert_eq!(app.kept, keep);
    }
}

/// A hint and the review of the same question say the same numbers.
#[test]
fn a_hint_says_what_a_review_will_say() {
    let mut app = middle_of_a_game();
    type_keys(&mut app, "h");
    let Some(Overlay::Hint(hint)) = &app.over else { panic!("a hint lies on the table") };
    let record = app.session.record().clone();
    let mut reviewer = review::Reviewer::new(record, None).unwrap();
    while reviewer.step().is_some() {}
    let Need::Answer(ask) = reviewer.state().need() else { panic!("somebody is asked") };
    let best = reviewer.options()[0].chances[ask.seat.index()];
    let percent = client::review::percent(Texts::of(Lang::En), best);
    let told = hint.answers[0].plain();
    assert!(told.starts_with(&percent), "{told}: {percent} by the review");
}

/// After a game `v` lays its review on the table, and not before.
#[test]
fn v_reviews_a_game_that_is_over() {
    let mut app = middle_of_a_game();
    type_keys(&mut app, "v");
    assert!(app.over.is_none(), "it is not over");
    let mut record = people(Rulebook::Dutch.rules(), 2);
    record.players.iter_mut().for_each(|player| player.bot = Some("angry".into()));
    let mut app = app_at(record, 4);
    assert!(app.outcome.is_some(), "bots play to the end");
    type_keys(&mut app, "v");
    let Some(Overlay::Review(text)) = &app.over else { panic!("a review lies on the table") };
    let texts = Texts::of(Lang::En);
    assert!(text.contains(texts.luck_or_skill()) && text.contains(texts.account_luck()), "{text}");
    assert!(text_of(&screen_of(&app, 80, 24)).contains(texts.review()));
}

#[test]
fn keys_without_meaning_change_nothing() {
    let mut app = middle_of_a_game();
    let before = app.session.record().clone();
    type_keys(&mut app, "xzj%9");
    for code in [KeyCode::Esc, KeyCode::Left, KeyCode::F(5), KeyCode::Backspace, KeyCode::Delete] {
        press(&mut app, code);
    }
    assert_eq!(*app.session.record(), before);
    assert!(!app.left);
}

#[test]
fn q_twice_and_control_c_leave() {
    let mut app = middle_of_a_game();
    type_keys(&mut app, "q");
    assert!(!app.left && app.notice.is_some());
    type_keys(&mut app, "1q");
    assert!(!app.left, "another key in between means to stay");
    type_keys(&mut app, "q");
    assert!(app.left);
    let mut app = middle_of_a_game();
    app.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(app.left);
}

/// kept dice stay, all others are thrown.
#[test]
fn kept_dice_stay_and_the_others_are_rolled() {
    let mut app = app_at(people(Rulebook::Dutch.rules(), 2), 11);
    let before = app.dice().0;
    type_keys(&mut app, "25r");
    while app.advance().is_some() {}
    let after = app.dice().0;
    assert_eq!((before.get(1), before.get(4)), (after.get(1), after.get(4)));
    let thrown = app.session.log().rev().find_map(|event| match event {
        Event::Rolled { thrown, .. } => Some(thrown),
        _ => None,
    });
    assert_eq!(thrown, Some(DiceSet::from_bits(0b101101)));
    assert!(app.kept.has(1) && app.kept.has(4), "they are still kept for the next throw");
}

/// The log, the questions and the labels come in every language.
#[test]
fn the_screen_speaks_six_languages() {
    for lang in Lang::ALL {
        let mut app = middle_of_a_game();
        app.look = look(lang);
        let text = text_of(&screen_of(&app, 80, 24));
        assert!(text.contains(app.look.texts.market()), "{text}");
        assert!(text.contains(app.look.texts.ask_roll()), "{text}");
    }
}

#[test]
fn bots_play_a_whole_game_by_themselves() {
    for book in Rulebook::ALL {
        let mut record = people(book.rules(), 5);
        for (player, level) in
            record.players.iter_mut().zip(["random", "angry", "angry", "random", "angry"])
        {
            player.bot = Some(level.into());
        }
        let mut session = Session::new(record, Some(4), None).unwrap();
        let mut steps = 0;
        let outcome = loop {
            match session.step() {
                Next::Moved(_) => steps += 1,
                Next::Asks(ask) => panic!("nobody sits at {ask:?}"),
                Next::Over(outcome) => break outcome,
            }
            assert!(steps < 100_000, "the game ends");
        };
        let replayed = session.record().replay(|_, _, _, _| ()).unwrap();
        assert_eq!(replayed.need(), Need::Over(outcome));
        assert!(0 < session.round());
    }
}

/// A saved game may come from anywhere: what a terminal would obey is not in the names that are shown.
#[test]
fn names_of_a_saved_game_are_printable() {
    let mut record = people(Rulebook::Dutch.rules(), 2);
    record.players[1].name = "Bo\u{1b}[2J\u{202e}b".to_owned();
    let session = Session::new(record.clone(), Some(4), None).unwrap();
    assert_eq!(session.scene().names[1], "Bo[2Jb");
    record.players[1].bot = Some("nobody".to_owned());
    let wrong = Session::new(record, Some(4), None).err().unwrap();
    assert!(wrong.starts_with("Bo[2Jb: "), "{wrong}");
}

/// The seed alone decides dice and cards: a game that was saved and resumed goes on as it would have.
#[test]
fn a_resumed_game_meets_the_same_chance() {
    let play = |mut session: Session, inputs: usize| {
        while session.record().inputs.len() < inputs {
            match session.step() {
                Next::Asks(_) => {
                    let answer = session.view().answers().get(0).unwrap();
                    session.answer(answer).unwrap();
                }
                Next::Moved(_) => {}
                Next::Over(_) => break,
            }
        }
        session.record().clone()
    };
    let start = || people(Rulebook::Polish.rules(), 3);
    let whole = play(Session::new(start(), Some(99), None).unwrap(), 120);
    let half = play(Session::new(start(), Some(99), None).unwrap(), 53);
    let half = Record::from_json(&half.to_json()).unwrap();
    let resumed = play(Session::new(half, None, None).unwrap(), 120);
    assert_eq!(whole, resumed);
}

/// Space skips what bots do; it never answers, however late it comes.
#[test]
fn space_answers_nothing() {
    let mut app = middle_of_a_game();
    assert!(app.menu.is_some());
    let inputs = app.session.record().inputs.len();
    for _ in 0..3 {
        press(&mut app, KeyCode::Char(' '));
    }
    assert!(app.menu.is_some());
    assert_eq!(app.session.record().inputs.len(), inputs);
}

/// After the last throw the dice stay on the screen until the player has seen them.
#[test]
fn the_last_throw_is_seen_before_the_game_goes_on() {
    let mut app = middle_of_a_game();
    app.speed = Speed::Normal;
    for _ in 0..200 {
        if app.menu.is_some() {
            press(&mut app, KeyCode::Enter);
        } else if app.advance().is_none() && app.menu.is_none() {
            break;
        }
    }
    assert!(app.waits() && app.menu.is_none() && app.outcome.is_none(), "the dice do not rest");
    let inputs = app.session.record().inputs.len();
    assert!(text_of(&screen_of(&app, 80, 24)).contains("These are your dice"));
    press(&mut app, KeyCode::Char('x'));
    assert!(app.advance().is_none(), "any other key goes on");
    press(&mut app, KeyCode::Enter);
    app.advance();
    assert!(app.menu.is_some() || inputs < app.session.record().inputs.len(), "the game goes on");
}

#[test]
fn a_champion_is_seen_to_think_and_others_are_not() {
    for (bot, thinks) in [("champion", true), ("champion:hoarder", true), ("ruthless", false)] {
        let mut record = people(Rules::default(), 2);
        record.players[1].bot = Some(bot.to_owned());
        let mut session = Session::new(record, Some(5), None).unwrap();
        let mut found = None;
        for _ in 0..200 {
            found = session.thinker();
            if found.is_some() {
                break;
            }
            if let Next::Asks(ask) = session.step() {
                let answers = session.view().answers();
                let pass = answers.contains(Answer::Pass).then_some(Answer::Pass);
                session.answer(pass.or(answers.get(0)).unwrap()).unwrap();
                assert!(session.is_person(ask.seat));
            }
        }
        assert_eq!(found.is_some(), thinks, "{bot}");
        let Some(seat) = found else { continue };
        let mut app = App::new(session, look(Lang::En), Speed::Instant);
        app.thinks = Some(seat);
        assert!(text_of(&screen_of(&app, 100, 30)).contains("Ben is thinking"));
    }
}

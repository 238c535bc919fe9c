//! The state of the screen, and what keys do to it.

use std::cell::Cell;
use std::time::Duration;

use engine::{Answer, Card, Dice, DiceSet, Face, Need, Outcome, Question, Seat};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use texts::Rich;

use crate::args::{Speed, any_seed};
use crate::hint::{Hint, hint};
use crate::look::Look;
use crate::menu::{Act, Menu};
use crate::save;
use crate::session::{Next, Session};

/// The session on the screen and the player's half-made choice.
pub(crate) struct App {
    pub(crate) session: Session,
    pub(crate) look: Look,
    pub(crate) speed: Speed,
    /// The question to somebody at the keyboard.
    pub(crate) menu: Option<Menu>,
    /// The choice that Enter takes.
    pub(crate) cursor: Option<usize>,
    /// The dice that are kept in this turn.
    pub(crate) kept: DiceSet,
    kept_in_turn: u16,
    pub(crate) mode: Mode,
    pub(crate) over: Option<Overlay>,
    pub(crate) scroll: usize,
    /// How far the page can be scrolled; the drawing knows it.
    pub(crate) scroll_most: Cell<usize>,
    pub(crate) notice: Option<String>,
    /// The bot that is thinking just now.
    pub(crate) thinks: Option<Seat>,
    pub(crate) outcome: Option<Outcome>,
    /// The player wants to see the next question at once.
    skip: bool,
    /// The player's last throw lies there to be seen.
    rests: Option<(Dice, Seat)>,
    /// It has been seen.
    seen: bool,
    quitting: bool,
    /// The player has left.
    pub(crate) left: bool,
}

/// What the digits mean just now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mode {
    /// The menu of the question.
    Menu,
    /// Some of the dice are chosen for a card that throws them again.
    SomeDice { card: Card, allowed: DiceSet, chosen: DiceSet },
    /// One die is chosen for a card that turns it.
    OneDie { card: Card, options: Vec<(u8, Face)> },
    /// The face it will show is chosen.
    OneFace { card: Card, die: u8, faces: Vec<Face> },
}

/// What lies over the table.
pub(crate) enum Overlay {
    Help,
    Cards,
    Log,
    Hint(Hint),
    /// Where luck was, and which choices were costly.
    Review(String),
}

impl App {
    pub(crate) fn new(session: Session, look: Look, speed: Speed) -> App {
        App {
            session,
            look,
            speed,
            menu: None,
            cursor: None,
            kept: DiceSet::NONE,
            kept_in_turn: 0,
            mode: Mode::Menu,
            over: None,
            scroll: 0,
            scroll_most: Cell::new(0),
            notice: None,
            thinks: None,
            outcome: None,
            skip: false,
            rests: None,
            seen: false,
            quitting: false,
            left: false,
        }
    }

    /// Lets the game go on by one step; how long it should stay on the screen, or `None` if it waits for a key.
    pub(crate) fn advance(&mut self) -> Option<Duration> {
        if self.menu.is_some() || self.outcome.is_some() || self.rests.is_some() {
            return None;
        }
        if self.speed != Speed::Instant
            && !self.seen
            && let Some(thrown) = self.session.last_throw_of_a_person()
        {
            self.skip = false;
            self.rests = Some(thrown);
            self.notice = Some(self.look.words.see_dice().to_owned());
            return None;
        }
        self.seen = false;
        let before = self.session.log().len();
        match self.session.step() {
            Next::Moved(by) => {
                let visible = before < self.session.log().len();
                let by_bot = by.is_some_and(|seat| !self.session.is_person(seat));
                let pause = visible && by_bot && !self.skip;
                Some(if pause { self.speed.pause() } else { Duration::ZERO })
            }
            Next::Asks(_) => {
                self.skip = false;
                self.ask();
                None
            }
            Next::Over(outcome) => {
                self.skip = false;
                self.outcome = Some(outcome);
                None
            }
        }
    }

    fn ask(&mut self) {
        let turn = *self.session.view().turn();
        if self.kept_in_turn != turn.number {
            self.kept_in_turn = turn.number;
            self.kept = DiceSet::NONE;
        }
        self.mode = Mode::Menu;
        self.menu = Menu::of(&self.session, self.look.texts);
        self.place_cursor();
    }

    /// Enter rolls while a die is free, and stops when all are kept.
    fn place_cursor(&mut self) {
        let Some(menu) = &self.menu else { return };
        let all_kept = !menu.rerolls.is_empty() && self.to_roll(menu).is_empty();
        self.cursor = if all_kept { menu.at_key('s') } else { menu.usual() };
    }

    /// The dice that are rolled again as things stand.
    pub(crate) fn to_roll(&self, menu: &Menu) -> DiceSet {
        self.kept.not_in(menu.rerolls)
    }

    /// The dice on the table and whose they are.
    pub(crate) fn dice(&self) -> (Dice, Seat) {
        if let Some(thrown) = self.rests {
            return thrown;
        }
        match &self.menu {
            Some(menu) if menu.ask.question == Question::ChangeAside => (menu.dice, menu.ask.seat),
            _ => (self.session.dice(), self.session.view().turn().seat),
        }
    }

    /// The label of a choice as things stand.
    pub(crate) fn label(&self, menu: &Menu, number: usize) -> Rich {
        match &menu.choices[number].act {
            Act::Roll => self.look.texts.roll_dice(self.to_roll(menu).len()),
            _ => menu.choices[number].label.clone(),
        }
    }

    /// A key was pressed.
    pub(crate) fn press(&mut self, key: KeyEvent) {
        self.notice = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            self.left = true;
            return;
        }
        if control && key.code != KeyCode::Char('l') {
            return;
        }
        let quitting = std::mem::take(&mut self.quitting);
        if self.over.is_some() {
            return self.press_over(key.code);
        }
        let about_dice = matches!(self.mode, Mode::OneDie { .. } | Mode::SomeDice { .. });
        match key.code {
            // Here the letters may be dice.
            KeyCode::Char('a'..='g') if about_dice => self.press_table(key.code),
            KeyCode::Char('?') | KeyCode::F(1) => self.lay(Overlay::Help),
            KeyCode::Char('q') if quitting => self.left = true,
            KeyCode::Char('q') if self.outcome.is_some() => self.left = true,
            KeyCode::Char('q') => {
                self.quitting = true;
                self.notice = Some(self.look.words.quit_again().to_owned());
            }
            KeyCode::Char('c') => self.lay(Overlay::Cards),
            KeyCode::Char('l') => self.lay(Overlay::Log),
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('v') if self.outcome.is_some() => {
                let text = crate::review_game::text(&self.session, &self.look);
                self.lay(Overlay::Review(text));
            }
            KeyCode::Char('o') => self.toggle_order(),
            KeyCode::Char('+') => self.change_speed(1),
            KeyCode::Char('-') => self.change_speed(-1),
            code => self.press_table(code),
        }
    }

    fn lay(&mut self, over: Overlay) {
        // The log opens at its end, all others at their beginning.
        self.scroll = if matches!(over, Overlay::Log) { usize::MAX } else { 0 };
        self.over = Some(over);
    }

    fn press_over(&mut self, code: KeyCode) {
        self.scroll = self.scroll.min(self.scroll_most.get());
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll = self.scroll.saturating_add(1),
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(15),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll = self.scroll.saturating_add(15),
            KeyCode::Home => self.scroll = 0,
            KeyCode::End => self.scroll = usize::MAX,
            KeyCode::Enter => {
                if let Some(Overlay::Hint(Hint { keep: Some(keep), .. })) = &self.over {
                    self.kept = *keep;
                    self.place_cursor();
                }
                self.over = None;
            }
            _ => self.over = None,
        }
    }

    fn hint(&mut self) {
        let found = self.menu.is_some().then(|| hint(&self.session, &self.look)).flatten();
        match found {
            Some(hint) => self.lay(Overlay::Hint(hint)),
            None => self.notice = Some(self.look.words.nothing_to_hint().to_owned()),
        }
    }

    fn toggle_order(&mut self) {
        self.session.order = !self.session.order;
        let words = self.look.words;
        self.notice =
            Some(if self.session.order { words.order_on() } else { words.order_off() }.to_owned());
    }

    fn change_speed(&mut self, by: isize) {
        let now = Speed::ALL.iter().position(|speed| *speed == self.speed).unwrap_or(1);
        let next = now.saturating_add_signed(by).min(Speed::ALL.len() - 1);
        self.speed = Speed::ALL[next];
        let texts = self.look.texts;
        let name =
            [texts.speed_calm(), texts.speed_normal(), texts.speed_fast(), texts.speed_instant()]
                [next];
        self.notice = Some(self.look.words.speed_is(name));
    }

    fn press_table(&mut self, code: KeyCode) {
        if self.outcome.is_some() {
            if code == KeyCode::Char('n') {
                self.play_again();
            }
            return;
        }
        if self.rests.is_some() {
            if matches!(code, KeyCode::Enter | KeyCode::Char(' ')) {
                (self.rests, self.seen) = (None, true);
            } else {
                self.notice = Some(self.look.words.see_dice().to_owned());
            }
            return;
        }
        if self.menu.is_none() {
            self.skip = true;
            return;
        }
        match self.mode.clone() {
            Mode::Menu => self.press_menu(code),
            Mode::SomeDice { card, allowed, chosen } => {
                self.press_some_dice(code, card, allowed, chosen)
            }
            Mode::OneDie { card, options } => match (code, die_key(code)) {
                (KeyCode::Esc | KeyCode::Char('0'), _) => self.mode = Mode::Menu,
                (_, Some(die)) => self.choose_die(card, die, &options),
                _ => self.no_such_key(),
            },
            Mode::OneFace { card, die, faces } => match (code, die_key(code)) {
                (KeyCode::Esc | KeyCode::Char('0'), _) => self.mode = Mode::Menu,
                (_, Some(number)) if (number as usize) < faces.len() => {
                    self.say(Answer::Set { card, die, face: faces[number as usize] });
                }
                _ => self.no_such_key(),
            },
        }
    }

    fn press_menu(&mut self, code: KeyCode) {
        let Some(menu) = &self.menu else { return };
        let last = menu.choices.len().saturating_sub(1);
        let die = die_key(code).filter(|die| (*die as usize) < menu.dice.len().min(9));
        match code {
            KeyCode::Up => {
                self.cursor = Some(self.cursor.map_or(last, |at| at.checked_sub(1).unwrap_or(last)))
            }
            KeyCode::Down | KeyCode::Tab => {
                self.cursor = Some(self.cursor.map_or(0, |at| if at < last { at + 1 } else { 0 }));
            }
            // Space skips what bots do; a moment too late it must not answer.
            KeyCode::Char(' ') => {}
            KeyCode::Enter => match self.cursor {
                Some(number) => self.take(number),
                None => self.no_such_key(),
            },
            KeyCode::Char('*' | 'a') if !menu.rerolls.is_empty() && menu.at_key('a').is_none() => {
                self.kept =
                    if self.to_roll(menu).is_empty() { DiceSet::NONE } else { menu.dice.all() };
                self.place_cursor();
            }
            KeyCode::Char(_) if die.is_some_and(|die| menu.rerolls.has(die as usize)) => {
                let die = die.unwrap_or_default() as usize;
                self.kept = toggled(self.kept, die);
                self.place_cursor();
            }
            KeyCode::Char(letter) => match menu.at_key(letter.to_ascii_lowercase()) {
                Some(number) => self.take(number),
                None => self.no_such_key(),
            },
            _ => {}
        }
    }

    fn take(&mut self, number: usize) {
        let Some(menu) = &self.menu else { return };
        match menu.choices[number].act.clone() {
            Act::Say(answer) => self.say(answer),
            Act::Roll => {
                let dice = self.to_roll(menu);
                // With all dice kept there is nothing to roll: it means to stop.
                self.say(if dice.is_empty() { Answer::Pass } else { Answer::Reroll(dice) });
            }
            Act::Free(card, dice) if dice.len() == 1 => self.say(Answer::Free { card, dice }),
            Act::Free(card, allowed) => {
                self.mode = Mode::SomeDice { card, allowed, chosen: allowed }
            }
            Act::Set(card, options) => self.mode = Mode::OneDie { card, options },
        }
    }

    fn press_some_dice(&mut self, code: KeyCode, card: Card, allowed: DiceSet, chosen: DiceSet) {
        match (code, die_key(code)) {
            (KeyCode::Esc | KeyCode::Char('0'), _) => self.mode = Mode::Menu,
            (KeyCode::Char(' '), _) => {}
            (KeyCode::Enter | KeyCode::Char('r'), _) if !chosen.is_empty() => {
                self.say(Answer::Free { card, dice: chosen });
            }
            (_, Some(die)) if allowed.has(die as usize) => {
                self.mode = Mode::SomeDice { card, allowed, chosen: toggled(chosen, die as usize) };
            }
            _ => self.no_such_key(),
        }
    }

    fn choose_die(&mut self, card: Card, die: u8, options: &[(u8, Face)]) {
        let faces: Vec<Face> =
            options.iter().filter(|(at, _)| *at == die).map(|(_, face)| *face).collect();
        match faces.as_slice() {
            [] => self.no_such_key(),
            [face] => self.say(Answer::Set { card, die, face: *face }),
            _ => self.mode = Mode::OneFace { card, die, faces },
        }
    }

    fn no_such_key(&mut self) {
        self.notice = Some(self.look.words.no_such_key().to_owned());
    }

    fn say(&mut self, answer: Answer) {
        match self.session.answer(answer) {
            Ok(()) => {
                self.menu = None;
                self.mode = Mode::Menu;
                self.cursor = None;
            }
            Err(sentence) => self.notice = Some(sentence),
        }
    }

    /// The same table, with new dice.
    fn play_again(&mut self) {
        let mut record = self.session.record().clone();
        record.inputs.clear();
        record.fair = None;
        let save = self.session.saved_in().cloned();
        if let Some(path) = &save {
            save::put_aside(path);
        }
        match Session::new(record, Some(any_seed()), save) {
            Ok(mut session) => {
                session.order = self.session.order;
                *self = App::new(session, self.look, self.speed);
            }
            Err(sentence) => self.notice = Some(sentence),
        }
    }

    /// Whether the player wants to see the next question at once.
    pub(crate) fn skips(&self) -> bool {
        self.skip
    }

    /// Whether the game waits for a key.
    pub(crate) fn waits(&self) -> bool {
        self.menu.is_some() || self.outcome.is_some() || self.rests.is_some()
    }

    /// Whose answer the game waits for, bots included.
    pub(crate) fn asked(&self) -> Option<Seat> {
        match self.session.view().need() {
            Need::Answer(ask) => Some(ask.seat),
            _ => None,
        }
    }
}

fn toggled(dice: DiceSet, die: usize) -> DiceSet {
    DiceSet::from_bits(dice.bits() ^ 1 << die)
}

/// The die behind a key, from 0. Only Camouflage throws more than nine dice; letters go on where digits end.
fn die_key(code: KeyCode) -> Option<u8> {
    match code {
        KeyCode::Char(digit @ '1'..='9') => Some(digit as u8 - b'1'),
        KeyCode::Char(letter @ 'a'..='g') => Some(letter as u8 - b'a' + 9),
        _ => None,
    }
}

/// The key of a die, counted from 0.
pub(crate) fn key_of_die(die: usize) -> char {
    "123456789abcdefg".chars().nth(die).unwrap_or('?')
}

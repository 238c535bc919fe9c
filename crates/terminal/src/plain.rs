//! The game in lines: everything is printed once, choices are numbered, answers are typed.

use std::io::{self, BufRead, Write};

use engine::{Answer, DiceSet, Event, Place, Question};
use texts::{Rich, Texts};

use crate::args::Plan;
use crate::hint::hint;
use crate::look::Look;
use crate::menu::{Act, Menu};
use crate::save;
use crate::session::{Next, Session};
use crate::told;
use crate::words::Words;

/// Plays in lines until the game is over, the player leaves or the input ends.
///
/// # Errors
/// One sentence if the saved game refuses.
pub(crate) fn play(plan: Plan, input: impl BufRead, output: impl Write) -> Result<(), String> {
    let look =
        Look { texts: plan.texts, words: Words(plan.texts.lang()), colour: false, ascii: false };
    let mut lines = Lines { input, output, look };
    let played = lines.play(plan);
    match played {
        Ok(()) => Ok(()),
        // Whoever read the lines has had enough.
        Err(Stop::Output) => Ok(()),
        Err(Stop::Sentence(sentence)) => Err(sentence),
    }
}

enum Stop {
    Output,
    Sentence(String),
}

impl From<io::Error> for Stop {
    fn from(_: io::Error) -> Stop {
        Stop::Output
    }
}

impl From<String> for Stop {
    fn from(sentence: String) -> Stop {
        Stop::Sentence(sentence)
    }
}

struct Lines<I, O> {
    input: I,
    output: O,
    look: Look,
}

/// What the player wants.
enum Wish {
    Say(Answer),
    Leave,
}

impl<I: BufRead, O: Write> Lines<I, O> {
    fn play(&mut self, plan: Plan) -> Result<(), Stop> {
        let Some(mut session) = self.session(&plan)? else { return Ok(()) };
        session.order = plan.order;
        let mut told = if session.record().inputs.is_empty() { 0 } else { session.log().len() };
        if 0 < told {
            self.standing(&session)?;
        }
        loop {
            let step = session.step();
            let events: Vec<Event> = session.log().skip(told).collect();
            told += events.len();
            for event in &events {
                self.event(&session, event)?;
            }
            let own_turn = |event: &Event| matches!(event, Event::TurnStarted { seat, .. } if session.is_person(*seat));
            if events.iter().any(own_turn) {
                self.standing(&session)?;
                writeln!(self.output)?;
            }
            if let Some(trouble) = &session.trouble {
                return Err(Stop::Sentence(trouble.clone()));
            }
            match step {
                Next::Moved(_) => {}
                Next::Over(_) => {
                    self.standing(&session)?;
                    writeln!(self.output, "\n{}", crate::review_game::text(&session, &self.look))?;
                    let file = plan.save.display().to_string();
                    writeln!(self.output, "{}", self.look.words.record_in(&file))?;
                    return Ok(());
                }
                Next::Asks(_) => match self.ask(&mut session)? {
                    Wish::Say(answer) => session.answer(answer)?,
                    Wish::Leave => {
                        let file = plan.save.display().to_string();
                        writeln!(self.output, "{}", self.look.words.saved_in(&file))?;
                        return Ok(());
                    }
                },
            }
        }
    }

    /// The saved game or a new one; `None` if the input ends before that is said.
    fn session(&mut self, plan: &Plan) -> Result<Option<Session>, Stop> {
        let words = self.look.words;
        let mut resume = plan.resume;
        if let (None, Some(saved)) = (resume, &plan.saved) {
            let old = Session::new(saved.clone(), None, None)?;
            writeln!(self.output, "{}", words.unfinished_title())?;
            let names = old.scene().names.join(", ");
            writeln!(self.output, "{}", self.look.texts.round_and_who(old.round(), &names))?;
            writeln!(self.output, "1. {}\n2. {}", words.resume_it(), words.start_new())?;
            while resume.is_none() {
                let Some(line) = self.line()? else { return Ok(None) };
                match line.as_str() {
                    "1" => resume = Some(true),
                    "2" => resume = Some(false),
                    "q" | "quit" => return Ok(None),
                    "?" | "help" => {
                        writeln!(self.output, "{}", words.help_number())?;
                        writeln!(
                            self.output,
                            "1. {}\n2. {}",
                            words.resume_it(),
                            words.start_new()
                        )?;
                    }
                    other => writeln!(self.output, "{}", words.not_a_choice(other, 2))?,
                }
            }
        }
        let save = Some(plan.save.clone());
        if let (Some(true), Some(saved)) = (resume, &plan.saved) {
            return Ok(Some(Session::new(saved.clone(), None, save)?));
        }
        save::put_aside(&plan.save);
        Ok(Some(Session::new(plan.record.clone(), Some(plan.seed), save)?))
    }

    /// The next line without spaces around it; `None` at the end of the input.
    fn line(&mut self) -> Result<Option<String>, Stop> {
        write!(self.output, "{}", self.look.words.your_choice())?;
        self.output.flush()?;
        let mut line = String::new();
        // Bytes that are not text count as an empty line.
        match self.input.read_line(&mut line) {
            Ok(0) => {
                writeln!(self.output, "\n{}", self.look.words.input_ended())?;
                Ok(None)
            }
            Ok(_) => Ok(Some(line.trim().to_lowercase())),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Some(String::new())),
            Err(_) => Ok(None),
        }
    }

    fn event(&mut self, session: &Session, event: &Event) -> Result<(), Stop> {
        if texts::is_detail(event) && !matches!(event, Event::Revealed { .. }) {
            return Ok(());
        }
        if let Event::TurnStarted { .. } = event {
            writeln!(self.output)?;
        }
        writeln!(self.output, "{}", self.look.texts.event(event, &session.scene()))?;
        Ok(())
    }

    fn ask(&mut self, session: &mut Session) -> Result<Wish, Stop> {
        loop {
            let Some(menu) = Menu::of(session, self.look.texts) else { return Ok(Wish::Leave) };
            let options = options(session, &menu, self.look.texts);
            self.question(session, &menu, &options)?;
            // Until an answer is found the question stays; it is printed again only after something long.
            loop {
                let Some(line) = self.line()? else { return Ok(Wish::Leave) };
                if let Some(answer) = chosen(&line, &options) {
                    return Ok(Wish::Say(answer));
                }
                match line.as_str() {
                    "" => {}
                    "q" | "quit" => return Ok(Wish::Leave),
                    "?" | "help" => {
                        let words = self.look.words;
                        for line in [words.help_number(), words.type_dice(), words.help_words()] {
                            writeln!(self.output, "{line}")?;
                        }
                    }
                    "h" | "hint" => self.hint(session)?,
                    "t" | "table" => {
                        self.standing(session)?;
                        break;
                    }
                    "c" | "cards" => {
                        self.cards(session)?;
                        break;
                    }
                    "rules" => {
                        self.rules(session)?;
                        break;
                    }
                    "o" | "order" => {
                        session.order = !session.order;
                        let words = self.look.words;
                        let sentence =
                            if session.order { words.order_on() } else { words.order_off() };
                        writeln!(self.output, "{sentence}")?;
                    }
                    line => match self.dice(line, &menu) {
                        Ok(answer) => return Ok(Wish::Say(answer)),
                        Err(sentence) => {
                            let sentence = sentence.unwrap_or_else(|| {
                                self.look.words.not_a_choice(line, options.len())
                            });
                            writeln!(self.output, "{sentence}")?;
                        }
                    },
                }
            }
        }
    }

    /// `keep 1 4` or `roll 2 3`.
    fn dice(&self, line: &str, menu: &Menu) -> Result<Answer, Option<String>> {
        let (verb, numbers) = line.split_once(' ').unwrap_or((line, ""));
        let keeps = matches!(verb, "keep" | "k");
        if !keeps && !matches!(verb, "roll" | "r") {
            return Err(None);
        }
        if menu.rerolls.is_empty() {
            return Err(Some(self.look.words.cannot_roll().to_owned()));
        }
        let mut named = DiceSet::NONE;
        for number in numbers.split([' ', ',']).filter(|number| !number.is_empty()) {
            let die =
                number.parse::<usize>().ok().filter(|die| (1..=menu.dice.len()).contains(die));
            let die = die.ok_or_else(|| Some(self.look.words.not_dice(line, menu.dice.len())))?;
            named = DiceSet::from_bits(named.bits() | 1 << (die - 1));
        }
        let all = !keeps && named.is_empty();
        let dice = if keeps {
            named.not_in(menu.rerolls)
        } else if all {
            menu.rerolls
        } else {
            named
        };
        if dice.is_empty() {
            return Ok(Answer::Pass);
        }
        if !dice.within(menu.rerolls) {
            return Err(Some(self.look.words.cannot_roll().to_owned()));
        }
        Ok(Answer::Reroll(dice))
    }

    fn question(
        &mut self,
        session: &Session,
        menu: &Menu,
        options: &[(Rich, Answer)],
    ) -> Result<(), Stop> {
        let texts = self.look.texts;
        let scene = session.scene();
        writeln!(self.output)?;
        if session.only_person().is_none() {
            write!(self.output, "{}: ", scene.name(menu.ask.seat))?;
        }
        writeln!(self.output, "{}", texts.question(&menu.ask, &session.view(), &scene))?;
        if !menu.dice.is_empty() {
            write!(self.output, "{}", self.look.words.dice_now())?;
            for (die, face) in menu.dice.iter().enumerate() {
                let comma = if die == 0 { "" } else { "," };
                write!(self.output, "{comma} {}: {}", die + 1, texts.face_name(face))?;
            }
            writeln!(self.output, ".")?;
        }
        for fact in told::facts(session, &self.look, &menu.ask) {
            // Read aloud, a comma is better than a dot in the middle.
            writeln!(self.output, "{}", fact.plain().replace(" · ", ", "))?;
        }
        for (number, (label, answer)) in options.iter().enumerate() {
            write!(self.output, "{}. {label}", number + 1)?;
            let card = match answer {
                Answer::Buy(place) => session.view().card_at(*place),
                Answer::Pick(card) | Answer::Take(card) => Some(*card),
                _ => None,
            };
            if let Some(card) = card {
                write!(self.output, ": {}", texts.card_effect(card, scene.rules))?;
            }
            writeln!(self.output)?;
        }
        if !menu.rerolls.is_empty() {
            writeln!(self.output, "{}", self.look.words.type_dice())?;
        }
        Ok(())
    }

    fn hint(&mut self, session: &Session) -> Result<(), Stop> {
        let Some(hint) = hint(session, &self.look) else { return Ok(()) };
        writeln!(
            self.output,
            "{} ({}):",
            self.look.words.hint_title(),
            self.look.texts.chance_to_win()
        )?;
        for line in &hint.answers {
            writeln!(self.output, "{line}")?;
        }
        if !hint.odds.is_empty() {
            writeln!(self.output, "{}:", self.look.words.odds_title())?;
            for line in &hint.odds {
                writeln!(self.output, "{line}")?;
            }
        }
        Ok(())
    }

    /// Who has what.
    fn standing(&mut self, session: &Session) -> Result<(), Stop> {
        let texts = self.look.texts;
        let view = session.view();
        let scene = session.scene();
        writeln!(self.output)?;
        for seat in view.seats().iter() {
            let monster = view.monster(seat);
            let mut parts = Vec::new();
            if !view.living().has(seat) {
                parts.push(texts.out().to_owned());
            } else {
                if view.in_tokyo(seat) {
                    parts.push(texts.in_tokyo().to_owned());
                }
                parts.push(texts.hearts_of(monster.hearts, view.hearts_max(seat)).plain());
                parts.push(texts.stars_count(monster.stars).plain());
                parts.push(texts.energy_count(monster.energy).plain());
                if 0 < monster.poison {
                    parts.push(texts.poison_count(monster.poison).plain());
                }
                if 0 < monster.shrink {
                    parts.push(texts.shrink_count(monster.shrink).plain());
                }
                parts.extend(monster.cards.iter().map(|card| texts.card_in_play(card, &view)));
            }
            writeln!(self.output, "{}: {}.", scene.name(seat), parts.join(", "))?;
        }
        Ok(())
    }

    /// All cards on the table.
    fn cards(&mut self, session: &Session) -> Result<(), Stop> {
        let texts = self.look.texts;
        let view = session.view();
        let rules = session.scene().rules;
        let buyer = session.viewer().unwrap_or(view.turn().seat);
        writeln!(self.output, "\n{}:", texts.market())?;
        for card in Place::MARKET.into_iter().filter_map(|place| view.card_at(place)) {
            let name = texts.card_name(card, rules);
            let head = texts.card_spoken(name, texts.card_badge(card), view.price(buyer, card));
            writeln!(self.output, "{head} {}", texts.card_effect(card, rules))?;
        }
        for seat in view.seats().iter() {
            for card in view.monster(seat).cards.iter() {
                let name = texts.card_in_play(card, &view);
                let who = session.scene().name(seat);
                writeln!(self.output, "{who}, {name}: {}", texts.card_effect(card, rules))?;
            }
        }
        Ok(())
    }

    fn rules(&mut self, session: &Session) -> Result<(), Stop> {
        for chapter in self.look.texts.chapters(session.scene().rules) {
            writeln!(self.output, "\n{}", chapter.title)?;
            for paragraph in &chapter.paragraphs {
                writeln!(self.output, "{paragraph}")?;
            }
        }
        Ok(())
    }
}

/// Every choice as one answer; dice that a card may throw or turn are listed one by one.
fn options(session: &Session, menu: &Menu, texts: &Texts) -> Vec<(Rich, Answer)> {
    let view = session.view();
    let scene = session.scene();
    let name = |answer: &Answer| texts.answer(&menu.ask, answer, &view, &scene);
    let mut options = Vec::new();
    for choice in &menu.choices {
        match &choice.act {
            Act::Say(answer) => options.push((choice.label.clone(), *answer)),
            Act::Roll => {
                let answer = Answer::Reroll(menu.rerolls);
                options.push((name(&answer), answer));
            }
            Act::Free(card, dice) => {
                // All of them, and each alone: any other choice can be made one after the other.
                let mut sets = vec![*dice];
                if 1 < dice.len() {
                    sets.extend(dice.iter().map(DiceSet::one));
                }
                for dice in sets {
                    let answer = Answer::Free { card: *card, dice };
                    let mut label = name(&answer);
                    if dice.len() == 1
                        && let Some(die) = dice.iter().next()
                    {
                        let face = texts.face_name(menu.dice.get(die));
                        label = label.then(Rich::words("-")).then(texts.choose_die(die + 1, face));
                    }
                    options.push((label, answer));
                }
            }
            Act::Set(card, faces) => {
                for (die, face) in faces {
                    let answer = Answer::Set { card: *card, die: *die, face: *face };
                    options.push((name(&answer), answer));
                }
            }
        }
    }
    // Stopping is the first choice where dice can be rolled, so that it has the same number in every turn.
    if menu.ask.question == Question::Roll
        && let Some(pass) = options.iter().position(|(_, answer)| *answer == Answer::Pass)
    {
        options[..=pass].rotate_right(1);
    }
    options
}

fn chosen(line: &str, options: &[(Rich, Answer)]) -> Option<Answer> {
    let number: usize = line.parse().ok()?;
    options.get(number.checked_sub(1)?).map(|(_, answer)| *answer)
}

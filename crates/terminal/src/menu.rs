//! A question as a list of choices, each with a key of its own.

use engine::{Answer, Ask, Card, Dice, DiceSet, Face, Need, Place, Question, View};
use texts::{Rich, Texts};

use crate::session::Session;

/// What a choice does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Act {
    /// Says this.
    Say(Answer),
    /// Throws the dice that are not kept.
    Roll,
    /// Throws some of these dice with a card.
    Free(Card, DiceSet),
    /// Turns one of these dice with a card.
    Set(Card, Vec<(u8, Face)>),
}

/// One line of the menu.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) key: char,
    pub(crate) label: Rich,
    pub(crate) act: Act,
}

impl Choice {
    /// The card in somebody's hands or on the deck that this choice is about.
    pub(crate) fn card(&self, view: &View) -> Option<Card> {
        match self.act {
            Act::Say(Answer::Use(card) | Answer::Take(card) | Answer::Pick(card)) => Some(card),
            Act::Say(Answer::Buy(Place::Top)) => view.card_at(Place::Top),
            Act::Free(card, _) | Act::Set(card, _) => Some(card),
            _ => None,
        }
    }
}

/// A question and what may be said to it.
#[derive(Clone, Debug)]
pub(crate) struct Menu {
    pub(crate) ask: Ask,
    /// The dice that the question is about; none if it is about something else.
    pub(crate) dice: Dice,
    /// Which dice may be thrown again.
    pub(crate) rerolls: DiceSet,
    pub(crate) choices: Vec<Choice>,
}

/// Letters for choices: those with a meaning of their own are missing.
const LETTERS: &str = "abdefgijkmptuvwxz";

impl Menu {
    /// The present question, if somebody at the keyboard is asked.
    pub(crate) fn of(session: &Session, texts: &Texts) -> Option<Menu> {
        let view = session.view();
        let Need::Answer(ask) = view.need() else { return None };
        if !session.is_person(ask.seat) {
            return None;
        }
        let dice = match ask.question {
            Question::Roll | Question::Change | Question::Probe => view.turn().dice,
            Question::ChangeAside => session.aside(),
            _ => Dice::NONE,
        };
        let mut menu = Menu { ask, dice, rerolls: DiceSet::NONE, choices: Vec::new() };
        let answers = view.answers();
        let mut pass = None;
        for answer in answers.iter() {
            match answer {
                Answer::Pass => pass = Some(answer),
                Answer::Reroll(dice) => {
                    if menu.rerolls.is_empty() {
                        menu.push(Act::Roll, Rich::default());
                    }
                    menu.rerolls = DiceSet::from_bits(menu.rerolls.bits() | dice.bits());
                }
                Answer::Free { card, dice } => menu.free(card, dice),
                Answer::Set { card, die, face } => menu.set(card, die, face),
                answer => {
                    let label = texts.answer(&ask, &answer, &view, &session.scene());
                    menu.push(Act::Say(answer), label);
                }
            }
        }
        for choice in &mut menu.choices {
            // What to do with the dice is asked next, so the label only says which card is used.
            let card = match &choice.act {
                Act::Free(card, _) | Act::Set(card, _) => *card,
                _ => continue,
            };
            let used = Ask { question: Question::Roll, ..ask };
            choice.label = match &choice.act {
                Act::Free(card, dice) => {
                    texts.reroll_with(&texts.card_in_play(*card, &view), dice.len())
                }
                _ => texts.answer(&used, &Answer::Use(card), &view, &session.scene()),
            };
        }
        if let Some(pass) = pass {
            menu.push(Act::Say(pass), texts.answer(&ask, &pass, &view, &session.scene()));
        }
        menu.hand_out_keys();
        Some(menu)
    }

    fn push(&mut self, act: Act, label: Rich) {
        self.choices.push(Choice { key: ' ', label, act });
    }

    fn free(&mut self, card: Card, dice: DiceSet) {
        for choice in &mut self.choices {
            if let Act::Free(other, all) = &mut choice.act
                && *other == card
            {
                *all = DiceSet::from_bits(all.bits() | dice.bits());
                return;
            }
        }
        self.push(Act::Free(card, dice), Rich::default());
    }

    fn set(&mut self, card: Card, die: u8, face: Face) {
        for choice in &mut self.choices {
            if let Act::Set(other, options) = &mut choice.act
                && *other == card
            {
                options.push((die, face));
                return;
            }
        }
        self.push(Act::Set(card, vec![(die, face)]), Rich::default());
    }

    fn hand_out_keys(&mut self) {
        let about_dice = !self.dice.is_empty();
        let yes_or_no = self.choices.iter().any(|choice| choice.act == Act::Say(Answer::Yes));
        let digits = if about_dice { "" } else { "123456789" };
        let mut keys = digits.chars().chain(LETTERS.chars());
        for choice in &mut self.choices {
            choice.key = match choice.act {
                Act::Roll => 'r',
                Act::Say(Answer::Pass) if self.ask.question == Question::Roll => 's',
                Act::Say(Answer::Pass) if yes_or_no => 'n',
                Act::Say(Answer::Pass) => '0',
                Act::Say(Answer::Yes) => 'y',
                Act::Say(Answer::Die(die)) => char::from(b'1' + die),
                Act::Say(Answer::Deposit(0)) => '0',
                // Beyond the last letter the arrows still reach every choice.
                _ => keys.next().unwrap_or(' '),
            };
        }
    }

    /// The choice behind a key.
    pub(crate) fn at_key(&self, key: char) -> Option<usize> {
        if key == ' ' {
            return None;
        }
        let exact = self.choices.iter().position(|choice| choice.key == key);
        exact.or_else(|| {
            let pass = self.choices.iter().position(|choice| choice.act == Act::Say(Answer::Pass));
            pass.filter(|_| key == '0' || key == 'n')
        })
    }

    /// What Enter does before the player has moved the mark: nothing where a slip would hurt.
    pub(crate) fn usual(&self) -> Option<usize> {
        let wanted = match self.ask.question {
            Question::Yield | Question::Flee | Question::Defend => return None,
            Question::Hearts | Question::Deposit | Question::Copy | Question::Sell => return None,
            Question::ExtraTurn => Act::Say(Answer::Yes),
            Question::Roll if !self.rerolls.is_empty() => Act::Roll,
            _ => Act::Say(Answer::Pass),
        };
        self.choices.iter().position(|choice| choice.act == wanted)
    }
}

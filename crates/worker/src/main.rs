//! The bots in a Web Worker: the page tells it every input of a game, and asks when a bot has to answer.
//!
//! The worker plays the same game from the same inputs, so nothing but inputs and answers travels.

mod reviewing;

use bots::{Bot, Level, Opponent};
use engine::{Answer, Input, Need, Played, Record, Seat, State};
use review::{Account, Advisor, Chances, Outlook, Reason, Review, Valued};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// The longest that a bot thinks about one answer, in milliseconds: less than the second a player waits gladly.
const LONGEST_MS: f64 = 900.0;

/// Games for each answer, to say what it leads to.
const LOOK_GAMES: usize = 150;

/// What the page says.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum FromPage {
    /// This is the game, and these inputs were played, from the start of a game or from this table on.
    Game { record: Box<Record>, from: Option<Box<State>>, seed: u64 },
    /// One more input was played.
    Play { input: Input },
    /// What does the bot answer?
    Ask { id: u32 },
    /// Follow this game, then play out what was costly, this seat's choices first.
    Review { record: Box<Record>, seat: Seat },
    /// What does the account of this seat say of this game? `helped` are the choices after a hint or a warning, by what had
    /// happened before them.
    Account { id: u32, record: Box<Record>, seat: Seat, helped: Vec<usize> },
    /// What are the answers in this position worth?
    Values { id: u32, position: Box<State> },
    /// Who will win?
    Chances { id: u32, position: Box<State> },
    /// What does each of these answers lead to by the next turn of whoever is asked?
    Outlook { id: u32, position: Box<State>, answers: Vec<Answer> },
    /// Why is the first of these answers better than the second?
    Why { id: u32, position: Box<State>, better: Answer, other: Answer },
    /// How fast is the engine here? Make at least this many decisions in random games.
    Measure { decisions: u64 },
}

/// What the worker says.
#[derive(Serialize)]
#[serde(untagged)]
enum ToPage {
    /// The bot's answer to the question with this number.
    Answered { id: u32, answer: Answer },
    /// The values of the answers to the question with this number, best first.
    Valued { id: u32, options: Vec<Valued> },
    /// Everybody's chances.
    Foreseen { id: u32, chances: Chances },
    /// What answers lead to.
    Looked { id: u32, outlooks: Vec<Outlook> },
    /// Why an answer is better.
    Explained { id: u32, reasons: Vec<Reason> },
    /// An account.
    Accounted { id: u32, account: Box<Account> },
    /// This many decisions were made.
    Measured { decisions: u64 },
}

/// What the worker keeps between two messages: a game, and the bots that play in it.
#[derive(Default)]
struct Worker {
    game: Option<Played>,
    bots: Vec<Option<Box<dyn Bot + Send>>>,
}

impl Worker {
    fn hear(&mut self, message: FromPage) -> Option<ToPage> {
        match message {
            FromPage::Game { record, from, seed } => self.begin(*record, from, seed),
            FromPage::Play { input } => {
                if let Some(game) = &mut self.game {
                    // The page has played it already: it fits.
                    let _ = game.play(input);
                }
            }
            FromPage::Ask { id } => {
                return self.answer().map(|answer| ToPage::Answered { id, answer });
            }
            FromPage::Account { id, record, seat, helped } => {
                let mut review = Review::of((*record).clone(), None);
                if review.accounts.len() <= seat.index() {
                    return None;
                }
                review::mark_helped(&record, &mut review.moments, seat, &helped);
                review.add_up();
                let account = Box::new(review.accounts.swap_remove(seat.index()));
                return Some(ToPage::Accounted { id, account });
            }
            FromPage::Values { id, position } => {
                let options = Advisor::new(bots::net()).options(&position);
                return Some(ToPage::Valued { id, options });
            }
            FromPage::Chances { id, position } => {
                let chances = match position.need() {
                    Need::Over(outcome) => outcome.shares(position.seats()),
                    _ => Advisor::new(bots::net()).chances(&position),
                };
                return Some(ToPage::Foreseen { id, chances });
            }
            FromPage::Outlook { id, position, answers } => {
                let legal = position.answers();
                let look = |answer: Answer| match legal.contains(answer) {
                    true => review::outlook(bots::net(), &position, answer, LOOK_GAMES, 1),
                    false => Outlook::default(),
                };
                let outlooks = answers.into_iter().map(look).collect();
                return Some(ToPage::Looked { id, outlooks });
            }
            FromPage::Why { id, position, better, other } => {
                let legal = position.answers();
                let reasons = match legal.contains(better) && legal.contains(other) {
                    true => review::why(bots::net(), &position, better, other, LOOK_GAMES, 1),
                    false => Vec::new(),
                };
                return Some(ToPage::Explained { id, reasons });
            }
            FromPage::Review { record, seat } => reviewing::review_game(*record, seat),
            FromPage::Measure { decisions } => {
                let decisions = engine::random::games(4, 7, decisions);
                return Some(ToPage::Measured { decisions });
            }
        }
        None
    }

    fn begin(&mut self, record: Record, from: Option<Box<State>>, seed: u64) {
        self.bots = record
            .players
            .iter()
            .enumerate()
            .map(|(seat, player)| {
                let bot = Opponent::parse(player.bot.as_deref()?);
                let bot = bot.unwrap_or(Opponent::from(Level::Fierce));
                Some(bot.bot(seed.wrapping_add(seat as u64)))
            })
            .collect();
        let game = match from {
            Some(table) => Played::at(record, *table),
            None => Played::new(record),
        };
        self.game = game.ok();
    }

    fn answer(&mut self) -> Option<Answer> {
        let game = self.game.as_ref()?;
        let ask = game.ask()?;
        let bot = self.bots.get_mut(ask.seat.index())?.as_mut()?;
        let start = js_sys::Date::now();
        let mut enough = || LONGEST_MS <= js_sys::Date::now() - start;
        bots::answer_legally(&mut **bot, &game.state().view(Some(ask.seat)), &mut enough)
    }
}

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let worker = Rc::new(RefCell::new(Worker::default()));
    let page = scope.clone();
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
        let reply = message.and_then(|message| worker.borrow_mut().hear(message));
        if let Some(text) = reply.and_then(|reply| serde_json::to_string(&reply).ok()) {
            let _ = page.post_message(&JsValue::from_str(&text));
        }
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // The worker listens until the page ends it.
    hear.forget();
}

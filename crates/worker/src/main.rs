//! The bots in a Web Worker: the page tells it every input of a game, and asks when a bot has to answer.
//!
//! The worker plays the same game from the same inputs, so nothing but inputs and answers travels.

use bots::{Bot, Level, Opponent};
use engine::{Answer, Input, Played, Record};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// The longest that a bot thinks about one answer, in milliseconds: less than the second a player waits gladly.
const LONGEST_MS: f64 = 900.0;

/// What the page says.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum FromPage {
    /// This is the game, and these inputs were played.
    Game { record: Box<Record>, seed: u64 },
    /// One more input was played.
    Play { input: Input },
    /// What does the bot answer?
    Ask { id: u32 },
    /// How fast is the engine here? Make at least this many decisions in random games.
    Measure { decisions: u64 },
}

/// What the worker says.
#[derive(Serialize)]
#[serde(untagged)]
enum ToPage {
    /// The bot's answer to the question with this number.
    Answered { id: u32, answer: Answer },
    /// This many decisions were made.
    Measured { decisions: u64 },
}

/// A game and the bots that play in it.
#[derive(Default)]
struct Table {
    game: Option<Played>,
    bots: Vec<Option<Box<dyn Bot + Send>>>,
}

impl Table {
    fn hear(&mut self, message: FromPage) -> Option<ToPage> {
        match message {
            FromPage::Game { record, seed } => self.begin(*record, seed),
            FromPage::Play { input } => {
                if let Some(game) = &mut self.game {
                    // The page has played it already: it fits.
                    let _ = game.play(input);
                }
            }
            FromPage::Ask { id } => {
                return self.answer().map(|answer| ToPage::Answered { id, answer });
            }
            FromPage::Measure { decisions } => {
                let decisions = engine::play::random_games(4, 7, decisions);
                return Some(ToPage::Measured { decisions });
            }
        }
        None
    }

    fn begin(&mut self, record: Record, seed: u64) {
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
        self.game = Played::new(record).ok();
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
    let table = Rc::new(RefCell::new(Table::default()));
    let page = scope.clone();
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
        let reply = message.and_then(|message| table.borrow_mut().hear(message));
        if let Some(text) = reply.and_then(|reply| serde_json::to_string(&reply).ok()) {
            let _ = page.post_message(&JsValue::from_str(&text));
        }
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // The worker listens until the page ends it.
    hear.forget();
}

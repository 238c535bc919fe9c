//! The bots in a Web Worker: the page tells it every input of a game, and asks when a bot has to answer.
//!
//! The worker plays the same game from the same inputs, so nothing but inputs and answers travels.

use bots::{Bot, Level, Opponent};
use engine::{Answer, Input, Played, Record, Seat};
use review::{Advisor, Moment, Reason, Review, Reviewer, TURNS, Trial, Valued};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// The longest that a bot thinks about one answer, in milliseconds: less than the second a player waits gladly.
const LONGEST_MS: f64 = 900.0;

/// How many answers a hint has.
const HINTS: usize = 4;
/// What was found is sent after so many milliseconds at the latest.
const BATCH_MS: f64 = 40.0;
/// Games for each answer of a costly choice, and to say why one was better.
const TRIAL_GAMES: usize = 100;
/// Choices of the seat that looks which are played out first, from 2 points on.
const FIRST: usize = 4;
/// Other choices, from 5 points on.
const MORE: usize = 12;

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
    /// What are the answers to the open question worth?
    Hint { id: u32 },
    /// Follow this game, then play out what was costly, this seat's choices first.
    Review { record: Box<Record>, seat: Seat },
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
    Hinted { id: u32, options: Vec<Valued> },
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
            FromPage::Hint { id } => {
                let game = self.game.as_ref()?;
                let mut options = Advisor::new(bots::net()).options(game.state());
                options.truncate(HINTS);
                return Some(ToPage::Hinted { id, options });
            }
            FromPage::Review { record, seat } => review_game(*record, seat),
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

/// What a review says as it comes. The page ends the worker when nobody reads on.
#[derive(Serialize)]
#[serde(untagged)]
enum Reviewed<'a> {
    Part { start: [f64; 6], moments: &'a [Moment], done: bool },
    Settled { settled: usize, moment: &'a Moment, why: &'a [Reason] },
    Ready { ready: bool },
}

fn tell(part: &Reviewed<'_>) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    if let Ok(text) = serde_json::to_string(part) {
        let _ = scope.post_message(&JsValue::from_str(&text));
    }
}

/// Follows a game and tells what it finds, then plays out what was costly.
fn review_game(record: Record, seat: Seat) {
    let Ok(mut reviewer) = Reviewer::new(record, None) else { return };
    let (mut moments, mut sent) = (Vec::new(), 0);
    let mut clock = js_sys::Date::now();
    loop {
        let step = reviewer.step();
        let done = step.is_none();
        moments.extend(step);
        if done || BATCH_MS <= js_sys::Date::now() - clock {
            let start = reviewer.start();
            tell(&Reviewed::Part { start, moments: &moments[sent..], done });
            sent = moments.len();
            clock = js_sys::Date::now();
        }
        if done {
            break;
        }
    }
    let record = reviewer.record().clone();
    let mut review = Review::from_parts(&reviewer, moments);
    let first: Vec<usize> =
        review.costly(Some(seat), 0.02).iter().take(FIRST).map(|one| one.moment).collect();
    let more = review.costly(None, 0.05);
    let more = more.iter().map(|one| one.moment).filter(|moment| !first.contains(moment));
    let more: Vec<usize> = more.take(MORE).collect();
    for (number, at) in first.iter().chain(&more).copied().enumerate() {
        if number == first.len() {
            tell(&Reviewed::Ready { ready: true });
        }
        settle(&record, &mut review.moments[at], at);
    }
    tell(&Reviewed::Ready { ready: true });
}

fn settle(record: &Record, moment: &mut Moment, at: usize) {
    let trial = Trial::new(bots::net(), record, moment, TRIAL_GAMES, Some(TURNS), 1);
    let (Some(mut trial), Some(judged)) = (trial, moment.choice()) else { return };
    while trial.step() {}
    let tried = trial.tried(judged.options[judged.chosen].answer);
    moment.settle(tried);
    let Some((judged, state)) = moment.choice().zip(review::state_before(record, moment.input))
    else {
        return;
    };
    let (best, given) = (judged.best().0, judged.given().0);
    let why = match best == given {
        true => Vec::new(),
        false => review::why(bots::net(), &state, best, given, TRIAL_GAMES, 1),
    };
    tell(&Reviewed::Settled { settled: at, moment, why: &why });
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

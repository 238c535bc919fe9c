//! The bots, thinking in a Web Worker so that the page never freezes.
//!
//! The worker plays the same game from the same inputs; it is told each of them, and asked when a bot has to answer.

use engine::{Answer, Input, Record};
use review::Valued;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// What the page says to the worker.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum ToWorker<'a> {
    /// This is the game, and these inputs were played.
    Game { record: &'a Record, seed: u64 },
    /// One more input was played.
    Play { input: Input },
    /// What does the bot answer?
    Ask { id: u32 },
    /// What are the answers to the open question worth?
    Hint { id: u32 },
}

/// What the worker says.
#[derive(Deserialize)]
#[serde(untagged)]
enum FromWorker {
    /// A bot's answer.
    Answered { id: u32, answer: Answer },
    /// The values of the answers, best first.
    Hinted { id: u32, options: Vec<Valued> },
}

type Waiting = Rc<RefCell<Option<(u32, Box<dyn FnOnce(Answer)>)>>>;
type WaitingHint = Rc<RefCell<Option<(u32, Box<dyn FnOnce(Vec<Valued>)>)>>>;

/// A worker with the bots of one game.
pub(crate) struct BotWorker {
    worker: Worker,
    waiting: Waiting,
    waiting_hint: WaitingHint,
    next: Cell<u32>,
    _hear: Closure<dyn FnMut(MessageEvent)>,
    _fail: Closure<dyn FnMut(web_sys::Event)>,
}

impl BotWorker {
    /// Starts the worker; `failed` is called if it cannot run.
    pub(crate) fn start(failed: impl Fn() + 'static) -> Option<BotWorker> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker =
            Worker::new_with_options(&format!("{}/worker-boot.js", crate::assets()), &options)
                .ok()?;
        let waiting: Waiting = Rc::default();
        let waiting_hint: WaitingHint = Rc::default();
        let (heard, heard_hint) = (waiting.clone(), waiting_hint.clone());
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(message) = event
                .data()
                .as_string()
                .and_then(|text| serde_json::from_str::<FromWorker>(&text).ok())
            else {
                return;
            };
            match message {
                FromWorker::Answered { id: of, answer } => {
                    let call = heard.borrow_mut().take_if(|(id, _)| *id == of);
                    if let Some((_, call)) = call {
                        call(answer);
                    }
                }
                FromWorker::Hinted { id: of, options } => {
                    let call = heard_hint.borrow_mut().take_if(|(id, _)| *id == of);
                    if let Some((_, call)) = call {
                        call(options);
                    }
                }
            }
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        let fail = Closure::<dyn FnMut(web_sys::Event)>::new(move |_| failed());
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        Some(BotWorker {
            worker,
            waiting,
            waiting_hint,
            next: Cell::new(0),
            _hear: hear,
            _fail: fail,
        })
    }

    /// Tells the worker which game it is.
    pub(crate) fn game(&self, record: &Record, seed: u64) {
        self.send(&ToWorker::Game { record, seed });
        self.waiting.take();
    }

    /// Tells the worker what was played.
    pub(crate) fn play(&self, input: Input) {
        self.send(&ToWorker::Play { input });
    }

    /// Asks for the answer of the bot whose turn it is.
    pub(crate) fn ask(&self, then: impl FnOnce(Answer) + 'static) {
        let id = self.next.get();
        self.next.set(id.wrapping_add(1));
        *self.waiting.borrow_mut() = Some((id, Box::new(then)));
        self.send(&ToWorker::Ask { id });
    }

    /// Asks what the answers to the open question are worth.
    pub(crate) fn hint(&self, then: Box<dyn FnOnce(Vec<Valued>)>) {
        let id = self.next.get();
        self.next.set(id.wrapping_add(1));
        *self.waiting_hint.borrow_mut() = Some((id, then));
        self.send(&ToWorker::Hint { id });
    }

    fn send(&self, message: &ToWorker<'_>) {
        if let Ok(text) = serde_json::to_string(message) {
            let _ = self.worker.post_message(&JsValue::from_str(&text));
        }
    }
}

impl Drop for BotWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

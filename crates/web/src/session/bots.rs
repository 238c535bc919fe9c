//! The bots, thinking in a Web Worker so that the page never freezes.
//!
//! The worker plays the same game from the same inputs; it is told each of them, and asked when a bot has to answer.

use engine::{Answer, Input, Record, State};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// What the page says to the worker.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum ToWorker<'a> {
    /// This is the game, and these inputs were played, from the start of a game or from this table on.
    Game { record: &'a Record, from: Option<&'a State>, seed: u64 },
    /// One more input was played.
    Play { input: Input },
    /// What does the bot answer?
    Ask { id: u32 },
}

/// What the worker says.
#[derive(Deserialize)]
struct Answered {
    id: u32,
    answer: Answer,
}

type Waiting = Rc<RefCell<Option<(u32, Box<dyn FnOnce(Answer)>)>>>;

/// A worker with the bots of one game.
pub(crate) struct BotWorker {
    worker: Worker,
    waiting: Waiting,
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
        let heard = waiting.clone();
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string();
            let Some(Answered { id: of, answer }) =
                text.and_then(|text| serde_json::from_str(&text).ok())
            else {
                return;
            };
            let call = heard.borrow_mut().take_if(|(id, _)| *id == of);
            if let Some((_, call)) = call {
                call(answer);
            }
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        let fail = Closure::<dyn FnMut(web_sys::Event)>::new(move |_| failed());
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        Some(BotWorker { worker, waiting, next: Cell::new(0), _hear: hear, _fail: fail })
    }

    /// Tells the worker which game it is.
    pub(crate) fn game(&self, record: &Record, from: Option<&State>, seed: u64) {
        self.send(&ToWorker::Game { record, from, seed });
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

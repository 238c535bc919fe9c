//! The review as it comes: a worker of its own follows the game, then plays out what was costly.

use engine::{Record, Seat};
use leptos::prelude::*;
use review::{Moment, Reason};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Choices of the quiz.
const QUIZ: usize = 3;

/// What is known so far.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// Everybody's chances at the start.
    pub(super) start: RwSignal<[f64; 6]>,
    /// Every input that was looked at, in order.
    pub(super) moments: RwSignal<Vec<Moment>>,
    /// Whether the whole game was followed.
    pub(super) done: RwSignal<bool>,
    /// Whether everything of this seat was played out.
    pub(super) ready: RwSignal<bool>,
    /// Why the best answer was better, by moment.
    pub(super) why: RwSignal<Vec<(usize, Vec<Reason>)>>,
    /// The choices that are asked again, and what was answered.
    pub(super) quiz: RwSignal<Vec<Asked>>,
}

/// A choice that is asked again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Asked {
    /// Its moment.
    pub(super) moment: usize,
    /// The answer that was tried: `Some(None)` shows all without one.
    pub(super) tried: Option<Option<engine::Answer>>,
}

impl Found {
    pub(super) fn new() -> Found {
        Found {
            start: RwSignal::new([0.0; 6]),
            moments: RwSignal::new(Vec::new()),
            done: RwSignal::new(false),
            ready: RwSignal::new(false),
            why: RwSignal::new(Vec::new()),
            quiz: RwSignal::new(Vec::new()),
        }
    }

    /// The number of the open quiz about this moment, if there is one.
    pub(super) fn open_quiz(self, moment: usize) -> Option<usize> {
        let at = |quiz: &Vec<Asked>| {
            quiz.iter().position(|asked| asked.moment == moment && asked.tried.is_none())
        };
        self.quiz.with(at).map(|at| at + 1)
    }

    fn hear(self, message: FromWorker, me: Seat) {
        match message {
            FromWorker::Part { start, moments, done } => {
                self.start.set(start);
                self.moments.update(|all| all.extend(moments));
                self.done.set(done);
            }
            FromWorker::Settled { settled, moment, why } => {
                let costly =
                    moment.seat == me && moment.choice().is_some_and(|judged| 0.02 <= judged.error);
                self.moments.update(|all| {
                    if let Some(place) = all.get_mut(settled) {
                        *place = *moment;
                    }
                });
                self.why.update(|all| all.push((settled, why)));
                if costly && self.quiz.with_untracked(Vec::len) < QUIZ {
                    self.quiz.update(|quiz| quiz.push(Asked { moment: settled, tried: None }));
                }
            }
            FromWorker::Ready { ready } => self.ready.set(ready),
        }
    }
}

/// What the worker says.
#[derive(Deserialize)]
#[serde(untagged)]
enum FromWorker {
    Part { start: [f64; 6], moments: Vec<Moment>, done: bool },
    Settled { settled: usize, moment: Box<Moment>, why: Vec<Reason> },
    Ready { ready: bool },
}

/// What the page says to it.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum ToWorker<'a> {
    Review { record: &'a Record, seat: Seat },
}

/// The worker at work; it ends with its page.
pub(super) struct Reviewing {
    worker: Worker,
    _hear: Closure<dyn FnMut(MessageEvent)>,
}

impl Reviewing {
    /// Reviews a record through the eyes of this seat.
    pub(super) fn start(record: &Record, me: Seat, found: Found) -> Option<Reviewing> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let address = format!("{}/worker-boot.js", crate::assets());
        let worker = Worker::new_with_options(&address, &options).ok()?;
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string();
            if let Some(message) = text.and_then(|text| serde_json::from_str(&text).ok()) {
                found.hear(message, me);
            }
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        let text = serde_json::to_string(&ToWorker::Review { record, seat: me }).ok()?;
        worker.post_message(&JsValue::from_str(&text)).ok()?;
        Some(Reviewing { worker, _hear: hear })
    }
}

impl Drop for Reviewing {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

//! A worker that reckons for the page, so that it never freezes. It ends with whoever holds it.

use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker at work.
pub(crate) struct Helper {
    worker: Worker,
    _hear: Closure<dyn FnMut(MessageEvent)>,
}

impl Helper {
    /// Starts one; `hear` gets everything it says. Nothing if this browser has no workers.
    pub(crate) fn start(mut hear: impl FnMut(&str) + 'static) -> Option<Helper> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let address = format!("{}/worker-boot.js", crate::assets());
        let worker = Worker::new_with_options(&address, &options).ok()?;
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                hear(&text);
            }
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        Some(Helper { worker, _hear: hear })
    }

    /// Says something to it.
    pub(crate) fn say(&self, message: &impl Serialize) {
        if let Ok(text) = serde_json::to_string(message) {
            let _ = self.worker.post_message(&JsValue::from_str(&text));
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

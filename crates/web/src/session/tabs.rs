//! One game, one tab: whoever opens a game last plays it, and the tabs that had it before stand still.

use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

/// The line to the other tabs of this browser.
pub(crate) struct Tabs {
    channel: BroadcastChannel,
    _hear: Closure<dyn FnMut(MessageEvent)>,
}

impl Tabs {
    /// Says that the game is played here; `lost` is called when another tab says so. Nothing if the browser cannot.
    pub(crate) fn claim(game: &str, lost: impl Fn() + 'static) -> Option<Tabs> {
        let channel = BroadcastChannel::new("daikaiju-games").ok()?;
        let mine = game.to_owned();
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if event.data().as_string().is_some_and(|game| game == mine) {
                lost();
            }
        });
        channel.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        let _ = channel.post_message(&JsValue::from_str(game));
        Some(Tabs { channel, _hear: hear })
    }
}

impl Drop for Tabs {
    fn drop(&mut self) {
        self.channel.close();
    }
}

//! Nine short sounds, off until switched on, and three more that are some of them faster or slower. Nothing is told by sound
//! alone.

use crate::prefs::Settings;
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use wasm_bindgen::JsValue;
use web_sys::HtmlAudioElement;

thread_local! {
    static LOADED: RefCell<HashMap<String, HtmlAudioElement>> = RefCell::new(HashMap::new());
}

/// The file of a sound, and how fast it is played: slower is lower, too.
fn made_of(name: &str) -> (&str, f64) {
    match name {
        // A monster goes down: the stomp of one that comes, slow and deep.
        "out" => ("enter", 0.6),
        "leave" => ("enter", 1.5),
        "buy" => ("star", 0.75),
        name => (name, 1.0),
    }
}

/// Plays a sound by name, if the player wants to hear any.
pub(crate) fn play(name: &str) {
    let settings = Settings::get();
    let (on, game, alerts) = settings.read(|p| (p.sound, p.volume, p.alerts));
    let volume = if name == "your_turn" { alerts } else { game };
    if !on || volume == 0 {
        return;
    }
    let (file, rate) = made_of(name);
    LOADED.with_borrow_mut(|loaded| {
        let sound = match loaded.get(name) {
            Some(sound) => sound.clone(),
            None => {
                let Ok(sound) = HtmlAudioElement::new() else {
                    return;
                };
                let ending = if sound.can_play_type("audio/ogg; codecs=opus").is_empty() {
                    "m4a"
                } else {
                    "ogg"
                };
                sound.set_src(&format!("{}/sounds/{file}.{ending}", crate::assets()));
                let pitch = JsValue::from_str("preservesPitch");
                let _ = js_sys::Reflect::set(&sound, &pitch, &JsValue::FALSE);
                sound.set_playback_rate(rate);
                loaded.insert(name.to_owned(), sound.clone());
                sound
            }
        };
        sound.set_volume(f64::from(volume) / 100.0);
        sound.set_current_time(0.0);
        // A browser that has not seen a tap yet refuses: silence is fine then.
        let _ = sound.play();
    });
    if matches!(name, "roll" | "keep") {
        let _ = window().navigator().vibrate_with_duration(10);
    }
}

//! Takes a picture of every page and state, in several sizes and both themes, into `docs/screens/`.
//!
//! With arguments only those whose size and theme are named: `wide`, `desktop`, `tablet`, `phone`, `landscape`, `narrow`,
//! each alone for the night or with `-light` for the day; `moving` is a turn of a game as a picture that moves.

use daikaiju_e2e::moving::{Packer, joined};
use daikaiju_e2e::{Browser, Page, Server, Theme, Walk, positions, put};
use engine::Question;
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};

/// The sizes and their names.
const SIZES: [(&str, (u32, u32)); 6] = [
    ("wide", (1920, 1080)),
    ("desktop", (1280, 800)),
    ("tablet", (820, 1180)),
    ("phone", (390, 844)),
    ("landscape", (844, 390)),
    ("narrow", (320, 640)),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    // Whoever only wants to look at them keeps them elsewhere. The server takes what begins with DAIKAIJU for its settings.
    let folder = std::env::var_os("SCREENS_FOLDER").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screens"),
        std::path::PathBuf::from,
    );
    let browser = Browser::launch();
    if wanted.is_empty() || wanted.iter().any(|look| look == "moving") {
        moving(&browser, &folder.join("turn.webp"));
    }
    for (name, size) in SIZES {
        for theme in Theme::ALL {
            let ending = if theme == Theme::Light { "-light" } else { "" };
            let look = format!("{name}{ending}");
            if !wanted.is_empty() && !wanted.contains(&look) {
                continue;
            }
            let walk = Walk { browser: &browser, theme, language: "en", size };
            walk.all(&mut |page, state| {
                // Fonts and the drawings of the cards come after the first paint.
                page.wait("document.fonts.ready.then(() => true)");
                std::thread::sleep(Duration::from_millis(500));
                let path = folder.join(format!("{}-{look}.png", file(state)));
                page.screenshot(&path);
                println!("{}", path.display());
            });
        }
    }
}

/// The state as the name of a file.
fn file(state: &str) -> String {
    match state {
        "roll with four" => "table".to_owned(),
        "yield with five" => "yield".to_owned(),
        other => other.replace(", ", "-").replace(' ', "-"),
    }
}

/// How large the moving picture is, and that part of the window's size.
const MOVING: (u32, u32) = (640, 400);
const SMALLER: f64 = 0.5;
/// How well its pictures are packed, from 0 to 1.
const QUALITY: f64 = 0.6;
/// No two of them follow each other faster, in milliseconds.
const LEAST: u64 = 80;

/// A turn of one's own and what the rivals make of theirs, as it is seen.
fn moving(browser: &Browser, path: &Path) {
    let server = Server::start();
    let walk = Walk { browser, theme: Theme::Dark, language: "en", size: (1280, 800) };
    let page = walk.page(&server, &json!({ "speed": "normal" }));
    let game = positions::some_turns_in(4, Question::Roll, 9).expect("such a game");
    put(&page, "solo", &game);
    page.go(&format!("{}/?moving#/solo", server.url()));
    page.wait(
        "!!document.querySelector('fieldset.dice input') && !document.querySelector('.rolling')",
    );
    page.wait("document.fonts.ready.then(() => true)");
    let mut film = Film { frames: Vec::new(), last: Instant::now() };
    film.watch(&page, 800);
    for _ in 0..3 {
        if !page.has("#roll") {
            break;
        }
        page.key("1");
        film.watch(&page, 300);
        page.key("2");
        film.watch(&page, 400);
        page.key("r");
        film.watch(&page, 1500);
    }
    // Nothing is bought: it goes on with the rivals.
    film.watch(&page, 700);
    if page.has("#act.shop") {
        page.key("e");
    }
    film.watch(&page, 6000);
    let packer = Packer::new(browser.page(MOVING.0, MOVING.1), QUALITY);
    let mut frames: Vec<_> = Vec::new();
    for (picture, milliseconds) in &film.frames {
        match (packer.pack(picture, *milliseconds), frames.last_mut()) {
            (Some(frame), _) => frames.push(frame),
            // Nothing has changed: the last one stays longer.
            (None, Some(last)) => last.milliseconds += milliseconds,
            (None, None) => {}
        }
    }
    let bytes = joined(&frames, MOVING).expect("the browser makes lossy pictures");
    std::fs::write(path, bytes).expect("the picture can be kept");
    println!("{}", path.display());
}

/// Pictures as they come, in base64, each with the milliseconds until the next.
struct Film {
    frames: Vec<(String, u32)>,
    last: Instant,
}

impl Film {
    fn watch(&mut self, page: &Page, milliseconds: u64) {
        let end = Instant::now() + Duration::from_millis(milliseconds);
        while Instant::now() < end {
            let picture = page.picture(SMALLER);
            let now = Instant::now();
            if let Some((_, shown)) = self.frames.last_mut() {
                *shown = (now - self.last).as_millis().clamp(20, 500) as u32;
            }
            self.last = now;
            self.frames.push((picture, 1500));
            std::thread::sleep(
                (now + Duration::from_millis(LEAST)).saturating_duration_since(Instant::now()),
            );
        }
    }
}

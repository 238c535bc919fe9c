//! Takes a picture of every page and state, in several sizes and both themes, into `docs/screens/`.
//!
//! With arguments only those whose size and theme are named: `desktop`, `tablet`, `phone`, `landscape`, each alone for
//! the night or with `-light` for the day.

use daikaiju_e2e::{Browser, Theme, Walk};
use std::path::Path;
use std::time::Duration;

/// The sizes and their names.
const SIZES: [(&str, (u32, u32)); 4] = [
    ("desktop", (1440, 900)),
    ("tablet", (1024, 768)),
    ("phone", (390, 844)),
    ("landscape", (844, 390)),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screens");
    let browser = Browser::launch();
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

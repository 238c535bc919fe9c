//! Takes a picture of every page and state, in several sizes and both themes, into `docs/screens/`.

use e2e::{Browser, Server, Theme, positions};
use engine::Question;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screens");
    let server = Server::start();
    let browser = Browser::launch();
    let sizes = [("desktop", 1440, 900), ("phone", 390, 844)];
    for theme in Theme::ALL {
        for (size, width, height) in sizes {
            let page = browser.page(width, height);
            page.prefer(theme, "en");
            let ending = if theme == Theme::Light { "-light" } else { "" };
            let keep = |name: &str| {
                std::thread::sleep(Duration::from_millis(900));
                let path: PathBuf = folder.join(format!("{name}-{size}{ending}.png"));
                page.screenshot(&path);
                println!("{}", path.display());
            };
            page.go(&server.url());
            for (name, address) in [
                ("home", "#/"),
                ("cards", "#/cards"),
                ("rules", "#/rules"),
                ("learn", "#/learn"),
                ("settings", "#/settings"),
                ("device", "#/device"),
            ] {
                page.go(&format!("{}/{address}", server.url()));
                keep(name);
            }
            page.eval("localStorage.setItem('daikaiju.prefs', JSON.stringify({ games: 3, hints: false }))");
            let states = [
                ("table", positions::some_turns_in(4, Question::Roll, 9)),
                ("table-six", positions::some_turns_in(6, Question::Roll, 8)),
                ("yield", positions::some_turns_in(5, Question::Yield, 6)),
                ("buy", positions::some_turns_in(4, Question::Shop, 9)),
                ("defend", positions::at_question(Question::Defend)),
            ];
            for (name, game) in states {
                if let Some(game) = game {
                    open(&page, &server, "solo", &game, "#/solo");
                    keep(name);
                }
            }
            open(&page, &server, "last", &positions::finished(4), "#/review");
            keep("review");
        }
    }
}

/// Puts a game into the browser's storage and opens it.
fn open(page: &e2e::Page, server: &Server, place: &str, game: &Value, address: &str) {
    page.leave_table();
    page.eval(&format!(
        "localStorage.setItem('daikaiju.{place}', {})",
        Value::from(game.to_string())
    ));
    page.go(&format!("{}/?{}{address}", server.url(), std::process::id()));
    page.reload();
}

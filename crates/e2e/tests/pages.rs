//! Every page and state: six languages in five sizes without overflow, axe-core in both themes, no fault anywhere.

use e2e::{Browser, LANGUAGES, Page, SIZES, Server, Theme, positions};
use engine::Question;
use serde_json::Value;

const PAGES: [&str; 7] =
    ["#/", "#/cards", "#/rules", "#/learn", "#/settings", "#/device", "#/review"];

fn states() -> Vec<(&'static str, Value)> {
    [
        ("roll with four", positions::some_turns_in(4, Question::Roll, 9)),
        ("roll with six", positions::some_turns_in(6, Question::Roll, 8)),
        ("yield with five", positions::some_turns_in(5, Question::Yield, 6)),
        ("buy", positions::some_turns_in(4, Question::Shop, 9)),
        ("defend", positions::at_question(Question::Defend)),
        ("hearts", positions::at_question(Question::Hearts)),
    ]
    .into_iter()
    .filter_map(|(name, game)| Some((name, game?)))
    .collect()
}

fn prefs(page: &Page, language: &str, theme: Theme) {
    page.eval(&format!("localStorage.setItem('daikaiju.prefs', JSON.stringify({{ speed: 'instant', games: 3, hints: false, lang: '{language}', theme: '{}' }}))", theme.name()));
}

fn keep(page: &Page, place: &str, game: &Value) {
    page.leave_table();
    page.eval(&format!(
        "localStorage.setItem('daikaiju.{place}', {})",
        Value::from(game.to_string())
    ));
}

#[test]
fn nothing_overflows_in_any_language_or_size() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1440, 900);
    page.go(&server.url());
    keep(&page, "last", &positions::finished(4));
    let states = states();
    let mut faults = Vec::new();
    for language in LANGUAGES {
        prefs(&page, language, Theme::Dark);
        for (name, address, game) in addresses(&states) {
            if let Some(game) = game {
                keep(&page, "solo", game);
            }
            page.go(&format!(
                "{}/?{language}-{}{address}",
                server.url(),
                name.replace([' ', '#', '/'], "-")
            ));
            page.wait("document.fonts.ready.then(() => true)");
            for (width, height) in SIZES {
                page.resize(width, height);
                faults.extend(
                    page.overflow()
                        .into_iter()
                        .map(|fault| format!("{language} {width}x{height} {name}: {fault}")),
                );
            }
        }
    }
    assert!(faults.is_empty(), "{} overflow:\n{}", faults.len(), faults.join("\n"));
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn axe_finds_nothing_on_any_page_or_state() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1440, 900);
    page.go(&server.url());
    keep(&page, "last", &positions::finished(4));
    let states = states();
    let mut faults = Vec::new();
    for theme in Theme::ALL {
        prefs(&page, "en", theme);
        for (name, address, game) in addresses(&states) {
            if let Some(game) = game {
                keep(&page, "solo", game);
            }
            page.go(&format!(
                "{}/?axe-{}-{}{address}",
                server.url(),
                theme.name(),
                name.replace([' ', '#', '/'], "-")
            ));
            for (width, height) in [(1440, 900), (390, 844)] {
                page.resize(width, height);
                faults.extend(
                    page.accessibility()
                        .into_iter()
                        .map(|fault| format!("{} {width}x{height} {name}: {fault}", theme.name())),
                );
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn addresses<'a>(
    states: &'a [(&'static str, Value)],
) -> Vec<(&'static str, &'static str, Option<&'a Value>)> {
    let pages = PAGES.into_iter().map(|address| (address, address, None));
    pages.chain(states.iter().map(|(name, game)| (*name, "#/solo", Some(game)))).collect()
}

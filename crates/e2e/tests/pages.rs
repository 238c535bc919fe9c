//! Every page and state: six languages in all sizes without overflow, axe-core in both themes, no fault anywhere.

use daikaiju_e2e::{Browser, LANGUAGES, NARROW, Page, SIZES, Server, Theme, Walk, positions};
use engine::Question;
use serde_json::json;
use std::time::Duration;

/// A narrow phone, and a window of 1440x900 zoomed to 200 %: half as many pixels for the page.
const ZOOMED: [(u32, u32); 2] = [NARROW, (720, 450)];

const WIDE: (u32, u32) = (1440, 900);
const PHONE: (u32, u32) = (390, 844);

fn nothing(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Looks at a state in several sizes and goes back to the first.
fn in_sizes(
    page: &Page,
    sizes: &[(u32, u32)],
    mut look: impl FnMut(&Page) -> Vec<String>,
) -> Vec<String> {
    let mut faults = Vec::new();
    page.wait("document.fonts.ready.then(() => true)");
    for &(width, height) in sizes {
        page.resize(width, height);
        faults.extend(look(page).into_iter().map(|fault| format!("{width}x{height}: {fault}")));
    }
    page.resize(sizes[0].0, sizes[0].1);
    faults
}

/// Every page and state in one language and all sizes.
fn nothing_overflows(language: &str) {
    let browser = Browser::launch();
    let mut faults = Vec::new();
    let walk = Walk { browser: &browser, theme: Theme::Dark, language, size: SIZES[0] };
    let sizes = [&SIZES[..], &ZOOMED[..]].concat();
    let mut see = |page: &Page, state: &str| {
        let found = in_sizes(page, &sizes, Page::overflow);
        faults.extend(found.into_iter().map(|fault| format!("{state}, {fault}")));
    };
    let mut found = walk.pages(&mut see);
    found.extend(walk.tables(&mut see));
    found.extend(walk.sheets(&mut see));
    found.extend(walk.online(&mut see));
    faults.extend(found);
    nothing(faults);
}

/// A test for each language that the page speaks.
macro_rules! nothing_overflows {
    ($($test:ident $language:literal,)*) => {
        $(#[test]
        fn $test() {
            nothing_overflows($language);
        })*

        #[test]
        fn every_language_is_looked_at() {
            assert_eq!([$($language),*], LANGUAGES);
        }
    };
}

nothing_overflows! {
    nothing_overflows_in_english "en",
    nothing_overflows_in_icelandic "is",
    nothing_overflows_in_polish "pl",
    nothing_overflows_in_czech "cs",
    nothing_overflows_in_dutch "nl",
    nothing_overflows_in_italian "it",
}

/// Every page and state in one theme and language.
fn axe_finds_nothing(theme: Theme, language: &str, sizes: &[(u32, u32)]) {
    let browser = Browser::launch();
    let mut faults = Vec::new();
    let walk = Walk { browser: &browser, theme, language, size: sizes[0] };
    let found = walk.all(&mut |page, state| {
        let found = in_sizes(page, sizes, Page::accessibility);
        faults.extend(found.into_iter().map(|fault| format!("{state}, {fault}")));
    });
    faults.extend(found);
    nothing(faults);
}

#[test]
fn axe_finds_nothing_in_the_dark() {
    axe_finds_nothing(Theme::Dark, "en", &[WIDE, PHONE]);
}

#[test]
fn axe_finds_nothing_in_the_light() {
    axe_finds_nothing(Theme::Light, "en", &[WIDE, PHONE]);
}

#[test]
fn axe_finds_nothing_in_polish() {
    axe_finds_nothing(Theme::Light, "pl", &[PHONE]);
}

/// Whatever can be pressed or has to be read lies on top: cards do not cover numbers, the coach does not cover the tray.
#[test]
fn nothing_lies_over_the_tray_or_the_numbers_on_a_tablet() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = Walk { browser: &browser, theme: Theme::Light, language: "en", size: (820, 1180) };
    let page = walk.page(&server, &json!({ "games": 0, "hints": true, "odds": true }));
    let game = positions::late_in(4, Question::Roll, 2).expect("somebody holds two cards");
    let text = serde_json::Value::from(game.to_string());
    page.eval(&format!("localStorage.setItem('daikaiju.solo', {text})"));
    page.go(&format!("{}/?tablet#/solo", server.url()));
    page.wait("!!document.getElementById('coach-next') && document.querySelectorAll('.hand .kcard').length > 1");
    let covered = "[...document.querySelectorAll('.you .stat, .you .nick, #act .btn, #act .die, .seat .stat')].filter(e => { const r = e.getBoundingClientRect(); const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2); return r.width > 0 && !(top && (e.contains(top) || top.contains(e) || top.closest('.seat') === e.closest('.seat') && e.closest('.seat'))); }).map(e => e.className + ' ' + e.innerText).join('; ')";
    for (width, height) in [(820, 1180), (768, 1024), (1024, 768), (1180, 820), (900, 700)] {
        page.resize(width, height);
        page.wait("document.fonts.ready.then(() => true)");
        assert_eq!(page.eval(covered), "", "{width}x{height}");
        assert_eq!(page.overflow(), Vec::<String>::new(), "{width}x{height}");
    }
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// WCAG 1.4.12: more room between lines, words and letters hides nothing.
#[test]
fn wide_text_hides_nothing() {
    let browser = Browser::launch();
    let mut faults = Vec::new();
    let walk = Walk { browser: &browser, theme: Theme::Dark, language: "en", size: (390, 844) };
    let wide = "{ const style = new CSSStyleSheet(); style.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }'); document.adoptedStyleSheets = [style]; }";
    let found = walk.pages(&mut |page, state| {
        page.eval(wide);
        let found = page.overflow();
        faults.extend(found.into_iter().map(|fault| format!("{state}: {fault}")));
    });
    faults.extend(found);
    nothing(faults);
}

/// Larger words, chosen in the settings, hide nothing and push nothing off the screen; one press sets all back.
#[test]
fn text_size_is_chosen_and_set_back() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = Walk { browser: &browser, theme: Theme::Light, language: "en", size: (390, 844) };
    let page = walk.page(&server, &json!({}));
    page.go(&format!("{}/?size#/settings", server.url()));
    page.wait("!!document.querySelector('input[name=text]')");
    let size = "parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)";
    let usual = page.eval(size).as_f64().unwrap_or_default();
    page.eval("document.querySelectorAll('input[name=text]')[2].click()");
    page.wait(&format!("{size} > {}", 1.25 * usual));
    for address in ["#/settings", "#/", "#/rules", "#/learn", "#/puzzles"] {
        page.go(&format!("{}/?{}{address}", server.url(), address.len()));
        page.wait("!!document.querySelector('main')");
        // It is there before anything is drawn.
        page.wait("document.documentElement.dataset.text == '130'");
        assert_eq!(page.overflow(), Vec::<String>::new(), "{address}");
    }
    let game = positions::some_turns_in(4, Question::Roll, 9).expect("such a game");
    daikaiju_e2e::put(&page, "solo", &game);
    page.go(&format!("{}/?large#/solo", server.url()));
    page.wait("!!document.querySelector('#roll')");
    let wide = "document.documentElement.scrollWidth - innerWidth";
    assert!(page.eval(wide).as_f64().unwrap_or(1.0) <= 0.0);
    page.press("#roll");
    page.leave_table();
    page.go(&format!("{}/?back#/settings", server.url()));
    page.press("#reset-settings");
    page.wait("!document.documentElement.dataset.text");
    assert!(page.is("JSON.parse(localStorage.getItem('daikaiju.prefs')).name == 'Ada'"));
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// Whoever chooses a speed sees it at once.
#[test]
fn a_speed_is_shown_when_it_is_chosen() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = Walk { browser: &browser, theme: Theme::Light, language: "en", size: PHONE };
    let page = walk.page(&server, &json!({ "speed": "normal" }));
    page.go(&format!("{}/?speed#/settings", server.url()));
    page.wait("!!document.getElementById('speed-shown')");
    assert!(!page.has("#speed-shown .rolling"), "it moves before anything was chosen");
    let lasts =
        "getComputedStyle(document.querySelector('#speed-shown .rolling')).animationDuration";
    for (choice, seconds) in [(0, "0.72s"), (2, "0.24s"), (1, "0.48s")] {
        page.eval(&format!("document.querySelectorAll('input[name=speed]')[{choice}].click()"));
        page.wait(&format!(
            "!!document.querySelector('#speed-shown .rolling') && {lasts} == '{seconds}'"
        ));
    }
    page.eval("document.querySelectorAll('input[name=speed]')[3].click()");
    page.wait("!document.querySelector('#speed-shown .rolling')");
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// Two monsters leave no column empty, and a large screen has large words.
#[test]
fn wide_screens_use_their_room() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = Walk { browser: &browser, theme: Theme::Dark, language: "en", size: WIDE };
    let page = walk.page(&server, &json!({}));
    let game = positions::some_turns_in(2, Question::Roll, 9).expect("such a game");
    walk.open(&page, &server, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('.board .log li')");
    let at = |page: &Page, part: &str, side: &str| {
        page.eval(&format!("document.querySelector('{part}').getBoundingClientRect().{side}"))
            .as_f64()
            .unwrap_or(f64::NAN)
    };
    assert_eq!(at(&page, ".log", "left"), at(&page, ".seats", "left"));
    assert!(350.0 < at(&page, ".log", "height"), "the log does not fill the column");
    assert!(0.95 * 900.0 < at(&page, ".market", "bottom"), "the market does not fill its column");
    assert_eq!(page.overflow(), Vec::<String>::new());
    let size = "parseFloat(getComputedStyle(document.querySelector('.log .sum')).fontSize)";
    let usual = page.eval(size).as_f64().unwrap_or_default();
    for players in [2, 4, 6] {
        let game = positions::some_turns_in(players, Question::Roll, 8).expect("such a game");
        page.resize(WIDE.0, WIDE.1);
        walk.open(&page, &server, "solo", &game, "#/solo");
        page.resize(1920, 1080);
        page.wait(&format!("{size} >= {}", 1.2 * usual));
        assert_eq!(page.overflow(), Vec::<String>::new(), "{players} players");
        assert!(
            page.is("document.documentElement.scrollHeight <= innerHeight"),
            "{players} players"
        );
    }
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// The home page of a phone: on its side the words stand left of the monsters, and upright the five books are on the first
/// screen. On the table of a small phone Tokyo can be seen between its caption and its plate.
#[test]
fn small_screens_show_what_matters() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = Walk { browser: &browser, theme: Theme::Dark, language: "en", size: PHONE };
    let page = walk.page(&server, &json!({}));
    page.wait("!!document.getElementById('to-books')");
    assert!(
        page.is(
            "document.getElementById('to-books').getBoundingClientRect().bottom <= innerHeight"
        )
    );
    // The monster that was chosen is named, whichever it is.
    for n in 0..6 {
        page.eval(&format!("document.querySelectorAll('#solo .picker input')[{n}].click()"));
        page.wait(&format!("(() => {{ const names = [...document.querySelectorAll('#solo .pick .nm')].filter(e => e.getClientRects().length); return names.length == 1 && names[0] === document.querySelectorAll('#solo .pick .nm')[{n}] && 0 < names[0].innerText.length; }})()"));
        assert_eq!(page.overflow(), Vec::<String>::new());
    }
    page.resize(844, 390);
    page.wait("[...document.querySelectorAll('.hero .copy, .hero .cta .btn')].every(one => one.getBoundingClientRect().right <= 0.5 * innerWidth)");
    assert_eq!(page.overflow(), Vec::<String>::new());
    page.resize(360, 640);
    let game = positions::some_turns_in(4, Question::Roll, 9).expect("such a game");
    walk.open(&page, &server, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('.stage .plate')");
    let free = "(() => { const tall = one => document.querySelector(one)?.getBoundingClientRect().height ?? 0; return tall('.stage') - tall('.stage .say') - tall('.stage .plate'); })()";
    assert!(
        48.0 <= page.eval(free).as_f64().unwrap_or_default(),
        "Tokyo is covered: {}",
        page.eval(free)
    );
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// With forced colours the system paints everything: what is kept, chosen or focused must still be told apart.
#[test]
fn forced_colours_tell_kept_dice_apart() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = Walk { browser: &browser, theme: Theme::Dark, language: "en", size: (1440, 900) };
    let page = walk.page(&server, &json!({}));
    page.media(&[("forced-colors", "active")]);
    page.go(&format!("{}/?forced#/solo", server.url()));
    page.wait(
        "!!document.querySelector('fieldset.dice input') && !document.querySelector('.rolling')",
    );
    std::thread::sleep(Duration::from_millis(450));
    page.key("1");
    page.wait("document.getElementById('my-die-0').checked");
    let look = "(() => { const look = n => { const s = getComputedStyle(document.getElementById('my-die-' + n).parentElement); return [s.outlineStyle, s.outlineWidth].join(' '); }; return look(0) !== look(1); })()";
    assert!(page.is(look), "a kept die looks like a free one");
    assert_eq!(page.overflow(), Vec::<String>::new());
    page.key("Tab");
    assert!(
        page.is("getComputedStyle(document.activeElement).outlineStyle !== 'none' || document.activeElement.matches('input')"),
        "the focus cannot be seen"
    );
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// With reduced motion nothing moves, and nothing is lost.
#[test]
fn reduced_motion_moves_nothing() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = Walk { browser: &browser, theme: Theme::Dark, language: "en", size: (390, 844) };
    let page = walk.page(&server, &json!({ "speed": "normal", "level": "gentle", "rivals": 1 }));
    page.media(&[("prefers-reduced-motion", "reduce")]);
    page.before_everything("window.moved = new Set(); new MutationObserver(() => { for (const a of document.getAnimations()) { const t = a.effect.getComputedTiming(); const keys = a.effect.getKeyframes().flatMap(k => Object.keys(k)); if (t.duration > 150 || keys.some(k => ['transform', 'translate', 'rotate', 'scale', 'left', 'top'].includes(k)) && t.duration > 1) window.moved.add((a.animationName || a.transitionProperty) + ' ' + t.duration); } }).observe(document, { subtree: true, childList: true, attributes: true });");
    page.go(&format!("{}/?still#/solo", server.url()));
    page.wait("!!document.querySelector('.board .tray')");
    for _ in 0..60 {
        if page.has("#stop-anyway") {
            page.press("#stop-anyway");
        } else if page.has("#yield") {
            page.key("s");
        } else if page.has("#act.shop") {
            page.key("e");
        } else if page.has("#roll[aria-disabled=false]") {
            page.key("1");
            page.key("r");
        } else if page.has("#stop") {
            page.key("Enter");
        }
        std::thread::sleep(Duration::from_millis(120));
    }
    assert_eq!(page.eval("[...window.moved].join(', ')"), "", "something moved");
    assert!(page.is("document.querySelectorAll('#log-list li').length > 3"), "nothing was told");
    assert_eq!(page.faults(), Vec::<String>::new());
}

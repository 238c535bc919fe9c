//! The game against bots: by keyboard only, after a reload, without a network, and every question the engine can ask.

use daikaiju_e2e::{Browser, Page, Server, positions};
use engine::Question;
use serde_json::Value;
use std::time::{Duration, Instant};

/// Fast bots, no motion, no hints: a test wants to get on.
const PREFS: &str = "localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'instant', hints: false, odds: false, level: 'gentle', rivals: 2, throws: false }))";

fn open(server: &Server, page: &Page) {
    page.go(&server.url());
    page.eval(PREFS);
    page.reload();
}

fn clean(page: &Page) {
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// One step by keyboard alone: whatever the tray asks.
fn step_by_keyboard(page: &Page) {
    if page.has(".tray.first") {
        page.key("r");
    } else if page.has("#stop-anyway") {
        // The question about a slip is a button: Tab reaches it, Enter presses it.
        page.eval("document.getElementById('stop-anyway').focus()");
        page.key("Enter");
    } else if page.has("#yield") {
        page.key(if page.is("document.querySelector('#act').textContent.length % 2 == 0") {
            "y"
        } else {
            "s"
        });
    } else if page.has("#act.shop") {
        page.key("1");
        page.key("e");
    } else if page.has("#roll[aria-disabled=false]") && page.has("fieldset.dice") {
        page.key("1");
        page.key("r");
    } else if page.has("#stop") {
        page.key("Enter");
    } else if page.has("#act .answer") {
        page.key("1");
    }
}

#[test]
fn a_whole_solo_game_is_played_by_keyboard_only() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1440, 900);
    open(&server, &page);
    page.eval("localStorage.setItem('daikaiju.prefs', JSON.stringify({ ...JSON.parse(localStorage.getItem('daikaiju.prefs')), throws: true }))");
    page.reload();
    // Home to the first roll is one press: Tab to the button, Enter.
    page.eval("document.getElementById('play').focus()");
    page.key("Enter");
    page.wait("!!document.querySelector('.board .tray')");
    // What the player does not want to be asked is not shown for a moment either.
    page.eval("window.asked = new Set(); new MutationObserver(() => { const title = document.getElementById('prompt-title'); if (title) asked.add(title.innerText); }).observe(document.body, { subtree: true, childList: true, characterData: true })");
    let end = Instant::now() + Duration::from_secs(240);
    while !page.has("#to-review") {
        assert!(Instant::now() < end, "the game did not end; the page says:\n{}", page.text());
        step_by_keyboard(&page);
        std::thread::sleep(Duration::from_millis(60));
    }
    assert!(!page.is("window.asked.has('Which dice come first?')"), "the order was asked for");
    page.eval("document.getElementById('to-review').focus()");
    page.key("Enter");
    page.wait("!!document.querySelector('.result h1')");
    // The table of turns leads into the replay, and the dice can be checked with one press.
    page.press(".turnlink");
    page.wait(
        "document.querySelectorAll('tr.sel').length == 1 && document.activeElement.id == 'replay'",
    );
    // By the keyboard, which finds it wherever the page puts it while choices are still being played out.
    page.eval("document.getElementById('fair-check').focus()");
    page.key("Enter");
    page.wait("!!document.querySelector('.fair .pos')");
    clean(&page);
}

#[test]
fn a_reload_goes_on_where_the_game_was() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    open(&server, &page);
    let game = positions::some_turns_in(4, Question::Roll, 9).expect("such a game exists");
    page.eval(&format!("localStorage.setItem('daikaiju.solo', {})", Value::from(game.to_string())));
    page.go(&format!("{}/?1#/solo", server.url()));
    page.wait("!!document.querySelector('fieldset.dice input')");
    let dice = "[...document.querySelectorAll('.die use')].map(e => e.getAttribute('href')).join()";
    let before = page.eval(dice);
    page.reload();
    page.wait("!!document.querySelector('fieldset.dice input')");
    assert_eq!(page.eval(dice), before);
    clean(&page);
}

/// The first throw of a turn is the player's own: nothing has been thrown before they press, nothing moves when the dice lie
/// there, and one press leaves it to the page from then on.
#[test]
fn the_first_throw_is_the_players_own() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    page.go(&server.url());
    page.eval("localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'instant', hints: false, level: 'gentle', rivals: 2 }))");
    page.reload();
    page.press("#play");
    page.wait("document.querySelectorAll('.tray.first .die.empty').length == 6");
    assert!(!page.has("fieldset.dice"), "somebody has thrown already");
    assert!(page.is("[...document.querySelectorAll('[aria-live=assertive]')].some(e => e.innerText.includes('Roll the dice'))"), "nobody was told");
    assert_eq!(page.accessibility(), Vec::<String>::new());
    assert_eq!(page.overflow(), Vec::<String>::new());
    page.reload();
    page.wait("!!document.querySelector('.tray.first')");
    let places = "JSON.stringify(['#act', '#act .die', '#roll'].map(one => Math.round(document.querySelector(one).getBoundingClientRect().top)))";
    let before = page.eval(places);
    // A press that comes too soon is not heard.
    page.wait("(document.querySelector('.tray.first #roll')?.click(), !!document.querySelector('fieldset.dice input'))");
    assert_eq!(page.eval(places), before, "something moved under the finger");
    let end = Instant::now() + Duration::from_secs(120);
    while !page.has(".tray.first") {
        assert!(Instant::now() < end, "no second turn came; the page says:\n{}", page.text());
        step_by_keyboard(&page);
        std::thread::sleep(Duration::from_millis(60));
    }
    page.wait("(document.querySelector('#throw-for-me')?.click(), !!document.querySelector('fieldset.dice input'))");
    assert!(page.is("JSON.parse(localStorage.getItem('daikaiju.prefs')).throws === false"));
    clean(&page);
}

/// Whoever is out may watch on, and begins anew with one press: at the table or from home.
#[test]
fn whoever_is_out_begins_anew_at_once() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    open(&server, &page);
    page.eval("localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'calm', hints: false, level: 'gentle', rivals: 2 }))");
    let game = positions::out_of_the_game().expect("somebody goes out");
    let put = format!("localStorage.setItem('daikaiju.solo', {})", Value::from(game.to_string()));
    page.eval(&put);
    page.go(&format!("{}/?out#/solo", server.url()));
    page.press("#new-game");
    page.wait("!!document.querySelector('.you:not(.out)')");
    page.leave_table();
    page.eval(&put);
    page.go(&format!("{}/?home", server.url()));
    page.press("#play");
    page.wait("!!document.querySelector('.you:not(.out)')");
    clean(&page);
}

#[test]
fn after_the_first_visit_the_game_opens_without_a_network() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1024, 768);
    open(&server, &page);
    page.wait(
        "navigator.serviceWorker.ready.then(() => caches.keys()).then(keys => keys.length > 0)",
    );
    page.wait("caches.keys().then(keys => caches.open(keys[0])).then(c => c.keys()).then(k => k.length > 15)");
    page.reload();
    page.offline(true);
    page.expect_fault("ERR_INTERNET_DISCONNECTED");
    page.reload();
    page.press("#play");
    page.wait("!!document.querySelector('.board .tray')");
    page.wait("!!document.querySelector('fieldset.dice input') || !!document.querySelector('.tray.watch')");
    clean(&page);
}

#[test]
fn a_planned_card_is_offered_first_and_every_thing_has_a_tip() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1440, 900);
    open(&server, &page);
    page.eval("localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'instant', hints: false, odds: false, skip_buying: false, throws: false }))");
    let game = positions::some_turns_in(4, Question::Roll, 9).expect("such a game exists");
    page.eval(&format!("localStorage.setItem('daikaiju.solo', {})", Value::from(game.to_string())));
    page.go(&format!("{}/?2#/solo", server.url()));
    page.wait("!!document.querySelector('fieldset.dice input')");
    // A tip by the pointer, by the keyboard, and gone again.
    let place = page.eval("(() => { const r = document.querySelector('.phases li').getBoundingClientRect(); return { x: r.x + 12, y: r.y + 12 }; })()");
    page.call(
        "Input.dispatchMouseEvent",
        serde_json::json!({ "type": "mouseMoved", "x": place["x"], "y": place["y"] }),
    );
    page.wait("!!document.getElementById('tip')");
    // A tip lies over whatever it explains, and belongs to no part of the page.
    let mut faults = page.accessibility();
    faults.retain(|fault| !fault.starts_with("region: #tip"));
    assert_eq!(faults, Vec::<String>::new());
    page.key("Escape");
    page.wait("!document.getElementById('tip')");
    page.call(
        "Input.dispatchMouseEvent",
        serde_json::json!({ "type": "mouseMoved", "x": 700, "y": 300 }),
    );
    page.eval("document.querySelector('fieldset.dice input').focus()");
    page.key("?");
    page.wait(
        "document.querySelector('.die[aria-describedby=tip]') && !!document.getElementById('tip')",
    );
    page.key("Escape");
    // A plan for the market.
    page.press(".market .buy");
    page.press("#plan");
    page.wait("document.querySelectorAll('.buy.planned').length == 1");
    page.reload();
    page.wait("document.querySelectorAll('.buy.planned').length == 1");
    // A newer version is said quietly while a game is on.
    page.eval("dispatchEvent(new Event('daikaiju-newer'))");
    page.wait("!!document.querySelector('.chip.update')");
    // All dice kept: the button stops, and says so.
    page.wait("document.querySelectorAll('.die input').length > 5");
    std::thread::sleep(Duration::from_millis(450));
    page.eval("document.querySelectorAll('.die input:not(:checked)').forEach(die => die.click())");
    page.wait("document.getElementById('roll').innerText.includes('Keep all')");
    page.press("#roll[aria-disabled=false]");
    let end = Instant::now() + Duration::from_secs(30);
    while !page.has("#act.shop") {
        assert!(Instant::now() < end, "the market never opened:\n{}", page.text());
        if page.has("#stop-anyway") {
            page.press("#stop-anyway");
        } else if page.has("#stop") {
            page.press("#stop");
        } else if page.has("#yield") {
            page.key("s");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(page.has(".market .buy.open.planned"), "the planned card is marked where it is bought");
    assert_eq!(page.accessibility(), Vec::<String>::new());
    page.eval("location.hash = '#/'");
    page.wait("!!document.getElementById('update')");
    clean(&page);
}

#[test]
fn every_kind_of_question_is_shown_and_answered() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1024, 768);
    open(&server, &page);
    page.eval("localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'instant', hints: false, ask_order: true, throws: false }))");
    let mut missing = Vec::new();
    for question in Question::ALL {
        let Some(game) = positions::at_question(question) else {
            missing.push(format!("{question:?} was not found"));
            continue;
        };
        page.leave_table();
        page.eval(&format!(
            "localStorage.setItem('daikaiju.solo', {})",
            Value::from(game.to_string())
        ));
        page.go(&format!("{}/?{question:?}#/solo", server.url()));
        page.wait("!!document.querySelector('#act:not(.watch)')");
        let before = inputs(&page);
        std::thread::sleep(Duration::from_millis(450));
        if question == Question::Probe {
            // A die is chosen as a die is kept.
            page.key("2");
            page.press("#roll[aria-disabled=false]");
        } else {
            step_by_keyboard(&page);
        }
        if !page.wait_for(&format!("({INPUTS}) > {before}"), Duration::from_secs(8)) {
            missing.push(format!(
                "{question:?} was not answered: {}",
                page.eval("document.querySelector('#act').innerText")
            ));
        }
    }
    assert_eq!(missing, Vec::<String>::new());
    clean(&page);
}

/// How many inputs the kept game has; a finished one counts as many.
const INPUTS: &str = "(JSON.parse(localStorage.getItem('daikaiju.solo')) || { record: { inputs: { length: 1e6 } } }).record.inputs.length";

fn inputs(page: &Page) -> u64 {
    page.eval(INPUTS).as_u64().unwrap_or(0)
}

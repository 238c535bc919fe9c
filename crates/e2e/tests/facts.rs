//! What the table says is true, fits the screen, and is heard: each test is a fault that a new player met.

use daikaiju_e2e::{Browser, LANGUAGES, Page, Server, Theme, Walk, positions, put};
use engine::Question;
use serde_json::json;
use std::time::{Duration, Instant};

fn walk<'a>(browser: &'a Browser, language: &'a str, size: (u32, u32)) -> Walk<'a> {
    Walk { browser, theme: Theme::Dark, language, size }
}

fn clean(page: &Page) {
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// How much wider the page is than the screen.
fn too_wide(page: &Page) -> i64 {
    page.eval("document.documentElement.scrollWidth - window.innerWidth").as_i64().unwrap_or(-1)
}

/// Answers whatever is asked, in the simplest way.
fn answer(page: &Page) {
    if page.has("#uncover") {
        page.press("#uncover");
    } else if page.has("#stop-anyway") {
        page.press("#stop-anyway");
    } else if page.has("#yield") {
        page.key("s");
    } else if page.has("#act.shop") {
        page.key("e");
    } else if page.has("#stop") {
        page.key("Enter");
    } else if page.has("#act .answer") {
        page.key("1");
    }
    std::thread::sleep(Duration::from_millis(60));
}

/// A phone with a decision clock, in all languages, down to 320 px and up to a wide desktop: nothing sticks out.
#[test]
fn with_a_clock_the_page_is_never_wider_than_the_screen() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = walk(&browser, "en", (390, 844))
        .page(&server, &json!({ "skip_buying": false, "odds": true }));
    host.eval("(() => { const select = [...document.querySelectorAll('#friends select')].pop(); select.value = '2'; select.dispatchEvent(new Event('change', { bubbles: true })); })()");
    host.press("#create-table");
    host.wait("!!document.querySelector('.seatgrid .rowi.empty .btn')");
    host.press(".seatgrid .rowi.empty .btn");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 2");
    // The coach takes room in the bar, too.
    host.eval("document.getElementById('allow-coach').click()");
    host.wait("!!document.getElementById('coach-words')");
    host.press("#start-game");
    // Whoever reloads while the dice are mixed breaks the start off.
    host.wait("!!document.querySelector('.board .tray')");
    let mut faults = Vec::new();
    for language in LANGUAGES {
        host.eval(&format!("(() => {{ const p = JSON.parse(localStorage.getItem('daikaiju.prefs')); p.lang = '{language}'; localStorage.setItem('daikaiju.prefs', JSON.stringify(p)); }})()"));
        host.reload();
        host.wait("!!document.querySelector('.board .tray')");
        let end = Instant::now() + Duration::from_secs(40);
        while !host.has("#more-time") || !host.has("#stop, #yield, #end") {
            assert!(Instant::now() < end, "no clock runs for the host:\n{}", host.text());
            if host.has("#again") {
                host.press("#again");
            }
            answer(&host);
        }
        for (width, height) in
            [(320, 640), (360, 640), (390, 844), (640, 400), (1024, 768), (1920, 1080)]
        {
            host.resize(width, height);
            let wide = too_wide(&host);
            if wide != 0 {
                faults.push(format!("{language} {width}x{height}: {wide} px too wide"));
            }
            let cut = host.eval("[...document.querySelectorAll('.top .iconbtn, .top .clock, .top #more-time')].filter(e => { const r = e.getBoundingClientRect(); return r.width > 0 && (r.left < 0 || innerWidth < r.right); }).map(e => e.className).join(', ')");
            if cut != "" {
                faults.push(format!("{language} {width}x{height}: cut off in the bar: {cut}"));
            }
        }
        host.resize(390, 844);
    }
    assert_eq!(faults, Vec::<String>::new());
    clean(&host);
}

/// The yield question names exactly those who can still hit, for each answer, as the engine has it.
#[test]
fn the_yield_question_names_who_can_still_hit() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = walk(&browser, "en", (1280, 800));
    let page = walk.page(&server, &json!({}));
    // Two to six monsters, several moments each: with and without somebody who can hit.
    let found = (2..=6).flat_map(|players| {
        (0..400).filter_map(move |seed| positions::yield_question(players, seed)).take(3)
    });
    let found: Vec<_> = found.collect();
    assert!(12 <= found.len(), "only {} questions were found", found.len());
    assert!(found.iter().any(|(_, [yields, stays])| yields != stays));
    for (game, expected) in found {
        walk.open(&page, &server, "solo", &game, "#/solo");
        page.wait("!!document.getElementById('stay')");
        for (answer, names) in ["yield", "stay"].iter().zip(&expected) {
            let said = page.eval(&format!("[...document.querySelectorAll('#{answer} .hitters .mini')].map(e => e.innerText.trim())"));
            assert_eq!(said, json!(names), "{answer}");
            assert_eq!(page.has(&format!("#{answer} .safe")), names.is_empty(), "{answer}");
        }
    }
    clean(&page);
}

/// WCAG 1.4.10: at 320 px and at 200 % nothing scrolls sideways, and the dice's button is on the screen.
#[test]
fn narrow_and_zoomed_screens_show_every_decision() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = walk(&browser, "nl", (320, 640));
    let page = walk.page(&server, &json!({ "odds": true, "skip_buying": false }));
    let games = [
        ("roll", positions::some_turns_in(6, Question::Roll, 8), "#roll"),
        ("yield", positions::some_turns_in(5, Question::Yield, 6), "#stay"),
        ("buy", positions::some_turns_in(4, Question::Shop, 9), "#end"),
    ];
    let mut faults = Vec::new();
    for (name, game, button) in games {
        walk.open(&page, &server, "solo", &game.expect("such a game"), "#/solo");
        page.wait(&format!("!!document.querySelector('{button}')"));
        for (width, height) in [(320, 640), (844, 390), (640, 400)] {
            page.resize(width, height);
            if too_wide(&page) != 0 {
                faults.push(format!("{name} {width}x{height}: {} px too wide", too_wide(&page)));
            }
            let cut = page.eval("(() => { const t = document.getElementById('act'); const r = t.getBoundingClientRect(); const room = innerHeight - r.bottom; return t.scrollHeight - t.clientHeight > 2 && room > 24 ? 'the tray is clipped with ' + room + ' px to spare' : ''; })()");
            if cut != "" {
                faults.push(format!("{name} {width}x{height}: {cut}"));
            }
        }
        page.resize(320, 640);
        if name == "roll"
            && !page
                .is("document.querySelector('#roll').getBoundingClientRect().bottom <= innerHeight")
        {
            faults.push("the roll lies below the fold".to_owned());
        }
    }
    assert_eq!(faults, Vec::<String>::new());
    clean(&page);
}

/// A die that is kept, or a roll, moves no other die.
#[test]
fn dice_never_move_under_a_finger() {
    let server = Server::start();
    let browser = Browser::launch();
    for size in [(1280, 800), (1440, 900), (390, 844), (360, 640)] {
        let walk = walk(&browser, "en", size);
        let page = walk.page(&server, &json!({ "odds": true }));
        let game = positions::some_turns_in(4, Question::Roll, 9).expect("such a game");
        walk.open(&page, &server, "solo", &game, "#/solo");
        page.wait("!!document.querySelector('fieldset.dice input')");
        page.wait("document.fonts.ready.then(() => true)");
        std::thread::sleep(Duration::from_millis(500));
        let at = "document.getElementById('my-die-3').parentElement.getBoundingClientRect().top";
        let before = page.eval(at);
        for key in ["1", "2", "0", "3"] {
            page.key(key);
            std::thread::sleep(Duration::from_millis(40));
            assert_eq!(page.eval(at), before, "{size:?}: the dice moved with key {key}");
        }
        let rerolls = "document.querySelector('.tray-status h2').innerText";
        let title = page.eval(rerolls);
        page.key("r");
        page.wait(&format!("{rerolls} !== {title} || !document.querySelector('fieldset.dice')"));
        if page.has("fieldset.dice") {
            assert_eq!(page.eval(at), before, "{size:?}: the dice moved with the roll");
        }
        clean(&page);
    }
}

/// A second game is the chosen one; the first is not lost.
#[test]
fn play_now_plays_what_was_chosen() {
    let server = Server::start();
    let browser = Browser::launch();
    let page =
        walk(&browser, "en", (1280, 800)).page(&server, &json!({ "rivals": 3, "level": "gentle" }));
    let game = positions::some_turns_in(4, Question::Roll, 9).expect("such a game");
    put(&page, "solo", &game);
    page.go(&format!("{}/?again", server.url()));
    page.wait("document.getElementById('play').innerText.includes('round 3')");
    page.eval("document.querySelectorAll('input[name=rivals]')[4].click()");
    page.press("#play-chosen");
    page.wait("document.querySelectorAll('.seats .seat').length == 5");
    page.leave_table();
    page.go(&format!("{}/?home", server.url()));
    page.wait("document.querySelectorAll('.rejoin-game').length == 2");
    page.eval("[...document.querySelectorAll('.rejoin-game')].pop().click()");
    page.wait("document.querySelectorAll('.seats .seat').length == 3");
    page.leave_table();
    page.go(&format!("{}/?home2", server.url()));
    page.press("#new-solo");
    page.wait("document.querySelectorAll('.seats .seat').length == 5");
    clean(&page);
}

/// Each lesson says what its dice do, as the engine has it.
#[test]
fn lessons_tell_what_the_dice_do() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, "en", (390, 844)).page(&server, &json!({}));
    page.go(&format!("{}/?learn#/learn", server.url()));
    let said = |page: &Page| {
        page.eval("document.getElementById('learn-outcome').innerText.replace(/\\s+/g, ' ')")
            .to_string()
    };
    for (lesson, words) in
        [(1, "+3"), (2, "+4"), (3, "2 claws to The King"), (4, "No healing"), (5, "+3"), (6, "20")]
    {
        page.wait(&format!("!!document.getElementById('lesson-{lesson}')"));
        assert!(said(&page).contains(words), "lesson {lesson} says {}", said(&page));
        assert_eq!(too_wide(&page), 0, "lesson {lesson}");
        if lesson == 4 {
            page.press("#learn-swap");
            page.wait("!document.getElementById('learn-outcome').innerText.includes('No healing')");
            assert!(said(&page).contains("If The King leaves"), "{}", said(&page));
        }
        if lesson < 6 {
            page.press("#learn-next");
        }
    }
    assert_eq!(page.accessibility(), Vec::<String>::new());
    clean(&page);
}

/// Every own turn is announced, also when nothing was asked in between; so is the end.
#[test]
fn every_turn_and_the_end_are_spoken() {
    let server = Server::start();
    let browser = Browser::launch();
    let page =
        walk(&browser, "en", (1280, 800)).page(&server, &json!({ "rivals": 1, "level": "gentle" }));
    page.before_everything("window.heard = []; new MutationObserver(list => { for (const m of list) { const p = m.target.nodeType === 3 ? m.target.parentElement : m.target; const words = p && p.closest && p.closest('[role=alert]') ? p.closest('[role=alert]').innerText || p.textContent : ''; if (words.trim()) window.heard.push(words.trim()); } }).observe(document, { subtree: true, childList: true, characterData: true });");
    page.go(&format!("{}/?heard#/solo", server.url()));
    let end = Instant::now() + Duration::from_secs(200);
    let count = |what: &str| page.eval(what).as_u64().unwrap_or(0);
    let mut own = 0;
    while !page.has("#to-review") {
        assert!(Instant::now() < end, "the game did not end:\n{}", page.text());
        // The log goes with the board when the game is over.
        let lines = "[...document.querySelectorAll('#log-list li.turn .sum b')].filter(name => name.innerText === 'You').length";
        own = own.max(count(lines));
        answer(&page);
    }
    let told = count("window.heard.filter(words => words.startsWith('Your turn')).length");
    assert!(0 < own, "{}", page.text());
    // Whoever is eliminated or wins by the first dice of a turn need not be asked in it.
    assert!(
        own <= told + 1,
        "{own} own turns, {told} announced: {}",
        page.eval("window.heard.join(' | ')")
    );
    page.wait("window.heard.some(words => /win|loses|draw/.test(words))");
    clean(&page);
}

/// A tip does not outlive what it is about, and dice that are known do not explain themselves.
#[test]
fn tips_go_with_what_they_explain() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = walk(&browser, "en", (1280, 800));
    let page = walk.page(&server, &json!({ "games": 0 }));
    let game = positions::some_turns_in(4, Question::Roll, 9).expect("such a game");
    walk.open(&page, &server, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('fieldset.dice input')");
    std::thread::sleep(Duration::from_millis(450));
    let hover = |page: &Page| {
        let at = page.eval("(() => { const r = document.querySelector('.die').getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()");
        for x in [5.0, 0.0] {
            page.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": at["x"].as_f64().unwrap_or(0.0) + x, "y": at["y"] }));
        }
    };
    hover(&page);
    page.wait("!!document.getElementById('tip')");
    assert_eq!(page.accessibility(), Vec::<String>::new());
    page.key("r");
    page.wait("!document.getElementById('tip')");
    let page = walk.page(&server, &json!({ "games": 3 }));
    walk.open(&page, &server, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('fieldset.dice input')");
    hover(&page);
    assert!(
        !page.wait_for("!!document.getElementById('tip')", Duration::from_millis(1200)),
        "a known die explains itself"
    );
    clean(&page);
}

/// Buying: the cards are the buttons, with their text on a phone too; a press can be undone, and the end of the turn makes
/// it good.
#[test]
fn a_purchase_is_one_press_and_can_be_undone() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = walk(&browser, "en", (390, 844));
    let page = walk.page(&server, &json!({ "skip_buying": false }));
    let game = positions::some_turns_in(4, Question::Shop, 9).expect("such a game");
    walk.open(&page, &server, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('.market .buy.open.can')");
    assert!(page.is("[...document.querySelectorAll('.market .buy.open .p')].every(e => e.getClientRects().length && e.innerText.length > 8)"), "a card without its text");
    assert!(!page.has("#undo"), "there is nothing to take back");
    std::thread::sleep(Duration::from_millis(450));
    let inputs = "JSON.parse(localStorage.getItem('daikaiju.solo')).record.inputs.length";
    let before = page.eval(inputs);
    page.press(".market .buy.open.can");
    page.press("#undo-buy");
    page.wait("!document.getElementById('undo-buy')");
    assert_eq!(page.eval(inputs), before, "what was undone was bought");
    page.press(".market .buy.open.can");
    page.wait("!!document.querySelector('.market .slot')");
    page.wait(&format!("{inputs} > {before}"));
    clean(&page);
}

/// A second tab with the same game takes it over; the first one stands still and says so.
#[test]
fn one_game_is_played_in_one_tab() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = walk(&browser, "en", (1280, 800));
    let page = walk.page(&server, &json!({}));
    let game = positions::some_turns_in(4, Question::Roll, 9).expect("such a game");
    walk.open(&page, &server, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('fieldset.dice input')");
    page.eval("(() => { const tab = new BroadcastChannel('daikaiju-games'); tab.postMessage(JSON.parse(localStorage.getItem('daikaiju.solo')).table); })()");
    page.wait("!!document.getElementById('play-here')");
    page.key("r");
    assert_eq!(page.accessibility(), Vec::<String>::new());
    page.press("#play-here");
    page.wait(
        "!document.getElementById('play-here') && !!document.querySelector('fieldset.dice input')",
    );
    clean(&page);
}

/// Whoever is out goes to the end at once, or reviews the game so far and comes back.
#[test]
fn whoever_is_out_need_not_wait() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = walk(&browser, "en", (390, 844));
    let page = walk.page(&server, &json!({ "speed": "calm", "level": "gentle" }));
    let out = positions::out_of_the_game().expect("somebody goes out");
    walk.open(&page, &server, "solo", &out, "#/solo");
    assert!(!page.text().contains("roars"), "a solo player cannot roar");
    page.press("#review-so-far");
    page.press("#back-to-table");
    page.press("#see-the-end");
    page.wait("!!document.getElementById('to-review')");
    let over = page.text();
    assert!(!over.contains("Opens after your dice") && !over.contains("If hit in Tokyo"), "{over}");
    clean(&page);
}

/// Names and chips beside one's own cards are whole or not there, however many cards one holds; what can be answered ahead can
/// still be reached.
#[test]
fn nothing_beside_ones_own_cards_is_cut() {
    let server = Server::start();
    let browser = Browser::launch();
    let cut = "[...document.querySelectorAll('.you .name > *')].filter(e => e.getClientRects().length && e.clientWidth + 1 < e.scrollWidth).map(e => e.innerText).join('; ')";
    let mut faults = Vec::new();
    for language in LANGUAGES {
        let walk = walk(&browser, language, (1280, 800));
        let page = walk.page(&server, &json!({}));
        for cards in 1..=3 {
            let game = positions::late_in(4, Question::Roll, cards).expect("somebody has cards");
            walk.open(&page, &server, "solo", &game, "#/solo");
            page.wait("!!document.querySelector('.you .hand .kcard')");
            page.wait("document.fonts.ready.then(() => true)");
            for (width, height) in
                [(1024, 768), (1280, 800), (1366, 768), (1440, 900), (1920, 1080)]
            {
                page.resize(width, height);
                let cut = page.eval(cut);
                if cut != "" {
                    faults.push(format!("{language} {width}x{height}, {cards} cards: {cut}"));
                }
            }
        }
        clean(&page);
    }
    assert_eq!(faults, Vec::<String>::new());
}

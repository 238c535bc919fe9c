//! The coach at the table: warnings, the chance to live, at a server only where the host allows it; and live chances for
//! those who are out and those who watch.

use daikaiju_e2e::{Browser, Page, Server, positions, put};
use engine::Question;
use serde_json::json;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);

fn open(server: &Server, page: &Page, prefs: &serde_json::Value, game: &serde_json::Value) {
    page.leave_table();
    put(page, "prefs", prefs);
    put(page, "solo", game);
    page.go(&format!("{}/#/solo", server.url()));
    page.reload();
    page.wait("!!document.querySelector('.board .tray')");
}

/// Which inputs the kept game has.
const INPUTS: &str = "JSON.parse(localStorage.getItem('daikaiju.solo')).record.inputs.length";

#[test]
fn the_tutor_asks_before_a_costly_answer_and_explains() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    page.go(&server.url());
    let prefs = json!({ "speed": "instant", "hints": false, "games": 3, "tutor": 2 });
    // One of the two answers to whether to leave Tokyo is the worse one; at some table it is much worse.
    let warned = (4..14).flat_map(|turns| [(turns, "#stay"), (turns, "#yield")]).any(|(turns, answer)| {
        let Some(game) = positions::some_turns_in(4, Question::Yield, turns) else { return false };
        open(&server, &page, &prefs, &game);
        page.wait("!!document.getElementById('stay')");
        // Both answers say how likely one lives to the next turn.
        let known = "[...document.querySelectorAll('.opt .alive')].filter(line => /\\d+ of 100/.test(line.innerText)).length == 2";
        assert!(page.wait_for(known, LONG), "{}", page.text());
        let before = page.eval(INPUTS);
        std::thread::sleep(Duration::from_millis(400));
        page.press(answer);
        let decided = format!("!!document.querySelector('.tutor') || {INPUTS} != {before}");
        assert!(page.wait_for(&decided, LONG), "{}", page.text());
        let warned = page.has(".tutor");
        assert!(!warned || page.eval(INPUTS) == before, "nothing is answered before");
        warned
    });
    assert!(warned, "no answer was costly");
    assert_eq!(page.overflow(), Vec::<String>::new());
    assert_eq!(page.accessibility(), Vec::<String>::new());
    let before = page.eval(INPUTS);
    // The better answer is shown when one wants it, with reasons that were counted.
    assert!(!page.has(".tutor .best"));
    page.press("#show-better");
    page.wait("!!document.querySelector('.tutor .best')");
    page.press("#think-again");
    page.wait("!document.querySelector('.tutor')");
    assert_eq!(page.eval(INPUTS), before);
    // Once for each choice: the same answer again goes through.
    page.press("#stay");
    page.wait(&format!("{INPUTS} != {before}"));
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn whoever_is_out_sees_who_will_win_and_may_call_it() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    page.go(&server.url());
    let prefs = json!({ "speed": "calm", "hints": false, "games": 3 });
    open(&server, &page, &prefs, &positions::out_of_the_game().expect("somebody goes out"));
    let known = "document.querySelectorAll('.winner').length == 3 && [...document.querySelectorAll('.winner .num')].every(one => one.innerText.includes('%'))";
    assert!(page.wait_for(known, LONG), "{}", page.text());
    let sum = "[...document.querySelectorAll('.winner .num')].reduce((sum, one) => sum + parseInt(one.innerText), 0)";
    let sum = page.eval(sum).as_f64().unwrap_or_default();
    assert!((98.0..=102.0).contains(&sum), "{sum}");
    // It lies beside the board: every rival can still be seen.
    let free = "[...document.querySelectorAll('.seat .stat')].every(one => { const box = one.getBoundingClientRect(); return !box.width || one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) || !!document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('.seat'); })";
    for size in [(390, 844), (1280, 800)] {
        page.resize(size.0, size.1);
        page.wait(free);
        assert_eq!(page.overflow(), Vec::<String>::new());
    }
    page.press(".winner");
    page.wait("!!document.querySelector('.winner.called') && document.querySelector('.whowins [role=status]').innerText.startsWith('You called')");
    // One call a round.
    page.eval("document.querySelectorAll('.winner')[1].click()");
    assert!(page.is("JSON.parse(localStorage.getItem('daikaiju.calls'))[1].length == 1"));
    assert_eq!(page.accessibility(), Vec::<String>::new());
    // It is told at the end, which comes at once.
    page.press("#see-the-end");
    assert!(
        page.wait_for("!!document.querySelector('.calltold li')", Duration::from_secs(120)),
        "{}",
        page.text()
    );
    assert_eq!(page.overflow(), Vec::<String>::new());
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// Whoever has played a few games is offered the tutor, once.
#[test]
fn the_tutor_is_offered_once_after_the_third_game() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    page.go(&server.url());
    let mut prefs = json!({ "speed": "instant", "hints": false, "games": 1 });
    let over = "!!document.getElementById('to-review')";
    for (games, offered) in [(1, false), (3, true)] {
        page.leave_table();
        prefs["games"] = games.into();
        put(&page, "prefs", &prefs);
        put(&page, "solo", &positions::finished(4));
        page.go(&format!("{}/?{games}#/solo", server.url()));
        page.wait(over);
        assert_eq!(page.has("#tutor-offer"), offered, "{}", page.text());
    }
    assert_eq!(page.overflow(), Vec::<String>::new());
    assert_eq!(page.accessibility(), Vec::<String>::new());
    page.press("#warn-me");
    page.wait("JSON.parse(localStorage.getItem('daikaiju.prefs')).tutor == 10");
    page.wait("!!document.querySelector('#tutor-offer [role=status]')");
    page.leave_table();
    put(&page, "solo", &positions::finished(4));
    page.go(&format!("{}/?again#/solo", server.url()));
    page.wait(over);
    assert!(!page.has("#tutor-offer"));
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn a_player_sees_no_live_chances() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    page.go(&server.url());
    let prefs = json!({ "speed": "instant", "hints": false, "games": 3 });
    let game = positions::some_turns_in(4, Question::Roll, 9).expect("a game with a roll");
    open(&server, &page, &prefs, &game);
    page.wait("!!document.querySelector('fieldset.dice')");
    assert!(!page.has(".whowins"));
}

/// A page whose player has a name and wants to get on.
fn player(server: &Server, browser: &Browser, name: &str) -> Page {
    let page = browser.page(1280, 900);
    page.go(&server.url());
    put(&page, "prefs", &json!({ "speed": "instant", "hints": false, "name": name, "games": 3 }));
    page.reload();
    page
}

/// At a server there is a coach only where the host has switched it on, and everybody sees that it is on.
#[test]
fn a_host_switches_the_coach_on_for_everybody() {
    let server = Server::start();
    let browser = Browser::launch();
    for on in [false, true] {
        let [host, guest, watcher] =
            ["Ada", "Ben", "Cleo"].map(|name| player(&server, &browser, name));
        host.press("#create-table");
        host.wait("!!document.getElementById('table-link')");
        let link = host.eval("document.getElementById('table-link').value");
        let link = link.as_str().unwrap_or_default().to_owned();
        guest.go(&link);
        guest.press("#join-table");
        host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length >= 2");
        if on {
            host.press("#allow-coach");
            guest.wait("!!document.getElementById('coach-words')");
        }
        host.press("#start-game");
        watcher.go(&link);
        for page in [&host, &guest, &watcher] {
            page.wait("!!document.querySelector('.board .tray')");
        }
        let asked = |page: &Page| page.has("fieldset.dice");
        let two = [&host, &guest];
        while !two.iter().any(|page| asked(page)) {
            std::thread::sleep(Duration::from_millis(100));
        }
        let player = if asked(&host) { &host } else { &guest };
        assert_eq!(player.has("#hint"), on);
        for page in [&host, &guest, &watcher] {
            assert_eq!(page.has(".coachon"), on, "{}", page.text());
        }
        player.key("h");
        if on {
            assert!(
                player.wait_for("!!document.querySelector('.hintrow')", LONG),
                "{}",
                player.text()
            );
        } else {
            assert!(!player.has(".hintlist"));
        }
        // Who watches sees who will win; who plays does not.
        let known = "[...document.querySelectorAll('.winner .num')].filter(one => one.innerText.includes('%')).length == 2";
        assert!(watcher.wait_for(known, LONG), "{}", watcher.text());
        assert!(!host.has(".whowins") && !guest.has(".whowins"));
        for page in [&host, &guest, &watcher] {
            assert_eq!(page.faults(), Vec::<String>::new());
        }
    }
}

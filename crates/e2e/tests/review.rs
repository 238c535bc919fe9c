//! The review of a game: graph, account, quiz, trying from a moment, cut records; and the coach at the table.

use daikaiju_e2e::{Browser, Page, Server, positions};
use engine::Question;
use std::time::Duration;

fn open(server: &Server, page: &Page, place: &str, game: &serde_json::Value, address: &str) {
    page.go(&server.url());
    page.eval("localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'instant', hints: false, games: 3 }))");
    page.eval(&format!("localStorage.setItem('daikaiju.{place}', JSON.stringify({game}))"));
    page.go(&format!("{}/?{place}{address}", server.url()));
}

/// Whole points of one row of the account, as they are printed.
const ROW: &str = "row => [...row.querySelectorAll('td')].map(cell => Number((cell.querySelector('b') ?? cell).innerText.replace('−', '-').replace('+', '').trim()))";

#[test]
fn a_game_is_reviewed_as_it_comes() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    open(&server, &page, "last", &positions::finished(4), "#/review");
    // Graph and account come from the worker; every printed row adds up.
    let all_there = "document.querySelectorAll('.wingraph .line').length == 4 && !!document.querySelector('.verdict b')";
    assert!(page.wait_for(all_there, Duration::from_secs(60)), "{}", page.text());
    page.wait("document.querySelectorAll('.account tbody tr').length == 4");
    let adds_up = format!(
        "[...document.querySelectorAll('.account tbody tr')].map({ROW}).every(n => n.length == 6 && n.slice(0, 5).reduce((a, b) => a + b) == n[5])"
    );
    assert!(page.is(&adds_up), "{}", page.text());
    // The slider, the replay and the list show the same turn.
    page.eval("const slider = document.getElementById('graph-turn'); slider.value = 3; slider.dispatchEvent(new Event('input', { bubbles: true }))");
    page.wait("document.getElementById('graph-turn').getAttribute('aria-valuetext').startsWith('Turn 3,')");
    page.wait("document.querySelector('.turns tr.sel .turnlink')?.innerText == '3'");
    // The costliest choices are asked without giving the answer away.
    let quiz = "!!document.querySelector('.qcard .qopt')";
    assert!(page.wait_for(quiz, Duration::from_secs(120)), "{}", page.text());
    assert!(!page.has(".qcard .num") && !page.has(".qcard .why li"), "{}", page.text());
    page.press(".qcard .qopt");
    page.wait("!!document.querySelector('.qcard.done .num')");
    assert!(page.has(".qcard.done [role=status]"), "{}", page.text());
    // Try it from here: a table of its own, and the review is still there.
    page.press("#try-it");
    page.wait("!!document.querySelector('.board .tray')");
    assert!(
        page.is("JSON.parse(localStorage.getItem('daikaiju.solo')).table.startsWith('trial/')")
    );
    assert!(page.is("!!localStorage.getItem('daikaiju.last')"));
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn a_record_that_is_cut_is_reviewed_up_to_there() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    let kept = positions::finished(2);
    let record: engine::Record =
        serde_json::from_value(kept["record"].clone()).expect("a record is kept");
    let text = record.to_json();
    let half = serde_json::to_string(&text[..text.len() / 2]).expect("a text");
    page.go(&format!("{}/#/review", server.url()));
    page.wait("!!document.getElementById('record-text')");
    page.eval(&format!("document.getElementById('record-text').value = {half}; document.getElementById('record-text').dispatchEvent(new Event('input', {{ bubbles: true }}))"));
    page.press("#record-open");
    page.wait("document.querySelector('.notice.warn')?.innerText.includes('stops in turn')");
    let graph = "document.querySelectorAll('.wingraph .line').length == 2";
    assert!(page.wait_for(graph, Duration::from_secs(60)), "{}", page.text());
    assert_eq!(page.overflow(), Vec::<String>::new());
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn the_coach_says_what_the_best_bot_would_do() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    let game = positions::some_turns_in(3, Question::Roll, 6).expect("a game with a roll");
    open(&server, &page, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('fieldset.dice')");
    page.key("h");
    assert!(page.wait_for("!!document.querySelector('.hintrow')", Duration::from_secs(30)));
    assert!(page.is("[...document.querySelectorAll('.hintrow .num')].length <= 4"));
    let inputs = "JSON.parse(localStorage.getItem('daikaiju.solo')).record.inputs.length";
    let before = page.eval(inputs);
    page.press(".hintrow");
    page.wait("!document.querySelector('.hintrow')");
    assert_eq!(page.eval(inputs), before, "a hint never answers by itself");
    assert_eq!(page.faults(), Vec::<String>::new());
}

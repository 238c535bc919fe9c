//! One device for three people: the curtain between turns, and a whole game.

use daikaiju_e2e::{Browser, Page, Server};
use engine::Record;
use std::time::{Duration, Instant};

/// How many turns the kept game has seen.
fn turns(page: &Page) -> u64 {
    let record = page.eval("JSON.parse(localStorage.getItem('daikaiju.device')).record");
    let record: Record = serde_json::from_value(record).expect("a record is kept");
    let mut state = record.start().expect("it begins");
    for &input in &record.inputs {
        state.play(input, None).expect("it fits");
    }
    state.turn().number.into()
}

#[test]
fn three_people_play_on_one_device() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1024, 768);
    page.go(&server.url());
    page.eval("localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'instant', hints: false, odds: false }))");
    page.go(&format!("{}/?2#/device", server.url()));
    page.press("#add-seat");
    page.press("#device-start");
    let end = Instant::now() + Duration::from_secs(240);
    let (mut curtains, mut told) = (0, 0);
    while !page.has("#to-review") {
        assert!(Instant::now() < end, "the game did not end; the page says:\n{}", page.text());
        if page.has("#uncover") {
            curtains += 1;
            let large = "[...document.querySelectorAll('.curtain div svg')].some(e => e.getBoundingClientRect().height > 60)";
            assert!(!page.is(large), "a sign in the curtain's text is as large as a monster");
            // The device changes hands with the turn alone; a yield is asked across the table.
            let turns = turns(&page);
            assert!(curtains <= turns, "{curtains} curtains in {turns} turns");
            // It says whose turn it is, and what has happened to them since their last one.
            told += u64::from(page.has(".curtain .recaplist"));
            page.press("#uncover");
        } else if page.has("#stop-anyway") {
            page.press("#stop-anyway");
        } else if page.has("#yield") {
            page.key("s");
        } else if page.has("#act.shop") {
            page.key("1");
            page.key("e");
        } else if page.has("#roll[aria-disabled=false]") {
            page.key("2");
            page.key("r");
        } else if page.has("#stop") {
            page.key("Enter");
        } else if page.has("#act .answer") {
            page.key("1");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(3 < curtains, "the device was handed over only {curtains} times");
    assert!(0 < told, "no curtain told what had happened");
    assert_eq!(page.faults(), Vec::<String>::new());
}

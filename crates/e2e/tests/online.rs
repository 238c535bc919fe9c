//! Two browsers and a bot at one table, with a reload, a lost connection and a server that loses power.

use e2e::{Browser, Page, Server};
use std::time::{Duration, Instant};

fn answer(page: &Page) {
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
    } else if page.has("#act .answer") {
        page.key("1");
    }
}

#[test]
fn two_browsers_and_a_bot_play_through_reload_lost_line_and_power_cut() {
    let mut server = Server::start();
    let browser = Browser::launch();
    let host = browser.page(1440, 900);
    let guest = browser.page(390, 844);
    for (page, name) in [(&host, "Ada"), (&guest, "Ben")] {
        page.go(&server.url());
        page.eval(&format!("localStorage.setItem('daikaiju.prefs', JSON.stringify({{ speed: 'instant', hints: false, odds: false, confirm_reveal: false, name: '{name}', monster: '{}' }}))", if name == "Ada" { "gigazaur" } else { "the_king" }));
        page.reload();
    }
    host.press("#create-table");
    host.wait("!!document.getElementById('table-link')");
    let link = host
        .eval("document.getElementById('table-link').value")
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert!(link.contains("/t/"), "{link} is no link");
    guest.go(&link);
    guest.press("#join-table");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 2");
    host.press(".seatgrid .rowi.empty .btn");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 3");
    host.press("#start-game");
    for page in [&host, &guest] {
        page.wait("!!document.querySelector('.board .tray')");
        for words in ["WebSocket", "ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED"] {
            page.expect_fault(words);
        }
    }
    let end = Instant::now() + Duration::from_secs(300);
    let mut rounds = 0;
    while !host.has("#to-review") || !guest.has("#to-review") {
        assert!(
            Instant::now() < end,
            "the game did not end; the host says:\n{}\n\nthe guest says:\n{}",
            host.text(),
            guest.text()
        );
        answer(&host);
        answer(&guest);
        rounds += 1;
        match rounds {
            20 => guest.reload(),
            40 => {
                host.offline(true);
                std::thread::sleep(Duration::from_millis(300));
                host.offline(false);
            }
            60 => server.restart(),
            _ => {}
        }
        std::thread::sleep(Duration::from_millis(60));
    }
    for page in [&host, &guest] {
        assert_eq!(page.faults(), Vec::<String>::new());
    }
}

#[test]
fn wrong_links_get_a_plain_sentence_and_a_way_on() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    page.expect_fault("404");
    page.expect_fault("WebSocket");
    page.go(&format!("{}/t/no-such-table", server.url()));
    page.wait("!!document.querySelector('.notice.bad, .notice.warn')");
    assert!(page.has("main a.btn"), "there is no way on");
    page.go(&format!("{}/#/nowhere", server.url()));
    page.wait("!!document.querySelector('h1')");
    assert!(page.has("main a.btn"), "there is no way on");
}

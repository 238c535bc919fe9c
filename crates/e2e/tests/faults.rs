//! Bad input and bad luck: each gets its plain sentence and a way on.

use daikaiju_e2e::{Browser, Page, Server, Theme, Walk};
use serde_json::json;

fn walk<'a>(browser: &'a Browser, language: &'a str) -> Walk<'a> {
    Walk { browser, theme: Theme::Dark, language, size: (390, 844) }
}

fn text_of(page: &Page, selector: &str) -> String {
    let selector = serde_json::Value::from(selector);
    page.wait(&format!("!!document.querySelector({selector})"));
    let text = page.eval(&format!("document.querySelector({selector}).textContent"));
    text.as_str().unwrap_or_default().to_owned()
}

/// Makes a table and returns its link.
fn table(host: &Page) -> String {
    host.press("#create-table");
    host.wait("!!document.getElementById('table-link')");
    let link = host.eval("document.getElementById('table-link').value");
    link.as_str().unwrap_or_default().to_owned()
}

#[test]
fn storage_that_is_forbidden_or_full_is_said_once_and_the_game_plays_on() {
    let server = Server::start();
    let browser = Browser::launch();
    let forbidden = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })";
    let full =
        "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); }";
    for trouble in [forbidden, full] {
        let page = browser.page(390, 844);
        page.prefer(Theme::Dark, "en");
        page.before_everything(trouble);
        page.go(&server.url());
        page.press("#play");
        page.wait("!!document.querySelector('.board .tray')");
        assert!(text_of(&page, ".notices .notice.warn").contains("does not let us save"));
        page.press(".notices .iconbtn");
        page.wait("!!document.querySelector('#roll[aria-disabled=false], #stop, .tray.watch')");
        page.wait("!!document.querySelector('#roll[aria-disabled=false], #yield, #act.shop')");
        std::thread::sleep(std::time::Duration::from_millis(450));
        page.key("r");
        page.wait("!document.querySelector('.notices .notice.warn')");
        assert_eq!(page.faults(), Vec::<String>::new());
    }
}

#[test]
fn a_browser_without_webassembly_is_told_so_in_its_language() {
    let server = Server::start();
    let browser = Browser::launch();
    for (language, words, again) in
        [("en", "cannot start the game", "Try again"), ("pl", "nie uruchomi", "Spróbuj ponownie")]
    {
        let page = browser.page(390, 844);
        page.prefer(Theme::Dark, language);
        page.before_everything("for (const name of ['instantiate', 'instantiateStreaming', 'compile', 'compileStreaming']) WebAssembly[name] = () => Promise.reject(new Error('not allowed')); WebAssembly.Module = function () { throw new Error('not allowed'); };");
        page.call("Page.navigate", json!({ "url": server.url() }));
        assert!(text_of(&page, ".shell-load[role=alert]").contains(words));
        assert_eq!(text_of(&page, ".shell-load button"), again);
        assert_eq!(page.accessibility(), Vec::<String>::new());
    }
}

#[test]
fn an_outdated_page_is_asked_to_reload() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = walk(&browser, "en").page(&server, &json!({}));
    let link = table(&host);
    let page = walk(&browser, "en").page(&server, &json!({}));
    page.before_everything("const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) { send.call(this, text.replace(/\"(protocol|oldest)\":\\d+/g, '\"$1\":999')); };");
    page.go(&link);
    assert!(text_of(&page, ".notice.bad").contains("different versions"));
    assert!(page.has("main button.btn"), "the page cannot be reloaded from here");
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn taken_monsters_and_full_tables_say_so() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = walk(&browser, "en").page(&server, &json!({ "monster": "gigazaur" }));
    let link = table(&host);
    // Everybody likes Gigazaur at first: whoever comes second gets a free monster without a question.
    let guest =
        walk(&browser, "en").page(&server, &json!({ "name": "Ben", "monster": "gigazaur" }));
    guest.go(&link);
    guest.press("#join-table");
    guest.wait("!document.getElementById('join-table')");
    // Only a race can still ask for a taken one.
    let late = walk(&browser, "en").page(&server, &json!({ "name": "Cem" }));
    late.before_everything("const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) { send.call(this, text.replace(/\"monster\":\"\\w+\"/, '\"monster\":\"gigazaur\"')); };");
    late.go(&link);
    late.press("#join-table");
    // The page names the monster that it asked for, which the line above has changed on its way.
    late.wait("[...document.querySelectorAll('.notice')].some(e => /Somebody has just taken .+\\. Choose another one\\./.test(e.textContent))");
    host.wait("!!document.querySelector('#seats')");
    host.eval("const seats = document.getElementById('seats'); seats.value = '2'; seats.dispatchEvent(new Event('change', { bubbles: true }))");
    late.wait("!document.getElementById('join-table')");
    assert!(late.text().contains("All seats are taken"));
    // Whoever waits sits down when a seat frees up.
    late.press("#wait-for-seat");
    late.wait("document.body.textContent.includes('You are waiting for a seat')");
    late.eval("WebSocket.prototype.send = send");
    host.eval("seats.value = '3'; seats.dispatchEvent(new Event('change', { bubbles: true }))");
    late.wait(
        "!document.getElementById('wait-for-seat') && !document.getElementById('join-table')",
    );
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 3");
    for page in [&host, &guest, &late] {
        assert_eq!(page.faults(), Vec::<String>::new());
    }
}

#[test]
fn a_seat_moves_to_another_device() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = walk(&browser, "en").page(&server, &json!({ "name": "Ada" }));
    table(&host);
    host.press(".seatgrid .rowi.empty .btn");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 2");
    host.press("#start-game");
    host.wait("!!document.querySelector('.board .tray')");
    host.wait("!!document.querySelector('.you')");
    host.eval("document.querySelector('header.top button:nth-last-of-type(1)').click()");
    host.wait("!!document.getElementById('sheet-close')");
    host.eval("[...document.querySelectorAll('.sheet .btn')].find(b => b.textContent.includes('another device')).click()");
    host.wait("document.querySelector('.sheet #table-link')?.value.includes('/move')");
    assert!(host.has(".sheet .qr svg"), "another device has nothing to scan");
    assert_eq!(host.accessibility(), Vec::<String>::new());
    let link = host.eval("document.getElementById('table-link').value");
    let link = link.as_str().unwrap_or_default();
    host.key("Escape");
    let other = walk(&browser, "en").page(&server, &json!({ "name": "somebody" }));
    other.go(link);
    other.wait("!!document.querySelector('.board .you')");
    assert!(other.text().contains("Ada"), "the seat has moved with its name");
    // The first device watches from now on, and is told why.
    host.wait("!document.querySelector('.you')");
    host.wait("document.body.textContent.includes('moved to another device')");
    // The link works once.
    let third = walk(&browser, "en").page(&server, &json!({}));
    third.expect_fault("404");
    third.go(link);
    assert!(text_of(&third, ".notice.bad").contains("Check the link"));
    assert!(third.has("main a.btn"), "there is no way on");
    for page in [&host, &other, &third] {
        assert_eq!(page.faults(), Vec::<String>::new());
    }
}

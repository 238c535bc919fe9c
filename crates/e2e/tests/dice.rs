//! The page as the judge of its server's dice: what it shows before the first roll, what it refuses, and what it says that
//! it compared (`docs/FAIR_DICE.md`, "What a client does").

use daikaiju_e2e::{Browser, Page, Server, Theme};
use std::time::{Duration, Instant};

/// A page of a player who wants to get on.
fn player(server: &Server, browser: &Browser, size: (u32, u32), name: &str, monster: &str) -> Page {
    let page = browser.page(size.0, size.1);
    page.prefer(Theme::Dark, "en");
    page.go(&server.url());
    page.eval(&format!("localStorage.setItem('daikaiju.prefs', JSON.stringify({{ speed: 'instant', hints: false, odds: false, lang: 'en', name: '{name}', monster: '{monster}' }}))"));
    page.reload();
    page
}

/// A page that lets the test change what the server says, and counts what is revealed.
fn with_a_liar_between(page: &Page) {
    page.before_everything(
        "(() => { const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage'); const send = WebSocket.prototype.send; \
         window.reveals = 0; window.links = 0; window.mixing = null; \
         WebSocket.prototype.send = function (text) { if (text.includes('\"reveal\"')) window.reveals++; if (text.includes('\"link\"')) window.links++; send.call(this, text); }; \
         Object.defineProperty(WebSocket.prototype, 'onmessage', { get() { return own.get.call(this); }, set(hear) { \
           window.hear = text => hear.call(this, new MessageEvent('message', { data: text })); \
           own.set.call(this, event => { if (event.data.includes('\"type\":\"mixing\"')) window.mixing = event.data; window.hear(window.lie ? window.lie(event.data) : event.data); }); } }); })()",
    );
}

/// Ada makes a table, Ben comes by its link.
fn table_of_two(host: &Page, guest: &Page) -> String {
    host.press("#create-table");
    host.wait("!!document.getElementById('table-link')");
    let link = host.eval("document.getElementById('table-link').value");
    let link = link.as_str().unwrap_or_default().to_owned();
    guest.go(&link);
    guest.press("#join-table");
    for page in [host, guest] {
        page.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 2");
    }
    link
}

/// Waits until both have pledged: whoever starts earlier starts without them.
fn pledged(page: &Page, link: &str) {
    let table = link.split("/t/").nth(1).and_then(|rest| rest.split('#').next()).expect("a name");
    page.wait(&format!(
        "fetch('/api/tables/{table}', {{ headers: {{ 'x-table-key': location.hash.slice(1) }} }}).then(answer => answer.json()).then(table => table.next.pledged.length == 2)"
    ));
}

fn answer(page: &Page) {
    if page.has("#stop-anyway") {
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
}

/// Keeps a picture where `PICTURES` names a folder.
fn picture(page: &Page, name: &str) {
    if let Some(folder) = std::env::var_os("PICTURES") {
        page.screenshot(&std::path::Path::new(&folder).join(format!("{name}.png")));
    }
}

fn code(page: &Page, selector: &str) -> String {
    page.wait(&format!("/[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}/.test(document.querySelector('{selector}')?.innerText || '')"));
    let found = page.eval(&format!(
        "document.querySelector('{selector}').innerText.match(/[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}/)[0]"
    ));
    found.as_str().unwrap_or_default().to_owned()
}

#[test]
fn live_dice_are_chosen_sealed_before_the_first_roll_and_compared_after_the_last() {
    let server = Server::start();
    let browser = Browser::launch();
    // Two browsers would not share what they keep; two pages of one do, and each has its own seat only by its own name.
    let other = Browser::launch();
    let host = player(&server, &browser, (1440, 900), "Ada", "gigazaur");
    let guest = player(&server, &other, (390, 844), "Ben", "the_king");
    let link = table_of_two(&host, &guest);

    // The seal: short, and in full on a tap, the same for both.
    let seal = code(&host, "#dice-seal summary");
    assert_eq!(seal, code(&guest, "#dice-seal summary"));
    guest.press("#dice-seal summary");
    let full = guest.eval("document.querySelector('#dice-seal code').innerText");
    let full = full.as_str().unwrap_or_default().to_owned();
    assert!(full.len() == 64 && full.starts_with(&seal.replace('-', "")), "{full} for {seal}");
    assert!(guest.text().contains("Bots add nothing"), "{}", guest.text());

    // The host chooses live dice; everybody reads it.
    host.eval("(() => { const e = document.getElementById('dice-kind'); e.value = 'live'; e.dispatchEvent(new Event('change', { bubbles: true })); })()");
    guest.wait("document.getElementById('dice-words').innerText.startsWith('Live')");
    for (page, name) in [(&host, "lobby-wide"), (&guest, "lobby-phone")] {
        assert_eq!(page.accessibility(), Vec::<String>::new());
        assert_eq!(page.overflow(), Vec::<String>::new());
        picture(page, name);
    }
    pledged(&host, &link);
    host.press("#start-game");
    for page in [&host, &guest] {
        page.wait("!!document.querySelector('.board .tray')");
    }
    let shown = code(&host, ".notices .notice");
    assert_eq!(shown, code(&guest, ".notices .notice"));
    picture(&host, "start-wide");
    picture(&guest, "start-phone");
    // It stays in the menu, in full on a tap.
    host.eval("document.querySelector('header.top button:nth-last-of-type(1)').click()");
    assert_eq!(shown, code(&host, "#dice-seal summary"));
    host.press("#dice-seal summary");
    let full = host.eval("document.querySelector('#dice-seal code').innerText");
    assert!(full.as_str().is_some_and(|full| full.starts_with(&shown.replace('-', ""))), "{full}");
    picture(&host, "menu-wide");
    host.key("Escape");

    let end = Instant::now() + Duration::from_secs(240);
    while !host.has("#to-review") || !guest.has("#to-review") {
        assert!(Instant::now() < end, "the game did not end:\n{}\n\n{}", host.text(), guest.text());
        answer(&host);
        answer(&guest);
        std::thread::sleep(Duration::from_millis(60));
    }
    for (page, name) in [(&host, "verdict-wide"), (&guest, "verdict-phone")] {
        page.wait("!!localStorage.getItem('daikaiju.last')");
        page.press("#to-review");
        page.press("#fair-check");
        page.wait("!!document.getElementById('fair-compared')");
        let said = page.eval("document.getElementById('fair-compared').innerText");
        let said = said.as_str().unwrap_or_default().to_owned();
        assert_eq!(
            said,
            "Compared with what this browser kept during the game: the seal, rules, players and who was mixed in, your pledge, the course of the draws, the dice and cards that fell before you, how the game ended."
        );
        assert!(page.has("#fair-seen"), "the evidence cannot be saved");
        page.eval("document.getElementById('fair-compared').scrollIntoView({ block: 'center' })");
        picture(page, name);
        assert_eq!(page.faults(), Vec::<String>::new());
    }
}

#[test]
fn a_changed_seal_is_refused_with_a_plain_warning() {
    let server = Server::start();
    let (browser, other) = (Browser::launch(), Browser::launch());
    let host = player(&server, &browser, (1440, 900), "Ada", "gigazaur");
    let guest = player(&server, &other, (390, 844), "Ben", "the_king");
    with_a_liar_between(&guest);
    let link = table_of_two(&host, &guest);
    pledged(&host, &link);
    // From now on the server says another commitment for the same name.
    guest.eval("window.lie = text => text.replace(/\"commitment\":\"(.)/g, (all, digit) => '\"commitment\":\"' + (digit == '0' ? '1' : '0'))");
    host.press(".seatgrid .rowi.empty .btn");
    guest.wait("document.querySelector('.notice.warn')?.innerText.includes('has changed the seal of this game')");
    let on_screen = "(() => { const at = document.querySelector('.notice.warn').getBoundingClientRect(); return 0 <= at.top && at.bottom <= innerHeight; })()";
    assert!(guest.is(on_screen), "the warning is not on the screen");
    picture(&guest, "changed-seal-phone");
    // The start asks for what was pledged, and does not get it.
    host.press("#start-game");
    guest.wait("!!window.mixing");
    host.wait("!!document.getElementById('dice-void')");
    assert_eq!(guest.eval("window.reveals"), 0);
    picture(&host, "void-wide");
    assert_eq!(guest.faults(), Vec::<String>::new());
}

#[test]
fn a_second_mix_of_the_same_game_is_refused() {
    let server = Server::start();
    let (browser, other) = (Browser::launch(), Browser::launch());
    let host = player(&server, &browser, (1440, 900), "Ada", "gigazaur");
    let guest = player(&server, &other, (390, 844), "Ben", "the_king");
    with_a_liar_between(&guest);
    let link = table_of_two(&host, &guest);
    pledged(&host, &link);
    host.press("#start-game");
    guest.wait("!!document.querySelector('.board .tray')");
    assert_eq!(guest.eval("window.reveals"), 1);
    // The operator has ground a contribution of its own and wants the same one of Ben again.
    guest.eval("(() => { const again = JSON.parse(window.mixing); const [seat, pledge] = again.pledges[0]; again.pledges[0] = [seat, pledge.slice(1) + (pledge[0] == '0' ? '1' : '0')]; window.hear(JSON.stringify(again)); })()");
    guest.wait(
        "document.querySelector('.notices .notice.warn')?.innerText.includes('a second time')",
    );
    assert_eq!(guest.eval("window.reveals"), 1, "it was revealed twice");
    picture(&guest, "second-mix-phone");
    // The page remembers it: a reload changes nothing.
    guest.reload();
    guest.wait("!!document.querySelector('.board .tray') && !!window.hear");
    let kept = guest.eval("Object.keys(localStorage).filter(key => key.startsWith('daikaiju.seen.')).map(key => localStorage[key]).join()");
    assert!(kept.as_str().is_some_and(|kept| kept.contains("second_mix")), "{kept}");
}

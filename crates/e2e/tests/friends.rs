//! Friends at one table: house rules, talk and silence, a move taken back, turns missed and seen again, a bot's seat
//! taken over by somebody who only came to watch.

use daikaiju_e2e::{Browser, Page, Server};
use std::time::{Duration, Instant};

/// A page whose player has a name, likes a monster and wants to get on.
fn player(server: &Server, browser: &Browser, width: u32, name: &str, monster: &str) -> Page {
    let page = browser.page(width, 900);
    page.go(&server.url());
    page.eval(&format!("localStorage.setItem('daikaiju.prefs', JSON.stringify({{ speed: 'instant', hints: false, odds: false, skip_buying: false, name: '{name}', monster: '{monster}' }}))"));
    page.reload();
    page
}

/// Makes a table and gives its link.
fn table(host: &Page) -> String {
    host.press("#create-table");
    host.wait("!!document.getElementById('table-link')");
    let link = host.eval("document.getElementById('table-link').value");
    link.as_str().unwrap_or_default().to_owned()
}

/// Takes a seat at a table.
fn join(page: &Page, link: &str) {
    page.go(link);
    page.press("#join-table");
    page.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length >= 2");
}

fn start(host: &Page, pages: &[&Page]) {
    host.press("#start-game");
    for page in pages {
        page.wait("!!document.querySelector('.board .tray')");
    }
}

/// Answers whatever is asked, in the simplest way.
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
    std::thread::sleep(Duration::from_millis(60));
}

fn clean(pages: &[&Page]) {
    for page in pages {
        assert_eq!(page.faults(), Vec::<String>::new());
    }
}

#[test]
fn the_host_sets_house_rules_and_everybody_reads_them() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = player(&server, &browser, 1440, "Ada", "gigazaur");
    let guest = player(&server, &browser, 390, "Ben", "the_king");
    let link = table(&host);
    join(&guest, &link);
    assert!(guest.has("#house-list") && !guest.has("ul#house-list"), "no house rules at first");
    assert!(!guest.has("#house-rules"), "only the host may change them");
    let tall = "document.documentElement.scrollHeight";
    let before = host.eval(tall);
    host.press("#house-rules");
    // They lie over the page, which stays as it is.
    host.wait("document.getElementById('house-form').open");
    assert_eq!(host.eval(tall), before);
    host.eval("document.querySelectorAll('.housepart').forEach(part => part.open = true)");
    host.press("#switch-use_bay input[data-value=false]");
    guest.wait("document.querySelectorAll('ul#house-list li').length == 1");
    host.press("#switch-all_dead input[data-value=draw]");
    guest.wait("document.querySelectorAll('ul#house-list li').length == 2");
    host.wait("document.querySelectorAll('.houseswitch.changed').length == 2");
    // The choice keeps the focus: nothing is rebuilt under the player's finger.
    assert_eq!(host.eval("document.activeElement.dataset.value"), "draw");
    for page in [&host, &guest] {
        assert_eq!(page.accessibility(), Vec::<String>::new());
        assert_eq!(page.overflow(), Vec::<String>::new());
    }
    // Choosing what the book says is not a house rule.
    host.press("#switch-all_dead input[data-value=everyone_loses]");
    guest.wait("document.querySelectorAll('ul#house-list li').length == 1");
    // What was changed can be looked at alone.
    let seen = "[...document.querySelectorAll('.houseswitch')].filter(one => one.getClientRects().length).map(one => one.id).join()";
    host.press("#house-changed");
    host.wait(&format!("{seen} == 'switch-use_bay'"));
    host.press("#house-changed");
    // The rules of another book, with the cards of this one.
    host.press(".housetools [data-book=polish]");
    guest.wait("document.querySelectorAll('ul#house-list li').length > 5");
    host.wait("document.querySelector('.housetools [data-book=polish]').getAttribute('aria-pressed') == 'true'");
    host.press("#house-book");
    guest.wait("!document.querySelector('ul#house-list')");
    host.eval("document.querySelectorAll('.housepart').forEach(part => part.open = true)");
    host.press("#switch-use_bay input[data-value=false]");
    guest.wait("document.querySelectorAll('ul#house-list li').length == 1");
    host.key("Escape");
    host.wait(
        "!document.getElementById('house-form').open && document.activeElement.id == 'house-rules'",
    );
    host.press("#house-reset");
    guest.wait("!document.querySelector('ul#house-list')");
    clean(&[&host, &guest]);
}

#[test]
fn a_move_is_taken_back_a_voice_is_muted_and_a_bot_makes_room() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = player(&server, &browser, 1440, "Ada", "gigazaur");
    let guest = player(&server, &browser, 390, "Ben", "the_king");
    let late = player(&server, &browser, 1440, "Cleo", "alienoid");
    let link = table(&host);
    join(&guest, &link);
    host.press(".seatgrid .rowi.empty .btn");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 3");
    start(&host, &[&host, &guest]);

    // A word, and then silence.
    guest.eval("document.querySelector('.top .iconbtn:nth-last-child(2)').click()");
    // The one beside the board is not shown on a phone.
    let say = "[...document.querySelectorAll('.saying')].find(e => e.offsetParent)";
    guest.wait(&format!("!!{say}"));
    // The sheet takes the keyboard once, when it has been drawn; only then can it be given to the field.
    guest.wait("!!document.querySelector('.sheet :focus')");
    guest.eval(&format!("{say}.focus()"));
    guest.write("Grr, says Ben");
    guest.wait(&format!("{say}.value == 'Grr, says Ben'"));
    guest.key("Enter");
    guest.wait(&format!("{say}.value == ''"));
    guest.key("Escape");
    host.wait("document.querySelector('.notices').innerText.includes('Grr, says Ben')");
    // An answer on the phone: it pushes the board down, and covers no rival.
    host.eval("document.querySelector('.log .saying').focus()");
    host.write("Roar, says Ada");
    host.wait("document.querySelector('.log .saying').value == 'Roar, says Ada'");
    host.key("Enter");
    guest.wait(
        "(() => { const notice = document.querySelector('.notices .notice'), board = document.querySelector('.board'); \
         return !!notice && notice.innerText.includes('Roar, says Ada') && notice.getBoundingClientRect().bottom <= board.getBoundingClientRect().top + 1; })()",
    );
    host.eval("[...document.querySelectorAll('.seatname')].find(e => e.innerText.includes('Ben')).click()");
    host.press("#mute");
    host.wait("document.getElementById('mute').getAttribute('aria-pressed') == 'true'");
    host.key("Escape");
    // Keys are for the dice again, not for the word beside the board.
    host.wait("!document.querySelector('.sheet')");
    host.eval("document.activeElement.blur()");

    // Whoever stops the dice may think again, as long as nothing was learned from it: not after an attack on Tokyo, where
    // somebody else has answered since.
    let end = Instant::now() + Duration::from_secs(120);
    loop {
        assert!(Instant::now() < end, "the host never could think again:\n{}", host.text());
        answer(&guest);
        if host.has("#act.shop #end") && host.has("#undo") {
            break;
        }
        answer(&host);
    }
    host.key("z");
    host.wait(
        "!!document.querySelector('fieldset.dice') && !!document.querySelector('.log li.tookback')",
    );
    assert!(host.has(".log li.gone"), "what was taken back stays in the log");

    // Somebody comes late, watches, and plays on for the bot.
    late.go(&link);
    late.wait("!!document.querySelector('.tray.watch') && !document.querySelector('.you')");
    host.wait("!!document.getElementById('watching')");
    // Whoever comes late reads what happened from the beginning.
    late.wait("document.querySelectorAll('#log-list li.turn').length > 0");
    let told = "[...document.querySelectorAll('#log-list li.turn')].pop()?.querySelectorAll('.sum > span').length";
    assert_eq!(late.eval(told), host.eval(told), "the log of a watcher begins elsewhere");
    assert!(!late.has("#notice-act"), "a newcomer has missed nothing");
    assert!(!late.has("#undo"), "a watcher has nothing to take back");
    assert!(late.has(".roars .btn"), "a watcher may roar");
    late.press(".takeover");
    late.wait("!!document.querySelector('.you')");
    host.wait(
        "[...document.querySelectorAll('.seatname')].some(e => e.innerText.includes('Cleo'))",
    );
    clean(&[&host, &guest, &late]);
}

#[test]
fn whoever_comes_back_sees_the_newest_board_and_may_see_what_was_missed() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = player(&server, &browser, 1440, "Ada", "gigazaur");
    let guest = player(&server, &browser, 390, "Ben", "the_king");
    let link = table(&host);
    join(&guest, &link);
    start(&host, &[&host, &guest]);
    guest.call("Page.navigate", serde_json::json!({ "url": "about:blank" }));
    // Meanwhile a bot plays for the guest, and the host plays on.
    let turns = "document.querySelectorAll('.log li.turn').length";
    let end = Instant::now() + Duration::from_secs(90);
    while host.eval(turns).as_u64().unwrap_or(0) < 3 && !host.has("#to-review") {
        assert!(Instant::now() < end, "the game does not go on:\n{}", host.text());
        answer(&host);
    }
    guest.go(&link);
    guest.wait(
        "!!document.querySelector('.board .tray') && !!document.getElementById('notice-act')",
    );
    assert_eq!(guest.accessibility(), Vec::<String>::new());
    assert!(
        guest.is("document.querySelectorAll('#log-list li.turn').length >= 3"),
        "the log has a hole"
    );
    guest.press("#notice-act");
    // The past is shown without a question, and then the present again.
    guest.wait("!document.getElementById('notice-act')");
    guest.wait("!!document.querySelector('.board .tray')");
    clean(&[&host, &guest]);
}

/// The host's own means: a token for a program and back, talk closed and opened, a player asked to leave, and a new link for
/// those who are wanted.
#[test]
fn a_host_closes_talk_removes_a_player_renews_the_link_and_takes_back_a_token() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = player(&server, &browser, 1440, "Ada", "gigazaur");
    let guest = player(&server, &browser, 1024, "Ben", "the_king");
    let link = table(&host);
    join(&guest, &link);
    // A program may play the seat, until the token is taken back.
    host.press("#tokens summary");
    host.press("#make-token");
    host.wait("!!document.getElementById('token')");
    host.wait("document.querySelectorAll('#tokens .acts2 .btn').length == 1");
    host.press("#tokens .acts2 .btn");
    host.wait("document.querySelectorAll('#tokens .acts2 .btn').length == 0");
    host.wait("!document.getElementById('token')");
    // Talk is closed for everybody, and opened again.
    let switch = "[...document.querySelectorAll('.setrow')].find(row => row.textContent.includes('People may talk'))";
    let closed = |page: &Page, closed: bool| {
        page.wait(&format!(
            "(async () => {{ const name = location.pathname.split('/')[2]; \
             const table = await (await fetch('/api/tables/' + name)).json(); return !!table.talk_closed == {closed}; }})()"
        ));
    };
    host.eval(&format!("{switch}.querySelector('input').click()"));
    closed(&guest, true);
    host.eval(&format!("{switch}.querySelector('input').click()"));
    closed(&guest, false);
    // Asked to leave, and not back by the same link.
    host.press(".seatgrid .rowi [aria-label='Remove Ben']");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 1");
    guest.press("#join-table");
    guest.wait("!!document.querySelector('.notice.warn, .notice.bad, [role=alert]')");
    assert!(host.is("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 1"));
    // A new link: the old one opens nothing any more, the new one does.
    host.press("#renew-link");
    host.wait(&format!("document.getElementById('table-link').value != '{link}'"));
    let renewed = host.eval("document.getElementById('table-link').value");
    let late = player(&server, &browser, 800, "Cleo", "kraken");
    late.expect_fault("404");
    late.expect_fault("WebSocket");
    late.go(&link);
    late.wait("!!document.querySelector('.notice.bad, .notice.warn')");
    assert!(!late.has("#join-table"), "the old link still opens the table");
    join(&late, renewed.as_str().unwrap_or_default());
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 2");
    clean(&[&host, &guest, &late]);
}

//! Company: a lobby with bots of character, seats in order and marks of who is ready; a rematch that asks everybody wherever
//! they are; several tables at once.

use daikaiju_e2e::{Browser, Page, Server};
use std::time::{Duration, Instant};

/// A page whose player has a name, likes a monster and wants to get on.
fn player(server: &Server, browser: &Browser, width: u32, name: &str, monster: &str) -> Page {
    let page = browser.page(width, 900);
    page.go(&server.url());
    page.eval(&format!("localStorage.setItem('daikaiju.prefs', JSON.stringify({{ speed: 'instant', hints: false, odds: false, name: '{name}', monster: '{monster}', games: 3 }}))"));
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

fn clean(pages: &[&Page]) {
    for page in pages {
        assert_eq!(page.faults(), Vec::<String>::new());
    }
}

/// Lets bots play for everybody until the game is over. What a page answers without asking takes its seat back, so they are
/// told again.
fn let_bots_play(pages: &[&Page]) {
    let end = Instant::now() + Duration::from_secs(120);
    while !pages.iter().all(|page| page.has("#again")) {
        assert!(Instant::now() < end, "the game did not end:\n{}", pages[0].text());
        pages.iter().for_each(|page| step_away(page));
        std::thread::sleep(Duration::from_millis(300));
    }
}

fn step_away(page: &Page) {
    page.eval("fetch('/api/tables/' + location.href.match(/\\/t\\/([^#\\/]+)/)[1] + '/commands', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ away: { away: true } }) }).then(answer => answer.status)");
}

const NAMES: &str = "[...document.querySelectorAll('.seatgrid .rowi:not(.empty) .grow > b')].map(e => e.innerText.split(/\\s/)[0]).join(' ')";

/// One press fills the table; each bot has a name and says what it likes; the host orders the seats; guests say that they are
/// ready; the rulebook explains itself.
#[test]
fn a_lobby_fills_itself_orders_seats_and_shows_who_is_ready() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = player(&server, &browser, 1280, "Ada", "gigazaur");
    let guest = player(&server, &browser, 390, "Ben", "the_king");
    let link = table(&host);
    guest.go(&link);
    guest.press("#join-table");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 2");
    host.wait("document.body.innerText.includes('Waiting for: Ben')");
    guest.press("#say-ready");
    host.wait("!!document.querySelector('.seatgrid .chip.ready')");
    host.press("#fill-bots");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 4");
    let names = host.eval(NAMES).as_str().unwrap_or_default().to_owned();
    assert!(names.starts_with("Ada Ben ") && names.split(' ').count() == 4, "{names}");
    assert!(host.is("[...document.querySelectorAll('.seatgrid .about')].length == 2"));
    // The first seat moves down, and everybody sees it.
    host.press(".seatgrid .rowi [aria-label='Move Ada down']");
    for page in [&host, &guest] {
        page.wait(&format!("({NAMES}).startsWith('Ben Ada ')"));
    }
    host.press("#mix-seats");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 4");
    guest.press("#book-explained summary");
    assert!(guest.is("document.querySelectorAll('#book-explained li').length > 0"));
    for page in [&host, &guest] {
        assert_eq!(page.accessibility(), Vec::<String>::new());
        assert_eq!(page.overflow(), Vec::<String>::new());
    }
    // Other rules: nobody is ready for them yet.
    host.eval("(() => { const select = document.getElementById('rulebook'); select.value = 'polish'; select.dispatchEvent(new Event('change', { bubbles: true })); })()");
    host.wait("!document.querySelector('.seatgrid .chip.ready')");
    clean(&[&host, &guest]);
}

/// The host wants another game; the guest is in the review, is asked there, and one press leads to the next game.
#[test]
fn a_rematch_asks_everybody_wherever_they_are() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = player(&server, &browser, 1280, "Ada", "gigazaur");
    let guest = player(&server, &browser, 390, "Ben", "the_king");
    let link = table(&host);
    guest.go(&link);
    guest.press("#join-table");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 2");
    host.press(".seatgrid .rowi.empty .btn");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 3");
    let names = host.eval(NAMES);
    let bot = names.as_str().and_then(|names| names.split(' ').next_back()).unwrap_or_default();
    host.press("#start-game");
    for page in [&host, &guest] {
        page.wait("!!document.querySelector('.board .tray')");
        // Refused once the game is over.
        page.expect_fault("409");
    }
    let_bots_play(&[&host, &guest]);
    guest.press("#to-review");
    guest.wait("location.hash.startsWith('#/review')");
    // A bot is called there as it was at the table.
    guest.wait(&format!("document.querySelector('main').innerText.includes('{bot}')"));
    // Nobody waits for whoever reads the review, so nobody is told that they are away.
    host.wait("fetch('/api/tables/' + location.href.match(/\\/t\\/([^#\\/]+)/)[1]).then(answer => answer.json()).then(table => JSON.stringify(table).includes('gone'))");
    assert!(!host.text().contains("Ben is away"), "{}", host.text());
    host.press("#again");
    host.wait("document.getElementById('who-is-in')?.innerText.includes('Waiting for: Ben')");
    assert_eq!(host.accessibility(), Vec::<String>::new());
    guest.wait("document.querySelector('.calls .call')?.innerText.includes('Ada')");
    assert_eq!(guest.accessibility(), Vec::<String>::new());
    guest.press(".calls .to-table");
    for page in [&host, &guest] {
        page.wait("!!document.querySelector('.board .tray') && !document.getElementById('again')");
    }
    // On the home page the table stands in the list, and leads back.
    guest.eval("location.hash = '#/'");
    guest.wait("!!document.querySelector('#your-tables .to-table')");
    assert_eq!(guest.accessibility(), Vec::<String>::new());
    guest.press("#your-tables .to-table");
    guest.wait("!!document.querySelector('.board .tray')");
    clean(&[&host, &guest]);
}

/// Two tables at once: the home page lists both, the one that waits first.
#[test]
fn several_tables_are_listed_and_those_that_wait_come_first() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = player(&server, &browser, 390, "Ada", "gigazaur");
    table(&page);
    page.eval("location.hash = '#/'");
    page.wait("document.querySelectorAll('#your-tables .to-table').length == 1");
    table(&page);
    page.press("#fill-bots");
    page.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 4");
    page.press("#start-game");
    page.wait("!!document.querySelector('.board .tray')");
    // The player's question waits for as long as it takes.
    page.wait("!!document.querySelector('#act #stop, #act #yield, #act #end, #act .answer')");
    page.eval("location.hash = '#/'");
    page.wait("document.querySelectorAll('#your-tables .to-table').length == 2");
    page.wait("document.querySelector('#your-tables li').innerText.includes('Your turn')");
    assert_eq!(page.overflow(), Vec::<String>::new());
    // Elsewhere it calls, and is put off with a press.
    page.eval("location.hash = '#/learn'");
    page.wait("!!document.querySelector('.calls .call')");
    page.press(".calls .ghost");
    page.wait("!document.querySelector('.calls .call')");
    clean(&[&page]);
}

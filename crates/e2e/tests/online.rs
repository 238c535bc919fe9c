//! Browsers, a script and a bot at one table, with a reload, a lost connection and a server that loses power.

use daikaiju_e2e::{Browser, Page, Server, program};
use std::process::{Child, Command, Stdio};
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

/// Ada creates a table, Ben comes by its link.
fn table_of_two(server: &Server, host: &Page, guest: &Page) -> String {
    for (page, name) in [(host, "Ada"), (guest, "Ben")] {
        page.go(&server.url());
        page.eval(&format!("localStorage.setItem('daikaiju.prefs', JSON.stringify({{ speed: 'instant', hints: false, odds: false, name: '{name}', monster: '{}' }}))", if name == "Ada" { "gigazaur" } else { "the_king" }));
        page.reload();
    }
    host.press("#create-table");
    host.wait("!!document.getElementById('table-link')");
    let link = host.eval("document.getElementById('table-link').value");
    let link = link.as_str().unwrap_or_default().to_owned();
    guest.go(&link);
    guest.press("#join-table");
    wait_for_seats(host, 2);
    link
}

fn wait_for_seats(page: &Page, seats: usize) {
    page.wait(&format!(
        "document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == {seats}"
    ));
}

fn add_bot(host: &Page, seats: usize) {
    host.press(".seatgrid .rowi.empty .btn");
    wait_for_seats(host, seats);
}

fn begin(host: &Page, guest: &Page) {
    host.press("#start-game");
    for page in [host, guest] {
        page.wait("!!document.querySelector('.board .tray')");
        for words in ["WebSocket", "ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED"] {
            page.expect_fault(words);
        }
    }
}

#[test]
fn two_browsers_and_a_bot_play_through_reload_lost_line_and_power_cut() {
    let mut server = Server::start();
    let browser = Browser::launch();
    let host = browser.page(1440, 900);
    let guest = browser.page(390, 844);
    let link = table_of_two(&server, &host, &guest);
    assert!(link.contains("/t/"), "{link} is not a link");
    add_bot(&host, 3);
    begin(&host, &guest);
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
    // The link of an ended game shows how it ended, and its review.
    let late = browser.page(1024, 768);
    late.go(&link);
    late.wait("!!document.getElementById('to-review')");
    late.wait("!!localStorage.getItem('daikaiju.last')");
    late.press("#to-review");
    late.wait("!!document.querySelector('.result h1')");
    for page in [&host, &guest, &late] {
        assert_eq!(page.faults(), Vec::<String>::new());
    }
}

/// Any turn of the log is put to the books, as itself, in a tab beside the game, which goes on.
#[test]
fn a_table_online_asks_the_books_and_stays() {
    let server = Server::start();
    let browser = Browser::launch();
    let (host, guest) = (browser.page(1440, 900), browser.page(1024, 768));
    table_of_two(&server, &host, &guest);
    begin(&host, &guest);
    let turns = "document.querySelectorAll('#log-list > li.turn').length";
    let end = Instant::now() + Duration::from_secs(120);
    while !host.is(&format!("4 <= {turns}")) {
        assert!(Instant::now() < end, "four turns were not played: {}", host.text());
        answer(&host);
        answer(&guest);
        std::thread::sleep(Duration::from_millis(60));
    }
    // The turn before the last one: who played it is whose turn the question is about.
    host.eval("const turn = document.querySelectorAll('#log-list > li.turn')[2]; turn.querySelector('summary').click()");
    let ask = "document.querySelectorAll('#log-list > li.turn')[2].querySelector('a.asks')";
    host.wait(&format!("!!{ask}"));
    assert_eq!(host.eval(&format!("{ask}.target")), "_blank");
    // The link itself would open a tab; what it hands over is what counts here.
    host.eval(&format!("{{ const a = {ask}; a.removeAttribute('target'); a.addEventListener('click', event => event.preventDefault()); a.click(); }}"));
    let handed = host.eval("JSON.parse(localStorage.getItem('daikaiju.arbiter'))");
    assert!(host.has(".board .tray"), "the table is still there");
    let started = handed["opening"].as_array().and_then(|events| events.first().cloned());
    let number = started.and_then(|event| event["turn"].as_u64());
    let newest = host.eval(turns).as_u64().unwrap_or(0);
    assert!(number.is_some_and(|number| 0 < number && number < newest), "{number:?} of {newest}");
    // In the other tab: the question of that turn, and that the game goes on elsewhere.
    let other = browser.page(1280, 800);
    other.go(&server.url());
    let text = serde_json::Value::from(handed.to_string());
    other.eval(&format!("localStorage.setItem('daikaiju.arbiter', {text})"));
    other.go(&format!("{}/?beside#/arbiter/game", server.url()));
    other.wait("!!document.querySelector('table.five')");
    assert!(other.text().contains("The game goes on in the other tab."), "{}", other.text());
    assert!(!other.has("#back-to-game"));
    for page in [&host, &guest, &other] {
        assert_eq!(page.faults(), Vec::<String>::new());
    }
}

/// Whoever has left a table is no longer at its address: a reload stays at home.
#[test]
fn the_address_of_a_table_goes_when_it_is_left() {
    let server = Server::start();
    let browser = Browser::launch();
    let host = browser.page(1280, 800);
    host.go(&server.url());
    host.press("#create-table");
    host.wait("!!document.getElementById('table-link')");
    let link = host.eval("document.getElementById('table-link').value");
    let guest = browser.page(1280, 800);
    guest.go(link.as_str().unwrap_or_default());
    guest.wait("!!document.getElementById('join-table') && location.pathname.startsWith('/t/')");
    guest.press("a.brand");
    guest.wait("!!document.getElementById('play')");
    guest.wait("location.pathname == '/'");
    guest.reload();
    guest.wait("!!document.getElementById('play')");
    assert_eq!(guest.faults(), Vec::<String>::new());
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

/// A process that ends with this value.
struct Script(Child);

impl Drop for Script {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn two_browsers_a_script_and_a_bot_play_a_game_through_a_restart_of_the_server() {
    let mut server = Server::start();
    let (first, second) = (Browser::launch(), Browser::launch());
    let host = first.page(1440, 900);
    let guest = second.page(390, 844);
    let link = table_of_two(&server, &host, &guest);
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/examples/bot.py");
    let python = Command::new("python3").args([bot, &link]).stdout(Stdio::piped()).spawn();
    let mut script = Script(python.expect("python3 is there"));
    wait_for_seats(&host, 3);
    add_bot(&host, 4);
    begin(&host, &guest);
    let end = Instant::now() + Duration::from_secs(400);
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
        if rounds == 25 {
            assert!(!host.has("#to-review"), "the game was over before the restart");
            server.restart();
        }
        std::thread::sleep(Duration::from_millis(60));
    }
    assert!(25 < rounds, "the game was over after {rounds} rounds, before the restart");
    // The script has seen the end, too.
    let output = script.0.stdout.take().expect("its output is piped");
    let said = std::io::read_to_string(output).expect("it speaks plain text");
    assert!(script.0.wait().expect("it ends").success(), "{said}");
    assert!(said.starts_with("over after "), "{said}");
    for page in [&host, &guest] {
        assert_eq!(page.faults(), Vec::<String>::new());
    }
    // One game, four players, and dice that anyone can check.
    let table = link.split("/t/").nth(1).and_then(|rest| rest.split('#').next()).expect("a name");
    let games = format!("fetch('/api/tables/{table}/games/1').then(answer => answer.text())");
    let record = host.eval(&games).as_str().unwrap_or_default().to_owned();
    let players: serde_json::Value = serde_json::from_str(&record).expect("it is a record");
    let names: Vec<_> = players["players"].as_array().into_iter().flatten().collect();
    assert_eq!(names.len(), 4, "{names:?}");
    for (index, name) in ["Ada", "Ben", "Python"].into_iter().enumerate() {
        assert_eq!(names[index]["name"], name);
    }
    assert!(names[3]["bot"].is_string(), "{names:?}");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("record.json");
    std::fs::write(&file, record).expect("the record can be kept");
    let verified = Command::new(program()).arg("verify").arg(&file).output().expect("it runs");
    // Fair, with or without reservations (the script adds nothing to the dice).
    let said = String::from_utf8_lossy(&verified.stdout);
    assert!(said.starts_with("Fair: "), "{said}");
}

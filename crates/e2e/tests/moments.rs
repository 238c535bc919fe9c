//! What is followed, felt and celebrated: the recap, the log, the pace, things that move, the end, roars, calls, and the
//! first page before its program has come.

use daikaiju_e2e::{Browser, Page, Server, Theme, Walk, positions, put};
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

fn walk(browser: &Browser, size: (u32, u32)) -> Walk<'_> {
    Walk { browser, theme: Theme::Dark, language: "en", size }
}

fn clean(page: &Page) {
    assert_eq!(page.faults(), Vec::<String>::new());
}

fn count(page: &Page, expression: &str) -> u64 {
    page.eval(expression).as_u64().unwrap_or(0)
}

/// Answers whatever is asked; dice are thrown again and cards are bought where that is possible.
fn answer(page: &Page) {
    if page.has("#stop-anyway") {
        page.press("#stop-anyway");
    } else if page.has("#yield") {
        page.key("y");
    } else if page.has("#act.shop") {
        page.key("1");
        page.key("e");
    } else if page.has("#roll[aria-disabled=false]") {
        page.key("1");
        page.key("r");
    } else if page.has("#stop") {
        page.key("Enter");
    } else if page.has("#act .answer") {
        page.key("1");
    }
    std::thread::sleep(Duration::from_millis(60));
}

/// What happened to a player is told at the start of the turn and marked in the log; the others play as fast as is wanted.
#[test]
fn a_turn_is_recapped_marked_and_paced() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = walk(&browser, (1280, 800));
    // The first game is calm, and nobody has chosen a speed.
    let page = walk.page(&server, &json!({ "games": 0, "speed": null }));
    let (game, lost) = positions::after_losses().expect("somebody is hit by two rivals");
    walk.open(&page, &server, "solo", &game, "#/solo");
    page.wait("!!document.getElementById('recap')");
    let told = page.eval("document.querySelector('#recap .loss').innerText");
    let told = told.as_str().unwrap_or_default().replace('\n', " ");
    for (name, amount) in &lost {
        assert!(told.contains(&format!("{name} {amount}")), "{name} took {amount}: {told}");
    }
    let all: u8 = lost.iter().map(|(_, amount)| amount).sum();
    assert!(told.contains(&format!("{all}")), "{all} in all: {told}");
    assert_eq!(page.accessibility(), Vec::<String>::new());
    // Each turn that cost hearts is marked, and the player is called You.
    let marked = "[...document.querySelectorAll('#log-list .lt.loss')]";
    assert!(lost.len() as u64 <= count(&page, &format!("{marked}.length")));
    for (name, _) in &lost {
        let hit = format!(
            "{marked}.some(e => e.querySelector('summary').innerText.includes('{name}') && /\\byou\\b/i.test(e.querySelector('summary').innerText))"
        );
        assert!(page.is(&hit), "{name}'s turn is not marked");
    }
    assert!(page.is(
        "[...document.querySelectorAll('#log-list .turn .sum b')].some(e => e.innerText == 'You')"
    ));
    // It is gone with the next throw.
    std::thread::sleep(Duration::from_millis(450));
    page.key("r");
    page.wait("!document.getElementById('recap')");
    // Then the others play, and wait for a tap each if that is wanted.
    let end = Instant::now() + Duration::from_secs(60);
    while !page.has(".speedrow input") {
        assert!(Instant::now() < end, "the others never play:\n{}", page.text());
        answer(&page);
    }
    assert!(page.is("document.querySelector('.speedrow input').checked"), "the first game is calm");
    page.eval("[...document.querySelectorAll('.speedrow input')].pop().click()");
    let inputs = "JSON.parse(localStorage.getItem('daikaiju.solo')).record.inputs.length";
    for step in 0..2 {
        let end = Instant::now() + Duration::from_secs(60);
        while !page.has("#next-step") {
            assert!(Instant::now() < end, "no step waits for a tap:\n{}", page.text());
            answer(&page);
        }
        let before = count(&page, inputs);
        assert!(
            !page.wait_for(&format!("{inputs} > {before}"), Duration::from_millis(1500)),
            "a rival did not wait for the tap"
        );
        if step == 0 {
            page.press("#next-step")
        } else {
            page.key("Space")
        }
        page.wait(&format!("{inputs} > {before}"));
    }
    clean(&page);
}

/// Sees, in every frame and exactly as it is painted, whether a die shows a new face before it lies still; and remembers
/// every class with which something moves.
const WATCH: &str = "
window.early = []; window.frames = 0; window.moving = new Set(); window.hurried = false;
const faces = new WeakMap();
const look = () => {
  window.frames++;
  // Whoever wants to see the end sees no dice roll.
  if (window.hurried) return;
  const turned = [];
  for (const use of document.querySelectorAll('fieldset.dice .die svg.d use, #act .minidice svg use')) {
    const face = use.getAttribute('href'), before = faces.get(use);
    if (!before) { faces.set(use, { face, since: -1e9 }); continue; }
    if (before.face !== face) { before.face = face; turned.push(before); }
  }
  // Cards turn one die or two, and that without a throw.
  if (turned.length > 2) for (const die of turned) die.since = performance.now();
  for (const use of document.querySelectorAll('fieldset.dice .die svg.d use, #act .minidice svg use')) {
    // A fast die lies still after 240 ms.
    const die = faces.get(use), age = performance.now() - die.since;
    if (age < 200 && getComputedStyle(use).opacity > 0.1)
      window.early.push(die.face + ' after ' + Math.round(age) + ' ms in ' + use.closest('section, fieldset').className);
  }
};
new MutationObserver(list => {
  for (const change of list) {
    for (const e of [change.target, ...change.addedNodes]) {
      for (const name of ['flying', 'sliding', 'sinking', 'taken', 'hurt', 'falling', 'rolling'])
        if (e.classList && e.classList.contains(name)) window.moving.add(name);
    }
  }
  if (window.early_end === undefined && document.querySelector('.endgame'))
    window.early_end = !!document.querySelector('.rolling');
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
addEventListener('DOMContentLoaded', () => {
  // What observes sizes is called after everything that draws and before the picture is shown.
  const probe = document.createElement('div');
  probe.style.cssText = 'position: fixed; height: 1px; visibility: hidden; pointer-events: none';
  document.body.append(probe);
  new ResizeObserver(look).observe(probe);
  let wide = false;
  const frame = () => { wide = !wide; probe.style.width = wide ? '1px' : '2px'; requestAnimationFrame(frame); };
  frame();
});";

/// Dice tumble before they show a face, stars fly, cards slide, Tokyo changes hands; the last dice are seen before the end.
/// With reduced motion none of it happens.
#[test]
fn everything_that_happens_moves_unless_motion_is_not_wanted() {
    let server = Server::start();
    let browser = Browser::launch();
    let prefs = json!({ "speed": "fast", "level": "gentle", "rivals": 3, "skip_buying": false, "odds": false });
    let page = walk(&browser, (1280, 800)).page(&server, &prefs);
    page.before_everything(WATCH);
    let wanted = ["flying", "sliding", "sinking", "taken", "hurt", "rolling"];
    let end = Instant::now() + Duration::from_secs(420);
    let mut over = false;
    let mut game = 0;
    // One game nearly always has everything; the next one follows if it does not.
    while !over || !wanted.iter().all(|name| page.is(&format!("window.moving.has('{name}')"))) {
        game += 1;
        let seen = page.eval("[...(window.moving || [])]");
        page.leave_table();
        page.go(&format!("{}/?game{game}#/solo", server.url()));
        page.eval(&format!("{seen}.forEach(name => window.moving.add(name))"));
        page.wait("!!document.querySelector('.board .tray')");
        while !page.has(".endgame") {
            assert!(
                Instant::now() < end,
                "not all moved: {}",
                page.eval("[...window.moving].join(' ')")
            );
            if page.has("#see-the-end") {
                page.eval("window.hurried = true");
                page.press("#see-the-end");
            }
            answer(&page);
        }
        over = true;
    }
    assert_eq!(
        page.eval("window.early.join('; ')"),
        "",
        "a face was seen before its die lay still"
    );
    assert!(100 < count(&page, "window.frames"), "hardly a frame was looked at");
    assert!(
        page.is("window.hurried || window.early_end === false"),
        "the end came before the last dice lay still"
    );
    clean(&page);
    page.close();

    let still = walk(&browser, (1280, 800)).page(&server, &prefs);
    still.media(&[("prefers-reduced-motion", "reduce")]);
    still.before_everything(WATCH);
    still.go(&format!("{}/?still#/solo", server.url()));
    still.wait("!!document.querySelector('.board .tray')");
    let end = Instant::now() + Duration::from_secs(60);
    while count(&still, "document.querySelectorAll('#log-list li.turn').length") < 8
        && !still.has(".endgame")
    {
        assert!(Instant::now() < end, "the game does not go on:\n{}", still.text());
        answer(&still);
    }
    assert_eq!(still.eval("[...window.moving].join(' ')"), "", "something moved");
    clean(&still);
}

/// The end says who won, what it came to for everybody, and what next; the way back to a game that is on is on every page.
#[test]
fn winners_and_losers_see_places_and_facts() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = walk(&browser, (1280, 800));
    let page = walk.page(&server, &json!({}));
    for won in [true, false] {
        let game = positions::finished_with(won).expect("such a game");
        walk.open(&page, &server, "solo", &game, "#/solo");
        page.wait("!!document.getElementById('end-title')");
        let title = page.eval("document.getElementById('end-title').textContent");
        assert_eq!(title == "You win!", won, "{title}");
        assert_eq!(count(&page, "document.querySelectorAll('.places tbody tr').length"), 4);
        let first = page.eval("document.querySelector('.places tbody tr').innerText");
        assert_eq!(first.as_str().unwrap_or_default().contains("You"), won, "{first}");
        assert!(2 <= count(&page, "document.querySelectorAll('.endkpis .kpi').length"));
        assert!(page.has("#again") && page.has("#to-review"), "nothing to do next");
    }
    // A game that is on can be gone back to, from wherever one has looked something up.
    let (game, _) = positions::after_losses().expect("such a game");
    walk.open(&page, &server, "solo", &game, "#/solo");
    for (width, address) in
        [(1280, "#/cards"), (390, "#/settings"), (320, "#/learn"), (1280, "#/rules")]
    {
        page.resize(width, 800);
        page.eval(&format!("location.hash = '{address}'"));
        page.press("#to-the-table");
        page.wait("!!document.querySelector('.board .tray')");
    }
    page.leave_table();
    page.eval("location.hash = '#/'");
    page.wait("!!document.getElementById('play')");
    page.eval("location.hash = '#/cards'");
    page.wait("!!document.querySelector('.gallery')");
    assert!(!page.has("#to-the-table"), "home is where a table is left");
    clean(&page);
}

/// Stands in for what a browser does outside of the page.
const OUTSIDE: &str = "
window.calls = []; window.badges = [];
Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
ServiceWorkerRegistration.prototype.showNotification = async (title, options) => { window.calls.push([title, options.tag]); };
const shown = document;
Object.defineProperty(shown, 'visibilityState', { get: () => window.away ? 'hidden' : 'visible' });
navigator.setAppBadge = async () => { window.badges.push('on'); };
navigator.clearAppBadge = async () => { window.badges.push('off'); };";

/// A roar bursts from the portrait at the other's table; whoever looks elsewhere is called once, with a badge.
#[test]
fn a_roar_bursts_and_an_absent_player_is_called_once() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = walk(&browser, (1280, 800));
    let host = walk.page(&server, &json!({ "monster": "gigazaur", "skip_buying": false }));
    host.before_everything(OUTSIDE);
    put(
        &host,
        "prefs",
        &json!({ "speed": "instant", "games": 3, "hints": false, "name": "Ada", "monster": "gigazaur", "notify": true, "skip_buying": false }),
    );
    host.reload();
    host.wait("navigator.serviceWorker.ready.then(() => true)");
    // Without a name one is called as one's monster is.
    let guest = walk.page(&server, &json!({ "name": "", "monster": "the_king" }));
    host.press("#create-table");
    host.wait("!!document.getElementById('table-link')");
    let link = host.eval("document.getElementById('table-link').value");
    guest.go(link.as_str().unwrap_or_default());
    guest.wait("!!document.getElementById('join-table')");
    // Whoever comes by the link reads first how to join.
    assert!(guest.is(
        "document.querySelector('.lobby .panel').contains(document.getElementById('join-table'))"
    ));
    guest.press("#join-table");
    host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 2");
    host.wait("document.querySelector('.seatgrid').innerText.includes('The King')");
    host.press("#start-game");
    for page in [&host, &guest] {
        page.wait("!!document.querySelector('.board .tray') && !!document.querySelector('.log .roars .btn')");
    }
    host.eval("window.bursts = []; new MutationObserver(list => { for (const m of list) for (const e of m.addedNodes) if (e.className == 'roarburst') { const seat = document.querySelector('.seats .seat .face').getBoundingClientRect(), at = e.getBoundingClientRect(); window.bursts.push(Math.hypot(at.x - seat.x, at.y - seat.y)); } }).observe(document.body, { childList: true })");
    guest.press(".log .roars .btn");
    host.wait("window.bursts.length == 1");
    let far = host.eval("window.bursts[0]").as_f64().unwrap_or(1e9);
    assert!(far < 200.0, "it burst {far} px from the portrait");
    host.wait("!document.querySelector('.roarburst')");

    // The host looks elsewhere: not while the host is asked, or the call would have been made before.
    let end = Instant::now() + Duration::from_secs(90);
    while host.is("document.title.includes('Your turn')") || !guest.has("#act:not(.watch)") {
        assert!(Instant::now() < end, "the guest is never asked:\n{}", guest.text());
        answer(&host);
    }
    host.eval("window.away = true; window.calls = []; window.badges = []");
    while count(&host, "window.calls.length") == 0 {
        assert!(Instant::now() < end, "the host was never called:\n{}", host.text());
        answer(&guest);
    }
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(
        count(&host, "window.calls.length"),
        1,
        "{}",
        host.eval("JSON.stringify(window.calls)")
    );
    assert!(
        host.is("/^daikaiju-[a-z]+-[0-9]+$/.test(window.calls[0][1])"),
        "{}",
        host.eval("window.calls[0][1]")
    );
    assert!(host.is("window.badges.includes('on')"), "no badge");
    clean(&host);
    clean(&guest);
}

/// A plain request, as a program makes it that shows a link: the status line, and all of the answer.
fn fetch(server: &Server, path: &str, headers: &str) -> (String, String) {
    let address = server.url();
    let address = address.trim_start_matches("http://");
    let mut line = std::net::TcpStream::connect(address).expect("the server listens");
    line.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket takes a timeout");
    write!(line, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n")
        .expect("it is sent");
    let mut answer = Vec::new();
    line.read_to_end(&mut answer).expect("an answer comes");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    (answer.lines().next().unwrap_or_default().to_owned(), answer)
}

/// The poster stands while the program has not come; the app can be installed; a link shows a picture and the table's name.
#[test]
fn the_first_page_stands_alone_and_links_have_a_preview() {
    let server = Server::start();
    for path in [
        "/manifest.webmanifest",
        "/icon.svg",
        "/icon-192.png",
        "/icon-512.png",
        "/icon-maskable.png",
        "/preview.png",
        "/sw.js",
    ] {
        let (status, _) = fetch(&server, path, "");
        assert!(status.contains(" 200 "), "{path}: {status}");
    }
    let (_, table) = fetch(&server, "/t/harbour-42", "");
    let image = format!("og:image\" content=\"{}/preview.png\"", server.url());
    assert!(
        table.contains(&image) && table.contains("table harbour-42"),
        "{}",
        table.chars().take(2500).collect::<String>()
    );
    let (_, manifest) = fetch(&server, "/manifest.webmanifest", "");
    for part in ["\"shortcuts\"", "\"standalone\"", "maskable"] {
        assert!(manifest.contains(part), "the manifest has no {part}");
    }
    let (_, sound) = fetch(&server, "/", "Sec-Fetch-Dest: document\r\n");
    assert!(sound.contains("og:image\" content=\"/preview.png\""), "browsers get the packed page");

    let browser = Browser::launch();
    let page = browser.page(390, 844);
    page.expect_fault("ERR_BLOCKED_BY_CLIENT");
    page.expect_fault("Failed to fetch");
    page.call("Network.setBlockedURLs", json!({ "urls": ["*.wasm"] }));
    page.call("Page.navigate", json!({ "url": server.url() }));
    page.wait("!!document.getElementById('shell') && document.readyState == 'complete'");
    assert!(
        page.has("#shell h1") && page.has("#shell-play") && page.has("#shell .hero svg.only-phone")
    );
    // What cannot be had is said, with a way on.
    page.wait("!!document.querySelector('.shell-load[role=alert] button')");
    assert_eq!(page.accessibility(), Vec::<String>::new());
    clean(&page);
}

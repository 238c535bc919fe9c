//! The player's own games over time, and puzzles: all of it on this device.

use daikaiju_e2e::{Browser, Page, Server, positions};
use serde_json::{Value, json};
use std::time::Duration;

/// A kept game as the page keeps it: the record without the proof of its dice.
fn saved(kept: &Value, id: &str, when: u64) -> Value {
    let mut record = kept["record"].clone();
    record["fair"] = Value::Null;
    json!({ "id": id, "when": when, "mode": "solo", "me": "A", "record": record })
}

fn keep(page: &Page, games: &[Value]) {
    let ids: Vec<&Value> = games.iter().map(|game| &game["id"]).collect();
    page.eval("localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'instant', hints: false, games: 3, throws: false }))");
    for game in games {
        let id = game["id"].as_str().expect("a name");
        page.eval(&format!("localStorage.setItem('daikaiju.game.{id}', JSON.stringify({game}))"));
    }
    let ids = json!(ids);
    page.eval(&format!("localStorage.setItem('daikaiju.games', JSON.stringify({ids}))"));
}

#[test]
fn games_are_compared_over_time_and_can_be_taken_along() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    page.go(&server.url());
    let games: Vec<Value> = [(2, "device-b"), (4, "device-a")]
        .into_iter()
        .enumerate()
        .map(|(n, (players, id))| {
            saved(&positions::finished(players), id, 1_700_000_000_000 - n as u64)
        })
        .collect();
    keep(&page, &games);
    page.go(&format!("{}/?games#/history", server.url()));
    page.wait("document.querySelectorAll('.games tbody tr').length == 2");
    // The worker reviews them one after the other; then rate and luck are there.
    let reviewed = "document.querySelectorAll('.trend .dot').length == 2";
    assert!(page.wait_for(reviewed, Duration::from_secs(60)), "{}", page.text());
    // Every comparison counts every game once.
    let counts = "[...document.querySelectorAll('.compare')].map(one => [...one.querySelectorAll('tbody tr td:nth-child(2)')].reduce((sum, cell) => sum + Number(cell.innerText), 0)).join()";
    assert_eq!(page.eval(counts), "2,2,2");
    assert_eq!(page.overflow(), Vec::<String>::new());
    // One is deleted, and that is taken back.
    page.press(".games tbody tr button");
    page.wait("document.querySelectorAll('.games tbody tr').length == 1");
    page.press("#undo-delete");
    page.wait("document.querySelectorAll('.games tbody tr').length == 2");
    // All as one file, out and in again.
    page.eval("URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return ''; }; HTMLAnchorElement.prototype.click = () => {}");
    page.press("#export-games");
    page.wait("!!window.saved");
    page.press("#delete-games");
    page.wait("!!document.querySelector('.mygames .empty')");
    assert!(page.is("!localStorage.getItem('daikaiju.game.device-a')"));
    let open = |text: &str| {
        page.eval(&format!("(() => {{ const files = new DataTransfer(); files.items.add(new File([{text}], 'games.json')); const input = document.getElementById('import-games'); input.files = files.files; input.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"));
    };
    open("'nonsense'");
    page.wait("!!document.querySelector('.notice.bad')");
    open("window.saved");
    page.wait("document.querySelectorAll('.games tbody tr').length == 2");
    // Each opens its review.
    page.press(".games tbody a");
    page.wait(
        "location.hash.startsWith('#/review/device-') && !!document.querySelector('.wingraph')",
    );
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn a_finished_game_is_kept_and_a_full_browser_loses_no_running_one() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    page.go(&server.url());
    let old = saved(&positions::finished(2), "device-old", 1_600_000_000_000);
    keep(&page, &[old]);
    // Almost nothing is left of the browser's storage: an old game makes room for the one that is on.
    page.eval("(() => { const fill = n => { try { localStorage.setItem('fill' + n, 'x'.repeat(n)); return true; } catch { return false; } }; for (let n = 4000000; 400 < n; n = Math.floor(n / 2)) fill(n); })()");
    page.press("#play");
    page.wait("!!document.querySelector('.board .tray')");
    let kept = "!!localStorage.getItem('daikaiju.solo')";
    assert!(page.wait_for(kept, Duration::from_secs(20)), "{}", page.text());
    assert!(page.is("!localStorage.getItem('daikaiju.game.device-old')"));
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn the_days_puzzle_is_the_same_for_everybody_and_explains_itself() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    page.go(&format!("{}/#/puzzles", server.url()));
    page.wait("!!document.querySelector('.puzzle .ask')");
    let asked = page.eval("document.querySelector('.puzzle').innerText");
    let other = browser.page(1280, 800);
    other.go(&format!("{}/#/puzzles", server.url()));
    other.wait("!!document.querySelector('.puzzle .ask')");
    let title = "document.querySelector('.puzzle .ask').innerText";
    assert_eq!(page.eval(title), other.eval(title));
    // Nothing gives the answer away.
    assert!(!page.has(".puzzle .vals"), "{asked}");
    assert_eq!(page.overflow(), Vec::<String>::new());
    page.press("#give-up");
    page.wait("document.querySelectorAll('#solved .val').length >= 2");
    page.wait("document.querySelector('#solved .val.best b.num').innerText.includes('%')");
    // A miss costs something, and never much.
    let rating = page.eval("JSON.parse(localStorage.getItem('daikaiju.puzzles')).rating");
    let rating = rating.as_f64().unwrap_or_default();
    assert!((1450.0..1500.0).contains(&rating), "{rating}");
    assert!(page.has(".day.missed"));
    // Endless ones follow, and an answer is judged at once.
    page.press("#next-puzzle");
    page.wait("location.hash == '#/puzzles/all' && !!document.querySelector('.puzzle .ask') && !document.querySelector('#solved')");
    page.press("#answer, .answers .qopt");
    page.wait("!!document.querySelector('#solved [role=status]')");
    let tried =
        "Object.keys(JSON.parse(localStorage.getItem('daikaiju.puzzles')).done).length == 2";
    assert!(page.is(tried));
    // It can be played on from there, against bots; a reload goes on with it.
    page.press("#try-it");
    page.wait("!!document.querySelector('.board .tray') && location.hash == '#/solo'");
    let kept = "JSON.parse(localStorage.getItem('daikaiju.solo'))";
    page.wait(&format!("{kept}.table.startsWith('trial/') && !!{kept}.from"));
    page.wait("!!document.querySelector('#act:not(.watch)')");
    let round = page.eval("document.querySelector('.barturn, header.top').innerText");
    page.reload();
    page.wait("!!document.querySelector('#act:not(.watch)')");
    assert_eq!(page.eval("document.querySelector('.barturn, header.top').innerText"), round);
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// On a phone the board and the answers of a puzzle are on one screen, and on the narrowest nothing sticks out: every puzzle
/// that ships is opened, by the day whose it is.
#[test]
fn a_puzzle_needs_no_scrolling_between_board_and_answers() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    page.go(&format!("{}/#/puzzles", server.url()));
    page.wait("!!document.querySelector('.puzzle .ask')");
    page.wait("document.fonts.ready.then(() => true)");
    // Each puzzle has its day before one comes again.
    let puzzles = include_str!("../../review/puzzles.txt").lines().count();
    for (width, height, tallest) in [(390, 844, 844.0), (320, 640, f64::INFINITY)] {
        page.resize(width, height);
        let mut monsters = vec![0; 7];
        for first in (0..puzzles).step_by(PUZZLES_AT_ONCE) {
            let open = (PUZZLES_AT_ONCE.min(puzzles - first)).to_string();
            let script = TALL.replace("FIRST", &first.to_string()).replace("COUNT", &open);
            let seen = page.eval(&script);
            let seen = seen.as_array().unwrap_or_else(|| panic!("{seen}: {}", page.text()));
            for puzzle in seen {
                let needs = puzzle["needs"].as_f64().unwrap_or(f64::NAN);
                assert!(needs <= tallest && puzzle["wide"] == 0, "{width}x{height}: {puzzle}");
                monsters[puzzle["monsters"].as_u64().unwrap_or_default() as usize] += 1;
            }
        }
        assert_eq!(monsters.iter().sum::<usize>(), puzzles);
        assert!(monsters[2..].iter().all(|&many| 0 < many), "{monsters:?}");
    }
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// So many are opened in one go, each as soon as the one before was measured.
const PUZZLES_AT_ONCE: usize = 25;

/// Opens some days' puzzles, and tells how tall each is from its board to its last answer.
const TALL: &str = "(async () => { \
    const now = new Date(), today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 864e5, seen = []; \
    for (let n = FIRST; n < FIRST + COUNT; n++) { \
      const before = document.querySelector('.puzzle'); \
      location.hash = '#/puzzles/day-' + (today - n - 1); \
      let puzzle; \
      do { await new Promise(requestAnimationFrame); puzzle = document.querySelector('.puzzle'); } while (!puzzle || puzzle === before); \
      const board = puzzle.querySelector('.replayboard').getBoundingClientRect().top; \
      const ends = [...puzzle.querySelectorAll('#answer, .answers')].map(one => one.getBoundingClientRect().bottom); \
      seen.push({ day: today - n - 1, monsters: puzzle.querySelectorAll('.replayboard .seat').length + 1, needs: Math.max(...ends) - board, \
        wide: document.documentElement.scrollWidth - innerWidth, ask: puzzle.querySelector('.ask').innerText }); \
    } \
    return seen; })()";

/// Whoever was here once has the puzzles without a network, and the day's is the same.
#[test]
fn puzzles_open_without_a_network() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    page.go(&server.url());
    page.wait("navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller || (location.reload(), false))");
    page.wait("!document.getElementById('shell')");
    let online = browser.page(390, 844);
    online.go(&format!("{}/#/puzzles", server.url()));
    online.wait("!!document.querySelector('.puzzle .ask')");
    page.offline(true);
    page.eval("location.hash = '#/puzzles'");
    page.wait("!!document.querySelector('.puzzle .ask')");
    let asked = "document.querySelector('.puzzle').innerText";
    assert_eq!(page.eval(asked), online.eval(asked));
    page.press("#give-up");
    page.wait("document.querySelectorAll('#solved .val').length >= 2");
    page.press("#next-puzzle");
    page.wait("location.hash == '#/puzzles/all' && !!document.querySelector('.puzzle .ask') && !document.querySelector('#solved')");
    page.offline(false);
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// A trial is reviewed for itself, and one that began at a puzzle leads back to the puzzles: never to some other game.
#[test]
fn a_trial_does_not_open_the_review_of_another_game() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    page.go(&server.url());
    keep(&page, &[]);
    daikaiju_e2e::put(&page, "last", &positions::finished(2));
    let mut trial = positions::finished(4);
    trial["table"] = "trial/one".into();
    daikaiju_e2e::put(&page, "solo", &trial);
    page.go(&format!("{}/?trial#/solo", server.url()));
    page.press("#to-review");
    page.wait("location.hash == '#/review/trial' && document.querySelectorAll('.account tbody tr').length == 4");
    // It counts nowhere, and the game that ended last is still that.
    assert!(page.is("JSON.parse(localStorage.getItem('daikaiju.games') || '[]').length == 0"));
    assert!(
        page.is("JSON.parse(localStorage.getItem('daikaiju.last')).record.players.length == 2")
    );
    let puzzle = include_str!("../../review/puzzles.txt").lines().next().expect("there is one");
    let puzzle: Value = serde_json::from_str(puzzle).expect("a puzzle in each line");
    let position: engine::State =
        serde_json::from_value(puzzle["position"].clone()).expect("a position");
    let mut puzzled = ended_from(position);
    puzzled["table"] = "trial/two".into();
    page.leave_table();
    daikaiju_e2e::put(&page, "solo", &puzzled);
    page.go(&format!("{}/?puzzled#/solo", server.url()));
    page.wait("!!document.getElementById('to-puzzles')");
    assert!(!page.has("#to-review"));
    page.press("#to-puzzles");
    page.wait("!!document.querySelector('.puzzle .ask')");
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// A game that begins at a table and is played to its end at random.
fn ended_from(position: engine::State) -> Value {
    let mut kept = positions::finished(position.players());
    let mut state = position;
    let mut random = engine::random::Random::new(3);
    let mut inputs = Vec::new();
    while let Some(input) = random.input(&state, state.need()) {
        state.play(input, None).expect("it fits");
        inputs.push(input);
    }
    kept["record"]["rules"] = json!(position.rules().to_text());
    kept["record"]["inputs"] = json!(inputs);
    kept["from"] = json!(position);
    kept
}

/// When the two hundred are full the oldest goes, and that is said once.
#[test]
fn it_is_said_once_that_the_oldest_game_goes() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    page.go(&server.url());
    keep(&page, &[]);
    let names: Vec<String> = (0..200).map(|number| format!("old-{number}")).collect();
    for (visit, told) in [("first", true), ("second", false)] {
        if told {
            daikaiju_e2e::put(&page, "games", &json!(names));
        }
        let mut game = positions::finished(4);
        game["table"] = format!("device/{visit}").into();
        page.leave_table();
        daikaiju_e2e::put(&page, "solo", &game);
        page.go(&format!("{}/?{visit}#/solo", server.url()));
        page.wait("!!document.getElementById('to-review')");
        let kept = format!(
            "(() => {{ const all = JSON.parse(localStorage.getItem('daikaiju.games')); return all.length == 200 && all[0] == 'device-{visit}'; }})()"
        );
        page.wait(&kept);
        let said = "document.body.innerText.includes('200 games are kept')";
        assert_eq!(page.is(said), told, "{}", page.text());
        assert_eq!(page.overflow(), Vec::<String>::new());
    }
    assert_eq!(page.faults(), Vec::<String>::new());
}

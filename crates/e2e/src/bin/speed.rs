//! How fast the page is: `cargo xtask speed` builds what ships and prints this table.
//!
//! Chromium runs with its processor slowed four times for everything that a person sees. The worker and the engine are
//! measured at full speed, because Chromium slows only the page itself; the native engine runs in this very program.
//! Sizes and ratios are the same on every machine: too large a page or too slow an engine ends in an error. Times are told.
//!
//! With arguments only the parts that are named: `first-visit`, `engines`, `game`, `arbiter`, `review`.

use daikaiju_e2e::{Browser, LONG_QUESTION, Page, QUESTION, Server, positions, put};
use serde_json::json;
use std::time::{Duration, Instant};

/// Random games for the comparison of engines.
const DECISIONS: u64 = 2_000_000;

fn main() {
    let server = Server::start();
    let browser = Browser::launch();
    let warm = browser.page(390, 844);
    warm.go(&server.url());
    warm.close();
    println!("{:<58} {:>12} {:>12}", "what", "measured", "limit");
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let parts: [(&str, &dyn Fn()); 6] = [
        ("first-visit", &|| first_visit(&server, &browser)),
        ("engines", &|| engines(&server, &browser)),
        ("game", &|| solo_game(&server, &browser)),
        ("desktop", &|| desktop_game(&server, &browser)),
        ("arbiter", &|| {
            for question in [("a short question", QUESTION), ("a long question", LONG_QUESTION)] {
                for (slowed, limit) in [(1.0, "50 ms"), (4.0, "150 ms")] {
                    arbiter(&server, &browser, question, slowed, limit);
                }
            }
        }),
        ("review", &|| {
            review(&server, &browser, 1.0, "50 ms");
            review(&server, &browser, 4.0, "200 ms");
        }),
    ];
    for (name, measure) in parts {
        if wanted.is_empty() || wanted.iter().any(|one| one == name) {
            measure();
        }
    }
}

/// The review of a whole four-player game: when the graph has its first lines, when all of the game has been followed, and
/// the longest task of the page until everything of the player's own was played out. The program has been fetched before.
fn review(server: &Server, browser: &Browser, slowed: f64, limit: &str) {
    let page = browser.page(390, 844);
    page.before_everything(
        "window.long = []; new PerformanceObserver(list => { for (const e of list.getEntries()) window.long.push([e.duration, e.startTime - (window.opened || 0)]); }).observe({ type: 'longtask', buffered: true }); \
         new MutationObserver(() => { \
           if (!window.drawn && window.opened && document.querySelectorAll('.wingraph .line').length && document.querySelector('.wingraph .line').getAttribute('d').includes('L')) window.drawn = performance.now() - window.opened; \
           if (!window.pointed && window.opened && document.querySelector('.wingraph .turning')) window.pointed = performance.now() - window.opened; \
         }).observe(document, { subtree: true, childList: true, attributes: true });",
    );
    page.go(&server.url());
    put(&page, "last", &positions::finished(4));
    // Whoever has looked at a review before has its program.
    page.eval("location.hash = '#/review'");
    page.wait("!!document.querySelector('.wingraph')");
    page.eval("location.hash = '#/learn'");
    page.wait("!!document.querySelector('.learn')");
    std::thread::sleep(Duration::from_millis(500));
    page.slow_down(slowed);
    page.eval("window.drawn = window.pointed = 0; window.long.length = 0; window.opened = performance.now(); location.hash = '#/review'");
    page.wait("window.drawn > 0 && window.pointed > 0");
    let all = "document.querySelectorAll('.qcard').length && ![...document.querySelectorAll('.quiz [role=status]')].some(one => one.getClientRects().length)";
    assert!(page.wait_for(all, Duration::from_secs(180)), "{}", page.text());
    let name = format!("review of four, slowed {slowed}x");
    row(
        &format!("{name}: first graph"),
        format!("{:.0} ms", number(&page, "window.drawn")),
        "1000 ms",
    );
    row(
        &format!("{name}: turning points"),
        format!("{:.0} ms", number(&page, "window.pointed")),
        "",
    );
    let longest = number(&page, "window.long.reduce((most, one) => Math.max(most, one[0]), 0)");
    row(&format!("{name}: longest task until ready"), format!("{longest:.0} ms"), limit);
    let when = page.eval("window.long.sort((a, b) => b[0] - a[0]).slice(0, 6).map(one => one.map(Math.round).join(' at ')).join(', ')");
    if let Some(when) = when.as_str().filter(|when| !when.is_empty()) {
        println!("  the longest tasks, in ms after it was opened: {when}");
    }
    page.close();
}

/// From a touch to the picture with five answers: a number of the table, a move, and a step back among the answers.
fn arbiter(
    server: &Server,
    browser: &Browser,
    (what, question): (&str, &str),
    slowed: f64,
    limit: &str,
) {
    for (part, step, pick) in [
        ("a star", "#step-situation", "document.querySelector('#stars-A .more')"),
        ("a move", "#step-moves", "document.querySelector('.wait .answer, #throw, #step-back')"),
        ("a step back", "#step-answers", "document.getElementById('answers-back')"),
    ] {
        let page = browser.page(390, 844);
        page.go(&format!("{}/#/arbiter/{question}", server.url()));
        page.wait("!!document.getElementById('reasons')");
        page.slow_down(slowed);
        page.press(step);
        page.wait(&format!("!!({pick})"));
        let script = format!(
            "new Promise(done => {{ const began = performance.now(); ({pick}).click(); requestAnimationFrame(() => setTimeout(() => done(performance.now() - began), 0)); }})"
        );
        let mut times = Vec::new();
        while times.len() < 12 && page.is(&format!("!!({pick})")) {
            times.push(number(&page, &script));
        }
        times.sort_by(f64::total_cmp);
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        let what = format!("{what}, slowed {slowed}x, {part}: median, worst of {}", times.len());
        row(&what, format!("{median:.0}, {worst:.0} ms"), limit);
        page.close();
    }
}

fn row(what: &str, measured: String, limit: &str) {
    println!("{what:<58} {measured:>12} {limit:>12}");
}

fn number(page: &Page, expression: &str) -> f64 {
    page.eval(expression).as_f64().unwrap_or(f64::NAN)
}

/// First paint, playable, and what has been fetched by then; the median of five visits.
fn first_visit(server: &Server, browser: &Browser) {
    let mut visits: Vec<(f64, f64, f64)> = (0..5)
        .map(|_| {
            let page = browser.page(390, 844);
            page.slow_down(4.0);
            page.go(&server.url());
            page.wait("performance.getEntriesByName('first-contentful-paint').length > 0");
            let paint = number(&page, "performance.getEntriesByName('first-contentful-paint')[0]?.startTime");
            // The home page is ready: its whole download is what has come until now, fonts and art included.
            page.wait("document.fonts.ready.then(() => true)");
            std::thread::sleep(Duration::from_millis(300));
            let bytes = number(&page, "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter(e => !e.name.includes('sw.js')).reduce((n, e) => n + (e.encodedBodySize || 0), 0)");
            page.close();
            let playable = playable(server, browser);
            (paint, playable, bytes)
        })
        .collect();
    let median = |pick: fn(&(f64, f64, f64)) -> f64, visits: &mut Vec<(f64, f64, f64)>| {
        visits.sort_by(|a, b| pick(a).total_cmp(&pick(b)));
        pick(&visits[visits.len() / 2])
    };
    row("first paint, slowed 4x", format!("{:.0} ms", median(|v| v.0, &mut visits)), "1000 ms");
    row(
        "playable (first roll after Play now), slowed 4x",
        format!("{:.0} ms", median(|v| v.1, &mut visits)),
        "1500 ms",
    );
    let kilobytes = median(|v| v.2, &mut visits) / 1024.0;
    row("first page, compressed, fonts and art included", format!("{kilobytes:.0} KB"), "600 KB");
    assert!(kilobytes <= 600.0, "the first page is too large");
}

/// From the address to the first question, with somebody who presses "Play now" as soon as it is there.
fn playable(server: &Server, browser: &Browser) -> f64 {
    let page = browser.page(390, 844);
    page.slow_down(4.0);
    page.before_everything(
        "localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'instant', level: 'gentle', rivals: 1 })); \
         new MutationObserver(() => { const play = document.querySelector('.home:not(#shell) #play'); if (play && !window.pressed) { window.pressed = 1; play.click(); } \
         if (!window.ready && document.querySelector('#roll, #yield, #act.shop, #act .answer')) window.ready = performance.now(); }).observe(document, { subtree: true, childList: true });",
    );
    page.call("Page.navigate", json!({ "url": server.url() }));
    page.wait("window.ready > 0");
    let ready = number(&page, "window.ready");
    page.close();
    ready
}

/// The engine in WebAssembly against the same games in this program.
fn engines(server: &Server, browser: &Browser) {
    let page = browser.page(1024, 768);
    page.go(&server.url());
    let run = format!(
        "new Promise(done => {{ const worker = new Worker(document.querySelector('meta[name=assets]').content + '/worker-boot.js', {{ type: 'module' }}); \
         const ask = n => worker.postMessage(JSON.stringify({{ kind: 'measure', decisions: n }})); let began = 0; \
         worker.onmessage = event => {{ const made = JSON.parse(event.data).decisions; \
           if (began) {{ done(1000 * made / (performance.now() - began)); worker.terminate(); }} else {{ began = performance.now(); ask({DECISIONS}); }} }}; ask(200000); }})"
    );
    let wasm = number(&page, &run);
    page.close();
    engine::random::games(4, 7, 200_000);
    let began = Instant::now();
    let made = engine::random::games(4, 7, DECISIONS);
    let native = made as f64 / began.elapsed().as_secs_f64();
    row("engine in WebAssembly, decisions a second", format!("{:.2} M", wasm / 1e6), "");
    row("engine native, decisions a second", format!("{:.2} M", native / 1e6), "");
    row("WebAssembly against native", format!("{:.2}", wasm / native), ">= 0.25");
    assert!(0.25 <= wasm / native, "the engine in WebAssembly is too slow");
}

/// What is tapped while a bot thinks: it opens a sheet and changes nothing in the game.
const TAPPED: &str = ".market .buy";

/// How often a tap is measured.
const TAPS: usize = 50;

/// A whole game against three ruthless bots, and as much of a second one as the taps need: how soon they answer, how soon a tap does, and whether anything stalls.
fn solo_game(server: &Server, browser: &Browser) {
    let page = browser.page(390, 844);
    page.slow_down(4.0);
    page.before_everything(
        "localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'fast', hints: false, odds: true, games: 1, level: 'ruthless', rivals: 3 })); \
         window.long = []; window.taps = []; window.thinking = []; \
         new PerformanceObserver(list => { for (const e of list.getEntries()) window.long.push(e.duration); }).observe({ type: 'longtask', buffered: true }); \
         new PerformanceObserver(list => { for (const e of list.getEntries()) if (e.name === 'click') window.taps.push(e.duration); }).observe({ type: 'event', durationThreshold: 16 }); \
         const post = Worker.prototype.postMessage; Worker.prototype.postMessage = function (text, ...rest) { \
           if (String(text).includes('\"ask\"')) { const began = performance.now(); window.asking = true; this.addEventListener('message', () => { window.asking = false; window.thinking.push(performance.now() - began); }, { once: true }); } \
           return post.call(this, text, ...rest); };",
    );
    page.go(&server.url());
    let loaded = number(&page, "window.long.length");
    page.press("#play");
    page.wait("!!document.querySelector('.board .tray')");
    let end = Instant::now() + Duration::from_secs(300);
    let mut taps = 0;
    loop {
        assert!(Instant::now() < end, "the game did not end; the page says:\n{}", page.text());
        if page.has("#to-review") {
            if TAPS <= taps {
                break;
            }
            page.press("#again");
            page.eval("window.again = true");
            page.wait("!!document.querySelector('.board .tray')");
        }
        // The bot may answer between the two, and its answer may put a question over the market.
        if taps < TAPS && page.is("window.asking === true") && page.press_if_free(TAPPED) {
            taps += 1;
            page.key("Escape");
            // The keyboard is back at what was tapped, where Enter would tap it again.
            page.eval("document.activeElement.blur()");
            if taps == TAPS && !page.has("#to-review") && page.is("!!window.again") {
                break;
            }
        } else {
            play_on(&page);
        }
        std::thread::sleep(Duration::from_millis(15));
    }
    let sorted = |name: &str| {
        let values = page.eval(&format!("window.{name}"));
        let mut values: Vec<f64> =
            values.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let (tapped, long, thinking) = (sorted("taps"), sorted("long"), sorted("thinking"));
    let at = |values: &[f64], share: f64| {
        values
            .get(((values.len() as f64 * share) as usize).min(values.len().saturating_sub(1)))
            .copied()
            .unwrap_or(0.0)
    };
    // Event timing tells nothing of what took less than 16 ms.
    row(
        "tap to picture while a bot thinks, slowed 4x, median",
        format!("{:.0} ms", at(&tapped, 0.5)),
        "100 ms",
    );
    row(&format!("the same, worst of {taps}"), format!("{:.0} ms", at(&tapped, 1.0)), "100 ms");
    let in_game =
        page.eval(&format!("window.long.slice({loaded}).reduce((a, b) => Math.max(a, b), 0)"));
    row(
        &format!("longest task in a whole game, slowed 4x, of {} over 50 ms", long.len()),
        format!("{:.0} ms", in_game.as_f64().unwrap_or(f64::NAN)),
        "100 ms",
    );
    row(
        &format!("ruthless in the worker, median of {} answers", thinking.len()),
        format!("{:.0} ms", at(&thinking, 0.5)),
        "250 ms",
    );
    row("ruthless in the worker, 90 of 100", format!("{:.0} ms", at(&thinking, 0.9)), "");
}

/// Answers whatever is asked, in the simplest way.
fn play_on(page: &Page) {
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
}

/// A whole game on a desktop that nobody slows down: how many pictures come late, and the longest task.
fn desktop_game(server: &Server, browser: &Browser) {
    let page = browser.page(1280, 800);
    page.before_everything(
        "localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'normal', hints: false, odds: true, games: 1, level: 'gentle', rivals: 3 })); \
         window.long = []; window.gaps = []; let last = 0; \
         new PerformanceObserver(list => { for (const e of list.getEntries()) window.long.push(e.duration); }).observe({ type: 'longtask', buffered: true }); \
         const frame = now => { if (last) window.gaps.push(now - last); last = now; requestAnimationFrame(frame); }; requestAnimationFrame(frame);",
    );
    page.go(&server.url());
    page.press("#play");
    page.wait("!!document.querySelector('.board .tray')");
    page.eval("window.long = []; window.gaps = []");
    let end = Instant::now() + Duration::from_secs(300);
    while !page.has("#to-review") {
        assert!(Instant::now() < end, "the game did not end; the page says:\n{}", page.text());
        if page.has("#see-the-end") {
            page.press("#see-the-end");
        }
        play_on(&page);
        std::thread::sleep(Duration::from_millis(50));
    }
    let late = number(&page, "window.gaps.filter(gap => gap > 20).length / window.gaps.length");
    let frames = number(&page, "window.gaps.length");
    row(
        &format!("pictures later than 20 ms, of {frames:.0}, 1280x800"),
        format!("{:.1} %", 100.0 * late),
        "",
    );
    let longest = number(&page, "window.long.reduce((a, b) => Math.max(a, b), 0)");
    row("longest task in a whole game, 1280x800", format!("{longest:.0} ms"), "50 ms");
    page.close();
}

//! How fast the page is, with the processor slowed four times.

use daikaiju_e2e::{Browser, Server};
use std::time::Duration;

#[test]
fn the_first_page_is_small_and_soon_there() {
    let server = Server::start();
    let browser = Browser::launch();
    let warm = browser.page(390, 844);
    warm.go(&server.url());
    let page = browser.page(390, 844);
    page.slow_down(4.0);
    page.go(&server.url());
    std::thread::sleep(Duration::from_millis(500));
    let sum = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter(e => !e.name.includes('sw.js')).reduce((n, e) => n + (e.encodedBodySize || 0), 0)";
    let bytes = page.eval(sum).as_f64().unwrap_or(0.0);
    let paint = page
        .eval("performance.getEntriesByName('first-contentful-paint')[0]?.startTime || 0")
        .as_f64()
        .unwrap_or(0.0);
    // The parts that come later are not asked for by the first page.
    let later = "performance.getEntriesByType('resource').map(e => e.name).filter(name => name.includes('later')).join()";
    assert_eq!(page.eval(later), "");
    page.eval("window.pressed = performance.now(); document.getElementById('play').click()");
    page.wait("!!document.querySelector('.board .tray')");
    println!("first page {:.0} KB compressed, first paint {paint:.0} ms", bytes / 1024.0);
    // Tables at a server, the five books, the review, the history and the puzzles are fetched when they are opened.
    assert!(bytes <= 600.0 * 1024.0, "the first page weighs {:.0} KB", bytes / 1024.0);
    assert!(0.0 < bytes, "the sizes are known");
}

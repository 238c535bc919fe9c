//! Records that are not whole: of rules to come, with an input that cannot be, and what is no record at all.

use std::time::Duration;

use daikaiju_e2e::{Browser, Page, Server, positions};
use engine::{Input, Record, Seat};

/// Pastes a text and opens it.
fn paste(server: &Server, page: &Page, text: &str) {
    page.go(&format!("{}/?{}#/review", server.url(), text.len()));
    page.wait("!!document.getElementById('record-text')");
    let text = serde_json::Value::from(text);
    page.eval(&format!("{{ const field = document.getElementById('record-text'); field.value = {text}; field.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"));
    page.press("#record-open");
}

#[test]
fn what_fits_of_a_record_is_reviewed_and_the_rest_is_said() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    let kept = positions::finished(2);
    let whole: Record = serde_json::from_value(kept["record"].clone()).expect("a record is kept");
    let mut newer = serde_json::to_value(&whole).expect("a record is JSON");
    newer["rules_version"] = 99.into();
    let mut impossible = whole.clone();
    impossible.inputs.insert(whole.inputs.len() / 2, Input::Starts(Seat::A));
    for (what, text) in [("newer", newer.to_string()), ("impossible", impossible.to_json())] {
        paste(&server, &page, &text);
        page.wait("document.querySelector('.notice.warn')?.innerText.includes('stops in turn')");
        let reviewed = "document.querySelectorAll('.wingraph .line').length == 2 && document.querySelectorAll('.account tbody tr').length == 2";
        assert!(page.wait_for(reviewed, Duration::from_secs(60)), "{what}: {}", page.text());
        assert_eq!(page.accessibility(), Vec::<String>::new(), "{what}");
        assert_eq!(page.overflow(), Vec::<String>::new(), "{what}");
    }
    // A game that was broken off has an account up to its last chances, and nobody has won it.
    assert!(!page.text().contains("wins with"), "{}", page.text());
    paste(&server, &page, "a letter to my aunt");
    page.wait("document.querySelectorAll('.paste .notice.bad[role=alert]').length == 1");
    assert!(!page.has(".wingraph"), "{}", page.text());
    assert_eq!(page.accessibility(), Vec::<String>::new());
    assert_eq!(page.faults(), Vec::<String>::new());
}

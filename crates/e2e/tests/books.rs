//! The five books on the page: what differs, a dispute set up by touch, links, a game's own question, and no network.

use daikaiju_e2e::{Browser, Page, QUESTION, Server, Theme, Walk, positions, put};
use engine::Question;
use serde_json::json;

/// A tab with the part open at this address.
fn open(page: &Page, server: &Server, address: &str) {
    page.go(&format!("{}/?{}#/{address}", server.url(), address.len()));
    page.wait("!!document.querySelector('#part main h1')");
}

fn walk(browser: &Browser, size: (u32, u32)) -> Walk<'_> {
    Walk { browser, theme: Theme::Dark, language: "en", size }
}

/// Z-17, Y-03: the Dutch and the Italian book stand apart, and the cells say so.
#[test]
fn what_differs_is_a_table_of_rules_by_book() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, (1280, 800))
        .page(&server, &json!({ "house": { "yield_needs_damage": "false" } }));
    open(&page, &server, "differs");
    let cells = "[...document.querySelectorAll('[data-switch=yield_needs_damage] td')].map(cell => cell.colSpan).join()";
    assert_eq!(page.eval(cells), "1,3,1");
    assert!(
        page.has("[data-switch=yield_needs_damage] .chip.house"),
        "the own house rule is marked"
    );
    page.press("[data-switch=yield_needs_damage] .dq");
    page.wait("!!document.querySelector('.det b[lang=nl]')");
    let heading = page.eval("document.querySelector('.det b[lang=nl]').innerText");
    assert_eq!(heading, "Aanvallen / Effecten van Tokyo");
    let rows = "document.querySelectorAll('tr[data-switch]').length";
    let differing = page.eval(rows).as_u64().unwrap_or(0);
    page.press("#only");
    page.wait(&format!("{rows} == {}", engine::Rules::SWITCHES.len()));
    assert!(differing < engine::Rules::SWITCHES.len() as u64);
    page.press("#only");
    for (id, book) in [("book-1", "dutch"), ("book-2", "italian")] {
        page.eval(&format!("{{ const s = document.getElementById('{id}'); s.value = '{book}'; s.dispatchEvent(new Event('change', {{ bubbles: true }})); }}"));
    }
    page.wait("document.querySelectorAll('.dtab thead th').length == 3");
    assert_eq!(page.eval(cells), "2", "the two agree here, and only the house rule keeps the row");
    page.wait("!!document.querySelector('.det a.btn')");
    page.press(".det a.btn");
    page.wait("!!document.getElementById('reasons')");
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// Whoever asks which book it is that lies in the box is led there, and on a phone each answer stands there once.
#[test]
fn which_book_one_owns_is_found_and_no_sentence_is_said_twice() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, (390, 844)).page(&server, &json!({}));
    open(&page, &server, "rules");
    page.press(".ownlink");
    page.wait("!!document.getElementById('own')");
    let seen = "(() => { const r = document.getElementById('own').getBoundingClientRect(); return 0 <= r.top + 1 && r.top < innerHeight / 2; })()";
    page.wait(seen);
    let twice = "[...document.querySelectorAll('tr[data-switch]')].filter(row => { const said = [...row.querySelectorAll('td')].filter(cell => cell.offsetHeight).map(cell => cell.lastElementChild.innerText); return new Set(said).size < said.length; }).length";
    assert_eq!(page.eval(twice), 0);
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// A dispute told in a sentence, "I was in Tokyo with Armor Plating, they rolled one claw: may I leave?", on a phone.
#[test]
fn a_dispute_is_set_up_by_touch_answered_and_sent() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, (390, 844)).page(&server, &json!({}));
    open(&page, &server, "arbiter");
    page.press("#players .less");
    page.wait("!document.getElementById('seat-C')");
    page.press("#seat-B summary");
    page.wait("!!document.getElementById('hearts-B')");
    page.press("[name=place-B][data-place=city]");
    page.press("#add-card-B");
    page.wait("!!document.querySelector('#pick-cards [data-card=armor_plating]')");
    page.press("#pick-cards [data-card=armor_plating]");
    page.press("[data-phase=resolve]");
    page.wait("document.querySelectorAll('#dice-field .adie').length == 6");
    // Two claws lie there; the second one becomes a 3 by a key.
    page.eval("document.querySelectorAll('#dice-field .adie')[1].dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true }))");
    page.wait("document.getElementById('so-far').innerText.includes('2')");
    page.press("#step-answers");
    page.wait("!!document.getElementById('reasons')");
    let why = page.eval("document.getElementById('reasons').innerText");
    assert!(why.as_str().is_some_and(|why| why.contains("Y-03")), "{why}");
    let folds = page.eval("document.querySelectorAll('.stk details').length");
    assert_eq!(folds, 2, "equal books are folded together");
    let link = page.eval("document.getElementById('question-link').value");
    let link = link.as_str().unwrap_or_default().to_owned();
    // The others see the same, from the link alone.
    let other = walk(&browser, (1280, 800)).page(&server, &json!({ "name": "Ben" }));
    other.go(&link);
    other.wait("!!document.querySelector('table.five')");
    let spans = "[...document.querySelectorAll('table.five tbody tr:first-child td')].map(cell => cell.colSpan).join()";
    assert_eq!(other.eval(spans), "1,3,1");
    // Playing on: the three books that ask get an answer, and it can be taken back.
    other.press("#step-moves");
    other.wait("document.querySelectorAll('.wait').length == 2");
    other.eval("[...document.querySelectorAll('.wait .answer')][0].click()");
    other.wait("document.querySelectorAll('#done li').length == 1");
    other.press("#step-back");
    other.wait("document.querySelectorAll('#done li').length == 0");
    assert_eq!(page.faults(), Vec::<String>::new());
    assert_eq!(other.faults(), Vec::<String>::new());
}

#[test]
fn what_cannot_be_is_marked_and_the_last_good_answer_stays() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, (1280, 800)).page(&server, &json!({}));
    open(&page, &server, "arbiter");
    let so_far = page.eval("document.getElementById('so-far').innerText");
    page.press("#hearts-A .more");
    page.wait("!!document.getElementById('wrong')");
    assert!(page.has("#seat-A.bad"), "the fold with the wrong number is marked");
    assert!(page.has("#seat-A .stp:has(#hearts-A) .err"), "the reason stands at its field");
    assert_eq!(page.eval("document.getElementById('so-far').innerText"), so_far);
    page.press("#hearts-A .less");
    page.wait("!document.getElementById('wrong')");
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn a_bad_link_says_what_is_wrong_with_it_and_shows_no_markup() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, (1280, 800)).page(&server, &json!({}));
    open(&page, &server, &format!("arbiter/{}", QUESTION.replace("city=B", "city=X")));
    page.wait("!!document.getElementById('trouble')");
    let said = page.eval("document.getElementById('trouble').innerText");
    assert!(said.as_str().is_some_and(|said| said.contains("city: expected a seat")), "{said}");
    assert!(page.text().contains("Armor Plating"), "what could be read stays");
    // Of a newer program, and cut on its way: one sentence, and what could be read stays.
    let troubles = [
        (format!("9{}", &QUESTION[1..]), "version: this program reads version 1, not 9"),
        (QUESTION.split("/m=").next().unwrap_or_default().to_owned(), "end: the end is missing"),
    ];
    for (link, trouble) in troubles {
        open(&page, &server, &format!("arbiter/{link}"));
        page.wait(&format!("document.getElementById('trouble')?.innerText.includes('{trouble}')"));
        assert!(page.text().contains("Armor Plating"), "{trouble}");
    }
    let rude = QUESTION.replace("Alpha+Monster+when", "%3Cimg+src=x+onerror=alert(1)%3E");
    open(&page, &server, &format!("arbiter/{rude}"));
    page.wait("document.querySelector('#arbiter h1').innerText.startsWith('<img src')");
    assert!(!page.has("#arbiter h1 img"));
    // A pasted scenario is opened, and a broken one says the line.
    page.eval("document.querySelector('.openbox').open = true");
    let paste = |text: &str| {
        let text = serde_json::Value::from(text);
        page.eval(&format!("{{ const p = document.getElementById('paste'); p.value = {text}; p.dispatchEvent(new Event('input', {{ bubbles: true }})); document.getElementById('open-pasted').click(); }}"));
    };
    paste("id = 3\n[[case]]");
    page.wait("document.getElementById('trouble').innerText.includes('line ')");
    paste(include_str!("../../../scenarios/RX-26.toml"));
    page.wait("!document.getElementById('trouble') && !!document.getElementById('reasons')");
    // Cut in its last line: that is told, and the question is there as far as it goes.
    let file = include_str!("../../../scenarios/W-09.toml");
    paste(&file[..file.rfind("[IS NL]").unwrap_or_default() + 12]);
    page.wait("document.getElementById('trouble')?.innerText.includes('the end is missing')");
    page.wait("document.querySelectorAll('#cases button').length == 2");
    assert!(page.is("document.querySelectorAll('table.five tbody tr').length > 1"));
    page.eval("document.querySelectorAll('#cases button')[1].click()");
    page.wait("document.querySelector('#arbiter h1').innerText.includes('energy')");
    page.wait(
        "document.querySelectorAll('#cases button')[1].getAttribute('aria-pressed') == 'true'",
    );
    assert_eq!(page.accessibility(), Vec::<String>::new());
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// A bad link is told in the reader's language.
#[test]
fn what_cannot_be_read_is_told_in_the_readers_language() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = Walk { language: "cs", ..walk(&browser, (390, 844)) }.page(&server, &json!({}));
    open(&page, &server, &format!("arbiter/{}", QUESTION.replace("city=B", "city=X")));
    page.wait("document.getElementById('trouble')?.innerText.includes('city: tady má být místo')");
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn a_game_asks_what_the_books_say_and_goes_on() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = walk(&browser, (1440, 900));
    let page = walk.page(&server, &json!({}));
    let game = positions::some_turns_in(4, Question::Shop, 9).expect("such a game exists");
    walk.open(&page, &server, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('#log-list .asks')");
    let before = page.eval("localStorage.getItem('daikaiju.solo')");
    page.press("#log-list .asks");
    page.wait(
        "!!document.querySelector('table.five') && !!document.getElementById('back-to-game')",
    );
    assert!(
        1 < page
            .eval("document.querySelectorAll('table.five tbody tr').length")
            .as_u64()
            .unwrap_or(0)
    );
    page.press("#back-to-game");
    page.wait("!!document.querySelector('.board .tray')");
    assert_eq!(page.eval("localStorage.getItem('daikaiju.solo')"), before, "the game is as it was");
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// A game that is over, and its replay: the turn that the replay shows is put to the books, and the review is there again after.
#[test]
fn a_replayed_game_asks_what_the_books_say() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, (1280, 800)).page(&server, &json!({}));
    put(&page, "last", &positions::finished(3));
    open(&page, &server, "review");
    page.wait("!!document.getElementById('ask-books')");
    page.press("#replay-back");
    page.press("#ask-books");
    page.wait(
        "!!document.querySelector('table.five') && !!document.getElementById('back-to-game')",
    );
    assert!(page.is("1 < document.querySelectorAll('table.five tbody tr').length"));
    page.press("#back-to-game");
    page.wait("!!document.getElementById('replay')");
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// Steps are taken back and the first difference is found with the keys alone; a stepper takes plus and minus.
#[test]
fn the_arbiter_has_keys() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, (1280, 800)).page(&server, &json!({}));
    open(&page, &server, &format!("arbiter/{QUESTION}"));
    page.wait("!!document.getElementById('reasons')");
    let rows = "document.querySelectorAll('table.five tbody tr').length";
    let before = page.eval(rows).as_u64().unwrap_or(0);
    page.key("z");
    page.wait(&format!("{rows} == {}", before - 1));
    page.press("#step-situation");
    page.wait("!!document.getElementById('stars-A')");
    page.eval("document.querySelector('#stars-A .more').focus()");
    page.key("+");
    page.wait("document.querySelector('#stars-A b').innerText == '1'");
    page.key("d");
    page.wait("document.activeElement?.id == 'first-row'");
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn cards_lead_to_their_questions_and_everything_opens_without_a_network() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, (1280, 800)).page(&server, &json!({}));
    page.wait("navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller || (location.reload(), false))");
    page.wait("!document.getElementById('shell')");
    page.offline(true);
    page.eval("location.hash = '#/cards'");
    page.wait("document.querySelectorAll('.cardbtn').length > 20");
    page.eval("[...document.querySelectorAll('.cardbtn')].find(card => card.innerText.includes('Jets')).click()");
    page.wait("!!document.getElementById('card-questions')");
    page.press("#card-questions");
    page.wait("document.querySelectorAll('#browse li').length > 3");
    // By rule: what cites it is shown, and all cases of a scenario can be opened.
    page.wait(
        "[...document.querySelectorAll('#by-rule option')].some(option => option.value == 'Y-03')",
    );
    page.eval("{ const s = document.getElementById('by-rule'); s.value = 'Y-03'; s.dispatchEvent(new Event('change', { bubbles: true })); }");
    page.wait("location.hash == '#/arbiter/rule/Y-03'");
    // The rule itself stands at the head, by book, and leads to its chapter.
    page.wait("document.querySelectorAll('#the-rule .whyrules li').length == 2");
    assert!(page.is("document.getElementById('rule-chapter').href.endsWith('/tokyo')"));
    page.wait("[...document.querySelectorAll('#browse li')].some(one => one.innerText.startsWith('T01') && 1 < one.querySelectorAll('a.btn').length)");
    page.eval("document.querySelector('#browse a.btn').click()");
    page.wait("!!document.querySelector('table.five')");
    page.offline(false);
    put(&page, "arbiter", &json!({}));
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// *Why?* on a line of the log and on the open question, at a table against bots: rules by their numbers, in the player's
/// language, with the heading of the table's book. R-02, M-01.
#[test]
fn a_table_tells_why_by_the_rules() {
    let server = Server::start();
    let browser = Browser::launch();
    let walk = Walk { language: "pl", ..walk(&browser, (1440, 900)) };
    let page = walk.page(&server, &json!({}));
    let game = positions::some_turns_in(4, Question::Shop, 9).expect("such a game exists");
    walk.open(&page, &server, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('#log-list .whybtn')");
    // The newest turn begins with its throw.
    page.eval("[...document.querySelectorAll('#log-list details[open] li')].find(line => line.querySelectorAll('.die-ic, .ic').length > 3).querySelector('.whybtn').click()");
    page.wait("!!document.querySelector('#why .whyrules .rl')");
    let numbers =
        "[...document.querySelectorAll('#why .rl')].map(number => number.innerText).join()";
    assert!(page.eval(numbers).as_str().is_some_and(|all| all.contains("R-0")), "{}", page.text());
    assert!(page.has("#why [lang=nl]"), "the heading of the table's own book");
    assert!(page.text().contains("Według tych zasad"), "{}", page.text());
    assert_eq!(page.accessibility(), Vec::<String>::new());
    page.press("#sheet-close");
    page.press("#why-now .whybtn");
    page.wait(
        "[...document.querySelectorAll('#why .rl')].some(number => number.innerText == 'M-01')",
    );
    page.press("#sheet-close");
    page.wait("!document.querySelector('#why')");
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// The rules of a book: its own headings and printed examples, which the engine plays; the index; what is found.
#[test]
fn the_rules_are_read_by_book_with_examples_that_play() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, (1280, 800)).page(&server, &json!({}));
    open(&page, &server, "rules/polish");
    page.wait("!!document.querySelector('#example-EX-05 .exlines li')");
    assert!(page.has("#chapter-dice [lang=pl]") && !page.has("#example-EX-06"));
    // EX-05: three 2s are 2 stars.
    let last =
        "document.querySelector('#example-EX-05 .exnext').getAttribute('aria-disabled') == 'true'";
    for _ in 0..12 {
        if page.is(last) {
            break;
        }
        page.press("#example-EX-05 .exnext");
    }
    let said = page.eval("document.querySelector('#example-EX-05').innerText");
    assert!(said.as_str().is_some_and(|said| said.contains('2')), "{said}");
    assert_eq!(page.eval("document.querySelectorAll('.terms tbody tr').length"), 22);
    assert!(page.is("document.querySelectorAll('.cardlist li').length > 60"));
    // The second edition has a phase of its own for Tokyo.
    let phases = "document.querySelectorAll('.phases2 li').length";
    assert_eq!(page.eval(phases), 5);
    page.eval("{ const s = document.getElementById('read-book'); s.value = 'dutch'; s.dispatchEvent(new Event('change', { bubbles: true })); }");
    page.wait(&format!("{phases} == 6"));
    page.wait("!!document.querySelector('#example-EX-06 .exlines li')");
    let find = |words: &str| {
        page.eval(&format!("{{ const p = document.getElementById('find-rules'); p.value = '{words}'; p.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"));
    };
    find("Y-03");
    page.wait("document.querySelectorAll('#found li').length > 0");
    find("burrowing");
    page.wait("[...document.querySelectorAll('#found h2')].length >= 2");
    assert_eq!(page.accessibility(), Vec::<String>::new());
    find("<b>nothing</b>");
    page.wait("document.querySelectorAll('#found li').length == 0");
    find("");
    page.wait("!document.getElementById('found')");
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// Printed, the page that says everything is one page, and nothing to press is on paper.
#[test]
fn the_rules_can_be_printed() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = walk(&browser, (1280, 800)).page(&server, &json!({}));
    open(&page, &server, "rules/dutch");
    page.wait("[...document.styleSheets].some(sheet => (sheet.href || '').endsWith('later.css'))");
    let pages = || {
        let pdf = page.call("Page.printToPDF", json!({ "printBackground": true }));
        let data = pdf["data"].as_str().unwrap_or_default().to_owned();
        let script = format!("(atob('{data}').match(/\\/Type\\s*\\/Page[^s]/g) || []).length");
        page.eval(&script).as_u64().unwrap_or(0)
    };
    let whole = pages();
    page.eval("document.documentElement.classList.add('print-one')");
    assert_eq!(pages(), 1, "turn and dice on one page");
    assert!((3..20).contains(&whole), "{whole} pages");
    page.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let seen = "[...document.querySelectorAll('.noprint, .top')].filter(part => part.offsetHeight > 0).length";
    assert_eq!(page.eval(seen), 0);
    assert_eq!(page.faults(), Vec::<String>::new());
}
